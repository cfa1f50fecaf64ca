"""Plays many games: policies, workers, run directories and the command line.

>>> from simulate import run, load
>>> played = run(game="starwars", n=1_000)      # doctest: +SKIP
>>> played.seats.groupby("seat").score.mean()   # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.plans.request import with_keywords

if TYPE_CHECKING:
    from simulate.store.runs import Run

__version__ = "0.1.0"


@with_keywords
def run(game: str = "starwars", n: int = 100_000, **asked: Any) -> Run:
    """Play `n` games and return the run; one that is already there is continued or just opened.

    The keywords are those of `simulate.plans.request.Request`, the options of ``simulate --help``: `players`,
    `policy`, `preset`, `rules`, `seed`, `tables`, `out` and so on. `rules` may be a mapping,
    ``{"dice_cap": 4}``, and `policy` a list, one name a seat. Games that a policy of yours fails in are
    `Run.failed`, which a `Notice` says; with `fail_fast` the first of them raises.

    Raises
    ------
    rules.errors.UserError
        For anything unknown or out of bounds, in one line.
    rules.errors.FailedError
        With `fail_fast`, if a policy of yours fails.
    KeyboardInterrupt
        If you interrupt it: finished blocks are kept, and the same call goes on.
    """
    from simulate.plans.plan import plan_of
    from simulate.plans.request import request_of
    from simulate.store.failures import warn_of_failed
    from simulate.working.workers import play

    request = request_of(game=game, n=n, **asked)
    played = play(plan_of(request), request)
    warn_of_failed(played)
    return played


def load(path: str | Path) -> Run:
    """Open the run in a directory. A `Notice` says so if another program played it, or if games failed.

    Raises
    ------
    rules.errors.UserError
        If there is no run, or its manifest is broken or of other rules.
    """
    from simulate.store.runs import load as open_run

    return open_run(path)
