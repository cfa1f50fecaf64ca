"""Catan, the base game."""

from rules.games import Game

GAME = Game(
    name="catan",
    title="Catan",
    summary="the base game: settlements, cities, roads, trade, robber, development cards; 3-4 players or 2",
    players=(2, 4),
    box_players=(3, 4),
    default_players=4,
    default_reason="the full table is what most published figures are about",
    unit="points",
    box="board",
    own_box=True,
    notes=(
        "A cost is one option for each resource that it takes: --rule city_ore=2 makes cities cheaper. The "
        "board is laid anew for each game; --rule board=explicit --board FILE takes it from a file in the "
        "form of [beginner] in rules/catan/board.toml.",
        "Trade between players follows CT-79: an offer, one answer from each player asked, one choice; "
        "trade=one_for_one offers one card for one, trade=any up to two cards a side.",
        "Rule numbers such as CT-55 are explained in the documentation, page catan.",
    ),
)
