"""`simulate completion SHELL`: tab completion."""

from __future__ import annotations

import click


@click.command(short_help="Tab completion for bash, zsh and fish.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def command(shell: str) -> None:
    """Print the script that lets Tab complete verbs, options, games, rules, policies, studies and runs.

    \b
    bash:  simulate completion bash >> ~/.bashrc
    zsh:   simulate completion zsh >> ~/.zshrc
    fish:  simulate completion fish > ~/.config/fish/completions/simulate.fish

    Then open a new shell. Rules are completed in two steps: the name, then its values.
    """
    from simulate.cli import COMPLETE, program
    from simulate.cli.shells import SHELLS

    click.echo(SHELLS[shell](program, {}, "simulate", COMPLETE).source())
