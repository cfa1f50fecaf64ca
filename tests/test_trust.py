"""Code that came with a run is executed only if the user says so; a user's own, and data, need no word."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import one_line, run_cli, succeed

import simulate
from simulate.plans import trust

GAME = ("--game", "starwars", "--players", "2", "--n", "4", "--jobs", "1")
MINE = """
from pathlib import Path

Path("executed").touch()


def first(state, moves, features):
    return 0
"""


@pytest.fixture
def strange(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two runs that were played by code, and nobody here has met that code."""
    (folder / "my.py").write_text(MINE, encoding="utf-8")
    for out, rule in {"run": (), "other": ("--rule", "field_tile_points=5")}.items():
        succeed(*GAME, "--policy", "my.py:first,greedy", *rule, "--out", out, cwd=folder)
    (folder / "my.py").unlink()
    (folder / "executed").unlink()
    monkeypatch.setattr(trust, "_folder", lambda: folder / "trusted")
    monkeypatch.setattr(trust, "_here", set())
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "run", "--game-index", "1"),
        ("repair", "run"),
        ("from", "run", "--game-index", "1", "--turn", "3"),
        ("review", "run", "--game-index", "1"),
        ("compare", "run", "other"),  # plays games that differ once more
    ],
    ids=lambda words: words[0],
)
def test_code_of_a_run_is_not_executed_without_a_word(strange: Path, words: tuple[str, ...]) -> None:
    if words[0] == "repair":
        (strange / "run" / "receipts" / "0000000003.json").unlink()
    line = one_line(run_cli(*words, cwd=strange))
    assert line == (
        "policy my.py:first is code that came with the run and was never played here; to play it is to "
        "execute it with all your rights. Read sources/policy-*.py in the run, then add --trust"
    )
    assert not (strange / "executed").exists()


@pytest.mark.parametrize("verb", ["report", "verify", "plot", "export", "runs"])
def test_reading_a_run_executes_nothing(strange: Path, verb: str) -> None:
    words = ("runs", "--in", ".") if verb == "runs" else (verb, "run")
    succeed(*words, cwd=strange)
    assert not (strange / "executed").exists()


def test_with_trust_it_is_executed_and_asked_for_once(strange: Path) -> None:
    replay = ("replay", "run", "--game-index", "1")
    succeed(*replay, "--trust", cwd=strange)
    assert (strange / "executed").exists()
    succeed(*replay, cwd=strange)


def test_from_python_it_is_the_same(strange: Path) -> None:
    from simulate.replays.replay import replay

    run = simulate.load(strange / "run")
    with pytest.raises(ValueError, match="never played here"):
        replay(run, 1)
    with trust.all_trusted():
        assert replay(run, 1).ended


def test_a_file_that_the_user_names_is_trusted_and_so_is_its_copy(strange: Path) -> None:
    (strange / "my.py").write_text(MINE, encoding="utf-8")
    succeed(*GAME, "--policy", "my.py:first,greedy", "--out", "mine", cwd=strange)
    succeed("replay", "run", "--game-index", "1", cwd=strange)
