"""What studies measure: numbers at their places, with intervals, margins and verdicts, on one seed or two.

`declared` says what a study is; `simulate study NAME` plays its cells.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from analyses.estimates.estimate import Estimate
from analyses.estimates.several import pooled
from analyses.measures.number import Number
from analyses.measures.summary import caveats_of
from simulate.io.files import Rows
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy
from simulate.store.runs import Run

Runs: TypeAlias = Mapping[str, Sequence[Run]]
"""The finished runs of each cell, by its name."""

Spot: TypeAlias = tuple[str, str, tuple[tuple[str, int | str], ...]]
"""Where a number was measured: table, measure and place."""


@dataclass(frozen=True)
class Setting:
    """What the user asks of a study."""

    players: tuple[int, ...]
    n: int
    """Games of a cell over both seeds."""
    seed: int
    replicate: int | None = None
    """The seed on which half of the games are played, if there are two."""
    lead: str = "heuristic"
    """Who plays the game usually, against whom others are held."""

    @property
    def halves(self) -> tuple[Setting, Setting]:
        """What is asked of each of two seeds."""
        assert self.replicate is not None
        first = replace(self, n=self.n - self.n // 2, replicate=None)
        return first, replace(self, n=self.n // 2, seed=self.replicate, replicate=None)


@dataclass(frozen=True)
class Results:
    """All that a study measured, table by table."""

    setting: Setting
    entries: Sequence[Number]
    games: int
    runs: int
    notes: Sequence[str] = field(default=())
    """What a reader must know before reading any number."""
    looked: bool = False
    """Whether the number of games was chosen by looking."""

    @cached_property
    def _by_place(self) -> dict[Spot, Number]:
        return {spot_of(number): number for number in self.entries}

    @property
    def players(self) -> tuple[int, ...]:
        """The tables that were played."""
        return self.setting.players

    def entry(self, table: str, measure: str, **place: int | str) -> Number:
        """The number measured at this place."""
        return self._by_place[table, measure, tuple(sorted(place.items()))]

    def get(self, table: str, measure: str, **place: int | str) -> Estimate:
        """Its estimate."""
        return self.entry(table, measure, **place).estimate

    def value(self, table: str, measure: str, **place: int | str) -> float:
        """Its value."""
        return self.entry(table, measure, **place).estimate.value

    def matching(self, table: str, measure: str, **place: int | str) -> list[Number]:
        """The numbers measured at all places that these are a part of."""
        return [
            number
            for number in self.entries
            if (number.table, number.measure.key) == (table, measure)
            and place.items() <= number.place.items()
        ]

    def by_players(self, table: str, measure: str, **place: int | str) -> dict[int, Number]:
        """The number at each number of players."""
        return {p: self.entry(table, measure, players=p, **place) for p in self.players}

    def by_players_present(self, table: str, measure: str, **place: int | str) -> dict[int, Number]:
        """The number at the tables that have it."""
        spots = {p: (table, measure, tuple(sorted({"players": p, **place}.items()))) for p in self.players}
        return {p: self._by_place[spot] for p, spot in spots.items() if spot in self._by_place}

    def replicated_by(self, other: Results) -> Results:
        """What the games of both seeds tell together, each seed a half of them.

        What is exact, or has no interval, is that of the first seed.
        """
        return Results(
            self.setting,
            [over_seeds(number, other._by_place.get(spot_of(number))) for number in self.entries],
            self.games + other.games,
            self.runs + other.runs,
            self.notes,
        )

    def tables(self) -> dict[str, Rows]:
        """Each table tidy: a row a number, with the columns of its place, interval, margin and verdict."""
        found = {}
        for table in dict.fromkeys(number.table for number in self.entries):
            numbers = [number for number in self.entries if number.table == table]
            judged = any(number.measure.is_judged for number in numbers)
            needless = set() if judged else {"margin", "verdict"}
            found[table] = [
                {**number.place, **{k: v for k, v in number.as_dict().items() if k not in needless}}
                for number in numbers
            ]
        return found


def spot_of(number: Number) -> Spot:
    """Where a number was measured."""
    return number.table, number.measure.key, tuple(sorted(number.place.items()))


def over_seeds(number: Number, again: Number | None) -> Number:
    """A number over the games of two seeds, each of which is a half of them."""
    halves = () if again is None else (number, again)
    if not halves or not all(0 < half.estimate.half_width < math.inf for half in halves):
        return number
    return replace(number, estimate=pooled([half.estimate for half in halves]), halves=halves)


def in_every_seat(plan: Plan, odd: Policy, others: Policy) -> tuple[Plan, ...]:
    """The plan once a seat: there sits the odd one, everywhere else one of the others."""
    seats = range(plan.players)
    return tuple(replace(plan, policies=tuple(odd if s == seat else others for s in seats)) for seat in seats)


def results_of(setting: Setting, runs: Runs, entries: Sequence[Number]) -> Results:
    """The entries with how many games they come from, and what to know of these; other notes may follow."""
    every = [run for cell in runs.values() for run in cell]
    notes = caveats_of(*(run.plan for run in every)) if every else []
    return Results(setting, entries, sum(run.games_done for run in every), len(every), tuple(notes))
