"""Catan, the base game: rules CT-1 to CT-126."""

TITLE = "Catan"
SUMMARY = "the base game: settlements, cities, roads, trade, robber and development cards; 3-4 players"
PLAYERS = (3, 4)
DEFAULT_PLAYERS = 4
DEFAULT_REASON = "the full table is what most published figures are about"
BOX = "board"
CAVEAT = ""
UNIT = "points"
LOW_WINS = False
NOTES = (
    "A cost is one option for each resource that it takes: --rule city_ore=2 makes cities cheaper. The "
    "board is laid anew for each game; --rule board=explicit --board FILE takes it from a file in the form "
    "of [beginner] in rules/catan/board.toml.",
    "Trade between players follows CT-79: an offer, one answer from each player asked, one choice; "
    "trade=one_for_one offers one card for one, trade=any up to two cards a side.",
    "Rule numbers such as CT-55 are explained in docs/catan.md.",
)
