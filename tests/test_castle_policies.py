"""How seats play Castle: legally, knowing only what they see, and as their weights say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from builders import simulator, volume
from castle_beside import engine_heads, head_of, lay, plain
from castle_notation import game, turn
from stepper import begin, played

from rules.castle.cards import Do, standard_cards
from rules.castle.engine import apply, is_over, new_game
from rules.castle.kinds import IDS
from rules.castle.moves import What
from rules.castle.position import Position
from rules.kernel import Array, kernel
from simulate.games.castle.move_features import Desk, MoveFeature
from simulate.games.castle.weighing import value_moves, weigh_moves
from simulate.play.playing import choose
from simulate.play.search import best_weighted
from simulate.play.simulator import Simulator

BOXED = standard_cards()
ANY_WEIGHTS = np.random.default_rng(1).normal(size=len(MoveFeature))
"""Weights that leave no feature out."""


def castle(policy: str = "heuristic", players: int = 2, **given: Any) -> Simulator:
    """A simulator of Castle."""
    return simulator(policy, players=players, game="castle", **given)


def seats(policy: str, players: int, n: int, **given: Any) -> Array:
    """The rows of `seats` of so many games, a row of the array for each game."""
    return castle(policy, players, **given).play(0, n)["seats"].reshape(-1, players)


# --- legal


@pytest.mark.parametrize(
    ("policy", "options"),
    [
        ("random,random", {}),
        ("heuristic,greedy,random", {}),
        ("controller,rusher,drawer,heuristic", {}),
        ("heuristic,heuristic,greedy,random,controller", {}),
        ("heuristic,heuristic,heuristic", {"actions": 1, "draw_limit": "first_hand", "exchange": 3}),
        ("heuristic,greedy", {"hand": 2, "stock": 0, "without": "king+queen+soldier"}),
    ],
)
def test_policies_choose_legal_moves(policy: str, options: dict[str, Any]) -> None:
    """At every decision, also within effects, in games that are checked step by step."""
    sim = castle(policy, policy.count(",") + 1, **options)
    assert all(moves for moves in played(sim, 0, volume(30, 1)))


def test_rollout_chooses_legal_moves() -> None:
    """CA-16: with what is hidden dealt anew in its playouts."""
    assert played(castle("rollout,heuristic"), 3, 1)[0]


# --- features


@kernel
def compare_features(desk: Desk, weights: Array, players: int, seed: int, game: int) -> int:
    """Play a game in which the features of every move weigh as much as its value; bits of what was asked."""
    state, mind = desk.state, desk.mind
    new_game(desk.box, desk.options, state, players, seed, game)
    asked = 0
    while not is_over(state):
        n = value_moves(desk, state, weights)
        values = mind.values[:n].copy()
        if weigh_moves(desk) != n:
            raise AssertionError("there are other moves to judge than to value")
        for i in range(n):
            weighed = 0.0
            for feature in range(len(weights)):
                weighed += mind.told[i, feature] * weights[feature]
            if abs(weighed - values[i]) > 1e-8 + 1e-5 * abs(values[i]):
                raise AssertionError("the features of a move do not weigh as much as its value")
        asked |= 1 << state.point
        apply(desk.box, desk.options, state, choose(desk))
    return asked


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_features_of_a_move_weigh_as_much_as_its_value(players: int) -> None:
    """A user's policy is told the same as a weighted one weighs."""
    sim = castle("heuristic", players, max_turns=200)
    asked = 0
    for weights in (sim.policies.weights[0, 0].copy(), ANY_WEIGHTS):
        sim.set_weights([weights] * players)
        for number in range(volume(4, 1)):
            asked |= compare_features(sim.desk, weights, players, 1, number)
    assert int(asked).bit_count() > volume(8, 4)


def test_features_are_those_of_the_plays() -> None:
    """A first move: every play rids the hand of one card, a draw adds one, an exchange none."""
    sim = castle("heuristic", 2)
    begin(sim, 0)
    n = weigh_moves(sim.desk)
    names = list(MoveFeature.texts())
    position = {name: sim.mind.told[0, :n, names.index(name)] for name in names}
    what = sim.mind.moves[0, :n] & 7
    assert (position["rid"][what == 2] == 1).all()
    assert (position["rid"][what == 0] == -1).all()
    assert (position["rid"][what == 1] == 0).all()
    assert (position["drawn"] == (what == 0)).all()
    assert (position["exchanged"] == (what == 1)).all()
    assert not position["out"].any()
    assert names.index("stuck") == MoveFeature.STUCK


@kernel
def count_last_cards(desk: Desk, out: int, players: int, seed: int, game: int) -> tuple[int, int]:
    """Play a game; how often the feature `out` said who has no card left, and how often it was over then.

    It says so of every play that ends the game, and if it does not end an effect goes on (CA-28, CA-29).
    """
    state = desk.state
    new_game(desk.box, desk.options, state, players, seed, game)
    said = 0
    ended = 0
    while not is_over(state):
        move = choose(desk)
        is_action = state.point == Do.ACTION
        says = False
        n = weigh_moves(desk)
        for i in range(n):
            if desk.mind.moves[i] == move:
                says = desk.mind.told[i, out] == 1
        apply(desk.box, desk.options, state, move)
        if says:
            said += 1
            ended += is_over(state)
            if not is_over(state) and state.point == Do.ACTION:
                raise AssertionError("CA-28: a seat without cards has not won")
        elif is_action and is_over(state):
            raise AssertionError("CA-28: a seat has won, and no feature said so")
    return said, ended


def test_the_last_card_goes_out_if_nothing_comes_back() -> None:
    """CA-28, CA-29: `out` says who has no card left after the play; its effect may bring one back."""
    sim, said, ended = castle("heuristic", 2), 0, 0
    for number in range(volume(60, 2)):
        found = count_last_cards(sim.desk, MoveFeature.OUT, 2, 1, number)
        assert sim.desk.state.reason == 1
        said, ended = said + found[0], ended + found[1]
    assert ended > said / 2


@pytest.mark.parametrize(("rules", "goes_out"), [((), False), (("out_when=hand_or_stock",), True)])
def test_a_play_goes_out_with_the_stock_used_up_if_that_is_the_rule(
    rules: tuple[str, ...], goes_out: bool
) -> None:
    """CA-28: nine cards are in the hand still."""
    sim = castle("heuristic", 2, **dict(word.split("=") for word in rules))
    begin(sim, 0)
    sim.state["n_stock"][0, int(sim.state.seat[0])] = 0
    n = weigh_moves(sim.desk)
    plays = sim.mind.moves[0, :n] & 7 == What.PLAY
    assert plays.any()
    assert (sim.mind.told[0, :n, MoveFeature.OUT][plays] == goes_out).all()


# --- strength and styles


def test_heuristic_beats_greedy_and_greedy_beats_random() -> None:
    """In both seats, with much to spare."""
    n = volume(400, 2)
    for better, worse, least in (("greedy", "random", 0.9), ("heuristic", "greedy", 0.75)):
        share = seats(f"{better},{worse}", 2, n)["win_share"][:, 0].mean()
        share += seats(f"{worse},{better}", 2, n)["win_share"][:, 1].mean()
        assert share / 2 > (least if n > 100 else -1), better


def test_styles_play_as_their_names_say() -> None:
    """Against `heuristic`: the rusher draws less, the drawer more, the controller sends back more."""
    n = volume(300, 2)
    usual = seats("heuristic,heuristic", 2, n)
    if n < 100:
        return
    rusher, drawer = seats("rusher,heuristic", 2, n), seats("drawer,heuristic", 2, n)
    controller = seats("controller,heuristic", 2, n)
    assert rusher["draws"][:, 0].mean() < usual["draws"][:, 0].mean()
    assert rusher["stock"][:, 0].mean() > usual["stock"][:, 0].mean()
    assert drawer["stock"][:, 0].mean() <= usual["stock"][:, 0].mean()
    back = [(rows["sent_back"][:, 0] / rows["plays"][:, 0]).mean() for rows in (controller, usual)]
    assert back[0] > back[1]


def test_games_of_the_heuristic_end() -> None:
    """CA-34: hardly any is stopped, for seats grow tired of what goes round in circles."""
    for players in (2, 3, 4, 5):
        games = castle("heuristic", players).play(0, volume(500, 2))["games"]
        assert games["unfinished"].sum() <= 2


def test_everybody_passes_a_card_by_their_own_policy() -> None:
    """CA-121: the Fool asks all, so `asked` and not `seat` is whose policy chooses."""
    sim, position = castle("heuristic", 4), Position()
    usual = sim.policies.weights[0, 0].copy()
    sim.set_weights([usual, -usual, usual, -usual])
    lay(position, game("A: fool spy king; B: queen soldier; C: thief archer; D: witch soldier; players: 4"))
    position.step(engine_heads(position)[plain(head_of(turn("A fool(1,1)")))])
    for seat, weights in enumerate((usual, -usual, usual, -usual)):
        assert (position["point"], position["asked"]) == (Do.PASS, seat)
        sim.state[...] = position.states
        chosen = choose(sim.desk)
        assert chosen == best_weighted(sim.desk, sim.desk.state, weights)
        assert chosen != best_weighted(sim.desk, sim.desk.state, -weights)
        position.step(chosen)
    assert IDS[BOXED.tables.kind[0, 0]] == "ghost"
