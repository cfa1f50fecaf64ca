"""The tiles of both tile games as the twins know them, drawn as text and read from no file of the package.

Carcassonne: the rim of each tile, clockwise from its north-west corner, three signs a side, N E S W. In the
middle of a side stands what reaches it: a city `C` or `D`, a road `1` to `4`, the river `~`, or a field. Left
and right of it stand the fields, `a` to `d`; beside a city there is none. So

    D   4  -C- a1b bbb b1a  a:C start          -C-
                                              a   a
    has a city in the north, a road           1   1
    from west to east and two fields,         b   b
    of which the northern one borders          bbb
    the city.

Star Wars: one sign a side, an asteroid field `A` or `B`, a route `1` to `4`, or `.` for space; then a planet,
and symbols by where they are printed, `*` for the planet.
"""

from __future__ import annotations

from typing import Any

Design = dict[str, Any]
COMPASS = "NESW"
HALVES = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"]

BASE = """
A   2  aaa aaa a1a aaa  cloister
B   4  aaa aaa aaa aaa  cloister
C   1  -C- -C- -C- -C-  pennant
D   4  -C- a1b bbb b1a  a:C start
E   5  -C- aaa aaa aaa  a:C
F   2  aaa -C- bbb -C-  a:C b:C pennant
G   1  aaa -C- bbb -C-  a:C b:C
H   3  aaa -C- aaa -D-  a:CD
I   2  -C- -D- aaa aaa  a:CD
J   3  -C- a1b b1a aaa  a:C
K   3  -C- aaa a1b b1a  a:C
L   3  -C- a1b b2c c3a  a:C
M   2  -C- -C- aaa aaa  a:C pennant
N   3  -C- -C- aaa aaa  a:C
O   2  -C- a1b b1a -C-  a:C pennant
P   3  -C- a1b b1a -C-  a:C
Q   1  -C- -C- aaa -C-  a:C pennant
R   3  -C- -C- aaa -C-  a:C
S   2  -C- -C- a1b -C-  a:C b:C pennant
T   1  -C- -C- a1b -C-  a:C b:C
U   8  b1a aaa a1b bbb
V   9  aaa aaa a1b b1a
W   4  aaa a1b b2c c3a
X   1  d1a a2b b3c c4d
"""

RIVER = """
RA  1  aaa aaa a~a aaa  source start
RB  1  -C- a~c c1d d~b  a:C b:C middle
RC  1  -C- a~b -D- b~a  a:C b:D middle
RD  2  b~a aaa a~b bbb  middle
RE  1  -C- -C- a~b b~a  a:C middle
RG  2  a~b bbb bbb b~a  middle
RH  1  aaa a~b b1c c~a  cloister middle
RI  1  a1b b~c c~b b1a  middle
RK  1  d~a a1b b~c c1d  middle
RL  1  a~a aaa aaa aaa  lake
"""

STAR_WARS = """
start                     1  A1.1  start
planet-tatooine           1  ....  planet *:bounty
planet-jakku              1  ....  planet *:bounty
planet-hoth               1  ....  planet *:rebel
planet-dagobah            1  ....  planet *:rebel
planet-alderaan           1  ....  planet *:rebel
planet-naboo              1  ....  planet *:empire
planet-unnamed-empire     2  ....  planet *:empire
planet-unnamed-bounty     1  ....  planet *:bounty
planet-route-empire       1  ..1.  planet *:empire
planet-route-rebel        1  ..1.  planet *:rebel
planet-route-bounty       1  ..1.  planet *:bounty
field-4                   1  AAAA
field-3-empire            1  AA.A  A:empire
field-3-rebel             1  AA.A  A:rebel
field-3-bounty            1  AA.A  A:bounty
field-3                   1  AA.A
field-3-route-empire      1  AA1A  A:empire
field-3-route-rebel       1  AA1A  A:rebel
field-3-route-bounty      1  AA1A  A:bounty
field-corner-empire       1  AA..  A:empire
field-corner-rebel        1  AA..  A:rebel
field-corner-bounty       1  AA..  A:bounty
field-corner              2  AA..
field-corner-route-empire 1  AA11  A:empire
field-corner-route-rebel  1  AA11  A:rebel
field-corner-route-bounty 1  AA11  A:bounty
field-corner-route        2  AA11
field-through-empire      1  A.A.  A:empire
field-through-rebel       1  A.A.  A:rebel
field-through-bounty      1  A.A.  A:bounty
fields-opposite           3  A.B.
fields-adjacent           2  AB..
field-1                   5  A...
field-1-straight          3  A1.1
field-1-curve-right       3  A11.
field-1-curve-left        3  A.11
field-1-crossing          3  A123
route-straight-empire     1  1.1.  1:empire
route-straight-rebel      1  1.1.  1:rebel
route-straight-bounty     1  1.1.  1:bounty
route-straight            4  1.1.
route-curve-empire        1  ..11  1:empire
route-curve-rebel         1  ..11  1:rebel
route-curve-bounty        1  ..11  1:bounty
route-curve               5  ..11
route-crossing-3          4  .123
route-crossing-4          1  1234
"""


def carcassonne_designs(text: str) -> dict[str, Design]:
    """The designs of a table of Carcassonne by id."""
    return {line.split()[0]: carcassonne_design(line.split()) for line in text.split("\n") if line}


def carcassonne_design(words: list[str]) -> Design:
    """One design, in the words of tile files."""
    name, count, *sides = words[:6]
    more = words[6:]
    middles = dict(zip(COMPASS, (side[1] for side in sides), strict=True))
    halves = dict(zip(HALVES, "".join(side[0] + side[2] for side in sides), strict=True))
    borders = dict(word.split(":") for word in more if ":" in word)
    pennant = "pennant" in more  # of the only city of its tile
    found: Design = {
        "id": name,
        "count": int(count),
        "start": "start" in more,
        "edges": "".join(terrain(sign) for sign in middles.values()),
        "cities": [{"edges": edges, "pennant": pennant} for edges in reached(middles, "CD")],
        "roads": [{"edges": edges} for edges in reached(middles, "1234")],
        "rivers": [{"edges": edges} for edges in reached(middles, "~")],
        "cloister": "cloister" in more,
        "fields": [
            {"ports": ports, "cities": ["CD".index(city) for city in borders.get(field, "")]}
            for field, ports in zip("abcd", reached(halves, "abcd"), strict=False)
        ],
    }
    roles = [word for word in more if word in ("source", "middle", "lake")]
    return found | ({"role": roles[0]} if roles else {})


def terrain(sign: str) -> str:
    """The letter of an edge: city, river, road or field."""
    return "C" if sign in "CD" else "V" if sign == "~" else "R" if sign.isdigit() else "F"


def reached(signs: dict[str, str], wanted: str) -> list[list[str]]:
    """Where each of these signs stands, for those that stand anywhere."""
    found = [[where for where, sign in signs.items() if sign == one] for one in wanted]
    return [places for places in found if places]


def star_wars_designs() -> dict[str, Design]:
    """The designs of Star Wars by id."""
    found = {}
    for line in STAR_WARS.strip().split("\n"):
        name, count, rim, *more = line.split()
        sides = dict(zip(COMPASS, rim, strict=True))
        printed = [word.split(":") for word in more if ":" in word]
        found[name] = {
            "id": name,
            "count": int(count),
            "start": "start" in more,
            "edges": "".join("S" if s == "." else "R" if s.isdigit() else "A" for s in rim),
            "routes": reached(sides, "1234"),
            "asteroids": reached(sides, "AB"),
            "planet": "planet" in more,
            "symbols": [
                {"on": on, "segment": signs.index(where), "faction": faction}
                for where, faction in printed
                for on, signs in (("route", "1234"), ("asteroid", "AB"), ("planet", "*"))
                if where in signs
            ],
        }
    return found
