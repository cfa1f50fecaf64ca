"""Short options and tab completion, for every verb alike.

Nothing heavy is imported, for a shell asks each time that Tab is pressed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from simulate.io.shell import visible

Items = Iterable[CompletionItem[str]]
C = TypeVar("C", bound=click.Command)
Completer = Callable[[click.Context, str], Items]

SHORT = {"game": "-g", "n": "-n", "players": "-p", "jobs": "-j"}
"""The short form of an option, wherever the long one is."""

MOST_VALUES = 40
"""A number with more values than these is completed by its bounds and its default."""

GOES_ON = "open"
"""The kind of an item after which no blank is wanted: the name of a rule, before its value."""


class Completed(click.types.StringParamType):
    """Words that a function completes."""

    name = "text"

    def __init__(self, completer: Completer) -> None:
        self.completer = completer

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        """What the word may become; a file where nothing that is known begins so."""
        from rules.errors import UserError

        try:
            items = [item for item in self.completer(ctx, incomplete) if item.value.startswith(incomplete)]
        except UserError:  # the game of this line is none
            items = []
        items = [item for item in items if visible(item.value) == item.value]  # a shell shows it as it is
        return items or [CompletionItem(incomplete, type="file")]


def aided(command: C) -> C:
    """The command with short options and completion for all that it shares with others, its own verbs too."""
    if isinstance(command, click.Group):
        for verb in command.commands.values():
            aided(verb)
    for param in command.params:
        name = str(param.name)
        short = SHORT.get(name)
        if short and isinstance(param, click.Option) and short not in param.opts:
            param.opts.insert(0, short)
        completer = COMPLETERS.get(name)
        if completer is not None and type(param.type) is type(click.STRING):
            param.type = Completed(completer)
    return command


# --- what words may become


def _games(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    from rules import games

    for name in games.names():
        yield CompletionItem(name, help=games.load(name).title)


def _of_game(ctx: click.Context) -> list[Any]:
    """The game that the line names, or all games if it names none yet."""
    from rules import games

    game = ctx.params.get("game")
    return [games.load(name) for name in ([game] if game and isinstance(game, str) else games.names())]


def _rules(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    """A rule's name, then its values."""
    from rules.options import describe

    name, equals, _ = incomplete.partition("=")
    for game in _of_game(ctx):
        field_of = {field.name: field for field in fields(game.options.Options)}
        if equals:
            if name in field_of:
                for value in _values(field_of[name]):
                    yield CompletionItem(f"{name}={value}")
            continue
        for option in describe(game.options.Options):
            text = f"{option.allowed}, default {option.default}"
            yield CompletionItem(f"{option.name}=", type=GOES_ON, help=text)


def _values(field: Any) -> list[str]:
    """The values of an option: all if they are few, else its bounds and its default."""
    from rules.options import show

    meta = field.metadata
    if meta["choices"]:
        return list(meta["choices"])
    if isinstance(field.default, bool):
        return ["true", "false"]
    low, high = meta["low"], meta["high"]
    if high - low < MOST_VALUES:
        values = [str(number) for number in range(low, high + 1)]
    else:
        values = [str(number) for number in sorted({low, high, field.default or low})]
    return [show(None), *values] if field.default is None else values


def _policies(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    """A policy, or after a comma the next."""
    from simulate.plans.policies import names

    typed_before = incomplete[: incomplete.rfind(",") + 1]
    policies: dict[str, None] = {}  # of all games, each once
    for game in _of_game(ctx):
        policies |= dict.fromkeys(names(game.name))
    for name in policies:
        yield CompletionItem(f"{typed_before}{name}")


def _strengths(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    """A range of the ladder: where it begins, and after two dots where it ends."""
    from analyses.questions.strength import ladder_of

    order = list(dict.fromkeys(rung for game in _of_game(ctx) for rung in ladder_of(game.name)))
    low, dots, _ = incomplete.partition("..")
    if dots and low in order:
        for name in order[order.index(low) + 1 :]:
            yield CompletionItem(f"{low}..{name}")
    else:
        for name in order[:-1]:
            yield CompletionItem(f"{name}..", type=GOES_ON)


def _presets(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    for game in _of_game(ctx):
        for name, text in game.options.PRESET_TEXTS.items():
            yield CompletionItem(name, help=text)


def _studies(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    from analyses.studies.shipped import shipped

    for name, text in shipped().items():
        yield CompletionItem(name, help=text)
    yield CompletionItem("new", help="write a study to start from")


def _runs(ctx: click.Context, incomplete: str) -> Iterator[CompletionItem[str]]:
    """The runs here, the newest first."""
    manifests = sorted(Path("runs").glob("*/manifest.json"), key=lambda file: -file.lstat().st_mtime)
    for file in manifests:
        yield CompletionItem(str(file.parent), help=_description(file.parent))


def _description(run: Path) -> str | None:
    """What a run is, in a few words; nothing if its manifest cannot be read."""
    from rules.words import seated
    from simulate.io.folders import MOST_MANIFEST, Folder

    try:
        plan = json.loads(Folder(run).read("manifest.json", MOST_MANIFEST))["plan"]
        return f"{plan['n']:,} games of {plan['game']}, {seated(plan['players'])}"
    except (OSError, ValueError, LookupError, TypeError):
        return None


COMPLETERS: Mapping[str, Completer] = {
    "game": _games,
    "rules": _rules,
    "a": _rules,
    "b": _rules,
    "policy": _policies,
    "panel": _policies,
    "strength": _strengths,
    "start": _policies,
    "rival": _policies,
    "preset": _presets,
    "name": _studies,
    "run": _runs,
    "runs": _runs,
    "source": _runs,
}
"""What completes a parameter of this name."""
