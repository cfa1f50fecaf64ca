"""Game records: one game as data, and what a referee says of it.

A record is a JSON object with `format`, `game` and what the game itself asks for (docs/game-records.md).
A file holds one record, or JSON Lines with one record a line. Each game judges its own records in
``rules.GAME.referee.Referee``.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from rules import games
from rules.errors import UserError, nearest
from rules.options import as_struct, read_options
from rules.seeds import MAX_GAME, MAX_SEED

FORMAT = "houserules-game/1"

Data = dict[str, Any]
"""A JSON object."""

Keys: TypeAlias = "Mapping[str, Keys] | Sequence[Keys] | Callable[[Any], Keys] | None"
"""What may stand in a part of a record: the keys of an object, ``[keys]`` of each of a list, keys by what the
part says, or None for what has no keys or is read as a whole."""


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a record.

    `turn` counts from 0 in the record's turns and is None where no turn is at fault. An illegal record
    carries the scores before the turn that broke the `rule`, and no winners. A game without a score has none.
    """

    legal: bool
    turn: int | None
    rule: str | None
    message: str | None
    scores: list[int]
    by_source: list[dict[str, int]]
    winners: list[int]

    def as_dict(self) -> Data:
        """JSON form; of scores nothing where there are none."""
        data = dataclasses.asdict(self)
        for name in ("scores", "by_source"):
            if not data[name]:
                del data[name]
        return data


class Illegal(Exception):  # noqa: N818 - a fault in a game, not an error of the program
    """Something in a record that a rule forbids; a referee turns it into its verdict."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message


def quote(value: Any) -> str:
    """A value of a record as it is shown in a message: on one line and not too long."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 80 else text[:76] + " ..."


def spot(at: Sequence[int]) -> str:
    """A place of two numbers as people write it, the same in every message and transcript.

    >>> spot([2, -1])
    '(2,-1)'
    """
    return f"({at[0]},{at[1]})"


def seat_number(value: Any) -> str:
    """A seat of a record, which counts from 0, as people count them; what is no seat as `quote` shows it.

    >>> seat_number(1), seat_number("0"), seat_number(None)
    ('2', '1', 'null')
    """
    is_seat = type(value) in (int, str) and re.fullmatch(r"[0-9]{1,3}", str(value))
    return str(int(value) + 1) if is_seat else quote(value)


def is_whole(value: Any, low: int, high: int) -> TypeGuard[int]:
    """Whether a JSON value is a whole number from `low` to `high`; true and 1.0 are none."""
    return type(value) is int and low <= value <= high


def read_seed_and_index(record: Mapping[str, Any]) -> tuple[int, int]:
    """The seed and the index of the game that a record of nothing but moves is of.

    Raises
    ------
    UserError
        If one is missing, or is out of bounds.
    """
    for name, most in (("seed", MAX_SEED), ("game_index", MAX_GAME)):
        if not is_whole(record.get(name), 0, most):
            given = quote(record.get(name))
            raise UserError(f"{name} must be a whole number from 0 to {most}, not {given}")
    return record["seed"], record["game_index"]


SHOWN_MOVES = 8
"""Legal moves that are told in place of one that is not, at most."""


def place_of_move(entry: Any, legal: Sequence[Any], seat: int) -> int:
    """Which of the legal moves, in their JSON form, an entry of a record says.

    Raises
    ------
    Illegal
        If it says none of them, with some that are.
    """
    texts = [json.dumps(move, sort_keys=True) for move in legal]
    stated = json.dumps(entry, sort_keys=True)
    if stated in texts:
        return texts.index(stated)
    told = ", ".join(list(dict.fromkeys(texts))[:SHOWN_MOVES])
    more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
    raise Illegal("moves", f"seat {seat + 1} may not play {quote(entry)}; legal: {told}{more}")


def is_pair(value: Any, low: int, high: int) -> bool:
    """Whether a JSON value is a list of two whole numbers from `low` to `high`: a place, two dice."""
    return isinstance(value, list | tuple) and len(value) == 2 and all(is_whole(n, low, high) for n in value)


def read_records(lines: Iterable[str], name: str) -> Iterator[tuple[str, Data | UserError]]:
    """Every record of a text with where it stands (``games.jsonl, line 3``), as it is reached.

    If the first line that is not blank is a JSON value by itself, there is a record on each line; if
    not, the whole text is one record. For what is not JSON, or no record of a game there is, comes an error
    that names file and line; those on other lines are read all the same.
    """
    numbered = enumerate(lines, 1)
    read, number = "", 0
    for number, line in numbered:  # noqa: B007 - the number of the first line that is not blank
        read += line
        if line.strip():
            break
    try:
        _value(read)
    except (ValueError, RecursionError):
        read += "".join(line for _, line in numbered)
        if not read.strip():
            yield name, UserError(f"{name}: empty; a game record is a JSON object")
        else:
            yield name, _read(read, name, None, name)
        return
    where = f"{name}, line {number}"
    yield where, _read(read, name, number, where)
    for number, line in numbered:
        if line.strip():
            where = f"{name}, line {number}"
            yield where, _read(line, name, number, where)


def _read(text: str, name: str, number: int | None, where: str) -> Data | UserError:
    """The record of a text, or of line `number`, or why it is none."""
    try:
        return check_record(_parse(text, name, number), where)
    except UserError as error:
        return error


def _parse(text: str, name: str, number: int | None) -> Any:
    """The JSON value of a text, or of line `number`; a UserError says where it is broken."""
    try:
        return _value(text)
    except json.JSONDecodeError as error:
        raise UserError(
            f"{name}, line {number or error.lineno}: not valid JSON: {error.msg}, column {error.colno}"
        ) from None
    except RecursionError:
        fault = "lists or objects in too many others"
    except ValueError as error:
        fault = str(error)
    raise UserError(f"{f'{name}, line {number}' if number else name}: not valid JSON: {fault}")


def _value(text: str) -> Any:
    """The JSON value of a text, with finite numbers and no key twice in an object."""
    return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _object(pairs: Sequence[tuple[str, Any]]) -> Data:
    found: Data = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"an object has the key {quote(name)} twice")
        found[name] = value
    return found


def check_record(data: Any, where: str) -> Data:
    """`data` if it is a record of a game there is.

    Raises
    ------
    UserError
        Beginning with `where`.
    """
    if not isinstance(data, dict):
        raise UserError(f"{where}: a game record is a JSON object, this is {_kind(data)}")
    if data.get("format") != FORMAT:
        given = f"format is {quote(data['format'])}" if "format" in data else "there is no format"
        raise UserError(f'{where}: {given}; a game record has "format": "{FORMAT}"')
    game = data.get("game")
    if game in games.names() or games.is_plain_game(str(game)) or games.is_changed(str(game)):
        return data
    if isinstance(game, str) and games.is_name_of_file(game):
        raise UserError(f"{where}: {_other_file(game)}")
    for other in games.names():
        if isinstance(game, str) and re.fullmatch(rf"{other}_\w+_[0-9a-f]{{8}}", game):
            raise UserError(
                f"{where}: a record of {other} with rules of one's own, or another text of them; say them: "
                f"--game {other} --code FILE.py"
            )
    given = f"game is {quote(game)}" if "game" in data else "there is no game"
    raise UserError(f"{where}: {given}.{nearest(game, games.names())} Games: {', '.join(games.names())}")


def _other_file(name: str) -> str:
    """Why a record is of none of the games in files that are known."""
    if not (known := games.in_files()):
        return f"a record of {name}, a game in plain Python; say its file: --game FILE.py"
    same = next((game for game in known if game.name.rpartition("-")[0] == name.rpartition("-")[0]), None)
    if same is None:
        return f"a record of {name}, not of {known[-1].typed}"
    return f"a record of {name}, another text of {same.typed} than the file has now, and so another game"


def _kind(value: Any) -> str:
    words = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return words.get(type(value), "a number")


# --- the keys of a record


def check_keys(part: Any, keys: Keys, where: str) -> None:
    """An object in a part of a record has none but these keys; `where` is the part in words.

    What is no object, or no list, is not looked at: the game says what is wrong with it. `REMARKS` may stand
    anywhere.

    Raises
    ------
    UserError
        For an unknown key, with the nearest known one.
    """
    if callable(keys):
        keys = keys(part)
    if isinstance(keys, Mapping) and isinstance(part, Mapping):
        for name, value in part.items():
            if name in REMARKS:
                continue
            if name not in keys:
                raise UserError(
                    f"{where} has no key {quote(name)}.{nearest(str(name), keys)} Keys: {', '.join(keys)}"
                )
            if keys[name] is not None:
                check_keys(value, keys[name], name if where == RECORD else f"{where}.{name}")
    elif isinstance(keys, list) and isinstance(part, list | tuple):
        for i, value in enumerate(part):
            check_keys(value, keys[0], f"{where}[{i}]")


REMARKS = ("note", "id")
"""Keys that nobody reads, for who keeps records: they may stand in every object of one."""

RECORD = "the record"
"""Where a key stands that is in no part of a record."""

# --- who moves next


def read_next(setup: Mapping[str, Any], players: int, default: int, before: str = "next") -> int:
    """The seat that moves first after a setup, said as `next` or as it was called `before`."""
    said = [name for name in dict.fromkeys(("next", before)) if setup.get(name) is not None]
    for name in said:
        if not is_whole(setup[name], 0, players - 1):
            raise Illegal("SETUP", f"{name} is a seat from 0 to {players - 1}, not {quote(setup[name])}")
    if len({setup[name] for name in said}) > 1:
        raise Illegal("SETUP", f"next is seat {setup['next'] + 1}, {before} is seat {setup[before] + 1}")
    return int(setup[said[0]]) if said else default


# --- the rules of a record


@functools.lru_cache(maxsize=256)
def _completed(game: str, text: str, players: int) -> tuple[Any, np.recarray[Any, Any]]:
    """The options in a record's `options`, given as JSON text, and their record for kernels."""
    return _complete(game, text, players, None)


def _complete(game: str, text: str, players: int, box: Any) -> tuple[Any, np.recarray[Any, Any]]:
    """The same with a box of the user's, if there is one."""
    module = games.load(game).options
    given = json.loads(text)
    preset = given.pop("preset", next(iter(module.PRESETS)))
    if not isinstance(preset, str) or preset not in module.PRESETS:
        raise UserError(f"{game} has no preset {quote(preset)}. Presets: {', '.join(module.PRESETS)}")
    options = read_options(game, module.Options, {**module.PRESETS[preset], **given})
    options = games.load(game).complete(options, players, box)
    return options, as_struct(options)


def read_rules(
    game: str, record: Mapping[str, Any], rule: str, box: Any = None
) -> tuple[Any, np.recarray[Any, Any], int]:
    """The complete options of a record, their record for kernels, and the number of players.

    `rule` is the number of the rule that says how many may play, `box` what lies in a box of the user's.

    Raises
    ------
    UserError
        For unknown options, values out of bounds, or a number of players that does not fit.
    """
    players, options = record.get("players"), record.get("options")
    if type(players) is not int:
        raise UserError(f"players must be a whole number, not {quote(players)} ({rule})")
    if options is not None and not isinstance(options, Mapping):
        raise UserError(f"options must be an object, not {quote(options)}")
    games.load(game).check_players(players)
    try:
        text = json.dumps(dict(options or {}), sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise UserError("options must be an object of names and values") from None
    known = _completed(game, text, players) if box is None else _complete(game, text, players, box)
    return *known, players


# --- what a result states


def check_result(found: Data, stated: Any) -> None:
    """What `stated` says of a result must agree with the one found.

    What it leaves out is not checked; a part left out of a list of points or cards is 0.
    """
    if stated is None:
        return
    if not isinstance(stated, Mapping):
        raise Illegal("RESULT", f"a result is an object, not {quote(stated)}")
    for name, value in found.items():
        given = stated.get(name)
        if name == "winners" and isinstance(given, list) and all(type(seat) is int for seat in given):
            given = sorted(given)
        if name not in stated or _same(value, given):
            continue
        if isinstance(value, list) and isinstance(given, list) and len(given) == len(value):
            i = next(i for i, part in enumerate(value) if not _same(part, given[i]))
            name, value, given = f"{name}[{i}]", value[i], given[i]
        raise Illegal("RESULT", f"{name} is {json.dumps(value)}, not {quote(given)}")


def _same(value: Any, given: Any) -> bool:
    """Whether a stated part of a result agrees with the one found."""
    if isinstance(value, list):
        if not isinstance(given, Sequence) or len(value) != len(given):
            return False
        return all(_same(a, b) for a, b in zip(value, given, strict=True))
    if isinstance(value, dict):
        return (
            isinstance(given, Mapping)
            and all(_same(value[s], given.get(s, 0)) for s in value)
            and set(given) <= set(value)
        )
    return type(given) is type(value) and bool(value == given)
