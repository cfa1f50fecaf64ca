"""The rules of Carcassonne: Star Wars in the order of a turn. Numbers as SW-27 are those of the rule page.

Each `check_...` raises the `Fault` of the rule that forbids something; what no check forbids is legal.
"""

from __future__ import annotations

from collections.abc import Callable

from . import Entry, Fault, allowed
from .starwars_board import SIZES, Meeple, Move, Position, distinct_rotations, symbols_on
from .tile_position import (
    Cell,
    Feature,
    Lying,
    Node,
    around_there,
    check_contact,
    check_edges,
    eight_around,
    feature_of,
    is_complete,
    kind_of,
    meeples_on,
    nodes_of,
    open_cells,
    tiles_of,
)

# --- step 1: placing the tile


def check_placement(position: Position, lying: Lying, cell: Cell) -> None:
    """Contact along an edge on an empty cell (SW-14), and every touching edge matching (SW-15)."""
    check_contact(position, cell, "SW-14")
    check_edges(position, lying, cell, "SW-15")


def placements(position: Position, name: str) -> list[tuple[Cell, Lying]]:
    """Every (cell, tile as it lies) open to the tile; rotations that look alike are one."""
    cells = open_cells(position)
    ways = [position.tile(name, rotation) for rotation in distinct_rotations(position.box[name])]
    return [(cell, way) for way in ways for cell in cells if allowed(check_placement, position, way, cell)]


# --- step 2: placing a meeple


def check_meeple(position: Position, seat: int, cell: Cell, meeple: Meeple) -> None:
    """May this seat, having placed its tile at `cell`, place this meeple (SW-18 to SW-26)?"""
    if meeple.size not in SIZES:
        raise Fault("SW-18", f"a meeple is small or big, not {meeple.size!r}")
    if position.reserve(seat, meeple.size) <= 0:
        raise Fault("SW-18", f"seat {seat} has no {meeple.size} meeple in the reserve")
    if meeple.at is None:
        check_normal_target(position, cell, meeple)
    else:
        check_planet_target(position, seat, cell, meeple)


def check_normal_target(position: Position, cell: Cell, meeple: Meeple) -> None:
    """On a segment of the tile just placed, if the whole feature holds no meeple of anybody (SW-19)."""
    node = (cell, meeple.on, meeple.segment)
    if type(meeple.segment) is not int or node not in nodes_of(position, cell):
        raise Fault("SW-19", f"the tile just placed has no {meeple.on} segment {meeple.segment}")
    if meeples_on(position, feature_of(position, node)):
        raise Fault("SW-19", f"the {meeple.on} already holds a meeple")


def check_planet_target(position: Position, seat: int, cell: Cell, meeple: Meeple) -> None:
    """On a planet of the eight neighbours (SW-20 to SW-23), not beside one's own meeple (SW-24)."""
    assert meeple.at is not None
    if meeple.on != "planet":
        raise Fault("SW-20", f"only a planet may be taken on another tile, not a {meeple.on}")
    if meeple.at not in eight_around(cell):
        raise Fault("SW-20", f"{list(meeple.at)} is not one of the eight neighbours of {list(cell)}")
    if meeple.at not in position.board or (meeple.at, "planet", 0) not in nodes_of(position, meeple.at):
        raise Fault("SW-20", f"there is no planet at {list(meeple.at)}")
    if not position.options["reinforce_own_planet"]:
        for other in meeples_on(position, planet_at(meeple.at)):
            if position.side(other["seat"]) == position.side(seat):
                raise Fault("SW-24", f"the planet at {list(meeple.at)} holds a meeple of one's own side")


def planet_at(cell: Cell) -> Feature:
    """The planet of a tile, which is a feature of its own."""
    return frozenset({(cell, "planet", 0)})


def stand(position: Position, seat: int, cell: Cell, meeple: Meeple) -> None:
    """Put a meeple on the board."""
    node = (cell, meeple.on, meeple.segment) if meeple.at is None else (meeple.at, "planet", 0)
    position.meeples.append({"seat": seat, "size": meeple.size, "node": node})


def meeple_choices(position: Position, seat: int, cell: Cell) -> list[Meeple]:
    """Every meeple the seat may place after its tile was placed at `cell`."""
    targets: list[tuple[str, int | None, Cell | None]]
    targets = [(kind, segment, None) for _, kind, segment in nodes_of(position, cell)]
    targets += [("planet", None, other) for other in eight_around(cell)]
    choices = [Meeple(size, on, segment, at) for on, segment, at in targets for size in SIZES]
    return [choice for choice in choices if allowed(check_meeple, position, seat, cell, choice)]


def legal_moves(position: Position, seat: int, name: str) -> set[Move]:
    """The set of (x, y, rotation, Meeple or None) open to a seat that has drawn the tile."""
    moves = set()
    for cell, lying in placements(position, name):
        position.board[cell] = lying
        for meeple in [None, *meeple_choices(position, seat, cell)]:
            moves.add((*cell, lying["rotation"], meeple))
        del position.board[cell]
    return moves


# --- step 3: battles


def fighters_in(position: Position, feature: Feature) -> dict[int, list[Entry]]:
    """Who stands in a feature: the lowest seat of each side there, with the side's meeples (SW-27, SW-61)."""
    by_side: dict[int, list[Entry]] = {}
    for meeple in meeples_on(position, feature):
        by_side.setdefault(position.side(meeple["seat"]), []).append(meeple)
    return {min(meeple["seat"] for meeple in group): group for group in by_side.values()}


def dice_of(position: Position, feature: Feature, fighter: int, group: list[Entry]) -> int:
    """Dice of the meeples and of the own symbols in the feature, up to the cap (SW-30 to SW-33, SW-61)."""
    options = position.options
    dice = sum(options[f"{meeple['size']}_meeple_dice"] for meeple in group)
    symbols = symbols_on(position, feature).count(position.faction(fighter))
    if options["symbol_dice"] == "at_most_one":
        symbols = min(symbols, 1)
    return min(options["dice_cap"], dice + symbols)


def contested_features(
    position: Position, cell: Cell | None = None, attacked: Cell | None = None
) -> list[Feature]:
    """The features that hold two or more sides (SW-27), in the order of their battles (SW-29).

    First those of the tile just placed at `cell`: routes by segment index, fields, the planet. Then the
    `attacked` planet. Then any others, which only a setup can bring: by the order of laying the tiles.
    """
    nodes = [] if cell is None else nodes_of(position, cell)
    if attacked is not None:
        nodes.append((attacked, "planet", 0))
    for other in position.board:
        nodes += nodes_of(position, other)
    contested = []
    seen: set[Node] = set()
    for node in nodes:
        if node in seen:
            continue
        feature = feature_of(position, node)
        seen |= feature
        if len(fighters_in(position, feature)) >= 2:
            contested.append(feature)
    return contested


def fight(
    position: Position, feature: Feature, roll: Callable[[dict[int, int]], dict[int, list[int]]]
) -> None:
    """One battle (SW-34 to SW-41). `roll` is given {fighter: number of dice} and gives {fighter: dice}."""
    options = position.options
    groups = fighters_in(position, feature)
    pool = {fighter: dice_of(position, feature, fighter, group) for fighter, group in groups.items()}
    active = sorted(groups)
    rolls = 0
    while True:
        dice = roll({fighter: pool[fighter] for fighter in active})
        rolls += 1
        highest = max(max(dice[fighter]) for fighter in active)
        top = [fighter for fighter in active if max(dice[fighter]) == highest]
        for loser in active:
            if loser not in top:  # out at once (SW-37), paid by the dice rolled (SW-39, SW-40)
                paid_rolls = rolls if options["loser_points"] == "dice_of_every_roll" else 1
                position.pay(loser, "battle_loss", options["loser_die_points"] * pool[loser] * paid_rolls)
                go_home(position, groups[loser])
        if len(top) == 1:  # the winner stays and gets nothing (SW-35, SW-41)
            return
        for fighter in top:  # a draw at the top (SW-36)
            position.pay(fighter, "battle_tie", options["tied_roll_points"])
        active = top


def go_home(position: Position, meeples: list[Entry]) -> None:
    """These meeples leave the board for their owners' reserves."""
    for meeple in meeples:
        position.meeples.remove(meeple)


# --- step 4 and the end: scoring


def points_when_complete(position: Position, feature: Feature) -> int:
    """The points of a complete feature (SW-43 to SW-49)."""
    options = position.options
    symbols = options["symbol_points"] * len(symbols_on(position, feature))
    if kind_of(feature) == "route":
        return options["route_tile_points"] * len(tiles_of(feature)) + symbols
    if kind_of(feature) == "asteroid":
        return options["field_tile_points"] * len(tiles_of(feature)) + symbols
    return options["planet_place_points"] * 9 + symbols


def points_when_incomplete(position: Position, feature: Feature) -> int:
    """The points of an incomplete feature after the game (SW-54)."""
    options = position.options
    symbols = options["symbol_points"] * len(symbols_on(position, feature))
    if kind_of(feature) == "route":
        return options["route_tile_points"] * len(tiles_of(feature)) + symbols
    if kind_of(feature) == "asteroid":
        return options["incomplete_field_tile_points"] * len(tiles_of(feature)) + symbols
    (cell,) = tiles_of(feature)
    return options["planet_place_points"] * (1 + around_there(position, cell)) + symbols


def score(position: Position, feature: Feature, points: int) -> None:
    """Pay the sole side in a feature once, and send its meeples home (SW-50)."""
    standing = meeples_on(position, feature)
    if standing:
        position.pay(standing[0]["seat"], kind_of(feature), points)
        go_home(position, standing)


def score_completed(position: Position, cell: Cell, fought: list[Feature]) -> None:
    """Score what the tile at `cell` completed, and what was fought over and is complete (SW-51)."""
    features = [feature_of(position, node) for node in nodes_of(position, cell)]
    features += [
        planet_at(other)
        for other in eight_around(cell)
        if other in position.board and ("planet", 0) in position.board[other]["segments"]
    ]
    for feature in features + fought:
        if is_complete(position, feature):
            score(position, feature, points_when_complete(position, feature))


def score_final(position: Position) -> None:
    """Every meeple still standing scores its feature, each feature once (SW-54).

    Only a setup can leave a meeple in a complete feature until now; it scores as complete.
    """
    while position.meeples:
        feature = feature_of(position, position.meeples[0]["node"])
        if is_complete(position, feature):
            score(position, feature, points_when_complete(position, feature))
        else:
            score(position, feature, points_when_incomplete(position, feature))
