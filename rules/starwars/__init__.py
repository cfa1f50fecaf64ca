"""Carcassonne: Star Wars (2015), base game: rules SW-1 to SW-63."""

TITLE = "Star Wars Carcassonne"
SUMMARY = "routes, asteroid fields and planets; battles with dice; 2-5 players, team game for 4"
PLAYERS = (2, 5)
DEFAULT_PLAYERS = 3
DEFAULT_REASON = "one of each faction"
BOX = "tiles"
CAVEAT = "tile set: reconstructed (see simulate rules starwars)"
UNIT = "points"
LOW_WINS = False
NOTES = (
    "The tile set is a reconstruction: the box holds 76 tiles of known kinds, but how many of each design "
    "and where the symbols lie has not been published. Results that depend on the mix carry this caveat; "
    "--tiles FILE plays with a set of your own (copy rules/starwars/tiles.toml).",
    "Rule numbers such as SW-31 are explained in docs/starwars.md.",
)
