"""Pig: roll a die as often as you dare; a one costs all that the turn has brought. Rules PIG-1 to PIG-6."""

from rules.games import Game

GAME = Game(
    name="pig",
    title="Pig",
    summary="a die, rolled as often as one dares; first to 100; 2-5 players",
    players=(2, 5),
    default_players=2,
    default_reason="most analyses are of two players",
    unit="points",
    package="pig",
    modules={"analysis": "page", "report": "page"},
)
