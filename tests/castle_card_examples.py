"""What the cards of towers, ramparts and outside, and the Knight, do, cannot do, and may not do.

`CARDS` holds records by the number of the card (CA-101 to CA-109, CA-131 to CA-137): at least one in which
the effect works, one in which there is nothing to do, one with a target that is protected or the card itself.
The notation is castle_notation.py's.
"""

from castle_notation import Example, breaks, changed, game, gives

CARDS: dict[str, Example] = {}

# --- CA-101 Ghost

gives(
    CARDS,
    "CA-101 works",
    "the card of the tower goes to its owner, the Ghost takes its place",
    game("archer/B(0,0)", "A ghost(0,0)", A="ghost"),
    lies="ghost/A(0,0)",
    hands={"A": "", "B": "archer"},
)
gives(
    CARDS,
    "CA-101 one's own card",
    "it comes back into the hand",
    game("archer/A(5,0)", "A ghost(5,0)", A="ghost"),
    lies="ghost/A(5,0)",
    hands={"A": "archer"},
)
gives(
    CARDS,
    "CA-101 without a token",
    "a card without a token goes to the exchange",
    game("archer/-(5,5)", "A ghost(5,5)", A="ghost"),
    lies="ghost/A(5,5)",
    exchange="archer",
)
gives(
    CARDS,
    "CA-101 beside another's Priest",
    "the Priest protects his own colour only",
    game("archer/B(0,0) priest/C(1,1)", "A ghost(0,0)", A="ghost"),
    hands={"B": "archer"},
)
for name, board in (
    ("empty towers", "prince/B(1,1)"),
    ("another tower", "witch/B(0,5)"),
    ("a Knight on the card", "archer/B+knight/C(0,0)"),
    ("the Priest beside it", "archer/B(0,0) priest/B(1,1)"),
):
    breaks(
        CARDS,
        f"CA-101 {name}",
        "the tower has to hold a single unprotected card",
        game(board, "A ghost(0,0)", A="ghost"),
        "CA-101",
    )
breaks(
    CARDS,
    "CA-101 not listed",
    "nobody chooses the card that the Ghost replaces",
    game("archer/B(0,0)", "A ghost(0,0): send_back (0,0)", A="ghost"),
    "CA-44",
)

# --- CA-102 Lookout

gives(
    CARDS,
    "CA-102 works",
    "a soldier of any wall goes to any wall and keeps its token",
    game("soldier/B(0,1)", "A lookout(0,0): move (0,1) to (4,5)", A="lookout"),
    lies="soldier/B(4,5)",
    empty="(0,1)",
)
gives(
    CARDS,
    "CA-102 the Captain",
    "the Captain does not protect himself",
    game("captain/B(0,1) soldier/B(0,2)", "A lookout(0,0): move (0,1) to (0,4)", A="lookout"),
    lies="captain/B(0,4)",
)
gives(
    CARDS,
    "CA-102 the Traitor",
    "his other effect does not happen again",
    game("traitor/B(0,1) prince/B(4,4)", "A lookout(0,0): move (0,1) to (4,5)", A="lookout"),
    lies="traitor/B(4,5) prince/B(4,4)",
)
gives(
    CARDS,
    "CA-102 no soldier",
    "without a soldier nothing is moved",
    game("prince/B(1,1) soldier/B@out", "A lookout(0,0)", A="lookout"),
    lies="lookout/A(0,0) soldier/B@out",
)
gives(
    CARDS,
    "CA-102 all protected",
    "no soldier that could be moved",
    game("captain/B+knight/C(0,1) soldier/B(0,2)", "A lookout(0,0)", A="lookout"),
    lies="soldier/B(0,2)",
)
TWO_WALLS = "captain/B(0,1) soldier/B(0,2) soldier/C(3,0) soldier/C+knight/A(2,0) witch/C(5,5)"
for name, move, rule in (
    ("with the Captain", "(0,2) to (4,5)", "CA-78"),
    ("beneath a Knight", "(2,0)-1 to (4,5)", "CA-78"),
    ("a Knight", "(2,0) to (4,5)", "CA-102"),
    ("no soldier chosen", "(5,5) to (5,0)", "CA-102"),
    ("nobody there", "(0,4) to (4,5)", "CA-102"),
    ("himself", "(0,0) to (5,0)", "CA-47"),
    ("an occupied space", "(3,0) to (0,2)", "CA-65"),
    ("where it stands", "(3,0) to (3,0)", "CA-65"),
    ("into the courtyard", "(3,0) to (3,1)", "CA-65"),
    ("outside", "(3,0) to @out", "CA-65"),
):
    breaks(
        CARDS,
        f"CA-102 {name}",
        "an unprotected soldier to a free rampart space",
        game(TWO_WALLS, f"A lookout(0,0): move {move}", A="lookout"),
        rule,
    )

# --- CA-103 Magician

gives(
    CARDS,
    "CA-103 works",
    "any card in play goes to the exchange, whoever's it is",
    game("prince/B(1,1)", "A magician(0,0): to_exchange (1,1)", A="magician"),
    hands={"B": ""},
    exchange="prince",
    empty="(1,1)",
)
gives(
    CARDS,
    "CA-103 a Knight outside",
    "the top card of a pile outside; the engine keeps facing its wall",
    game("siege_engine/B+knight/C@W", "A magician(0,0): to_exchange @W", A="magician"),
    exchange="knight",
    lies="siege_engine/B@W",
)
gives(
    CARDS,
    "CA-103 nothing in play",
    "there is no card but himself",
    game("", "A magician(0,0)", A="magician"),
    exchange="",
)
for name, target, rule in (
    ("protected", "(1,1)-1", "CA-78"),
    ("the Ambassador", "(2,2)", "CA-78"),
    ("himself", "(0,0)", "CA-47"),
    ("nothing there", "(4,4)", "CA-103"),
):
    breaks(
        CARDS,
        f"CA-103 {name}",
        "an unprotected card, not himself",
        game(
            "prince/B+knight/B(1,1) ambassador/C(2,2)",
            f"A magician(0,0): to_exchange {target}",
            A="magician",
        ),
        rule,
    )

# --- CA-104 Archer

gives(
    CARDS,
    "CA-104 works",
    "a card outside goes back",
    game("fairy/B@out siege_engine/C@S", "A archer(0,0): send_back @S", A="archer"),
    lies="fairy/B@out",
    hands={"C": "siege_engine"},
)
gives(
    CARDS,
    "CA-104 a Knight",
    "the top card of a pile outside",
    game("fairy/B+knight/C@out", "A archer(0,0): send_back @fairy", A="archer"),
    lies="fairy/B@out",
    hands={"C": "knight"},
)
gives(
    CARDS,
    "CA-104 the second soldier outside",
    "of two piles with the same lowest card the record names one",
    game("soldier/B@out soldier/C@out", "A archer(0,0): send_back @soldier#1", A="archer"),
    lies="soldier/B@out",
    hands={"B": "", "C": "soldier"},
)
gives(
    CARDS,
    "CA-104 nobody outside",
    "nothing to send back",
    game("prince/B(1,1)", "A archer(0,0)", A="archer"),
    lies="prince/B(1,1)",
)
for name, target, rule in (
    ("protected", "@fairy-1", "CA-78"),
    ("in the castle", "(1,1)", "CA-104"),
    ("himself", "(0,0)", "CA-47"),
    ("not there", "@dragon", "CA-104"),
):
    breaks(
        CARDS,
        f"CA-104 {name}",
        "an unprotected card outside",
        game("fairy/B+knight/C@out prince/B(1,1)", f"A archer(0,0): send_back {target}", A="archer"),
        rule,
    )

# --- CA-105 Witch

gives(
    CARDS,
    "CA-105 works",
    "a card of the exchange goes to a player's hand",
    game("", "A witch(0,0): give spy to C", A="witch", exchange="spy king"),
    hands={"A": "", "C": "spy"},
    exchange="king",
)
gives(
    CARDS,
    "CA-105 oneself",
    "oneself is a player",
    game("", "A witch(0,0): give spy to A", A="witch", exchange="spy"),
    hands={"A": "spy"},
    exchange="",
)
gives(
    CARDS,
    "CA-105 empty exchange",
    "nothing to give",
    game("prince/B(1,1)", "A witch(0,0)", A="witch"),
    hands={"A": ""},
)
for name, words, rule in (
    ("not in the exchange", ": give queen to B", "CA-105"),
    ("herself", ": give witch to B", "CA-105"),
    ("no such player", ": give spy to D", "CA-105"),
    ("gives nothing", "", "CA-43"),
):
    breaks(
        CARDS,
        f"CA-105 {name}",
        "a card of the exchange to a player",
        game("", f"A witch(0,0){words}", A="witch", exchange="spy king"),
        rule,
    )

# --- CA-106 Alchemist

gives(
    CARDS,
    "CA-106 two for two",
    "two cards of the hand for two of the exchange",
    game(
        "",
        "A alchemist(0,0): swap_cards king,queen for spy,thief",
        A="alchemist king queen prince",
        exchange="spy thief priest",
    ),
    hands={"A": "prince spy thief"},
    exchange="king priest queen",
)
gives(
    CARDS,
    "CA-106 one card in hand",
    "as many as possible",
    game("", "A alchemist(0,0): swap_cards king for thief", A="alchemist king", exchange="spy thief"),
    hands={"A": "thief"},
    exchange="king spy",
)
gives(
    CARDS,
    "CA-106 one card in the exchange",
    "as many as possible",
    game("", "A alchemist(0,0): swap_cards king for spy", A="alchemist king queen", exchange="spy"),
    hands={"A": "queen spy"},
    exchange="king",
)
for name, hand, exchange in (("an empty hand", "", "spy thief"), ("an empty exchange", "king queen", "")):
    gives(
        CARDS,
        f"CA-106 {name}",
        "nothing to swap",
        game("", "A alchemist(0,0)", A=f"alchemist {hand}", exchange=exchange),
        hands={"A": hand},
        exchange=exchange,
    )
for name, words in (
    ("too few", "king for spy"),
    ("more taken than given", "king for spy,thief"),
    ("not in the hand", "king,prince for spy,thief"),
    ("the Alchemist himself", "king,alchemist for spy,thief"),
    ("not in the exchange", "king,queen for spy,prince"),
    ("what was just given", "king,queen for spy,king"),
    ("one card twice", "king,queen for spy,spy"),
):
    breaks(
        CARDS,
        f"CA-106 {name}",
        "two cards for two, all there before the swap",
        game(
            "", f"A alchemist(0,0): swap_cards {words}", A="alchemist king queen", exchange="spy thief priest"
        ),
        "CA-106",
    )

# --- CA-107 Captain

gives(
    CARDS,
    "CA-107 fourth soldier",
    "the Captain counts as a soldier",
    game(
        "soldier/B(0,1) soldier/B(0,2) soldier/C(0,3) siege_engine/C@N",
        "A captain(0,4)",
        A="captain",
    ),
    lies="captain/A(0,4)",
    hands={"C": "siege_engine"},
)
gives(
    CARDS,
    "CA-107 third soldier",
    "nothing happens",
    game("soldier/B(0,1) soldier/B(0,2) siege_engine/C@N", "A captain(0,4)", A="captain"),
    lies="siege_engine/C@N",
)
gives(
    CARDS,
    "CA-107 another wall",
    "soldiers on other walls are not protected",
    game("captain/B(0,1) soldier/B(0,2) soldier/C(1,0)", "A barbarian@out: send_back (1,0)", A="barbarian"),
    hands={"C": "soldier"},
)
gives(
    CARDS,
    "CA-107 goes himself",
    "he does not protect himself, and with him his protection goes",
    game(
        "captain/B(0,1) soldier/B(0,2)",
        "A barbarian@out: send_back (0,1)",
        "A dragon@out: send_back @barbarian; send_back (0,2)",
        A="barbarian dragon",
    ),
    hands={"A": "barbarian", "B": "captain soldier"},
)
breaks(
    CARDS,
    "CA-107 protects",
    "the other soldiers on his wall, whatever their tokens, his own token too",
    game(
        "captain/-(0,1) soldier/C(0,4) soldier/B(1,0)",
        "A barbarian@out: send_back (0,4)",
        A="barbarian",
    ),
    "CA-78",
)

# --- CA-108 Traitor

gives(
    CARDS,
    "CA-108 works",
    "a card on an adjacent courtyard space goes back",
    game("prince/B(1,1) spy/C(2,2)", "A traitor(0,2): send_back (1,1)", A="traitor"),
    hands={"B": "prince"},
    empty="(1,1)",
)
gives(
    CARDS,
    "CA-108 fourth soldier",
    "first the engine, then a card of the courtyard; one's own if it must be",
    game(
        "soldier/B(0,1) soldier/B(0,3) soldier/C(0,4) siege_engine/C@N prince/A(1,3)",
        "A traitor(0,2): send_back (1,3)",
        A="traitor",
    ),
    hands={"A": "prince", "C": "siege_engine"},
)
gives(
    CARDS,
    "CA-108 nobody beside him",
    "cards on walls and towers, and further in the courtyard, are no targets",
    game("soldier/B(0,1) spy/C(2,2) archer/B(0,0)", "A traitor(1,0)", A="traitor"),
    lies="soldier/B(0,1) spy/C(2,2)",
)
for name, target, rule in (
    ("protected", "(1,1)-1", "CA-78"),
    ("with the Priest", "(1,3)", "CA-78"),
    ("a soldier", "(0,1)", "CA-108"),
    ("too far", "(2,2)", "CA-108"),
    ("himself", "(0,2)", "CA-47"),
):
    breaks(
        CARDS,
        f"CA-108 {name}",
        "an unprotected card on an adjacent courtyard space",
        game(
            "prince/B+knight/B(1,1) spy/C(1,3) priest/C(2,2) soldier/B(0,1)",
            f"A traitor(0,2): send_back {target}",
            A="traitor",
        ),
        rule,
    )

# --- CA-109 Soldier

gives(
    CARDS,
    "CA-109 works",
    "the fourth soldier sends the engine back; without a token it goes to the exchange",
    game(
        "soldier/B(5,1) soldier/B(5,2) soldier/C(5,3) siege_engine/-@S siege_engine/B@N",
        "A soldier(5,4)",
        A="soldier",
    ),
    exchange="siege_engine",
    lies="siege_engine/B@N",
)
gives(
    CARDS,
    "CA-109 no engine",
    "the fourth soldier of a wall that no engine faces",
    game("soldier/B(5,1) soldier/B(5,2) soldier/C(5,3) siege_engine/B@N", "A soldier(5,4)", A="soldier"),
    lies="soldier/A(5,4) siege_engine/B@N",
)
gives(
    CARDS,
    "CA-109 a Knight on the engine",
    "a protected engine stays",
    game(
        "soldier/B(5,1) soldier/B(5,2) soldier/C(5,3) siege_engine/C+knight/B@S",
        "A soldier(5,4)",
        A="soldier",
    ),
    lies="siege_engine/C+knight/B@S",
    hands={"C": ""},
)
breaks(
    CARDS,
    "CA-109 the engine is not chosen",
    "what follows by itself is not listed",
    game(
        "soldier/B(5,1) soldier/B(5,2) soldier/C(5,3) siege_engine/C@S",
        "A soldier(5,4): send_back @S",
        A="soldier",
    ),
    "CA-44",
)

# --- CA-131 Barbarian

gives(
    CARDS,
    "CA-131 works on a tower",
    "a card in a tower",
    game("archer/B(0,5) prince/C(1,1)", "A barbarian@out: send_back (0,5)", A="barbarian"),
    hands={"B": "archer"},
    lies="barbarian/A@out",
)
gives(
    CARDS,
    "CA-131 works on a rampart",
    "a Knight on a soldier, though the Captain protects the soldier",
    game(
        "captain/B(0,1) soldier/C+knight/A(0,2)",
        "A barbarian@out: send_back (0,2)",
        A="barbarian",
    ),
    hands={"A": "knight"},
    lies="soldier/C(0,2)",
)
gives(
    CARDS,
    "CA-131 nobody there",
    "the courtyard and the outside are no targets",
    game("prince/C(1,1) fairy/B@out", "A barbarian@out", A="barbarian"),
    lies="prince/C(1,1) fairy/B@out",
)
for name, target, rule in (
    ("protected", "(0,0)-1", "CA-78"),
    ("with the Priest", "(0,2)", "CA-78"),
    ("in the courtyard", "(1,1)", "CA-131"),
    ("himself", "@barbarian", "CA-47"),
):
    breaks(
        CARDS,
        f"CA-131 {name}",
        "an unprotected card of towers and ramparts",
        game(
            "archer/B+knight/C(0,0) priest/C(1,1) soldier/C(0,2) soldier/B(5,2)",
            f"A barbarian@out: send_back {target}",
            A="barbarian",
        ),
        rule,
    )

# --- CA-132 Fairy

gives(
    CARDS,
    "CA-132 works",
    "a card of the castle goes outside with its token",
    game("queen/B(1,1) soldier/C(0,1)", "A fairy@out: move (1,1) to @out", A="fairy"),
    lies="queen/B@out fairy/A@out",
    empty="(1,1)",
)
gives(
    CARDS,
    "CA-132 a Knight onto her",
    "a Knight drawn out is put on a card outside, if need be on the Fairy",
    game("queen/B+knight/C(1,1)", "A fairy@out: move (1,1) to @fairy", A="fairy"),
    lies="queen/B(1,1) fairy/A+knight/C@out",
)
gives(
    CARDS,
    "CA-132 a Knight onto an engine",
    "chosen by the player",
    game("queen/B+knight/C(1,1) siege_engine/B@E", "A fairy@out: move (1,1) to @E", A="fairy"),
    lies="queen/B(1,1) siege_engine/B+knight/C@E",
)
gives(
    CARDS,
    "CA-132 nobody in the castle",
    "nothing to draw out",
    game("dragon/B@out", "A fairy@out", A="fairy"),
    lies="fairy/A@out dragon/B@out",
)
for name, move, rule in (
    ("protected", "(1,1)-1 to @out", "CA-78"),
    ("the Ambassador", "(4,4) to @out", "CA-78"),
    ("outside already", "@dragon to @out", "CA-132"),
    ("herself", "@fairy to @out", "CA-47"),
    ("a Knight without a card", "(1,1) to @out", "CA-132"),
    ("a Knight in the castle", "(1,1) to (4,4)", "CA-132"),
    ("onto a card", "(0,1) to @dragon", "CA-132"),
    ("into the castle", "(0,1) to (0,2)", "CA-132"),
):
    breaks(
        CARDS,
        f"CA-132 {name}",
        "an unprotected card of the castle to the outside",
        game(
            "queen/B+knight/C(1,1) ambassador/B(4,4) soldier/C(0,1) dragon/C@out",
            f"A fairy@out: move {move}",
            A="fairy",
        ),
        rule,
    )

# --- CA-133 Enchanter

gives(
    CARDS,
    "CA-133 works",
    "the card placed last goes back to its owner, by whatever player it was placed",
    game("", "C prince(1,1)", "C draw", "A enchanter@out", first="C", C="prince", A="enchanter"),
    hands={"C": "prince soldier"},
    lies="enchanter/A@out",
)
gives(
    CARDS,
    "CA-133 before the first entry",
    "the setup says what was placed last",
    game("prince/B(1,1) spy/C(2,2)", "A enchanter@out", A="enchanter", last="spy"),
    hands={"B": "", "C": "spy"},
)
gives(
    CARDS,
    "CA-133 one of several soldiers",
    "the setup names the place where the kind is not enough",
    game("soldier/B(0,1) soldier/C(0,2)", "A enchanter@out", A="enchanter", last="(0,2)"),
    hands={"B": "", "C": "soldier"},
)
gives(
    CARDS,
    "CA-133 nothing before",
    "nothing was placed before him",
    game("prince/B(1,1)", "A enchanter@out", A="enchanter"),
    lies="prince/B(1,1)",
)
gives(
    CARDS,
    "CA-133 protected",
    "a protected card stays, and no older card goes instead",
    game("spy/C(2,2) priest/B(1,1) prince/B(2,1)", "A enchanter@out", A="enchanter", last="prince"),
    lies="spy/C(2,2) priest/B(1,1) prince/B(2,1)",
)
gives(
    CARDS,
    "CA-133 not in play",
    "no older card is taken instead of one that is no longer there",
    game("spy/C(2,2)", "A enchanter@out", A="enchanter", last="prince"),
    lies="spy/C(2,2) enchanter/A@out",
)
gives(
    CARDS,
    "CA-133 drawn outside",
    "a card that was moved since is still the one placed last",
    game(
        "",
        "A prince(1,1)",
        "A fairy@out: move (1,1) to @out",
        "B enchanter@out",
        A="prince fairy",
        B="enchanter",
    ),
    hands={"A": "fairy"},
    lies="prince/A@out",
)
breaks(
    CARDS,
    "CA-133 not listed",
    "nobody chooses",
    game("spy/C(2,2)", "A enchanter@out: send_back (2,2)", A="enchanter", last="spy"),
    "CA-44",
)

# --- CA-134 Siege Engine

FOUR_ALMOST = "siege_engine/B@N siege_engine/B@E siege_engine/C@S"
gives(
    CARDS,
    "CA-134 works",
    "the fourth engine sends all soldiers of all walls back",
    game(
        f"{FOUR_ALMOST} soldier/A(0,1) soldier/B(4,5) traitor/C(5,2) soldier/-(2,0) prince/B(1,1)",
        "A siege_engine@W",
        A="siege_engine",
    ),
    hands={"A": "soldier", "B": "soldier", "C": "traitor"},
    exchange="soldier",
    lies="prince/B(1,1) siege_engine/A@W",
)
gives(
    CARDS,
    "CA-134 third engine",
    "nothing happens",
    game("siege_engine/B@N siege_engine/B@E soldier/B(0,1)", "A siege_engine@W", A="siege_engine"),
    lies="soldier/B(0,1) siege_engine/A@W",
)
gives(
    CARDS,
    "CA-134 protected soldiers",
    "soldiers under Knights, with the Captain and with the Priest stay; the Captain goes",
    game(
        f"{FOUR_ALMOST} captain/B(0,1) soldier/C(0,2) soldier/C+knight/B(4,5) priest/C(4,4) "
        "soldier/C(5,4) soldier/B(5,3)",
        "A siege_engine@W",
        A="siege_engine",
    ),
    hands={"B": "captain soldier", "C": ""},
    lies="soldier/C(0,2) soldier/C+knight/B(4,5) soldier/C(5,4)",
)
for name, where in (("a wall that is faced", "@N"), ("no wall", "@out")):
    breaks(
        CARDS,
        f"CA-134 {name}",
        "an engine faces a wall that no engine faces",
        game("siege_engine/B@N", f"A siege_engine{where}", A="siege_engine"),
        "CA-134",
    )
breaks(
    CARDS,
    "CA-134 no such wall",
    "there are four walls",
    changed(game("", "A siege_engine@N", A="siege_engine"), 0, wall="X"),
    "CA-134",
)

# --- CA-135 Dragon

gives(
    CARDS,
    "CA-135 works",
    "a card outside and a card of towers and ramparts",
    game(
        "fairy/B@out archer/C(0,0) soldier/B(0,1)",
        "A dragon@out: send_back @fairy; send_back (0,0)",
        A="dragon",
    ),
    hands={"B": "fairy", "C": "archer"},
    lies="dragon/A@out soldier/B(0,1)",
)
gives(
    CARDS,
    "CA-135 nobody outside",
    "the castle half alone",
    game("soldier/B(0,1)", "A dragon@out: send_back (0,1)", A="dragon"),
    hands={"B": "soldier"},
)
gives(
    CARDS,
    "CA-135 nobody on the walls",
    "the outside half alone",
    game("fairy/B@out prince/C(1,1)", "A dragon@out: send_back @fairy", A="dragon"),
    hands={"B": "fairy"},
)
gives(
    CARDS,
    "CA-135 neither",
    "nothing to send back",
    game("prince/C(1,1)", "A dragon@out", A="dragon"),
    lies="prince/C(1,1) dragon/A@out",
)
for name, words, rule in (
    ("himself", "send_back @dragon; send_back (0,1)", "CA-47"),
    ("the castle first", "send_back (0,1); send_back @E", "CA-144"),
    ("in the courtyard", "send_back @E; send_back (1,1)", "CA-135"),
    ("protected outside", "send_back @N-1; send_back (0,1)", "CA-78"),
    ("protected in the castle", "send_back @E; send_back (0,2)", "CA-78"),
    ("only one", "send_back @E", "CA-43"),
    ("a third", "send_back @E; send_back (0,1); send_back @N", "CA-44"),
):
    breaks(
        CARDS,
        f"CA-135 {name}",
        "a card outside, then one of towers and ramparts, neither protected nor himself",
        game(
            "siege_engine/C+knight/B@N siege_engine/C@E priest/B(1,1) soldier/C(0,1) soldier/B(0,2)",
            f"A dragon@out: {words}",
            A="dragon",
        ),
        rule,
    )

# --- CA-136 Herald

gives(
    CARDS,
    "CA-136 works",
    "who holds the King plays him",
    game(
        "herald/B@out soldier/C(0,1)",
        "A king(1,1): send_back (0,1)",
        "A queen(1,2): send_back (1,1)",
        "B draw",
        A="king queen",
    ),
    hands={"A": "king", "C": "soldier"},
)
gives(
    CARDS,
    "CA-136 not in play",
    "a Herald in the hand obliges nobody",
    game("", "A draw", "A herald@out", "B draw", A="king herald", B="queen"),
    lies="herald/A@out",
)
gives(
    CARDS,
    "CA-136 gone",
    "after he has left nobody has to",
    game(
        "herald/B@out",
        "A archer(0,0): send_back @herald",
        "A draw",
        "B draw",
        A="archer",
        B="king",
    ),
    hands={"B": "herald king soldier"},
)
for name, board, entry in (
    ("another card", "herald/B@out", "A queen(1,1)"),
    ("a draw", "herald/B@out", "A draw"),
    ("an exchange", "herald/B+knight/C@out", "A give king take spy"),
    ("nothing", "herald/A@out", "A none"),
):
    breaks(
        CARDS,
        f"CA-136 {name}",
        "who holds the King has to play him, also with a Knight on the Herald, also his own",
        game(board, entry, A="king queen", exchange="spy"),
        "CA-27",
    )

# --- CA-137 Knight

gives(
    CARDS,
    "CA-137 works",
    "he lies on a card of any zone, whosever it is, and on another Knight",
    game(
        "prince/B(1,1) fairy/C@out siege_engine/B@N",
        "A knight(1,1)",
        "A knight@fairy",
        "B knight@N",
        "B knight(1,1)",
        A="knight knight",
        B="knight knight",
    ),
    lies="prince/B+knight/A+knight/B(1,1) fairy/C+knight/A@out siege_engine/B+knight/B@N",
)
gives(
    CARDS,
    "CA-137 on a Knight",
    "both cards beneath are protected, only the upper Knight can go",
    game("prince/B+knight/C+knight/A(1,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    lies="prince/B+knight/C(1,1)",
    hands={"A": "knight"},
)
for name, where in (
    ("on nothing", "(1,2)"),
    ("outside alone", "@out"),
    ("on a card that is not there", "@dragon"),
    ("on an engine that is not there", "@E"),
    ("on the card beneath", "(1,1)-1"),
):
    breaks(
        CARDS,
        f"CA-137 {name}",
        "a Knight goes on the top card of a pile",
        game("prince/B+knight/C(1,1) fairy/B@out", f"A knight{where}", A="knight"),
        "CA-74",
    )
breaks(
    CARDS,
    "CA-137 protects",
    "the card beneath",
    game("prince/B+knight/A(1,1)", "A courtier(1,2): send_back (1,1)-1", A="courtier"),
    "CA-78",
)
