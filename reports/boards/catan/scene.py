"""The scene of a game of Catan: the island, and beside it what each player and the bank have."""

from __future__ import annotations

from typing import Any

from reports.boards.catan.coordinates import SEA_CORNER, SEA_REACH
from reports.boards.catan.island import paint_island
from reports.boards.catan.panels import WIDTH, side_rows
from reports.boards.page import Page, Scene
from rules.catan.position import Position

SHOW = ("ids",)
"""What a picture can show besides: the numbers of hexes, vertices and edges."""

#: The side of a hex, and the gap between the sea and the panels, in points.
SIDE, GUTTER = 56.0, 18.0


def scene(played: Any, show: str | None = None) -> Scene:
    """The moment at which a replayed game stands."""
    return island_scene(played.position, show == "ids")


def island_scene(position: Position, ids: bool = False) -> Scene:
    """The island on a table, at any moment of a game."""
    sea_width, sea_height = 2 * SEA_CORNER * SIDE, 2 * SEA_REACH * SIDE
    rows = side_rows(position)
    beside = sum(row for row, _ in rows)
    height = max(sea_height, beside)

    def paint(page: Page, left: float, top: float) -> None:
        page.put(paint_island(position, ids), (left + sea_width / 2, top - height / 2), SIDE)
        page.rows(rows, left + sea_width + GUTTER, top - (height - beside) / 2)

    return Scene(sea_width + GUTTER + WIDTH, height, paint)
