"""The naive twin of Castle against the rule page, and against itself."""

import copy
import itertools
import json
import random
from collections import Counter

import pytest
from castle_examples import ALL, CARDS, COURTYARD, EXAMPLES, FORM, HOUSE, RULES
from castle_notation import agreement, effects, game, pile, place, turn
from naive.castle import (
    STYLES,
    adjacent,
    all_cards,
    cards_in_play,
    completions,
    heads,
    is_protected,
    judge,
    lay_setup,
    legal_actions,
    new_position,
    places,
    play_entry,
    play_random,
    position_after,
    random_setup,
    spaces_in,
    zone,
)
from naive.castle_board import card_named
from naive.castle_cards import KINDS
from naive.castle_compare import compare
from naive.castle_spoil import ENTRY_WAYS, spoilt
from naive.castle_spoil_effects import EFFECT_WAYS
from naive.castle_spoil_records import RECORD_WAYS
from naive.castle_turns import complete, next_question
from spoiling import JUNK, spoil

EVERY_EXAMPLE = [*range(1, 11), *range(12, 16), *range(17, 21), *range(22, 27), 28]


def numbers(small, large):
    """So many numbers by default, and more for `make verify`."""
    return [*range(small), *(pytest.param(n, marks=pytest.mark.verify) for n in range(small, large))]


def table(board="", players=3, **rest):
    """A position by its notation."""
    return position_after(game(board, players=players, **rest))


def check(example):
    """The twin's verdict on an example is the stated one."""
    verdict = judge(example.record)
    assert agreement(verdict, example.verdict) == [], verdict["message"]


# --- the examples of the rule page and beyond


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_rule_page(name):
    """EX-CA-1 to EX-CA-28."""
    check(EXAMPLES[name])


@pytest.mark.parametrize("name", RULES)
def test_general_rules(name):
    """What the general rules allow and what they forbid."""
    check(RULES[name])


@pytest.mark.parametrize("name", HOUSE)
def test_variants(name):
    """CA-V1 and CA-V2."""
    check(HOUSE[name])


@pytest.mark.parametrize("name", [*CARDS, *COURTYARD])
def test_cards(name):
    """Every card: it works, it cannot work, it must not."""
    check({**CARDS, **COURTYARD}[name])


@pytest.mark.parametrize("name", FORM)
def test_setups_results_and_forms(name):
    """What is no position, no result and no entry."""
    check(FORM[name])


def test_every_example_is_there():
    """No example of the rule page is left out, and every card has at least three records."""
    numbers = {int(name.split(",")[0].removeprefix("EX-CA-")) for name in EXAMPLES}
    assert sorted(numbers) == EVERY_EXAMPLE
    of_cards = Counter(name.split()[0] for name in [*CARDS, *COURTYARD])
    assert all(of_cards[rule] >= 3 for _, _, _, rule in KINDS.values())


def test_every_record_survives_json():
    """Records and verdicts are plain data."""
    for example in ALL.values():
        assert json.loads(json.dumps(example.record)) == example.record
        json.dumps(judge(example.record))


def test_an_illegal_record_shows_the_position_before_the_fault():
    """A faulty entry leaves everything where it was, and nobody has won."""
    verdict = judge(game("prince/B(1,1)", "A spy(4,4)", "A courtier(1,2)", A="spy courtier"))
    assert (verdict["rule"], verdict["turn"], verdict["winners"]) == ("CA-43", 1, [])
    assert verdict["hands"] == [["courtier"], [], []]
    assert [entry["at"] for entry in verdict["castle"]] == [[1, 1], [4, 4]]


@pytest.mark.parametrize("options", [{"draw_limits": "none"}, {"draw_limit": "low"}, {"max_turns": 0}])
def test_options_are_refused_by_name(options):
    """An option that does not exist is no fault of the game but of the record."""
    with pytest.raises(ValueError, match=next(iter(options))):
        judge(game("", **options))


# --- the board


def test_zones():
    """CA-2 to CA-5: four towers, sixteen spaces of ramparts, sixteen of courtyard."""
    assert [len(spaces_in(name)) for name in ("towers", "ramparts", "courtyard")] == [4, 16, 16]
    assert zone(None) == "outside"


@pytest.mark.parametrize(
    ("space", "around"),
    [
        ((1, 1), {"towers": 1, "ramparts": 4, "courtyard": 3}),
        ((1, 2), {"ramparts": 3, "courtyard": 5}),
        ((2, 2), {"courtyard": 8}),
        ((0, 0), {"ramparts": 2, "courtyard": 1}),
        ((0, 1), {"towers": 1, "ramparts": 2, "courtyard": 2}),
        ((0, 2), {"ramparts": 2, "courtyard": 3}),
    ],
)
def test_neighbours(space, around):
    """CA-7: how many spaces of each zone are adjacent."""
    spaces = [(row, col) for row in range(6) for col in range(6)]
    assert Counter(zone(other) for other in spaces if adjacent(space, other)) == around


def test_adjacent_pairs():
    """CA-7: 110 pairs; nothing is adjacent to the outside (CA-8)."""
    spaces = [(row, col) for row in range(6) for col in range(6)]
    assert sum(adjacent(one, other) for one, other in itertools.combinations(spaces, 2)) == 110
    assert not any(adjacent(space, None) or adjacent(None, space) for space in spaces)


def test_notation():
    """What the notation of the examples stands for."""
    assert pile("queen/B+knight/-(2,1)") == {
        "at": [2, 1],
        "pile": [{"card": "queen", "token": 1}, {"card": "knight", "token": None}],
    }
    assert place("@soldier#1-2") == {"outside": "soldier", "nth": 1, "depth": 2}
    assert effects("place king(1,1): send_back (0,0); send_back @N by B") == [
        {
            "place": {
                "card": "king",
                "at": [1, 1],
                "effects": [{"send_back": {"at": [0, 0]}}, {"send_back": {"wall": "N"}, "by": 1}],
            }
        }
    ]
    assert turn("C dragon@out") == {"seat": 2, "do": "play", "card": "dragon", "outside": True}


# --- what is open to a player


@pytest.mark.parametrize(
    ("board", "kind", "number"),
    [
        ("", "prince", 16),
        ("", "soldier", 16),
        ("", "archer", 4),
        ("", "dragon", 1),
        ("", "siege_engine", 4),
        ("", "ghost", 0),
        ("", "knight", 0),
        ("", "queen", 16),
        ("", "mistress", 16),
        ("", "prince_charming", 16),
        *(("", kind, 0) for kind in ("lady_in_waiting", "kings_advisor", "ambassador")),
        ("king/A(2,2)", "queen", 8),
        ("king/A(1,1)", "queen", 3),
        ("king/A(1,1) prince/A(4,4)", "kings_advisor", 3),
        ("prince/A(4,4)", "kings_advisor", 3),
        ("queen/A(1,1) princess/A(4,4)", "lady_in_waiting", 6),
        ("queen/A(1,2) princess/A(1,3)", "lady_in_waiting", 6),
        ("queen/A(2,2)", "mistress", 0),
        ("princess/A(1,2)", "prince_charming", 5),
        ("princess/A@out", "prince_charming", 16),
        ("siege_engine/A@N", "siege_engine", 3),
        ("archer/A(0,0) witch/A+knight/A(5,5)", "ghost", 1),
        ("archer/A(0,0)", "witch", 3),
        ("prince/A+knight/A(1,1) fairy/A@out siege_engine/A@N", "knight", 3),
    ],
)
def test_places(board, kind, number):
    """How many places a card has (CA-35 to CA-37 and its condition)."""
    assert len(places(table(board), kind)) == number


def test_all_actions_of_a_small_position():
    """Draw, two exchanges, and the Courtier on sixteen spaces with one choice each where there is any."""
    position = table("soldier/B(0,1) soldier/C(0,2)", A="courtier", exchange="spy king")
    found = list(legal_actions(position))
    done = Counter(entry["do"] for entry in found)
    # (1,1) and (1,2) are beside both soldiers, (1,3) beside one
    assert done == {"draw": 1, "exchange": 2, "play": 13 + 2 * 2 + 1}


def test_mistress_has_either_order():
    """EX-CA-28: Knight then King to any of 14 spaces, or the Knight alone; on 15 spaces."""
    position = table("king/A+knight/B(1,1)", A="mistress")
    found = [entry for entry in legal_actions(position) if entry["do"] == "play"]
    assert len(found) == 15 * (14 + 1)


def test_advisor_lists_every_card_with_a_place():
    """CA-127: the Spy and the Courtier on any of 14 free spaces, with their effects, the Ghost nowhere."""
    position = table("king/A(1,1)", A="kings_advisor", exchange="spy ghost courtier")
    placed = Counter(
        (entry["effects"][0]["place"]["card"], tuple(entry["at"]), tuple(entry["effects"][0]["place"]["at"]))
        for entry in legal_actions(position)
        if entry["do"] == "play"
    )
    assert Counter(card for card, _, _ in placed) == {"spy": 3 * 14, "courtier": 3 * 14}
    # on (2,2) beside (1,1) and (1,2): either may be sent back, and the tokens, both A's, look the same
    assert placed["courtier", (1, 2), (2, 2)] == 2
    assert placed["spy", (1, 2), (2, 2)] == 1
    assert placed["courtier", (1, 2), (4, 4)] == 1


@pytest.mark.parametrize("name", ALL)
def test_last_entry_of_an_example_is_open_or_not(name):
    """An entry is legal just if some listed action has the same effects, or another way to write them."""
    record, verdict = ALL[name].record, ALL[name].verdict
    number = len(record["turns"]) - 1 if verdict["legal"] else verdict["turn"]
    if number is None or number < 0:
        return
    position = position_after(record, number)
    if position["reason"] is not None:
        assert not verdict["legal"]
        return
    after = copy.deepcopy(position)
    entry = record["turns"][number]
    if not verdict["legal"]:
        listed = [json.dumps(other, sort_keys=True) for other in same_head(position, entry)]
        assert json.dumps(entry, sort_keys=True) not in listed
        return
    play_entry(after, entry)
    assert any(result_is(position, other, after) for other in same_head(position, entry))


def same_head(position, entry):
    """The listed actions that play the same card on the same place, or do the same other thing."""
    for head in heads(position):
        if all(entry.get(key) == head[key] for key in head):
            yield from completions(position, head)


def result_is(position, entry, after):
    """Does this entry lead to that position?"""
    trial = copy.deepcopy(position)
    play_entry(trial, entry)
    return trial == after


def test_asking_leaves_the_table_alone():
    """What is open is asked without moving anything."""
    position = table("king/A+knight/B(1,1) soldier/C(0,1)", A="mistress courtier", exchange="spy")
    before = copy.deepcopy(position)
    list(legal_actions(position))
    assert position == before


# --- random games


def random_game(number, **parts):
    """A random game for 2 to 5 players in each style."""
    style = list(STYLES)[number // 4 % len(STYLES)]
    return play_random(2 + number % 4, random.Random(number), style=style, **parts)


@pytest.mark.parametrize("number", numbers(6, 200))
def test_random_games_judge_as_legal(number):
    """What play_random plays, judge finds legal, with the same result."""
    record = random_game(number)
    verdict = judge(record)
    assert verdict["legal"], verdict["message"]
    assert verdict["cards"] == (54 if record["players"] == 2 else 56)


@pytest.mark.parametrize("number", numbers(12, 200))
def test_random_positions_judge_as_legal(number):
    """From positions that play need not reach: forty entries, no card lost, piles as they must be."""
    players, rng = 2 + number % 4, random.Random(1000 + number)
    setup = random_setup(players, rng, density=rng.choice([0.2, 0.5, 0.8, 0.95]))
    options = {"max_turns": rng.choice([5, 1000]), "merchant_may_win": rng.random() < 0.5}
    options["draw_limit"] = rng.choice(["none", "first_hand"])
    record = play_random(players, rng, options, setup, "player", limit=40)
    verdict = judge(record)
    assert verdict["legal"], verdict["message"]
    position = position_after(record)
    assert all_cards(position) == all_cards(position_after(record, 0))
    for lying in position["piles"]:
        lowest, *above = [card["card"] for card in lying["cards"]]
        assert lowest != "knight"
        assert all(kind == "knight" for kind in above)
        assert (lying["wall"] is not None) == (lowest == "siege_engine")
        assert lying["at"] is None or zone(lying["at"]) == KINDS[lowest][1]


def test_play_random_is_a_function_of_its_arguments():
    """The same seed gives the same record; another gives another."""
    one, again, other = (play_random(3, random.Random(seed), limit=30) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def sheltered(position):
    """The numbers of all protected cards, worked out the other way round: from what protects (CA-79)."""
    cards = cards_in_play(position)
    found = {n for n, card in enumerate(cards) if card["card"] == "ambassador"}
    spots = [
        (n, there, level) for there in position["piles"] for level, n in enumerate(places_of(cards, there))
    ]
    for _, there, level in spots:
        found |= {n for n, other, below in spots if other is there and below == level - 1}
    for protector, there, _ in spots:
        card, at = cards[protector], there["at"]
        if card["card"] == "captain" and at:
            line = [other["at"] for other in position["piles"] if other["at"] and same_wall(other["at"], at)]
            found |= {n for n, other, level in spots if other["at"] in line and level == 0 and n != protector}
        if card["card"] == "priest" and at and card["token"] is not None:
            ring = {(at[0] + down, at[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {at}
            found |= {
                n for n, other, _ in spots if other["at"] in ring and cards[n]["token"] == card["token"]
            }
    return found


def places_of(cards, lying):
    """The places of a pile's cards in the list of all cards."""
    return [next(n for n, other in enumerate(cards) if other is card) for card in lying["cards"]]


def same_wall(one, other):
    """Do two rampart spaces share a row or a column of the rim?"""
    return any(one[axis] == other[axis] and one[axis] in (0, 5) for axis in (0, 1)) and zone(one) == zone(
        other
    )


@pytest.mark.parametrize("number", numbers(24, 400))
def test_protection_the_other_way_round(number):
    """Asking every card who protects it, and every card whom it protects, gives the same (CA-78 to CA-82)."""
    rng = random.Random(3000 + number)
    position = new_position(2 + number % 4)
    lay_setup(position, random_setup(2 + number % 4, rng, density=rng.choice([0.5, 0.9])))
    found = {n for n, card in enumerate(cards_in_play(position)) if is_protected(position, card)}
    assert found == sheltered(position)


@pytest.mark.parametrize("number", range(12))
def test_every_answer_is_accepted_and_no_target_protected(number):
    """What a question lists it accepts, and no card to be sent back, taken or moved is protected (CA-78)."""
    rng = random.Random(2000 + number)
    position = new_position(3)
    lay_setup(position, random_setup(3, rng, density=0.7))
    found = heads(position)
    for head in rng.sample(found, min(15, len(found))):
        answers = []
        while (question := next_question(position, head, answers)) is not None:
            listed = list(itertools.islice(question.options(), 400))
            for entry in listed:
                question.check_entry(entry)
                for key in {"send_back", "to_exchange", "remove", "move"} & set(entry):
                    card = card_named(question.position, entry[key])
                    assert not is_protected(question.position, card)
            assert len({json.dumps(entry, sort_keys=True) for entry in listed}) == len(listed)
            answers.append(rng.choice(listed))
        play_entry(copy.deepcopy(position), complete(position, head, answers))


# --- boards turned, seats relabelled


def turned(value):
    """A record with the board turned a quarter clockwise."""
    if isinstance(value, dict):
        return {
            key: [part[1], 5 - part[0]]
            if key == "at"
            else dict(zip("NESW", "ESWN", strict=True)).get(part, part)
            if key == "wall"
            else turned(part)
            for key, part in value.items()
        }
    return [turned(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("number", range(2))
def test_a_turned_board_is_the_same_game(number):
    """No rule knows north from east."""
    record = random_game(number)
    verdict = judge(turned(record))
    assert verdict["legal"], verdict["message"]
    assert {key: verdict[key] for key in ("winners", "turns", "hands")} == {
        key: judge(record)[key] for key in ("winners", "turns", "hands")
    }


def test_examples_on_a_turned_board():
    """The same faults at the same entries."""
    for example in ALL.values():
        if example.record.get("setup") and example.name not in FORM:
            verdict = judge(turned(example.record))
            assert [verdict["legal"], verdict["turn"], verdict["rule"]] == [
                example.verdict["legal"],
                example.verdict["turn"],
                example.verdict["rule"],
            ], example.name


# --- faults put into random games


@pytest.mark.parametrize("number", numbers(2, 100))
def test_faults_put_into_random_games(number):
    """A legal game spoilt in one place is illegal at that entry, by that rule."""
    record = random_game(number)
    for faulty in spoilt(record, random.Random(number)):
        verdict = judge(faulty.record)
        if faulty.known:
            found = verdict["legal"], verdict["turn"], verdict["rule"]
            assert found == (False, faulty.turn, faulty.rule), (faulty.way, verdict["message"])


def test_every_way_of_spoiling_is_met():
    """Among a few games each way is possible at least once; for the King's duty one is made."""
    duty = game("herald/A@out prince/B(1,1)", "A king(2,2): send_back (1,1)", A="king")
    ways = {faulty.way for faulty in spoilt(duty, random.Random(0))}
    for number in range(4):
        ways |= {faulty.way for faulty in spoilt(random_game(number), random.Random(number))}
    assert ways >= {*ENTRY_WAYS, *EFFECT_WAYS, *RECORD_WAYS}


@pytest.mark.parametrize("number", numbers(8, 100))
def test_junk_has_a_verdict_or_is_refused(number):
    """Whatever is spoilt, there is a fault with a rule or one ValueError, and nothing else."""
    records = [example.record for example in ALL.values()]
    for attempt in range(20):
        rng = random.Random(f"{number} {attempt}")
        faulty = spoil(rng.choice(records), rng, [*JUNK, "king", "knight", "N"])
        try:
            verdict = judge(faulty)
        except ValueError:
            continue
        assert verdict["legal"] == (verdict["rule"] is None)


# --- the comparison with another referee


def test_compare_finds_every_difference():
    """compare() is silent on the twin's own verdicts and speaks of each that is changed."""
    record = random_game(0)
    own = judge(record)
    assert compare(record, own) == []
    counted = own | {"hands": [len(cards) for cards in own["hands"]], "stocks": [0] * 2}
    assert compare(record, counted) == []
    for key, value in (
        ("legal", False),
        ("winners", []),
        ("turns", 1),
        ("hands", [["spy"], []]),
        ("outside", []),
    ):
        assert compare(record, own | {key: value}) != []
