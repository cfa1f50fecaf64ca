"""What studies measure: numbers at their places, with intervals, margins and verdicts, on one seed or two.

`declared` says what a study is; `simulate study NAME` plays its cells.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from analyses.estimates.estimate import UNDECIDED, Estimate, verdict
from analyses.estimates.several import pooled, union
from simulate.io.files import Rows
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy
from simulate.store.runs import Run

Runs: TypeAlias = Mapping[str, Sequence[Run]]
"""The finished runs of each cell, by its name."""

Keys: TypeAlias = Mapping[str, int | str]
"""What tells the rows of a table apart: players, policy, rule, ..."""

Place: TypeAlias = tuple[str, str, tuple[tuple[str, int | str], ...]]
"""Where a number was measured: table, measure and keys."""


@dataclass(frozen=True)
class Setting:
    """What the user asks of a study."""

    players: tuple[int, ...]
    n: int
    seed: int
    replicate: int | None = None
    """The seed on which everything is played once more, if it is."""


@dataclass(frozen=True)
class Entry:
    """One measured number: where it was measured, its interval, and the margin it is held against."""

    table: str
    keys: Keys
    measure: str
    unit: str
    estimate: Estimate
    margin: float | None = None
    seeds: Sequence[Estimate] = ()
    """The estimates of both seeds, if the estimate is what they say together (`replication.union`)."""

    @property
    def verdict(self) -> str:
        """One of three verdicts, of two seeds what both say; or nothing without a margin."""
        return self.verdict_of(self.estimate)

    @property
    def leaning(self) -> str:
        """The verdict; if not both seeds come to one, that of all games, unless a seed is against it."""
        if self.verdict != UNDECIDED or not self.seeds:
            return self.verdict
        whole = pooled(self.seeds)
        found = self.verdict_of(whole)
        for seed in self.seeds:
            said = self.verdict_of(seed)
            if said != UNDECIDED and (said != found or (seed.value > 0) != (whole.value > 0)):
                return UNDECIDED
        return found

    def verdict_of(self, estimate: Estimate) -> str:
        """What one seed alone says."""
        return "" if self.margin is None else verdict(estimate, self.margin)

    @property
    def each(self) -> Sequence[Estimate]:
        """The estimates of each seed."""
        return self.seeds or (self.estimate,)

    @property
    def replicated(self) -> bool | None:
        """Whether both seeds say the same; none if there is one only, or if neither decides.

        They do if their verdicts are the same and in the same direction; of a number without a margin, if the
        intervals overlap.
        """
        if not self.seeds:
            return None
        if self.margin is None:
            first, second = self.seeds
            return first.low <= second.high and second.low <= first.high
        if {self.verdict_of(estimate) for estimate in self.seeds} == {UNDECIDED}:
            return None
        return self.verdict != UNDECIDED

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "table": self.table,
            **self.keys,
            "measure": self.measure,
            "unit": self.unit,
            **self.estimate.as_dict(),
            "margin": self.margin,
            "verdict": self.verdict or None,
            **(self._by_seed() if self.seeds else {}),
        }

    def _by_seed(self) -> dict[str, Any]:
        """What each seed says."""
        found: dict[str, Any] = {}
        for name, estimate in zip(("first", "again"), self.seeds, strict=True):
            numbers = estimate.as_dict()
            found |= {f"{end}_{name}": numbers[end] for end in ("value", "low", "high")}
        return {**found, "replicated": {True: "yes", False: "no", None: None}[self.replicated]}


@dataclass(frozen=True)
class Results:
    """All that a study measured, table by table."""

    setting: Setting
    entries: Sequence[Entry]
    games: int
    runs: int
    notes: Sequence[str] = field(default=())
    """What a reader must know before reading any number."""

    @cached_property
    def _by_place(self) -> dict[Place, Entry]:
        return {_place(entry): entry for entry in self.entries}

    @property
    def players(self) -> tuple[int, ...]:
        """The tables that were played."""
        return self.setting.players

    def entry(self, table: str, measure: str, **keys: int | str) -> Entry:
        """The number measured at this place."""
        return self._by_place[table, measure, tuple(sorted(keys.items()))]

    def get(self, table: str, measure: str, **keys: int | str) -> Estimate:
        """Its estimate."""
        return self.entry(table, measure, **keys).estimate

    def value(self, table: str, measure: str, **keys: int | str) -> float:
        """Its value."""
        return self.entry(table, measure, **keys).estimate.value

    def where(self, table: str, measure: str, **keys: int | str) -> list[Entry]:
        """The numbers measured at all places with these keys."""
        return [
            e
            for e in self.entries
            if (e.table, e.measure) == (table, measure) and keys.items() <= e.keys.items()
        ]

    def across(self, table: str, measure: str, **keys: int | str) -> dict[int, Entry]:
        """The number at each number of players."""
        return {p: self.entry(table, measure, players=p, **keys) for p in self.players}

    def some(self, table: str, measure: str, **keys: int | str) -> dict[int, Entry]:
        """The number at the tables that have it."""
        places = {p: (table, measure, tuple(sorted({"players": p, **keys}.items()))) for p in self.players}
        return {p: self._by_place[place] for p, place in places.items() if place in self._by_place}

    def replicated_by(self, other: Results) -> Results:
        """What both seeds say together, and each.

        What is exact, or has no interval, is that of the first seed.
        """
        return Results(
            replace(self.setting, replicate=other.setting.seed),
            [_both(entry, other._by_place.get(_place(entry))) for entry in self.entries],
            self.games + other.games,
            self.runs + other.runs,
            self.notes,
        )

    def tables(self) -> dict[str, Rows]:
        """Each table tidy: a row a number, with the columns of its place, interval, margin and verdict."""
        found = {}
        for table in dict.fromkeys(entry.table for entry in self.entries):
            entries = [entry for entry in self.entries if entry.table == table]
            judged = any(entry.margin is not None for entry in entries)
            needless = {"table"} if judged else {"table", "margin", "verdict"}
            found[table] = [
                {name: value for name, value in entry.as_dict().items() if name not in needless}
                for entry in entries
            ]
        return found


def _place(entry: Entry) -> Place:
    return entry.table, entry.measure, tuple(sorted(entry.keys.items()))


def _both(entry: Entry, again: Entry | None) -> Entry:
    """A number on both seeds."""
    widths = [0.0] if again is None else [entry.estimate.half_width, again.estimate.half_width]
    if again is None or not all(0 < width < math.inf for width in widths):
        return entry
    seeds = entry.estimate, again.estimate
    return replace(entry, estimate=union(seeds), seeds=seeds)


def in_every_seat(plan: Plan, odd: Policy, others: Policy) -> tuple[Plan, ...]:
    """The plan once a seat: there sits the odd one, everywhere else one of the others."""
    seats = range(plan.players)
    return tuple(replace(plan, policies=tuple(odd if s == seat else others for s in seats)) for seat in seats)


def results_of(setting: Setting, runs: Runs, entries: Sequence[Entry]) -> Results:
    """The entries with how many games they come from, and what to know of these; other notes may follow."""
    every = [run for cell in runs.values() for run in cell]
    notes = dict.fromkeys(caveat for run in every for caveat in run.plan.caveats)
    return Results(setting, entries, sum(run.games_done for run in every), len(every), tuple(notes))
