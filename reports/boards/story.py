"""What happened in a game, as people tell it, each line with the places of the board that it speaks of.

A game whose pictures tell stories has, beside `board` and `seats`, `happened(before, move, after)` for what a
decision brought, `ended(before, after)` for what was paid after the last one, and `proposed(position, move)`
for a move that nobody has played. No line names a place by its number: the page lights the place instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from reports.boards.canvas import Point
from reports.boards.film import UNITS
from reports.words.wording import listed

QUIET, REFUSED = "quiet", "refused"
"""Kinds of lines that a page may fold: those of which nobody speaks after the game, and offers refused."""

Lit = str
"""The outline of a place, as the `d` of a path in the units of a film."""

Cell = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A sentence without its full stop; `lit` are the places that it speaks of.

    One that `replaces` tells more of the same than the line before it, in whose place it stands.
    """

    words: str
    lit: Sequence[Lit] = ()
    kind: str = ""
    replaces: bool = False


def ring(place: Point, radius: float) -> Lit:
    """A circle about a place, in points as all here."""
    x, y, r = round(place[0] * UNITS), round(-place[1] * UNITS), round(radius * UNITS)
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def trail(points: Iterable[Point], closed: bool = False) -> Lit:
    """A line through places, or round them."""
    corners = "L".join(f"{round(x * UNITS)} {round(-y * UNITS)}" for x, y in points)
    return f"M{corners}{'z' if closed else ''}"


def outline(cells: Collection[Cell], side: float) -> Lit:
    """The sides that squares do not share, each `side` long, the middle of (0, 0) at the origin."""
    half, strokes = round(side * UNITS / 2), []
    for x, y in sorted(cells):
        left, up = round(x * side * UNITS) - half, round(-y * side * UNITS) - half
        for step, stroke in (
            ((0, 1), f"M{left} {up}h{2 * half}"),
            ((1, 0), f"M{left + 2 * half} {up}v{2 * half}"),
            ((0, -1), f"M{left} {up + 2 * half}h{2 * half}"),
            ((-1, 0), f"M{left} {up}v{2 * half}"),
        ):
            if (x + step[0], y + step[1]) not in cells:
                strokes.append(stroke)
    return "".join(strokes)


def owners(colours: Sequence[str]) -> str:
    """Whose something is: ``red's``, ``red's and blue's``."""
    return listed([f"{colour}'s" for colour in colours]) if colours else ""
