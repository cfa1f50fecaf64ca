"""What a run does in a notebook by what is built upon runs, from which it imports nothing.

Its summary, its picture, its page, labels in place of codes, and the same games under other rules: what makes
them is looked up here, when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.plans.request import with_keywords
from simulate.store.failures import warn_of_failed

if TYPE_CHECKING:
    import pandas as pd

    from simulate.plans.plan import Plan
    from simulate.store.runs import Run

SHOWING = "reports.runs.showing"
LABELS = "analyses.measures.labels"
PLAYING = "simulate.working.workers"


class Views:
    """The base of `simulate.store.runs.Run`: the verbs `report` and `plot`, and the closing summary."""

    def summary(self) -> Any:
        """The closing summary, a `reports.runs.showing.ShownSummary`: text in a terminal, else a table.

        Raises
        ------
        UserError
            If the run holds no finished game.
        FailedError
            If every game failed.
        """
        return import_module(SHOWING).summary(self)

    def answer(self) -> Any:
        """Who wins, and all numbers of the games, as a `reports.pages.answer.Answer`.

        Raises
        ------
        UserError
            If the run holds no finished game.
        FailedError
            If every game failed.
        """
        return import_module(SHOWING).answer(self)

    def plot(self, out: str | Path | None = None, force: bool = False) -> Any:
        """Draw the scores as ``simulate plot`` does, to `out` (.png or .svg) or into the run; the picture.

        Raises
        ------
        UserError
            If no picture can be written there, or something else lies there and `force` is not true.
        """
        return import_module(SHOWING).plot(self, out, force)

    def report(self, out: str | Path | None = None, force: bool = False) -> Any:
        """Write the page of ``simulate report`` to `out` (.html) or into the run; its `path` and `headline`.

        Raises
        ------
        UserError
            If it cannot be written there, or something else lies there and `force` is not true.
        """
        return import_module(SHOWING).report(self, out, force)

    @partial(with_keywords, default=...)
    def vary(self, rules: Mapping[str, Any] | Iterable[str] | None = (), **asked: Any) -> Run:
        """The same games under other rules, played or opened: ``run.vary(rules={"dice_cap": 4})``.

        `rules` change those of this run, whose other rules stay. Any other keyword is one of
        `simulate.plans.request.Request`: `n`, `policy`, `players`, `jobs`, `out` and so on. What says which
        games is as in this run if it is not named; what says how and where they are played is as of
        `simulate.run`.
        Both runs pair game by game if players, seed and first game are the same, see
        `analyses.questions.compare.compare`.

        Raises
        ------
        UserError
            For anything unknown or out of bounds, in one line.
        """
        run: Run = import_module(PLAYING).play_varied(self, rules, asked)
        warn_of_failed(run)
        return run

    def _repr_html_(self) -> str:
        return str(import_module(SHOWING).html(self))


def labelled(frame: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Rows of a table with words in place of codes: `analyses.measures.labels.labelled`."""
    return import_module(LABELS).labelled(frame, plan)
