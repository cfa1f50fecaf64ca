"""Castle (2000): its cards, its rules and the referee of its records."""

from rules.games import Game

GAME = Game(
    name="castle",
    title="Castle",
    summary="who gets rid of all cards first: 56 characters with effects and protections; 2-5 players",
    players=(2, 5),
    default_players=4,
    default_reason="between two and five; with two the Fool and the Village Idiot are missing",
    unit="cards",
    low_wins=True,
    symmetric=True,
    box="cards",
    own_box=True,
    notes=(
        "The score of a seat is the number of cards it has left; nobody wants any. "
        "--rule without=fool,herald takes cards out before dealing. --cards FILE changes how many there are "
        "of a character, where it goes, or whose effect it has.",
        "The cards, their conditions and effects are data: rules/castle/cards.toml. "
        "Rule numbers such as CA-27 are explained in the documentation, page castle.",
    ),
)
