"""Positions of replayed games as pictures of the board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reports.board import Placed, Scene, Standing, save_board
from rules.starwars import TITLE
from rules.starwars.options import CHARACTERS
from rules.starwars.record import SIZES

if TYPE_CHECKING:
    from simulate.starwars.replay import Played


def scene_of(played: Played, title: str, caption: str = "") -> Scene:
    """The board of a replayed game: the last tile outlined, and each player's score and reserve."""
    table, position = played.table, played.position
    colours = table.options.colours
    return Scene(
        tiles=[
            Placed(table.tileset.tiles[tile.design].source, at, tile.rotation)
            for at, tile in position.lying.items()
        ],
        meeples=[
            Standing(colours[meeple.seat], SIZES[meeple.size], meeple.at, meeple.on, meeple.segment)  # type: ignore[arg-type]
            for meeple in position.standing
        ],
        last=position.last,
        title=f"{TITLE}: {title}",
        legend=[
            (colour, f"{CHARACTERS[colour]}: {score} points, {_reserve(left)}")
            for colour, score, left in zip(colours, position.result["scores"], position.reserve, strict=True)
        ],
        caption=caption,
    )


def _reserve(left: Sequence[int]) -> str:
    """What a seat has in reserve, in words."""
    words = [f"{n} {size}" for n, size in zip(left, SIZES, strict=True) if n]
    return f"{' and '.join(words)} in reserve" if words else "nothing in reserve"


def save_position(played: Played, path: Path, title: str, caption: str = "") -> Path:
    """Draw the board of a replayed game into a .png or .svg file."""
    return save_board(scene_of(played, title, caption), path)
