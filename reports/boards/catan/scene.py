"""The scene of a game of Catan: the island, and beside it what each player and the bank have."""

from __future__ import annotations

from collections.abc import Callable

from reports.boards.canvas import Canvas
from reports.boards.catan import story as story
from reports.boards.catan.coordinates import SEA_CORNER, SEA_REACH, SIDE
from reports.boards.catan.island import paint_island, paint_map, paint_pieces, seat_colours
from reports.boards.catan.panels import WIDTH, side_rows
from reports.boards.page import NOTE, Held, Page, Scene, Seat, Window
from reports.pictures.style import QUIET, RESOURCE_COLOURS
from reports.words.wording import capital
from rules.catan.options import RESOURCES, Shortage
from rules.catan.position import Position
from rules.catan.state import CARDS
from simulate.games.catan.transcript import CARD_WORDS, tell_tokens

SHOW = ("ids",)
"""What a picture can show besides: the numbers of hexes, vertices and edges."""

GUTTER = 18.0
"""Between the sea and the panels, in points."""

#: Marks of development cards and of awards.
CARD, AWARD = "#7d4a9e", "#ffd84d"

IDS = ("Numbers as in records:", "hexes in squares,", "vertices in white discs,", "edges in yellow discs.")
"""What the numbers of places are, in a corner that the sea leaves free."""

TIMES = "\N{MULTIPLICATION SIGN}"


def board(position: Position) -> Callable[[Page], Window]:
    """Draws the island alone, its middle at the origin; the map is painted once."""
    half_width, half_height = SEA_CORNER * SIDE, SEA_REACH * SIDE
    maps: list[Canvas] = []

    def draw(page: Page) -> Window:
        if not maps:
            maps.append(paint_map(position))
        page.put(maps[0], (0.0, 0.0), SIDE)
        pieces = Canvas()
        paint_pieces(position, pieces)
        page.put(pieces, (0.0, 0.0), SIDE)
        return -half_width, -half_height, half_width, half_height

    return draw


def seats(position: Position) -> list[Seat]:
    """The cards that each seat has in hand, and the awards that it holds."""
    seats_of_island = []
    for seat, colour in enumerate(seat_colours(position.players)):
        resources = zip(RESOURCES, position["hands"][seat].tolist(), strict=True)
        cards = zip(CARDS, position["cards"][seat].tolist(), strict=True)
        holds = [(f"{n} {name}", RESOURCE_COLOURS[name]) for name, n in resources if n]
        holds += [(f"{CARD_WORDS[card].removeprefix('a ')} {TIMES} {n}", CARD) for card, n in cards if n]
        if knights := int(position["knights"][seat]):
            unit = "knights" if knights > 1 else "knight"
            holds.append((f"{knights} {unit} played", ""))
        if tokens := int(position["welfare_tokens"][seat]):
            holds.append((tell_tokens(tokens), ""))
        for award, holder in (("Longest Road", "road_holder"), ("Largest Army", "army_holder")):
            if position[holder] == seat:
                holds.append((award, AWARD))
        seats_of_island.append(Seat(colour, holds))
    return seats_of_island


def common(position: Position) -> list[Held]:
    """What the bank holds, where it is counted, and the development cards that are left."""
    bank = zip(RESOURCES, position["bank"].tolist(), strict=True)
    is_counted = position.options.shortage != Shortage.UNLIMITED
    bank_cards = [(f"{n} {name}", RESOURCE_COLOURS[name]) for name, n in bank if is_counted]
    return [("bank:", ""), *bank_cards, (f"{position['n_deck']} development cards", CARD)]


EFFECTS = {
    "knight": "moves the robber and steals a card; three played may win the Largest Army (CT-95)",
    "road_building": "two roads free of charge (CT-96)",
    "year_of_plenty": "any two cards of the bank (CT-97)",
    "monopoly": "all others hand over all their cards of a resource (CT-98)",
    "victory_point": "counts a point and is never played (CT-99)",
}
"""What development cards do."""


def notes(position: Position) -> dict[str, str]:
    """What every development card does, by name."""
    names = {card: CARD_WORDS[card].removeprefix("a ") for card in CARDS}
    return {name: f"{capital(name)}: {EFFECTS[card]}" for card, name in names.items()}


def scene(position: Position, show: str | None = None) -> Scene:
    """The island on a table, at any moment of a game."""
    sea_width, sea_height = 2 * SEA_CORNER * SIDE, 2 * SEA_REACH * SIDE
    rows = side_rows(position)
    panel_height = sum(row for row, _ in rows)
    height = max(sea_height, panel_height)

    def paint(page: Page, left: float, top: float) -> None:
        page.put(paint_island(position, show == "ids"), (left + sea_width / 2, top - height / 2), SIDE)
        if show == "ids":
            for n, line in enumerate(reversed(IDS)):
                y = top - (height + sea_height) / 2 + n * 1.5 * NOTE
                page.write((left, y), line, NOTE, colour=QUIET)
        page.rows(rows, left + sea_width + GUTTER, top - (height - panel_height) / 2)

    return Scene(sea_width + GUTTER + WIDTH, height, paint)
