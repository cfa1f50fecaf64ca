"""Whole games of Catan: what holds after every step, what chance may depend on, records that judge right."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from builders import simulator, volume
from catan_tables import Desk, judge
from catan_tables import played as table_after
from stepper import played

from rules.catan import bank
from rules.catan.engine import apply, is_over, new_game
from rules.catan.legal import legal_moves
from rules.catan.moves import MAX_MOVES
from rules.catan.options import MAX_TURNS, Options, complete
from rules.catan.position import Position
from rules.catan.record import Scribe, position_entry
from rules.catan.state import Point, State
from rules.fields import dtype_of
from rules.kernel import INTERPRETED
from rules.options import read_options
from simulate.play.simulator import Simulator

VARIANTS: dict[str, dict[str, Any]] = {
    "official": {},
    "beginner": {"board": "beginner", "pieces": "printed", "start": "random"},
    "any_trade": {"trade": "any", "trade_offers_per_turn": 5, "shortage": "none_paid", "bank": 8},
    "strict": {"phases": "strict", "win_check": "end_of_phase", "board": "random_tokens", "dice": "deck36"},
    "gentle": {"friendly_robber": True, "no_seven_first_round": 3, "steal": "may_decline", "max_turns": 60},
    "no_robber": {"robber": False, "shortage": "unlimited", "trade": "none", "hand_limit": 100},
    "tight": {"settlements": 3, "cities": 1, "roads": 6, "bank": 5, "knight_cards": 40, "steal": "none"},
    "dear": {"road_brick": 0, "city_ore": 1, "card_wool": 0, "generic_rate": 2, "special_rate": 1},
    "roads": {"roads": 24, "longest_road_minimum": 3, "road_building_cards": 20, "points_to_win": 14},
    "deck": {
        "dice": "deck36",
        "dice_deck_left": 0,
        "no_seven_first_round": 20,
        "spiral_direction": "clockwise",
    },
}


def by_lot(players: int, **given: Any) -> Simulator:
    """A simulator of games by lot."""
    return simulator("random", players, game="catan", **given)


BRIEF: dict[str, Any] = {"max_turns": 40} if INTERPRETED else {}
"""Interpreted games are cut short."""


@pytest.mark.parametrize("name", [*list(VARIANTS)[:-1], pytest.param("deck", marks=pytest.mark.rules)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_invariants_hold_after_every_step(name: str, players: int) -> None:
    """CT-7, CT-124: nothing is lost or made, and all that is kept up to date is right."""
    sim = by_lot(players, seed=5, **VARIANTS[name] | BRIEF)
    assert all(len(moves) > 20 for moves in played(sim, 0, volume(6, 1), volume(1, 40)))


@pytest.mark.verify
@pytest.mark.parametrize("name", VARIANTS)
def test_the_invariants_hold_in_many_games(name: str) -> None:
    """The same for hundreds of games."""
    played(by_lot(4, seed=6, **VARIANTS[name]), 100, 300)


def test_random_games_end() -> None:
    """CT-125: with this cap nearly all games by lot do."""
    games = by_lot(4).play(0, volume(200, 2))["games"]
    assert games["finished"].mean() >= 0.95
    assert 100 < games["turns"].mean() < 450


# --- chance


def test_no_seven_in_the_first_rounds_with_cards_for_dice() -> None:
    """CT-60: sevens of the first k rounds are drawn again, later ones stand."""
    sim = by_lot(3, seed=2, dice="deck36", no_seven_first_round=5)
    early, late = set(), set()
    for game in range(volume(100, 2)):
        sim.play(game, 1)
        log = sim.desk.state.throws[: sim.desk.state.n_throws].tolist()
        early |= set(log[:15])
        late |= set(log[15:])
    assert 7 not in early
    assert 7 in late


def test_the_buffer_for_moves_is_large_enough() -> None:
    """The most that a decision could offer stays below MAX_MOVES."""
    assert MAX_MOVES > 72 + 27 + 27 + 1 + 1 + 20 + 230 + 1 + 1 + 15 + 5 + 1
    desk = Desk(4, trade="any", road_brick=0, road_lumber=0, card_wool=0, card_grain=0, card_ore=0)
    most = 0
    for game in range(volume(10, 1)):
        new_game(*desk.kernel_arguments[:3], 4, 1, game)
        rng = random.Random(game)
        while not is_over(desk.state):
            n = legal_moves(*desk.kernel_arguments)
            assert len(set(desk.moves[:n].tolist())) == n
            most = max(most, n)
            apply(*desk.kernel_arguments[:3], rng.choice(desk.moves[:n].tolist()))
    assert 100 < most < MAX_MOVES


@pytest.mark.rules
def test_capacities_hold_what_the_options_allow() -> None:
    assert dtype_of(State)["throws"].shape >= (3 * MAX_TURNS,)
    assert Options.__dataclass_fields__["roads"].metadata["high"] == dtype_of(State)["road_list"].shape[1]
    assert bank.ENDLESS > 100 * MAX_TURNS


@pytest.mark.rules
def test_nothing_leaves_a_hand_before_all_have_discarded() -> None:
    """CT-62: discards are settled together, in whatever order they come."""
    eight_each = "0: s8 r13 ore8 | 1: s41 r52 wool8 | 2: grain9 | before the roll"
    table = table_after(eight_each, "0 roll 3 4; 2 discard grain4; 0 discard ore4")
    assert table["hand_size"][:3].tolist() == [8, 8, 9]
    assert table["due"][:3].tolist()[1] == 4
    table = table_after(eight_each, "0 roll 3 4; 2 discard grain4; 0 discard ore4; 1 discard wool4")
    assert table["hand_size"][:3].tolist() == [4, 4, 5]
    assert table["discarded"][:3].tolist() == [4, 4, 4]


@pytest.mark.parametrize("name", ["official", "beginner", "any_trade", "tight", "no_robber"])
def test_a_position_in_play_is_taken_up_where_it_was_left(name: str) -> None:
    """The start of any turn, written as a setup: the rest of the game is legal and ends alike."""
    rng = random.Random(name)
    position = Position()
    position.open(complete(read_options("catan", Options, VARIANTS[name]), 3), 3)
    position.deal(4, 4)
    scribe, cuts = Scribe(position), []
    while moves := position.moves():
        if position["point"] == Point.PRE_ROLL and not position["card_played"]:
            cuts.append((position_entry(position), len(scribe.turns)))
        scribe.play(rng.choice(moves))
    whole = scribe.record()
    del whole["result"]["turns"]
    for setup, n in rng.sample(cuts, volume(10, 2)):
        rest = json.loads(json.dumps(whole | {"setup": setup, "turns": whole["turns"][n:]}))
        verdict = judge(rest)
        assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
