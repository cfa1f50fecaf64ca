"""Love Letter, one round: one card in hand; who stays in with the highest wins. Rules LL-1 to LL-12."""

from rules.games import Game

GAME = Game(
    name="love_letter",
    title="Love Letter",
    summary="sixteen cards, one in hand; knock the others out, or hold the highest; one round, 2-4 players",
    players=(2, 4),
    default_players=4,
    default_reason="the box is for two to four",
    unit="",
    package="love_letter",
)
