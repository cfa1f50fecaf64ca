"""A measure of the user's own: a function in a Python file, which is asked for as ``FILE.py:FUNCTION``.

    def sevens(rolls):
        "sevens a game"
        return rolls["sum_7"]

    sevens.margin = 0.5

The parameters are the tables that it reads, as data frames whose index is the number of the game. The
docstring says what is measured, as a noun in the plural. The margin is the smallest change that matters;
``"5pp"`` makes it a share of games. With a second function, ``sevens.per``, the totals of both over all games
are divided.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from inspect import cleandoc, isfunction, signature
from pathlib import Path
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.estimates.lazy import pd
from analyses.measures.measure import NUMBER, SHARE, Formula, GameArrays, Measure
from rules import games
from rules.errors import UserError, nearest
from simulate.io.files import reading
from simulate.plans.own_code import run_file

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
    if kind == SHARE:
        words = f"the share of {words.removeprefix('the ').removeprefix('share of ')}"
    per = getattr(function, "per", None)
    if per is not None and not isfunction(per):
        raise UserError(
            f"--measure {name}: {member}.per must be a function, as {member} is; given: {_kind_of(per)}"
        )
    # both look at what it is divided by: of the games under one rule, then of those under the other
    counts = None if per is None else lru_cache(maxsize=2)(partial(_counts, per, f"{name}.per"))
    numbers = partial(_numbers, function, name, kind, counts)
    return Measure(
        name, words, margin, f"{file} says so", Formula(name, numbers),
        None if counts is None else Formula(f"{name}.per", counts),
        kind=kind, unit=_unit(words) if kind == NUMBER else "",
        needs=tuple(dict.fromkeys(t for each in (function, per) if each for t in _tables(name, game, each))),
        headline=True,
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


def _numbers(
    function: Callable[..., Any],
    name: str,
    kind: str,
    counts: Callable[[GameArrays], Numbers] | None,
    arrays: GameArrays,
) -> Numbers:
    """One number a game, of a share no more than it is a part of."""
    values = _values(function, name, arrays, yes_or_no=kind == SHARE or counts is not None)
    if kind == SHARE:
        most = np.ones(arrays.n) if counts is None else counts(arrays)
        beyond = (values < 0) | (values > most)
        if beyond.any():
            of = "" if counts is None else f" of {most[beyond][0]:g}"
            raise UserError(f"{_said(name)} {values[beyond][0]:g}{of}, which is no share")
    return values


def _counts(function: Callable[..., Any], name: str, arrays: GameArrays) -> Numbers:
    """What is divided by, game by game."""
    values = _values(function, name, arrays)
    if (values < 0).any():
        raise UserError(f"{_said(name)} {values[values < 0][0]:g}, and what is divided by is never below 0")
    return values


def _values(function: Callable[..., Any], name: str, arrays: GameArrays, yes_or_no: bool = True) -> Numbers:
    """What a function finds of each game, 0 of one that it leaves out; True and False may be refused.

    It is asked again of half of the games: intervals hold only if games know nothing of each other.
    """
    number = np.asarray(arrays.tables["games"]["game"])
    half = len(number) // 2
    fewer = number[half:]
    frames = {
        table: pd.DataFrame(dict(arrays.tables[table])).set_index("game", drop=False).rename_axis(index=None)
        for table in signature(function).parameters
    }
    fewer_frames = {table: frame[frame.index.isin(fewer)].copy() for table, frame in frames.items()}
    values = _found(function, name, number, frames, yes_or_no)
    again = _found(function, name, fewer, fewer_frames, yes_or_no)
    apart = ~np.isclose(again, values[half:], rtol=1e-9)
    if apart.any():
        raise UserError(
            f"--measure {name}: must find the number of a game from this game alone; it finds "
            f"{values[half:][apart][0]:g} for game {fewer[apart][0]} among {len(number):,} games, "
            f"{again[apart][0]:g} among {len(fewer):,}"
        )
    return values


def _found(
    function: Callable[..., Any], name: str, number: Numbers, frames: dict[str, Any], yes_or_no: bool
) -> Numbers:
    """What a function finds of these games, checked."""
    try:
        found = function(**frames)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # SystemExit, too
        columns = "; ".join(f"{table} has {', '.join(map(str, frame))}" for table, frame in frames.items())
        known = f" ({columns})" if isinstance(error, KeyError | AttributeError) else ""
        raise UserError(f"--measure {name} fails: {type(error).__name__}: {error}{known}") from error
    if _in_a_row(found) and len(found) == len(number):
        found = pd.Series(found, number)
    if isinstance(found, pd.Series | pd.DataFrame) and not len(found):  # groups of nothing have any type
        found = pd.Series(0.0, number)
    if not isinstance(found, pd.Series):
        raise UserError(f"{_said(name)} {_kind_of(found)}")
    if not pd.api.types.is_any_real_numeric_dtype(found) and not pd.api.types.is_bool_dtype(found):
        raise UserError(f"{_said(name)} values of type {found.dtype}")
    if not yes_or_no and pd.api.types.is_bool_dtype(found):
        raise UserError(
            f'--measure {name} returns True or False: write its margin as of a share, such as "5pp"'
        )
    if not found.index.is_unique:
        raise UserError(f"{_said(name)} {len(found):,} numbers for {len(number):,} games")
    here = found.index.isin(number)
    if not here.all():
        raise UserError(f"{_said(name)} a number of {found.index[~here][0]}, which is none of these games")
    values = found.reindex(number, fill_value=0).to_numpy(np.float64)
    if not np.isfinite(values).all():
        raise UserError(f"{_said(name)} nan or infinity, as for game {number[~np.isfinite(values)][0]}")
    return values


def _said(name: str) -> str:
    """How an answer begins to a function that returns something else than it must."""
    return f"--measure {name}: must return a number for each game, a Series by game; given:"


def _kind_of(found: Any) -> str:
    """What was given in place of a Series.

    >>> _kind_of(None), _kind_of((1, 2)), _kind_of(3.5)
    ('nothing', 'tuple of 2', 'float')
    """
    if found is None:
        return "nothing"
    return f"{type(found).__name__}{f' of {len(found):,}' if _in_a_row(found) else ''}"


def _in_a_row(found: Any) -> bool:
    """Whether it is one thing after the other."""
    return isinstance(found, list | tuple) or (isinstance(found, np.ndarray) and found.ndim == 1)
