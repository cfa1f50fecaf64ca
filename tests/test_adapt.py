"""Players who adapt: several tunings of each rule, intervals over them, best responses, journals."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import refusal
from click.testing import CliRunner, Result
from scipy import stats

import analyses.questions.adapt
import simulate.working.tune
from analyses.estimates.estimate import Estimate
from analyses.estimates.several import over_tunings
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.measures.vocabulary import chosen
from analyses.questions.adapt import FIRST_SEED, Adapted, check_tunings, gain_of, tune_for
from analyses.questions.compare import Comparison
from analyses.studies.study import Arm, Setting
from reports.answers.view import View
from rules.errors import Notice
from rules.games import OWN, load
from simulate.cli import adapting, program
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import Policy, read_policy
from simulate.play.simulator import Simulator
from simulate.store.sums import WIN
from simulate.working.tune import Arena, Generation, Journal, better_than_start, checked, search_for, tuned

TUNINGS = 2
GAME = "carcassonne"


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, and so small a budget that a tuning takes a moment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(simulate.working.tune, "CHECK_GAMES", 50)
    monkeypatch.setattr(analyses.questions.adapt, "tune_for", partial(tune_for, generations=1, games=10))


def weights_of(game: str, name: str, players: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights of a policy in the order of features."""
    return np.array([weight for _, weight in read_policy(game, name, players).weights or ()])


# --- what is said meanwhile


def test_it_says_how_long_the_rest_takes_once_that_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two rules, three searches each, four generations each, of ten seconds; the first one compiles, too."""
    plans = [make_plan(GAME, 10, rules=rules) for rules in ((), ("farm_points=4",))]
    progress = adapting.Progress({plan.hash: plan for plan in plans})
    times = iter(10.0 * i for i in range(24))
    monkeypatch.setattr(adapting, "monotonic", lambda: next(times))
    for plan in plans:
        for number in (1, 2, 3):
            for generation in (1, 2, 3, 4):
                progress.tell(plan.hash, number, 3, Generation(generation, 4, 0.5))
    assert capsys.readouterr().err.splitlines() == [
        "the standard game (rule 1 of 2): tuned 0 of 3, 4 min left for all rules",
        "the standard game (rule 1 of 2): tuned 1 of 3, 3 min left for all rules",
        "the standard game (rule 1 of 2): tuned 2 of 3, 3 min left for all rules",
        "the standard game (rule 1 of 2): tuned 3 of 3, 2 min left for all rules",
        "farm_points=4 (rule 2 of 2): tuned 1 of 3, 80 s left for all rules",
        "farm_points=4 (rule 2 of 2): tuned 2 of 3, 40 s left for all rules",
        "farm_points=4 (rule 2 of 2): tuned 3 of 3",
    ]


def test_what_was_tuned_before_tells_nothing_of_how_long_the_rest_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two searches are read from journals, as slowly as a busy machine may; the third is played."""
    plan = make_plan(GAME, 10)
    progress = adapting.Progress({plan.hash: plan})
    times = iter([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 30.0, 40.0, 50.0, 60.0])
    monkeypatch.setattr(adapting, "monotonic", lambda: next(times))
    for number in (1, 2, 3):
        for generation in (1, 2, 3, 4):
            progress.tell(plan.hash, number, 3, Generation(generation, 4, 0.5, kept=number < 3))
    assert capsys.readouterr().err.splitlines() == [
        "the standard game: tuned 1 of 3",
        "the standard game: tuned 2 of 3",
        "the standard game: tuned 2 of 3, 20 s left",
        "the standard game: tuned 3 of 3",
    ]


def test_what_another_seed_plays_is_no_further_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A study asks all on two seeds, whose players are the same: it told of twice the time that it took."""
    plans = [
        make_plan(GAME, 10, seed=seed, rules=rules) for seed in (1, 2) for rules in ((), ("farm_points=4",))
    ]
    times = iter(10.0 * i for i in range(6))
    monkeypatch.setattr(adapting, "monotonic", lambda: next(times))
    monkeypatch.setattr(adapting, "play_plans", lambda plans, *_: {plan.hash: plan for plan in plans})

    def tune_quickly(plan: Plan, tunings: int, jobs: int, tell: Any) -> list[Policy]:
        for number in (1, 2, 3):
            tell(number, 3, Generation(1, 1, 0.5))
        return [replace(policy, name=f"{rules}") for policy in plan.policies[:1] for rules in (1, 2, 3)]

    monkeypatch.setattr(analyses.questions.adapt, "tune_for", tune_quickly)
    played: Any
    adapted, played = adapting.play_adapted(plans, 2, 1, "")
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == "farm_points=4 (rule 2 of 2): tuned 3 of 3"
    assert len(said) == 6
    assert adapted.policies.keys() == {plan.hash for plan in plans}
    assert {plan.seed for plan in played.values()} == {1, 2}


# --- the interval


def test_an_interval_over_tunings_is_students_on_their_values() -> None:
    values = [0.62, 0.62, 0.68, 0.96, 0.70]
    parts = [Estimate(x, x - 0.05, x + 0.05, 0.95, 500, "t") for x in values]
    found = over_tunings(parts)
    low, high = stats.t.interval(0.95, 4, np.mean(values), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.value == pytest.approx(np.mean(values))
    assert (found.n, found.method) == (2500, "5 tunings")


def test_tunings_that_agree_by_chance_leave_the_interval_of_the_games() -> None:
    parts = [Estimate(x, x - 0.5, x + 0.5, 0.95, 100, "t") for x in (1.0, 1.0, 1.0, 1.0)]
    assert over_tunings(parts).half_width == pytest.approx(0.5 / 2)


# --- searches


@pytest.mark.parametrize("game", OWN)
def test_a_search_goes_on_where_it_was_interrupted(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays no game twice, and ends with the same weights as one that was never interrupted."""
    search = search_for(game, generations=3, games=12, only=_two_of(game), seed=5)
    search = replace(search, rivals=(), steady=True)
    whole = tuned(search, 1)
    journal = Journal.of(search)
    assert len(journal.worths) == 3
    journal.worths[2:] = []
    journal.keep()
    played: list[int] = []
    real = Arena.worth

    def worth(self: Arena, weights: Any, rivals: Any, first: int, n: int) -> float:
        played.append(first)
        return real(self, weights, rivals, first, n)

    monkeypatch.setattr(Arena, "worth", worth)
    assert tuned(search, 1) == whole
    assert set(played) == {3 * 12}
    played.clear()
    assert tuned(search, 1) == whole
    assert not played


@pytest.mark.parametrize("data", [None, b"", b"{", b"[]", b"{}", b'{"search": 1}', b"\xff"])
def test_a_journal_that_is_not_as_it_was_written_is_not_believed(data: bytes | None) -> None:
    """Least of all one in which a single number changed."""
    search = search_for("starwars", generations=1, games=6, only=_two_of("starwars"), seed=5)
    search = replace(search, rivals=())
    whole = tuned(search, 1)
    text = search.place.read_bytes()
    number = b'"worths": [['
    assert number in text
    at = text.index(number) + len(number) + 3
    search.place.write_bytes(text[:at] + b"7" + text[at + 1 :] if data is None else data)
    with pytest.warns(Notice, match=f"{search.place}: damaged: .*; its games are played anew"):
        assert tuned(search, 1) == whole
    assert search.place.read_bytes() == text


def _two_of(game: str) -> tuple[str, ...]:
    weights = dict(read_policy(game, "heuristic", make_plan(game, 1).players).weights or ())
    return tuple(name for name, w in weights.items() if w and w != 1)[:2]


def test_a_search_that_gains_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """After twice ten generations that won no more than those before; one that must not end goes on.

    What it ends with is checked in other games than those that chose it.
    """
    gained = iter([-0.1, 0.1, -0.1, -0.1, 0.0])
    played: set[tuple[int, int]] = set()

    def both(*asked: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        played.add(asked[4:6])
        return np.full(9, 0.5 + next(gained)), np.full(9, 0.5)

    def worth(*asked: Any) -> float:
        played.add(asked[3:5])
        return 0.5

    monkeypatch.setattr(Arena, "worth", worth)
    monkeypatch.setattr(Arena, "both", both)
    told: list[int] = []
    search = search_for(GAME, generations=60, games=12, only=_two_of(GAME))
    checked(search, tuned(search, 1, lambda generation: told.append(generation.number)), 50)
    assert told[-1] == 40
    games = [game for first, n in played for game in range(first, first + n)]
    assert len(games) == len(set(games)), "none is judged by games that a search has seen"
    tuned(replace(search, steady=True), 1, lambda generation: told.append(generation.number))
    assert told[-1] == 60


def test_what_is_worse_than_its_start_is_not_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arena, "worth", lambda self, weights, *asked: float(weights[1]))
    for now, then, better in ((0.4, 0.5, False), (0.5, 0.5, False), (0.6, 0.5, True)):
        search = search_for("carcassonne", generations=2, games=12 + int(10 * now), only=_two_of(GAME))
        pair = np.full(9, now), np.full(9, then)
        monkeypatch.setattr(Arena, "both", lambda *asked, pair=pair: pair)
        found = better_than_start(search, 1)
        assert (found != dict(search.start.weights or ())) == better


def test_rivals_share_the_games_and_so_do_seats() -> None:
    """Every rival meets the candidate in every seat."""
    arena = Arena(make_plan(GAME, 10, players=2))
    start = weights_of(GAME, "heuristic", 2)
    _, shares = arena.outcomes(start, [start, start], 0, 8)
    assert len(shares) == 8
    seats = checked(search_for(GAME, players=2), dict(read_policy(GAME, "heuristic", 2).weights or ()), 8, 1)
    assert (seats.shares == seats.before).all()


# --- tunings of a rule


def test_each_rule_is_tuned_from_games_of_its_own_with_equal_budgets() -> None:
    plan = make_plan(GAME, 40, players=2, seed=1, first_game=7)
    found = tune_for(plan, TUNINGS, 1, only=_two_of(GAME), generations=1, games=10)
    assert len(found) == TUNINGS + 1
    kept = [json.loads(path.read_text()) for path in Path("tunings").glob("*.json")]
    assert {journal["search"]["generations"] for journal in kept} == {1}
    assert {journal["search"]["games"] for journal in kept} == {10}
    assert len({len(journal["worths"][0]) for journal in kept}) == 1
    seeds = sorted(journal["search"]["plan"]["seed"] for journal in kept)
    assert {journal["search"]["plan"]["first_game"] for journal in kept} == {0}
    assert seeds == [FIRST_SEED + number for number in range(1, TUNINGS + 2)]
    (response,) = [journal for journal in kept if journal["search"]["rivals"]]
    assert len(response["search"]["rivals"]) == TUNINGS
    assert dict(response["search"]["start"]) == dict(found[0].weights or ())
    for policy in found:  # the command that a run prints can be typed
        assert read_policy(GAME, policy.name, 2) == policy


def test_each_tuning_plays_its_part_of_the_games() -> None:
    plan = make_plan(GAME, 23, players=3, seed=4)
    policies = [replace(read_policy(GAME, "heuristic", 3), name=f"t{i}") for i in range(6)]
    adapted = Adapted(5, {plan.hash: policies})
    parts = adapted.parts(plan)
    assert [part.first_game for part in parts] == [0, 4, 9, 13, 18]
    assert sum(part.n for part in parts) == 23
    assert [part.policy_words for part in parts] == ["t0", "t1", "t2", "t3", "t4"]
    for part, seats in zip(parts, adapted.odd_parts(plan), strict=True):
        assert [p.first_game for p in seats] == [part.first_game] * 3
        assert [p.policies[seat].name for seat, p in enumerate(seats)] == ["t5"] * 3
        assert all(sum(policy.name == "t5" for policy in p.policies) == 1 for p in seats)


def test_progress_is_told_in_words_of_the_game_and_not_of_files() -> None:
    """Whom the games are of: for which rules they were tuned, and which tuning it is."""
    plans = [make_plan(GAME, 20, players=2, rules=rules) for rules in ((), ("farm_points=4",))]
    policies = [replace(read_policy(GAME, "heuristic", 2), name=f"tunings/{i}.toml") for i in range(3)]
    told = [text for _, text in Adapted(2, {plan.hash: policies for plan in plans}).plans(plans)]
    assert told[0] == "2 players tuned for the standard game, tuning 1 of 2"
    assert told[1] == "2 players tuned for the standard game, tuning 1 of 2, seat 1 against them"
    assert "2 players tuned for farm_points=4, tuning 2 of 2" in told
    assert not any(".toml" in text for text in told)


def test_those_who_adapted_are_told_of_by_what_they_do() -> None:
    """More farmers come before a larger share of points from farms, which others are told of first."""
    plan = make_plan(GAME, 100, players=2)
    house = make_plan(GAME, 100, players=2, rules=["farm_points=4"])

    def sentence(method: str) -> str:
        def change(measure: Measure) -> Number:
            size = 5 * measure.margin
            found = Estimate(size, 0.9 * size, 1.1 * size, 0.95, 100, method)
            return Number(measure, found, found.minus(size), found)

        changes = tuple(map(change, chosen(plan, ["turns", "farm_share", "farmers"])))
        share = Estimate(0.5, 0.4, 0.6, 0.95, 100, "Wilson")
        comparison = Comparison(plan, house, 100, 0.95, changes, share, (), ())
        return View(Arm("farm_points=4"), Setting(2, "heuristic"), comparison).finding.text

    assert "farmers placed by each player" in sentence("2 tunings")
    assert "farmers placed by each player" not in sentence("paired t")


@pytest.mark.parametrize(
    ("game", "name"), [("starwars", "first_battle"), ("catan", "deals"), ("carcassonne", "farmers")]
)
def test_each_game_has_measures_of_what_players_do(game: str, name: str) -> None:
    (measure,) = chosen(make_plan(game, 10), [name])
    assert measure.deed


# --- the commands


def asked(*words: str) -> Result:
    """What a command says."""
    done = CliRunner().invoke(program, [*words, "--jobs", "1"])
    assert done.exit_code == 0, done.output
    return done


def test_compare_tells_what_those_do_who_adapted() -> None:
    command = "compare --game carcassonne --players 2 --rule farm_points=4 --n 40 --adapt --tunings 2 --out c"
    done = asked(*command.split())
    assert "Players who adapted: " in " ".join(done.output.split())
    sections = json.loads(Path("c/findings.json").read_text())["sections"]
    adapted = sections["adapted_changes"]
    assert {number["method"] for number in adapted} == {"2 tunings"}
    assert {number["n"] for number in adapted} == {40}
    assert [row["rule"] for row in sections["best_response"]] == ["standard game", "farm_points=4"]
    assert all(row["at_most"] >= row["gain"] for row in sections["best_response"])
    page = Path("c/report.html").read_text()
    assert "players who adapted" in page
    seen = page.partition('<section id="evidence">')[0]
    for said in ("Players who adapted: ", "One player who is tuned against those"):
        assert said in seen, "what was asked for is not folded away"
    # the twin, in plain pandas: a change a tuning
    placed = {}
    for path in Path("runs").iterdir():
        plan = json.loads((path / "manifest.json").read_text())["plan"]
        words = {policy["name"] for policy in plan["policies"]}
        if len(words) == 1 and "tunings/" in words.pop():
            mean = pd.concat(pd.read_parquet(f) for f in (path / "seats").glob("*.parquet"))["farmers"].mean()
            placed[plan["options"]["farm_points"], plan["first_game"]] = mean
    changes = [placed[4, first] - placed[3, first] for first in (0, 20)]
    (told,) = [number for number in adapted if number["measure"] == "farmers"]
    assert told["change"] == pytest.approx(np.mean(changes))
    again = json.loads(asked(*command.split(), "--json").stdout)
    assert again["sections"]["adapted_changes"] == adapted


def test_a_sweep_is_played_by_those_who_adapted_to_each_value() -> None:
    words = "sweep --game carcassonne --players 2 --rule farm_points=3,4 --n 40 --adapt --tunings 2"
    asked(*words.split(), "--measure", "farmers", "--out", "s")
    data = json.loads(Path("s/findings.json").read_text())
    assert any("tuned for each rule, 2 times each" in note for note in data["notes"])
    assert any("one player who is tuned against those who adapted" in note for note in data["notes"])
    page = Path("s/report.html").read_text()
    assert "for all changes of this page at once (Bonferroni)" in page
    assert "with weights tuned for the rule of the game" in page
    assert "over all tunings together, not in each half" in page
    assert "do not know that a rule was changed" not in page


def test_no_bound_lies_beyond_winning_every_game() -> None:
    """One of two tunings wins every game of two players, which is half of them more; the other none."""
    plan = make_plan("carcassonne", 2, players=2)
    first, second = ([WIN, 0], [0, WIN])
    tunings = [
        [SimpleNamespace(plan=plan, wins=np.array([wins, wins])) for wins in seats]
        for seats in ((first, second), (second, first))
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("analyses.questions.adapt.win_parts", lambda run: run.wins)
        found = gain_of(tunings)  # type: ignore[arg-type]
    assert (found.low, found.high) == (-0.5, 0.5)


def test_a_study_from_a_file_may_say_that_players_adapt() -> None:
    Path("four.toml").write_text(
        'game = "carcassonne"\nquestion = "Four points?"\nplayers = 2\ngames = 20\nadapt = 2\n'
        '[[arms]]\nrules = { farm_points = 4 }\n[[measures]]\nname = "farmers"\n',
        encoding="utf-8",
    )
    done = asked("study", "four.toml", "--out", "f")
    said = " ".join(done.output.split())
    assert "Players who adapted: " in said
    assert "tuned for each rule, 2 times each" in Path("f/findings.json").read_text()


def test_who_has_no_weights_or_unlike_ones_cannot_be_tuned() -> None:
    """It is said before anything is played."""
    assert "has no weights" in refusal(tune_for, make_plan(GAME, 9, policy="random"), 2, 1)
    for words in (("compare", "--rule", "farm_points=4"), ("sweep", "--rule", "farm_points=3,4")):
        done = CliRunner().invoke(program, [*words, "--game", GAME, "--policy", "random", "--adapt"])
        assert "'random' has no weights to tune" in str(done.exception)
        assert not Path("runs").exists()
    mixed = make_plan(GAME, 9, players=2, policy="heuristic,greedy")
    assert "one policy for all seats" in refusal(tune_for, mixed, 2, 1)
    assert check_tunings(5, 10) == 5


@pytest.mark.parametrize(
    ("name", "why"), [("novice", "errs"), ("search:1", "looks ahead"), ("rollout", "looks ahead")]
)
def test_who_does_more_than_weigh_is_neither_tuned_nor_a_rival(name: str, why: str) -> None:
    """A tuning sets weights and nothing else: it would play `heuristic` and say that it played these."""
    for who in ("start", "rival"):
        assert f"'{name}' {why}, which a tuning does not play" in refusal(search_for, GAME, **{who: name})
    assert why in refusal(tune_for, make_plan(GAME, 9, policy=name), 2, 1)


# --- what a search for weights climbs


@pytest.mark.parametrize("game", OWN)
def test_a_candidate_is_held_against_the_best_of_the_others(game: str) -> None:
    """In every seat of as many games; where few points win a smaller score is ahead."""
    players, n = 3, 6
    arena = Arena(make_plan(game, 10, players=players, seed=4))
    mine, rivals = (weights_of(game, name, players) for name in ("greedy", "heuristic"))
    margins, shares = arena.outcomes(mine, [rivals], 0, n)
    expected: list[tuple[float, float]] = []
    for seat in range(players):
        words = ",".join("greedy" if s == seat else "heuristic" for s in range(players))
        sim = Simulator(make_plan(game, 10, players=players, policy=words, seed=4, tables="games,seats"))
        for i in range(seat * n // players, (seat + 1) * n // players):
            rows = sim.play(i, 1)["seats"]
            scores = rows["score"].astype(int).tolist()
            own = scores.pop(seat)
            ahead = min(scores) - own if load(game).low_wins else own - max(scores)
            expected.append((ahead, float(rows["win_share"][seat])))
    assert list(zip(margins, shares, strict=True)) == expected


def test_a_worth_is_the_rounded_off_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lead of the game's scale counts as 73.1 % of a win."""
    arena = Arena(make_plan("castle", 10))
    lead = load("castle").playing.margin_scale
    for ahead, worth in ((0.0, 0.5), (lead, 0.7310586), (-lead, 0.2689414)):
        found = np.full(3, ahead), np.zeros(3)
        monkeypatch.setattr(Arena, "outcomes", lambda *asked, found=found: found)
        assert arena.worth(np.ones(1), [], 0, 3) == pytest.approx(worth)


def test_a_search_climbs_to_the_best_weights_in_terms_of_the_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the best are known; the unit of all others becomes 1, what is left out stays."""
    names = list(dict(read_policy("carcassonne", "heuristic", 2).weights or ()))
    start = Policy("mine", tuple((name, 2.0) for name in names))
    search = replace(search_for("carcassonne", players=2, only=("standing", "farm"), games=10), start=start)
    best = np.array([{"standing": 1.7, "farm": 0.4}.get(name, 1.0) for name in names])
    met = []

    def worth(self: Arena, weights: Any, rivals: Any, first: int, n: int) -> float:
        met.append((first, n))
        return -float(((weights - best) ** 2).sum())

    monkeypatch.setattr(Arena, "worth", worth)
    monkeypatch.setattr(Arena, "both", lambda *asked: (np.ones(9), np.zeros(9)))
    found = tuned(search, 1)
    assert list(found) == names
    assert list(found.values()) == pytest.approx(best, abs=0.01)
    assert {first for first, n in met[1:]} == {10 * k for k in range(1, search.generations + 1)}


def test_what_was_tuned_is_told_beside_what_its_start_wins_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both shares are there: the change alone was said to be against those who sat at all other seats."""
    shares, before = np.repeat([1.0, 0.0], [70, 30]), np.repeat([1.0, 0.0], [40, 60])
    found = SimpleNamespace(weights={"points": 1.0}, shares=shares, before=before)
    monkeypatch.setattr(
        simulate.working.tune, "tuned", lambda search, jobs, tell: tell(Generation(1, 1, 0.5))
    )
    monkeypatch.setattr(simulate.working.tune, "checked", lambda *_, **__: found)
    words = "tune --game carcassonne --players 2 --start greedy --generations 1 --out t.toml"
    lines = asked(*words.split()).output.splitlines()
    told = [line.partition(" [")[0] for line in lines if "%" in line or "a change of" in line]
    assert told == [
        "win share against heuristic at every other seat: 70.0 %",
        "greedy in that seat wins 40.0 %",
        "a change of +30.0",
    ]
