"""What the positions of all tile games have in common: tiles that lie, meeples that stand, a state to see.

A referee and a replay play a game through its engine in the parts of its turns. `rules.GAME.position` adds
the parts of a turn of that game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from rules.position import GamePosition
from rules.records import Data
from rules.tiles.board import code_at, fits_somewhere, place_tile
from rules.tiles.features import COUNT_BITS, one_meeple
from rules.tiles.grid import STEP, WIDTH, cell_of, place_of
from rules.tiles.moves import (
    NOTHING,
    from_slot,
    move_cell,
    move_rotation,
    move_size,
    move_slot,
    move_target,
    pack_move,
)
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import TileSet

Place = tuple[int, int]
"""Where a tile lies: x east, y north."""

REACH = 126
"""The table ends this many places from its middle: a cell and its neighbours are within the grid."""


class Meeple(NamedTuple):
    """A meeple on the board: its seat, its size (0 small, 1 big), and the segment it stands on."""

    seat: int
    size: int
    at: Place
    on: str
    segment: int


class Lying(NamedTuple):
    """A tile on the board: its design, quarter turns clockwise, and the node of its first segment."""

    design: int
    rotation: int
    node: int


class TilePosition(GamePosition):
    """One game at a time, with all tiles in `lying` and all meeples in `standing` in order of placing.

    The caller hands over places within `REACH` and segments that the tile has.
    """

    kinds: ClassVar[Sequence[str]]
    """Kinds of feature, in the words of records."""
    sources: ClassVar[Sequence[str]]
    """Sources of points, in the words of records."""

    def __init__(self, tileset: TileSet | None = None, states: np.recarray[Any, Any] | None = None) -> None:
        super().__init__(tileset, states)
        self.tileset: TileSet = self.box
        self.designs = {tile.id: i for i, tile in enumerate(self.tileset.tiles)}
        self.segments = [
            {(self.kinds[s.kind], s.index): number for number, s in enumerate(tile.segments)}
            for tile in self.tileset.tiles
        ]

    def copied(self) -> Self:
        """This moment, apart from what is played on from here."""
        made = super().copied()
        made.lying, made.standing = dict(self.lying), list(self.standing)
        return made

    # --- before the first turn

    def open(self, options: Any, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Make room for a game under these complete options (CC-3, SW-7)."""
        super().open(options, players, rules)
        self.lying: dict[Place, Lying] = {}
        self.standing: list[Meeple] = []
        self.given_next: int | None = None
        self._left: list[list[int]] | None = None

    def deal(self, seed: int, game: int) -> None:
        """Set up game `game` of a run: the first tile down, the others shuffled (CC-11, CC-68, SW-8)."""
        super().deal(seed, game)
        self._note_tile((0, 0), self["design"][0], 0)

    def begin_with(self, seat: int) -> None:
        """A given position says that this seat is next; who began the game, its rules say."""
        self.given_next = self["seat"] = seat

    def first_design(self) -> int:
        """The design of the tile that lies in the middle before the first turn (CC-11, SW-8)."""
        return int(self.tables[0].start)

    def place(self, at: Place, design: int, rotation: int) -> None:
        """Lay a tile of a given position. The place is free and what touches the tile matches it."""
        place_tile(self.tables[0], self.states[0], cell_of(*at), design, rotation)
        self._note_tile(at, design, rotation)

    def stand(self, meeple: Meeple) -> None:
        """Put a meeple of a given position on its segment, in whatever company; the seat has it."""
        self["meeples"][self.feature_of(meeple)] += one_meeple(meeple.seat, meeple.size)
        self.standing.append(meeple)

    # --- a turn

    def allows(self, move: int) -> bool:
        """Whether this is a legal move; of rotations that look alike the lowest is listed (CC-18)."""
        return super().allows(move) or super().allows(self._listed_for(move))

    def _listed_for(self, move: int) -> int:
        """The move that is listed in place of one that looks the same."""
        tile, rotation, target = self.tileset.tiles[self["tile"]], move_rotation(move), move_target(move)
        if 0 < target <= len(tile.segments):
            target = 1 + tile.segment_alike(rotation, target - 1)
        listed = pack_move(move_cell(move), tile.alike[rotation], target, move_size(move))
        return int(from_slot(listed, move_slot(move)))

    def fits_at(self, at: Place, design: int, rotation: int) -> bool:
        """Whether the edges of a tile match on this place, which touches another tile (CC-17, SW-15)."""
        fitting = int(self.tables[0].fits[design, code_at(self.states[0], cell_of(*at))])
        return bool(fitting >> self.tileset.tiles[design].alike[rotation] & 1)

    def touches(self, at: Place) -> bool:
        """Whether a free place shares an edge with a tile (CC-16, SW-14)."""
        return bool(self["open_at"][cell_of(*at)])

    def fits(self, design: int) -> bool:
        """Whether there is a place for the tile (CC-20, SW-16)."""
        return bool(fits_somewhere(self.tables[0], self.states[0], design))

    @abstractmethod
    def skip(self) -> None:
        """A turn without a tile: the next seat draws (CC-21, SW-16)."""

    def final_scores(self) -> None:
        """Score what is scored after the end; the meeples are still seen where they stand."""
        self._left = self.reserve()
        super().final_scores()

    # --- what there is

    @property
    def last_laid(self) -> Place | None:
        """Where the tile lies that was laid last; None if there is but the first."""
        return next(reversed(self.lying)) if len(self.lying) > 1 else None

    def hand(self, seat: int) -> list[int]:
        """The designs of the tiles that a seat holds; none where tiles are drawn and placed (HR-21)."""
        return []

    def own_tile(self, seat: int) -> int:
        """The design that a seat may place in some turn in place of drawing, NO_TILE for none (HR-22)."""
        return NO_TILE

    def drawn(self) -> int:
        """The design that was drawn and is to be placed, NO_TILE for none."""
        return int(self["tile"])

    def reserve(self) -> list[list[int]]:
        """The meeples that each seat has left beside those on the board, by size."""
        return self._in_hand() if self._left is None else self._left

    @abstractmethod
    def _in_hand(self) -> list[list[int]]:
        """The meeples that each seat has left by the state, by size."""

    def move_of(self, at: Place, rotation: int, target: int = NOTHING, size: int = 0) -> int:
        """A move as the engine's integer."""
        return int(pack_move(cell_of(*at), rotation, target, size))

    def feature_of(self, meeple: Meeple) -> int:
        """The feature that a meeple stands on."""
        tile = self.lying[meeple.at]
        return int(self["feature"][tile.node + self.segments[tile.design][meeple.on, meeple.segment]])

    def by_source(self) -> list[dict[str, int]]:
        """Points by source for each seat."""
        points = self["points"].tolist()
        return [dict(zip(self.sources, points[seat], strict=True)) for seat in range(self.players)]

    def result(self) -> Data:
        """The result as it stands; before the final scoring nobody has won."""
        return {"scores": self.scores(), "by_source": self.by_source(), "winners": self.winners()}

    # --- keeping `lying` and `standing`

    def _note_tile(self, at: Place, design: int, rotation: int) -> None:
        self.lying[at] = Lying(int(design), int(rotation), int(self["first_node"][len(self.lying)]))

    def _note_move(self, seat: int, design: int, move: int) -> None:
        """The tile of a move lies and its meeple stands on it; what else a target may be, a game notes."""
        at, target = place_of(move_cell(move)), move_target(move)
        self._note_tile(at, design, move_rotation(move))
        segments = self.tileset.tiles[design].segments
        if 0 < target <= len(segments):
            segment = segments[target - 1]
            on = self.kinds[segment.kind]
            self.standing.append(Meeple(seat, move_size(move), at, on, segment.index))

    def _send_home(self) -> None:
        """Take from `standing` who has left: of a seat in a feature all go home or none (CC-35, SW-50)."""
        self.standing = [meeple for meeple in self.standing if self._stands(meeple)]

    def _stands(self, meeple: Meeple) -> bool:
        counter = COUNT_BITS * (2 * meeple.seat + meeple.size)
        return bool(int(self["meeples"][self.feature_of(meeple)]) >> counter & ((1 << COUNT_BITS) - 1))


def direction_of(step: Place) -> int:
    """The direction of a neighbour in the order of `STEP`, -1 if it is none of the eight (SW-20)."""
    if max(abs(step[0]), abs(step[1])) != 1:
        return -1
    return STEP.tolist().index(step[1] * WIDTH + step[0])
