"""What is said of a game in print, held against the games, claim by claim, for all who play.

A study file declares each claim: `analyses/studies/claims.toml` says what its keys are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, wilson
from analyses.estimates.samples import difference
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.questions.results import Results
from analyses.studies.castle.games import SECONDS
from analyses.studies.declared import Declared, measure_of

HOLDS, FAILS, OPEN = "holds", "fails", "not settled"

READS: Mapping[str, tuple[tuple[str, bool], ...]] = {
    "more": ((DIFFERENT, True),),
    "less": ((DIFFERENT, False),),
    "within": ((EQUIVALENT, True), (EQUIVALENT, False)),
    "at most": ((EQUIVALENT, True), (EQUIVALENT, False), (DIFFERENT, False)),
}
"""With which verdicts, of numbers above 0 or not, a claim holds."""

PROPORTIONAL = "proportional"

PACE = Measure("pace", "the pace at which the claim turns", unit="seconds an action", spec=".1f")
"""Of a claim about minutes."""

NUMBERS = "numbers"
"""The table of the numbers that only a claim asks for, by its name."""


def claimed(study: Declared, results: Results) -> Iterator[Number]:
    """The number of each claim, for every policy or pair of policies that it can be asked of."""
    for claim in study.lists["claim"]:
        measure = measure_of("number", claim.measure)
        where = {key: value for key, value in claim.number.items() if key in PLACE}
        for who, number in _numbers(study, results, claim, **where):
            keys = {"claim": claim.name, "who": who}
            yield Number(measure, number, table="claims", place=keys)
            if hasattr(claim, "pace"):
                yield Number(PACE, _pace(results, claim, who, number), table="claims", place=keys)


def _pace(results: Results, claim: Any, who: str, number: Estimate) -> Estimate:
    """The pace at which a claim about minutes turns: it holds on one side of it, and does not on the other.

    It is a measure of the claim's table; or of minutes that are ``proportional`` to the pace, that at which
    they are the margin.
    """
    if claim.pace == PROPORTIONAL:
        margin = claim.measure["margin"]
        return number.through(lambda minutes: SECONDS * margin / minutes if minutes > 0 else math.inf)
    return results.get(claim.number["table"], claim.pace, players=claim.number["players"], policy=who)


PLACE = ("table", "measures", "players", "change", "over")
"""Keys of a claim's number that say where it stands; all others say what it is."""


def who_of(claim: Any) -> str:
    """Of whom a claim is asked: each `policy`, or each `pair` of policies."""
    return "pair" if claim.number.get("table") == "skill" or "pair" in claim.number else "policy"


def _numbers(
    study: Declared,
    results: Results,
    claim: Any,
    table: str = NUMBERS,
    measures: Mapping[str, str] | None = None,
    players: int | None = None,
    change: int = 0,
    over: tuple[int, int] = (0, 1),
) -> Iterator[tuple[str, Estimate]]:
    """Who is asked, and the number for them; nobody where the tables that were played cannot answer.

    `measures` says of each measure what those who play are called: by the `name` of a pair, or `turned`.
    """
    key = who_of(claim)
    for item in study.lists[key]:
        for measure, called in (measures or {claim.name: "name"}).items():
            at = {key: str(getattr(item, "name", item))}
            found = {p: e.estimate for p, e in results.by_players_present(table, measure, **at).items()}
            who = str(getattr(item, called, at[key]))
            if change and len(found) > 1:
                new, old = (found[p] for p in (max(found), min(found))[::change])
                yield who, difference(new, old)
            elif players in found:
                yield who, found[players].minus(over[0] / over[1])
            elif found and not change and players is None:
                met = sum(round(e.value * e.n) for e in found.values())
                yield who, wilson(met, sum(e.n for e in found.values()))


def verdict(claim: Any, entry: Number) -> str:
    """It holds, it fails, or these games cannot tell.

    What surely changes, but perhaps by less than the margin, fails where it goes the other way.
    """
    reads = READS[claim.reads]
    if entry.claim == CHANGES:
        return OPEN if (DIFFERENT, entry.rises) in reads or (EQUIVALENT, entry.rises) in reads else FAILS
    if entry.claim == UNDECIDED:
        return OPEN
    return HOLDS if (entry.claim, entry.rises) in reads else FAILS


def by_verdict(claim: Any, entries: Mapping[str, Number]) -> dict[str, list[str]]:
    """Those who play by what holds for them."""
    groups: dict[str, list[str]] = {}
    for who, entry in entries.items():
        groups.setdefault(verdict(claim, entry), []).append(who)
    return groups


def claims_answered(study: Declared, results: Results) -> dict[str, tuple[Any, dict[str, Number]]]:
    """The claims that these tables can answer, by name, and the number for each who plays."""
    found = ((c, results.matching("claims", "number", claim=c.name)) for c in study.lists["claim"])
    return {c.name: (c, {str(e.place["who"]): e for e in entries}) for c, entries in found if entries}
