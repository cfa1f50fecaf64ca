"""A baseline that was played longer makes changes narrower, and keeps their level."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from builders import as_json, run_cli, succeed
from made_up import Held
from verification import false_alarms

from analyses.measures.long_baseline import LongBaseline
from analyses.measures.measure import NUMBER, SHARE, Formula, Measure
from analyses.measures.paired_games import PairedSums
from analyses.questions.compare import compare
from simulate.store.runs import load

GAME = ("--game", "starwars", "--policy", "random", "--players", "2")

PAIRS, ALL, ROUNDS = 400, 2_000, 600

TRUTH = {"number": 1.0, "share": 0.05, "ratio": 0.1}


def four_sigma(share: float, rounds: int) -> float:
    return 4 * math.sqrt(share * (1 - share) / rounds)


def measure_of(kind: str) -> Measure:
    """A made-up measure: skewed points a game, something that happens or not, or a ratio of totals."""
    per = Formula("", lambda arrays: arrays.game("bottom")) if kind == "ratio" else None
    top = Formula("", lambda arrays: arrays.game("top"))
    return Measure("made_up", "made up", 0.25, "", top, per, SHARE if kind == "share" else NUMBER)


def columns_of(kind: str, rng: np.random.Generator, n: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Games under both rules that share some of their luck; the other rule adds `TRUTH`."""
    common, own, other = rng.gamma(2.0, 2.0, (3, n))
    if kind == "number":
        return {"top": common + own}, {"top": common / 2 + other + 1 + 2}
    if kind == "share":
        luck = rng.random(n)
        again = np.where(rng.random(n) < 0.5, luck, rng.random(n))
        return {"top": (luck < 0.3) * 1.0}, {"top": (again < 0.35) * 1.0}
    bottom = rng.integers(3, 20, n)
    chance = rng.beta(2, 3, n)
    tops = rng.binomial(bottom, chance), rng.binomial(bottom, chance)
    return {"top": tops[0], "bottom": bottom}, {"top": tops[1] + 0.1 * bottom, "bottom": bottom}


def games(columns: dict[str, Any], first: int, end: int) -> Any:
    """Some of the games as arrays."""
    part = {name: np.asarray(values[first:end], float) for name, values in columns.items()}
    return SimpleNamespace(
        n=end - first, game=part.get, tables={"games": {"game": np.arange(first, end)}}
    )  # fmt: skip


def both_ways(kind: str, seed: int, n: int = PAIRS, every: int = ALL) -> tuple[PairedSums, LongBaseline]:
    """Sums of pairs alone, and of the same with a baseline of more games."""
    base, house = columns_of(kind, np.random.default_rng(seed), every)
    pairs, rest = PairedSums(measure_of(kind)), PairedSums(measure_of(kind))
    pairs.add(games(base, 0, n), games(house, 0, n), np.arange(0, n, 2))
    if n < every:
        beyond = games(base, n, every)
        rest.add(beyond, beyond)
    return pairs, LongBaseline(pairs, rest)


@pytest.mark.parametrize("kind", TRUTH)
def test_a_change_with_a_long_baseline_is_unbiased_narrower_and_keeps_its_level(kind: str) -> None:
    held, errors, plain_errors, widths = 0, [], [], []
    for seed in range(ROUNDS):
        pairs, long = both_ways(kind, seed)
        plain, found = pairs.difference(0.95), long.difference(0.95)
        held += found.low <= TRUTH[kind] <= found.high
        errors.append(found.value - TRUTH[kind])
        plain_errors.append(plain.value - TRUTH[kind])
        widths.append(found.half_width / plain.half_width)
    spread = float(np.std(errors))
    assert abs(np.mean(errors)) < 4 * spread / math.sqrt(ROUNDS)
    assert held / ROUNDS > 0.94 - four_sigma(0.94, ROUNDS)
    assert held / ROUNDS < 0.97 + four_sigma(0.97, ROUNDS)
    assert max(widths) <= 1
    gone = spread / float(np.std(plain_errors))
    assert np.mean(widths) == pytest.approx(gone, rel=0.12)
    assert gone < 0.95


@pytest.mark.parametrize("kind", TRUTH)
def test_values_under_both_rules_differ_by_the_change_and_keep_their_level(kind: str) -> None:
    """That of the baseline is that of all its games."""
    base, _ = columns_of(kind, np.random.default_rng(0), 2_000_000)
    before = np.mean(base["top"]) / np.mean(base.get("bottom", 1))
    held = 0
    for seed in range(1, ROUNDS + 1):
        pairs, long = both_ways(kind, seed)
        one, other = (long.estimate(which, 0.95) for which in (0, 1))
        assert one is not None
        assert other is not None
        assert one.n == ALL
        assert other.value - one.value == pytest.approx(long.difference(0.95).value)
        alone = pairs.estimate(1, 0.95)
        assert alone is not None
        assert other.half_width <= alone.half_width
        held += other.low <= before + TRUTH[kind] <= other.high
    assert held / ROUNDS > 0.94 - four_sigma(0.94, ROUNDS)


@pytest.mark.parametrize("kind", TRUTH)
def test_without_a_longer_run_nothing_changes(kind: str) -> None:
    pairs, long = both_ways(kind, 1, every=PAIRS)
    assert long.difference(0.95) == pairs.difference(0.95)
    assert [long.estimate(which, 0.95) for which in (0, 1)] == [pairs.estimate(w, 0.95) for w in (0, 1)]
    assert np.array_equal(long.change_by_block(), pairs.change_by_block())


def test_too_few_games_that_differ_tell_no_coefficient() -> None:
    rng = np.random.default_rng(3)
    base = {"top": rng.poisson(5, ALL).astype(float)}
    house = {"top": base["top"] + (rng.random(ALL) < 0.02)}
    pairs, rest = PairedSums(measure_of("number")), PairedSums(measure_of("number"))
    pairs.add(games(base, 0, PAIRS), games(house, 0, PAIRS))
    beyond = games(base, PAIRS, ALL)
    rest.add(beyond, beyond)
    assert pairs.differ < 30
    assert LongBaseline(pairs, rest).difference(0.95) == pairs.difference(0.95)


def test_the_two_halves_stay_independent() -> None:
    """Each has the games of the baseline that go with it alone, and a coefficient of its own."""
    halves = np.array(
        [[both_ways("number", 2 * seed + half)[1].difference(0.95).value for half in (0, 1)]
         for seed in range(ROUNDS // 2)]
    )  # fmt: skip
    assert abs(np.corrcoef(halves.T)[0, 1]) < 4 / math.sqrt(len(halves))
    both = both_ways("number", 0)[1] + both_ways("number", 1)[1]
    assert both.pairs.n == 2 * PAIRS
    assert both.rest.n == 2 * (ALL - PAIRS)


def test_of_one_seed_the_rest_of_the_baseline_is_halved_too() -> None:
    base, house = held(5, 1_000, 3_000)
    found = compare(base, house, ["score", "turns"], long_baseline=True)
    assert found.of_baseline == 3_000
    halves = [half.before for half in found.get("score").halves]
    assert [half.n for half in halves if half] == [1_500, 1_500]
    score = found.get("score")
    assert score.before is not None
    assert score.before.n == 3_000
    assert score.estimate.n == 1_000


def held(seed: int, n: int, every: int) -> tuple[Held, Held]:
    """Made-up runs under equal rules, of which the first is longer."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(100, 20, (every, 3))
    return Held(rng, every, luck), Held(rng, n, luck[:n])


def test_equal_rules_raise_no_more_alarms_with_a_long_baseline() -> None:
    """In all measures at once."""
    rounds = 100
    measures = ["score", "lead", "turns", "win_share", "tied_rolls", "attacks"]
    alarms = 0
    for seed in range(rounds):
        base, house = held(seed, 400, 2_000)
        found = compare(base, house, measures, long_baseline=True)
        alarms += false_alarms(found)
    assert alarms / rounds < 0.05 + four_sigma(0.05, rounds)


# --- the command line


def runs_in(folder: Path) -> dict[str, int]:
    """Games of each run by its command."""
    return {run.command: run.plan.n for run in map(load, sorted((folder / "runs").iterdir()))}


def test_a_comparison_plays_the_baseline_longer_and_says_so(folder: Path) -> None:
    words = ("compare", *GAME, "--rule", "dice_cap=1", "--measure", "score", "--n", 1_000)
    plain = as_json(*words, cwd=folder)
    found = as_json(*words, "--baseline", 3_000, cwd=folder)
    assert sorted(runs_in(folder).values()) == [500, 500, 1_500, 1_500]
    assert "--baseline 3000" in found["command"]
    assert plain["directory"] != found["directory"], "another question"
    one, other = plain["numbers"][0], found["numbers"][0]
    assert other["high"] - other["low"] < one["high"] - one["low"]
    assert found["sections"]["games"][0]["of_baseline"] == 3_000
    assert "of_baseline" not in plain["sections"]["games"][0]
    text = " ".join(succeed(*words, "--baseline", 3_000, cwd=folder).stdout.split())
    assert "1,000 games each (3,000 of the standard game)" in text
    assert "control variate" in (Path(folder) / found["directory"] / "report.html").read_text()


def test_what_lies_in_the_folder_changes_no_answer(folder: Path) -> None:
    words = ("compare", *GAME, "--rule", "dice_cap=1", "--measure", "score", "--n", 400)
    before = as_json(*words, cwd=folder)["numbers"]
    succeed(*GAME, "--n", 2_000, cwd=folder)
    assert as_json(*words, cwd=folder)["numbers"] == before


def test_a_sweep_has_one_long_baseline_and_short_arms(folder: Path) -> None:
    words = ("sweep", *GAME, "--rule", "dice_cap=1..3", "--measure", "score", "--n", 400)
    found = as_json(*words, "--baseline", 1_200, cwd=folder)
    assert sorted(runs_in(folder).values()) == [200] * 4 + [600] * 2, "the standard cap is 3"
    assert {number["n"] for number in found["numbers"]} >= {400}


def test_a_study_file_says_how_long_its_baseline_is(folder: Path) -> None:
    (folder / "cap.toml").write_text(
        'game = "starwars"\nplayers = 2\npolicies = "random"\ngames = 400\ngames_of_baseline = 1200\n'
        "arms = [{ rules = { dice_cap = 1 } }, { rules = { dice_cap = 2 } }]\n"
        "measures = [{ name = 'score' }]\n"
    )
    succeed("study", "cap.toml", cwd=folder)
    assert sorted(runs_in(folder).values()) == [200] * 4 + [600] * 2


def test_a_width_is_waited_for_with_the_long_baseline(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is what the answer prints."""
    from analyses.questions import until

    monkeypatch.setattr(until, "FIRST", 300)
    words = ("compare", *GAME, "--rule", "dice_cap=1", "--measure", "score", "--until", "score=0.2")
    games = {}
    for more in ((), ("--baseline", 9_000)):
        found = as_json(*words, *more, cwd=folder)
        score = found["numbers"][0]
        assert score["high"] - score["low"] <= 0.4 + 1e-9
        games[more] = found["n"]
    assert games["--baseline", 9_000] < games[()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare", *GAME, "--rule", "dice_cap=1", "--baseline", 2), "--baseline 2: must be a whole number"),
        (("study", "seats", "--game", "castle", "--baseline", 900), "leave out --baseline"),
    ],
)
def test_what_is_no_length_of_a_baseline_is_refused(folder: Path, words: tuple[Any, ...], said: str) -> None:
    done = run_cli(*words, cwd=folder)
    assert done.returncode == 2
    assert said in done.stderr
