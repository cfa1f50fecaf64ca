"""The worked examples of the Catan rule page as records, and the positions they share with the rules."""

from catan_shelf import EXAMPLES, breaks, gives
from catan_table import after, begin, board, lies, path

# --- boards and positions used below

# EX-CT-2 and EX-CT-3: letters from corner hex 0 on, the desert at hex 9 or at hex 3
CENTRE = board(tokens=[5, 10, 8, 2, 9, 11, 4, 6, 4, None, 3, 11, 3, 5, 6, 12, 8, 10, 9])
RIM = board(swap=(3, 9), tokens=[5, 8, 4, None, 10, 3, 11, 2, 9, 11, 6, 12, 6, 4, 5, 9, 3, 8, 10])

# the printed starting pieces (CT-34): four players red, blue, orange, white; three without red
RED_BLUE_ORANGE_WHITE = "0: s8 r13 s28 r41 / 1: s41 r52 s39 r56 / 2: s14 r15 s40 r58 / 3: s31 r37 s17 r25"
SETUP_OF_FOUR = (
    "0 settlement 8; 0 road 13; 1 settlement 41; 1 road 52;"
    "2 settlement 14; 2 road 15; 3 settlement 31; 3 road 37;"
    "3 settlement 17; 3 road 25; 2 settlement 40; 2 road 58;"
    "1 settlement 39; 1 road 56; 0 settlement 28; 0 road 41"
)
SETUP_OF_THREE = (
    "0 settlement 41; 0 road 52; 1 settlement 14; 1 road 15; 2 settlement 31; 2 road 37;"
    "2 settlement 17; 2 road 25; 1 settlement 40; 1 road 58; 0 settlement 39; 0 road 56"
)
NEARLY_SET_UP = SETUP_OF_THREE.rsplit(";", 2)[0]  # seat 0 still has its second settlement and road to place

ROAD, SETTLEMENT, CITY, CARD = "brick+lumber", "brick+lumber+wool+grain", "grain2+ore3", "wool+grain+ore"

# seat 0 with 9 points, and a road to vertex 30 where a settlement can stand; the others have 2 each
NINE = "0: c8 r13 c17 r25 c28 r41 c39 r56 s41 r52 r45 / 1: s14 r15 s20 r31 / 2: s50 r65 s48 r63"
EIGHT = NINE.replace(" s41", "").replace(" r52 r45", "")

# --- layout and set-up

for corners in ("0: s0 r0 s8 r12 s7 r10", "0: s4 r7 s12 r19 s3 r6"):
    gives(
        EXAMPLES,
        f"EX-CT-1, hex 0, {corners[3:5]}",
        "each of the six corners of hex 0 gets its ore",
        after(lies(corners, on=CENTRE, rolled=False), "0 roll 2 3"),
        hands="0: ore3",
    )
for corners in ("0: s18 r27 s30 r44 s29 r35", "0: s24 r28 s35 r43 s23 r26"):
    gives(
        EXAMPLES,
        f"EX-CT-1, hex 9, {corners[3:6]}",
        "each of the six corners of hex 9 gets its grain; the spiral laid R11 there",
        after(lies(corners, on=RIM, rolled=False), "0 roll 5 6"),
        hands="0: grain3",
    )
for vertex in (0, 3):
    gives(
        EXAMPLES,
        f"EX-CT-1, harbour at {vertex}",
        "edge 0 joins vertices 0 and 3 and is a generic harbour",
        after(lies(f"0: s{vertex} r0", "0: ore3"), "0 bank ore3 for wool"),
        hands="0: wool",
    )
for number, place, dice, spiral, vertex, resource in (
    (2, 15, "6 6", CENTRE, 37, "wool"),
    (2, 16, "2 6", CENTRE, 51, "brick"),
    (2, 10, "1 2", CENTRE, 25, "lumber"),
    (3, 7, "1 1", RIM, 21, "grain"),
    (3, 12, "1 5", RIM, 38, "lumber"),
    (3, 5, "1 2", RIM, 9, "wool"),
):
    gives(
        EXAMPLES,
        f"EX-CT-{number}, hex {place}",
        "the letters go on along the spiral and skip the desert",
        after(lies(f"0: s{vertex}", on=spiral, rolled=False), f"0 roll {dice}"),
        hands=f"0: {resource}",
    )
gives(
    EXAMPLES,
    "EX-CT-4, four players",
    "0 1 2 3 3 2 1 0; the second settlement pays",
    begin(SETUP_OF_FOUR, players=4),
    points=[2, 2, 2, 2],
    hands="0: grain+lumber2 / 1: lumber+ore+brick / 2: ore+grain2 / 3: grain+brick+lumber",
    winner=None,
)
gives(
    EXAMPLES,
    "EX-CT-4, three players",
    "0 1 2 2 1 0",
    begin(SETUP_OF_THREE),
    points=[2, 2, 2],
    hands="0: lumber+ore+brick / 1: ore+grain2 / 2: grain+brick+lumber",
    longest_road=None,
    largest_army=None,
)
breaks(
    "EX-CT-4, three players",
    "the last seat places twice in a row, not the first",
    begin(SETUP_OF_THREE.replace("2 settlement 17; 2 road 25", "0 settlement 17; 0 road 25")),
    "CT-45",
    at=6,
)
for vertex, edge, cards, shows in (
    (28, 41, "grain+lumber2", "fields 9, forest 11, forest 8"),
    (29, 42, "lumber+ore", "forest 11, desert, mountains 3"),
    (38, 54, "lumber", "forest 8 only"),
):
    text = f"{NEARLY_SET_UP}; 0 settlement {vertex}; 0 road {edge}"
    gives(
        EXAMPLES,
        f"EX-CT-5, vertex {vertex}",
        shows,
        begin(text.replace("0 settlement 41; 0 road 52", "0 settlement 8; 0 road 13")),
        hands=f"0: {cards} / 1: ore+grain2 / 2: grain+brick+lumber",
    )

# --- production

ROLLS_EIGHT = lies(RED_BLUE_ORANGE_WHITE, players=4, rolled=False)
gives(
    EXAMPLES,
    "EX-CT-6",
    "an 8 pays white ore, red lumber and blue lumber; orange nothing",
    after(ROLLS_EIGHT, "0 roll 2 6", players=4),
    hands="0: lumber / 1: lumber / 3: ore",
)
gives(
    EXAMPLES,
    "EX-CT-7",
    "with the robber on the mountains white gets nothing",
    after(ROLLS_EIGHT | {"robber": 11}, "0 roll 2 6", players=4),
    hands="0: lumber / 1: lumber",
)
TWO_EIGHTS = board(swap=(12, 15))  # pasture 8 beside the mountains 8
gives(
    EXAMPLES,
    "EX-CT-8",
    "the bank is short of wool, so nobody gets wool; the ore is paid",
    after(lies("0: c28 r41 / 1: c38 r54 s31 r37", "2: wool16", on=TWO_EIGHTS, rolled=False), "0 roll 4 4"),
    hands="1: ore / 2: wool16",
    bank="brick19+lumber19+wool3+grain19+ore18",
)
TWO_MOUNTAINS = board(swap=(12, 13))  # two mountains with the 8
for left in (1, 0):
    gives(
        EXAMPLES,
        f"EX-CT-9, {left} ore left",
        "one player alone is owed ore and takes what is left of it",
        after(
            lies("0: s8 r13 / 2: c28 r41 s31 r37", f"1: ore{19 - left}", on=TWO_MOUNTAINS, rolled=False),
            "0 roll 4 4",
        ),
        hands=f"1: ore{19 - left} / 2: {'ore' if left else 'nothing'}",
        bank="brick19+lumber19+wool19+grain19",
    )
gives(
    EXAMPLES,
    "EX-CT-10",
    "three grain are owed to two players and there are two: neither gets any",
    after(lies("0: c16 r24 / 1: s28 r41", "2: grain17", rolled=False), "0 roll 4 5"),
    hands="2: grain17",
    bank="brick19+lumber19+wool19+grain2+ore19",
)

# --- the seven

FOUR_HANDS = lies("0: s8 r13", "0: wool6 / 1: ore7 / 2: grain8 / 3: brick8+lumber7", players=4, rolled=False)
gives(
    EXAMPLES,
    "EX-CT-11",
    "hands of 6, 7, 8 and 15 discard 0, 0, 4 and 7",
    after(FOUR_HANDS, "0 roll 3 4; 2 discard grain4; 3 discard brick5+lumber2; 0 robber 0; 0 end", players=4),
    hands="0: wool6 / 1: ore7 / 2: grain4 / 3: brick3+lumber5",
)
for seat, cards in ((0, "wool3"), (1, "ore3")):
    breaks(
        f"EX-CT-11, seat {seat}",
        "seven cards or fewer are safe",
        after(FOUR_HANDS, f"0 roll 3 4; {seat} discard {cards}", players=4),
        "CT-61",
    )
for count in (3, 5):
    breaks(
        f"EX-CT-11, {count} of 8",
        "half of 8 is 4",
        after(FOUR_HANDS, f"0 roll 3 4; 2 discard grain{count}", players=4),
        "CT-61",
    )
breaks(
    "EX-CT-11, 8 of 15",
    "half of 15, rounded down, is 7",
    after(FOUR_HANDS, "0 roll 3 4; 2 discard grain4; 3 discard brick8", players=4),
    "CT-61",
)
gives(
    EXAMPLES,
    "EX-CT-11, development cards",
    "seven resource cards and three development cards discard nothing",
    after(
        lies("0: s8 r13", "0: ore7", "0: knight monopoly victory_point", rolled=False),
        "0 roll 3 4; 0 robber 0; 0 end",
    ),
    hands="0: ore7",
)
THIEF = lies("0: s41 r52 / 1: s8 r13", "1: wool3+ore")
for card, left in (("ore", "wool3"), ("wool", "wool2+ore")):
    gives(
        EXAMPLES,
        f"EX-CT-12, {card}",
        "either kind may be drawn",
        after(THIEF | {"rolled": False}, f"0 roll 3 4; 0 robber 0; 0 steal 1 {card}"),
        hands=f"0: {card} / 1: {left}",
    )
breaks(
    "EX-CT-12",
    "the victim has no brick",
    after(THIEF | {"rolled": False}, "0 roll 3 4; 0 robber 0; 0 steal 1 brick"),
    "CT-66",
)
for place in [place for place in range(19) if place != 9]:
    gives(
        EXAMPLES,
        f"EX-CT-13, hex {place}",
        "from the desert the robber may move to any other hex",
        after(lies("0: s8 r13", rolled=False), f"0 roll 1 6; 0 robber {place}; 0 end"),
    )
breaks(
    "EX-CT-13, the desert",
    "the robber may not stay",
    after(lies("0: s8 r13", rolled=False), "0 roll 1 6; 0 robber 9"),
    "CT-63",
)
gives(
    EXAMPLES,
    "EX-CT-13, back to the desert",
    "on the next 7 the desert is legal again",
    after(lies(rolled=False), "0 roll 1 6; 0 robber 3; 0 end; 1 roll 6 1; 1 robber 9; 1 end"),
)

# --- harbours

for lying, trade, legal in (
    ("s0 r0 s42 r53", "wool2", True),
    ("s0 r0 s42 r53", "ore3", True),
    ("s42 r53", "wool2", True),
    ("s42 r53", "ore4", True),
    ("s42 r53", "ore3", False),
    ("s42 r53", "ore2", False),
    ("s0 r0", "wool2", False),
):
    record = after(lies(f"0: {lying}", f"0: {trade}"), f"0 bank {trade} for brick")
    name = f"EX-CT-14, {'both' if 's0 r0 s42' in lying else lying.split()[0]}, {trade}"
    if legal:
        gives(EXAMPLES, name, "the best single rate", record, hands="0: brick")
    else:
        breaks(name, "a rate without its harbour", record, "CT-76" if "3" in trade else "CT-77")

# --- Longest Road

RIVAL = "1-5-2-6-10-15-20-26-32-37"
"""A coast road of nine for the seat to compare with."""


def rival(length, to="1-5-2-6-10-15-20-26-32-37"):
    """The first roads of a rival's coast road."""
    return "-".join(to.split("-")[: length + 1])


def measures(name, shows, lying, last, length, foreign=""):
    """Show a road's length: built to its end it beats a rival who is one shorter, and not an equal one.

    `last` is the road that completes it, written as its two vertices.
    """
    for other, holder in ((length - 1, 0), (length, 1)):
        position = lies(f"0: {lying} / 1: s5 {rival(other)} / {foreign}", f"0: {ROAD}")
        if other >= 5:
            position["longest_road"] = 1
        gives(
            EXAMPLES,
            f"{name}, against {other}",
            shows,
            after(position, f"0 road {path(last)[0]}"),
            longest_road=holder,
        )


measures("EX-CT-15", "a straight coast road", "s0 s16 21-16-11-7-3-0", "0-4", 6)
measures("EX-CT-16, one end", "a foreign end", "s16 21-16-11-7-3-0", "0-4", 6, "2: s4 4-8")
measures("EX-CT-16, both ends", "two foreign ends", "s11 21-16-11-7-3-0", "0-4", 6, "2: s4 4-8 s21 21-27")
COAST_ROAD = "s0 s16 21-16-11-7-3-0-4"
CUTTER = "s17 17-12-7"
for other, holder in ((4, None), (5, 1)):
    gives(
        EXAMPLES,
        f"EX-CT-17, rival with {other}",
        "a settlement on vertex 7 cuts six roads into three and three",
        after(
            lies(f"0: {COAST_ROAD} / 1: s5 {rival(other)} / 2: {CUTTER}", f"2: {SETTLEMENT}", to_move=2),
            "2 settlement 7",
        ),
        longest_road=holder,
        points=[2, 1 + 2 * (holder == 1), 2],
    )
measures("EX-CT-18", "a fork counts one branch only", "s16 16-11-7-3-0 7-12-8", "16-21", 5)
RING = "18-24-30-35-29-23"
measures("EX-CT-19", "a closed loop", f"s24 {RING}", "18-23", 6)
measures("EX-CT-19, one tail", "a loop and a tail", f"s24 {RING}-18", "18-13", 7)
measures("EX-CT-19, two tails", "a loop and two tail edges in a row", f"s24 {RING}-18-13", "13-8", 8)
measures(
    "EX-CT-21",
    "the trail round the loop starts and ends at the foreign building",
    "s35 35-30-24-18-23-29",
    "29-35",
    6,
    "2: s24 24-19",
)
measures("EX-CT-23", "a star with arms of 3, 2 and 4", "s18 18-13-8-4 18-23-17 18-24-30-36", "36-41", 7)
measures("EX-CT-24", "two separate groups", "s16 21-16-11-7-3 s36 36-41-45-49-52", "48-52", 5)

FIVE = "s16 21-16-11-7-3-0"
SEVEN_AS_FOUR = "s16 s0 27-21-16-11-7-3-0-4"
SEVEN_AS_FIVE = "s16 33-27-21-16-11-7-3-0"
OTHER_COAST = "51-48-52-49-53-50-46"


def cut(a, b, c, text="3 settlement 7", held="", **parts):
    """Seat 3 cuts the road of seat 0 at vertex 7; seats 1 and 2 have roads of b and c."""
    lying = f"0: {a} / 1: s5 {rival(b)} / 2: s48 {rival(c, OTHER_COAST)} / 3: {CUTTER}"
    position = lies(lying, f"3: {SETTLEMENT}{held}", to_move=3, players=4, **parts)
    return after(position, text, players=4)


gives(EXAMPLES, "EX-CT-26 a", "cut from 5 to 3, best other 4: set aside", cut(FIVE, 4, 2), longest_road=None)
gives(
    EXAMPLES,
    "EX-CT-26 b",
    "cut from 7 to 5, another has 5: the holder keeps it",
    cut(SEVEN_AS_FIVE, 5, 2),
    longest_road=0,
)
gives(
    EXAMPLES,
    "EX-CT-26 c",
    "cut from 7 to 4, others have 5 and 4: the 5 takes it",
    cut(SEVEN_AS_FOUR, 5, 4),
    longest_road=1,
)
gives(
    EXAMPLES,
    "EX-CT-26 d",
    "cut from 7 to 4, two have 5: set aside",
    cut(SEVEN_AS_FOUR, 5, 5),
    longest_road=None,
)
gives(
    EXAMPLES,
    "EX-CT-26 d, the sixth road",
    "set aside, until one of the two builds a sixth",
    cut(
        SEVEN_AS_FOUR,
        5,
        5,
        f"3 settlement 7; 3 end; 0 roll 6 6; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6;2 road {path('50-46')[0]}",
        held=f" / 2: {ROAD}",
    ),
    longest_road=2,
    points=[2, 1, 3, 2],
)
gives(
    EXAMPLES,
    "EX-CT-26 e",
    "cut from 7 to 5, two have 6: set aside",
    cut(SEVEN_AS_FIVE, 6, 6),
    longest_road=None,
)
SIX = "s0 s16 21-16-11-7-3-0-4"
REACHES_SIX = (
    lies(
        f"0: {SIX} / 1: s5 {rival(5)} / 2: s48 44-48-52 / 3: s46 46-50-53-49",
        f"1: {ROAD} / 2: wool5 / 3: {ROAD}+{SETTLEMENT}",
        to_move=1,
        players=4,
    ),
    f"1 road {path('15-20')[0]}",
)
gives(EXAMPLES, "EX-CT-26 f", "a tie changes nothing", after(*REACHES_SIX, players=4), longest_road=0)
gives(
    EXAMPLES,
    "EX-CT-26 f, an unrelated cut",
    "a cut of somebody else's road changes nothing either",
    after(
        lies(
            f"0: {SIX} / 1: s5 {rival(6)} / 2: s44 44-48-52-49 / 3: s46 46-50-53-49-45",
            f"2: {SETTLEMENT}",
            to_move=2,
            players=4,
            longest_road=0,
        ),
        "2 settlement 49",
        players=4,
    ),
    longest_road=0,
)

# --- Largest Army

KNIGHT = "0: s8 r13 / 1: s14 r15"


def army(knights, text, **parts):
    """Knights by seat, and what is played; every seat holds two more."""
    cards = "0: knight knight / 1: knight knight / 2: knight knight"
    return after(lies(KNIGHT, "", cards, knights, **parts), text)


gives(
    EXAMPLES,
    "EX-CT-27, the third knight",
    "the first with three knights takes the card",
    army("2 2 0", "0 play knight; 0 robber 18"),
    largest_army=0,
    points=[3, 1, 0],
)
gives(
    EXAMPLES,
    "EX-CT-27, another third",
    "a tie changes nothing",
    army("3 2 0", "1 play knight; 1 robber 18", to_move=1),
    largest_army=0,
    points=[3, 1, 0],
)
gives(
    EXAMPLES,
    "EX-CT-27, a fourth",
    "the fourth knight takes card and points away",
    army("3 3 0", "1 play knight; 1 robber 18", to_move=1, largest_army=0),
    largest_army=1,
    points=[1, 3, 0],
)

# --- cards and winning

gives(
    EXAMPLES,
    "EX-CT-29, a victory point",
    "with 9 points a victory point card wins in the turn it is bought",
    after(lies(NINE, f"0: {CARD}"), "0 buy victory_point"),
    points=[10, 2, 2],
    winner=0,
)
breaks(
    "EX-CT-29, a knight just bought",
    "it may not be played this turn, even for Largest Army",
    after(lies(NINE, f"0: {CARD}", knights="2 0 0"), "0 buy knight; 0 play knight"),
    "CT-93",
)
gives(
    EXAMPLES,
    "EX-CT-29, an older knight",
    "a knight bought earlier may be played",
    after(lies(NINE, f"0: {CARD}", "0: knight", "2 0 0"), "0 buy knight; 0 play knight"),
    points=[11, 2, 2],
    winner=0,
    largest_army=0,
)

# --- building

CUT_OFF = lies(
    "0: s16 16-11-7 / 1: s7 7-3 / 2: s8 8-12", f"0: {SETTLEMENT} / 1: {SETTLEMENT} / 2: {SETTLEMENT}"
)
for seat, do, rule in (
    (0, f"road {path('7-12')[0]}", "CT-82"),
    (0, "settlement 11", "CT-84"),
    (1, "settlement 3", "CT-84"),
    (2, "settlement 12", "CT-84"),
):
    breaks(
        f"EX-CT-30, seat {seat}, {do}",
        "a foreign building cuts the connection and closes its neighbours",
        after(CUT_OFF | {"to_move": seat}, f"{seat} {do}"),
        rule,
    )
breaks(
    "EX-CT-30, edge 7-3",
    "the edge beyond the foreign settlement is not available",
    after(lies("0: s16 16-11-7 / 1: s7 7-12", f"0: {ROAD}"), f"0 road {path('7-3')[0]}"),
    "CT-82",
)
FIVE_STANDING = lies("0: s8 r13 s28 r41 s41 r52 s39 r56 s0 r0 r6 r10", f"0: {SETTLEMENT}+grain2+ore3")
gives(
    EXAMPLES,
    "EX-CT-31",
    "a city first, then there is a settlement to build",
    after(FIVE_STANDING, "0 city 8; 0 settlement 11"),
    points=[7, 0, 0],
    hands="",
)
breaks(
    "EX-CT-31",
    "no sixth settlement until one becomes a city",
    after(FIVE_STANDING, "0 settlement 11; 0 city 8"),
    "CT-86",
    at=0,
)
FOURTEEN = "s0 s33 33-27-21-16-11-7-3-0-4-8-13-9-5-2-6"
gives(
    EXAMPLES,
    "EX-CT-32",
    "fourteen roads: one free road, the second is forfeited",
    after(
        lies(f"0: {FOURTEEN}", "", "0: road_building"),
        f"0 play road_building; 0 road {path('6-10')[0]}; 0 end",
    ),
    longest_road=0,
)
breaks(
    "EX-CT-32",
    "there is no sixteenth road, paid for or not",
    after(
        lies(f"0: {FOURTEEN}", f"0: {ROAD}", "0: road_building"),
        f"0 play road_building; 0 road {path('6-10')[0]}; 0 road {path('10-15')[0]}",
    ),
    "CT-86",
)
gives(
    EXAMPLES,
    "EX-CT-33",
    "every other player hands over all wool, the bank nothing",
    after(
        lies("", "0: wool2 / 1: wool3+ore / 2: brick / 3: wool", "0: monopoly", players=4),
        "0 play monopoly wool",
        players=4,
    ),
    hands="0: wool6 / 1: ore / 2: brick",
    bank="brick18+lumber19+wool13+grain19+ore18",
)

# --- domestic trade

for give, want in (("wool2", "ore"), ("wool+grain", "brick")):
    gives(
        EXAMPLES,
        f"EX-CT-35, {give} for {want}",
        "any numbers, at least one each way",
        after(
            lies("", f"0: wool2+grain / 1: {want}"),
            f"0 offer {give} for {want} to 1 2; 1 yes; 0 accept 1",
            trade="any",
        ),
        hands=f"0: {want}+{'grain' if give == 'wool2' else 'wool'} / 1: {give}",
    )
for give, want, rule in (
    ("wool", "nothing", "CT-71"),
    ("wool2", "wool", "CT-72"),
    ("wool+ore", "ore2", "CT-72"),
):
    breaks(
        f"EX-CT-35, {give} for {want}",
        "no gift, and no resource on both sides",
        after(lies("", "0: wool2+ore / 1: wool+ore2"), f"0 offer {give} for {want} to 1", trade="any"),
        rule,
    )
breaks(
    "EX-CT-35, not on turn",
    "two players neither of whom is on turn",
    after(lies("", "1: wool / 2: ore"), "1 offer wool for ore to 2"),
    "CT-70",
)
gives(
    EXAMPLES,
    "EX-CT-36",
    "20 cards at the end of a turn are kept, until somebody rolls a 7",
    after(lies("", "0: wool10+ore10"), "0 end; 1 roll 3 4; 0 discard wool10; 1 robber 3; 1 end"),
    hands="0: ore10",
)
