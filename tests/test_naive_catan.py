"""The naive twin of Catan against the rule page, and against itself."""

import copy
import random
import re
from itertools import combinations, product

import networkx as nx
import pytest
from catan_examples import ALL, EXAMPLES, ILLEGAL, LEGAL
from catan_table import after, begin, events, lies, path
from catan_worked import CUT_OFF, NINE, SETUP_OF_FOUR, SETUP_OF_THREE, THIEF
from naive.catan import (
    EVERY_WAY,
    OF_RECORDS,
    TASTES,
    bank_trades,
    broken_invariants,
    choices,
    city_places,
    compare,
    faults,
    happen,
    is_legal,
    judge,
    legal_events,
    longest_trail,
    moved,
    next_holder,
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
    BEGINNER,
    COAST,
    CORNER_HEXES,
    EDGE_OF,
    EDGES,
    HARBOURS,
    HEXES_AT,
    LETTERED,
    PATHS,
    TERRAIN,
    YIELD,
    lettered_tokens,
    neighbouring,
    random_board,
    red_neighbours,
    spiral,
    vertices_of,
)
from naive.catan_options import full_options
from naive.catan_symmetry import ALL as EVERY_SYMMETRY
from spoiling import JUNK
from spoiling import spoil as spoil_with_junk

EVERY_EXAMPLE = [*range(1, 20), 21, 23, 24, 26, 27, *range(29, 37)]
WORDS = [*JUNK, "ore", "knight", {"ore": 1}, {"wool": -1}, "roll", "end", "robber", [3, 4], 7, 99, [None], -5]
SETTINGS = list(product((3, 4), ("none", "one_for_one", "any")))
"""Players and trade."""


def check(example):
    """The twin's verdict on an example is the stated one, where it states anything."""
    verdict = judge(example.record)
    assert {key: verdict[key] for key in example.verdict} == example.verdict, verdict["message"]


def table(*args, **parts):
    """A position in play by its notation."""
    return position_of(after(lies(*args, **parts), players=parts.get("players", 3)))


def do(position, text):
    """Let events happen that have to be legal; gives the position."""
    for event in events(text):
        assert is_legal(position, event), (event, list(faults(position, event)))
        happen(position, event)
    return position


@pytest.fixture(scope="module")
def games():
    """One random game for each number of players and each way to trade."""
    tastes = list(TASTES)
    return [
        play_random({"trade": trade, "max_turns": 150}, players, random.Random(n), taste=tastes[n % 4])
        for n, (players, trade) in enumerate(SETTINGS)
    ]


# --- the examples of the rule page and beyond


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_rule_page(name):
    """EX-CT-1 to EX-CT-36: the twin says what the rule page says."""
    check(EXAMPLES[name])


@pytest.mark.parametrize("name", LEGAL)
def test_legal_records(name):
    """What the rules allow, and what they bring about."""
    check(LEGAL[name])


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_records(name):
    """The first fault is named by the number of its rule, with its event."""
    check(ILLEGAL[name])


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_records_break_one_rule(name):
    """No record leaves open which rule to name."""
    assert len(judge(ILLEGAL[name].record)["rules"]) == 1


def test_every_example_is_there():
    """No example of the rule page is left out; EX-CT-34 counts pips and is no record."""
    numbers = {int(number) for name in ALL for number in re.findall(r"EX-CT-(\d+)", name)}
    assert sorted(numbers | {34}) == EVERY_EXAMPLE


@pytest.mark.parametrize("shelf", [LEGAL, ILLEGAL], ids=["legal", "illegal"])
def test_every_rule_has_a_legal_and_an_illegal_record(shelf):
    """CT-40 to CT-122; CT-123 to CT-126 are about engines and statistics."""
    shown = {int(number) for name in shelf for number in re.findall(r"^CT-(\d+),", name)}
    assert set(range(40, 123)) <= shown


# --- the island


def test_counts_of_the_island():
    """CT-23: vertices, edges, and how many hexes and neighbours each vertex has."""
    assert (len(PATHS), len(EDGES), len(COAST)) == (54, 72, 30)
    assert [sum(len(at) == n for at in HEXES_AT) for n in (3, 2, 1)] == [24, 12, 18]
    assert [sum(PATHS.degree[v] == n for v in PATHS) for n in (3, 2)] == [36, 18]
    assert sum(len(set(HEXES_AT[a]) & set(HEXES_AT[b])) == 2 for a, b in EDGES) == 42


def test_first_and_centre_hex():
    """EX-CT-1: corners of hexes 0 and 9, edge 0, and the harbours by their edges."""
    assert vertices_of(0) == [0, 4, 8, 12, 7, 3]
    assert vertices_of(9) == [18, 24, 30, 35, 29, 23]
    assert EDGES[0] == (0, 3) == tuple(sorted(COAST[0]))
    assert [EDGE_OF[frozenset(ends)] for ends in HARBOURS] == [0, 3, 17, 38, 61, 69, 66, 49, 18]
    assert len({vertex for ends in HARBOURS for vertex in ends}) == 18  # CT-40


def test_spiral():
    """EX-CT-2 and EX-CT-3: letters from hex 0 on, the desert in the centre or on the rim."""
    order = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1, 4, 8, 13, 14, 10, 5, 9]
    assert spiral(0) == order
    centre = lettered_tokens(["desert" if place == 9 else "hills" for place in range(19)], 0)
    assert [centre[place] for place in order] == [*LETTERED, None]
    rim = lettered_tokens(["desert" if place == 3 else "hills" for place in range(19)], 0)
    assert [rim[place] for place in order] == [5, None, *LETTERED[1:]]


def test_spiral_never_puts_red_beside_red():
    """CT-35: 6 corners, 2 directions, 19 deserts: 228 layouts."""
    assert CORNER_HEXES == [0, 2, 7, 11, 16, 18]
    for start, direction, desert in product(CORNER_HEXES, ("counterclockwise", "clockwise"), range(19)):
        terrain = ["desert" if place == desert else "hills" for place in range(19)]
        assert not red_neighbours(lettered_tokens(terrain, start, direction))


@pytest.mark.parametrize("kind", ["beginner", "spiral", "random_tokens", "explicit"])
def test_random_boards_are_made_of_the_box(kind):
    """CT-30 to CT-32, CT-43: every layout is one that the setup of a record accepts."""
    for number in range(20):
        layout = random_board(full_options({"board": kind}), random.Random(number))
        assert judge(begin("", on=layout))["legal"]
        assert kind == "explicit" or not red_neighbours(layout["tokens"])


def test_pips_of_the_beginner_map():
    """EX-CT-34, CT-34: pips by resource, and of the printed starting pieces."""
    pips = [6 - abs(7 - token) if token else 0 for token in BEGINNER["tokens"]]
    by_resource = dict.fromkeys(YIELD.values(), 0)
    for name, count in zip(BEGINNER["terrain"], pips, strict=True):
        if name in YIELD:
            by_resource[YIELD[name]] += count
    assert by_resource == {"lumber": 13, "grain": 13, "brick": 12, "wool": 10, "ore": 10}
    two = {"red": (8, 28), "blue": (41, 39), "orange": (14, 40), "white": (31, 17)}
    sums = {name: sum(pips[at] for vertex in pair for at in HEXES_AT[vertex]) for name, pair in two.items()}
    assert sums == {"red": 20, "blue": 20, "orange": 20, "white": 19}
    assert [TERRAIN[name] * 58 / 18 for name in ("forest", "hills")] == pytest.approx(
        [12.89, 9.67], abs=0.005
    )


def test_symmetries_of_the_island():
    """CT-28: twelve symmetries, six of which keep the harbour positions."""
    assert len({tuple(symmetry.vertices) for symmetry in EVERY_SYMMETRY}) == 12
    assert len(OF_RECORDS) == 6
    for symmetry in EVERY_SYMMETRY:
        for one, other in combinations(range(19), 2):
            assert neighbouring(one, other) == neighbouring(symmetry.hexes[one], symmetry.hexes[other])


# --- what is open


def test_places_for_the_first_settlement():
    """All 54 vertices; after one settlement all but it and its neighbours (CT-46, CT-84)."""
    position = position_of(begin(""))
    assert settlement_places(position, 0) == list(range(54))
    do(position, "0 settlement 8")
    assert road_places(position, 0) == [7, 12, 13]
    do(position, "0 road 13")
    assert set(range(54)) - set(settlement_places(position, 1)) == {4, 8, 12, 13}


def test_places_on_a_cut_road():
    """EX-CT-30: nothing beyond the foreign settlement, and no settlement beside it."""
    position = position_of(after(CUT_OFF))
    assert settlement_places(position, 0) == []
    assert road_places(position, 0) == sorted([path("16-21")[0], path("16-22")[0]])
    assert city_places(position, 0) == []  # no ore


def test_places_at_the_end_of_a_road():
    """Two edges on from the last settlement (CT-81, CT-83, CT-84)."""
    position = table(NINE, "0: brick+lumber+wool+grain")
    assert 30 in settlement_places(position, 0)
    assert city_places(table(NINE, "0: grain2+ore3"), 0) == []  # four stand (CT-86)


def test_robber_hexes():
    """EX-CT-13: 18 hexes, never the one where it is."""
    position = do(table(rolled=False), "0 roll 3 4")
    assert robber_places(position, 0) == [place for place in range(19) if place != 9]


def test_friendly_robber_hexes():
    """OQ-CT-21: no hex of another player with two public points, unless no hex is left."""
    record = after(lies("1: s31 r37", rolled=False), "0 roll 3 4", friendly_robber=True)
    around = {place for place in range(19) if 31 in vertices_of(place)}
    assert set(robber_places(position_after(record), 0)) == set(range(19)) - {9} - around


def test_friendly_robber_without_a_hex():
    """OQ-CT-21: where six poor settlements touch all 18 other hexes, every one of them is a target."""
    six = [symmetry.vertices[8] for symmetry in EVERY_SYMMETRY[::2]]
    lying = f"1: s{six[0]} s{six[1]} / 2: s{six[2]} s{six[3]} / 3: s{six[4]} s{six[5]}"
    record = after(lies(lying, rolled=False, players=4), "0 roll 3 4", players=4, friendly_robber=True)
    assert {place for vertex in six for place in HEXES_AT[vertex]} == set(range(19)) - {9}
    assert robber_places(position_after(record), 0) == [place for place in range(19) if place != 9]


def test_stolen_cards_by_their_odds():
    """EX-CT-12: three wool and one ore, each card as likely (CT-66)."""
    position = do(position_of(after(THIEF | {"rolled": False})), "0 roll 3 4; 0 robber 0")
    assert robbable(position) == [1]
    odds = {
        event["card"]: weight for weight, event in outcomes(position, {"seat": 0, "do": "steal", "from": 1})
    }
    assert odds == {"wool": 3, "ore": 1}


def test_dice_by_their_odds():
    """CT-19: ways out of 36."""
    ways = [sum(event["dice"]) for _, event in outcomes(table(rolled=False), {"seat": 0, "do": "roll"})]
    assert [ways.count(total) for total in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_bank_trades_at_the_best_rate():
    """EX-CT-14: 2 wool, 3 of anything else; each for the four other resources (CT-44, CT-78)."""
    position = table("0: s0 r0 s42 r53", "0: wool2+ore3+brick2")
    found = {(tuple(event["give"].items()), *event["take"]) for event in bank_trades(position, 0)}
    assert {give for give, _ in found} == {(("wool", 2),), (("ore", 3),)}
    assert len(found) == 8


def test_cards_that_can_be_played():
    """A knight one way, monopoly five, year of plenty fifteen with a full bank (CT-95 to CT-98)."""
    kinds = "knight road_building year_of_plenty monopoly"
    position = table("0: s8 r13", "", f"0: {kinds} victory_point")
    cards = [event["card"] for event in plays(position, 0)]
    assert [cards.count(kind) for kind in kinds.split()] == [1, 1, 15, 5]
    assert plays(table("", "", "0: knight* road_building"), 0) == []  # new; no place for a road


def test_offers_one_for_one():
    """Each resource in hand for each other one (CT-72, CT-79)."""
    assert len(offers(table("", "0: wool3+ore"), 0)) == 8


def test_choices_at_each_decision_point():
    """CT-119: what is open, and who acts."""
    position = table("0: s8 r13 / 1: s31 r37", "0: wool8 / 1: ore9", "0: knight", rolled=False)
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


def test_nothing_is_open_when_the_game_is_over():
    """CT-116."""
    position = do(table(NINE, "0: wool+grain+ore"), "0 buy victory_point")
    assert (point(position), choices(position), legal_events(position)) == ("over", {}, [])


def test_asking_leaves_the_table_alone():
    """What is open is asked without moving anything."""
    position = table(NINE, "0: brick2+lumber2+wool5+grain3+ore4", "0: knight monopoly")
    before = copy.deepcopy(position)
    assert len(legal_events(position)) > 20
    assert position == before


# --- longest roads


def trail_by_eulers_rule(edges, closed):
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


@pytest.mark.parametrize("number", range(60))
def test_longest_trail_agrees_with_eulers_rule(number):
    """CT-100, CT-102: trying every trail gives what Euler's rule gives for every set of roads."""
    rng = random.Random(number)
    edges = [rng.randrange(72)]
    while len(edges) < 3 + number % 8:
        beside = {e for e, ends in enumerate(EDGES) for f in edges if set(ends) & set(EDGES[f])}
        edges.append(rng.choice(sorted(beside - set(edges) or set(range(72)) - set(edges))))
    closed = set(rng.sample(range(54), rng.choice([0, 0, 6, 12])))
    assert longest_trail(edges, closed) == trail_by_eulers_rule(edges, closed)


@pytest.mark.parametrize(
    ("holder", "lengths", "then"),
    [
        (0, [3, 4, 2], None),
        (0, [5, 5, 4], 0),
        (0, [4, 5, 4], 1),
        (0, [4, 5, 5], None),
        (None, [4, 5, 6], 2),
        (0, [5, 6, 6], None),
        (0, [6, 6, 2], 0),
        (None, [5, 5, 2], None),
        (None, [4, 4, 4], None),
        (None, [5, 4, 4], 0),
    ],
)
def test_history_of_longest_road(holder, lengths, then):
    """EX-CT-26: who holds the card when the lengths become these (CT-103 to CT-108)."""
    assert next_holder(holder, lengths, 5) == then


# --- random games


def test_random_games_are_legal(games):
    """What is played among the open events is legal, and its result is its own."""
    for record in games:
        assert judge(record)["legal"]
    kinds = {event["do"] for record in games for event in record["turns"]}
    assert len(kinds) == 14  # all there are


def test_random_games_are_reproducible():
    """The same seed, the same game."""
    one, other = (play_random({"max_turns": 60}, 3, random.Random(7), taste="builder") for _ in range(2))
    assert one == other


@pytest.mark.parametrize("number", range(8))
def test_random_house_rules(number):
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


def test_awards_hold_at_every_step(games):
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


def test_setups_are_legal_positions(games):
    """Every position of a game between turns can be told as a position in play with the same future."""
    record = games[1]
    ends = [index for index, event in enumerate(record["turns"]) if event["do"] == "end"]
    for index in ends[:: max(1, len(ends) // 8)]:
        again = replayed_from(record, index + 1)
        assert judge(again)["legal"], judge(again)["message"]


def replayed_from(record, index):
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
def test_moved_games_are_the_same_games(games, symmetry):
    """CT-28: turned or mirrored, a record has the same verdict."""
    for record in [games[0], games[4]]:
        found, before = judge(moved(record, OF_RECORDS[symmetry])), judge(record)
        assert found == before


def test_moved_examples_have_the_same_verdict():
    """CT-28 for every example."""
    for example in ALL.values():
        if judge(example.record)["rule"] == "SETUP" or "terrain" not in example.record["setup"]:
            continue
        for symmetry in OF_RECORDS[1:3]:
            found = judge(moved(example.record, symmetry))
            assert (found["legal"], found["turn"], found["rule"]) == tuple(
                judge(example.record)[part] for part in ("legal", "turn", "rule")
            ), example.name


# --- spoilt games

HARMLESS = {"wrong seat", "robbing somebody else", "seven instead", "event lost", "event doubled"}
"""Ways that now and then leave a legal record, or one that goes wrong only later."""


@pytest.mark.parametrize("name", EVERY_WAY)
def test_spoilt_games_are_illegal(games, name):
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


def test_junk_is_judged_and_never_crashes(games):
    """Values changed, lost, doubled, swapped or replaced by junk: a verdict, or a clear refusal."""
    refused = 0
    short = [record | {"turns": record["turns"][:120]} for record in games]
    records = [*short, *(example.record for example in ALL.values())]
    for number in range(1500):
        rng = random.Random(number)
        try:
            judge(spoil_with_junk(rng.choice(records), rng, WORDS))
        except ValueError:
            refused += 1  # another game, a number of players or an option that is none
    assert refused < 700


# --- comparing


def test_the_twin_agrees_with_itself(games):
    """`compare` finds nothing where there is nothing."""
    for record in [*games, *(example.record for example in list(ALL.values())[::9])]:
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
def test_a_difference_is_told(part, other):
    """`compare` names what differs."""
    record = begin(SETUP_OF_THREE)
    assert [text.split(":")[0] for text in compare(record, judge(record) | {part: other})] == [part]


def test_another_broken_rule_may_be_named():
    """An event that breaks two rules may be refused by either, unless the comparison is strict."""
    record = begin(SETUP_OF_FOUR + "; 1 bank ore4 for wool", players=4)
    verdict = judge(record)
    assert verdict["rules"] == ["CT-51", "CT-78"]
    assert compare(record, verdict | {"rule": "CT-51"}, strict=False) == []
    assert compare(record, verdict | {"rule": "CT-51"}) != []
    assert compare(record, verdict | {"rule": "CT-84"}, strict=False) != []


def test_what_is_no_record_is_refused():
    """Another game, two players, an unknown option: no verdict but a ValueError."""
    for parts in (
        {"game": "chess"},
        {"players": 2},
        {"options": {"trading": 1}},
        {"options": {"trade": "x"}},
    ):
        with pytest.raises(ValueError, match=r"Catan|option|one of"):
            judge(begin("") | parts)
