"""Another farm rule: the same games scored by it, and games played by those who know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from analyses.estimate import LEAST_REACH, Estimate
from analyses.rescoring import FarmRule, Whole, lead, read_scored, wins
from analyses.samples import (
    difference_of,
    frequency_of,
    mean_of,
    part_of,
    ratio_change,
    ratio_of,
    share_change,
    share_of,
)
from analyses.studies.panel import Panel, panels
from analyses.studies.study import Entry, Keys, Results, Where, at
from analyses.summary import WIN
from simulate.runs import Run

ROBUST_POLICIES = ("heuristic", "greedy", "random", "farmer", "city_builder")
"""Who plays the games that are rescored; the first gives the findings, the others test them."""


@dataclass(frozen=True)
class Measure:
    """What is measured, in which unit, and the smallest change that matters to people at the table."""

    words: str
    unit: str
    spec: str
    """How a change is written, see `reports.words.written`."""
    margin: float | None = None
    margin_in: str = ""

    @property
    def margin_words(self) -> str:
        """The margin in its unit, shares in percent."""
        if self.margin is None:
            raise ValueError(f"{self.words}: without a margin")
        return f"{self.margin * (100 if self.spec.endswith(('%', 'pp')) else 1):g} {self.margin_in}"


MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "winner_changes": Measure(
            "how often the winner changes", "share of games", ".1%", 0.05, "% of games"
        ),
        "winner_loses": Measure("how often nobody who won still wins", "share of games", ".1%"),
        "score": Measure("points a player", "points a player", "+.1f", 2.0, "points"),
        "farm_share": Measure(
            "the share of points from farms", "share of points", "+.1pp", 0.02, "percentage points"
        ),
        "first_wins": Measure("how often seat 1 wins", "share of wins", "+.1pp", 0.02, "percentage points"),
        "lead": Measure("the winner’s lead", "points", "+.1f", 2.0, "points"),
        "farmers": Measure("farmers a player", "farmers a player", "+.2f", 0.25, "farmers"),
        "turns_to_come": Measure(
            "turns still to come when a farmer is placed", "turns a farmer", "+.1f", 2.0, "turns"
        ),
    }
)
"""The margins are fixed here; no result moves them."""


def reach_of(measure: str) -> float:
    """By how much a game that was not seen might change it."""
    return LEAST_REACH * (MEASURES[measure].margin or 0.0)


HELD = ("winner_changes", "score", "farm_share", "first_wins", "lead")
"""The measures of rescored games that are put to all policies."""

IN_FORCE = FarmRule()


@dataclass(frozen=True)
class Change:
    """A change of the rule, as a sentence goes on about it: ``raising farms from 3 to 4 points``."""

    name: str
    old: FarmRule
    new: FarmRule
    label: str
    text: str


CHANGES = (
    Change(
        "field_3_to_4",
        IN_FORCE,
        FarmRule("per_field", 4),
        "per field: 3 → 4 points",
        "Under per-field scoring, raising farms from 3 to 4 points",
    ),
    Change(
        "field_to_once",
        IN_FORCE,
        FarmRule("per_field_once", 3),
        "per field → each city once",
        "At 3 points, paying a player only once for a city instead of on each farm",
    ),
    Change(
        "field_to_city",
        IN_FORCE,
        FarmRule("per_city", 3),
        "per field → per city",
        "At 3 points, paying the most farmers around each city instead of those on each farm",
    ),
    Change(
        "field_3_to_city_4",
        IN_FORCE,
        FarmRule("per_city", 4),
        "per field, 3 → per city, 4",
        "Going from 3 points per field to 4 points per city",
    ),
    Change(
        "once_3_to_4",
        FarmRule("per_field_once", 3),
        FarmRule("per_field_once", 4),
        "each city once: 3 → 4 points",
        "With each city paid once, raising farms from 3 to 4 points",
    ),
    Change(
        "city_3_to_4",
        FarmRule("per_city", 3),
        FarmRule("per_city", 4),
        "per city: 3 → 4 points",
        "Under per-city scoring, raising farms from 3 to 4 points",
    ),
    Change(
        "small_half",
        IN_FORCE,
        FarmRule(small_city="half"),
        "small cities: full → half",
        "Halving two-tile cities",
    ),
    Change(
        "to_middle",
        IN_FORCE,
        FarmRule("per_field_once", 3, "half"),
        "edition: new → middle",
        "Going back to the second rule text (each city once, small cities half)",
    ),
    Change(
        "to_old",
        IN_FORCE,
        FarmRule("per_city", 4, "half"),
        "edition: new → old",
        "Going back to the first rule text (per city, 4 points, small cities half)",
    ),
)


@dataclass(frozen=True)
class Outcome:
    """How games came out: a row a game and a column a seat."""

    scores: Whole
    farms: Whole
    farmers: Whole | None = None
    turns: Whole | None = None
    """Of the game still to come when the farmers were placed, added up."""

    def levels(self) -> Iterator[tuple[str, Estimate]]:
        """What is measured under one rule."""
        players = self.scores.shape[1]
        yield "score", mean_of(self.scores.sum(axis=1), players)
        yield "farm_share", part_of(self.farms.sum(axis=1), self.scores.sum(axis=1))
        yield "first_wins", share_of(wins(self.scores)[:, 0], WIN)
        yield "lead", mean_of(lead(self.scores))
        if self.farmers is not None and self.turns is not None:
            yield "farmers", mean_of(self.farmers.sum(axis=1), players)
            yield "turns_to_come", ratio_of(self.turns.sum(axis=1), self.farmers.sum(axis=1))

    def changes(self, old: Outcome) -> Iterator[tuple[str, Estimate]]:
        """What is different from `old`, game by game."""
        players = self.scores.shape[1]
        points, before = self.scores.sum(axis=1), old.scores.sum(axis=1)

        def moved(measure: str, new: Whole, old: Whole, parts: int = 1) -> tuple[str, Estimate]:
            return measure, difference_of(new, old, parts, reach=reach_of(measure))

        yield moved("score", points, before, players)
        yield (
            "farm_share",
            ratio_change((self.farms.sum(axis=1), points), (old.farms.sum(axis=1), before)),
        )
        yield "first_wins", share_change(wins(self.scores)[:, 0], wins(old.scores)[:, 0], WIN)
        yield moved("lead", lead(self.scores), lead(old.scores))
        if self.farmers is None or self.turns is None:
            return
        if old.farmers is not None and old.turns is not None:
            placed, once = self.farmers.sum(axis=1), old.farmers.sum(axis=1)
            yield moved("farmers", placed, once, players)
            rows = (self.turns.sum(axis=1), placed), (old.turns.sum(axis=1), once)
            yield "turns_to_come", ratio_change(*rows, reach=reach_of("turns_to_come"))

    def winners_differ(self, old: Outcome) -> Iterator[tuple[str, Estimate]]:
        """How often somebody else wins the same game."""
        now, then = wins(self.scores) > 0, wins(old.scores) > 0
        yield "winner_changes", frequency_of(np.any(now != then, axis=1))
        yield "winner_loses", frequency_of(~np.any(now & then, axis=1))


def rescored(players: int, by_policy: Mapping[str, Run]) -> Iterator[Entry]:
    """Each policy's games under the rule in force, scored by every other rule."""
    for policy, run in by_policy.items():
        scored = read_scored(run)
        rules = dict.fromkeys(rule for change in CHANGES for rule in (change.old, change.new))
        outcomes = {rule: Outcome(scored.scores(rule), scored.farms(rule)) for rule in rules}
        for rule, outcome in outcomes.items():
            words: Keys = {
                "farm_method": rule.method,
                "farm_points": rule.points,
                "small_city": rule.small_city,
            }
            yield from _levels(at("rescored", players=players, policy=policy, **words), outcome)
        for change in CHANGES:
            here = at("rescored_changes", players=players, policy=policy, change=change.name)
            new, old = outcomes[change.new], outcomes[change.old]
            yield from _with_margins(here, (*new.winners_differ(old), *new.changes(old)))


def adapted(players: int, alike: Mapping[str, Run]) -> Iterator[Entry]:
    """Games of those tuned for each rule, and the change from the first rule on the same tiles."""
    outcomes = {name: _outcome(run) for name, run in alike.items()}
    first = next(iter(outcomes.values()))
    for name, outcome in outcomes.items():
        yield from _levels(at("adapted", players=players, rule=name), outcome)
        if outcome is not first:
            yield from _with_margins(
                at("adapted_changes", players=players, rule=name), outcome.changes(first)
            )


def _levels(here: Where, outcome: Outcome) -> Iterator[Entry]:
    return (here(measure, MEASURES[measure].unit, estimate) for measure, estimate in outcome.levels())


def _with_margins(here: Where, changes: Iterable[tuple[str, Estimate]]) -> Iterator[Entry]:
    return (here(name, MEASURES[name].unit, found, MEASURES[name].margin) for name, found in changes)


def _outcome(run: Run) -> Outcome:
    columns = ["score", "farm", "farmers", "farmer_turns"]
    seats = run.frame("seats", columns).to_numpy(np.int64).reshape(run.plan.n, run.plan.players, 4)
    return Outcome(*(seats[:, :, i] for i in range(4)))


EARN_MARGIN = 1.0
"""Points of a farmer over a meeple elsewhere."""

ROLES = {"thief": ("road", "thieves"), "knight": ("city", "knights"), "monk": ("cloister", "monks")}


def what_meeples_earn(players: int, alike: Mapping[str, Run]) -> Iterator[Entry]:
    """Points for each meeple placed, by role; a farmer's against those of all others together."""
    for name, run in alike.items():
        columns = ["farm", "farmers", *(column for role in ROLES.values() for column in role)]
        seats = run.frame("seats", columns)
        shape = (run.plan.n, players)
        games = {c: seats[c].to_numpy(np.int64).reshape(shape).sum(axis=1) for c in columns}
        farmer = games["farm"], games["farmers"]
        earned, placed_elsewhere = zip(*ROLES.values(), strict=True)
        others = tuple(sum(games[c] for c in columns) for columns in (earned, placed_elsewhere))
        here, unit = at("meeples", players=players, rule=name), "points a meeple"
        yield here("farmer", unit, ratio_of(*farmer))
        yield here("elsewhere", unit, ratio_of(*others))
        for role, (points, placed) in ROLES.items():
            yield here(role, unit, ratio_of(games[points], games[placed]))
        yield here(
            "farmer_over_elsewhere",
            unit,
            ratio_change(farmer, others, reach=LEAST_REACH * EARN_MARGIN),
            EARN_MARGIN,
        )


def panel(results: Results) -> list[Panel]:
    """What each policy's games say of each measure and change."""
    return panels(results, "rescored_changes", HELD)
