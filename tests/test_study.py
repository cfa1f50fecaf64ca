"""`simulate study` through the command line on a toy study, and what all studies are made of."""

from __future__ import annotations

import json
import math
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
import toy_study
from builders import PATIENCE, ROOT, Done, environment, one_line, run_cli, runs_of, succeed, volume
from click.testing import CliRunner
from made_up import entry_of
from stored_studies import SETTINGS, as_stored, played_runs, stored_results, stored_runs

import analyses.studies.shipped
import reports.answers.studies.template
from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, EXACT, VERDICTS, Estimate, wilson
from analyses.estimates.samples import (
    difference_of,
    exact,
    frequency_of,
    mean_of,
    part_of,
    ratio_change,
    ratio_of,
    relative_change,
    share_change,
    share_of,
)
from analyses.measures.number import LIKELY, OPEN, SURE, Number, certainty_of
from analyses.questions.results import Results, Setting, in_every_seat, results_of
from analyses.studies.declared import declared, without_margin
from analyses.studies.panel import heterogeneity, holm, panels
from analyses.studies.shipped import shipped
from reports.answers.studies.template import Report
from reports.words.wording import agreement, headed, replication, span, values_in_words
from simulate.cli.commands.study import command
from simulate.io.shell import to_open
from simulate.plans.plan import hash_of, make_plan
from simulate.plans.policies import read_policy
from simulate.store.blocks import sealed, unsealed

GAMES = volume(3_000, 40)
"""Enough to be interrupted within."""
SETTING = Setting((2,), GAMES, 1, 2)
WORDS = ("study", "toy", "--players", "2", "--n", str(GAMES), "--jobs", "1")


def toy(*words: str, cwd: Path, terminal: bool = False) -> Done:
    """``simulate WORDS`` where the toy is the only study."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (analyses.studies.shipped, reports.answers.studies.template):
            patch.setattr(module, "FOLDER", toy_study.FOLDER)
        toy_study.toy()
        return run_cli(*words, cwd=cwd, terminal=terminal)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """The folder of the finished toy study, and what its command said."""
    cwd = tmp_path_factory.mktemp("study")
    done = toy(*WORDS, cwd=cwd)
    assert done.returncode == 0, done.stderr
    (folder,) = (cwd / "studies").iterdir()
    return folder, done


# --- the command


def test_a_study_ends_with_its_files_and_the_next_step(study: tuple[Path, Done]) -> None:
    folder, done = study
    name = folder.name
    assert re.fullmatch(r"toy-[0-9a-f]{6}", name)
    plans = [plan for cell in toy_study.toy().all_cells(SETTING) for plan in cell.plans]
    assert name.endswith(hash_of(plans)[:6])
    assert "cell 1 of 4" in done.stderr
    cwd, runs = folder.parent.parent, runs_of(folder)
    again = toy(*WORDS, cwd=cwd, terminal=True)
    assert again.stdout == done.stdout
    assert again.stderr.splitlines()[-3:] == [
        f"studies/{name}/report.html",
        f"studies/{name}/tables",
        f"next: {to_open(Path('studies') / name / 'report.html')}",
    ]
    assert (folder / "report.html").stat().st_size > 5_000
    assert {path.stem for path in (folder / "tables").iterdir()} == {"battles", "runs"}
    assert set(runs.values()) == set((cwd / "runs").iterdir())
    assert runs.keys() == {"2p-six", "2p-four", "2p-six-again", "2p-four-again"}
    table = pd.read_csv(folder / "tables" / "battles.csv")
    assert {"players", "measure", "unit", "value", "low", "high", "level", "n", "method"} < set(table)
    assert table["verdict"].dropna().isin(VERDICTS).all()


def test_the_same_command_again_finds_everything_there_and_tells_a_script(study: tuple[Path, Done]) -> None:
    folder, _ = study
    cwd = folder.parent.parent
    before = {path: path.stat().st_mtime_ns for path in cwd.glob("runs/*/games/*")}
    assert before
    done = toy(*WORDS, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert f"complete: runs holds all {2 * GAMES:,} games" in done.stderr
    assert before == {path: path.stat().st_mtime_ns for path in cwd.glob("runs/*/games/*")}
    data = json.loads(done.stdout)
    assert data == json.loads((folder / "findings.json").read_text())
    assert (data["game"], data["players"], data["n"]) == ("starwars", [2], GAMES)
    assert data["seeds"] == [1, 2]
    assert len(data["findings"]) == 1
    assert data["sure"] in ("sure", "likely", "not settled")
    for number in data["numbers"]:
        assert {"table", "measure", "value", "low", "high", "margin", "verdict"} <= set(number)
        assert {"value_first", "low_again", "high_again", "sure"} <= set(number)


def test_an_interrupted_study_continues(folder: Path, study: tuple[Path, Done]) -> None:
    """Ctrl-C keeps what is finished; the same command plays the rest and comes to the same tables."""
    words = (*WORDS, "--out", "mine")
    env = environment(PYTHONPATH=str(ROOT))
    process = subprocess.Popen(
        [sys.executable, toy_study.__file__, *words], cwd=folder, env=env, stdout=PIPE, stderr=PIPE, text=True
    )
    until = time.monotonic() + PATIENCE
    while not list(folder.glob("runs/*/receipts/*.json")) and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert f"continue: simulate study toy --players 2 --n {GAMES} --out mine" in out
    assert re.search(r"stopped: [0-3] of 4 cells are complete and kept", err)
    assert "Traceback" not in err
    assert set(folder.glob("runs/*/receipts/*.json"))
    (plan, *_), *_ = (cell.plans for cell in toy_study.toy().cells(SETTING) if cell.name == "2p-four")
    half_made = folder / "runs" / plan.name  # stopped before its manifest
    shutil.rmtree(half_made, ignore_errors=True)
    (half_made / "games").mkdir(parents=True)
    done = toy(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "continuing runs: " in done.stderr
    whole, _ = study
    for path in (whole / "tables").glob("*.csv"):
        text = path.read_text(encoding="utf-8").replace(f"studies/{whole.name}/", "mine/")
        assert text == (folder / "mine" / "tables" / path.name).read_text(encoding="utf-8"), path.name


def test_a_directory_with_something_else_is_refused(study: tuple[Path, Done], folder: Path) -> None:
    whole, _ = study
    other = ("study", "toy", "--players", "2", "--seed", "2", "--out", str(whole))
    assert "holds another study (simulate study toy --players 2 --n " in one_line(toy(*other, cwd=folder))
    made = unsealed((whole / "study.json").read_bytes())
    (folder / "changed").mkdir()
    now = made | {"hash": "0", "command": f"{made['command']} --out changed"}
    (folder / "changed" / "study.json").write_bytes(sealed(now))
    (folder / "file").write_text("in the way")
    for out, answer in (
        ("changed", "another study (made with other rules, policies or files than there are now)"),
        (".", "is not empty and is not a study"),
        ("file/x", "--out file/x: cannot be written"),
    ):
        assert answer in one_line(toy(*WORDS, "--out", out, cwd=folder))


def test_the_list_of_studies(folder: Path) -> None:
    done = succeed("study", cwd=folder)
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*shipped()]
    assert any(line.split()[:2] == ["farmers", "Carcassonne:"] for line in lines)
    assert max(map(len, lines)) <= 80


def test_help_says_why() -> None:
    text = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    for words in ("--players", "--n", "--seed", "--jobs", "--out", "--json", "halve the intervals"):
        assert words in text


@pytest.mark.verify
@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_stored_of_a_study_is_what_is_played(name: str, tmp_path: Path) -> None:
    """The other tests of the three studies stand on `stored_studies/`."""
    study, setting = declared(name), SETTINGS[name]
    kept = study.results(setting, stored_runs(name)).entries
    runs = {cell: [as_stored(run) for run in made] for cell, made in played_runs(name, tmp_path).items()}
    played = study.results(setting, runs).entries
    assert [entry.as_dict() for entry in kept] == [entry.as_dict() for entry in played]


# --- what studies are made of


def test_an_odd_player_takes_every_seat() -> None:
    odd, other = (read_policy("castle", name, 3) for name in ("greedy", "random"))
    plans = in_every_seat(make_plan("castle", 5, players=3), odd, other)
    assert [[policy.name for policy in plan.policies] for plan in plans] == [
        ["greedy" if seat == where else "random" for seat in range(3)] for where in range(3)
    ]


def number(who: str, value: float, half: float = 0.01, **keys: int | str) -> Number:
    """A number measured for one who plays, with a margin of 0.02."""
    found = Estimate(value, value - half, value + half, 0.95, 100, "t")
    return entry_of("wins", {"policy": who, **keys}, "share", "share of wins", found, 0.02)


@pytest.mark.parametrize(
    ("values", "apart", "contrary"),
    [
        ({"a": 0.1, "b": 0.2}, True, False),
        ({"a": 0.1, "b": 0.0}, True, True),
        ({"a": 0.1, "b": -0.1}, True, True),
        ({"a": 0.0, "b": 0.005}, False, False),
        ({"a": 0.1, "b": 0.02}, True, False),
    ],
    ids=["both more", "more and alike", "more and less", "both alike", "more and undecided"],
)
def test_policies_differ_if_their_estimates_do_whatever_their_verdicts(
    values: dict[str, float], apart: bool, contrary: bool
) -> None:
    """Two that are both beyond the margin may be far apart: no verdict tells."""
    entries = [number(who, value, players=2) for who, value in values.items()]
    other = [number("a", 0.1, players=3), number("b", 0.1, players=3)]
    results = Results(Setting((2, 3), 10, 1), [*entries, *other], 20, 2)
    first, second = panels(results, "wins", ("share",))
    assert dict(first.place) == {"players": 2}
    assert first.is_judged
    assert (first.is_heterogeneous, first.contrary) == (apart, contrary)
    assert not second.is_heterogeneous
    (alone, _) = panels(results, "wins", ("share",), among=["a"])
    assert (alone.is_judged, alone.is_heterogeneous, alone.contrary) == (False, False, False)


def test_policies_whose_games_decide_nothing_are_not_said_to_agree() -> None:
    """Where one policy at most tells anything within the margin, nothing can be judged, and it is said."""
    entries = [number("a", 0.1, players=2), number("b", 0.0, half=0.3, players=2)]
    found = panels(Results(Setting((2,), 10, 1), entries, 20, 2), "wins", ("share",))
    assert not found[0].is_judged
    assert agreement(found, "the policies", "wins").startswith("On wins, none of 1 finding can be judged")


REPLICATIONS = {
    "the same": (0.1, 0.12, DIFFERENT, SURE, "11 more"),
    "alike": (0.0, 0.005, EQUIVALENT, SURE, "Alike"),
    "about the margin": (0.02, 0.015, CHANGES, SURE, "2 more"),
    "one is larger": (0.1, 0.02, DIFFERENT, LIKELY, "6 more"),
    "neither": (0.0, 0.03, CHANGES, LIKELY, "1.5 more"),
    "the other way": (0.1, -0.1, EQUIVALENT, OPEN, "It is not settled which"),
}


def twice(first: float, second: float, who: str = "a") -> Number:
    """A number measured on two seeds."""
    one, two = (
        Results(Setting((2,), 10, seed), [number(who, value, players=2)], 20, 2)
        for seed, value in ((1, first), (2, second))
    )
    return one.replicated_by(two).entries[0]


@pytest.mark.parametrize("name", REPLICATIONS)
def test_all_games_give_the_verdict_and_each_seed_says_how_sure_it_is(name: str) -> None:
    first, second, verdict, sure, text = REPLICATIONS[name]
    both = twice(first, second)
    assert (both.verdict, both.sure) == (verdict, sure)
    assert certainty_of([both]) == sure
    assert headed({2: both}, "{} more", "alike", "which") == text


def test_margins_are_told_in_their_units() -> None:
    """A part of something else than games is a bare percentage."""
    told = {m.words: m.margin_words for name in ("numbers", "castle") for m in declared(name).margins()}
    assert told["cards for a dot"] == "5 %"
    assert {"2 percentage points", "5 % of games"} <= set(told.values())


def test_both_seeds_stand_together_and_side_by_side() -> None:
    """The mean of both, an interval from all games, and each; what one seed lacks has no other."""
    one, two = (
        Results(Setting((2,), 10, seed, 5), [number("a", value, players=2), *more], 20, 2)
        for seed, value, more in ((1, 0.1, [number("b", 0.3, players=2)]), (5, 0.12, []))
    )
    both = one.replicated_by(two)
    assert (both.games, both.runs) == (40, 4)
    first, alone = both.entries
    found = first.estimate
    half = 0.01 / math.sqrt(2)
    assert (found.value, found.low, found.high) == pytest.approx((0.11, 0.11 - half, 0.11 + half))
    assert found.n == 200
    assert (first.each, alone.halves) == ([one.entries[0].estimate, two.entries[0].estimate], ())
    ((row, *_),) = both.tables().values()
    assert [row[name] for name in ("value_first", "value_again", "sure")] == [0.1, 0.12, SURE]
    assert without_margin_of(first).sure == SURE
    assert without_margin_of(twice(0.1, 0.15)).sure == LIKELY, "their intervals do not meet"
    assert replication(both)[0].startswith("Half of the games have seed 1 and half have seed 5.")


def without_margin_of(number: Number) -> Number:
    """The number held against nothing."""
    return replace(number, measure=without_margin(number.measure))


def test_what_is_exact_needs_no_second_seed() -> None:
    entry = entry_of("law", {"players": 2}, "share", "share of rolls", exact(0.25))
    one, two = (Results(Setting((2,), 10, seed), [entry], 20, 2) for seed in (1, 2))
    assert one.replicated_by(two).entries == [entry]


def test_policies_differ_only_if_they_do_on_both_seeds() -> None:
    entries = [twice(0.1, 0.1, "a"), twice(0.2, 0.105, "b")]
    results = Results(Setting((2,), 10, 1, 2), entries, 20, 2)
    alone = [replace(entry, estimate=entry.each[0], halves=()) for entry in entries]
    first = replace(results, setting=Setting((2,), 10, 1), entries=alone)
    assert [one.is_heterogeneous for one in panels(results, "wins", ("share",))] == [False]
    assert [one.is_heterogeneous for one in panels(first, "wins", ("share",))] == [True]


def test_every_run_of_a_cell_counts() -> None:
    """A player who sits in every seat in turn is one cell of several runs; caveats are said once."""
    one, other = (
        SimpleNamespace(games_done=20, plan=SimpleNamespace(caveats=each, game="catan"))
        for each in (["one island"], ["one island", "these tiles"])
    )
    runs: Any = {"alike": [one], "odd": [other] * 3}
    found = results_of(Setting((3,), 20, 1), runs, [])
    assert (found.games, found.runs, found.notes) == (80, 4, ("one island", "these tiles"))
    assert found.replicated_by(replace(found, setting=Setting((3,), 20, 2))).notes == found.notes


def test_the_other_seed_plays_the_same_cells() -> None:
    study = declared("farmers")
    alone, both = (study.all_cells(Setting((2,), n, 3, again)) for n, again in ((40, None), (80, 8)))
    assert both[: len(alone)] == alone == study.cells(Setting((2,), 40, 3))
    others = both[len(alone) :]
    assert [cell.name for cell in others] == [f"{cell.name}-again" for cell in alone]
    assert {plan.seed for cell in others for plan in cell.plans} == {8}
    for one, other in zip(alone, others, strict=True):
        assert [replace(plan, seed=8) for plan in one.plans] == list(other.plans)


def test_the_test_of_heterogeneity_is_cochrans_and_keeps_its_size() -> None:
    """For many games it is Cochran's Q; for few, of unlike numbers, it rejects a truth in 5 of 100."""
    many = [Estimate(v, v - h, v + h, 0.95, 10**6, "t") for v, h in ((1.0, 0.2), (1.3, 0.1), (0.9, 0.3))]
    w = [(1.959964 / e.half_width) ** 2 for e in many]
    centre = sum(a * e.value for a, e in zip(w, many, strict=True)) / sum(w)
    q = sum(a * (e.value - centre) ** 2 for a, e in zip(w, many, strict=True))
    assert heterogeneity(many) == pytest.approx(math.exp(-q / 2), rel=1e-3)  # chi-square, 2 degrees
    generator, rejected = np.random.default_rng(6), 0
    for _ in range(600):
        made = [mean_of(generator.poisson(50, n)) for n in (25, 40, 200, 1000)]
        rejected += heterogeneity(made) < 0.05
    assert rejected / 600 < 0.075


def test_p_values_are_corrected_for_their_number() -> None:
    assert holm([0.01, 0.04, math.nan, 0.03]) == pytest.approx([0.03, 0.06, 1.0, 0.06])


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_a_range_holds_the_intervals_of_all_its_numbers(scale: float) -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        found = [
            Estimate(value, value - half, value + half, 0.95, 9, "t")
            for value, half in zip(rng.normal(0, 0.1, 3), 10.0 ** rng.uniform(-4, 1, 3), strict=True)
        ]
        low, high = (float(end.replace(",", "")) for end in span(found, scale).split(" to "))
        assert low <= scale * min(each.low for each in found)
        assert high >= scale * max(each.high for each in found)


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_values_in_words_lie_in_their_intervals_with_as_many_decimals(scale: float) -> None:
    rng = np.random.default_rng(5)
    for _ in range(300):
        values = rng.normal(0, 10.0 ** rng.uniform(-1, 2), rng.integers(1, 5))
        found = [
            Estimate(value, value - half, value + half, 0.95, 9, "t")
            for value, half in zip(values, 10.0 ** rng.uniform(-2, 1, len(values)), strict=True)
        ]
        texts = values_in_words(found, scale)
        assert len({len(text.partition(".")[2]) for text in texts}) == 1
        for text, each in zip(texts, found, strict=True):
            assert scale * each.low <= float(text.replace(",", "")) <= scale * each.high


TITLES = {
    "all differ": (
        {2: 0.05, 3: 0.081},
        "Seat 1 wins +5 and +8 percentage points more with 2 and 3 players",
    ),
    "all differ alike": ({2: 0.05, 3: 0.051}, "Seat 1 wins +5 percentage points more"),
    "more than five": (
        {players: 0.01 * players for players in range(4, 10)},
        "Seat 1 wins +3 to +10 percentage points more",
    ),
    "one number": ({2: 0.05}, "Seat 1 wins +5 percentage points more"),
    "less": ({2: -0.05}, "Seat 1 wins -5 percentage points more"),
    "alike": ({2: 0.001, 3: -0.002}, "Seats are alike within 2"),
    "open": ({2: 0.02, 3: 0.015}, "It is not settled whether seats are alike"),
    "parted": (
        {2: 0.05, 3: 0.0, 4: 0.02},
        "Seat 1 wins +5 percentage points more with 2 players; seats are alike within 2 with 3; "
        "not settled with 4",
    ),
    "open first": (
        {2: 0.02, 3: 0.05},
        "Seat 1 wins +5 percentage points more with 3 players; not settled with 2",
    ),
}


@pytest.mark.parametrize(("values", "title"), TITLES.values(), ids=TITLES)
def test_a_title_follows_the_verdicts(values: dict[int, float], title: str) -> None:
    found = {
        players: number("a", value, 0.03 if value in (0.015, 0.02) else 0.01, players=players)
        for players, value in values.items()
    }
    words = "Seat 1 wins {} percentage points more", "seats are alike within 2", "whether seats are alike"
    assert headed(found, *words, sign="+") == title


@pytest.mark.parametrize(("name", "open_titles"), [("farmers", 3), ("numbers", 5), ("castle", 3)])
def test_titles_of_pictures_state_nothing_that_is_undecided(
    monkeypatch: pytest.MonkeyPatch, name: str, open_titles: int
) -> None:
    """All numbers with a margin made undecided: no title says them."""
    results = stored_results(name)
    entries = [
        replace(entry, estimate=replace(entry.estimate, value=7 * m, low=-8 * m, high=9 * m))
        if (m := entry.margin)
        else entry
        for entry in results.entries
    ]
    titles: list[str] = []

    def caught(draw: Any, title: str, *args: Any, **kwargs: Any) -> tuple[bytes, list[Any]]:
        titles.append(title)
        return b'<svg viewBox="0 0 9 9"></svg>', []

    monkeypatch.setattr("reports.pages.parts.drawn", caught)
    undecided = replace(results, entries=entries)
    Report(declared(name), undecided).answer.html("simulate study", "")
    assert sum("not settled" in title for title in titles) == open_titles, titles


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_not_settled_is_not_stated(name: str) -> None:
    """“Of the amounts tried, 0 to 7 farmers win most: not settled” is two answers."""
    results = stored_results(name)
    wide = [
        replace(e, estimate=replace(e.estimate, low=e.estimate.value / 9, high=2 * e.estimate.value))
        if e.margin is None and e.estimate.value > 0 and e.estimate.method != EXACT
        else e
        for e in results.entries
    ]
    page = Report(declared(name), replace(results, entries=wide)).page
    stated = [f.text for f in (page.answer, *page.findings) if f.sure == OPEN and "not settled" not in f.text]
    assert stated == []


def test_numbers_are_found_by_their_place() -> None:
    entries = [number("a", 0.1, players=2), number("a", 0.3, players=3), number("b", 0.2, players=3)]
    results = Results(Setting((2, 3), 10, 1), entries, 20, 2)
    assert results.value("wins", "share", players=3, policy="b") == 0.2
    assert results.by_players("wins", "share", policy="a") == {2: entries[0], 3: entries[1]}
    assert results.by_players_present("wins", "share", policy="b") == {3: entries[2]}
    assert results.matching("wins", "share", players=3) == entries[1:]
    with pytest.raises(KeyError):
        results.by_players("wins", "share", policy="b")


# --- estimators


def test_estimates_of_nothing_and_of_everything() -> None:
    none = np.zeros(10, np.int64)
    assert share_of(none, 60).high > 0.1
    assert share_of(none + 60, 60).low < 0.9
    assert math.isnan(ratio_change((none, none), (none, none)).value)
    assert frequency_of(none > 0).value == 0
    assert difference_of(none + 3, none, 2, reach=1.0).value == 1.5


@pytest.mark.parametrize("spread", [0.0, 0.03, 0.3], ids=["alike", "one in thirty", "often"])
def test_a_share_of_blocks_keeps_its_level_and_stays_a_share(spread: float) -> None:
    """Blocks that mostly win all: Student's interval goes beyond 1, or is a point."""
    generator, truth, held = np.random.default_rng(3), 1 - spread / 2, 0
    for _ in range(300):
        values = 60 - 30 * (generator.random(200) < spread)
        found = share_of(values, 60)
        assert 0 <= found.low < found.high <= 1
        held += found.low <= truth <= found.high
    assert held >= 0.93 * 300


def test_blocks_that_share_their_wins_evenly_tell_more_than_games() -> None:
    """The interval of a share follows the spread of the blocks, as Student's does, not that of a coin."""
    values = 60 + np.random.default_rng(8).integers(-6, 7, 500)
    found, by_t = share_of(values, 120), mean_of(values, 120)
    assert found.half_width == pytest.approx(by_t.half_width, rel=0.02)
    assert found.half_width < 0.2 * wilson(250, 500).half_width


@pytest.mark.parametrize("n", [20, 2_000])
@pytest.mark.parametrize("differ", [0, 1, 5])
def test_no_difference_is_a_point_though_few_games_differ(n: int, differ: int) -> None:
    old = np.full(n, 3)
    new = old + (np.arange(n) < differ)
    ones = np.ones(n, np.int64)
    for found in (
        difference_of(new, old, reach=10.0),
        share_change(new - 3, old - 3),
        ratio_change((new, 4 * ones), (old, 4 * ones)),
        relative_change((new, 4 * ones), (old, 4 * ones)),
    ):
        assert found.low < found.value < found.high, found
        assert found.half_width > 0.8 * wilson(0, n).high
    for alike in (mean_of(old), ratio_of(old, 4 * ones), part_of(4 * ones, 4 * ones)):
        assert alike.low < alike.high


def test_rare_large_changes_are_not_missed() -> None:
    """One game in 500 changes by 40: of 400 games with none of them Student's interval is a point."""
    generator, held = np.random.default_rng(4), 0
    for _ in range(300):
        old = np.zeros(400, np.int64)
        new = 40 * (generator.random(400) < 0.002)
        found = difference_of(new, old, reach=40.0)
        held += found.low <= 0.08 <= found.high
    assert held >= 0.95 * 300


def test_a_change_of_ratios_agrees_with_the_ratio_where_one_is_known() -> None:
    """Against a ratio that is the same in every game, only the other one strays."""
    generator = np.random.default_rng(1)
    bottom = generator.integers(50, 150, 400)
    top = generator.binomial(bottom, 0.3)
    change = ratio_change((top, bottom), (bottom // bottom, bottom // bottom))
    alone = ratio_of(top, bottom)
    assert change.value == pytest.approx(alone.value - 1)
    assert change.half_width == pytest.approx(alone.half_width)
    assert mean_of(top, 2).value == pytest.approx(top.mean() / 2)
