"""A curve to be explored: scores, lengths and wins at each value of the rule, drawn beforehand.

A script shows the panels of the value that a slider is at. Without scripts those of both ends and of the
standard stand there. So a page needs no library, looks the same to everybody, and can be tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from analyses.estimates.counted import Counted
from analyses.measures.measure import ORDER, sized
from analyses.runs.shapes import Bin, Shape
from reports.answers.curve import Curve
from reports.pictures.fonts import measure
from reports.words.wording import capital, percent, side_kind, side_words, unit

MOST_BARS = 30
"""Bars of a panel; of more numbers, several share a bar."""

WIDTH, HEIGHT, LEFT, TOP, FOOT = 320, 150, 34, 8, 22
"""Of a panel; its bars stand between."""

COMMON = 0.995
"""Share of the games whose numbers have bars of their own."""

ROW, LETTERS = 26, 11.0
"""Height of a row of the panel of wins, and the size of its letters."""

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


@dataclass(frozen=True)
class Panel:
    """A drawing, its title, and what is said of each of its marks: where it is, across, and the words."""

    title: str
    svg: str
    marks: Sequence[tuple[float, str]]
    along: str
    """``x`` if marks stand side by side, ``y`` if one below the other."""


@dataclass(frozen=True)
class Stop:
    """The panels at a value of the rule, in one setting."""

    line: int
    value: int
    words: str
    panels: Sequence[Panel]
    is_static: bool
    """Whether it is to be seen without scripts."""


@dataclass(frozen=True)
class Explorer:
    """All that the slider leads to."""

    rule: str
    lines: Sequence[str]
    line: int
    """Which of them is to be seen first: one that gives the answer."""
    values: Sequence[str]
    standard: int
    stops: Sequence[Stop]
    note: str


def explorer(curve: Curve, shapes: Sequence[Sequence[Shape]]) -> Explorer:
    """What the page shows of these games, by [line, value]."""
    first = next(n for n, line in enumerate(curve.all_lines) if line is curve.answer_lines[0])
    points = curve.all_lines[first].points
    standard = next((n for n, point in enumerate(points) if point.standard), 0)
    shown = {0, standard, len(points) - 1}
    stops = []
    for at, (line, found) in enumerate(zip(curve.all_lines, shapes, strict=True)):
        every = _panels(found, next((n for n, p in enumerate(line.points) if p.standard), None))
        for n, (point, panels) in enumerate(zip(line.points, every, strict=True)):
            words = f"{curve.axis.name}={point.value}{f' ({curve.baseline})' if point.standard else ''}"
            stops.append(Stop(at, n, words, panels, at == first and n in shown))
    note = "Point at a bar, or touch it, for its 95 % interval: each by itself; those of wins hold together."
    return Explorer(
        curve.axis.name,
        [curve.name(line) for line in curve.all_lines],
        first,
        curve.axis.values,
        standard,
        stops,
        f"Dashed: {curve.compared_with}. {note}" if curve.has_standard else note,
    )


def _panels(shapes: Sequence[Shape], standard: int | None) -> list[list[Panel]]:
    """The panels of a line at each value, on the same axes."""
    plan = shapes[0].summary.plan
    found: list[list[Panel]] = [[] for _ in shapes]
    kinds = []
    if shapes[0].summary.is_scored:
        points = [shape.summary.scores for shape in shapes]
        kinds.append((f"{capital(unit(plan))} at the end", unit(plan), "of seats", points))
    if lengths := [shape.turns for shape in shapes if shape.turns]:
        kinds.append(("Length in turns", "turns", "of games", lengths))
    for title, name, what, by in kinds:
        edges = _edges(by)
        bins = [shape.binned(counts, edges) for shape, counts in zip(shapes, by, strict=True)]
        top = max(b.share.value for each in bins for b in each)
        behind = bins[standard] if standard is not None else None
        for panels, mine in zip(found, bins, strict=True):
            panels.append(_bars(f"{title}, % {what}", mine, top, name, what, behind))
    most = max(e.high for shape in shapes for e in shape.wins())
    for panels, shape in zip(found, shapes, strict=True):
        panels.append(_wins(shape, most))
    return found


def _edges(by: Sequence[Counted]) -> range:
    """Where bins begin, so that there are not too many; the last holds what is rare anywhere."""
    low = min(counts.least for counts in by)
    high = max(counts.up_to(COMMON) for counts in by)
    step = next(s for s in STEPS if (high - low) // s < MOST_BARS)
    return range(low // step * step, high + 1, step)


def _bars(
    title: str, bins: Sequence[Bin], top: float, name: str, what: str, behind: Sequence[Bin] | None
) -> Panel:
    """Bars of shares, the standard dashed over them."""
    wide = (WIDTH - LEFT - 6) / len(bins)
    floor = HEIGHT - FOOT

    def up(share: float) -> float:
        return round(floor - (floor - TOP) * share / top, 1)

    parts = [f'<path class="grid" d="M{LEFT} {up(s)}H{WIDTH - 6}"/>' for s in _ticks(top)]
    parts += [f'<text class="end" x="{LEFT - 4}" y="{up(s) + 4}">{100 * s:g}</text>' for s in _ticks(top)]
    marks = []
    for n, b in enumerate(bins):
        x = round(LEFT + n * wide, 1)
        parts.append(
            f'<rect x="{x}" y="{up(b.share.value)}" width="{wide:.2f}" '
            f'height="{floor - up(b.share.value):.1f}"/>'
        )
        number = f"{b.low} or more" if b.high is None else "–".join(dict.fromkeys((f"{b.low}", f"{b.high}")))
        marks.append((round(x + wide / 2, 1), f"{sized(number, name)}: {percent(b.share)} {what}"))
    if behind is not None:
        heights = [up(b.share.value) for b in behind]
        path = f"M{LEFT} {floor}V{heights[0]}"
        for n, (_, after) in enumerate(pairwise([*heights, floor]), 1):
            path += f"H{LEFT + n * wide:.1f}V{after}"
        parts.append(f'<path class="behind" d="{path}"/>')
    every = -(-len(bins) // 6)
    for n, b in list(enumerate(bins))[::every]:
        room = measure("0" * len(f"{b.low}"), LETTERS) / 2  # digits are all as wide as a nought
        x = min(LEFT + (n + 0.5) * wide, WIDTH - room)
        parts.append(f'<text class="mid" x="{x:.1f}" y="{HEIGHT - 6}">{b.low}</text>')
    return Panel(title, _svg(f"{title}: a bar each for {name}", parts, HEIGHT), marks, "x")


def _wins(shape: Shape, most: float) -> Panel:
    """Dots with intervals, a row for each seat or place in the order of play; dashed what is even."""
    summary, shares = shape.summary, shape.wins()
    if summary.by_place:
        names = [f"who plays {ORDER[n]}" for n in range(len(shares))]
    else:
        words = (list(side_words(summary.plan, side).values()) for side in summary.sides)
        kind = [side_kind(summary)] if summary.has_rivals else []
        names = [" ".join([*kind, *mine[:2]]) for mine in words]
    height = ROW * len(shares) + FOOT
    room = 10 + max(measure(name, LETTERS) for name in names)

    def across(share: float) -> float:
        return round(room + (WIDTH - room - 12) * share / most, 1)

    floor = height - FOOT
    parts = [f'<path class="grid" d="M{across(s)} 0V{floor}"/>' for s in (0.0, *_ticks(most))]
    parts += [
        f'<text class="mid" x="{across(s)}" y="{height - 6}">{100 * s:g}</text>' for s in (0.0, *_ticks(most))
    ]
    if summary.has_rivals:
        parts.append(f'<path class="behind" d="M{across(summary.even)} 0V{floor}"/>')
    marks = []
    for n, (name, share) in enumerate(zip(names, shares, strict=True)):
        y = n * ROW + ROW // 2
        parts += [
            f'<text x="0" y="{y + 4}">{escape(name)}</text>',
            f'<path class="range" d="M{across(share.low)} {y}H{across(share.high)}"/>',
            f'<circle cx="{across(share.value)}" cy="{y}" r="4"/>',
        ]
        marks.append((float(y), f"{name}: wins {percent(share)}"))
    title = f"Wins, % of games{'; dashed: even' if summary.has_rivals else ''}"
    return Panel(title, _svg(f"{title}: {'; '.join(said for _, said in marks)}", parts, height), marks, "y")


def _svg(says: str, parts: Sequence[str], height: int) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(says)}">{"".join(parts)}</svg>'
    )


def _ticks(top: float) -> list[float]:
    """Two to four round shares up to the top."""
    step = next(s for s in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if top / s < 5)
    return [round(step * n, 4) for n in range(1, int(top / step) + 1)]
