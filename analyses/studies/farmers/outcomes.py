"""Another farm rule: the same games scored by it, and games played by those who know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.estimates.arrays import Whole, by_seat
from analyses.estimates.estimate import EXACT
from analyses.estimates.samples import (
    difference_of,
    frequency_of,
    mean_of,
    part_of,
    ratio_change,
    ratio_of,
    share_change,
    share_of,
)
from analyses.estimates.several import over_tunings
from analyses.games.rescoring import FarmRule, lead, read_scored, wins
from analyses.measures.measure import SHARE
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from simulate.store.runs import Run
from simulate.store.sums import WIN


@dataclass(frozen=True)
class Outcome:
    """How games came out: a row a game and a column a seat."""

    scores: Whole
    farms: Whole
    farmers: Whole | None = None
    turns: Whole | None = None
    """Of the game still to come when the farmers were placed, added up."""

    def levels(self, here: Row) -> Iterator[Number]:
        """What is measured under one rule."""
        players = self.scores.shape[1]
        yield here("score", mean_of(self.scores.sum(axis=1), players))
        yield here("farm_share", part_of(self.farms.sum(axis=1), self.scores.sum(axis=1)))
        yield here("first_wins", share_of(wins(self.scores)[:, 0], WIN))
        yield here("lead", mean_of(lead(self.scores)))
        if self.farmers is not None and self.turns is not None:
            yield here("farmers", mean_of(self.farmers.sum(axis=1), players))
            yield here("turns_to_come", ratio_of(self.turns.sum(axis=1), self.farmers.sum(axis=1)))

    def changes(self, here: Row, old: Outcome) -> Iterator[Number]:
        """What is different from `old`, game by game."""
        players = self.scores.shape[1]
        points, before = self.scores.sum(axis=1), old.scores.sum(axis=1)

        def moved(measure: str, new: Whole, old: Whole, parts: int = 1) -> Number:
            return here(measure, difference_of(new, old, parts, reach=here.reach(measure)))

        yield moved("score", points, before, players)
        farms = (self.farms.sum(axis=1), points), (old.farms.sum(axis=1), before)
        yield here("farm_share", ratio_change(*farms))
        yield here("first_wins", share_change(wins(self.scores)[:, 0], wins(old.scores)[:, 0], WIN))
        yield moved("lead", lead(self.scores), lead(old.scores))
        if self.farmers is None or self.turns is None or old.farmers is None or old.turns is None:
            return
        placed, once = self.farmers.sum(axis=1), old.farmers.sum(axis=1)
        yield moved("farmers", placed, once, players)
        rows = (self.turns.sum(axis=1), placed), (old.turns.sum(axis=1), once)
        yield here("turns_to_come", ratio_change(*rows, reach=here.reach("turns_to_come")))

    def winners_differ(self, here: Row, old: Outcome) -> Iterator[Number]:
        """How often somebody else wins the same game."""
        now, then = wins(self.scores) > 0, wins(old.scores) > 0
        yield here("winner_changes", frequency_of(np.any(now != then, axis=1)))
        yield here("winner_loses", frequency_of(~np.any(now & then, axis=1)))


def rescored(study: Declared, players: int, by_policy: Mapping[str, Run]) -> Iterator[Number]:
    """Each policy's games under the rule in force, scored by every other rule."""
    changes = {c.name: (FarmRule(*c.old), FarmRule(*c.new)) for c in study.lists["change"]}
    for policy, run in by_policy.items():
        scored = read_scored(run)
        outcomes = {
            rule: Outcome(scored.scores(rule), scored.farms(rule))
            for rule in dict.fromkeys(rule for both in changes.values() for rule in both)
        }
        for rule, outcome in outcomes.items():
            here = study.row("rescored", players=players, policy=policy, farm_method=rule.method)
            yield from outcome.levels(here.narrow(farm_points=rule.points, small_city=rule.small_city))
        for name, (old, new) in changes.items():
            here = study.row("rescored_changes", players=players, policy=policy, change=name)
            yield from outcomes[new].winners_differ(here, outcomes[old])
            yield from outcomes[new].changes(here, outcomes[old])


def adapted(study: Declared, players: int, alike: Mapping[str, Sequence[Run]]) -> Iterator[Number]:
    """Games of those tuned for each rule, and the change from the first rule on the same tiles.

    `alike` has by rule a run for each tuning.
    """
    outcomes = {name: [_outcome(run) for run in runs] for name, runs in alike.items()}
    first = next(iter(outcomes.values()))
    for name, several in outcomes.items():
        here = study.row("adapted", players=players, rule=name)
        yield from of_tunings(one.levels(here) for one in several)
        if several is not first:
            there = here.narrow("adapted_changes")
            yield from of_tunings(new.changes(there, old) for new, old in zip(several, first, strict=True))


def of_tunings(tunings: Iterable[Iterable[Number]]) -> Iterator[Number]:
    """The same numbers of several tunings, each over all of them, with tuning as a random effect."""
    for same in zip(*tunings, strict=True):
        several = [entry.estimate for entry in same]
        estimate = several[0] if {e.method for e in several} == {EXACT} else over_tunings(several)
        if same[0].measure.kind == SHARE:
            estimate = estimate.within(-1.0 if same[0].measure.is_judged else 0.0, 1.0)
        yield replace(same[0], estimate=estimate)


def _outcome(run: Run) -> Outcome:
    return Outcome(*np.moveaxis(by_seat(run, ["score", "farm", "farmers", "farmer_turns"]), 2, 0))


ROLES = {"thief": ("road", "thieves"), "knight": ("city", "knights"), "monk": ("cloister", "monks")}
"""Of meeples elsewhere: the columns of their points and of how many were placed."""


def what_meeples_earn(study: Declared, players: int, alike: Mapping[str, Sequence[Run]]) -> Iterator[Number]:
    """Points for each meeple placed, by role; a farmer's against those of all others together."""
    for name, runs in alike.items():
        here = study.row("meeples", players=players, rule=name)
        yield from of_tunings(_earned(here, run) for run in runs)


def _earned(here: Row, run: Run) -> Iterator[Number]:
    """What meeples earned by one tuning."""
    columns = ["farm", "farmers", *(column for role in ROLES.values() for column in role)]
    games = dict(zip(columns, by_seat(run, columns).sum(axis=1).T, strict=True))
    farmer = games["farm"], games["farmers"]
    earned, placed_elsewhere = zip(*ROLES.values(), strict=True)
    others = tuple(sum(games[c] for c in columns) for columns in (earned, placed_elsewhere))
    yield here("farmer", ratio_of(*farmer))
    yield here("elsewhere", ratio_of(*others))
    for role, (points, placed) in ROLES.items():
        yield here(role, ratio_of(games[points], games[placed]))
    over = "farmer_over_elsewhere"
    yield here(over, ratio_change(farmer, others, reach=here.reach(over)))
