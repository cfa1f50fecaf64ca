"""The studies for any game, seats and policies: planted truths are found again, and tables have twins."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import ladder
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
import who_plays
from builders import as_json, one_line, run_cli, runs_of, succeed
from made_up import over_halves
from pages import part
from words_inside import values_outside

from analyses.estimates.estimate import DIFFERENT, Estimate
from analyses.estimates.samples import difference
from analyses.estimates.several import pooled
from analyses.measures.number import LIKELY, OPEN, SURE, Number
from analyses.questions.handicap import evening, games_of_match, most_won
from analyses.questions.results import Results, Setting
from analyses.studies.declared import Declared, declared
from analyses.studies.policies.model import ELO, Match, cycles, following, numbers_of_matches, strengths
from analyses.studies.seats.model import Outcome, numbers_by_place, repairing, turned
from reports.answers.studies import policies as page
from reports.answers.studies import seats as seats_page
from reports.answers.studies.template import Report
from reports.pages.parts import Table
from rules.games import OWN
from simulate.io.shell import to_open
from simulate.plans.plan import make_plan
from simulate.plans.request import USUAL_POLICY as LEAD
from simulate.store.sums import WIN

Numbers = npt.NDArray[np.float64]


# --- seats


def outcome_of(scores: Numbers) -> Outcome:
    """Games with these scores by place; equal best scores share the win."""
    best = scores == scores.max(axis=1, keepdims=True)
    wins = best / best.sum(axis=1, keepdims=True)
    return Outcome(wins * WIN, scores, tuple("ab"[: scores.shape[1]]), wins * WIN)


def test_the_bonus_is_what_was_planted() -> None:
    rng = np.random.default_rng(4)
    planted = np.array([3.0, 0.0, -2.0])
    scores = np.rint(rng.normal(60, 12, (20_000, 3)) + planted)
    for found, true in zip(repairing([outcome_of(scores)]), (3.0, 5.0), strict=True):
        assert true == pytest.approx(found.value, abs=0.6)
        assert found.low <= true <= found.high


def test_too_few_games_tell_no_bonus() -> None:
    scores = np.array([[50.0, 1.0, 2.0], [90.0, 1.0, 2.0]])
    for found in repairing([outcome_of(scores)]):
        assert np.isnan(found.value)
        assert (found.low, found.high) == (-np.inf, np.inf)


def test_every_colour_takes_every_seat_once() -> None:
    taken = [plan.options.colours for plan in turned(make_plan("starwars", 1, players=3))]
    for seat in range(3):
        assert sorted(colours[seat] for colours in taken) == sorted(taken[0])
    plan = make_plan("catan", 1)
    assert turned(plan) == (plan,)


@pytest.mark.parametrize("game", OWN)
def test_every_game_has_its_studies(game: str) -> None:
    setting = Setting((3,), 10, 1)
    names = {cell.name for cell in declared("seats", game).cells(setting)}
    assert names == {"3p-heuristic", "3p-greedy", "3p-random"}
    study = policies(game)
    policy = study.lists["policy"]
    assert policy[0] == LEAD
    cells = study.cells(setting)
    assert len(cells) == len(policy) * (len(policy) - 1)
    for cell in cells:
        odd, _, others = cell.name.removeprefix("3p-").partition("-among-")
        for seat, plan in enumerate(cell.plans):
            assert [p.name for p in plan.policies] == [odd if s == seat else others for s in range(3)]


# --- policies


def policies(game: str = "catan") -> Declared:
    """The round robin of a game."""
    return declared("policies", game)


def played(truth: dict[str, float], players: int, n: int, seed: int) -> list[Match]:
    """A round robin of policies that win in proportion to their strength, the first place a little more."""
    rng = np.random.default_rng(seed)
    places = np.array([0.3, *[0.0] * (players - 1)])
    found = []
    for odd, others in permutations(truth, 2):
        if players == 2 and odd > others:
            continue
        turns = []
        for seat in range(players):
            sits = np.tile(np.eye(players)[seat], (n, 1))
            worth = np.where(sits > 0, truth[odd], truth[others]) + places
            best = (worth + rng.gumbel(size=worth.shape)).argmax(axis=1)
            turns.append((np.eye(players)[best], sits))
        found.append(Match(odd, others, turns))
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_strengths_are_those_that_were_planted(players: int) -> None:
    truth = {"heuristic": 1.0, "b": 0.4, "c": -0.5}
    fitted = strengths(players, list(truth), played(truth, players, 600, 3))
    for one, other in permutations(truth, 2):
        found = fitted.elo(one, other)
        true = ELO * (truth[one] - truth[other])
        assert abs(found.value - true) <= 2 * found.half_width
        assert 0 < found.half_width < 60
    total = sum(fitted.elo(name).value for name in truth)
    assert total == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("odd", [0, 3])
def test_two_who_play_nearly_alike_are_not_surely_equal_after_few_games(odd: int) -> None:
    """They win and lose the same games but a few: those not seen yet may be others."""
    rng, n = np.random.default_rng(4), 40
    sits = [np.tile(np.eye(2)[seat], (n, 1)) for seat in range(2)]
    among_c = [np.eye(2)[(rng.random(n) < 0.6).astype(int)] for _ in sits]
    changed = [np.where(np.arange(n)[:, None] < odd, 1 - won, won) for won in among_c]
    alike = among_c[0]  # whoever of the two sits where, the same place wins
    gap = strengths(2, ["heuristic", "b", "c"], [
        Match("heuristic", "c", list(zip(among_c, sits, strict=True))),
        Match("b", "c", list(zip(changed, sits, strict=True))),
        Match("b", "heuristic", [(alike, at) for at in sits]),
    ]).elo("b", "heuristic")  # fmt: skip
    assert gap.half_width > 35


def test_so_few_games_have_no_strengths_and_the_pairs_are_told() -> None:
    """One of the two won fewer than 10: there was nothing to fit, and the study broke off."""
    entries = list(numbers_of_matches(policies(), 2, played({"heuristic": 0.5, "b": 0.0}, 2, 10, 1)))
    assert {e.table for e in entries} == {"pairs"}


def test_who_never_wins_has_no_strength() -> None:
    truth = {"heuristic": 0.5, "b": 0.0, "never": -30.0}
    fitted = strengths(2, list(truth), played(truth, 2, 200, 1))
    assert fitted.names == ["heuristic", "b"]
    entries = list(numbers_of_matches(policies(), 2, played(truth, 2, 200, 1)))
    assert {e.place["policy"] for e in entries if e.table == "strength"} == {"heuristic", "b"}
    assert any(e.table == "pairs" and e.place["odd"] == "never" for e in entries)


@pytest.mark.parametrize(
    ("truth", "known"),
    [
        ({"heuristic": 0.0, "b": -1.0, "always": 30.0}, ["heuristic", "b"]),
        ({"heuristic": 0.0, "b": -1.0, "weak": -30.0, "weaker": -31.0}, ["heuristic", "b"]),
        ({"heuristic": 0.0, "strong": 30.0, "stronger": 31.0}, []),
        ({"heuristic": 0.0, "b": -1.0, "strong": 2.5}, ["heuristic", "b", "strong"]),
    ],
    ids=["one who never loses", "two who never win", "heuristic alone", "one who seldom loses"],
)
def test_who_is_any_distance_apart_has_no_strength(truth: dict[str, float], known: list[str]) -> None:
    """It was told to within 14 points, wherever the penalty of the fit had left it."""
    assert list(strengths(2, list(truth), played(truth, 2, 300, 1)).names) == known


def test_the_page_of_who_plays_is_as_it_was_asked() -> None:
    said = who_plays.told(json.loads(who_plays.RESULTS.read_text(encoding="utf-8")))
    assert {name: part(who_plays.PAGE, name) for name in said} == {
        name: "\n".join(lines) for name, lines in said.items()
    }


def test_the_page_of_strengths_is_as_the_ladder_was_played() -> None:
    """If not: make strength."""
    said = ladder.told(json.loads(ladder.RESULTS.read_text(encoding="utf-8")))
    assert {name: part(ladder.PAGE, name) for name in said} == {
        name: "\n".join(lines) for name, lines in said.items()
    }


def test_the_model_expects_what_such_players_win() -> None:
    truth = {"heuristic": 1.0, "b": 0.0, "c": -0.5}
    entries = list(numbers_of_matches(policies(), 3, played(truth, 3, 1500, 2)))
    misfits = [e for e in entries if e.measure.key == "misfit"]
    assert len(misfits) == 6
    assert not [e for e in misfits if e.verdict == DIFFERENT]
    for e in misfits:
        assert abs(e.estimate.value) < 0.03


def test_a_circle_of_three_is_found() -> None:
    """Known to within 0.01, b wins 0.1 less than a, c less than b, and a less than c."""

    def found(last: float) -> list[tuple[str, str, str]]:
        above = {("a", "b"): 0.1, ("b", "c"): 0.1, ("c", "a"): last}
        entries = [
            policies().row("pairs", players=2, odd=odd, others=others)(
                "above_even", Estimate(x, x - 0.01, x + 0.01, 0.95, 9, "t")
            )
            for (a, b), value in above.items()
            for odd, others, x in ((a, b, value), (b, a, -value))
        ]
        return cycles(Results(Setting((2,), 9, 1), entries, 0, 0), 2)

    assert found(0.1) == [("a", "b", "c")]
    assert found(-0.1) == []
    assert found(0.025) == [], "within the margin"


@pytest.mark.parametrize("strongest", ["heuristic", "drawer"])
def test_the_page_of_policies_tells_whoever_is_strongest(strongest: str) -> None:
    """Also if that is not the one whom all are held against, and if nobody's strength is known."""
    study = policies("castle")
    truth = {"heuristic": 0.5, "drawer": 0.0, "random": -0.5} | {strongest: 1.0}
    setting = Setting((2, 3), 150, 1)
    entries = [e for n in setting.players for e in numbers_of_matches(study, n, played(truth, n, 150, 1))]
    for known in (entries, [e for e in entries if e.table == "pairs"]):
        text = " ".join(Report(study, Results(setting, known, 0, 0)).answer.summary().split())
        unknown = "○ These games cannot tell how strong heuristic, random and drawer are with 2 and 3 players"
        assert (unknown in text) == (known is not entries), text
        rival = "● Drawer is stronger than heuristic with 2 and 3 players." in text
        assert rival == (strongest == "drawer"), text
    unknown_of = next(page.others(Results(setting, known, 0, 0)))
    assert {name.partition(", ")[2] for name in unknown_of.numbers} == {"2 players"}, "of three none is shown"


def test_strengths_that_larger_tables_alone_tell_are_on_the_page() -> None:
    """With two players one side never won: the page then had no strengths of three players either."""
    study, truth = policies("castle"), {"heuristic": 1.0, "random": 0.0}
    entries = [
        *numbers_of_matches(study, 2, played({"heuristic": 30.0, "random": 0.0}, 2, 150, 1)),
        *numbers_of_matches(study, 3, played(truth, 3, 150, 1)),
    ]
    assert {e.place["players"] for e in entries if e.table == "strength"} == {3}
    report = Report(study, Results(Setting((2, 3), 150, 1), entries, 0, 0))
    assert "How strong is each?" in [section.title for section in report.page.evidence]
    assert any("below heuristic" in finding.text for finding in report.page.findings)
    page = report.answer.html("", "")
    assert "Points of strength against heuristic, which is 0 everywhere." in page
    assert "Points of strength over the mean of those in the same column." in page


@pytest.mark.parametrize("players", [2, 3])
def test_points_that_make_up_for_a_difference_are_those_that_were_planted(players: int) -> None:
    """Who scores 6 points less, alone among others, wins an even share with 6 points beforehand."""
    rng = np.random.default_rng(8)
    points, turns = [], []
    for seat in range(players):
        sits = np.tile(np.eye(players)[seat], (4_000, 1))
        scores = np.rint(rng.normal(80, 12, sits.shape) - 6 * sits)
        best = scores == scores.max(axis=1, keepdims=True)
        turns.append((best / best.sum(axis=1, keepdims=True), sits))
        points.append(np.stack([np.delete(scores, seat, axis=1).max(axis=1), scores[:, seat]], axis=1))
    entries = list(numbers_of_matches(policies(), players, [Match("low", "heuristic", turns, points)]))
    found = {(e.place["odd"], e.measure.key): e.estimate for e in entries if e.table == "pairs"}
    low = found["low", "handicap"]
    assert low.low < 6 < low.high
    assert low.half_width < 1
    turned_round = found.get(("heuristic", "handicap"))
    assert (turned_round is None) == (players == 3)
    assert turned_round is None or turned_round.value == -low.value


def test_points_of_several_sides_hold_at_once() -> None:
    """Bonferroni: each of two intervals misses half as often, so both do as rarely as one alone."""
    scores = np.rint(np.random.default_rng(9).normal([60, 55, 50], 10, (2, 200, 3)))
    both = evening(scores, 1 / 3)
    assert [found.level for found in both] == [0.975, 0.975]
    assert evening(scores[..., :2], 1 / 2)[0].level == 0.95


def test_points_that_even_it_out_are_known_of_who_never_wins() -> None:
    """No game is won by a few points, and yet the scores say how many points it takes."""
    rng = np.random.default_rng(9)
    scores = np.rint(rng.normal([120, 0], 10, (2, 200, 2)))
    assert (scores[..., 0] > scores[..., 1] + 30).all()
    (found,) = evening(scores, 1 / 2)
    assert found.low < 120 < found.high
    assert found.half_width < 4


def test_a_match_is_as_long_as_the_binomial_law_has_it() -> None:
    """It is told of whoever surely wins more than an even share."""
    for share in (0.55, 0.64, 0.8, 0.95):
        n = int(games_of_match(share))
        won = {
            m: sum(math.comb(m, k) * share**k * (1 - share) ** (m - k) for k in range(m // 2 + 1, m + 1))
            for m in (n, n - 2)
            if m > 0
        }
        assert won.pop(n) >= 0.9
        assert all(less < 0.9 for less in won.values()), "a shorter one will do"
    assert games_of_match(0.5) == math.inf
    for players in (2, 3):
        truth = {"heuristic": 1.0, "b": 0.0}
        entries = list(numbers_of_matches(policies(), players, played(truth, players, 900, 3)))
        found = list(following(policies(), Results(Setting((players,), 900, 1), entries, 0, 0)))
        assert [(e.place["odd"], e.place["players"]) for e in found] == [("heuristic", players)]
        assert all((e.measure.key, e.measure.unit) == ("match", "games") for e in found)


@pytest.mark.parametrize(("players", "share"), [(3, 0.6), (3, 0.4), (4, 0.5), (5, 0.35), (8, 0.3)])
def test_a_match_of_several_is_as_long_as_games_by_lot_have_it(players: int, share: float) -> None:
    """Wins are drawn by lot, and places with as many as others are shared."""
    rest = (1 - share) / (players - 1)

    def often(games: int) -> float:
        wins = np.random.default_rng(games).multinomial(games, [share] + [rest] * (players - 1), 200_000)
        best = wins == wins.max(axis=1)[:, None]
        return float((best[:, 0] / best.sum(axis=1)).mean())

    n = int(games_of_match(share, players))
    error = 4 * math.sqrt(0.09 / 200_000)
    assert often(n) > 0.9 - error
    assert often(n - 1) < 0.9 + error
    assert [most_won(games, share, players) for games in (n, 3)] == pytest.approx(
        [often(n), often(3)], abs=error
    )
    assert games_of_match(1 / players, players) == math.inf
    assert games_of_match(0.9, players) == 1, "nine games in ten are nine matches of one game"


def test_the_page_of_policies_tells_what_evens_the_game_out() -> None:
    """Against whom points go to either, and a match is as long as it is known to a half.

    Who never wins has no strength, but there are points for it.
    """
    at = policies("carcassonne").row
    numbers = {
        ("handicap", "novice", LEAD): (34.0, 1.0),
        ("handicap", LEAD, "novice"): (-34.0, 1.0),
        ("handicap", "farmer", LEAD): (-6.0, 1.0),
        ("handicap", LEAD, "farmer"): (6.0, 1.0),
        ("handicap", "random", LEAD): (120.0, 2.0),
        ("win_share", "random", LEAD): (0.0, 0.01),
        ("win_share", LEAD, "novice"): (0.7, 0.01),
        ("win_share", "novice", LEAD): (0.3, 0.01),
        ("win_share", "farmer", LEAD): (0.53, 0.0299),
    }
    entries = [
        at("pairs", players=2, odd=odd, others=others)(
            measure, Estimate(x, x - half, x + half, 0.95, 900, "t")
        )
        for (measure, odd, others), (x, half) in numbers.items()
    ]
    for name, elo in (("novice", -400.0), ("farmer", 50.0)):
        here, known = at("strength", players=2, policy=name), Estimate(elo, elo - 9, elo + 9, 0.95, 900, "t")
        entries += [here("elo", known), here("below_lead", known)]
    entries += following(policies("carcassonne"), Results(Setting((2,), 9, 1), entries, 0, 0))
    points, match = page.at_the_table(Results(Setting((2,), 9, 1), entries, 0, 0))
    assert points.text == (
        "Points beforehand that would make wins even: 6 for heuristic against farmer, "
        "34 for novice against heuristic and 120 for random against heuristic."
    )
    assert match.text == (
        "Games of a match that the better player wins nine times in ten: 9 for heuristic against novice."
    )


def test_a_match_is_told_for_each_number_of_players() -> None:
    """With more of them luck has more to say, and one sentence shows it."""
    shares = {2: 0.7, 3: 0.5, 4: 0.4, 5: 0.21}
    at = policies("castle").row
    entries = [
        at("pairs", players=p, odd=odd, others=others)(
            "win_share", Estimate(x, x - 0.01, x + 0.01, 0.95, 900, "t")
        )
        for p, share in shares.items()
        for odd, others, x in ((LEAD, "novice", share), ("novice", LEAD, 0.15))
    ]
    setting = Setting(tuple(shares), 9, 1)
    entries += following(policies("castle"), Results(setting, entries, 0, 0))
    (match,) = page.at_the_table(Results(setting, entries, 0, 0))
    assert [games_of_match(share, players) for players, share in shares.items()][:3] == [9, 29, 43]
    assert match.text == (
        "Games of a match that the better player wins nine times in ten, heuristic against novice: 9, 29 and "
        "43 with 2-4 players."
    ), "of five nothing is known: it may be an even share"
    assert list(match.numbers) == ["2 players", "3 players", "4 players"]


def test_points_beforehand_are_told_for_each_number_of_players() -> None:
    """A novice among three needs fewer than against one; only those of the smallest table were told."""
    at = policies("carcassonne").row
    entries = [
        at("pairs", players=p, odd=odd, others=others)(
            measure, Estimate(x, x - half, x + half, 0.95, 900, "t")
        )
        for p, points, share in ((2, 34.0, 0.05), (4, 9.0, 0.11))
        for odd, others, measure, x, half in (
            ("novice", LEAD, "handicap", points, 1.0),
            (LEAD, "novice", "handicap", -points, 1.0),
            ("novice", LEAD, "win_share", share, 0.01),
        )
    ]
    (points,) = page.at_the_table(Results(Setting((2, 4), 9, 1), entries, 0, 0))
    assert points.text == (
        "Points beforehand that would make wins even, novice against heuristic: 34 and 9 with 2 and 4 "
        "players."
    )
    assert list(points.numbers) == ["2 players", "4 players"]


def test_who_is_the_strongest_at_the_smallest_table_stands_first() -> None:
    """A larger table ranks only those whose strength the smaller ones do not tell."""
    entries = [
        policies().row("strength", players=players, policy=name)("elo", Estimate(elo, elo, elo, 0.95, 9, "t"))
        for players, ranks in ((2, {"greedy": 9.0, "heuristic": 1.0}), (3, {"heuristic": 5.0, "random": 4.0}))
        for name, elo in ranks.items()
    ]
    found = page.ranked(Results(Setting((2, 3), 9, 1), entries, 0, 0))
    assert found == ["greedy", "random", "heuristic"]


def test_tables_of_pairs_have_rows_and_columns_in_the_same_order() -> None:
    study, truth = policies("castle"), {"heuristic": 1.0, "greedy": 0.4, "random": 0.0}
    report = Report(
        study,
        Results(Setting((3,), 150, 1), list(numbers_of_matches(study, 3, played(truth, 3, 150, 1))), 0, 0),
    )
    (section,) = (s for s in report.page.evidence if s.title == "Who beats whom?")
    (table,) = section.items
    assert isinstance(table, Table)
    assert [row[0].text for row in table.rows] == list(table.heading[1:])


def test_pairings_that_stray_are_named_and_counted_once() -> None:
    """Two of one policy had one name, and what surely strayed could be missing beside the sentence."""
    sure, less = (Estimate(x, x - 0.01, x + 0.01, 0.95, 900, "t") for x in (0.07, -0.07))
    open_ = Estimate(0.09, -0.01, 0.19, 0.95, 900, "t")
    entries = [
        policies().row("pairs", players=players, odd=odd, others=others)("misfit", estimate)
        for players, odd, others, estimate in (
            (2, "greedy", "random", sure),
            (2, "random", "greedy", less),
            *((3, "random", others, open_) for others in ("drawer", "heuristic", "greedy")),
        )
    ]
    *_, found = page.others(Results(Setting((2, 3), 9, 1), entries, 0, 0))
    assert "in 1 of 4 pairings one side" in found.text
    three = ["random among drawer, 3 players", "random among heuristic, 3 players"]
    assert list(found.numbers) == ["greedy among random, 2 players", *three]


def test_nobody_is_the_strongest_beside_one_who_never_loses() -> None:
    """Its strength is not known, but that it is stronger is."""
    study, truth = policies("castle"), {"heuristic": 1.0, "random": 0.0, "drawer": 30.0}
    entries = list(numbers_of_matches(study, 2, played(truth, 2, 200, 1)))
    found = page.strongest(Results(Setting((2,), 200, 1), entries, 0, 0))
    assert (found.text, found.sure) == ("Drawer is stronger than heuristic with 2 players.", SURE)


def test_a_round_robin_of_players_of_ones_own_is_told_by_their_names(tmp_path: Path) -> None:
    """Who is named meets `heuristic` and the others; a name may be a file, in a folder too.

    So they do under rules of one's own.
    """
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.toml").write_text('[mine]\nlike = "heuristic"\n', encoding="utf-8")
    words = ["study", "policies", "--game", "starwars", "--players", "2", "--n", "20"]
    words += ["--rule", "dice_cap=1", "--panel", "random,bots/mine.toml"]
    found = as_json(*words, "--jobs", 1, cwd=tmp_path)
    assert found["question"].startswith("Star Wars Carcassonne with dice_cap=1: which of its players")
    made = tmp_path / found["directory"]
    assert json.loads((made / "study.json").read_text())["command"] == " ".join(["simulate", *words])
    pairs = pd.read_csv(made / "tables" / "pairs.csv")
    assert set(pairs["odd"]) == {"heuristic", "random", "bots/mine.toml"}
    runs = runs_of(made)
    assert "2p-bots-mine-toml-among-random-seat1" in runs
    for run in runs.values():
        assert json.loads((run / "manifest.json").read_text())["plan"]["options"]["dice_cap"] == 1, run
    alike = pairs[(pairs["odd"] == "bots/mine.toml") & (pairs["others"] == "heuristic")]
    assert alike[alike["measure"] == "win_share"]["value"].item() == pytest.approx(0.5)
    weak = pairs[(pairs["odd"] == "random") & (pairs["measure"] == "handicap")]
    assert (weak["value"] > 10).all()
    assert not weak.empty
    match = pairs[pairs["measure"] == "match"]
    assert set(match["others"]) == {"random"}, "the page has no number that the tables lack"
    assert (match["low"] >= 1).all()
    assert (match["unit"] == "games").all()
    refused = {"heuristic": "name somebody", "random,": "a name is missing", "gredy": "'greedy'"}
    for panel, says in refused.items():
        assert says in one_line(run_cli(*words[:-1], panel, cwd=tmp_path))


def test_seats_are_asked_of_players_of_ones_own(tmp_path: Path) -> None:
    """On one board heuristic settles alike in all games: a study of its seats tells of these places only.

    The first who is named gives the answer. Of one alone nothing is said of whoever plays.
    """
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.toml").write_text(
        '[mine]\nlike = "heuristic"\nset_up_errors = 1.0\n', encoding="utf-8"
    )
    words = ["study", "seats", "--game", "catan", "--players", "4", "--n", "40", "--jobs", "1"]
    words += ["--rule", "board=beginner", "--panel"]
    usual = as_json(*words, "heuristic", cwd=tmp_path)
    assert usual["notes"][0].startswith("the players settle in the same places in every game")
    found = as_json(*words[:-1], cwd=tmp_path)  # nobody named: those alone who do not settle alike
    assert not found["notes"]
    places = pd.read_csv(tmp_path / found["directory"] / "tables" / "places.csv")
    assert [*places["policy"].unique()] == ["varied", "random"]
    found = as_json(*words, "bots/mine.toml", cwd=tmp_path)
    assert not found["notes"]
    made = tmp_path / found["directory"]
    assert [*runs_of(made)] == ["4p-bots-mine-toml", "4p-bots-mine-toml-again"]
    places = pd.read_csv(made / "tables" / "places.csv")
    assert set(places["policy"]) == {"bots/mine.toml"}
    page = (made / "report.html").read_text(encoding="utf-8")
    assert "bots/mine.toml players, as in the findings" in page
    assert "Does it depend on who plays?" not in page
    both = as_json(*words, "random,bots/mine.toml", cwd=tmp_path)
    assert {"random", "bots/mine.toml"} <= {number["policy"] for number in both["numbers"]}
    page = (tmp_path / both["directory"] / "report.html").read_text(encoding="utf-8")
    assert "Random players, as in the findings" in page
    assert "of these 2 policies" in page
    said = one_line(run_cli(*words, "random", "--strength", "random..greedy", cwd=tmp_path))
    assert "leave out --panel" in said


def test_more_players_are_asked_of_players_of_ones_own(tmp_path: Path) -> None:
    words = "study players --game castle --players 2,3 --n 20 --jobs 1 --panel rusher"
    found = as_json(*words.split(), cwd=tmp_path)
    games = pd.read_csv(tmp_path / found["directory"] / "tables" / "games.csv")
    assert set(games["policy"]) == {"rusher"}


# --- what the pages say of it


@pytest.mark.parametrize(
    ("halves", "sure"),
    [((0.9, 0.9), SURE), ((0.9, 1.1), LIKELY), ((2.0, 2.0), OPEN)],
    ids=[SURE, LIKELY, OPEN],
)
def test_a_finding_of_many_numbers_is_as_sure_as_its_sentence(halves: tuple[float, float], sure: str) -> None:
    """That colours win equally often stood as not settled beside the mark of what is likely."""
    seeds = [Estimate(0.0, -0.02 * half, 0.02 * half, 0.95, 900, "share") for half in halves]
    at = declared("seats", "starwars").row("colours", players=3, policy=LEAD, colour="red rebel")
    entry = over_halves(at("above_even", pooled(seeds)), *seeds)
    found = seats_page.colours(Results(Setting((3,), 9, 1), [entry], 0, 0), LEAD)
    assert ("not settled" in found.text, found.sure) == (sure == OPEN, sure)


def test_a_pairing_that_likely_goes_another_way_is_told_as_likely() -> None:
    """All games together say so, but not each half."""
    seeds = [Estimate(x, x - 0.03, x + 0.03, 0.95, 900, "share") for x in (0.075, 0.095)]
    entry = policies().row("pairs", players=3, odd="random", others=LEAD)("misfit", pooled(seeds))
    (found,) = page.others(Results(Setting((3,), 9, 1), [over_halves(entry, *seeds)], 0, 0))
    assert found.text.startswith("Strength is not everything: in 1 of 1 pairings ")
    assert found.sure == LIKELY


@pytest.mark.parametrize(
    ("at_end", "said", "sure"),
    [
        ({4: 4}, "all but the first get points beforehand, the last 4.", SURE),
        ({4: -4}, "all but the last get points beforehand, the first 4.", SURE),
        ({2: 4}, "the second player gets 4 points beforehand.", SURE),
        ({2: -4}, "the first player gets 4 points beforehand.", SURE),
        (
            {2: -4, 3: 4, 4: 0.1},
            "all but the first get points beforehand, the last 4 with 3 players; for even wins all but the "
            "last get points beforehand, the first 4 with 2; not settled with 4.",
            SURE,
        ),
        ({2: 0.1, 3: -0.1}, "", OPEN),
        ({2: 0.6}, "", OPEN),
    ],
)
def test_a_bonus_goes_to_those_who_win_too_little(at_end: dict[int, float], said: str, sure: str) -> None:
    """The last was to have -3 points with the River; of two players each but the first is one."""
    at = declared("seats", "carcassonne").row
    entries = [
        at("places", players=p, policy=LEAD, place=p)("bonus", Estimate(x, x - 0.4, x + 0.4, 0.95, 900, "t"))
        for p, x in at_end.items()
    ]
    found = seats_page.bonus(Results(Setting(tuple(at_end), 9, 1), entries, 0, 0), LEAD)
    open_ = "It is not settled which bonus for the last player would make the wins even."
    assert found.text == (f"For even wins {said}" if said else open_)
    assert found.sure == sure


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        (
            {3: [1], 4: [1]},
            "The second player wins 66 and 75 percentage points above an even share with 3 and 4 players.",
        ),
        ({3: [2], 4: [2]}, "The third player wins 75 percentage points above an even share."),
        ({3: [0, 1, 2], 4: [0, 1, 2, 3]}, None),
    ],
)
def test_a_place_between_first_and_last_that_wins_most_is_named(
    winners: dict[int, list[int]], said: str | None
) -> None:
    """On a board of one's own it may be the second; the third of three is the last, told of apart."""
    study = declared("seats", "catan")
    entries: list[Number] = []
    for players, places in winners.items():
        scores = np.zeros((600, players))
        scores[np.arange(600), np.resize(places, 600)] = 10
        for policy in study.lists["policy"]:
            entries += numbers_by_place(study, players, f"{policy}", [outcome_of(scores)])
    told = Report(study, Results(Setting(tuple(winners), 600, 1), entries, 0, 0)).page.findings
    found = [each.text for each in told if each.text.startswith(("The second", "The third"))]
    assert found == ([said] if said else [])


def test_games_that_nobody_won_are_told_of(folder: Path) -> None:
    """They take from the wins of all places, which otherwise sum to one."""
    words = "study seats --game catan --players 3 --n 20 --jobs 1 --rule max_turns=20"
    found = as_json(*words.split(), cwd=folder.parent)
    assert found["notes"][0] == (
        "nobody won 100.0 % of games (3 players, heuristic): the limit of turns stopped them, so all places "
        "together win less than their even shares"
    )
    known = json.loads((folder / "findings.json").read_text())["notes"]
    assert known == ["tile set: reconstructed (see simulate rules starwars)"], "of Star Wars"


# --- the number of players

TURNS = {2: 51.2, 3: 45.9, 4: 43.1, 5: 37.8}


def of_players(turns: dict[int, float] = TURNS, half: float = 0.6, open_at: int = 0) -> Report:
    """The page of what changes with more players, where a game takes so many turns."""
    study, entries = declared("players", "carcassonne"), []

    def add(table: str, measure: str, values: dict[int, float], half: float, **keys: str) -> None:
        found = {
            p: Estimate(value, value - half, value + half, 0.95, 900, "t") for p, value in values.items()
        }
        for players, value in found.items():
            entries.append(study.row(table, players=players, **keys)(measure, value))
            more = difference(value, found[2])
            if players == open_at:
                more = Estimate(more.value, -9.0, 9.0, 0.95, 900, "t")
            if players > 2:
                entries.append(study.row(f"more_{table}", players=players, **keys)(measure, more))

    for policy in study.lists["policy"]:
        add("games", "turns", turns, half, policy=policy)
        add("games", "each", {p: value / p for p, value in turns.items()}, half / 2, policy=policy)
        add("games", "score", {p: 200 / p for p in turns}, 1.0, policy=policy)
        add("games", "lead", {p: 31.7 / p for p in turns}, 0.5, policy=policy)
    add("luck", "weaker", {p: 7.0 * p for p in turns}, 2.0)
    return Report(study, Results(Setting(tuple(turns), 900, 1), entries, 0, 0))


def test_each_number_of_players_has_its_value_as_sure_as_its_change() -> None:
    """“15 to 47 fewer than with 2 players” said of no number of players what it is."""
    answer, each, score, lead, novice = (of_players().page.answer, *of_players().page.findings)
    assert answer.text == "A game takes 51, 46, 43 and 38 turns with 2-5 players."
    assert each.text == "Each player has 25.6, 15.3, 10.8 and 7.6 turns with 2-5 players."
    assert score.text == "A player ends with 100, 67, 50 and 40 points with 2-5 players."
    assert lead.text == "The winner leads by 16, 11, 8 and 6 points with 2-5 players."
    assert novice.text == "A novice wins 14, 21, 28 and 35 % as often as others with 2-5 players."
    changes = of_players().results.matching("more_games", "turns", policy=LEAD)
    assert list(answer.grounds.values()) == changes
    assert answer.sure == max((e.sure for e in changes), key=[SURE, LIKELY, OPEN].index)


@pytest.mark.parametrize(
    ("half", "open_at", "said", "sure"),
    [
        (0.6, 3, "not settled whether 3 differs.", SURE),
        (20.0, 0, "not settled whether that changes.", OPEN),
    ],
)
def test_a_change_that_is_not_settled_is_said_beside_the_values(
    half: float, open_at: int, said: str, sure: str
) -> None:
    answer = of_players(half=half, open_at=open_at).page.answer
    values = "A game takes 51, 46, 43 and 38 turns with 2-5 players"
    assert (answer.text, answer.sure) == (f"{values}; {said}", sure)


def test_values_and_changes_are_rows_that_the_sentence_links_to() -> None:
    report = of_players()
    text = report.answer.html("simulate study players", "")
    for finding in (report.page.answer, *report.page.findings):
        links = finding.link, finding.grounds_link
        assert len(set(links)) == 2
        for link in links:
            assert text.count(f'id="{link}"') == 1
            assert f'href="#{link}"' in text


def of_seats() -> Report:
    """The page of seats where the first places score a little more."""
    study, rng = declared("seats", "carcassonne"), np.random.default_rng(2)
    entries: list[Number] = []
    for players in (2, 3, 4):
        scores = np.rint(rng.normal(60, 12, (3_000, players)) - 3 * np.arange(players))
        for policy in study.lists["policy"]:
            entries += numbers_by_place(study, players, f"{policy}", [outcome_of(scores)])
    return Report(study, Results(Setting((2, 3, 4), 3_000, 1), entries, 0, 0))


def of_policies() -> Report:
    """The page of policies of which one is the strongest."""
    study, truth = policies("castle"), {"heuristic": 1.0, "greedy": 0.4, "random": 0.0}
    entries = [e for n in (2, 3) for e in numbers_of_matches(study, n, played(truth, n, 300, 1))]
    return Report(study, Results(Setting((2, 3), 300, 1), entries, 0, 0))


@pytest.mark.parametrize("report", [of_seats, of_policies, of_players], ids=["seats", "policies", "players"])
def test_a_number_in_words_lies_inside_the_interval_beside_it(report: Callable[[], Report]) -> None:
    told = report()
    findings = [told.page.answer, *told.page.findings]
    assert [fault for finding in findings for fault in values_outside(finding, told.study)] == []
    assert max(len(finding.text.split()) for finding in findings) <= 24
    stated = [finding for finding in findings if re.search(r"\d", finding.text)]
    assert len(stated) >= 3


def test_a_number_outside_its_interval_is_found() -> None:
    answer = of_players().page.answer
    swapped = replace(answer, text="A game takes 46, 51, 43 and 38 turns with 2-5 players.")
    assert len(values_outside(swapped, of_players().study)) == 2


def test_a_length_that_a_few_stopped_games_make_is_told_of(tmp_path: Path) -> None:
    words = "study players --game castle --players 2,3 --panel greedy --n 100 --jobs 1"
    notes = as_json(*words.split(), cwd=tmp_path)["notes"]
    assert any(
        re.fullmatch(
            r"\d\.\d % of games with 2 players were stopped at the limit of turns and count as they then "
            r"stood, so means depend on that limit; as they are so few \(\d\), intervals of means may be "
            r"too narrow",
            note,
        )
        for note in notes
    )


def test_numbers_of_players_have_twins_in_plain_pandas(tmp_path: Path) -> None:
    """Means of the games of each, and a novice's wins for 100 of each other player."""
    words = "study players --game castle --players 2,5 --n 40 --jobs 1 --out players"
    succeed(*words.split(), cwd=tmp_path)

    runs = runs_of(tmp_path / "players")

    def column(table: str, cell: str, name: str) -> pd.Series[float]:
        files = sorted((runs[cell] / table).glob("*.parquet"))
        return pd.concat(map(pd.read_parquet, files))[name]

    def told(table: str, measure: str) -> pd.Series[float]:
        found = pd.read_csv(tmp_path / f"players/tables/{table}.csv").query("measure == @measure")
        if "policy" in found:
            found = found.query("policy == 'greedy'")
        return found.set_index("players")["value_first"]

    turns = {p: column("games", f"{p}p-greedy", "turns").mean() for p in (2, 5)}
    assert told("games", "turns").to_dict() == pytest.approx(turns)
    assert told("games", "each").to_dict() == pytest.approx({p: value / p for p, value in turns.items()})
    assert told("more_games", "turns").to_dict() == pytest.approx({5: turns[5] - turns[2]})
    score = {p: column("seats", f"{p}p-greedy", "score").mean() for p in (2, 5)}
    assert told("games", "score").to_dict() == pytest.approx(score)
    assert "Answer and findings: heuristic players." in (tmp_path / "players/report.html").read_text()
    for p, games in ((2, 10), (5, 4)):
        wins = [
            column("seats", f"{p}p-novice-among-heuristic-seat{s + 1}", "win_share").to_numpy().reshape(-1, p)
            for s in range(p)
        ]
        assert all(len(part) == games for part in wins)
        novice = sum(part[:, seat].sum() for seat, part in enumerate(wins))
        others = (sum(part.sum() for part in wins) - novice) / (p - 1)
        assert told("luck", "weaker")[p] == pytest.approx(100 * novice / others)


def test_who_tells_luck_is_the_same_with_any_number_of_players() -> None:
    """Weights tuned for each number of players would make the difference."""
    cells = declared("players", "castle").cells(Setting((2, 5), 20, 1))
    two, five = (
        {(p.name, p.weights) for p in cell.plans[0].policies} for cell in cells if "novice" in cell.name
    )
    assert two == five
    assert len(two) == 2


# --- the program


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a study of seats was played."""
    folder = tmp_path_factory.mktemp("seats")
    words = "study seats --game starwars --players 3 --n 20 --jobs 1 --out seats"
    done = succeed(*words.split(), cwd=folder, terminal=True)
    assert f"next: {to_open(Path('seats/report.html'))}" in done.stderr
    return folder / "seats"


def test_places_and_colours_have_twins_in_plain_pandas(folder: Path) -> None:
    places = pd.read_csv(folder / "tables/places.csv")
    colours = pd.read_csv(folder / "tables/colours.csv")
    games, by_colour = [], []
    names = ["red", "black", "orange"]
    faction = {"red": "rebel", "black": "empire", "orange": "bounty"}
    for turn in range(3):
        run = runs_of(folder)[f"3p-heuristic-seat{turn + 1}"]
        options = json.loads((run / "manifest.json").read_text())["plan"]["options"]
        turned = names[turn:] + names[:turn]
        assert options["colours"] == turned
        seats = pd.concat(pd.read_parquet(file) for file in sorted((run / "seats").glob("*.parquet")))
        games.append(seats.pivot(index="game", columns="seat", values="win_share"))
        for seat, colour in enumerate(turned):
            mine = seats[seats["seat"] == seat]
            by_colour.append(mine.assign(colour=f"{colour} {faction[colour]}"))
    mean = pd.concat(games).groupby("game").mean().mean()
    told = places.query("policy == 'heuristic' and measure == 'win_share'").set_index("place")["value_first"]
    for seat in range(3):
        assert told[seat + 1] == pytest.approx(mean[seat], abs=1e-6)
    shares = pd.concat(by_colour).groupby("colour")["win_share"].mean()
    said = colours.query("policy == 'heuristic'").set_index("colour")["value_first"]
    assert said[shares.index].to_numpy() == pytest.approx(shares.to_numpy() - 1 / 3, abs=1e-6)


def test_the_page_of_seats_says_who_begins(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    assert "it is not settled whether beginning matters" in " ".join(page.lower().split())
    assert "the last player" in page.lower()
    assert "Heuristic players, as in the findings." in page
    assert "Do the colours matter?" in page
