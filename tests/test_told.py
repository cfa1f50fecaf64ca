"""Plain English: documentation, help, and all that programs write; sentences of at most 25 words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from builders import composed, run_cli
from docs_check import PAGES
from pages import INDEX, filled, rule_index
from prose import faults, paragraphs
from told import Paragraphs, in_terminal, long_in

from reports.pages import parts
from rules.games import OWN
from simulate.cli import program

FEW = "--n", "12", "--policy", "greedy"
STARWARS = "--game", "starwars", "--players", "2", *FEW

WATCHED = [
    ("replay", "starwars", "--game-index", "typical", "--as", "html", "--out", "watch.html"),
    ("review", "starwars", "--game-index", "closest", "--n", "8", "--out", "review.html"),
    ("from", "starwars", "--game-index", "1", "--turn", "3", "--n", "8"),
]
QUESTIONS = [
    ("compare", *STARWARS, "--rule", "dice_cap=1", "--tables", "all,progress,placements", "--out", "compare"),
    ("sweep", *STARWARS, "--rule", "dice_cap=1..3", "--target", "battles=12", "--out", "sweep"),
    ("study", "new", "asked", "--game", "starwars"),
    ("study", "asked.toml", "--n", "24", "--full", "--out", "study"),
    ("odds", "2", "1"),
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[str]]:
    """A folder with a page of each kind, what commands printed, and the captions of all figures."""
    folder = tmp_path_factory.mktemp("told")
    printed: list[str] = []
    captions: list[str] = []

    def noted(draw: object, title: str, caption: str, suffix: str) -> object:
        captions.extend((title, caption))
        return composed(draw, title, caption, suffix)

    played = [("--game", game, *FEW, "--tables", "all,progress,placements", "--out", game) for game in OWN]
    pages = [("report", game, "--out", f"{game}.html") for game in OWN]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "drawn", noted)
        for words in (*played, *pages, *WATCHED, *QUESTIONS):
            done = run_cli(*words, cwd=folder)
            assert done.returncode in (0, 1), done.stderr
            printed.append(done.stdout)
    return folder, printed, captions


def test_every_page_is_plain(told: tuple[Path, list[str], list[str]]) -> None:
    folder, _, captions = told
    pages = sorted(folder.rglob("*.html"))
    assert len(pages) == len(OWN) + 5
    found = [
        f"{page.name}: {fault}"
        for page in pages
        for text, cell in Paragraphs(page.read_text(encoding="utf-8")).found
        for fault in long_in(text, cell=cell)
    ]
    assert len(captions) > 20
    assert [*found, *(fault for text in captions for fault in long_in(text))] == []


def test_what_commands_print_is_plain(told: tuple[Path, list[str], list[str]]) -> None:
    _, printed, _ = told
    assert sum(map(len, printed)) > 5000
    assert [f for text in printed for part in in_terminal(text) for f in long_in(part, cell=True)] == []


def test_a_long_sentence_is_found_wherever_it_stands() -> None:
    long = " ".join(["word"] * 31)
    page = Paragraphs(f"<p>{long}.</p><td>{long}</td><svg><text>{long}</text></svg><p>Short [1, 2].</p>")
    assert page.found == [(f"{long}.", False), (long, True), ("Short [1, 2].", False)]
    assert [len(long_in(text, cell=cell)) for text, cell in page.found] == [1, 1, 0]
    assert list(in_terminal(f"● {long}\n  {long}\n\n a  b\nshort")) == [f"{long} {long}", "short"]


# --- documentation and help


TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES} | {INDEX: rule_index()}


@pytest.mark.parametrize("page", TEXTS)
def test_a_page_is_plain(page: str) -> None:
    found = [fault for text, cell in paragraphs(filled(TEXTS[page])) for fault in faults(text, cell=cell)]
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


def test_every_element_of_raw_html_is_a_paragraph() -> None:
    page = "<ul>\n<li><h3>Why?</h3>\n<p>So.</p></li>\n</ul>\n<script>{}</script>\n\nProse."
    assert [text for text, _ in paragraphs(page)] == ["Why?", "So.", "Prose."]


def test_long_sentences_and_old_phrases_are_found() -> None:
    long = " ".join(["word"] * 26)
    assert faults(f"Short. {long}. Short.") == [f"26 words: {long}."]
    assert faults("The score less the best.") == ["'less the', say minus: The score less the best."]
    assert faults(f"{long[:60]}; {long[60:]}", cell=True) == []
    page = f"# Title\n\n* an item,\n  of two lines\n\n| a | {long} |\n\n```\n{long} {long}\n```\n"
    prose = [(text, False) for text in ("Title", "an item, of two lines")]
    assert list(paragraphs(page)) == [*prose, ("a", True), (long, True)]
