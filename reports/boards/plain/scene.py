"""The table of an author's game: zones that all share above, and a mat for each seat below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any

from reports.boards.canvas import GROUND, SCATTER, Canvas
from reports.boards.page import Held, Page, Scene, Seat, Window, check_show, save
from reports.boards.plain.blocks import Block
from reports.boards.plain.laying import blocks_of
from reports.boards.plain.pieces import (
    GLOW,
    LIGHT,
    LIGHT_INK,
    SOFT_INK,
    TABLE,
    arrow,
    cut,
    plate,
    rim,
    seat_token,
    star,
)
from reports.boards.plain.reading import Course, palette_of, read
from reports.pictures.fonts import measure
from reports.pictures.style import SEAT_COLOURS, SEATS
from rules.errors import UserError
from simulate.plain.moments import PlainPosition
from simulate.plans.plan import Plan

WIDE, NARROW = 800.0, 372.0
"""Points across the table, on a screen or paper and on a phone."""

EDGE, APART, PAD, HEADING = 12.0, 9.0, 7.0, 16.0
"""Around everything, between two zones, above the heading of one; the height of that."""

SIDE, HEAD, BARE_HEAD = 17.0, 31.0, 46.0
"""On a mat: left of what lies there, and the height of the seat's name, alone on the mat."""

SHARES = "shared win"
"""Said of a seat that wins with others."""

MOST_COLUMNS, LEAST_MAT, LEAST_LEFT = 4, 236.0, 150.0
"""Mats side by side at most, how wide they are at least, and the least rest of a row for cards to overlap."""


class Table:
    """A game's zones at all moments, laid on a table of some width."""

    def __init__(self, course: Course, blocks: Sequence[Block], width: float) -> None:
        self.course, self.width = course, width
        self._sides = course.game.analysis.sides(course.plan)
        teams = [side for side in self._sides if side.kind == "team" and len(self._sides) > 1]
        self._teams = {seat: f"team {side.number}" for side in teams for seat in side.seats}
        self._shared = [block for block in blocks if block.zone.seat is None]
        narrow_first = sorted(blocks, key=lambda block: block.can_shrink)
        self._by_seat = [[b for b in narrow_first if b.zone.seat == seat] for seat in range(course.players)]
        room = width - 2 * EDGE
        self._upper = centred(flow(self._shared, room, FRAMED), room)
        self._head, self._score_size = (HEAD, 15.0) if any(self._by_seat) else (BARE_HEAD, 22.0)
        self._mats: list[Mat] = []
        top = EDGE + (bottom(self._upper) + APART if self._upper else 0.0)
        for seats in self._rows_of_seats(room):
            across = (room - (len(seats) - 1) * APART) / len(seats)
            flows = [flow(self._by_seat[seat], across - SIDE - PAD, BARE) for seat in seats]
            height = self._head + max(bottom(placed) + PAD / 2 if placed else 0.0 for placed in flows)
            for k, (seat, placed) in enumerate(zip(seats, flows, strict=True)):
                self._mats.append(Mat(seat, EDGE + k * (across + APART), top, across, height, placed))
            top += height + APART
        self.height = top - APART + EDGE

    def _rows_of_seats(self, room: float) -> list[list[int]]:
        """Which mats lie side by side: as many as have room for their zones, about as many in each row."""
        players = self.course.players
        wish = max(
            (block.natural + SIDE + 2 * PAD for mine in self._by_seat for block in mine), default=120.0
        )
        least = max(min(wish, LEAST_MAT), self._header_width())
        most = max(1, min(MOST_COLUMNS, int((room + APART) // (least + APART))))
        n_rows = ceil(players / most)
        sizes = [players // n_rows + (row < players % n_rows) for row in range(n_rows)]
        return [list(range(sum(sizes[:row]), sum(sizes[: row + 1]))) for row in range(n_rows)]

    def _header_width(self) -> float:
        """How wide a seat's name is with all that may stand beside it."""
        width = SIDE + 24 + measure("seat 8", 12.0, bold=True) + 8
        width += max((measure(team, 9.5) + 6 for team in self._teams.values()), default=0.0)
        width += max(12 + measure("to move", 10.0), 17 + measure(SHARES, 10.5, bold=True))
        scores = self.course.scores
        if scores is not None:
            widest = max(
                measure(str(score), self._score_size, bold=True) for of_seats in scores for score in of_seats
            )
            width += 8 + widest + 4 + min(60.0, measure(self.course.game.unit, 9.5))
        return width + 10

    def paint(
        self, page: Page, n: int, left: float, top: float, winners: Sequence[int] | None = None
    ) -> None:
        """Draw moment `n`; with `winners`, the game as it is over."""
        middle = left + self.width / 2, top - self.height / 2
        page.put(plate(self.width, self.height, TABLE, GROUND, "", 10.0), middle, 1.0)
        for placed in self._upper:
            draw_block(page, placed, n, left + EDGE, top - EDGE, FRAMED)
        for mat in self._mats:
            self._draw_mat(page, n, mat, left + mat.x, top - mat.y, winners)

    def _draw_mat(
        self, page: Page, n: int, mat: Mat, left: float, top: float, winners: Sequence[int] | None
    ) -> None:
        """A seat's mat: its name, what it has, and whether it decides or has won."""
        course, seat, width, height = self.course, mat.seat, mat.width, mat.height
        position = course.positions[n]
        middle = left + width / 2, top - height / 2
        has_won = winners is not None and seat in winners
        decides = winners is None and not position.is_over and position.seat == seat and course.game.decides
        page.put(plate(width, height, "#44675d", SCATTER, "", 8.0), middle, 1.0)
        if has_won:
            page.put(rim(width, height, SCATTER, 8.0), middle, 1.0)
        if has_won or decides:
            page.put(plate(width, height, "#517569", SCATTER + 0.05, LIGHT, 8.0), middle, 1.0)
        fill, line = SEAT_COLOURS[SEATS[seat]]
        stripe = plate(5.0, height - 14, fill, SCATTER + 0.1, LIGHT if SEATS[seat] == "black" else line, 2.5)
        page.put(stripe, (left + 7.5, middle[1]), 1.0)

        base = top - self._head / 2 - 5 + (0.0 if mat.placed else 1.0)
        seat_token(page, (left + SIDE + 9, base + 4), 9.0, seat)
        at = left + SIDE + 24
        at += page.write((at, base), f"seat {seat + 1}", 12.0, bold=True, colour=LIGHT_INK) + 8
        if team := self._teams.get(seat):
            at += page.write((at - 2, base), team, 9.5, colour=SOFT_INK) + 6
        if decides:
            page.put(arrow(4.5), (at + 4, base + 4.2), 1.0)
            page.write((at + 12, base), "to move", 10.0, colour=LIGHT_INK)
        elif has_won:
            page.put(star(7.0), (at + 6, base + 4), 1.0)
            words = "wins" if self._lone(winners) else SHARES
            page.write((at + 17, base), words, 10.5, bold=True, colour=GLOW)
        if course.scores is not None:
            self._write_score(page, n, seat, left + width - 10, base)
        for placed in mat.placed:
            draw_block(page, placed, n, left + SIDE, top - self._head, BARE)

    def _lone(self, winners: Sequence[int] | None) -> bool:
        """Whether those who have won are one side."""
        return sum(bool(set(side.seats) & set(winners or ())) for side in self._sides) == 1

    def _write_score(self, page: Page, n: int, seat: int, right: float, base: float) -> None:
        """The score at the right end of a seat's name; golden if it has changed."""
        assert self.course.scores is not None
        score, before = self.course.scores[n][seat], self.course.scores[max(0, n - 1)][seat]
        unit = self.course.game.unit
        unit = unit.removesuffix("s") if score == 1 else unit
        unit = cut(unit, 60.0, 9.5, False)
        page.write((right, base), unit, 9.5, ha="right", colour=SOFT_INK)
        ink = GLOW if score != before else LIGHT_INK
        page.write(
            (right - measure(unit, 9.5) - 4, base),
            str(score),
            self._score_size,
            bold=True,
            ha="right",
            colour=ink,
        )


@dataclass(frozen=True)
class Frame:
    """What is around a zone: room at its sides and under it, and whether it is seen."""

    side: float
    below: float
    seen: bool


FRAMED, BARE = Frame(9.0, 9.0, True), Frame(0.0, 6.0, False)
"""Around a zone on the table, and on a mat."""


@dataclass
class Placed:
    """Where a zone lies: its left upper corner from that of the whole, its width and height."""

    block: Block
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Mat:
    """Where a seat's mat lies, and what lies on it."""

    seat: int
    x: float
    y: float
    width: float
    height: float
    placed: Sequence[Placed]


def flow(blocks: Sequence[Block], room: float, frame: Frame) -> list[Placed]:
    """Blocks side by side from the left, in as many rows as it takes; those of a row are as high.

    One that can do with less room stays in its row if enough is left.
    """
    rows: list[list[Placed]] = []
    x = y = 0.0
    for block in blocks:
        left = room - x
        width, height = frame_of(block, room, frame)
        if rows and width > left and block.can_shrink and left >= LEAST_LEFT:
            width, height = frame_of(block, left, frame)
        if not rows or width > left + 0.1:
            y += rows[-1][0].height + APART if rows else 0.0
            rows.append([])
            x, (width, height) = 0.0, frame_of(block, room, frame)
        rows[-1].append(Placed(block, x, y, width, height))
        high = max(placed.height for placed in rows[-1])
        for placed in rows[-1]:
            placed.height = high
        x += width + (APART if frame.seen else 2 * APART)
    return [placed for row in rows for placed in row]


def frame_of(block: Block, room: float, frame: Frame) -> tuple[float, float]:
    """How wide and high a block is with its heading and the frame around it."""
    width, height = block.size(room - 2 * frame.side)
    width = max(width, heading_width(block)) + 2 * frame.side
    return min(width, room), PAD + HEADING + height + frame.below


def heading_width(block: Block) -> float:
    """How wide the words above a zone are."""
    note = measure(block.zone.note, 9.0) + 5 if block.zone.note else 0.0
    return measure(block.zone.heading, 10.0, bold=True) + note


def bottom(placed: Sequence[Placed]) -> float:
    """How far down blocks reach."""
    return max((each.y + each.height for each in placed), default=0.0)


def centred(placed: Sequence[Placed], room: float) -> list[Placed]:
    """Every row of blocks in the middle of the room."""
    rights: dict[float, float] = {}
    for each in placed:
        rights[each.y] = max(rights.get(each.y, 0.0), each.x + each.width)
    return [replace(each, x=each.x + (room - rights[each.y]) / 2) for each in placed]


def draw_block(page: Page, placed: Placed, n: int, left: float, top: float, frame: Frame) -> None:
    """A zone with its heading; in the middle of its frame if that is seen."""
    block, width, height = placed.block, placed.width, placed.height
    left, top = left + placed.x, top - placed.y
    if frame.seen:
        middle = left + width / 2, top - height / 2
        page.put(plate(width, height, "#3d6156", SCATTER, "", 8.0), middle, 1.0)
    room, at, base = width - 2 * frame.side, left + frame.side, top - PAD - 6
    heading = cut(block.zone.heading, room, 10.0, True)
    written = page.write((at, base), heading, 10.0, bold=True, colour=LIGHT_INK)
    if block.zone.note and room - written > 20:
        note = cut(block.zone.note, room - written - 4, 9.0, False)
        page.write((at + written + 5, base), note, 9.0, colour=SOFT_INK)
    wide, high = block.size(room)
    right = (room - wide) / 2 if frame.seen else 0.0
    down = (height - PAD - HEADING - high - frame.below) / 2 if frame.seen else 0.0
    block.paint(page, n, at + right, top - PAD - HEADING - down + 3, room)


class Game:
    """A game that was played, ready to be drawn at each of its moments."""

    def __init__(self, plan: Plan, game: Any, positions: Sequence[PlainPosition]) -> None:
        self.course = Course(plan, game, positions)
        zones = read(self.course)
        palette = palette_of(self.course, zones)
        self.blocks = blocks_of(self.course, zones, palette)

    def board(self, width: float) -> Callable[[int, Sequence[int] | None, Page], Window]:
        """Draws a moment on a page, with `winners` the end."""
        table = Table(self.course, self.blocks, width)

        def draw(n: int, winners: Sequence[int] | None, page: Page) -> Window:
            page.canvas = Canvas()
            table.paint(page, n, 0.0, 0.0, winners)
            return 0.0, -table.height, table.width, 0.0

        return draw

    def scores(self, n: int) -> list[int]:
        """The score of each seat, if there is one."""
        return self.course.scores[n] if self.course.scores is not None else []

    def seats(self, n: int) -> list[Seat]:
        """What each seat has, in words."""
        found = []
        for seat in range(self.course.players):
            holds = [held_of(block, n) for block in self.blocks if block.zone.seat == seat]
            found.append(Seat(SEATS[seat], holds))
        return found

    def common(self, n: int) -> list[Held]:
        """What lies on the table for all, in words."""
        return [held_of(block, n) for block in self.blocks if block.zone.seat is None]

    def scene(self, n: int) -> Scene:
        """A moment for a picture."""
        course, table = self.course, Table(self.course, self.blocks, WIDE)
        simulator = course.game.simulator(course.plan)
        position = course.positions[n]
        winners = simulator.result(position.table)["winners"] if position.is_over else None

        def paint(page: Page, left: float, top: float) -> None:
            table.paint(page, n, left, top, winners)

        return Scene(table.width, table.height, paint)


def held_of(block: Block, n: int) -> Held:
    """A zone in words."""
    return f"{block.zone.heading}: {block.words(n)}", ""


class Picture:
    """What draws the games of one kind."""

    SHOW = ()
    """What a picture can show besides: nothing."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def read(self, plan: Plan, positions: Sequence[PlainPosition]) -> Game:
        """A game that was played, by all its moments.

        Raises
        ------
        UserError
            If the author says something of its zones that cannot be.
        FailedError
            If the author's code fails.
        """
        try:
            return Game(plan, self.game, positions)
        except UserError as error:
            raise UserError(f"{self.game.typed}: {error}") from None

    def save(
        self,
        plan: Plan,
        positions: Sequence[PlainPosition],
        n: int,
        path: Path,
        title: str,
        caption: str,
        show: str | None = None,
    ) -> Path:
        """Draw moment `n` of a game into a .png or .svg file.

        Raises
        ------
        UserError
            For another suffix, or what there is not to show.
        """
        check_show(self.game, show)
        return save(self.read(plan, positions).scene(n), path, f"{self.game.title}: {title}", caption)
