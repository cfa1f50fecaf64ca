"""What the cards of the courtyard do, cannot do, and may not do (CA-110 to CA-130).

`COURTYARD` holds records by the number of the card, as castle_card_examples.py does for the other zones.
"""

from castle_notation import Example, breaks, game, gives

COURTYARD: dict[str, Example] = {}

FULL_ROWS = (
    "king/B(1,1) queen/B(1,2) prince/B(1,3) princess/B(1,4) spy/B(2,1) thief/B(2,2) priest/B(2,3) "
    "minstrel/B(2,4) merchant/B(3,1) schemer/B(3,2) courtier/B(3,3) assassin/B(3,4) fool/B(4,1) "
    "mistress/B(4,2) village_idiot/B(4,3) black_knight/B(4,4)"
)
FIFTEEN = " ".join(FULL_ROWS.split()[:15])

# --- CA-110 Merchant

MARKET = "prince/B+knight/C(1,1) soldier/B(0,1) siege_engine/C@N spy/A(4,4) thief/-(4,3)"
gives(
    COURTYARD,
    "CA-110 works",
    "three tokens of others, on any cards in play, protected ones too; then a third action",
    game(
        MARKET,
        "A merchant(3,3): replace_tokens (1,1)-1 (1,1) @N",
        "A draw",
        "A queen(2,2): send_back (1,1)",
        A="merchant queen",
    ),
    lies="prince/A(1,1) siege_engine/A@N soldier/B(0,1) spy/A(4,4) thief/-(4,3)",
    hands={"A": "knight soldier"},
)
gives(
    COURTYARD,
    "CA-110 fewer",
    "with fewer than three all of them",
    game(
        "prince/B(1,1) soldier/C(0,1) spy/A(4,4)",
        "A merchant(3,3): replace_tokens (1,1) (0,1)",
        A="merchant",
    ),
    lies="prince/A(1,1) soldier/A(0,1)",
)
gives(
    COURTYARD,
    "CA-110 nothing to replace",
    "the third action there is all the same",
    game(
        "spy/A(4,4) thief/-(4,3)",
        "A merchant(3,3)",
        "A draw",
        "A soldier(0,1)",
        "B draw",
        A="merchant",
        stocks={"A": "soldier soldier"},
    ),
    lies="soldier/A(0,1) thief/-(4,3)",
)
for name, words, rule in (
    ("too few", "(1,1)-1 (1,1)", "CA-110"),
    ("too many", "(1,1)-1 (1,1) (0,1) @N", "CA-110"),
    ("one twice", "(1,1) (0,1) (1,1)", "CA-110"),
    ("one's own", "(1,1) (0,1) (4,4)", "CA-110"),
    ("no token", "(1,1) (0,1) (4,3)", "CA-110"),
    ("himself", "(1,1) (0,1) (3,3)", "CA-47"),
):
    breaks(
        COURTYARD,
        f"CA-110 {name}",
        "three tokens of other players on three cards",
        game(MARKET, f"A merchant(3,3): replace_tokens {words}", A="merchant"),
        rule,
    )

# --- CA-111 King

gives(
    COURTYARD,
    "CA-111 works",
    "another card of the castle, whosever it is",
    game("archer/B(5,5) prince/C(4,4)", "A king(1,1): send_back (5,5)", A="king"),
    hands={"B": "archer"},
    lies="king/A(1,1) prince/C(4,4)",
)
gives(
    COURTYARD,
    "CA-111 alone",
    "the outside is not the castle",
    game("dragon/B@out", "A king(1,1)", A="king"),
    lies="dragon/B@out",
)
gives(
    COURTYARD,
    "CA-111 one's own Mistress",
    "her owner is the player, who chooses twice",
    game("mistress/A(1,2) archer/B(0,0)", "A king(3,3): send_back (0,0); send_back (1,2)", A="king"),
    hands={"A": "mistress", "B": "archer"},
)
gives(
    COURTYARD,
    "CA-111 the Mistress beneath a Knight",
    "the Knight goes, then she is no longer protected and her owner has to choose her",
    game("mistress/B+knight/C(1,2)", "A king(3,3): send_back (1,2); send_back (1,2) by B", A="king"),
    hands={"B": "mistress", "C": "knight"},
)
gives(
    COURTYARD,
    "CA-111 a Mistress without a token",
    "nobody chooses a second card",
    game("mistress/-(1,2) archer/B(0,0)", "A king(3,3): send_back (0,0)", A="king"),
    lies="mistress/-(1,2)",
)
gives(
    COURTYARD,
    "CA-111 a Mistress outside",
    "she has to be in the courtyard",
    game("mistress/B@out archer/B(0,0) prince/C(1,1)", "A king(3,3): send_back (0,0)", A="king"),
    lies="mistress/B@out prince/C(1,1)",
)
for name, words, rule in (
    ("protected", "send_back (1,1)-1", "CA-78"),
    ("outside", "send_back @dragon", "CA-111"),
    ("himself", "send_back (3,3)", "CA-47"),
    ("no choice of the Mistress", "send_back (0,0)", "CA-43"),
    ("the Mistress's choice by the wrong player", "send_back (0,0); send_back (1,1) by A", "CA-111"),
    ("the Mistress's choice by a third", "send_back (0,0); send_back (1,1) by C", "CA-111"),
    ("the Mistress's choice of the King", "send_back (0,0); send_back (3,3) by B", "CA-47"),
    ("the Mistress's choice outside", "send_back (0,0); send_back @dragon by B", "CA-111"),
    ("a choice after the Mistress left", "send_back (1,2); send_back (0,0) by B", "CA-44"),
):
    breaks(
        COURTYARD,
        f"CA-111 {name}",
        "an unprotected card of the castle, then another by the owner of the Mistress",
        game(
            "mistress/B(1,2) prince/B+knight/C(1,1) archer/C(0,0) dragon/C@out",
            f"A king(3,3): {words}",
            A="king",
        ),
        rule,
    )

# --- CA-112 Minstrel

gives(
    COURTYARD,
    "CA-112 works",
    "two cards beside him change places, with their tokens",
    game("queen/B(1,1) spy/C(3,3)", "A minstrel(2,2): swap (1,1) (3,3)", A="minstrel"),
    lies="queen/B(3,3) spy/C(1,1)",
)
gives(
    COURTYARD,
    "CA-112 two of three",
    "the player chooses which",
    game("queen/B(1,1) spy/C(3,3) thief/C(1,2)", "A minstrel(2,2): swap (1,2) (1,1)", A="minstrel"),
    lies="queen/B(1,2) thief/C(1,1) spy/C(3,3)",
)
gives(
    COURTYARD,
    "CA-112 one card beside him",
    "a card beneath a Knight and a soldier do not count",
    game("queen/B(2,1) spy/C+knight/C(1,2) soldier/C(1,0)", "A minstrel(1,1)", A="minstrel"),
    lies="queen/B(2,1) spy/C+knight/C(1,2)",
)
for name, words, rule in (
    ("protected", "(1,1) (1,3)", "CA-78"),
    ("beneath a Knight", "(1,1) (2,2)-1", "CA-78"),
    ("a Knight", "(1,1) (2,2)", "CA-112"),
    ("on a rampart", "(1,1) (0,1)", "CA-112"),
    ("one card", "(1,1)", "CA-112"),
    ("three cards", "(1,1) (2,1) (2,3)", "CA-112"),
    ("not beside him", "(1,1) (4,4)", "CA-112"),
    ("himself", "(1,1) (1,2)", "CA-47"),
    ("a card with itself", "(1,1) (1,1)", "CA-112"),
):
    breaks(
        COURTYARD,
        f"CA-112 {name}",
        "two cards on adjacent courtyard spaces, alone and unprotected",
        game(
            "queen/B(1,1) courtesan/B(2,1) fool/B(2,3) thief/C(1,3) priest/C(1,4) prince/B+knight/B(2,2) "
            "spy/B(4,4) soldier/B(0,1)",
            f"A minstrel(1,2): swap {words}",
            A="minstrel",
        ),
        rule,
    )

# --- CA-113 Courtesan

gives(
    COURTYARD,
    "CA-113 works",
    "a card of the hand for one drawn from another hand",
    game(
        "",
        "A courtesan(1,1): trade spy for king with C",
        A="courtesan spy thief",
        B="queen",
        C="king prince",
    ),
    hands={"A": "king thief", "B": "queen", "C": "prince spy"},
)
gives(
    COURTYARD,
    "CA-113 an empty hand",
    "nothing to give",
    game("", "A courtesan(1,1)", A="courtesan", C="king"),
    hands={"C": "king"},
)
gives(
    COURTYARD,
    "CA-113 nobody has cards",
    "nobody can be chosen",
    game("", "A courtesan(1,1)", A="courtesan spy"),
    hands={"A": "spy"},
)
for name, words in (
    ("an empty hand chosen", "spy for king with B"),
    ("oneself", "spy for thief with A"),
    ("not held by the player", "king for prince with C"),
    ("not held by the other", "spy for thief with C"),
    ("the Courtesan herself", "courtesan for king with C"),
    ("drawn what was given", "spy for spy with C"),
    ("no such player", "spy for king with D"),
):
    breaks(
        COURTYARD,
        f"CA-113 {name}",
        "another player with cards, and cards that both hold",
        game("", f"A courtesan(1,1): trade {words}", A="courtesan spy thief", C="king prince"),
        "CA-113",
    )

# --- CA-114 Queen

gives(
    COURTYARD,
    "CA-114 works",
    "beside the King; she may send him back",
    game("king/B(2,2) prince/C(4,4)", "A queen(1,1): send_back (2,2)", A="queen"),
    hands={"B": "king"},
    lies="queen/A(1,1) prince/C(4,4)",
)
gives(
    COURTYARD,
    "CA-114 without the King",
    "any space, and a Prince does not matter",
    game("prince/C(4,4)", "A queen(1,1): send_back (4,4)", A="queen"),
    hands={"C": "prince"},
)
gives(
    COURTYARD,
    "CA-114 alone",
    "only the courtyard counts",
    game("archer/B(0,0) soldier/C(0,1) fairy/B@out", "A queen(1,1)", A="queen"),
    lies="archer/B(0,0) soldier/C(0,1)",
)
for name, words, rule in (
    ("away from the King", "(4,4): send_back (2,2)", "CA-114"),
    ("protected", "(1,1): send_back (1,2)-1", "CA-78"),
    ("not in the courtyard", "(1,1): send_back (0,0)", "CA-114"),
    ("herself", "(1,1): send_back (1,1)", "CA-47"),
    ("sends nobody", "(1,1)", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-114 {name}",
        "beside the King, and an unprotected card of the courtyard",
        game("king/B(2,2) prince/C+knight/C(1,2) archer/B(0,0)", f"A queen{words}", A="queen"),
        rule,
    )

# --- CA-115 Princess

gives(
    COURTYARD,
    "CA-115 works",
    "a Knight goes onto another card of his zone",
    game(
        "prince/B+knight/C(1,1) spy/B(4,4) soldier/B(0,1)",
        "A princess(2,2): move (1,1) to (4,4)",
        A="princess",
    ),
    lies="prince/B(1,1) spy/B+knight/C(4,4)",
)
gives(
    COURTYARD,
    "CA-115 onto herself",
    "the card just placed may be where he goes",
    game("prince/B+knight/C(1,1)", "A princess(2,2): move (1,1) to (2,2)", A="princess"),
    lies="prince/B(1,1) princess/A+knight/C(2,2)",
)
gives(
    COURTYARD,
    "CA-115 outside",
    "the outside is one zone, the four walls are one, the towers are one",
    game(
        "siege_engine/B+knight/C@N fairy/B@out soldier/B+knight/B(0,1) soldier/B(5,1)",
        "A princess(2,2): move @N to @fairy",
        "A draw",
        A="princess",
    ),
    lies="siege_engine/B@N fairy/B+knight/C@out",
)
gives(
    COURTYARD,
    "CA-115 nowhere to go",
    "no other card in his zone",
    game("soldier/B+knight/C(0,1) archer/B(0,0)", "A princess(2,2)", A="princess"),
    lies="soldier/B+knight/C(0,1)",
)
for name, move, rule in (
    ("protected", "(1,1)-1 to (2,2)", "CA-78"),
    ("with the Priest", "(3,3) to (2,2)", "CA-78"),
    ("no Knight", "(4,3) to (2,2)", "CA-115"),
    ("herself", "(2,2) to (1,1)", "CA-47"),
    ("onto an empty space", "(1,1) to (1,2)", "CA-68"),
    ("another zone", "(1,1) to (0,1)", "CA-68"),
    ("onto his own pile", "(1,1) to (1,1)", "CA-68"),
    ("the Black Knight", "(4,1) to (2,2)", "CA-115"),
):
    breaks(
        COURTYARD,
        f"CA-115 {name}",
        "an unprotected Knight onto another card of his zone",
        game(
            "prince/B+knight/A+knight/C(1,1) thief/C+knight/B(3,3) priest/B(4,4) spy/C(4,3) soldier/C(0,1) "
            "black_knight/C(4,1)",
            f"A princess(2,2): move {move}",
            A="princess",
        ),
        rule,
    )

# --- CA-116 Prince

gives(
    COURTYARD,
    "CA-116 works",
    "in the King's absence his Advisor goes beside the Prince",
    game("prince/B(2,2)", "A kings_advisor(1,1)", A="kings_advisor"),
    lies="kings_advisor/A(1,1)",
)
gives(
    COURTYARD,
    "CA-116 a King outside",
    "he counts as absent",
    game("prince/B(2,2) king/C@out", "A kings_advisor(1,1)", A="kings_advisor"),
    lies="kings_advisor/A(1,1)",
)
for name, board in (
    ("with the King there", "prince/B(2,2) king/B(4,4)"),
    ("a Prince outside", "prince/B@out"),
    ("not beside the Prince", "prince/B(4,4)"),
):
    breaks(
        COURTYARD,
        f"CA-116 {name}",
        "the Prince is in the courtyard, the King is not",
        game(board, "A kings_advisor(1,1)", A="kings_advisor"),
        "CA-127",
    )
breaks(
    COURTYARD,
    "CA-116 no effect",
    "the Prince chooses nothing",
    game("spy/B(1,2)", "A prince(1,1): send_back (1,2)", A="prince"),
    "CA-44",
)

# --- CA-117 Schemer

gives(
    COURTYARD,
    "CA-117 works",
    "two tokens anywhere change places, in piles and on protected cards too",
    game(
        "prince/B+knight/C(1,1) siege_engine/C@N",
        "A schemer(4,4): swap_tokens (1,1)-1 @N",
        A="schemer",
    ),
    lies="prince/C+knight/C(1,1) siege_engine/B@N",
)
gives(
    COURTYARD,
    "CA-117 one colour",
    "cards of one colour may be chosen",
    game("prince/B(1,1) spy/B(3,3) thief/C(1,4)", "A schemer(4,4): swap_tokens (1,1) (3,3)", A="schemer"),
    lies="prince/B(1,1) spy/B(3,3)",
)
gives(
    COURTYARD,
    "CA-117 one card with a token",
    "two are needed, and his own does not count",
    game("prince/B(1,1) spy/-(3,3)", "A schemer(4,4)", A="schemer"),
    lies="prince/B(1,1) spy/-(3,3)",
)
for name, words, rule in (
    ("himself", "(1,1) (4,4)", "CA-47"),
    ("no token", "(1,1) (3,3)", "CA-117"),
    ("a card with itself", "(1,1) (1,1)", "CA-117"),
    ("one card", "(1,1)", "CA-117"),
    ("nothing there", "(1,1) (1,2)", "CA-117"),
):
    breaks(
        COURTYARD,
        f"CA-117 {name}",
        "two other cards with tokens",
        game(
            "prince/B(1,1) spy/-(3,3) thief/C(1,4)",
            f"A schemer(4,4): swap_tokens {words}",
            A="schemer",
        ),
        rule,
    )

# --- CA-118 Spy

SPIED = "prince/B+knight/C(1,1) soldier/A(0,1) archer/-(0,0) thief/B(4,4)"
gives(
    COURTYARD,
    "CA-118 works",
    "the tokens of adjacent cards, whole piles, in any new way; cards without a token stay without",
    game(SPIED, "A spy(1,2): tokens (1,1)=A (1,1)-1=C (0,1)=B", A="spy"),
    lies="prince/C+knight/A(1,1) soldier/B(0,1) archer/-(0,0) thief/B(4,4)",
)
gives(
    COURTYARD,
    "CA-118 the old way",
    "nothing needs to change, and the order of the list is free",
    game(SPIED, "A spy(1,2): tokens (0,1)=A (1,1)-1=B (1,1)=C", A="spy"),
    lies="prince/B+knight/C(1,1) soldier/A(0,1)",
)
gives(
    COURTYARD,
    "CA-118 a bare card",
    "a card that carries none may be listed with none",
    game("prince/B(1,1) soldier/-(0,1)", "A spy(1,2): tokens (1,1)=B (0,1)=-", A="spy"),
    lies="prince/B(1,1) soldier/-(0,1)",
)
gives(
    COURTYARD,
    "CA-118 one token",
    "a choice with a single option is listed",
    game("prince/B(1,1)", "A spy(1,2): tokens (1,1)=B", A="spy"),
    lies="prince/B(1,1)",
)
gives(
    COURTYARD,
    "CA-118 no token beside him",
    "nothing to redistribute",
    game("prince/-(1,1) thief/B(4,4)", "A spy(1,2)", A="spy"),
    lies="prince/-(1,1)",
)
for name, words, rule in (
    ("a card left out", "tokens (1,1)=C (0,1)=A", "CA-118"),
    ("a card twice", "tokens (1,1)=C (1,1)=B (0,1)=A", "CA-118"),
    ("other tokens", "tokens (1,1)=C (1,1)-1=C (0,1)=A", "CA-118"),
    ("a token too few", "tokens (1,1)=C (1,1)-1=- (0,1)=A", "CA-118"),
    ("a card without a token", "tokens (1,1)=C (1,1)-1=B (0,0)=A", "CA-118"),
    ("a card far away", "tokens (1,1)=C (4,4)=B (0,1)=A", "CA-118"),
    ("no token far away", "tokens (1,1)=C (1,1)-1=B (0,1)=A (0,0)=-", "CA-118"),
    ("himself", "tokens (1,1)=C (1,1)-1=B (1,2)=A", "CA-47"),
    ("says nothing", "", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-118 {name}",
        "every adjacent card with a token once, with the same tokens",
        game(SPIED, f"A spy(1,2): {words}", A="spy"),
        rule,
    )

# --- CA-119 Ambassador

gives(
    COURTYARD,
    "CA-119 works",
    "the last free space of the courtyard",
    game(FIFTEEN, "A ambassador(4,4)", A="ambassador"),
    lies="ambassador/A(4,4)",
)
gives(
    COURTYARD,
    "CA-119 his token",
    "may be changed all the same",
    game("ambassador/B(1,1)", "A thief(1,2): take_token (1,1)", A="thief"),
    lies="ambassador/-(1,1)",
)
gives(
    COURTYARD,
    "CA-119 always protected",
    "nobody is left to send back",
    game("ambassador/B(1,1)", "A courtier(1,2)", A="courtier"),
    lies="ambassador/B(1,1)",
)
for name, board, where, rule in (
    ("two free spaces", " ".join(FULL_ROWS.split()[:14]), "(4,4)", "CA-119"),
    ("full", FULL_ROWS, "(4,4)", "CA-37"),
    (
        "a Knight is no space",
        " ".join(FULL_ROWS.split()[:13]) + " black_knight/B+knight/C(4,2)",
        "(4,4)",
        "CA-119",
    ),
):
    breaks(
        COURTYARD,
        f"CA-119 {name}",
        "exactly one courtyard space is free",
        game(board, f"A ambassador{where}", A="ambassador"),
        rule,
    )
breaks(
    COURTYARD,
    "CA-119 protected",
    "he can never be sent back",
    game("ambassador/B(1,1) soldier/B(0,1)", "A courtier(1,2): send_back (1,1)", A="courtier"),
    "CA-78",
)

# --- CA-120 Thief

gives(
    COURTYARD,
    "CA-120 works",
    "an adjacent card loses its token, on a wall, beneath a Knight or protected",
    game("soldier/B+knight/C(0,1)", "A thief(1,1): take_token (0,1)-1", A="thief"),
    lies="soldier/-+knight/C(0,1)",
)
gives(
    COURTYARD,
    "CA-120 one's own",
    "one's own token may be chosen, and must be if there is no other",
    game("soldier/A(0,1) spy/C(4,4)", "A thief(1,1): take_token (0,1)", A="thief"),
    lies="soldier/-(0,1) spy/C(4,4)",
)
gives(
    COURTYARD,
    "CA-120 no token beside him",
    "nothing to take",
    game("soldier/-(0,1) spy/C(4,4)", "A thief(1,1)", A="thief"),
    lies="soldier/-(0,1)",
)
for name, words, rule in (
    ("no token", ": take_token (0,2)", "CA-120"),
    ("far away", ": take_token (4,4)", "CA-120"),
    ("himself", ": take_token (1,1)", "CA-47"),
    ("takes nothing", "", "CA-43"),
    ("sends back", ": send_back (0,1)", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-120 {name}",
        "the token of an adjacent card",
        game("soldier/B(0,1) soldier/-(0,2) spy/C(4,4)", f"A thief(1,1){words}", A="thief"),
        rule,
    )

# --- CA-121 Fool

gives(
    COURTYARD,
    "CA-121 works",
    "everybody gives a card to the left, all at once",
    game("", "A fool(1,1): pass A=spy B=king C=queen", A="fool spy", B="king prince", C="queen"),
    hands={"A": "queen", "B": "prince spy", "C": "king"},
)
gives(
    COURTYARD,
    "CA-121 an empty hand",
    "gives nothing and receives",
    game("", "A fool(1,1): pass B=prince C=queen", A="fool", B="king prince", C="queen"),
    hands={"A": "queen", "B": "king", "C": "prince"},
)
gives(
    COURTYARD,
    "CA-121 nobody has cards",
    "nothing is given",
    game("", "A fool(1,1)", A="fool"),
    hands={"A": "", "B": "", "C": ""},
)
for name, words, rule in (
    ("one does not give", ": pass A=spy B=king", "CA-121"),
    ("one gives two", ": pass A=spy B=king B=prince C=queen", "CA-121"),
    ("not held", ": pass A=spy B=thief C=queen", "CA-121"),
    ("the Fool himself", ": pass A=fool B=king C=queen", "CA-121"),
    ("what was just received", ": pass A=spy B=spy C=queen", "CA-121"),
    ("nobody gives", "", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-121 {name}",
        "a card of each hand, chosen before receiving",
        game("", f"A fool(1,1){words}", A="fool spy", B="king prince", C="queen"),
        rule,
    )

# --- CA-122 Village Idiot

gives(
    COURTYARD,
    "CA-122 works",
    "everybody draws a card from the right, all at once",
    game(
        "",
        "A village_idiot(1,1): taken A=queen B=spy C=prince",
        A="village_idiot spy",
        B="king prince",
        C="queen",
    ),
    hands={"A": "queen", "B": "king spy", "C": "prince"},
)
gives(
    COURTYARD,
    "CA-122 an empty hand",
    "yields nothing, and its owner draws",
    game("", "A village_idiot(1,1): taken A=queen C=king", A="village_idiot", B="king", C="queen"),
    hands={"A": "queen", "B": "", "C": "king"},
)
gives(
    COURTYARD,
    "CA-122 nobody has cards",
    "nothing is drawn",
    game("", "A village_idiot(1,1)", A="village_idiot"),
    hands={"A": "", "B": "", "C": ""},
)
for name, words, rule in (
    ("from the left", ": taken A=king B=queen C=spy", "CA-122"),
    ("one does not draw", ": taken A=queen B=spy", "CA-122"),
    ("the Village Idiot himself", ": taken A=queen B=village_idiot C=king", "CA-122"),
    ("what was just drawn", ": taken A=queen B=queen C=king", "CA-122"),
    ("nobody draws", "", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-122 {name}",
        "a card of each hand, drawn from the hands as they were",
        game("", f"A village_idiot(1,1){words}", A="village_idiot spy", B="king", C="queen"),
        rule,
    )

# --- CA-123 Priest

gives(
    COURTYARD,
    "CA-123 works",
    "of his neighbours those of his colour are protected, so another has to go",
    game(
        "priest/B(1,1) soldier/B(0,1) archer/B(0,0) soldier/C(0,2)",
        "A barbarian@out: send_back (0,2)",
        A="barbarian",
    ),
    hands={"C": "soldier"},
)
gives(
    COURTYARD,
    "CA-123 not adjacent",
    "cards of his colour elsewhere are not protected, nor is he himself",
    game(
        "priest/B(1,1) spy/B(3,3)",
        "A courtier(2,2): send_back (3,3)",
        "A queen(4,4): send_back (1,1)",
        A="courtier queen",
    ),
    hands={"B": "priest spy"},
)
gives(
    COURTYARD,
    "CA-123 without a token",
    "he protects nobody",
    game("priest/-(1,1) soldier/-(0,1)", "A barbarian@out: send_back (0,1)", A="barbarian"),
    exchange="soldier",
)
gives(
    COURTYARD,
    "CA-123 outside",
    "he protects nobody",
    game(
        "priest/B@out soldier/B(0,1) fairy/B@out",
        "A dragon@out: send_back @fairy; send_back (0,1)",
        A="dragon",
    ),
    hands={"B": "fairy soldier"},
)
breaks(
    COURTYARD,
    "CA-123 protects",
    "an adjacent card of his colour",
    game("priest/B(1,1) soldier/B(0,1) soldier/C(0,2)", "A barbarian@out: send_back (0,1)", A="barbarian"),
    "CA-78",
)
breaks(
    COURTYARD,
    "CA-123 beneath a Knight",
    "he goes on protecting",
    game(
        "priest/B+knight/C(1,1) soldier/B(0,1) soldier/C(0,2)",
        "A barbarian@out: send_back (0,1)",
        A="barbarian",
    ),
    "CA-78",
)

# --- CA-124 Lady in Waiting

gives(
    COURTYARD,
    "CA-124 works",
    "beside the Queen; a male card beside her in the courtyard goes back",
    game("queen/B(2,2) prince/C(1,2)", "A lady_in_waiting(1,1): send_back (1,2)", A="lady_in_waiting"),
    hands={"C": "prince"},
)
gives(
    COURTYARD,
    "CA-124 a Knight",
    "is male, even on a woman",
    game("princess/B+knight/C(2,2)", "A lady_in_waiting(1,1): send_back (2,2)", A="lady_in_waiting"),
    hands={"C": "knight"},
    lies="princess/B(2,2)",
)
gives(
    COURTYARD,
    "CA-124 no man beside her",
    "women, and men on walls and towers, are no targets",
    game(
        "queen/B(2,2) mistress/C(1,2) soldier/C(0,1) archer/B(0,0)",
        "A lady_in_waiting(1,1)",
        A="lady_in_waiting",
    ),
    lies="queen/B(2,2) mistress/C(1,2)",
)
for name, words, rule in (
    ("not beside a lady", "(4,4)", "CA-124"),
    ("a woman", "(1,1): send_back (2,2)", "CA-124"),
    ("protected", "(1,1): send_back (1,2)-1", "CA-78"),
    ("not in the courtyard", "(1,1): send_back (0,1)", "CA-124"),
    ("too far", "(1,1): send_back (3,3)", "CA-124"),
    ("herself", "(1,1): send_back (1,1)", "CA-47"),
):
    breaks(
        COURTYARD,
        f"CA-124 {name}",
        "beside Queen or Princess, and an unprotected man beside her in the courtyard",
        game(
            "queen/B(2,2) prince/C+knight/B(1,2) soldier/C(0,1) spy/B(3,3) thief/C(2,1)",
            f"A lady_in_waiting{words}",
            A="lady_in_waiting",
        ),
        rule,
    )
breaks(
    COURTYARD,
    "CA-124 a Queen outside",
    "she has to be in the courtyard",
    game("queen/B@out", "A lady_in_waiting(1,1)", A="lady_in_waiting"),
    "CA-124",
)

# --- CA-125 Courtier

gives(
    COURTYARD,
    "CA-125 works",
    "a card on an adjacent space of any zone",
    game("archer/B(0,0) soldier/C(0,1)", "A courtier(1,1): send_back (0,0)", A="courtier"),
    hands={"B": "archer"},
)
gives(
    COURTYARD,
    "CA-125 one's own",
    "if there is no other",
    game("soldier/A(0,1) spy/C(3,3)", "A courtier(1,1): send_back (0,1)", A="courtier"),
    hands={"A": "soldier"},
)
gives(
    COURTYARD,
    "CA-125 nobody beside him",
    "nothing to send back",
    game("soldier/B(0,3) spy/C(3,3) fairy/B@out", "A courtier(1,1)", A="courtier"),
    lies="soldier/B(0,3) spy/C(3,3)",
)
for name, target, rule in (
    ("protected", "(1,2)-1", "CA-78"),
    ("too far", "(0,3)", "CA-125"),
    ("outside", "@fairy", "CA-125"),
    ("himself", "(1,1)", "CA-47"),
):
    breaks(
        COURTYARD,
        f"CA-125 {name}",
        "an unprotected card on an adjacent space",
        game(
            "prince/B+knight/B(1,2) soldier/B(0,3) fairy/B@out",
            f"A courtier(1,1): send_back {target}",
            A="courtier",
        ),
        rule,
    )

# --- CA-126 Assassin

gives(
    COURTYARD,
    "CA-126 works",
    "an adjacent card leaves the game for good",
    game("archer/B(0,0) king/C(1,2)", "A assassin(1,1): remove (0,0)", A="assassin"),
    removed="archer",
    hands={"B": ""},
    empty="(0,0)",
)
gives(
    COURTYARD,
    "CA-126 a Knight on the King",
    "may be assassinated",
    game("king/C+knight/B(1,2)", "A assassin(1,1): remove (1,2)", A="assassin"),
    removed="knight",
    lies="king/C(1,2)",
)
gives(
    COURTYARD,
    "CA-126 nobody but the King",
    "nothing happens",
    game("king/C(1,2) spy/B(3,3)", "A assassin(1,1)", A="assassin"),
    removed="",
    lies="king/C(1,2)",
)
for name, words, rule in (
    ("the King", ": remove (1,2)", "CA-126"),
    ("protected", ": remove (2,2)-1", "CA-78"),
    ("too far", ": remove (3,3)", "CA-126"),
    ("himself", ": remove (1,1)", "CA-47"),
    ("nobody", "", "CA-43"),
    ("sends back", ": send_back (2,2)", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-126 {name}",
        "an unprotected adjacent card, not the King",
        game(
            "king/C(1,2) prince/B+knight/B(2,2) spy/B(3,3)",
            f"A assassin(1,1){words}",
            A="assassin",
        ),
        rule,
    )

# --- CA-127 King's Advisor

gives(
    COURTYARD,
    "CA-127 works",
    "a card of the exchange is placed without a token; its effect is the player's",
    game(
        "king/B(2,2) archer/B(0,0)",
        "A kings_advisor(1,1): place barbarian@out: send_back (0,0)",
        A="kings_advisor",
        exchange="barbarian spy",
    ),
    lies="kings_advisor/A(1,1) barbarian/-@out",
    hands={"B": "archer"},
    exchange="spy",
)
gives(
    COURTYARD,
    "CA-127 the Enchanter",
    "the Advisor was placed just before",
    game("king/B(2,2)", "A kings_advisor(1,1): place enchanter@out", A="kings_advisor", exchange="enchanter"),
    hands={"A": "kings_advisor"},
    lies="enchanter/-@out",
)
gives(
    COURTYARD,
    "CA-127 the last placed card",
    "is the one he placed, not he",
    game(
        "king/B(2,2)",
        "A kings_advisor(1,1): place spy(4,4)",
        "A enchanter@out",
        A="kings_advisor enchanter",
        exchange="spy",
    ),
    exchange="spy",
    lies="kings_advisor/A(1,1)",
)
gives(
    COURTYARD,
    "CA-127 the Merchant",
    "gives the third action, and his tokens are the player's",
    game(
        "king/B(2,2)",
        "A kings_advisor(1,1): place merchant(4,4): replace_tokens (2,2)",
        "A draw",
        "A soldier(0,1)",
        "B draw",
        A="kings_advisor",
        exchange="merchant",
        stocks={"A": "soldier soldier"},
    ),
    lies="king/A(2,2) merchant/-(4,4)",
)
gives(
    COURTYARD,
    "CA-127 the Courtesan",
    "trades with the player's hand",
    game(
        "king/B(2,2)",
        "A kings_advisor(1,1): place courtesan(4,4): trade thief for queen with B",
        A="kings_advisor thief",
        B="queen",
        exchange="courtesan",
    ),
    hands={"A": "queen", "B": "thief"},
)
gives(
    COURTYARD,
    "CA-127 a Knight on himself",
    "the Advisor is a card in play",
    game("king/B(2,2)", "A kings_advisor(1,1): place knight(1,1)", A="kings_advisor", exchange="knight"),
    lies="kings_advisor/A+knight/-(1,1)",
)
gives(
    COURTYARD,
    "CA-127 the Ghost",
    "replaces as from a hand",
    game(
        "king/B(2,2) archer/C(0,0)",
        "A kings_advisor(1,1): place ghost(0,0)",
        A="kings_advisor",
        exchange="ghost",
    ),
    lies="ghost/-(0,0)",
    hands={"C": "archer"},
)
gives(
    COURTYARD,
    "CA-127 the King",
    "beside the Prince; the Advisor is a target, and the owner of the Mistress chooses after the player",
    game(
        "prince/B(2,2) mistress/C(4,4)",
        "A kings_advisor(1,1): place king(3,3): send_back (1,1); send_back (2,2) by C",
        A="kings_advisor",
        exchange="king",
    ),
    lies="king/-(3,3) mistress/C(4,4)",
    hands={"A": "kings_advisor", "B": "prince"},
)
gives(
    COURTYARD,
    "CA-127 the Ambassador",
    "on the last free space, after the Advisor took the last but one",
    game(
        " ".join(word for word in FULL_ROWS.split() if "(1,2)" not in word and "(4,4)" not in word),
        "A kings_advisor(1,2): place ambassador(4,4)",
        A="kings_advisor",
        exchange="ambassador",
    ),
    lies="kings_advisor/A(1,2) ambassador/-(4,4)",
)
for name, exchange in (
    ("an empty exchange", ""),
    ("no card with a place", "ghost lady_in_waiting ambassador"),
):
    gives(
        COURTYARD,
        f"CA-127 {name}",
        "nothing is placed",
        game("king/B(2,2)", "A kings_advisor(1,1)", A="kings_advisor", exchange=exchange),
        exchange=exchange,
    )
for name, words, rule in (
    ("away from the King", "(4,4)", "CA-127"),
    ("not in the exchange", "(1,1): place thief(4,4)", "CA-127"),
    ("an occupied space", "(1,1): place spy(2,2)", "CA-37"),
    ("his own space", "(1,1): place spy(1,1)", "CA-37"),
    ("another zone", "(1,1): place spy(0,1)", "CA-35"),
    ("a card without a place", "(1,1): place lady_in_waiting(4,4)", "CA-124"),
    ("places nothing", "(1,1)", "CA-43"),
    ("without its effect", "(1,1): place courtier(1,2)", "CA-43"),
    ("an effect of his own besides", "(1,1): place spy(4,4): send_back (2,2)", "CA-44"),
    ("protected", "(1,1): place courtier(1,2): send_back (0,1)-1", "CA-78"),
    ("the placed card itself", "(1,1): place courtier(1,2): send_back (1,2)", "CA-47"),
):
    breaks(
        COURTYARD,
        f"CA-127 {name}",
        "beside the King, and a legal play of a card of the exchange",
        game(
            "king/B(2,2) soldier/B+knight/C(0,1)",
            f"A kings_advisor{words}",
            A="kings_advisor",
            exchange="spy lady_in_waiting courtier",
        ),
        rule,
    )

# --- CA-128 Mistress

gives(
    COURTYARD,
    "CA-128 works",
    "the King to a free space and a Knight onto a card, the King first",
    game(
        "king/B(1,1) soldier/B+knight/C(0,1) soldier/B(0,2)",
        "A mistress(3,3): move (1,1) to (4,4); move (0,1) to (0,2)",
        A="mistress",
    ),
    lies="king/B(4,4) soldier/B(0,1) soldier/B+knight/C(0,2)",
)
gives(
    COURTYARD,
    "CA-128 the Knight first",
    "the other order; the Knight may go onto the King, who then stays",
    game("king/B(1,1) prince/B+knight/C(1,2)", "A mistress(3,3): move (1,2) to (1,1)", A="mistress"),
    lies="king/B+knight/C(1,1) prince/B(1,2)",
)
gives(
    COURTYARD,
    "CA-128 only a King",
    "each part on its own",
    game("king/B(1,1) soldier/B+knight/C(0,1)", "A mistress(3,3): move (1,1) to (2,1)", A="mistress"),
    lies="king/B(2,1) soldier/B+knight/C(0,1)",
)
gives(
    COURTYARD,
    "CA-128 only a Knight",
    "a King outside is not moved",
    game("king/B@out prince/C+knight/C(1,1)", "A mistress(3,3): move (1,1) to (3,3)", A="mistress"),
    lies="king/B@out mistress/A+knight/C(3,3)",
)
gives(
    COURTYARD,
    "CA-128 neither",
    "nothing to move",
    game("prince/C(1,1)", "A mistress(3,3)", A="mistress"),
    lies="prince/C(1,1)",
)
gives(
    COURTYARD,
    "CA-128 a full courtyard",
    "the King stays where no space is free",
    game(
        FIFTEEN.replace("queen/B", "black_knight/B").replace("mistress/B", "lady_in_waiting/B"),
        "A mistress(4,4)",
        A="mistress",
    ),
    lies="king/B(1,1) mistress/A(4,4)",
)
breaks(
    COURTYARD,
    "CA-128 with the Queen",
    "not while the Queen is in the courtyard, also beneath a Knight",
    game("queen/B+knight/C(1,1)", "A mistress(3,3): move (1,1) to (3,3)", A="mistress"),
    "CA-128",
)
gives(
    COURTYARD,
    "CA-128 a Queen outside",
    "does not matter",
    game("queen/B@out", "A mistress(3,3)", A="mistress"),
    lies="queen/B@out mistress/A(3,3)",
)
for name, words, rule in (
    ("the King alone", "move (1,1) to (4,4)", "CA-43"),
    ("the Knight alone", "move (1,2) to (3,3)", "CA-43"),
    ("the King twice", "move (1,1) to (4,4); move (4,4) to (1,1)", "CA-128"),
    ("the Knight twice", "move (1,2) to (3,3); move (3,3) to (1,2)", "CA-128"),
    ("the King onto a card", "move (1,1) to (1,2)", "CA-65"),
    ("the King out of the courtyard", "move (1,1) to (0,1)", "CA-65"),
    ("the King where he is", "move (1,1) to (1,1)", "CA-65"),
    ("another card", "move (1,3) to (4,4)", "CA-128"),
    ("a protected Knight", "move (1,4) to (3,3)", "CA-78"),
    ("herself", "move (3,3) to (4,4)", "CA-47"),
    ("a third move", "move (1,1) to (4,4); move (1,2) to (3,3); move (1,3) to (1,1)", "CA-44"),
):
    breaks(
        COURTYARD,
        f"CA-128 {name}",
        "the King to a free courtyard space and an unprotected Knight onto a card",
        game(
            "king/B(1,1) spy/B+knight/C(1,2) thief/C(1,3) prince/C+knight/B(1,4) priest/B(2,4)",
            f"A mistress(3,3): {words}",
            A="mistress",
        ),
        rule,
    )

# --- CA-129 Prince Charming

gives(
    COURTYARD,
    "CA-129 works",
    "beside the Princess; a woman of the courtyard to a free space there",
    game("princess/B(2,2) queen/C(1,2)", "A prince_charming(1,1): move (1,2) to (4,4)", A="prince_charming"),
    lies="queen/C(4,4)",
    empty="(1,2)",
)
gives(
    COURTYARD,
    "CA-129 the Witch",
    "she goes to a free tower",
    game("witch/B(0,0)", "A prince_charming(4,4): move (0,0) to (5,5)", A="prince_charming"),
    lies="witch/B(5,5)",
)
gives(
    COURTYARD,
    "CA-129 no condition for the moved",
    "the Queen away from the King, the Lady in Waiting away from the Queen, without their effects",
    game(
        "king/B(1,1) queen/C(1,2) prince/B(4,3)",
        "A prince_charming(2,2): move (1,2) to (4,4)",
        A="prince_charming",
    ),
    lies="queen/C(4,4) prince/B(4,3)",
)
gives(
    COURTYARD,
    "CA-129 no woman",
    "the Fairy is outside, and a protected woman stays",
    game("fairy/B@out queen/C+knight/B(1,1)", "A prince_charming(4,4)", A="prince_charming"),
    lies="queen/C+knight/B(1,1)",
)
gives(
    COURTYARD,
    "CA-129 no free space",
    "all four towers are taken, so the Witch stays",
    game(
        "witch/B(0,0) archer/B(0,5) ghost/B(5,0) lookout/B(5,5)",
        "A prince_charming(4,4)",
        A="prince_charming",
    ),
    lies="witch/B(0,0)",
)
for name, words, rule in (
    ("away from the Princess", "(4,4): move (2,2) to (4,1)", "CA-129"),
    ("a man", "(1,1): move (1,2) to (4,4)", "CA-129"),
    ("protected", "(1,1): move (3,3)-1 to (4,4)", "CA-78"),
    ("himself", "(1,1): move (1,1) to (4,4)", "CA-47"),
    ("to a tower", "(1,1): move (2,2) to (0,0)", "CA-65"),
    ("the Witch to the courtyard", "(1,1): move (5,5) to (4,4)", "CA-65"),
    ("the Fairy", "(1,1): move @fairy to (4,4)", "CA-129"),
    ("onto a card", "(1,1): move (2,2) to (1,2)", "CA-65"),
    ("nobody", "(1,1)", "CA-43"),
):
    breaks(
        COURTYARD,
        f"CA-129 {name}",
        "beside the Princess, and an unprotected woman to a free space of her zone",
        game(
            "princess/B(2,2) spy/B(1,2) queen/C+knight/C(3,3) witch/C(5,5) fairy/B@out",
            f"A prince_charming{words}",
            A="prince_charming",
        ),
        rule,
    )

# --- CA-130 Black Knight

gives(
    COURTYARD,
    "CA-130 works",
    "a Knight on an adjacent space of any zone",
    game("soldier/B+knight/C(0,1) prince/B(1,2)", "A black_knight(1,1): send_back (0,1)", A="black_knight"),
    hands={"C": "knight"},
    lies="soldier/B(0,1)",
)
gives(
    COURTYARD,
    "CA-130 no Knight beside him",
    "a Knight further away and other cards are no targets",
    game("soldier/B(0,1) prince/B+knight/C(3,3)", "A black_knight(1,1)", A="black_knight"),
    lies="soldier/B(0,1) prince/B+knight/C(3,3)",
)
for name, target, rule in (
    ("protected", "(0,1)-1", "CA-78"),
    ("with the Priest", "(1,2)", "CA-78"),
    ("no Knight", "(2,1)", "CA-130"),
    ("too far", "(4,4)", "CA-130"),
    ("himself", "(1,1)", "CA-47"),
):
    breaks(
        COURTYARD,
        f"CA-130 {name}",
        "an unprotected Knight on an adjacent space",
        game(
            "soldier/B+knight/A+knight/C(0,1) prince/C+knight/B(1,2) priest/B(1,3) spy/C(2,1) "
            "thief/C+knight/C(4,4)",
            f"A black_knight(1,1): send_back {target}",
            A="black_knight",
        ),
        rule,
    )
breaks(
    COURTYARD,
    "CA-130 no Knight himself",
    "another card that asks for a Knight does not mean him",
    game(
        "black_knight/B(1,1) prince/C(1,2) spy/B+knight/B(4,4)",
        "A princess(2,2): move (1,1) to (1,2)",
        A="princess",
    ),
    "CA-115",
)
