"""The scene of a game of Castle: the castle on its meadow with every card in play, and the panel."""

from __future__ import annotations

from collections.abc import Callable

from reports.boards.canvas import Canvas, Point, turn
from reports.boards.castle import story as story
from reports.boards.castle.cards import ZONE_COLOURS, Cards
from reports.boards.castle.coordinates import (
    HEADING,
    NORTH,
    OUTER,
    PITCH,
    SOUTH,
    WEST_EAST,
    meadow_south,
    n_outside,
    piles,
    space_at,
)
from reports.boards.castle.effects import effects
from reports.boards.castle.ground import ground_of
from reports.boards.castle.panel import WIDTH, entries_of, panel_rows
from reports.boards.page import NOTE, TEXT, Held, Page, Scene, Seat, Window
from reports.pictures.style import QUIET
from rules.castle.options import COLOURS
from rules.castle.plan import SIDE, WALLS
from rules.castle.position import Position
from rules.castle.state import NO_CARD

SHOW = ()
"""What a picture can show besides: nothing."""

#: Between the meadow and the panel; room for the coordinates.
GUTTER = 18.0
AXIS = 15.0

WALL = 12.5
"""Size of the letter of a wall."""

WATCHED = 1.7
"""Words of a board to watch are so many times as large, as it is shown smaller than a picture."""

FOREST = "#38541f"


def board(position: Position) -> Callable[[Page], Window]:
    """Draws the castle and the cards outside, the castle's middle at the origin."""
    grounds: dict[tuple[object, ...], Canvas] = {}

    def draw(page: Page) -> Window:
        looks = meadow_south(n_outside(position)), *(position["engine"] != NO_CARD).tolist()
        if looks not in grounds:
            grounds[looks] = ground_of(position)
        _draw_board(page, position, (0.0, 0.0), grounds[looks], WATCHED)
        across, lower = WEST_EAST * PITCH, meadow_south(n_outside(position)) * PITCH
        return -across - WATCHED * AXIS, lower, across, NORTH * PITCH + WATCHED * AXIS

    return draw


def seats(position: Position) -> list[Seat]:
    """The cards that each seat has in hand, by name, and how many in stock."""
    hands, stocks = position["hand"].tolist(), position["n_stock"].tolist()
    return [
        Seat(COLOURS[seat], [*_cards_of(position, hands[seat]), (f"{stocks[seat]} in stock", "")])
        for seat in range(position.players)
    ]


def common(position: Position) -> list[Held]:
    """The cards of the exchange, and those that the Assassin removed."""
    removed = _cards_of(position, position["removed"])
    cards = [("exchange:", ""), *_cards_of(position, position["exchange"])]
    if removed:
        cards += [("removed:", ""), *removed]
    return cards


def notes(position: Position) -> dict[str, str]:
    """What every character does, by name."""
    return effects(position.box)


def _cards_of(position: Position, cards: int) -> list[Held]:
    """The cards of a mask by name, each with the colour of its zone."""
    return [(words, ZONE_COLOURS[zone]) for zone, words in entries_of(position, cards)]


def scene(position: Position, show: str | None = None) -> Scene:
    """The castle on a table, at any moment of a game."""
    rows = panel_rows(position)
    meadow = 2 * WEST_EAST * PITCH
    body = max((NORTH - meadow_south(n_outside(position))) * PITCH, sum(height for height, _ in rows))

    def paint(page: Page, left: float, top: float) -> None:
        top -= AXIS
        origin = left + AXIS + WEST_EAST * PITCH, top - NORTH * PITCH
        _draw_board(page, position, origin, ground_of(position))
        page.rows(rows, left + AXIS + meadow + GUTTER, top)

    return Scene(AXIS + meadow + GUTTER + WIDTH, AXIS + body, paint, under_title=10.0, over_caption=12.0)


def _draw_board(page: Page, position: Position, origin: Point, ground: Canvas, larger: float = 1.0) -> None:
    """The castle on its meadow, every pile in play, and the words beside them, so many times as large."""
    page.put(ground, origin, PITCH)

    def place(point: Point, right: float = 0.0, up: float = 0.0) -> tuple[float, float]:
        return origin[0] + point[0] * PITCH + right, origin[1] + point[1] * PITCH + up

    cards = Cards(page, position)
    for lowest, at, (width, height) in piles(position):
        cards.pile(lowest, place(at), width * PITCH, height * PITCH)
    for n, wall in enumerate(WALLS):
        label_place = place(turn((0.64, OUTER + 0.27), n), up=-4.5 * larger)
        page.write(label_place, wall, WALL * larger, bold=True, ha="center", colour=FOREST)
    heading = place((-WEST_EAST + 0.12, -SOUTH - HEADING + 0.06))
    page.write(heading, "Outside", TEXT * larger, bold=True, colour=FOREST)
    for n in range(SIDE):
        x, y = space_at(n, n)
        page.write(place((x, NORTH), up=5), str(n), NOTE * larger, ha="center", colour=QUIET)
        beside = place((-WEST_EAST, y), right=-5, up=-3 * larger)
        page.write(beside, str(n), NOTE * larger, ha="right", colour=QUIET)
