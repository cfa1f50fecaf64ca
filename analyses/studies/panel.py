"""Does a finding hold whoever plays? A panel of policies, boards or rules, and whether they tell the same.

Looking at verdicts does not answer this: two that are undecided never contradict each other, and two that are
both beyond the margin may be far apart. So the estimates themselves are put to a test of heterogeneity.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.estimates.lazy import special
from analyses.measures.number import Number, Place
from analyses.questions.results import Results

RARE = 0.05
"""Of the test, over all findings of a family."""


@dataclass(frozen=True)
class PanelFinding:
    """A finding, as each of those who play tells it."""

    measure: str
    place: Place
    """Where it was measured, without who plays."""
    entries: Mapping[str, Number]
    """By who plays."""
    p: float
    """Of `heterogeneity`, corrected for the number of findings of the family (Holm 1979); 1 if not judged.

    Where there are two seeds, the larger of both: what differs on one alone is not replicated.
    """

    @property
    def is_judged(self) -> bool:
        """Whether two or more tell something."""
        return len(telling(self.entries)) > 1

    @property
    def is_heterogeneous(self) -> bool:
        """Whether those who play differ."""
        return self.p < RARE

    @property
    def contrary(self) -> bool:
        """Whether one says different and another equivalent, or different the other way."""
        ways = {entry.estimate.value > 0 for entry in self.entries.values() if entry.verdict == DIFFERENT}
        return len(ways) == 2 or bool(ways and self.voices(EQUIVALENT))

    def voices(self, verdict: str) -> list[str]:
        """Those who say so."""
        return [who for who, entry in self.entries.items() if entry.verdict == verdict]


def telling(entries: Mapping[str, Number]) -> dict[str, Number]:
    """Those whose games say something of a finding: decided, or as sharp as its margin."""
    return {
        who: entry
        for who, entry in entries.items()
        if math.isfinite(entry.estimate.half_width)
        and entry.measure.is_judged
        and (entry.verdict != UNDECIDED or entry.estimate.half_width <= entry.measure.margin)
    }


def panels(
    results: Results,
    table: str,
    measures: Sequence[str],
    who: str = "policy",
    among: Collection[str] | None = None,
) -> list[PanelFinding]:
    """The findings of a table, a family: what differs in the key `who` alone, perhaps `among` some values."""
    groups: dict[tuple[str, tuple[tuple[str, int | str], ...]], dict[str, Number]] = {}
    for measure in measures:
        for entry in results.matching(table, measure):
            if among is None or entry.place[who] in among:
                rest = tuple((key, value) for key, value in entry.place.items() if key != who)
                groups.setdefault((measure, rest), {})[str(entry.place[who])] = entry
    voices = [list(telling(entries).values()) for entries in groups.values()]
    tests = [holm([heterogeneity([e.each[0] for e in told]) for told in voices])]
    if results.setting.replicate is not None:
        tests.append(holm([heterogeneity([e.each[-1] for e in told]) for told in voices]))
    return [
        PanelFinding(measure, dict(rest), entries, max(p))
        for ((measure, rest), entries), *p in zip(groups.items(), *tests, strict=True)
    ]


def heterogeneity(estimates: Sequence[Estimate]) -> float:
    """The chance that estimates of one number differ as much as these; nan for fewer than two.

    Cochran's Q (1954) with the weights that intervals give, and Welch's (1951) correction for weights that
    are estimated. Where all played the same deals, what they share cancels in no weight, so the test errs on
    the careful side.
    """
    k = len(estimates)
    if k < 2:
        return math.nan
    value = np.array([e.value for e in estimates])
    errors = np.array([e.half_width / NormalDist().inv_cdf((1 + e.level) / 2) for e in estimates])
    weights = 1 / errors**2
    part = weights / weights.sum()
    q = float((weights * (value - part @ value) ** 2).sum())
    slack = float(((1 - part) ** 2 / (np.array([e.n for e in estimates]) - 1)).sum())
    f = q / (k - 1) / (1 + 2 * (k - 2) / (k**2 - 1) * slack)
    return float(special.fdtrc(k - 1, (k**2 - 1) / (3 * slack), f))


def holm(tests: Sequence[float]) -> list[float]:
    """p-values corrected for their number (Holm 1979), whatever hangs together; 1 in place of nan."""
    known = sorted(i for i, p in enumerate(tests) if not math.isnan(p))
    found, least = [1.0] * len(tests), 0.0
    for rank, i in enumerate(sorted(known, key=lambda i: tests[i])):
        least = max(least, min(1.0, tests[i] * (len(known) - rank)))
        found[i] = least
    return found
