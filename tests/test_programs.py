"""One run, one program: games of two versions do not mix, and who reads says which one played them."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from builders import ROOT, change_manifest, change_receipt, content, one_line, refusal, run_cli, succeed

import simulate
from rules.errors import Notice
from rules.games import load
from rules.kernel_cache import engine_files, program_in_files, program_of
from simulate.plans.plan import hash_of_dict
from simulate.store.runs import Run, read_run
from simulate.working.repair import repair
from simulate.working.verify import verify
from simulate.working.work import play_block

WORDS = ["--game", "starwars", "--n", 120, "--policy", "random", "--seed", 3]
OTHER = "0123456789abcdef"


@pytest.fixture
def foreign(run: Run) -> Run:
    """A run that another program played."""
    return played_by_another(run)


def played_by_another(run: Run) -> Run:
    """The run, as its manifest and its receipts would say if another program had played it."""
    for first, _ in run.done_blocks():
        change_receipt(run, first, lambda receipt: receipt.update(program=OTHER))
    change_manifest(run, lambda manifest: manifest.update(program=OTHER))
    return read_run(run.path)


def other(run: Run) -> str:
    """How a run of another program is called."""
    return f"was played by another program: houserules {simulate.__version__} ({OTHER})"


def test_manifest_and_receipts_say_which_program_played(whole: Run) -> None:
    assert whole.program == program_of("starwars")
    assert {receipt.program for receipt in whole.done_receipts()} == {whole.program}


def test_what_only_tells_of_a_game_is_no_part_of_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pig: None
) -> None:
    """The page of a package of its own, unless what plays imports it."""
    assert load("pig").package == "pig"
    folder = tmp_path / "pig"
    shutil.copytree(ROOT / "tests" / "pig" / "pig", folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sys.modules["pig"], "__path__", [str(folder)])
    before = program_in_files("pig")
    with (folder / "page.py").open("a", encoding="utf-8") as page:
        page.write("# other words")
    assert program_in_files("pig") == before
    for file, line in (("engine.py", "from pig import page"), ("playing.py", "# another feature")):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(f"{text}\n{line}\n", encoding="utf-8")
        assert program_in_files("pig") != before
        if file == "engine.py":
            assert folder / "page.py" in engine_files("pig")
        (folder / file).write_text(text, encoding="utf-8")
    assert program_in_files("pig") == before


def test_a_run_of_another_program_is_read_with_a_word(foreign: Run) -> None:
    with pytest.warns(Notice, match="another program"):
        opened = simulate.load(foreign.path)
    assert len(opened.games) == 120
    done = succeed("report", foreign.path, cwd=foreign.path.parent)
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("simulate: ")]
    again = f"simulate repair {foreign.path} --play-again"
    assert line == f"simulate: {foreign.path} {other(foreign)}; play it anew: {again}"
    opened_again = succeed(*WORDS, "--out", foreign.path, "--quiet", "--json", cwd=foreign.path.parent)
    assert opened_again.stderr == f"{line}\n", "who asks for results only must know whose they are"
    assert json.loads(opened_again.stdout)["runs"][0]["program"] == foreign.played_by


def open_three_times(path: Path) -> None:
    """Open a run, play it once more, and vary it to what it is."""
    run = simulate.load(path)
    simulate.run(game="starwars", n=120, policy="random", seed=3, out=path)
    run.vary(out=path)


def test_a_notice_of_another_program_names_the_line_that_asked(foreign: Run) -> None:
    with pytest.warns(Notice, match="another program") as given:
        open_three_times(foreign.path)
    assert [one.filename for one in given] == 3 * [__file__]


@pytest.mark.parametrize("words", [["--n", 130], ["--n", 120]])
def test_a_run_of_another_program_is_not_continued(foreign: Run, words: list[object]) -> None:
    """Neither grown nor mended; nothing is written."""
    foreign.receipt_path(50).unlink()
    before = sorted(foreign.path.rglob("*"))
    said = one_line(run_cli(*WORDS, *words, "--out", foreign.path, cwd=foreign.path.parent))
    assert said == (
        f"{foreign.path} {other(foreign)}, and games of two programs do not mix; play it anew: "
        f"simulate repair {foreign.path} --play-again"
    )
    assert "do not mix" in one_line(run_cli("repair", foreign.path, cwd=foreign.path.parent))
    assert sorted(foreign.path.rglob("*")) == before


def test_a_run_of_another_program_that_holds_no_games_begins_anew(foreign: Run) -> None:
    """Whoever mends a game or a policy before it has played one needs no other command."""
    shutil.rmtree(foreign.path / "receipts")
    done = succeed(*WORDS, "--out", foreign.path, cwd=foreign.path.parent)
    assert "damaged" not in done.stderr
    again = simulate.load(foreign.path)
    assert again.is_of_this_program
    assert len(again.games) == 120


def test_a_run_of_another_program_is_played_again_if_one_says_so(foreign: Run, whole: Run) -> None:
    succeed("repair", foreign.path, "--play-again", cwd=foreign.path.parent)
    again = simulate.load(foreign.path)
    assert again.is_of_this_program
    assert {receipt.program for receipt in again.done_receipts()} == {whole.program}
    assert content(again) == content(whole)


def test_a_block_of_another_program_is_not_mixed_in(run: Run) -> None:
    change_receipt(run, 50, lambda receipt: receipt.update(program=OTHER))
    (fault,) = verify(run).faults[:1]
    assert str(fault) == f"{run.receipt_path(50)}: damaged receipt: another program wrote it"


def test_a_worker_of_another_program_refuses_to_play(foreign: Run) -> None:
    assert "do not mix" in refusal(play_block, foreign.path, foreign.hash, 120, 10)


GAME = ("--game", "starwars", "--n", 20, "--policy", "random", "--jobs", 1)


def test_runs_of_two_programs_are_not_compared(folder: Path) -> None:
    words = ("compare", *GAME, "--rule", "dice_cap=4")
    succeed(*words, cwd=folder)
    paths = sorted((folder / "runs").iterdir())
    for path in paths:
        played_by_another(read_run(path))
    both = succeed(*words, "--quiet", cwd=folder)
    assert "4 of 4 runs were played by another program" in both.stderr
    (told,) = (folder / "comparisons").glob("*/report.html")
    played = f"houserules {simulate.__version__} ({OTHER})"
    assert f"They were played by {played}." in told.read_text(encoding="utf-8")
    rows = pd.read_csv(told.with_name("tables") / "runs.csv")
    assert set(rows["program"]) == {played}
    assert rows.to_dict("records") == json.loads(told.with_name("findings.json").read_text())["runs"]
    assert sorted(zip(rows["rules"], rows["seed"], strict=True)) == [
        ("dice_cap=4", 1), ("dice_cap=4", 2), ("standard game", 1), ("standard game", 2)
    ]  # fmt: skip
    for row in rows.itertuples():
        plan = read_run(folder / str(row.run)).plan
        assert (plan.seed, bool(plan.differs)) == (row.seed, row.rules != "standard game")
    shutil.rmtree(paths[0])
    mixed = run_cli(*words, cwd=folder)
    assert mixed.returncode == 2
    assert "3 of 3 runs were played by another program" in mixed.stderr
    repair = mixed.stderr.partition("simulate repair ")[2].partition(" --play-again")[0]
    assert sorted(repair.split()) == [f"runs/{path.name}" for path in paths[1:]]


def test_two_runs_of_two_programs_do_not_pair(foreign: Run, whole: Run) -> None:
    done = run_cli("compare", whole.path, foreign.path, cwd=foreign.path.parent)
    assert done.returncode == 2
    why = f"{whole.path} and {foreign.path} do not pair: {foreign.path} {other(foreign)}"
    again = f"play it anew: simulate repair {foreign.path} --play-again"
    assert done.stderr.splitlines()[-1] == f"simulate: {why}; {again}"


def test_the_list_of_runs_marks_those_of_another_program(foreign: Run) -> None:
    listed = run_cli("runs", "--in", foreign.path.parent, cwd=foreign.path.parent)
    assert "seed 3; another program" in listed.stdout
    assert listed.stderr == ""
    shown = run_cli("runs", "show", foreign.path, cwd=foreign.path.parent)
    assert f"another program: houserules {simulate.__version__} ({OTHER})" in shown.stdout


# --- runs of earlier versions

STORED = ROOT / "tests" / "stored_runs"
"""A small run of each format since the second, to be read for as long as its rules are those of today."""
CONTENT = {
    "format-2": "c124ce7f8c09de16fbeab1e80db85c0ccbbf2fc2e4923fc85dc1d71f07799de6",
    "format-3": "9137c94ca765b8f1510c1c17c655ee8b432810108438b0aaca5035a5f91ff08f",
    "format-3-sums": "12e1f9f0332c65142986a27b33de46b0d8cbea93d38aaa5a2514f0820f64729f",
}


@pytest.mark.parametrize("name", CONTENT)
def test_runs_of_earlier_formats_are_read_reported_and_replayed(tmp_path: Path, name: str) -> None:
    run = tmp_path / name
    shutil.copytree(STORED / name, run)
    verified = run_cli("verify", run, cwd=tmp_path)
    assert f"content {CONTENT[name]}" in verified.stdout
    assert f"{run} was played by another program: houserules 0.1.0" in verified.stderr
    for verb in (["report"], ["replay", "--game-index", 5], ["runs", "show"]):
        succeed(*verb, run, cwd=tmp_path)


def test_a_run_of_an_earlier_format_is_not_continued_but_played_again(tmp_path: Path) -> None:
    run = tmp_path / "format-2"
    shutil.copytree(STORED / "format-2", run)
    (run / "receipts" / "0000000004.json").unlink()
    assert "(of an earlier format), and games of two programs do not mix" in refusal(repair, run)
    assert content(repair(run, jobs=1, play_again=True).run) == CONTENT["format-2"]


def change_options(run: Run, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the options in the plan of a manifest, whose hash then fits."""

    def write(manifest: dict[str, Any]) -> None:
        change(manifest["plan"]["options"])
        manifest["hash"] = hash_of_dict({k: v for k, v in manifest["plan"].items() if k != "n"})

    change_manifest(run, write)


def test_an_option_that_was_added_since_does_not_make_a_run_unreadable(run: Run, whole: Run) -> None:
    """Its default is what was played before it was there."""
    change_options(run, lambda options: options.pop("dice_cap"))
    older = read_run(run.path)
    assert older.plan == whole.plan
    assert older.hash != whole.hash


def test_an_option_that_is_gone_is_named(run: Run) -> None:
    change_options(run, lambda options: options.update(jedi=3))
    said = refusal(simulate.load, run.path)
    assert "manifest.json: made by other rules than this version's: starwars has no option 'jedi'" in said
