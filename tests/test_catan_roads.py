"""Longest Road and Largest Army, against a search of all trails that shares nothing with the engine."""

import itertools
import random

import numpy as np
import pytest
from builders import volume
from catan_tables import SHAPE, Desk, fault, path, pieces, played, record
from hypothesis import given
from hypothesis import strategies as st

from rules.catan.awards import award_army, award_road, cut_roads, lengthen, longest_road
from rules.catan.building import place_road, place_settlement
from rules.catan.state import NOBODY
from rules.catan.turns import clear_game
from rules.kernel import kernel

pytestmark = pytest.mark.rules

COAST = (21, 16, 11, 7, 3, 0, 4)
HEX_9 = (18, 24, 30, 35, 29, 23, 18)


def trails(edges, blocked, vertex, used):
    """The most edges that a walk from `vertex` can still use."""
    best = 0
    for edge in edges - used:
        if vertex in SHAPE.edges[edge]:
            far = sum(SHAPE.edges[edge]) - vertex
            onward = 0 if far in blocked else trails(edges, blocked, far, used | {edge})
            best = max(best, 1 + onward)
    return best


def exhaustive(edges, blocked):
    """The longest trail by trying all: a walk may start or end on a blocked vertex, not pass it (CT-102).

    From a blocked vertex a walk starts along one edge, which is the same as ending there.
    """
    starts = {vertex for edge in edges for vertex in SHAPE.edges[edge]}
    return max((trails(frozenset(edges), blocked, vertex, frozenset()) for vertex in starts), default=0)


def laid(roads, rivals=(), own=()):
    """A board with seat 0's roads and buildings, and seat 1's buildings."""
    desk = Desk(3)
    clear_game(desk.rules[0], desk.state, 3)
    for edge in roads:
        place_road(desk.boards[0], desk.state, 0, edge)
    for seat, vertices in ((1, rivals), (0, own)):
        for vertex in vertices:
            place_settlement(desk.boards[0], desk.state, seat, vertex)
    return desk


def length(*paths, rivals=(), own=()):
    """The length of seat 0's road along these paths of vertices."""
    roads = sorted({int(edge) for steps in paths for edge in path(*steps)[1:].split("-")})
    desk = laid(roads, rivals, own)
    found = int(longest_road(desk.boards[0], desk.state, 0))
    assert found == exhaustive(set(roads), set(rivals))
    return found


# --- the worked examples


def test_a_straight_road():
    """EX-CT-15 (CT-100)."""
    assert path(*COAST) == "r23-18-10-6-0-1"
    assert length(COAST) == 6


@pytest.mark.parametrize("rivals", [(4,), (4, 21)])
def test_a_rival_at_the_end_of_a_road_does_not_shorten_it(rivals):
    """EX-CT-16 (CT-102)."""
    assert length(COAST, rivals=rivals) == 6


def test_a_rival_within_a_road_cuts_it():
    """EX-CT-17 (CT-102)."""
    assert length(COAST, rivals=[7]) == 3


def test_a_fork_counts_one_branch():
    """EX-CT-18 (CT-100)."""
    assert length(COAST[:6], (7, 12, 8)) == 5


@pytest.mark.parametrize(("tail", "roads"), [((), 6), ((18, 13), 7), ((18, 13, 8), 8)])
def test_a_ring_counts_in_full_with_a_tail(tail, roads):
    """EX-CT-19 (CT-100)."""
    assert (length(HEX_9, tail) if tail else length(HEX_9)) == roads


def test_a_rival_on_a_ring_is_where_the_trail_starts_and_ends():
    """EX-CT-21 (CT-102)."""
    assert length(HEX_9, rivals=[24]) == 6


def test_a_star_counts_its_two_longest_arms():
    """EX-CT-23 (CT-100)."""
    assert length((18, 13, 8, 4), (18, 23, 17), (18, 24, 30, 36, 41)) == 7


def test_groups_apart_do_not_add_up():
    """EX-CT-24 (CT-100)."""
    assert length((21, 16, 11, 7, 3), (36, 41, 45, 49, 52, 48)) == 5


def test_own_buildings_do_not_interrupt():
    """CT-101."""
    assert length(COAST, own=[16, 7, 0]) == 6


def test_two_rings_that_touch_are_walked_as_an_eight():
    """CT-100: a vertex may be passed more than once; no vertex of the island has four edges, so by a road."""
    other = (8, 13, 18, 23, 17, 12, 8)
    assert length(HEX_9, other) == exhaustive(
        {int(edge) for steps in (HEX_9, other) for edge in path(*steps)[1:].split("-")}, set()
    )


# --- random networks


def network(rng, n):
    """Connected roads, grown at random, sometimes in two groups."""
    roads = set()
    for size in rng.choice([[n], [n // 2, n - n // 2]]):
        start = rng.randrange(72)
        group = {start}
        while len(group) < size:
            touched = {vertex for edge in group for vertex in SHAPE.edges[edge]}
            beside = {edge for vertex in touched for edge in SHAPE.vertex_edges[vertex]} - group
            group.add(rng.choice(sorted(beside)))
        roads |= group
    return rng.sample(sorted(roads), len(roads))


def rivals_on(rng, roads):
    """Buildings of a rival on and beside the roads, apart from each other."""
    found = []
    near = sorted({vertex for edge in roads for vertex in SHAPE.edges[edge]})
    for vertex in rng.sample(near, rng.randrange(min(6, len(near)))):
        if not any(other in found for other in (vertex, *SHAPE.vertex_neighbours[vertex])):
            found.append(vertex)
    return found


def check_networks(numbers, most):
    """The engine's length is that of the exhaustive search, found anew or kept up road by road."""
    for number in numbers:
        rng = random.Random(number)
        roads = network(rng, rng.randint(1, most))
        rivals = rivals_on(rng, roads)
        expected = exhaustive(set(roads), set(rivals))
        desk = laid(roads, rivals)
        assert longest_road(desk.boards[0], desk.state, 0) == expected, number
        desk = laid((), rivals)
        for n, edge in enumerate(roads):
            place_road(desk.boards[0], desk.state, 0, edge)
            lengthen(desk.boards[0], desk.state, 0, edge)
            if n % 5 == 0:
                assert desk.state.road_length[0] == exhaustive(set(roads[: n + 1]), set(rivals)), number
        assert desk.state.road_length[0] == expected, number


def test_lengths_of_random_networks():
    """CT-100 to CT-102, CT-105: up to 15 roads, rivals on them."""
    check_networks(range(volume(2000, 60)), 15)


def test_lengths_of_large_networks():
    """The same for up to 24 roads, the most that the options allow."""
    check_networks(range(5000, 5000 + volume(60, 4)), 24)


@pytest.mark.verify
def test_lengths_of_very_many_networks():
    """The same for tens of thousands."""
    check_networks(range(10_000, 40_000), 16)


def test_a_settlement_cuts_as_if_it_had_always_stood_there():
    """CT-102, CT-105: roads first, then the rival."""
    for number in range(volume(500, 20)):
        rng = random.Random(-number)
        roads = network(rng, 12)
        desk = laid(roads)
        desk.state.road_length[0] = longest_road(desk.boards[0], desk.state, 0)
        rivals = rivals_on(rng, roads)
        for vertex in rivals:
            place_settlement(desk.boards[0], desk.state, 1, vertex)
            cut_roads(desk.boards[0], desk.state, 1, vertex)
        assert desk.state.road_length[0] == exhaustive(set(roads), set(rivals))


# --- who holds the card


@kernel
def holder_after(options, state, lengths, holder):
    """Who holds the Longest Road after these lengths."""
    for seat in range(state.players):
        state.road_length[seat] = lengths[seat]
    state.road_holder = holder
    award_road(options, state)
    return state.road_holder


def award(lengths, holder=NOBODY, **options):
    """Who holds the Longest Road when the roads are so long."""
    desk = Desk(len(lengths), **options)
    desk.state.players = len(lengths)
    return int(holder_after(desk.rules[0], desk.state, np.array(lengths), holder))


@pytest.mark.parametrize(
    ("lengths", "holder", "after"),
    [
        ([3, 4, 0, 0], 0, NOBODY),  # (a) cut from 5 to 3, best other 4
        ([5, 5, 0, 0], 0, 0),  # (b) cut from 7 to 5, B has 5
        ([4, 5, 4, 0], 0, 1),  # (c) cut from 7 to 4, B has 5, C has 4
        ([4, 5, 5, 0], 0, NOBODY),  # (d) cut from 7 to 4, B and C have 5 each
        ([4, 5, 6, 0], NOBODY, 2),  # ... then C builds a sixth
        ([5, 6, 6, 0], 0, NOBODY),  # (e) cut from 7 to 5, B and C have 6 each
        ([6, 6, 0, 5], 0, 0),  # (f) A has 6, B reaches 6
        ([6, 6, 0, 3], 0, 0),  # ... an unrelated cut of D's road
    ],
)
def test_who_holds_the_longest_road(lengths, holder, after):
    """EX-CT-26 (CT-106 to CT-108)."""
    assert award(lengths, holder) == after


@pytest.mark.parametrize(
    ("lengths", "holder", "after"),
    [
        ([5, 0, 0], NOBODY, 0),  # CT-103
        ([4, 4, 0], NOBODY, NOBODY),
        ([5, 6, 0], 0, 1),  # CT-104: strictly longer
        ([5, 5, 5], NOBODY, NOBODY),  # CT-108
    ],
)
def test_the_longest_road_is_taken(lengths, holder, after):
    assert award(lengths, holder) == after


def test_the_minimum_is_an_option():
    """CT-103."""
    assert award([4, 3, 0], longest_road_minimum=4) == 0
    assert award([6, 3, 0], longest_road_minimum=7) == NOBODY


@given(st.lists(st.integers(0, 9), min_size=3, max_size=4), st.integers(-1, 2))
def test_the_award_is_what_the_rules_say_in_words(lengths, holder):
    """CT-103 to CT-108, word by word."""
    longest = max(lengths)
    leaders = [seat for seat, n in enumerate(lengths) if n == longest]
    if longest < 5:
        expected = NOBODY
    elif holder in leaders:
        expected = holder
    else:
        expected = leaders[0] if len(leaders) == 1 else NOBODY
    assert award(lengths, holder) == expected


@kernel
def armies_after(options, state, knights):
    """Who holds the Largest Army after knights were played in this order."""
    state.army_holder = NOBODY
    for seat in range(state.players):
        state.knights[seat] = 0
    for seat in knights:
        state.knights[seat] += 1
        award_army(options, state, seat)
    return state.army_holder


@pytest.mark.parametrize(
    ("knights", "holder"),
    [([0, 0], NOBODY), ([0, 0, 0], 0), ([0, 0, 0, 1, 1, 1], 0), ([0, 0, 0, 1, 1, 1, 1], 1)],
)
def test_who_holds_the_largest_army(knights, holder):
    """EX-CT-27 (CT-110, CT-111)."""
    desk = Desk(3)
    desk.state.players = 3
    assert armies_after(desk.rules[0], desk.state, np.array(knights)) == holder


# --- in play


def test_a_road_takes_the_award_as_it_is_built():
    """CT-103, CT-113: two points at once."""
    given = {"pieces": pieces(f"0 s21 {path(*COAST[:5])}"), "hands": [{"brick": 1, "lumber": 1}, {}, {}]}
    table = played("0 roll 1 2", f"0 road {path(3, 0)[1:]}", **given)
    assert (table["road_holder"], table.scores()) == (0, [3, 0, 0])


def test_a_settlement_can_hand_the_award_to_another():
    """CT-107: at once, whoever's turn it is."""
    given = {
        "pieces": pieces(
            f"0 s21 {path(*COAST)}",  # cut at 7
            f"1 s36 {path(36, 41, 45, 49, 52, 48)}",
            f"2 {path(7, 12, 17)}",
        ),
        "hands": [{}, {}, {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}],
        "to_move": 2,
    }
    table = played("2 roll 1 2", **given)
    assert table["road_holder"] == 0
    table = played("2 roll 1 2", "2 settlement 7", **given)
    assert table["road_holder"] == 1
    assert table["road_length"].tolist()[:3] == [3, 5, 2]


def test_a_road_is_not_continued_through_a_rival():
    """EX-CT-30 (CT-82, CT-84)."""
    given = {
        "pieces": pieces(f"0 s16 {path(16, 11, 7)}", "1 s7"),
        "hands": [{"brick": 2, "lumber": 2, "wool": 1, "grain": 1}, {}, {}],
        "rolled": True,
    }
    assert fault(f"0 road {path(7, 3)[1:]}", **given) == (0, "CT-82")
    for vertex in (3, 11, 12):
        assert fault(f"0 settlement {vertex}", **given) == (0, "CT-84")


def test_the_examples_of_this_page_are_records():
    """The helper builds what the referee reads."""
    made = record("0 roll 1 2", pieces=pieces(f"0 s21 {path(*COAST)}"))
    assert [entry["road"] for entry in made["setup"]["pieces"][1:]] == [23, 18, 10, 6, 0, 1]
    assert list(itertools.islice(made["setup"]["pieces"], 1)) == [{"seat": 0, "settlement": 21}]
