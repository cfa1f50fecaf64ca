"""One player who farms more, less or not at all, among players tuned for the rule.

The odd one out takes every seat in turn on the same tiles: the games of one index are a block, the mean
over its seats is one number, and the order of seats cancels. All of it is compared block by block, with
the games of the same tiles in which nobody was odd, or in which the odd one never farmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.estimate import LEAST_REACH, Estimate
from analyses.rescoring import Whole, wins
from analyses.samples import difference_of, mean_of, ratio_of, share_of
from analyses.studies.study import Entry, Where, at
from analyses.summary import WIN
from simulate.runs import Run

WIN_MARGIN = 0.02
POINT_MARGIN = 2.0

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


def swept(players: int, rule: str, alike: Run, odd: Mapping[str, Sequence[Run]]) -> Iterator[Entry]:
    """What farming more or less brings, from never to the last step, and what forbidding it costs."""
    who = {name: odd_one_out(runs) for name, runs in odd.items() if name != "habit"}
    who["tuned"] = nobody_odd(alike, len(who["never"].win))
    ordered = sorted(who, key=lambda name: int(who[name].farmers.sum()))
    best = max(who, key=lambda name: int(who[name].win.sum()))
    never, tuned = who["never"], who["tuned"]
    for name in ordered:
        here, mine = at("sweep", players=players, rule=rule, farming=name), who[name]
        yield here("farmers", "farmers", mean_of(mine.farmers, players))
        yield here("win_share", "share of wins", share_of(mine.win, players * WIN))
        yield here("score", "points", mean_of(mine.score, players))
        yield here("farm", "points", mean_of(mine.farm, players))
        yield win_change(here, "win_over_tuned", mine, tuned)
        yield point_change(here, "score_over_tuned", mine, tuned)
        yield win_change(here, "win_over_never", mine, never)
        yield point_change(here, "score_over_never", mine, never)
        yield win_change(here, "win_under_best", mine, who[best])

    yield from price(at("price", players=players, rule=rule), who, ordered, best)
    if "habit" in odd:
        habit, here = odd_one_out(odd["habit"]), at("habit", players=players, rule=rule)
        yield win_change(here, "habit_win", habit, tuned)
        yield point_change(here, "habit_score", habit, tuned)
        yield here("habit_farmers", "farmers", mean_of(habit.farmers, players))


def price(here: Where, who: Mapping[str, Odd], ordered: Sequence[str], best: str) -> Iterator[Entry]:
    """The best farming, the range not told apart from it, where farming pays, and what forbidding costs."""
    players = who[best].players
    never, tuned = who["never"], who["tuned"]

    def farmers(name: str) -> Estimate:
        return mean_of(who[name].farmers, players)

    as_good = [name for name in ordered if _win_difference(who[name], who[best]).high >= 0]
    paying = [name for name in ordered if _win_difference(who[name], never).low > 0]
    yield here("best_farmers", "farmers", farmers(best))
    yield win_change(here, "best_win", who[best], tuned)
    yield here("as_good_from", "farmers", farmers(as_good[0]))
    yield here("as_good_to", "farmers", farmers(as_good[-1]))
    if paying:
        yield here("pays_from", "farmers", farmers(paying[0]))
        yield here("pays_to", "farmers", farmers(paying[-1]))
    yield win_change(here, "forbidden_win", never, tuned)
    yield point_change(here, "forbidden_score", never, tuned)
    gained, placed = tuned.score - never.score, tuned.farmers - never.farmers
    yield here("points_a_farmer", "points a farmer", ratio_of(gained, placed))


def win_change(here: Where, measure: str, new: Odd, old: Odd) -> Entry:
    """The paired difference of win shares."""
    return here(measure, "share of wins", _win_difference(new, old), WIN_MARGIN)


def point_change(here: Where, measure: str, new: Odd, old: Odd) -> Entry:
    """The paired difference of points."""
    change = difference_of(new.score, old.score, new.players, reach=LEAST_REACH * POINT_MARGIN)
    return here(measure, "points", change, POINT_MARGIN)


def _win_difference(new: Odd, old: Odd) -> Estimate:
    return difference_of(new.win, old.win, new.players * WIN, reach=1.0)


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
