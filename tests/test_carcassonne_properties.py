"""Properties of Carcassonne that hold in every game, over many games under many house rules."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from builders import GREEDY, simulator, volume
from hypothesis import given
from hypothesis import strategies as st
from naive.carcassonne import random_options
from stepper import played

from rules.carcassonne.options import METHODS, PRESETS, Options
from rules.carcassonne.state import SOURCES
from rules.carcassonne.tiles import KINDS, Role
from rules.kernel import INTERPRETED, Array, Struct
from rules.options import read_options
from simulate.play.simulator import Simulator

FARMER = {"points": 0.5, "standing": 0.5, "farm": 1.0, "farmer_now": 2.0}
WAYS = {"random": None, "greedy": GREEDY, "farmer": FARMER}
POINTS = [name for name in Options.__dataclass_fields__ if name.endswith("_points")]


def sim_of(players: int = 3, **given: Any) -> Simulator:
    """A simulator of Carcassonne."""
    return simulator(players=players, game="carcassonne", **given)


def played_rows(n: int, players: int = 3, **given: Any) -> dict[str, Array]:
    """The tables of games 0 to n - 1."""
    return sim_of(players, **given).play(0, n)


# --- after every turn


@pytest.mark.rules
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nothing_is_lost_and_what_is_complete_stands_empty(players: int, way: str) -> None:
    """CC-1, CC-2, CC-12, CC-13, CC-26, CC-35, CC-37, CC-50, CC-53, CC-59, CC-71: see carcassonne_checks."""
    played(sim_of(players, weights=WAYS[way]), 0, volume(100, players == 3), volume(1, 8))


@pytest.mark.parametrize("number", range(24))
def test_the_same_under_house_rules_at_random(number: int) -> None:
    """Options, the River and numbers of players of every kind."""
    players = 2 + number % 4
    options = random_options(random.Random(number), players) | {"river": number % 3 == 0}
    sim = sim_of(players, weights=FARMER if number % 2 else None, **options)
    played(sim, number, volume(40, number < 4))


@pytest.mark.verify
def test_the_same_in_twenty_thousand_games() -> None:
    """The same properties, in volume, for 400 sets of house rules."""
    for number in range(400):
        players = 2 + number % 4
        options = random_options(random.Random(1000 + number), players)
        played(sim_of(players, weights=FARMER if number % 2 else None, **options), number, 50)


# --- points and their sources


def points_from_logs(rows: dict[str, Array], options: Options) -> npt.NDArray[np.int64]:
    """Points by game, seat and source, reckoned from the logged features and farms alone."""
    n, players = len(rows["games"]), int(rows["games"]["players"][0])
    points = np.zeros((n, players, len(SOURCES)), int)
    for one in rows["features"]:
        for seat in range(players):
            if one["seats"] >> seat & 1:
                points[one["game"], seat, one["kind"]] += worth(one, options)
    for one in rows["farms"] if options.farm_method != "none" else []:
        for seat in range(players):
            cities = one[f"{options.farm_method.word}_{seat}"]
            points[one["game"], seat, SOURCES.index("farm")] += cities * options.farm_points
    return points


def worth(one: Struct, options: Options) -> int:
    """What a logged feature is worth (CC-39, CC-42, CC-45, CC-47, CC-50)."""
    when, kind = "incomplete_" if one["final"] else "", KINDS[one["kind"]]
    if kind == "field":  # a closed farm, which is among the farms (HR-20)
        return 0
    if kind != "city":
        each = getattr(options, when + ("road_tile_points" if kind == "road" else "cloister_place_points"))
        return one["tiles"] * each
    each, pennant = (getattr(options, f"{when}{what}_points") for what in ("city_tile", "pennant"))
    value = one["tiles"] * each + one["pennants"] * pennant
    small = not one["final"] and one["tiles"] == 2 and options.small_city == "half"
    return value // 2 if small else value


def points_of(rows: dict[str, Array]) -> npt.NDArray[np.int32]:
    """Points by game, seat and source as the game gave them."""
    seats = rows["seats"].reshape(len(rows["games"]), -1)
    return np.stack([seats[source] for source in SOURCES], axis=-1)


# --- options do what they say

PLAIN = ("turns", "tiles", "discarded", "cities", "farms")
scoring_options = st.fixed_dictionaries(
    {},
    optional={name: st.integers(0, 20) for name in POINTS}
    | {"small_city": st.sampled_from(["half", "full"]), "farm_method": st.sampled_from(METHODS)},
)


@given(scoring_options)
def test_rules_that_only_score_change_points_by_their_law(changes: dict[str, Any]) -> None:
    """CC-39 to CC-66 under any points: random players make the same moves, and the logs say what is paid."""
    n = volume(20, 1)
    plain, other = played_rows(n), played_rows(n, **changes)
    for column in PLAIN:
        assert np.array_equal(plain["games"][column], other["games"][column])
    assert np.array_equal(plain["farms"], other["farms"])
    unpaid = [name for name in plain["features"].dtype.names if name != "points"]
    assert np.array_equal(plain["features"][unpaid], other["features"][unpaid])
    assert (np.diff(2 * plain["features"]["game"] + plain["features"]["final"]) >= 0).all()
    options = read_options("carcassonne", Options, changes)
    assert np.array_equal(points_from_logs(plain, options), points_of(other))


@pytest.mark.parametrize("name", ["river_turn", "river_start_tile"])
def test_options_of_the_river_mean_nothing_without_it(name: str) -> None:
    """CC-69, CC-75."""
    value: Any = {"river_turn": "successive", "river_start_tile": "shuffled"}[name]
    plain, other = played_rows(volume(30, 1)), played_rows(volume(30, 1), **{name: value})
    for table, rows in plain.items():
        assert np.array_equal(rows, other[table])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_options(preset: str) -> None:
    """The presets of the rule page, and an option given besides changes that option alone."""
    options: dict[str, dict[str, Any]] = {
        "new": {"farm_method": "per_field", "farm_points": 3, "small_city": "full"},
        "old": {"farm_method": "per_city", "farm_points": 4, "small_city": "half"},
        "middle": {"farm_method": "per_field_once", "farm_points": 3, "small_city": "half"},
        "no_farmers": {"farm_method": "none", "small_city": "full"},
    }
    one, other = sim_of(preset=preset), sim_of(**options[preset])
    assert one.plan.options == other.plan.options
    besides = sim_of(preset=preset, farm_method="per_field").plan.options
    assert besides == dataclasses.replace(one.plan.options, farm_method="per_field")


# --- how long a game is

TURNS = {
    ("false", "removed"): {2: (36, 35), 3: (24, 24, 23), 4: (18, 18, 18, 17), 5: (15, 14, 14, 14, 14)},
    ("true", "removed"): {2: (41, 41), 3: (28, 27, 27), 4: (21, 21, 20, 20), 5: (17, 17, 16, 16, 16)},
    ("true", "shuffled"): {2: (42, 41), 3: (28, 28, 27), 4: (21, 21, 21, 20), 5: (17, 17, 17, 16, 16)},
}
"""Section K of the rule page: turns of each seat in a game without discards."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rule", TURNS, ids="-".join)
def test_the_number_of_turns(rule: tuple[str, str], players: int) -> None:
    """Section K, and each discarded tile shortens the game by one turn (CC-20)."""
    river, start_tile = rule
    sim = sim_of(players, river=river, river_start_tile=start_tile)
    of_seat, whole = TURNS[rule][players], 0
    for game in range(volume(30, 2)):
        (moves,) = played(sim, game, 1)
        state = sim.state[0]
        assert len(moves) == state.turn == sum(of_seat) - state.n_discarded
        if state.n_discarded == 0:
            assert tuple(len(moves[seat::players]) for seat in range(players)) == of_seat
            whole += 1
    assert whole or INTERPRETED


def test_the_supply_of_tiles_is_the_one_of_the_box() -> None:
    """CC-1, CC-11, CC-68, CC-69: what is drawn and what lies is the box, each copy once."""
    for river, start_tile in TURNS:
        sim = sim_of(2, river=river, river_start_tile=start_tile)
        played(sim, 0, 1)
        state = sim.state[0]
        drawn = sorted([*state.deck_order[: state.n_deck].tolist(), int(state.design[0])])
        box = [i for i, tile in enumerate(sim.box.tiles) for _ in range(tile.count)]
        if river == "false":
            box = [design for design in box if sim.box.tiles[design].role == Role.LAND]
        elif start_tile == "removed":
            box.remove(sim.box.number("D"))
        assert drawn == box


# --- the River
