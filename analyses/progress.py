"""How games go: when they are decided, how often a leader runs away, who wins from behind.

All of it comes from the table `progress` (`analyses.standings`). Games that nobody won are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.arrays import Numbers, Whole
from analyses.critical import at_every_look
from analyses.estimate import Estimate, wilson
from analyses.measures import NUMBER, SHARE, Measure, Number
from analyses.paired_games import Sums, arrays_of
from analyses.standings import Standings
from analyses.summary import Fact, analysis_of
from analyses.vocabulary import BROWNE, needed
from rules import games
from rules.errors import UserError
from simulate.common.tables import PROGRESS
from simulate.plan import Plan
from simulate.runs import Run

STEPS = 20
"""Parts of a game at which it is asked who leads."""

WON = Number("games that somebody won", lambda arrays: arrays.won.astype(float))

TWENTIETH = "one game in twenty"


def measures(game: str) -> tuple[Measure, ...]:
    """The measures of how a game goes.

    Shares are of games that were won: where a game may end without a winner, a ratio of two totals.
    """
    columns = games.load(game).playing.tables["games"].columns.names or ()
    per = WON if "finished" in columns else None

    def going(name: str, words: str, text: str, of: Callable[[Standings], Numbers], **more: Any) -> Measure:
        number = Number(text, lambda arrays: arrays.of_course(of))
        given: dict[str, Any] = {
            "margin": 0.05,
            "because": TWENTIETH,
            "kind": SHARE,
            "per": per,
            "needs": PROGRESS,
        }
        return Measure(name, words, number=number, **given | more)

    return (
        going(
            "last_lead_change", "the part of a game over at the last change of the lead",
            "the first entry from which on the winners lead, and nobody else; over the number of entries",
            lambda games: games.decided / games.lengths,
            because="one turn in twenty", per=WON, headline=True,
        ),
        going(
            "decided_by_half", "the share of games decided by half",
            "1 if `last_lead_change` is at most 1/2",
            lambda games: games.decided_by(1, 2), headline=True,
        ),
        going(
            "decided_by_three_quarters", "the share of games decided by three quarters",
            "1 if `last_lead_change` is at most 3/4",
            lambda games: games.decided_by(3, 4),
        ),
        going(
            "lead_changes", "changes of the lead a game",
            "how often another side leads alone than the one that did before",
            Standings.lead_changes,
            margin=0.5, because="one more in every second game", kind=NUMBER, unit="changes",
            source=f"lead change, {BROWNE}",
        ),
        going(
            "runaway", "the share of games with a runaway leader",
            "1 if from 1/4 of the game to its end one side is ahead of all others by more than the margin",
            Standings.runaway, headline=True,
        ),
        going(
            "comeback", "the share of games won from behind",
            "1 if at 1/2 every winner is behind the best of the others by more than the margin",
            Standings.comeback, headline=True, source=f"drama, {BROWNE}",
        ),
        going(
            "from_last", "the share of games won from the last place",
            "1 if, besides, at 1/2 nobody has less than the winners",
            Standings.from_last,
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the other place
        ),
    )  # fmt: skip


PHRASES = {
    "last_lead_change": "the lead changes for the last time after {:.1%} of a game",
    "runaway": "{:.1%} of games have a runaway leader",
    "comeback": "{:.1%} are won from behind",
}
"""What the closing summary says."""


@dataclass(frozen=True)
class Progress:
    """How the games of a run went."""

    plan: Plan
    n: int
    """Games that were won."""
    sums: tuple[Sums, ...]
    """Of each measure."""
    led: Whole
    """At each of `STEPS` parts of the game, from its start, the games in which the later winners lead.

    The last is what stood before the last entry.
    """

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What can be said of it."""
        return tuple(each.measure for each in self.sums)

    def get(self, name: str) -> Estimate:
        """A measure by its name."""
        (found,) = (each for each in self.sums if each.measure.name == name)
        estimate = found.estimate(0, 0.95)
        assert estimate is not None  # only of what is told of two runs
        return estimate

    def frame(self) -> pd.DataFrame:
        """A row a measure: its name, its words, its estimate."""
        return pd.DataFrame(
            {"measure": m.name, "words": m.words, "estimate": self.get(m.name)} for m in self.measures
        )

    def facts(self) -> list[Fact]:
        """What a summary has room for."""
        return [Fact(name, self.get(name), phrase) for name, phrase in PHRASES.items()]

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {m.name: self.get(m.name).as_dict() for m in self.measures}

    def leading(self) -> pd.DataFrame:
        """How often the later winners lead, and nobody else, by part of the game; each interval by itself."""
        return pd.DataFrame(
            {"part": step / STEPS, "estimate": wilson(int(led), self.n)} for step, led in enumerate(self.led)
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
    """Read the tables once, block by block; None if nobody won any of the games."""
    sums = tuple(Sums(measure) for measure in measures(run.plan.game) if measure.when(run.plan))
    led, n = np.zeros(STEPS + 1, np.int64), 0
    for arrays in arrays_of(run, needed(each.measure for each in sums)):
        for each in sums:
            each.add(arrays, arrays)
        if arrays.won.any():
            now = arrays.standings
            led += [int(now.at(step, STEPS, now.winners_lead).sum()) for step in range(STEPS + 1)]
        n += int(arrays.won.sum())
    return Progress(run.plan, n, sums, led) if n else None
