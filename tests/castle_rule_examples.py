"""Records for the general rules of Castle: what they allow and what they forbid (CA-9 to CA-145).

`RULES` follows the rule page, `HOUSE` has the variants CA-V1 and CA-V2, `FORM` setups, results and entries
that cannot be. Single cards are in castle_card_examples.py and castle_courtyard_examples.py.
"""

from castle_courtyard_examples import FIFTEEN
from castle_notation import Example, breaks, changed, game, gives

RULES: dict[str, Example] = {}
HOUSE: dict[str, Example] = {}
FORM: dict[str, Example] = {}

OPEN_END = {"winners": "", "reason": None}


def allowed(name, shows, record, **then):
    """A legal record of a general rule."""
    gives(RULES, name, shows, record, **then)


def forbidden(name, shows, record, rule, at_turn=0):
    """A record with a fault against a general rule."""
    breaks(RULES, name, shows, record, rule, at_turn)


# --- board and setup (CA-9 to CA-18)

allowed(
    "CA-9",
    "engines face four different walls",
    game("siege_engine/B@N", "A siege_engine@S", "A siege_engine@W", A="siege_engine siege_engine"),
    lies="siege_engine/B@N siege_engine/A@S siege_engine/A@W",
)
forbidden(
    "CA-9, two engines at one wall",
    "at most one engine a wall, also with a Knight on it",
    game("siege_engine/B+knight/B@N", "A siege_engine@N", A="siege_engine"),
    "CA-134",
)
allowed(
    "CA-11",
    "cards of one pile are not adjacent: the Priest does not protect the Knight on him",
    game("priest/B+knight/B(1,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    lies="priest/B(1,1)",
    hands={"B": "knight"},
)
allowed(
    "CA-11, beside a pile",
    "every card of a pile is adjacent to what is adjacent to its space",
    game("queen/B+knight/C(1,1)", "A thief(1,2): take_token (1,1)-1", A="thief"),
    lies="queen/-+knight/C(1,1)",
)
allowed(
    "CA-14, three players",
    "Fool and Village Idiot are in the game",
    game("", "A fool(1,1): pass B=village_idiot", A="fool", B="village_idiot"),
    hands={"C": "village_idiot"},
)
allowed(
    "CA-14, two players",
    "they are not dealt, but a given position may hold any card of the box",
    game("", "A fool(1,1): pass A=spy B=soldier", players=2, A="fool spy", B="soldier"),
    hands={"A": "soldier", "B": "spy"},
)
allowed(
    "CA-16",
    "stocks are drawn from the top",
    game("", "A draw", "A queen(1,1)", A="spy", stocks={"A": "queen king"}),
    lies="queen/A(1,1)",
)
forbidden(
    "CA-16, the second card",
    "the second card is still in the stock",
    game("", "A draw", "A king(1,1)", A="spy", stocks={"A": "queen king"}),
    "CA-22",
    1,
)
TWICE = dict.fromkeys("ABC", "soldier soldier soldier")
allowed(
    "CA-17, clockwise",
    "after the last seat the first",
    game("", *(2 * ["B draw"] + 2 * ["C draw"] + 2 * ["A draw"]), "B draw", first="B", stocks=TWICE),
    turns=4,
    **OPEN_END,
)
forbidden("CA-17, the wrong first", "B begins", game("", "A draw", first="B"), "CA-17")
forbidden(
    "CA-17, the wrong next",
    "C follows B",
    game("", "B draw", "B draw", "A draw", first="B", stocks=TWICE),
    "CA-17",
    2,
)

# --- the turn (CA-19 to CA-27)

allowed(
    "CA-19",
    "two actions, of one kind or of two",
    game(
        "",
        "A draw",
        "A draw",
        "B give spy take queen",
        "B give queen take spy",
        "C prince(1,1)",
        "C thief(4,4)",
        "A draw",
        "A soldier(0,1)",
        B="spy",
        C="prince thief",
        exchange="queen",
        stocks=TWICE,
    ),
    turns=4,
    exchange="queen",
    **OPEN_END,
)
forbidden(
    "CA-19, a third action",
    "then the next player acts",
    game("", "A draw", "A draw", "A draw", stocks=TWICE),
    "CA-17",
    2,
)
forbidden("CA-19, one action", "two have to be taken", game("", "A draw", "B draw", stocks=TWICE), "CA-17", 1)
forbidden(
    "CA-19, another action", "there are three kinds", changed(game("", "A draw"), 0, do="pass"), "CA-19"
)
forbidden("CA-20", "the stock is empty", game("", "A draw", A="spy", stocks={"A": ""}), "CA-20")
allowed(
    "CA-20, the last card",
    "a stock can be drawn empty",
    game("", "A draw", A="spy", stocks={"A": "queen"}),
    hands={"A": "queen spy"},
    **OPEN_END,
)
allowed(
    "CA-21",
    "a card of the hand for one of the exchange",
    game("", "A give spy take king", A="spy queen", exchange="king thief"),
    hands={"A": "king queen"},
    exchange="spy thief",
)
for name, hand, exchange, entry in (
    ("not held", "spy", "king", "A give queen take king"),
    ("not in the exchange", "spy", "king", "A give spy take queen"),
    ("an empty hand", "", "king", "A give spy take king"),
    ("an empty exchange", "spy", "", "A give spy take king"),
    ("back and forth at once", "spy", "king", "A give king take king"),
):
    forbidden(
        f"CA-21, {name}",
        "a card of the hand for one of the exchange",
        game("", entry, A=hand, exchange=exchange),
        "CA-21",
    )
allowed(
    "CA-22",
    "a card of the hand is placed with one's token",
    game("", "A prince(1,1)", A="prince spy"),
    hands={"A": "spy"},
    lies="prince/A(1,1)",
)
for name, rest in (
    ("another's", {"B": "queen"}),
    ("of the stock", {"stocks": {"A": "queen"}}),
    ("of the exchange", {"exchange": "queen"}),
):
    forbidden(
        f"CA-22, {name}", "only a card of one's own hand", game("", "A queen(1,1)", A="spy", **rest), "CA-22"
    )
forbidden("CA-22, no such card", "there is none", game("", "A wizard(1,1)", A="spy"), "CA-22")
STUCK = {"A": "lady_in_waiting", "stocks": {"A": ""}}
allowed(
    "CA-23",
    "if nothing is possible both actions are lost",
    game("", "A none", "A none", "B draw", **STUCK),
    turns=2,
    hands={"A": "lady_in_waiting"},
    **OPEN_END,
)
allowed(
    "CA-23, after a draw",
    "the second action alone may be lost",
    game("", "A draw", "A none", "B draw", A="lady_in_waiting", stocks={"A": "ghost"}),
    hands={"A": "ghost lady_in_waiting"},
)
for name, rest in (
    ("a draw is possible", {"stocks": {"A": "ghost"}}),
    ("an exchange is possible", {"exchange": "ghost"}),
    ("a play is possible", {"A": "lady_in_waiting spy"}),
):
    forbidden(f"CA-23, {name}", "there is no passing", game("", "A none", **(STUCK | rest)), "CA-23")
MANY = "queen king spy thief priest prince fool schemer courtier assassin mistress minstrel"
allowed(
    "CA-24",
    "there is no hand limit",
    game("", "A draw", A=MANY),
    hands={"A": f"{MANY} soldier"},
)
allowed(
    "CA-25",
    "what the first action brought back the second may play",
    game("soldier/A(0,1)", "A courtier(1,1): send_back (0,1)", "A soldier(5,1)", A="courtier"),
    lies="soldier/A(5,1)",
    empty="(0,1)",
)
forbidden(
    "CA-25, too early",
    "before that it is not in the hand",
    game("soldier/A(0,1)", "A soldier(5,1)", "A courtier(1,1): send_back (0,1)", A="courtier"),
    "CA-22",
)
allowed(
    "CA-26",
    "the Merchant as first action gives a third",
    game("", "A merchant(1,1)", "A draw", "A draw", "B draw", A="merchant", stocks=TWICE),
    turns=2,
)
allowed(
    "CA-26, second action",
    "also as second action",
    game("", "A draw", "A merchant(1,1)", "A draw", "B draw", A="merchant", stocks=TWICE),
    turns=2,
)
AGAIN = ("A merchant(1,1)", "A enchanter@out", "A merchant(2,2)")
allowed(
    "CA-26, third action",
    "as third action he gives no fourth",
    game("", *AGAIN, "B draw", A="merchant enchanter", stocks=TWICE),
    turns=2,
)
forbidden(
    "CA-26, a fourth action",
    "a turn has three at most",
    game("", *AGAIN, "A draw", A="merchant enchanter", stocks=TWICE),
    "CA-17",
    3,
)
forbidden(
    "CA-26, the third is no choice",
    "it has to be taken",
    game("", "A merchant(1,1)", "A draw", "B draw", A="merchant", stocks=TWICE),
    "CA-17",
    2,
)
forbidden(
    "CA-27",
    "the King comes before all else, also before what is impossible",
    game("herald/B@out", "A none", A="king", stocks={"A": ""}),
    "CA-27",
)
forbidden(
    "CA-27, checked before each action",
    "the King received with the first action is played with the second",
    game("herald/B@out", "A give spy take king", "A queen(1,1)", A="spy queen", exchange="king"),
    "CA-27",
    1,
)
allowed(
    "CA-27, only on one's own turn",
    "B holds the King while A acts",
    game("herald/B@out", "A draw", A="spy", B="king"),
    hands={"A": "soldier spy"},
)
forbidden(
    "CA-27, an illegal King",
    "playing the King is judged as any play",
    game("herald/B@out", "A king(0,1)", A="king"),
    "CA-35",
)

# --- the end (CA-28 to CA-34)

LAST = {"stocks": {"A": ""}}
allowed(
    "CA-28",
    "no card in hand and stock",
    game("", "A spy(1,1)", A="spy", **LAST),
    winners="A",
    reason="out",
    turns=1,
)
allowed("CA-28, a stock left", "one of them empty is not enough", game("", "A spy(1,1)", A="spy"), **OPEN_END)
allowed(
    "CA-29",
    "one's own card comes back",
    game("prince/A(1,2)", "A courtier(1,1): send_back (1,2)", A="courtier", **LAST),
    hands={"A": "prince"},
    **OPEN_END,
)
allowed(
    "CA-29, another's card",
    "it does not stop the win",
    game("prince/B(1,2)", "A courtier(1,1): send_back (1,2)", A="courtier", **LAST),
    winners="A",
    reason="out",
)
allowed(
    "CA-30, another player is out",
    "B gives the last card, receives none, and wins in A's turn",
    game("", "A fool(1,1): pass B=king", A="fool", B="king", stocks={"B": ""}),
    hands={"C": "king"},
    winners="B",
    reason="out",
)
allowed(
    "CA-30, the player to act comes first",
    "of two without cards the one to act wins",
    game("", "A fool(1,1): pass B=king", A="fool", B="king", stocks={"A": "", "B": ""}),
    winners="A",
    reason="out",
)
allowed(
    "CA-30, then clockwise",
    "of two others without cards the next one wins",
    game(
        "",
        "C village_idiot(1,1): taken C=king",
        C="village_idiot",
        B="king",
        first="C",
        stocks={"A": "", "B": ""},
    ),
    winners="A",
    reason="out",
)
allowed(
    "CA-30, after a play only",
    "drawing is no play",
    game("", "A draw", "A draw", A="spy", stocks=TWICE | {"B": ""}),
    **OPEN_END,
)
forbidden(
    "CA-31",
    "the game stops at once",
    game("", "A spy(1,1)", "B draw", A="spy", **LAST),
    "CA-31",
    1,
)
NO_PLACE = {
    "A": "spy lady_in_waiting",
    "B": "kings_advisor",
    "C": "ambassador",
    "stocks": dict.fromkeys("ABC", ""),
}
BLOCKING = ("A spy(1,1)", "A none")
allowed(
    "CA-33",
    "all hold one card, all stocks are empty: all win",
    game("", *BLOCKING, **NO_PLACE),
    winners="ABC",
    reason="blocked",
    turns=1,
)
allowed(
    "CA-32",
    "A holds two cards",
    game("", *BLOCKING, **(NO_PLACE | {"A": "spy lady_in_waiting ghost"})),
    winners="BC",
    reason="blocked",
)
allowed(
    "CA-33, fewest in stock",
    "among those with the fewest in hand",
    game("", *BLOCKING, **(NO_PLACE | {"stocks": {"A": "", "B": "ghost", "C": ""}})),
    winners="AC",
    reason="blocked",
)
allowed(
    "CA-33, before the first turn",
    "a position may be blocked from the start",
    game("", A="lady_in_waiting", B="ghost ambassador", C="kings_advisor", stocks=NO_PLACE["stocks"]),
    winners="AC",
    reason="blocked",
    turns=0,
)
forbidden(
    "CA-33, an entry after that",
    "the game is over",
    game("", *BLOCKING, "B none", **NO_PLACE),
    "CA-33",
    2,
)
for name, rest in (
    ("a card in another hand", {"C": "thief"}),
    ("a card in a stock", {"stocks": {"A": "", "B": "", "C": "thief"}}),
):
    allowed(
        f"CA-33, {name}",
        "it has a place, so the game goes on",
        game("", *BLOCKING, "B none", **(NO_PLACE | rest)),
        **OPEN_END,
    )
allowed(
    "CA-33, a card in the exchange",
    "it has a place, so the game goes on",
    game(
        "",
        "A spy(1,1)",
        "A give lady_in_waiting take ghost",
        "B give kings_advisor take thief",
        **(NO_PLACE | {"exchange": "thief ghost"}),
    ),
    exchange="kings_advisor lady_in_waiting",
    **OPEN_END,
)
DRAWS = ("A draw", "A draw", "B draw", "B draw")
allowed(
    "CA-34",
    "the game stops after so many turns; the fewest cards in hand win",
    game("", *DRAWS, stocks=TWICE, max_turns=2),
    winners="C",
    reason="turn_limit",
    turns=2,
)
allowed(
    "CA-34, ties",
    "the fewest in stock, then shared",
    game(
        "",
        *DRAWS,
        A="spy",
        C="king queen prince",
        stocks=TWICE | {"A": "soldier soldier soldier soldier"},
        max_turns=2,
    ),
    winners="B",
    reason="turn_limit",
)
forbidden(
    "CA-34, an entry after that",
    "the game is over",
    game("", *DRAWS, "C draw", stocks=TWICE, max_turns=2),
    "CA-34",
    4,
)
allowed(
    "CA-34, a win in the last turn",
    "going out comes before the limit",
    game("", "A prince(4,4)", "A spy(1,1)", A="spy prince", max_turns=1, **LAST),
    winners="A",
    reason="out",
)
allowed(
    "CA-145",
    "the limit comes before a blocked board",
    game("", *BLOCKING, **NO_PLACE, max_turns=1),
    winners="ABC",
    reason="turn_limit",
)

# --- playing a card (CA-35 to CA-41)

ZONES = {"prince": "(1,1)", "soldier": "(0,1)", "archer": "(0,0)", "dragon": "@out", "siege_engine": "@N"}
for kind, right in ZONES.items():
    allowed(
        f"CA-35, {kind}",
        "each card goes to its zone",
        game("", f"A {kind}{right}", A=kind),
        lies=f"{kind}/A{right}",
    )
    for where in ZONES.values():
        if where != right:
            rule = "CA-134" if kind == "siege_engine" and where[0] == "@" else "CA-35"
            forbidden(
                f"CA-35, {kind} {where}",
                "not the zone of the card",
                game("", f"A {kind}{where}", A=kind),
                rule,
            )
forbidden("CA-35, off the board", "six rows", game("", "A prince(6,1)", A="prince"), "CA-35")
no_place = game("", "A prince(1,1)", A="prince")
del no_place["turns"][0]["at"]
forbidden("CA-35, no place", "a card is placed somewhere", no_place, "CA-35")
forbidden(
    "CA-36",
    "no place satisfies the condition",
    game("king/B(4,4)", "A kings_advisor(1,1)", A="kings_advisor"),
    "CA-127",
)
for kind, where, board in (
    ("prince", "(1,1)", "spy/B(1,1)"),
    ("prince", "(1,1)", "spy/B+knight/C(1,1)"),
    ("soldier", "(0,1)", "soldier/B(0,1)"),
    ("witch", "(0,0)", "archer/A(0,0)"),
):
    forbidden(
        f"CA-37, {kind} on {board}",
        "the space must be empty",
        game(board, f"A {kind}{where}", A=kind),
        "CA-37",
    )
allowed(
    "CA-38",
    "the token says whose card it is, not who placed it",
    game(
        "soldier/C(4,5)",
        "A prince(1,1)",
        "A schemer(4,4): swap_tokens (1,1) (4,5)",
        "B courtier(1,2): send_back (1,1)",
        A="prince schemer",
        B="courtier",
    ),
    hands={"A": "", "C": "prince"},
    lies="soldier/A(4,5)",
)
allowed(
    "CA-39",
    "the Lady in Waiting stays when the Queen goes",
    game(
        "queen/B(2,2)",
        "A lady_in_waiting(1,1)",
        "A courtier(2,3): send_back (2,2)",
        A="lady_in_waiting courtier",
    ),
    lies="lady_in_waiting/A(1,1)",
    hands={"B": "queen"},
)
forbidden(
    "CA-40",
    "a King beneath a Knight is in the courtyard",
    game("king/B+knight/C(1,1)", "A queen(4,4): send_back (1,1)", A="queen"),
    "CA-114",
)
allowed(
    "CA-40, outside",
    "a King outside is not",
    game("king/B+knight/C@out", "A queen(4,4)", A="queen"),
    lies="queen/A(4,4)",
)
allowed(
    "CA-41",
    "the card is the last placed one before its effect, so the next Enchanter finds it",
    game(
        "soldier/B(0,1) prince/B(1,1)",
        "A barbarian@out: send_back (0,1)",
        "A enchanter@out",
        A="barbarian enchanter",
        last="prince",
    ),
    hands={"A": "barbarian"},
    lies="prince/B(1,1)",
)

# --- effects (CA-42 to CA-48)

forbidden(
    "CA-42",
    "an effect happens once, when the card is placed",
    game(
        "traitor/B(0,1) prince/C(4,4)",
        "A lookout(0,0): move (0,1) to (4,5); send_back (4,4)",
        A="lookout",
    ),
    "CA-44",
)
forbidden(
    "CA-43",
    "also when it harms the player",
    game("prince/A(1,1)", "A courtier(1,2)", A="courtier"),
    "CA-43",
)
forbidden(
    "CA-43, something else",
    "the effect of the card, and no other",
    game("prince/B(1,1)", "A courtier(1,2): remove (1,1)", A="courtier"),
    "CA-43",
)
allowed(
    "CA-44",
    "what cannot be applied does not prevent the placing",
    game("", "A courtier(1,2)", A="courtier"),
    lies="courtier/A(1,2)",
)
forbidden(
    "CA-44, no effect left",
    "a second card sent back",
    game("prince/B(1,1) spy/B(1,3)", "A courtier(1,2): send_back (1,1); send_back (1,3)", A="courtier"),
    "CA-44",
)
forbidden(
    "CA-44, nothing to choose",
    "without a target there is no effect; this one is not adjacent",
    game("prince/B(4,4)", "A courtier(1,2): send_back (4,4)", A="courtier"),
    "CA-125",
)
forbidden(
    "CA-44, only a protected card",
    "without an unprotected target there is no effect",
    game("ambassador/B(1,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    "CA-78",
)
allowed(
    "CA-45",
    "each half of the Dragon on its own",
    game("siege_engine/B+knight/C@N ghost/B(0,0)", "A dragon@out: send_back @N; send_back (0,0)", A="dragon"),
    hands={"B": "ghost", "C": "knight"},
)
forbidden(
    "CA-45, a half left out",
    "each part that can be applied is applied",
    game("fairy/B@out ghost/B(0,0)", "A dragon@out: send_back @fairy", A="dragon"),
    "CA-43",
)
for by, rule in (("B", "CA-46"), ("C", "CA-46")):
    forbidden(
        f"CA-46, {by}",
        "the player of the card chooses",
        game("prince/B(1,1)", f"A courtier(1,2): send_back (1,1) by {by}", A="courtier"),
        rule,
    )
forbidden(
    "CA-47",
    "a card never chooses itself",
    game("prince/B(1,1)", "A queen(1,2): send_back (1,2)", A="queen"),
    "CA-47",
)
allowed(
    "CA-48",
    "one's own card may be chosen among others",
    game("prince/A(1,1) spy/B(1,3)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    hands={"A": "prince"},
    lies="spy/B(1,3)",
)

# --- sending back (CA-60 to CA-64)

for token, after in (("B", {"hands": {"B": "prince"}, "exchange": ""}), ("-", {"exchange": "prince"})):
    allowed(
        f"CA-60, token {token}",
        "to the owner of the token, without one to the exchange",
        game(f"prince/{token}(1,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
        **after,
    )
allowed(
    "CA-61",
    "one's own engine among others",
    game("siege_engine/A@N siege_engine/B@S", "A archer(0,0): send_back @N", A="archer"),
    hands={"A": "siege_engine"},
)
forbidden(
    "CA-62",
    "a protected card cannot be sent back",
    game("captain/B(0,1) soldier/B(0,2)", "A barbarian@out: send_back (0,2)", A="barbarian"),
    "CA-78",
)
allowed(
    "CA-63",
    "the set is fixed first: the Captain's soldiers stay though he leaves with the others",
    game(
        "siege_engine/B@N siege_engine/B@E siege_engine/C@S soldier/A(0,1) captain/A(0,2) soldier/B(1,0)",
        "A siege_engine@W",
        A="siege_engine",
    ),
    hands={"A": "captain", "B": "soldier"},
    lies="soldier/A(0,1)",
)
allowed(
    "CA-64",
    "what was beneath stays with its token",
    game("prince/B+knight/C(1,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    hands={"C": "knight"},
    lies="prince/B(1,1)",
)
forbidden(
    "CA-64, beneath",
    "only the top card of a pile goes",
    game("prince/B+knight/C+knight/C(1,1)", "A courtier(1,2): send_back (1,1)-2", A="courtier"),
    "CA-78",
)

# --- moving (CA-65 to CA-70)

allowed(
    "CA-65",
    "to any wall",
    game("soldier/B(0,1)", "A lookout(0,5): move (0,1) to (5,4)", A="lookout"),
    lies="soldier/B(5,4)",
)
forbidden(
    "CA-65, another zone",
    "a moved card stays in its zone",
    game("queen/B(1,1)", "A prince_charming(4,4): move (1,1) to (0,1)", A="prince_charming"),
    "CA-65",
)
allowed(
    "CA-66",
    "no free space in the courtyard",
    game(
        FIFTEEN.replace("mistress/B", "lady_in_waiting/B").replace("princess/B", "black_knight/B"),
        "A prince_charming(4,4)",
        A="prince_charming",
    ),
    lies="queen/B(1,2) prince_charming/A(4,4)",
)
allowed(
    "CA-67",
    "a moved Mistress needs no condition, though the Queen is there",
    game(
        "queen/B(1,1) mistress/C(1,2)",
        "A prince_charming(4,4): move (1,2) to (3,3)",
        A="prince_charming",
    ),
    lies="mistress/C(3,3)",
)
forbidden(
    "CA-67, no second effect",
    "the effect of a moved card does not happen again",
    game(
        "queen/B(1,1) prince/C(1,2)",
        "A prince_charming(4,4): move (1,1) to (3,3); send_back (1,2)",
        A="prince_charming",
    ),
    "CA-44",
)
allowed(
    "CA-68",
    "from wall to wall, for the walls are one zone",
    game("soldier/B+knight/C(0,1) soldier/B(5,1)", "A princess(1,1): move (0,1) to (5,1)", A="princess"),
    lies="soldier/B+knight/C(5,1)",
)
allowed(
    "CA-68, onto a Knight",
    "the top card of another pile may be a Knight",
    game(
        "archer/B+knight/C(0,0) witch/B+knight/B(5,5)", "A princess(1,1): move (0,0) to (5,5)", A="princess"
    ),
    lies="witch/B+knight/B+knight/C(5,5) archer/B(0,0)",
)
for name, to in (
    ("an empty space", "(0,2)"),
    ("another zone", "(1,1)"),
    ("from a wall to a tower", "(0,0)"),
    ("outside", "@fairy"),
    ("his own pile", "(0,1)"),
    ("beneath another", "(5,1)-1"),
):
    forbidden(
        f"CA-68, {name}",
        "onto another card of the same zone",
        game(
            "soldier/B+knight/C(0,1) soldier/B+knight/A(5,1) archer/B(0,0) fairy/B@out",
            f"A princess(1,1): move (0,1) to {to}",
            A="princess",
        ),
        "CA-68",
    )
forbidden(
    "CA-69",
    "a protected card cannot be moved",
    game(
        "queen/B(1,1) priest/B(1,2) mistress/C(4,4)",
        "A prince_charming(3,3): move (1,1) to (3,4)",
        A="prince_charming",
    ),
    "CA-78",
)
allowed(
    "CA-70",
    "cards outside are not moved, Knights apart",
    game(
        "queen/B+knight/C@out dragon/B@out",
        "A prince_charming(1,1)",
        "A princess(1,2): move @queen to @dragon",
        A="prince_charming princess",
    ),
    lies="queen/B@out dragon/B+knight/C@out",
)

# --- tokens and Knights (CA-71 to CA-77)

GUARDED = "ambassador/B(1,1) queen/C+knight/B(2,2)"
allowed(
    "CA-71",
    "tokens of protected cards are removed, swapped and replaced",
    game(
        GUARDED,
        "A thief(1,2): take_token (1,1)",
        "A schemer(4,4): swap_tokens (2,2)-1 (2,2)",
        "B merchant(4,3): replace_tokens (1,2) (2,2) (4,4)",
        A="thief schemer",
        B="merchant",
    ),
    lies="ambassador/-(1,1) queen/B+knight/B(2,2) schemer/B(4,4)",
)
allowed(
    "CA-72",
    "a moved card keeps its token",
    game(
        "soldier/C(0,1)",
        "A lookout(0,0): move (0,1) to (4,5)",
        "A barbarian@out: send_back (4,5)",
        A="lookout barbarian",
    ),
    hands={"C": "soldier"},
)
allowed(
    "CA-73",
    "a Knight and the card beneath carry tokens of two players",
    game("prince/B(1,1)", "A knight(1,1)", A="knight"),
    lies="prince/B+knight/A(1,1)",
)
allowed(
    "CA-74",
    "a Knight on a Knight",
    game("prince/B+knight/C(1,1)", "A knight(1,1)", A="knight"),
    lies="prince/B+knight/C+knight/A(1,1)",
)
forbidden(
    "CA-74, an empty space",
    "never on an empty space",
    game("prince/B(1,1)", "A knight(1,2)", A="knight"),
    "CA-74",
)
forbidden(
    "CA-74, an empty board", "there is no card to lie on", game("", "A knight(1,2)", A="knight"), "CA-74"
)
allowed(
    "CA-75",
    "an engine beneath a Knight faces its wall and counts among the four",
    game(
        "siege_engine/B@N siege_engine/B@E siege_engine/C@S soldier/C(0,1)",
        "A knight@N",
        "A siege_engine@W",
        A="knight siege_engine",
    ),
    lies="siege_engine/B+knight/A@N",
    hands={"C": "soldier"},
)
forbidden(
    "CA-75, at the same wall",
    "it keeps facing the wall",
    game("siege_engine/B@N", "A knight@N", "A siege_engine@N", A="knight siege_engine"),
    "CA-134",
    1,
)
forbidden(
    "CA-76",
    "the Black Knight is no Knight",
    game(
        "black_knight/B(1,1) prince/B+knight/C(4,4)",
        "A mistress(3,3): move (1,1) to (4,4)",
        A="mistress",
    ),
    "CA-128",
)
allowed(
    "CA-76, in the courtyard",
    "the Black Knight is placed as any courtyard card and can carry a Knight",
    game("", "A black_knight(1,1)", "A knight(1,1)", A="black_knight knight"),
    lies="black_knight/A+knight/A(1,1)",
)
allowed(
    "CA-77",
    "a soldier beneath a Knight still counts",
    game(
        "soldier/B+knight/B(0,1) soldier/B(0,2) soldier/C(0,3) siege_engine/C@N",
        "A soldier(0,4)",
        A="soldier",
    ),
    hands={"C": "siege_engine"},
)

# --- protection (CA-78 to CA-82)

SAFE = "queen/B+knight/C(1,1) archer/C+knight/B(0,0) soldier/B(4,5)"
for card, entry in (
    ("courtier", "courtier(1,2): send_back (1,1)-1"),
    ("assassin", "assassin(1,2): remove (1,1)-1"),
    ("magician", "magician(5,5): to_exchange (0,0)-1"),
    ("fairy", "fairy@out: move (1,1)-1 to @out"),
    ("prince_charming", "prince_charming(4,4): move (1,1)-1 to (3,3)"),
    ("minstrel", "minstrel(1,2): swap (1,1)-1 (1,3)"),
):
    forbidden(
        f"CA-78, {card}",
        "a protected card cannot be sent back, moved, taken away, swapped or drawn out",
        game(f"{SAFE} spy/B(1,3) thief/B(2,3) courtesan/C(4,3)", f"A {entry}", A=card),
        "CA-78",
    )
forbidden("CA-78, ghost", "nor replaced", game(SAFE, "A ghost(0,0)", A="ghost"), "CA-101")
for name, board, target in (
    ("a Knight on it", "prince/B+knight/C(1,1) spy/C(1,3)", "(1,1)-1"),
    ("the Priest", "prince/B(1,1) priest/B(2,1) spy/C(1,3)", "(1,1)"),
    ("the Priest, on a tower", "archer/B(0,0) priest/B(1,1) soldier/C(0,1)", "(0,0)"),
    ("the Captain", "captain/C(0,4) soldier/B(0,1) spy/C(1,3)", "(0,1)"),
    ("the Ambassador", "ambassador/B(1,1) spy/C(1,3)", "(1,1)"),
):
    forbidden(
        f"CA-79, {name}",
        "what protects a card",
        game(board, f"A king(4,4): send_back {target}", A="king"),
        "CA-78",
    )
allowed(
    "CA-80",
    "protection ends when the protecting card leaves",
    game(
        "captain/B(0,1) soldier/B(0,2)",
        "A lookout(0,0): move (0,1) to (5,1)",
        "A barbarian@out: send_back (0,2)",
        A="lookout barbarian",
    ),
    hands={"B": "soldier"},
)
forbidden(
    "CA-80, where he goes",
    "and holds where he comes",
    game(
        "captain/B(0,1) soldier/B(0,2) soldier/C(5,4)",
        "A lookout(0,0): move (0,1) to (5,1)",
        "A barbarian@out: send_back (5,4)",
        A="lookout barbarian",
    ),
    "CA-78",
    1,
)
allowed(
    "CA-81",
    "Captain and Priest do not protect themselves",
    game(
        "captain/B(0,1) priest/B(3,3)",
        "A barbarian@out: send_back (0,1)",
        "A queen(4,4): send_back (3,3)",
        A="barbarian queen",
    ),
    hands={"B": "captain priest"},
)
forbidden(
    "CA-81, the Captain with the Priest",
    "another card may protect him",
    game("captain/B(0,1) priest/B(1,1) soldier/C(5,1)", "A barbarian@out: send_back (0,1)", A="barbarian"),
    "CA-78",
)
forbidden(
    "CA-82",
    "a Captain without a token protects",
    game("captain/-(0,1) soldier/-(0,2) soldier/B(5,1)", "A barbarian@out: send_back (0,2)", A="barbarian"),
    "CA-78",
)
allowed(
    "CA-82, outside",
    "a Captain outside protects nobody",
    game("captain/B@out soldier/B(0,2)", "A barbarian@out: send_back (0,2)", A="barbarian"),
    hands={"B": "soldier"},
)

allowed(
    "CA-82, both outside",
    "nor a soldier who was drawn out with him",
    game("captain/B@out soldier/B@out", "A archer(0,0): send_back @soldier", A="archer"),
    hands={"B": "soldier"},
    lies="captain/B@out",
)

# --- soldiers and engines (CA-83 to CA-91)

for kind in ("soldier", "captain", "traitor"):
    allowed(
        f"CA-84, {kind}",
        "the fourth soldier, of whatever kind",
        game("soldier/B(2,0) soldier/B(3,0) soldier/C(4,0) siege_engine/C@W", f"A {kind}(1,0)", A=kind),
        hands={"C": "siege_engine"},
    )
allowed(
    "CA-84, Captain and Traitor among them",
    "they count on the wall too",
    game("captain/B(2,0) traitor/B(3,0) soldier/C(4,0) siege_engine/A@W", "A soldier(1,0)", A="soldier"),
    hands={"A": "siege_engine"},
)
allowed(
    "CA-85",
    "the Lookout fills a wall with a soldier of another",
    game(
        "captain/B(2,0) traitor/B(3,0) soldier/C(4,0) soldier/C(0,1) siege_engine/B@W siege_engine/B@N",
        "A lookout(0,0): move (0,1) to (1,0)",
        A="lookout",
    ),
    hands={"B": "siege_engine"},
    lies="siege_engine/B@N",
)
allowed(
    "CA-87, the Advisor's engine",
    "an engine from the exchange is the fourth too",
    game(
        "king/B(2,2) siege_engine/B@N siege_engine/B@E siege_engine/C@S soldier/B(0,1)",
        "A kings_advisor(1,1): place siege_engine@W",
        A="kings_advisor",
        exchange="siege_engine",
    ),
    hands={"B": "soldier"},
    lies="siege_engine/-@W",
)
allowed(
    "CA-89",
    "a Captain beneath a Knight stays too",
    game(
        "siege_engine/B@N siege_engine/B@E siege_engine/C@S "
        "captain/A+knight/B(0,1) soldier/C(0,2) soldier/B(2,0)",
        "A siege_engine@W",
        A="siege_engine",
    ),
    hands={"A": "", "B": "soldier", "C": ""},
    lies="captain/A+knight/B(0,1) soldier/C(0,2)",
)
allowed(
    "CA-90",
    "a protected engine is not driven away by the Lookout's soldier either",
    game(
        "soldier/B(2,0) soldier/B(3,0) soldier/C(4,0) soldier/C(0,1) siege_engine/B+knight/C@W",
        "A lookout(0,0): move (0,1) to (1,0)",
        A="lookout",
    ),
    lies="siege_engine/B+knight/C@W",
    hands={"B": ""},
)
allowed(
    "CA-91",
    "Knights on soldiers stay with them",
    game(
        "siege_engine/B@N siege_engine/B@E siege_engine/C@S soldier/C+knight/C+knight/A(0,1) soldier/C(0,2)",
        "A siege_engine@W",
        A="siege_engine",
    ),
    hands={"A": "", "C": "soldier"},
    lies="soldier/C+knight/C+knight/A(0,1)",
)
allowed(
    "CA-91, no fourth soldier",
    "a Knight on a wall of three does not make four",
    game("soldier/B+knight/B(0,1) soldier/B(0,2) siege_engine/C@N", "A soldier(0,4)", A="soldier"),
    lies="siege_engine/C@N",
)

# --- later decisions (CA-138 to CA-144)

allowed(
    "CA-138",
    "a Ghost is a character: the Fairy draws him out",
    game("ghost/B(0,0)", "A fairy@out: move (0,0) to @out", A="fairy"),
    lies="ghost/B@out",
)
forbidden(
    "CA-138, the Priest",
    "and the Priest protects him",
    game("ghost/B(0,0) priest/B(1,1) soldier/C(0,1)", "A barbarian@out: send_back (0,0)", A="barbarian"),
    "CA-78",
)
allowed(
    "CA-139",
    "the Mistress may be where a Knight goes",
    game("prince/B+knight/C(1,1)", "A mistress(3,3): move (1,1) to (3,3)", A="mistress"),
    lies="mistress/A+knight/C(3,3)",
)
allowed(
    "CA-140",
    "the Mistress leaves a King outside alone, the Prince may replace him",
    game("king/B@out prince/B(1,1)", "A mistress(3,3)", "A kings_advisor(1,2)", A="mistress kings_advisor"),
    lies="king/B@out kings_advisor/A(1,2)",
)
allowed(
    "CA-141",
    "the Merchant of the Advisor as third action gives no fourth",
    game(
        "king/A(2,2)",
        "A merchant(4,4)",
        "A magician(0,0): to_exchange (4,4)",
        "A kings_advisor(1,1): place merchant(4,4)",
        "B draw",
        A="merchant magician kings_advisor",
    ),
    turns=2,
)
allowed(
    "CA-142",
    "a Knight is a male card for the Lady in Waiting and a target for Barbarian and Dragon",
    game(
        "archer/B+knight/C(0,0) soldier/B+knight/C(0,1) fairy/B+knight/C@out",
        "A barbarian@out: send_back (0,0)",
        "A dragon@out: send_back @fairy; send_back (0,1)",
        A="barbarian dragon",
    ),
    hands={"C": "knight knight knight"},
)
forbidden(
    "CA-143",
    "a Captain beneath a Knight goes on protecting",
    game("captain/B+knight/C(0,1) soldier/B(0,2)", "A barbarian@out: send_back (0,2)", A="barbarian"),
    "CA-78",
)
forbidden(
    "CA-144",
    "the Dragon's outside card comes first",
    game("fairy/B@out archer/B(0,0)", "A dragon@out: send_back (0,0); send_back @fairy", A="dragon"),
    "CA-144",
)

# --- the variants

NOT_YET = ("A merchant(1,1)", "A none", "A none")
gives(
    HOUSE,
    "CA-V1",
    "no win in the turn of the Merchant; the next play of anybody finds A without cards",
    game("", *NOT_YET, "B draw", "B spy(4,4)", A="merchant", B="spy", merchant_may_win=False, **LAST),
    winners="A",
    reason="out",
    turns=2,
)
gives(
    HOUSE,
    "CA-V1, not yet",
    "only a play is followed by the look at all hands",
    game("", *NOT_YET, "B draw", A="merchant", B="spy", merchant_may_win=False, **LAST),
    **OPEN_END,
)
gives(
    HOUSE,
    "CA-V1, later in the turn",
    "the whole turn is barred",
    game(
        "",
        "A merchant(1,1)",
        "A prince(4,4)",
        "A none",
        "B draw",
        A="merchant prince",
        merchant_may_win=False,
        **LAST,
    ),
    **OPEN_END,
)
gives(
    HOUSE,
    "CA-V1, another player",
    "only the player of the Merchant is barred",
    game(
        "",
        "A merchant(1,1)",
        "A fool(2,2): pass B=king",
        A="merchant fool",
        B="king",
        stocks={"A": "", "B": ""},
        merchant_may_win=False,
    ),
    winners="B",
    reason="out",
)
gives(
    HOUSE,
    "CA-V1, off",
    "going out with the Merchant wins",
    game("", "A merchant(1,1)", A="merchant", **LAST),
    winners="A",
    reason="out",
)
breaks(
    HOUSE,
    "CA-V1, off, a third action",
    "it is not taken",
    game("", *NOT_YET, A="merchant", **LAST),
    "CA-31",
    1,
)
SIX = "queen king spy thief priest prince"
SEVEN = f"{SIX} fool"
for name, hand, limit in (("off", SEVEN, "none"), ("six", SIX, "first_hand")):
    gives(
        HOUSE,
        f"CA-V2, {name}",
        "with fewer cards than were dealt, or without the variant, one may draw",
        game("", "A draw", A=hand, draw_limit=limit),
        hands={"A": f"{hand} soldier"},
    )
breaks(
    HOUSE,
    "CA-V2",
    "no drawing with as many cards as were dealt",
    game("", "A draw", A=SEVEN, draw_limit="first_hand"),
    "CA-V2",
)
breaks(
    HOUSE,
    "CA-V2, the second draw",
    "it is looked at before each",
    game("", "A draw", "A draw", A=SIX, stocks=TWICE, draw_limit="first_hand"),
    "CA-V2",
    1,
)
breaks(
    HOUSE,
    "CA-V2, an empty stock",
    "that there is no card is looked at first",
    game("", "A draw", A=SEVEN, stocks={"A": ""}, draw_limit="first_hand"),
    "CA-20",
)

# --- the form of entries

for name, parts, rule in (
    ("no seat", {"seat": None}, "CA-17"),
    ("no number", {"seat": False}, "CA-17"),
    ("no such seat", {"seat": 3}, "CA-17"),
    ("no action", {"do": None}, "CA-19"),
    ("no card", {"card": None}, "CA-22"),
    ("two places", {"outside": True}, "CA-35"),
    ("half a place", {"at": [1]}, "CA-35"),
    ("no effect", {"effects": [{}]}, "CA-43"),
    ("no place of a card", {"effects": [{"send_back": {}}]}, "CA-125"),
):
    record = changed(game("prince/B(1,2)", "A courtier(1,1): send_back (1,2)", A="courtier"), 0, **parts)
    breaks(FORM, f"entry, {name}", "an entry says who does what", record, rule)

# --- setups and results

BARE = game("", A="spy")


def setup(**parts):
    """A record whose setup has other parts."""
    return BARE | {"setup": BARE["setup"] | parts}


def lying(kind, *knights, **where):
    """A pile of a setup, all of it seat 0's."""
    return where | {"pile": [{"card": each, "token": 0} for each in (kind, *knights)]}


for name, record in (
    ("no such card", setup(exchange=["wizard"])),
    ("two Kings", setup(exchange=["king"], castle=[lying("king", at=[1, 1])])),
    ("fourteen Soldiers", setup(exchange=["soldier"] * 11)),
    ("removed and in play", setup(exchange=["archer"], removed=["archer"])),
    ("two hands for three players", setup(hands=[["spy"], []])),
    ("no such first player", setup(first=3)),
    ("a card of another zone", setup(castle=[lying("king", at=[0, 1])])),
    ("off the board", setup(castle=[lying("king", at=[1, 6])])),
    ("two piles on a space", setup(castle=[lying("king", at=[1, 1]), lying("queen", at=[1, 1])])),
    ("a Knight beneath", setup(castle=[lying("knight", at=[1, 1])])),
    ("no Knight on top", setup(castle=[lying("king", "queen", at=[1, 1])])),
    ("an engine without a wall", setup(outside=[lying("siege_engine")])),
    ("a wall for a Fairy", setup(outside=[lying("fairy", wall="N")])),
    ("two engines at a wall", setup(outside=[lying("siege_engine", wall="N")] * 2)),
    ("an empty pile", setup(castle=[{"at": [1, 1], "pile": []}])),
    ("no such token", setup(castle=[{"at": [1, 1], "pile": [{"card": "king", "token": 3}]}])),
    ("last placed no card", setup(last_placed="emperor")),
    (
        "last placed in doubt",
        setup(castle=[lying("soldier", at=[0, 1]), lying("soldier", at=[0, 2])], last_placed="soldier"),
    ),
    ("last placed nowhere", setup(last_placed={"at": [1, 1]})),
):
    breaks(FORM, f"setup, {name}", "a setup is consistent", record, "SETUP", None)
gives(
    FORM,
    "setup, missing parts",
    "what is not named is empty; nobody has a card that could be placed",
    BARE | {"setup": {"castle": [lying("king", at=[1, 1])]}},
    winners="ABC",
    reason="blocked",
    turns=0,
)
ENDING = {"winners": [0], "reason": "out", "turns": 1, "hands": [0, 0, 0], "stocks": [0, 1, 1]}
gives(
    FORM,
    "result, agrees",
    "cards are counted",
    game("", "A spy(1,1)", A="spy", result=ENDING, **LAST),
    winners="A",
)
gives(
    FORM,
    "result, unfinished",
    "nobody has won, and there is no reason",
    game("", "A draw", A="spy", result={"winners": [], "reason": None, "turns": 1}),
    **OPEN_END,
)
for name, stated in (
    ("winners", {"winners": [1]}),
    ("reason", {"reason": "blocked"}),
    ("turns", {"turns": 2}),
    ("hands", {"hands": [0, 0, 1]}),
    ("stocks", {"stocks": [1, 1, 1]}),
):
    breaks(
        FORM,
        f"result, {name}",
        "what is stated does not agree",
        game("", "A spy(1,1)", A="spy", result=ENDING | stated, **LAST),
        "RESULT",
        None,
    )
