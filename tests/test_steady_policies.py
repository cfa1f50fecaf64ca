"""Policies that read the world: no run mixes two players, and what makes them two is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import one_line, run_cli, run_python, succeed

import simulate
from rules.kernel import INTERPRETED
from simulate.plans.constants import changed_constants, constants_of
from simulate.plans.own_code import run_file
from simulate.plans.plan import Plan, make_plan

GAME = ("--game", "starwars", "--players", "2", "--jobs", "1", "--policy", "my.py:f,greedy")

WORLD = """
import os

BOLD = float(os.environ.get("BOLD", "1"))


def f(state, moves, features):
    return len(moves) - 1 if BOLD > 1.0 else 0
"""

UNWRITTEN = """
import numpy as np


def f(state, moves, features):
    return 0 if np.empty(4)[0] > 0.0 else len(moves) - 1
"""

READS_A_FILE = """
import numba


@numba.njit
def bold():
    with numba.objmode(bold="int64"):
        bold = int(open("bold.txt").read())
    return bold


def f(state, moves, features):
    return (len(moves) - 1) * bold()
"""


def constants(source: str, **world: Any) -> dict[str, str]:
    """The constants of the function `f` of a file."""
    head = "".join(f"{name} = {value!r}\n" for name, value in world.items())
    return constants_of(run_file(head + source, "my.py", "--policy my.py:f", "")["f"])


PLACES = {
    "a global": ("def f(state, moves, features): return X", "X"),
    "an array": ("import numpy as np\nA = np.full(3, X)\ndef f(s, m, x): return A[0]", "A"),
    "a tuple": ("A = (1, ('a', X))\ndef f(s, m, x): return A[0]", "A"),
    "a closure": ("def make(k):\n  def f(s, m, x): return k\n  return f\nf = make(X)", "f.k"),
    "a default": ("def f(s, m, x=X): return x", "f, default 1"),
    "a helper": ("A = X\ndef g(): return A\ndef f(s, m, x): return g()", "A"),
    "a compiled helper": (
        "import numba\nA = X\n@numba.njit\ndef g(): return A\ndef f(s, m, x): return g()", "A"
    ),
    "an enum": ("from enum import IntEnum\nclass E(IntEnum):\n  A = X\ndef f(s, m, x): return E.A", "E.A"),
    "made code": ("space = {}\nexec(f'def g(): return {X}', space)\ng = space['g']\n"
                  "def f(s, m, x): return g()", "g"),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_what_a_function_takes_from_its_file_is_known_by_name(place: str) -> None:
    source, name = PLACES[place]
    one, other = constants(source, X=1), constants(source, X=2)
    assert changed_constants(one, other) == [name]
    assert constants(source, X=1) == one


def test_what_a_function_does_not_use_is_no_constant_of_it() -> None:
    assert constants("def f(s, m, x): return 0", X=1) == {}
    source = "import numpy as np\nfrom rules.chance import draw_below\ndef f(s, m, x): return np.argmax(x)"
    assert constants(source) == {}


def test_two_processes_agree_on_constants_whatever_their_seed_of_hash_is(tmp_path: Path) -> None:
    code = (
        "from simulate.plans.own_code import run_file; from simulate.plans.constants import constants_of\n"
        'text = \'A = {"x": (1.5, "y"), "z": frozenset("abc")}\\ndef f(s, m, x): return A\'\n'
        "print(constants_of(run_file(text, 'my.py', '', '')['f']))"
    )
    said = {run_python(code, tmp_path, PYTHONHASHSEED=seed) for seed in ("1", "2", "3")}
    assert len(said) == 1
    by_hash = code.replace("1.5", 'hash("x")')
    assert len({run_python(by_hash, tmp_path, PYTHONHASHSEED=seed) for seed in ("1", "2")}) == 2


def test_another_value_is_another_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "my.py").write_text(WORLD)
    names = set()
    for bold in ("1", "2"):
        monkeypatch.setenv("BOLD", bold)
        plan = make_plan("starwars", 2, players=2, policy="my.py:f,greedy")
        names.add(plan.name)
        described = json.loads(json.dumps(plan.described()))
        assert Plan.from_dict(described, plan.sources()).hash == plan.hash, "a manifest keeps them"
    assert len(names) == 2


def test_a_run_is_not_continued_with_another_value(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "my.py").write_text(WORLD)
    succeed(*GAME, "--n", "2", "--out", "run", cwd=folder)
    monkeypatch.setenv("BOLD", "2")
    for words, says in (
        ((*GAME, "--n", "4", "--out", "run"), "run holds another run; it differs in: the value of BOLD in"),
        (("replay", "run", "--game-index", "0"), "BOLD has another value than when the games were planned"),
    ):
        done = run_cli(*words, cwd=folder)
        assert done.returncode == 2
        assert says in one_line(done)


@pytest.mark.skipif(INTERPRETED, reason="the interpreter's arrays come from elsewhere")
def test_a_new_policy_that_reads_memory_that_nothing_wrote_is_refused(
    folder: Path, new_policies: None
) -> None:
    (folder / "my.py").write_text(UNWRITTEN)
    for _ in range(2):  # it is not noted as known
        done = run_cli(*GAME, "--n", "2", "--out", "run", cwd=folder)
        assert done.returncode == 2
        line = done.stderr.splitlines()[-1]
        assert "--policy my.py:f: does not play the same in every process: game 0 goes another way" in line
        assert not (folder / "run").exists()


@pytest.mark.skipif(INTERPRETED, reason="no Python is called from the interpreter")
def test_a_stored_game_is_played_again_before_a_run_is_continued(folder: Path) -> None:
    (folder / "my.py").write_text(READS_A_FILE)
    (folder / "bold.txt").write_text("0")
    succeed(*GAME, "--n", "2", "--out", "run", cwd=folder)
    (folder / "bold.txt").write_text("1")
    done = run_cli(*GAME, "--n", "4", "--out", "run", cwd=folder)
    assert done.returncode == 2
    line = done.stderr.splitlines()[-1]
    assert "run: game 0 does not replay: " in line
    assert "Its policy my.py:f may read what lies outside itself" in line
    assert simulate.load(folder / "run").games_done == 2
    (folder / "bold.txt").write_text("0")
    succeed(*GAME, "--n", "4", "--out", "run", cwd=folder)
    wins = np.array(simulate.load(folder / "run").games["game"])
    assert wins.tolist() == [0, 1, 2, 3]
