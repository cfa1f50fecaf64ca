"""The study of numbers: dice against their law, dots, openings and seats of Catan, on stored games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kstest
from stored_studies import SETTINGS, StoredRuns, check_report, check_tables, fixtures_of

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.choice_model import chances_of, fit_choices
from analyses.estimates.estimate import DIFFERENT
from analyses.estimates.samples import ratio_of, slope
from analyses.games.dice import SUMS, Dice
from analyses.questions.results import Results, Setting
from analyses.studies.declared import declared
from analyses.studies.numbers import by_lot
from analyses.studies.numbers.dice import ALL, LAST, groups_of, longest_droughts
from analyses.studies.numbers.dots import read_hexes
from analyses.studies.numbers.laws import (
    DiceSums,
    Strays,
    chances_given,
    fit,
    fit_by_games,
    gather,
    naive_fit,
    off_by,
    read_sums,
    shares,
)
from analyses.studies.numbers.openings import Openings, moved_pip, pip_effect, read_openings
from analyses.studies.numbers.seats import changes, read_cell
from analyses.studies.panel import panels
from reports.answers.studies.numbers import fits
from reports.answers.studies.template import Report
from rules.catan.board import load_board
from rules.catan.state import Point
from rules.chance import POLICY
from simulate.plans.policies import load_function, read_policy

STUDY = declared("numbers")
WAYS, DICE = STUDY.lists["way"], STUDY.lists["dice"]
GAMES, MORE_DICE, TURNS = SETTINGS["numbers"].n, 4, 60
ASKED = ("paid_change", "first_over_even", "last_over_even", "pip_effect")
TABLES = {
    "sums", "fits", "droughts", "drought_law", "silence", "dots", "dots_changes", "scarcity", "openings",
    "most_pips", "effects", "seats", "ways", "changes",
}  # fmt: skip


runs, results, report = fixtures_of("numbers")


def test_every_number_has_its_interval_and_exact_ones_say_so(results: Results) -> None:
    for table in check_tables(results, TABLES).values():
        tests = table["method"].str.startswith("chi-square")
        assert table[~tests & table["value"].notna()]["low"].notna().all()


# --- the cells


def test_the_cells_are_what_the_questions_need() -> None:
    found = {cell.name: cell.plans for cell in STUDY.cells(Setting((3, 4), 100, 5))}
    assert len(found) == 2 * (len(WAYS) + 2) + len(DICE)
    (deck,) = found["4p-deck"]
    assert (deck.options.dice, deck.players, deck.seed, deck.n) == ("deck36", 4, 5, 100)
    assert {"turns", "hexes"} <= set(deck.tables)
    (alone,) = found["dice-cards"]
    assert (alone.options.max_turns, alone.n, alone.players) == (TURNS, 100 * MORE_DICE, 3)
    assert list(found)[-len(DICE) :] == [f"dice-{way}" for way in DICE]
    (lot,) = found["3p-lot"]
    assert [policy.name for policy in lot.policies] == ["lot.py:by_lot"] * 3
    (moved,) = found["3p-moved"]
    assert (lot.options.trade, moved.options.board) == ("none", "random_tokens")
    assert moved.policies == lot.policies


def test_the_policy_by_lot_has_the_weights_of_the_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws only in the set-up; its source, which a run keeps, ends with the weights."""
    weights = np.array([weight for _, weight in read_policy("catan", "heuristic", 4).weights or ()])
    (plan,) = {cell.name: cell.plans for cell in STUDY.cells(Setting((4,), 20, 1))}["4p-lot"]
    of_run = load_function(plan.policies[0])
    assert of_run.__globals__["WEIGHTS"] == pytest.approx(weights)
    monkeypatch.setattr(by_lot, "WEIGHTS", weights)
    monkeypatch.setattr(by_lot, "draw_below", lambda state, stream, n: (stream, n))
    moves, features = np.arange(5), np.random.default_rng(3).normal(size=(5, len(weights)))
    build, move = (SimpleNamespace(point=point, asked=2) for point in (Point.SETUP_SETTLEMENT, -1))
    drawn: object = by_lot.by_lot(build, moves, features)
    assert drawn == (POLICY + 2, 5)
    for choose in (by_lot.by_lot, of_run):
        assert choose(move, moves, features) == np.argmax(features @ weights)


def test_games_of_dice_alone_all_have_the_same_length(runs: StoredRuns) -> None:
    """Nobody can win them, so no roll is missing because a game ended early."""
    for way in DICE:
        sums = read_sums(runs[f"dice-{way}"][0])
        assert sums.shape == (MORE_DICE * GAMES, TURNS)
        assert (sums > 1).all()
        if way.no_seven:
            assert (sums[:, : 3 * way.no_seven] != 7).all()


def test_dice_are_the_same_whoever_plays(runs: StoredRuns) -> None:
    """The same seed: game i of dice alone and of the standard game roll alike."""
    played, alone = (read_sums(runs[name][0]) for name in ("3p-standard", "dice-two_dice"))
    both = min(played.shape[1], TURNS)
    rolled = played[:, :both] > 0
    assert (played[:, :both][rolled] == alone[:GAMES, :both][rolled]).all()


def test_settlements_by_lot_are_worse_than_chosen_ones(runs: StoredRuns) -> None:
    chosen, lot = (read_openings(runs[f"3p-{way}"][0]).total for way in ("no_trade", "lot"))
    assert lot.mean() < chosen.mean() - 3
    assert len(np.unique(lot)) > 10


def test_in_the_experiment_only_the_numbers_move(runs: StoredRuns) -> None:
    """Same places, other pips: what differs is due to the numbers."""
    still, moved = (runs[f"3p-{name}"][0].seats for name in ("lot", "moved"))
    assert (still[["vertex_1", "vertex_2"]] == moved[["vertex_1", "vertex_2"]]).all(axis=None)
    one, other = (read_openings(runs[f"3p-{name}"][0]) for name in ("lot", "moved"))
    assert (one.hexes == other.hexes).all()
    assert (one.harbours == other.harbours).all()
    assert (one.kinds == other.kinds).all()
    assert (one.total != other.total).mean() > 0.5


def test_the_experiment_is_least_squares_within_games(runs: StoredRuns, results: Results) -> None:
    """A twin in plain pandas: wins gained by pips gained, both less the mean of their game."""
    tables = [runs[f"3p-{name}"][0].seats for name in ("lot", "moved")]
    still, moved = (
        pd.DataFrame({"pips": t["pips_1"] + t["pips_2"], "won": 1.0 * (t["win_share"] > 0.5)}) for t in tables
    )
    gained = (moved - still).assign(game=tables[0]["game"])
    lead = gained["pips"] - gained.groupby("game")["pips"].transform("mean")
    slope = (lead * gained["won"]).sum() / (lead**2).sum()
    found = results.get("effects", "effect", players=3, way="moved", more="pips")
    assert found.value == pytest.approx(slope * 2 / 3)


def gained(chance: Floats, by: float) -> float:
    """What one more of a feature adds to these chances on average, whose odds it raises by exp(by)."""
    return float((chance * np.exp(by) / (1 - chance + chance * np.exp(by)) - chance).mean())


def opening(pips: Whole, hexes: Whole, winner: Whole) -> Openings:
    """Openings that all have their pips of one resource and no harbour, and who of three wins."""
    none = np.zeros_like(pips)
    return Openings(np.stack([pips, *[none] * 4], axis=2), none, hexes, np.eye(3, dtype=np.int64)[winner])


def test_pips_that_only_come_with_hexes_have_no_effect() -> None:
    """Games in which hexes win and pips do nothing: without the hexes the model takes pips for the cause."""
    random = np.random.default_rng(11)
    hexes = random.integers(2, 7, (4_000, 3))
    still, moved = (hexes * 2 + random.integers(0, 4, hexes.shape) for _ in range(2))
    winner = (0.3 * hexes + random.gumbel(size=hexes.shape)).argmax(axis=1)
    one, other = (opening(pips, hexes, winner) for pips in (still, moved))
    assert pip_effect(one).low > 0.02
    effect = pip_effect(one, hexes)
    assert effect.low < 0 < effect.high
    brought = moved_pip(one, other)
    assert brought.value == 0
    assert brought.low < 0 < brought.high < 0.01  # in no game did another seat win


def test_the_experiment_finds_what_a_pip_brings() -> None:
    """Wins in proportion to exp(0.1 pips): the effect of one more with the rivals' staying as they are."""
    random = np.random.default_rng(12)
    pips = [random.integers(8, 20, (30_000, 3)) for _ in range(2)]
    luck = random.gumbel(size=(30_000, 3))
    one, other = (opening(p, np.full_like(p, 5), (0.1 * p + luck).argmax(axis=1)) for p in pips)
    odds = np.exp(0.1 * pips[0])
    truth = gained(odds / odds.sum(axis=1, keepdims=True), 0.1)
    found = moved_pip(one, other)
    assert found.value == pytest.approx(truth, rel=0.06)
    assert found.half_width < 0.001


# --- laws of rolls


CARDS = [a + b for a in range(1, 7) for b in range(1, 7)]
"""The sums on the 36 cards of dice."""


def rolls(dice: Dice, turns: int, games: int, random: np.random.Generator) -> DiceSums:
    """Sums [game, turn] of two dice, or drawn from the cards by plain shuffling."""
    if dice.deck:
        cards = np.tile(CARDS, (games, -(-turns // dice.cycle), 1))
        return random.permuted(cards, axis=2)[..., : dice.cycle].reshape(games, -1)[:, :turns].astype(np.int8)
    return random.integers(1, 7, (games, turns, 2)).sum(axis=2).astype(np.int8)


def stopped(sums: DiceSums) -> DiceSums:
    """Games that end at the fourth 6 or 8, as if these won: the end hangs on the dice."""
    good = ((sums == 6) | (sums == 8)).cumsum(axis=1)
    over = np.pad(good >= 4, ((0, 0), (1, 0)))[:, :-1]
    return np.where(over, 0, sums).astype(np.int8)


def all_of(sums: DiceSums, dice: Dice) -> Strays:
    """How all rolls stray from their law."""
    return gather(sums, dice, {ALL: lambda turn: True})[ALL]


def test_the_chance_of_a_card_is_its_part_of_those_left() -> None:
    dice = Dice(deck=True)
    sums = rolls(dice, 40, 3, np.random.default_rng(1))
    for turn, chance in enumerate(chances_given(sums, dice)):
        begin = turn // 31 * 31
        for game in range(3):
            left = CARDS.copy()
            for total in sums[game, begin:turn]:
                left.remove(total)
            assert chance[game] == pytest.approx([left.count(number) / len(left) for number in SUMS])


def test_for_two_dice_the_test_is_pearsons() -> None:
    sums = stopped(rolls(Dice(), 40, 50, np.random.default_rng(2)))
    strays = all_of(sums, Dice())
    assert fit(strays).degrees == naive_fit(strays).degrees == 10
    assert fit(strays).statistic == pytest.approx(naive_fit(strays).statistic)
    assert strays.counts.sum() == strays.rolls.sum() == (sums > 0).sum()


def test_simultaneous_intervals_are_wider_than_single_ones() -> None:
    sums = rolls(Dice(), 40, 200, np.random.default_rng(4))
    strays = all_of(sums, Dice())
    for column, found in enumerate(shares(strays.counts, strays.rolls)):
        single = ratio_of(strays.counts[:, column], strays.rolls)
        assert found.value == pytest.approx(single.value)
        assert 1.3 < found.half_width / single.half_width < 1.6


def test_cards_look_too_even_for_dice() -> None:
    dice = Dice(deck=True)
    strays = all_of(rolls(dice, 62, 300, np.random.default_rng(5)), dice)
    assert naive_fit(strays).statistic < 5
    assert fit(strays).p > 0.001


def test_droughts_are_counted_by_hand() -> None:
    sums = np.array([[6, 2, 3, 6, 4], [2, 2, 2, 2, 2], [2, 6, 6, 6, 3]], np.int8)
    assert longest_droughts(sums, 6).tolist() == [2, 5, 1]


def test_droughts_and_silence_of_the_engine_keep_to_their_exact_laws(results: Results) -> None:
    checked = 0
    for entry in results.entries:
        if entry.table == "droughts" and entry.measure.key == "difference":
            assert abs(entry.estimate.value) < 2.5 * entry.estimate.half_width + 1e-9, entry
            checked += 1
        if entry.table == "silence" and entry.measure.key == "seen":
            exact = results.get("silence", "exact", **entry.place).value
            around = 2.5 * entry.estimate.half_width
            assert abs(entry.estimate.value - exact) < around, entry
            checked += 1
    assert checked > 60


def has_right_size(values: Sequence[float]) -> bool:
    """Whether p-values are uniform, and 5 % of them below 0.05."""
    return bool(kstest(values, "uniform").pvalue > 1e-3 and 0.02 < np.mean(np.array(values) < 0.05) < 0.085)


@pytest.mark.verify
@pytest.mark.parametrize("dice", [Dice(), Dice(deck=True), Dice(deck=True, left=0), Dice(without_seven=6)])
@pytest.mark.parametrize("group", [ALL, "seat 2", "turns 11-20", "rounds 1-5"])
def test_the_test_has_the_right_size_though_games_stop_when_won(dice: Dice, group: str) -> None:
    """p-values of many batches are uniform."""
    random = np.random.default_rng(20_100)
    picked = groups_of(3)[group]
    found = []
    for _ in range(500):
        sums = rolls(dice, 45, 120, random)
        early = sums[:, : dice.without_seven]
        while (early == 7).any():
            early[early == 7] = random.integers(1, 7, (int((early == 7).sum()), 2)).sum(axis=1)
        found.append(fit(gather(stopped(sums), dice, {group: picked})[group]).p)
    assert has_right_size(found)


@pytest.mark.verify
@pytest.mark.parametrize("dice", [Dice(), Dice(deck=True)])
def test_the_spread_between_games_gives_the_right_size_for_many_games(dice: Dice) -> None:
    """The other test needs more games: with few it says too often that the law is broken."""
    random = np.random.default_rng(20_103)
    found = []
    for _ in range(400):
        sums = stopped(rolls(dice, 45, 600, random))
        found.append(fit_by_games(all_of(sums, dice)).p)
    assert has_right_size(found)


@pytest.mark.verify
def test_cards_of_won_games_are_no_sample_of_their_shares() -> None:
    """Why cards need a test of their own: stopping at a win tilts their shares, so the naive test rejects."""
    dice, random = Dice(deck=True), np.random.default_rng(20_104)
    strays = all_of(stopped(rolls(dice, 45, 40_000, random)), dice)
    assert naive_fit(strays).p < 1e-6 < 1e-3 < fit(strays).p


@pytest.mark.verify
@pytest.mark.parametrize("dice", [Dice(), Dice(deck=True)])
def test_simultaneous_intervals_hold_all_at_once(dice: Dice) -> None:
    """In at least 95 of 100 batches all eleven intervals hold 0, what strays on average."""
    random = np.random.default_rng(20_101)
    held = 0
    for _ in range(600):
        found = off_by(all_of(stopped(rolls(dice, 45, 200, random)), dice))
        held += all(e.low <= 0 <= e.high for e in found)
    assert held / 600 > 0.93


# --- who wins


def choices(
    random: np.random.Generator, games: int, seats: int, beta: Floats
) -> tuple[Floats, Floats, Floats]:
    """Games won in proportion to exp(beta . x), with two features of small whole numbers."""
    x = random.integers(0, 5, (games, seats, 2)).astype(float)
    odds = np.exp(x @ beta)
    chance = odds / odds.sum(axis=1, keepdims=True)
    winner = (random.random((games, 1)) > chance.cumsum(axis=1)).sum(axis=1)
    return x, np.eye(seats)[winner], chance


def test_the_model_finds_what_makes_the_games() -> None:
    x, won, _ = choices(np.random.default_rng(6), 20_000, 4, np.array([0.3, -0.1]))
    model = fit_choices(x, won)
    assert model.beta == pytest.approx([0.3, -0.1], abs=0.02)
    assert chances_of(model.features, model.beta).sum(axis=1) == pytest.approx(1)


def test_an_effect_is_what_one_more_does_to_the_chance() -> None:
    x, won, chance = choices(np.random.default_rng(7), 20_000, 3, np.array([0.2, 0.0]))
    effect = fit_choices(x, won).effect(0)
    assert effect.low < gained(chance, 0.2) < effect.high
    assert effect.half_width < 0.005
    contrast = fit_choices(x, won).contrast([0], [1])
    assert contrast.value == pytest.approx(effect.value - fit_choices(x, won).effect(1).value)


def test_of_a_feature_that_a_table_has_alike_nothing_is_known() -> None:
    """Its effect was told as 0 [0, 0]."""
    x, won, _ = choices(np.random.default_rng(12), 50, 3, np.array([0.2, 0.0]))
    x[..., 1] = np.arange(50)[:, None]  # games differ in it, seats do not
    model = fit_choices(x, won)
    for unknown in (model.effect(1), model.contrast([0], [1])):
        assert np.isnan(unknown.value)
        assert (unknown.low, unknown.high) == (-np.inf, np.inf)
    assert np.isfinite(model.effect(0).half_width)


def test_games_without_a_winner_are_left_out() -> None:
    x, won, _ = choices(np.random.default_rng(8), 500, 3, np.array([0.2, 0.0]))
    none = np.concatenate([won, np.zeros((10, 3))])
    more = np.concatenate([x, np.ones((10, 3, 2))])
    assert fit_choices(more, none).beta == pytest.approx(fit_choices(x, won).beta)


def test_what_a_game_says_is_what_the_fit_is_without_it() -> None:
    x, won, _ = choices(np.random.default_rng(11), 60, 3, np.array([0.2, -0.3]))
    model = fit_choices(x, won)
    without = [fit_choices(np.delete(x, game, 0), np.delete(won, game, 0)).beta for game in range(60)]
    assert model.influence / 60 == pytest.approx(model.beta - without, abs=0.006)
    assert np.abs(model.influence / 60).max() > 0.05


@pytest.mark.verify
@pytest.mark.parametrize("games", [20, 300])
def test_intervals_of_effects_keep_their_level(games: int) -> None:
    random = np.random.default_rng(20_102)
    beta = np.array([0.25, -0.15])
    _, _, chance = choices(random, 400_000, 3, beta)
    truth = gained(chance, beta[0])
    held = 0
    for _ in range(500):
        x, won, _ = choices(random, games, 3, beta)
        effect = fit_choices(x, won).effect(0)
        held += effect.low <= truth <= effect.high
    assert 0.92 < held / 500 < 0.98


def test_a_slope_is_that_of_least_squares() -> None:
    random = np.random.default_rng(9)
    x = random.integers(5, 15, 300)
    y = 3 * x + random.normal(0, 1 + x)  # spreads more where x is large
    found = slope(x, y)
    assert found.value == pytest.approx(np.polyfit(x, y, 1)[0])
    assert found.low < 3 < found.high


def test_a_slope_of_few_games_keeps_its_level() -> None:
    """Games far out spread more and pull the line: with n / (n - 2) alone it held in 83 cases of 100."""
    random = np.random.default_rng(12)
    held = 0
    for _ in range(600):
        x = random.poisson(10, 8)
        found = slope(x, 60 - 0.5 * x + random.normal(0, 1 + 0.5 * np.abs(x - 10)))
        held += found.low <= -0.5 <= found.high
    assert held / 600 > 0.90


def test_a_slope_that_one_game_makes_is_not_known() -> None:
    assert math.isinf(slope(np.array([1, 0, 0, 0]), np.array([5, 2, 3, 4])).half_width)


# --- the numbers


def test_cards_by_token_are_counted_from_the_hexes(runs: StoredRuns, results: Results) -> None:
    table = runs["3p-standard"][0].frame("hexes")
    red, near = table[table["number"].isin([6, 8])], table[table["number"].isin([5, 9])]
    owed = [t["produced"].sum() + t["blocked"].sum() + t["short"].sum() for t in (red, near)]
    keys: dict[str, int | str] = {"players": 3, "way": "standard"}
    paid = results.get("dots", "paid", token="6 and 8", **keys).value
    assert paid == pytest.approx(red["produced"].sum() / owed[0])
    change = results.get("dots_changes", "paid_change", **keys).value
    assert change == pytest.approx(paid / (near["produced"].sum() / owed[1]) - 1)
    assert results.get("dots_changes", "red_dots", **keys).value == pytest.approx(5 * paid)
    parts = [results.get("dots", fate, token="6", **keys).value for fate in ("paid", "blocked", "short")]
    assert sum(parts) == pytest.approx(1)


def test_owed_cards_are_those_rolled_for(runs: StoredRuns) -> None:
    """A hex pays, blocks or owes only when its number was rolled."""
    run = runs["3p-standard"][0]
    hexes, sums = read_hexes(run), read_sums(run)
    for number in (2, 12, 6):
        rolled = (sums == number).sum(axis=1)
        owed = hexes.totals(hexes.owed, hexes.numbered(number))
        assert (owed[rolled == 0] == 0).all()


def test_boards_have_the_dots_that_the_rules_give(results: Results) -> None:
    """EX-CT-34: 12.89 dots a board of lumber, grain and wool, 9.67 of brick and ore."""
    for resource, law in (("brick", 9.667), ("ore", 9.667), ("wool", 12.889), ("grain", 12.889)):
        keys: dict[str, int | str] = {"players": 3, "resource": resource}
        assert results.get("scarcity", "dots_exact", **keys).value == pytest.approx(law, abs=1e-3)
        seen = results.get("scarcity", "dots", **keys)
        assert abs(seen.value - law) < 3 * seen.half_width


def test_openings_are_read_from_the_seats(runs: StoredRuns, results: Results) -> None:
    run = runs["3p-standard"][0]
    seats = run.seats
    found = read_openings(run)
    assert (found.total.ravel() == (seats["pips_1"] + seats["pips_2"]).to_numpy()).all()
    assert found.won.sum() == seats["win_share"].sum()
    coast = load_board().tables[0].vertex_slot
    first = seats.iloc[0]
    expected = sum(int(coast[int(first[v])] >= 0) for v in ("vertex_1", "vertex_2"))
    assert found.harbours[0, 0] == expected
    often = [
        e.estimate.value
        for e in results.entries
        if e.table == "openings" and e.measure.key == "how_many" and e.place["about"] == "pips"
        and e.place["way"] == "standard"
    ]  # fmt: skip
    assert sum(often) == pytest.approx(1)


def test_seats_share_the_wins(results: Results) -> None:
    for way in WAYS:
        wins = [
            results.get("seats", "win_share", players=3, way=way.name, seat=seat).value for seat in (1, 2, 3)
        ]
        unfinished = results.get("ways", "unfinished", players=3, way=way.name).value
        assert sum(wins) == pytest.approx(1 - unfinished)


def test_changes_are_paired(runs: StoredRuns, results: Results) -> None:
    new, old = (runs[f"3p-{way}"][0].games["turns"].mean() for way in ("no_trade", "standard"))
    change = results.get("changes", "turns", players=3, way="no_trade")
    assert change.value == pytest.approx(new - old)


def test_a_slow_player_is_held_against_the_first_games_of_the_others(runs: StoredRuns) -> None:
    """As searches are, which play a part of the games."""
    old, new = (read_cell(runs[f"3p-{way}"][0]) for way in ("standard", "no_trade"))
    short = replace(new, turns=new.turns[:7], openings=replace(new.openings, won=new.openings.won[:7]))
    found = list(changes(STUDY.row("changes", players=3, way="no_trade"), short, old))
    assert {entry.estimate.n for entry in found} == {7}
    assert found[-1].estimate.value == pytest.approx((new.turns[:7] - old.turns[:7]).mean())


def test_findings_are_put_to_other_players_boards_and_rules(results: Results) -> None:
    for respects in (("", "policy", "board"), ("", "dice", "trade", "robber")):
        among = [way.name for way in WAYS if way.differs in respects]
        found = panels(results, "ways", ASKED, "way", among)
        assert [one.measure for one in found] == list(ASKED)
        for one in found:
            assert next(iter(one.entries)) == "standard"
            assert set(one.entries) == set(among) - ({"first_map"} if one.measure == "pip_effect" else set())
            assert not one.contrary or one.voices(DIFFERENT)


# --- words and pictures


def test_the_page_is_one_file_of_three_depths(report: Report) -> None:
    plain = check_report(report, pictures=7)
    for way in WAYS:
        assert way.text in plain
    assert "findings can be judged" in plain


def test_the_worst_test_is_corrected_for_their_number(results: Results) -> None:
    """One p for each group of turns, but for all turns and the last roll."""
    tested = [
        e.estimate.value
        for e in results.matching("fits", "law_p", way="standard", players=3)
        if e.place["group"] not in (ALL, LAST)
    ]
    said = fits(results, "standard")
    assert len(tested) == 7 + 3 + 3
    assert said.startswith("13 tests.")
    assert said.endswith(f"and {min(1, 13 * min(tested)):.2f} if corrected for so many tests")


def test_what_is_of_one_seed_is_not_called_the_mean_of_both(results: Results) -> None:
    """A test has no mean over seeds: it is that of the first."""
    both = results.replicated_by(replace(results, setting=replace(results.setting, seed=2)))
    plain = " ".join(Report(STUDY, both).answer.summary(True).split())
    assert "Tests are of the games of seed 1 alone. Rolls of two dice got 13 tests." in plain
    assert "Every test of the rolls of seed 1 with 3 players" in plain
    assert f"holds {results.setting.n} games, half of them on each seed" in plain


def test_a_kind_of_opening_that_nobody_had_is_none_of_them(results: Results) -> None:
    """Not unknown; what it wins is."""
    kinds = [(kind.name, kind.low) for kind in STUDY.lists["opening"]]
    for way in ("standard", "lot"):
        shares = results.matching("openings", "how_many", players=3, way=way)
        assert [(e.place["about"], e.place["from"]) for e in shares] == kinds
        for about in ("pips", "resources", "harbours"):
            assert sum(e.estimate.value for e in shares if e.place["about"] == about) == pytest.approx(1)
        of = {(e.place["about"], e.place["from"]) for e in results.matching("openings", "win_share", way=way)}
        assert of == {(e.place["about"], e.place["from"]) for e in shares if e.estimate.value}


def test_the_summary_leads_with_the_answer(report: Report) -> None:
    text = " ".join(report.answer.summary().split())
    assert text.startswith("Do the numbers keep their promise? Catan, ")
    assert "On average the longest wait for a 6 in 60 turns is 18 turns with dice, 16 with cards." in text
