"""Want of memory ends a command as a killed worker does: one line, blocks are kept, and no game failed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import content, one_line, run_cli, succeed
from forked import Server

import simulate
from rules.kernel import INTERPRETED
from simulate.store.runs import Run
from simulate.working.work import play_block

GREEDY_FOR_MEMORY = """
import numpy as np

def huge(state, moves, features):
    return int(np.empty(1 << 57)[0])
"""
"""A policy that asks for more memory than there are addresses."""


@pytest.mark.skipif(INTERPRETED, reason="interpreted, the policy is refused before")
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_policy_that_finds_no_memory_fails_no_game(backend: str, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(GREEDY_FOR_MEMORY, encoding="utf-8")
    words = f"--game starwars --n 8 --players 2 --policy my.py:huge,random --jobs 2 --backend {backend}"
    said = one_line(run_cli(*words.split(), "--out", "run", cwd=tmp_path), code=1)
    assert said.startswith(
        "run: there was not enough memory; 0 of 8 games are kept; fewer --jobs need less; again: simulate"
    )
    assert simulate.load(tmp_path / "run").failed == []


def test_the_blocks_that_were_played_before_are_kept(
    whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the same command goes on from them."""

    def play(path: Path, plan: Any, first: int, n: int, *more: Any) -> int:
        if first == 100:
            raise MemoryError
        return play_block(path, plan, first, n, *more)

    plan = ["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3]
    words = [*plan, "--block-size", 50, "--jobs", 1, "--out", "run"]
    with monkeypatch.context() as patch:
        patch.setattr("simulate.working.workers.play_block", play)
        done = run_cli(*words, cwd=tmp_path)
    assert (done.returncode, "run: there was not enough memory; 100 of 120" in done.stderr) == (1, True)
    succeed(*words, cwd=tmp_path)
    assert content(simulate.load(tmp_path / "run")) == content(whole)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux how much memory is taken")
@pytest.mark.parametrize("words", ["report run", "export run --out tables", "verify run", "runs --in ."])
def test_where_memory_is_short_a_line_says_so_and_nothing_torn_is_left(
    words: str, run: Run, forks: Server
) -> None:
    """With ever more memory, until there is enough."""
    cwd = run.path.parent
    for megabytes in (12, 24, 48, 96, 400):
        done = forks.start(*words.split(), cwd=cwd, memory=megabytes).wait()
        if done.returncode == 0:
            break
        assert not list(cwd.rglob("*.part"))
        if done.returncode != 1 and "Traceback" not in done.stderr:
            continue  # a library in C has ended it, and Python runs no more
        line = f"simulate: there was not enough memory; again: simulate {words}"
        assert done.stderr.splitlines()[-1] == line
        assert "Traceback" not in done.stderr
    assert done.returncode == 0
    assert content(simulate.load(run.path))


@pytest.mark.parametrize("raised", [MemoryError(), MemoryError("Unable to allocate 9. TiB")])
def test_any_command_that_finds_no_memory_says_so_in_one_line(
    raised: MemoryError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*given: object, **named: object) -> None:
        raise raised

    monkeypatch.setattr("simulate.cli.program.main", load)
    said = one_line(run_cli("report", "run", cwd=tmp_path), code=1)
    assert said == "there was not enough memory; again: simulate report run"
