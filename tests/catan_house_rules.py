"""Catan records under house rules, and records that leave open what need not be said."""

from catan_rules_of_turns import SEVEN, TRADERS
from catan_shelf import LEGAL, breaks, faulty, gives
from catan_table import after, begin, board, full, lies, with_event
from catan_worked import EIGHT, NINE, SETTLEMENT, SETUP_OF_THREE, rival

# --- options

WINS = after(
    lies(NINE, f"0: {SETTLEMENT}+wool4"), "0 settlement 30; 0 bank wool4 for ore", win_check="end_of_phase"
)
gives(
    LEGAL,
    "OQ-CT-6, not yet",
    "found at the end of the phase, so play goes on",
    WINS,
    points=[10, 2, 2],
    winner=None,
)
gives(
    LEGAL,
    "OQ-CT-6, at the end of the turn",
    "found as the turn ends",
    WINS | {"turns": [*WINS["turns"], {"seat": 0, "do": "end"}]},
    winner=0,
    turns=1,
)
ARMY = after(
    lies(EIGHT, "", "0: knight", "2 0 0", rolled=False), "0 play knight; 0 robber 4", win_check="end_of_phase"
)
gives(
    LEGAL,
    "OQ-CT-6, before the roll",
    "a card before the roll is part of it",
    ARMY,
    points=[10, 2, 2],
    winner=None,
)
gives(
    LEGAL,
    "OQ-CT-6, after the roll",
    "found when the roll is settled",
    ARMY | {"turns": [*ARMY["turns"], {"seat": 0, "do": "roll", "dice": [1, 1]}]},
    winner=0,
    turns=1,
)
breaks(
    "OQ-CT-6, after the end",
    "then the game is over",
    WINS | {"turns": [*WINS["turns"], {"seat": 0, "do": "end"}, {"seat": 1, "do": "roll", "dice": [1, 1]}]},
    "CT-116",
)

DECK = lies(rolled=False)
gives(
    LEGAL,
    "CT-19, a deck for dice",
    "another pair with the same sum stands for it: there are two cards with a 3",
    after(DECK, "0 roll 1 2; 0 end; 1 roll 1 2; 1 end; 2 roll 1 1", dice="deck36"),
    turns=3,
)
breaks(
    "CT-19, a deck for dice",
    "there is one card with a 2",
    after(DECK, "0 roll 1 1; 0 end; 1 roll 1 1", dice="deck36"),
    "CT-19",
)
SIX_ROLLS = "; ".join(
    f"{n % 3} roll {a} {b}; {n % 3} end" for n, (a, b) in enumerate(["11", "12", "12", "13", "13", "13"])
)
gives(
    LEGAL,
    "CT-19, shuffled anew",
    "with dice_deck_left=30 it is shuffled after six cards",
    after(DECK, f"{SIX_ROLLS}; 0 roll 1 1", dice="deck36", dice_deck_left=30),
    turns=7,
)
breaks(
    "CT-19, not shuffled",
    "with dice_deck_left=29 it is not",
    after(DECK, f"{SIX_ROLLS}; 0 roll 1 1", dice="deck36", dice_deck_left=29),
    "CT-19",
)
breaks(
    "CT-60, in the first round",
    "a 7 of the first rounds is rolled again",
    after(DECK, "0 roll 6 6; 0 end; 1 roll 3 4", no_seven_first_round=1),
    "CT-60",
)
gives(
    LEGAL,
    "CT-60, in the second round",
    "later ones stand",
    after(
        DECK,
        "0 roll 6 6; 0 end; 1 roll 6 6; 1 end; 2 roll 6 6; 2 end; 0 roll 3 4; 0 robber 3",
        no_seven_first_round=1,
    ),
    turns=4,
)
gives(
    LEGAL,
    "CT-18, no robber",
    "without one a 7 costs cards, the desert blocks nothing, and a knight only counts",
    after(
        SEVEN | {"robber": 11, "cards": [{"seat": 0, "card": "knight"}]},
        "0 roll 3 4; 0 discard wool4; 1 discard ore5; 0 play knight; 0 end; 1 roll 4 4",
        robber=False,
    ),
    hands="0: wool5 / 1: ore6 / 2: brick3+lumber",
)
breaks(
    "CT-18, no robber", "there is none to move", after(DECK, "0 roll 3 4; 0 robber 3", robber=False), "CT-68"
)
THEFT = lies("0: s20 r31 / 1: s31 r37", "1: wool", rolled=False)
gives(
    LEGAL,
    "OQ-CT-4, no thefts",
    "with steal none the robber only blocks",
    after(THEFT, "0 roll 3 4; 0 robber 11; 0 end", steal="none"),
    hands="1: wool",
)
breaks(
    "OQ-CT-4, no thefts",
    "with steal none nothing is taken",
    after(THEFT, "0 roll 3 4; 0 robber 11; 0 steal 1 wool", steal="none"),
    "OQ-CT-4",
)
for points, rule in ((2, None), (3, "OQ-CT-21")):
    record = after(
        lies("1: c31 s41", rolled=False),
        "0 roll 3 4; 0 robber 11",
        friendly_robber=True,
        friendly_robber_points=points,
    )
    name, shows = f"OQ-CT-21, {points} points", "how many points spare a player is an option"
    if rule:
        breaks(name, shows, record, rule)
    else:
        gives(LEGAL, name, shows, record, winner=None)
gives(
    LEGAL,
    "CT-15, other costs",
    "free roads for sale, cities for one ore",
    after(
        lies("0: s39 r56", "0: ore"),
        "0 road 63; 0 road 67; 0 city 39",
        road_brick=0,
        road_lumber=0,
        city_grain=0,
        city_ore=1,
    ),
    points=[2, 0, 0],
    hands="",
)
gives(
    LEGAL,
    "CT-34, printed pieces",
    "three players without red; the second settlement pays",
    after({}, "0 roll 1 1", board="beginner", pieces="printed"),
    hands="0: lumber+ore+brick / 1: ore+grain2 / 2: grain+brick+lumber",
    points=[2, 2, 2],
)
gives(
    LEGAL,
    "CT-4, drawn by lot",
    "whoever places first begins, there and back",
    begin(
        "2 settlement 8; 2 road 13; 0 settlement 41; 0 road 52; 1 settlement 14; 1 road 15;"
        "1 settlement 40; 1 road 58; 0 settlement 39; 0 road 56;"
        "2 settlement 28; 2 road 41; 2 roll 6 6; 2 end; 0 roll 1 2",
        start="random",
    ),
    turns=2,
)
breaks("CT-4, seat 0", "if it is not drawn, seat 0 begins", begin("2 settlement 8"), "CT-45")
ALL_HILLS = board(" ".join(["hills"] * 18 + ["desert"]), [4] * 18 + [None], "ore " * 9)
gives(
    LEGAL,
    "CT-38, an explicit board",
    "need not be made of what is in the box",
    after(lies("0: s8 r13", on=ALL_HILLS, rolled=False), "0 roll 1 3", board="explicit"),
    hands="0: brick3",
)
gives(
    LEGAL,
    "CT-79, more than there are",
    "nobody holds a million ore, so nobody is asked",
    after(TRADERS, "0 offer wool for ore1000000 to 1 2; 0 end", trade="any"),
    hands="0: wool2+brick / 1: ore2 / 2: ore",
)

# --- what need not be said

gives(
    LEGAL,
    "CT-36, the robber elsewhere",
    "a setup says where it stands",
    after(board() | {"robber": 4}, SETUP_OF_THREE),
    points=[2, 2, 2],
)
gives(
    LEGAL,
    "CT-62, half-way",
    "a record may end between two discards; who has discarded no longer has the cards",
    after(SEVEN, "0 roll 5 2; 1 discard ore5"),
    hands="0: wool9 / 1: ore5 / 2: brick3",
    bank="brick16+lumber19+wool10+grain19+ore14",
)
gives(
    LEGAL,
    "CT-67, an empty hand, written down",
    "where nobody has a card the one on the hex may be named, and no card",
    after(lies("0: s20 r31 / 1: s31 r37", rolled=False), "0 roll 3 4; 0 robber 11; 0 steal 1; 0 end"),
    hands="",
)
breaks(
    "CT-65, a card of nobody",
    "no card without somebody to take it from",
    after(THEFT, "0 roll 3 4; 0 robber 11; 0 steal nobody wool", steal="may_decline"),
    "CT-65",
)
breaks(
    "CT-51, a roll instead of the robber",
    "there is one roll a turn",
    after(DECK, "0 roll 3 4; 0 roll 1 1"),
    "CT-51",
)
breaks("CT-1, no such seat", "three sit at the table", after(lies(), "3 end"), "CT-1")
gives(
    LEGAL,
    "CT-93, new cards of others",
    "only the seat on turn has bought in this turn; for others the mark means nothing",
    after(
        lies("", "2: ore", "1: monopoly*"),
        "0 end; 1 play monopoly ore",
    ),
    hands="1: ore",
)
gives(
    LEGAL,
    "CT-79, to everybody",
    "an offer that names nobody goes to all others",
    with_event(after(TRADERS, "0 offer wool for ore to 1; 1 no; 2 yes; 0 accept 2"), 0, to=None),
    hands="0: wool+brick+ore / 1: ore2 / 2: wool",
)
for award, given in (
    ("longest_road", {"lying": f"0: 21-16-11-7-3-0 / 1: {rival(5)}"}),
    ("largest_army", {"knights": "3 3 0"}),
):
    gives(
        LEGAL,
        f"setup, {award} left open",
        "where several tie and nobody is named, nobody has it",
        after(lies(**given), "0 end"),
        points=[0, 0, 0],
        **{award: None},
    )
gives(
    LEGAL,
    "setup, an army left open",
    "the next knight of one of them takes it",
    after(lies(cards="1: knight", knights="3 3 0", to_move=1), "1 play knight; 1 robber 3"),
    largest_army=1,
)
faulty(
    "setup, an army of the smaller",
    "only one of those with most",
    after(lies(knights="3 3 2", largest_army=2), ""),
)
gives(
    LEGAL,
    "CT-120, a card before the roll",
    "turns are counted by their rolls",
    after(lies(cards="0: monopoly", rolled=False), "0 play monopoly ore"),
    turns=0,
)
gives(
    LEGAL,
    "CT-117, won before anything happened",
    "ten points as the position is taken up",
    after(lies(f"{NINE}", "", "0: victory_point", rolled=False), ""),
    points=[10, 2, 2],
    winner=0,
    turns=1,
)
gives(
    LEGAL,
    "CT-121, the last end left out",
    "a record may stop before the last turn is ended",
    begin(f"{SETUP_OF_THREE}; 0 roll 6 6; 0 end; 1 roll 6 6", max_turns=2),
    turns=2,
    winner=None,
)
gives(
    LEGAL,
    "setup, an empty bank",
    "all cards of a kind in hands",
    after(lies("", "0: ore19", bank=full("brick19+lumber19+wool19+grain19")), "0 end"),
    bank="brick19+lumber19+wool19+grain19",
)
