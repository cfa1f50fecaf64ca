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
    """Lines on one axis; `ticks` are values and how far down."""

    lines: Sequence[SeatLine]
    ticks: Sequence[tuple[str, float]]


def across(times: Sequence[float]) -> list[int]:
    """Where each moment is, across; `times` in turns."""
    width_of_turn = (WIDTH - 4) / max(times[-1], 1)
    return [round(max(time, 0) * width_of_turn) for time in times]


def curve(
    scores: Sequence[Sequence[int]], places: Sequence[int], seats: Sequence[Seat], sides: Sequence[Side]
) -> Curve:
    """A line a side, as partners have the same; `scores` by [moment, seat], `places` of moments across."""
    low, high = min(0, *map(min, scores)), max(1, *map(max, scores))

    def down(score: float) -> float:
        return round(PAD + (HEIGHT - 2 * PAD) * (high - score) / (high - low), 1)

    ends = _spread_names([down(scores[-1][side.seats[0]]) for side in sides])
    lines = []
    for side, end in zip(sides, ends, strict=True):
        n = side.seats[0]
        name = seats[n].colour if len(side.seats) == 1 else f"team {side.number}"
        path = f"M{places[0]} {down(scores[0][n])}"
        for moment in range(1, len(scores)):
            if scores[moment][n] != scores[moment - 1][n]:
                path += f"H{places[moment]}V{down(scores[moment][n])}"
        lines.append(SeatLine(f"seat-{seats[n].colour}", f"{path}H{WIDTH}", f"{name} {scores[-1][n]}", end))

    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**6) if (high - low) / s <= 5)
    ticks = [(str(n), down(n)) for n in range(-(-low // step) * step, high + 1, step)]
    return Curve(lines, ticks)


def chances(review: Review, places_of_all: Sequence[int], seats: Sequence[Seat]) -> Curve:
    """The chance of each side to win as turns begin; `places_of_all` are those of all moments, across."""
    places = [places_of_all[moment] for moment in review.moments]
    places[-1] = WIDTH

    def down(share: float) -> float:
        return round(PAD + (HEIGHT - 2 * PAD) * (1 - share), 1)

    ends = _spread_names([down(standing.chance.value) for standing in review.curve[-1]])
    lines = []
    for n, (first, end) in enumerate(zip(review.curve[0], ends, strict=True)):
        colours = [seats[seat].colour for seat in first.side.seats]
        chance_by_moment = [standings[n].chance for standings in review.curve]
        middle, upper, lower = [], [], []
        for x, estimate in zip(places, chance_by_moment, strict=True):
            middle.append(f"{x} {down(estimate.value)}")
            upper.append(f"{x} {down(estimate.high)}")
            lower.append(f"{x} {down(estimate.low)}")
        band = f"M{'L'.join([*upper, *reversed(lower)])}Z"
        lines.append(SeatLine(f"seat-{colours[0]}", f"M{'L'.join(middle)}", "+".join(colours), end, band))
    return Curve(lines, [(f"{n} %", down(n / 100)) for n in (0, 25, 50, 75, 100)])


def seat_rules() -> str:
    """The rules of a style sheet by which a seat's line and name have its colour."""
    return "\n".join(f".seat-{name} {{ --mine: var(--seat-{name}); }}" for name in SEAT_LINES)


def _spread_names(places: Sequence[float]) -> list[float]:
    """Places moved apart as far as it takes for names not to touch, within the height."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    spread_places = spread([places[n] for n in order], APART, HEIGHT - PAD)
    return [y for _, y in sorted(zip(order, spread_places, strict=True))]
