"""What is measured of a game: each measure declared once, with its words, its margin and where it comes from.

A measure is one number a game (or the ratio of two), made of columns of the tables `games` and `seats` for
many games at a time. Those here hold for every game; each game adds its own as `MEASURES` in
`analyses.<game>`. docs/metrics.md lists them all; a test holds it to this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from analyses.order import first_seats
from analyses.summary import FAIR, WIN, Headings, Side, analysis_of
from rules import games
from rules.errors import UserError, nearest
from simulate.plan import Plan

Numbers: TypeAlias = npt.NDArray[np.float64]
"""A number a game, or a row a game and in it a number a seat or side."""

NUMBER = "number"
SHARE = "share"
"""Kinds of measure: any number, or one that lies from 0 to 1 in every game."""

SEAT, PLACE = "seat", "place"
"""By what a measure of each side may be asked: who sits where, or who moves when in the first round."""

ALL = "all"
"""The mean over all sides, beside these two."""

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


class GameArrays:
    """Some games of a run as arrays: a number a game, or a row a game and in it a number a seat."""

    def __init__(self, plan: Plan, of_games: Mapping[str, Any], of_seats: Mapping[str, Any]) -> None:
        self.plan = plan
        self._games, self._seats = of_games, of_seats
        self.n = len(of_games["game"])

    def game(self, column: str) -> Numbers:
        """A column of `games`."""
        return np.asarray(self._games[column], np.float64)

    def seat(self, column: str) -> Numbers:
        """A column of `seats`, a row a game and a number a seat."""
        return np.asarray(self._seats[column], np.float64).reshape(self.n, self.plan.players)

    def has(self, column: str) -> bool:
        """Whether `games` has this column."""
        return column in self._games

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who plays for whom."""
        return analysis_of(self.plan.game).sides(self.plan)

    @cached_property
    def wins(self) -> Numbers:
        """Each side's part of the win: a row a game, a number a side."""
        parts = np.rint(self.seat("win_share") * WIN)
        return np.stack([parts[:, list(side.seats)].sum(axis=1) for side in self.sides], axis=1) / WIN

    @cached_property
    def scores(self) -> Numbers:
        """Each side's score: a row a game, a number a side; a team's stands at each of its seats."""
        return self.seat("score")[:, [side.seats[0] for side in self.sides]]

    def by_place(self, by_side: Numbers) -> Numbers:
        """Numbers of sides in the order in which the sides moved in the first round.

        The place of a seat is (seat - first) mod players.
        """
        side_of = np.zeros(self.plan.players, np.int64)
        for number, side in enumerate(self.sides):
            side_of[list(side.seats)] = number
        places = np.arange(len(self.sides))
        seats = (first_seats(self.plan, self._games)[:, None] + places) % self.plan.players
        return np.take_along_axis(by_side, side_of[seats], axis=1)


@dataclass(frozen=True)
class Number:
    """One number a game (or a game and seat or side): in words, from which columns, and how."""

    text: str
    """The formula, for a page."""
    of: Callable[[GameArrays], Numbers]
    games: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()


def of_games(*columns: str) -> Number:
    """The sum of columns of `games`."""
    return Number(
        " + ".join(f"games.{column}" for column in columns),
        lambda arrays: np.sum([arrays.game(column) for column in columns], axis=0),
        games=columns,
    )


def of_seats(*columns: str) -> Number:
    """The sum of columns of `seats`, for each seat."""
    return Number(
        " + ".join(f"seats.{column}" for column in columns),
        lambda arrays: np.sum([arrays.seat(column) for column in columns], axis=0),
        seats=columns,
    )


def all_seats(*columns: str) -> Number:
    """The sum of columns of `seats` over all seats of a game."""
    each = of_seats(*columns)
    return Number(f"sum over seats of {each.text}", lambda arrays: each.of(arrays).sum(axis=1), seats=columns)


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
    margin: float
    because: str
    number: Number
    per: Number | None = None
    kind: str = NUMBER
    unit: str = ""
    """What one of it is: ``turns``; of a share nothing."""
    by: tuple[str, ...] = ()
    of_one: str = ""
    """The words of one seat or place: ``points of {}``."""
    at: str = ""
    when: Callable[[Plan], bool] = lambda plan: True
    """Whether runs of a plan have it."""
    between: Callable[[GameArrays, GameArrays], Numbers] | None = None
    """Of a measure of two runs only: how often something differs between them."""
    source: str = ""
    """Where the measure is found in print."""
    headline: bool = False
    """Whether it is told before others, and a sweep shows it."""

    @property
    def label(self) -> str:
        """Its words, of a seat or place where it is measured there: ``the share of games won by seat 1``."""
        by, _, number = self.at.partition(" ")
        if not by:
            return self.words
        return self.of_one.format(self.at if by == SEAT else f"who plays {ORDER[int(number) - 1]}")

    @property
    def short(self) -> str:
        """The same for a narrow table, a share in percent: ``games won by seat 1 (%)``."""
        words = self.of_one.format(self.at) if self.at else self.words
        return f"{words.removeprefix('the share of ')} (%)" if self.kind == SHARE else words

    @property
    def scale(self) -> float:
        """What a value is multiplied with where people read it: shares are read in percent."""
        return 100.0 if self.kind == SHARE else 1.0

    @property
    def margin_words(self) -> str:
        """The margin with its unit: ``2 turns``."""
        unit = "percentage points" if self.kind == SHARE else self.unit
        size = f"{self.margin * self.scale:g}"
        return f"{size} {unit.removesuffix('s') if size == '1' else unit}"

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


NOTICED = (1.0, "a point more or less is noticed at the end")
"""The margin of points, unless a game's own `NOTICED` says otherwise."""

BROWNE = "Browne (2008)"
ISAKSEN = "Isaksen et al. (2016)"

EVEN = "as far as a seat may be from even before people call it unfair"

PACE = 30.0
"""Seconds a turn, unless another pace is stated."""


def noticed(game: str) -> tuple[float, str]:
    """The smallest difference of points that matters in a game, and why."""
    found: tuple[float, str] = getattr(analysis_of(game), "NOTICED", NOTICED)
    return found


def general(game: str, pace: float = PACE) -> tuple[Measure, ...]:
    """The measures of every game, in the words of this one; `pace` is in seconds a turn."""
    known, analysis = games.load(game), analysis_of(game)
    unit, (margin, because) = known.unit, noticed(game)
    left = f"{unit} left" if known.low_wins else unit
    found = [
        Measure(
            "turns", "turns a game", 2.0, "two turns are the least that a table feels",
            of_games("turns"), unit="turns", headline=True, source=f"duration, {BROWNE}",
        ),
        Measure(
            "minutes", f"minutes a game at {pace:g} seconds a turn", 5.0,
            "evenings are planned in steps of five minutes",
            Number(
                "games.turns × seconds a turn / 60",
                lambda arrays: arrays.game("turns") * pace / 60,
                games=("turns",),
            ),
            unit="minutes",
        ),
        Measure(
            "win_share", "the share of games won", FAIR, EVEN,
            Number("the side’s part of the win", lambda arrays: arrays.wins, seats=("win_share",)),
            kind=SHARE, by=(SEAT, PLACE), of_one="the share of games won by {}", headline=True,
            source=f"advantage, {BROWNE}; win bias, {ISAKSEN}",
        ),
        Measure(
            "score", f"{left} a player", margin, because,
            Number("the side’s score", lambda arrays: arrays.scores, seats=("score",)),
            unit=unit, by=(ALL, SEAT, PLACE), of_one=f"{left} of {{}}", headline=True,
        ),
        Measure(
            "lead", f"{unit} between the winner and the next", margin, because,
            of_games("margin"), unit=unit, headline=True,
            source=f"closeness, {ISAKSEN}",
        ),
        Measure(
            "gap", f"{unit} between first and last", margin, because,
            Number(
                "greatest minus least score of a side",
                lambda arrays: np.ptp(arrays.scores, axis=1),
                seats=("score",),
            ),
            unit=unit,
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the lead
        ),
    ]  # fmt: skip
    if analysis.CAN_TIE:
        found.append(
            Measure(
                "ties",
                "the share of games that end in a tie",
                0.02,
                "two games in a hundred",
                Number("1 if games.shared, or games.margin = 0", _tied, games=("margin",)),
                kind=SHARE,
                source=f"drawishness, {BROWNE}; tie percentage, {ISAKSEN}",
            )
        )
    if len(analysis.SOURCES) > 1:
        found += [_of_source(heading, columns, game) for heading, columns in analysis.SOURCES.items()]
    return tuple(found)


def _tied(arrays: GameArrays) -> Numbers:
    return arrays.game("shared") if arrays.has("shared") else (arrays.game("margin") == 0).astype(float)


def _of_source(heading: str, columns: tuple[str, ...], game: str) -> Measure:
    """The points of a seat that come from one source."""
    unit, (margin, because) = games.load(game).unit, noticed(game)
    link = "in the" if games.load(game).low_wins else "from"
    return Measure(
        f"{unit}_{link.replace(' ', '_')}_{heading.replace(' ', '_')}",
        f"{unit} a player {link} {heading}",
        margin,
        because,
        of_seats(*columns),
        unit=unit,
    )


WINNER_CHANGED = Measure(
    "winner_changed",
    "the share of games with another winner",
    0.05,
    "one game in twenty",
    Number(
        "1 if the parts of the win differ between the two games", lambda arrays: np.zeros(arrays.n),
        seats=("win_share",),
    ),
    kind=SHARE,
    between=lambda base, house: (base.wins != house.wins).any(axis=1).astype(float),
)  # fmt: skip
"""Only of two runs: how often the same game, on the same tiles and dice, has another winner."""


def declared(game: str, pace: float = PACE) -> tuple[Measure, ...]:
    """All measures of a game, each once: those of every game, those of two runs, and its own."""
    own: tuple[Measure, ...] = getattr(analysis_of(game), "MEASURES", ())
    return (*general(game, pace), WINNER_CHANGED, *own)


def counted(headings: Headings, words: str, margin: float, because: str) -> tuple[Measure, ...]:
    """A measure for each heading, the mean of a player: `words` has a place for the heading."""
    return tuple(
        Measure(
            heading.replace(" ", "_"),
            words.format(heading),
            margin,
            because,
            of_seats(*columns),
            unit=heading,
        )
        for heading, columns in headings.items()
    )


def expanded(measure: Measure, plan: Plan, ways: Sequence[str]) -> Iterable[Measure]:
    """A measure at every seat and place of a table, as far as it is asked in these ways."""
    if not measure.by:
        yield measure
        return
    sides = analysis_of(plan.game).sides(plan)
    for way in measure.by:
        if way == ALL:
            yield replace(measure, by=())
        elif way in ways:
            for number in range(1, len(sides) + 1):
                yield replace(measure, by=(), at=f"{way} {number}", headline=measure.headline and number == 1)


def chosen(
    plan: Plan, names: Iterable[str] | None, pace: float | None = None, drawn: bool = True
) -> tuple[Measure, ...]:
    """The measures of runs of a plan: those named, or all that can say something.

    Where who begins is `drawn` by lot and all play alike, the seats are alike by law, and a verdict on them
    could not fail: then only places in the order of play are asked; where seat 1 always begins, only seats,
    which are the places. Minutes say nothing beside turns unless a `pace` is stated. A name may be of one
    seat or place, such as ``win_share:seat1``; ``win_share`` alone is of all of them, ``score`` the mean.

    Raises
    ------
    UserError
        For an unknown name.
    """
    every = [m for m in declared(plan.game, pace or PACE) if m.when(plan)]
    if names is None:
        ways = ((SEAT,) if not drawn or not plan.plays_alike else ()) + ((PLACE,) if drawn else ())
        said = [m for m in every if m.name != "minutes" or pace is not None]
        return tuple(one for measure in said for one in expanded(measure, plan, ways))
    at_all = [one for measure in every for one in expanded(measure, plan, (SEAT, PLACE))]
    found: list[Measure] = []
    for name in names:
        named = [one for one in at_all if name == one.key] or [one for one in at_all if name == one.name]
        if not named:
            known = list(dict.fromkeys([m.name for m in every] + [m.key for m in at_all]))
            raise UserError(
                f"{plan.game} has no measure '{name}'.{nearest(name, known)} "
                f"Measures: {', '.join(m.name for m in every)}"
            )
        found += [one for one in named if one not in found]
    return tuple(found)
