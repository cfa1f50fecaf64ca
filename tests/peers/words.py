"""Moves of our Catan in the words of catanatron, and back; catanatron itself is not needed for that.

A deed is the name of an action and its value: nodes for vertices, sorted pairs of nodes for edges, cube
coordinates for hexes, seats for colours. Chance that is added to a move stands in the value, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.catan.board import Island
from rules.catan.deeds import read_dice, write_dice
from rules.catan.moves import NO_SECOND, NOT_NOW, Kind, move_kind, move_place, move_second, pack_move
from rules.catan.position import Position
from rules.catan.state import Card

Cube = tuple[int, int, int]
Deed = tuple[str, Any]

RESOURCES = ("BRICK", "WOOD", "SHEEP", "WHEAT", "ORE")
"""By our number of a resource."""

IN_ORDER = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
"""As catanatron orders them."""

CARDS = tuple(card.name for card in Card)
"""By our number of a development card."""

PLAIN: dict[int, str] = {
    Kind.ROLL: "ROLL",
    Kind.BUY: "BUY_DEVELOPMENT_CARD",
    Kind.KNIGHT: "PLAY_KNIGHT_CARD",
    Kind.ROAD_BUILDING: "PLAY_ROAD_BUILDING",
    Kind.END: "END_TURN",
}
"""Moves without a place."""

BUILT: dict[int, str] = {Kind.SETTLEMENT: "BUILD_SETTLEMENT", Kind.CITY: "BUILD_CITY"}

MOST_GIVEN = 4
"""Cards that the bank takes for one at most: so many places has the value of such a trade, and one more."""


class Words:
    """The two numberings of one island, side by side."""

    def __init__(self, island: Island, nodes: Mapping[Cube, Sequence[int]]) -> None:
        """`nodes` are those at the corners of each hex, clockwise from the north."""
        shape = island.geometry
        self.cubes: list[Cube] = [(q, -q - r, r) for q, r in shape.hexes]
        self.hexes = {cube: h for h, cube in enumerate(self.cubes)}
        pairs = {
            (vertex, node)
            for cube, corners in zip(self.cubes, shape.hex_vertices, strict=True)
            for vertex, node in zip(corners, nodes[cube], strict=True)
        }
        self.node, self.vertex = dict(pairs), {node: vertex for vertex, node in pairs}
        if not len(pairs) == len(self.node) == len(self.vertex):
            raise ValueError("a vertex has two nodes, or a node two vertices")
        self.pairs: list[tuple[int, ...]] = [
            tuple(sorted(self.node[end] for end in ends)) for ends in shape.edges
        ]
        self.edges = {pair: edge for edge, pair in enumerate(self.pairs)}

    def deed(self, position: Position, move: int, outcome: int | None = None) -> Deed | None:
        """What a move is called, with its chance if that is given; None for what has no name of its own.

        That is one card of a discard, the two steps of the robber, and trade between players.
        """
        kind, place, second = move_kind(move), move_place(move), move_second(move)
        if kind in PLAIN:
            chance: Any = None
            if outcome is not None and kind == Kind.ROLL:
                chance = tuple(write_dice(outcome))
            elif outcome is not None and kind == Kind.BUY:
                chance = CARDS[outcome]
            return PLAIN[kind], chance
        if kind == Kind.ROAD:
            return "BUILD_ROAD", self.pairs[place]
        if kind in BUILT:
            return BUILT[kind], self.node[place]
        if kind == Kind.MONOPOLY:
            return "PLAY_MONOPOLY", RESOURCES[place]
        if kind == Kind.YEAR_OF_PLENTY:
            cards = [RESOURCES[card] for card in (place, second) if card != NO_SECOND]
            return "PLAY_YEAR_OF_PLENTY", tuple(sorted(cards, key=IN_ORDER.index))
        if kind == Kind.BANK:
            rate = int(position["rate"][position["seat"], place])
            given = [RESOURCES[place]] * rate + [None] * (MOST_GIVEN - rate)
            return "MARITIME_TRADE", (*given, RESOURCES[second])
        return None

    def robbery(self, h: int, victim: int | None, card: int | None = None) -> Deed:
        """The robber moved to a hex, and whom a card is taken from there."""
        return "MOVE_ROBBER", (self.cubes[h], victim, None if card is None else RESOURCES[card])

    def steps(self, deed: Deed) -> list[tuple[int, int]]:
        """The moves that a deed is, each with its outcome of chance; of a discard one for each card."""
        name, value = deed
        plain = {word: kind for kind, word in PLAIN.items()}
        if name in plain:
            outcome = 0
            if value is not None:
                outcome = read_dice(value) if name == "ROLL" else CARDS.index(value)
            return [(pack_move(plain[name], 0, 0), outcome)]
        if name == "MOVE_ROBBER":
            cube, victim, card = value
            robber = (pack_move(Kind.ROBBER, self.hexes[cube], 0), 0)
            theft = pack_move(Kind.STEAL, NOT_NOW if victim is None else victim, 0)
            return [robber] if victim is None else [robber, (theft, RESOURCES.index(card) if card else 0)]
        if name == "DISCARD":
            return [(pack_move(Kind.DISCARD, RESOURCES.index(card), 0), 0) for card in value]
        return [(self._built_or_taken(name, value), 0)]

    def _built_or_taken(self, name: str, value: Any) -> int:
        """What needs no chance and is one move."""
        if name == "BUILD_ROAD":
            return pack_move(Kind.ROAD, self.edges[tuple(sorted(value))], 0)
        for kind, word in BUILT.items():
            if name == word:
                return pack_move(kind, self.vertex[value], 0)
        numbers = [RESOURCES.index(card) for card in ([value] if isinstance(value, str) else value) if card]
        if name == "PLAY_MONOPOLY":
            return pack_move(Kind.MONOPOLY, numbers[0], 0)
        if name == "PLAY_YEAR_OF_PLENTY":
            first, second = (*sorted(numbers), NO_SECOND)[:2]
            return pack_move(Kind.YEAR_OF_PLENTY, first, second)
        if name == "MARITIME_TRADE":
            return pack_move(Kind.BANK, numbers[0], numbers[-1])
        raise ValueError(f"{name}: no such action of catanatron is known here")
