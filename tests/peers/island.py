"""The island in both numberings: how it lies in one engine, laid in the other."""

from __future__ import annotations

from typing import Any

from catanatron.models.map import (
    BASE_MAP_TEMPLATE,
    PORT_DIRECTION_TO_NODEREFS,
    CatanMap,
    LandTile,
    NodeRef,
    Port,
    initialize_tiles,
)

from peers.words import RESOURCES, Words
from rules.catan.board import DESERT, GENERIC, NO_TOKEN, Layout, load_board
from rules.catan.position import Position

CORNERS = tuple(
    NodeRef[corner] for corner in ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
)


class BothIslands:
    """Catanatron's map and our board; its ports lie where our harbours do."""

    def __init__(self) -> None:
        board, tiles = load_board(), initialize_tiles(BASE_MAP_TEMPLATE)
        land = {cube: tile for cube, tile in tiles.items() if isinstance(tile, LandTile)}
        self.words = Words(board, {cube: [tile.nodes[x] for x in CORNERS] for cube, tile in land.items()})
        self.slots = dict[int, int]()
        """Our harbour of each of its ports."""
        for port in tiles.values():
            if isinstance(port, Port):
                slots = {int(board.tables.vertex_slot[0, vertex]) for vertex in self._ends(port)}
                if len(slots) != 1:
                    raise ValueError("a port lies where there is no harbour")
                self.slots[port.id] = slots.pop()

    def _ends(self, port: Any) -> tuple[int, ...]:
        """The two vertices of a port."""
        return tuple(self.words.vertex[port.nodes[end]] for end in PORT_DIRECTION_TO_NODEREFS[port.direction])

    def layout(self, island: CatanMap) -> Layout:
        """Catanatron's map as it lies, in our numbers."""
        tiles = [island.land_tiles[cube] for cube in self.words.cubes]
        terrain = tuple(DESERT if t.resource is None else RESOURCES.index(t.resource) for t in tiles)
        kinds = {
            self.slots[i]: GENERIC if port.resource is None else RESOURCES.index(port.resource)
            for i, port in island.ports_by_id.items()
        }
        tokens = tuple(NO_TOKEN if t.number is None else t.number for t in tiles)
        harbours = tuple(kinds[slot] for slot in range(len(kinds)))
        return Layout(terrain, tokens, harbours, terrain.index(DESERT))

    def map(self, position: Position) -> CatanMap:
        """Our island as it lies, as catanatron's map; its lists are taken from the end."""
        numbers, ports, resources = list[int](), list[str | None](), list[str | None]()
        for cube, kind in BASE_MAP_TEMPLATE.topology.items():
            if kind is LandTile:
                h = self.words.hexes[cube]
                terrain = int(position["terrain"][h])
                resources.append(None if terrain == DESERT else RESOURCES[terrain])
                numbers += [] if terrain == DESERT else [int(position["token"][h])]
            elif isinstance(kind, tuple):
                harbour = int(position["harbour"][self.slots[len(ports)]])
                ports.append(None if harbour == GENERIC else RESOURCES[harbour])
        return CatanMap.from_tiles(
            initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], ports[::-1], resources[::-1])
        )
