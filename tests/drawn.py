"""Positions to draw: of each game one as it comes and one fuller than any game, and what to ask of shapes."""

from __future__ import annotations

import functools
import itertools
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from castle_notation import game

import rules
from reports.boards.canvas import Canvas
from reports.boards.carcassonne.scene import farm_shading
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.castle.scene import scene as castle_scene
from reports.boards.catan.scene import scene as island_scene
from reports.boards.starwars.tile import StarWarsTile
from reports.boards.tiles.board import Board, Placed, board_scene
from reports.pictures.style import SEAT_COLOURS
from rules.castle.cards import standard_cards
from rules.castle.plan import SIDE, WALLS, ZONE_OF, ZONES, Zone
from rules.castle.position import Position as CastlePosition
from rules.castle.referee import Referee
from rules.catan.board import standard_island
from rules.catan.geometry import N_EDGES, N_VERTICES
from rules.catan.options import Laying, Options
from rules.catan.position import Position
from rules.catan.state import NOBODY, Thing
from rules.tiles.features import BIG, SMALL
from rules.tiles.position import Meeple

Design = Mapping[str, Any]

# --- boards of tiles


def designs(game: str, *files: str) -> dict[str, Design]:
    """The tables of a game's tile files, by id."""
    folder = Path(rules.__file__).parent / game
    texts = [(folder / file).read_text(encoding="utf-8") for file in files]
    return {tile["id"]: tile for text in texts for tile in tomllib.loads(text)["tile"]}


STARWARS = designs("starwars", "tiles.toml")
CARCASSONNE = designs("carcassonne", "tiles.toml", "river.toml")

KINDS = {"route": "routes", "asteroid": "asteroids", "city": "cities", "road": "roads", "field": "fields"}
CENTRES = ("planet", "cloister")


def segments(design: Design) -> list[tuple[str, int]]:
    """Every place on a design where a meeple may stand: (kind, index)."""
    found = [(on, n) for on, key in KINDS.items() for n in range(len(design.get(key, [])))]
    return found + [(centre, 0) for centre in CENTRES if design.get(centre)]


@functools.cache
def painted(name: str) -> Any:
    """The painted tile of a design of the boxes: of Star Wars or of Carcassonne."""
    return StarWarsTile(STARWARS[name]) if name in STARWARS else CarcassonneTile(CARCASSONNE[name])


def in_rows(tiles: Iterable[Any], across: int, rotation: int | None = None) -> list[Placed]:
    """Tiles side by side in rows; each turned once more than the one before, unless all alike."""
    return [
        Placed(tile, (n % across, -(n // across)), n % 4 if rotation is None else rotation)
        for n, tile in enumerate(tiles)
    ]


def on_every_segment(tiles: Sequence[Placed], seats: int) -> list[Meeple]:
    """A meeple on every segment of placed tiles, of the seats in turn."""
    chosen = itertools.cycle(range(seats))
    return [
        Meeple(next(chosen), SMALL, tile.at, on, n) for tile in tiles for on, n in segments(tile.tile.design)
    ]


SPACE = Board(
    in_rows(
        map(painted, ("planet-hoth", "field-3-route-empire", "route-crossing-4", "fields-adjacent", "start")),
        5,
    ),
    ("red", "black"),
    [Meeple(0, BIG, (0, 0), "planet", 0), Meeple(1, SMALL, (1, 0), "asteroid", 0)],
    last=(1, 0),
    legend=[("red", "Luke Skywalker: 12 points"), ("black", "Darth Vader: $7 & <9> points")],
)


def all_tiles(names: Iterable[str], colours: Sequence[str], across: int) -> Board:
    """Every design of a box with a meeple on every segment."""
    tiles = in_rows(map(painted, names), across)
    return Board(
        tiles,
        colours,
        on_every_segment(tiles, len(colours)),
        legend=[(colour, f"{colour}: a name that is long " * 2) for colour in colours],
    )


def shaded() -> Board:
    """All of Carcassonne, every field shared by two farmers."""
    board = all_tiles(CARCASSONNE, ("red", "blue", "yellow", "green", "black"), 6)
    holders = {(t.at, n): ["red", "blue"] for t in board.tiles for n in range(len(t.tile.design["fields"]))}
    return replace(board, shading=farm_shading(board.tiles, holders))


# --- Catan

MAP = standard_island().beginner
COLOURS = standard_island().colours
BEGINNER = Options(board=Laying.BEGINNER)


def island(
    players: int = 4,
    pieces: str = "",
    last: tuple[int, int] | None = None,
    options: Options = BEGINNER,
    **fields: Any,
) -> Position:
    """A table of Catan: pieces as ``0:s8,c28,r13 1:s41``, fields of the state by name."""
    position = Position()
    position.open(options, players)
    position.lay(MAP)
    position["road_owner"][:] = NOBODY
    for seat, built in (part.split(":") for part in pieces.split()):
        for piece in built.split(","):
            kind, place = piece[0], int(piece[1:])
            name = {"s": "settlements", "c": "cities", "r": "roads"}[kind]
            position["n_" + name][int(seat)] += 1
            if kind == "r":
                position["road_owner"][place] = int(seat)
            else:
                position[name][int(seat)] |= 1 << place
    defaults = {"road_holder": NOBODY, "army_holder": NOBODY, "winner": NOBODY, "seat": 3, "n_deck": 25}
    for name, value in (defaults | fields).items():
        if np.ndim(position[name]):
            position[name][...] = value
        else:
            position[name] = value
    if last:
        position["n_builds"], position["builds"][0] = 1, (position["turn"], 0, *last, 0)
    return position


def catan(**changes: Any) -> Position:
    """A position as it comes: the city on vertex 28 was built last, Blue has the Longest Road."""
    fields: dict[str, Any] = {
        "pieces": "0:s8,c28,r13,r41 1:s41,r52 2:c14,r15 3:s31,s17,r37,r25",
        "last": (Thing.CITY, 28),
        "hands": [(1, 0, 2, 0, 12), (0,) * 5, (0,) * 5, (0,) * 5],
        "cards": [(0,) * 5, (0,) * 5, (1, 1, 0, 0, 0), (0,) * 5],
        "road_length": (0, 7, 0, 0),
        "knights": (0, 0, 3, 0),
        "road_holder": 1,
        "army_holder": 2,
        "bank": (19, 19, 0, 4, 7),
    }
    return island(**(fields | changes))


def crowded() -> Position:
    """Every vertex and every edge of Catan taken, hands of three figures."""
    pieces = []
    for seat in range(4):
        taken = [f"{'sc'[n // 4 % 2]}{n}" for n in range(seat, N_VERTICES, 4)]
        pieces.append(f"{seat}:" + ",".join([*taken, *(f"r{n}" for n in range(seat, N_EDGES, 4))]))
    many: dict[str, Any] = {"hands": 100, "cards": 5, "knights": 50, "road_length": 24, "bank": 100}
    return island(pieces=" ".join(pieces), road_holder=2, army_holder=2, seat=2, **many)


# --- Castle

BOARD = (
    "king/A+knight/B+knight/A(2,2) lady_in_waiting/C(1,1) ambassador/-(4,4) captain/B(0,1) soldier/C(0,2) "
    "witch/A+knight/C(0,0) siege_engine/A+knight/C@N siege_engine/B@W fairy/B@out dragon/A@out thief/C@out"
)
OFF_IT = "; A: spy; B: fool soldier; C: queen; stocks: -; exchange: soldier soldier archer"
"""A few cards that are not on the board."""

IDS = [kind.id for kind in standard_cards().kinds for _ in range(kind.count)]
"""Every card of the box."""


def castle(given: str = BOARD + OFF_IT, *turns: str) -> CastlePosition:
    """The table of a board in words, after these turns."""
    referee = Referee()
    verdict = referee.judge(game(given, *turns))
    assert verdict.legal, verdict
    return referee.position


def full_castle() -> CastlePosition:
    """Every card that can be is in play, the longest names first, four Knights on one of them."""
    zone_of = {kind.id: kind.zone for kind in standard_cards().kinds}
    left = {zone: sorted((c for c in IDS if zone_of[c] == zone), key=len) for zone in range(len(ZONES))}
    piles = [
        f"{left[zone].pop()}/{'ABCDE'[space % 5]}{'+knight/A+knight/-+knight/C+knight/D' * (space == 7)}"
        f"({space // SIDE},{space % SIDE})"
        for space, zone in enumerate(ZONE_OF)
        if left[zone]
    ]
    piles += [f"siege_engine/A@{wall}" for wall in WALLS]
    piles += [f"{name}/E@out" for name in left[Zone.OUTSIDE] if name != "siege_engine"]
    return castle(" ".join(piles) + "; players: 5; stocks: -")


def scattered_castle() -> CastlePosition:
    """No card in play: five were removed, all others can be exchanged."""
    return castle(f"players: 5; stocks: -; removed: {' '.join(IDS[:5])}; exchange: {' '.join(IDS[5:])}")


SCENES = {
    "starwars": lambda: board_scene(SPACE),
    "starwars, every tile": lambda: board_scene(all_tiles(STARWARS, tuple(SEAT_COLOURS), 8)),
    "carcassonne, every tile": lambda: board_scene(shaded()),
    "catan": lambda: island_scene(catan()),
    "catan, crowded": lambda: island_scene(crowded(), "ids"),
    "castle": lambda: castle_scene(castle()),
    "castle, full": lambda: castle_scene(full_castle()),
    "castle, scattered": lambda: castle_scene(scattered_castle()),
}
"""What is drawn to look at the whole page."""


# --- shapes


def middle(path: Any) -> Any:
    """The middle of a shape's box."""
    return (path.vertices.min(axis=0) + path.vertices.max(axis=0)) / 2


def shapes(canvas: Canvas, least: float, most: float, fill: str | None = None) -> list[Any]:
    """The shapes of a canvas between two levels, of one fill if one is named."""
    return [
        path
        for paint, paths in canvas
        for path in paths
        if least <= paint.level < most and fill in (None, paint.fill)
    ]
