"""Symmetries of the tile games: compass, seats, colours, factions and the index of a game change nothing."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import GREEDY, RAIDER, simulator, tiles_text, volume
from stepper import played

from rules.carcassonne.options import FarmMethod
from rules.carcassonne.river import find_river
from rules.carcassonne.state import NO_CELL
from rules.games import load
from rules.kernel import INTERPRETED, Struct
from rules.starwars.moves import ATTACK
from rules.tiles.board import clear_board, place_tile
from rules.tiles.features import COUNT_BITS
from rules.tiles.grid import MIDDLE, cell_of, place_of
from rules.tiles.moves import move_cell, move_rotation, move_size, move_target, pack_move
from simulate.play.simulator import Simulator

FARMER = {"points": 0.5, "standing": 0.5, "farm": 1.0, "farmer_now": 2.0}
TILE_GAMES = ("starwars", "carcassonne")
GAMES: dict[str, dict[str, Any]] = {
    "raiders": {"game": "starwars", "players": 3, "weights": RAIDER},
    "greedy": {"game": "carcassonne", "players": 3, "weights": GREEDY},
    "farmers": {"game": "carcassonne", "players": 2, "weights": FARMER, "farm_method": "per_city"},
    "river": {
        **{"game": "carcassonne", "players": 4, "weights": FARMER},
        **{"river": "true", "river_turn": "none", "river_start_tile": "shuffled"},
    },
}

# --- the compass


def turned_move(move: int, quarters: int, far: int = ATTACK) -> int:
    """The same move on a board turned clockwise about its middle; targets from `far` on are beside it."""
    x, y = place_of(move_cell(move))
    target = int(move_target(move))
    for _ in range(quarters):
        x, y = y, -x
    if target >= far:
        corner, direction = divmod(target - far, 4)
        target = far + 4 * corner + (direction + quarters) % 4
    return pack_move(cell_of(x, y), (move_rotation(move) + quarters) % 4, target, move_size(move))


def replayed(sim: Simulator, game: int, moves: list[int], quarters: int = 0, first: int = 0) -> Struct:
    """The final table of the same moves on a turned board, or with another seat to begin."""
    name, tiles, options = sim.plan.game, sim.desk.box, sim.desk.options
    engine, state = load(name).engine, sim.state.copy()[0]
    engine.new_game(tiles, options, state, sim.plan.players, sim.plan.seed, game)
    design, river = state.design[0], name == "carcassonne" and state.river_cell != NO_CELL
    clear_board(state)
    place_tile(tiles, state, MIDDLE, design, quarters)
    if river:
        find_river(tiles, state)
    state.seat = first
    for move in moves:
        far = ATTACK if name == "starwars" else 1 << 30
        engine.apply(tiles, options, state, turned_move(move, quarters, far))
    engine.final_scores(tiles, options, state)
    return state


def told(log: Any, left_out: tuple[str, ...] = ("game",)) -> Counter[str]:
    """The rows of a log, in whatever order a turn made them."""
    fields = [name for name in log.dtype.names if name not in left_out]
    return Counter(str([row[name].tolist() for name in fields]) for row in log)


def features(state: Struct) -> list[Any]:
    """What each node's feature is like; the meeples of its seats one after the other."""
    roots = state.feature[: state.n_nodes]
    fields = ("kind", "open_ends", "meeples", "marks", "tiles_low", "tiles_high")
    return [state[field][roots].tolist() for field in fields]


def logs(state: Struct, game: str) -> list[Any]:
    """All that was scored and fought; the farms with farmers, and what each method pays each seat."""
    scored = told(state.scored[: state.n_scored])
    if game == "starwars":
        return [scored, told(state.battles[: state.n_battles])]
    farms = state.farms[: state.n_farms]
    looks = (farms[name] for name in ("tiles", "cities", "farmers"))
    each = zip(*looks, farms["units"][:, FarmMethod.PER_FIELD], strict=True)
    listed = Counter(str([part.tolist() for part in farm]) for farm in each)
    return [scored, listed, farms["units"].sum(axis=0).tolist(), int(state.n_discarded)]


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_a_turned_board_gives_the_same_game(name: str, quarters: int) -> None:
    """SW-14, CC-6, CC-16: nothing knows which way is north."""
    sim = simulator(**GAMES[name])
    n, players = volume(8, quarters == 1), sim.plan.players
    games = played(sim, 0, n)
    rows = sim.play(0, n) if n else {}
    for game, moves in enumerate(games):
        turned, straight = replayed(sim, game, moves, quarters), replayed(sim, game, moves)
        scores = turned.points[:players].sum(axis=1).tolist()
        assert scores == rows["seats"]["score"][game * players : (game + 1) * players].tolist()
        assert turned.winners == rows["games"]["winners"][game]
        assert logs(turned, sim.plan.game) == logs(straight, sim.plan.game)
        assert features(turned) == features(straight)


# --- seats


@pytest.mark.parametrize("players", [2, 3, 5])
def test_seats_are_names_only(players: int) -> None:
    """CC-3: the same moves with another seat to begin give the same points to the seats that made them."""
    sim = simulator(players=players, game="carcassonne", weights=FARMER)
    for game, moves in enumerate(played(sim, 0, volume(8, players == 3))):
        plain = replayed(sim, game, moves)
        for first in range(1, players):
            other = replayed(sim, game, moves, first=first)
            for seat in range(players):
                there = (seat + first) % players
                assert other.points[there].tolist() == plain.points[seat].tolist()
                assert other.left[there] == plain.left[seat]
                assert (other.winners >> there & 1) == (plain.winners >> seat & 1)
                assert counts(other, there) == counts(plain, seat)


def counts(state: Struct, seat: int) -> list[int]:
    """The seat's meeples on each node's feature."""
    return [int(meeples) >> (2 * COUNT_BITS * seat) & 63 for meeples in features(state)[2]]


def test_the_better_policy_wins_from_either_seat() -> None:
    """CC-3: whoever weighs its moves beats who does not, whether it begins or not."""
    n = volume(300, 3)
    share = []
    for seat, policy in enumerate(("greedy,random", "random,greedy")):
        seats = simulator(policy, 2, game="carcassonne").play(0, n)["seats"].reshape(n, 2)
        share.append(seats["win_share"][:, seat].mean())
    assert min(share) > 0.9
    assert abs(share[0] - share[1]) < 0.1


def test_equal_players_differ_by_their_turns_alone() -> None:
    """CC-3: in seats of the same number of turns random players score alike, within five errors."""
    n = volume(3000, 20)
    scores = simulator("random", 4, game="carcassonne").play(0, n)["seats"]["score"].reshape(n, 4)
    gap = scores[:, 1] - scores[:, 2]
    assert abs(gap.mean()) < 5 * max(gap.std(), 1) / np.sqrt(n)


# --- colours and factions


def test_two_colours_of_a_faction_may_change_places() -> None:
    """SW-4, SW-33: red and green, black and white differ in nothing."""
    for one, other in [("red+black+green", "green+white+red"), ("white+orange", "black+orange")]:
        players = one.count("+") + 1
        sims = (simulator(players=players, weights=RAIDER, colours=colours) for colours in (one, other))
        plain, changed = (sim.play(0, volume(60, 1)) for sim in sims)
        for table, rows in plain.items():
            assert np.array_equal(rows, changed[table])


def test_factions_are_names_only(tmp_path: Path) -> None:
    """With Rebels and Empire exchanged on the tiles and at the table every game is the same."""
    path = tmp_path / "tiles.toml"
    swapped = tiles_text().replace('"rebel"', '"?"').replace('"empire"', '"rebel"').replace('"?"', '"empire"')
    path.write_text(swapped, encoding="utf-8")
    n = volume(80, 1)
    plain = simulator(players=3, weights=RAIDER, colours="red+black+orange").play(0, n)
    other = simulator(players=3, weights=RAIDER, colours="black+red+orange", tiles=path).play(0, n)
    for table, rows in plain.items():
        assert np.array_equal(rows, other[table])
    same_tiles = simulator(players=3, weights=RAIDER, colours="black+red+orange").play(0, n)
    assert INTERPRETED or not np.array_equal(plain["battles"], same_tiles["battles"])  # symbols do matter


def test_without_symbols_factions_mean_nothing(tmp_path: Path) -> None:
    """SW-57: a faction decides only which symbols give dice. No planets here: each carries a symbol."""
    path, text = tmp_path / "tiles.toml", tiles_text()
    text = re.sub(r"(?m)^symbols = .*$", "symbols = []", re.sub(r"(?m)^planet = .*$", "planet = false", text))
    path.write_text(text, encoding="utf-8")
    games = [
        simulator(players=3, weights=RAIDER, colours=colours, tiles=path).play(0, volume(40, 1))["seats"]
        for colours in ("red+black+orange", "black+white+green")
    ]
    assert np.array_equal(games[0], games[1])


# --- chance


@pytest.mark.parametrize("policy", ["random", "heuristic"])
@pytest.mark.parametrize("game", TILE_GAMES)
def test_a_game_is_a_function_of_its_index(game: str, policy: str) -> None:
    """Game i depends neither on the games before it nor on how many are played."""
    whole = simulator(policy, 3, game=game).play(0, volume(40, 3))
    part = simulator(policy, 3, game=game).play(2, 1)
    for table, rows in part.items():
        assert np.array_equal(rows, whole[table][whole[table]["game"] == 2])


@pytest.mark.parametrize("game", TILE_GAMES)
def test_tiles_do_not_depend_on_what_is_chosen(game: str) -> None:
    """SW-8, CC-14: the stack is shuffled once; policies and their lots change no tile in it."""
    orders = []
    for policy in ("random", "greedy"):
        sim = simulator(policy, 2, game=game)
        sim.play(7, 1)
        orders.append(sim.state[0].deck_order[:71].tolist())
    assert orders[0] == orders[1]


def test_rules_that_only_score_leave_tiles_and_random_moves_alone() -> None:
    """Common random numbers: the same tiles, the same random moves, other points."""
    one = simulator().play(0, volume(100, 2))
    other = simulator(route_tile_points=9, symbol_points=0).play(0, volume(100, 2))
    for column in ("turns", "tiles", "discarded", "battles", "ties"):
        assert np.array_equal(one["games"][column], other["games"][column])
    assert np.array_equal(one["battles"], other["battles"])
    assert (one["seats"]["score"] != other["seats"]["score"]).any()
