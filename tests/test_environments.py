"""Places in which a command may have to work: without a home or a terminal, in any language, on any path.

Whole programs, for what only those can show; most of them in `make verify`.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from builders import PLAN, PROGRAM, ROOT, content, one_line, run_cli, run_program, run_python, run_words

import simulate
from rules.kernel import INTERPRETED
from simulate.store.runs import Run, newest

FEW = ["--game", "starwars", "--n", 4, "--policy", "random", "--tables", "games,seats", "--jobs", 1]
compiled = pytest.mark.skipif(INTERPRETED, reason="there is no cache")


def test_a_bare_environment_on_a_strange_path(tmp_path: Path) -> None:
    """No HOME, the C locale, 40 columns, no terminal; blanks, letters of anywhere and a link in the path."""
    place = tmp_path / "a b" / "Žofie 🎲"
    place.mkdir(parents=True)
    (tmp_path / "link").symlink_to(place)
    bare = {"HOME": None, "LC_ALL": "C", "COLUMNS": "40"}
    done = run_program(*FEW, "--out", "link/my run", cwd=tmp_path, **bare)
    assert (done.returncode, done.stderr) == (0, "")
    assert "next:" not in done.stdout
    assert content(simulate.load(place / "my run")) == content(simulate.load(tmp_path / "link" / "my run"))


@pytest.mark.verify
def test_what_a_terminal_has_no_sign_for_is_shown_by_its_code(run: Run) -> None:
    """ASCII only, and a path that is not of any language."""
    place = run.path.with_name(os.fsdecode(b"not utf-8 \xff"))
    run.path.rename(place)
    env = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for words in (["report"], ["replay", "--game-index", "3"], ["plot"], ["verify"]):
        done = run_program(words[0], place, *words[1:], "--quiet", cwd=place.parent, **env)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert b"</html>" in (place / "report.html").read_bytes()


@pytest.mark.verify
def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    """Nothing is lost but time: what would be kept there is not."""
    env = {
        "HOME": str(tmp_path / "none" / "such"),
        "HOUSERULES_CACHE": "/dev/null/no",
        "XDG_CACHE_HOME": None,
    }
    for words in ([*FEW, "--out", "run"], ["plot", "run"]):
        done = run_program(*words, cwd=tmp_path, NUMBA_DISABLE_JIT="1", **env)
        assert done.returncode == 0, done.stderr


def test_a_user_without_any_home_is_told_what_to_set(tmp_path: Path) -> None:
    said = run_python(
        "import pwd, sys\n"
        "def nobody(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = nobody\n"
        "from rules.errors import UserError\n"
        "from rules.kernel_cache import cache_base\n"
        "try: cache_base()\n"
        "except UserError as error: print(error)\n",
        tmp_path,
        HOME=None, HOUSERULES_CACHE=None, XDG_CACHE_HOME=None,
    )  # fmt: skip
    assert "no home directory is known for compiled kernels: set HOUSERULES_CACHE" in said


@compiled
@pytest.mark.verify
def test_a_cache_that_is_read_only_from_some_moment_on(tmp_path: Path) -> None:
    """What is there is used; what is not is compiled and not kept, which one line says."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "toy.py").write_text(
        "from rules.kernel import kernel\n"
        "@kernel\ndef one(x): return x + 1\n"
        "@kernel\ndef two(x): return x + 2\n",
        encoding="utf-8",
    )
    code = (
        f"import sys, warnings; sys.path[:0] = ['.', {str(ROOT / 'tests')!r}]\n"
        "from pathlib import Path\n"
        "from forked import give_up_powers\n"
        "import toy\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        "    assert toy.one(1) == 2\n"
        "    for path in [p for p in Path('cache').rglob('*') if p.is_dir()]: path.chmod(0o555)\n"
        "    give_up_powers()\n"
        "    assert (toy.one(1.5), toy.two(1)) == (2.5, 3)\n"
        "print(*(one.message for one in said), sep='\\n')\n"
    )
    said = run_python(code, tmp_path, HOUSERULES_CACHE=str(tmp_path / "cache"))
    assert said.count("compiled kernels cannot be kept in") == 1
    assert "Permission denied; every command compiles them anew" in said


def test_a_clock_that_was_set_back(run: Run, whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is made of what was written, not of when: it is continued; the newest is the one used last."""
    future = time.time() + 400 * 86_400
    for path in run.path.rglob("*"):
        os.utime(path, (future, future))
    run.receipt_path(50).unlink()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    again = simulate.run("starwars", **PLAN, jobs=1, out=run.path)
    assert content(again) == content(whole)
    other = run.path.parent / "other"
    shutil.copytree(run.path, other, copy_function=shutil.copyfile)
    run_cli(*["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3], "--out", other, cwd=other)
    assert newest(run.path.parent) == other


def test_a_control_sign_in_a_name_does_not_reach_the_terminal(tmp_path: Path) -> None:
    """Nor does it make two lines of a message."""
    line = one_line(run_cli("--game", "a\x1b[31m\nb\u2028c", cwd=tmp_path))
    assert "\\x1b[31m\\nb\\u2028c" in line
    assert len(one_line(run_cli("--game", "a" * 50_000, cwd=tmp_path))) < 2_000


def test_a_stdout_that_is_closed_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    words = "--game starwars --n 4 --policy random --out run"
    done = run_words("bash", "-c", f"{PROGRAM} {words} >&-", cwd=tmp_path)
    assert done.returncode == 2
    assert one_line(done) == "stdout is closed, and results go there; > /dev/null if nobody reads them"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("closed", ["2>&-", "<&-"])
def test_a_stream_that_nobody_needs_may_be_closed(closed: str, tmp_path: Path) -> None:
    done = run_words("bash", "-c", f"{PROGRAM} games {closed}", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Star Wars Carcassonne" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_stdout_is_named(tmp_path: Path) -> None:
    for words in ("games", "--help", "rules starwars", "completion bash"):
        done = run_words("bash", "-c", f"{PROGRAM} {words} > /dev/full", cwd=tmp_path)
        assert one_line(done, code=1) == f"stdout: No space left on device; again: simulate {words}"
