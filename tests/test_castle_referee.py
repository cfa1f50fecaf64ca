"""Game records of Castle: what is written is judged legal, and what is wrong is named by its rule."""

import json
import random
import re

import pytest
from builders import ROOT, volume
from castle_builders import position
from click.testing import CliRunner
from spoiling import JUNK, spoil

from rules.castle.options import Options, settle
from rules.castle.position import setup_entry
from rules.castle.record import Scribe, game_record, result_entry
from rules.castle.referee import Referee, judge
from rules.castle.table import Table
from rules.errors import UserError
from rules.records import FORMAT

pytestmark = pytest.mark.rules

REFEREE = Referee()


def record(setup, *turns, players=3, **parts):
    """A record of these actions."""
    base = {"format": FORMAT, "game": "castle", "options": {}, "players": players, "setup": setup}
    return base | {"turns": list(turns)} | parts


def by(seat, do, **parts):
    """An action of a seat."""
    return {"seat": seat, "do": do, **parts}


def at(row, col, **parts):
    """A place in the castle."""
    return {"at": [row, col], **parts}


def written(players, game, options=None, skip=0, seed=4):
    """The record of a random game; `skip` finished turns are played before it begins."""
    table, rng = Table(), random.Random(game)
    table.open(settle(options or Options(), players), players)
    table.deal(seed, game)
    setup = scribe = None
    while not table["over"]:
        if scribe is None and table["turn"] >= skip:
            setup, scribe, before = setup_entry(table), Scribe(table), table["n_turns"]
        move = table.draw() if table.asks_chance else rng.choice(table.legal())
        if scribe:
            scribe.note(move)
        table.step(move)
    if scribe is None:
        return written(players, game, options, skip // 2)
    result = result_entry(table)
    result["turns"] -= before
    return json.loads(json.dumps(game_record(table, setup, scribe.turns, result)))


def test_the_record_of_the_documentation_is_legal():
    page = (ROOT / "docs" / "game-records.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", page.partition("## Castle")[2], re.S)
    verdict = REFEREE.judge(json.loads(block))
    assert (verdict.legal, verdict.scores) == (True, [3, 2])


# --- what is written is legal


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_records_of_whole_games_are_legal(players):
    """From the deal to the end, with every option and the result."""
    for game in range(volume(25, 2)):
        found = written(players, game)
        verdict = REFEREE.judge(found)
        assert verdict.legal, verdict
        assert verdict.winners == found["result"]["winners"] != []
        assert [sources["hand"] for sources in verdict.by_source] == found["result"]["hands"]
        assert found["options"]["hand"] == {2: 9, 3: 7, 4: 5, 5: 5}[players]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_record_may_begin_with_a_position_in_play(players):
    """Piles, tokens, engines, what lies outside and the card placed last stand in the setup."""
    for game in range(volume(25, 2)):
        found = written(players, game, skip=12 + 3 * game)
        verdict = REFEREE.judge(found)
        assert verdict.legal, verdict
        assert verdict.winners == found["result"]["winners"]


def test_records_under_other_options_are_legal():
    """Three actions, limits, cards taken out."""
    variants = [
        Options(actions=3, merchant_may_win=False, draw_limit="first_hand"),
        Options(max_turns=20, without=("king", "soldier"), stock=2),
        Options(hand=2, stock=1, exchange=12),
    ]
    for game in range(volume(24, 3)):
        verdict = REFEREE.judge(written(3, game, variants[game % 3]))
        assert verdict.legal, verdict


# --- single effects as docs/game-records.md writes them

LEGAL = {
    "send_back": (
        position("(2,2) king/B", hands="queen spy | fool | witch"),
        by(0, "play", card="queen", at=[1, 1], effects=[{"send_back": at(2, 2)}]),
    ),
    "by another": (
        position("(1,1) mistress/B, (0,5) witch/A, (0,1) soldier/C", hands="king spy | fool | archer"),
        by(
            0,
            "play",
            card="king",
            at=[3, 3],
            effects=[{"send_back": at(0, 1)}, {"send_back": at(0, 5), "by": 1}],
        ),
    ),
    "engine": (
        position("", hands="siege_engine spy | fool | witch"),
        by(0, "play", card="siege_engine", wall="E"),
    ),
    "dragon": (
        position("N siege_engine/B, outside fairy/C, (0,1) soldier/B", hands="dragon spy | fool | witch"),
        by(
            0,
            "play",
            card="dragon",
            outside=True,
            effects=[{"send_back": {"wall": "N"}}, {"send_back": at(0, 1)}],
        ),
    ),
    "knight on an engine": (
        position("N siege_engine/B", hands="knight spy | fool | witch"),
        by(0, "play", card="knight", wall="N"),
    ),
    "knight outside": (
        position("outside soldier/B, outside soldier/C", hands="knight spy | fool | witch"),
        by(0, "play", card="knight", outside="soldier", nth=1),
    ),
    "ghost": (
        position("(0,0) archer/B", hands="ghost spy | fool | witch"),
        by(0, "play", card="ghost", at=[0, 0]),
    ),
    "lookout": (
        position("(0,1) soldier/B", hands="lookout spy | fool | witch"),
        by(0, "play", card="lookout", at=[0, 0], effects=[{"move": at(0, 1), "to": at(2, 5)}]),
    ),
    "fairy": (
        position("(0,1) soldier/B", hands="fairy spy | fool | witch"),
        by(0, "play", card="fairy", outside=True, effects=[{"move": at(0, 1), "to": {"outside": True}}]),
    ),
    "fairy and knight": (
        position("(0,1) soldier/B under knight/C", hands="fairy spy | fool | witch"),
        by(0, "play", card="fairy", outside=True, effects=[{"move": at(0, 1), "to": {"outside": "fairy"}}]),
    ),
    "magician": (
        position("outside fairy/B", hands="magician spy | fool | witch"),
        by(0, "play", card="magician", at=[0, 0], effects=[{"to_exchange": {"outside": "fairy"}}]),
    ),
    "assassin": (
        position("(0,1) soldier/B", hands="assassin spy | fool | witch"),
        by(0, "play", card="assassin", at=[1, 1], effects=[{"remove": at(0, 1)}]),
    ),
    "thief": (
        position("(0,1) soldier/B under knight/C", hands="thief spy | fool | witch"),
        by(0, "play", card="thief", at=[1, 1], effects=[{"take_token": at(0, 1, depth=1)}]),
    ),
    "schemer": (
        position("(0,1) soldier/B under knight/C", hands="schemer spy | fool | witch"),
        by(0, "play", card="schemer", at=[1, 1], effects=[{"swap_tokens": [at(0, 1), at(0, 1, depth=1)]}]),
    ),
    "spy": (
        position("(0,1) soldier/B under knight/C, (1,2) prince", hands="spy king | fool | witch"),
        by(0, "play", card="spy", at=[1, 1], effects=[{"tokens": [[at(0, 1), 1], [at(0, 1, depth=1), 2]]}]),
    ),
    "merchant": (
        position("(0,1) soldier/B under knight/C, (1,2) prince", hands="merchant king | fool | witch"),
        by(
            0, "play", card="merchant", at=[1, 1], effects=[{"replace_tokens": [at(0, 1), at(0, 1, depth=1)]}]
        ),
    ),
    "minstrel": (
        position("(1,1) spy/A, (1,2) thief/B", hands="minstrel king | fool | witch"),
        by(0, "play", card="minstrel", at=[2, 2], effects=[{"swap": [at(1, 2), at(1, 1)]}]),
    ),
    "witch": (
        position("", hands="witch king | fool | thief", exchange="spy"),
        by(0, "play", card="witch", at=[0, 0], effects=[{"give": {"card": "spy", "to": 2}}]),
    ),
    "alchemist": (
        position("", hands="alchemist soldier soldier | fool | thief", exchange="spy king queen"),
        by(
            0,
            "play",
            card="alchemist",
            at=[0, 0],
            effects=[{"swap_cards": {"give": ["soldier", "soldier"], "take": ["queen", "spy"]}}],
        ),
    ),
    "courtesan": (
        position("", hands="courtesan soldier | fool king | thief"),
        by(
            0,
            "play",
            card="courtesan",
            at=[1, 1],
            effects=[{"trade": {"with": 1, "give": "soldier", "got": "king"}}],
        ),
    ),
    "fool": (
        position("", hands="fool soldier | king witch | thief spy"),
        by(0, "play", card="fool", at=[1, 1], effects=[{"pass": [[2, "spy"], [0, "soldier"], [1, "king"]]}]),
    ),
    "village idiot": (
        position("", hands="village_idiot soldier | king witch | thief spy"),
        by(
            0,
            "play",
            card="village_idiot",
            at=[1, 1],
            effects=[{"taken": [[1, "soldier"], [2, "witch"], [0, "thief"]]}],
        ),
    ),
    "advisor": (
        position(
            "(1,1) king/B, (0,1) soldier/C", hands="kings_advisor spy | fool | witch", exchange="barbarian"
        ),
        by(
            0,
            "play",
            card="kings_advisor",
            at=[2, 2],
            effects=[{"place": {"card": "barbarian", "outside": True, "effects": [{"send_back": at(0, 1)}]}}],
        ),
    ),
    "knight first": (
        position("(1,1) king/A under knight/B", hands="mistress spy | queen | fool"),
        by(
            0,
            "play",
            card="mistress",
            at=[3, 3],
            effects=[{"move": at(1, 1), "to": at(3, 3)}, {"move": at(1, 1), "to": at(4, 4)}],
        ),
    ),
    "king first": (
        position("(1,1) king/A under knight/B", hands="mistress spy | queen | fool"),
        by(0, "play", card="mistress", at=[3, 3], effects=[{"move": at(1, 1), "to": at(3, 3)}]),
    ),
    "knight onto the king": (
        position("(1,1) king/A, (1,2) spy/B under knight/B", hands="mistress witch | queen | fool"),
        by(0, "play", card="mistress", at=[3, 3], effects=[{"move": at(1, 2), "to": at(1, 1)}]),
    ),
    "nothing possible": (position("", hands="lady_in_waiting | queen | fool"), by(0, "none")),
    "draw": (position("", hands="spy | queen | fool", stocks="king | |"), by(0, "draw")),
    "exchange": (
        position("", hands="spy | queen | fool", exchange="king"),
        by(0, "exchange", give="spy", take="king"),
    ),
}
"""Positions and an action that is legal there."""


@pytest.mark.parametrize("name", LEGAL)
def test_an_action_is_legal(name):
    """And the game goes on: nobody has won."""
    setup, entry = LEGAL[name]
    verdict = judge(record(setup, entry))
    assert verdict.legal, verdict
    assert verdict.winners == []


@pytest.mark.parametrize("name", [name for name in LEGAL if "effects" in LEGAL[name][1]])
def test_an_effect_must_be_listed_and_no_other(name):
    """CA-43: what must be done is listed; CA-44: what cannot be done is not."""
    setup, entry = LEGAL[name]
    lacking = entry | {"effects": entry["effects"][:-1]}
    if name == "knight first":  # then the King came first and stays
        assert judge(record(setup, lacking)).legal
    else:
        assert judge(record(setup, lacking)).rule == "CA-43"
    more = entry | {"effects": [*entry["effects"], {"send_back": at(1, 1)}]}
    verdict = judge(record(setup, more))
    assert not verdict.legal
    assert verdict.rule == ("CA-43" if name == "king first" else "CA-44")


# --- faults

OPEN = position("(0,1) soldier/B, (1,1) king/B", hands="soldier spy | queen | fool", stocks="king | |")
OPEN["stocks"][0] = ["prince"]
OPEN["exchange"] = ["witch"]
PLAY = by(0, "play", card="soldier", at=[0, 2])

FAULTS = {
    "no object": (OPEN, 5, "CA-19"),
    "no such action": (OPEN, by(0, "pass"), "CA-19"),
    "another seat": (OPEN, by(1, "draw"), "CA-17"),
    "no seat": (OPEN, {"do": "draw"}, "CA-17"),
    "true is no seat": (OPEN, by(False, "draw"), "CA-17"),
    "an action lost though one is possible": (OPEN, by(0, "none"), "CA-23"),
    "give what one has not": (OPEN, by(0, "exchange", give="queen", take="witch"), "CA-21"),
    "take what is not there": (OPEN, by(0, "exchange", give="spy", take="fool"), "CA-21"),
    "play what one has not": (OPEN, by(0, "play", card="queen", at=[2, 2]), "CA-22"),
    "no card": (OPEN, by(0, "play", at=[2, 2]), "CA-22"),
    "no place": (OPEN, by(0, "play", card="soldier"), "CA-35"),
    "two places": (OPEN, by(0, "play", card="soldier", at=[0, 2], wall="N"), "CA-35"),
    "off the board": (OPEN, by(0, "play", card="soldier", at=[0, 6]), "CA-35"),
    "another zone": (OPEN, by(0, "play", card="soldier", at=[2, 2]), "CA-35"),
    "a taken space": (OPEN, by(0, "play", card="soldier", at=[0, 1]), "CA-37"),
    "no effects list": (OPEN, by(0, "play", card="soldier", at=[0, 2], effects=3), "CA-44"),
    "an effect of a draw": (OPEN, by(0, "draw", effects=[{"send_back": at(1, 1)}]), "CA-44"),
    "an effect too many": (OPEN, PLAY | {"effects": [{"send_back": at(1, 1)}]}, "CA-44"),
    "an empty stock": (
        position("", hands="spy | queen | fool", exchange="witch"),
        by(0, "draw"),
        "CA-20",
    ),
    "the Herald": (
        position("outside herald/B", hands="king spy | queen | fool"),
        by(0, "play", card="spy", at=[1, 1]),
        "CA-27",
    ),
    "a Knight on nothing": (
        position("(1,1) spy/B", hands="knight king | queen | fool"),
        by(0, "play", card="knight", at=[2, 2]),
        "CA-74",
    ),
    "a Ghost in an empty tower": (
        position("(1,1) spy/B", hands="ghost king | queen | fool"),
        by(0, "play", card="ghost", at=[0, 0]),
        "CA-101",
    ),
    "a second engine": (
        position("N siege_engine/B", hands="siege_engine king | queen | fool"),
        by(0, "play", card="siege_engine", wall="N"),
        "CA-134",
    ),
    "an engine without a wall": (
        position("", hands="siege_engine king | queen | fool"),
        by(0, "play", card="siege_engine", outside=True),
        "CA-134",
    ),
    "the Queen away from the King": (
        position("(1,1) king/B", hands="queen spy | witch | fool"),
        by(0, "play", card="queen", at=[3, 3]),
        "CA-114",
    ),
    "a protected target": (
        position("(0,1) soldier/B, (0,2) captain/B", hands="barbarian spy | witch | fool"),
        by(0, "play", card="barbarian", outside=True, effects=[{"send_back": at(0, 1)}]),
        "CA-78",
    ),
    "beneath a Knight": (
        position("(0,1) soldier/B under knight/B", hands="barbarian spy | witch | fool"),
        by(0, "play", card="barbarian", outside=True, effects=[{"send_back": at(0, 1, depth=1)}]),
        "CA-78",
    ),
    "a protected card moved": (
        position("(0,1) soldier/B, (0,2) captain/B", hands="lookout spy | witch | fool"),
        by(0, "play", card="lookout", at=[0, 0], effects=[{"move": at(0, 1), "to": at(2, 0)}]),
        "CA-78",
    ),
    "moved out of its zone": (
        position("(0,1) soldier/B", hands="lookout spy | witch | fool"),
        by(0, "play", card="lookout", at=[0, 0], effects=[{"move": at(0, 1), "to": at(2, 2)}]),
        "CA-65",
    ),
    "a Knight moved to an empty space": (
        position("(1,1) thief/B under knight/B", hands="princess spy | witch | fool"),
        by(0, "play", card="princess", at=[2, 2], effects=[{"move": at(1, 1), "to": at(3, 3)}]),
        "CA-68",
    ),
    "itself": (
        position("(1,1) thief/B", hands="king spy | witch | fool"),
        by(0, "play", card="king", at=[2, 2], effects=[{"send_back": at(2, 2)}]),
        "CA-47",
    ),
    "a target out of reach": (
        position("(1,1) thief/B, (4,4) prince/B", hands="courtier spy | witch | fool"),
        by(0, "play", card="courtier", at=[2, 2], effects=[{"send_back": at(4, 4)}]),
        "CA-125",
    ),
    "no card there": (
        position("(1,1) thief/B", hands="courtier spy | witch | fool"),
        by(0, "play", card="courtier", at=[2, 2], effects=[{"send_back": at(1, 1, depth=1)}]),
        "CA-125",
    ),
    "another effect": (
        position("(1,1) thief/B", hands="courtier spy | witch | fool"),
        by(0, "play", card="courtier", at=[2, 2], effects=[{"remove": at(1, 1)}]),
        "CA-43",
    ),
    "the assassinated King": (
        position("(1,1) king/B, (1,2) thief/B", hands="assassin spy | witch | fool"),
        by(0, "play", card="assassin", at=[2, 2], effects=[{"remove": at(1, 1)}]),
        "CA-126",
    ),
    "the wrong chooser": (
        position("(1,1) mistress/B, (0,5) witch/A, (0,1) soldier/C", hands="king spy | fool | archer"),
        by(
            0,
            "play",
            card="king",
            at=[3, 3],
            effects=[{"send_back": at(0, 1)}, {"send_back": at(0, 5), "by": 0}],
        ),
        "CA-111",
    ),
    "too few tokens": (
        position("(1,1) king/B, (1,2) thief/B", hands="merchant spy | witch | fool"),
        by(0, "play", card="merchant", at=[2, 2], effects=[{"replace_tokens": [at(1, 1)]}]),
        "CA-110",
    ),
    "a token twice": (
        position("(1,1) king/B, (1,2) thief/B", hands="merchant spy | witch | fool"),
        by(0, "play", card="merchant", at=[2, 2], effects=[{"replace_tokens": [at(1, 1), at(1, 1)]}]),
        "CA-110",
    ),
    "tokens that are not there": (
        position("(1,1) king/B, (1,2) thief/C", hands="spy prince | witch | fool"),
        by(0, "play", card="spy", at=[2, 2], effects=[{"tokens": [[at(1, 1), 1], [at(1, 2), 1]]}]),
        "CA-118",
    ),
    "a token lost": (
        position("(1,1) king/B, (1,2) thief/C", hands="spy prince | witch | fool"),
        by(0, "play", card="spy", at=[2, 2], effects=[{"tokens": [[at(1, 1), 2], [at(1, 2), None]]}]),
        "CA-118",
    ),
    "a card swapped back": (
        position("", hands="alchemist soldier king | fool | thief", exchange="spy"),
        by(
            0,
            "play",
            card="alchemist",
            at=[0, 0],
            effects=[{"swap_cards": {"give": ["soldier", "king"], "take": ["spy", "soldier"]}}],
        ),
        "CA-106",
    ),
    "drawn what is not there": (
        position("", hands="courtesan soldier | fool king | thief"),
        by(
            0,
            "play",
            card="courtesan",
            at=[1, 1],
            effects=[{"trade": {"with": 1, "give": "soldier", "got": "thief"}}],
        ),
        "CA-113",
    ),
    "traded with oneself": (
        position("", hands="courtesan soldier | fool king | thief"),
        by(
            0,
            "play",
            card="courtesan",
            at=[1, 1],
            effects=[{"trade": {"with": 0, "give": "soldier", "got": "king"}}],
        ),
        "CA-113",
    ),
    "nobody passes twice": (
        position("", hands="fool soldier | king witch | thief spy"),
        by(0, "play", card="fool", at=[1, 1], effects=[{"pass": [[0, "soldier"], [0, "soldier"]]}]),
        "CA-121",
    ),
    "one does not pass": (
        position("", hands="fool soldier | king witch | thief spy"),
        by(0, "play", card="fool", at=[1, 1], effects=[{"pass": [[0, "soldier"], [1, "king"]]}]),
        "CA-121",
    ),
    "taken from the left": (
        position("", hands="village_idiot soldier | king witch | thief spy"),
        by(
            0,
            "play",
            card="village_idiot",
            at=[1, 1],
            effects=[{"taken": [[0, "king"], [1, "thief"], [2, "soldier"]]}],
        ),
        "CA-122",
    ),
    "not in the exchange": (
        position("(1,1) king/B", hands="kings_advisor spy | fool | witch", exchange="barbarian"),
        by(0, "play", card="kings_advisor", at=[2, 2], effects=[{"place": {"card": "archer", "at": [0, 0]}}]),
        "CA-127",
    ),
    "placed in the wrong zone": (
        position("(1,1) king/B", hands="kings_advisor spy | fool | witch", exchange="barbarian"),
        by(
            0,
            "play",
            card="kings_advisor",
            at=[2, 2],
            effects=[{"place": {"card": "barbarian", "at": [0, 0]}}],
        ),
        "CA-35",
    ),
    "the King stays though he could move": (
        position("(1,1) king/A, (1,2) spy/B under knight/B", hands="mistress witch | queen | fool"),
        by(0, "play", card="mistress", at=[3, 3], effects=[{"move": at(1, 2), "to": at(3, 3)}]),
        "CA-43",
    ),
}
"""Positions, an action that breaks a rule there, and the rule."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_by_its_rule(name):
    """The verdict names the turn and the rule, keeps the scores from before it, and has no winners."""
    setup, entry, rule = FAULTS[name]
    verdict = judge(record(setup, entry))
    assert (verdict.legal, verdict.turn, verdict.rule) == (False, 0, rule), verdict
    assert verdict.message
    assert "\n" not in verdict.message
    assert verdict.scores == [
        len(hand) + len(stock) for hand, stock in zip(setup["hands"], setup["stocks"], strict=True)
    ]
    assert verdict.winners == []


def test_nothing_follows_the_end_of_the_game():
    """CA-31, CA-33, CA-34: by the reason of the end."""
    out = position("", hands="soldier | queen | fool")
    play = by(0, "play", card="soldier", at=[0, 1])
    assert judge(record(out, play)).winners == [0]
    verdict = judge(record(out, play, by(0, "none")))
    assert (verdict.turn, verdict.rule) == (1, "CA-31")
    blocked = position("", hands="lady_in_waiting | kings_advisor | ambassador")
    assert judge(record(blocked)).winners == [0, 1, 2]
    assert judge(record(blocked, by(0, "none"))).rule == "CA-33"
    drawn = position("", hands="spy | queen | fool", stocks="king thief | |")
    verdict = judge(record(drawn, by(0, "draw"), by(0, "draw"), by(1, "none"), options={"max_turns": 1}))
    assert (verdict.turn, verdict.rule) == (2, "CA-34")


def test_the_limit_of_draws_is_named():
    """CA-V2."""
    hand = "spy king thief witch prince archer soldier"
    setup = position("", hands=f"{hand} | queen | fool", stocks="soldier | |")
    assert judge(record(setup, by(0, "draw"))).legal
    assert judge(record(setup, by(0, "draw"), options={"draw_limit": "first_hand"})).rule == "CA-V2"


# --- setups


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": [["spy"]]}, "one list for each of 3 seats"),
        ({"hands": 3}, "hands is a list"),
        ({"hands": [["spi"], [], []]}, "there is no card"),
        ({"hands": [["spy", "spy"], [], []]}, "the box has no further 'spy'"),
        ({"exchange": "spy"}, "exchange is a list"),
        ({"first": 3}, "first is a seat"),
        ({"castle": [{"at": [1, 1], "pile": []}]}, "is not a pile"),
        ({"castle": [{"at": [1, 6], "pile": [{"card": "spy"}]}]}, "there is no space"),
        ({"castle": [{"at": [0, 1], "pile": [{"card": "spy"}]}]}, "cannot lie on"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "spy", "token": 3}]}]}, "a token is a seat or null"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "knight"}]}]}, "one card with Knights on it"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": "spy"}, {"card": "king"}]}]}, "one card with Knights"),
        ({"castle": [{"at": [1, 1], "pile": [{"card": c}]} for c in ("spy", "king")]}, "two piles lie on"),
        ({"outside": [{"pile": [{"card": "siege_engine"}]}]}, "faces one of the walls"),
        ({"outside": [{"pile": [{"card": "siege_engine"}], "wall": "N"}] * 2}, "two siege engines"),
        ({"outside": [{"pile": [{"card": "fairy"}], "wall": "N"}]}, "faces no wall"),
        ({"last_placed": "spi"}, "a card in play"),
        ({"last_placed": 7}, "a card in play"),
        ({"outside": [{"pile": [{"card": "soldier"}]}] * 2, "last_placed": "soldier"}, "several 'soldier'"),
    ],
)
def test_an_inconsistent_setup_is_refused(change, words):
    """Rule SETUP, and no turn at fault."""
    setup = {"hands": [[], [], []], "stocks": [[], [], []], "exchange": [], "first": 0} | change
    verdict = judge(record(setup))
    assert (verdict.legal, verdict.turn, verdict.rule) == (False, None, "SETUP")
    assert words in verdict.message


@pytest.mark.parametrize("setup", [None, [], 3])
def test_a_record_needs_a_setup(setup):
    """The referee draws nothing, so there is no standard one."""
    assert judge(record(setup)).rule == "SETUP"


def test_parts_of_a_setup_may_be_left_out():
    """They are empty, and seat 0 begins; what the Assassin took is listed."""
    verdict = judge(
        record({"hands": [["spy"], [], []], "removed": ["king"]}, by(0, "play", card="spy", at=[1, 1]))
    )
    assert verdict.winners == [0]


# --- results


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"winners": [1]}, "winners[0] is 0, not 1"),
        ({"reason": "blocked"}, 'reason is "out", not "blocked"'),
        ({"reason": None}, 'reason is "out", not null'),
        ({"turns": 2}, "turns is 1, not 2"),
        ({"hands": [0, 1]}, "hands is [0, 1, 1], not [0, 1]"),
        ({"stocks": [0, 0, 1]}, "stocks[2] is 0, not 1"),
        (4, "a result is an object"),
    ],
)
def test_a_stated_result_must_agree(result, words):
    """Rule RESULT; what is left out is not checked."""
    setup = position("", hands="soldier | queen | fool")
    play = by(0, "play", card="soldier", at=[0, 1])
    assert judge(record(setup, play, result={"winners": [0], "reason": "out", "hands": [0, 1, 1]})).legal
    verdict = judge(record(setup, play, result=result))
    assert (verdict.turn, verdict.rule) == (None, "RESULT")
    assert words in verdict.message


def test_an_unfinished_game_has_no_winner():
    """Its reason is null."""
    setup = position("", hands="soldier spy | queen | fool")
    play = by(0, "play", card="soldier", at=[0, 1])
    assert judge(record(setup, play, result={"winners": [], "reason": None, "turns": 1})).legal
    assert judge(record(setup, play, result={"winners": [], "reason": "out"})).rule == "RESULT"


# --- what is no game at all


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": 6}, "castle is for 2 to 5 players"),
        ({"players": "3"}, "players must be a whole number"),
        ({"options": {"hands": 3}}, "castle has no option 'hands'"),
        ({"options": {"preset": "old"}}, "castle has no preset"),
        ({"turns": {}}, "turns must be a list"),
        ({"game": "carcassonne"}, "not of castle"),
    ],
)
def test_what_is_no_game_is_refused(change, words):
    """With one line that says what is wrong."""
    with pytest.raises(UserError, match=words):
        judge(record(position("", hands="spy | |", players=3)) | change)


def test_spoilt_records_never_break_the_referee():
    """Any JSON value in any place gives a verdict or a refusal."""
    rng = random.Random(1)
    junk = [
        *JUNK,
        "soldier",
        "knight",
        "N",
        "king",
        {"at": [1, 1]},
        {"outside": True},
        {"wall": "N"},
        [["spy"]],
    ]
    whole = [written(2 + game % 4, game) for game in range(volume(12, 3))]
    whole += [record(*LEGAL[name]) for name in LEGAL]
    illegal = 0
    for _ in range(volume(1500, 150)):
        spoilt = spoil(rng.choice(whole), rng, junk)
        try:
            verdict = REFEREE.judge(spoilt)
        except UserError:
            continue
        illegal += not verdict.legal
        json.dumps(verdict.as_dict())
    assert illegal > 50


def test_the_command_line_judges_records(tmp_path):
    """`simulate referee` shows cards left in hand and in stock."""
    from simulate.commands.referee import command

    path = tmp_path / "game.json"
    setup = position("", hands="soldier | queen spy | fool", stocks="| king |", players=3)
    path.write_text(json.dumps(record(setup, by(0, "play", card="soldier", at=[0, 1]))), encoding="utf-8")
    done = CliRunner().invoke(command, [str(path)])
    assert done.exit_code == 0
    assert "seat  score  hand  stock" in done.output
    assert done.output.count("wins") == 1
