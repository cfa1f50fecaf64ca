"""Where those who play a game of Castle contradict each other about seats, cards and other rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.studies import Entry, Results

ASKED: Mapping[str, tuple[str, ...]] = {
    "seats": ("above_fair",),
    "power": ("dealt",),
    "variants": ("winner_changes", "rounds", "minutes", "first_wins"),
}
"""The measures of each table that all policies are asked for, and that are held against a margin."""


@dataclass(frozen=True)
class Contradiction:
    """One number that one policy calls different and another equivalent, or different the other way."""

    table: str
    measure: str
    place: Mapping[str, int | str]
    """Without who plays."""
    verdicts: Mapping[str, Entry]


def contradictions(results: Results, table: str) -> tuple[list[Contradiction], int]:
    """The contradictions in a table, and how many comparisons there were."""
    groups: dict[tuple[object, ...], list[Entry]] = {}
    for entry in results.entries:
        if entry.table == table and entry.measure in ASKED[table]:
            rest = tuple((key, value) for key, value in entry.keys.items() if key != "policy")
            groups.setdefault((entry.measure, rest), []).append(entry)
    found = []
    for entries in groups.values():
        ways = {entry.estimate.value > 0 for entry in entries if entry.verdict == DIFFERENT}
        if len(ways) == 2 or (ways and EQUIVALENT in [entry.verdict for entry in entries]):
            first = entries[0]
            place = {key: value for key, value in first.keys.items() if key != "policy"}
            said = {str(entry.keys["policy"]): entry for entry in entries}
            found.append(Contradiction(table, first.measure, place, said))
    return found, len(groups)
