"""Trick: play one of two cards; who beats the card that lies gets its points. Hands and deck are hidden."""

from rules.games import Game

GAME = Game(
    name="trick",
    title="Trick",
    summary="two cards in hand, a higher one scores; 2-4 players",
    players=(2, 4),
    default_players=3,
    default_reason="that is enough to have others",
    unit="points",
    package="trick",
)
