"""The worked examples of the Castle rule page as data, and all other records with a known verdict.

`EXAMPLES[name]` is an `Example`: a game record and what a referee must say of it. Names are the numbers of
the rule page (EX-CA-7), with a few words where one number has several records. The general rules are in
castle_rule_examples.py (RULES, HOUSE, FORM), single cards in castle_card_examples.py (CARDS) and
castle_courtyard_examples.py (COURTYARD); `ALL` holds everything. The notation is castle_notation.py's. Every
record is judged alone:

    for example in ALL.values():
        assert agreement(referee(example.record), example.verdict) == []
"""

from castle_card_examples import CARDS
from castle_courtyard_examples import COURTYARD, FIFTEEN, FULL_ROWS
from castle_notation import Example, breaks, game, gives
from castle_rule_examples import FORM, HOUSE, OPEN_END, RULES

EXAMPLES: dict[str, Example] = {}

ONE_EACH = """
    ghost lookout magician archer witch alchemist captain traitor
    merchant king minstrel courtesan queen princess prince schemer spy ambassador thief fool village_idiot
    priest lady_in_waiting courtier assassin kings_advisor mistress prince_charming black_knight
    barbarian fairy enchanter dragon herald
"""
BOX = ONE_EACH.split() + 13 * ["soldier"] + 5 * ["siege_engine"] + 4 * ["knight"]

# --- EX-CA-1: who is adjacent

AROUND = (
    "archer/B(0,0) soldier/B(0,1) soldier/B(0,2) soldier/B(1,0) soldier/B(2,0) prince/B(1,2) spy/B(2,1) "
    "thief/B(2,2)"
)
for word in AROUND.split():
    kind, where = word[:-5].removesuffix("/B"), word[-5:]
    gives(
        EXAMPLES,
        f"EX-CA-1, {where}",
        "a space adjacent to (1,1)",
        game(f"{AROUND} soldier/B(0,3)", f"A courtier(1,1): send_back {where}", A="courtier"),
        hands={"B": kind},
        empty=where,
    )
breaks(
    EXAMPLES,
    "EX-CA-1, not adjacent",
    "a soldier on (0,3) is not adjacent to (1,1)",
    game("soldier/B(0,3) soldier/B(0,2)", "A courtier(1,1): send_back (0,3)", A="courtier"),
    "CA-125",
)

# --- EX-CA-2: the deal


def dealt(players, in_hand, in_stock, *turns, result=None):
    """A whole box dealt out in the order of its list."""
    cards = [kind for kind in BOX if players > 2 or kind not in ("fool", "village_idiot")]
    hands = [[cards.pop() for _ in range(in_hand)] for _ in range(players)]
    stocks = [[cards.pop() for _ in range(in_stock)] for _ in range(players)]
    record = game("", *turns, players=players, result=result)
    record["setup"] |= {"hands": hands, "stocks": stocks, "exchange": cards}
    return record


for players, in_hand, in_stock, in_exchange in ((2, 9, 13, 10), (3, 7, 8, 11), (4, 5, 6, 12), (5, 5, 4, 11)):
    record = dealt(
        players,
        in_hand,
        in_stock,
        "A draw",
        result={
            "hands": [in_hand + 1] + [in_hand] * (players - 1),
            "stocks": [in_stock - 1] + [in_stock] * (players - 1),
        },
    )
    assert len(record["setup"]["exchange"]) == in_exchange
    gives(EXAMPLES, f"EX-CA-2, {players} players", "the whole box is dealt", record, **OPEN_END, turns=1)

# --- EX-CA-3 to EX-CA-5: going out

THREE = "soldier/B(0,1) soldier/B(0,2) soldier/C(0,3)"
gives(
    EXAMPLES,
    "EX-CA-3",
    "the engine comes back into A's hand, so A has not won and goes on",
    game(f"{THREE} siege_engine/A@N", "A soldier(0,4)", "A siege_engine@N", A="soldier", stocks={"A": ""}),
    winners="A",
    reason="out",
    turns=1,
)
gives(
    EXAMPLES,
    "EX-CA-3, after the Soldier",
    "one card is left",
    game(f"{THREE} siege_engine/A@N", "A soldier(0,4)", A="soldier", stocks={"A": ""}),
    hands={"A": "siege_engine"},
    **OPEN_END,
)
gives(
    EXAMPLES,
    "EX-CA-4",
    "the engine goes to B, and A wins at once with the first action",
    game(f"{THREE} siege_engine/B@N", "A soldier(0,4)", A="soldier", stocks={"A": ""}),
    hands={"A": "", "B": "siege_engine"},
    winners="A",
    reason="out",
    turns=1,
)
breaks(
    EXAMPLES,
    "EX-CA-4, a second action",
    "the game stops at once",
    game(f"{THREE} siege_engine/B@N", "A soldier(0,4)", "A none", A="soldier", stocks={"A": ""}),
    "CA-31",
    1,
)
gives(
    EXAMPLES,
    "EX-CA-5",
    "an empty hand is not enough; the second action is a draw",
    game("", "A spy(1,1)", "A draw", A="spy", stocks={"A": "queen king"}, exchange="thief"),
    hands={"A": "queen"},
    **OPEN_END,
)
for name, entry, rule in (("nothing", "A none", "CA-23"), ("an exchange", "A give spy take thief", "CA-21")):
    breaks(
        EXAMPLES,
        f"EX-CA-5, {name}",
        "there is nothing else to do but draw",
        game("", "A spy(1,1)", entry, A="spy", stocks={"A": "queen king"}, exchange="thief"),
        rule,
        1,
    )

# --- EX-CA-6 to EX-CA-8: the Lady in Waiting

breaks(
    EXAMPLES,
    "EX-CA-6",
    "without Queen and Princess she cannot be played",
    game("", "A lady_in_waiting(1,1)", A="lady_in_waiting"),
    "CA-124",
)
RING = (
    "king/B(1,1) prince/B(1,2) spy/B(1,3) thief/B(2,1) assassin/B(2,3) fool/B(3,1) "
    "schemer/B(3,2) merchant/B(3,3)"
)
for where, rule in (("(2,3)", "CA-37"), ("(4,4)", "CA-124")):
    breaks(
        EXAMPLES,
        f"EX-CA-6, no room at {where}",
        "every space beside the Princess is occupied",
        game(f"princess/C(2,2) {RING}", f"A lady_in_waiting{where}", A="lady_in_waiting"),
        rule,
    )
LADY = "princess/B(2,2) king/A(1,2) soldier/B(0,1)"
gives(
    EXAMPLES,
    "EX-CA-7",
    "the King is the only male card on an adjacent courtyard space",
    game(LADY, "A lady_in_waiting(1,1): send_back (1,2)", A="lady_in_waiting"),
    hands={"A": "king"},
    empty="(1,2)",
)
for name, words, rule in (
    ("it is mandatory", "", "CA-43"),
    ("the soldier", ": send_back (0,1)", "CA-124"),
    ("the Princess", ": send_back (2,2)", "CA-124"),
):
    breaks(
        EXAMPLES,
        f"EX-CA-7, {name}",
        "the King it must be",
        game(LADY, f"A lady_in_waiting(1,1){words}", A="lady_in_waiting"),
        rule,
    )
gives(
    EXAMPLES,
    "EX-CA-8",
    "without the King nothing is sent back",
    game("princess/B(2,2) soldier/B(0,1)", "A lady_in_waiting(1,1)", A="lady_in_waiting"),
    lies="princess/B(2,2) soldier/B(0,1) lady_in_waiting/A(1,1)",
)

# --- EX-CA-9 and EX-CA-10: protection

gives(
    EXAMPLES,
    "EX-CA-9",
    "the Knight goes, the Queen stays",
    game("queen/B+knight/C(2,2)", "A courtier(2,3): send_back (2,2)", A="courtier"),
    lies="queen/B(2,2)",
    hands={"C": "knight"},
)
gives(
    EXAMPLES,
    "EX-CA-9, no longer protected",
    "then she may be sent back herself",
    game(
        "queen/B+knight/C(2,2)",
        "A courtier(2,3): send_back (2,2)",
        "A king(3,3): send_back (2,2)",
        A="courtier king",
    ),
    hands={"B": "queen", "C": "knight"},
)
breaks(
    EXAMPLES,
    "EX-CA-9, the Queen",
    "she is protected",
    game("queen/B+knight/C(2,2)", "A courtier(2,3): send_back (2,2)-1", A="courtier"),
    "CA-78",
)
PRIESTLY = "priest/A(1,1) archer/A(0,0) soldier/A(0,2) soldier/B(1,0)"
gives(
    EXAMPLES,
    "EX-CA-10",
    "the soldier of B is the only target",
    game(PRIESTLY, "B barbarian@out: send_back (1,0)", B="barbarian", first="B"),
    hands={"B": "soldier"},
)
for name, target in (("the Archer", "(0,0)"), ("the soldier of A", "(0,2)")):
    breaks(
        EXAMPLES,
        f"EX-CA-10, {name}",
        "the Priest protects his colour",
        game(PRIESTLY, f"B barbarian@out: send_back {target}", B="barbarian", first="B"),
        "CA-78",
    )
SWAPPED = ("A schemer(4,4): swap_tokens (0,0) (1,0)", "A draw")
gives(
    EXAMPLES,
    "EX-CA-10, tokens swapped",
    "protection changes with the tokens",
    game(PRIESTLY, *SWAPPED, "B barbarian@out: send_back (0,0)", A="schemer", B="barbarian"),
    hands={"B": "archer"},
)
breaks(
    EXAMPLES,
    "EX-CA-10, tokens swapped, the soldier",
    "now he has the colour of the Priest",
    game(PRIESTLY, *SWAPPED, "B barbarian@out: send_back (1,0)", A="schemer", B="barbarian"),
    "CA-78",
    2,
)

# --- EX-CA-12 and EX-CA-13: soldiers and engines

LOOKED = "soldier/C(0,1) soldier/C(0,2) soldier/B(0,4) siege_engine/B@N soldier/C(2,0)"
gives(
    EXAMPLES,
    "EX-CA-12",
    "the soldier that is moved there is the fourth",
    game(LOOKED, "A lookout(0,0): move (2,0) to (0,3)", A="lookout"),
    hands={"B": "siege_engine"},
)
gives(
    EXAMPLES,
    "EX-CA-12, along the wall",
    "three soldiers send nothing back",
    game(LOOKED, "A lookout(0,0): move (0,4) to (0,3)", A="lookout"),
    hands={"B": ""},
    lies="siege_engine/B@N soldier/B(0,3)",
)
WALL_E = "soldier/B(1,5) soldier/B(2,5) soldier/C(3,5) soldier/C(4,5)"
gives(
    EXAMPLES,
    "EX-CA-13, an engine",
    "an engine may face a full wall, both stay",
    game(WALL_E, "A siege_engine@E", A="siege_engine"),
    lies=f"{WALL_E} siege_engine/A@E",
)
FOUR_ENGINES = "siege_engine/C@N siege_engine/C@E siege_engine/A@S siege_engine/C@W"
gives(
    EXAMPLES,
    "EX-CA-13, a soldier",
    "soldiers may be placed while four engines stand",
    game(f"{FOUR_ENGINES} soldier/C(0,1)", "B soldier(0,2)", B="soldier", first="B"),
    lies="soldier/C(0,1) soldier/B(0,2)",
)
gives(
    EXAMPLES,
    "EX-CA-13, a fourth soldier",
    "the engine facing his wall goes back",
    game(f"{FOUR_ENGINES} {THREE}", "B soldier(0,4)", B="soldier", first="B"),
    lies=f"{THREE} soldier/B(0,4) siege_engine/A@S",
    hands={"C": "siege_engine"},
)

# --- EX-CA-14 to EX-CA-20

gives(
    EXAMPLES,
    "EX-CA-14",
    "without a token she goes to the exchange",
    game(
        "queen/B(2,3)",
        "A thief(2,2): take_token (2,3)",
        "A draw",
        "B draw",
        "B soldier(0,1)",
        "C king(4,4): send_back (2,3)",
        A="thief",
        C="king",
        stocks={"B": "soldier soldier"},
    ),
    exchange="queen",
    hands={"B": ""},
)
COURT = "mistress/B(1,1) witch/A(0,5) soldier/C(0,1)"
for name, second, back in (
    ("the Witch", "(0,5)", {"A": "witch"}),
    ("the Mistress", "(1,1)", {"B": "mistress"}),
):
    gives(
        EXAMPLES,
        f"EX-CA-15, {name}",
        "the owner of the Mistress sends back a second card",
        game(COURT, f"A king(3,3): send_back (0,1); send_back {second} by B", A="king"),
        hands={"C": "soldier"} | back,
    )
gives(
    EXAMPLES,
    "EX-CA-15, the Mistress first",
    "then B chooses nothing",
    game(COURT, "A king(3,3): send_back (1,1)", A="king"),
    hands={"B": "mistress"},
)
gives(
    EXAMPLES,
    "EX-CA-15, unsigned",
    "who chooses need not be named",
    game(COURT, "A king(3,3): send_back (0,1); send_back (0,5)", A="king"),
    hands={"A": "witch", "C": "soldier"},
)
for name, words, rule in (
    ("it is mandatory", "send_back (0,1)", "CA-43"),
    ("A chooses for B", "send_back (0,1); send_back (0,5) by A", "CA-111"),
):
    breaks(
        EXAMPLES,
        f"EX-CA-15, {name}",
        "B must choose",
        game(COURT, f"A king(3,3): {words}", A="king"),
        rule,
    )
MARKET_DAY = ("A draw", "A merchant(2,2): replace_tokens (0,1) (0,2)")
gives(
    EXAMPLES,
    "EX-CA-17",
    "both tokens are replaced, and a third action is taken",
    game(
        "soldier/B(0,1) soldier/C(0,2)",
        *MARKET_DAY,
        "A soldier(0,3)",
        "B draw",
        A="merchant",
        stocks={"A": "soldier soldier"},
    ),
    lies="soldier/A(0,1) soldier/A(0,2) soldier/A(0,3)",
)
breaks(
    EXAMPLES,
    "EX-CA-17, B too early",
    "A takes one more action",
    game("soldier/B(0,1) soldier/C(0,2)", *MARKET_DAY, "B draw", A="merchant"),
    "CA-17",
    2,
)
breaks(
    EXAMPLES,
    "EX-CA-17, a fourth action",
    "the third is the last",
    game(
        "soldier/B(0,1) soldier/C(0,2)",
        *MARKET_DAY,
        "A soldier(0,3)",
        "A draw",
        A="merchant",
        stocks={"A": "soldier soldier"},
    ),
    "CA-17",
    3,
)
FOURTEEN = " ".join(FULL_ROWS.split()[:14])
gives(
    EXAMPLES,
    "EX-CA-18",
    "the last free space of the courtyard",
    game(FIFTEEN, "A ambassador(4,4)", A="ambassador"),
    lies="ambassador/A(4,4)",
)
for name, board, rule in (("14 full", FOURTEEN, "CA-119"), ("16 full", FULL_ROWS, "CA-37")):
    breaks(
        EXAMPLES,
        f"EX-CA-18, {name}",
        "not the last free space",
        game(board, "A ambassador(4,4)", A="ambassador"),
        rule,
    )
HAUNTED = "archer/B(0,0) lookout/A+knight/C(0,5)"
gives(
    EXAMPLES,
    "EX-CA-19",
    "the tower of the Archer",
    game(HAUNTED, "A ghost(0,0)", A="ghost"),
    hands={"B": "archer"},
    lies="ghost/A(0,0) lookout/A+knight/C(0,5)",
)
for where in ("(0,5)", "(5,0)", "(5,5)"):
    breaks(
        EXAMPLES,
        f"EX-CA-19, {where}",
        "no single unprotected card",
        game(HAUNTED, f"A ghost{where}", A="ghost"),
        "CA-101",
    )
gives(
    EXAMPLES,
    "EX-CA-20",
    "the King just drawn is played",
    game("herald/B@out", "A draw", "A king(1,1)", A="spy", stocks={"A": "king soldier"}),
    lies="king/A(1,1)",
)
gives(
    EXAMPLES,
    "EX-CA-20, a full courtyard",
    "A is free to draw",
    game(
        "herald/C@out "
        + FULL_ROWS.replace("king/B", "minstrel/B").replace("minstrel/B(2,4)", "courtesan/B(2,4)"),
        "A draw",
        "A draw",
        A="soldier",
        stocks={"A": "king soldier"},
    ),
    hands={"A": "king soldier soldier"},
)
breaks(
    EXAMPLES,
    "EX-CA-20, a draw",
    "the second action must be to play the King",
    game("herald/B@out", "A draw", "A draw", A="spy", stocks={"A": "king soldier"}),
    "CA-27",
    1,
)

# --- EX-CA-22 to EX-CA-28

gives(
    EXAMPLES,
    "EX-CA-22",
    "one's own Soldier was placed last",
    game("soldier/B(1,0)", "A soldier(0,1)", "A enchanter@out", A="soldier enchanter"),
    hands={"A": "soldier"},
    lies="soldier/B(1,0) enchanter/A@out",
)
WALL_S = "soldier/B(5,1) soldier/B(5,2) soldier/C(5,3) soldier/C(5,4)"
DRAWN = "A fairy@out: move (5,2) to @out"
gives(
    EXAMPLES,
    "EX-CA-23",
    "the drawn soldier lies outside with his token, and the next one is a fourth soldier again",
    game(f"{WALL_S} siege_engine/C@S", DRAWN, "A soldier(5,2)", A="fairy soldier"),
    lies="soldier/B@out soldier/A(5,2)",
    hands={"C": "siege_engine"},
)
gives(
    EXAMPLES,
    "EX-CA-23, the Archer",
    "he may send the drawn soldier back",
    game(WALL_S, DRAWN, "A archer(0,0): send_back @soldier", A="fairy archer"),
    hands={"B": "soldier"},
)
gives(
    EXAMPLES,
    "EX-CA-24",
    "to the exchange, not to B",
    game("dragon/B@out", "A magician(0,0): to_exchange @dragon", A="magician"),
    exchange="dragon",
    hands={"B": ""},
)
gives(
    EXAMPLES,
    "EX-CA-25",
    "he is no Knight, nothing moves",
    game("black_knight/B(1,1)", "A princess(2,2)", A="princess"),
    lies="black_knight/B(1,1) princess/A(2,2)",
)
SURROUNDED = f"king/B(2,2) {RING.replace('king', 'minstrel')}"
breaks(
    EXAMPLES,
    "EX-CA-26",
    "the Queen cannot be played",
    game(SURROUNDED, "A queen(4,4): send_back (1,1)", A="queen"),
    "CA-114",
)
gives(
    EXAMPLES,
    "EX-CA-26, the King drawn out",
    "any free courtyard space",
    game(SURROUNDED, "A fairy@out: move (2,2) to @out", "A queen(4,4): send_back (1,1)", A="fairy queen"),
    lies="king/B@out queen/A(4,4)",
    hands={"B": "minstrel"},
)
KNIGHTED = "king/A+knight/B(1,1)"
gives(
    EXAMPLES,
    "EX-CA-28",
    "first the Knight, then the King",
    game(KNIGHTED, "A mistress(3,3): move (1,1) to (3,3); move (1,1) to (4,4)", A="mistress"),
    lies="mistress/A+knight/B(3,3) king/A(4,4)",
)
gives(
    EXAMPLES,
    "EX-CA-28, the King first",
    "he is protected and stays; then the Knight must move",
    game(KNIGHTED, "A mistress(3,3): move (1,1) to (3,3)", A="mistress"),
    lies="mistress/A+knight/B(3,3) king/A(1,1)",
)
for name, words, rule in (
    ("nothing", "", "CA-43"),
    ("the protected King", ": move (1,1)-1 to (4,4)", "CA-78"),
    ("the Knight away", ": move (1,1) to (4,4)", "CA-68"),
):
    breaks(
        EXAMPLES,
        f"EX-CA-28, {name}",
        "the Knight must move onto the Mistress",
        game(KNIGHTED, f"A mistress(3,3){words}", A="mistress"),
        rule,
    )

ALL: dict[str, Example] = {**EXAMPLES, **RULES, **HOUSE, **CARDS, **COURTYARD, **FORM}
