"""What the rulebook of Castle says of itself, held against the games, claim by claim, for all who play.

The study file declares each claim and which number it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analyses.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, wilson
from analyses.studies.castle.skill import difference
from analyses.studies.declared import Declared, Measure
from analyses.studies.study import Entry, Results

HOLDS, FAILS, OPEN, ONCE = "holds", "does not hold", UNDECIDED, "not replicated"


def claimed(study: Declared, results: Results) -> Iterator[Entry]:
    """The number of each claim, for every policy or pair of policies that it can be asked of."""
    for claim in study.lists["claim"]:
        measure = Measure.of(claim.name, claim.measure)
        for who, number in _numbers(study, results, **claim.number):
            keys = {"claim": claim.name, "who": who}
            yield Entry("claims", keys, "number", measure.unit, number, measure.margin)


def _numbers(
    study: Declared,
    results: Results,
    table: str,
    measures: Mapping[str, str],
    players: int | None = None,
    change: int = 0,
    over: tuple[int, int] = (0, 1),
) -> Iterator[tuple[str, Estimate]]:
    """Who is asked, and the number for them; nobody where the tables that were played cannot answer.

    `measures` says of each measure what those who play are called: by the `name` of a pair, or `turned`.
    """
    fewest, most = results.players[0], results.players[-1]
    key = "pair" if table == "skill" else "policy"
    for item in study.lists[key]:
        name = str(getattr(item, "name", item))
        for measure, called in measures.items():
            found = {p: e.estimate for p, e in results.across(table, measure, **{key: name}).items()}
            who = str(getattr(item, called, name))
            if change and most > fewest:
                new, old = (found[most], found[fewest])[::change]
                yield who, difference(new, old)
            elif players in found:
                yield who, found[players].minus(over[0] / over[1])
            elif not change and players is None:
                met = sum(round(e.value * e.n) for e in found.values())
                yield who, wilson(met, sum(e.n for e in found.values()))


def verdict(claim: Any, entry: Entry) -> str:
    """It holds, it does not, these games cannot tell, or those of both seeds say two things."""
    if entry.verdict == UNDECIDED:
        return OPEN if entry.replicated is None else ONCE
    up = entry.estimate.value > 0
    if getattr(claim, "above", False):
        return HOLDS if entry.verdict == DIFFERENT and up else FAILS
    return HOLDS if entry.verdict == EQUIVALENT or not up else FAILS


def by_verdict(claim: Any, entries: Mapping[str, Entry]) -> dict[str, list[str]]:
    """Those who play by what holds for them."""
    groups: dict[str, list[str]] = {}
    for who, entry in entries.items():
        groups.setdefault(verdict(claim, entry), []).append(who)
    return groups


def asked(study: Declared, results: Results) -> dict[str, tuple[Any, dict[str, Entry]]]:
    """The claims that these tables can answer, by name, and the number for each who plays."""
    found = ((c, results.where("claims", "number", claim=c.name)) for c in study.lists["claim"])
    return {c.name: (c, {str(e.keys["who"]): e for e in entries}) for c, entries in found if entries}
