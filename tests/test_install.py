"""The wheel holds everything, and works where it is installed, far from the sources."""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from builders import ROOT, run_each, run_words

import simulate

SOURCES = ("rules", "simulate", "analyses", "reports")
FILES = ("pyproject.toml", "README.md", "LICENSE")


def succeed(*words: Path | str, cwd: Path, **env: str) -> str:
    """Run a command that must succeed and return its stdout."""
    done = run_words(*words, cwd=cwd, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def can_build_here() -> bool:
    """Whether this environment has a setuptools that reads our pyproject.toml."""
    try:
        return int(version("setuptools").split(".")[0]) >= 77
    except PackageNotFoundError:
        return False


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from a copy so that nothing is left among the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / "src" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder / "src" / name)
    isolation = ["--no-build-isolation"] if can_build_here() else []
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--disable-pip-version-check", "--quiet"]
    succeed(*pip, *isolation, "--wheel-dir", folder, folder / "src", cwd=folder)
    (built,) = folder.glob("houserules_lab-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel installed in a folder of its own, the packages it needs coming from here."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-compile", "--disable-pip-version-check"]
    succeed(*pip, "--quiet", "--target", folder / "site", wheel, cwd=folder)
    return folder


def test_every_source_and_data_file_is_in_the_wheel(wheel: Path) -> None:
    """Tiles, weights and templates too, and nothing besides."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    ours = {
        path.relative_to(ROOT).as_posix()
        for name in SOURCES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside == ours
    assert {
        "rules/starwars/tiles.toml",
        "reports/boards/catan/symbols.svg",
        "simulate/games/starwars/weights.toml",
        "simulate/cli/__init__.py",
    } <= inside


def test_the_wheel_names_the_program_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "simulate = houserules_lab:script" in archive.read(points).decode()
        (metadata,) = (name for name in names if name.endswith("METADATA"))
        text = archive.read(metadata).decode()
    assert "License-Expression: MIT" in text
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_installed_program_comes_from_where_it_was_installed(installed: Path) -> None:
    code = "import rules, simulate; print(rules.__file__); print(simulate.__file__)"
    found = succeed(sys.executable, "-c", code, cwd=installed, PYTHONPATH=str(installed / "site"))
    assert all(Path(line).is_relative_to(installed / "site") for line in found.splitlines())


def test_the_installed_program_lists_and_plays(installed: Path) -> None:
    """Interpreted: compiling it for this place alone takes half a minute."""
    play = ["--game", "starwars", "--n", "5", "--policy", "random", "--out", "run"]
    typed = [["games", "--json"], ["rules", "starwars"], play, ["verify", "run"]]
    site = str(installed / "site")
    listed, options, played, verified = run_each(typed, installed, PYTHONPATH=site, NUMBA_DISABLE_JIT="1")
    assert "starwars" in json.loads(listed)
    assert "dice_cap" in options
    assert "5 games, 3 players" in played
    assert "5 of 5 games, complete" in verified


def test_the_installed_version_is_that_of_the_sources(wheel: Path) -> None:
    assert wheel.name.startswith(f"houserules_lab-{simulate.__version__}-")
