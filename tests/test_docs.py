"""The pages of docs/ say what is true: their Python runs, their options and links exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
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
