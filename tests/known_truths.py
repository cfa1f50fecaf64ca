"""Games whose truth is known: what an estimator says of samples of them, as it prints it.

A game is one of a few outcomes with given chances, so a sample of any size is a draw from a multinomial
distribution, and a hundred thousand games cost no more than fifty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import (
    SETTLED,
    SKEWED_BELOW,
    Estimate,
    mean,
    median,
    paired_change,
    paired_share,
    ratio,
    share,
    verdict,
    wilson,
)
from analyses.questions.until import grown, looks

Counts = npt.NDArray[np.int64]

PRINTED = re.compile(r"\S+(?: %)? \[(\S+), (\S+)\]")


@dataclass(frozen=True)
class Truth:
    """Outcomes of a game with their chances, and how an estimator is asked about a sample of them."""

    estimator: str
    what: str
    values: Counts
    """A number an outcome, or for a ratio two: top and bottom."""
    chances: npt.NDArray[np.float64]
    spec: str
    """As the estimate is printed."""
    estimate: Callable[[Counts, Counts], Estimate]
    """Of the counts of each outcome, and the values."""
    unit: int = 1
    """So many of `values` are one of the number that is estimated."""

    @property
    def truth(self) -> float:
        """What is estimated."""
        if self.estimator == "median":
            below = self.chances.cumsum()
            at = int(np.searchsorted(below, 0.5))
            return float(self.values[at] + 1 - (below[at] - 0.5) / self.chances[at])
        means = self.chances @ self.values
        return float(means[0] / means[1] if self.values.ndim == 2 else means) / self.unit

    def covers(self, counts: Counts) -> bool:
        """Whether the printed interval of a sample holds the truth."""
        return holds(self.estimate(counts, self.values), self.truth, self.spec)

    def samples(self, rng: np.random.Generator, n: int, rounds: int) -> Counts:
        """How often each outcome came in so many samples of `n` games."""
        return rng.multinomial(n, self.chances, rounds)


def holds(estimate: Estimate, truth: float, spec: str) -> bool:
    """Whether an interval holds the truth, read off the text that a user sees."""
    match = PRINTED.fullmatch(format(estimate, spec))
    assert match, format(estimate, spec)
    scaled = truth * (100 if spec.endswith("%") else 1)
    return float(match[1]) - 1e-12 <= scaled <= float(match[2]) + 1e-12


# --- how the estimators are asked


def _games(counts: Counts, values: Counts) -> Counts | None:
    """The number of each game, where games are so few that it is asked."""
    return np.repeat(values, counts, axis=0) if counts.sum() < SKEWED_BELOW else None


def _wilson(counts: Counts, values: Counts) -> Estimate:
    return wilson(int(counts @ values), int(counts.sum()))


def _win_share(counts: Counts, values: Counts) -> Estimate:
    return wilson(Fraction(int(counts @ values), 6), int(counts.sum()))


def _mean(counts: Counts, values: Counts) -> Estimate:
    total, squares, n = int(counts @ values), int(counts @ values**2), int(counts.sum())
    return mean(total, squares, n, values=_games(counts, values))


def _ratio(counts: Counts, values: Counts) -> Estimate:
    top, bottom = values.T
    games = _games(counts, values)
    return ratio(
        int(counts @ top), int(counts @ bottom), top_squares=int(counts @ top**2),
        bottom_squares=int(counts @ bottom**2), products=int(counts @ (top * bottom)), n=int(counts.sum()),
        values=None if games is None else (games[:, 0], games[:, 1]),
    )  # fmt: skip


def _paired_share(counts: Counts, values: Counts) -> Estimate:
    return paired_share(int(counts @ values.clip(0)), int(counts @ (-values).clip(0)), int(counts.sum()))


def _share(counts: Counts, values: Counts) -> Estimate:
    n, parts = int(counts.sum()), values / 2
    found = float(counts @ parts) / n
    nearer = 0 if found < 0.5 else 2
    varied = n - int(counts[values == nearer].sum())
    return share(found, float(counts @ (parts - found) ** 2), n, varied=varied)


def _median(counts: Counts, values: Counts) -> Estimate:
    return median(np.repeat(values, counts))


REACH = 40
"""The most by which a game could change, as far as is known."""


def _paired_change(counts: Counts, values: Counts) -> Estimate:
    up, down = int(counts @ values.clip(0)), int(counts @ (-values).clip(0))
    return paired_change(
        up - down, int(counts @ values**2), gained=up, lost=down,
        differ=int(counts[values != 0].sum()), reach=REACH, n=int(counts.sum()),
        changes=_games(counts, values),
    )  # fmt: skip


# --- the truths


def of_share(share: float) -> Truth:
    """Something that happens in a share of games."""
    chances = np.array([1 - share, share])
    return Truth("wilson", f"in {share:.1%} of games", np.array([0, 1]), chances, ".1%", _wilson)


def of_wins(alone: float, halves: float, thirds: float) -> Truth:
    """A seat that wins, or shares the win with one or with two others."""
    chances = np.array([1 - alone - halves - thirds, thirds, halves, alone])
    what = f"{alone:.0%} alone, {halves:.0%} of two, {thirds:.0%} of three"
    return Truth("wilson", f"wins: {what}", np.array([0, 2, 3, 6]), chances, ".1%", _win_share, unit=6)


def of_scores(middle: float, spread: float) -> Truth:
    """Points that spread like a bell."""
    values = np.arange(0, 201)
    heights = np.exp(-(((values - middle) / spread) ** 2) / 2)
    return Truth("mean", "scores", values, heights / heights.sum(), ".1f", _mean)


def of_counts(rate: float) -> Truth:
    """How often something rare happens in a game (Poisson)."""
    values = np.arange(0, 30)
    heights = np.cumprod(np.concatenate([[1.0], rate / values[1:]]))
    return Truth("mean", f"{rate:g} a game, skew", values, heights / heights.sum(), ".2f", _mean)


def of_runs(mean: float) -> Truth:
    """How often something comes in a row in a game: mostly once or never, now and then often (geometric)."""
    values = np.arange(0, 200)
    heights = (mean / (mean + 1)) ** values
    return Truth("mean", f"{mean:g} a game, long tail", values, heights / heights.sum(), ".2f", _mean)


def of_lengths(fewer: float) -> Truth:
    """Games of 72 turns, but for a share that is a turn or two shorter."""
    what = f"72 turns, fewer in {fewer:.1%}"
    chances = np.array([fewer / 4, 3 * fewer / 4, 1 - fewer])
    return Truth("mean", what, np.array([70, 71, 72]), chances, ".1f", _mean)


def of_rare_ties(rate: float) -> Truth:
    """Ties in one game of so many, where games have 3 to 12 rolls."""
    bottom = np.tile(np.arange(3, 13), 3)
    top = np.repeat([0, 1, 2], 10)
    chances = np.repeat([1 - rate, 0.8 * rate, 0.2 * rate], 10) / 10
    what = f"ties in {rate:.1%} of games"
    return Truth("ratio", what, np.stack([top, bottom], axis=1), chances, ".1%", _ratio)


def of_rolls() -> Truth:
    """Rolls of a game and those that tie, more often in some games than in others."""
    rng = np.random.default_rng(0)
    bottom = rng.integers(1, 40, 300)
    top = rng.binomial(bottom, rng.uniform(0.05, 0.45, 300))
    chances = np.full(300, 1 / 300)
    return Truth("ratio", "ties over rolls", np.stack([top, bottom], axis=1), chances, ".1%", _ratio)


def of_turned(rise: float, fall: float) -> Truth:
    """Games that turn to yes, and games that turn to no, under another rule."""
    what, chances = f"{rise:.1%} rise, {fall:.1%} fall", np.array([1 - rise - fall, rise, fall])
    return Truth("paired_share", what, np.array([0, 1, -1]), chances, "+.1%", _paired_share)


def of_changes(share: float) -> Truth:
    """Points more or less under another rule, in a share of games."""
    values = np.arange(-8, 13)
    heights = np.exp(-np.abs(values - 1) / 4)
    chances = share * heights / heights.sum()
    chances[values == 0] += 1 - share
    what = f"{share:.1%} of games differ"
    return Truth("paired_change", what, values, chances, "+.1f", _paired_change)


def of_gains(share: float) -> Truth:
    """Points more under another rule in a share of games: mostly few, now and then many (geometric)."""
    values = np.arange(0, REACH)
    heights = np.where(values > 0, (2 / 3) ** values, 0.0)
    chances = share * heights / heights.sum()
    chances[0] = 1 - share
    what = f"{share:.1%} gain, long tail"
    return Truth("paired_change", what, values, chances, "+.1f", _paired_change)


def of_one_more(stray: float) -> Truth:
    """A turn more in each game under another rule, but for a share that is as long as before."""
    what = f"1 more, none in {stray:.2%}"
    return Truth(
        "paired_change", what, np.array([0, 1]), np.array([stray, 1 - stray]), "+.1f", _paired_change
    )


def of_first_turns(rate: float) -> Truth:
    """The turn at which something happens for the first time, if it happens in a share of turns."""
    values = np.arange(0, 400)
    heights = (1 - rate) ** values
    what = f"first time, {rate:.0%} of turns"
    return Truth("median", what, values, heights / heights.sum(), ".1f", _median)


def of_parts(none: float, half: float, all_: float) -> Truth:
    """Blocks of games that have none, half or all of something."""
    what = f"parts 0, ½ and 1 in {none:.1%}, {half:.1%}, {all_:.1%}"
    return Truth("share", what, np.array([0, 1, 2]), np.array([none, half, all_]), ".1%", _share, unit=2)


def of_circles(share: float) -> Truth:
    """Games of which a share goes round in circles, until the limit of 1,000 turns stops it."""
    values = np.append(np.arange(30, 131), 1000)
    heights = np.exp(-(((values[:-1] - 60) / 20) ** 2) / 2)
    chances = np.append((1 - share) * heights / heights.sum(), share)
    return Truth("mean", f"1,000 turns in {share:.1%} of games", values, chances, ".1f", _mean)


CHANGES_OF_GAMES: dict[str, Any] = json.loads(
    Path(__file__).with_name("changes_of_games.json").read_text(encoding="utf-8")
)
"""What another rule changes in measures of real games: how many games change by how much.

20,000 games of each (Catan 10,000), `heuristic`, usual number of players, seed 1; shares are counted in
twelfths.
"""


def of_real_games(what: str) -> Truth:
    """A change that was measured in games, as if these were all there are."""
    kept = CHANGES_OF_GAMES[what]
    values, counts = (np.array(kept[key]) for key in ("change", "games"))
    parts, reach = kept["parts"], kept["reach"]

    def of_share(counts: Counts, values: Counts) -> Estimate:
        gained, lost = (float(counts @ part) / parts for part in (values.clip(0), (-values).clip(0)))
        return paired_share(gained, lost, int(counts.sum()))

    def of_number(counts: Counts, values: Counts) -> Estimate:
        up, down = int(counts @ values.clip(0)), int(counts @ (-values).clip(0))
        return paired_change(
            up - down, int(counts @ values**2), gained=up, lost=down,
            differ=int(counts[values != 0].sum()), reach=reach, n=int(counts.sum()),
        )  # fmt: skip

    chances = counts / counts.sum()
    if kept["share"]:
        return Truth("paired_share", what, values, chances, "+.1%", of_share, unit=parts)
    return Truth("paired_change", what, values, chances, "+.1f", of_number)


REAL_CHANGES = tuple(of_real_games(what) for what in CHANGES_OF_GAMES)

TRUTHS = (
    of_share(0.5), of_share(0.25), of_share(0.02), of_share(0.001),
    of_wins(0.30, 0.04, 0.01), of_wins(0.01, 0.30, 0.10),
    of_scores(100, 25), of_counts(0.1),
    of_rolls(),
    of_turned(0.1, 0.1), of_turned(0.06, 0.01), of_turned(0.002, 0.001),
    of_changes(0.9), of_changes(0.1), of_changes(0.002),
    of_first_turns(0.05),
    of_parts(0.1, 0.8, 0.1), of_parts(0.985, 0.01, 0.005),
    of_counts(0.002), of_lengths(0.002), of_rare_ties(0.002),
    of_turned(0.95, 0.02), of_one_more(0.0035),
    of_runs(2), of_changes(0.4), of_gains(0.3), of_gains(0.9),
)  # fmt: skip

CIRCLES = tuple(of_circles(share) for share in (0.002, 0.01, 0.03, 0.1))
"""What Student's interval does not hold as often as it says, if few games are stopped."""

LOOKED_AT = tuple(truth for truth in TRUTHS if truth.estimator != "median")
"""Truths that are looked at again and again; a median takes all its values and is asked of few games."""

SEED = 1
SIZES = (20, 50, 200, 1_000, 10_000, 100_000)


# --- what comes of it


def coverage(truth: Truth, n: int, rounds: int) -> int:
    """In how many of so many samples of `n` games the printed interval holds the truth."""
    rng = np.random.default_rng([SEED, (*TRUTHS, *CIRCLES).index(truth), n])
    return sum(truth.covers(counts) for counts in truth.samples(rng, n, rounds))


def misses_by_look(truth: Truth, most: int, rounds: int) -> tuple[list[int], list[int]]:
    """How many of so many runs missed the truth up to each look: of the sequence, and of plain intervals."""
    at = [0, *looks(most)]
    rng = np.random.default_rng([SEED, TRUTHS.index(truth)])
    parts = [truth.samples(rng, b - a, rounds) for a, b in pairwise(at)]
    every = np.cumsum(np.stack(parts, axis=1), axis=1)
    sequence, alone = np.zeros((2, len(at) - 1), np.int64)
    for run in every:
        for found, looked in ((sequence, True), (alone, False)):
            found[_first_miss(truth, run, looked) :] += 1
    return sequence.tolist(), alone.tolist()


def _first_miss(truth: Truth, run: Counts, looked: bool) -> int:
    for look, counts in enumerate(run):
        with at_every_look(looked):
            if not truth.covers(counts):
                return look
    return len(run)


def of_planted(change: float) -> Truth:
    """Points more or less in every game, `change` in the mean, with a standard deviation of 5."""
    values = np.arange(-REACH, REACH + 1)
    heights = np.exp(-(((values - change) / 5) ** 2) / 2)
    what, chances = f"{change:g} planted", heights / heights.sum()
    return Truth("paired_change", what, values, chances, "+.1f", _paired_change)


def verdicts(truth: Truth, margin: float, n: int, rounds: int) -> Iterator[str]:
    """What each of so many samples of `n` games says against the margin."""
    rng = np.random.default_rng([SEED, n])
    for counts in truth.samples(rng, n, rounds):
        yield verdict(truth.estimate(counts, truth.values), margin)


def until_width(truth: Truth, width: float, most: int, rounds: int) -> Iterator[tuple[int, bool]]:
    """After how many games each run ends that waits for a width, and whether its interval holds the truth."""
    for number in range(rounds):
        rng = np.random.default_rng([SEED, number])
        n = next(looks(most))
        counts = truth.samples(rng, n, 1)[0]
        while (found := truth.estimate(counts, truth.values)).half_width > width and n < most:
            more = min(most, grown(n, found.half_width / width)) - n
            counts += truth.samples(rng, more, 1)[0]
            n += more
        yield n, holds(found, truth.truth, truth.spec)


def usual_width(truth: Truth, n: int) -> float:
    """Half the width of the interval of `n` games that are as they should be."""
    return truth.estimate(np.rint(truth.chances * n).astype(np.int64), truth.values).half_width


def until_decided(truth: Truth, margin: float, most: int, rounds: int) -> Iterator[tuple[int, str]]:
    """After how many games each of so many runs with ``--until decided`` ends, and with which verdict."""
    at = [0, *looks(most)]
    for number in range(rounds):
        rng = np.random.default_rng([SEED, number])
        counts = np.zeros(len(truth.values), np.int64)
        for before, n in pairwise(at):
            counts += truth.samples(rng, n - before, 1)[0]
            with at_every_look():
                found = verdict(truth.estimate(counts, truth.values), margin)
            if found in SETTLED:
                break
        yield n, found
