"""Rules as data: frozen dataclasses of options with bounds, defaults and rule numbers.

A game declares ::

    @dataclass(frozen=True)
    class Options:
        dice_cap: int = option(3, low=1, high=6, rule="SW-30")
        \"\"\"Most dice that a fighter may roll.\"\"\"

and gets parsing of ``key=value`` words, refusal of bad values in one clear line, a canonical dict and a
NumPy record for kernels. The text under each option is what ``simulate rules GAME`` prints.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from rules.errors import UserError, nearest
from rules.words import Word

if TYPE_CHECKING:
    import numpy as np  # help, which has the defaults of options, is printed without it

T = TypeVar("T")

Phrase: TypeAlias = str | Mapping[str, str]
"""What a rule says of any value, ``{}``, or of each as it is typed; under ``""`` of all others."""


@dataclass(frozen=True)
class Binding:
    """In which games an option binds: all others are the same, row for row, with another value of it.

    `binds` is given a column of the table `games` and the options of two rules, and returns whether they may
    part, game by game. The column must say the same of a game under both, up to the moment of parting.
    """

    column: str
    binds: Callable[[Any, Any, Any], Any]
    is_weighed: bool = False
    """Whether the column counts what players weighed, too, as they look at the option."""


def at_last_turn(turns: Any, one: Any, other: Any) -> Any:
    """When `max_turns` binds, by the column `turns`: the game came to one of the limits."""
    return turns >= min(one.max_turns, other.max_turns)


def weighed_columns(options: type) -> set[str]:
    """The columns of `games` that tell what players weighed: where no other differs a game is the same."""
    found = (field.metadata["binding"] for field in dataclasses.fields(options))
    return {binding.column for binding in found if binding is not None and binding.is_weighed}


def option(
    default: Any,
    *,
    rule: str,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    length: int = 0,
    was: str = "",
    later: bool = False,
    phrase: Phrase = "",
    without: str = "",
    acts_with: Mapping[str, Sequence[str] | range] | None = None,
    binding: Binding | None = None,
) -> Any:
    """Declare an option: an integer with bounds, a switch, a `Word`, or up to `length` of some `choices`.

    An option whose default is a `Word` takes any word of its class. An integer whose default is None is
    ``standard``: a number that `complete` finds for the players.
    `rule` is the number of the rule that the option changes. `was` is the name that it had before, and
    `later` says that there were runs before there was the option: see `as_stored`. `phrase` is what pages
    say in place of ``name=value``, to stand behind "with"; without one they say it as it is typed. `without`
    are the rules to write where somebody wants none of what has no such choice. `acts_with` are the values of
    other options, as they are typed or from a range, without which the option does nothing; ``players`` are
    the numbers of players. `binding` is for an option that binds in few games.
    """
    if isinstance(default, Word):
        choices = tuple(type(default).texts())
    if isinstance(default, int) and low is not None and high is not None and not low <= default <= high:
        raise ValueError(f"the default {default} of an option lies outside its bounds, {low} to {high}")
    metadata = {"rule": rule, "low": low, "high": high, "choices": choices, "length": length}
    kept = {"was": was, "later": later, "phrase": phrase, "without": without, "acts_with": acts_with or {}}
    return dataclasses.field(default=default, metadata=metadata | kept | {"binding": binding})


@dataclass(frozen=True)
class Heading:
    """What the options below it are about, until the next: ``DICE: ClassVar = Heading("dice")``."""

    words: str


@dataclass(frozen=True)
class Described:
    """One option as shown to people."""

    name: str
    group: str
    default: str
    allowed: str
    rule: str
    text: str


def show(value: Any) -> str:
    """An option's value as it is typed on the command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "+".join(map(str, value)) if value else "standard"
    if isinstance(value, Word):
        return value.word
    return "standard" if value is None else str(value)


def _allowed(field: dataclasses.Field[Any]) -> str:
    meta = field.metadata
    if meta["length"]:
        return f"{' '.join(meta['choices'])}, joined by + or ,"
    if meta["choices"]:
        return " | ".join(meta["choices"])
    if isinstance(field.default, bool):
        return "true | false"
    standard = "standard | " if field.default is None else ""
    return f"{standard}{meta['low']} to {meta['high']}"


@cache
def describe(options: type) -> tuple[Described, ...]:
    """Every option of the class `options` with bounds, rule number and the docstring under it."""
    given: Mapping[str, str] | None = getattr(options, "TEXTS", None)
    texts = _texts_under(options) if given is None else given
    for f in dataclasses.fields(options):
        if f.name not in texts:
            raise ValueError(f"the option '{f.name}' has no text: a line in quotes under it")
    group_of = _groups(options)
    return tuple(
        Described(f.name, group_of[f.name], show(f.default), _allowed(f), f.metadata["rule"], texts[f.name])
        for f in dataclasses.fields(options)
    )


def _texts_under(options: type) -> dict[str, str]:
    """The docstring under each option of the class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(options))).body[0]
    assert isinstance(body, ast.ClassDef)
    return texts_under(body.body)


def texts_under(lines: Iterable[ast.stmt]) -> dict[str, str]:
    """What stands in quotes under each line that gives a name a value, on one line."""
    texts: dict[str, str] = {}
    for before, after in pairwise(lines):
        if isinstance(before, ast.AnnAssign | ast.Assign):
            target = before.target if isinstance(before, ast.AnnAssign) else before.targets[0]
            text = after.value if isinstance(after, ast.Expr) else None
            if isinstance(target, ast.Name) and isinstance(text, ast.Constant):
                texts[target.id] = " ".join(str(text.value).split())
    return texts


def _groups(options: type) -> dict[str, str]:
    """What each attribute of the class is about: the heading above it, or nothing."""
    found, group = {field.name: "" for field in dataclasses.fields(options)}, ""
    for name, value in vars(options).items():
        if isinstance(value, Heading):
            group = value.words
        found[name] = group
    return found


def by_group(options: type) -> dict[str, list[Described]]:
    """Every option of the class, in the groups of its headings."""
    groups: dict[str, list[Described]] = {}
    for each in describe(options):
        groups.setdefault(each.group, []).append(each)
    return groups


def _read(game: str, field: dataclasses.Field[Any], given: Any) -> Any:
    """`given` (text or JSON value) as a value of this option, or a UserError."""
    meta, hint = field.metadata, ""
    text = show(given) if isinstance(given, list | tuple) else show(given).strip()
    if given is None and field.default is not None:
        text = "null"
    if meta["length"]:
        if text in ("", "standard"):
            return ()
        names = tuple(_plain(word, meta["choices"]) for word in text.replace(",", "+").split("+"))
        if len(names) <= meta["length"] and all(n in meta["choices"] for n in names):
            return names
        unknown = [n for n in names if n not in meta["choices"]]
        hint = nearest(unknown[0], meta["choices"]) if unknown else ""
    elif meta["choices"]:
        text = _plain(text, meta["choices"])
        if text in meta["choices"]:
            return type(field.default)[text.upper()] if isinstance(field.default, Word) else text
        hint = nearest(text, meta["choices"])
        if meta["without"] and text.lower() in ("none", "no", "off", "false"):
            hint = f" To play without any write {meta['without']}."
    elif isinstance(field.default, bool):
        if text.lower() in ("true", "false", "yes", "no", "on", "off", "1", "0"):
            return text.lower() in ("true", "yes", "on", "1")
    elif field.default is None and text == "standard":
        return None
    else:
        if re.fullmatch(r"\d{1,9}", text, re.ASCII) and meta["low"] <= int(text) <= meta["high"]:
            return int(text)
        if re.fullmatch(r"[+-]\d+", text):
            hint = " Write the number to play with, not how much more or less."
    raise UserError(
        f"{game}: {field.name}={text} is not allowed.{hint} Allowed: {_allowed(field)} "
        f"(default {show(field.default)}, {meta['rule']})"
    )


ALIKE = 0.75
"""How alike a name and that of an option are spelt at least, to be a slip of the same."""


def _meant(name: str, options: type) -> str:
    """What may be meant by a name that no option has: one spelt like it, or those that speak of it.

    A game's `OTHER_WORDS` say what people call by another word: ``{"sheep": "wool"}``.
    """
    every = {each.name: each for each in describe(options)}
    slips = difflib.get_close_matches(name, every, n=1, cutoff=0.85)
    words = _stems(name)
    other: Mapping[str, str] = getattr(options, "OTHER_WORDS", {})
    words |= {stem for word, ours in other.items() if _stems(word) & words for stem in _stems(ours)}

    spoken = {each: words & _stems(f"{each} {said.text} {said.allowed}") for each, said in every.items()}
    about = [each for each in every if words & _stems(each)] or [each for each in every if spoken[each]]
    if not slips and len(about) > 1:
        most = sorted(about, key=lambda each: -len(spoken[each]))
        return f" Options about that: {', '.join(most[:5])}{' ...' if len(most) > 5 else '.'}"
    close = slips or about or difflib.get_close_matches(name, every, n=1, cutoff=ALIKE)
    if not close:
        return ""
    found = every[close[0]]
    return f" Did you mean '{found.name}'? ({found.allowed}, default {found.default})"


def _stems(text: str) -> set[str]:
    """The words of a text, as a plural is no other word; without the shortest."""
    return {word.removesuffix("s") for word in re.findall("[a-z]{3,}", text.lower())}


def _plain(word: str, choices: tuple[str, ...]) -> str:
    """A choice as it is typed, though it be written as pages do: ``King’s Advisor``."""
    plain = "_".join(re.findall(r"\w+", re.sub("['’]", "", word.lower())))
    return plain if plain in choices else word


def read_options(game: str, options: type[T], given: Mapping[str, Any]) -> T:
    """An options object with the values `given` (text or JSON values) over the defaults.

    Raises
    ------
    UserError
        For an unknown name or a value out of bounds, naming what is allowed.
    """
    fields = {f.name: f for f in dataclasses.fields(options)}  # type: ignore[arg-type]
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            for now in (field.name for field in fields.values() if field.metadata["was"] == name):
                raise UserError(f"{game}: '{name}' is called '{now}' now; write {now}={show(value)}")
            if name == "players":
                raise UserError(
                    f"how many play is not a rule: write --players {show(value)}; "
                    f"to compare them: simulate study players --game {game}"
                )
            if name == "policy":
                raise UserError(
                    f"who plays is not a rule: write --policy {show(value)}; to compare players: "
                    f"simulate study policies --game {game}, or simulate compare RUN_A RUN_B of two runs"
                )
            raise UserError(
                f"{game} has no option '{name}'.{_meant(name, options)} All options: simulate rules {game}"
            )
        values[name] = _read(game, fields[name], value)
    return options(**values)


def split_words(words: Iterable[str]) -> dict[str, str]:
    """``["dice_cap=4"]`` as ``{"dice_cap": "4"}``; each word must hold one ``=`` and come once."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise UserError(f"--rule {word}: write a rule as name=value, for example --rule dice_cap=4")
        if name in found:
            raise UserError(f"--rule {name} is given twice: {found[name]} and {value}")
        found[name] = value
    return found


def rule_words(rules: Mapping[str, Any] | Iterable[str]) -> list[str]:
    """Rules as they are typed: ``{"dice_cap": 4}`` as ``["dice_cap=4"]``; words stay as they are."""
    return [f"{k}={show(v)}" for k, v in rules.items()] if isinstance(rules, Mapping) else list(rules)


def typed(options: Any) -> dict[str, str]:
    """Every option by name as it is typed."""
    return {name: show(value) for name, value in as_dict(options).items()}


def inert(options: Any, players: int, names: Iterable[str]) -> list[str]:
    """Why options of these names do nothing as the others are, a sentence each."""
    values = typed(options) | {"players": str(players)}
    needs = {field.name: field.metadata["acts_with"] for field in dataclasses.fields(options)}
    reasons = []
    for name in names:
        missing = [
            f"{other}={_values(allowed)}"
            for other, allowed in needs[name].items()
            if values[other] not in map(str, allowed)
        ]
        if missing:
            acts = f"it acts only with {' and '.join(missing)}"
            reasons.append(f"{name}={values[name]} does nothing here: {acts}")
    return reasons


def _values(allowed: Sequence[str] | range) -> str:
    """Values with which an option acts, in words."""
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
    return " or ".join(allowed)


def as_dict(options: Any) -> dict[str, Any]:
    """Every option by name as JSON values (tuples become lists)."""
    values = {field.name: getattr(options, field.name) for field in dataclasses.fields(options)}
    return {
        name: list(value) if isinstance(value, tuple) else value.word if isinstance(value, Word) else value
        for name, value in values.items()
    }


def as_stored(options: Any) -> dict[str, Any]:
    """Every option as manifests have it, and the hash of a plan: new options and names change no old plan.

    An option has the name that it had first; one that came `later` is left out at its default.
    """
    values = as_dict(options)
    return {
        f.metadata["was"] or f.name: values[f.name]
        for f in dataclasses.fields(options)
        if not f.metadata["later"] or getattr(options, f.name) != f.default
    }


def from_stored(options: type, stored: Mapping[str, Any]) -> dict[str, Any]:
    """What a manifest says of options of this class, by their names of today."""
    names = {f.metadata["was"]: f.name for f in dataclasses.fields(options)}
    return {names.get(name, name): value for name, value in stored.items()}


@cache
def struct_dtype(options: type) -> np.dtype[Any]:
    """The NumPy record type of an options class: integers, switches and choices as int64.

    One object for all records, as `rules.fields.records` says.
    """
    import numpy as np

    made = [
        (f.name, np.int64, f.metadata["length"]) if f.metadata["length"] else (f.name, np.int64)
        for f in dataclasses.fields(options)
    ]
    return np.dtype((np.record, made))


def as_struct(options: Any) -> np.recarray[Any, Any]:
    """A one-element record array for kernels: choices as their index, lists as indices padded with -1.

    An integer that is still None is -1.
    """
    import numpy as np

    record = np.zeros(1, struct_dtype(options.__class__)).view(np.recarray)
    for field in dataclasses.fields(options):
        value, choices = getattr(options, field.name), field.metadata["choices"]
        if field.metadata["length"]:
            padded = [choices.index(v) for v in value] + [-1] * (field.metadata["length"] - len(value))
            record[field.name][0] = padded
        else:
            number = -1 if value is None else choices.index(value) if isinstance(value, str) else int(value)
            record[field.name][0] = number
    return record
