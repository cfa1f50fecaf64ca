"""Help in groups with whole lines, the same short options everywhere, and quiet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from builders import run_cli

from simulate.cli import program
from simulate.cli.aids import SHORT

FEW = ("-g", "starwars", "-n", "20", "--policy", "random", "-j", "1")


def every_command(group: click.Group = program) -> Iterator[tuple[str, click.Command]]:
    """The program, its verbs, and theirs."""
    context = click.Context(group)
    yield str(group.name), group
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command)
        else:
            yield name, command


def test_help_names_every_verb_in_a_whole_line(folder: Path) -> None:
    text = run_cli("--help", cwd=folder, columns=80).stdout
    assert text.count("...") == text.splitlines()[0].count("...")
    assert max(map(len, text.splitlines())) <= 80
    for name in program.list_commands(click.Context(program)):
        (line,) = (line for line in text.splitlines() if line.startswith(f"  {name} "))
        assert line.endswith((".", "?")), line


def test_help_stands_in_groups(folder: Path) -> None:
    """Verbs by what they are for, options by what they say; each of them once."""
    text = run_cli("--help", cwd=folder).stdout
    for title in ("Ask what a rule does:", "Look at a run:", "What is played:", "How it is played:"):
        assert f"\n{title}\n" in text
    lines = [line.split()[:2] for line in text.splitlines() if line.startswith("  -")]
    assert all(sum(flag in line for line in lines) == 1 for flag in ("--json", "--backend", "--version"))
    compare = run_cli("compare", "--help", cwd=folder).stdout
    assert compare.index("What is played:") < compare.index("--rule KEY") < compare.index("How it is played:")


@pytest.mark.parametrize(("name", "command"), list(every_command()))
def test_the_short_option_is_there_wherever_the_long_one_is(name: str, command: click.Command) -> None:
    for param in command.params:
        if isinstance(param, click.Option) and param.name in SHORT:
            assert SHORT[param.name] in param.opts, f"{name} --{param.name}"


def test_short_options_ask_for_the_same_run(folder: Path) -> None:
    """And quiet says nothing but the result, of every verb."""
    long = ("--game", "starwars", "--n", "20", "--policy", "random", "--jobs", "1", "--players", "3")
    said = run_cli(*long, cwd=folder)
    assert said.returncode == 0, said.stderr
    again = run_cli(*FEW, "-p", "3", cwd=folder)
    assert (again.returncode, again.stdout) == (0, said.stdout)
    assert "holds all 20 games already" in again.stderr
    for words in ((*FEW, "-q"), ("--quiet", *FEW), ("verify", "-q"), ("games", "--quiet")):
        assert run_cli(*words, cwd=folder, terminal=True).stderr == ""
    assert "there is no game" in run_cli("rules", "catn", "-q", cwd=folder).stderr
