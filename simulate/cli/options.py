"""Options that commands share, most of them declared by `simulate.plans.request.Request`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import click

from rules.errors import UserError
from simulate.plans.request import FIELDS, flag_of, read_count


class Count(click.ParamType[int]):
    """A whole number as people type it: 100000, 100_000, 1e5, 100k; `hint` is said of all else."""

    name = "integer"

    def __init__(self, hint: str = "") -> None:
        self.hint = hint

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a usage error."""
        if isinstance(value, int):
            return value
        try:
            return -read_count(value[1:]) if value.startswith("-") else read_count(value)
        except ValueError as error:
            self.fail(f"'{value}' {self.hint}" if self.hint else str(error), param, ctx)


def all_of(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A decorator that gives a command several options, in their order."""

    def give(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return give


TYPES: dict[str, click.ParamType[Any]] = {
    "FILE": click.Path(dir_okay=False),
    "DIR": click.Path(file_okay=False),
    "P": Count("is no number such as 3; compare, sweep and study take several"),
}
"""What an option takes, by the word that help has for it; else a number or a word."""


class Once(click.Option):
    """An option that counts once, though two of it look like both: the last would win in silence."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser keep every value."""
        parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> Any:
        """The one value, or a usage error."""
        values = dict.fromkeys(opts.get(f"{self.name}") or ())
        if len(values) > 1 and not ctx.resilient_parsing:
            raise UserError(f"{max(self.opts, key=len)} is given twice: {' and '.join(map(str, values))}")
        return super().consume_value(ctx, {**opts, **{f"{self.name}": value for value in values}})


def run_option(name: str, **overrides: Any) -> Callable[[Any], Any]:
    """The option that a field of `Request` declares, but for what a verb overrides."""
    field = FIELDS[name]
    metavar, flag = field.metadata["metavar"], f"--{flag_of(field)}"
    if field.default is False:
        return click.option(flag, name, is_flag=True, help=field.metadata["text"])
    declared = {
        "cls": Once if metavar in ("FILE", "P") else click.Option,
        "type": TYPES.get(metavar, Count() if str(field.type).startswith("int") else str),
        "multiple": bool(field.metadata["flag"]),
        "metavar": metavar,
        "help": field.metadata["text"],
    }
    if field.default not in (None, "", ()):
        declared["default"] = field.default
    return click.option(flag, name, **declared | overrides)


UNTIL = click.option(
    "--until", "until", multiple=True, metavar="MEASURE=WIDTH",
    help="Play until a number is known to within so much: win_share=0.5pp, turns=0.2, or until the "
    "verdict is there: decided. May be repeated. --n is then the most games to play.",
)  # fmt: skip
"""Instead of a number of games."""


OF_BASELINE = click.option(
    "--baseline", "of_baseline", type=Count(), metavar="GAMES",
    help="Games of the rules that all others are compared with, if these are to be more: they make the "
    "intervals of all changes narrower.  [default: as many as of each rule]",
)  # fmt: skip
"""A longer run of the baseline."""


def path_option(flag: str, metavar: str, text: str) -> Callable[[Any], Any]:
    """An option for the path of a file (``FILE``), of a folder (``DIR``), or of either."""
    kind = click.Path(path_type=Path, dir_okay=metavar != "FILE", file_okay=metavar != "DIR")
    return click.option(flag, type=kind, metavar=metavar, help=text)


FORCE = click.option(
    "--force", is_flag=True, help="Write over what lies there, even if it is something else."
)
"""The option of verbs that write a file."""

GAME_OF_RECORDS = all_of(
    click.option(
        "--game",
        "game_file",
        metavar="FILE.py",
        help="The file of a game in plain Python, if records are of one; with --code, the game it changes.",
    ),
    run_option("code", help="Rules of your own in Python, if records are of games by them."),
)
"""The options of verbs that read game records, which name such a game by its hash."""

SHOW = click.option(
    "--show",
    metavar="WHAT",
    help="In a picture: farms of Carcassonne, shaded by who holds them; ids of Catan, as in records.",
)
"""The option of verbs that draw the board of any game."""


def most_games(n: int) -> int:
    """The most games to play with ``--until``: those that the user named, or a bound rarely reached."""
    from analyses.questions.until import MOST, check_most

    if not was_given("n"):
        return MOST
    check_most(n)
    return n


def was_given(name: str) -> bool:
    """Whether the user named an option of the command that runs."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def first_given(but: Collection[str]) -> str:
    """The first option that the user named, as it is typed; those of these names do not count."""
    for option in click.get_current_context().command.params:
        if isinstance(option, click.Option) and option.name not in but and was_given(f"{option.name}"):
            return max(option.opts, key=len)
    return ""
