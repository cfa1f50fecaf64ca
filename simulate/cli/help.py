"""Help in groups: verbs by what they are for, each in a whole line, and options by what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rules import games
from rules.errors import UserError, nearest

VERBS = {
    "Ask what a rule does": ("compare", "sweep", "study"),
    "Look at a run": ("report", "plot", "export", "runs", "verify", "repair", "combine"),
    "Look at a game": ("watch", "replay", "review", "from", "referee"),
    "Make a game": ("new-game", "check"),
    "Look things up": ("games", "rules", "odds"),
    "Other": ("tune", "cache", "completion"),
}
"""Verbs by what they are for; any other stands in the last group."""

OPTIONS = {
    "What is played": (
        "game", "players", "policy", "panel", "strength", "preset", "rules", "target", "a", "b", "tiles",
        "board",
        "cards",
    ),
    "Which games, and how many": ("n", "until", "seed", "first_game"),
    "What is kept and said": ("tables", "measures", "pace", "out", "as_json", "quiet"),
    "How it is played": ("jobs", "backend", "scheduler", "block_size", "fail_fast", "trust"),
    "Other options": (),
}  # fmt: skip
"""Options by what they say, by the names of their parameters; any other stands in the last group."""

MANY = 12
"""Options from which on a verb has them in groups."""


def grouped(names: Sequence[str], groups: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Names in their groups, in the order of these."""
    by_title = {title: [name for name in members if name in names] for title, members in groups.items()}
    grouped_names = {name for members in groups.values() for name in members}
    last_title = list(groups)[-1]
    by_title[last_title] += [name for name in names if name not in grouped_names]
    return {title: members for title, members in by_title.items() if members}


def write_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The options of a command, in groups if there are many."""
    records = {}
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
        if record:
            records[str(param.name)] = record
    groups = grouped(list(records), OPTIONS) if len(records) >= MANY else {"Options": list(records)}
    for title, names in groups.items():
        with formatter.section(title):
            formatter.write_dl([records[name] for name in names])


def write_verbs(group: click.Group, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """The verbs of a group, each with its whole line."""
    verbs = {name: group.get_command(ctx, name) for name in group.list_commands(ctx)}
    lines = {name: verb.get_short_help_str(limit=1_000) for name, verb in verbs.items() if verb is not None}
    wide = max(map(len, lines))
    for title, names in grouped(list(lines), VERBS).items():
        with formatter.section(title if ctx.parent is None else "Commands"):
            formatter.write_dl([(name.ljust(wide), lines[name]) for name in names])


def names_a_game(word: str) -> str:
    """What to type in place of a game's name that stands alone; "" for any other word."""
    game = games.named_by(word)
    return f"; a game is named with --game {game}" if game else ""


class Grouped(click.Command):
    """A command whose options stand in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options."""
        write_options(self, ctx, formatter)


class Group(click.Group):
    """A group of verbs that answers an unknown one with the nearest."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, but for an unknown verb."""
        if self.get_command(ctx, args[0]) is None:
            verbs = self.list_commands(ctx)
            of_group = f" of {ctx.command_path}" if ctx.parent else ""
            hint = names_a_game(args[0])
            close = "" if hint else nearest(args[0], verbs)
            raise UserError(f"there is no verb '{args[0]}'{of_group}{hint}.{close} Verbs: {', '.join(verbs)}")
        return super().resolve_command(ctx, args)
