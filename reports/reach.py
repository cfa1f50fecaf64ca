"""Where the curves of a sweep reach what is wanted, in words and numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from functools import cached_property
from typing import Any

from analyses.sweep import Axis, Crossing, Line, Target, crossings
from reports.findings import LIKELY, SURE
from reports.where import where
from reports.words import capital, roughly


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

    def where(self, name: str) -> str:
        """Where a line reaches the target, in a few words."""
        found = self.found[name]
        if self.hardly(name):
            return f"{LIKELY} never"
        sure = "; ".join(self._near(one) for one in found if one.sure)
        likely = "; ".join(f"{LIKELY} {self._near(one)}" for one in found if one.likely)
        perhaps = "; ".join(f"not settled, perhaps {self._near(one)}" for one in found)
        return sure or likely or perhaps or "never"

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Where a line reaches the target, for tables: a row without a place if it never does."""
        head = {"measure": self.key, "target": self.target.value, "axis": self.axis.name}
        places = self.found[name] or [Crossing(None, None, None)]
        return [head | {"reached": x.sure, "at": x.at, "low": x.low, "high": x.high} for x in places]

    def _alone(self, line: str) -> str:
        measure, name, found = self.target.measure, self.axis.name, self.found[line]
        reaches = f"{measure.does('reach')} {self.wanted}"
        if not found or self.hardly(line):
            span = f"for {name} from {self.axis.values[0]} to {self.axis.values[-1]}"
            how = LIKELY if found else SURE
            return f"{capital(measure.label)} never {reaches} {span} ({how}): {self._nearest}."
        sure, likely = ([x for x in found if x.sure], [x for x in found if x.likely])
        if some := sure or likely:
            near = "; ".join(self._near(one, f"{name}=") for one in some)
            return f"{capital(measure.label)} {reaches} {near}{'' if sure else f' ({LIKELY})'}."
        perhaps = "; ".join(
            f"perhaps {f'for {name} ' if one.at is None else ''}{self._near(one, f'{name}=')}"
            for one in found
        )
        return f"It is not settled whether {measure.label} {reaches}. {capital(perhaps)}."

    def _by_line(self) -> str:
        found = {name: self.found[name] for name in self.told}
        sure = [name for name, each in found.items() if any(x.sure for x in each)]
        likely = [name for name in found if name not in sure and any(x.likely for x in found[name])]
        never = [name for name, each in found.items() if not each]
        hardly = [name for name in found if self.hardly(name)]
        open_ = [name for name in found if name not in (*sure, *likely, *never, *hardly)]
        measure = self.target.measure
        reaches = f"{capital(measure.label)} {measure.does('reach')} {self.wanted}"
        reached, how = (sure, SURE) if sure else (likely, LIKELY)
        places = [x for name in reached for x in found[name] if x.at is not None]
        if reached and len(places) == len(reached):  # each in one place
            reaches += f" {self._about(places, f'{self.axis.name}=')},"
        less = {
            LIKELY: likely if sure else [],
            "never": never,
            f"{LIKELY} never": hardly,
            "not settled": open_,
        }
        rest = [f"{so} {where(at, found)}" for so, at in less.items() if at]
        if not reached and not open_:
            return f"{reaches}: never ({LIKELY if hardly else SURE}); {self._nearest}."
        if not reached:
            return f"{reaches}: {'; '.join(rest)}."
        return "; ".join([f"{reaches} {where(reached, found)} ({how})", *rest]) + "."

    @property
    def _nearest(self) -> str:
        """The value of any point that lies nearest to the target, and where."""
        every = [(name, point) for name in self.told for point in self.lines[name].points]
        name, point = min(every, key=lambda at: abs(at[1].agreed(self.key).value - self.target.value))
        value = roughly(point.agreed(self.key), self.target.measure.scale)
        places = [f"{self.axis.name}={point.values[0]}", *([name] if len(self.told) > 1 else [])]
        return f"the nearest is about {value}, with {', '.join(places)}"

    def _is_between(self, places: Sequence[Crossing]) -> bool:
        """Whether what is crossed there lies between whole numbers, so that nobody can play it."""
        at = {one.at for one in places}
        return self.axis.is_whole and not (len(at) == 1 and at <= {*self._played})

    @property
    def _played(self) -> Sequence[float]:
        """The values of the axis; a target on an axis of words is refused."""
        assert self.axis.numbers is not None
        return self.axis.numbers

    def _about(self, places: Sequence[Crossing], name: str) -> str:
        """Near which value lines cross the target, or between which that were played they surely do."""
        if self._is_between(places):
            low = min(-math.inf if one.low is None else one.low for one in places)
            high = max(math.inf if one.high is None else one.high for one in places)
            first = max((x for x in self._played if x <= low), default=self._played[0])
            last = min((x for x in self._played if x >= high), default=self._played[-1])
            return f"between {name}{first:g} and {last:g}"
        at = [one.at for one in places if one.at is not None]
        near, far = f"{min(at):.3g}", f"{max(at):.3g}"
        return f"near {name}{near}{f' to {far}' if near != far else ''}"

    def _near(self, one: Crossing, name: str = "") -> str:
        """Where a line crosses the target, if its curve does, and from where to where that may be."""
        first, last = self.axis.values[0], self.axis.values[-1]
        low = short(one.low, ROUND_FLOOR) if one.low is not None else f"{first} or below"
        high = short(one.high, ROUND_CEILING) if one.high is not None else f"{last} or above"
        span = f"from {low} to {high}"
        if high == first or low == last:  # at one end of the axis alone
            span = low if high == first else high
        if one.at is None:
            return span
        near = f"near {one.at:.3g}, " if self._is_between([one]) else ""
        return f"{self._about([one], name)} ({near}{span})"


def short(end: float, rounding: str) -> str:
    """An end of an interval in three digits, rounded outward.

    >>> short(8.3761, ROUND_FLOOR), short(9.6149, ROUND_CEILING), short(9, ROUND_CEILING)
    ('8.37', '9.62', '9')
    """
    return f"{float(Context(prec=3, rounding=rounding).create_decimal(f'{end:.12g}')):.3g}"
