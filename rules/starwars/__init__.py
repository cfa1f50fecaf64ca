"""Carcassonne: Star Wars (2015), base game: rules SW-1 to SW-63."""

TITLE = "Star Wars Carcassonne"
SUMMARY = "routes, asteroid fields and planets; battles with dice; 2-5 players, team game for 4"
PLAYERS = (2, 5)
DEFAULT_PLAYERS = 3
DEFAULT_REASON = "one of each faction"
