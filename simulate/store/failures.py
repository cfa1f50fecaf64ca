"""Games that a user's policy could not play to their end: what is kept of them, and what is said."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.errors import FailedError, Notice
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from simulate.plans.plan import Plan
    from simulate.store.runs import Run


@dataclass(frozen=True)
class Failure:
    """A game that ended at a decision of a user's policy; the game has no rows in any table.

    `turn` counts as the game does, `seat` from 0.
    """

    game: int
    turn: int
    seat: int
    why: str

    def line(self, plan: Plan, kind: str = "game") -> str:
        """Which policy or rule failed, where and why; or in a playout, if `kind` says so."""
        policy = plan.policies[self.seat]
        is_rule = plan.code is not None and policy.source is None
        who = plan.code.file if is_rule and plan.code else f"policy {policy.name}"
        return (
            f"{who} failed in {kind} {self.game}, turn {self.turn}, "
            f"seat {self.seat + 1}, seed {plan.seed}: {self.why}"
        )

    def line_of_run(self, run: Run) -> str:
        """The same with the command that plays the game again."""
        again = command_line("replay", run.path, game_index=self.game)
        return f"{self.line(run.plan)}; again: {again}"


@contextmanager
def shown_again(command: str) -> Iterator[None]:
    """Add to what is said of code of the user's that fails inside the command that shows it again.

    Raises
    ------
    FailedError
        With both.
    """
    try:
        yield
    except FailedError as error:
        raise FailedError(f"{error}; again: {command}") from error


def failed_words(failed: Sequence[Failure], n: int) -> str:
    """How many of `n` played games failed and how far that can move a share; nothing if none did.

    A share of the games that did not fail is off that of all by no more than the share that failed: its
    total changes by at most one a failed game.

    >>> failed_words([Failure(3, 0, 0, "ValueError")], 8).partition(": ")[2]
    'for that any share of games may be off by up to 12.5 percentage points'
    """
    if not failed:
        return ""
    return (
        f"{len(failed):,} of {n:,} games failed and {'is' if len(failed) == 1 else 'are'} in no table: "
        f"for that any share of games may be off by up to {_points(len(failed) / n)} percentage points"
    )


def _points(share: float) -> str:
    """Percentage points, rounded up: it is a bound."""
    digits = 1 if share >= 0.001 else 4
    scale = 10**digits
    return f"{-(-share * 100 * scale // 1) / scale:.{digits}f}"


HOUSE = ("rules", "simulate", "analyses", "reports")
"""The packages of this program."""


def warn(text: str) -> None:
    """Give a `Notice` that names the line of the user, the first that is not of this program."""
    level, frame = 1, inspect.currentframe()
    while frame is not None and frame.f_globals["__name__"].partition(".")[0] in HOUSE:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, Notice, stacklevel=level)


def warn_of_failed(run: Run) -> None:
    """Give a `Notice` if games of a run failed, with all about the first of them."""
    if failed := run.failed:
        words = f"{failed_words(failed, run.games_done)}; {failed[0].line_of_run(run)}"
        warn(f"{run.path}: {words}")


def tell_failed(run: Run) -> None:
    """End as failed if games of a run did.

    Raises
    ------
    FailedError
        With their number, and all about the first of them.
    """
    if failed := run.failed:
        raise FailedError(f"{len(failed):,} of {run.games_done:,} games failed; {failed[0].line_of_run(run)}")


def check_none_failed(*runs: Run) -> None:
    """Refuse runs with failed games, where games are held against one another.

    Raises
    ------
    FailedError
        Naming the first run, and its first failed game.
    """
    for run in runs:
        if failed := run.failed:
            raise FailedError(
                f"{run.path}: {len(failed):,} of {run.games_done:,} games failed, and nothing is concluded "
                f"from what is left; {failed[0].line_of_run(run)}"
            )
