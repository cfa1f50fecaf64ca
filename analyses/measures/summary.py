"""What every game is asked: who wins, by how much, and where the points come from.

All the numbers follow from whole-number sums over the games (`simulate.store.sums`).
What is particular to a game stands in the module `analyses.games.<game>`; `GameAnalysis` says what it offers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import Protocol, TypeAlias, cast

import numpy as np

from analyses.estimates import estimate
from analyses.estimates.counted import Counted
from analyses.estimates.critical import LEVEL, shared_level
from analyses.estimates.estimate import (
    CHANGES,
    DIFFERENT,
    EQUIVALENT,
    SKEWED_BELOW,
    UNDECIDED,
    Estimate,
    verdict,
)
from analyses.estimates.moments import Moments
from rules import games
from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.store.runs import Run
from simulate.store.sums import (
    Columns,
    Counts,
    Sums,
    columns_by_game,
    parts_of_win,
    summed_columns,
    sums_of,
)

FAIR = 0.02
"""Margin for the seats: a win share within 2 percentage points of an even share counts as even."""

Headings: TypeAlias = Mapping[str, tuple[str, ...]]
"""Headings, and the columns of `seats` that each adds up: ``{"thieves": ("thieves",)}``."""


@dataclass(frozen=True)
class Side:
    """Seats that win or lose together: one seat, or in a team game the seats of a team."""

    seats: tuple[int, ...]
    words: Mapping[str, str]
    """What tells the side apart, under its heading: ``{"colour": "red", "faction": "rebel"}``."""

    @property
    def number(self) -> str:
        """The seats as people count them, from 1."""
        return "+".join(str(seat + 1) for seat in self.seats)

    @property
    def kind(self) -> str:
        """A seat or a team."""
        return "seat" if len(self.seats) == 1 else "team"


@dataclass(frozen=True)
class Fact:
    """An estimate and the phrase that says it: ``battles {:.2f} a game``."""

    name: str
    estimate: Estimate
    phrase: str

    def __str__(self) -> str:
        return self.phrase.format(self.estimate)


class GameAnalysis(Protocol):
    """What the module `analyses.games.<game>` must offer for the summary of its runs."""

    SOURCES: Headings
    """Where points come from: columns that the game adds up, as those of `COUNTED`."""
    COUNTED: Mapping[str, Headings]
    """What else stands beside a side's points, by group: ``{"meeples placed": {"thieves": ...}}``."""
    CAN_TIE: bool
    """Whether a game can end without a single winner and yet be won."""

    def sides(self, plan: Plan) -> tuple[Side, ...]:
        """Who plays for whom."""

    def facts(self, summary: Summary) -> list[Fact]:
        """What else to say about the games in one line."""

    def remark(self, summary: Summary) -> str | None:
        """What the headline adds to who wins, as a clause."""


def analysis_of(game: str) -> GameAnalysis:
    """The module `analyses.games.<game>`.

    Raises
    ------
    UserError
        If a package of a user's own leaves out what it must offer.
    """
    module = games.load(game).analysis
    for name in (*GameAnalysis.__annotations__, *vars(GameAnalysis)):
        if not name.startswith("_") and not hasattr(module, name):
            raise UserError(
                f"{module.__file__}: {name} is missing, see the documentation, page adding-a-game"
            )
    return cast(GameAnalysis, module)


def caveats_of(*plans: Plan) -> list[str]:
    """What a reader of any result of these games must know, and perhaps how strong the players are."""
    strength = getattr(analysis_of(plans[0].game), "strength", None)
    told = strength(plans) if strength else ""
    return [*dict.fromkeys(caveat for plan in plans for caveat in plan.caveats), *filter(None, [told])]


@dataclass(frozen=True)
class Summary:
    """The sums of a run, and the estimates that follow from them."""

    plan: Plan
    sides: tuple[Side, ...]
    sums: Sums
    rows: Counts | None = None
    """The summed columns, a row a game, if games are few: `analyses.estimates.moments.few_rows`."""

    @cached_property
    def moments(self) -> Moments:
        """Moments of the columns of `games`, and of those of `seats` as ``score_0``, ``score_1``..."""
        sums = self.sums
        signed: frozenset[str] = frozenset()
        if sums.scores and sums.scores.low < 0:
            signed = frozenset(n for n in sums.columns if n.startswith(("score_", "first_score")))
        return Moments(sums.columns, sums.n, sums.sums, sums.products, signed, self.rows)

    @cached_property
    def scores(self) -> Counted:
        """How often each score was that of a side at the end."""
        assert self.sums.scores is not None
        return Counted.of(self.sums.scores, *(side.seats[0] for side in self.sides))

    def scores_of(self, side: Side) -> Counted:
        """How many games a side ended with each score."""
        assert self.sums.scores is not None
        return Counted.of(self.sums.scores, side.seats[0])

    @cached_property
    def tally(self) -> Counted:
        """How many games had each number, from 0 to the most, of what the game wants tallied."""
        assert self.sums.tally is not None
        return Counted.of(self.sums.tally, 0).from_zero()

    @property
    def n(self) -> int:
        """Games."""
        return self.moments.n

    @property
    def is_scored(self) -> bool:
        """Whether anything is counted by which games are won."""
        return games.load(self.plan.game).has_score

    @property
    def has_rivals(self) -> bool:
        """Whether sides play against each other."""
        return len(self.sides) > 1

    @property
    def is_compared(self) -> bool:
        """Whether some are ahead of others by a score."""
        return self.is_scored and self.has_rivals

    @property
    def has_turns(self) -> bool:
        """Whether games take turns: those in which nobody decides anything take none."""
        return games.load(self.plan.game).decides

    @property
    def can_tie(self) -> bool:
        """Whether sides can share a win."""
        return self.has_rivals and analysis_of(self.plan.game).CAN_TIE

    @property
    def even(self) -> float:
        """The share of wins that each side would have if all were equal."""
        return 1 / len(self.sides)

    def column(self, side: Side, *columns: str) -> dict[str, int]:
        """The sum of `columns` of a side; the numbers of a team stand at each of its seats."""
        return {f"{column}_{side.seats[0]}": 1 for column in columns}

    def mean_score(self, side: Side) -> Estimate:
        """Points at the end of a game."""
        return self.moments.mean(self.column(side, "score"))

    @cached_property
    def won(self) -> int:
        """Games that somebody won; the others were broken off."""
        wins = {f"win_{seat}": 1 for side in self.sides for seat in side.seats}
        return self.moments.total(wins) // parts_of_win(self.plan.players)

    @property
    def nobody_won(self) -> Estimate:
        """Share of games that nobody won."""
        return estimate.wilson(self.n - self.won, self.n)

    def win_share(self, side: Side, level: float = LEVEL) -> Estimate:
        """Expected share of a win."""
        return self.moments.win_share(self._win(side), parts_of_win(self.plan.players), level)

    def _win(self, side: Side) -> dict[str, int]:
        """The columns of the win of its seats."""
        return {f"win_{seat}": 1 for seat in side.seats}

    def above_even(self, side: Side) -> Estimate:
        """Its share of the games that somebody won, over an even share."""
        return self._of_won(self._win(side)).minus(self.even)

    def _of_won(self, win: Mapping[str, int], level: float = LEVEL) -> Estimate:
        """The expected share of a win in games that somebody wins; nothing is known of it if nobody did."""
        if not self.won:
            return Estimate(math.nan, 0.0, 1.0, level, 0, "Wilson")
        return self.moments.over(self.won).win_share(win, parts_of_win(self.plan.players), level)

    def rank(self, side: Side) -> Estimate:
        """Mean rank among the sides, 1 for the best; the table ranks seats, and partners rank alike."""
        size = len(side.seats)
        return self.moments.mean(self.column(side, "rank")).minus(1).times(1 / size).minus(-1)

    def result(self, side: Side) -> dict[str, Estimate]:
        """What a side has on average: score, win share, that over an even one, rank; as far as it has any."""
        found = {"score": self.mean_score(side)} if self.is_scored else {}
        found["win_share"] = self.win_share(side)
        if self.has_rivals:
            found["above_even"] = self.above_even(side)
        if self.is_compared:
            found["rank"] = self.rank(side)
        return found

    @property
    def caveat(self) -> str | None:
        """What a reader of any result must know."""
        return "; ".join(caveats_of(self.plan)) or None

    @property
    def sources(self) -> Headings:
        """Where points come from; the means of the sources add up to the mean score."""
        return analysis_of(self.plan.game).SOURCES

    @property
    def counted(self) -> Mapping[str, Headings]:
        """What else stands beside a side's points, by group."""
        return analysis_of(self.plan.game).COUNTED

    def means(self, side: Side, headings: Headings) -> dict[str, Estimate]:
        """The mean number a game of a side, by heading."""
        means = {}
        for heading, columns in headings.items():
            means[heading] = self.moments.mean(self.column(side, *columns))
        return means

    def everyone(self, *columns: str) -> dict[str, int]:
        """The sum of `columns` over all sides."""
        return {name: 1 for side in self.sides for name in self.column(side, *columns)}

    @property
    def one_begins(self) -> bool:
        """Whether seat 1 begins every game."""
        return self.moments.total("first") == 0

    @property
    def beginning_says_something(self) -> bool:
        """Whether what the beginner gains comes from beginning, and not from its policy."""
        return not self.one_begins or self.plan.plays_alike

    @cached_property
    def first_player_wins(self) -> Estimate:
        """Expected share of a win for the side that began."""
        first_win = {"first_win": len(self.sides[0].seats)}
        return self.moments.win_share(first_win, parts_of_win(self.plan.players))

    @cached_property
    def first_player_lead(self) -> Estimate:
        """Points of the side that began over the mean of the others, game by game."""
        k = len(self.sides)
        lead: dict[str, int] = {"first_score": k}
        for side in self.sides:
            lead |= dict.fromkeys(self.column(side, "score"), -1)
        return self.moments.mean(lead).times(1 / (k - 1))

    @property
    def beginning(self) -> list[Fact]:
        """The points of who begins over the others, if that says something."""
        if not self.beginning_says_something:
            return []
        unit = games.load(self.plan.game).unit
        phrase = f"the first player scores {{:+.1f}} {unit} against the rest"
        return [Fact("first_player_lead", self.first_player_lead, phrase)]

    def lead(self, side: Side, other: Side, level: float = LEVEL) -> Estimate:
        """Points of one side over another, game by game."""
        gain, loss = self.column(side, "score"), self.column(other, "score")
        return self.moments.mean(gain | dict.fromkeys(loss, -1), level)

    @property
    def length(self) -> Estimate:
        """Turns a game."""
        return self.moments.mean("turns")

    @property
    def margin(self) -> Estimate:
        """Points between the best side and the next."""
        return self.moments.mean("margin")

    @property
    def tied(self) -> Estimate:
        """Share of games that end with two sides or more on the best score."""
        return self.moments.win_share("tied", 1)

    @property
    def by_place(self) -> bool:
        """Whether places in the order of play are compared, and not seats.

        Where who begins is drawn by lot and all play alike, seats differ by the lot alone: that they are even
        says nothing of the game. The place of a team is that of the first of its seats to move.
        """
        sizes = {len(side.seats) for side in self.sides}
        return self.has_rivals and len(sizes) == 1 and not self.one_begins and self.plan.plays_alike

    def shares(self, level: float = LEVEL) -> list[Estimate]:
        """The share of each side, or place in the order (`by_place`), in the games that somebody won.

        Of a side without rivals it is that of all games.
        """
        if not self.has_rivals:
            return [self.win_share(self.sides[0], level)]
        wins = [self._win(side) for side in self.sides]
        if self.by_place:
            size = len(self.sides[0].seats)  # partners sit apart and have equal parts of a win
            wins = [{f"place_win_{place}": size} for place in range(len(self.sides))]
        return [self._of_won(win, level) for win in wins]

    @property
    def level_of_all(self) -> float:
        """The level of one side's interval that makes those of all sides hold together (Bonferroni)."""
        return shared_level(len(self.sides))

    @property
    def level_of_pairs(self) -> float:
        """The level of one difference that makes those of all pairs of sides hold together."""
        return shared_level(max(1, len(self.sides) * (len(self.sides) - 1) // 2))

    @property
    def uneven(self) -> int:
        """Which of `shares` is farthest from even; of two as far, the one above it."""

        def distance(i: int) -> tuple[float, float]:
            excess = shares[i].value - self.even
            return round(abs(excess), 9), excess

        shares = self.shares()
        return max(range(len(shares)), key=distance)

    @property
    def fairness(self) -> str:
        """The verdict on the `shares` against the margin `FAIR`; it holds for all of them together."""
        return evenness(self.shares(self.level_of_all))


def evenness(shares: Sequence[Estimate]) -> str:
    """The verdict on win shares, which hold together, against the margin `FAIR` around an even share.

    Where some games have no winner, that is an even share of those that have one.
    """
    won = sum(share.value for share in shares)
    if not won > 0:
        return UNDECIDED
    verdicts = {verdict(share.times(1 / won).minus(1 / len(shares)), FAIR) for share in shares}
    for worst in (DIFFERENT, CHANGES, UNDECIDED):
        if worst in verdicts:
            return worst
    return EQUIVALENT


def summarise(run: Run, *others: Run) -> Summary:
    """Add up a run once: its tables `games` and `seats` block by block, or the sums that it kept of them.

    With `others`, the same under other seeds, all of them together.

    Raises
    ------
    UserError
        If the run holds no finished block.
    FailedError
        If every game failed.
    """
    plan = run.plan
    runs = run, *others
    sums = reduce(add, map(_sums_of, runs))
    sides = analysis_of(plan.game).sides(plan)
    return Summary(plan, sides, sums, _rows_of(runs) if sums.n < SKEWED_BELOW else None)


def _sums_of(run: Run) -> Sums:
    run.check_any()
    if not run.tables:
        return run.sums()
    return reduce(add, (sums_of(run.plan, *block) for block in _summed_blocks(run)))


def _rows_of(runs: Sequence[Run]) -> Counts | None:
    """The summed columns, a row a game; None if one of the runs keeps sums alone."""
    if not all(run.tables for run in runs):
        return None
    blocks = (columns_by_game(run.plan, *block) for run in runs for block in _summed_blocks(run))
    return np.concatenate([np.stack(list(columns.values()), axis=1) for columns in blocks])


def _summed_blocks(run: Run) -> Iterator[tuple[Columns, Columns]]:
    """The columns of `games` and of `seats` that are summed up, block by block."""
    in_games, in_seats = summed_columns(run.plan.game)
    blocks = run.arrays("games", ["game", *in_games]), run.arrays("seats", ["win_share", *in_seats])
    return zip(*blocks, strict=True)
