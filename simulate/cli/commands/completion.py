"""`simulate completion SHELL`: tab completion."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes verbs and options in SHELL.

    For bash: simulate completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    from simulate.cli import program

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(program, {}, "simulate", "_SIMULATE_COMPLETE").source())
