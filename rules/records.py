"""Game records: one game as data, and what a referee says of it.

A record is a JSON object with `format`, `game` and what the game itself asks for (docs/game-records.md).
A file holds one record, or JSON Lines with one record a line. Each game judges its own records in
``rules.GAME.referee.judge``.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules import games
from rules.errors import UserError

FORMAT = "houserules-game/1"

Data = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True)
class Verdict:
    """What the referee says of a record.

    `turn` counts from 0 in the record's turns and is None where no turn is at fault. An illegal record
    carries the scores before the turn that broke the `rule`, and no winners.
    """

    legal: bool
    turn: int | None
    rule: str | None
    message: str | None
    scores: list[int]
    by_source: list[dict[str, int]]
    winners: list[int]

    def as_dict(self) -> Data:
        """JSON form."""
        return dataclasses.asdict(self)


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


def is_whole(value: Any, low: int, high: int) -> bool:
    """Whether a JSON value is a whole number from `low` to `high`; true and 1.0 are none."""
    return type(value) is int and low <= value <= high


def read_records(lines: Iterable[str], name: str) -> Iterator[tuple[str, Data]]:
    """Every record of a text with where it stands (``games.jsonl, line 3``), as it is reached.

    If the first line that is not blank is a JSON value by itself, there is a record on each line; if
    not, the whole text is one record.

    Raises
    ------
    UserError
        Naming file and line, for what is not JSON or not a record of a game there is.
    """
    numbered = enumerate(lines, 1)
    read, number = "", 0
    for number, line in numbered:  # noqa: B007 - the number of the first line that is not blank
        read += line
        if line.strip():
            break
    try:
        first = json.loads(read, parse_constant=_no_number)
    except (ValueError, RecursionError):
        read += "".join(line for _, line in numbered)
        if not read.strip():
            raise UserError(f"{name}: empty; a game record is a JSON object") from None
        yield name, check_record(_parse(read, name, None), name)
        return
    where = f"{name}, line {number}"
    yield where, check_record(first, where)
    for number, line in numbered:
        if line.strip():
            where = f"{name}, line {number}"
            yield where, check_record(_parse(line, name, number), where)


def _parse(text: str, name: str, number: int | None) -> Any:
    """The JSON value of a text, or of line `number`; a UserError says where it is broken."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UserError(
            f"{name}, line {number or error.lineno}: not valid JSON: {error.msg}, column {error.colno}"
        ) from None
    except (ValueError, RecursionError) as error:
        where = f"{name}, line {number}" if number else name
        raise UserError(f"{where}: not valid JSON: {error}") from None


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


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
    if game not in games.NAMES:
        given = f"game is {quote(game)}" if "game" in data else "there is no game"
        raise UserError(f"{where}: {given}; games: {', '.join(games.NAMES)}")
    return data


def _kind(value: Any) -> str:
    words = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return words.get(type(value), "a number")
