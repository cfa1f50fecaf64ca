"""Carcassonne (2000) and The River: rules CC-1 to CC-84."""

TITLE = "Carcassonne"
SUMMARY = "roads, cities, cloisters and farms; three published farm scorings, The River; 2-5 players"
PLAYERS = (2, 5)
DEFAULT_PLAYERS = 2
DEFAULT_REASON = "the duel is what most strong play and most published figures are about"
BOX = "tiles"
CAVEAT = ""
UNIT = "points"
LOW_WINS = False
NOTES = (
    "Presets are the printed editions of the rules; they differ in how farmers score and in what a city of "
    "two tiles is worth. --tiles FILE replaces the 72 tiles of the base game (copy "
    "rules/carcassonne/tiles.toml); The River keeps its own twelve.",
    "Rule numbers such as CC-62 are explained in docs/carcassonne.md.",
)
