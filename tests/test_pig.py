"""Pig, installed as a package of its own, is played, verified, replayed and tuned like the other games."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from builders import ROOT, one_line, refusal, run_cli, run_each, run_words
from warm import PIG

from rules import games
from simulate.policies import built_in, position_weights

PAGE = ROOT / "docs" / "adding-a-game.md"
COMMANDS = re.findall(r"^(?:simulate|pip) .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

CLI = "import sys; from simulate.cli import script; sys.exit(script())"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as pip installs it, to the byte the one that stands in the tests."""
    folder = tmp_path_factory.mktemp("pig")
    shutil.copytree(PIG, folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "--disable-pip-version-check", "--target", folder / "site", folder / "src"], check=True
    )
    for file in (PIG / "pig").iterdir():
        if file.is_file():
            assert (folder / "site" / "pig" / file.name).read_bytes() == file.read_bytes()
    return folder


def test_the_page_builds_the_game_that_stands_in_the_tests() -> None:
    """At most eight files, each named on the page."""
    files = [file for file in PIG.rglob("*") if file.suffix in (".py", ".toml")]
    assert len(files) <= 8
    for file in files:
        assert f"`{file.relative_to(PIG).as_posix()}`" in PAGE.read_text(encoding="utf-8")


def test_a_game_without_a_board_to_draw_says_so(pig: None, folder: Path) -> None:
    assert run_cli("--game", "pig", "--n", 4, "--out", "few", cwd=folder).returncode == 0
    for form in ("svg", "png", "html"):
        words = ("replay", "few", "--game-index", 3, "--as", form, "--out", f"x.{form}")
        said = "there are no pictures of pig; `simulate replay` tells its games in words"
        assert one_line(run_cli(*words, cwd=folder)) == said
        assert not (folder / f"x.{form}").exists()


@pytest.mark.parametrize(
    ("name", "init", "says"),
    [
        ("hog", None, "(hog:GAME) does not load: ModuleNotFoundError: No module named 'hog'"),
        ("hog", "GAME = 1 +", "(hog:GAME) does not load: SyntaxError: invalid syntax"),
        ("hog", "GAME = 1", "(hog:GAME) is no rules.games.Game"),
        ("hog", "from rules.castle import GAME", "entry point, name and package must be the same word"),
    ],
)
def test_a_package_that_does_not_load_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, init: str | None, says: str
) -> None:
    """And it is a mistake in the package, not of this program."""
    if init is not None:
        (tmp_path / "hog").mkdir()
        (tmp_path / "hog" / "__init__.py").write_text(init, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "hog", raising=False)
    monkeypatch.setattr(games, "entry_points", lambda **given: [EntryPoint(name, "hog:GAME", games.GROUP)])
    monkeypatch.setattr(games, "names", lambda: (*games.OWN, name))
    games.load.cache_clear()
    assert says in refusal(games.load, name)


def test_what_a_file_of_weights_lacks_is_named(pig: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulate.policies._tables", lambda game: {"greedy": {"gain": 1.0}})
    assert refusal(built_in.__wrapped__, "pig").endswith("weights.toml: the style 'greedy' has no text")
    assert refusal(position_weights, "pig", "search:1", 2).endswith(
        "weights.toml has no table [position.2], by which a search judges positions"
    )


def test_a_fault_in_a_package_may_be_its_own(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(installed / "site", tmp_path / "site")
    page = tmp_path / "site" / "pig" / "page.py"
    page.write_text(page.read_text(encoding="utf-8").replace("def facts(", "def fact("), encoding="utf-8")
    paths = os.pathsep.join(map(str, (tmp_path / "site", ROOT)))
    done = run_words(sys.executable, "-c", CLI, "--game", "pig", "--n", 4, cwd=tmp_path, PYTHONPATH=paths)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "simulate: AttributeError: module 'pig.page' has no attribute 'facts' "
        "(a fault of houserules or the package pig; --debug shows where)"
    )


def test_the_commands_of_the_page_work(installed: Path) -> None:
    """As a user types them, one after the other: found by its entry point, with the kernels of `warm`."""
    assert len(COMMANDS) > 5
    paths = os.pathsep.join(map(str, (PIG, installed / "site", ROOT)))
    typed = [shlex.split(command)[1:] for command in COMMANDS if command.startswith("simulate ")]
    said = run_each(typed, installed, PYTHONPATH=paths)
    assert len(said) == len(typed)
    assert all(said[i] for i, words in enumerate(typed) if words[:2] != ["study", "new"])
    assert (installed / "dared.toml").exists()
    assert "pig" in (installed / "runs").iterdir().__next__().name
