"""Run directories: the same games however they were made, continued when interrupted, checked when read."""

from __future__ import annotations

import os
import shlex
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import PLAN, as_json, content, one_line, refusal, run_cli, succeed
from forked import Server

import simulate
from rules.errors import UserError
from simulate.cli.asking import play_plans
from simulate.plans.plan import Plan, make_plan, plan_of
from simulate.plans.request import KEYWORDS, Request, read_count, told_as
from simulate.store import runs
from simulate.store.blocks import open_table
from simulate.store.runs import ROWS_KEPT, Run
from simulate.working.workers import play

# --- the same games in any way


@pytest.mark.parametrize(
    "way",
    [
        {"jobs": 1},
        {"jobs": 2, "block_size": 17},
        {"jobs": 2, "block_size": 1000},
        {"jobs": 2, "block_size": 40, "backend": "processes"},
    ],
    ids=str,
)
def test_workers_backends_and_blocks_leave_no_trace(whole: Run, tmp_path: Path, way: dict[str, Any]) -> None:
    made = simulate.run("starwars", **PLAN, **way, out=tmp_path / "run")
    assert made.is_complete
    assert content(made) == content(whole)


def test_fewer_tables_hold_the_same_rows(whole: Run, tmp_path: Path) -> None:
    part = simulate.run("starwars", **PLAN, tables="battles", out=tmp_path / "run")
    assert part.tables == part.plan.tables == ("games", "seats", "battles")
    folders = {file.name for file in part.path.iterdir() if file.is_dir()}
    assert folders == {*part.tables, "receipts", "sources"}
    for table in part.plan.tables:
        pd.testing.assert_frame_equal(part.frame(table), whole.frame(table))
    assert refusal(lambda: part["features"]).endswith(
        "has no table 'features'. It was played with --tables games,seats,battles"
    )
    assert "has no table 'batles'. Did you mean 'battles'?" in refusal(lambda: part["batles"])


@pytest.mark.parametrize(("room", "again"), [(ROWS_KEPT, 0), (180, 0), (179, 1), (119, 2)])
def test_small_tables_are_opened_once(
    whole: Run, monkeypatch: pytest.MonkeyPatch, room: int, again: int
) -> None:
    """Blocks of 100 and 20 games, the last with 60 rows of seats; what finds no room is opened again."""
    monkeypatch.setattr(runs, "ROWS_KEPT", room)
    run, opened = simulate.load(whole.path), list[Path]()

    def noted(path: Path, *promised: Any) -> Any:
        opened.append(path)
        return open_table(path, *promised)

    monkeypatch.setattr(runs, "open_table", noted)
    for _ in range(2):
        games = [game for block in run.arrays("games") for game in block["game"].tolist()]
        scores = [score for block in run.arrays("seats", "score", 110) for score in block["score"].tolist()]
    assert len(opened) - len(set(opened)) == again
    assert games == list(range(120))
    assert scores == whole.seats["score"].tolist()[330:]


# --- from Python


def test_a_run_opens_as_data_frames(whole: Run) -> None:
    opened = simulate.load(whole.path)
    assert opened.plan == whole.plan
    assert opened.games["game"].tolist() == list(range(120))
    assert len(opened.seats) == 360
    assert np.allclose(opened.seats.groupby("game")["win_share"].sum(), 1)
    assert opened.tables == ("games", "seats", "battles", "features")
    assert opened["games"] is opened.games
    assert opened["battles"]["game"].is_monotonic_increasing
    assert len(opened["battles"]) == opened.games["battles"].sum()
    assert not hasattr(opened, "battles")  # what only one game has is no attribute of every run
    assert sum(len(block) for block in opened.blocks("seats")) == 360
    stored = opened.seats[opened.seats["game"] == 77].reset_index(drop=True)
    pd.testing.assert_frame_equal(pd.DataFrame(opened.rows("seats", 77)), stored)
    for other in (120, 1.5, "17", None):
        assert f"holds games 0 to 119, not {other}" in refusal(opened.rows, "seats", other)
    assert list(opened.frame("seats", ["score", "score"])) == ["score"]
    assert ": 1 game of starwars, " in repr(Run(opened.path, replace(opened.plan, n=1), opened.manifest))
    assert "table 'seats' has no column '3'" in refusal(opened.frame, "seats", [3])
    assert repr(opened).endswith("120 games of starwars, complete>")


def test_one_column_may_be_a_word(whole: Run) -> None:
    assert whole.frame("seats", "score").equals(whole.frame("seats", ["score"]))


def test_numbers_of_tables_do_not_overflow_in_pandas(whole: Run) -> None:
    """Files keep them narrow; whoever reads them may multiply."""
    for frame in (whole.seats, whole["battles"], pd.DataFrame(whole.rows("games", 3))):
        kinds = {str(kind) for kind in frame.dtypes}
        assert kinds <= {"int64", "float32", "float64"}, kinds
    assert ((whole.seats["score"] * 1000) // 1000 == whole.seats["score"]).all()


def test_rules_may_be_a_mapping_and_the_directory_has_a_name(folder: Path) -> None:
    made = simulate.run(
        "starwars", n=8, policy="random", rules={"dice_cap": 4, "colours": ["red", "black", "green"]}
    )
    assert made.path.name == f"starwars-{made.plan.hash[:6]}"
    assert (folder / made.path / "manifest.json").is_file()
    assert made.plan.options.dice_cap == 4
    words = shlex.split(made.command)
    assert {"dice_cap=4", "colours=red+black+green"} <= set(words)
    assert "--out" not in words


def test_the_run_keeps_the_users_files(tmp_path: Path) -> None:
    """It can be finished after the file is gone."""
    file = tmp_path / "my.py"
    file.write_text("def first(state, moves, features):\n    return 0\n", encoding="utf-8")
    made = simulate.run("starwars", n=8, policy=f"{file}:first", out=tmp_path / "run")
    before = content(made)
    file.unlink()
    for receipt in list((made.path / "receipts").iterdir())[:3]:
        receipt.unlink()
    opened = simulate.load(made.path)
    assert opened.plan == made.plan
    assert play(opened.plan, Request(out=opened.path)).is_complete
    assert content(opened) == before


# --- interrupted and continued


def test_a_run_without_some_receipts_is_continued(whole: Run, run: Run) -> None:
    """A block is there when its receipt is; half-written files are swept away."""
    before = content(run)
    (run.receipt_path(50)).unlink()
    (run.path / "seats" / ".0000000050.parquet.1234.part").write_bytes(b"half")
    begun = simulate.load(run.path)
    assert begun.games_done == 70
    assert not begun.is_complete
    said = refusal(begun.rows, "games", 60)
    assert "has not been played yet; continue with: simulate --game starwars" in said
    again = simulate.run("starwars", **PLAN, out=run.path, jobs=2, block_size=9)
    assert again.done_blocks()[:3] == [(0, 50), (50, 9), (59, 9)]
    assert again.is_complete
    assert content(again) == before == content(whole)
    assert not list(run.path.glob("*/.*.part"))


def test_ctrl_c_stops_with_130_and_the_printed_command_continues(tmp_path: Path, forks: Server) -> None:
    """Finished blocks are kept, and the end is that of a run that was never interrupted."""
    words = ["--game", "starwars", "--n", "10000", "--policy", "random", "--tables", "games"]
    out = ["--out", "stopped", "--block-size", "200", "--jobs", "2", "--backend", "processes"]
    process = forks.start(*words, *out, cwd=tmp_path)
    receipts = tmp_path / "stopped" / "receipts"
    while not (process.is_over() or (receipts.is_dir() and any(receipts.glob("*.json")))):
        time.sleep(0.01)
    process.send(signal.SIGINT)
    stopped = process.wait()
    assert stopped.returncode == 130, stopped.stderr
    assert "Traceback" not in stopped.stderr
    run = simulate.load(tmp_path / "stopped")
    kept = f"{run.games_done:,} of 10,000 games are"
    assert 0 < run.games_done < 10_000
    (line,) = [line for line in stopped.stdout.splitlines() if line.startswith("continue: ")]
    assert f"stopped: {kept} kept" in stopped.stderr
    command = shlex.split(line.removeprefix("continue: "))
    assert command[0] == "simulate"
    done = succeed(*command[1:], cwd=tmp_path)
    assert f"continuing stopped: {kept} there" in done.stderr
    plan: dict[str, Any] = {"n": 10_000, "policy": "random", "tables": "games"}
    assert content(run) == content(simulate.run("starwars", **plan, out=tmp_path / "straight"))


# --- a run grows


def test_more_games_continue_a_run_and_fewer_read_its_first(whole: Run, tmp_path: Path) -> None:
    """In any order of asking the games are those of a run that was asked for so many at once."""
    plan = PLAN | {"out": tmp_path / "run"}
    for n in (3, 70, 120):
        grown = simulate.run("starwars", **(plan | {"n": n}), jobs=2)
        assert grown.is_complete
        assert grown.games_done == len(grown.games) == n
    assert content(grown) == content(whole)
    begun = len(grown.done_blocks())
    few = simulate.run("starwars", **(plan | {"n": 11}))
    assert few.games_done == 11
    for table in few.tables:
        first = whole.frame(table)
        pd.testing.assert_frame_equal(few.frame(table), first[first["game"] < 11].reset_index(drop=True))
    assert content(few) == content(simulate.run("starwars", **(PLAN | {"n": 11}), out=tmp_path / "eleven"))
    assert "holds games 0 to 10, not 11" in refusal(few.rows, "games", 11)
    opened = simulate.load(plan["out"])
    assert (opened.games_done, opened.plan.n, len(opened.done_blocks())) == (120, 120, begun)


def test_columns_may_come_from_anything_that_can_be_walked(whole: Run) -> None:
    """From a generator too, which is empty once it was checked."""
    asked = ["game", "score"]
    expected = whole.frame("seats", asked)
    ways: list[Any] = [iter(asked), (name for name in asked), pd.Index(asked)]
    for columns in ways:
        pd.testing.assert_frame_equal(whole.frame("seats", columns), expected)
    assert "has no table '0'" in refusal(whole.frame, 0)


def test_a_run_is_a_collection_of_tables(whole: Run) -> None:
    """A notebook completes their names behind ``run["``."""
    assert "battles" in whole
    assert "battle" not in whole
    assert tuple(whole) == whole._ipython_key_completions_() == whole.tables


def test_what_names_no_run_is_refused_with_what_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(simulate.load, "") == "the name of the run is empty; name its directory"
    for given in (None, 5, run):
        assert refusal(simulate.load, given).endswith("is not the name of a run's directory")
    monkeypatch.chdir(run.path.parent)
    here = simulate.load(run.path.name)
    (run.path / "elsewhere").mkdir()
    monkeypatch.chdir(run.path / "elsewhere")
    for ask in (lambda: here.games, here.summary):
        assert refusal(ask) == (
            f"run is not there any more, as seen from {run.path / 'elsewhere'}; load it anew"
        )


def test_a_run_varies_into_games_of_its_own_kind(run: Run) -> None:
    assert "vary plays the same game" in refusal(run.vary, game="castle")
    assert "a run has no keyword 'rule'. Did you mean 'rules'?" in refusal(run.vary, rule={"dice_cap": 4})
    same = run.vary(None, game="starwars", jobs=1, out=run.path)
    assert same.plan.hash == run.plan.hash


def test_the_program_says_that_it_reads_the_first_games_only(run: Run) -> None:
    words = ["--game", "starwars", "--n", 20, "--policy", "random", "--seed", 3, "--out", run.path]
    done = run_cli(*words, cwd=run.path.parent)
    assert f"{run.path} holds 120 games; these are the first 20" in done.stderr
    assert "Star Wars Carcassonne, 20 games" in done.stdout


def test_what_differs_is_named_when_a_directory_holds_another_run(run: Run) -> None:
    asked = PLAN | {"out": run.path}
    said = refusal(simulate.run, "starwars", **(asked | {"rules": {"dice_cap": 4}, "seed": 8}))
    assert "holds another run; it differs in: seed 3 -> 8, dice_cap 3 -> 4; choose another out" in said
    said = refusal(simulate.run, "starwars", **(asked | {"policy": "greedy"}))
    assert "it differs in: policy random -> greedy;" in said
    said = refusal(simulate.run, "castle", n=4, out=run.path)
    assert "differs in: game starwars -> castle; choose another out" in said


def test_weights_that_changed_are_named(tmp_path: Path) -> None:
    style, out = tmp_path / "mine.toml", tmp_path / "run"
    style.write_text("[mine]\npoints = 1.0\n")
    simulate.run("starwars", 2, policy=str(style), jobs=1, out=out)
    style.write_text("[mine]\npoints = 2.0\n")
    said = refusal(simulate.run, "starwars", 2, policy=str(style), out=out)
    assert f"it differs in: the weights or the code of policy {style}; choose another out" in said


@pytest.mark.parametrize(
    ("words", "n"), [("12", 12), ("1e1", 10), ("1_0", 10), ("0.02k", 20), ("0.00001M", 10), ("1.2e1", 12)]
)
def test_numbers_of_games_are_read_as_people_type_them(words: str, n: int) -> None:
    assert read_count(words) == n


@pytest.mark.parametrize("words", ["", "k", "1.5", "1e-3", "0.0001k", "12 games", "1k5", "0x10", "1e400"])
def test_what_is_no_number_of_games_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        read_count(words)


def test_numbers_may_come_from_an_array(tmp_path: Path) -> None:
    one, two, three = np.arange(1, 4)
    asked: dict[str, Any] = {"n": three, "players": two, "seed": one, "jobs": one, "block_size": two}
    played = simulate.run("starwars", policy="random", out=tmp_path / "run", **asked)
    assert played.plan.command() == "simulate --game starwars --n 3 --players 2 --policy random"
    assert len(simulate.load(tmp_path / "run").games) == 3


def test_a_run_whose_name_begins_with_a_dash_can_be_typed(folder: Path) -> None:
    words = ("--game", "starwars", "--n", 2, "--policy", "random", "--out", "-x y")
    *_, after = run_cli(*words, cwd=folder, terminal=True).stderr.splitlines()
    assert after == "next: simulate report './-x y'"
    succeed(*shlex.split(after)[2:], cwd=folder)
    assert shlex.split(simulate.load("-x y").repair) == ["simulate", "repair", "./-x y"]


def test_one_rule_may_be_a_word(folder: Path) -> None:
    asked = Request("starwars", 10, rules="dice_cap=4")
    for rules in (["dice_cap=4"], {"dice_cap": 4}):
        assert Request("starwars", 10, rules=rules) == asked
    varied = simulate.run("starwars", 2, policy="random", jobs=1).vary(rules="dice_cap=4")
    assert varied.plan.rule_words == ["dice_cap=4"]


def test_policies_may_be_a_list_one_a_seat() -> None:
    names = ["greedy", "random", "heuristic"]
    asked = Request("starwars", 10, players=3, policy=names)
    assert plan_of(asked) == make_plan("starwars", 10, players=3, policy="greedy,random,heuristic")
    assert "--policy greedy,random,heuristic" in asked.command()


def test_a_preset_for_one_number_of_players_sets_it() -> None:
    """SW-59: the team game is for four."""
    assert make_plan("starwars", 10, preset="team").players == 4
    assert "--players" not in make_plan("starwars", 10, preset="team").command()
    assert make_plan("starwars", 10).players == 3


def test_what_follows_from_a_changed_rule_was_not_changed() -> None:
    """CA-15: fewer cards in the hands leave more in the exchange; who says --rule hand=4 said no more."""
    plan = make_plan("castle", 10, players=2, rules=["hand=4"])
    assert plan.options.exchange != make_plan("castle", 10, players=2).options.exchange
    assert plan.changed_options() == {"hand": "4"}
    assert plan.command().endswith("--players 2 --rule hand=4")
    for rules in (["exchange=10"], ["hand=4", "stock=3"], ["without=king+queen", "exchange=5"]):
        made = make_plan("castle", 10, rules=rules)
        assert dict(rule.split("=") for rule in rules) == made.changed_options()
        words = [f"{name}={value}" for name, value in made.changed_options().items()]
        assert make_plan("castle", 10, rules=words).hash == made.hash


# --- what lies here


def test_runs_are_listed_shown_and_removed(folder: Path) -> None:
    simulate.run("starwars", n=8, policy="random", rules={"dice_cap": 4}, seed=2, jobs=1)
    kept = simulate.run("castle", n=4, policy="random", players=2, jobs=1)
    (folder / "runs" / "old").mkdir()
    (folder / "runs" / "old" / "manifest.json").write_text('{"format": "houserules-run/0"}')
    listed = run_cli("runs", cwd=folder, terminal=True)
    head, castle, starwars, damaged = listed.stdout.splitlines()
    assert head.split()[:4] == ["run", "games", "players", "policy"]
    assert castle.split()[:5] == [str(kept.path), "4", "2", "random", "-"]
    assert "dice_cap=4, seed 2" in starwars
    assert "not a manifest of format" in damaged
    assert listed.stderr.splitlines()[-1] == f"next: simulate runs show {kept.path}"
    data = as_json("runs", cwd=folder)
    assert [row["game"] for row in data["runs"]] == ["castle", "starwars"]
    assert data["runs"][1]["differs"] == {"dice_cap": "4"}
    assert list(data["damaged"]) == ["runs/old"]
    shown = run_cli("runs", "show", kept.path, cwd=folder).stdout
    assert f"command     {kept.command}" in shown
    other = folder / "letters"
    other.mkdir()
    refused = run_cli("runs", "rm", "--yes", kept.path, other, cwd=folder)
    assert (refused.returncode, kept.path.exists()) == (2, True)
    assert f"{other} is not a run; nothing was removed" in refused.stderr
    assert "say --yes" in run_cli("runs", "rm", kept.path, cwd=folder).stderr
    succeed("runs", "rm", "--yes", kept.path, "runs/old", cwd=folder)
    assert [path.name[:8] for path in (folder / "runs").iterdir()] == ["starwars"]


def test_runs_of_the_same_name_both_stay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of thousands of runs two may share the digits of their names: the second gets more of them."""
    monkeypatch.setattr(Plan, "name", property(lambda _: "starwars-1a2b3c"))
    plans = [make_plan("starwars", 4, policy="random", seed=seed) for seed in (1, 2)]
    for _ in range(2):  # played, then found again
        runs = play_plans(plans, 1, "again", told=False)
        assert [runs[plan.hash].plan for plan in plans] == plans
        assert [run.games_done for run in runs.values()] == [4, 4]
    alone = play(plans[1], Request(jobs=1))
    assert alone.path == runs[plans[1].hash].path
    assert {path.name for path in (folder / "runs").iterdir()} == {
        "starwars-1a2b3c",
        f"starwars-{plans[1].hash}",
    }


def test_a_run_that_lost_its_manifest_is_still_the_newest(folder: Path) -> None:
    """No older one is taken in its place; it is listed, and can be removed."""
    simulate.run("starwars", n=4, policy="random", jobs=1, out="runs/older")
    lost = simulate.run("starwars", n=4, policy="random", seed=2, jobs=1, out="runs/lost").path
    for file in (folder / "runs" / "older").rglob("*"):
        os.utime(file, (1, 1))
    (lost / "manifest.json").unlink()
    said = "runs/lost/manifest.json: the manifest is damaged: it is missing; from its blocks"
    assert said in one_line(run_cli("report", cwd=folder))
    listed = as_json("runs", cwd=folder)
    assert [row["run"] for row in listed["runs"]] == ["runs/older"]
    assert listed["damaged"]["runs/lost"].startswith(said)
    succeed("runs", "rm", "--yes", lost, cwd=folder)
    assert not lost.exists()


@pytest.mark.parametrize("name", ["2023.json", "0000000000.json"])
def test_receipts_of_something_else_make_no_run_that_can_be_removed(folder: Path, name: str) -> None:
    file = folder / "bills" / "receipts" / name
    file.parent.mkdir(parents=True)
    file.write_text('{"total": 12}')
    assert "is not a run; nothing was removed" in run_cli("runs", "rm", "--yes", "bills", cwd=folder).stderr
    assert file.exists()


def test_a_command_that_is_told_from_python_has_its_options(run: Run) -> None:
    """What the run is to be made again with stays as it is typed; keywords before it have no dashes."""
    with pytest.raises(UserError) as told, told_as(KEYWORDS):
        raise UserError(
            "--first-game 3: in a--n.toml, --rule a=1; another --out, or: simulate -g catan --n 3"
        )
    assert (
        str(told.value) == "first_game 3: in a--n.toml, rules a=1; another out, or: simulate -g catan --n 3"
    )
    assert "rules dice_cap: write a rule as" in refusal(run.vary, ["dice_cap"])


def test_a_folder_without_runs_says_so(folder: Path) -> None:
    assert run_cli("runs", cwd=folder).stdout.startswith("there is no run under runs/ yet")


# --- arguments


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"backend": "dask"}, "backend dask needs the address of a scheduler"),
        ({"n": 1e2}, "n 100.0: must be a whole number from 1 to"),
        ({"n": "10k"}, "n 10k: must be a whole number from 1 to"),
        ({"n": True}, "n True: must be a whole number from 1 to"),
        ({"seed": 1.5}, "seed 1.5: must be a whole number from 0 to"),
        ({"jobs": 2.0}, "jobs 2.0: must be a whole number from 1 to 1024"),
        ({"players": 3.0}, "players 3.0: must be a whole number"),
        ({"players": "3"}, "players 3: must be a whole number"),
        ({"first_game": -1}, "first_game -1"),
        ({"policy": ["greedy", "random"]}, "policy names 2 policies for 3 players"),
        ({"rules": [5]}, "rules 5: write a rule as name=value"),
        ({"policy": 5}, "policy 5: must be a name, or a list of names, one a seat"),
        ({"policy": [None]}, "policy None: must be a name, or a list of names, one a seat"),
        ({"seed": None}, "seed None: must be a whole number from 0 to"),
        ({"n": None}, "n None: must be a whole number from 1 to"),
        ({"game": None}, "game None: must be a name"),
        ({"policy": ""}, "policy is empty; name one, or leave it out"),
        ({"policy": []}, "policy is empty; name one, or leave it out"),
        ({"preset": ""}, "preset is empty; name one, or leave it out"),
        ({"policy": len}, "write the function into a file, and name it as my.py:bold"),
        ({"preset": 3}, "starwars has no preset '3'. Presets: standard, team"),
        ({"backend": 3}, "there is no backend '3'. Backends: threads"),
        ({"rules": 4}, "rules 4: write a rule as name=value"),
        ({"tables": 3}, "tables 3: must be names of tables, as games,seats"),
        ({"tables": None}, "tables None: must be names of tables"),
        ({"out": 3}, "out 3: must be the name of a directory"),
        ({"tiles": 3}, "tiles 3: must be the name of a file"),
        ({"board": "x.toml"}, "board x.toml: starwars takes no board of your own"),
        ({"fail_fast": "no"}, "fail_fast no: must be True or False"),
        ({"policy": "a --policy b.toml"}, "policy a --policy b.toml: cannot be read"),
        ({"policy": "simulate --seed.toml"}, "policy simulate --seed.toml: cannot be read"),
        ({"tiles": "x --rule y.toml"}, "x --rule y.toml: cannot be read"),
        ({"rules": "--seed"}, "rules --seed: write a rule as name=value, for example rules dice_cap=4"),
        ({"preset": "a --seed"}, "starwars has no preset 'a --seed'. Presets: standard, team"),
        ({"tables": "a --out"}, "starwars has no table 'a --out'. Tables: games, seats"),
        ({"until": "turns=1"}, "a run has no keyword 'until'. analyses.questions.play_until.run has it."),
        ({"sed": 3}, "a run has no keyword 'sed'. Did you mean 'seed'? All: game, n, players, "),
    ],
)
def test_senseless_arguments_are_refused_before_anything_is_written(
    folder: Path, given: dict[str, Any], words: str
) -> None:
    """And named by the keyword; the options of a command line say nothing to who wrote that."""
    said = refusal(simulate.run, **({"game": "starwars"} | PLAN | given))
    assert words in said
    (value,) = given.values()
    assert "--" not in said.replace(f"{value}", "")
    assert not list(folder.iterdir())
