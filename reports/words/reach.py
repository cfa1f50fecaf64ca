"""Where the lines of a curve reach what is wanted, in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import cached_property
from typing import Any

from analyses.measures.number import OPEN, SURE
from analyses.questions.curve import Axis, Crossing, Line, Reach, Target, gaps, reach_of
from reports.words.changes import value_in_words
from reports.words.findings import Finding
from reports.words.where import tables_in_words
from reports.words.wording import capital, listed


@dataclass(frozen=True)
class Reached:
    """A target along an axis, and by name the lines that may cross it; a lone one has no name."""

    target: Target
    axis: Axis
    lines: Mapping[str, Line]
    answer_names: Sequence[str]
    """The lines that give the answer."""

    @property
    def key(self) -> str:
        """The measure that is to reach something."""
        return self.target.measure.key

    @property
    def target_words(self) -> str:
        """The target as people say it."""
        scale = self.target.measure.scale
        return f"{self.target.value * scale:g}{' %' if scale == 100 else ''}"

    @cached_property
    def reaches(self) -> dict[str, Reach]:
        """Where each line reaches it, as its picture and table show."""
        return {name: reach_of(self._played, line, self.target) for name, line in self.lines.items()}

    @property
    def is_out_of_reach(self) -> bool:
        """Whether no line reaches the target, nor may: each half of the games says so."""
        return all(reach == Reach(SURE, ()) for reach in self.reaches.values())

    @property
    def gaps(self) -> list[range]:
        """Whole numbers that nobody played, beside both ends of what the answer says of each of its lines."""
        return gaps(self.axis, [place for name in self.answer_names for place in self.reaches[name].places])

    # --- sentences

    @property
    def finding(self) -> Finding:
        """Where it is reached on the first line that gives the answer, and how sure that is."""
        name = self.answer_names[0]
        return Finding(self._sentence(name), self.reaches[name].sure, {}, "")

    def finding_of(self, name: str) -> Finding:
        """Where one of several lines reaches it."""
        return Finding(f"{capital(name)}: {self.place_words(name)}.", self.reaches[name].sure, {}, "")

    def place_words(self, name: str) -> str:
        """Where a line reaches the target, in a few words."""
        reach = self.reaches[name]
        if not reach.places:
            return self._nowhere
        words = "perhaps " if reach.sure == OPEN else ""
        return "; ".join(f"{words}{self._place(place)}" for place in reach.places)

    @property
    def _nowhere(self) -> str:
        """In place of where: of values that nobody played it says nothing."""
        return "at no value played" if self.axis.has_gaps else "never"

    def _sentence(self, name: str) -> str:
        measure, axis, reach = self.target.measure, self.axis.name, self.reaches[name]
        at = f" ({name})" if len(self.answer_names) > 1 else ""
        reaches = measure.sentence(f"{self.target.value * measure.scale:g}")
        if reach.sure == OPEN:
            perhaps = "; ".join(f"perhaps {self._place(place, f'{axis}=')}" for place in reach.places)
            return f"It is not settled whether {reaches}: {perhaps}{at}."
        if reach.places:
            between = "; ".join(self._place(place, f"{axis}=") for place in reach.places)
            return f"{capital(reaches)} {between}{at}."
        values = self.axis.values
        if self.axis.has_gaps:
            return f"{capital(reaches)} with none of {axis}={listed(values)}{at}: {self._nearest(name)}."
        return (
            f"{capital(measure.label)} never {measure.does('reach')} {self.target_words} for {axis} from "
            f"{values[0]} to {values[-1]}{at}: {self._nearest(name)}."
        )

    def _nearest(self, name: str) -> str:
        """The value of the point of a line that lies nearest to the target."""
        points = self.lines[name].points
        point = min(points, key=lambda point: abs(point.estimate(self.key).value - self.target.value))
        value = value_in_words(point.estimate(self.key), self.target.measure.scale)
        return f"the nearest is {value}, with {self.axis.name}={point.value}"

    @property
    def paces(self) -> list[str]:
        """Of minutes: at which paces each line that gives the answer crosses the target there."""
        return [
            text for name in self.answer_names if self.target.measure.pace and (text := self._at_paces(name))
        ]

    def _at_paces(self, name: str) -> str:
        """The paces at which a line crosses the target between the same two values, if it does so once.

        An interval below the target stays below until the pace has grown by as much as is missing, and one
        above it stays above until the pace has fallen by as much.
        """
        reach = self.reaches[name]
        if reach.sure == OPEN or len(reach.places) != 1:
            return ""
        place, measure = reach.places[0], self.target.measure
        values = [
            point.estimate(self.key)
            for x, point in zip(self._played, self.lines[name].points, strict=True)
            if x in (place.low, place.high)
        ]
        grown = min(self.target.value / e.high for e in values if e.high < self.target.value)
        fallen = max(self.target.value / e.low for e in values if e.low > self.target.value)
        between = self._place(place, f"{self.axis.name}=")
        at = f" {tables_in_words([name], self.lines)}" if len(self.answer_names) > 1 else ""
        paces = f"{short(fallen * measure.pace, ROUND_CEILING)} to {short(grown * measure.pace, ROUND_FLOOR)}"
        return f"{self.target_words} {measure.unit} are reached {between}{at} at {paces} seconds a turn"

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Where a line reaches the target, for tables: a row without a place if it never does."""
        head = {"measure": self.key, "target": self.target.value, "axis": self.axis.name}
        reach = self.reaches[name]
        places = reach.places or (Crossing(None, None),)
        return [
            head | {"reached": place.decided, "sure": reach.sure, "low": place.low, "high": place.high}
            for place in places
        ]

    @property
    def _played(self) -> Sequence[float]:
        """The values of the axis; a target on an axis of words is refused."""
        assert self.axis.numbers is not None
        return self.axis.numbers

    def _place(self, place: Crossing, name: str = "") -> str:
        """Between which values that were played a line crosses the target, or beyond which of them."""
        low, high = (None if end is None else self._axis_value(end) for end in (place.low, place.high))
        if low is None and high is None:
            return f"anywhere along {self.axis.name}"
        if high is None:
            return f"above {name}{low}"
        return f"below {name}{high}" if low is None else f"between {name}{low} and {high}"

    def _axis_value(self, x: float) -> str:
        """A value of the axis as it is typed."""
        return self.axis.values[self._played.index(x)]


def short(end: float, rounding: str) -> str:
    """An end of a range in three digits, rounded inward or outward.

    >>> short(8.3761, ROUND_FLOOR), short(9.6149, ROUND_CEILING), short(9, ROUND_CEILING)
    ('8.37', '9.62', '9')
    """
    return f"{float(Context(prec=3, rounding=rounding).create_decimal(f'{end:.12g}')):.3g}"
