"""The referee of Catan: every fault by its rule, positions in play, results, and junk."""

import copy
import json
import random
import re

import pytest
from builders import ROOT, refusal, volume
from catan_tables import cards, fault, judge, path, pieces, played, record, written
from spoiling import JUNK, spoil

from rules.catan.moves import MOVES
from rules.catan.options import RESOURCES
from rules.catan.referee import DEEDS, Referee
from rules.catan.referee import judge as judge_once
from rules.catan.state import CARDS
from rules.errors import UserError

pytestmark = pytest.mark.rules

PRINTED = pieces("0 s8-28 r13-41", "1 s41-39 r52-56", "2 s14-40 r15-58")
RICH = [dict.fromkeys(RESOURCES, 4), dict.fromkeys(RESOURCES, 2), dict.fromkeys(RESOURCES, 2)]


def midgame(**given):
    """The printed pieces and full hands, seat 0 on turn after its roll."""
    return {"pieces": PRINTED, "hands": RICH, "rolled": True} | given


def before_roll(**given):
    """The same before the roll."""
    return midgame(rolled=False) | given


def test_the_record_of_the_documentation_is_legal():
    page = (ROOT / "docs" / "game-records.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", page.partition("## Catan")[2].partition("## Castle")[0], re.S)
    assert judge_once(json.loads(block)).legal


# --- faults


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        (["1 settlement 8"], "CT-45"),
        (["0 road 13"], "CT-45"),
        (["0 roll 1 2"], "CT-49"),
        (["0 bank 4 ore for 1 wool"], "CT-49"),
        (["0 settlement 54"], "CT-46"),
        (["0 settlement 8", "0 settlement 20"], "CT-45"),
        (["0 settlement 8", "0 road 72"], "CT-47"),
        (["0 settlement 8", "0 road 0"], "CT-47"),
        (["0 settlement 8", "0 road 13", "1 settlement 8"], "CT-46"),
        (["0 settlement 8", "0 road 13", "1 settlement 13"], "CT-84"),
        (["0 settlement 8", "0 road 13", "0 settlement 20"], "CT-45"),
    ],
)
def test_faults_of_the_set_up(turns, rule):
    """CT-45 to CT-49, CT-84."""
    assert fault(*turns) == (len(turns) - 1, rule)


def test_the_second_road_goes_beside_the_second_settlement():
    """CT-47: not beside the earlier one."""
    start = ["0 settlement 8", "0 road 13", "1 settlement 41", "1 road 52", "2 settlement 14", "2 road 15"]
    assert fault(*start, "2 settlement 40", "2 road 16") == (7, "CT-47")


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("0 road 20", "CT-51"),
        ("0 buy knight", "CT-51"),
        ("0 bank 4 ore for 1 wool", "CT-51"),
        ("0 offer 1 ore for 1 wool", "CT-51"),
        ("0 end", "CT-51"),
        ("1 roll 1 2", "CT-50"),
        ("1 play knight", "CT-52"),
        ("0 roll 0 7", "CT-19"),
        ("0 robber 0", "CT-68"),
        ("0 steal 1 ore", "CT-65"),
        ("1 discard 1 ore", "CT-61"),
        ("1 answer yes", "CT-79"),
        ("0 accept 1", "CT-79"),
        ("3 roll 1 2", "CT-1"),
        ("0 sing", "CT-119"),
    ],
)
def test_faults_before_the_roll(turn, rule):
    assert fault(turn, **before_roll()) == (0, rule)


@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("0 roll 1 2", "CT-51"),
        ("1 end", "CT-50"),
        ("1 road 51", "CT-50"),
        ("1 offer 1 ore for 1 wool", "CT-70"),
        ("1 bank 4 ore for 1 wool", "CT-78"),
        ("0 road 13", "CT-81"),
        ("0 road 71", "CT-81"),
        ("0 road -1", "CT-81"),
        ("0 settlement 8", "CT-83"),
        ("0 settlement 13", "CT-84"),
        ("0 settlement 32", "CT-83"),
        ("0 city 13", "CT-85"),
        ("0 city 41", "CT-85"),
        ("0 buy joker", "CT-13"),
        ("0 play joker", "CT-13"),
        ("0 play knight", "CT-90"),
        ("0 play victory_point", "CT-99"),
        ("0 bank 3 ore for 1 wool", "CT-76"),
        ("0 bank 2 ore for 1 wool", "CT-77"),
        ("0 bank 1 ore for 1 wool", "CT-75"),
        ("0 bank 2 ore 2 wool for 1 brick", "CT-75"),
        ("0 bank 4 ore for 2 wool", "CT-75"),
        ("0 bank 4 ore for 1 ore", "CT-78"),
        ("0 bank 4 ore for 1 knight", "CT-73"),
        ("0 offer 1 wool for 0 ore", "CT-71"),
        ("0 offer 0 wool for 1 ore", "CT-71"),
        ("0 offer 1 knight for 1 ore", "CT-73"),
        ("0 offer 1 wool for 1 wool", "CT-72"),
        ("0 offer 2 wool for 1 wool", "CT-72"),
        ("0 offer 2 wool for 1 ore", "CT-79"),
        ("0 offer 1 wool for -1 ore", "CT-71"),
    ],
)
def test_faults_after_the_roll(turn, rule):
    assert fault(turn, **midgame()) == (0, rule)


@pytest.mark.parametrize("turn", ["0 road 14", "0 settlement 23", "0 city 8", "0 buy knight"])
def test_what_cannot_be_paid_for_is_not_built(turn):
    """CT-80, CT-90: one card too few is too few."""
    place = {"pieces": [*PRINTED, *pieces(f"0 {path(28, 22, 17, 23)}")], "rolled": True}
    needs = {
        "road": cards("1", "brick", "1", "lumber"),
        "settlement": dict.fromkeys(RESOURCES[:4], 1),
        "city": cards("2", "grain", "3", "ore"),
        "buy": dict.fromkeys(RESOURCES[2:], 1),
    }[turn.split()[1]]
    played(turn, hands=[needs, {}, {}], **place)
    for name in needs:
        poorer = needs | {name: needs[name] - 1}
        assert fault(turn, hands=[poorer, {}, {}], **place) == (0, "CT-90" if "buy" in turn else "CT-80")


def test_trade_between_players_can_be_switched_off():
    """CT-79; gifts and equal resources stay forbidden where any trade is allowed (EX-CT-35)."""
    assert fault("0 offer 1 wool for 1 ore", **midgame(options={"trade": "none"})) == (0, "CT-79")
    free = midgame(options={"trade": "any"})
    assert fault("0 offer 1 wool for 0 ore", **free) == (0, "CT-71")
    assert fault("0 offer 1 wool 1 ore for 2 ore", **free) == (0, "CT-72")
    assert fault("0 offer 5 wool for 1 ore", **free) == (0, "CT-79")


@pytest.mark.parametrize(
    ("to", "rule"), [([], "CT-79"), ([0], "CT-79"), ([3], "CT-79"), ([1, 1], "CT-79"), ("1", "CT-79")]
)
def test_an_offer_goes_to_others(to, rule):
    """CT-79."""
    offer = {"seat": 0, "do": "offer", "give": {"wool": 1}, "want": {"ore": 1}, "to": to}
    assert fault(offer, **midgame()) == (0, rule)


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        (["2 answer yes"], "CT-79"),  # seat 1 is asked first
        (["1 answer yes", "0 accept 1"], "CT-79"),  # seat 2 has not answered
        (["0 end"], "CT-59"),
        (["1 answer yes", "2 answer no", "0 accept 2"], "CT-79"),
        (["1 answer yes", "2 answer no", "0 end"], "CT-59"),
        (["1 answer no", "2 answer no", "0 accept 1"], "CT-79"),
    ],
)
def test_faults_of_an_offer_under_way(turns, rule):
    """CT-79."""
    assert fault("0 offer 1 wool for 1 ore", *turns, **midgame()) == (len(turns), rule)


def test_a_refusal_need_not_be_written_down():
    """CT-79: where nobody said yes there is nothing to choose."""
    refused = ["0 offer 1 wool for 1 ore", "1 answer no", "2 answer no"]
    played(*refused, "0 end", **midgame())
    played(*refused, "0 accept nobody", "0 end", **midgame())
    assert fault(*refused, "0 accept nobody", "0 accept nobody", **midgame()) == (4, "CT-79")


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        (["0 robber 0"], "CT-62"),
        (["0 end"], "CT-59"),
        (["0 play knight"], "CT-94"),
        (["1 discard 5 ore"], "CT-61"),
        (["0 discard 9 ore"], "CT-61"),
        (["0 discard 10 ore"], "CT-61"),
        (["0 discard 2 ore 2 wool 2 brick 2 grain 2 gold"], "CT-61"),
        (["0 discard 2 ore 2 wool 2 brick 2 grain 1 lumber"], "CT-61"),
    ],
)
def test_faults_of_a_discard(turns, rule):
    """CT-61, CT-62: seat 0 has 20 cards and owes 10, four of each kind."""
    rich = before_roll(**{"cards": [{"seat": 0, "card": "knight"}]})
    if turns == ["1 discard 5 ore"]:  # seat 1 has ten cards and owes five, but only two are ore
        assert fault("0 roll 3 4", *turns, **rich) == (1, rule)
        return
    assert fault("0 roll 3 4", *turns, **rich) == (len(turns), rule)


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        (["0 robber 9"], "CT-63"),
        (["0 robber 19"], "CT-63"),
        (["0 end"], "CT-59"),
        (["1 robber 0"], "CT-63"),
        (["0 play knight"], "CT-94"),
        (["0 robber 18", "0 end"], "CT-59"),
        (["0 robber 18", "0 buy knight"], "CT-67"),
        (["0 robber 18", "0 play knight"], "CT-94"),
        (["0 robber 18", "1 steal 2 ore"], "CT-65"),
        (["0 roll 3 4"], "CT-51"),
        (["0 robber 18", "0 steal 0 ore"], "CT-67"),
        (["0 robber 18", "0 steal 1 wool"], "CT-66"),
        (["0 robber 18", "0 steal 3 ore"], "CT-65"),
        (["0 robber 0", "0 steal 1 ore"], "CT-65"),
        (["0 robber 17", "0 steal 2 ore"], "CT-67"),
    ],
)
def test_faults_at_the_robber(turns, rule):
    """CT-63 to CT-67, CT-94: only seat 1, beside hex 18, has a card."""
    place = {"pieces": PRINTED, "hands": [{}, {"ore": 1}, {}], "cards": [{"seat": 0, "card": "knight"}]}
    assert fault("0 roll 3 4", *turns, **place) == (len(turns), rule)


def test_a_theft_without_a_choice_need_not_be_written_down():
    """CT-67: nobody there, or nobody with a card; what is written must choose nothing."""
    place = {"pieces": PRINTED, "hands": [{}, {"ore": 1}, {}]}
    nobody = [{"seat": 0, "do": "steal", "from": seat, "card": None} for seat in (None, 2)]
    for entry in ([], *[[entry] for entry in nobody]):
        played("0 roll 3 4", "0 robber 17", *entry, "0 end", **place)
    assert fault("0 roll 3 4", "0 robber 18", nobody[0], **place) == (2, "CT-67")
    assert fault("0 roll 3 4", "0 robber 0", nobody[1], **place) == (2, "CT-65")
    none = place | {"options": {"steal": "none"}}
    assert fault("0 roll 3 4", "0 robber 18", "0 steal 1 ore", **none) == (2, "OQ-CT-4")


def test_the_friendly_robber_is_held_to():
    """OQ-CT-21."""
    place = {"pieces": PRINTED, "options": {"friendly_robber": True}}
    assert fault("0 roll 3 4", "0 robber 18", **place) == (1, "OQ-CT-21")


def test_the_deck_of_dice_runs_out_of_a_sum():
    """CT-19: there is one 2 in 36 cards; another pair with a sum that is left is taken for it."""
    place = {"options": {"dice": "deck36"}}
    assert fault("0 roll 1 1", "0 end", "1 roll 1 1", **midgame(rolled=False, **place)) == (2, "CT-19")
    played("0 roll 1 2", "0 end", "1 roll 1 2", **midgame(rolled=False, **place))


def test_no_seven_in_the_first_round():
    """CT-60, as an option."""
    place = before_roll(options={"no_seven_first_round": 1}, hands=[{}, {}, {}])
    assert fault("0 roll 3 4", **place) == (0, "CT-60")
    quiet = [word for seat in range(3) for word in (f"{seat} roll 1 1", f"{seat} end")]
    played(*quiet, "0 roll 3 4", **place)


def test_free_roads_must_be_placed():
    """CT-96: both, by the rules of roads, before anything else."""
    place = midgame(cards=[{"seat": 0, "card": "road_building"}])
    assert fault("0 play road_building", "0 end", **place) == (1, "CT-59")
    assert fault("0 play road_building", "0 road 20", "0 buy knight", **place) == (2, "CT-96")
    assert fault("0 play road_building", "0 road 71", **place) == (1, "CT-81")
    played("0 play road_building", "0 road 20", "0 road 28", "0 end", **place)


def test_pieces_run_out():
    """CT-86."""
    five = midgame(
        pieces=pieces(f"0 s0-2-8-10 c17 {path(17, 23, 18)}"), options={"settlements": 4, "cities": 1}
    )
    assert fault("0 settlement 18", **five) == (0, "CT-86")
    assert fault("0 city 8", **five) == (0, "CT-86")
    assert fault("0 road 28", **five | {"options": {"roads": 2}}) == (0, "CT-86")


def test_cards_run_out():
    """CT-91, CT-13."""
    held = [{"seat": 1, "card": "monopoly"}] * 2
    assert fault("0 buy monopoly", **midgame(cards=held)) == (0, "CT-13")
    gone = {f"{name}_cards": 0 for name in ("knight", "victory_point", "road_building", "year_of_plenty")}
    assert fault("0 buy knight", **midgame(cards=held, options=gone)) == (0, "CT-91")


@pytest.mark.parametrize("entry", ["0 play monopoly gold", "0 play monopoly"])
def test_monopoly_names_a_resource(entry):
    """CT-98."""
    assert fault(entry, **midgame(cards=[{"seat": 0, "card": "monopoly"}])) == (0, "CT-98")


@pytest.mark.parametrize("take", ["1 ore", "3 ore", "2 gold", ""])
def test_year_of_plenty_takes_two_cards(take):
    """CT-97."""
    place = midgame(cards=[{"seat": 0, "card": "year_of_plenty"}])
    assert fault(f"0 play year_of_plenty {take}", **place) == (0, "CT-97")


def test_the_bank_gives_what_it_has():
    """CT-78, CT-97."""
    place = midgame(hands=[{"ore": 4}, {"wool": 19}, {}], cards=[{"seat": 0, "card": "year_of_plenty"}])
    assert fault("0 bank 4 ore for 1 wool", **place) == (0, "CT-78")
    assert fault("0 play year_of_plenty 1 wool 1 ore", **place) == (0, "CT-97")


def test_a_worse_rate_is_not_offered():
    """OQ-CT-18 (CT-44)."""
    place = midgame(pieces=pieces("0 s0-42"))
    assert fault("0 bank 4 ore for 1 brick", **place) == (0, "CT-44")
    assert fault("0 bank 3 wool for 1 brick", **place) == (0, "CT-44")
    assert fault("0 bank 2 ore for 1 brick", **place) == (0, "CT-77")
    poor = place | {"hands": [{"ore": 2}, {}, {}]}
    assert fault("0 bank 3 ore for 1 brick", **poor) == (0, "CT-76")


def test_nothing_is_played_after_the_end():
    """CT-116, CT-121."""
    won = midgame(pieces=pieces("0 c0-2-8-10 s17 s49 s51"))
    assert fault("0 end", **won) == (0, "CT-116")
    assert judge(record(**won)).winners == [0]
    short = before_roll(options={"max_turns": 1})
    assert fault("0 roll 1 1", "0 end", "1 roll 1 1", **short) == (2, "CT-121")
    verdict = judge(record("0 roll 1 1", "0 end", **short))
    assert (verdict.legal, verdict.winners) == (True, [])


def test_an_illegal_record_shows_the_scores_before_its_fault():
    place = midgame()
    place["hands"] = [{"grain": 2, "ore": 3}, {}, {}]
    verdict = judge(record("0 city 8", "0 city 28", **place))
    assert (verdict.turn, verdict.rule, verdict.scores) == (1, "CT-80", [3, 2, 2])


# --- setups


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pieces": pieces("0 s8 s13")}, "stands beside another"),
        ({"pieces": pieces("0 s8", "1 s8")}, "two buildings stand on vertex 8"),
        ({"pieces": pieces("0 s8 c8")}, "two buildings stand on vertex 8"),
        ({"pieces": pieces("0 r8", "1 r8")}, "two roads lie on edge 8"),
        ({"pieces": pieces("3 s8")}, "a seat from 0 to 2"),
        ({"pieces": pieces("0 s54")}, "a vertex from 0 to 53"),
        ({"pieces": pieces("0 r72")}, "an edge from 0 to 71"),
        ({"pieces": pieces("0 s0-2-8-10-17-39")}, "no further settlement"),
        ({"pieces": pieces("0 c0-2-8-10-17")}, "no further city"),
        ({"pieces": [{"seat": 0}]}, "a piece is"),
        ({"pieces": [{"seat": 0, "road": 1, "city": 1}]}, "a piece is"),
        ({"pieces": {}}, "a list of objects"),
        ({"hands": [{}, {}]}, "a list of 3 hands"),
        ({"hands": [{}, {}, {"gold": 1}]}, "no object of resources"),
        ({"hands": [{}, {}, {"ore": -1}]}, "no object of resources"),
        ({"hands": [{"ore": 10}, {}, {"ore": 10}]}, "more ore than the 19"),
        ({"hands": [{"ore": 10}, {}, {}], "bank": dict.fromkeys(RESOURCES, 19)}, "9 ore, not 19"),
        ({"bank": {"ore": 19}}, "the bank holds the rest"),
        ({"bank": []}, "no object of resources"),
        ({"cards": [{"seat": 0, "card": "knight"}] * 10, "knights": [0, 5, 0]}, "more cards 'knight'"),
        ({"cards": [{"seat": 0, "card": "joker"}]}, "a card is one of"),
        ({"cards": [{"seat": 0, "card": "knight", "new": 1}]}, "new is true or false"),
        ({"knights": [1, 2]}, "a list of 3 numbers"),
        ({"knights": [3, 4, 0], "largest_army": 0}, "belongs to seat 1"),
        ({"knights": [2, 0, 0], "largest_army": 0}, "belongs to nobody"),
        ({"knights": [3, 3, 2], "largest_army": 2}, "belongs to nobody"),
        ({"longest_road": 0, "pieces": []}, "belongs to nobody"),
        ({"to_move": 3}, "to_move is a seat"),
        ({"rolled": 1}, "true or false"),
        ({"robber": 19}, "a hex from 0 to 18"),
        ({"terrain": ["forest"] * 19}, "hex 9 has a token"),
        ({"terrain": ["desert"] * 19}, "a desert and has no token"),
        ({"harbours": ["generic"] * 9}, "0 of brick; the box has 1"),
        ({"harbours": ["ore"]}, "a list of 9"),
        (
            {"tokens": [10, 2, 9, 12, 6, 4, 10, 9, 11, 0, 3, 8, 8, 3, 4, 5, 5, 6, 10]},
            "3 of 10; the box has 2",
        ),
    ],
)
def test_faults_of_a_setup(given, words):
    """A setup keeps to the box and to what can lie side by side."""
    verdict = judge(record(**given))
    assert (verdict.turn, verdict.rule) == (None, "SETUP")
    assert words in verdict.message
    assert verdict.scores == [0, 0, 0]


def test_awards_of_a_position_follow_from_it():
    """CT-103, CT-110; where several could hold one, the setup says who does (CT-104, CT-108)."""
    five = path(21, 16, 11, 7, 3, 0), path(36, 41, 45, 49, 52, 48)
    place = {"pieces": pieces(f"0 s21 {five[0]}"), "knights": [0, 3, 0]}
    assert [played(**place)[name] for name in ("road_holder", "army_holder")] == [0, 1]
    place["pieces"] += pieces(f"1 s36 {five[1]}")
    assert played(**place)["road_holder"] == -1
    for seat in (0, 1):
        assert played(**place, longest_road=seat)["road_holder"] == seat
    assert fault(**place, longest_road=2) == (None, "SETUP")
    place["knights"] = [3, 3, 0]
    assert played(**place)["army_holder"] == -1  # as long as nobody says whose it is
    assert played(**place, largest_army=1)["army_holder"] == 1


def test_red_numbers_keep_apart_on_a_board_that_says_so():
    """CT-32."""
    tokens = [6, 8, 9, 12, 10, 4, 10, 9, 11, None, 3, 2, 8, 3, 4, 5, 5, 6, 11]
    assert judge(record(tokens=tokens)).legal
    board = json.loads(json.dumps(record(options={"board": "random_tokens"})))
    setup = written(random.Random(1), 3, board="beginner")["setup"]
    board["setup"] = setup | {"tokens": tokens}
    assert judge(board).rule == "SETUP"
    board["setup"] = setup
    assert judge(board).legal


def test_a_board_laid_by_lot_must_be_told():
    """CT-39: a seed is not enough."""
    assert judge(record(options={"board": "spiral"})).rule == "SETUP"
    assert judge(record(options={"board": "explicit"})).rule == "SETUP"


def test_an_explicit_board_need_not_keep_to_the_box():
    """CT-38."""
    setup = {"terrain": ["hills"] * 19, "tokens": [4] * 19, "harbours": ["brick"] * 9, "robber": 0}
    assert judge(record(options={"board": "explicit"}, **setup)).legal


def test_the_printed_pieces_need_no_setup():
    """CT-34."""
    table = played("0 roll 3 5", players=4, options={"pieces": "printed"})
    assert table["n_roads"].tolist() == [2, 2, 2, 2]


def test_whoever_places_first_begins_where_that_is_drawn():
    """OQ-CT-15."""
    assert fault("2 settlement 8") == (0, "CT-45")
    table = played("2 settlement 8", "2 road 13", "0 settlement 41", options={"start": "random"})
    assert table["asked"] == 0


# --- results


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("points", [2, 2, 3], "points[2] is 2, not 3"),
        ("points", 2, "points is [2, 2, 2], not 2"),
        ("winner", 0, "winner is null, not 0"),
        ("winner", [0], "winner is null, not [0]"),
        ("turns", 2, "turns is 1, not 2"),
        ("longest_road", 1, "longest_road is null, not 1"),
        ("hands", [{}, {}, {}], "hands[0] is"),
        ("bank", {}, "bank is"),
    ],
)
def test_a_stated_result_must_agree(part, value, words):
    made = record(**midgame())
    verdict = judge(made | {"result": {part: value}})
    assert (verdict.turn, verdict.rule) == (None, "RESULT")
    assert words in verdict.message
    assert verdict.scores == [2, 2, 2]


def test_what_a_result_leaves_out_is_not_checked():
    made = record(**midgame())
    for result in ({}, None, {"winner": None, "turns": 1}, {"points": [2, 2, 2], "largest_army": None}):
        assert judge(made | {"result": result}).legal


def test_turns_are_counted_by_their_rolls():
    """CT-120: a turn in which nothing has been done is none."""
    place = before_roll(hands=[{}, {}, {}])
    for turns, n in (
        ([], 0),
        (["0 roll 1 1"], 1),
        (["0 roll 1 1", "0 end"], 1),
        (["0 roll 1 1", "0 end", "1 roll 1 1"], 2),
    ):
        assert played(*turns, **place).turns() == n


# --- shapes


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("players", 2, "catan is for 3 to 4 players, not 2"),
        ("players", None, "players must be a whole number"),
        ("options", [], "options must be an object"),
        ("options", {"bank": -1}, "catan: bank=-1 is not allowed"),
        ("options", {"preset": "none"}, "catan has no preset"),
        ("turns", {}, "turns must be a list"),
        ("game", "carcassonne", "this is a record of carcassonne, not of catan"),
        ("game", "settlers", "games: starwars, carcassonne, catan"),
        ("format", 1, "format"),
    ],
)
def test_no_game_can_be_made_of_this(part, value, words):
    assert words in refusal(Referee().judge, record() | {part: value})


@pytest.mark.parametrize(
    "entry", [None, 1, ["end"], [], {}, {"do": "end"}, {"seat": 0}, {"seat": True, "do": "end"}]
)
def test_what_is_no_entry_is_a_fault(entry):
    assert judge(record(entry, **midgame())).rule in ("CT-119", "CT-1")


WORDS = [
    *JUNK,
    *DEEDS,
    *MOVES,
    *CARDS,
    *RESOURCES,
    "desert",
    7,
    12,
    53,
    71,
    -5,
    [None],
    [0, 1, 2, 3],
    {"ore": 1},
]


def check_spoilt(numbers, each, most_turns=None):
    """Whatever is spoilt, there is a verdict or one line; returns the rules that were broken."""
    broken, referee = set(), Referee()
    for number in numbers:
        rng = random.Random(number)
        options = rng.choice(
            [{}, {"trade": "any"}, {"dice": "deck36", "start": "random"}, {"steal": "may_decline"}]
        )
        made = written(rng, rng.choice([3, 4]), game=number, max_turns=rng.choice([5, 30, 80]), **options)
        for attempt in range(each):
            faulty = spoil(made, random.Random(f"{number} {attempt}"), WORDS)
            try:
                verdict = referee.judge(faulty).as_dict()
            except UserError:  # no game can be made of it
                continue
            assert (verdict["rule"] is None) == verdict["legal"]
            json.dumps(verdict, allow_nan=False)
            broken.add(verdict["rule"])
    return broken


def test_spoilt_records_never_raise():
    broken = check_spoilt(range(volume(40, 5)), 10)
    assert len(broken) > volume(20, 5)


@pytest.mark.verify
def test_many_spoilt_records_never_raise():
    assert len(check_spoilt(range(1000, 2000), 20)) > 35


def test_the_referee_does_not_remember():
    """One referee judges many records: the one before leaves nothing behind."""
    referee, fresh = Referee(), Referee()
    made = written(random.Random(3), 4, max_turns=40)
    spoilt = [spoil(made, random.Random(n), WORDS) for n in range(20)]
    for each in [made, *spoilt, made]:
        try:
            found = referee.judge(copy.deepcopy(each))
        except UserError:
            continue
        assert found == fresh.judge(copy.deepcopy(each)) == Referee().judge(each)
