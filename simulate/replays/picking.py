"""Which game of a run is worth a look: the closest, the longest, the highest, a typical one, or any."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import TYPE_CHECKING

from rules import games
from rules.errors import UserError
from rules.games import Game
from rules.words import listed_or

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from simulate.store.runs import Run

    Numbers = npt.NDArray[np.float64]

WORDS = {
    "closest": "in which the winner is least ahead of the next; the longest, where nobody is ahead by points",
    "longest": "with the most turns",
    "highest": "with the highest score of a seat",
    "typical": "nearest to the run's medians of turns, lead and mean score, each in standard deviations",
    "random": "any, another one each time",
}
"""What `--game-index` takes for a number, and which game it is; of several the first."""


WHY = {
    "closest": "{} has neither points to be ahead by nor turns",
    "longest": "{} takes no turns",
    "highest": "nobody scores in {}",
    "typical": "{} has neither scores nor turns to tell one game from another",
}
"""What a word is refused with, where a game has not what it asks for."""


def pick(run: Run, word: str) -> int:
    """The index of the game of a run that a word of `WORDS` means.

    Raises
    ------
    UserError
        If nothing in these games says which it is.
    """
    first, n = run.plan.first_game, run.plan.n
    if word == "random":
        return SystemRandom().randrange(first, first + n)
    game, in_games = games.load(run.plan.game), _columns(run)
    word = _picked_by(run, word)
    _check_there(word, game, in_games)
    import numpy as np  # here, so that help needs no such library

    rows = run.frame("games", in_games)[:n]
    found = {name: rows[name].to_numpy(float) for name in in_games}
    if game.has_score:
        scores = run.frame("seats", ["score"])["score"].to_numpy(float)
        of_seats = scores[: n * run.plan.players].reshape(n, -1)
        found["score"] = of_seats.mean(axis=1)
    if word == "typical":
        return first + int(np.argmin(sum(map(_away, found.values()))))
    if word == "closest":
        return first + int(np.argmin(found["margin"]))
    most = found["turns"] if word == "longest" else of_seats.max(axis=1)
    return first + int(np.argmax(most))


def picked_words(run: Run, word: str) -> str:
    """Which game a word means in a run, in words: the word, or what takes its place there."""
    other = _picked_by(run, word)
    return word if other == word else f"{other}, as nobody is ahead by points"


def _picked_by(run: Run, word: str) -> str:
    """The word by which a game is picked: where nobody is ahead by points the longest is the closest."""
    columns = _columns(run)
    return "longest" if word == "closest" and "margin" not in columns and "turns" in columns else word


def _columns(run: Run) -> list[str]:
    """Columns of the games of a run by which one can be picked."""
    game = games.load(run.plan.game)
    turns = ["turns"] if game.decides else []
    return turns + (["margin"] if game.has_score and game.has_rivals and run.plan.players > 1 else [])


def _check_there(word: str, game: Game, in_games: Sequence[str]) -> None:
    """Refuse a word for what there is not in a game: a score, somebody to be ahead of, turns."""
    there = {
        "closest": bool(in_games),
        "longest": "turns" in in_games,
        "highest": game.has_score,
        "typical": game.has_score or bool(in_games),
    }
    if not there[word]:
        others = listed_or([*(name for name, is_there in there.items() if is_there), "random", "a number"])
        raise UserError(f"--game-index {word}: {WHY[word].format(game.title)}; write {others}")


def _away(values: Numbers) -> Numbers:
    """How far each value is from the median, in standard deviations."""
    import numpy as np

    return np.abs(values - np.median(values)) / (values.std() or 1.0)
