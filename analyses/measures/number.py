"""What was measured: a measure at a place, before and after, its interval, and how sure that is.

Whatever is asked, a run, a comparison, a sweep or a study, comes to numbers of this one type. All games give
the value and the interval; each half of them, one of two seeds or the first and the last games of one, says
whether it shows the same by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from analyses.estimates.estimate import (
    CHANGES,
    DIFFERENT,
    EQUIVALENT,
    TUNINGS,
    UNDECIDED,
    Estimate,
    columns,
    games_needed,
    verdict,
)
from analyses.measures.measure import SHARE, Measure

CERTAINTIES = SURE, LIKELY, OPEN = "sure", "likely", "not settled"
"""How sure a number is, the surest first: nothing else in the house says so."""

CLOSE, ROUGH = 0.25, 0.5
"""How far the interval of a number without a margin reaches, as a part of the number."""

HALVES = "first", "again"
"""What the halves are called in tables."""

Place: TypeAlias = Mapping[str, int | str]
"""Where a number was measured: players, policy, rule, ..."""


@dataclass(frozen=True)
class Number:
    """A measure at a place, as all games tell it."""

    measure: Measure
    estimate: Estimate
    """The change from the first rule to the second or, where nothing is compared, what was measured.

    Its interval holds for all numbers that are read together, and the verdict comes from it.
    """
    before: Estimate | None = None
    after: Estimate | None = None
    """The measure under the first and the second rule, where two are compared."""
    halves: Sequence[Number] = ()
    """The same in each half of the games."""
    table: str = "changes"
    place: Place = field(default_factory=dict)
    worth: float | None = None
    """Of a change: how many times as many games it would take without pairing; None where nothing varies."""

    def __repr__(self) -> str:
        margin = f"; margin {self.measure.margin:g}: {self.verdict}" if self.measure.is_judged else ""
        return f"<Number of {self.measure.label}: {self.estimate}{margin}>"

    @property
    def margin(self) -> float | None:
        """The margin that it is held against, if there is one."""
        return self.measure.margin if self.measure.is_judged else None

    @property
    def verdict(self) -> str:
        """What all games say against the margin; nothing without one."""
        return verdict(self.estimate, self.measure.margin) if self.measure.is_judged else ""

    @property
    def claim(self) -> str:
        """What may be said of it: the verdict, but of what a half contradicts that it is undecided."""
        return UNDECIDED if self.verdict and self.sure == OPEN else self.verdict

    @property
    def rises(self) -> bool:
        """Whether it is more than nothing."""
        return bool(self.estimate.value > 0)

    @property
    def is_change(self) -> bool:
        """Whether it is what another rule changes."""
        return self.before is not None

    @property
    def changes(self) -> bool:
        """Whether it surely changes, by more than the margin or by about as much."""
        return self.verdict in (DIFFERENT, CHANGES)

    @property
    def sure(self) -> str:
        """How sure it is: sure if each half shows by itself what all games say, likely if these alone do.

        Not settled is what all games cannot tell, or what a half contradicts. A number without a margin is as
        sure as its interval is narrow.
        """
        if not self.measure.is_judged:
            return self._known
        if self.verdict == UNDECIDED or any(map(self._is_against, self.halves)):
            return OPEN
        return SURE if all(map(self._is_shown, self.halves)) else LIKELY

    @property
    def _known(self) -> str:
        """How sure a number is that is held against no margin."""
        far = self.estimate.half_width / max(abs(self.estimate.value), 1e-300)
        apart = len(self.halves) == 2 and not _overlap(*(half.estimate for half in self.halves))
        return SURE if far <= CLOSE and not apart else LIKELY if far <= ROUGH else OPEN

    def _is_shown(self, half: Number) -> bool:
        """Whether a half shows the same by itself; a larger change shows that there is one, too."""
        if self.verdict == CHANGES:
            return half.changes and half.rises == self.rises
        return half.verdict == self.verdict and (self.verdict == EQUIVALENT or half.rises == self.rises)

    def _is_against(self, half: Number) -> bool:
        """Whether a half contradicts what all games say."""
        if self.changes and half.changes:
            return half.rises != self.rises
        return {self.verdict, half.verdict} == {DIFFERENT, EQUIVALENT}

    @property
    def each(self) -> list[Estimate]:
        """What each half tells; what all games tell, if there are no halves."""
        return [half.estimate for half in self.halves] or [self.estimate]

    @property
    def equivalent_within(self) -> float:
        """The smallest margin within which it would be equivalent."""
        return max(abs(self.estimate.low), abs(self.estimate.high))

    @property
    def games_needed(self) -> int | None:
        """About how many games would settle what is open, if it is as large as it seems.

        None if it is settled, if no number of games would do, or if it depends on how players are tuned.
        """
        if self.verdict not in (UNDECIDED, CHANGES) or TUNINGS in self.estimate.method:
            return None
        return games_needed(self.estimate, self.measure.margin)

    def as_dict(self) -> dict[str, Any]:
        """A row of a table, or JSON: what, where, before and after, the interval, and how sure that is."""
        measure = self.measure
        row: dict[str, Any] = {"measure": measure.name, "at": measure.at}
        row |= {
            "words": measure.label,
            "kind": measure.kind,
            "unit": measure.unit or ("share" if measure.kind == SHARE else ""),
        }
        if self.is_change:
            row |= {**columns(self.before, "a"), **columns(self.after, "b")}

        numbers = self.estimate.as_dict()
        value = "change" if self.is_change else "value"
        row |= {value: numbers["value"], "low": numbers["low"], "high": numbers["high"]}
        row |= {"level": round(self.estimate.level, 6), "margin": self.margin}
        row |= {"verdict": self.verdict or None, "sure": self.sure}
        for name, half in zip(HALVES, self.halves, strict=False):
            numbers = half.estimate.as_dict()
            row |= {f"{value}_{name}": numbers["value"]}
            row |= {f"{end}_{name}": numbers[end] for end in ("low", "high")}
        if self.is_change:
            within = self.equivalent_within
            row["equivalent_within"] = within if math.isfinite(within) else None
            row |= {"games_needed": self.games_needed, "pairing_worth": self.worth}
        return row | {"n": self.estimate.n, "method": self.estimate.method}


def _overlap(one: Estimate, other: Estimate) -> bool:
    return one.low <= other.high and other.low <= one.high


def certainty_of(numbers: Iterable[Number]) -> str:
    """How sure the least sure of some numbers is; of none that is not settled."""
    return max((number.sure for number in numbers), key=CERTAINTIES.index, default=OPEN)


def with_estimate(number: Number, estimate: Estimate) -> Number:
    """The number of the same measure at the same place with another estimate, of no halves."""
    return replace(number, estimate=estimate, halves=())
