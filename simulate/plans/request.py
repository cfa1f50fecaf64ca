"""What a user may ask of a run, declared once.

Each field of `Request` is a keyword of `simulate.run` and an option of the command line, with its bounds,
default and help; the command that a run prints is made of those that differ from their defaults.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import operator
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar, cast

from rules import games
from rules.errors import UserError, nearest
from rules.options import rule_words
from rules.seeds import MAX_GAME, MAX_SEED
from simulate.io.files import check_folder
from simulate.io.shell import command_of

F = TypeVar("F", bound=Callable[..., Any])

MAX_PLAYOUTS = 10_000

BOXES = ("tiles", "board", "cards")
"""What a file of the user's may replace, as it is typed."""

USUAL_POLICY = "heuristic"
"""Who plays unless the user says."""


def asked(
    default: Any, metavar: str, text: str, *, low: int | None = None, high: int | None = None, flag: str = ""
) -> Any:
    """Declare something that a user may ask for, in help `text`; ``FILE`` and ``DIR`` as `metavar` are paths.

    `flag` is the option's name if it may be given several times.
    """
    metadata = {"metavar": metavar, "text": text, "low": low, "high": high, "flag": flag}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Request:
    """What is to be played and how. Whole numbers out of bounds are refused with a UserError."""

    game: str = asked("", "GAME", "What to play: a name from `simulate games`.")
    n: int = asked(
        100_000,
        "N",
        "Games to play. 100,000 put a win share within 0.3 percentage points of the truth.",
        low=1,
        high=MAX_GAME,
    )
    players: int | None = asked(None, "P", "Seats at the table.  [default: the game's own]")
    policy: str | Iterable[str] | None = asked(
        None,
        "A,B",
        "Who plays: one name for all seats or one a seat, from `simulate rules GAME --policies`; "
        "FILE.toml for weights of your own, FILE.py:FUNCTION for code of your own.  "
        f"[default: {USUAL_POLICY}]",
    )
    search: int | None = asked(
        None,
        "N",
        "Let every policy look ahead by playouts, for a thinking time of N, as search:N:POLICY does.",
        low=1,
        high=MAX_PLAYOUTS,
    )
    preset: str | None = asked(None, "NAME", "An edition of the rules.  [default: the standard one]")
    rules: Mapping[str, Any] | Iterable[str] = asked(
        (), "KEY=VALUE", "Change one rule; may be repeated. All of them: `simulate rules GAME`.", flag="rule"
    )
    tiles: str | Path | None = asked(
        None, "FILE", "A tile set of your own (TOML), for the tile-laying games."
    )
    board: str | Path | None = asked(None, "FILE", "A board of your own (TOML), for Catan.")
    cards: str | Path | None = asked(None, "FILE", "Cards of your own (TOML), for Castle.")
    code: str | Path | None = asked(
        None, "FILE", "Rules of your own in Python, for a game that is there: the documentation, own-rules."
    )
    seed: int = asked(
        1,
        "S",
        "Chance in game i depends on the seed and i only: one seed gives two rules the same tiles and dice.",
        low=0,
        high=MAX_SEED,
    )
    first_game: int = asked(
        0, "I", "Index of the first game, to play a part of a larger run.", low=0, high=MAX_GAME
    )
    tables: str | Iterable[str] = asked(
        "all",
        "A,B",
        "Tables to write; games and seats always are. Fewer save disk, hardly time. none: sums only.",
    )
    out: str | Path | None = asked(None, "DIR", "Run directory.  [default: runs/GAME-HASH]")
    jobs: int | None = asked(None, "J", "Workers.  [default: one a core]", low=1, high=1024)
    backend: str = asked(
        "threads",
        "B",
        "threads, processes or dask. Threads share one compiled engine; the games are the same with each.",
    )
    scheduler: str | None = asked(None, "ADDRESS", "Address of the Dask scheduler, for --backend dask.")
    no_shared_files: bool = asked(
        False, "", "The workers of the Dask cluster do not see the run directory and send their blocks."
    )
    block_size: int | None = asked(
        None,
        "B",
        "Games a file: what a kill may cost.  [default: 2500, fewer in small runs, more in very large ones]",
        low=1,
        high=100_000,
    )
    fail_fast: bool = asked(
        False, "", "Stop at the first game that a policy of yours fails in. Else the others are played on."
    )

    def __post_init__(self) -> None:
        if self.policy is not None:
            object.__setattr__(self, "policy", policy_words(self.policy))
        for name, what in EMPTY.items():
            if isinstance(given := getattr(self, name), str) and not given:
                raise UserError(f"--{name} is empty; name {what}, or leave it out")
        for name, field in FIELDS.items():
            value, (kind, words) = getattr(self, name), KINDS.get(field.metadata["metavar"], (object, ""))
            left_out = value is None and field.default is None
            if not left_out and not isinstance(value, kind):
                raise UserError(f"--{flag_of(field)} {value}: must be {words}")
        if self.out is not None:
            check_folder(Path(self.out))
        object.__setattr__(self, "rules", typed_rules(self.rules))
        if self.players is not None:
            players = _whole(self.players)
            if players is None:
                raise UserError(f"--players {self.players}: must be a whole number")
            object.__setattr__(self, "players", players)
        for name, field in FIELDS.items():
            value = getattr(self, name)
            left_out = value is None and field.default is None
            if field.metadata["low"] is not None and not left_out:
                most = MAX_GAME - self.n if name == "first_game" else None
                object.__setattr__(self, name, check_asked(name, value, high=most))

    def command(self, **other: Any) -> str:
        """The command line that asks for this; `other` options are in place of its own, or behind them."""
        asked = {name: getattr(self, name) for name in FIELDS}
        changed = [name for name, field in FIELDS.items() if name == "n" or asked[name] != field.default]
        return command_line(**{flag_of(FIELDS[name]): asked[name] for name in changed} | other)


FIELDS = {field.name: field for field in dataclasses.fields(Request)}
"""What is declared, by name."""


@contextmanager
def told_as(words: Mapping[str, str]) -> Iterator[None]:
    """Let a `UserError` name what was asked for as this user wrote it: by option, the word in its place.

    What a message begins with, up to ``:`` or ``;``, is an option and what the user gave, which stays as it
    is. So do options of commands that it tells the user to type.
    """

    def own(pattern: str, text: str) -> str:
        return re.sub(pattern, lambda option: words.get(option[0], option[0]), text)

    try:
        yield
    except UserError as error:
        *given, helps = re.split(r"(?<=[:;])(?= )", str(error), maxsplit=1)
        before, simulate, commands = helps.partition("simulate ")
        said = own(r"^--[a-z-]+", "".join(given)) + own(r"(?<!\S)--[a-z-]+", before)
        error.args = (f"{said}{simulate}{commands}",)
        raise


def with_keywords(function: F, default: object = inspect.Parameter.empty) -> F:
    """The function, with all that is declared here in place of its ``**asked``: for `help` and completion.

    `default` stands there in place of the defaults that are declared. What it refuses it names by keyword.
    """
    own = inspect.signature(function)
    *named, _ = own.parameters.values()
    declared = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default if default is inspect.Parameter.empty else default,
            annotation=field.type,
        )
        for field in FIELDS.values()
        if field.name not in own.parameters
    ]

    @functools.wraps(function)
    def by_keyword(*args: Any, **asked: Any) -> Any:
        with told_as(KEYWORDS):
            return function(*args, **asked)

    by_keyword.__signature__ = own.replace(parameters=[*named, *declared])  # type: ignore[attr-defined]
    return cast(F, by_keyword)


def request_of(**asked: Any) -> Request:
    """A request by keywords, as Python asks for it.

    Raises
    ------
    UserError
        For a keyword that there is not, or what `Request` refuses.
    """
    for name in asked:
        if name not in FIELDS:
            hint = " analyses.questions.play_until.run has it." if name == "until" else nearest(name, FIELDS)
            raise UserError(f"a run has no keyword '{name}'.{hint} All: {', '.join(FIELDS)}")
    return Request(**asked)


def bounds_of(name: str) -> tuple[int, int]:
    """The least and the greatest whole number that may be asked for."""
    return FIELDS[name].metadata["low"], FIELDS[name].metadata["high"]


def check_asked(
    name: str, value: int, low: int | None = None, high: int | None = None, place: str | None = None
) -> int:
    """`value` as an int if it lies within the bounds that are declared, or narrower ones, else a UserError.

    It may be of any type that holds whole numbers, as those of NumPy. `place` is where it was written, if
    that is no option: ``mine.toml: games =``.
    """
    least, most = bounds_of(name)
    low, high = least if low is None else low, most if high is None else high
    whole = _whole(value)
    if whole is None or not low <= whole <= high:
        where = place or f"--{flag_of(FIELDS[name])}"
        raise UserError(f"{where} {value}: must be a whole number from {low} to {high}")
    return whole


EMPTY = {
    "policy": "one",
    "preset": "one",
    "out": "a directory",
    "tiles": "a file",
    "board": "a file",
    "cards": "a file",
    "code": "a file",
}
"""What must not be an empty word, and what else to name: a variable of a script may not have been set."""

KINDS: Mapping[str, tuple[Any, str]] = {
    "DIR": (str | os.PathLike, "the name of a directory"),
    "FILE": (str | os.PathLike, "the name of a file"),
    "GAME": (str, "a name from simulate games"),
    "A,B": (Iterable, "names of tables, as games,seats"),
    "": (bool, "True or False"),
}
"""By metavar, the type that a keyword must have, and the words for it."""


def typed_rules(given: Any) -> tuple[str, ...]:
    """Rules as they are typed: of a mapping, of words, or the one of a single word; None changes none."""
    several = () if given is None else given
    if isinstance(given, str) or not isinstance(several, Iterable):
        several = [given]
    words = tuple(rule_words(several))
    for word in words:
        if not isinstance(word, str):
            raise UserError(f"--rule {word}: write a rule as name=value, for example --rule dice_cap=4")
    return words


def policy_words(given: Any) -> str:
    """Who plays, as it is typed: a name, or of several one a seat with commas between."""
    names = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    for name in names:
        if callable(name):
            raise UserError(f"--policy {name}: write the function into a file, and name it as my.py:bold")
        if not isinstance(name, str):
            raise UserError(f"--policy {name}: must be a name, or a list of names, one a seat")
    return ",".join(names)


def _whole(value: Any) -> int | None:
    """The number as an int, of whatever type it is; None if it is no whole one."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_typed(path: Path) -> str:
    """A path as a command takes it: one that begins with a dash would be an option."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def command_line(*words: object, **options: Any) -> str:
    """A command of this program as it is typed: words, and behind them options by name.

    One that is None, False or () was not given; True is an option without a value; several values each
    have the option before them.

    >>> command_line("from", "game.json", game_index=17, json=True, seed=None)
    'simulate from game.json --game-index 17 --json'
    >>> command_line("compare", "a", "b", pace=1234.5678)
    'simulate compare a b --pace 1234.5678'
    """
    typed = ["simulate", *(as_typed(word) if isinstance(word, Path) else str(word) for word in words)]
    typed = [games.as_typed(part) for word in typed for part in games.words_of(word)]
    for name, given in options.items():
        flag = f"--{name.replace('_', '-')}"
        if given is True:
            typed.append(flag)
        elif given is not None and given is not False:
            several = isinstance(given, Iterable) and not isinstance(given, str)
            for value in given if several else (given,):
                word = f"{value:.15g}" if isinstance(value, float) else str(value)
                typed += [flag, *map(games.as_typed, games.words_of(word))]
    return command_of(typed)


COUNT = re.compile(r"(\d[\d_]*|\d+(?:\.\d+)?e\d{1,2}|\d+(?:\.\d+)?(?=[kM]))([kM]?)")

LONGEST_COUNT = 100
"""Letters; what is longer Python itself may refuse to print."""


def read_count(words: str) -> int:
    """A whole number as people type it: ``100000``, ``100_000``, ``1e5``, ``100k``, ``1.5M``.

    Raises
    ------
    ValueError
        If it is none.
    """
    match = COUNT.fullmatch(words.strip())
    if len(words) > LONGEST_COUNT:
        raise ValueError(f"a number of {len(words)} digits is too large")
    if match is None:
        raise ValueError(f"'{words}' is no whole number such as 100000, 100k or 1e5")
    number = Decimal(match[1].replace("_", "")) * {"": 1, "k": 1_000, "M": 1_000_000}[match[2]]
    if number != int(number):
        raise ValueError(f"'{words}' is no whole number")
    return int(number)


def flag_of(field: dataclasses.Field[Any]) -> str:
    """The option of the command line, without its dashes."""
    return str(field.metadata["flag"] or field.name.replace("_", "-"))


KEYWORDS = {f"--{flag_of(field)}": name for name, field in FIELDS.items()} | {
    "--until": "until",
    "--pace": "pace",
}
"""What Python calls the options of the command line."""
