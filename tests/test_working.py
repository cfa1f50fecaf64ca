"""What takes long says what it does, for how long, and for how long still."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from builders import run_cli, succeed

import simulate.io.console
from rules.errors import FailedError
from simulate.io.console import working
from simulate.store.runs import Run
from simulate.working.compiling import USUAL, compiling, seconds_taken


def test_what_takes_over_a_second_says_what_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once it says nothing; then how long it has taken, and how long it may take still."""
    monkeypatch.setattr(simulate.io.console, "PATIENCE", 0.05)
    monkeypatch.setattr(simulate.io.console, "LINE_EVERY", 0.05)
    with working("nothing"):
        pass
    assert capsys.readouterr().err == ""
    with working("drawing", 30):
        time.sleep(0.3)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert set(lines) == {"drawing: 0 s, about 30 s left"}
    with working("drawing", 0):
        time.sleep(0.1)
    assert "drawing: 0 s, longer than expected" in capsys.readouterr().err


def test_report_and_plot_say_what_they_do(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate.io.console, "PATIENCE", 0.0)
    for verb, says in (("report", "writing the page about"), ("plot", "drawing the scores of")):
        done = run_cli(verb, run.path, cwd=run.path.parent)
        assert done.stderr.startswith(f"{says} {run.path}, 120 games: 0 s")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("compare", "--rule", "dice_cap=1"), "comparing "),
        (("sweep", "--rule", "dice_cap=1..3"), "comparing "),
        (("study", "seats"), "reading the games"),
    ],
)
def test_answers_say_that_games_are_read_and_the_page_is_written(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate.io.console, "PATIENCE", 0.0)
    who = () if words[0] == "study" else ("--policy", "random")
    asked = "--game starwars --players 2 --n 20 --out found --jobs 1"
    done = succeed(*words, *who, *asked.split(), cwd=tmp_path)
    assert says in done.stderr
    assert "writing found/report.html: 0 s" in done.stderr


def test_compiling_says_how_long_it_took_the_last_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured once is what is expected the next time; a failure is no measure."""
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    monkeypatch.setattr("simulate.working.compiling.is_compiled", lambda game, kernel: False)
    said: list[tuple[str, float | None]] = []

    def waiting(text: str, seconds: float | None) -> AbstractContextManager[None]:
        said.append((text, seconds))
        return nullcontext()

    with compiling("catan", "play_games", waiting):
        time.sleep(0.2)
    with pytest.raises(FailedError), compiling("catan", "play_games", waiting):
        raise FailedError("no")
    assert [seconds for _, seconds in said] == [USUAL, seconds_taken()["catan play_games"]]
    assert 0.2 <= seconds_taken()["catan play_games"] < 10
    assert "compiling Catan, once for this version" in said[0][0]
    for damaged in ("", "[]", '{"catan play_games": "soon"}'):
        (tmp_path / "seconds.json").write_text(damaged)
        assert seconds_taken() == {}
