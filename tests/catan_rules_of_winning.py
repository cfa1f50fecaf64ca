"""Records for the Catan rules CT-100 to CT-122: awards, winning, conventions; setups and results."""

from catan_rules_of_turns import FRIENDLY, THREE_AT_HEX_11
from catan_shelf import LEGAL, breaks, faulty, gives, misread
from catan_table import after, begin, board, full, lies, path, stated, with_event
from catan_worked import (
    CARD,
    CITY,
    CUTTER,
    EIGHT,
    FIVE,
    NEARLY_SET_UP,
    NINE,
    OTHER_COAST,
    RIVAL,
    ROAD,
    SETTLEMENT,
    SETUP_OF_THREE,
    SEVEN_AS_FIVE,
    SEVEN_AS_FOUR,
    army,
    cut,
    rival,
)

# --- Longest Road (CT-100 to CT-108)


def builds(lying, last, **parts):
    """Seat 0 builds a road, written as its two vertices."""
    return after(lies(lying, f"0: {ROAD}", **parts), f"0 road {path(last)[0]}")


gives(
    LEGAL,
    "CT-100, two loops",
    "a vertex may be passed more than once: two loops that share edge 18-23, all eleven roads on one trail",
    builds(
        f"0: s18 18-24-30-35-29-23-18 18-13-8-12-17 / 1: s5 {rival(10, RIVAL + '-42')}",
        "17-23",
        longest_road=1,
    ),
    longest_road=0,
    points=[3, 1, 0],
)
misread(
    "CT-100, pieces", "forks count one branch only", builds("0: s16 16-11-7-3 7-12", "3-0"), longest_road=0
)
gives(
    LEGAL,
    "CT-101, one's own buildings",
    "a settlement and a city of one's own on the way do not interrupt",
    builds("0: s16 c7 s0 21-16-11-7-3", "3-0"),
    longest_road=0,
    points=[6, 0, 0],
)
misread(
    "CT-101, one's own buildings",
    "they do not interrupt",
    builds("0: s16 c7 s0 21-16-11-7-3", "3-0"),
    longest_road=None,
)
misread(
    "CT-102, through a foreign building", "the road does not run through", cut(FIVE, 4, 2), longest_road=0
)
gives(
    LEGAL,
    "CT-102, up to a foreign building",
    "the piece that touches it counts",
    builds("0: s16 21-16-11-7-3 / 1: s0 0-4", "3-0"),
    longest_road=0,
)
gives(
    LEGAL,
    "CT-103, five",
    "the first with five takes the card; four are not enough",
    after(
        lies("0: s16 21-16-11-7", f"0: {ROAD}+{ROAD}"), f"0 road {path('7-3')[0]}; 0 road {path('3-0')[0]}"
    ),
    longest_road=0,
    points=[3, 0, 0],
)
misread("CT-103, four", "four are not enough", builds("0: s16 21-16-11-7", "7-3"), longest_road=0)
gives(
    LEGAL,
    "CT-103, another minimum",
    "a house rule with a minimum of three",
    builds("0: s16 21-16-11", "11-7") | {"options": {"longest_road_minimum": 3}},
    longest_road=0,
)
gives(
    LEGAL,
    "CT-104, a tie",
    "the holder keeps the card in a tie",
    builds(f"0: s16 21-16-11-7-3 / 1: s5 {rival(5)}", "3-0"),
    longest_road=1,
)
gives(
    LEGAL,
    "CT-104, strictly longer",
    "a longer road takes it",
    builds(f"0: s16 21-16-11-7-3-0 / 1: s5 {rival(5)}", "0-4", longest_road=1),
    longest_road=0,
)
misread(
    "CT-104, the latest",
    "a tie changes nothing",
    builds(f"0: s16 21-16-11-7-3 / 1: s5 {rival(5)}", "3-0"),
    longest_road=0,
)
gives(
    LEGAL,
    "CT-105, free roads",
    "the first of two free roads may bring the card",
    after(
        lies("0: s16 21-16-11-7-3", "", "0: road_building"),
        f"0 play road_building; 0 road {path('3-0')[0]}; 0 road {path('0-4')[0]}",
    ),
    longest_road=0,
)
gives(
    LEGAL,
    "CT-105, a city",
    "a city changes nothing",
    after(lies(f"0: s16 21-16-11-7-3-0 / 1: s5 {rival(5)}", f"0: {CITY}", longest_road=1), "0 city 16"),
    longest_road=1,
)
misread(
    "CT-105, a settlement",
    "a settlement can cut a rival at once",
    cut(FIVE, 5, 2, longest_road=0),
    longest_road=0,
)
gives(
    LEGAL,
    "CT-106, alone with five",
    "a cut holder with five keeps it",
    cut(SEVEN_AS_FIVE, 3, 4),
    longest_road=0,
)
misread(
    "CT-106, a tie after a cut",
    "the holder keeps it even when tied",
    cut(SEVEN_AS_FIVE, 5, 2),
    longest_road=None,
)
gives(
    LEGAL,
    "CT-107, on another's turn",
    "it passes at once, though seat 3 is on turn",
    cut(SEVEN_AS_FIVE, 6, 5),
    longest_road=1,
    points=[1, 3, 1, 2],
)
misread("CT-107, not at once", "it passes at once", cut(SEVEN_AS_FOUR, 5, 4), longest_road=None)
gives(
    LEGAL,
    "CT-108, set aside in a setup",
    "two with five and no holder named: nobody has it, and the next sixth road takes it",
    builds(f"0: s16 21-16-11-7-3-0 / 1: s5 {rival(5)}", "0-4"),
    longest_road=0,
)
gives(
    LEGAL,
    "CT-108, a third ties",
    "while set aside a further tie changes nothing",
    builds(f"0: s16 21-16-11-7-3 / 1: s5 {rival(5)} / 2: s48 {rival(5, OTHER_COAST)}", "3-0"),
    longest_road=None,
    points=[1, 1, 1],
)
misread("CT-108, the old holder", "a cut holder does not keep it", cut(FIVE, 4, 2), longest_road=0)

# --- Largest Army (CT-109 to CT-112)

gives(
    LEGAL,
    "CT-109, in hand",
    "knights in hand do not count",
    after(lies("", "", "0: knight knight knight"), "0 end"),
    largest_army=None,
    points=[0, 0, 0],
)
misread(
    "CT-109, in hand",
    "only played knights count",
    after(lies("", "", "0: knight knight knight"), "0 end"),
    largest_army=0,
)
gives(
    LEGAL,
    "CT-110, the second",
    "two are not enough",
    army("1 0 0", "0 play knight; 0 robber 18"),
    largest_army=None,
)
misread(
    "CT-110, the second", "two are not enough", army("1 0 0", "0 play knight; 0 robber 18"), largest_army=0
)
gives(
    LEGAL,
    "CT-110, another minimum",
    "a house rule with a minimum of two",
    army("1 0 0", "0 play knight; 0 robber 18") | {"options": {"largest_army_minimum": 2}},
    largest_army=0,
)
gives(
    LEGAL,
    "CT-111, strictly more",
    "one more than the holder",
    army("3 4 0", "0 play knight; 0 robber 18"),
    largest_army=1,
    points=[1, 3, 0],
)
misread(
    "CT-111, a tie",
    "a tie does not take it",
    army("3 2 0", "1 play knight; 1 robber 18", to_move=1),
    largest_army=1,
)
gives(
    LEGAL,
    "CT-112, before the robber",
    "the card comes before the robber moves, and may win",
    after(lies(EIGHT, "", "0: knight", "2 0 0"), "0 play knight"),
    points=[10, 2, 2],
    winner=0,
)
breaks(
    "CT-112, the robber after the end",
    "the game is over before the robber moves",
    after(lies(EIGHT, "", "0: knight", "2 0 0"), "0 play knight; 0 robber 4"),
    "CT-116",
)

# --- winning (CT-113 to CT-118)

gives(
    LEGAL,
    "CT-113, all sources",
    "settlements 1, cities 2, cards 1, each award 2",
    after(lies("0: s16 c0 21-16-11-7-3-0", "", "0: victory_point", "3 0 0"), "0 end"),
    points=[8, 0, 0],
    longest_road=0,
    largest_army=0,
    winner=None,
)
misread(
    "CT-113, played knights",
    "a played knight is no point",
    after(lies("0: s8 r13", "", "", "2 0 0"), "0 end"),
    points=[3, 0, 0],
)
gives(
    LEGAL,
    "CT-114, what the others see",
    "the friendly robber goes by public points: a hidden card does not make a target",
    after(
        FRIENDLY | {"cards": [{"seat": 1, "card": "victory_point"}, {"seat": 1, "card": "victory_point"}]},
        "0 roll 3 4; 0 robber 0",
        friendly_robber=True,
    ),
)
breaks(
    "CT-114, what the others see",
    "two points that everybody sees, two that nobody sees",
    after(
        FRIENDLY | {"cards": [{"seat": 1, "card": "victory_point"}, {"seat": 1, "card": "victory_point"}]},
        "0 roll 3 4; 0 robber 11",
        friendly_robber=True,
    ),
    "OQ-CT-21",
)
# seat 2 cuts the road of seat 1, and seat 0 (8 points, five roads) is the longest
EIGHT_AND_FIVE_ROADS = "0: c10 c37 c39 c53 1-5-2-6-10-15"
HANDED_OVER = lies(
    f"{EIGHT_AND_FIVE_ROADS} / 1: s16 s0 21-16-11-7-3-0-4 / 2: {CUTTER}", f"2: {SETTLEMENT}", to_move=2
)
gives(
    LEGAL,
    "CT-115, on another's turn",
    "reaching 10 on another's turn does nothing yet",
    after(HANDED_OVER, "2 settlement 7"),
    points=[10, 2, 2],
    longest_road=0,
    winner=None,
)
misread(
    "CT-115, on another's turn",
    "nobody wins on another's turn",
    after(HANDED_OVER, "2 settlement 7"),
    winner=0,
)
gives(
    LEGAL,
    "CT-117, at the start",
    "the turn comes round and the game is won before the roll",
    after(HANDED_OVER, "2 settlement 7; 2 end"),
    points=[10, 2, 2],
    winner=0,
)
breaks(
    "CT-117, a roll after that",
    "the game was won before the roll",
    after(HANDED_OVER, "2 settlement 7; 2 end; 0 roll 1 1"),
    "CT-116",
)
gives(
    LEGAL,
    "CT-117, lost again",
    "the 10 points must still be there: seat 3, cut by seat 2, builds a longer road before seat 0 is on",
    after(
        lies(
            f"{EIGHT_AND_FIVE_ROADS} / 2: {CUTTER} / 3: s0 s16 27-21-16-11-7-3-0-4",
            f"2: {SETTLEMENT} / 3: {ROAD}+{ROAD}",
            to_move=2,
            players=4,
        ),
        f"2 settlement 7; 2 end; 3 roll 1 1; 3 road {path('27-33')[0]}; 3 road {path('33-38')[0]}; 3 end;"
        "0 roll 1 1",
        players=4,
    ),
    points=[8, 0, 2, 4],
    longest_road=3,
    winner=None,
)
gives(
    LEGAL,
    "CT-116, at once",
    "the tenth point ends the game in the middle of the turn",
    after(lies(NINE, f"0: {SETTLEMENT}"), "0 settlement 30"),
    points=[10, 2, 2],
    winner=0,
)
gives(
    LEGAL,
    "CT-116, with a free road",
    "the first free road may win; the second is not placed",
    after(
        lies("0: c8 r13 c28 r41 c41 r52 c16 21-16-11-7-3", "", "0: road_building"),
        f"0 play road_building; 0 road {path('3-0')[0]}",
    ),
    points=[10, 0, 0],
    winner=0,
    longest_road=0,
)
for text in ("0 end", "0 bank wool4 for ore", "1 roll 1 1"):
    breaks(
        f"CT-116, {text.split()[1]} after the end",
        "the game stops at once",
        after(lies(NINE, f"0: {SETTLEMENT}+wool4"), f"0 settlement 30; {text}"),
        "CT-116",
    )
gives(
    LEGAL,
    "CT-116, another goal",
    "a house rule with 8 points to win",
    after(lies("0: c8 r13 c28 r41 c39 r56 s41 r52", f"0: {CITY}"), "0 city 41", points_to_win=8),
    points=[8, 0, 0],
    winner=0,
)
gives(
    LEGAL,
    "CT-118, no last round",
    "the first to get there wins, though the others have had a turn less and one is close",
    after(
        lies("0: c8 c17 c28 s39 s41 / 1: c14 c31 c49 c0 s20", f"0: {CITY}", "0: victory_point"),
        "0 city 39",
    ),
    points=[10, 9, 0],
    winner=0,
)
breaks(
    "CT-118, no last round",
    "the others do not finish the round",
    after(lies(NINE, f"0: {SETTLEMENT}"), "0 settlement 30; 0 end; 1 roll 1 1"),
    "CT-116",
    at=1,
)
misread(
    "CT-118, not declined",
    "a player with 10 has won",
    after(lies(NINE, f"0: {SETTLEMENT}"), "0 settlement 30"),
    winner=None,
)

# --- conventions (CT-119 to CT-122)

for name, parts in (("unknown", {"do": "steel"}), ("none", {"do": None})):
    breaks(
        f"CT-119, {name}",
        "what is done has to be one of the decisions",
        with_event(after(lies(), "0 end"), 0, **parts),
        "CT-119",
    )
gives(
    LEGAL,
    "CT-119, one turn",
    "every decision point of a turn, in order",
    after(
        lies("0: s39 r56 / 1: s31 r37", "0: wool8 / 1: ore8", "0: road_building", rolled=False),
        "0 play road_building; 0 road 63; 0 road 67; 0 roll 3 4;"
        "0 discard wool4; 1 discard ore4; 0 robber 11; 0 steal 1 ore;"
        "0 offer wool for ore to 1; 1 yes; 0 accept 1; 0 end",
    ),
    hands="0: wool3+ore2 / 1: ore2+wool",
)
gives(
    LEGAL,
    "CT-122, chance in the record",
    "dice, the card bought and the card stolen are all there",
    after(
        lies("0: s39 r56 / 1: s31 r37", f"0: {CARD} / 1: ore", rolled=False),
        "0 roll 3 4; 0 robber 11; 0 steal 1 ore; 0 buy victory_point; 0 end",
    ),
    hands="0: ore",
    points=[2, 1, 0],
)
gives(
    LEGAL,
    "CT-120, turns",
    "set-up is turn 0; two finished turns and a roll are three turns",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6"),
    turns=3,
)
misread(
    "CT-120, rounds",
    "turns, not rounds",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6"),
    turns=1,
)
gives(LEGAL, "CT-120, in set-up", "no turn has begun", begin(NEARLY_SET_UP), turns=0, winner=None)
STOPPED = f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 1 roll 6 6; 1 end"
gives(
    LEGAL,
    "CT-121, unfinished",
    "the game stops after max_turns, and nobody has won",
    begin(STOPPED, max_turns=2),
    turns=2,
    winner=None,
)
breaks("CT-121, one more", "no turn after the last", begin(f"{STOPPED}; 2 roll 6 6", max_turns=2), "CT-121")
for do, lost, rule in (("roll 6 6", "dice", "CT-19"), ("buy knight", "card", "CT-13")):
    breaks(
        f"CT-122, {do.split()[0]}",
        "every outcome of chance is in the record",
        with_event(after(lies("", f"0: {CARD}", rolled=do == "buy knight"), f"0 {do}"), 0, **{lost: None}),
        rule,
    )
breaks(
    "CT-122, steal",
    "every outcome of chance is in the record",
    with_event(after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal 1 wool"), 2, card=None),
    "CT-66",
)

# --- setups and results

for name, setup in (
    ("two deserts", board(terrain=" ".join(["desert", *board()["terrain"][1:]]))),
    ("a token on the desert", board(tokens=[*board()["tokens"][:9], 7, *board()["tokens"][10:]])),
    ("a hex without a token", board(tokens=[None, *board()["tokens"][1:]])),
    ("three twelves", board(tokens=[12, *board()["tokens"][1:]])),
    ("18 hexes", board(terrain=" ".join(board()["terrain"][:18]))),
    ("no harbours", {"terrain": board()["terrain"], "tokens": board()["tokens"]}),
    ("no hex under the robber", lies(robber=19)),
    ("two buildings on a vertex", lies("0: s8 / 1: s8")),
    ("neighbours", lies("0: s8 / 1: s12")),
    ("two roads on an edge", lies("0: r8 / 1: r8")),
    ("six settlements", lies("0: s0 s2 s8 s10 s17 s19")),
    ("five cities", lies("0: c0 c2 c8 c10 c17")),
    ("sixteen roads", lies("0: 33-27-21-16-11-7-3-0-4-8-13-9-5-2-6-10-15")),
    ("no such seat", lies("3: s8")),
    ("no such vertex", lies("0: s54")),
    ("no such edge", lies("0: r72")),
    ("more cards than there are", lies("", "0: ore10 / 1: ore10")),
    ("a bank that is not the rest", lies("", "0: ore10", bank=full("brick19+lumber19+wool19+grain19+ore10"))),
    ("no such card", lies("", "", "0: bishop")),
    ("three monopolies", lies("", "", "0: monopoly monopoly / 1: monopoly")),
    ("fifteen knights", lies("", "", "0: knight", "14 0 0")),
    ("nobody's turn", lies(to_move=3)),
    ("Longest Road held by a shorter one", lies(f"0: 21-16-11-7-3-0 / 1: {rival(6)}", longest_road=0)),
    ("Largest Army with two knights", lies("", "", "", "2 0 0", largest_army=0)),
):
    faulty(f"setup, {name}", "a setup is consistent", after(setup, ""))
gives(
    LEGAL,
    "setup, the bank",
    "a bank that is the rest",
    after(lies("", "0: ore10", bank=full("brick19+lumber19+wool19+grain19+ore9")), "0 end"),
    hands="0: ore10",
)
gives(
    LEGAL,
    "setup, awards that tie",
    "where players tie the setup names the holder",
    after(
        lies(f"0: 21-16-11-7-3-0 / 1: {rival(5)}", "", "", "3 3 0", longest_road=1, largest_army=0), "0 end"
    ),
    longest_road=1,
    largest_army=0,
    points=[2, 2, 0],
)
for name, wrong in (
    ("points", {"points": [2, 2, 3]}),
    ("winner", {"winner": 0}),
    ("turns", {"turns": 2}),
    ("longest road", {"longest_road": 1}),
    ("largest army", {"largest_army": 2}),
    ("hands", {"hands": "0: lumber+ore+brick / 1: ore+grain2 / 2: grain+brick"}),
    ("bank", {"bank": "brick17+lumber17+wool19+grain16+ore18"}),
):
    faulty(
        f"result, {name}",
        "what is stated does not agree",
        begin(SETUP_OF_THREE) | {"result": stated(3, **wrong)},
        "RESULT",
    )
gives(
    LEGAL,
    "a result that agrees",
    "every part of it",
    begin(SETUP_OF_THREE),
    points=[2, 2, 2],
    winner=None,
    turns=0,
    longest_road=None,
    largest_army=None,
    hands="0: lumber+ore+brick / 1: ore+grain2 / 2: grain+brick+lumber",
    bank="brick17+lumber17+wool19+grain16+ore17",
)
