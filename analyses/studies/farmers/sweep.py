"""One player who farms more, less or not at all, among players tuned for the rule.

The odd one out takes every seat in turn on the same tiles: the games of one index are a block, the mean
over its seats is one number, and the order of seats cancels. All of it is compared block by block, with
the games of the same tiles in which nobody was odd, or in which the odd one never farmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.estimate import Estimate
from analyses.joint import best_of_others, differences_from, over_best_other
from analyses.rescoring import Whole, wins
from analyses.samples import difference_of, exact, mean_of, ratio_of, share_of
from analyses.studies.declared import Declared, Row
from analyses.studies.study import Entry
from simulate.runs import Run
from simulate.sums import WIN

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


def swept(
    study: Declared, players: int, rule: str, alike: Run, odd: Mapping[str, Sequence[Run]]
) -> Iterator[Entry]:
    """What farming more or less brings, from never to the last step, and what forbidding it costs."""
    who = {name: odd_one_out(runs) for name, runs in odd.items() if name != "habit"}
    who["tuned"] = nobody_odd(alike, len(who["never"].win))
    ordered = sorted(who, key=lambda name: int(who[name].farmers.sum()))
    won = {name: mine.win for name, mine in who.items()}
    over = over_best_other(won, players * WIN, 1.0)
    never, tuned = who["never"], who["tuned"]
    for name in ordered:
        here, mine = study.at("sweep", players=players, rule=rule, farming=name), who[name]
        yield here("farmers", farmers(mine))
        yield here("win_share", share_won(mine, tuned))
        yield here("score", mean_of(mine.score, players))
        yield here("farm", exact(0) if mine is never else mean_of(mine.farm, players))
        yield here("win_over_tuned", win_change(mine, tuned))
        yield here("score_over_tuned", point_change(here, "score_over_tuned", mine, tuned))
        yield here("win_over_never", win_change(mine, never))
        yield here("score_over_never", point_change(here, "score_over_never", mine, never))
        yield here("win_over_best_other", over[name])

    yield from price(study.at("price", players=players, rule=rule), who, ordered, over)
    if "habit" in odd:
        habit, here = odd_one_out(odd["habit"]), study.at("habit", players=players, rule=rule)
        yield here("habit_win", win_change(habit, tuned))
        yield here("habit_score", point_change(here, "habit_score", habit, tuned))
        yield here("habit_farmers", mean_of(habit.farmers, players))


def price(
    here: Row, who: Mapping[str, Odd], ordered: Sequence[str], over: Mapping[str, Estimate]
) -> Iterator[Entry]:
    """The best farming, where farming pays, and what forbidding costs.

    `over` is how far each lies over the best of the others. The best farming has a confidence set for an
    interval: all that is not told apart from the best.
    """
    never, tuned = who["never"], who["tuned"]
    won, parts = {name: one.win for name, one in who.items()}, tuned.players * WIN
    best = max(over, key=lambda name: over[name].value)
    as_good = [farmers(who[name]) for name in ordered if over[name].high >= 0]
    low, high = min(one.low for one in as_good), max(one.high for one in as_good)
    found = replace(farmers(who[best]), low=low, high=high, level=0.95, method="confidence set of the best")
    yield here("best_farmers", replace(found, n=len(tuned.win)))
    gain = over["tuned"].times(-1)
    lead = min(max(best_of_others("tuned", won, parts), gain.low), gain.high)
    yield here("best_win", replace(gain, value=lead))
    paid = differences_from("never", won, parts, 1.0)
    paying = [who[name] for name in ordered if name in paid and paid[name].low > 0]
    if paying:
        yield here("pays_from", farmers(paying[0]))
        yield here("pays_to", farmers(paying[-1]))
    yield here("forbidden_win", win_change(never, tuned))
    yield here("forbidden_score", point_change(here, "forbidden_score", never, tuned))
    gained, placed = tuned.score - never.score, tuned.farmers - never.farmers
    yield here("points_a_farmer", ratio_of(gained, placed))


def farmers(one: Odd) -> Estimate:
    """The farmers that the odd one placed a game; one who never does has none."""
    return mean_of(one.farmers, one.players) if one.farmers.any() else exact(0)


def share_won(one: Odd, tuned: Odd) -> Estimate:
    """The share of wins; of players who are all alike the even share."""
    return exact(1 / one.players) if one is tuned else share_of(one.win, one.players * WIN)


def win_change(new: Odd, old: Odd) -> Estimate:
    """The paired difference of win shares."""
    return exact(0) if new is old else difference_of(new.win, old.win, new.players * WIN, reach=1.0)


def point_change(here: Row, measure: str, new: Odd, old: Odd) -> Estimate:
    """The paired difference of points."""
    if new is old:
        return exact(0)
    return difference_of(new.score, old.score, new.players, reach=here.reach(measure))


def odd_one_out(runs: Sequence[Run]) -> Odd:
    """The seat in question of each run, added up by index of the game."""
    tables = [_seats(run) for run in runs]
    win = sum_over([wins(table[:, :, 0])[:, seat] for seat, table in enumerate(tables)])
    rest = [sum_over([t[:, seat, i] for seat, t in enumerate(tables)]) for i in range(len(COLUMNS))]
    return Odd(len(runs), win, *rest)


def nobody_odd(run: Run, blocks: int) -> Odd:
    """All seats of the games in which they are alike: each of them is the one in question."""
    table = _seats(run)[:blocks]
    players = run.plan.players
    win = np.full(len(table), WIN, np.int64)
    return Odd(players, win, *(table[:, :, i].sum(axis=1) for i in range(len(COLUMNS))))


def sum_over(columns: Sequence[Whole]) -> Whole:
    """The sum of columns."""
    return np.sum(np.stack(columns), axis=0, dtype=np.int64)


def _seats(run: Run) -> Whole:
    rows = run.frame("seats", list(COLUMNS)).to_numpy(np.int64)
    return rows.reshape(run.plan.n, run.plan.players, len(COLUMNS))
