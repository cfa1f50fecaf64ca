"""Zones as they are laid on the table: how much room each takes, and how it is drawn at a moment.

A block keeps what it shows at every moment of the game, so that it has room for all of them and nothing on
the table moves but what was moved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, isqrt
from typing import Any

from reports.boards.canvas import BODY, PIECE
from reports.boards.page import Page
from reports.boards.plain.pieces import (
    CARD,
    GLOW,
    LIGHT,
    LIGHT_INK,
    PARCHMENT,
    PIPS,
    SHORT,
    SOFT_INK,
    badge,
    change_words,
    chip,
    die,
    face_down,
    face_size,
    face_up,
    fit,
    ghost,
    ink_for,
    plate,
    rim,
    seat_token,
)
from reports.boards.plain.reading import Read
from reports.boards.plain.words import Thing, is_number, number_words, text_of
from reports.pictures.fonts import measure
from reports.pictures.style import INK

GAP = 6.0
STRIP = 19.0
"""What is seen of a card at least that another covers."""
ROWS = 2
"""Rows of cards, at most, before like ones are put together."""


class Block(ABC):
    """A zone at all moments."""

    can_shrink = False
    """Whether it can do with less room than it would like."""

    def __init__(self, zone: Read) -> None:
        self.zone = zone

    @abstractmethod
    def size(self, room: float) -> tuple[float, float]:
        """How wide and high it is where there is so much room across."""

    @abstractmethod
    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """Draw moment `n`."""

    @abstractmethod
    def words(self, n: int) -> str:
        """What lies there at moment `n`."""

    @property
    def natural(self) -> float:
        """How wide it would like to be."""
        return self.size(10_000)[0]


# --- cards


class Cards(Block):
    """Cards side by side: one, a hand, a row; they overlap where there are many."""

    can_shrink = True

    def __init__(self, zone: Read, faces: Sequence[Sequence[Thing]]) -> None:
        super().__init__(zone)
        self.faces = faces
        kinds = {thing for things in faces for thing in things}
        sizes = [face_size(thing.title, thing.lines) for thing in kinds] or [CARD]
        self.card = max(width for width, _ in sizes), max(height for _, height in sizes)
        self.is_short = all(len(thing.title) <= SHORT for thing in kinds)
        self.most = max(1, *map(len, faces))
        together = [list(Counter(things).items()) for things in faces]
        self.together = together
        self.most_kinds = max(1, *map(len, together))

    def _are_together(self, room: float) -> bool:
        """Whether like cards are put together, as all of them would not fit."""
        return not self.is_short and self.most_kinds < self.most and self._rows(self.most, room) > ROWS

    def _rows(self, n: int, room: float) -> int:
        """In how many rows so many cards lie."""
        width = self.card[0]
        step = STRIP if self.is_short else width + GAP
        in_row = max(1, int((room - width) // step) + 1)
        return ceil(n / in_row)

    def size(self, room: float) -> tuple[float, float]:
        """As wide as the most cards of any moment."""
        most = self.most_kinds if self._are_together(room) else self.most
        rows, (width, height) = self._rows(most, room), self.card
        across = ceil(most / rows) * (width + GAP) - GAP
        return min(across, room), rows * (height + GAP) - GAP

    def _stacks(self, n: int, room: float) -> list[tuple[Thing, int]]:
        """What lies there, each with how many of it lie on one another."""
        return self.together[n] if self._are_together(room) else [(thing, 1) for thing in self.faces[n]]

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """Rows from the left; what has come is rimmed."""
        stacks, (width, height) = self._stacks(n, room), self.card
        most = self.most_kinds if self._are_together(room) else self.most
        rows = self._rows(most, room)
        in_row = ceil(most / rows)
        if not stacks:
            ghost(page, (left + width / 2, top - height / 2), self.card)
        new = self._new(n, stacks, room)
        for row in range(rows):
            line = stacks[row * in_row : (row + 1) * in_row]
            widest = (room - width) / max(1, len(line) - 1)
            step = min(width + GAP, widest)
            for k, (thing, count) in enumerate(line):
                x, y = left + k * step + width / 2, top - row * (height + GAP) - height / 2
                covered = step < width - 1 and k < len(line) - 1
                depth = 0.01 * k + 0.3 * row
                is_new = row * in_row + k in new
                face_up(
                    page,
                    (x, y),
                    self.card,
                    thing.title,
                    thing.lines,
                    thing.colour,
                    depth,
                    is_new,
                    step if covered else None,
                )
                if count > 1:
                    badge(page, (x + width / 2 - 8, y - height / 2 + 6), f"\N{MULTIPLICATION SIGN}{count}")
                if thing.seat is not None:
                    seat_token(page, (x + width / 2 - 5, y + height / 2 - 4), 7.5, thing.seat)

    def _new(self, n: int, stacks: Sequence[tuple[Thing, int]], room: float) -> set[int]:
        """Places of what was not there a moment ago."""
        if n == 0:
            return set()
        left = Counter(self.faces[n - 1])
        if self._are_together(room):
            return {k for k, (thing, count) in enumerate(stacks) if count > left[thing]}
        new = set()
        for k, (thing, _) in enumerate(stacks):
            if left[thing] > 0:
                left[thing] -= 1
            else:
                new.add(k)
        return new

    def words(self, n: int) -> str:
        """Every card."""
        return ", ".join(thing.words for thing in self.faces[n]) or "nothing"


class Pile(Block):
    """Cards on one another: their number, and the uppermost if it lies face up."""

    def __init__(self, zone: Read, counts: Sequence[int], tops: Sequence[Thing | None], pool: int) -> None:
        super().__init__(zone)
        self.counts, self.tops, self.pool = counts, tops, pool
        sizes = [face_size(thing.title, thing.lines) for thing in tops if thing] or [CARD]
        self.card = max(width for width, _ in sizes), max(height for _, height in sizes)

    def size(self, room: float) -> tuple[float, float]:
        """A card, and what is seen of those under it."""
        return self.card[0] + 6, self.card[1] + 8

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """The higher the pile the deeper it looks."""
        (width, height), count = self.card, self.counts[n]
        x, y = left + width / 2, top - height / 2
        if not count:
            ghost(page, (x, y), self.card)
            return
        layers = min(4, 1 + (count - 1) // 5) if count > 1 else 0
        for k in range(layers, 0, -1):
            place = x + 1.5 * k, y - 1.5 * k
            if self.zone.face_down:
                face_down(page, place, self.card, self.pool, -0.05 * k)
            else:
                page.put(plate(width, height, PARCHMENT, BODY - 0.05 * k, "#b7af9b", shadow=True), place, 1.0)
        changed = n > 0 and (count, self.tops[n]) != (self.counts[n - 1], self.tops[n - 1])
        if self.zone.face_down:
            if changed:
                page.put(rim(width, height, BODY), (x, y), 1.0)
            face_down(page, (x, y), self.card, self.pool)
        else:
            thing = self.tops[n] or Thing("")
            face_up(page, (x, y), self.card, thing.title, thing.lines, thing.colour, 0.0, changed)
        badge(page, (x + 1, y - height / 2 - 1.5), str(count))

    def words(self, n: int) -> str:
        """How many there are, and which is seen."""
        top = self.tops[n]
        if self.zone.face_down or top is None:
            return f"{self.counts[n]} face down" if self.zone.face_down else str(self.counts[n])
        return f"{self.counts[n]}, the uppermost {top.words}"


class Lines(Block):
    """Several rows of cards below one another, perhaps each with a name."""

    def __init__(self, zone: Read, names: Sequence[Thing], rows: Sequence[Cards]) -> None:
        super().__init__(zone)
        self.names, self.rows = names, rows
        self.label = max([measure(name.title, 10.0, True) for name in names if name.title], default=-8.0) + 8

    def size(self, room: float) -> tuple[float, float]:
        """All rows."""
        sizes = [row.size(room - self.label) for row in self.rows] or [CARD]
        return self.label + max(w for w, _ in sizes), sum(h + GAP for _, h in sizes) - GAP

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """From the top down."""
        for name, row in zip(self.names, self.rows, strict=True):
            height = row.size(room - self.label)[1]
            if name.title:
                page.write((left, top - height / 2 - 3.6), name.title, 10.0, bold=True, colour=LIGHT_INK)
            row.paint(page, n, left + self.label, top, room - self.label)
            top -= height + GAP

    def words(self, n: int) -> str:
        """Row by row."""
        return "; ".join(
            f"{name.title} {row.words(n)}".strip() for name, row in zip(self.names, self.rows, strict=True)
        )


# --- numbers


class Number(Block):
    """A number on a counter, or on a chip; beside it how it has changed."""

    HEIGHT = 30.0
    CHANGE = 25.0

    def __init__(self, zone: Read, numbers: Sequence[Any], is_chip: bool) -> None:
        super().__init__(zone)
        self.numbers, self.is_chip = numbers, is_chip
        texts = [number_words(number) for number in numbers if is_number(number)]
        self.width = max(30.0, max((measure(text, 13.0, True) for text in texts), default=0.0) + 16)
        self.is_chip = is_chip and all(len(text) <= 3 for text in texts)

    def size(self, room: float) -> tuple[float, float]:
        """The counter and room for a change."""
        return self.width + self.CHANGE, self.HEIGHT

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """The counter; nothing where there is no number."""
        number, before = self.numbers[n], self.numbers[n - 1] if n else self.numbers[n]
        x, y = left + self.width / 2, top - self.HEIGHT / 2
        text = number_words(number) if is_number(number) else "\N{EN DASH}"
        changed = text_of(number) != text_of(before)
        if self.is_chip:
            if changed:
                page.put(rim(28.0, 28.0, BODY, 14.0), (x, y), 1.0)
            page.put(chip(14.5, "#a8423a"), (x, y), 1.0)
            size = 11.0 if len(text) < 3 else 8.5
        else:
            if changed:
                page.put(rim(self.width, 26.0, BODY, 13.0), (x, y), 1.0)
            page.put(plate(self.width, 26.0, PARCHMENT, BODY, "#b7af9b", 13.0, 1.0, True), (x, y), 1.0)
            size = 13.0
        page.write((x, y - size * 0.36), text, size, bold=True, ha="center")
        if changed and is_number(number) and is_number(before):
            page.write(
                (left + self.width + 5, y - 4), change_words(before, number), 11.0, bold=True, colour=GLOW
            )

    def words(self, n: int) -> str:
        """The number."""
        return text_of(self.numbers[n])


class Tally(Block):
    """Numbers with names: how many there are of each good."""

    HEIGHT = 20.0

    def __init__(self, zone: Read, names: Sequence[Thing], numbers: Sequence[Sequence[Any]]) -> None:
        super().__init__(zone)
        self.names, self.numbers = names, numbers
        widths = []
        for name, column in zip(names, zip(*numbers, strict=True), strict=True):
            number = max(measure(text_of(value), 10.5, True) for value in column)
            widths.append(measure(name.title, 10.0) + number + 24 + 12 * bool(name.colour))
        self.widths = widths

    def _places(self, room: float) -> Iterator[tuple[float, float]]:
        x = y = 0.0
        for width in self.widths:
            if x and x + width > room:
                x, y = 0.0, y + self.HEIGHT + 5
            yield x, y
            x += width + GAP

    def size(self, room: float) -> tuple[float, float]:
        """In as many rows as it takes."""
        places = list(self._places(room)) or [(0.0, 0.0)]
        right = max((x + width for (x, _), width in zip(places, self.widths, strict=False)), default=30.0)
        return min(right, room), places[-1][1] + self.HEIGHT

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """A plate each."""
        for k, ((x, y), width) in enumerate(zip(self._places(room), self.widths, strict=True)):
            name, number = self.names[k], self.numbers[n][k]
            middle = left + x + width / 2, top - y - self.HEIGHT / 2
            if n and text_of(number) != text_of(self.numbers[n - 1][k]):
                page.put(rim(width, self.HEIGHT, BODY, 6.0), middle, 1.0)
            page.put(plate(width, self.HEIGHT, PARCHMENT, BODY, "#b7af9b", 6.0), middle, 1.0)
            at = left + x + 7
            if name.colour:
                page.put(plate(9.0, 9.0, name.colour, BODY + 0.1, "", 2.5), (at + 4.5, middle[1]), 1.0)
                at += 13
            page.write((at, middle[1] - 3.6), name.title, 10.0)
            page.write((left + x + width - 7, middle[1] - 3.8), text_of(number), 10.5, bold=True, ha="right")

    def words(self, n: int) -> str:
        """Each with its number."""
        pairs = zip(self.names, self.numbers[n], strict=True)
        return ", ".join(f"{name.title} {text_of(number)}" for name, number in pairs) or "nothing"


class Dice(Block):
    """Dice with their pips."""

    SIDE = 30.0

    def __init__(self, zone: Read, rolls: Sequence[Sequence[int]]) -> None:
        super().__init__(zone)
        self.rolls = rolls
        self.most = max(1, *map(len, rolls))

    def _in_row(self, room: float) -> int:
        return max(1, int((room + GAP) // (self.SIDE + GAP)))

    def size(self, room: float) -> tuple[float, float]:
        """Side by side."""
        in_row = self._in_row(room)
        rows = ceil(self.most / in_row)
        return min(self.most, in_row) * (self.SIDE + GAP) - GAP, rows * (self.SIDE + GAP) - GAP

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """Dice that show something else are rimmed."""
        before = self.rolls[n - 1] if n else self.rolls[n]
        for k, value in enumerate(self.rolls[n]):
            row, column = divmod(k, self._in_row(room))
            place = (
                left + column * (self.SIDE + GAP) + self.SIDE / 2,
                top - row * (self.SIDE + GAP) - self.SIDE / 2,
            )
            if value and (k >= len(before) or before[k] != value):
                page.put(rim(self.SIDE, self.SIDE, BODY, self.SIDE * 0.2), place, 1.0)
            page.put(die(value, self.SIDE), place, 1.0)
            if value and value not in PIPS:
                page.write((place[0], place[1] - 4.3), str(value), 12.0, bold=True, ha="center")

    def words(self, n: int) -> str:
        """The numbers."""
        return ", ".join(map(str, self.rolls[n])) or "none"


# --- boards


class Track(Block):
    """Numbered fields in a line that turns back at the edge, and who stands on each."""

    FIELD, HIGH = 36.0, 44.0

    def __init__(
        self, zone: Read, last: int, stands: Sequence[Sequence[tuple[int | None, int, int]]]
    ) -> None:
        super().__init__(zone)
        self.last, self.stands = last, stands

    def _in_row(self, room: float) -> int:
        most = max(1, int(room // self.FIELD))
        rows = ceil((self.last + 1) / most)
        return ceil((self.last + 1) / rows)

    def size(self, room: float) -> tuple[float, float]:
        """Rows of fields."""
        in_row = self._in_row(room)
        return in_row * self.FIELD, ceil((self.last + 1) / in_row) * self.HIGH

    def _middle(self, field: int, room: float) -> tuple[float, float]:
        row, column = divmod(field, self._in_row(room))
        if row % 2:
            column = self._in_row(room) - 1 - column
        return (column + 0.5) * self.FIELD, (row + 0.5) * self.HIGH

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """The fields, and the tokens of a field side by side."""
        for field in range(self.last + 1):
            x, y = self._middle(field, room)
            is_end = field in (0, self.last)
            fill = "#7b978d" if is_end else "#54776b"
            page.put(plate(self.FIELD - 3, self.HIGH - 3, fill, BODY - 1, "", 5.0), (left + x, top - y), 1.0)
            corner = left + x - self.FIELD / 2 + 4.5, top - y + self.HIGH / 2 - 11.5
            page.write(corner, str(field), 8.0, bold=is_end, colour=LIGHT_INK if is_end else SOFT_INK)
        before = set(self.stands[n - 1]) if n else set(self.stands[n])
        there: dict[int, list[tuple[int | None, int, int]]] = {}
        for token in self.stands[n]:
            there.setdefault(token[2], []).append(token)
        for field, tokens in there.items():
            x, y = self._middle(field, room)
            side = isqrt(len(tokens) - 1) + 1
            step = min(15.0, (self.FIELD - 5) / side)
            for k, token in enumerate(tokens):
                row, column = divmod(k, side)
                wide = min(side, len(tokens) - row * side)
                place = (
                    left + x + (column - (wide - 1) / 2) * step,
                    top - y - 5.5 - (row - (ceil(len(tokens) / side) - 1) / 2) * step,
                )
                radius = step / 2 - 0.3 if side > 1 else 10.0
                if token not in before:
                    page.put(rim(2 * radius, 2 * radius, PIECE, radius), place, 1.0)
                if token[0] is None:
                    page.put(plate(2 * radius, 2 * radius, PARCHMENT, PIECE, INK, radius), place, 1.0)
                else:
                    seat_token(page, place, radius, token[0])

    def words(self, n: int) -> str:
        """Who is where."""
        parts = []
        for seat in dict.fromkeys(token[0] for token in self.stands[n]):
            fields = " and ".join(str(field) for who, _, field in self.stands[n] if who == seat)
            parts.append(fields if seat is None else f"seat {seat + 1} on {fields}")
        return ", ".join(parts) or "nobody"


class Grid(Block):
    """Fields in rows and columns, each empty or with a thing in it."""

    def __init__(
        self, zone: Read, boards: Sequence[Sequence[Sequence[Thing | None]]], first: tuple[int, int]
    ) -> None:
        super().__init__(zone)
        self.boards, self.first = boards, first
        self.n_rows = max(1, *map(len, boards))
        self.n_columns = max([1, *(len(row) for board in boards for row in board)])
        things = {thing for board in boards for row in board for thing in row if thing}
        wide = max([0.0, *(measure(word, 9.5, True) for thing in things for word in thing.title.split(" "))])
        self.wish = min(74.0, max(44.0, wide + 8, 190 / self.n_columns))

    LABEL = 13.0

    def _side(self, room: float) -> float:
        return max(16.0, min(self.wish, (room - self.LABEL) / self.n_columns))

    def size(self, room: float) -> tuple[float, float]:
        """Square fields, and the numbers beside them."""
        side = self._side(room)
        return self.LABEL + self.n_columns * side, self.LABEL + self.n_rows * side

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """Every field."""
        side, left, top = self._side(room), left + self.LABEL, top - self.LABEL
        board, before = self.boards[n], self.boards[n - 1] if n else self.boards[n]
        for column in range(self.n_columns):
            place = left + (column + 0.5) * side, top + 3.5
            page.write(place, str(column + self.first[1]), 8.5, ha="center", colour=SOFT_INK)
        for r, row in enumerate(board):
            y = top - (r + 0.5) * side
            page.write((left - 5, y - 3), str(r + self.first[0]), 8.5, ha="right", colour=SOFT_INK)
            for c, thing in enumerate(row):
                place = left + (c + 0.5) * side, y
                page.put(plate(side - 2, side - 2, LIGHT, BODY - 1, LIGHT, 4.0, 0.16), place, 1.0)
                old = before[r][c] if r < len(before) and c < len(before[r]) else None
                self._thing(page, place, side, thing, thing != old)

    def _thing(
        self, page: Page, place: tuple[float, float], side: float, thing: Thing | None, new: bool
    ) -> None:
        """A token of a seat, or a tile with its words; a rim also where something was taken away."""
        if thing is None:
            if new:
                page.put(rim(side - 4, side - 4, BODY - 0.9, 4.0), place, 1.0)
                page.put(plate(side - 4, side - 4, "#4c6d63", BODY - 0.8, "", 4.0), place, 1.0)
            return
        if thing.seat is not None:
            radius = side * 0.36
            if new:
                page.put(rim(2 * radius, 2 * radius, PIECE, radius), place, 1.0)
            seat_token(page, place, radius, thing.seat, thing.title if len(thing.title) <= 2 else None)
            return
        inner = side - 7 if side > 24 else side - 3
        if new:
            page.put(rim(inner, inner, BODY, 4.0), place, 1.0)
        page.put(
            plate(inner, inner, thing.colour or PARCHMENT, BODY, "#b7af9b", 4.0, 1.0, side > 24), place, 1.0
        )
        most = 1 if len(thing.title) <= SHORT else 2
        lines, size = fit(thing.title, inner - 3, most, 15.0 if most == 1 else 10.0, 6.0)
        ink = ink_for(thing.colour or PARCHMENT)
        y = place[1] + len(lines) * size * 0.6
        for line in lines:
            y -= size * 1.2
            page.write((place[0], y + size * 0.24), line, size, bold=True, ha="center", colour=ink)

    def words(self, n: int) -> str:
        """What lies where."""
        filled = []
        for r, row in enumerate(self.boards[n]):
            for c, thing in enumerate(row):
                if thing:
                    whose = "" if thing.seat is None else f" (seat {thing.seat + 1})"
                    filled.append(f"{r + self.first[0]}, {c + self.first[1]}: {thing.words}{whose}")
        return "; ".join(filled) or "empty"


# --- words


class Words(Block):
    """What cannot be drawn otherwise."""

    def __init__(self, zone: Read, texts: Sequence[str]) -> None:
        super().__init__(zone)
        self.texts = texts

    WIDEST, SIZE, MOST = 190.0, 11.0, 3

    def _lines(self, text: str, room: float) -> list[str]:
        return fit(text, min(room, self.WIDEST), self.MOST, self.SIZE, 9.5)[0] if text else []

    def size(self, room: float) -> tuple[float, float]:
        """The longest text."""
        kinds = set(self.texts)
        width = max(
            [20.0, *(measure(line, self.SIZE, True) for text in kinds for line in self._lines(text, room))]
        )
        return min(width, room), max(
            [1, *(len(self._lines(text, room)) for text in kinds)]
        ) * self.SIZE * 1.3 + 2

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """In light letters; golden if it has changed."""
        changed = n > 0 and self.texts[n] != self.texts[n - 1]
        lines, size = (
            fit(self.texts[n], min(room, self.WIDEST), self.MOST, self.SIZE, 9.5)
            if self.texts[n]
            else ([], 0.0)
        )
        for k, line in enumerate(lines, 1):
            page.write(
                (left, top - k * self.SIZE * 1.3 + 3),
                line,
                size,
                bold=True,
                colour=GLOW if changed else LIGHT_INK,
            )

    def words(self, n: int) -> str:
        """The text."""
        return self.texts[n]


class Seats(Block):
    """Seats by their tokens: who is still in, the order of play."""

    def __init__(self, zone: Read, seats: Sequence[Sequence[int]]) -> None:
        super().__init__(zone)
        self.seats = seats
        self.most = max(1, *map(len, seats))

    def size(self, room: float) -> tuple[float, float]:
        """Side by side."""
        return self.most * 24.0 - 4, 20.0

    def paint(self, page: Page, n: int, left: float, top: float, room: float) -> None:
        """From the left."""
        for k, seat in enumerate(self.seats[n]):
            seat_token(page, (left + 10 + 24 * k, top - 10), 9.5, seat)

    def words(self, n: int) -> str:
        """Their numbers."""
        return ", ".join(f"seat {seat + 1}" for seat in self.seats[n]) or "nobody"
