"""How games go: when they are decided, how often a leader runs away, who wins from behind.

All of it comes from the table `progress`. A game has an entry for each turn, one for a set-up phase, and one
for the scoring after its last turn; entry k of R ends when k/R of the game is over. Those with the best score
lead; at the end it is the winners, whatever ties were broken by. Games that nobody won are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.critical import at_every_look
from analyses.estimate import Estimate, wilson
from analyses.measures import BROWNE, Numbers, noticed
from analyses.samples import frequency_of, mean_of, share_of
from analyses.summary import Fact, analysis_of
from rules import games
from rules.errors import UserError
from simulate.common.tables import PROGRESS
from simulate.plan import Plan
from simulate.runs import Run

Flags: TypeAlias = npt.NDArray[np.bool_]
Counts: TypeAlias = npt.NDArray[np.int64]

WHOLE = 10_000
"""Parts of a game in which it is counted when it is decided."""

STEPS = 20
"""Parts of a game at which it is asked who leads."""


@dataclass(frozen=True)
class Standings:
    """How the sides stood in some games that were won."""

    scores: Numbers
    """A row an entry, game by game, and in it a number a side: the more, the better."""
    lengths: Counts
    """Entries of each game."""
    winners: Flags
    """A row a game and in it whether each side won."""
    margin: float
    """What is noticed: a lead counts as large if it is larger."""

    @cached_property
    def begins(self) -> Counts:
        """The first entry of each game."""
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def number(self) -> Counts:
        """The number of each entry in its game, from 1."""
        return np.arange(1, len(self.scores) + 1) - np.repeat(self.begins, self.lengths)

    @cached_property
    def won(self) -> Flags:
        """For each entry the sides that win its game."""
        return np.repeat(self.winners, self.lengths, axis=0)

    @cached_property
    def leads(self) -> Flags:
        """For each entry the sides that lead: those with the best score, at the end the winners."""
        found: Flags = self.scores == self.scores.max(axis=1, keepdims=True)
        found[self.begins + self.lengths - 1] = self.winners
        return found

    @cached_property
    def winners_lead(self) -> Flags:
        """Whether the winners lead, and nobody else."""
        return np.asarray((self.leads == self.won).all(axis=1))

    @cached_property
    def ahead(self) -> Numbers:
        """For each entry how far the best of the winners is ahead of the best of the others."""
        others = np.where(self.won, -np.inf, self.scores).max(axis=1)
        return np.asarray(np.where(self.won, self.scores, -np.inf).max(axis=1) - others)

    @cached_property
    def decided(self) -> Counts:
        """The entry from which on the winners lead, and nobody else, to the end."""
        return 1 + np.maximum.reduceat(np.where(self.winners_lead, 0, self.number), self.begins)

    def at(self, step: int, steps: int, of_entries: Flags) -> Flags:
        """What is true of each game when so many of its `steps` parts are over.

        Nothing at the start; the end is what stood before the last entry, for after it the game is won.
        """
        entry = np.minimum(self.lengths * step // steps, self.lengths - 1)
        return np.where(entry > 0, of_entries[self.begins + np.maximum(entry, 1) - 1], False)

    def decided_by(self, step: int, steps: int) -> Flags:
        """Whether each game is decided when so many of its parts are over."""
        return self.decided * steps <= self.lengths * step

    def lead_changes(self) -> Counts:
        """How often another side leads alone than the one that did before."""
        alone = np.flatnonzero(self.leads.sum(axis=1) == 1)
        game = np.repeat(np.arange(len(self.lengths)), self.lengths)[alone]
        leader = self.leads[alone].argmax(axis=1)
        changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
        return np.bincount(game[1:][changed], minlength=len(self.lengths))

    def runaway(self) -> Flags:
        """Whether one side is ahead by more than the margin from a quarter of the game to its end."""
        early = 4 * self.number < np.repeat(self.lengths, self.lengths)
        one = self.winners.sum(axis=1) == 1
        return one & np.logical_and.reduceat(early | (self.ahead > self.margin), self.begins)

    def comeback(self) -> Flags:
        """Whether every winner is behind by more than the margin at half of the game."""
        return self.at(1, 2, self.ahead < -self.margin)

    def from_last(self) -> Flags:
        """Whether a winner is behind by more than the margin at half of the game, and nobody stands worse."""
        best = np.where(self.won, self.scores, -np.inf).max(axis=1)
        return self.at(1, 2, (self.ahead < -self.margin) & (best == self.scores.min(axis=1)))


@dataclass(frozen=True)
class ProgressMeasure:
    """A number of each game that says how it went."""

    name: str
    words: str
    text: str
    """What is counted in each game, for a page."""
    of: Callable[[Standings], npt.NDArray[np.generic]]
    estimate: Callable[[npt.NDArray[np.generic]], Estimate]
    spec: str = ".1%"
    source: str = ""
    """Where the measure is found in print."""
    phrase: str = ""
    """How the closing summary says it, if it does."""


MEASURES = (
    ProgressMeasure(
        "last_lead_change", "part of the game over when the lead changes for the last time",
        "the first entry from which on the winners lead, and nobody else; over the number of entries",
        lambda games: np.rint(WHOLE * games.decided / games.lengths).astype(np.int64),
        lambda parts: share_of(parts, WHOLE),
        phrase="the lead changes for the last time after {:.1%} of a game",
    ),
    ProgressMeasure(
        "decided_by_half", "games decided by half",
        "1 if `last_lead_change` is at most 1/2",
        lambda games: games.decided_by(1, 2), frequency_of,
    ),
    ProgressMeasure(
        "decided_by_three_quarters", "games decided by three quarters",
        "1 if `last_lead_change` is at most 3/4",
        lambda games: games.decided_by(3, 4), frequency_of,
    ),
    ProgressMeasure(
        "lead_changes", "changes of the lead a game",
        "how often another side leads alone than the one that did before",
        Standings.lead_changes, mean_of, ".2f",
        source=f"lead change, {BROWNE}",
    ),
    ProgressMeasure(
        "runaway", "games with a runaway leader",
        "1 if from 1/4 of the game to its end one side is ahead of all others by more than the margin",
        Standings.runaway, frequency_of,
        phrase="{:.1%} of games have a runaway leader",
    ),
    ProgressMeasure(
        "comeback", "games won from behind",
        "1 if at 1/2 every winner is behind the best of the others by more than the margin",
        Standings.comeback, frequency_of,
        phrase="{:.1%} are won from behind",
        source=f"drama, {BROWNE}",
    ),
    ProgressMeasure(
        "from_last", "games won from the last place",
        "1 if, besides, at 1/2 nobody has less than the winners",
        Standings.from_last, frequency_of,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Progress:
    """How the games of a run went."""

    plan: Plan
    games: pd.DataFrame
    """A row a game that was won, a column a measure."""
    led: Counts
    """At each of `STEPS` parts of the game, from its start, the games in which the later winners lead.

    The last is what stood before the last entry.
    """

    @property
    def measures(self) -> tuple[ProgressMeasure, ...]:
        """What can be said of it: with two sides the last place is the other one."""
        two = len(analysis_of(self.plan.game).sides(self.plan)) == 2
        return tuple(m for m in MEASURES if not (two and m.name == "from_last"))

    def get(self, name: str) -> Estimate:
        """A measure by its name."""
        (measure,) = (measure for measure in MEASURES if measure.name == name)
        return measure.estimate(self.games[name].to_numpy())

    def frame(self) -> pd.DataFrame:
        """A row a measure: its name, its words, its estimate."""
        return pd.DataFrame(
            {"measure": m.name, "words": m.words, "estimate": self.get(m.name)} for m in self.measures
        )

    def facts(self) -> list[Fact]:
        """What a summary has room for."""
        return [Fact(m.name, self.get(m.name), m.phrase) for m in self.measures if m.phrase]

    def as_dict(self) -> dict[str, Any]:
        """JSON form: each measure by its name."""
        return {m.name: self.get(m.name).as_dict() for m in self.measures}

    def leading(self) -> pd.DataFrame:
        """How often the later winners lead, and nobody else, by part of the game; each interval by itself."""
        n = len(self.games)
        return pd.DataFrame(
            {"part": step / STEPS, "estimate": wilson(int(led), n)} for step, led in enumerate(self.led)
        )


def progress(run: Run) -> pd.DataFrame:
    """How the games of a run go: a row a measure, its name, words and estimate.

    Raises
    ------
    UserError
        If the run has no table `progress`, or nobody won any of its games.
    """
    found = _read(run)
    if found is None:
        raise UserError(f"{run.path}: nobody won any of its games, so nothing says how a game is won")
    with at_every_look(run.was_looked_at):
        return found.frame()


def progress_of(run: Run) -> Progress | None:
    """How the games of a run went; None if it has no table that tells, or nobody won any of its games."""
    return _read(run) if PROGRESS in run.tables else None


def _read(run: Run) -> Progress | None:
    """Read the table `progress` once, block by block; None if nobody won any of the games."""
    parts, led = [], np.zeros(STEPS + 1, np.int64)
    seats = run.blocks("seats", ["game", "seat", "win_share"])
    for rows, of_seats in zip(run.blocks(PROGRESS), seats, strict=True):
        standings = standings_of(run.plan, rows, of_seats)
        if len(standings.lengths):
            parts.append(pd.DataFrame({m.name: m.of(standings) for m in MEASURES}))
            led += [int(standings.at(step, STEPS, standings.winners_lead).sum()) for step in range(STEPS + 1)]
    return Progress(run.plan, pd.concat(parts, ignore_index=True), led) if parts else None


def standings_of(plan: Plan, rows: pd.DataFrame, seats: pd.DataFrame) -> Standings:
    """The games of a block that somebody won, from its tables `progress` and `seats`."""
    first = [side.seats[0] for side in analysis_of(plan.game).sides(plan)]
    scores = rows["score"].to_numpy(np.float64).reshape(-1, plan.players)[:, first]
    lengths = np.unique(rows["game"].to_numpy()[:: plan.players], return_counts=True)[1]
    winners = seats["win_share"].to_numpy().reshape(-1, plan.players)[:, first] > 0
    won = winners.any(axis=1)
    return Standings(
        scores[np.repeat(won, lengths)] * (-1 if games.load(plan.game).low_wins else 1),
        lengths[won],
        winners[won],
        noticed(plan.game)[0],
    )
