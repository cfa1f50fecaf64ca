"""How scores and chances go, turn by turn, in an SVG that is as wide as its place; words stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.measures.summary import Side
from analyses.runs.review import Review
from reports.boards.page import Seat
from reports.pictures.plots import spread
from reports.pictures.style import SEAT_LINES

WIDTH, HEIGHT = 1000, 220
"""Units of the SVG across, which are stretched, and pixels up."""

PAD, APART = 10.0, 17.0
"""Pixels above and below the lines, and between two names."""


@dataclass(frozen=True)
class SeatLine:
    """A seat's line: the class of its colour, its path, the name at its end and how far down that stands."""

    colour: str
    path: str
    name: str
    down: float
    band: str = ""
    """Its interval as an area."""


@dataclass(frozen=True)
class Curve:
    """Lines on one axis; `ticks` are values and how far down, `at` is where each moment is, across."""

    lines: Sequence[SeatLine]
    ticks: Sequence[tuple[str, float]]
    at: Sequence[int]
    turns: int


def curve(
    scores: Sequence[Sequence[int]], times: Sequence[float], seats: Sequence[Seat], sides: Sequence[Side]
) -> Curve:
    """A line a side, as partners have the same; `scores` by [moment, seat], `times` of moments in turns."""
    low, high = min(0, *map(min, scores)), max(1, *map(max, scores))
    across = (WIDTH - 4) / max(times[-1], 1)

    def down(score: float) -> float:
        return round(PAD + (HEIGHT - 2 * PAD) * (high - score) / (high - low), 1)

    at = [round(max(time, 0) * across) for time in times]
    ends = _apart([down(scores[-1][side.seats[0]]) for side in sides])
    lines = []
    for side, end in zip(sides, ends, strict=True):
        n = side.seats[0]
        name = seats[n].colour if len(side.seats) == 1 else f"team {side.number}"
        path = f"M{at[0]} {down(scores[0][n])}"
        for moment in range(1, len(scores)):
            if scores[moment][n] != scores[moment - 1][n]:
                path += f"H{at[moment]}V{down(scores[moment][n])}"
        lines.append(SeatLine(f"seat-{seats[n].colour}", f"{path}H{WIDTH}", f"{name} {scores[-1][n]}", end))
    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / s <= 5)
    ticks = [(str(n), down(n)) for n in range(-(-low // step) * step, high + 1, step)]
    return Curve(lines, ticks, at, int(times[-1]))


def chances(found: Review, at: Sequence[int], seats: Sequence[Seat]) -> Curve:
    """The chance of each side to win as turns begin; `at` is where each moment of the game is, across."""
    places = [at[moment] for moment in found.moments]
    places[-1] = WIDTH

    def down(share: float) -> float:
        return round(PAD + (HEIGHT - 2 * PAD) * (1 - share), 1)

    ends = _apart([down(each.chance.value) for each in found.curve[-1]])
    lines = []
    for n, (first, end) in enumerate(zip(found.curve[0], ends, strict=True)):
        colours = [seats[seat].colour for seat in first.side.seats]
        every = [standings[n].chance for standings in found.curve]
        middle, upper, lower = (
            [f"{x} {down(share)}" for x, share in zip(places, shares, strict=True)]
            for shares in zip(*((e.value, e.high, e.low) for e in every), strict=True)
        )
        band = f"M{'L'.join([*upper, *reversed(lower)])}Z"
        lines.append(SeatLine(f"seat-{colours[0]}", f"M{'L'.join(middle)}", "+".join(colours), end, band))
    return Curve(lines, [(f"{n} %", down(n / 100)) for n in (0, 25, 50, 75, 100)], at, len(places) - 1)


def seat_rules() -> str:
    """The rules of a style sheet by which a seat's line and name have its colour."""
    return "\n".join(f".seat-{name} {{ --mine: var(--seat-{name}); }}" for name in SEAT_LINES)


def _apart(places: Sequence[float]) -> list[float]:
    """Places moved apart as far as it takes for names not to touch, within the height."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = spread([places[n] for n in order], APART, HEIGHT - PAD)
    return [y for _, y in sorted(zip(order, moved, strict=True))]
