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
from collections.abc import Callable, Sequence
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

    tables = [*_tables(name, game, function)]
    counts = divisor = None
    if per is not None:
        # both look at what it is divided by: of the games under one rule, then of those under the other
        counts = lru_cache(maxsize=2)(partial(_counts, per, f"{name}.per"))
        divisor = Formula(f"{name}.per", counts)
        tables += _tables(name, game, per)
    number = Formula(name, partial(_numbers, function, name, kind, counts))
    known_tables = games.load(game).playing.tables
    sampled = [table for table in dict.fromkeys(tables) if known_tables[table].sample]
    if sampled:  # the games that keep no rows are none of those that are asked
        divisor = _of_kept(divisor or Formula("games", lambda arrays: np.ones(arrays.n)), sampled)
        number = _of_kept(number, sampled)
    return Measure(
        name, words, margin, f"{file} says so", number, divisor,
        kind=kind, unit=_unit(words) if kind == NUMBER else "",
        needs=tuple(dict.fromkeys(tables)), headline=True,
    )  # fmt: skip


def _of_kept(formula: Formula, tables: Sequence[str]) -> Formula:
    """What a formula finds of the games that have rows in these tables, 0 of the others."""
    text = f"{formula.text} with rows of {' and '.join(tables)}"
    return Formula(text, lambda arrays: formula.of(arrays) * arrays.kept(*tables))


def _unit(words: str) -> str:
    """The unit in these words: the first plural.

    >>> _unit("knights played by whoever plays most"), _unit("early battles a game")
    ('knights', 'battles')
    """
    plural = re.search(r"\w+s\b", words)
    return plural[0] if plural else words


def _margin(name: str, member: str, value: Any) -> tuple[float, str]:
    """The margin, and whether it is one of a number or, in percentage points, of a share."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+) *(pp)?", str(value))
    if not match or not float(match[1]):
        raise UserError(
            f"--measure {name}: say what change matters, below the function: {member}.margin = 0.5, or in "
            f'percentage points for a share of games: {member}.margin = "5pp"'
        )
    if match[2]:
        return float(match[1]) / 100, SHARE
    return float(match[1]), NUMBER


def _tables(name: str, game: str, function: Callable[..., Any]) -> tuple[str, ...]:
    """The tables that its parameters name, but for those that are always there."""
    known_tables = games.load(game).playing.tables
    parameters = tuple(signature(function).parameters)
    for table in parameters:
        if table not in known_tables:
            raise UserError(
                f"--measure {name}: its parameters are tables, and {game} has no table '{table}'."
                f"{nearest(table, known_tables)} Tables: {', '.join(known_tables)}"
            )
    return tuple(table for table in parameters if table not in GIVEN)


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
        wholes = np.ones(arrays.n) if counts is None else counts(arrays)
        wrong = (values < 0) | (values > wholes)
        if wrong.any():
            whole = "" if counts is None else f" of {wholes[wrong][0]:g}"
            raise UserError(f"{_must_return(name)} {values[wrong][0]:g}{whole}, which is no share")
    return values


def _counts(function: Callable[..., Any], name: str, arrays: GameArrays) -> Numbers:
    """The divisor of each game."""
    values = _values(function, name, arrays)
    if (values < 0).any():
        raise UserError(
            f"{_must_return(name)} {values[values < 0][0]:g}, and what is divided by is never below 0"
        )
    return values


def _values(function: Callable[..., Any], name: str, arrays: GameArrays, yes_or_no: bool = True) -> Numbers:
    """What a function finds of each game, 0 of one that it leaves out; True and False may be refused.

    It is asked again of half of the games: intervals hold only if games know nothing of each other.
    """
    numbers = np.asarray(arrays.tables["games"]["game"])
    half = len(numbers) // 2
    second_half = numbers[half:]
    frames, half_frames = {}, {}
    for table in signature(function).parameters:
        rows = pd.DataFrame(dict(arrays.tables[table]))
        frames[table] = rows.set_index("game", drop=False).rename_axis(index=None)
        half_frames[table] = frames[table][frames[table].index.isin(second_half)].copy()
    values = _checked_values(function, name, numbers, frames, yes_or_no)
    half_values = _checked_values(function, name, second_half, half_frames, yes_or_no)

    differ = ~np.isclose(half_values, values[half:], rtol=1e-9)
    if differ.any():
        raise UserError(
            f"--measure {name}: must find the number of a game from this game alone; it finds "
            f"{values[half:][differ][0]:g} for game {second_half[differ][0]} among {len(numbers):,} games, "
            f"{half_values[differ][0]:g} among {len(second_half):,}"
        )
    return values


def _checked_values(
    function: Callable[..., Any], name: str, numbers: Numbers, frames: dict[str, Any], yes_or_no: bool
) -> Numbers:
    """What a function finds of the games with these numbers: a finite number each."""
    values = _called(function, name, frames)
    if _in_a_row(values) and len(values) == len(numbers):
        values = pd.Series(values, numbers)
    if isinstance(values, pd.Series | pd.DataFrame) and not len(values):  # groups of nothing have any type
        values = pd.Series(0.0, numbers)

    if not isinstance(values, pd.Series):
        raise UserError(f"{_must_return(name)} {_kind_of(values)}")
    _check_type(values, name, yes_or_no)
    if not values.index.is_unique:
        raise UserError(f"{_must_return(name)} {len(values):,} numbers for {len(numbers):,} games")
    known = values.index.isin(numbers)
    if not known.all():
        raise UserError(
            f"{_must_return(name)} a number of {values.index[~known][0]}, which is none of these games"
        )

    by_game = values.reindex(numbers, fill_value=0).to_numpy(np.float64)
    finite = np.isfinite(by_game)
    if not finite.all():
        raise UserError(f"{_must_return(name)} nan or infinity, as for game {numbers[~finite][0]}")
    return by_game


def _called(function: Callable[..., Any], name: str, frames: dict[str, Any]) -> Any:
    """What a function returns; an error of its own is the user's."""
    try:
        return function(**frames)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # SystemExit, too
        hint = ""
        if isinstance(error, KeyError | AttributeError):
            columns = [f"{table} has {', '.join(map(str, frame))}" for table, frame in frames.items()]
            hint = f" ({'; '.join(columns)})"
        raise UserError(f"--measure {name} fails: {type(error).__name__}: {error}{hint}") from error


def _check_type(values: pd.Series, name: str, yes_or_no: bool) -> None:
    """Refuse values that are no numbers and, unless `yes_or_no`, True and False."""
    types = pd.api.types
    if types.is_bool_dtype(values):
        if not yes_or_no:
            raise UserError(
                f'--measure {name} returns True or False: write its margin as of a share, such as "5pp"'
            )
    elif not types.is_any_real_numeric_dtype(values):
        raise UserError(f"{_must_return(name)} values of type {values.dtype}")


def _must_return(name: str) -> str:
    """The beginning of an error about what a function returned."""
    return f"--measure {name}: must return a number for each game, a Series by game; given:"


def _kind_of(value: Any) -> str:
    """The type of what was returned in place of a Series, and how many.

    >>> _kind_of(None), _kind_of((1, 2)), _kind_of(3.5)
    ('nothing', 'tuple of 2', 'float')
    """
    if value is None:
        return "nothing"
    count = f" of {len(value):,}" if _in_a_row(value) else ""
    return f"{type(value).__name__}{count}"


def _in_a_row(value: Any) -> bool:
    """Whether it is a list, a tuple or an array of one dimension."""
    return isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim == 1)
