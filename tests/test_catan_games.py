"""Whole games of Catan: what holds after every step, what chance may depend on, records that judge right."""

import json
import random

import numpy as np
import pytest
from builders import ROOT, run_python, simulator, volume
from catan_tables import Desk, judge, written
from stepper import played

from rules.catan.board import Board
from rules.catan.engine import apply, is_over, legal_moves, new_game
from rules.catan.moves import MAX_MOVES, Kind, pack_move
from rules.catan.options import Options, settle
from rules.catan.record import Scribe, position_entry
from rules.catan.state import Point, State
from rules.catan.table import Table
from rules.chance import start_chance
from rules.fields import dtype_of
from rules.kernel import INTERPRETED
from rules.options import read_options, record_dtype

VARIANTS = {
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


def by_lot(players, **given):
    """A simulator of games by lot."""
    return simulator("random", players, game="catan", **given)


BRIEF = volume({}, {"max_turns": 40})
"""Interpreted games are cut short."""


@pytest.mark.parametrize("name", [*list(VARIANTS)[:-1], pytest.param("deck", marks=pytest.mark.rules)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_invariants_hold_after_every_step(name, players):
    """CT-7, CT-124: nothing is lost or made, and all that is kept up to date is right."""
    sim = by_lot(players, seed=5, **VARIANTS[name] | BRIEF)
    assert all(len(moves) > 20 for moves in played(sim, 0, volume(6, 1), volume(1, 40)))


@pytest.mark.verify
@pytest.mark.parametrize("name", VARIANTS)
def test_the_invariants_hold_in_many_games(name):
    """The same for hundreds of games."""
    played(by_lot(4, seed=6, **VARIANTS[name]), 100, 300)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_written_down_is_judged_as_it_was_played(name):
    """CT-122: the referee needs no random numbers and finds the same result."""
    for game in range(volume(2, 1)):
        rng = random.Random(f"{name} {game}")
        made = json.loads(json.dumps(written(rng, rng.choice([3, 4]), game=game, **VARIANTS[name] | BRIEF)))
        verdict = judge(made)
        assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
        assert verdict.scores == made["result"]["points"]
        assert verdict.winners == [seat for seat in [made["result"]["winner"]] if seat is not None]


def test_random_games_end():
    """CT-125: with this cap nearly all games by lot do."""
    games = by_lot(4).play(0, volume(200, 2))["games"]
    assert games["finished"].mean() >= 0.95
    assert 100 < games["turns"].mean() < 450


# --- chance


def dice_of(desk, game, rng):
    """The dice of a game in which the seats do anything."""
    new_game(*desk.kernel_arguments[:3], desk.players, 3, game)
    found = []
    while not is_over(desk.state) and desk.state.turn <= 25:
        n = legal_moves(*desk.kernel_arguments)
        apply(*desk.kernel_arguments[:3], rng.choice(desk.moves[:n].tolist()))
        if desk.state.rolled and len(found) < desk.state.turn:
            found.append(desk.state.die.tolist())
    return found


@pytest.mark.parametrize("dice", ["two_d6", "deck36"])
def test_what_is_decided_does_not_change_the_dice(dice):
    """CT-123."""
    desk = Desk(4, dice=dice)
    first, second = (dice_of(desk, 7, random.Random(n)) for n in range(2))
    assert len(first) >= 20
    assert first[:20] == second[:20]


def test_neither_does_the_board_or_the_rules():
    """CT-123: variants of a rule meet the same dice, turn by turn."""
    games = [dice_of(Desk(4, **options), 7, random.Random(1)) for options in ({}, VARIANTS["any_trade"])]
    assert games[0][:20] == games[1][:20]
    assert games[0][:20] != dice_of(Desk(4), 8, random.Random(1))[:20]


def layout_of(desk, game):
    new_game(*desk.kernel_arguments[:3], desk.players, 3, game)
    return [desk.state[name].tolist() for name in ("terrain", "harbour", "token")]


def test_ways_to_lay_tokens_meet_the_same_terrain():
    """CT-123: each part of the board has draws of its own."""
    spiral, free = (layout_of(Desk(4, board=board), 4) for board in ("spiral", "random_tokens"))
    assert spiral[:2] == free[:2]
    assert spiral[2] != free[2]


def test_the_deck_of_dice_shows_every_result_once():
    """With all 36 cards used up before shuffling, 36 rolls show all results of two dice."""
    desk = Desk(4, dice="deck36", dice_deck_left=0, robber=False, hand_limit=100, trade="none")
    new_game(*desk.kernel_arguments[:3], 4, 3, 1)
    found = []
    while len(found) < 72:
        n = legal_moves(*desk.kernel_arguments)
        quiet = [
            move for move in (pack_move(Kind.ROLL, 0, 0), pack_move(Kind.END, 0, 0)) if move in desk.moves[:n]
        ]
        apply(*desk.kernel_arguments[:3], quiet[0] if quiet else desk.moves[0])
        if quiet and desk.state.point == Point.MAIN:
            found.append(tuple(desk.state.die.tolist()))
    assert sorted(found[:36]) == sorted(found[36:]) == [(a, b) for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.parametrize("dice", ["two_d6", "deck36"])
def test_no_seven_in_the_first_rounds(dice):
    """Sevens of the first k rounds are rolled again, later ones stand."""
    sim = by_lot(3, seed=2, dice=dice, no_seven_first_round=5)
    early, late = set(), set()
    for game in range(volume(100, 2)):
        sim.play(game, 1)
        log = sim.desk.state.roll_log[1 : sim.desk.state.turn + 1].tolist()
        early |= set(log[:15])
        late |= set(log[15:])
    assert 7 not in early
    assert 7 in late


def test_a_copy_of_the_state_plays_on_by_other_chance():
    """A playout: the state is copied as one block, and its streams are set to another game."""
    desk = Desk(4, max_turns=60)
    new_game(*desk.kernel_arguments[:3], 4, 1, 0)
    while desk.state.turn < 20:
        n = legal_moves(*desk.kernel_arguments)
        apply(*desk.kernel_arguments[:3], desk.moves[n - 1])
    kept = desk.states.copy()
    ends = []
    for playout in (5, 5, 6):
        desk.states[:] = kept
        start_chance(desk.state, playout, 0)
        rng = random.Random(1)
        while not is_over(desk.state):
            n = legal_moves(*desk.kernel_arguments)
            apply(*desk.kernel_arguments[:3], rng.choice(desk.moves[:n].tolist()))
        ends.append(desk.state.roll_log.tolist())
    assert ends[0] == ends[1] != ends[2]


# --- turns


def test_the_number_of_turns_is_the_number_of_rolls():
    """CT-120."""
    sim = by_lot(4, seed=9)
    for game in range(volume(50, 1)):
        sim.play(game, 1)
        state = sim.desk.state
        rolls = int(state.sums.sum())
        assert state.turn - rolls == (0 if state.rolled else 1)
        log = state.roll_log[1 : state.turn + 1]
        assert np.bincount(log[log > 0], minlength=13).tolist() == state.sums.tolist()


def test_who_starts_can_be_drawn():
    """OQ-CT-15: each seat starts about as often; set-up goes round from there and back."""
    desk = Desk(4, start="random")
    firsts = []
    for game in range(volume(200, 20)):
        new_game(*desk.kernel_arguments[:3], 4, 1, game)
        firsts.append(int(desk.state.first))
        assert desk.state.asked == desk.state.first
    assert set(firsts) == {0, 1, 2, 3}


def test_the_buffer_for_moves_is_large_enough():
    """The most that a decision could offer stays below MAX_MOVES."""
    assert MAX_MOVES > 72 + 27 + 27 + 1 + 1 + 20 + 230 + 1 + 1 + 15 + 5 + 1
    desk = Desk(4, trade="any", road_brick=0, road_lumber=0, card_wool=0, card_grain=0, card_ore=0)
    most = 0
    for game in range(volume(20, 1)):
        new_game(*desk.kernel_arguments[:3], 4, 1, game)
        rng = random.Random(game)
        while not is_over(desk.state):
            n = legal_moves(*desk.kernel_arguments)
            assert len(set(desk.moves[:n].tolist())) == n
            most = max(most, n)
            apply(*desk.kernel_arguments[:3], rng.choice(desk.moves[:n].tolist()))
    assert 100 < most < MAX_MOVES


# --- one source, two ways to run it

PLAY = """
import hashlib, json, sys
sys.path.insert(0, TESTS)
from builders import simulator
from rules.kernel import INTERPRETED

found = {}
for name, options in VARIANTS.items():
    sim = simulator("random", 4, game="catan", seed=8, **options | {"max_turns": 50})
    for game in range(2):
        sim.play(game, 1)
        parts = {field: sim.state[field].tobytes() for field in sim.state.dtype.names}
        found[f"{name} {game}"] = [hashlib.sha256(part).hexdigest()[:8] for part in parts.values()]
print(json.dumps([bool(INTERPRETED), found]))
"""


@pytest.mark.skipif(INTERPRETED, reason="compares with what is compiled")
def test_compiled_and_interpreted_games_are_the_same(tmp_path):
    """Every field of the state is equal, byte for byte."""
    code = f"TESTS = {str(ROOT / 'tests')!r}\nVARIANTS = {VARIANTS!r}\n{PLAY}"
    compiled, interpreted = (
        json.loads(run_python(code, tmp_path, NUMBA_DISABLE_JIT=mode, PYTHONPATH=str(ROOT))) for mode in "01"
    )
    assert (compiled[0], interpreted[0]) == (False, True)
    assert compiled[1] == interpreted[1]


def test_no_field_of_a_record_hides_behind_an_attribute_of_numpy():
    names = {
        name for dtype in (dtype_of(State), dtype_of(Board), record_dtype(Options)) for name in dtype.names
    }
    assert not {name for name in names if hasattr(np.record, name) or hasattr(np.recarray, name)}


@pytest.mark.parametrize("name", ["official", "beginner", "any_trade", "tight", "no_robber"])
def test_a_position_in_play_is_taken_up_where_it_was_left(name):
    """The start of any turn, written as a setup: the rest of the game is legal and ends alike."""
    rng = random.Random(name)
    table = Table()
    table.open(settle(read_options("catan", Options, VARIANTS[name]), 3), 3)
    table.deal(4, 4)
    scribe, cuts = Scribe(table), []
    while moves := table.moves():
        if table["point"] == Point.PRE_ROLL and not table["card_played"]:
            cuts.append((position_entry(table), len(scribe.turns)))
        scribe.play(rng.choice(moves))
    whole = scribe.record()
    del whole["result"]["turns"]
    for setup, n in rng.sample(cuts, volume(10, 2)):
        rest = json.loads(json.dumps(whole | {"setup": setup, "turns": whole["turns"][n:]}))
        verdict = judge(rest)
        assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
