"""The panel at the side: what each player holds, the exchange, what has left the game, and a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from reports.boards.canvas import MARK, PIECE, Paint, box, rounded_box
from reports.boards.castle.cards import EDGE, GLOW, GLOW_RIM, PARCHMENT, ZONE_COLOURS, paint_mark, paint_token
from reports.boards.castle.coordinates import piles
from reports.boards.page import NOTE, Page, Row
from reports.pictures.style import INK, QUIET, RULE
from rules.castle.cards import ANY_ZONE
from rules.castle.options import COLOURS
from rules.castle.plan import ZONES
from rules.castle.position import Position
from rules.castle.state import NOBODY

WIDTH = 212.0
HALF = WIDTH / 2 + 2
"""Where the second column of a list begins."""

#: Right ends of the columns of numbers, from the left side of the panel.
COLUMNS = (("hand", 126.0), ("stock", 166.0), ("in play", 210.0))

#: Where names begin.
INDENT = 25.0


def panel_rows(position: Position) -> list[Row]:
    """The panel from the top down, in points."""
    in_play = Counter(
        int(position["token"][card]) for lowest, _, _ in piles(position) for card in position.pile(lowest)
    )
    rows: list[Row] = [(18.0, _draw_head)]
    for seat, word in enumerate(words(position)):
        height = 32.0 if word else 23.0
        counts = int(position["hand"][seat]).bit_count(), int(position["n_stock"][seat]), in_play[seat]
        rows.append((height, partial(_draw_player, seat, word, counts, height)))
    rows += [(18.0, None), *_list_rows("Exchange", position, position["exchange"])]
    if position["removed"]:  # CA-126
        rows += [(14.0, None), *_list_rows("Removed by the Assassin", position, position["removed"])]
    rows += [(18.0, None), (20.0, partial(_draw_heading, "Key"))]
    return rows + [(17.0, partial(_draw_key, zone, mark)) for zone, mark in enumerate(MARKS)]


def words(position: Position) -> list[str]:
    """The words beneath each player's name: who wins a finished game, else who is on turn."""
    seats = range(position["players"])
    if not position["over"]:
        return ["on turn" if seat == position["seat"] else "" for seat in seats]
    winners = position.winners()
    verb = "wins" if len(winners) == 1 else "shares the win"
    return [verb if seat in winners else "" for seat in seats]


# --- the players


def _draw_head(page: Page, left: float, top: float) -> None:
    """The names of the columns."""
    for word, right in COLUMNS:
        page.write((left + right, top - 11), word, NOTE, ha="right", colour=QUIET)
    page.canvas.line(Paint(MARK, None, RULE, 0.9), [(left, top - 16), (left + WIDTH, top - 16)])


def _draw_player(
    seat: int, word: str, counts: Sequence[int], height: float, page: Page, left: float, top: float
) -> None:
    """A player's token, name and cards; the row of who is on turn or wins is shaded."""
    middle = top - height / 2
    if word:
        shade = rounded_box((left + WIDTH / 2, middle), WIDTH + 8, height - 2, 4.0)
        page.canvas.path(Paint(MARK - 0.5, "#eef1f6"), shade)
        page.write((left + INDENT, middle - 10.5), word, NOTE)
    base = middle + 2.0 if word else middle - 3.6
    paint_token(page.canvas, (left + 11, middle), 8.5, seat)
    page.write((left + INDENT, base), COLOURS[seat].capitalize(), bold=bool(word))
    for (_, right), number in zip(COLUMNS, counts, strict=True):
        page.write((left + right, base), str(number), ha="right")


# --- lists of cards


def _list_rows(heading: str, position: Position, cards: int) -> list[Row]:
    """A heading with the number of cards in a mask, and the cards in two columns."""
    entries = entries_of(position, cards)
    half = -(-len(entries) // 2)
    return [
        (20.0, partial(_draw_heading, f"{heading} ({int(cards).bit_count()})")),
        *((15.5, partial(_draw_entries, entries[n::half])) for n in range(half)),
    ]


def entries_of(position: Position, cards: int) -> list[tuple[int, str]]:
    """The cards of a mask by zone and name, like ones together: ``Knight × 2``."""
    kinds = [position.kind(card) for card in range(position.box.n_cards) if cards >> card & 1]
    return [
        (zone, f"{name} \N{MULTIPLICATION SIGN} {n}" if n > 1 else name)
        for (zone, name), n in Counter((kind.zone, kind.name) for kind in kinds).items()
    ]


def _draw_heading(text: str, page: Page, left: float, top: float) -> None:
    page.write((left, top - 12), text, bold=True)


def _draw_entries(entries: Sequence[tuple[int, str]], page: Page, left: float, top: float) -> None:
    """One word in each column, with the stripe of its zone."""
    for n, (zone, word) in enumerate(entries):
        x = left + n * HALF
        page.canvas.polygon(Paint(MARK, ZONE_COLOURS[zone]), box((x + 2.5, top - 8.5), 5.0, 11.0))
        page.write((x + 9, top - 12), word, 9.5)


# --- the key

MARKS = ("male", "female", "soldier", "placed last", "no token")


def _draw_key(zone: int, mark: str, page: Page, left: float, top: float) -> None:
    """The stripe of a zone's cards, and a mark as it is on cards, with their words."""
    _draw_entries([(zone, "Knight" if zone == ANY_ZONE else ZONES[zone])], page, left, top)
    place = left + HALF + 6, top - 8.5
    if mark == "placed last":
        for n, look in enumerate(((GLOW_RIM, GLOW_RIM, 4.0), (GLOW, GLOW, 2.6), (PARCHMENT, EDGE, 0.6))):
            page.canvas.path(Paint(MARK + n / 10, *look), rounded_box(place, 9, 6, 2))
    elif mark == "no token":
        paint_token(page.canvas, place, 6.0, NOBODY)
    else:
        paint_mark(page.canvas, mark, place, 4.8 if mark == "soldier" else 5.0, PIECE, INK, 1.25)
    page.write((left + HALF + 18, top - 12), mark, 9.5)
