"""One rule, or two, from value to value: the curve of each measure, and where it crosses what is wanted."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from analyses.estimates.estimate import Estimate
from analyses.measures.measure import SHARE, Measure, ways_in
from analyses.measures.number import LIKELY, OPEN, SURE, Number
from analyses.measures.vocabulary import MINUTES, chosen
from analyses.questions.compare import Comparison
from rules import games
from rules.errors import UserError
from rules.options import read_options, show
from simulate.plans.plan import Plan, box_word
from simulate.store.runs import Run

MOST_VALUES = 40
"""Of an axis."""


@dataclass(frozen=True)
class Axis:
    """A rule and the values that it takes in turn."""

    name: str
    values: tuple[str, ...]

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as numbers in rising order, if they are."""
        try:
            found = tuple(float(value) for value in self.values)
        except ValueError:
            return None
        return found if sorted(found) == list(found) else None

    @property
    def is_whole(self) -> bool:
        """Whether all values are whole numbers: then nobody can play a value between two neighbours."""
        return all(value.removeprefix("-").isdecimal() for value in self.values)

    @property
    def playable(self) -> int:
        """How many values there are from the first to the last: whole numbers count whether played or not."""
        return int(self.values[-1]) - int(self.values[0]) + 1 if self.is_whole else len(self.values)

    @property
    def has_gaps(self) -> bool:
        """Whether there are values that nobody played between two that were."""
        return not self.is_whole or self.playable > len(self.values)

    @property
    def words(self) -> list[str]:
        """Each value as a rule is typed: ``dice_cap=4``."""
        return [f"{self.name}={value}" for value in self.values]

    def with_values(self, more: Iterable[int]) -> Axis:
        """The axis with more values, each in its place.

        >>> Axis("dice_cap", ("1", "6")).with_values([4, 3]).values
        ('1', '3', '4', '6')
        """
        return Axis(self.name, tuple(sorted({*self.values, *map(str, more)}, key=float)))


def with_baseline(axis: Axis, value: object) -> Axis:
    """The axis with the value that all others are compared with, if it lies between two of them.

    Its games are played in any case, and they say how the curve goes there.

    >>> with_baseline(Axis("dice_cap", ("1", "6")), 3).values
    ('1', '3', '6')
    """
    xs = axis.numbers
    if xs is None or not isinstance(value, int) or value in xs or not xs[0] < value < xs[-1]:
        return axis
    return axis.with_values([value])


def standard_first(axis: Axis, options: Any) -> Axis:
    """The axis with the value that these options have before the others."""
    usual = show(getattr(options, axis.name, None))
    return replace(axis, values=tuple(sorted(axis.values, key=lambda value: value != usual)))


def read_axis(word: str) -> Axis:
    """``points_to_win=8..12`` or ``=8,10,12``; whether the rule has such values is asked elsewhere.

    Raises
    ------
    UserError
        If it is neither.
    """
    name, equals, text = (part.strip() for part in word.partition("="))
    said = name or "points_to_win"
    how = f"--rule {word}: write an axis as {said}=8..12 or {said}=8,10,12"
    if not name or not equals or not text:
        raise UserError(how)
    if (numbers := range_of(text, f"--rule {word}")) is not None:
        values = [str(value) for value in numbers]
    else:
        values = list(dict.fromkeys(value.strip() for value in text.split(",")))
    if "" in values or any(".." in value for value in values) or len(values) > MOST_VALUES:
        raise UserError(how)
    if all(re.fullmatch(r"-?\d+", value) for value in values):
        values.sort(key=int)
    return Axis(name.replace("-", "_"), tuple(values))


def range_of(text: str, where: str) -> range | None:
    """The numbers of ``8..12``, ends included; None for what is no range. Messages begin with `where`.

    Raises
    ------
    UserError
        If it is empty or too long.
    """
    match = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text)
    if not match:
        return None
    low, high = int(match[1]), int(match[2])
    if low > high:
        raise UserError(f"{where}: {low}..{high} is empty; the lower end comes first")
    if high - low >= MOST_VALUES:
        raise UserError(f"{where}: {high - low + 1} values are too many; {MOST_VALUES} at most")
    return range(low, high + 1)


def typed_axis(axis: Axis, game: str) -> Axis:
    """The axis with each value once, as the game's options are typed: ``no`` and ``False`` are ``false``."""
    options = games.load(game).options.Options
    if axis.name == box_word(game):
        raise UserError(
            f"a sweep goes over a rule; what lies in the box is compared: simulate compare --game {game} "
            f"--a {axis.name}={axis.values[0]} --b {axis.name}={axis.values[-1]}"
        )
    read = [read_options(game, options, {axis.name: value}) for value in axis.values]
    return Axis(axis.name, tuple(dict.fromkeys(show(getattr(one, axis.name)) for one in read)))


@dataclass(frozen=True)
class Target:
    """What a measure is to be."""

    measure: Measure
    value: float


def read_target(words: str, plan: Plan, pace: float | None = None) -> Target:
    """``turns=60`` or ``win_share:seat1=25%``; minutes are at this `pace`.

    Raises
    ------
    UserError
        For an unknown measure or what is no number.
    """
    key, equals, text = (part.strip() for part in words.rpartition("="))
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*(%?)", text)
    if not equals or not match:
        raise UserError(f"--target {words}: write what is wanted as turns=60 or win_share:seat1=25%")
    measures = [m for m in chosen(plan, [key], pace) if m.between is None]
    if len(measures) != 1 and not any(m.key == key for m in measures):
        raise UserError(f"--target {words}: say of which seat or place, for example {key}:seat1")
    measure = measures[0]
    value = float(match[1]) / (100 if match[2] else 1)
    if measure.kind == SHARE and not 0 <= value <= 1:
        raise UserError(f"--target {words}: a share lies from 0 to 1, or from 0% to 100%")
    return Target(measure, value)


@dataclass(frozen=True)
class Point:
    """What the games with one value of the axis show."""

    value: str
    comparison: Comparison
    """From the standard value to this one."""
    standard: bool

    def number(self, key: str) -> Number:
        """A measure here, and its change from the standard value."""
        return self.comparison.get(key)

    def estimate(self, key: str) -> Estimate:
        """A measure here, with an interval that holds for all points of the curve at once."""
        number = self.number(key)
        return number.after or number.estimate

    def halves_at(self, key: str) -> list[Estimate]:
        """The same as each half of the games tells it."""
        return [half.after or half.estimate for half in self.number(key).halves]


@dataclass(frozen=True)
class Line:
    """A curve along the axis: in one setting."""

    players: int
    policy: str
    second_rule: str
    """The rule of the second axis, or nothing."""
    points: tuple[Point, ...]

    @property
    def keys(self) -> list[str]:
        """The measures."""
        return [number.measure.key for number in self.points[0].comparison.changes]


@dataclass(frozen=True)
class Crossing:
    """Between which of the values that were played a curve may cross a target.

    At `low` and at `high` its whole interval lies off the target; an end that is None lies beyond the axis.
    It is `decided` if it lies below at the one and above at the other, and `sure` if each half of the games
    shows that by itself.
    """

    low: float | None
    high: float | None
    decided: bool = False
    sure: bool = False

    def meets(self, other: Crossing) -> bool:
        """Whether both may be at the same place."""
        ends = [(crossing.low, crossing.high) for crossing in (self, other)]
        low = max(-math.inf if low is None else low for low, _ in ends)
        return low < min(math.inf if high is None else high for _, high in ends)


def crossings(xs: Sequence[float], values: Sequence[Estimate], target: float) -> list[Crossing]:
    """Where a curve may cross a target, as far as the values tell that were played; nowhere if none may.

    Nothing is taken to hold between two of them: a crossing reaches from one value whose interval lies off
    the target to the next one. It is as sure as the intervals, if those hold at all values at once.
    """
    sides = [int(e.low > target) - int(e.high < target) for e in values]
    decided = [i for i, side in enumerate(sides) if side]
    found = []
    for before, after in pairwise([-1, *decided, len(sides)]):
        low = None if before < 0 else xs[before]
        high = None if after == len(sides) else xs[after]
        crosses = low is not None and high is not None and sides[before] != sides[after]
        if crosses or after - before > 1:
            found.append(Crossing(low, high, crosses))
    return found


@dataclass(frozen=True)
class Reach:
    """Where a curve reaches a target, and how sure that is."""

    sure: str
    places: tuple[Crossing, ...]
    """None if it never does."""


def reach_of(xs: Sequence[float], line: Line, target: Target) -> Reach:
    """Where a line reaches a target: what all games decide, or else where it may.

    It is sure if each half of the games shows it by itself, likely if only all of them do.
    """
    key, value = target.measure.key, target.value
    of_all = crossings(xs, [point.estimate(key) for point in line.points], value)
    by_half = [
        crossings(xs, values, value)
        for values in zip(*(point.halves_at(key) for point in line.points), strict=True)
    ]
    if not of_all:
        return Reach(LIKELY if any(by_half) else SURE, ())

    places = [
        replace(place, sure=place.decided and all(_is_shown(place, half) for half in by_half))
        for place in of_all
    ]
    for sure, known in (SURE, [p for p in places if p.sure]), (LIKELY, [p for p in places if p.decided]):
        if known:
            return Reach(sure, tuple(known))
    return Reach(OPEN, tuple(places))


def _is_shown(place: Crossing, half: Sequence[Crossing]) -> bool:
    """Whether a half of the games is decided about a crossing at the same place."""
    return any(crossing.decided and crossing.meets(place) for crossing in half)


def gaps(axis: Axis, found: Iterable[Crossing]) -> list[range]:
    """Whole numbers that nobody played, where each crossing begins and where it ends.

    One of them may bring its ends nearer to each other; between neighbours there is none.
    """
    if not axis.is_whole:
        return []
    xs = [int(value) for value in axis.values]
    beside = set()
    for one in found:
        if one.low is not None:
            beside.add(xs.index(int(one.low)))
        if one.high is not None:
            beside.add(xs.index(int(one.high)) - 1)
    return [range(xs[i] + 1, xs[i + 1]) for i in sorted(beside) if xs[i + 1] - xs[i] > 1]


def middle_first(gap: range) -> list[int]:
    """The numbers of a range from its middle to both ends.

    >>> middle_first(range(3, 7))
    [4, 5, 3, 6]
    """
    middle = (gap[0] + gap[-1]) / 2
    return sorted(gap, key=lambda value: abs(value - middle))


def headlines(base: Run, adapted: bool, pace: float | None) -> list[str]:
    """The measures of a curve unless others are asked for; first what those who adapted do, and minutes."""
    told = chosen(base.plan, None, pace, ways_in(base))
    first = [m.key for m in told if (m.deed and adapted) or m.name == MINUTES]
    return list(dict.fromkeys(first + [m.key for m in told if m.headline]))
