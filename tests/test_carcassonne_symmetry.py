"""Symmetries of Carcassonne: seats, the compass and the index of a game change nothing."""

from collections import Counter

import numpy as np
import pytest
from builders import GREEDY, played, simulator, volume

from rules.carcassonne.engine import apply, final_scores, new_game
from rules.carcassonne.options import FarmMethod
from rules.carcassonne.river import find_river
from rules.carcassonne.state import NO_CELL, new_state
from rules.tiles.board import clear_board, place_tile
from rules.tiles.features import COUNT_BITS
from rules.tiles.grid import MIDDLE, cell_of, place_of
from rules.tiles.moves import move_cell, move_rotation, move_target, pack_move

FARMER = {"points": 0.5, "standing": 0.5, "farm": 1.0, "farmer_now": 2.0}


def turned_move(move, quarters):
    """The same move on a board turned clockwise about its middle."""
    x, y = place_of(move_cell(move))
    for _ in range(quarters):
        x, y = y, -x
    return pack_move(cell_of(x, y), (move_rotation(move) + quarters) % 4, move_target(move), 0)


def replayed(sim, game, moves, quarters=0, first=0):
    """The final table of the same moves on a turned board, or with another seat to begin."""
    state, tiles, options = new_state()[0], sim.desk.box, sim.desk.options
    new_game(tiles, options, state, sim.plan.players, sim.plan.seed, game)
    design, river = state.design[0], state.river_cell != NO_CELL
    clear_board(state)
    place_tile(tiles, state, MIDDLE, design, quarters)
    if river:
        find_river(tiles, state)
    state.seat = first
    for move in moves:
        apply(tiles, options, state, turned_move(move, quarters))
    final_scores(tiles, options, state)
    return state


def scorings(state):
    """The log of scorings, in whatever order a turn made them."""
    n = state.n_scored
    fields = ("turn", "kind", "tiles", "marks", "points", "seats", "final")
    return Counter(zip(*(state[f"scored_{field}"][:n].tolist() for field in fields), strict=True))


def features(state):
    """What each node's feature is like; the meeples of its seats one after the other."""
    roots = state.feature[: state.n_nodes]
    fields = ("kind", "open_ends", "meeples", "marks", "tiles_low", "tiles_high")
    return [state[field][roots].tolist() for field in fields]


def farms(state):
    """The farms with farmers, in whatever order, and what each method pays each seat."""
    n = state.n_farms
    fields = (
        state.farm_tiles[:n],
        state.farm_cities[:n],
        state.farmers[:n],
        state.farm_units[:n, FarmMethod.PER_FIELD],
    )
    listed = sorted(zip(*(field.tolist() for field in fields), strict=True))
    return listed, state.farm_units[:n].sum(axis=0).tolist()


GAMES = {
    "greedy": (3, GREEDY, {}),
    "farmers": (2, FARMER, {"farm_method": "per_city"}),
    "river": (4, FARMER, {"river": "true", "river_turn": "none", "river_start_tile": "shuffled"}),
}


@pytest.mark.rules
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_turned_board_gives_the_same_game(name, quarters):
    """CC-6, CC-16: nothing knows which way is north."""
    players, weights, options = GAMES[name]
    sim = simulator(players=players, game="carcassonne", weights=weights, **options)
    n = volume(12, quarters == 1)
    games = played(sim, 0, n)
    rows = sim.play(0, n) if n else {}
    for game, moves in enumerate(games):
        turned, straight = replayed(sim, game, moves, quarters), replayed(sim, game, moves)
        scores = turned.points[:players].sum(axis=1).tolist()
        assert scores == rows["seats"]["score"][game * players : (game + 1) * players].tolist()
        assert turned.winners == rows["games"]["winners"][game]
        assert turned.n_discarded == straight.n_discarded
        assert scorings(turned) == scorings(straight)
        assert features(turned) == features(straight)
        assert farms(turned) == farms(straight)


@pytest.mark.rules
@pytest.mark.parametrize("players", [2, 3, 5])
def test_seats_are_names_only(players):
    """CC-3: the same moves with another seat to begin give the same points to the seats that made them."""
    sim = simulator(players=players, game="carcassonne", weights=FARMER)
    for game, moves in enumerate(played(sim, 0, volume(12, players == 3))):
        plain = replayed(sim, game, moves)
        for first in range(1, players):
            other = replayed(sim, game, moves, first=first)
            for seat in range(players):
                there = (seat + first) % players
                assert other.points[there].tolist() == plain.points[seat].tolist()
                assert other.left[there] == plain.left[seat]
                assert (other.winners >> there & 1) == (plain.winners >> seat & 1)
                assert counts(other, there) == counts(plain, seat)


def counts(state, seat):
    """The seat's meeples on each node's feature."""
    return [int(meeples) >> (2 * COUNT_BITS * seat) & 63 for meeples in features(state)[2]]


def test_the_better_policy_wins_from_either_seat():
    """CC-3: whoever weighs its moves beats who does not, whether it begins or not."""
    n = volume(300, 3)
    share = []
    for seat, policy in enumerate(("greedy,random", "random,greedy")):
        seats = simulator(policy, 2, game="carcassonne").play(0, n)["seats"].reshape(n, 2)
        share.append(seats["win_share"][:, seat].mean())
    assert min(share) > 0.9
    assert abs(share[0] - share[1]) < 0.1


def test_equal_players_differ_by_their_turns_alone():
    """CC-3: in seats of the same number of turns random players score alike, within five errors."""
    n = volume(3000, 4)
    scores = simulator("random", 4, game="carcassonne").play(0, n)["seats"]["score"].reshape(n, 4)
    gap = scores[:, 1] - scores[:, 2]
    assert abs(gap.mean()) < 5 * max(gap.std(), 1) / np.sqrt(n)


def test_turning_a_move_four_times_gives_the_move():
    for target in range(12):
        move = pack_move(cell_of(3, -2), 1, target, 0)
        assert turned_move(move, 4) == turned_move(turned_move(move, 3), 1) == move


# --- chance


def test_a_game_is_a_function_of_its_index():
    """Game i depends neither on the games before it nor on how many are played."""
    for policy in ("random", "heuristic"):
        whole = simulator(policy, 3, game="carcassonne").play(0, volume(40, 3))
        part = simulator(policy, 3, game="carcassonne").play(2, 1)
        for table, rows in part.items():
            assert np.array_equal(rows, whole[table][whole[table]["game"] == 2])


def test_tiles_do_not_depend_on_what_is_chosen():
    """CC-14: the stack is shuffled once; policies and their lots change no tile in it."""
    orders = []
    for policy in ("random", "greedy"):
        sim = simulator(policy, 2, game="carcassonne")
        sim.play(7, 1)
        orders.append(sim.state[0].deck_order[:71].tolist())
    assert orders[0] == orders[1]
