"""The naive twin of Catan against the rule page, and against itself."""

import copy
import random
from itertools import combinations, product
from typing import Any

import networkx as nx
import pytest
from catan_notation import CATAN
from corpus import Json
from naive.catan import (
    EVERY_WAY,
    OF_RECORDS,
    TASTES,
    bank_trades,
    broken_invariants,
    choices,
    compare,
    faults,
    happen,
    is_legal,
    judge,
    legal_events,
    longest_trail,
    moved,
    offers,
    outcomes,
    play_random,
    plays,
    point,
    position_after,
    position_of,
    random_options,
    road_length,
    road_places,
    robbable,
    robber_places,
    settlement_places,
    spoil,
    who_acts,
)
from naive.catan_board import (
    EDGES,
    neighbouring,
    random_board,
    red_neighbours,
)
from naive.catan_options import full_options
from naive.catan_symmetry import ALL as EVERY_SYMMETRY
from spoiling import JUNK
from spoiling import spoil as spoil_with_junk

WORDS = [*JUNK, "ore", "knight", {"ore": 1}, {"wool": -1}, "roll", "end", "robber", [3, 4], 7, 99, [None], -5]
SETTINGS = list(product((3, 4), ("none", "one_for_one", "any")))
"""Players and trade."""


def table(text: str = "", **options: Any) -> Json:
    """A position by its notation."""
    return position_of(CATAN.record(text, **options))


def do(position: Json, text: str) -> Json:
    """Let events happen that have to be legal; gives the position."""
    for event in CATAN.record("", text)["turns"]:
        assert is_legal(position, event), (event, list(faults(position, event)))
        happen(position, event)
    return position


@pytest.fixture(scope="module")
def games() -> list[Json]:
    """One random game for each number of players and each way to trade."""
    tastes = list(TASTES)
    return [
        play_random({"trade": trade, "max_turns": 100}, players, random.Random(n), taste=tastes[n % 4])
        for n, (players, trade) in enumerate(SETTINGS)
    ]


# --- the island


@pytest.mark.parametrize("kind", ["beginner", "spiral", "random_tokens", "explicit"])
def test_random_boards_are_made_of_the_box(kind: str) -> None:
    """CT-30 to CT-32, CT-43: every layout is one that the setup of a record accepts."""
    for number in range(20):
        layout = random_board(full_options({"board": kind}), random.Random(number))
        assert judge(
            CATAN.record("set-up") | {"setup": layout | {"robber": layout["terrain"].index("desert")}}
        )["legal"]
        assert kind == "explicit" or not red_neighbours(layout["tokens"])


def test_symmetries_of_the_island() -> None:
    """CT-28: twelve symmetries, six of which keep the harbour positions."""
    assert len({tuple(symmetry.vertices) for symmetry in EVERY_SYMMETRY}) == 12
    assert len(OF_RECORDS) == 6
    for symmetry in EVERY_SYMMETRY:
        for one, other in combinations(range(19), 2):
            assert neighbouring(one, other) == neighbouring(symmetry.hexes[one], symmetry.hexes[other])


# --- what is open


def test_places_for_the_first_settlement() -> None:
    """All 54 vertices; after one settlement all but it and its neighbours (CT-46, CT-84)."""
    position = table("set-up")
    assert settlement_places(position, 0) == list(range(54))
    do(position, "0 settlement 8")
    assert road_places(position, 0) == [7, 12, 13]
    do(position, "0 road 13")
    assert set(range(54)) - set(settlement_places(position, 1)) == {4, 8, 12, 13}


def test_robber_hexes() -> None:
    """EX-CT-13: 18 hexes, never the one where it is."""
    position = do(table("before the roll"), "0 roll 3 4")
    assert robber_places(position, 0) == [place for place in range(19) if place != 9]


def test_stolen_cards_by_their_odds() -> None:
    """EX-CT-12: three wool and one ore, each card as likely (CT-66)."""
    position = do(table("$THIEF | before the roll"), "0 roll 3 4; 0 robber 0")
    assert robbable(position) == [1]
    odds = {
        event["card"]: weight for weight, event in outcomes(position, {"seat": 0, "do": "steal", "from": 1})
    }
    assert odds == {"wool": 3, "ore": 1}


def test_dice_by_their_odds() -> None:
    """CT-19: ways out of 36."""
    ways = [sum(event["dice"]) for _, event in outcomes(table("before the roll"), {"seat": 0, "do": "roll"})]
    assert [ways.count(total) for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_bank_trades_at_the_best_rate() -> None:
    """EX-CT-14: 2 wool, 3 of anything else; each for the four other resources (CT-44, CT-78)."""
    position = table("0: s0 r0 s42 r53 wool2+ore3+brick2")
    found = {(tuple(event["give"].items()), *event["take"]) for event in bank_trades(position, 0)}
    assert {give for give, _ in found} == {(("wool", 2),), (("ore", 3),)}
    assert len(found) == 8


def test_cards_that_can_be_played() -> None:
    """A knight one way, monopoly five, year of plenty fifteen with a full bank (CT-95 to CT-98)."""
    kinds = "knight road_building year_of_plenty monopoly"
    position = table(f"0: s8 r13 {kinds} victory_point")
    cards = [event["card"] for event in plays(position, 0)]
    assert [cards.count(kind) for kind in kinds.split()] == [1, 1, 15, 5]
    assert plays(table("0: knight* road_building"), 0) == []  # new; no place for a road


def test_offers_one_for_one() -> None:
    """Each resource in hand for each other one (CT-72, CT-79)."""
    assert len(offers(table("0: wool3+ore"), 0)) == 8


def test_choices_at_each_decision_point() -> None:
    """CT-119: what is open, and who acts."""
    position = table("0: s8 r13 wool8 knight | 1: s31 r37 ore9 | before the roll")
    assert set(choices(position)) == {"roll", "play"}
    do(position, "0 roll 3 4")
    assert (point(position), who_acts(position)) == ("discard", [0, 1])
    assert [event["cards"] for event in choices(position)["discard"]] == [{"wool": 4}, {"ore": 4}]
    do(position, "1 discard ore4; 0 discard wool4")
    assert set(choices(position)) == {"robber"}
    do(position, "0 robber 11")
    assert choices(position) == {"steal": [{"seat": 0, "do": "steal", "from": 1}]}
    do(position, "0 steal 1 ore")
    assert set(choices(position)) == {"bank", "offer", "play", "end"}
    do(position, "0 offer wool for ore to 1 2")
    assert (point(position), who_acts(position)) == ("trade_answer", [1])
    do(position, "1 yes")
    assert [event["with"] for event in choices(position)["accept"]] == [1, None]
    do(position, "0 accept 1; 0 end")
    assert set(choices(position)) == {"roll"}


def test_nothing_is_open_when_the_game_is_over() -> None:
    """CT-116."""
    position = do(table("$NINE | 0: wool+grain+ore"), "0 buy victory_point")
    assert (point(position), choices(position), legal_events(position)) == ("over", {}, [])


def test_asking_leaves_the_table_alone() -> None:
    """What is open is asked without moving anything."""
    position = table("$NINE | 0: brick2+lumber2+wool5+grain3+ore4 knight monopoly")
    before = copy.deepcopy(position)
    assert len(legal_events(position)) > 20
    assert position == before


# --- longest roads


def trail_by_eulers_rule(edges: list[int], closed: set[int]) -> int:
    """The most of these edges that make one trail: in one piece, with at most two odd ends.

    A closed vertex becomes a vertex of its own for each edge, so that no trail passes through it; a trail
    that begins and ends there then has two odd ends.
    """
    for number in range(len(edges), 0, -1):
        for chosen in combinations(edges, number):
            graph = nx.MultiGraph()
            for edge in chosen:
                graph.add_edge(*[(end, edge) if end in closed else end for end in EDGES[edge]])
            if nx.is_connected(graph) and nx.has_eulerian_path(graph):
                return number
    return 0


@pytest.mark.parametrize("number", range(40))
def test_longest_trail_agrees_with_eulers_rule(number: int) -> None:
    """CT-100, CT-102: trying every trail gives what Euler's rule gives for every set of roads."""
    rng = random.Random(number)
    edges = [rng.randrange(72)]
    while len(edges) < 3 + number % 8:
        beside = {e for e, ends in enumerate(EDGES) for f in edges if set(ends) & set(EDGES[f])}
        edges.append(rng.choice(sorted(beside - set(edges) or set(range(72)) - set(edges))))
    closed = set(rng.sample(range(54), rng.choice([0, 0, 6, 12])))
    assert longest_trail(edges, closed) == trail_by_eulers_rule(edges, closed)


# --- random games


def test_random_games_are_legal(games: list[Json]) -> None:
    """What is played among the open events is legal, and its result is its own."""
    for record in games:
        assert judge(record)["legal"]
    kinds = {event["do"] for record in games for event in record["turns"]}
    assert len(kinds) == 14  # all there are


def test_random_games_are_reproducible() -> None:
    """The same seed, the same game."""
    one, other = (play_random({"max_turns": 60}, 3, random.Random(7), taste="builder") for _ in range(2))
    assert one == other


@pytest.mark.parametrize("number", range(8))
def test_random_house_rules(number: int) -> None:
    """Games under random options end or stop, and keep what must hold at every step (CT-7, CT-124)."""
    rng = random.Random(number)
    options = random_options(rng) | {"max_turns": 60}
    taste = rng.choice([taste for taste in TASTES if taste != "hoarder"])
    record = play_random(options, 3 + number % 2, rng, taste=taste)
    position = position_of(record)
    for event in record["turns"]:
        assert is_legal(position, event)
        happen(position, event)
        assert not broken_invariants(position)
    assert point(position) == "over"
    assert judge(record)["turns"] <= 60


def test_awards_hold_at_every_step(games: list[Json]) -> None:
    """A holder of Longest Road is nowhere beaten, and alone or first; so with Largest Army (CT-124)."""
    for record in games[:3]:
        position = position_of(record)
        for event in record["turns"]:
            happen(position, event)
            if event["do"] in ("road", "settlement"):
                lengths = [road_length(position, seat) for seat in range(record["players"])]
                leaders = [seat for seat, length in enumerate(lengths) if length == max(lengths) >= 5]
                holder = position["longest_road"]
                assert holder in leaders if holder is not None else len(leaders) != 1


def test_setups_are_legal_positions(games: list[Json]) -> None:
    """Every position of a game between turns can be told as a position in play with the same future."""
    record = games[1]
    ends = [index for index, event in enumerate(record["turns"]) if event["do"] == "end"]
    for index in ends[:: max(1, len(ends) // 8)]:
        again = replayed_from(record, index + 1)
        assert judge(again)["legal"], judge(again)["message"]


def replayed_from(record: Json, index: int) -> Json:
    """The rest of a game, from a position in play on."""
    position = position_after(record, index)
    pieces = [{"seat": s, "settlement": v} for v, s in position["settlements"].items()]
    pieces += [{"seat": s, "city": v} for v, s in position["cities"].items()]
    pieces += [{"seat": s, "road": e} for e, s in position["roads"].items()]
    seats = range(record["players"])
    setup = record["setup"] | {
        "robber": position["robber"],
        "pieces": pieces,
        "hands": position["hands"],
        "cards": position["unplayed"],
        "knights": [position["played"].count({"seat": seat, "card": "knight"}) for seat in seats],
        "to_move": position["to_move"],
        "longest_road": position["longest_road"],
        "largest_army": position["largest_army"],
    }
    result = {part: value for part, value in record["result"].items() if part != "turns"}
    return record | {"setup": setup, "turns": record["turns"][index:], "result": result}


@pytest.mark.parametrize("symmetry", range(6))
def test_moved_games_are_the_same_games(games: list[Json], symmetry: int) -> None:
    """CT-28: turned or mirrored, a record has the same verdict."""
    for record in [games[0], games[4]]:
        found, before = judge(moved(record, OF_RECORDS[symmetry])), judge(record)
        assert found == before


# --- spoilt games

HARMLESS = {"wrong seat", "robbing somebody else", "seven instead", "event lost", "event doubled"}
"""Ways that now and then leave a legal record, or one that goes wrong only later."""


@pytest.mark.parametrize("name", EVERY_WAY)
def test_spoilt_games_are_illegal(games: list[Json], name: str) -> None:
    """A legal game with one event spoilt is illegal at that event."""
    tried = 0
    for number, record in enumerate(games):
        spoilt = spoil(record, random.Random(number), [name])
        if spoilt is None:
            continue
        verdict = judge(spoilt.record)
        tried += 1
        assert verdict["turn"] == spoilt.turn or name in HARMLESS, (verdict, spoilt.way)
        assert not verdict["legal"] or name in HARMLESS
    assert tried


def test_junk_is_judged_and_never_crashes(games: list[Json]) -> None:
    """Values changed, lost, doubled, swapped or replaced by junk: a verdict, or a clear refusal."""
    refused = 0
    short = [record | {"turns": record["turns"][:60]} for record in games]
    records = [*short, *(CATAN.case(name) for name in CATAN.entries)]
    for number in range(400):
        rng = random.Random(number)
        try:
            judge(spoil_with_junk(rng.choice(records), rng, WORDS))
        except ValueError:
            refused += 1  # another game, a number of players or an option that is none
    assert refused < 190


# --- comparing


def test_the_twin_agrees_with_itself(games: list[Json]) -> None:
    """`compare` finds nothing where there is nothing."""
    for record in games:
        assert compare(record, judge(record)) == []


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("legal", False),
        ("turn", 3),
        ("scores", [9, 9, 9]),
        ("winners", [1]),
        ("rule", "CT-84"),
        ("hands", []),
    ],
)
def test_a_difference_is_told(part: str, other: Any) -> None:
    """`compare` names what differs."""
    record = CATAN.record("set-up", "$THREE_SET_UP")
    assert [text.split(":")[0] for text in compare(record, judge(record) | {part: other})] == [part]


def test_another_broken_rule_may_be_named() -> None:
    """An event that breaks two rules may be refused by either, unless the comparison is strict."""
    record = CATAN.record("set-up | 4 players", "$FOUR_SET_UP; 1 bank ore4 for wool")
    verdict = judge(record)
    assert verdict["rules"] == ["CT-51", "CT-78"]
    assert compare(record, verdict | {"rule": "CT-51"}, strict=False) == []
    assert compare(record, verdict | {"rule": "CT-51"}) != []
    assert compare(record, verdict | {"rule": "CT-84"}, strict=False) != []


def test_what_is_no_record_is_refused() -> None:
    """Another game, two players, an unknown option: no verdict but a ValueError."""
    for parts in (
        {"game": "chess"},
        {"players": 2},
        {"options": {"trading": 1}},
        {"options": {"trade": "x"}},
    ):
        with pytest.raises(ValueError, match=r"Catan|option|one of"):
            judge(CATAN.record("set-up") | parts)
