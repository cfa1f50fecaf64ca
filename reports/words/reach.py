"""Where the curves of a sweep reach what is wanted, in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import cached_property
from typing import Any

from analyses.questions.sweep import Axis, Crossing, Line, Target, crossings, gaps
from reports.words.findings import LIKELY, OPEN, SURE
from reports.words.where import where
from reports.words.wording import capital, listed, roughly


@dataclass(frozen=True)
class Reach:
    """A target along an axis, and by name the curves that may cross it; a lone one has no name."""

    target: Target
    axis: Axis
    lines: Mapping[str, Line]
    told: Sequence[str]
    """The lines that give the answer."""

    @property
    def key(self) -> str:
        """The measure that is to reach something."""
        return self.target.measure.key

    @property
    def wanted(self) -> str:
        """The target as people say it."""
        scale = self.target.measure.scale
        return f"{self.target.value * scale:g}{' %' if scale == 100 else ''}"

    @cached_property
    def found(self) -> Mapping[str, list[Crossing]]:
        """Where each line crosses it, as its picture and table show; sure if both halves say so, too."""
        return {name: self._crossings(name) for name in self.lines}

    def _crossings(self, name: str) -> list[Crossing]:
        of_all, line = self._of_all[name], self.lines[name]
        agreed = crossings(self._played, [p.agreed(self.key) for p in line.points], self.target.value)
        both = [x.sure and any(y.sure for y in agreed if x.meets(y)) for x in of_all]
        found = [replace(x, sure=y, likely=x.sure and not y) for x, y in zip(of_all, both, strict=True)]
        return found + [y for y in agreed if not any(map(y.meets, of_all))]

    @cached_property
    def _of_all(self) -> Mapping[str, list[Crossing]]:
        """Where the games of both halves together say that each line may cross it."""
        return {
            name: crossings(self._played, [p.value(self.key) for p in line.points], self.target.value)
            for name, line in self.lines.items()
        }

    def hardly(self, name: str) -> bool:
        """Whether all games together say that a line never reaches the target, but not each half."""
        return bool(self.found[name]) and not self._of_all[name]

    @property
    def sentence(self) -> str:
        """Where it is reached and where not, or how near any line comes."""
        return self._by_line() if len(self.told) > 1 else self._alone(self.told[0])

    @property
    def never(self) -> bool:
        """Whether no line reaches the target, nor may."""
        return not any(self.found.values())

    @property
    def gaps(self) -> list[range]:
        """Whole numbers that nobody played, beside both ends of what the answer says of each of its lines."""
        return gaps(self.axis, [one for name in self.told for one in self._said(name)[1]])

    def _said(self, name: str) -> tuple[str, list[Crossing]]:
        """How well it is known where a line reaches the target, and where: what is known best."""
        if self.hardly(name):
            return LIKELY, []
        found = self.found[name]
        for how, some in (SURE, [x for x in found if x.sure]), (LIKELY, [x for x in found if x.likely]):
            if some:
                return how, some
        return (OPEN if found else SURE), found

    def where(self, name: str) -> str:
        """Where a line reaches the target, in a few words."""
        how, places = self._said(name)
        words = {SURE: "", LIKELY: f"{LIKELY} ", OPEN: "not settled, perhaps "}[how]
        return "; ".join(f"{words}{self._place(one)}" for one in places) or f"{words}{self._nowhere}"

    @property
    def _nowhere(self) -> str:
        """In place of where: of values that nobody played it says nothing."""
        return "at no value played" if self.axis.has_gaps else "never"

    @property
    def paces(self) -> list[str]:
        """Of minutes: at which paces each line that gives the answer crosses the target there."""
        return [said for name in self.told if self.target.measure.pace and (said := self._at_paces(name))]

    def _at_paces(self, name: str) -> str:
        """The paces at which a line crosses the target between the same two values, if it does so once.

        An interval below the target stays below until the pace has grown by as much as is missing, and one
        above it stays above until the pace has fallen by as much.
        """
        how, places = self._said(name)
        if how == OPEN or len(places) != 1:
            return ""
        ends = (places[0].low, places[0].high)
        values = [
            point.value(self.key)
            for x, point in zip(self._played, self.lines[name].points, strict=True)
            if x in ends
        ]
        grown = min(self.target.value / e.high for e in values if e.high < self.target.value)
        fallen = max(self.target.value / e.low for e in values if e.low > self.target.value)
        measure, between = self.target.measure, self._place(places[0], f"{self.axis.name}=")
        at = f" {where([name], self.lines)}" if len(self.told) > 1 else ""
        paces = f"{short(fallen * measure.pace, ROUND_CEILING)} to {short(grown * measure.pace, ROUND_FLOOR)}"
        return f"{self.wanted} {measure.unit} are reached {between}{at} at {paces} seconds a turn"

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Where a line reaches the target, for tables: a row without a place if it never does."""
        head = {"measure": self.key, "target": self.target.value, "axis": self.axis.name}
        places = self.found[name] or [Crossing(None, None)]
        return [head | {"reached": x.sure, "low": x.low, "high": x.high} for x in places]

    def _alone(self, line: str) -> str:
        measure, name = self.target.measure, self.axis.name
        how, places = self._said(line)
        label, reaches = measure.label, f"{measure.does('reach')} {self.wanted}"
        if how == OPEN:
            perhaps = "; ".join(f"perhaps {self._place(one, f'{name}=')}" for one in places)
            return f"It is not settled whether {label} {reaches}. {capital(perhaps)}."
        if places:
            between = "; ".join(self._place(one, f"{name}=") for one in places)
            return f"{capital(label)} {reaches} {between}{'' if how == SURE else f' ({LIKELY})'}."
        values = self.axis.values
        if self.axis.has_gaps:
            return (
                f"{capital(label)} {reaches} with none of {name}={listed(values)} ({how}): {self._nearest}."
            )
        span = f"for {name} from {values[0]} to {values[-1]}"
        return f"{capital(label)} never {reaches} {span} ({how}): {self._nearest}."

    def _by_line(self) -> str:
        said = {name: self._said(name) for name in self.told}

        def names(known: str, somewhere: bool) -> list[str]:
            return [
                name for name, (how, places) in said.items() if how == known and bool(places) == somewhere
            ]

        reached, likely = names(SURE, True), names(LIKELY, True)
        never, hardly = names(SURE, False), names(LIKELY, False)
        best = SURE if reached else LIKELY
        open_ = names(OPEN, True)
        measure = self.target.measure
        reaches = f"{capital(measure.label)} {measure.does('reach')} {self.wanted}"
        places = [said[name][1] for name in reached or likely]
        if places and all(len(each) == 1 for each in places):
            reaches += f" {self._hull([each[0] for each in places], f'{self.axis.name}=')},"
        less = {
            LIKELY: likely if reached else [],
            self._nowhere: never,
            f"{LIKELY} {self._nowhere}": hardly,
            "not settled": open_,
        }
        rest = [f"{so} {where(at, said)}" for so, at in less.items() if at]
        if not places and not open_:
            return f"{reaches}: {self._nowhere} ({LIKELY if hardly else SURE}); {self._nearest}."
        if not places:
            return f"{reaches}: {'; '.join(rest)}."
        return "; ".join([f"{reaches} {where(reached or likely, said)} ({best})", *rest]) + "."

    @property
    def _nearest(self) -> str:
        """The value of any point that lies nearest to the target, and where."""
        every = [(name, point) for name in self.told for point in self.lines[name].points]
        name, point = min(every, key=lambda at: abs(at[1].agreed(self.key).value - self.target.value))
        value = roughly(point.agreed(self.key), self.target.measure.scale)
        places = [f"{self.axis.name}={point.values[0]}", *([name] if len(self.told) > 1 else [])]
        return f"the nearest is about {value}, with {', '.join(places)}"

    @property
    def _played(self) -> Sequence[float]:
        """The values of the axis; a target on an axis of words is refused."""
        assert self.axis.numbers is not None
        return self.axis.numbers

    def _hull(self, places: Sequence[Crossing], name: str) -> str:
        """Between which values several lines cross the target, each of which does so between two values."""
        low, high = min(one.low or 0.0 for one in places), max(one.high or 0.0 for one in places)
        return self._place(Crossing(low, high), name)

    def _place(self, one: Crossing, name: str = "") -> str:
        """Between which values that were played a line crosses the target, or beyond which of them."""
        low, high = (None if end is None else self._typed(end) for end in (one.low, one.high))
        if low is None and high is None:
            return f"anywhere along {self.axis.name}"
        if high is None:
            return f"above {name}{low}"
        return f"below {name}{high}" if low is None else f"between {name}{low} and {high}"

    def _typed(self, x: float) -> str:
        """A value of the axis as it is typed."""
        return self.axis.values[self._played.index(x)]


def short(end: float, rounding: str) -> str:
    """An end of a range in three digits, rounded inward or outward.

    >>> short(8.3761, ROUND_FLOOR), short(9.6149, ROUND_CEILING), short(9, ROUND_CEILING)
    ('8.37', '9.62', '9')
    """
    return f"{float(Context(prec=3, rounding=rounding).create_decimal(f'{end:.12g}')):.3g}"
