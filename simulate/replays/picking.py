"""Which game of a run is worth a look: the closest, the longest, the highest, a typical one, or any."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from simulate.store.runs import Run

    Numbers = npt.NDArray[np.float64]

WORDS = {
    "closest": "in which the winner is least ahead of the next",
    "longest": "with the most turns",
    "highest": "with the highest score of a seat",
    "typical": "nearest to the run's medians of turns, lead and mean score, each in standard deviations",
    "random": "any, another one each time",
}
"""What `--game-index` takes for a number, and which game it is; of several the first."""


def pick(run: Run, word: str) -> int:
    """The index of the game of a run that a word of `WORDS` means."""
    first, n = run.plan.first_game, run.plan.n
    if word == "random":
        return SystemRandom().randrange(first, first + n)
    import numpy as np  # here, so that help needs no such library

    games = run.frame("games", ["turns", "margin"])[:n]
    scores = run.frame("seats", ["score"])["score"].to_numpy(float)[: n * run.plan.players].reshape(n, -1)
    turns, margin = (games[name].to_numpy(float) for name in ("turns", "margin"))
    if word == "typical":
        return first + int(np.argmin(_away(turns) + _away(margin) + _away(scores.mean(axis=1))))
    most = {"closest": -margin, "longest": turns, "highest": scores.max(axis=1)}[word]
    return first + int(np.argmax(most))


def _away(values: Numbers) -> Numbers:
    """How far each value is from the median, in standard deviations."""
    import numpy as np

    return np.abs(values - np.median(values)) / (values.std() or 1.0)
