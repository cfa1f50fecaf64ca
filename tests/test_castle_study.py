"""The study of Castle: what its numbers, sentences and page say, on stored games."""

from __future__ import annotations

import dataclasses
import math
import re

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from made_up import entry_of
from stored_studies import SETTINGS, StoredRuns, check_report, check_tables, fixtures_of

from analyses.estimates.estimate import UNDECIDED, Estimate
from analyses.estimates.samples import difference, quantile_of, share_of
from analyses.questions.results import Results, Setting
from analyses.studies.castle.cards import EACH_LEVEL, paired, wins_of_holders
from analyses.studies.castle.games import HALF, SECONDS, read_cell, read_hands, read_rotated
from analyses.studies.castle.model import notes
from analyses.studies.castle.outcomes import changes, pace_for
from analyses.studies.castle.skill import (
    deal_part,
    inverse,
    lottery_index,
    odd_wins,
    squared,
    wins_of_others,
)
from analyses.studies.claims.verdicts import FAILS, HOLDS, OPEN, claims_answered, verdict
from analyses.studies.declared import declared
from reports.answers.studies import claims
from reports.answers.studies.template import Report
from rules.castle.cards import N_KINDS, standard_cards
from rules.castle.kinds import IDS
from simulate.store.sums import WIN

STUDY = declared("castle")
POLICIES, PAIRS, CLAIMS = (STUDY.lists[name] for name in ("policy", "pair", "claim"))
SETTING = SETTINGS["castle"]
GAMES = SETTING.n
TABLES = {"claims", "length", "skill", "seats", "power", "returns", "variants"}
KING = IDS.index("king")


runs, results, report = fixtures_of("castle")


def test_every_number_is_typed_and_lies_in_its_interval(results: Results) -> None:
    check_tables(results, TABLES)


# --- the cells


def test_the_cells_are_what_the_questions_need() -> None:
    found = {cell.name: cell for cell in STUDY.cells(Setting((2, 4), 100, 3))}
    each = len(POLICIES) + 3 * 4
    assert len(found) == 2 * each + 35 + 37 + len(PAIRS) + 2 * len(PAIRS)
    assert found["4p-heuristic"].plans[0].n == 400
    assert "plays" in found["4p-heuristic"].plans[0].tables
    for odd, others in (("heuristic", "greedy"), ("greedy", "heuristic")):
        for seat, plan in enumerate(found[f"4p-{odd}-among-{others}"].plans):
            names = [f"{odd if s == seat else others}-of-2" for s in range(4)]
            assert [policy.name for policy in plan.policies] == names
            assert (plan.n, plan.seed, plan.first_game) == (100, 3, 0)
    king = found["2p-given-king"].plans[0]
    assert (king.options.seat_0_gets, king.n) == ("king", 200)
    assert "2p-given-fool" not in found
    assert found["2p-random-fools"].plans[0].options.without == ()
    assert found["4p-random-fools"].plans[0].options.without == ("fool", "village_idiot")


def test_a_pair_is_as_strong_at_every_table() -> None:
    """Weights tuned for each table made it another pair at each, and its luck the work of the tuning."""
    plans = {cell.name: cell.plans[0] for cell in STUDY.cells(Setting((2, 3, 4, 5), 100, 1))}
    for pair in PAIRS:
        for odd, others in ((pair.strong, pair.weak), (pair.weak, pair.strong)):
            found = [plans[name] for p in (2, 3, 4, 5) if (name := f"{p}p-{odd}-among-{others}") in plans]
            assert len(found) >= 3
            assert len({(plan.policies[0].weights, plan.policies[1].weights) for plan in found}) == 1
    alike = [plans[f"{p}p-heuristic"].policies[0].weights for p in (2, 3, 4, 5)]
    assert len(set(alike)) == 4  # where all are alike, each table has its own good players


# --- the numbers


def test_length_is_counted_from_the_table(runs: StoredRuns, results: Results) -> None:
    run = runs["5p-greedy"][0]
    at: dict[str, int | str] = {"players": 5, "policy": "greedy"}
    games = run.games
    assert results.get("length", "rounds", **at).value == pytest.approx(games["rounds"].mean())
    seconds = SECONDS * (games["draws"] + games["exchanges"]) + 1.5 * SECONDS * games["plays"]
    assert results.get("length", "minutes", **at).value == pytest.approx(seconds.mean() / 60)
    assert results.get("length", "over_30", **at).value == pytest.approx((seconds > 1800).mean())
    pace, longest = (results.get("length", name, **at).value for name in ("pace_60", "minutes_90"))
    assert pace * longest == pytest.approx(60 * SECONDS)


def test_the_better_player_takes_every_seat(runs: StoredRuns, results: Results) -> None:
    pair = PAIRS[0]
    cell = runs[f"5p-{pair.strong}-among-{pair.weak}"]
    won = np.mean([run.seats.loc[run.seats["seat"] == s, "win_share"].mean() for s, run in enumerate(cell)])
    at: dict[str, int | str] = {"players": 5, "pair": pair.name}
    assert results.get("skill", "strong_wins", **at).value == pytest.approx(won, abs=1e-6)
    assert results.get("skill", "luck", **at).value == pytest.approx((1 - won) / 4 / won, abs=1e-6)
    assert results.get("skill", "lottery", **at).value == pytest.approx((1 - won) * 5 / 4, abs=1e-6)


def test_the_places_are_counted_from_who_begins(runs: StoredRuns, results: Results) -> None:
    run = runs["5p-random"][0]
    seats = run.seats.merge(run.games[["game", "first"]])
    second = seats[seats["seat"] == (seats["first"] + 1) % 5]["win_share"].mean()
    at: dict[str, int | str] = {"players": 5, "policy": "random", "position": 2}
    assert results.get("seats", "win_share", **at).value == pytest.approx(second, abs=1e-6)
    shares = (results.get("seats", "win_share", **(at | {"position": p})).value for p in range(1, 6))
    assert sum(shares) == pytest.approx(1)


def test_cards_dealt_and_placed_are_counted_from_the_tables(runs: StoredRuns, results: Results) -> None:
    run = runs["5p-heuristic"][0]
    soldiers = list(standard_cards().cards_of("soldier"))
    cards = run.frame("cards")
    dealt = cards[cards["card"].isin(soldiers) & (cards["dealt"] < 5)].rename(columns={"dealt": "seat"})
    wins = dealt.merge(run.seats[["game", "seat", "win_share"]])["win_share"].mean()
    at: dict[str, int | str] = {"players": 5, "policy": "heuristic", "card": "soldier"}
    assert results.get("power", "dealt_wins", **at).value == pytest.approx(wins, abs=1e-6)
    assert results.get("power", "dealt", **at).value == pytest.approx(wins - 0.2, abs=1e-6)
    plays = run.frame("plays")
    placed = plays[plays["card"].isin(soldiers)][["game", "seat"]].drop_duplicates()
    wins = placed.merge(run.seats[["game", "seat", "win_share"]])["win_share"].mean()
    assert results.get("power", "placed_wins", **at).value == pytest.approx(wins, abs=1e-6)
    back = cards[cards["card"].isin(soldiers)]["back"].sum()
    assert results.get("returns", "back", **at).value == pytest.approx(back / 13 / run.plan.n)


def test_a_card_given_is_compared_with_the_same_deal(runs: StoredRuns, results: Results) -> None:
    """Only where the card changes places, and by the seat that gets it."""
    base, given = runs["2p-heuristic"][0], runs["2p-given-king"][0]
    n = given.plan.n
    hands = read_hands(base)[:n, KING, 0]
    new, old = (read_cell(run).win[:n, 0] / WIN for run in (given, base))
    assert (new[hands == 1] == old[hands == 1]).all()
    found = results.get("power", "given", players=2, policy="heuristic", card="king")
    assert found.value == pytest.approx((new - old)[hands == 0].mean())
    assert (found.n, found.level) == ((hands == 0).sum(), EACH_LEVEL)


def test_another_rule_is_compared_game_by_game(runs: StoredRuns, results: Results) -> None:
    """Where the rulebook is the new side, having the Fool in the game is measured."""
    for players, sign in ((2, 1), (5, -1)):
        rule, other = (
            runs[name][0].games["rounds"][:GAMES].astype(int)
            for name in (f"{players}p-greedy", f"{players}p-greedy-fools")
        )
        found = results.get("variants", "rounds", players=players, variant="fools", policy="greedy")
        assert found.value == pytest.approx(sign * (other - rule).mean())


def test_a_rule_that_never_bites_changes_no_game(runs: StoredRuns) -> None:
    played = read_cell(runs["2p-greedy"][0])
    _, merchant, _ = STUDY.listed("variant", 2)
    here = STUDY.row("variants", players=2, variant="merchant", policy="greedy")
    found = {e.measure.key: e for e in changes(here, merchant, played, played)}
    assert found["winner_changes"].estimate.value == 0
    assert found["first_wins"].verdict == UNDECIDED  # so few games allow more than the margin
    assert found["minutes"].estimate.value == 0


# --- luck


def lottery(luck: float, players: int, deal: float = 0.0, blocks: int = 20_000) -> npt.NDArray[np.int64]:
    """Blocks in which a share of games goes to a seat by lot, some of that to one fixed by the deal."""
    generator = np.random.default_rng(5)
    won = np.zeros((blocks, players, players), np.int64)
    lucky_seat = generator.integers(players, size=blocks)
    by_deal = generator.random(blocks) < deal
    for seat in range(players):
        by_lot = generator.random(blocks) < luck
        drawn = generator.integers(players, size=blocks)
        winner = np.where(by_deal, lucky_seat, np.where(by_lot, drawn, seat))
        won[np.arange(blocks), seat, winner] = WIN
    return won


def in_proportion(strength: float, players: int, blocks: int = 20_000) -> npt.NDArray[np.int64]:
    """Blocks in which all win in proportion to their strength, the odd one's being another than 1."""
    generator = np.random.default_rng(6)
    won = np.zeros((blocks, players, players), np.int64)
    for seat in range(players):
        weights = np.ones(players)
        weights[seat] = strength
        winner = generator.choice(players, size=blocks, p=weights / weights.sum())
        won[np.arange(blocks), seat, winner] = WIN
    return won


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("luck", [0.2, 0.6, 1.0])
def test_the_luck_index_is_the_ratio_of_strengths(players: int, luck: float) -> None:
    """Whatever the number of players, and from the better player as from the weaker one."""
    won, lost = (
        share_of(odd_wins(in_proportion(strength, players)), players * WIN) for strength in (1 / luck, luck)
    )
    for index in (wins_of_others(won, players), inverse(wins_of_others(lost, players))):
        assert index.value == pytest.approx(luck, abs=0.03)
        assert index.low - 0.01 <= luck <= index.high + 0.01


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("luck", [0.0, 0.3, 1.0])
def test_the_share_of_games_drawn_by_lot(players: int, luck: float) -> None:
    """The other index: seats drawn by lot in so many games, the better player in all others."""
    index = lottery_index(share_of(odd_wins(lottery(luck, players)), players * WIN), players)
    assert index.value == pytest.approx(luck, abs=0.02)
    assert index.low <= luck <= index.high


def test_there_is_no_share_by_lot_of_one_who_is_not_better() -> None:
    """Clipped at all games it would be a point."""
    worse, even = (Estimate(x, x - 0.02, x + 0.02, 0.95, 200, "share") for x in (0.17, 0.19))
    assert np.isnan(lottery_index(worse, 5).value)
    assert lottery_index(even, 5).low < lottery_index(even, 5).high == 1


def test_the_index_of_who_always_wins_or_never_does() -> None:
    every, none = (Estimate(x, max(0, x - 0.1), min(1, x + 0.1), 0.95, 20, "Wilson") for x in (1.0, 0.0))
    index = wins_of_others(every, 3)
    assert (index.value, index.low) == (0, 0)
    assert index.high == pytest.approx(0.1 / (2 * 0.9))
    index = inverse(wins_of_others(none, 3))
    assert (index.value, index.low) == (0, 0)
    assert index.high == pytest.approx(2 * 0.1 / 0.9)


@pytest.mark.parametrize("players", [2, 4])
def test_the_part_of_the_deal(players: int) -> None:
    """All of the variance if the deal decides, none if a lot does, half of it in between."""
    assert deal_part(lottery(0, players, deal=1)).value == pytest.approx(1, abs=0.02)
    assert deal_part(lottery(1, players)).value == pytest.approx(0, abs=0.02)
    assert deal_part(lottery(1, players, deal=0.5)).value == pytest.approx(0.5, abs=0.03)
    assert deal_part(lottery(0.4, players)).value == pytest.approx(0, abs=0.02)


def test_the_part_of_a_deal_that_gives_nothing_is_no_point() -> None:
    """It was 0, from 0 to 0, in one sample of twenty."""
    rng = np.random.default_rng(6)
    for _ in range(60):
        found = deal_part(np.eye(3, dtype=int)[rng.integers(0, 3, (50, 3))] * WIN)
        assert 0 == found.low < found.high or found.low > 0


def test_a_square_of_an_interval_that_holds_zero() -> None:
    found = squared(Estimate(-0.1, -0.3, 0.1, 0.95, 9, "t"))
    assert (found.value, found.low, found.high) == pytest.approx((0.01, 0, 0.09))


def test_a_difference_of_unlike_games() -> None:
    """As wide as that of a t interval where both are symmetric."""
    new, old = (Estimate(x, x - h, x + h, 0.95, 50, "t") for x, h in ((2.0, 0.3), (1.0, 0.4)))
    found = difference(new, old)
    assert (found.value, found.low, found.high) == pytest.approx((1.0, 0.5, 1.5))


# --- other estimators


def test_quantiles_keep_their_level() -> None:
    """Of lengths in whole numbers at least so often as the level says."""
    generator = np.random.default_rng(7)
    kept = 0
    for _ in range(400):
        found = quantile_of(generator.poisson(40, 150), 0.9)
        kept += found.low <= 48 <= found.high  # 90 % of a Poisson 40 lie at or below 48
    assert kept >= 372


def test_a_quantile_of_few_games_has_no_bounds() -> None:
    found = quantile_of(np.arange(20), 0.9)
    assert found.value == 17
    assert not np.isfinite(found.low)
    assert not np.isfinite(pace_for(found, 60).high)
    assert 120 * HALF == SECONDS


def test_cards_that_always_win_keep_an_interval() -> None:
    holders = np.ones(30, np.int64)
    assert wins_of_holders(holders * WIN, holders).low < 0.9
    assert wins_of_holders(holders * 0, holders).high > 0.1
    same = paired(holders, holders)
    assert (same.value, same.level) == (0, EACH_LEVEL)
    assert same.high > 0.1
    assert pytest.approx(0.95) == EACH_LEVEL**N_KINDS


# --- claims and who plays


def test_the_pace_at_which_a_claim_about_minutes_turns_is_that_of_its_margin(results: Results) -> None:
    """At that pace nine games in ten keep the limit, or more players take five minutes less."""
    for name, players, key in ("hour", 2, "pace_60"), ("half_hour", 5, "pace_30"):
        found = results.get("claims", "pace", claim=name, who="greedy")
        assert found == results.get("length", key, players=players, policy="greedy")
    pace, fewer = (results.value("claims", m, claim="shorter", who="greedy") for m in ("pace", "number"))
    assert fewer * pace / SECONDS == pytest.approx(5) or (fewer <= 0 and pace == math.inf)
    for name in ("shorter", "hour", "half_hour"):
        text = claims.claim(results, STUDY, name).text
        assert re.search(
            r"; the verdict changes at [\d.]+ seconds an action( or more, if at any)?\.$", text
        ), text


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("luck", 0.2, HOLDS),
        ("luck", 0.0, FAILS),
        ("luck", -0.2, FAILS),
        ("luck", 0.05, OPEN),
        ("hour", 0.02, HOLDS),
        ("hour", 0.3, FAILS),
        ("hour", 0.1, OPEN),
        ("tactical", 0.1, HOLDS),
        ("tactical", -0.1, FAILS),
    ],
)
def test_a_claim_holds_only_where_the_whole_interval_says_so(name: str, value: float, said: str) -> None:
    (claim,) = (claim for claim in CLAIMS if claim.name == name)
    estimate = Estimate(value, value - 0.01, value + 0.01, 0.95, 100, "t")
    entry = entry_of("claims", {}, "number", "", estimate, claim.measure["margin"])
    assert verdict(claim, entry) == said


def test_all_claims_are_asked_of_all_who_play(results: Results) -> None:
    for claim, entries in claims_answered(STUDY, results).values():
        who = list(entries)
        if claim.name == "luck":
            assert who == [name for pair in PAIRS for name in (pair.name, pair.turned)]
        else:
            assert who == ([pair.name for pair in PAIRS] if claim.name == "tactical" else POLICIES)
    assert len(claims_answered(STUDY, results)) == len(CLAIMS)


def test_the_number_of_a_claim_is_counted_from_the_games(runs: StoredRuns, results: Results) -> None:
    """What the file says of a number is what is read from the tables."""

    def minutes_of(players: int) -> pd.Series[float]:
        games = runs[f"{players}p-greedy"][0].games
        return (games["draws"] + games["exchanges"] + 1.5 * games["plays"]) * SECONDS / 60

    said = {
        claim.name: {who: e.estimate.value for who, e in found.items()}
        for claim, found in claims_answered(STUDY, results).values()
    }
    assert said["shorter"]["greedy"] == pytest.approx(minutes_of(2).mean() - minutes_of(5).mean())
    assert said["hour"]["greedy"] == (minutes_of(2) > 60).mean()
    assert said["half_hour"]["greedy"] == (minutes_of(5) > 30).mean()
    two = runs["2p-heuristic-among-greedy"]
    won = np.mean([run.seats.loc[run.seats["seat"] == s, "win_share"].mean() for s, run in enumerate(two)])
    assert said["tactical"]["heuristic among greedy"] == pytest.approx(won - 2 / 3, abs=1e-6)
    assert said["blocked"]["greedy"] == 0
    blocked = results.entry("claims", "number", claim="blocked", who="greedy")
    assert blocked.estimate.n == 2 * GAMES
    luck = (results.value("skill", "luck", players=p, pair="heuristic among greedy") for p in (5, 2))
    assert said["luck"]["heuristic among greedy"] == pytest.approx(next(luck) - next(luck))


def with_claim(results: Results, name: str, said: dict[str, float], margin: float) -> Results:
    """The results, but for one claim."""
    kept = [e for e in results.entries if e.place.get("claim") != name]
    for who, value in said.items():
        share = Estimate(value, value - 0.01, value + 0.01, 0.95, GAMES, "Wilson")
        kept.append(entry_of("claims", {"claim": name, "who": who}, "number", "", share, margin))
    return dataclasses.replace(results, entries=kept)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            {"a": 0.01, "b": 0.5, "c": 0.5},
            "● “Short” depends on who plays: 1 % of games (a), 50 % of games (b).",
        ),
        ({"a": 0.4, "b": 0.5, "c": 0.1}, "● “Short” fails: 40 % of games (a)."),
        ({"a": 0.01, "b": 0.02}, "● “Short” holds: 1 % of games (a)."),
        ({"a": 0.1, "b": 0.5}, "○ “Short” is not settled: 10 % of games (a)."),
    ],
)
def test_a_claim_is_a_card_with_its_verdict_and_its_number(
    results: Results, said: dict[str, float], line: str
) -> None:
    changed = with_claim(results, "hour", said, 0.1)
    words = {"text": "Short", "source": "a book"}
    lists = STUDY.data["lists"]
    claim = [one | words if one["name"] == "hour" else one for one in lists["claim"]]
    study = dataclasses.replace(STUDY, data={**STUDY.data, "lists": {**lists, "claim": claim}})
    assert claims.claim(changed, study, "hour").line == f"{line} Said in: a book."


def test_games_without_an_end_are_told_of(results: Results) -> None:
    at: dict[str, int | str] = {"players": 2, "policy": "random"}
    kept = [e for e in results.entries if (e.measure.key, dict(e.place)) != ("unfinished", at)]
    stopped = entry_of("length", at, "unfinished", "", Estimate(0.2, 0.1, 0.3, 0.95, GAMES, "Wilson"))
    said = notes(STUDY, dataclasses.replace(results, entries=[*kept, stopped]))
    told = "where random plays, 20.0 % [10.0, 30.0] of games with 2 players do not end"
    assert any(text.startswith(told) for text in said)


def test_a_note_has_the_numbers_of_both_seeds(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """It had those of the first seed, beside tables with the mean of both."""
    at: dict[str, int | str] = {"players": 2, "policy": "random"}
    kept = [e for e in results.entries if (e.measure.key, dict(e.place)) != ("unfinished", at)]

    def played(study: object, setting: Setting, runs: object) -> Results:
        share = Estimate(0.1, 0.05, 0.2, 0.95, GAMES, "Wilson").times(setting.seed)
        stopped = entry_of("length", at, "unfinished", "", share)
        return dataclasses.replace(results, setting=setting, entries=[*kept, stopped])

    monkeypatch.setattr("analyses.studies.declared.Declared._measured", played)
    both = STUDY.results(dataclasses.replace(SETTING, seed=1, replicate=2), {})
    assert any("15.0 % [9.4, 26.2] of games with 2 players" in note for note in both.notes)


# --- words and pictures


@pytest.mark.usefixtures("painted")
def test_the_page_is_one_file_of_three_depths(report: Report) -> None:
    plain = check_report(dataclasses.replace(report), pictures=6)
    for claim in CLAIMS:
        assert claim.text in plain
        assert claim.measure["because"] in plain
    assert f"{SECONDS} seconds an action" in plain
    assert "percentage points; margin 2." in plain
    assert "A card that the King’s Advisor places counts as an action of its own." in plain
    assert "Shaded up to the dashes: too little to matter." in plain
    assert "Shaded: too little" not in plain, "every second row is shaded, too"


def test_one_table_alone_has_a_page(runs: StoredRuns) -> None:
    """What needs two numbers of players is left out."""
    setting = dataclasses.replace(SETTING, players=(5,))
    mine = {cell.name: runs[cell.name] for cell in STUDY.cells(setting)}
    results = STUDY.results(setting, mine)
    assert list(claims_answered(STUDY, results)) == ["half_hour", "blocked"]
    report = Report(STUDY, results)
    page = report.answer.html("simulate study castle --players 5", "").replace("\N{NO-BREAK SPACE}", " ")
    assert "with 5 players" in page
    assert len(report.page.findings) == 3


def test_the_summary_leads_with_the_answer(report: Report) -> None:
    text = " ".join(report.answer.summary().split())
    assert text.startswith("Castle: how long, how much luck, which cards? Castle, ")
    assert "It is not settled what the luck index is: 14 and 17 % with 2 and 5 players." in text


def test_rotated_games_keep_blocks_together(runs: StoredRuns) -> None:
    pair = PAIRS[-1]
    cell = runs[f"5p-{pair.strong}-among-{pair.weak}"]
    rotated = read_rotated(cell)
    assert rotated.shape == (GAMES, 5, 5)
    assert (rotated.sum(axis=2) == WIN).all()
