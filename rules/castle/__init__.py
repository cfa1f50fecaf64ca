"""Castle (2000): rules CA-1 to CA-145."""

TITLE = "Castle"
SUMMARY = "56 characters to be rid of, their conditions, effects and protections; 2-5 players"
PLAYERS = (2, 5)
DEFAULT_PLAYERS = 4
DEFAULT_REASON = "in the middle of two to five; with two the Fool and the Village Idiot are missing"
BOX = None
CAVEAT = ""
UNIT = "cards"
LOW_WINS = True
NOTES = (
    "The score of a seat is the number of cards it has left; nobody wants any. "
    "--rule without=fool,herald takes cards out before dealing.",
    "The cards, their conditions and effects are data: rules/castle/cards.toml. "
    "Rule numbers such as CA-27 are explained in docs/castle.md.",
)
