"""Longest Road, against the twin's search of all trails, which shares nothing with the engine."""

import random
from collections.abc import Iterable

import numpy as np
import pytest
from builders import volume
from catan_tables import SHAPE, Desk
from hypothesis import given
from hypothesis import strategies as st
from naive.catan_awards import longest_trail, next_holder

from rules.catan.awards import award_road, cut_roads, lengthen, longest_road
from rules.catan.building import place_road, place_settlement
from rules.catan.state import NOBODY
from rules.catan.turns import clear_game
from rules.kernel import Array, Struct, kernel

pytestmark = pytest.mark.rules


def laid(roads: Iterable[int], rivals: Iterable[int] = ()) -> Desk:
    """A board with seat 0's roads and seat 1's buildings."""
    desk = Desk(3)
    clear_game(desk.rules[0], desk.state, 3)
    for edge in roads:
        place_road(desk.boards[0], desk.state, 0, edge)
    for vertex in rivals:
        place_settlement(desk.boards[0], desk.state, 1, vertex)
    return desk


# --- random networks


def network(rng: random.Random, n: int) -> list[int]:
    """Connected roads, grown at random, sometimes in two groups."""
    roads: set[int] = set()
    for size in rng.choice([[n], [n // 2, n - n // 2]]):
        start = rng.randrange(72)
        group = {start}
        while len(group) < size:
            touched = {vertex for edge in group for vertex in SHAPE.edges[edge]}
            beside = {edge for vertex in touched for edge in SHAPE.vertex_edges[vertex]} - group
            group.add(rng.choice(sorted(beside)))
        roads |= group
    return rng.sample(sorted(roads), len(roads))


def rivals_on(rng: random.Random, roads: list[int]) -> list[int]:
    """Buildings of a rival on and beside the roads, apart from each other."""
    found: list[int] = []
    near = sorted({vertex for edge in roads for vertex in SHAPE.edges[edge]})
    for vertex in rng.sample(near, rng.randrange(min(6, len(near)))):
        if not any(other in found for other in (vertex, *SHAPE.vertex_neighbours[vertex])):
            found.append(vertex)
    return found


def check_networks(numbers: range, most: int) -> None:
    """The engine's length is that of the exhaustive search, found anew or kept up road by road."""
    for number in numbers:
        rng = random.Random(number)
        roads = network(rng, rng.randint(1, most))
        rivals = rivals_on(rng, roads)
        expected = longest_trail(roads, rivals)
        desk = laid(roads, rivals)
        assert longest_road(desk.boards[0], desk.state, 0) == expected, number
        desk = laid((), rivals)
        for n, edge in enumerate(roads):
            place_road(desk.boards[0], desk.state, 0, edge)
            lengthen(desk.boards[0], desk.state, 0, edge)
            if n % 5 == 0:
                assert desk.state.road_length[0] == longest_trail(roads[: n + 1], rivals), number
        assert desk.state.road_length[0] == expected, number


def test_lengths_of_random_networks() -> None:
    """CT-100 to CT-102, CT-105: up to 15 roads, rivals on them."""
    check_networks(range(volume(600, 60)), 15)


def test_lengths_of_large_networks() -> None:
    """The same for up to 24 roads, the most that the options allow."""
    check_networks(range(5000, 5000 + volume(20, 4)), 24)


@pytest.mark.verify
def test_lengths_of_very_many_networks() -> None:
    """The same for tens of thousands."""
    check_networks(range(10_000, 40_000), 16)


def test_a_settlement_cuts_as_if_it_had_always_stood_there() -> None:
    """CT-102, CT-105: roads first, then the rival."""
    for number in range(volume(150, 20)):
        rng = random.Random(-number)
        roads = network(rng, 12)
        desk = laid(roads)
        desk.state.road_length[0] = longest_road(desk.boards[0], desk.state, 0)
        rivals = rivals_on(rng, roads)
        for vertex in rivals:
            place_settlement(desk.boards[0], desk.state, 1, vertex)
            cut_roads(desk.boards[0], desk.state, 1, vertex)
        assert desk.state.road_length[0] == longest_trail(roads, rivals)


# --- who holds the card


@kernel
def holder_after(options: Struct, state: Struct, lengths: Array, holder: int) -> int:
    """Who holds the Longest Road after these lengths."""
    for seat in range(state.players):
        state.road_length[seat] = lengths[seat]
    state.road_holder = holder
    award_road(options, state)
    return state.road_holder


def award(lengths: list[int], holder: int) -> int:
    """Who holds the Longest Road when the roads are so long."""
    desk = Desk(len(lengths))
    desk.state.players = len(lengths)
    return int(holder_after(desk.rules[0], desk.state, np.array(lengths), holder))


@given(st.lists(st.integers(0, 9), min_size=3, max_size=4), st.integers(-1, 2))
def test_the_award_is_what_the_rules_say_in_words(lengths: list[int], holder: int) -> None:
    """CT-103 to CT-108, as the twin has it."""
    expected = next_holder(None if holder == NOBODY else holder, lengths, 5)
    assert award(lengths, holder) == (NOBODY if expected is None else expected)
