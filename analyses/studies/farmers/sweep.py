"""One player who farms more, less or not at all, among players tuned for the rule, tuning by tuning.

The odd one out takes every seat in turn on the same tiles: the games of one index are a block, the mean
over its seats is one number, and the order of seats cancels. All of it is compared block by block, with
the games of the same tiles in which nobody was odd, or in which the odd one never farmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

import numpy as np

from analyses.estimates.arrays import Whole, by_seat
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.joint import best_of_others, differences_from, over_best_other
from analyses.estimates.samples import difference_of, exact, mean_of, ratio_of, share_difference_of, share_of
from analyses.games.rescoring import wins
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from analyses.studies.farmers.outcomes import of_tunings
from simulate.store.runs import Run
from simulate.store.sums import WIN

COLUMNS = ("score", "farmers", "farm")


@dataclass(frozen=True)
class Odd:
    """What the odd one out did, added up over the seats of each block."""

    players: int
    win: Whole
    """Parts of a win, of `WIN`."""
    score: Whole
    farmers: Whole
    farm: Whole


Tunings: TypeAlias = Sequence[Odd]
"""The same odd one at each tuning, each in games of its own, as many as at any other."""


def swept(
    study: Declared, players: int, rule: str, alike: Sequence[Run], odd: Mapping[str, Sequence[Sequence[Run]]]
) -> Iterator[Number]:
    """What farming more or less brings, from never to the last step, and what forbidding it costs.

    `alike` has a run for each tuning, `odd` by who is the odd one out for each tuning a run a seat.
    """
    who = {name: [odd_one_out(runs) for runs in several] for name, several in odd.items()}
    habit = who.pop("habit", None)
    blocks = len(who["never"][0].win)
    who["tuned"] = [nobody_odd(run, blocks) for run in alike]
    here = study.row("price", players=players, rule=rule)
    ordered = sorted(who, key=lambda name: sum(int(one.farmers.sum()) for one in who[name]))
    found = over_best_other(won(who), players * WIN, len(alike))
    over = {name: one.within(-1.0, 1.0) for name, one in found.items()}
    for name in ordered:
        at = study.row("sweep", players=players, rule=rule, farming=name)
        yield from of_tunings(map(partial(steps, at), who[name], who["tuned"], who["never"]))
        yield at("win_over_best_other", over[name])
    yield from best(here, who, ordered, over)
    yield from of_tunings(map(partial(forbidden, here), who["never"], who["tuned"]))
    if habit is not None:
        at = study.row("habit", players=players, rule=rule)
        yield from of_tunings(map(partial(habits, at), habit, who["tuned"]))


def steps(here: Row, mine: Odd, tuned: Odd, never: Odd) -> Iterator[Number]:
    """What the odd one does and wins, and how much more than the tuned one and than one who never farms."""
    yield here("farmers", farmers(mine))
    yield here("win_share", share_won(mine, tuned))
    yield here("score", mean_of(mine.score, mine.players))
    yield here("farm", exact(0) if mine is never else mean_of(mine.farm, mine.players))
    yield here("win_over_tuned", win_change(mine, tuned))
    yield here("score_over_tuned", point_change(here, "score_over_tuned", mine, tuned))
    yield here("win_over_never", win_change(mine, never))
    yield here("score_over_never", point_change(here, "score_over_never", mine, never))


def habits(here: Row, habit: Odd, tuned: Odd) -> Iterator[Number]:
    """What one player does and wins who keeps the weights of the rule in force."""
    yield here("habit_win", win_change(habit, tuned))
    yield here("habit_score", point_change(here, "habit_score", habit, tuned))
    yield here("habit_farmers", mean_of(habit.farmers, habit.players))


def forbidden(here: Row, never: Odd, tuned: Odd) -> Iterator[Number]:
    """What a player loses who never farms."""
    yield here("forbidden_win", win_change(never, tuned))
    yield here("forbidden_score", point_change(here, "forbidden_score", never, tuned))
    yield here("points_a_farmer", ratio_of(tuned.score - never.score, tuned.farmers - never.farmers))


def won(who: Mapping[str, Tunings]) -> dict[str, Whole]:
    """Parts of wins, those of one tuning after those of another."""
    return {name: np.concatenate([one.win for one in several]) for name, several in who.items()}


def best(
    here: Row, who: Mapping[str, Tunings], ordered: Sequence[str], over: Mapping[str, Estimate]
) -> Iterator[Number]:
    """The best farming, and where farming pays.

    `over` is how far each lies over the best of the others. The best farming has a confidence set for an
    interval: all that is not told apart from the best.
    """
    wins_of, tunings = won(who), len(who["tuned"])
    parts = who["tuned"][0].players * WIN
    found = max(over, key=lambda name: over[name].value)
    placed = {
        name: next(of_tunings([[here("best_farmers", farmers(o))] for o in who[name]])).estimate
        for name in ordered
    }
    as_good = [placed[name] for name in ordered if over[name].high >= 0]
    low, high = min(one.low for one in as_good), max(one.high for one in as_good)
    n = len(wins_of["tuned"])
    yield here(
        "best_farmers", Estimate(placed[found].value, low, high, LEVEL, n, "confidence set of the best")
    )
    gain = over["tuned"].times(-1)
    lead = min(max(best_of_others("tuned", wins_of, parts), gain.low), gain.high)
    yield here("best_win", replace(gain, value=lead))
    paid = differences_from("never", wins_of, parts, tunings)
    paying = [placed[name] for name in ordered if name in paid and paid[name].low > 0]
    if paying:
        yield here("pays_from", paying[0])
        yield here("pays_to", paying[-1])


def farmers(one: Odd) -> Estimate:
    """The farmers that the odd one placed a game; one who never does has none."""
    return mean_of(one.farmers, one.players) if one.farmers.any() else exact(0)


def share_won(one: Odd, tuned: Odd) -> Estimate:
    """The share of wins; of players who are all alike the even share."""
    return exact(1 / one.players) if one is tuned else share_of(one.win, one.players * WIN)


def win_change(new: Odd, old: Odd) -> Estimate:
    """The paired difference of win shares."""
    return exact(0) if new is old else share_difference_of(new.win, old.win, new.players * WIN)


def point_change(here: Row, measure: str, new: Odd, old: Odd) -> Estimate:
    """The paired difference of points."""
    if new is old:
        return exact(0)
    return difference_of(new.score, old.score, new.players, reach=here.reach(measure))


def odd_one_out(runs: Sequence[Run]) -> Odd:
    """The seat in question of each run, added up by index of the game."""
    tables = [by_seat(run, COLUMNS) for run in runs]
    win = np.sum([wins(table[:, :, 0])[:, seat] for seat, table in enumerate(tables)], axis=0)
    rest = np.sum([table[:, seat] for seat, table in enumerate(tables)], axis=0)
    return Odd(len(runs), win, *rest.T)


def nobody_odd(run: Run, blocks: int) -> Odd:
    """All seats of the games in which they are alike: each of them is the one in question."""
    table = by_seat(run, COLUMNS)[:blocks]
    return Odd(run.plan.players, np.full(len(table), WIN, np.int64), *table.sum(axis=1).T)
