"""The panel at the side: what each player holds, the exchange, what has left the game, and a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from reports.castle_board.cards import EDGE, GLOW, GLOW_RIM, PARCHMENT, ZONE_COLOURS, Pen
from reports.castle_board.position import CastlePosition, Character, Player
from reports.castle_board.shapes import (
    box,
    paint_gender,
    paint_no_token,
    paint_swords,
    paint_token,
    rounded_box,
)
from reports.drawing import NOTE, TEXT, measure
from reports.style import INK, QUIET, RULE
from reports.tiles.canvas import MARK, PIECE, Paint

WIDTH = 212.0

#: Right ends of the columns of numbers, from the left side of the panel.
COLUMNS = (("hand", 126.0), ("stock", 166.0), ("in play", 210.0))

#: A token's radius; where names begin, and how long they may be.
TOKEN = 8.5
INDENT = 25.0
NAME = 82.0

ON_TURN = "#eef1f6"


@dataclass(frozen=True)
class Row:
    """A row of the panel: its height, and what draws it from its left upper corner."""

    height: float
    draw: Callable[[Pen, float, float], None]


def panel_rows(position: CastlePosition) -> list[Row]:
    """The panel from the top down, in points."""
    in_play = Counter(
        card.owner
        for piles in (position.castle.values(), position.engines.values(), position.outside)
        for pile in piles
        for card in pile
    )
    rows = [Row(18.0, _draw_head)]
    for seat, player in enumerate(position.players):
        numbers = (player.hand, player.stock, in_play[seat])
        rows.append(Row(32.0 if player.word else 23.0, partial(_draw_player, seat, player, numbers)))
    rows += [Row(18.0, _draw_nothing), *_list_rows("Exchange", position.exchange)]
    if position.removed:
        rows += [Row(14.0, _draw_nothing), *_list_rows("Removed by the Assassin", position.removed)]
    rows += [Row(18.0, _draw_nothing), Row(20.0, partial(_draw_heading, "Key"))]
    for left, right in KEY:
        rows.append(Row(17.0, partial(_draw_key, left, right)))
    return rows


def draw_panel(pen: Pen, rows: Sequence[Row], left: float, top: float) -> None:
    """Draw rows from `top` downwards."""
    for row in rows:
        row.draw(pen, left, top)
        top -= row.height


def _draw_nothing(pen: Pen, left: float, top: float) -> None:
    """A gap."""


# --- the players


def _draw_head(pen: Pen, left: float, top: float) -> None:
    """The names of the columns."""
    for word, right in COLUMNS:
        pen.write((left + right, top - 11), word, NOTE, ha="right", colour=QUIET)
    pen.canvas.line(Paint(MARK, None, RULE, 0.9), [(left, top - 16), (left + WIDTH, top - 16)])


def _draw_player(
    seat: int, player: Player, numbers: Sequence[int], pen: Pen, left: float, top: float
) -> None:
    """A player's token, name and cards; the row of who is on turn or wins is shaded."""
    height = 32.0 if player.word else 23.0
    middle = top - height / 2
    if player.word:
        shade = rounded_box((left + WIDTH / 2, middle), WIDTH + 8, height - 2, 4.0)
        pen.canvas.path(Paint(MARK - 0.5, ON_TURN), shade)
        pen.write((left + INDENT, middle - 10.5), player.word, NOTE, colour=INK)
    base = middle + 2.0 if player.word else middle - 3.6
    paint_token(pen.canvas, (left + 11, middle), TOKEN, player.colour, seat + 1)
    bold = bool(player.word)
    size = TEXT * min(1.0, NAME / max(NAME, measure(player.name, TEXT, bold)))
    pen.write((left + INDENT, base), player.name, size, bold)
    for (_, right), number in zip(COLUMNS, numbers, strict=True):
        pen.write((left + right, base), str(number), TEXT, ha="right")


# --- lists of cards


def _list_rows(heading: str, cards: Sequence[Character]) -> list[Row]:
    """A heading with the number of cards, and the cards in two columns, like ones together."""
    entries = list(Counter(cards).items())
    half = -(-len(entries) // 2)
    rows = [Row(20.0, partial(_draw_heading, f"{heading} ({len(cards)})"))]
    for n in range(half):
        rows.append(Row(15.5, partial(_draw_entries, entries[n::half])))
    return rows


def _draw_heading(text: str, pen: Pen, left: float, top: float) -> None:
    pen.write((left, top - 12), text, TEXT, bold=True)


def _draw_entries(entries: Sequence[tuple[Character, int]], pen: Pen, left: float, top: float) -> None:
    """One card in each column, with the colour of its zone."""
    for n, (character, count) in enumerate(entries):
        x = left + n * (WIDTH / 2 + 2)
        pen.canvas.polygon(Paint(MARK, ZONE_COLOURS[character.zone]), box((x + 2.5, top - 8.5), 5.0, 11.0))
        several = f" \N{MULTIPLICATION SIGN} {count}" if count > 1 else ""
        pen.write((x + 9, top - 12), character.name + several, 9.5)


# --- the key

KEY = (
    ("courtyard", "male"),
    ("ramparts", "female"),
    ("towers", "soldier"),
    ("outside", "placed last"),
    ("Knight", "no token"),
)


def _draw_key(first: str, second: str, pen: Pen, left: float, top: float) -> None:
    """The stripe of a zone's cards and a mark, with their words."""
    zone = "any" if first == "Knight" else first
    pen.canvas.polygon(Paint(MARK, ZONE_COLOURS[zone]), box((left + 2.5, top - 8.5), 5.0, 11.0))
    pen.write((left + 9, top - 12), first, 9.5)
    middle = left + WIDTH / 2 + 2
    _draw_mark(second, pen, middle + 6, top - 8.5)
    pen.write((middle + 18, top - 12), second, 9.5)


def _draw_mark(word: str, pen: Pen, x: float, y: float) -> None:
    """A mark as it is on cards."""
    canvas = pen.canvas
    stroke = Paint(PIECE, None, INK, 1.25)
    if word == "soldier":
        paint_swords(canvas, (x, y), 4.8, stroke)
    elif word == "placed last":
        canvas.path(Paint(MARK, GLOW_RIM, GLOW_RIM, 4.0), rounded_box((x, y), 9, 6, 2))
        canvas.path(Paint(MARK + 0.1, GLOW, GLOW, 2.6), rounded_box((x, y), 9, 6, 2))
        canvas.path(Paint(MARK + 0.2, PARCHMENT, EDGE, 0.6), rounded_box((x, y), 9, 6, 2))
    elif word == "no token":
        paint_no_token(canvas, (x, y), 6.0)
    else:
        paint_gender(canvas, word, (x, y), 5.0, stroke)
