"""Symmetries of Star Wars: colours, factions, compass and the index of a game change nothing."""

import re
from collections import Counter

import numpy as np
import pytest
from builders import GREEDY, RAIDER, Table, played, simulator, tiles_text, volume

from rules.chance import DECK, shuffle, start_chance
from rules.kernel import INTERPRETED
from rules.starwars.engine import apply, draw_tile, final_scores
from rules.starwars.moves import ATTACK
from rules.tiles.board import place_tile
from rules.tiles.grid import MIDDLE, cell_of, place_of
from rules.tiles.moves import move_cell, move_rotation, move_size, move_target, pack_move

pytestmark = pytest.mark.rules

# --- colours and factions


def test_two_colours_of_a_faction_may_change_places():
    """SW-4, SW-33: red and green, black and white differ in nothing."""
    for one, other in [("red+black+green", "green+white+red"), ("white+orange", "black+orange")]:
        players = one.count("+") + 1
        games = [
            simulator(players=players, weights=RAIDER, colours=c).play(0, volume(60, 1)) for c in (one, other)
        ]
        for table, rows in games[0].items():
            assert np.array_equal(rows, games[1][table])


def test_factions_are_names_only(tmp_path):
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


def test_without_symbols_factions_mean_nothing(tmp_path):
    """SW-57: a faction decides only which symbols give dice. No planets here: each carries a symbol."""
    path, text = tmp_path / "tiles.toml", tiles_text()
    text = re.sub(r"(?m)^symbols = .*$", "symbols = []", re.sub(r"(?m)^planet = .*$", "planet = false", text))
    path.write_text(text, encoding="utf-8")
    games = [
        simulator(players=3, weights=RAIDER, colours=colours, tiles=path).play(0, volume(40, 1))["seats"]
        for colours in ("red+black+orange", "black+white+green")
    ]
    assert np.array_equal(*games)


# --- the compass


def turned_move(move, quarters):
    """The same move on a board turned clockwise about the start tile."""
    x, y = place_of(move_cell(move))
    target = int(move_target(move))
    for _ in range(quarters):
        x, y = y, -x
    if target >= ATTACK:
        corner, direction = divmod(target - ATTACK, 4)
        target = ATTACK + 4 * corner + (direction + quarters) % 4
    return pack_move(cell_of(x, y), (move_rotation(move) + quarters) % 4, target, move_size(move))


def replayed(sim, game, moves, quarters):
    """The final table of the same moves, played on a turned board."""
    table = Table(sim.plan.players, sim.box)
    state, tiles, rules = table.state, table.tiles, sim.options[0]
    start_chance(state, sim.plan.seed, game)
    place_tile(tiles, state, MIDDLE, tiles.start, quarters)
    state.n_deck = tiles.n_deck
    state.deck_order[:] = tiles.deck
    shuffle(state, DECK, state.deck_order, state.n_deck)
    draw_tile(tiles, rules, state)
    for move in moves:
        apply(tiles, rules, state, turned_move(move, quarters))
    final_scores(tiles, rules, state)
    return state


def scorings(state):
    """The log of scorings, in whatever order a turn made them."""
    n = state.n_scored
    fields = ("scored_turn", "scored_kind", "scored_tiles", "scored_points", "scored_seats", "scored_final")
    return Counter(zip(*(state[field][:n].tolist() for field in fields), strict=True))


def battles(state):
    """The log of battles."""
    n = state.n_battles
    fields = ("battle_turn", "battle_kind", "battle_rolls", "battle_winner")
    return [tuple(row) for row in zip(*(state[field][:n].tolist() for field in fields), strict=True)]


def features(state):
    """What each node's feature is like."""
    roots = state.feature[: state.n_nodes]
    fields = ("kind", "open_ends", "meeples", "marks", "tiles_low", "tiles_high")
    return [state[field][roots].tolist() for field in fields]


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_turned_board_gives_the_same_game(quarters):
    """SW-14: nothing knows which way is north."""
    sim = simulator(players=3, weights=RAIDER)
    n = volume(25, 1)
    games = played(sim, 0, n)
    rows = sim.play(0, n)
    for game, moves in enumerate(games):
        turned, straight = replayed(sim, game, moves, quarters), replayed(sim, game, moves, 0)
        scores = turned.points[:3].sum(axis=1).tolist()
        assert scores == rows["seats"]["score"][game * 3 : game * 3 + 3].tolist()
        assert turned.winners == rows["games"]["winners"][game]
        assert scorings(turned) == scorings(straight)
        assert battles(turned) == battles(straight)
        assert features(turned) == features(straight)


def test_turning_a_move_four_times_gives_the_move():
    for target in (0, 3, *range(ATTACK, ATTACK + 8)):
        move = pack_move(cell_of(3, -2), 1, target, 1)
        assert turned_move(move, 4) == turned_move(turned_move(move, 3), 1) == move


# --- chance


def test_a_game_is_a_function_of_its_index():
    """Game i depends neither on the games before it nor on how many are played."""
    whole = simulator(weights=GREEDY).play(0, volume(60, 3))
    part = simulator(weights=GREEDY).play(2, 1)
    for table, rows in part.items():
        assert np.array_equal(rows, whole[table][whole[table]["game"] == 2])


def test_rules_that_only_score_leave_tiles_and_random_moves_alone():
    """Common random numbers: the same tiles, the same random moves, other points."""
    one = simulator().play(0, volume(100, 2))
    other = simulator(route_tile_points=9, symbol_points=0).play(0, volume(100, 2))
    for column in ("turns", "tiles", "discarded", "battles", "ties"):
        assert np.array_equal(one["games"][column], other["games"][column])
    assert np.array_equal(one["battles"], other["battles"])
    assert (one["seats"]["score"] != other["seats"]["score"]).any()
