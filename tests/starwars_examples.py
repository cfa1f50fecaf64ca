"""The worked examples of the Star Wars rule page, and records with faults, as data.

`EXAMPLES[name]` is an `Example`: a game record and what a referee must say of it. Names are the numbers of
the rule page (EX-SW-7), with a few words where one number has several records. `VARIANTS` does the same for
every option and for the team game, `FAULTS` for what is not allowed. Every record is judged alone:

    for example in ALL.values():
        verdict = referee(example.record)
        assert {key: verdict[key] for key in example.verdict} == example.verdict

Most examples say what happens in one turn, so they have `final: false` and their scores are those of that
turn; where the rule page says who stays on the board, a second record with the final scoring shows it.
"""

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


# --- builders


def tile(name, x, y, rotation, *meeples):
    """A tile of a setup, with the meeples that stand on it."""
    entry = {"tile": name, "at": [x, y], "rotation": rotation}
    return entry | ({"meeples": list(meeples)} if meeples else {})


def small(seat, on, segment=0):
    """A small meeple in a setup."""
    return {"seat": seat, "on": on, "segment": segment, "size": "small"}


def big(seat, on, segment=0):
    """A big meeple in a setup."""
    return {"seat": seat, "on": on, "segment": segment, "size": "big"}


def on(kind, segment=0, size="small"):
    """A meeple placed on the tile just placed (SW-19)."""
    return {"on": kind, "segment": segment, "size": size}


def attack(x, y, size="small"):
    """A meeple placed on a planet of the eight neighbours (SW-20)."""
    return {"on": "planet", "at": [x, y], "size": size}


def battle(*rolls):
    """A battle by its rolls, each {seat: dice}."""
    return {"rolls": [{str(seat): dice for seat, dice in roll.items()} for roll in rolls]}


def turn(seat, name, x, y, rotation, meeple=None, battles=(), discarded=()):
    """One turn."""
    entry = {"seat": seat, "tile": name, "at": [x, y], "rotation": rotation, "meeple": meeple}
    if discarded:
        entry["discarded"] = list(discarded)
    return entry | {"battles": list(battles)}


def no_tile(seat, *discarded):
    """A turn in which no tile was placed."""
    return {"seat": seat, "discarded": list(discarded), "tile": None}


def game(colours, setup, *turns, final=False, result=None, **options):
    """A record. Seat 0, the first colour, begins."""
    record = {
        "format": "houserules-game/1",
        "game": "starwars",
        "options": {"colours": list(colours), **options},
        "players": len(colours),
        "setup": list(setup),
        "turns": list(turns),
        "final": final,
    }
    return record | ({"result": result} if result else {})


def earned(**points):
    """Points of one seat by source; what is not named is 0."""
    return dict.fromkeys(("route", "asteroid", "planet", "battle_loss", "battle_tie"), 0) | points


def gives(shelf, name, shows, record, *by_seat, winners=None):
    """Shelve a legal record with the points of each seat by source, and the winners if the game is over."""
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


def breaks(name, shows, record, rule, at_turn=0):
    """Shelve a record with a fault: the rule it breaks and the turn in which it does."""
    assert name not in FAULTS, name
    FAULTS[name] = Example(name, shows, record, {"legal": False, "turn": at_turn, "rule": rule})


# --- battles: routes
#
#      r ═══ ? ═══ w        red's route and white's route, joined by a straight tile at (1, 0)
#    (0,0) (1,0) (2,0)


def joined_routes(colours, *rolls, first="route-straight", left=None, right=None, final=False, **options):
    """A straight tile joins the route of seat 0 at (0, 0) and that of seat 1 at (2, 0)."""
    return game(
        colours,
        [
            tile(first, 0, 0, 1, left or small(0, "route")),
            tile("route-straight", 2, 0, 1, right or small(1, "route")),
        ],
        turn(0, "route-straight", 1, 0, 1, battles=[battle(*rolls)]),
        final=final,
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-1",
    "one die against one: the loser takes 1 point and goes home, the winner gets nothing",
    joined_routes(["red", "white"], {0: [5], 1: [3]}),
    earned(),
    earned(battle_loss=1),
)
gives(
    EXAMPLES,
    "EX-SW-1, who stays",
    "after the battle only red stands on the route of three tiles",
    joined_routes(["red", "white"], {0: [5], 1: [3]}, final=True),
    earned(route=3),
    earned(battle_loss=1),
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-SW-4",
    "two draws give each side 1 point twice, then the loser gets 1 more",
    joined_routes(["red", "white"], {0: [4], 1: [4]}, {0: [2], 1: [2]}, {0: [6], 1: [3]}),
    earned(battle_tie=2),
    earned(battle_tie=2, battle_loss=1),
)

# --- EX-SW-2 and EX-SW-15: a planet and the places around it
#
#          .     N              N  the tile just placed, at (1, 1): diagonal to the planet
#          P     >              P  planet with a rebel symbol at (0, 0)
#        (0,0) (1,0)            >  a field that points east, so that N has contact


def beside_planet(colours, meeple, *rolls, planet_meeples=(), planet="planet-hoth", final=False, **options):
    """Seat 0 places a tile diagonally next to a planet and perhaps a meeple on it."""
    return game(
        colours,
        [tile(planet, 0, 0, 0, *planet_meeples), tile("field-1", 1, 0, 1)],
        turn(0, "field-1", 1, 1, 1, meeple, battles=[battle(*rolls)] if rolls else []),
        final=final,
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-2",
    "attack from the diagonal: small meeple and symbol roll 2 dice, the big one without symbol too",
    beside_planet(["red", "white"], attack(0, 0), {0: [5, 2], 1: [4, 1]}, planet_meeples=[big(1, "planet")]),
    earned(),
    earned(battle_loss=2),
)
gives(
    EXAMPLES,
    "EX-SW-2, who stays",
    "red holds the planet after the attack; two of its neighbours are present",
    beside_planet(
        ["red", "white"], attack(0, 0), {0: [5, 2], 1: [4, 1]}, planet_meeples=[big(1, "planet")], final=True
    ),
    earned(planet=1 + 2 + 2),
    earned(battle_loss=2),
    winners=[0],
)
gives(
    EXAMPLES,
    "EX-SW-15",
    "an empty neighbouring planet is taken without battle and without points",
    beside_planet(["green", "white"], attack(0, 0)),
    earned(),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-15, who stays",
    "green holds the planet it took",
    beside_planet(["green", "white"], attack(0, 0), final=True),
    earned(planet=1 + 2 + 2),
    earned(),
    winners=[0],
)

# --- EX-SW-3: three fighters on a route, which no play can bring
#
#      P ═══ r,w ═══ ? ═══ B       P  a planet with an Empire symbol at which the route ends
#    (-1,0) (0,0) (1,0) (2,0)


def three_on_a_route(final):
    """Red and white stand on one route already; the new tile joins black's big meeple to it."""
    return game(
        ["red", "black", "white"],
        [
            tile("planet-route-empire", -1, 0, 3),
            tile("route-straight", 0, 0, 1, small(0, "route"), small(2, "route")),
            tile("route-straight", 2, 0, 1, big(1, "route")),
        ],
        turn(0, "route-straight", 1, 0, 1, battles=[battle({0: [3], 1: [6, 2], 2: [5]})]),
        final=final,
    )


gives(
    EXAMPLES,
    "EX-SW-3",
    "the planet's symbol gives no dice on the route; black and white fight though both are Empire",
    three_on_a_route(final=False),
    earned(battle_loss=1),
    earned(),
    earned(battle_loss=1),
)
gives(
    EXAMPLES,
    "EX-SW-3, who stays",
    "black alone holds the route of four tiles",
    three_on_a_route(final=True),
    earned(battle_loss=1),
    earned(route=4),
    earned(battle_loss=1),
    winners=[1],
)

# --- three fighters in a field
#
#            o
#            |                 ?  a field on all four sides joins three fields
#        r - ? - b


def three_in_a_field(*rolls, colours=("red", "black", "orange"), final=False, **options):
    """The new tile at (0, 0) joins the fields of three seats."""
    return game(
        colours,
        [
            tile("field-1", -1, 0, 1, small(0, "asteroid")),
            tile("field-1", 1, 0, 3, small(1, "asteroid")),
            tile("field-1", 0, 1, 2, small(2, "asteroid")),
        ],
        turn(0, "field-4", 0, 0, 0, battles=[battle(*rolls)]),
        final=final,
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-6",
    "a tie below the top is no draw: both are out with 1 point",
    three_in_a_field({0: [6], 1: [4], 2: [4]}),
    earned(),
    earned(battle_loss=1),
    earned(battle_loss=1),
)

# --- EX-SW-7
#
#                    o (1,1)
#                    |
#      g₂ - g₁ ----- ?           g₁, g₂ carry a rebel symbol each; g₂ is open to north and west
#    (-1,0) (0,0)  (1,0)


def two_green_against_one(final):
    """Green has two meeples in a field with two rebel symbols; the new tile joins orange to it."""
    return game(
        ["green", "orange"],
        [
            tile("field-3-rebel", -1, 0, 0, small(0, "asteroid")),
            tile("field-through-rebel", 0, 0, 1, small(0, "asteroid")),
            tile("field-1", 1, 1, 2, small(1, "asteroid")),
        ],
        turn(0, "field-corner", 1, 0, 3, battles=[battle({0: [3, 3, 2], 1: [4]})]),
        final=final,
    )


gives(
    EXAMPLES,
    "EX-SW-7",
    "two meeples and two symbols are capped at three dice; the loser takes 3 points",
    two_green_against_one(final=False),
    earned(battle_loss=3),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-7, who stays",
    "both green meeples are gone; orange has four tiles and two symbols",
    two_green_against_one(final=True),
    earned(battle_loss=3),
    earned(asteroid=4 + 2 * 2),
    winners=[1],
)

# --- EX-SW-8
#
#      E₂ ═══ E₁ ═══ ? ═══ r       E₁, E₂ carry an Empire symbol each, black stands on E₁
#    (-1,0) (0,0) (1,0) (2,0)


def black_with_two_symbols(meeple, dice, **options):
    """Black has one meeple on a route with two Empire symbols and loses against red's one die."""
    return game(
        ["black", "red"],
        [
            tile("route-curve-empire", -1, 0, 3),
            tile("route-straight-empire", 0, 0, 1, meeple),
            tile("route-straight", 2, 0, 1, small(1, "route")),
        ],
        turn(0, "route-straight", 1, 0, 1, battles=[battle({0: dice, 1: [6]})]),
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-8, small, each",
    "a small meeple with two own symbols rolls three dice",
    black_with_two_symbols(small(0, "route"), [2, 1, 1]),
    earned(battle_loss=3),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-8, small, at most one",
    "with at most one symbol die it rolls two",
    black_with_two_symbols(small(0, "route"), [2, 1], symbol_dice="at_most_one"),
    earned(battle_loss=2),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-8, big, each",
    "a big meeple with two own symbols is capped at three dice",
    black_with_two_symbols(big(0, "route"), [2, 1, 1]),
    earned(battle_loss=3),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-8, big, at most one",
    "with at most one symbol die a big meeple rolls three as well",
    black_with_two_symbols(big(0, "route"), [2, 1, 1], symbol_dice="at_most_one"),
    earned(battle_loss=3),
    earned(),
)

# --- EX-SW-9
#
#      r - ? - g              ?  field with a rebel symbol, open to the north
#    (0,0)(1,0)(2,0)


def two_rebels(colours, *rolls, final=False, others=(), **options):
    """The new tile, with a rebel symbol, joins the fields of red and of green."""
    other = colours.index("green")
    return game(
        colours,
        [
            tile("field-1", 0, 0, 1, small(0, "asteroid")),
            tile("field-1", 2, 0, 3, small(other, "asteroid")),
            *others,
        ],
        turn(0, "field-3-rebel", 1, 0, 0, battles=[battle(*rolls)] if rolls else []),
        final=final,
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-9",
    "both rebels profit from one rebel symbol and fight each other",
    two_rebels(["red", "green"], {0: [2, 2], 1: [6, 1]}),
    earned(battle_loss=2),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-9, who stays",
    "green stays in the field of three tiles and one symbol",
    two_rebels(["red", "green"], {0: [2, 2], 1: [6, 1]}, final=True),
    earned(battle_loss=2),
    earned(asteroid=3 + 2),
    winners=[1],
)

# --- completed routes and fields

# ╬ ═══ E ═══ . ═══ ?        a route from crossing to crossing, one Empire symbol
EXAMPLE_10 = game(
    ["red", "black"],
    [
        tile("route-crossing-3", 0, 0, 0, small(0, "route", 0)),
        tile("route-straight-empire", 1, 0, 1),
        tile("route-straight", 2, 0, 1),
    ],
    turn(0, "route-crossing-3", 3, 0, 0),
)
gives(
    EXAMPLES,
    "EX-SW-10",
    "a completed route of four tiles with another faction's symbol",
    EXAMPLE_10,
    earned(route=4 + 2),
    earned(),
)


# > - E - B - ?              a field of four tiles, two symbols
def field_of_four(**options):
    """The new tile closes a field of four tiles with two symbols."""
    return game(
        ["red", "black"],
        [
            tile("field-1", 0, 0, 1, small(0, "asteroid")),
            tile("field-through-empire", 1, 0, 1),
            tile("field-through-bounty", 2, 0, 1),
        ],
        turn(0, "field-1", 3, 0, 3),
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-11, four tiles",
    "a completed field of four tiles with two symbols",
    field_of_four(),
    earned(asteroid=8 + 4),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-11, two tiles",
    "a field of two tiles has no exception",
    game(
        ["red", "black"],
        [tile("field-1", 0, 0, 1, small(0, "asteroid"))],
        turn(0, "field-1", 1, 0, 3),
    ),
    earned(asteroid=4),
    earned(),
)

# --- EX-SW-12 and EX-SW-14: the eighth neighbour of a planet
#
#      ?    ^    E╝           ?  the tile just placed, its field open to west and north
#      <    P    O            O  another planet
#      B╗   v   ╔R            E, B, R  symbols on a route and on two fields


def eighth_neighbour(planet, seat_of_planet, colours, meeple=None, *rolls, **options):
    """Seat 0 places the eighth tile around a planet that holds a small meeple."""
    return game(
        colours,
        [
            tile(planet, 0, 0, 0, small(seat_of_planet, "planet")),
            tile("field-1", 0, 1, 0),
            tile("route-curve-empire", 1, 1, 2),
            tile("planet-naboo", 1, 0, 0),
            tile("field-corner-rebel", 1, -1, 1),
            tile("field-1", 0, -1, 2),
            tile("field-corner-bounty", -1, -1, 2),
            tile("field-1", -1, 0, 3),
        ],
        turn(0, "field-corner", -1, 1, 3, meeple, battles=[battle(*rolls)] if rolls else []),
        **options,
    )


gives(
    EXAMPLES,
    "EX-SW-12",
    "symbols and planets around a planet add nothing",
    eighth_neighbour("planet-hoth", 0, ["white", "red"]),
    earned(planet=11),
    earned(),
)
gives(
    EXAMPLES,
    "EX-SW-14",
    "the eighth tile and an attack: the defender wins and scores the planet in the same turn",
    eighth_neighbour("planet-unnamed-empire", 1, ["red", "white"], attack(0, 0), {0: [5], 1: [4, 6]}),
    earned(battle_loss=1),
    earned(planet=11),
)
gives(
    EXAMPLES,
    "EX-SW-14, red wins",
    "the eighth tile and an attack: the attacker wins and scores the planet in the same turn",
    eighth_neighbour("planet-unnamed-empire", 1, ["red", "white"], attack(0, 0), {0: [6], 1: [4, 5]}),
    earned(planet=11),
    earned(battle_loss=2),
)

# --- EX-SW-16: final scoring, five islands

ISLANDS = [
    # ╚ - E - <       red: three tiles, one symbol, open to the north of the first
    tile("field-corner", -1, 0, 0),
    tile("field-through-empire", 0, 0, 1, small(0, "asteroid")),
    tile("field-1", 1, 0, 3),
    # ^               black: one tile
    tile("field-1", 10, 0, 0, small(1, "asteroid")),
    # > - ╝           orange: two tiles, open to the north of the second
    tile("field-1", 20, 0, 1, small(2, "asteroid")),
    tile("field-corner", 21, 0, 3),
    # ^ ╚             green: a planet with three neighbours
    # P >
    tile("planet-hoth", 0, 20, 0, small(3, "planet")),
    tile("field-1", 1, 20, 1),
    tile("route-curve", 1, 21, 2),
    tile("field-1", 0, 21, 0),
    # ═ ═ ═           white: a route of three tiles
    tile("route-straight", 0, -20, 1, small(4, "route")),
    tile("route-straight", 1, -20, 1),
    tile("route-straight", 2, -20, 1),
]
FIVE_COLOURS = ["red", "black", "orange", "green", "white"]
gives(
    EXAMPLES,
    "EX-SW-16",
    "final scoring of incomplete fields, a planet and a route",
    game(FIVE_COLOURS, ISLANDS, final=True),
    earned(asteroid=3 + 2),
    earned(asteroid=1),
    earned(asteroid=2),
    earned(planet=1 + 3 + 2),
    earned(route=3),
    winners=[3],
)

# --- EX-SW-18
#
#            v                  ?  the tile just placed, a field on all four sides
#       r> - ? - ╗              r  red's small meeple, R red's big one
#            ^  R^

EXAMPLE_18 = game(
    ["red", "black"],
    [
        tile("field-1", -1, 0, 1, small(0, "asteroid")),
        tile("field-1", 0, 1, 2),
        tile("field-1", 0, -1, 0),
        tile("field-corner", 1, 0, 2),
        tile("field-1", 1, -1, 0, big(0, "asteroid")),
    ],
    turn(0, "field-4", 0, 0, 0),
    turn(1, "field-1", -2, 0, 0),
    turn(0, "planet-naboo", -3, 0, 0, on("planet", size="big")),
)
gives(
    EXAMPLES,
    "EX-SW-18",
    "two own meeples joined: no battle, the field scores once, the big meeple can be placed again",
    EXAMPLE_18,
    earned(asteroid=12),
    earned(),
)

# --- EX-SW-19
#
#           v
#      > -  ╦ - ╬ - <        ?  two separate fields, north and east, that meet round the corner
#           |   |
#           ?   ╝

gives(
    EXAMPLES,
    "EX-SW-19",
    "a tile with two segments in one completed field counts once",
    game(
        ["red", "black"],
        [
            tile("field-3", 0, 1, 2),
            tile("field-1", -1, 1, 1),
            tile("field-4", 1, 1, 0, small(0, "asteroid")),
            tile("field-1", 1, 2, 2),
            tile("field-1", 2, 1, 3),
            tile("field-corner", 1, 0, 3),
        ],
        turn(0, "fields-adjacent", 0, 0, 0),
    ),
    earned(asteroid=14),
    earned(),
)

# --- EX-SW-21: a ring of four curves
#
#      ╔ ╗
#      ╚ ╝

gives(
    EXAMPLES,
    "EX-SW-21",
    "a ring without ends is complete",
    game(
        ["red", "black"],
        [
            tile("route-curve", 0, 0, 2, small(0, "route")),
            tile("route-curve", 1, 0, 1),
            tile("route-curve", 0, 1, 3),
        ],
        turn(0, "route-curve", 1, 1, 0),
    ),
    earned(route=4),
    earned(),
)

# --- EX-SW-22: ╬ ═ P

gives(
    EXAMPLES,
    "EX-SW-22",
    "the planet's symbol does not count for the route that ends there",
    game(
        ["red", "black"],
        [tile("route-crossing-3", 0, 0, 0)],
        turn(0, "planet-route-empire", 1, 0, 1, on("route")),
    ),
    earned(route=2),
    earned(),
)

# --- EX-SW-23: b ═ ?, the new tile has a field in the north besides


def beside_black_route(meeple, final=True):
    """Red extends black's route with a tile that has an empty field too."""
    return game(
        ["red", "black"],
        [tile("route-straight", 0, 0, 1, small(1, "route"))],
        turn(0, "field-1-straight", 1, 0, 0, meeple),
        final=final,
    )


gives(
    EXAMPLES,
    "EX-SW-23, the field",
    "a separate empty field of the tile is open to red",
    beside_black_route(on("asteroid")),
    earned(asteroid=1),
    earned(route=2),
    winners=[1],
)
breaks(
    "EX-SW-23, the route",
    "red may not place a meeple on black's route",
    beside_black_route(on("route")),
    "SW-19",
)

# --- other rules in standard play

gives(
    VARIANTS,
    "standard setup",
    "without a setup the start tile lies at [0, 0]; without `final` the final scoring is done (SW-8)",
    {
        "format": "houserules-game/1",
        "game": "starwars",
        "players": 2,
        "turns": [{"seat": 0, "tile": "field-1", "at": [0, 1], "rotation": 2, "meeple": on("asteroid")}],
    },
    earned(asteroid=4),
    earned(),
    winners=[0],
)
gives(
    VARIANTS,
    "shared win",
    "equal top scores share the win (SW-56)",
    joined_routes(["red", "white"], {0: [4], 1: [4]}, {0: [6], 1: [3]}, final=True, loser_die_points=3),
    earned(battle_tie=1, route=3),
    earned(battle_tie=1, battle_loss=3),
    winners=[0, 1],
)
gives(
    VARIANTS,
    "loser goes home at once",
    "the third fighter is out while the two on top roll again (SW-37)",
    three_in_a_field({0: [5], 1: [5], 2: [2]}, {0: [1], 1: [3]}),
    earned(battle_tie=1, battle_loss=1),
    earned(battle_tie=1),
    earned(battle_loss=1),
)
gives(
    VARIANTS,
    "a join and an attack",
    "a join and a planet attack in one turn: the route is fought for first (SW-29, SW-26)",
    game(
        ["red", "black"],
        [
            tile("route-straight", 0, 0, 1, small(0, "route")),
            tile("route-straight", 2, 0, 1, small(1, "route")),
            tile("planet-hoth", 1, 1, 0, small(1, "planet")),
        ],
        turn(
            0,
            "route-straight",
            1,
            0,
            1,
            attack(1, 1),
            battles=[battle({0: [2], 1: [3]}), battle({0: [1, 6], 1: [5]})],
        ),
        final=True,
    ),
    earned(battle_loss=1, planet=1 + 3 + 2),
    earned(battle_loss=1, route=3),
    winners=[0],
)
gives(
    VARIANTS,
    "routes before fields",
    "a join of routes and a join of fields: routes are fought for first (SW-29)",
    game(
        ["red", "black"],
        #        b         the tile at (1, 0) joins black's field in the north and red's in the east,
        #    r ═ ? - r     and red's route in the west and black's in the south
        #        b
        [
            tile("field-1-curve-left", 1, 1, 2, small(1, "asteroid")),  # field south, route north and east
            tile("field-1", 2, 0, 3, small(0, "asteroid")),  # field west
            tile("route-straight", 0, 0, 1, small(0, "route")),
            tile("route-straight", 1, -1, 0, small(1, "route")),
        ],
        # field north and east, route south and west
        turn(
            0,
            "field-corner-route",
            1,
            0,
            0,
            battles=[battle({0: [6], 1: [5]}), battle({0: [1], 1: [2]})],
        ),
    ),
    earned(battle_loss=1),
    earned(battle_loss=1, asteroid=6),
)
gives(
    VARIANTS,
    "old contest",
    "a feature contested in the setup is fought for in the first turn, after those of the new tile (SW-27)",
    game(
        ["red", "black"],
        [
            tile("planet-hoth", 9, 9, 0, small(0, "planet"), big(1, "planet")),
            tile("route-straight", 0, 0, 1, small(0, "route")),
            tile("route-straight", 2, 0, 1, small(1, "route")),
        ],
        turn(
            0,
            "route-straight",
            1,
            0,
            1,
            battles=[battle({0: [6], 1: [5]}), battle({0: [1, 3], 1: [2, 4]})],
        ),
        final=True,
    ),
    earned(battle_loss=2, route=3),
    earned(battle_loss=1, planet=3),
    winners=[0],
)
gives(
    VARIANTS,
    "old contest, complete",
    "a complete feature of the setup that was fought over is scored by the winner in that turn (SW-51)",
    game(
        ["red", "black"],
        [
            tile("field-1", 0, 0, 1, small(0, "asteroid")),
            tile("field-1", 1, 0, 3, small(1, "asteroid")),
        ],
        turn(0, "planet-hoth", 0, 1, 0, battles=[battle({0: [6], 1: [5]})]),
    ),
    earned(asteroid=4),
    earned(battle_loss=1),
)
gives(
    VARIANTS,
    "complete in the setup",
    "a feature that is complete in the setup keeps its meeple and scores as complete at the end (SW-44)",
    game(
        ["red", "black"],
        [tile("field-1", 0, 0, 1, small(0, "asteroid")), tile("field-1", 1, 0, 3)],
        turn(0, "planet-hoth", 0, 1, 0),
        final=True,
    ),
    earned(asteroid=4),
    earned(),
    winners=[0],
)
gives(
    VARIANTS,
    "setup meeple without size",
    "a meeple of the setup is small if nothing else is said",
    game(
        ["red", "black"],
        [
            {
                "tile": "planet-hoth",
                "at": [0, 0],
                "rotation": 0,
                "meeple": {"seat": 1, "on": "planet", "segment": 0},
            },
            tile("field-1", 1, 0, 1),
        ],
        turn(0, "field-1", 1, 1, 1, attack(0, 0), battles=[battle({0: [1, 2], 1: [3]})]),
    ),
    earned(battle_loss=2),
    earned(),
)

# --- one variant for every option

gives(
    VARIANTS,
    "loser_points, one roll",
    "the dice pool of the loser counts once (SW-40)",
    joined_routes(["red", "white"], {0: [4, 1], 1: [4]}, {0: [2, 2], 1: [5]}, left=big(0, "route")),
    earned(battle_tie=1, battle_loss=2),
    earned(battle_tie=1),
)
gives(
    VARIANTS,
    "loser_points, every roll",
    "the dice of every roll the loser took part in (SW-40)",
    joined_routes(
        ["red", "white"],
        {0: [4, 1], 1: [4]},
        {0: [2, 2], 1: [5]},
        left=big(0, "route"),
        loser_points="dice_of_every_roll",
    ),
    earned(battle_tie=1, battle_loss=4),
    earned(battle_tie=1),
)
gives(
    VARIANTS,
    "loser_points, out early",
    "who is out after the first roll is paid for one roll (SW-40, SW-37)",
    three_in_a_field({0: [5], 1: [5], 2: [2]}, {0: [1], 1: [3]}, loser_points="dice_of_every_roll"),
    earned(battle_tie=1, battle_loss=2),
    earned(battle_tie=1),
    earned(battle_loss=1),
)
gives(
    VARIANTS,
    "dice_cap",
    "a lower cap leaves the big meeple one die (SW-30)",
    joined_routes(["red", "white"], {0: [2], 1: [5]}, left=big(0, "route"), dice_cap=1),
    earned(battle_loss=1),
    earned(),
)
gives(
    VARIANTS,
    "dice_cap, higher",
    "a cap of five lets big meeple and two symbols roll four dice (SW-30)",
    black_with_two_symbols(big(0, "route"), [1, 2, 3, 4], dice_cap=5),
    earned(battle_loss=4),
    earned(),
)
gives(
    VARIANTS,
    "dice_faces",
    "ten-sided dice show a 10 (SW-3)",
    joined_routes(["red", "white"], {0: [10], 1: [9]}, dice_faces=10),
    earned(),
    earned(battle_loss=1),
)
gives(
    VARIANTS,
    "meeple dice",
    "two dice for a small meeple, three for a big one (SW-30)",
    joined_routes(
        ["red", "white"],
        {0: [1, 1, 2], 1: [3, 1]},
        left=big(0, "route"),
        small_meeple_dice=2,
        big_meeple_dice=3,
    ),
    earned(battle_loss=3),
    earned(),
)
gives(
    VARIANTS,
    "tied_roll_points and loser_die_points",
    "three points a draw, two a die (SW-36, SW-39)",
    joined_routes(
        ["red", "white"], {0: [4], 1: [4]}, {0: [6], 1: [3]}, tied_roll_points=3, loser_die_points=2
    ),
    earned(battle_tie=3),
    earned(battle_tie=3, battle_loss=2),
)
gives(
    VARIANTS,
    "field_tile_points and symbol_points",
    "five points a tile of a complete field, three a symbol (SW-44)",
    field_of_four(field_tile_points=5, symbol_points=3),
    earned(asteroid=20 + 6),
    earned(),
)
gives(
    VARIANTS,
    "route_tile_points",
    "two points a tile of a complete route (SW-43)",
    EXAMPLE_10 | {"options": {"colours": ["red", "black"], "route_tile_points": 2}},
    earned(route=8 + 2),
    earned(),
)
gives(
    VARIANTS,
    "planet_place_points",
    "two points a place of a complete planet (SW-46)",
    eighth_neighbour("planet-hoth", 0, ["white", "red"], planet_place_points=2),
    earned(planet=18 + 2),
    earned(),
)
gives(
    VARIANTS,
    "final scoring by other numbers",
    "every number of the final scoring is an option (SW-54)",
    game(
        FIVE_COLOURS,
        ISLANDS,
        final=True,
        incomplete_field_tile_points=3,
        symbol_points=4,
        planet_place_points=2,
        route_tile_points=5,
    ),
    earned(asteroid=9 + 4),
    earned(asteroid=3),
    earned(asteroid=6),
    earned(planet=8 + 4),
    earned(route=15),
    winners=[4],
)
gives(
    VARIANTS,
    "reinforce_own_planet",
    "a second own meeple on a neighbouring planet (SW-24): no battle, no points",
    beside_planet(
        ["red", "white"],
        attack(0, 0, "big"),
        planet_meeples=[small(0, "planet")],
        reinforce_own_planet=True,
        final=True,
    ),
    earned(planet=1 + 2 + 2),
    earned(),
    winners=[0],
)
gives(
    VARIANTS,
    "small_meeples and big_meeples",
    "a player with two big meeples and no small one places the second (SW-2)",
    joined_routes(["red", "white"], {0: [5, 1], 1: [3, 2]}, left=big(0, "route"), right=big(1, "route"))
    | {
        "options": {"colours": ["red", "white"], "small_meeples": 0, "big_meeples": 2},
        "turns": [
            turn(
                0,
                "field-1-straight",
                1,
                0,
                0,
                on("asteroid", size="big"),
                battles=[battle({0: [5, 1], 1: [3, 2]})],
            )
        ],
    },
    earned(),
    earned(battle_loss=2),
)


LONE_PLANET = [
    tile("planet-hoth", 0, 0, 0)
]  # only space edges around: fields and routes on all sides fit nowhere

gives(
    VARIANTS,
    "unplaceable, discard and redraw",
    "tiles that fit nowhere leave the game and the player draws again (SW-16)",
    game(
        ["red", "black"],
        LONE_PLANET,
        turn(0, "planet-naboo", 1, 0, 0, on("planet"), discarded=["field-4", "route-crossing-4"]),
        final=True,
    ),
    earned(planet=1 + 1 + 2),
    earned(),
    winners=[0],
)
gives(
    VARIANTS,
    "unplaceable, discard and pass",
    "the turn ends with the tile that fits nowhere (SW-16)",
    game(
        ["red", "black"],
        LONE_PLANET,
        no_tile(0, "field-4"),
        turn(1, "planet-naboo", 1, 0, 0, on("planet")),
        no_tile(0, "route-crossing-4"),
        final=True,
        unplaceable="discard_and_pass",
    ),
    earned(),
    earned(planet=1 + 1 + 2),
    winners=[1],
)
gives(
    VARIANTS,
    "win_tie, shared",
    "nobody has a point and everybody wins (SW-56)",
    game(["red", "black", "orange"], LONE_PLANET, final=True),
    earned(),
    earned(),
    earned(),
    winners=[0, 1, 2],
)
gives(
    VARIANTS,
    "win_tie, later seat",
    "of equal top scores the one later in the turn order wins alone (SW-56)",
    game(["red", "black", "orange"], LONE_PLANET, final=True, win_tie="later_seat"),
    earned(),
    earned(),
    earned(),
    winners=[2],
)
gives(
    VARIANTS,
    "win_tie, later seat, another first player",
    "seat 1 began, so seat 0 is the last in turn order (SW-56, SW-9)",
    game(
        ["red", "black", "orange"],
        LONE_PLANET,
        turn(1, "planet-naboo", 1, 0, 0),
        final=True,
        win_tie="later_seat",
        first_player="random",
    ),
    earned(),
    earned(),
    earned(),
    winners=[0],
)
gives(
    VARIANTS,
    "first_player, random",
    "any seat may begin, then the turns go round (SW-9)",
    game(
        ["red", "black", "orange"],
        LONE_PLANET,
        turn(2, "planet-naboo", 1, 0, 0),
        turn(0, "planet-jakku", 2, 0, 0),
        first_player="random",
    ),
    earned(),
    earned(),
    earned(),
)

# --- the team game: red and green against black and white

TEAMS = ["red", "black", "green", "white"]

gives(
    VARIANTS,
    "team, partners joined",
    "partners do not fight, their field scores once, each seat shows the team's points (SW-60, SW-62)",
    two_rebels(TEAMS, final=True, team_mode=True),
    earned(asteroid=3 + 2),
    earned(),
    earned(asteroid=3 + 2),
    earned(),
    winners=[0, 2],
)

# the tile at (1, 1) hangs black's field on the open north of the rebels' field
#
#            b (1,1)
#            |
#      r --- ? --- g          ?  field with a rebel symbol
#    (0,0) (1,0) (2,0)


def team_battle(*rolls, final=False, **options):
    """The rebels' two fields and black's are joined by a tile with a rebel symbol."""
    black = tile("field-1", 1, 1, 2, small(1, "asteroid"))
    return two_rebels(TEAMS, *rolls, others=[black], team_mode=True, final=final, **options)


gives(
    VARIANTS,
    "team, battle",
    "a team's dice stand under its lowest seat, the symbol counts once, the cap is for both (SW-61)",
    team_battle({0: [1, 2, 3], 1: [4]}, final=True),
    earned(battle_loss=3),
    earned(asteroid=2 * 4 + 2),
    earned(battle_loss=3),
    earned(asteroid=2 * 4 + 2),
    winners=[1, 3],
)
gives(
    VARIANTS,
    "team, symbol once",
    "with a cap of five the team rolls two meeples' dice and one symbol die (SW-61)",
    team_battle({0: [1, 2, 3], 1: [4]}, dice_cap=5),
    earned(battle_loss=3),
    earned(asteroid=2 * 4 + 2),
    earned(battle_loss=3),
    earned(asteroid=2 * 4 + 2),
)
gives(
    VARIANTS,
    "team, lowest seat in the feature",
    "green fights alone and its dice stand under seat 2, though red is of the same team (SW-61)",
    game(
        TEAMS,
        [
            tile("route-straight", 0, 0, 1, small(2, "route")),
            tile("route-straight", 2, 0, 1, small(1, "route")),
        ],
        turn(0, "route-straight", 1, 0, 1, battles=[battle({1: [6], 2: [5]})]),
        team_mode=True,
    ),
    earned(battle_loss=1),
    earned(),
    earned(battle_loss=1),
    earned(),
)
gives(
    VARIANTS,
    "preset",
    "the team preset is the team game; empty colours are the standard ones (SW-59a)",
    two_rebels(TEAMS, final=True) | {"options": {"preset": "team", "colours": []}},
    earned(asteroid=3 + 2),
    earned(),
    earned(asteroid=3 + 2),
    earned(),
    winners=[0, 2],
)
gives(
    VARIANTS,
    "team, default colours",
    "without colours seats 0 and 2 are Rebels, 1 and 3 Empire (SW-59a)",
    two_rebels(TEAMS, final=True) | {"options": {"team_mode": True}},
    earned(asteroid=3 + 2),
    earned(),
    earned(asteroid=3 + 2),
    earned(),
    winners=[0, 2],
)
gives(
    VARIANTS,
    "team, later seat",
    "of two equal teams the one of the last seat wins (SW-56)",
    game(TEAMS, LONE_PLANET, final=True, win_tie="later_seat", team_mode=True),
    earned(),
    earned(),
    earned(),
    earned(),
    winners=[1, 3],
)
gives(
    VARIANTS,
    "team, reinforce a partner",
    "a partner's meeple on the planet does not block (SW-24)",
    beside_planet(
        TEAMS,
        attack(0, 0),
        planet_meeples=[small(2, "planet")],
        team_mode=True,
        reinforce_own_planet=True,
    ),
    earned(),
    earned(),
    earned(),
    earned(),
)

# --- faults

RED_BLACK = ["red", "black"]


def after_lone_planet(*turns, **options):
    """Turns that begin with a planet alone on the table."""
    return game(RED_BLACK, LONE_PLANET, *turns, **options)


breaks(
    "wrong seat to begin",
    "seat 0 begins",
    after_lone_planet(turn(1, "planet-naboo", 1, 0, 0)),
    "SW-9",
)
breaks(
    "wrong seat to follow",
    "the turns go round",
    after_lone_planet(turn(0, "planet-naboo", 1, 0, 0), turn(0, "planet-jakku", 2, 0, 0)),
    "SW-9",
    1,
)
breaks("occupied cell", "a tile on a tile", after_lone_planet(turn(0, "planet-naboo", 0, 0, 0)), "SW-14")
breaks("corner contact", "contact at a corner", after_lone_planet(turn(0, "planet-naboo", 1, 1, 0)), "SW-14")
breaks("no contact", "no contact at all", after_lone_planet(turn(0, "planet-naboo", 7, 1, 0)), "SW-14")
breaks("edge mismatch", "a field beside space", after_lone_planet(turn(0, "field-1", 1, 0, 3)), "SW-15")
breaks(
    "discarded though placeable",
    "the discarded tile fits",
    after_lone_planet(turn(0, "planet-naboo", 1, 0, 0, discarded=["field-1"])),
    "SW-16",
)
breaks(
    "more copies than the box holds",
    "the tile lies already",
    after_lone_planet(turn(0, "planet-hoth", 1, 0, 0)),
    "SW-16",
)
breaks(
    "a discarded tile comes back",
    "what left the game is gone",
    game(
        RED_BLACK,
        LONE_PLANET,
        turn(0, "route-straight", 1, 0, 0, discarded=["route-crossing-4"]),
        turn(1, "route-crossing-4", 1, 1, 0),
    ),
    "SW-16",
    1,
)
breaks("unknown tile", "no such tile", after_lone_planet(turn(0, "death-star", 1, 0, 0)), "SW-16")
breaks(
    "start tile drawn",
    "the start tile is not in the stack",
    after_lone_planet(turn(0, "start", 0, 1, 2)),
    "SW-16",
)
breaks("no tile without need", "there are tiles to draw", after_lone_planet(no_tile(0)), "SW-16")
breaks(
    "pass where one redraws",
    "after a discard another tile is drawn",
    after_lone_planet(no_tile(0, "field-4")),
    "SW-16",
)
breaks(
    "redraw where one passes",
    "after a discard the turn is over",
    after_lone_planet(
        turn(0, "planet-naboo", 1, 0, 0, discarded=["field-4"]), unplaceable="discard_and_pass"
    ),
    "SW-16",
)
breaks(
    "no big meeple left",
    "each player has one big meeple",
    after_lone_planet(
        turn(0, "planet-naboo", 1, 0, 0, on("planet", size="big")),
        turn(1, "planet-jakku", 2, 0, 0),
        turn(0, "planet-dagobah", 3, 0, 0, on("planet", size="big")),
    ),
    "SW-18",
    2,
)
breaks(
    "no such size",
    "a meeple is small or big",
    after_lone_planet(turn(0, "planet-naboo", 1, 0, 0, on("planet", size="huge"))),
    "SW-18",
)
breaks(
    "reserve counted down by the setup",
    "four small meeples lie in the setup",
    game(
        RED_BLACK,
        [tile("planet-hoth", 0, 0, 0, *[small(0, "planet")] * 4)],
        turn(0, "planet-naboo", 1, 0, 0, on("planet")),
    ),
    "SW-18",
)
breaks(
    "no such segment",
    "the tile has no route",
    after_lone_planet(turn(0, "planet-naboo", 1, 0, 0, on("route"))),
    "SW-19",
)
breaks(
    "own meeple blocks",
    "an own meeple in the feature blocks too",
    game(
        RED_BLACK,
        [tile("route-straight", 0, 0, 1, small(0, "route"))],
        turn(0, "route-straight", 1, 0, 1, on("route")),
    ),
    "SW-19",
)
breaks(
    "meeple into a joined feature",
    "the feature is occupied after the tile has joined it, though the segment's own side was empty",
    game(
        RED_BLACK,
        [
            tile("route-straight", 0, 0, 1),
            tile("route-straight", 2, 0, 1, small(1, "route")),
        ],
        turn(0, "route-straight", 1, 0, 1, on("route")),
    ),
    "SW-19",
)
breaks(
    "partner's meeple blocks",
    "a partner's meeple blocks like anybody's (SW-63)",
    game(
        TEAMS,
        [tile("route-straight", 0, 0, 1, small(2, "route"))],
        turn(0, "route-straight", 1, 0, 1, on("route")),
        team_mode=True,
    ),
    "SW-19",
)
breaks(
    "planet two tiles away",
    "not one of the eight neighbours",
    game(
        RED_BLACK,
        [*LONE_PLANET, tile("planet-jakku", 1, 0, 0)],
        turn(0, "planet-naboo", 2, 0, 0, attack(0, 0)),
    ),
    "SW-20",
)
breaks(
    "no planet there",
    "the neighbour is no planet",
    beside_planet(["red", "white"], attack(1, 0)),
    "SW-20",
)
breaks(
    "no tile there",
    "the neighbouring place is empty",
    beside_planet(["red", "white"], attack(0, 1)),
    "SW-20",
)
breaks(
    "own planet attacked",
    "one's own meeple holds the planet",
    beside_planet(["red", "white"], attack(0, 0), planet_meeples=[small(0, "planet")]),
    "SW-24",
)
breaks(
    "partner's planet attacked",
    "a partner's meeple holds the planet",
    beside_planet(TEAMS, attack(0, 0), planet_meeples=[small(2, "planet")], team_mode=True),
    "SW-24",
)


def quarrel(*rolls, **options):
    """EX-SW-1 with other rolls."""
    return joined_routes(["red", "white"], *rolls, **options)


def without_battle(record):
    """The same record with no battle in its last turn."""
    return record | {"turns": [*record["turns"][:-1], record["turns"][-1] | {"battles": []}]}


breaks("battle missing", "a joined route needs a battle", without_battle(quarrel({0: [5], 1: [3]})), "SW-27")
breaks(
    "battle too many",
    "nothing is contested",
    beside_planet(["red", "white"], attack(0, 0), {0: [5, 2], 1: [4]}),
    "SW-28",
)
breaks("too many dice", "a small meeple rolls one die", quarrel({0: [5, 5], 1: [3]}), "SW-30")
breaks(
    "too few dice", "a big meeple rolls two dice", quarrel({0: [5], 1: [3]}, left=big(0, "route")), "SW-30"
)
breaks(
    "at most one symbol",
    "three dice where the second symbol does not count",
    black_with_two_symbols(small(0, "route"), [2, 1, 1], symbol_dice="at_most_one"),
    "SW-30",
)
breaks("die out of range", "a die shows at most 6", quarrel({0: [7], 1: [3]}), "SW-3")
breaks("die of nought", "a die shows at least 1", quarrel({0: [5], 1: [0]}), "SW-3")
breaks("fighter missing", "all fighters roll", quarrel({0: [5]}), "SW-34")
breaks(
    "bystander rolls",
    "only fighters roll",
    three_in_a_field({0: [6], 1: [4], 2: [4], 3: [1]}, colours=["red", "black", "orange", "green"]),
    "SW-34",
)
breaks("draw left standing", "a draw is rolled again", quarrel({0: [4], 1: [4]}), "SW-36")
breaks(
    "tied fighter missing",
    "everyone on top rolls again",
    three_in_a_field({0: [5], 1: [5], 2: [5]}, {0: [5], 1: [3]}),
    "SW-36",
)
breaks(
    "loser rolls again",
    "who is below the top is out",
    three_in_a_field({0: [5], 1: [5], 2: [2]}, {0: [1], 1: [3], 2: [6]}),
    "SW-37",
)
breaks(
    "other dice in the second roll",
    "the same number of dice as before",
    quarrel({0: [4], 1: [4]}, {0: [6, 1], 1: [3]}),
    "SW-38",
)
breaks(
    "roll after the end",
    "one fighter was alone on top",
    quarrel({0: [5], 1: [3]}, {0: [5], 1: [3]}),
    "SW-35",
)
breaks(
    "battles in the wrong order",
    "the route is fought for first: there red has one die",
    VARIANTS["a join and an attack"].record
    | {
        "turns": [
            turn(
                0,
                "route-straight",
                1,
                0,
                1,
                attack(1, 1),
                battles=[battle({0: [1, 6], 1: [5]}), battle({0: [2], 1: [3]})],
            )
        ]
    },
    "SW-30",
)

# --- faults of a setup and of a result


def only_setup(*entries, colours=RED_BLACK):
    """A record without turns."""
    return game(colours, entries, final=True)


breaks("setup, unknown tile", "no such tile", only_setup(tile("death-star", 0, 0, 0)), "SETUP", None)
breaks(
    "setup, too many copies",
    "the box holds one Hoth",
    only_setup(tile("planet-hoth", 0, 0, 0), tile("planet-hoth", 5, 0, 0)),
    "SETUP",
    None,
)
breaks(
    "setup, two tiles in one place",
    "one tile a place",
    only_setup(tile("planet-hoth", 0, 0, 0), tile("planet-jakku", 0, 0, 0)),
    "SETUP",
    None,
)
breaks(
    "setup, edges",
    "a setup is consistent",
    only_setup(tile("planet-hoth", 0, 0, 0), tile("field-1", 1, 0, 3)),
    "SETUP",
    None,
)
breaks(
    "setup, no such segment",
    "a meeple stands on a feature",
    only_setup(tile("planet-hoth", 0, 0, 0, small(0, "route"))),
    "SETUP",
    None,
)
breaks(
    "setup, no such seat",
    "a meeple has an owner",
    only_setup(tile("planet-hoth", 0, 0, 0, small(2, "planet"))),
    "SETUP",
    None,
)
breaks(
    "setup, too many meeples",
    "one big meeple each",
    only_setup(tile("planet-hoth", 0, 0, 0, big(0, "planet"), big(0, "planet"))),
    "SETUP",
    None,
)
breaks(
    "setup, contest without a turn",
    "no turn follows in which to fight",
    only_setup(tile("planet-hoth", 0, 0, 0, small(0, "planet"), small(1, "planet"))),
    "SETUP",
    None,
)
breaks(
    "result, scores",
    "the scores do not agree",
    quarrel({0: [5], 1: [3]}) | {"result": {"scores": [1, 1]}},
    "RESULT",
    None,
)
breaks(
    "result, sources",
    "the sources do not agree",
    quarrel({0: [5], 1: [3]}) | {"result": {"scores": [0, 1], "by_source": [{}, {"battle_tie": 1}]}},
    "RESULT",
    None,
)
breaks(
    "result, winners",
    "the winners do not agree",
    quarrel({0: [5], 1: [3]}, final=True) | {"result": {"winners": [1]}},
    "RESULT",
    None,
)

ALL: dict[str, Example] = {**EXAMPLES, **VARIANTS, **FAULTS}
