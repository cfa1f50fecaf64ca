"""Records for the Catan rules CT-40 to CT-79: harbours, set-up, the turn, production, the seven, trade."""

from catan_shelf import LEGAL, breaks, faulty, gives, misread
from catan_table import after, begin, board, lies, with_event
from catan_worked import CARD, CITY, NEARLY_SET_UP, ROAD, SETTLEMENT, SETUP_OF_FOUR, SETUP_OF_THREE

# --- harbours (CT-40 to CT-44)

for vertex, edge, give, take in (
    (1, 2, "grain2", "ore"),
    (5, 3, "grain2", "ore"),
    (10, 9, "ore2", "wool"),
    (15, 17, "ore2", "wool"),
    (26, 32, "wool3", "ore"),
    (32, 48, "brick3", "ore"),
    (42, 53, "wool2", "ore"),
    (46, 60, "wool2", "ore"),
    (49, 64, "grain3", "ore"),
    (52, 68, "lumber3", "ore"),
    (47, 62, "ore3", "wool"),
    (51, 67, "wool3", "ore"),
    (33, 40, "brick2", "ore"),
    (38, 54, "brick2", "ore"),
    (11, 10, "lumber2", "ore"),
    (16, 24, "lumber2", "ore"),
):
    gives(
        LEGAL,
        f"CT-40, vertex {vertex}",
        "nine harbours, each usable from both ends of its edge",
        after(lies(f"0: s{vertex} r{edge}", f"0: {give}"), f"0 bank {give} for {take}"),
        hands=f"0: {take}",
    )
breaks(
    "CT-40, beside a harbour",
    "vertex 7 is next to the harbour vertex 3 and has none",
    after(lies("0: s7 r6", "0: ore3"), "0 bank ore3 for wool"),
    "CT-76",
)
gives(
    LEGAL,
    "CT-41, four generic harbours",
    "four generic harbours, and one for each resource",
    begin("", on=board(harbours="generic generic generic generic brick lumber wool grain ore")),
    winner=None,
)
faulty(
    "CT-41, five generic harbours",
    "four generic harbours, and one for each resource",
    begin("", on=board(harbours="generic grain generic generic wool generic generic brick lumber")),
)
faulty(
    "CT-41, ten harbours",
    "there are nine",
    begin("", on=board(harbours="generic " * 5 + "brick lumber wool grain ore")),
)
gives(
    LEGAL,
    "CT-42, the printed kinds",
    "grain, ore, wool, brick and lumber harbours in their printed places",
    after(
        lies("0: s1 s10 s42 s33 s11", "0: grain2+ore2+wool2+brick2+lumber2"),
        "0 bank grain2 for ore; 0 bank ore2 for wool; 0 bank wool2 for brick; 0 bank brick2 for lumber;"
        "0 bank lumber2 for grain",
    ),
    hands="0: grain+ore+wool+brick+lumber",
)
breaks(
    "CT-42, vertex 1",
    "the harbour between hexes 1 and 2 takes grain, not ore",
    after(lies("0: s1 r2", "0: ore2"), "0 bank ore2 for wool"),
    "CT-77",
)
SHUFFLED = board(harbours="ore generic generic lumber generic brick wool grain generic")
gives(
    LEGAL,
    "CT-43, vertex 0",
    "the kinds may lie in any order",
    after(lies("0: s0 r0", "0: ore2", on=SHUFFLED), "0 bank ore2 for wool"),
    hands="0: wool",
)
breaks(
    "CT-43, vertex 1",
    "a shuffled kind is where it lies, not where it is printed",
    after(lies("0: s1 r2", "0: grain2", on=SHUFFLED), "0 bank grain2 for wool"),
    "CT-77",
)
gives(
    LEGAL,
    "CT-44, two harbours",
    "brick harbour and generic harbour side by side: two rates, each for its own cards",
    after(lies("0: s38 r54 c47 r62", "0: brick2+ore3"), "0 bank brick2 for ore; 0 bank ore3 for wool"),
    hands="0: ore+wool",
)
gives(
    LEGAL,
    "CT-44, a city",
    "the harbour stays when its settlement becomes a city",
    after(lies("0: s0 r0", f"0: {CITY}+wool3"), "0 city 0; 0 bank wool3 for ore"),
    hands="0: ore",
)
for give, shows in (("wool4", "generic harbour, four cards"), ("brick3", "brick harbour, three cards")):
    breaks(
        f"CT-44, {shows}",
        "the best rate counts, and no other is offered",
        after(lies("0: s38 r54 c47 r62", f"0: {give}"), f"0 bank {give} for ore"),
        "CT-44",
    )
breaks(
    "CT-44, somebody else's harbour",
    "a harbour serves the owner of the building",
    after(lies("1: s0 r0", "0: ore3"), "0 bank ore3 for wool"),
    "CT-76",
)

# --- set-up (CT-45 to CT-49)

gives(
    LEGAL,
    "CT-45, four players",
    "there and back, the last seat twice in a row; then a turn is on",
    begin(f"{SETUP_OF_FOUR}; 0 roll 6 6; 0 end", players=4),
    points=[2, 2, 2, 2],
)
for name, text in (
    ("another seat", "1 settlement 8"),
    ("the same seat again", "0 settlement 8; 0 road 13; 0 settlement 28"),
    ("the road first", "0 road 13"),
    ("two settlements", "0 settlement 8; 0 settlement 28"),
    ("two roads", "0 settlement 8; 0 road 13; 0 road 12"),
    ("the next seat before the road", "0 settlement 8; 1 settlement 28"),
    ("a third round", SETUP_OF_THREE + "; 0 settlement 8"),
):
    breaks(
        f"CT-45, {name}",
        "two rounds, there and back; a settlement, then a road",
        begin(text),
        "CT-51" if name == "a third round" else "CT-45",
    )
gives(
    LEGAL,
    "CT-46, coast and harbours",
    "any empty vertex that keeps the distance; the second need not be near the first",
    begin(
        "0 settlement 0; 0 road 0; 1 settlement 42; 1 road 53; 2 settlement 16; 2 road 18;"
        "2 settlement 53; 2 road 70; 1 settlement 38; 1 road 54; 0 settlement 32; 0 road 48"
    ),
    hands="0: ore / 1: lumber / 2: wool",
)
breaks("CT-46, occupied", "an empty vertex", begin("0 settlement 8; 0 road 13; 1 settlement 8"), "CT-46")
breaks("CT-46, no vertex", "there are vertices 0 to 53", begin("0 settlement 54"), "CT-46")
breaks(
    "CT-46, too near",
    "the distance rule holds in set-up too",
    begin("0 settlement 8; 0 road 13; 1 settlement 12"),
    "CT-84",
)
for edge in (7, 12, 13):
    gives(
        LEGAL,
        f"CT-47, edge {edge}",
        "any edge at the settlement just placed",
        begin(f"0 settlement 8; 0 road {edge}"),
        points=[1, 0, 0],
        winner=None,
    )
breaks("CT-47, elsewhere", "edge 15 is not at vertex 8", begin("0 settlement 8; 0 road 15"), "CT-47")
breaks(
    "CT-47, at the first settlement",
    "the road goes to the second settlement, not to the first",
    begin(f"{NEARLY_SET_UP}; 0 settlement 39; 0 road 59"),
    "CT-47",
)
breaks(
    "CT-47, occupied",
    "an edge that carries a road",
    begin("0 settlement 8; 0 road 12; 1 settlement 17; 1 road 19; 2 settlement 28; 2 road 19"),
    "CT-47",
)
misread(
    "CT-48, the first settlement",
    "only the second settlement pays",
    begin("0 settlement 8; 0 road 13"),
    hands="0: ore+wool+brick",
)
gives(
    LEGAL,
    "CT-48, the first settlement",
    "only the second settlement pays",
    begin("0 settlement 8; 0 road 13"),
    hands="",
    bank="brick19+lumber19+wool19+grain19+ore19",
)
gives(
    LEGAL,
    "CT-48, out of the bank",
    "the starting cards come from the bank",
    begin(SETUP_OF_THREE),
    bank="brick17+lumber17+wool19+grain16+ore17",
)
gives(
    LEGAL,
    "CT-49, the first turn",
    "then seat 0 takes the first turn",
    begin(f"{SETUP_OF_THREE}; 0 roll 2 1"),
    winner=None,
)
for text in ("roll 3 4", "end", "buy knight", "offer wool for ore to 0", "bank wool4 for ore", "city 8"):
    breaks(
        f"CT-49, {text.split()[0]}",
        "nothing but placing is possible in set-up",
        begin(f"0 settlement 8; 0 road 13; 1 {text}"),
        "CT-49",
    )
breaks("CT-49, the last seat", "seat 0 begins", begin(f"{SETUP_OF_THREE}; 2 roll 3 3"), "CT-50")

# --- the turn (CT-50 to CT-52)

gives(
    LEGAL,
    "CT-50, a round",
    "roll and end, seat after seat, clockwise and round again",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6; 2 end; 0 roll 6 6; 0 end"),
    hands="0: lumber+ore+brick / 1: ore+grain2 / 2: grain5+brick+lumber",
    turns=4,
    winner=None,
)
breaks(
    "CT-50, a seat left out",
    "the next seat clockwise is on",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 2 roll 6 6"),
    "CT-50",
)
breaks(
    "CT-50, one turn twice",
    "the next seat clockwise is on",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 0 roll 6 6"),
    "CT-50",
)
breaks(
    "CT-50, building off turn",
    "only on one's turn",
    after(lies("1: s8 r13", f"1: {ROAD}"), "1 road 12"),
    "CT-50",
)
breaks("CT-50, buying off turn", "only on one's turn", after(lies("", f"1: {CARD}"), "1 buy knight"), "CT-50")
breaks("CT-50, ending off turn", "only on one's turn", after(lies(), "1 end"), "CT-50")
RICH = lies("0: s8 r13", f"0: {ROAD}+{SETTLEMENT}+{CITY}+{CARD}+wool4 / 1: ore", "0: knight", rolled=False)
for text in (
    "road 12",
    "settlement 9",
    "city 8",
    "buy knight",
    "bank wool4 for ore",
    "offer wool for ore to 1",
    "end",
):
    breaks(
        f"CT-51, {text.split()[0]} before the roll", "the dice come first", after(RICH, f"0 {text}"), "CT-51"
    )
breaks("CT-51, a second roll", "there is one roll a turn", after(RICH, "0 roll 6 6; 0 roll 6 6"), "CT-51")
gives(
    LEGAL,
    "CT-51, after the roll",
    "after the roll all of it is open",
    after(RICH, "0 roll 6 6; 0 road 12; 0 bank wool4 for ore; 0 buy monopoly; 0 city 8; 0 end"),
    points=[2, 0, 0],
)
for dice in ([0, 6], [7, 1], [3], [1, 2, 3], [3.0, 3], None):
    breaks(
        f"CT-51, dice {dice}",
        "two dice of six faces (CT-19)",
        with_event(after(lies(rolled=False), "0 roll 1 1"), 0, dice=dice),
        "CT-19",
    )
for name, text in (
    ("before", "0 play monopoly ore; 0 roll 6 6"),
    ("after", "0 roll 6 6; 0 play monopoly ore"),
):
    gives(
        LEGAL,
        f"CT-52, {name} the roll",
        "a card may be played at any time of one's turn",
        after(lies("", "1: ore2", "0: monopoly", rolled=False), text),
        hands="0: ore2",
    )
breaks(
    "CT-52, off turn",
    "not on another's turn",
    after(lies("", "0: ore2", "1: monopoly"), "1 play monopoly ore"),
    "CT-52",
)

# --- production (CT-53 to CT-57)

gives(
    LEGAL,
    "CT-53, all add up",
    "a city 2, each settlement 1, for everybody and not just the roller",
    after(lies("0: c28 r41 s39 r56 / 1: s38 r54 c31 r37 / 2: s8 r13", rolled=False, to_move=2), "2 roll 5 3"),
    hands="0: lumber3 / 1: lumber+ore2",
)
THREES = [10, 2, 9, 12, 6, 4, 10, 9, 11, None, 3, 8, 8, 4, 3, 5, 5, 6, 11]  # on hexes 10 and 14, side by side
gives(
    LEGAL,
    "CT-53, two hexes of one number",
    "a building between two hexes with a 3 draws from both",
    after(lies("0: c36 r52", on=board(tokens=THREES), rolled=False), "0 roll 1 2"),
    hands="0: lumber2+grain2",
)
misread(
    "CT-53, the roller alone",
    "all players produce",
    after(lies("0: s28 r41 / 1: s38 r54", rolled=False), "0 roll 4 4"),
    hands="0: lumber",
)
misread(
    "CT-53, a city",
    "a city gives two",
    after(lies("0: c28 r41", rolled=False), "0 roll 4 4"),
    hands="0: lumber",
)
misread(
    "CT-54, the robber's hex",
    "the hex under the robber produces nothing",
    after(lies("0: s31 r37 s28 r41", rolled=False, robber=11), "0 roll 4 4"),
    hands="0: lumber+ore",
)
gives(
    LEGAL,
    "CT-54, the other hex",
    "only the hex under the robber is blocked, not its number",
    after(lies("0: s31 r37 s28 r41", rolled=False, robber=11), "0 roll 4 4"),
    hands="0: lumber",
)
SHORT = lies("0: c38 r54 / 1: s28 r41", "2: lumber17", rolled=False)
gives(
    LEGAL,
    "CT-55, exactly enough",
    "a bank that can pay the total pays it",
    after(lies("0: c38 r54 / 1: s28 r41", "2: lumber16", rolled=False), "0 roll 4 4"),
    hands="0: lumber2 / 1: lumber / 2: lumber16",
)
gives(LEGAL, "CT-55, one too few", "nobody gets any", after(SHORT, "0 roll 4 4"), hands="2: lumber17")
gives(
    LEGAL,
    "CT-55, no debt",
    "what was not paid is not owed later",
    after(
        SHORT, "0 roll 4 4; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6; 2 bank lumber4 for ore; 2 end; 0 roll 6 6"
    ),
    hands="2: lumber13+ore",
)
misread(
    "CT-55, first come",
    "the bank does not pay in seat order",
    after(SHORT, "0 roll 4 4"),
    hands="0: lumber2 / 2: lumber17",
)
gives(
    LEGAL,
    "CT-55, nobody is excepted",
    "with shortage none_paid not even a single player takes the rest",
    after(lies("0: c38 r54", "2: lumber18", rolled=False), "0 roll 4 4", shortage="none_paid"),
    hands="2: lumber18",
)
gives(
    LEGAL,
    "CT-55, unlimited",
    "with an unlimited bank everybody is paid",
    after(SHORT, "0 roll 4 4", shortage="unlimited"),
    hands="0: lumber2 / 1: lumber / 2: lumber17",
)
gives(
    LEGAL,
    "CT-56, two buildings of one player",
    "one player alone is owed three and takes the two that are left",
    after(lies("0: c38 r54 s28 r41", "2: lumber17", rolled=False), "0 roll 4 4"),
    hands="0: lumber2 / 2: lumber17",
)
misread(
    "CT-56, nothing at all",
    "a single player takes what is left",
    after(lies("0: c38 r54 s28 r41", "2: lumber17", rolled=False), "0 roll 4 4"),
    hands="2: lumber17",
)
for lying in ("0: s38 r54 / 1: c28 r41", "0: c28 r41 / 1: s38 r54"):
    gives(
        LEGAL,
        f"CT-57, {lying.split()[1]}",
        "whoever is first in seat order: two are short of one, both stay without",
        after(lies(lying, "2: lumber17", rolled=False), "0 roll 4 4"),
        hands="2: lumber17",
    )
misread(
    "CT-57, the roller first",
    "payment is simultaneous",
    after(lies("0: s38 r54 / 1: c28 r41", "2: lumber17", rolled=False), "0 roll 4 4"),
    hands="0: lumber / 2: lumber17",
)

# --- phases and ending (CT-58, CT-59)

BUILDER = lies("0: s39 r56 / 1: s8 r13", f"0: {ROAD}+{CARD}+wool5 / 1: ore")
gives(
    LEGAL,
    "CT-58, combined",
    "trading and building alternate freely",
    after(BUILDER, "0 road 63; 0 bank wool4 for ore; 0 buy knight; 0 offer wool for ore to 1; 1 no; 0 end"),
    hands="0: wool+ore / 1: ore",
)
gives(
    LEGAL,
    "CT-58, strict",
    "all trading, then all building",
    after(
        BUILDER,
        "0 bank wool4 for ore; 0 offer wool for ore to 1; 1 no; 0 road 63; 0 buy knight; 0 end",
        phases="strict",
    ),
    hands="0: wool+ore / 1: ore",
)
for do in ("road 63", "buy knight"):
    for trade in ("bank wool4 for ore", "offer wool for ore to 1"):
        breaks(
            f"CT-58, {trade.split()[0]} after {do}",
            "with strict phases building ends trading; buying is building (OQ-CT-20)",
            after(BUILDER, f"0 {do}; 0 {trade}", phases="strict"),
            "CT-58",
        )
gives(
    LEGAL,
    "CT-58, free roads",
    "with strict phases free roads do not begin the building",
    after(
        lies("0: s39 r56", "0: wool4", "0: road_building"),
        "0 play road_building; 0 road 63; 0 road 67; 0 bank wool4 for ore",
        phases="strict",
    ),
    hands="0: ore",
)
gives(
    LEGAL,
    "CT-59, at once",
    "a turn may end right after the roll",
    after(lies(rolled=False), "0 roll 1 1; 0 end"),
)
ROBBABLE = lies("0: s8 r13 / 1: s31 r37", "1: ore8", rolled=False)
for name, text in (
    ("discards", "0 roll 3 4"),
    ("the robber", "0 roll 3 4; 1 discard ore4"),
    ("the theft", "0 roll 3 4; 1 discard ore4; 0 robber 11"),
):
    breaks(
        f"CT-59, before {name}",
        "not while something compulsory is pending",
        after(ROBBABLE, f"{text}; 0 end"),
        "CT-59",
    )
breaks(
    "CT-59, before the free roads",
    "not while something compulsory is pending",
    after(lies("0: s39 r56", "", "0: road_building"), "0 play road_building; 0 road 63; 0 end"),
    "CT-59",
)

# --- the seven and the robber (CT-60 to CT-69)

SEVEN = lies("0: s8 r13 / 1: s31 r37 / 2: s28 r41", "0: wool9 / 1: ore10 / 2: brick3", rolled=False)
SETTLED = "0 roll 5 2; 0 discard wool4; 1 discard ore5; 0 robber 11; 0 steal 1 ore"
gives(
    LEGAL,
    "CT-60, a seven",
    "nobody produces; discards, robber, theft",
    after(SEVEN, SETTLED),
    hands="0: wool5+ore / 1: ore4 / 2: brick3",
    bank="brick16+lumber19+wool14+grain19+ore14",
)
misread(
    "CT-60, no discards of the roller",
    "the roller discards too",
    after(SEVEN, "0 roll 5 2; 1 discard ore5"),
    hands="0: wool9 / 1: ore5 / 2: brick3",
    bank="brick16+lumber19+wool10+grain19+ore19",
)
for name, seat, cards in (
    ("one card too few", 1, "ore4"),
    ("one card too many", 1, "ore6"),
    ("rounded up", 0, "wool5"),
    ("cards not held", 0, "ore4"),
    ("nothing", 0, "nothing"),
    ("a small hand", 2, "brick"),
):
    breaks(
        f"CT-61, {name}",
        "more than seven cards: half of them, rounded down",
        after(SEVEN, f"0 roll 5 2; {seat} discard {cards}"),
        "CT-61",
    )
breaks("CT-61, without a seven", "discards follow a 7", after(SEVEN, "0 roll 5 3; 0 discard wool4"), "CT-61")
breaks(
    "CT-61, twice",
    "each discards once",
    after(SEVEN, "0 roll 5 2; 0 discard wool4; 0 discard wool2"),
    "CT-61",
)
gives(
    LEGAL,
    "CT-61, another limit",
    "a house rule with a limit of nine spares a hand of nine",
    after(SEVEN, "0 roll 5 2; 1 discard ore5; 0 robber 11; 0 steal 1 ore", hand_limit=9),
    hands="0: wool9+ore / 1: ore4 / 2: brick3",
)
gives(
    LEGAL,
    "CT-62, what one likes",
    "each picks the cards",
    after(
        lies("0: s8 r13", "0: wool4+ore4+brick", rolled=False),
        "0 roll 5 2; 0 discard wool2+ore+brick; 0 robber 3",
    ),
    hands="0: wool2+ore3",
)
gives(
    LEGAL,
    "CT-62, in any order",
    "discards are meant to be simultaneous, so a record may list them in any order",
    after(SEVEN, "0 roll 5 2; 1 discard ore5; 0 discard wool4; 0 robber 11; 0 steal 1 ore"),
    hands="0: wool5+ore / 1: ore4 / 2: brick3",
)
breaks(
    "CT-62, the robber too early",
    "all discard before the robber moves",
    after(SEVEN, "0 roll 5 2; 0 discard wool4; 0 robber 11"),
    "CT-62",
)
breaks(
    "CT-63, staying",
    "the robber moves",
    after(lies(rolled=False, robber=4), "0 roll 3 4; 0 robber 4"),
    "CT-63",
)
breaks(
    "CT-63, no hex", "there are hexes 0 to 18", after(lies(rolled=False), "0 roll 3 4; 0 robber 19"), "CT-63"
)
breaks(
    "CT-63, another seat", "the roller moves it", after(lies(rolled=False), "0 roll 3 4; 1 robber 3"), "CT-63"
)
for text in ("road 12", "buy knight", "bank wool4 for ore"):
    breaks(
        f"CT-63, {text.split()[0]} instead",
        "first the robber",
        after(lies("0: s8 r13", "0: wool4+brick+lumber+grain", rolled=False), f"0 roll 3 4; 0 {text}"),
        "CT-63",
    )
breaks(
    "CT-64, the robber on the desert",
    "the desert is no exception: the robber may not stay there",
    after(lies(rolled=False), "0 roll 3 4; 0 robber 9"),
    "CT-63",
)
gives(
    LEGAL,
    "CT-64, the desert",
    "the desert is a target",
    after(lies(rolled=False, robber=4), "0 roll 3 4; 0 robber 9"),
)
THREE_AT_HEX_11 = lies("0: s20 r31 / 1: s31 r37 / 2: c32 r48", "0: grain / 1: wool / 2: brick2", rolled=False)
for seat, card in ((1, "wool"), (2, "brick")):
    gives(
        LEGAL,
        f"CT-65, from seat {seat}",
        "the mover chooses among the others on the hex",
        after(THREE_AT_HEX_11, f"0 roll 3 4; 0 robber 11; 0 steal {seat} {card}"),
        hands={1: "0: grain+wool / 2: brick2", 2: "0: grain+brick / 1: wool / 2: brick"}[seat],
    )
breaks(
    "CT-65, not on the hex",
    "a building on the new hex",
    after(SEVEN, "0 roll 5 2; 0 discard wool4; 1 discard ore5; 0 robber 11; 0 steal 2 brick"),
    "CT-65",
)
breaks(
    "CT-65, no such seat",
    "three players",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal 3 wool"),
    "CT-65",
)
breaks("CT-65, twice", "one card", after(SEVEN, f"{SETTLED}; 0 steal 1 ore"), "CT-65")
breaks(
    "CT-65, another thief",
    "the mover takes it",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 1 steal 2 brick"),
    "CT-65",
)
for card in ("ore", "gold"):
    breaks(
        f"CT-66, {card}",
        "a card of the victim's hand",
        after(THREE_AT_HEX_11, f"0 roll 3 4; 0 robber 11; 0 steal 1 {card}"),
        "CT-66",
    )
gives(
    LEGAL,
    "CT-66, the last card",
    "one card is a hand to steal from",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal 1 wool"),
    hands="0: grain+wool / 2: brick2",
)
EMPTY_HANDED = lies("0: s20 r31 / 1: s31 r37", "0: grain", rolled=False)
gives(
    LEGAL,
    "CT-67, an empty hand",
    "where nobody has a card there is no theft, and the entry is left out",
    after(EMPTY_HANDED, "0 roll 3 4; 0 robber 11; 0 end"),
    hands="0: grain",
)
gives(
    LEGAL,
    "CT-67, nobody, written down",
    "a theft from nobody may be written down where nobody can be robbed",
    after(EMPTY_HANDED, "0 roll 3 4; 0 robber 11; 0 steal nobody; 0 end"),
    hands="0: grain",
)
breaks(
    "CT-67, declined",
    "who can rob must",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal nobody"),
    "CT-67",
)
breaks(
    "CT-67, skipped",
    "who can rob must",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 buy knight"),
    "CT-67",
)
breaks(
    "CT-67, oneself",
    "nobody robs themself",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal 0 grain"),
    "CT-67",
)
breaks(
    "CT-67, an empty-handed victim",
    "only players with a card are offered",
    after(
        lies("0: s20 r31 / 1: s31 r37 / 2: c32 r48", "0: grain / 2: brick2", rolled=False),
        "0 roll 3 4; 0 robber 11; 0 steal 1 wool",
    ),
    "CT-67",
)
gives(
    LEGAL,
    "CT-67, may decline",
    "with steal may_decline the thief may take nothing",
    after(THREE_AT_HEX_11, "0 roll 3 4; 0 robber 11; 0 steal nobody; 0 end", steal="may_decline"),
    hands="0: grain / 1: wool / 2: brick2",
)
gives(
    LEGAL,
    "CT-68, it stays",
    "the robber blocks its hex until it is moved",
    after(lies("1: s31 r37", rolled=False), "0 roll 3 4; 0 robber 11; 0 end; 1 roll 4 4; 1 end; 2 roll 4 4"),
    hands="",
)
breaks(
    "CT-68, moved for nothing",
    "only a 7 or a knight moves it",
    after(lies(rolled=False), "0 roll 1 1; 0 robber 3"),
    "CT-68",
)
gives(
    LEGAL,
    "CT-69, trading and building",
    "after the 7 the turn goes on",
    after(
        lies("0: s8 r13", f"0: wool4+{ROAD}", rolled=False),
        "0 roll 3 4; 0 robber 3; 0 bank wool4 for ore; 0 road 12",
    ),
    hands="0: ore",
)
breaks(
    "CT-69, a second robber move",
    "it moves once",
    after(lies(rolled=False), "0 roll 3 4; 0 robber 3; 0 robber 4"),
    "CT-68",
)
FRIENDLY = lies("0: s8 r13 / 1: s31 r37 / 2: c28 r41 s39 r56", rolled=False)
gives(
    LEGAL,
    "CT-63, friendly robber",
    "a hex of a player with three points is a target, so is one's own or an empty one",
    after(FRIENDLY, "0 roll 3 4; 0 robber 16; 0 end; 1 roll 3 4; 1 robber 9; 1 end", friendly_robber=True),
)
breaks(
    "CT-63, friendly robber",
    "a hex of another player with two points or fewer is none",
    after(FRIENDLY, "0 roll 3 4; 0 robber 11", friendly_robber=True),
    "OQ-CT-21",
)

# --- trade (CT-70 to CT-79)

TRADERS = lies("", "0: wool2+brick / 1: ore2 / 2: ore")
gives(
    LEGAL,
    "CT-70, the one on turn",
    "the player on turn trades with one of the others",
    after(TRADERS, "0 offer wool for ore to 1 2; 1 yes; 2 yes; 0 accept 2"),
    hands="0: wool+brick+ore / 1: ore2 / 2: wool",
)
for name, text in (
    ("two others", "1 offer ore for wool to 2"),
    ("an offer to the one on turn", "1 offer ore for wool to 0"),
):
    breaks(f"CT-70, {name}", "the player on turn proposes", after(TRADERS, text), "CT-70")
gives(
    LEGAL,
    "CT-71, many for one",
    "any numbers, with trade any",
    after(TRADERS, "0 offer wool2+brick for ore2 to 1 2; 1 yes; 0 accept 1", trade="any"),
    hands="0: ore2 / 1: wool2+brick / 2: ore",
)
for give, want in (("wool", "nothing"), ("nothing", "ore")):
    breaks(
        f"CT-71, {give} for {want}",
        "at least one card each way",
        after(TRADERS, f"0 offer {give} for {want} to 1"),
        "CT-71",
    )
gives(
    LEGAL,
    "CT-72, four kinds",
    "any resources, as long as none is on both sides",
    after(
        lies("", "0: wool+brick / 1: ore+grain"),
        "0 offer wool+brick for ore+grain to 1 2; 1 yes; 0 accept 1",
        trade="any",
    ),
    hands="0: ore+grain / 1: wool+brick",
)
breaks(
    "CT-72, wool for wool",
    "not the same on both sides",
    after(TRADERS, "0 offer wool for wool to 1"),
    "CT-72",
)
breaks(
    "CT-72, in part",
    "no resource on both sides",
    after(TRADERS, "0 offer wool+brick for ore+brick to 1", trade="any"),
    "CT-72",
)
gives(
    LEGAL,
    "CT-73, cards stay",
    "only resource cards change hands: the development cards stay where they are",
    after(
        lies("", "0: wool / 1: ore2", "0: victory_point / 1: victory_point victory_point"),
        "0 offer wool for ore to 1; 1 yes; 0 accept 1",
    ),
    hands="0: ore / 1: wool+ore",
    points=[1, 2, 0],
)
for give, want in (("knight", "ore"), ("wool", "road")):
    breaks(
        f"CT-73, {give} for {want}",
        "only resource cards change hands",
        after(TRADERS | {"cards": [{"seat": 0, "card": "knight"}]}, f"0 offer {give} for {want} to 1"),
        "CT-73",
    )
gives(
    LEGAL,
    "CT-74, several trades",
    "any number of trades after the roll",
    after(
        TRADERS | {"rolled": False},
        "0 roll 6 6; 0 offer wool for ore to 1; 1 yes; 0 accept 1;"
        "0 offer wool for ore to 2; 2 yes; 0 accept 2;"
        "0 offer brick for wool to 2; 2 yes; 0 accept 2; 0 end",
    ),
    hands="0: wool+ore2 / 1: wool+ore / 2: brick",
)
breaks(
    "CT-74, before the roll",
    "after the roll only",
    after(TRADERS | {"rolled": False}, "0 offer wool for ore to 1"),
    "CT-51",
)
BANKER = lies("0: s8 r13", "0: wool9+ore2")
gives(
    LEGAL,
    "CT-75, four for one",
    "four equal cards for one, without a harbour",
    after(BANKER, "0 bank wool4 for ore; 0 bank wool4 for brick"),
    hands="0: wool+ore3+brick",
    bank="brick18+lumber19+wool18+grain19+ore16",
)
for name, give, take in (
    ("five", "wool5", "ore"),
    ("two sorts", "wool3+ore", "brick"),
    ("eight for two", "wool8", "brick2"),
    ("for nothing", "wool4", "nothing"),
    ("cards not held", "ore4", "brick"),
    ("none", "nothing", "brick"),
):
    breaks(
        f"CT-75, {name}",
        "four equal cards for one other",
        after(BANKER, f"0 bank {give} for {take}"),
        "CT-75",
    )
breaks("CT-76, no generic harbour", "three need a harbour", after(BANKER, "0 bank wool3 for brick"), "CT-76")
gives(
    LEGAL,
    "CT-76, a generic harbour",
    "three equal cards for one",
    after(lies("0: s0 r0", "0: wool6"), "0 bank wool3 for brick; 0 bank wool3 for ore"),
    hands="0: brick+ore",
)
breaks(
    "CT-77, another resource",
    "the wool harbour does nothing for brick",
    after(lies("0: s42 r53", "0: brick2"), "0 bank brick2 for ore"),
    "CT-77",
)
gives(
    LEGAL,
    "CT-77, its resource",
    "two cards of the harbour's resource for one",
    after(lies("0: s42 r53", "0: wool4"), "0 bank wool2 for ore; 0 bank wool2 for ore"),
    hands="0: ore2",
)
breaks("CT-78, wool for wool", "for another resource", after(BANKER, "0 bank wool4 for wool"), "CT-78")
breaks(
    "CT-78, an empty bank",
    "the card must be in the bank",
    after(lies("", "0: wool4 / 1: ore19"), "0 bank wool4 for ore"),
    "CT-78",
)
breaks("CT-78, off turn", "on one's own turn", after(lies("", "1: wool4"), "1 bank wool4 for ore"), "CT-78")
gives(
    LEGAL,
    "CT-78, the last card",
    "the last card of the bank",
    after(lies("", "0: wool4 / 1: ore18"), "0 bank wool4 for ore"),
    hands="0: ore / 1: ore18",
)
gives(
    LEGAL,
    "CT-79, skipped",
    "who lacks the cards is not asked; with nobody to choose the entry may be left out",
    after(TRADERS, "0 offer wool for grain to 1 2; 0 end"),
    hands="0: wool2+brick / 1: ore2 / 2: ore",
)
gives(
    LEGAL,
    "CT-79, nobody agreed, written down",
    "a choice of nobody may be written down where nobody said yes",
    after(TRADERS, "0 offer wool for ore to 1 2; 1 no; 2 no; 0 accept nobody; 0 end"),
    hands="0: wool2+brick / 1: ore2 / 2: ore",
)
gives(
    LEGAL,
    "CT-79, declined",
    "the proposer may take none of those who agreed",
    after(TRADERS, "0 offer wool for ore to 1 2; 1 yes; 2 no; 0 accept nobody; 0 end"),
    hands="0: wool2+brick / 1: ore2 / 2: ore",
)
gives(
    LEGAL,
    "CT-79, clockwise",
    "seat 1 on turn asks 2, then 0, in whatever order they are named",
    after(
        lies("", "1: wool / 2: ore / 0: ore", to_move=1),
        "1 offer wool for ore to 0 2; 2 no; 0 yes; 1 accept 0",
    ),
    hands="0: wool / 1: ore / 2: ore",
)
OFFER = "0 offer wool for ore to 1 2"
for name, text in (
    ("answers out of order", f"{OFFER}; 2 yes"),
    ("an answer of the proposer", f"{OFFER}; 0 yes"),
    ("an answer twice", f"{OFFER}; 1 yes; 1 yes"),
    ("an answer unasked", "1 yes"),
    ("a skipped seat answers", "0 offer wool for grain to 1; 1 yes"),
    ("accepting too early", f"{OFFER}; 1 yes; 0 accept 1"),
    ("accepting a refusal", f"{OFFER}; 1 no; 2 yes; 0 accept 1"),
    ("accepting when all refused", f"{OFFER}; 1 no; 2 no; 0 accept 1"),
    ("accepting nothing", "0 accept 1"),
    ("accepting oneself", f"{OFFER}; 1 yes; 2 yes; 0 accept 0"),
    ("another accepts", f"{OFFER}; 1 yes; 2 yes; 1 accept 2"),
    ("another offer first", f"{OFFER}; 1 yes; 2 yes; {OFFER}"),
    ("cards not held", "0 offer grain for ore to 1"),
    ("to oneself", "0 offer wool for ore to 0"),
    ("to nobody", "0 offer wool for ore to"),
    ("to one seat twice", "0 offer wool for ore to 1 1"),
    ("to no seat", "0 offer wool for ore to 3"),
    ("two for one", "0 offer wool2 for ore to 1"),
    ("one for two", "0 offer wool for ore2 to 1"),
    ("a fourth offer", "; ".join(["0 offer wool for grain to 1"] * 4)),
):
    breaks(
        f"CT-79, {name}",
        "one for one, three offers, answers clockwise, one choice",
        after(TRADERS, text),
        "CT-79",
    )
for options, shows in (({"trade": "none"}, "no trade"), ({"trade_offers_per_turn": 0}, "no offers")):
    breaks(f"CT-79, {shows}", "there is no domestic trade", after(TRADERS, OFFER, **options), "CT-79")
gives(
    LEGAL,
    "CT-79, the next turn",
    "the number of offers is counted anew each turn",
    after(
        TRADERS,
        "0 offer wool for grain to 1; 0 end; 1 roll 1 1; 1 offer ore for grain to 0 2; 1 end",
        trade_offers_per_turn=1,
    ),
    hands="0: wool2+brick / 1: ore2 / 2: ore",
)
gives(
    LEGAL,
    "CT-79, without trade",
    "with trade none the bank still trades",
    after(BANKER, "0 bank wool4 for ore", trade="none"),
    hands="0: wool5+ore3",
)
