"""Whether the numbers in a sentence lie inside the intervals that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from analyses.estimates.estimate import EXACT
from analyses.measures.number import Number
from analyses.studies.declared import Declared
from reports.words.findings import Finding
from reports.words.wording import scale_of

NO_VALUES = (
    r"“.*”",
    r"; the verdict changes at [\d.]+ seconds",
    r"; not settled.*",
    r"with \d+ players? [\w ]+ beats .*",
    r"in \d+ of \d+ pairings",
    r"^\d+ policies\b.*|^Of \d+ claims?.*",
    r"These games cannot tell .*",
    r"6 and 8|5 and 9|36 cards|a 6 in 60 turns|100 wins|city pays 4",
)
"""What a sentence says in digits that is no value."""

TABLES = re.compile(r" with (\d[\d, -]*(?:and \d+)?)(?: players)?\.?$")
VALUE = re.compile(r"[-+−]?\d+(?:,\d{3})*(?:\.\d+)?")


def values_outside(finding: Finding, study: Declared) -> list[str]:
    """The values of a sentence that do not lie in the interval of their number; each clause has its own."""
    text = finding.text
    for pattern in NO_VALUES:
        text = re.sub(pattern, "", text, flags=re.I)

    faults = []
    for clause in text.split("; "):
        tables = TABLES.search(clause)
        values = VALUE.findall(TABLES.sub("", clause))
        numbers = _numbers_of(finding, tables[1] if tables else "", clause)
        if len(values) == 1:  # one for all of them
            values = values * len(numbers)
        if values and len(values) != len(numbers):
            faults.append(f"{len(values)} values for {len(numbers)} numbers: {finding.text}")
            continue
        for value, number in zip(values, numbers, strict=False):
            if not _is_inside(value, number, _taken_away(finding, study)):
                faults.append(f"{value} is not {number.estimate}: {finding.text}")
    return faults


def _numbers_of(finding: Finding, tables: str, clause: str) -> list[Number]:
    """The numbers that a clause is about: those of its tables, or of who plays, or all."""
    if tables and "players" in next(iter(finding.numbers)):
        return [finding.numbers[f"{players} players"] for players in _players(tables)]
    who = re.search(r"\(([^)]*)\)", clause)
    if who and who[1] in finding.numbers:
        return [finding.numbers[who[1]]]
    return list(finding.numbers.values())


def _players(tables: str) -> Sequence[int]:
    """``2-5``, ``2 and 3``."""
    ends = [int(digits) for digits in re.findall(r"\d+", tables)]
    return range(ends[0], ends[-1] + 1) if "-" in tables else ends


def _taken_away(finding: Finding, study: Declared) -> float:
    """What a claim is held against, such as an even share; its sentence has the number without that."""
    for claim in study.lists.get("claim", ()):
        if f"“{claim.text}”" in finding.text:
            part, whole = claim.number.get("over", (0, 1))
            return float(part / whole)
    return 0.0


def _is_inside(text: str, number: Number, taken_away: float) -> bool:
    if number.estimate.method == EXACT:  # what is exact has no interval
        return True
    value, scale = float(text.replace(",", "").replace("−", "-")), scale_of(number.measure.spec)
    low, high = (scale * (end + taken_away) for end in (number.estimate.low, number.estimate.high))
    return any(low - 1e-9 <= turned <= high + 1e-9 for turned in (value, -value))
