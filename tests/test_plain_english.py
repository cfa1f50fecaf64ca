"""Documentation and help are plain English: sentences of at most 25 words, no phrases that nobody says."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from docs_check import PAGES
from prose import faults, paragraphs

from simulate.cli import program


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_plain(page: object) -> None:
    found = [
        fault
        for text, cell in paragraphs(page.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
        for fault in faults(text, cell=cell)
    ]
    assert not found, "\n".join(found)


def commands(verb: click.Command = program, name: str = "simulate") -> Iterator[tuple[str, click.Command]]:
    """Every command with its name."""
    yield name, verb
    if isinstance(verb, click.Group):
        context = click.Context(verb)
        for word in verb.list_commands(context):
            inner = verb.get_command(context, word)
            assert inner is not None
            yield from commands(inner, f"{name} {word}")


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_plain(name: str) -> None:
    command = COMMANDS[name]
    whole = [text for text in (command.help or "").split("\n\n") if not text.strip().startswith("\b")]
    of_options = [getattr(option, "help", None) or "" for option in command.params]
    found = [fault for text in whole for fault in faults(" ".join(text.split()))]
    found += [fault for text in of_options for fault in faults(text, cell=True)]
    assert not found, "\n".join(found)


def test_long_sentences_and_old_phrases_are_found() -> None:
    long = " ".join(["word"] * 26)
    assert faults(f"Short. {long}. Short.") == [f"26 words: {long}."]
    assert faults("The score less the best.") == ["'less the', say minus: The score less the best."]
    assert faults(f"{long[:60]}; {long[60:]}", cell=True) == []
    page = f"# Title\n\n* an item,\n  of two lines\n\n| a | {long} |\n\n```\n{long} {long}\n```\n"
    assert list(paragraphs(page)) == [
        ("Title", False),
        ("an item, of two lines", False),
        ("a", True),
        (long, True),
    ]
