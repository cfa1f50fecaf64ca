"""Players who adapt to a rule: tuned for it several times over, so that intervals hold the chance of tuning.

Other weights that are as strong may play otherwise, so one tuning says what these weights do about a rule.
Here each rule is tuned for `TUNINGS` times, from other games each time and with the same budget, the base
rule too: else what is tuned more would be taken for what adapted. Tuning j of both rules plays part j of the
games. So each tuning gives a change of its own, independent of the others, and these changes have an
interval by Student's t on their spread, whatever part of it is due to tuning and whatever to the games.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from analyses.estimates.arrays import win_parts
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import difference_of
from analyses.estimates.several import over_tunings
from analyses.measures.measure import SHARE, Measure
from analyses.measures.number import Number
from analyses.measures.summary import analysis_of
from analyses.measures.winners import added
from analyses.questions.compare import Comparison, compare
from analyses.questions.results import in_every_seat
from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy, read_policy
from simulate.store.runs import Run
from simulate.store.sums import WIN
from simulate.working.tune import Generation, Search, better_than_start, check_weighted, tuned, write_style

TUNINGS = 5
"""Of each rule, unless the user says."""

LEAST, MOST = 2, 50

LEAST_PART = 2
"""Games of a tuning."""

GENERATIONS, GAMES = 15, 600
"""The budget of a tuning: rounds of search, and games of a candidate in each."""

STEP = 0.5
"""How far the first candidates lie from the start, see `Search.step`: the start is good already."""

FIRST_SEED = 10**9
"""Of the games that are tuned on: nobody measures on these."""

ONE_SIDED = 0.90
"""The level of an interval whose upper end is a bound at 95 %."""

Tell = Callable[[int, int, Generation], None]
"""Is told which tuning of how many, and how far it is."""


# --- tuning


def check_tunings(tunings: int, n: int) -> int:
    """The number of tunings, if there are games enough for so many."""
    if not LEAST <= tunings <= MOST:
        raise UserError(f"--tunings {tunings}: must be a whole number from {LEAST} to {MOST}")
    if n < LEAST_PART * tunings:
        raise UserError(f"--n {n}: {tunings} tunings need {LEAST_PART * tunings} games at least")
    return tunings


def check_players(plan: Plan) -> None:
    """Refuse the players of a plan if they cannot be tuned."""
    if not plan.plays_alike:
        raise UserError(f"--adapt tunes one policy for all seats, not {plan.policy_words}")
    check_weighted(plan.policies[0], plan.game)


def tune_for(
    plan: Plan, tunings: int, jobs: int, tell: Tell = lambda number, of, generation: None,
    only: tuple[str, ...] = (), generations: int = GENERATIONS, games: int = GAMES,
) -> list[Policy]:  # fmt: skip
    """The players of a plan, tuned for its rules so many times: a policy a tuning, then the best response.

    Each begins with the weights that its players have, and plays against itself. Where a search ends is taken
    as it is: to keep the start wherever it seems better would hide how far tunings lie apart. The best
    response is one player, tuned with the same budget against all those who adapted, or the first of these if
    that one wins more. What is tuned is kept below ``tunings/`` and is not tuned again.

    Raises
    ------
    UserError
        For players who do more than weigh moves, or are not alike.
    """
    check_players(plan)
    found: list[Policy] = []
    for number in range(1, tunings + 2):
        response = number > tunings
        search = Search(
            replace(plan, seed=FIRST_SEED + number, first_game=0),
            found[0] if response else plan.policies[0],
            tuple(found) if response else (),
            only,
            generations,
            games,
            STEP,
        )
        find = better_than_start if response else tuned
        weights = find(search, jobs, partial(tell, number, tunings + 1))
        file = search.place.with_suffix(".toml")
        text = "best response to those tuned" if response else f"{plan.policies[0].name} tuned"
        write_style(file, f"tuned-{number}", f"{text} for {rules_of(plan)}", weights)
        found.append(read_policy(plan.game, str(file), plan.players))
    return found


def rules_of(plan: Plan) -> str:
    """The rules that players are tuned for: ``robber=false``, or the standard game."""
    return ", ".join(plan.rule_words) or "the standard game"


def tuned_for(plan: Plan) -> list[Policy] | None:
    """Those who come tuned for the rules of a plan, as `tune_for` returns them; None if nobody does.

    A game that has some says so with `TUNED`, the module that knows them.
    """
    module = getattr(analysis_of(plan.game), "TUNED", "")
    if not module:
        return None
    return importlib.import_module(module).tuned_for(plan)


# --- what is played, and what it shows


@dataclass(frozen=True)
class Adapted:
    """Those who adapted to each rule: by the hash of a plan, a policy a tuning and the best response."""

    tunings: int
    policies: Mapping[str, Sequence[Policy]]

    def parts(self, plan: Plan) -> list[Plan]:
        """The games of a plan, a part for each tuning: all seats play by it."""
        return [
            replace(part, policies=(policy,) * plan.players)
            for part, policy in zip(self._cut(plan), self.policies[plan.hash], strict=False)
        ]

    def odd_parts(self, plan: Plan) -> list[tuple[Plan, ...]]:
        """For each tuning, the games of one best response among those who adapted, in every seat."""
        *adapted, response = self.policies[plan.hash]
        parts = [replace(p, n=max(2, p.n // p.players), tables=("games", "seats")) for p in self._cut(plan)]
        return [in_every_seat(part, response, other) for part, other in zip(parts, adapted, strict=True)]

    def plans(self, plans: Iterable[Plan]) -> list[tuple[Plan, str]]:
        """All that must be played, each in words: ``players tuned for robber=false, tuning 2 of 5``."""
        found = []
        for plan in plans:
            parts = zip(self.parts(plan), self.odd_parts(plan), strict=True)
            for number, (part, seats) in enumerate(parts, 1):
                who = f"{plan.players} players tuned for {rules_of(plan)}, tuning {number} of {self.tunings}"
                found.append((part, who))
                found += [(one, f"{who}, seat {at} against them") for at, one in enumerate(seats, 1)]
        return found

    def _cut(self, plan: Plan) -> list[Plan]:
        edges = np.linspace(0, plan.n, self.tunings + 1).astype(int).tolist()
        return [
            replace(plan, first_game=plan.first_game + low, n=high - low) for low, high in pairwise(edges)
        ]

    def compare(
        self, base: Plan, house: Plan, runs: Mapping[str, Run], measures: Iterable[str] | None = None,
        pace: float | None = None, family: int = 1, value_level: float | None = None,
        weigh: Callable[[Measure], Measure] = lambda measure: measure,
    ) -> Comparison:  # fmt: skip
        """What changes between those who adapted to one rule and to another; `runs` by the hash of a plan.

        As `analyses.questions.compare.compare`; intervals hold for all measures at once by Bonferroni.
        """
        names = None if measures is None else list(measures)
        found = [
            compare(runs[a.hash], runs[b.hash], names, pace=pace, family=family, value_level=value_level,
                    weigh=weigh)
            for a, b in zip(self.parts(base), self.parts(house), strict=True)
        ]  # fmt: skip
        both = over_all_tunings(found, shared_level(family * len(found[0].changes)))
        remarks = [each for each in both.remarks if not each.startswith("the players differ too")]
        said = f"{self.tunings} times each, with equal budgets; the intervals hold the chance of tuning"
        return replace(
            both,
            base=base,
            house=house,
            differing=(),
            remarks=(f"players were tuned for each rule, {said}", *remarks),
        )

    def gain(self, plan: Plan, runs: Mapping[str, Run]) -> Estimate:
        """What one player wins over an even share, who is tuned against those who adapted; see `gain_of`."""
        return gain_of([[runs[part.hash] for part in seats] for seats in self.odd_parts(plan)])

    def bound(self, plans: Iterable[Plan], runs: Mapping[str, Run]) -> str:
        """What is left to gain at most, whichever the plan: each bound holds, so the largest does."""
        return bound_words(max(self.gain(plan, runs).high for plan in plans))


def bound_words(most: float) -> str:
    """How much one player gains at most who is tuned against those who adapted."""
    return (
        f"one player who is tuned against those who adapted wins at most {at_most(most)} over an even share "
        "(95 % bound)"
    )


def at_most(share: float) -> str:
    """An upper bound in words: ``2.3 percentage points``."""
    return f"{rounded_up(share):.1f} percentage points"


def rounded_up(share: float) -> float:
    """An upper bound in tenths of a percentage point, as no bound is rounded down."""
    return math.ceil(1000 * share) / 10


def over_all_tunings(comparisons: Sequence[Comparison], level: float) -> Comparison:
    """The comparison over all tunings, each of which played games of its own; changes at this `level`."""
    first = comparisons[0]
    n = sum(each.n for each in comparisons)
    changes = zip(*(each.changes for each in comparisons), strict=True)
    moves = tuple(map(added, zip(*(each.moves for each in comparisons), strict=True)))
    placed = [{number.measure.name: number for number in each.placed} for each in comparisons]
    kinds = [kind for kind in placed[0] if all(kind in of_tuning for of_tuning in placed)]
    stopped = [sum(each.n * each.stopped[side] for each in comparisons) / n for side in (0, 1)]
    return replace(
        first,
        n=n,
        looked=any(each.looked for each in comparisons),
        seeds=tuple(dict.fromkeys(seed for each in comparisons for seed in each.seeds)),
        changes=tuple(_over_tunings(same, level) for same in changes),
        placed=tuple(_over_tunings([of_tuning[kind] for of_tuning in placed], level) for kind in kinds),
        differ=over_tunings([each.differ for each in comparisons]),
        moves=moves,
        remarks=tuple(dict.fromkeys(remark for each in comparisons for remark in each.remarks)),
        stopped=(stopped[0], stopped[1]),
    )


def _over_tunings(numbers: Sequence[Number], level: float) -> Number:
    """A number over all tunings: no wider than shares are, and of no halves."""
    first, worths = numbers[0], [number.worth for number in numbers]
    before, after = (_value_over_tunings(numbers, side) for side in ("before", "after"))
    estimate = over_tunings([number.estimate for number in numbers], level)
    if first.measure.kind == SHARE:
        before, after = (value and value.within(0.0, 1.0) for value in (before, after))
        estimate = estimate.within(-1.0, 1.0)
    worth = None if None in worths else min(filter(None, worths))
    return Number(first.measure, estimate, before, after, worth=worth)


def _value_over_tunings(numbers: Sequence[Number], side: str) -> Estimate | None:
    """The measure under one of the rules over all tunings; None of what is only told of two runs."""
    values = [value for number in numbers if (value := getattr(number, side)) is not None]
    return over_tunings(values) if values else None


def gain_of(tunings: Sequence[Sequence[Run]]) -> Estimate:
    """What the odd one out wins over an even share: `tunings` has for each its runs, one a seat.

    The upper end is a bound that holds in 95 of 100 cases: so much at most is left to gain for one who is
    tuned against the others with the budget that they had.
    """
    players, found = tunings[0][0].plan.players, []
    for seats in tunings:
        parts = [win_parts(run) for run in seats]
        won = np.sum([part[:, seat] for seat, part in enumerate(parts)], axis=0)
        even = np.sum([part.sum(axis=1) for part in parts], axis=0) // players
        found.append(difference_of(won, even, players * WIN, reach=1.0, level=ONE_SIDED))
    share = 1 / players
    return over_tunings(found).within(-share, 1 - share)  # who wins every game wins no more
