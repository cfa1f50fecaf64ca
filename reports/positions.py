"""Positions of replayed games as pictures of the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rules.carcassonne.options as carcassonne
import rules.starwars.options as starwars
from reports.board import FarmShade, Placed, Scene, Standing, save_board
from rules.starwars.record import SIZES

if TYPE_CHECKING:
    from simulate.common.replaying import Played

Seats = Sequence[tuple[str, str]]
"""Colour and name of each seat."""


def _carcassonne_seats(options: Any, players: int) -> Seats:
    return [(colour, colour.capitalize()) for colour in carcassonne.COLOURS[:players]]


def _starwars_seats(options: Any, players: int) -> Seats:
    return [(colour, starwars.CHARACTERS[colour]) for colour in options.colours]


SEATS: dict[str, Callable[[Any, int], Seats]] = {
    "carcassonne": _carcassonne_seats,
    "starwars": _starwars_seats,
}


def scene_of(played: Played, title: str, caption: str = "", farms: bool = False) -> Scene:
    """The board of a replayed game: the last tile outlined, and each player's score and reserve.

    With `farms` the fields are shaded in the colours of those who hold them (Carcassonne).
    """
    table, position = played.table, played.position
    seats = SEATS[table.game](table.options, table.players)
    return Scene(
        tiles=[
            Placed(table.tileset.tiles[tile.design].source, at, tile.rotation)
            for at, tile in position.lying.items()
        ],
        meeples=[
            Standing(seats[meeple.seat][0], SIZES[meeple.size], meeple.at, meeple.on, meeple.segment)  # type: ignore[arg-type]
            for meeple in position.standing
        ],
        last=position.last,
        title=title,
        legend=[
            (colour, f"{name}: {score} points, {_reserve(left)}")
            for (colour, name), score, left in zip(
                seats, position.result["scores"], position.reserve, strict=True
            )
        ],
        caption=caption,
        farms=_shades(played, [colour for colour, _ in seats]) if farms else (),
    )


def _reserve(left: Sequence[int]) -> str:
    """What a seat has in reserve, in words."""
    sizes = [f"{size} " for size in SIZES] if len(left) > 1 else [""]
    words = [f"{n} {size}".strip() for n, size in zip(left, sizes, strict=True) if n]
    return f"{' and '.join(words)} in reserve" if words else "nothing in reserve"


def _shades(played: Played, colours: Sequence[str]) -> list[FarmShade]:
    """Every field segment with the colours of those who have most farmers on its farm (CC-63)."""
    table, position = played.table, played.position
    farmers: dict[int, list[int]] = {}
    for meeple in position.standing:
        if meeple.on == "field":
            tile = position.lying[meeple.at]
            node = tile.node + table.segments[tile.design]["field", meeple.segment]
            farmers.setdefault(int(position.feature[node]), [0] * len(colours))[meeple.seat] += 1
    found = []
    for at, tile in position.lying.items():
        for (on, segment), number in table.segments[tile.design].items():
            counts = farmers.get(int(position.feature[tile.node + number]))
            if on == "field" and counts:
                held = tuple(colour for colour, n in zip(colours, counts, strict=True) if n == max(counts))
                found.append(FarmShade(at, segment, held))
    return found


def save_position(played: Played, path: Path, title: str, caption: str = "", farms: bool = False) -> Path:
    """Draw the board of a replayed game into a .png or .svg file."""
    return save_board(scene_of(played, title, caption, farms), path)
