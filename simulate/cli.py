"""The command line: bare options play games, verbs do the rest."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from rules.errors import UserError

COMMANDS = Path(__file__).with_name("commands")


class Verbs(click.Group):
    """A group whose verbs are the modules of `simulate.commands`, imported only when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb, by name."""
        return sorted(path.stem for path in COMMANDS.glob("[a-z]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"simulate.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Verbs, invoke_without_command=True)
def program() -> None:
    """Play board games by the hundred thousand and see what a rule does."""


def main() -> None:
    """Run the program: exit code 0 done, 1 failure, 2 usage, 130 interrupted."""
    try:
        program.main(standalone_mode=False)
    except click.ClickException as error:
        print(f"simulate: {error.format_message()}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    except UserError as error:
        print(f"simulate: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(2)
