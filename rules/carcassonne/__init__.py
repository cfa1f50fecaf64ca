"""Carcassonne (2000) and The River: its rules have the numbers CC-…."""

from rules.games import Game

GAME = Game(
    name="carcassonne",
    title="Carcassonne",
    summary="roads, cities, cloisters and farms; three published farm scorings, The River; 2-5 players",
    players=(2, 5),
    default_players=2,
    default_reason="most strong play and most published figures are of two",
    unit="points",
    box="tiles",
    own_box=True,
    notes=(
        "Presets are the printed editions of the rules; they differ in how farmers score and in what a city "
        "of two tiles is worth. --tiles FILE replaces the 72 tiles of the base game (copy "
        "rules/carcassonne/tiles.toml); The River keeps its own twelve.",
        "Rule numbers such as CC-62 are explained in the documentation, page carcassonne.",
    ),
)
