"""What is measured of a game: each measure declared once, with its words, its margin and where it comes from.

A measure is one number a game (or the ratio of two), made of columns of the tables `games` and `seats` for
many games at a time. `vocabulary` holds those of every game; each game adds its own as `MEASURES` in
`analyses.games.<game>`. docs/metrics.md lists them all; a test holds it to this.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from analyses.estimates.arrays import Flags, Numbers
from analyses.measures.placements import Counting
from analyses.measures.standings import Standings
from analyses.measures.summary import Side, analysis_of
from rules import games
from simulate.plans.plan import Plan
from simulate.play.tables import PLACEMENTS, PROGRESS
from simulate.store.order import begins_by_lot, first_seats
from simulate.store.runs import Run
from simulate.store.sums import parts_of_win

NUMBER = "number"
SHARE = "share"
"""Kinds of measure: any number, or one that lies from 0 to 1 in every game."""

SEAT, PLACE = "seat", "place"
"""By what a measure of each side may be asked: who sits where, or who moves when in the first round."""

ALL = "all"
"""The mean over all sides, beside these two."""


def ways_of(plans: Iterable[Plan], drawn: bool) -> tuple[str, ...]:
    """By what sides are told apart in games of these plans: by seat, by place or by both.

    Where who begins is `drawn` by lot and all play alike, the seats are alike by law, and a verdict on them
    could not fail: then there are only places in the order of play. Where seat 1 always begins there are only
    seats, which are the places.
    """
    alike = all(plan.plays_alike for plan in plans)
    return ((SEAT,) if not drawn or not alike else ()) + ((PLACE,) if drawn else ())


def ways_in(*runs: Run) -> tuple[str, ...]:
    """By what sides are told apart in these runs: `ways_of` their plans, and of who begins in their games.

    Where players are unlike and only some of the runs draw who begins, there are only seats: a place is one
    player's in the others, and everybody's in these.
    """
    plans, drawn = [run.plan for run in runs], [begins_by_lot(run) for run in runs]
    alike = all(plan.plays_alike for plan in plans)
    return ways_of(plans, any(drawn) and (alike or all(drawn)))


ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


NOTICED = (1.0, "a point more or less is noticed at the end")
"""The margin of points, unless a game's own `NOTICED` says otherwise."""


def noticed(game: str) -> tuple[float, str]:
    """The smallest difference of points that matters in a game, and why."""
    return getattr(analysis_of(game), "NOTICED", NOTICED)


LENGTH_NOTICED = (2.0, "two turns are the least that players feel")
"""The margin of the length of a game, unless a game's own `LENGTH_NOTICED` says otherwise."""


def length_noticed(game: str) -> tuple[float, str]:
    """The smallest difference of turns that matters in a game, and why."""
    return getattr(analysis_of(game), "LENGTH_NOTICED", LENGTH_NOTICED)


def counts_left(game: str) -> bool:
    """Whether a score is what a player has left at the end, as a game's own `LEFT` says."""
    return getattr(analysis_of(game), "LEFT", False)


def singular(unit: str) -> str:
    """A unit, or what a measure counts, as it stands behind a one.

    >>> [singular(unit) for unit in ("points", "cards sent back a game", "complete cities", "thieves")]
    ['point', 'card sent back a game', 'complete city', 'thief']
    """
    return re.sub(r"(ie|ve)?s\b", lambda end: {"ie": "y", "ve": "f"}.get(end[1], ""), unit, count=1)


def sized(size: str, what: str) -> str:
    """So much of what is named in the plural.

    >>> sized("1", "percentage points"), sized("1 to 2", "turns a game")
    ('1 percentage point', '1 to 2 turns a game')
    """
    return f"{size} {singular(what) if size == '1' else what}"


class GameArrays:
    """Some games of a run as arrays: a number a game, or a row a game and in it a number a seat.

    `tables` are the columns of `games`, `seats` and others that a measure needs, by the name of the table.
    """

    def __init__(self, plan: Plan, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.plan, self.tables = plan, tables
        self.n = len(tables["games"]["game"])

    def game(self, column: str) -> Numbers:
        """A column of `games`."""
        return np.asarray(self.tables["games"][column], np.float64)

    def seat(self, column: str) -> Numbers:
        """A column of `seats`, a row a game and a number a seat."""
        return np.asarray(self.tables["seats"][column], np.float64).reshape(self.n, self.plan.players)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who plays for whom."""
        return analysis_of(self.plan.game).sides(self.plan)

    @cached_property
    def wins(self) -> Numbers:
        """Each side's part of the win: a row a game, a number a side."""
        whole = parts_of_win(self.plan.players)
        parts = np.rint(self.seat("win_share") * whole)
        return np.stack([parts[:, list(side.seats)].sum(axis=1) for side in self.sides], axis=1) / whole

    @cached_property
    def scores(self) -> Numbers:
        """Each side's score: a row a game, a number a side; a team's stands at each of its seats."""
        return self.seat("score")[:, [side.seats[0] for side in self.sides]]

    @cached_property
    def won(self) -> Flags:
        """Whether somebody won each game."""
        return np.asarray(self.wins.any(axis=1))

    @cached_property
    def standings(self) -> Standings:
        """How the sides stood, entry by entry, in the games that somebody won."""
        game, score = (np.asarray(self.tables[PROGRESS][name]) for name in ("game", "score"))
        lengths = np.unique(game[:: self.plan.players], return_counts=True)[1]
        by_seat = score.astype(np.float64).reshape(-1, self.plan.players)
        by_side = by_seat[:, [side.seats[0] for side in self.sides]]
        return Standings(
            by_side[np.repeat(self.won, lengths)] * (-1 if games.load(self.plan.game).low_wins else 1),
            lengths[self.won],
            self.wins[self.won] > 0,
            noticed(self.plan.game)[0],
        )

    @cached_property
    def _pieces(self) -> Mapping[str, tuple[Numbers, Numbers]]:
        """Of each kind of piece how many were placed in each game, and what these brought."""
        counting = Counting(self.plan)
        placed, brought = counting(self.tables[PLACEMENTS], self.n)
        both = zip(placed.T.astype(np.float64), brought.T, strict=True)
        return dict(zip(counting.kinds, both, strict=True))

    def placed(self, kind: str) -> Numbers:
        """How many of a kind of piece were placed, 0 where the box has none."""
        return self._pieces[kind][0] if kind in self._pieces else np.zeros(self.n)

    def brought(self, kind: str) -> Numbers:
        """What all of a kind of piece brought."""
        return self._pieces[kind][1] if kind in self._pieces else np.zeros(self.n)

    def kept(self, *tables: str) -> Numbers:
        """1 for each game that has its rows in all these tables, 0 where one keeps some games only."""
        indices, known = np.asarray(self.tables["games"]["game"]), games.load(self.plan.game).playing.tables
        return np.prod([np.ones(self.n), *(known[table].keeps(indices) for table in tables)], axis=0)

    def of_course(self, of: Callable[[Standings], Numbers]) -> Numbers:
        """A number of the course of each game, 0 where nobody won."""
        found = np.zeros(self.n)
        if self.won.any():
            found[self.won] = of(self.standings)
        return found

    def by_place(self, by_side: Numbers) -> Numbers:
        """Numbers of sides in the order in which the sides moved in the first round.

        The place of a seat is (seat - first) mod players.
        """
        side_of = np.zeros(self.plan.players, np.int64)
        for number, side in enumerate(self.sides):
            side_of[list(side.seats)] = number
        places = np.arange(len(self.sides))
        seats = (first_seats(self.plan, self.tables["games"])[:, None] + places) % self.plan.players
        return np.take_along_axis(by_side, side_of[seats], axis=1)


def pickled(thing: Any) -> tuple[Any, ...]:
    """How `pickle` keeps a measure: all that is said of it, and none of the functions that measure."""
    values = (getattr(thing, each.name) for each in fields(thing))
    return type(thing), tuple(not_kept if callable(value) else value for value in values)


def not_kept(*_: Any) -> Any:
    """Stands in a pickled measure where a function was."""
    raise TypeError("a pickled measure tells what was found; to measure more, take it from a game's MEASURES")


@dataclass(frozen=True)
class Formula:
    """One number a game (or a game and seat or side): in words, and how it is found."""

    text: str
    """The formula, for a page."""
    of: Callable[[GameArrays], Numbers]
    __reduce__ = pickled


def of_games(*columns: str) -> Formula:
    """The sum of columns of `games`."""
    return Formula(
        " + ".join(f"games.{column}" for column in columns),
        lambda arrays: np.sum([arrays.game(column) for column in columns], axis=0),
    )


def of_seats(*columns: str) -> Formula:
    """The sum of columns of `seats`, for each seat."""
    return Formula(
        " + ".join(f"seats.{column}" for column in columns),
        lambda arrays: np.sum([arrays.seat(column) for column in columns], axis=0),
    )


def all_seats(*columns: str) -> Formula:
    """The sum of columns of `seats` over all seats of a game."""
    each = of_seats(*columns)
    return Formula(f"sum over seats of {each.text}", lambda arrays: each.of(arrays).sum(axis=1))


UNTOLD = Formula("what a study's own module tells", not_kept)
"""The formula of a measure that is not made of columns of tables."""

QUESTIONS = LENGTH, CLOSENESS, FAIRNESS, LUCK, REST = range(5)
"""What designers ask, in their order: how long, how close, how fair, how much luck, and what else."""

NO_MARGIN = math.nan
"""The margin of what is held against none."""


@dataclass(frozen=True)
class Measure:
    """What is measured, the smallest change that matters to people at the table and why, and how.

    A measure of each seat stands for several: the mean over all (`ALL`), one a seat and one a place in the
    order of play, as `by` says; `at` then tells them apart: ``seat 1``. The mean over games of `number` is
    estimated or, with `per`, the ratio of the totals of both over all games.
    """

    name: str
    words: str
    """As a noun: ``turns a game``, ``the share of games that end in a tie``."""
    margin: float = NO_MARGIN
    because: str = ""
    number: Formula = UNTOLD
    per: Formula | None = None
    kind: str = NUMBER
    unit: str = ""
    """What one of it is: ``turns``; of a share nothing."""
    by: tuple[str, ...] = ()
    of_one: str = ""
    """The words of one seat or place: ``points of {}``."""
    at: str = ""
    who: str = ""
    """Who is meant by a seat, of teams or unlike players: ``team 1+3``, ``greedy in seat 2``."""
    when: Callable[[Plan], bool] = lambda plan: True
    """Whether runs of a plan have it."""
    needs: tuple[str, ...] = ()
    """The tables that tell it beside `games` and `seats`; a run without them has it not."""
    between: Callable[[GameArrays, GameArrays], Numbers] | None = None
    """Of a measure of two runs only: how often something differs between them."""
    source: str = ""
    """Where the measure is found in print."""
    question: int = REST
    """Which of the `QUESTIONS` it answers: what is asked first is told first."""
    says: str = ""
    """A sentence with its value, and with `{who}` of a seat or place: ``a game takes {} turns``."""
    set_by: tuple[str, ...] = ()
    """The options that move it by definition: told of these it would be the rule said again."""
    grows: bool = False
    """Whether it counts what happens in a game, so that a longer game has more of it."""
    headline: bool = False
    """Whether a sweep shows it, and `--until decided` waits for it."""
    deed: bool = False
    """Whether it is what players do: told first of those who adapted to a rule."""
    asked: bool = False
    """Whether it says nothing beside the others, and is told only where somebody asks for it."""
    pace: float = 0.0
    """Of minutes: the seconds a turn that are assumed, in proportion to which they are."""
    spec: str = ""
    """How `reports.words.wording` writes a number; if it is not said, a change of one decimal."""

    __reduce__ = pickled

    def __post_init__(self) -> None:
        if not self.spec:
            object.__setattr__(self, "spec", f"+.1{'pp' if self.kind == SHARE else 'f'}")

    def __repr__(self) -> str:
        return f"<Measure {self.key}: {self.label}; margin {self.margin:g}>"

    @property
    def is_judged(self) -> bool:
        """Whether it is held against a margin."""
        return not math.isnan(self.margin)

    @property
    def label(self) -> str:
        """Its words, of a seat or place where it is measured there: ``the share of games won by seat 1``."""
        return self.of_one.format(self.whose) if self.at else self.words

    @property
    def whose(self) -> str:
        """Of which seat or place it is: ``seat 1``, ``who plays first``; nothing if of none."""
        by, _, number = self.at.partition(" ")
        return f"who plays {ORDER[int(number) - 1]}" if by == PLACE else self.who or self.at

    def sentence(self, value: str) -> str:
        """A sentence with its value: ``a game takes 58 turns``, ``seat 3 has 21 points``."""
        if self.says:
            return self.says.format(value, who=self.whose or "a player")
        if self.kind == SHARE:
            return f"{self.label} is {value} %"
        if self.at:
            return f"{self.whose} has {value} {self.of_one.partition(' of {}')[0]}"
        return f"there {'is' if value == '1' else 'are'} {sized(value, self.words)}"

    def does(self, verb: str) -> str:
        """The verb as it follows the words: ``turns a game reach``, ``the share of games reaches``."""
        third = f"{verb}es" if verb.endswith(("o", "ch")) else f"{verb}s"
        return third if self.kind == SHARE else verb

    @property
    def short(self) -> str:
        """The same for a narrow table, a share in percent: ``games won by seat 1 (%)``."""
        words = self.of_one.format(self.who or self.at) if self.at else self.words
        return f"{words.removeprefix('the share of ')} (%)" if self.kind == SHARE else words

    @property
    def scale(self) -> float:
        """What a value is multiplied with where people read it: shares are read in percent."""
        return 100.0 if self.kind == SHARE else 1.0

    @property
    def unit_words(self) -> str:
        """What a number is in: ``percentage points``, ``% of games``, ``points``."""
        if self.spec.endswith("pp"):
            return "percentage points"
        if self.spec.endswith("%"):
            return f"%{self.unit.removeprefix('share')}" if self.unit.startswith("share") else "%"
        return self.unit.partition(" a ")[0]

    @property
    def margin_words(self) -> str:
        """The margin with its unit: ``2 turns``, ``5 % of games``; nothing without one."""
        if not self.is_judged:
            return ""
        size, unit = f"{self.margin * self.scale:g}", self.unit_words
        return f"{size} {unit}" if unit.startswith("%") else sized(size, unit)

    @property
    def key(self) -> str:
        """Its name and at which seat or place, as a user types it: ``win_share:seat1``."""
        return f"{self.name}:{self.at.replace(' ', '')}" if self.at else self.name

    def numbers(self, arrays: GameArrays) -> Numbers:
        """One number a game."""
        found = self.number.of(arrays)
        if not self.at:
            return found.mean(axis=1) if found.ndim == 2 else found
        by, _, number = self.at.partition(" ")
        return (arrays.by_place(found) if by == PLACE else found)[:, int(number) - 1]

    def weights(self, arrays: GameArrays) -> Numbers:
        """What the numbers are a part of, game by game: 1 where the mean is asked."""
        return np.ones(arrays.n) if self.per is None else self.per.of(arrays)


def needed(measures: Iterable[Measure]) -> tuple[str, ...]:
    """The tables that tell these measures, beside `games` and `seats`."""
    return tuple(dict.fromkeys(table for measure in measures for table in measure.needs))
