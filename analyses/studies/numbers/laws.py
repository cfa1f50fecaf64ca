"""Do rolls keep to their law? Tests and intervals for games that end when somebody wins.

How many rolls a game has hangs on the rolls, so their counts are not multinomial. But each roll, given all
before it, has a known law: the chance of a sum is its ways of 36, or the part of it among the cards that
are left. Counts less the sum of these chances are a martingale, whose mean is 0 whenever the game stops
(optional stopping) and whose covariance is the mean of the summed covariances of the single rolls (Wald's
second identity, for two dice). That holds too for the rolls of turns picked beforehand, as of one seat or
of the first ten turns; it does not for turns that are counted back from the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.critical import LEVEL, shared_level
from analyses.estimates.estimate import Estimate, student
from analyses.estimates.lazy import special
from analyses.estimates.samples import part_of
from analyses.games.dice import LAW, SUMS, WAYS, Dice
from simulate.store.runs import Run

DiceSums = npt.NDArray[np.int8]
"""[game, turn]: the sum rolled, 0 for none."""
Picked = Callable[[int], bool]
"""Whether a turn, counted from 0, belongs to a group."""

SINGULAR = 1e-9
"""Parts of the whole spread below which there is none: counts of all sums add up to the rolls."""

SIMULTANEOUS = "Bonferroni over 11 sums"


def read_sums(run: Run) -> DiceSums:
    """Every roll of a run."""
    turns = run.frame("turns", ["turn", "roll"])
    games = run.games_done
    begins = np.cumsum(turns["turn"].to_numpy() == 1) - 1
    table = np.zeros((games, int(turns["turn"].max())), np.int8)
    table[begins, turns["turn"].to_numpy() - 1] = turns["roll"].to_numpy()
    return table


def chances_given(sums: DiceSums, dice: Dice) -> Iterator[Floats]:
    """Turn by turn the chance of each sum given the rolls before: arrays [game, sum - 2]."""
    games = np.arange(len(sums))
    gone = np.zeros((len(sums), len(SUMS)), np.int64)
    for turn in range(sums.shape[1]):
        if turn % dice.cycle == 0:
            gone[:] = 0
        left = np.array(WAYS) - gone
        if turn < dice.without_seven:
            left[:, SUMS.index(7)] = 0
        yield left / left.sum(axis=1, keepdims=True)
        if dice.deck:
            rolled = sums[:, turn] > 0
            gone[games[rolled], sums[rolled, turn] - 2] += 1


@dataclass(frozen=True)
class Strays:
    """The rolls of a group of turns beside what was to be expected of each, a row a game."""

    counts: Whole
    """[game, sum - 2]"""
    expected: Floats
    """Sums of the chances, each given the rolls before."""
    rolls: Whole
    """[game]"""
    covariance: Floats
    """Of counts less expected, added up over all rolls; none of it is estimated."""

    @property
    def total(self) -> Floats:
        """Counts less expected, over all games."""
        return (self.counts - self.expected).sum(axis=0)


def gather(sums: DiceSums, dice: Dice, groups: Mapping[str, Picked]) -> dict[str, Strays]:
    """The strays of each group of turns."""
    shape = (len(sums), len(SUMS))
    counts = {name: np.zeros(shape, np.int64) for name in groups}
    expected = {name: np.zeros(shape) for name in groups}
    rolls = {name: np.zeros(len(sums), np.int64) for name in groups}
    covariance = {name: np.zeros((len(SUMS), len(SUMS))) for name in groups}
    for turn, chance in enumerate(chances_given(sums, dice)):
        rolled = sums[:, turn] > 0
        hits = sums[rolled, turn] - 2
        likely = chance[rolled]
        spread = np.diag(likely.sum(axis=0)) - likely.T @ likely
        for name, picked in groups.items():
            if picked(turn):
                counts[name][np.flatnonzero(rolled), hits] += 1
                expected[name][rolled] += likely
                rolls[name] += rolled
                covariance[name] += spread
    return {name: Strays(counts[name], expected[name], rolls[name], covariance[name]) for name in groups}


def last_rolls(sums: DiceSums) -> Strays:
    """The last roll of each game held against the law of two dice, which it does not keep: it won."""
    length = (sums > 0).sum(axis=1)
    counts = np.zeros((len(sums), len(SUMS)), np.int64)
    counts[np.arange(len(sums)), sums[np.arange(len(sums)), length - 1] - 2] = 1
    spread = len(sums) * (np.diag(LAW) - np.outer(LAW, LAW))
    return Strays(counts, np.tile(LAW, (len(sums), 1)), np.ones(len(sums), np.int64), spread)


@dataclass(frozen=True)
class Fit:
    """How well rolls keep to their law."""

    statistic: float
    degrees: int

    @property
    def p(self) -> float:
        """The chance of a fit as bad as this or worse, if the law holds."""
        return float(special.chdtrc(self.degrees, self.statistic)) if self.degrees else math.nan


def fit(strays: Strays) -> Fit:
    """All eleven sums in one test, by the covariance that the law itself gives.

    For two dice this is Pearson's chi-square over all rolls, exactly. For cards the covariance is that
    of each draw given the cards that are left, which is what makes the deck smoother than dice.
    """
    return Fit(*_wald(strays.total, strays.covariance))


def fit_by_games(strays: Strays) -> Fit:
    """The same with the covariance between games (Hotelling), which trusts no law for the spread."""
    residual = strays.counts - strays.expected
    games = len(residual)
    squared, degrees = _wald(strays.total, np.cov(residual, rowvar=False) * games)
    if not 0 < degrees < games:
        return Fit(math.nan, 0)
    f = squared * (games - degrees) / (degrees * (games - 1))
    p = special.fdtrc(degrees, games - degrees, f)
    return Fit(float(special.chdtri(degrees, p)), degrees)  # the chi-square with the same p


def _wald(total: Floats, covariance: Floats) -> tuple[float, int]:
    """The squared distance of `total` from 0 in units of its spread, and in how many dimensions."""
    values, vectors = np.linalg.eigh(covariance)
    real = values > SINGULAR * max(values.sum(), 0.0)
    along = vectors[:, real].T @ total
    return float((along**2 / values[real]).sum()), int(real.sum())


def naive_fit(strays: Strays) -> Fit:
    """Pearson's chi-square against two dice, whatever made the rolls."""
    expected = strays.rolls.sum() * LAW
    return Fit(float(((strays.counts.sum(axis=0) - expected) ** 2 / expected).sum()), len(SUMS) - 1)


def shares(counts: Whole, rolls: Whole, level: float = LEVEL) -> list[Estimate]:
    """Counts of the eleven sums as parts of all rolls, with intervals that all hold at once.

    The game is the unit. Each interval has the level 1 - (1 - level) / 11 (Bonferroni 1936).
    """
    found = (part_of(column, rolls, shared_level(len(SUMS), level)) for column in counts.T)
    return [replace(one, level=level, method=SIMULTANEOUS) for one in found]


def off_by(strays: Strays, level: float = LEVEL) -> list[Estimate]:
    """What the sums lie off what was to be expected, as parts of all rolls, all at once likewise.

    What strays is that of each game less its part of the rolls (delta method).
    """
    games, total = len(strays.rolls), int(strays.rolls.sum())
    if not total or games < 2:
        return [Estimate(math.nan, -math.inf, math.inf, level, games, SIMULTANEOUS)] * len(SUMS)
    value = strays.total / total
    residual = strays.counts - strays.expected - np.outer(strays.rolls, value)
    spread = np.sqrt((residual**2).sum(axis=0) / (games - 1) * games) / total
    half = student(games - 1, shared_level(len(SUMS), level)) * spread
    return [
        Estimate(float(v), float(v - h), float(v + h), level, games, SIMULTANEOUS)
        for v, h in zip(value, half, strict=True)
    ]
