"""A measure of the user's own: a function in a Python file, which is asked for as ``FILE.py:FUNCTION``.

    def sevens(rolls):
        "sevens a game"
        return rolls["sum_7"]

    sevens.margin = 0.5

The parameters are the tables that it reads, as data frames whose index is the number of the game. The
docstring says what is measured, as a noun in the plural. The margin is the smallest change that matters;
``"5pp"`` makes it a share of games.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from inspect import cleandoc, isfunction, signature
from pathlib import Path
from typing import Any

import numpy as np

from analyses.arrays import Numbers
from analyses.lazy import pd
from analyses.measures import NUMBER, SHARE, GameArrays, Measure, Number
from rules import games
from rules.errors import UserError, nearest
from simulate.common.own_code import run_file
from simulate.files import reading

OWN = re.compile(r"(.+\.py):(\w+)")
"""How such a measure is named: its file and its function."""

NOT_AGAIN = "and the same games would be measured otherwise the next time"

GIVEN = ("games", "seats")
"""Tables that every measure is given."""


def own_measure(name: str, game: str) -> Measure:
    """The measure that ``FILE.py:FUNCTION`` stands for, in runs of a game.

    Raises
    ------
    UserError
        For a file that cannot be read or run, or a function that does not say what a measure must.
    """
    match = OWN.fullmatch(name)
    assert match is not None
    with reading(f"--measure {match[1]}"):
        source = Path(match[1]).read_text(encoding="utf-8")
    return _measure(name, game, source)


@cache
def _measure(name: str, game: str, source: str) -> Measure:
    """The measure of a file with this text."""
    file, _, member = name.rpartition(":")
    function = run_file(source, file, f"--measure {name}", NOT_AGAIN).get(member)
    if not isfunction(function):
        raise UserError(f"--measure {name}: {file} has no function '{member}'")
    words = cleandoc(function.__doc__ or "").partition("\n")[0].rstrip(".")
    if not words:
        raise UserError(f'--measure {name}: say what it measures in a docstring, as """sevens a game"""')
    margin, kind = _margin(name, member, getattr(function, "margin", None))
    if kind == SHARE and not words.startswith("the share of "):
        words = f"the share of {words}"
    numbers = partial(_numbers, function, name, kind == SHARE)
    return Measure(
        name, words, margin, f"{file} says so", Number(name, numbers), kind=kind,
        unit=_unit(words) if kind == NUMBER else "",
        needs=_tables(name, game, function), headline=True,
    )  # fmt: skip


def _unit(words: str) -> str:
    """What one of it is: the first plural.

    >>> _unit("knights played by whoever plays most"), _unit("early battles a game")
    ('knights', 'battles')
    """
    found = re.search(r"\w+s\b", words)
    return found[0] if found else words


def _margin(name: str, member: str, given: Any) -> tuple[float, str]:
    """The margin, and whether it is one of a number or, in percentage points, of a share."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+) *(pp)?", str(given))
    if not match or not float(match[1]):
        raise UserError(
            f"--measure {name}: say what change matters, below the function: {member}.margin = 0.5, or in "
            f'percentage points for a share of games: {member}.margin = "5pp"'
        )
    return (float(match[1]) / 100, SHARE) if match[2] else (float(match[1]), NUMBER)


def _tables(name: str, game: str, function: Callable[..., Any]) -> tuple[str, ...]:
    """The tables that its parameters name, but for those that are always there."""
    known, asked = games.load(game).playing.tables, tuple(signature(function).parameters)
    for table in asked:
        if table not in known:
            raise UserError(
                f"--measure {name}: its parameters are tables, and {game} has no table '{table}'."
                f"{nearest(table, known)} Tables: {', '.join(known)}"
            )
    return tuple(table for table in asked if table not in GIVEN)


def _numbers(function: Callable[..., Any], name: str, share: bool, arrays: GameArrays) -> Numbers:
    """One number a game: 0 for a game that the function leaves out."""
    number = np.asarray(arrays.tables["games"]["game"])
    frames = {
        table: pd.DataFrame(dict(arrays.tables[table])).set_index("game", drop=False).rename_axis(index=None)
        for table in signature(function).parameters
    }
    try:
        found = function(**frames)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit, too
        columns = "; ".join(f"{table} has {', '.join(map(str, frame))}" for table, frame in frames.items())
        known = f" ({columns})" if isinstance(error, KeyError | AttributeError) else ""
        raise UserError(f"--measure {name} fails: {type(error).__name__}: {error}{known}") from error
    if not isinstance(found, pd.Series):
        found = pd.Series(found, number) if np.shape(found) == number.shape else pd.Series(dtype=object)
    said = f"--measure {name}: must return a number for each game, a Series by game; given:"
    if not (pd.api.types.is_numeric_dtype(found) or pd.api.types.is_bool_dtype(found)):
        raise UserError(f"{said} other things")
    if not found.index.is_unique or not found.index.isin(number).all():
        raise UserError(f"{said} {len(found):,} numbers for {len(number):,} games")
    values = found.reindex(number, fill_value=0).to_numpy(np.float64)
    if not np.isfinite(values).all():
        raise UserError(f"{said} nan or infinity, as for game {number[~np.isfinite(values)][0]}")
    if share and not ((values >= 0) & (values <= 1)).all():
        raise UserError(f"{said} {values[(values < 0) | (values > 1)][0]:g}, which is no share")
    return values
