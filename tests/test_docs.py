"""The pages of docs/ and the examples in docstrings say what is true: they run, options and links exist."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from builders import ROOT
from pages import measures_of, options_of, part, presets_of, progress_say, styles, tables_of

from rules.games import OWN

TOP = Path(__file__).parent.parent
PAGES = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted((TOP / "docs").glob("*.md"))]


def test_the_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (TOP / "docs" / "python.md").read_text(), re.S)
    assert len(blocks) >= 6
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), space)
    assert space["record"]["players"] == 2  # type: ignore[index]


def test_the_policy_of_the_page_of_own_policies_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulate import run

    monkeypatch.chdir(tmp_path)
    page = (TOP / "docs" / "own-policies.md").read_text()
    Path("my.py").write_text(re.findall(r"```python\n(.*?)```", page, re.S)[0])
    Path("bold.toml").write_text(re.findall(r"```toml\n(.*?)```", page, re.S)[0].replace("search", "# "))
    played = run(n=50, players=2, policy="my.py:cautious,bold.toml")
    assert len(played.games) == 50


@pytest.mark.parametrize("game", OWN)
def test_options_and_presets_are_described_as_they_are_declared(game: str) -> None:
    """If not: python tests/pages.py."""
    assert part(TOP / "docs" / f"{game}.md", "options") == options_of(game)
    assert part(TOP / "docs" / f"{game}.md", "presets") == presets_of(game)


@pytest.mark.parametrize("game", OWN)
def test_the_tables_of_a_run_are_described_as_they_are_declared(game: str) -> None:
    """If not: python tests/pages.py."""
    assert part(TOP / "docs" / "tables.md", f"tables of {game}") == tables_of(game)


@pytest.mark.parametrize("game", OWN)
def test_measures_are_described_as_they_are_declared(game: str) -> None:
    """If not: python tests/pages.py."""
    assert part(TOP / "docs" / "metrics.md", f"measures of {game}") == measures_of(game)


def test_how_a_game_goes_is_described_as_it_is_declared() -> None:
    """If not: python tests/pages.py."""
    assert part(TOP / "docs" / "metrics.md", "how a game goes") == progress_say()


def test_styles_are_described_as_they_are_declared() -> None:
    """If not: python tests/pages.py."""
    assert part(TOP / "docs" / "policies.md", "styles") == styles()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / link).exists(), link


# --- the examples in docstrings

PACKAGES = ("rules", "simulate", "analyses", "reports")
FILES = [file.relative_to(ROOT) for name in PACKAGES for file in sorted((ROOT / name).rglob("*.py"))]
MODULES = [
    ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    for file in FILES
    if ">>>" in (ROOT / file).read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    """Only modules that have examples are imported."""
    module = import_module(name)
    assert any(found.examples for found in doctest.DocTestFinder().find(module))
    assert doctest.testmod(module).failed == 0


def test_there_are_examples_of_all_kinds() -> None:
    """Of errors, estimates, studies and pictures."""
    assert {"rules.errors", "analyses.estimate", "analyses.samples", "reports.words"} <= set(MODULES)
