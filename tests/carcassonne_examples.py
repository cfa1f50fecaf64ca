"""The worked examples of the Carcassonne rule page, its traps, and records with faults, as data.

`EXAMPLES[name]` is an `Example`: a game record and what a referee must say of it. Names are the numbers of
the rule page (EX-CC-7), with a few words where one number has several records. `VARIANTS` does the same for
every option, for the River and for the traps, `FAULTS` for what is not allowed. Every record is judged alone:

    for example in ALL.values():
        verdict = referee(example.record)
        assert {key: verdict[key] for key in example.verdict} == example.verdict

Boards are written as on the rule page: `D(0,0)r0` is a tile, and `R.city0` after it a meeple of Red (seat 0),
Blue (1), Yellow (2) or Green (3) that lies there from the start. In a turn `city0` is the meeple that is
placed and `-C` a tile that was drawn and fitted nowhere.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A record, what it shows, and the part of the referee's verdict that it fixes."""

    name: str
    shows: str
    record: dict
    verdict: dict


EXAMPLES: dict[str, Example] = {}
VARIANTS: dict[str, Example] = {}
FAULTS: dict[str, Example] = {}

# EX-CC-27: the places for each tile beside the start tile alone
PLACEMENTS = {
    **{"A": 5, "B": 1, "C": 1, "D": 6, "E": 4, "F": 2, "G": 2, "H": 2},
    **{"I": 4, "J": 6, "K": 6, "L": 7, "M": 4, "N": 4, "O": 6, "P": 6},
    **{"Q": 4, "R": 4, "S": 5, "T": 5, "U": 3, "V": 6, "W": 7, "X": 2},
}


# --- builders

TILE = re.compile(r"([A-Z]+)\((-?\d+),(-?\d+)\)r(\d)")
MEEPLE = re.compile(r"(?:([RBYG])\.)?([a-z]+)(\d)")


def tile(text):
    """The tile of a notation like D(0,0)r0."""
    name, x, y, rotation = TILE.fullmatch(text).groups()
    return {"tile": name, "at": [int(x), int(y)], "rotation": int(rotation)}


def meeple(text):
    """The meeple of a notation like city0, or R.city0 with its owner."""
    owner, on, segment = MEEPLE.fullmatch(text).groups()
    entry = {"on": on, "segment": int(segment)}
    return {"seat": "RBYG".index(owner)} | entry if owner else entry


def lay(text):
    """The setup of a notation, each meeple on the tile before it."""
    setup = []
    for word in text.split():
        if "(" in word:
            setup.append(tile(word))
        else:
            setup[-1].setdefault("meeples", []).append(meeple(word))
    return setup


def turn(seat, text):
    """One turn of a notation."""
    entry = {"seat": seat, "tile": None, "meeple": None}
    for word in text.split():
        if word.startswith("-"):
            entry.setdefault("discarded", []).append(word.removeprefix("-"))
        elif "(" in word:
            entry |= tile(word)
        else:
            entry["meeple"] = meeple(word)
    return entry


def game(setup, *turns, players=2, final=True, result=None, **options):
    """A record by its notation; the seats take turns. A setup of None is the standard one."""
    record = {
        "format": "houserules-game/1",
        "game": "carcassonne",
        "options": options,
        "players": players,
        "turns": [turn(number % players, text) for number, text in enumerate(turns)],
        "final": final,
    }
    if setup is not None:
        record["setup"] = lay(setup)
    return record | ({"result": result} if result else {})


def with_turn(record, number, **parts):
    """The record with other parts in one of its turns."""
    turns = list(record["turns"])
    turns[number] = turns[number] | parts
    return record | {"turns": turns}


def earned(**points):
    """Points of one seat by source; what is not named is 0."""
    return dict.fromkeys(("city", "road", "cloister", "farm"), 0) | points


def gives(shelf, name, shows, record, *by_seat, winners=None):
    """Shelve a legal record with the points of each seat by source, and perhaps the winners."""
    assert name not in shelf, name
    verdict = {
        "legal": True,
        "turn": None,
        "rule": None,
        "scores": [sum(seat.values()) for seat in by_seat],
        "by_source": list(by_seat),
    }
    if winners is not None:
        verdict["winners"] = list(winners)
    shelf[name] = Example(name, shows, record, verdict)


METHODS = {"per_city": 4, "per_field": 3, "per_field_once": 3}


def farms_give(shelf, name, shows, board, *units, players=2):
    """Shelve a board under each method, `units` being how many times each seat is paid under it."""
    text, *turns = [board] if isinstance(board, str) else board
    for (method, points), paid in zip(METHODS.items(), units, strict=True):
        record = game(text, *turns, players=players, farm_method=method, farm_points=points)
        gives(shelf, f"{name}, {method}", shows, record, *(earned(farm=points * count) for count in paid))


def breaks(name, shows, record, rule, at_turn=0):
    """Shelve a record with a fault: the rule it breaks and the turn in which it does."""
    assert name not in FAULTS, name
    FAULTS[name] = Example(name, shows, record, {"legal": False, "turn": at_turn, "rule": rule})


NOTHING = earned()

# --- roads

gives(
    EXAMPLES,
    "EX-CC-1",
    "a road from crossroads to crossroads is complete: 3 tiles",
    game("D(0,0)r0 R.road0", "W(1,0)r0", "W(-1,0)r0", final=False),
    earned(road=3),
    NOTHING,
    winners=[],
)
gives(
    EXAMPLES,
    "EX-CC-2",
    "an incomplete road of two tiles at the end",
    game("D(0,0)r0 R.road0", "W(1,0)r0"),
    earned(road=2),
    NOTHING,
    winners=[0],
)
LOOP = "V(0,0)r2 R.road0 V(1,0)r1 V(1,1)r0"
gives(
    EXAMPLES,
    "EX-CC-3",
    "a loop of four curves is complete; a farmer may stand on the enclosed farm and scores 0",
    game(LOOP, "V(0,1)r3 field1"),
    earned(road=4),
    NOTHING,
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-CC-4",
    "a crossroads in the loop counts once though two of its arms belong to the road",
    game("X(0,0)r0 V(1,0)r1 R.road0 V(1,1)r0", "V(0,1)r3", final=False),
    earned(road=4),
    NOTHING,
)

# --- cities

gives(
    EXAMPLES,
    "EX-CC-5",
    "a complete city of three tiles with a pennant",
    game("F(0,0)r0 R.city0 E(-1,0)r1", "E(1,0)r3", final=False),
    earned(city=8),
    NOTHING,
)
gives(
    EXAMPLES,
    "EX-CC-5, incomplete",
    "the same city open at the end: two tiles and a pennant",
    game("F(0,0)r0 R.city0 E(-1,0)r1"),
    earned(city=3),
    NOTHING,
)
for size, points in (("half", 2), ("full", 4)):
    gives(
        EXAMPLES,
        f"EX-CC-6, {size}",
        "a complete city of two tiles",
        game("E(0,0)r0 R.city0", "E(0,1)r2", small_city=size, final=False),
        earned(city=points),
        NOTHING,
    )
    gives(
        EXAMPLES,
        f"EX-CC-6, {size}, open",
        "a single open city tile is 1 point under both",
        game("E(0,0)r0 R.city0", small_city=size),
        earned(city=1),
        NOTHING,
    )
RING = "N(0,1)r1 N(1,1)r2 N(1,0)r3"
gives(
    EXAMPLES,
    "EX-CC-7",
    "two segments of one tile in one city count once: 4 tiles",
    game("I(0,0)r0 R.city0 N(0,1)r1 N(1,1)r2", "N(1,0)r3", final=False),
    earned(city=8),
    NOTHING,
)
gives(
    EXAMPLES,
    "EX-CC-8",
    "equal numbers: both get the full value",
    game("R(0,0)r0 R.city0 E(0,1)r2 E(1,0)r3 B.city0", "E(-1,0)r1", final=False),
    earned(city=8),
    earned(city=8),
)
gives(
    EXAMPLES,
    "EX-CC-8, who is home",
    "both meeples return, so players with one meeple each can place it again",
    game(
        "R(0,0)r0 R.city0 E(0,1)r2 E(1,0)r3 B.city0",
        "E(-1,0)r1",
        "B(-1,1)r0 cloister0",
        "B(-2,0)r0 cloister0",
        meeples=1,
        final=False,
    ),
    earned(city=8),
    earned(city=8),
)
gives(
    EXAMPLES,
    "EX-CC-9",
    "two knights against one: the majority alone is paid",
    game("R(0,0)r0 R.city0 E(0,1)r2 R.city0 E(1,0)r3 B.city0", "E(-1,0)r1", final=False),
    earned(city=8),
    NOTHING,
)
gives(
    EXAMPLES,
    "EX-CC-9, who is home",
    "the knight of the minority returns as well",
    game(
        "R(0,0)r0 R.city0 E(0,1)r2 R.city0 E(1,0)r3 B.city0 U(9,9)r0 B.road0",
        "E(-1,0)r1",
        "B(-1,1)r0 cloister0",
        meeples=2,
        final=False,
    ),
    earned(city=8),
    NOTHING,
)

# --- cloisters
#
#      E E E          the cloister in the middle, city sides outwards
#      B B B
#      ? E E

NEARLY_AROUND = "B(0,0)r0 R.cloister0 B(1,0)r0 B(0,1)r0 B(-1,0)r0 E(0,-1)r2 E(1,1)r0"
gives(
    EXAMPLES,
    "EX-CC-10",
    "a cloister with eight neighbours",
    game(f"{NEARLY_AROUND} E(-1,1)r0 E(1,-1)r2", "E(-1,-1)r2", final=False),
    earned(cloister=9),
    NOTHING,
)
gives(
    EXAMPLES,
    "EX-CC-10, incomplete",
    "a cloister with five neighbours at the end",
    game(NEARLY_AROUND),
    earned(cloister=6),
    NOTHING,
)

# --- several features at once
#
#      B E B
#      W ? W          the start tile completes the city above it and the road through it

BOTH = "E(0,1)r2 R.city0 B(1,1)r0 W(1,0)r0 B.road2 B(-1,1)r0 W(-1,0)r0"
for size, points in (("half", 2), ("full", 4)):
    gives(
        EXAMPLES,
        f"EX-CC-11, {size}",
        "one tile completes a city of Red and a road of Blue",
        game(BOTH, "D(0,0)r0", small_city=size, final=False),
        earned(city=points),
        earned(road=3),
    )
gives(
    EXAMPLES,
    "EX-CC-11, who is home",
    "both meeples return",
    game(BOTH, "D(0,0)r0", "B(0,-1)r0 cloister0", "B(0,-2)r0 cloister0", meeples=1, final=False),
    earned(city=4),
    earned(road=3),
)

# --- when a meeple comes home

LAST_THIEF = "D(0,0)r0 R.road0 W(1,0)r0"
gives(
    EXAMPLES,
    "EX-CC-12",
    "the meeple that comes home can be placed in the next turn",
    game(LAST_THIEF, "W(-1,0)r0", "B(0,-1)r0", "B(0,-2)r0 cloister0", meeples=1, final=False),
    earned(road=3),
    NOTHING,
)
breaks(
    "EX-CC-12, too early",
    "it cannot be placed in the turn in which it comes home",
    game(LAST_THIEF, "W(-1,0)r0 road1", meeples=1),
    "CC-26",
)
for size, points in (("half", 2), ("full", 4)):
    gives(
        EXAMPLES,
        f"EX-CC-13, {size}",
        "a knight on the city that this very tile completes scores and is home again",
        game(
            "E(0,0)r0",
            "E(0,1)r2 city0",
            "B(1,0)r0",
            "B(1,1)r0 cloister0",
            meeples=1,
            small_city=size,
            final=False,
        ),
        earned(city=points),
        NOTHING,
    )
gives(
    EXAMPLES,
    "EX-CC-14",
    "nobody scores for an empty city, but it counts for the farmer",
    game("E(0,0)r0", "E(0,1)r2 field0"),
    earned(farm=3),
    NOTHING,
    winners=[0],
)

# --- whose feature it is
#
#      D D ?          one field along the north of the road

ROW = "D(0,0)r0 R.field0"
for where, points in (("city0", {"city": 1}), ("road0", {"road": 3}), ("field1", {})):
    gives(
        EXAMPLES,
        f"EX-CC-15, {where}",
        "city, road and southern field of the new tile are free",
        game(ROW, "D(1,0)r0", f"D(2,0)r0 {where}"),
        NOTHING,
        earned(**points),
    )
breaks(
    "EX-CC-15, field0",
    "the northern farm reaches back to Red's farmer two tiles away",
    game(ROW, "D(1,0)r0", "D(2,0)r0 field0"),
    "CC-24",
    1,
)

#      E E E          the middle one joins the two farms north of the cities
#      D D D

TWO_FARMS = "D(0,0)r0 D(1,0)r0 D(2,0)r0 E(0,1)r2 R.field0 E(2,1)r2 B.field0"
farms_give(
    EXAMPLES,
    "EX-CC-16",
    "the joined farm holds a farmer of each; it borders three cities",
    [TWO_FARMS, "E(1,1)r2"],
    [3, 3],
    [3, 3],
    [3, 3],
)
breaks(
    "EX-CC-16, third farmer",
    "nobody may add a farmer to the joined farm",
    game(TWO_FARMS, "E(1,1)r2 field0"),
    "CC-24",
)

# --- farms

farms_give(
    EXAMPLES,
    "EX-CC-17",
    "one city, three farmers on three farms",
    "E(-1,0)r1 R.field0 G(0,0)r0 B.field0 E(1,0)r3 R.field0",
    [1, 0],
    [2, 1],
    [1, 1],
)
TWO_FARMS_THREE_CITIES = "D(0,0)r0 B.field0 D(1,0)r0 D(2,0)r0 E(0,1)r2 R.field0 E(2,1)r2 B.field0 E(1,1)r2"
farms_give(
    EXAMPLES,
    "EX-CC-18",
    "two farms, three cities, a shared majority",
    TWO_FARMS_THREE_CITIES,
    [0, 3],
    [3, 6],
    [3, 3],
)
farms_give(
    EXAMPLES,
    "EX-CC-22",
    "a farm that touches a city twice borders it once",
    f"I(0,0)r0 R.field0 {RING}",
    [1, 0],
    [1, 0],
    [1, 0],
)
farms_give(EXAMPLES, "EX-CC-23", "an open city is no city", "E(0,0)r0 R.field0", [0, 0], [0, 0], [0, 0])

#      E ?            two farmers of Blue below the city, one of Red above it;
#      E B            the last tile joins the fields round the east end

ROUND_THE_END = ["E(0,0)r0 B.field0 B.field0", "E(0,1)r2 field0", "B(1,0)r0"]
farms_give(
    EXAMPLES,
    "EX-CC-24, apart",
    "the fields on both sides of a city are two farms",
    ROUND_THE_END,
    [0, 1],
    [1, 1],
    [1, 1],
)
farms_give(
    EXAMPLES,
    "EX-CC-24, joined",
    "field round the end of the city makes them one",
    [*ROUND_THE_END, "B(1,1)r0"],
    [0, 1],
    [0, 1],
    [0, 1],
)
breaks(
    "EX-CC-24, third farmer",
    "the joined farm is held",
    game(*ROUND_THE_END, "B(1,1)r0 field0"),
    "CC-24",
    2,
)

#      D E            the field of D beside its city reaches the north-eastern corner of X alone
#      X

farms_give(
    EXAMPLES,
    "EX-CC-25",
    "the corners of a crossroads are four farms, of which one borders the city",
    "X(0,0)r0 R.field0 Y.field1 G.field2 B.field3 D(0,1)r1 E(1,1)r3",
    [1, 0, 0, 0],
    [1, 0, 0, 0],
    [1, 0, 0, 0],
    players=4,
)

# --- a whole little game

FIVE_TURNS = [
    "D(0,0)r0",
    "E(0,1)r2 city0",
    "W(1,0)r0 road2",
    "W(-1,0)r0 field0",
    "B(0,-1)r0 cloister0",
    "A(1,1)r2 cloister0",
]
gives(
    EXAMPLES,
    "EX-CC-26, old",
    "five turns under the first rule text",
    game(*FIVE_TURNS, preset="old"),
    earned(city=2, cloister=4, farm=4),
    earned(road=3, cloister=4),
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-CC-26, new",
    "five turns under the rules in force",
    game(*FIVE_TURNS, preset="new"),
    earned(city=4, cloister=4, farm=3),
    earned(road=3, cloister=4),
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-CC-26, middle",
    "five turns under the second rule text",
    game(*FIVE_TURNS, preset="middle"),
    earned(city=2, cloister=4, farm=3),
    earned(road=3, cloister=4),
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-CC-26, in play",
    "before the end only the city and the road have scored",
    game(*FIVE_TURNS, final=False),
    earned(city=4),
    earned(road=3),
    winners=[],
)

# --- a tile that fits nowhere

CLOSED = "D(0,0)r0 E(0,1)r2"
gives(
    EXAMPLES,
    "EX-CC-28",
    "a tile that fits nowhere leaves the game and the same player draws again",
    game(CLOSED, "-C W(1,0)r0 road2", "W(-1,0)r0"),
    earned(road=3),
    NOTHING,
)
breaks(
    "EX-CC-28, the turn is not lost",
    "after the discard the same player has to place a tile",
    game(CLOSED, "-C", "W(1,0)r0"),
    "CC-15",
)
breaks(
    "EX-CC-28, gone for good",
    "the discarded tile does not come back, even where it fits",
    game(CLOSED, "-C E(0,2)r0", "C(0,3)r0"),
    "CC-1",
    1,
)

# --- the River: bends
#
#            RA                 the source, flowing south
#      ?  RD RG                 a right bend, heading west

BEND = "RA(0,0)r0 RG(0,-1)r0"
LATER = "RA(0,0)r0 RG(0,-1)r0 RD(-1,-1)r1"
TURN_RULES = ("immediate", "successive", "none")


def river_turns(name, board, place, allowed_by):
    """The same bend under each turn rule: legal under some, against CC-75 under the others."""
    for rule in TURN_RULES:
        record = game(board, place, river=True, river_turn=rule)
        if rule in allowed_by:
            gives(EXAMPLES, f"{name}, {rule}", "the turn rule allows it", record, NOTHING, NOTHING)
        else:
            breaks(f"{name}, {rule}", "the turn rule forbids it", record, "CC-75")


river_turns("EX-CC-29, first bend right", "RA(0,0)r0", "RG(0,-1)r0", TURN_RULES)
river_turns("EX-CC-29, first bend left", "RA(0,0)r0", "RG(0,-1)r1", TURN_RULES)
river_turns("EX-CC-29, left after right", BEND, "RG(-1,-1)r2", TURN_RULES)
river_turns("EX-CC-29, right after right", BEND, "RG(-1,-1)r1", ["none"])
river_turns("EX-CC-29, left after right and a straight", LATER, "RG(-2,-1)r2", TURN_RULES)
river_turns("EX-CC-29, right after right and a straight", LATER, "RG(-2,-1)r1", ["immediate", "none"])

# --- the River: an end that nothing but the lake can close
#
#      RG  ?  RA               the open end of the river faces (-1, 0), west of its own source
#      RD     RK
#      RG RC  RE

CURLED = ["RK(0,-1)r0", "RE(0,-2)r1", "RC(-1,-2)r0", "RG(-2,-2)r1", "RD(-2,-1)r0", "RG(-2,0)r2"]
gives(
    EXAMPLES,
    "EX-CC-30",
    "four River tiles fit nowhere; the same player discards them all and places the lake",
    game(None, *CURLED, "-RB -RD -RH -RI RL(-1,0)r3 field0", river=True),
    NOTHING,
    NOTHING,
)
gives(
    EXAMPLES,
    "EX-CC-30, as a setup",
    "the same position from the setup on",
    game("RA(0,0)r0 " + " ".join(CURLED), "-RI -RH -RD -RB RL(-1,0)r3", "V(1,0)r2", river=True),
    NOTHING,
    NOTHING,
)
breaks(
    "EX-CC-30, successive",
    "under the stricter rule the second right bend is the end of it",
    game(None, *CURLED, river=True, river_turn="successive"),
    "CC-75",
    3,
)
breaks(
    "EX-CC-30, the lake too early",
    "the lake comes after the tiles that fit nowhere",
    game(None, *CURLED, "-RB -RD -RH RL(-1,0)r3", river=True),
    "CC-68",
    6,
)
for method, points in METHODS.items():
    gives(
        EXAMPLES,
        f"EX-CC-31, {method}",
        "the river parts the farms of the two banks",
        game(
            "RC(0,0)r0 R.field0 E(0,1)r2 E(0,-1)r0 B.field0",
            river=True,
            farm_method=method,
            farm_points=points,
        ),
        earned(farm=points),
        earned(farm=points),
        winners=[0, 1],
    )
gives(
    EXAMPLES,
    "EX-CC-33",
    "88, 88, 71: the two on top share the win",
    game(
        "U(0,0)r0 R.road0 U(2,0)r0 R.road0 U(4,0)r0 R.road0 U(6,0)r0 R.road0 E(8,0)r0 R.city0 "
        "U(0,2)r0 B.road0 U(2,2)r0 B.road0 U(4,2)r0 B.road0 U(6,2)r0 B.road0 E(8,2)r0 B.city0 "
        "V(0,4)r0 Y.road0 V(2,4)r0 Y.road0 V(4,4)r0 Y.road0 B(6,4)r0 Y.cloister0",
        players=3,
        incomplete_road_tile_points=20,
        incomplete_city_tile_points=8,
        incomplete_cloister_place_points=11,
    ),
    earned(road=80, city=8),
    earned(road=80, city=8),
    earned(road=60, cloister=11),
    winners=[0, 1],
)

# --- variants: what each option is worth

OPEN_CITY = "F(0,0)r0 R.city0 E(-1,0)r1"
for name, value, record, points in (
    ("road_tile_points", 5, ["D(0,0)r0 R.road0 W(1,0)r0", "W(-1,0)r0"], {"road": 15}),
    ("city_tile_points", 3, [OPEN_CITY, "E(1,0)r3"], {"city": 3 * 3 + 2}),
    ("pennant_points", 5, [OPEN_CITY, "E(1,0)r3"], {"city": 3 * 2 + 5}),
    (
        "cloister_place_points",
        2,
        [f"{NEARLY_AROUND} E(-1,1)r0 E(1,-1)r2", "E(-1,-1)r2"],
        {"cloister": 18},
    ),
    ("incomplete_road_tile_points", 4, ["D(0,0)r0 R.road0 W(1,0)r0"], {"road": 8}),
    ("incomplete_city_tile_points", 4, [OPEN_CITY], {"city": 9}),
    ("incomplete_pennant_points", 4, [OPEN_CITY], {"city": 6}),
    ("incomplete_cloister_place_points", 3, [NEARLY_AROUND], {"cloister": 18}),
    ("farm_points", 7, ["E(0,0)r0 R.field0 E(0,1)r2"], {"farm": 7}),
    ("farm_points", 0, ["E(0,0)r0 R.field0 E(0,1)r2"], {}),
):
    gives(
        VARIANTS,
        f"{name} {value}",
        "the option changes this value alone",
        game(*record, **{name: value}),
        earned(**points),
        NOTHING,
    )
gives(
    VARIANTS,
    "half of a dear city",
    "half of 2 tiles at 5 points (CC-45)",
    game("E(0,0)r0 R.city0", "E(0,1)r2", small_city="half", city_tile_points=5),
    earned(city=5),
    NOTHING,
)
gives(
    VARIANTS,
    "half of three tiles",
    "a city of three tiles is not a small one (CC-45)",
    game(OPEN_CITY, "E(1,0)r3", small_city="half"),
    earned(city=8),
    NOTHING,
)
gives(
    VARIANTS,
    "incomplete city of two tiles",
    "half touches complete cities only (CC-45)",
    game("G(0,0)r0 R.city0 E(-1,0)r1", small_city="half"),
    earned(city=2),
    NOTHING,
)
gives(
    VARIANTS,
    "preset and override",
    "an option beside a preset changes that option alone",
    game(TWO_FARMS_THREE_CITIES, preset="old", farm_method="per_field"),
    earned(farm=12),
    earned(farm=24),
    winners=[1],
)
for preset, red, blue in (("old", 0, 12), ("middle", 9, 9), ("new", 9, 18)):
    gives(
        VARIANTS,
        f"preset {preset}",
        "farms under the three rule texts",
        game(TWO_FARMS_THREE_CITIES, preset=preset),
        earned(farm=red),
        earned(farm=blue),
    )
gives(
    VARIANTS,
    "preset no_farmers",
    "without farmers a small city is worth 4 and the rest is as ever (CC-65)",
    game(*FIVE_TURNS[:3], "W(-1,0)r0", *FIVE_TURNS[4:], preset="no_farmers"),
    earned(city=4, cloister=4),
    earned(road=3, cloister=4),
    winners=[0],
)
gives(
    VARIANTS,
    "a city complete in the setup",
    "what a setup leaves in a complete feature scores as complete at the end",
    game("E(0,0)r0 R.city0 E(0,1)r2 B.city0", small_city="half"),
    earned(city=2),
    earned(city=2),
)
gives(
    VARIANTS,
    "a road complete in the setup",
    "it scores as complete",
    game("W(-1,0)r0 D(0,0)r0 B.road0 W(1,0)r0", road_tile_points=2, incomplete_road_tile_points=7),
    NOTHING,
    earned(road=6),
)
gives(
    VARIANTS,
    "a turn elsewhere",
    "a turn scores what its tile touches, not what lies complete elsewhere (CC-32)",
    game("E(0,0)r0 R.city0 E(0,1)r2 B(9,9)r0", "B(10,9)r0", final=False),
    NOTHING,
    NOTHING,
)
#      N R N
#      Q . R          every tile has a city side to the hole in the middle
#      M R N

HOLE = "N(-1,1)r1 R(0,1)r2 N(1,1)r2 R(1,0)r3 N(1,-1)r3 R(0,-1)r0 Q(-1,0)r1 R.city0"
gives(
    VARIANTS,
    "a city round a hole",
    "an enclosed empty cell keeps the city incomplete (CC-41)",
    game(HOLE, "M(-1,-1)r0"),
    earned(city=8 + 2),
    NOTHING,
)
gives(
    VARIANTS,
    "a city without its hole",
    "the tile that fills it completes the city",
    game(HOLE, "M(-1,-1)r0", "C(0,0)r0", final=False),
    earned(city=2 * 9 + 2 * 3),
    NOTHING,
)
gives(
    VARIANTS,
    "road from gate to cloister",
    "a road may end in a city gate and a cloister (CC-38)",
    game("T(0,0)r0 R.road0", "A(0,-1)r2 cloister0"),
    earned(road=2, cloister=2),
    NOTHING,
)
gives(
    VARIANTS,
    "a completed cloister of the tile itself",
    "a monk scores at once when the cloister fills a hole (CC-27)",
    game(
        "B(1,0)r0 B(0,1)r0 B(-1,0)r0 E(0,-1)r2 E(1,1)r0 E(-1,1)r0 E(1,-1)r2 E(-1,-1)r2",
        "B(0,0)r0 cloister0",
        final=False,
    ),
    earned(cloister=9),
    NOTHING,
)

# --- variants: the River
#
# A river as a staircase, its bends right, left, right, left; it ends at (-2, -9).

STAIRS = [
    "RD(0,-1)r0",
    "RD(0,-2)r0",
    "RK(0,-3)r0",
    "RB(0,-4)r1",
    "RC(0,-5)r1",
    "RH(0,-6)r1",
    "RG(0,-7)r0",
    "RG(-1,-7)r2",
    "RI(-1,-8)r2",
    "RE(-2,-8)r3",
]
OPEN_RIVER = "RA(0,0)r0 " + " ".join(STAIRS)
FULL_RIVER = f"{OPEN_RIVER} RL(-2,-9)r0"
gives(
    VARIANTS,
    "a whole river",
    "River tiles, the lake and a land tile follow each other in turns; meeples score (CC-70, CC-83)",
    game(
        None,
        "RD(0,-1)r0 field0",
        "RD(0,-2)r0",
        "RK(0,-3)r0 road0",
        "RB(0,-4)r1 city0",
        "RC(0,-5)r1 city1",  # the western of its two cities
        "RH(0,-6)r1 cloister0",
        "RG(0,-7)r0",
        "RG(-1,-7)r2",
        "RI(-1,-8)r2 road0",
        "RE(-2,-8)r3",
        "RL(-2,-9)r0 field0",  # its farm runs up the eastern bank to the city of Blue
        "E(1,-4)r3",  # completes the city of Blue
        river=True,
        river_turn="successive",
    ),
    earned(road=1 + 1, city=1, farm=3),
    earned(city=4, cloister=4),
    winners=[1],
)
gives(
    VARIANTS,
    "start tile shuffled in",
    "with `shuffled` the fourth start tile can be drawn (CC-69)",
    game(
        f"{FULL_RIVER} D(9,9)r0 D(9,6)r0 D(9,3)r0",
        "D(10,9)r0",
        river=True,
        river_start_tile="shuffled",
    ),
    NOTHING,
    NOTHING,
)
breaks(
    "start tile removed",
    "with `removed` there are three of that design (CC-69)",
    game(f"{FULL_RIVER} D(9,9)r0 D(9,6)r0 D(9,3)r0", "D(10,9)r0", river=True),
    "CC-1",
)
BLOCKED_LAKE = f"{OPEN_RIVER} V(-1,-9)r1"  # the road of V faces the cell at the end of the river
gives(
    VARIANTS,
    "no room for the lake",
    "a lake that fits nowhere is discarded and land follows; the river stays open (CC-77, CC-78)",
    game(BLOCKED_LAKE, "-RL B(1,0)r0 cloister0", river=True),
    earned(cloister=3),
    NOTHING,
)
breaks(
    "land in front of an open river",
    "no land tile fits on the open end (CC-78)",
    game(BLOCKED_LAKE, "-RL U(-2,-9)r1", river=True),
    "CC-17",
)
for name, board, paid in (
    ("beside the bridge", "RK(0,0)r0 R.field0 D(1,0)r0 E(1,1)r2", 1),
    ("under the bridge", "RK(0,0)r0 R.field1 D(1,0)r0 E(1,1)r2", 0),
    ("across the river", "RK(0,0)r0 R.field3 D(1,0)r0 E(1,1)r2", 0),
):
    gives(
        VARIANTS,
        f"farm, {name}",
        "road and river part the four fields at a bridge (CC-81)",
        game(board, river=True),
        earned(farm=3 * paid),
        NOTHING,
    )
gives(
    VARIANTS,
    "farm round the spring",
    "both banks are one farm round the source (CC-81)",
    game("RD(0,-1)r0 R.field1 RA(0,0)r0 E(1,0)r0 E(1,1)r2", river=True),
    earned(farm=3),
    NOTHING,
)
gives(
    VARIANTS,
    "farm round the lake",
    "both banks are one farm round the lake (CC-81)",
    game("RD(0,1)r0 R.field1 RL(0,0)r0 E(1,0)r0 E(1,1)r2", river=True),
    earned(farm=3),
    NOTHING,
)
gives(
    VARIANTS,
    "the banks are two farms",
    "a river parts the farms of its banks (CC-81)",
    game("RD(0,0)r0 R.field1 E(1,0)r0 E(1,1)r2 B(2,0)r0", river=True),
    NOTHING,
    NOTHING,
)

# --- variants: the traps

farms_give(
    VARIANTS,
    "trap 1, without the farmer",
    "the field round the cloister is one with both sides of the new road",
    ["A(0,1)r0 B(1,0)r0 E(-1,0)r0 E(-1,1)r2", "U(0,0)r0 field0"],
    [1, 0],
    [1, 0],
    [1, 0],
)
breaks(
    "trap 1, farm",
    "the new tile itself joins an occupied farm to the one its other field touches",
    game("A(0,1)r0 B(1,0)r0 R.field0", "U(0,0)r0 field1"),
    "CC-24",
)
for arm in (0, 1):
    breaks(
        f"trap 1, road, arm {arm}",
        "the road comes back to both arms of the crossroads",
        game("V(1,0)r1 R.road0 V(1,1)r0 V(0,1)r3", f"X(0,0)r0 road{arm}"),
        "CC-24",
    )
    breaks(
        f"trap 1, city, segment {arm}",
        "the city comes back to both segments of the tile",
        game(f"{RING} R.city0", f"I(0,0)r0 city{arm}"),
        "CC-24",
    )
gives(
    VARIANTS,
    "trap 1, the other arm",
    "the arm that leads elsewhere is free",
    game("V(1,0)r1 R.road0 V(1,1)r0 V(0,1)r3", "X(0,0)r0 road2"),
    earned(road=4 + 1),
    NOTHING,
)
gives(
    VARIANTS,
    "trap 2, three share",
    "players tied for most each get the full value",
    game("U(0,0)r0 R.road0 B.road0 Y.road0", players=3),
    earned(road=1),
    earned(road=1),
    earned(road=1),
    winners=[0, 1, 2],
)
gives(
    VARIANTS,
    "trap 3, road",
    "a third tile joins two roads that share an older crossroads",
    game("X(0,0)r0 R.road0 B.road1 V(1,0)r1 V(1,1)r0", "V(0,1)r3", final=False),
    earned(road=4),
    earned(road=4),
)

#      M G N          H has a city at each end; the ring above joins them
#      ? H N

gives(
    VARIANTS,
    "trap 3, city",
    "a later tile joins the two cities of an older one: 6 tiles and a pennant",
    game("H(0,0)r0 R.city0 B.city1 N(1,0)r3 N(1,1)r2 G(0,1)r0 N(-1,1)r1", "M(-1,0)r0", final=False),
    earned(city=14),
    earned(city=14),
)
farms_give(
    VARIANTS,
    "trap 4",
    "a farm round a whole city borders it once",
    "E(0,0)r0 R.field0 E(0,1)r2 B(1,0)r0 B(1,1)r0 B(-1,0)r0 B(-1,1)r0",
    [1, 0],
    [1, 0],
    [1, 0],
)
farms_give(
    VARIANTS,
    "trap 5, D above the road",
    "the field between city and road borders the city",
    "D(0,0)r0 R.field0 E(0,1)r2",
    [1, 0],
    [1, 0],
    [1, 0],
)
farms_give(
    VARIANTS,
    "trap 5, D below the road",
    "the field below the road does not",
    "D(0,0)r0 R.field1 E(0,1)r2",
    [0, 0],
    [0, 0],
    [0, 0],
)
farms_give(
    VARIANTS,
    "trap 5, H",
    "the field of H runs between its two cities and borders both",
    "H(0,0)r0 R.field0 E(1,0)r3 E(-1,0)r1",
    [2, 0],
    [2, 0],
    [2, 0],
)
breaks(
    "trap 5, L above the road",
    "the field above the road is one piece from west to east",
    game("U(-1,0)r1 R.field1 L(0,0)r0", "U(1,0)r1 field1"),
    "CC-24",
)
gives(
    VARIANTS,
    "trap 5, L below the road",
    "the fields below are parted by the southern road",
    game("U(-1,0)r1 R.field0 L(0,0)r0", "U(1,0)r1 field0"),
    NOTHING,
    NOTHING,
)

#      N ? E N        the last tile fills the ring round two cloisters
#      E B B E
#      N E B M

TWO_CLOISTERS = (
    "B(0,0)r0 R.cloister0 B(1,0)r0 B.cloister0 N(-1,1)r3 E(1,1)r0 N(2,1)r0 E(-1,0)r3 E(2,0)r1 "
    "N(-1,-1)r2 E(0,-1)r2 B(1,-1)r0 M(2,-1)r1"
)
gives(
    VARIANTS,
    "trap 6",
    "one tile completes two cloisters",
    game(TWO_CLOISTERS, "E(0,1)r0", final=False),
    earned(cloister=9),
    earned(cloister=9),
)
breaks(
    "trap 7",
    "after a discard the next seat may not draw in the same player's place",
    with_turn(game(CLOSED, "-C W(1,0)r0"), 0, seat=1),
    "CC-12",
)
gives(
    VARIANTS,
    "trap 8",
    "the start tile lies already, and seat 0 places the first tile drawn",
    game(None, "E(0,1)r2 city0", "W(1,0)r0", final=False),
    earned(city=4),
    NOTHING,
)
ONE_DIRECTION = (
    "Vr0 Wr3 Or2 Sr0 Er3 Er1 Jr3 Dr0 Vr1 Dr1 Ir3 Er2 Vr2 Ar1 Vr2 Ur3 Vr0 Mr0 Mr3 Br1 Vr3 Sr1 Rr3 Rr1 Er3 "
    "Br0 Nr1 Fr2 Tr0 Cr0 Ir2 Ar3 Or2 Rr2 Qr3 Ur2 Jr0 Vr1 Ur2 Hr1 Er2 Nr0 Gr2 Lr3 Ur3 Ur1 Ur3 Wr2 Lr0 Dr0 "
    "Kr1 Kr3 Pr2 Kr3 Lr2 Wr1 Br2 Ur0 Vr2 Wr1 Ur2 Br0 Hr1 Jr0 Pr2 Pr3 Xr2 Vr0 Nr0 Hr2 Fr2"
)
gives(
    VARIANTS,
    "trap 9",
    "71 tiles in one direction",
    game(None, *(f"{word[0]}({x},0){word[1:]}" for x, word in enumerate(ONE_DIRECTION.split(), 1))),
    NOTHING,
    NOTHING,
    winners=[0, 1],
)
breaks(
    "trap 10",
    "the only meeple comes home after the meeple step",
    game("E(0,0)r0 R.city0", "E(0,1)r2 field0", meeples=1),
    "CC-26",
)
for size, points in (("half", 2), ("full", 4)):
    gives(
        VARIANTS,
        f"trap 11, {size}",
        "a small city pays by option in play, and farms count it in both",
        game("E(0,0)r0 R.city0", "E(0,1)r2 field0", small_city=size),
        earned(city=points, farm=3),
        NOTHING,
    )
farms_give(
    VARIANTS,
    "trap 12, completed later",
    "a city completed after the farmer was placed counts",
    ["D(0,0)r0", "G(0,1)r1", "B(0,-1)r0", "D(1,0)r0 field0", "D(-1,0)r0", "E(0,2)r2"],
    [1, 0],
    [1, 0],
    [1, 0],
)
farms_give(
    VARIANTS,
    "trap 12, never completed",
    "a city that stays open does not",
    ["D(0,0)r0", "G(0,1)r1", "B(0,-1)r0", "D(1,0)r0 field0", "D(-1,0)r0"],
    [0, 0],
    [0, 0],
    [0, 0],
)

# --- the end of the stack
#
# Every tile but C lies on cells of one colour of a chessboard, and no gap is open to city sides alone.

ALL_BUT_C = (
    "V(-2,6)r0 V(0,6)r0 I(2,6)r1 M(-3,5)r0 H(-1,5)r3 N(1,5)r0 V(3,5)r0 U(-6,4)r2 H(-4,4)r0 P(-2,4)r2 "
    "E(0,4)r1 I(2,4)r0 U(4,4)r3 T(-5,3)r0 X(-3,3)r0 U(-1,3)r3 R(1,3)r0 V(3,3)r2 V(5,3)r1 P(-6,2)r1 "
    "J(-4,2)r0 U(-2,2)r2 Q(0,2)r2 U(2,2)r2 D(4,2)r3 B(6,2)r0 A(-5,1)r3 B(-3,1)r0 L(-1,1)r0 K(1,1)r0 "
    "V(3,1)r0 R(5,1)r0 J(-6,0)r0 E(-4,0)r2 J(-2,0)r3 L(0,0)r0 U(2,0)r1 E(4,0)r2 N(6,0)r3 B(-5,-1)r0 "
    "S(-3,-1)r0 W(-1,-1)r3 S(1,-1)r0 P(3,-1)r0 V(5,-1)r0 F(-6,-2)r3 G(-4,-2)r3 W(-2,-2)r2 W(0,-2)r0 "
    "N(2,-2)r1 H(4,-2)r3 M(6,-2)r2 D(-5,-3)r0 A(-3,-3)r2 E(-1,-3)r3 F(1,-3)r0 B(3,-3)r1 V(5,-3)r2 "
    "U(-6,-4)r3 U(-4,-4)r0 K(-2,-4)r1 D(0,-4)r2 W(2,-4)r0 O(4,-4)r2 D(-3,-5)r0 V(-1,-5)r0 R(1,-5)r0 "
    "L(3,-5)r2 E(-2,-6)r0 K(0,-6)r0 O(2,-6)r0"
)
gives(
    VARIANTS,
    "stack runs out on discards",
    "the turn has no tile, and the game is over (CC-21)",
    game(ALL_BUT_C, "-C"),
    NOTHING,
    NOTHING,
    winners=[0, 1],
)

# --- faults: whose turn, and which tile

START = "D(0,0)r0"
breaks("wrong seat to begin", "seat 0 begins", with_turn(game(START, "E(0,1)r2"), 0, seat=1), "CC-12")
breaks(
    "wrong seat to follow",
    "the turns go round",
    with_turn(game(START, "E(0,1)r2", "W(1,0)r0", players=3), 1, seat=0),
    "CC-12",
    1,
)
breaks("no seat", "a turn belongs to a seat", with_turn(game(START, "E(0,1)r2"), 0, seat=None), "CC-12")
breaks("unknown tile", "no such tile", game(START, "Z(0,1)r0"), "CC-1")
breaks("a River tile on dry land", "the River is not in the game", game(START, "RC(0,1)r0"), "CC-1")
breaks(
    "more copies than the box holds",
    "there is one C",
    game("C(0,0)r0", "C(0,1)r0"),
    "CC-1",
)
breaks(
    "a tile too many of the start design",
    "there are four of it, the start tile included",
    game(None, "D(1,0)r0", "D(2,0)r0", "D(3,0)r0", "D(4,0)r0"),
    "CC-1",
    3,
)
breaks(
    "an unknown tile discarded",
    "no such tile",
    game(START, "-Z E(0,1)r2"),
    "CC-1",
)
breaks(
    "a tile discarded twice",
    "there is one C",
    game(CLOSED, "-C -C W(1,0)r0"),
    "CC-1",
)
breaks("discarded though placeable", "the discarded tile fits", game(START, "-B E(0,1)r2"), "CC-20")
breaks(
    "the same design discarded and placed",
    "what can be placed is not discarded",
    game(START, "-E E(0,1)r2"),
    "CC-20",
)
breaks("no tile without need", "there are tiles to draw", game(START, ""), "CC-15")
breaks(
    "a turn after the end",
    "the stack is empty",
    game(ALL_BUT_C, "-C", "B(9,9)r0"),
    "CC-49",
    1,
)
breaks(
    "a turn without a tile after the end",
    "the game is over",
    game(ALL_BUT_C, "-C", ""),
    "CC-49",
    1,
)
breaks(
    "wrong seat after the end",
    "the seat is looked at first",
    with_turn(game(ALL_BUT_C, "-C", ""), 1, seat=0),
    "CC-12",
    1,
)
breaks(
    "the last tile discarded and placed",
    "what left the game is gone",
    game(ALL_BUT_C, "-C C(0,1)r0"),
    "CC-1",
)
breaks(
    "a meeple without a tile",
    "no tile was placed on which it could stand",
    game(ALL_BUT_C, "-C city0"),
    "CC-22",
)

# --- faults: placing the tile

breaks("occupied cell", "a tile on a tile", game(START, "D(0,0)r0"), "CC-16")
breaks("corner contact", "contact at a corner only", game(START, "B(1,1)r0"), "CC-16")
breaks("no contact", "no contact at all", game(START, "B(7,7)r0"), "CC-16")
breaks("no cell", "a tile lies on a cell", with_turn(game(START, "B(0,-1)r0"), 0, at=[0]), "CC-16")
breaks(
    "a fifth rotation",
    "a tile has four rotations",
    with_turn(game(START, "B(0,-1)r0"), 0, rotation=4),
    "CC-16",
)
for name, text in (
    ("road beside field", "W(0,-1)r2"),
    ("city beside field", "E(0,-1)r0"),
    ("field beside road", "B(1,0)r0"),
    ("field beside city", "E(0,1)r0"),
):
    breaks(name, "touching sides do not match", game(START, text), "CC-17")
breaks(
    "one side of two",
    "every touching side has to match",
    game("D(0,0)r0 B(1,1)r0", "W(1,0)r2"),
    "CC-17",
)

# --- faults: placing the meeple

breaks("no such segment", "D has one city", game(START, "D(1,0)r0 city1"), "CC-22")
breaks("no such feature", "D has no cloister", game(START, "D(1,0)r0 cloister0"), "CC-22")
breaks(
    "a segment before the first",
    "segments count from 0",
    with_turn(game(START, "D(1,0)r0"), 0, meeple={"on": "city", "segment": -1}),
    "CC-22",
)
breaks(
    "no segment",
    "a meeple stands on one segment",
    with_turn(game(START, "D(1,0)r0"), 0, meeple={"on": "city"}),
    "CC-22",
)
breaks(
    "two meeples",
    "one meeple a turn",
    with_turn(game(START, "D(1,0)r0"), 0, meeple=[meeple("city0"), meeple("field1")]),
    "CC-22",
)
breaks("no kind", "a meeple stands on something", with_turn(game(START, "D(1,0)r0"), 0, meeple={}), "CC-22")
breaks("middle of a crossroads", "nobody stands there", game(START, "W(1,0)r0 crossroads0"), "CC-23")
breaks("on the river", "nobody stands in the river", game(None, "RD(0,-1)r0 river0", river=True), "CC-23")
breaks(
    "an empty supply",
    "the only meeple stands elsewhere",
    game("D(0,0)r0 R.field1", "D(1,0)r0 city0", meeples=1),
    "CC-26",
)
breaks(
    "eight meeples",
    "a player has seven",
    game("D(0,0)r0 R.field1 R.city0 R.city0 R.city0 R.road0 R.road0 R.road0", "B(0,-1)r0 cloister0"),
    "CC-26",
)
breaks(
    "empty supply before held feature",
    "the supply is looked at first",
    game("D(0,0)r0 R.road0", "D(1,0)r0 road0", meeples=1),
    "CC-26",
)
for preset, options in (("preset", {"preset": "no_farmers"}), ("option", {"farm_method": "none"})):
    breaks(f"a farmer by {preset}", "there are none", game(START, "E(0,1)r2 field0", **options), "CC-31")
breaks(
    "a farmer and an empty supply",
    "that there are no farmers is looked at first",
    game("D(0,0)r0 R.city0", "D(1,0)r0 field0", farm_method="none", meeples=1),
    "CC-31",
)
breaks("a held road", "another's thief", game("D(0,0)r0 B.road0", "D(1,0)r0 road0"), "CC-24")
breaks("one's own road", "one's own thief", game("D(0,0)r0 R.road0", "D(1,0)r0 road0"), "CC-24")
breaks("a held city", "another's knight", game("E(0,0)r0 B.city0", "E(0,1)r2 city0"), "CC-24")
breaks(
    "round the spring",
    "both banks of the source are one farm",
    game(None, "RD(0,-1)r0 field0", "RD(0,-2)r0 field1", river=True),
    "CC-24",
    1,
)

# --- faults: the River

breaks("land before the River", "River tiles are left", game(None, "B(0,1)r0", river=True), "CC-70")
breaks("land before the lake", "the lake is left", game(OPEN_RIVER, "B(1,0)r0", river=True), "CC-70")
breaks(
    "land discarded before the River",
    "River tiles are left",
    game(None, "-C RD(0,-1)r0", river=True),
    "CC-70",
)
breaks("the lake first", "the lake comes last", game(None, "RL(0,-1)r0", river=True), "CC-68")
breaks("the source drawn", "the source lies already", game(None, "RA(0,-1)r2", river=True), "CC-1")
breaks("beside the source", "not on the open end", game(None, "RD(1,0)r0", river=True), "CC-71")
breaks(
    "a bank on the open end",
    "no river side on the open end",
    game(None, "RD(0,-1)r1", river=True),
    "CC-71",
)
breaks(
    "beside the river",
    "two tiles with rivers that do not meet",
    game(None, "RD(0,-1)r0", "RD(1,-1)r0", river=True),
    "CC-71",
    1,
)
breaks("away from the river", "no contact", game(None, "RD(5,5)r0", river=True), "CC-16")
breaks("a lake on the source", "the cell is taken", game(OPEN_RIVER, "RL(0,0)r0", river=True), "CC-16")
breaks(
    "the river runs into a bank",
    "the next open end has to face an empty cell",
    game(None, *CURLED, "RD(-1,0)r1", river=True, river_turn="none"),
    "CC-17",
    6,
)
breaks(
    "a lake against a road", "the lake does not fit", game(BLOCKED_LAKE, "RL(-2,-9)r0", river=True), "CC-17"
)
breaks(
    "a lake discarded though it fits",
    "it could be placed",
    game(OPEN_RIVER, "-RL B(1,0)r0", river=True),
    "CC-20",
)
breaks(
    "bends alternate",
    "a left bend, a straight and a left bend",
    game(None, "RG(0,-1)r1", "RD(1,-1)r1", "RG(2,-1)r0", river=True, river_turn="successive"),
    "CC-75",
    2,
)

# --- faults: setups and results

for name, record in (
    ("no such tile", game("Z(0,0)r0")),
    ("a River tile", game("RA(0,0)r0")),
    ("too many of a tile", game("C(0,0)r0 C(5,5)r0")),
    ("five of the start design", game("D(0,0)r0 D(0,2)r0 D(0,4)r0 D(0,6)r0 D(0,8)r0")),
    ("the start tile removed", game("D(0,0)r0 D(0,2)r0 D(0,4)r0 D(0,6)r0", river=True)),
    ("a tile on a tile", game("D(0,0)r0 B(0,0)r0")),
    ("edges", game("D(0,0)r0 B(1,0)r0")),
    ("rotation", game("D(0,0)r7")),
    ("no such segment", game("D(0,0)r0 R.city1")),
    ("no such feature", game("D(0,0)r0 R.cloister0")),
    ("in the river", game("RA(0,0)r0 R.river0", river=True)),
    ("no such seat", game("D(0,0)r0 Y.city0")),
    ("too many meeples", game("D(0,0)r0 R.city0 R.city0", meeples=1)),
):
    breaks(f"setup, {name}", "a setup is consistent", record, "SETUP", None)
for name, stated in (
    ("scores", {"scores": [11, 8]}),
    ("sources", {"scores": [11, 7], "by_source": [{"city": 4, "cloister": 7}, {"road": 3, "cloister": 4}]}),
    ("winners", {"winners": [0, 1]}),
):
    breaks(
        f"result, {name}",
        "what is stated does not agree",
        game(*FIVE_TURNS, result=stated),
        "RESULT",
        None,
    )
gives(
    VARIANTS,
    "a result that agrees",
    "what a result leaves out is 0 or not checked",
    game(
        *FIVE_TURNS,
        result={
            "scores": [11, 7],
            "by_source": [{"city": 4, "cloister": 4, "farm": 3}, {"road": 3, "cloister": 4}],
            "winners": [0],
        },
    ),
    earned(city=4, cloister=4, farm=3),
    earned(road=3, cloister=4),
    winners=[0],
)

ALL: dict[str, Example] = {**EXAMPLES, **VARIANTS, **FAULTS}
