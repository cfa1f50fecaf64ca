"""Every command in the documentation can be typed: its verb, options, rules, policies and measures exist."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from docs_check import PAGES, TITLED
from pages import DOCS, TOP

from analyses.measures.own_measures import OWN
from analyses.measures.vocabulary import declared
from rules import games
from rules.options import read_options, split_words
from simulate.cli import program
from simulate.plans.policies import names

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
INLINE = re.compile(r"`(simulate [^`]*)`")
FOR_COMMANDS = ("", "console")
"""Languages of blocks that hold commands."""

OF_THE_PAGE_ABOUT_PIG = "pig"
"""A game that docs/adding-a-game.md builds; tests/test_pig.py runs its commands."""


OWN_RULES = TOP / "tests" / "own_rules"
"""Where the files lie that docs/own-rules.md shows."""

SUBSTITUTED = re.compile(r"\$\(\(.*?\)\)|\$\w+")
"""What the shell puts a number in place of, as `$((TASK * 1000))` and `$TASK`."""

ANYWHERE = {"--debug", "--trust", "--help", "-q"}
"""What stands with every verb."""


def typed(page: Path) -> Iterator[str]:
    """The commands of a page: lines of its blocks, without what stands behind them."""
    for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language in FOR_COMMANDS:
            for line in block.splitlines():
                if re.match(r"(\$ )?(simulate|make) ", line):
                    yield re.split(r"\s{2,}| >>? ", line.removeprefix("$ "))[0]


COMMANDS = [(page, command) for page in PAGES for command in dict.fromkeys(typed(page))]


def verb_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The verb of a command, and the words that are left."""
    verb: click.Command | None = program.get_command(click.Context(program), words[0]) if words else None
    if verb is None:
        return program, words
    if isinstance(verb, click.Group) and len(words) > 1 and words[1] in verb.commands:
        return verb.commands[words[1]], words[2:]
    return verb, words[1:]


def rules_of(given: dict[str, Any]) -> Iterator[str]:
    """Every single rule that a command sets: of a sweep each value."""
    for name in ("rules", "a", "b"):
        for rule, values in split_words(given.get(name) or ()).items():
            bounds = re.fullmatch(r"(\d+)\.\.(\d+)", values)
            for value in bounds.groups() if bounds else [values] if "+" in values else values.split(","):
                yield f"{rule}={value}"


@pytest.fixture
def files_of_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the games that docs/own-games.md shows, and the one with which an author begins."""
    for file, content in TITLED.findall((DOCS / "own-games.md").read_text(encoding="utf-8")):
        (tmp_path / file).write_text(content, encoding="utf-8")
    shutil.copy(TOP / "simulate" / "plain" / "likes" / "cards.py", tmp_path / "mygame.py")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("files_of_pages")
@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=[f"{p.stem}: {c}" for p, c in COMMANDS])
def test_a_command_can_be_typed(page: Path, command: str) -> None:
    words = shlex.split(SUBSTITUTED.sub("1", command))
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (TOP / "Makefile").read_text(encoding="utf-8"), re.M)
        return
    verb, rest = verb_of([word for word in words[1:] if word not in ANYWHERE])
    given = verb.make_context("simulate", rest).params
    game = given.get("game")
    if game in (None, "GAME", OF_THE_PAGE_ABOUT_PIG):
        return
    if given.get("code"):
        game = games.load_changed(game, str(OWN_RULES / given["code"])).name
    options = games.load(game).options.Options
    for rule in rules_of(given):
        read_options(game, options, split_words([rule]))
    assert given.get("preset") in {None, *games.load(game).options.PRESETS}
    for name in (given.get("policy") or given.get("panel") or "random").split(","):
        assert name in names(game) or re.search(r"\.(toml|py:\w+)$", name), name
    measures = {measure.name for measure in declared(game)}
    targets = [given["target"]] if given.get("target") else []
    for measure in (*(given.get("measures") or ()), *targets, *(given.get("until") or ())):
        own = OWN.match(measure)
        assert own or re.split("[:=]", measure)[0] in {*measures, "decided"}, measure


OPTION = re.compile(r"--|-[a-z]$")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_within_a_sentence_has_a_verb_and_options_that_exist(page: Path) -> None:
    """It may be a part of a command, such as `simulate replay --turn`."""
    for command in INLINE.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        words = command.split()[1:]
        verb, rest = verb_of(words)
        assert verb is not program or not words or words[0].startswith("-"), command
        known = {name for option in verb.params for name in option.opts}
        assert {word for word in rest if OPTION.match(word)} <= known | ANYWHERE, command


def test_pages_have_commands() -> None:
    """The cookbook has forty-two questions, four of them with two commands."""
    assert len(COMMANDS) > 80
    cookbook = (TOP / "docs" / "cookbook.md").read_text(encoding="utf-8")
    assert len(re.findall("^### ", cookbook, re.M)) == 42
    assert cookbook.count("```console") == 46


RUN_NAME = re.compile(r"runs/(\w+)-([0-9a-f]{6})\b")


def test_runs_that_pages_name_are_those_of_the_standard_games() -> None:
    """As `runs/starwars-a18f86`: who plays the usual games of seed 1 finds that directory."""
    from simulate.plans.plan import make_plan

    for page in PAGES:
        for game, name in RUN_NAME.findall(re.sub(r"```console.*?```", "", page.read_text(), flags=re.S)):
            assert make_plan(game, 1).hash[:6] == name, f"{page.name}: runs/{game}-{name}"
