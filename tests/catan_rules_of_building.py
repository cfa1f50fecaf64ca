"""Records for the Catan rules CT-80 to CT-99: building and development cards."""

from catan_rules_of_turns import ROBBABLE
from catan_shelf import LEGAL, breaks, gives, misread
from catan_table import after, lies, path
from catan_worked import CARD, CITY, FIVE_STANDING, FOURTEEN, NINE, ROAD, SETTLEMENT

# --- building (CT-80 to CT-91)

gives(
    LEGAL,
    "CT-80, costs",
    "the full cost to the bank, as many builds as cards allow",
    after(
        lies("0: s39 r56", f"0: {ROAD}+{SETTLEMENT}+{CITY}+{CARD}+wool"),
        "0 road 63; 0 settlement 48; 0 city 39; 0 buy monopoly; 0 end",
    ),
    hands="0: wool",
    bank="brick19+lumber19+wool18+grain19+ore19",
    points=[3, 0, 0],
)
for do, cards in (
    ("road 67", "brick+wool"),
    ("settlement 48", "brick+lumber+wool+ore"),
    ("city 39", "grain2+ore2"),
):
    breaks(
        f"CT-80, {do.split()[0]}",
        "not without the full cost",
        after(lies("0: s39 39-44-48", f"0: {cards}"), f"0 {do}"),
        "CT-80",
    )
breaks(
    "CT-80, road, twice",
    "each road is paid for",
    after(lies("0: s39 r56", f"0: {ROAD}"), "0 road 63; 0 road 67"),
    "CT-80",
)
for edge, shows in ((63, "from an own road"), (50, "from an own building")):
    gives(
        LEGAL,
        f"CT-81, edge {edge}",
        shows,
        after(lies("0: s39 r56", f"0: {ROAD}"), f"0 road {edge}"),
        hands="",
    )
for edge, name in ((0, "far away"), (56, "an own road there"), (72, "no edge")):
    breaks(
        f"CT-81, {name}",
        "an empty edge beside an own piece",
        after(lies("0: s39 r56", f"0: {ROAD}"), f"0 road {edge}"),
        "CT-81",
    )
breaks(
    "CT-81, a foreign road there",
    "an empty edge beside an own piece",
    after(lies("0: s39 r56 / 1: s48 r63", f"0: {ROAD}"), "0 road 63"),
    "CT-81",
)
BLOCKED = "0: s16 16-11-7 s0 0-3 / 1: s7 7-12"
gives(
    LEGAL,
    "CT-82, from the other end",
    "the edge beyond is open from its other end",
    after(lies(BLOCKED, f"0: {ROAD}"), f"0 road {path('3-7')[0]}"),
    hands="",
)
gives(
    LEGAL,
    "CT-82, an own building",
    "one's own building does not cut anything",
    after(lies("0: s7 16-11-7", f"0: {ROAD}"), f"0 road {path('3-7')[0]}"),
    hands="",
)
breaks(
    "CT-82, a city",
    "a foreign city cuts as well",
    after(lies("0: s16 16-11-7 / 1: c7 7-12", f"0: {ROAD}"), f"0 road {path('3-7')[0]}"),
    "CT-82",
)
TO_48 = "0: s39 39-44-48"
gives(
    LEGAL,
    "CT-83, at an own road",
    "an empty vertex at an own road",
    after(lies(TO_48, f"0: {SETTLEMENT}"), "0 settlement 48"),
    points=[2, 0, 0],
)
for name, lying, vertex in (
    ("no road", TO_48, 53),
    ("a foreign road", f"{TO_48} / 1: s8 8-13-9", 9),
    ("occupied", f"{TO_48} / 1: s48 48-52", 48),
    ("a settlement on a settlement", TO_48, 39),
    ("no vertex", TO_48, 54),
):
    breaks(
        f"CT-83, {name}",
        "an empty vertex at an own road",
        after(lies(lying, f"0: {SETTLEMENT}"), f"0 settlement {vertex}"),
        "CT-83",
    )
breaks(
    "CT-84, beside one's own",
    "one's own building counts",
    after(lies(TO_48, f"0: {SETTLEMENT}"), "0 settlement 44"),
    "CT-84",
)
for kind in "sc":
    breaks(
        f"CT-84, beside a foreign {'settlement' if kind == 's' else 'city'}",
        "all neighbouring vertices must be free",
        after(lies(f"{TO_48} / 1: {kind}52 52-49", f"0: {SETTLEMENT}"), "0 settlement 48"),
        "CT-84",
    )
gives(
    LEGAL,
    "CT-84, two away",
    "two edges away is far enough, and roads do not count",
    after(lies(f"{TO_48} / 1: s49 48-52-49 s47 51-47", f"0: {SETTLEMENT}"), "0 settlement 48"),
    points=[2, 2, 0],
)
gives(
    LEGAL,
    "CT-85, in the turn it was built",
    "a settlement becomes a city in the same turn",
    after(lies(TO_48, f"0: {SETTLEMENT}+{CITY}"), "0 settlement 48; 0 city 48"),
    points=[3, 0, 0],
    hands="",
)
for name, vertex in (("on nothing", 48), ("on a foreign settlement", 8), ("on a city", 0), ("no vertex", 54)):
    breaks(
        f"CT-85, {name}",
        "a city replaces an own settlement",
        after(lies(f"{TO_48} c0 r0 / 1: s8 r13", f"0: {CITY}"), f"0 city {vertex}"),
        "CT-85",
    )
FOUR_CITIES = "0: c8 r13 c28 r41 c0 r0 c32 r48 s39 39-44-48"
breaks("CT-86, a fifth city", "four cities", after(lies(FOUR_CITIES, f"0: {CITY}"), "0 city 39"), "CT-86")
gives(
    LEGAL,
    "CT-86, the fourth city",
    "the fourth city and the fifth settlement",
    after(
        lies("0: c8 r13 c28 r41 c0 r0 s39 39-44-48", f"0: {CITY}+{SETTLEMENT}"), "0 city 39; 0 settlement 48"
    ),
    points=[9, 0, 0],
)
breaks(
    "CT-86, a sixteenth road",
    "fifteen roads",
    after(lies(f"0: {FOURTEEN}-10", f"0: {ROAD}"), f"0 road {path('10-15')[0]}"),
    "CT-86",
)
breaks("CT-86, a sixth settlement", "five settlements", after(FIVE_STANDING, "0 settlement 11"), "CT-86")
gives(
    LEGAL,
    "CT-87, back in supply",
    "settlements that became cities can be built again, all five of them",
    after(
        lies("0: c8 r13 c28 r41 s0 0-3-7-11 s39 39-44-48 s41 r52", f"0: {SETTLEMENT}+{SETTLEMENT}"),
        "0 settlement 48; 0 settlement 11",
    ),
    points=[9, 0, 0],
)
misread(
    "CT-87, two in one place",
    "a city replaces the settlement, which counts no longer",
    after(lies("0: s8 r13", f"0: {CITY}"), "0 city 8"),
    points=[3, 0, 0],
)
for do in ("road 63", "settlement 48", "city 39", "buy knight"):
    breaks(
        f"CT-88, {do.split()[0]}",
        "building follows the roll",
        after(lies(TO_48, f"0: {ROAD}+{SETTLEMENT}+{CITY}+{CARD}", rolled=False), f"0 {do}"),
        "CT-51",
    )
gives(
    LEGAL,
    "CT-88, free roads before the roll",
    "the roads of a road building card may lie before the roll",
    after(
        lies("0: s39 r56", "", "0: road_building", rolled=False),
        "0 play road_building; 0 road 63; 0 road 67; 0 roll 1 1; 0 end",
    ),
    hands="",
)
gives(
    LEGAL,
    "CT-89, a harbour at once",
    "a harbour works in the turn in which it is built on",
    after(lies("0: s39 39-44-48-52", f"0: {SETTLEMENT}+ore3"), "0 settlement 52; 0 bank ore3 for wool"),
    hands="0: wool",
)
breaks(
    "CT-89, not before",
    "a road to the harbour is not enough",
    after(lies("0: s39 39-44-48-52", f"0: {SETTLEMENT}+ore3"), "0 bank ore3 for wool; 0 settlement 52"),
    "CT-76",
    at=0,
)
breaks(
    "CT-89, strict",
    "with strict phases the trading is over by then",
    after(
        lies("0: s39 39-44-48-52", f"0: {SETTLEMENT}+ore3"),
        "0 settlement 52; 0 bank ore3 for wool",
        phases="strict",
    ),
    "CT-58",
)

# --- development cards (CT-90 to CT-99)

gives(
    LEGAL,
    "CT-90, several",
    "any number of cards a turn",
    after(lies("", "0: wool3+grain3+ore3"), "0 buy knight; 0 buy knight; 0 buy victory_point"),
    points=[1, 0, 0],
    hands="",
)
breaks(
    "CT-90, the cost", "not without the full cost", after(lies("", "0: wool+grain"), "0 buy knight"), "CT-90"
)
breaks(
    "CT-90, a card not held",
    "only one's own cards",
    after(lies("", "", "1: knight"), "0 play knight"),
    "CT-90",
)
breaks("CT-90, no such card", "there are five kinds", after(lies("", f"0: {CARD}"), "0 buy bishop"), "CT-13")
ALL_BUT_KNIGHTS = "1: " + " ".join(
    ["victory_point"] * 5 + ["road_building"] * 2 + ["year_of_plenty"] * 2 + ["monopoly"] * 2
)
gives(
    LEGAL,
    "CT-91, the last card",
    "the 25th card",
    after(lies("", f"0: {CARD}", ALL_BUT_KNIGHTS, "5 4 4"), "0 buy knight"),
    hands="",
)
breaks(
    "CT-91, a 26th card",
    "when all are gone none can be bought; played cards do not return",
    after(lies("", f"0: {CARD}", ALL_BUT_KNIGHTS, "5 5 4", largest_army=0), "0 buy knight"),
    "CT-91",
)
breaks(
    "CT-91, a sixth victory point",
    "the deck holds no more of that kind (CT-13)",
    after(lies("", f"0: {CARD}", ALL_BUT_KNIGHTS, "0 0 0"), "0 buy victory_point"),
    "CT-13",
)
for first, second in (
    ("monopoly ore", "knight"),
    ("knight; 0 robber 18", "knight"),
    ("year_of_plenty ore2", "monopoly ore"),
    ("monopoly ore; 0 roll 1 1", "year_of_plenty ore2"),
):
    breaks(
        f"CT-92, {first.split()[0].strip(';')}, then {second.split()[0]}",
        "one card a turn",
        after(
            lies("", "", "0: knight knight monopoly year_of_plenty", rolled="roll" not in first),
            f"0 play {first}; 0 play {second}",
        ),
        "CT-92",
    )
gives(
    LEGAL,
    "CT-92, the next turn",
    "one card in each turn",
    after(
        lies("", "2: ore", "0: monopoly monopoly"),
        "0 play monopoly ore; 0 end; 1 roll 1 1; 1 end; 2 roll 1 1; 2 end; 0 play monopoly wool",
    ),
    hands="0: ore",
)
gives(
    LEGAL,
    "CT-92, winning with hidden cards",
    "victory point cards are no played card: any number shows up, after a played card too",
    after(
        lies(NINE.replace(" s41", ""), f"0: {CARD}", "0: monopoly victory_point"),
        "0 play monopoly ore; 0 buy victory_point",
    ),
    points=[10, 2, 2],
    winner=0,
)
breaks(
    "CT-93, monopoly",
    "not in the turn it was bought",
    after(lies("", f"0: {CARD}"), "0 buy monopoly; 0 play monopoly ore"),
    "CT-93",
)
breaks(
    "CT-93, in a setup",
    "the setup says it is new",
    after(lies("", "", "0: knight*"), "0 play knight"),
    "CT-93",
)
gives(
    LEGAL,
    "CT-93, an older one",
    "an older card of the same kind may be played",
    after(lies("", f"0: {CARD}", "0: monopoly"), "0 buy monopoly; 0 play monopoly ore"),
    hands="",
)
gives(
    LEGAL,
    "CT-93, a turn later",
    "a card bought in an earlier turn may be played",
    after(
        lies("", f"0: {CARD} / 1: wool"),
        "0 buy monopoly; 0 end; 1 roll 1 1; 1 end; 2 roll 1 1; 2 end; 0 play monopoly wool",
    ),
    hands="0: wool",
)
for name, text in (
    ("before discards", "0 roll 3 4"),
    ("before the robber", "0 roll 3 4; 1 discard ore4"),
    ("before the theft", "0 roll 3 4; 1 discard ore4; 0 robber 11"),
):
    breaks(
        f"CT-94, {name}",
        "a card waits until the 7 is settled",
        after(ROBBABLE | {"cards": [{"seat": 0, "card": "monopoly"}]}, f"{text}; 0 play monopoly ore"),
        "CT-94",
    )
for name, text in (
    ("in a knight", "0 play knight; 0 play monopoly ore"),
    ("in road building", "0 play road_building; 0 road 63; 0 play monopoly ore"),
):
    breaks(
        f"CT-94, {name}",
        "no card in the middle of another",
        after(lies("0: s39 r56", "", "0: knight road_building monopoly"), text),
        "CT-94",
    )
gives(
    LEGAL,
    "CT-94, after the 7",
    "a card after the roll and all that follows",
    after(
        ROBBABLE | {"cards": [{"seat": 0, "card": "monopoly"}]},
        "0 roll 3 4; 1 discard ore4; 0 robber 11; 0 steal 1 ore; 0 play monopoly ore",
    ),
    hands="0: ore4",
)
gives(
    LEGAL,
    "CT-95, nobody discards",
    "a knight moves the robber and steals; hands of more than seven stay",
    after(
        lies("0: s8 r13 / 1: s31 r37", "1: ore9", "0: knight", rolled=False),
        "0 play knight; 0 robber 11; 0 steal 1 ore; 0 roll 4 4",
    ),
    hands="0: ore / 1: ore8",
)
for name, text, rule in (
    ("the robber stays", "0 play knight; 0 robber 9", "CT-63"),
    ("the roll before the robber", "0 play knight; 0 roll 1 1", "CT-63"),
    ("the theft skipped", "0 play knight; 0 robber 11; 0 roll 1 1", "CT-67"),
):
    breaks(
        f"CT-95, {name}",
        "a knight is the robber's move and theft, without discards",
        after(lies("0: s8 r13 / 1: s31 r37", "1: ore9", "0: knight", rolled=False), text),
        rule,
    )
gives(
    LEGAL,
    "CT-96, two roads",
    "two roads free of charge, the second from the first",
    after(lies("0: s39 r56", "", "0: road_building"), "0 play road_building; 0 road 63; 0 road 67; 0 end"),
    hands="",
    bank="brick19+lumber19+wool19+grain19+ore19",
)
gives(
    LEGAL,
    "CT-96, one place",
    "with one legal place one road is placed",
    after(
        lies("0: s0 0-4 / 1: s8 8-4 8-12-7-3 / 2: s5 5-1-4", "", "0: road_building"),
        f"0 play road_building; 0 road {path('0-3')[0]}; 0 end",
    ),
    hands="",
)
for name, text in (
    ("one road only", "0 play road_building; 0 road 63; 0 buy knight"),
    ("trade between", "0 play road_building; 0 bank wool4 for ore"),
    ("a roll between", "0 play road_building; 0 road 63; 0 roll 1 1"),
    ("a settlement between", "0 play road_building; 0 road 63; 0 settlement 48"),
):
    breaks(
        f"CT-96, {name}",
        "the two roads come one after the other",
        after(
            lies(
                "0: s39 r56", f"0: {CARD}+{SETTLEMENT}+wool3", "0: road_building", rolled="roll" not in text
            ),
            text,
        ),
        "CT-96",
    )
breaks(
    "CT-96, a road elsewhere",
    "free roads connect like others",
    after(lies("0: s39 r56", "", "0: road_building"), "0 play road_building; 0 road 0"),
    "CT-81",
)
breaks(
    "CT-96, a third road",
    "two are free",
    after(
        lies("0: s39 r56", "", "0: road_building"), "0 play road_building; 0 road 63; 0 road 67; 0 road 68"
    ),
    "CT-80",
)
breaks(
    "CT-96, no road left",
    "not without a road to place",
    after(lies(f"0: {FOURTEEN}-10", "", "0: road_building"), "0 play road_building"),
    "CT-96",
)
breaks(
    "CT-96, no place left",
    "not without a place for a road",
    after(
        lies("0: s0 3-0-4 / 1: s8 8-4 8-12-7-3 / 2: s5 5-1-4", "", "0: road_building"), "0 play road_building"
    ),
    "CT-96",
)
for take in ("ore2", "ore+wool"):
    gives(
        LEGAL,
        f"CT-97, {take}",
        "any two cards, usable at once",
        after(lies("", "", "0: year_of_plenty", rolled=False), f"0 play year_of_plenty {take}"),
        hands=f"0: {take}",
    )
gives(
    LEGAL,
    "CT-97, usable at once",
    "the cards pay for a build in the same turn",
    after(lies("0: s39 r56", "", "0: year_of_plenty"), "0 play year_of_plenty brick+lumber; 0 road 63"),
    hands="",
)
for take in ("ore", "ore3", "nothing", "gold2"):
    breaks(
        f"CT-97, {take}",
        "two resource cards",
        after(lies("", "", "0: year_of_plenty"), f"0 play year_of_plenty {take}"),
        "CT-97",
    )
breaks(
    "CT-97, one ore left",
    "not two of what the bank has once",
    after(lies("", "1: ore18", "0: year_of_plenty"), "0 play year_of_plenty ore2"),
    "CT-97",
)
BARE = "1: brick19+lumber19 / 2: wool19+grain19+ore"
gives(
    LEGAL,
    "CT-97, the last card of the bank",
    "with one card left in the whole bank that one is taken",
    after(lies("", BARE.replace("ore", "ore18"), "0: year_of_plenty"), "0 play year_of_plenty ore"),
    hands="0: ore / " + BARE.replace("ore", "ore18"),
)
breaks(
    "CT-97, an empty bank",
    "not playable (OQ-CT-19)",
    after(lies("", BARE.replace("ore", "ore19"), "0: year_of_plenty"), "0 play year_of_plenty nothing"),
    "CT-97",
)
gives(
    LEGAL,
    "CT-98, nothing to take",
    "legal even if nobody has any",
    after(lies("", "1: ore", "0: monopoly"), "0 play monopoly wool"),
    hands="1: ore",
)
breaks(
    "CT-98, no resource",
    "a resource is named",
    after(lies("", "1: ore", "0: monopoly"), "0 play monopoly desert"),
    "CT-98",
)
misread(
    "CT-98, one card each",
    "all cards of the resource",
    after(lies("", "1: ore3 / 2: ore2", "0: monopoly"), "0 play monopoly ore"),
    hands="0: ore2 / 1: ore2 / 2: ore",
)
gives(
    LEGAL,
    "CT-99, hidden",
    "victory point cards count for their owner though nobody sees them",
    after(lies("0: s8 r13", "", "0: victory_point victory_point / 1: victory_point"), "0 end"),
    points=[3, 1, 0],
    winner=None,
)
breaks(
    "CT-99, played",
    "victory point cards are not played",
    after(lies("", "", "0: victory_point"), "0 play victory_point"),
    "CT-99",
)
