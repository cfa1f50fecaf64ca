"""A position: one game of Carcassonne played through the engine in the parts of its turns (CC-13).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to see what is legal
and who stands where. A turn is `lay` and `finish`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.carcassonne import engine
from rules.carcassonne.farms import find_cities
from rules.carcassonne.options import Options
from rules.carcassonne.river import find_river
from rules.carcassonne.scoring import score_completed
from rules.carcassonne.state import MAX_MOVES, SOURCES, new_state
from rules.carcassonne.tiles import KINDS, SOURCE
from rules.kernel import Array, kernel
from rules.tiles.position import Standing, TilePosition
from rules.tiles.tileset import TileSet


@kernel
def is_placeable(tiles: Array, options: Array, states: Array, design: int) -> bool:
    """Whether the tile has a legal placement (CC-20, CC-77)."""
    return engine.is_placeable(tiles[0], options[0], states[0], design)


@kernel
def take_in(tiles: Array, states: Array) -> None:
    """Find what the engine keeps of a given position: complete cities and the river's open end."""
    find_cities(tiles[0], states[0])
    find_river(tiles[0], states[0])


@kernel
def lay_turn(tiles: Array, states: Array, move: int) -> None:
    """Steps 1 and 2."""
    engine.lay(tiles[0], states[0], move)


@kernel
def finish_turn(tiles: Array, options: Array, states: Array) -> None:
    """Steps 3 and 4, and the next seat draws."""
    score_completed(tiles[0], options[0], states[0])
    engine.next_turn(tiles[0], options[0], states[0])


class Position(TilePosition):
    """One game at a time."""

    game = "carcassonne"
    kinds = KINDS
    sources = SOURCES
    options: Options

    def __init__(self, tileset: TileSet, states: np.recarray[Any, Any] | None = None) -> None:
        super().__init__(tileset, new_state() if states is None else states, np.zeros(MAX_MOVES, np.int32))

    # --- before the first turn

    def _clear(self) -> None:
        engine.clear_game(self.rules[0], self.states[0], self.players)

    def first_design(self) -> int:
        """The start tile, with the River its source (CC-11, CC-68)."""
        if not self.options.river:
            return super().first_design()
        return next(i for i, tile in enumerate(self.tileset.tiles) if tile.role == SOURCE)

    def deal(self, seed: int, game: int) -> None:
        """Set up game `game` of a run: the first tile down, the others shuffled (CC-11, CC-68)."""
        engine.new_game(self.tiles[0], self.rules[0], self.states[0], self.players, seed, game)
        self._note_tile((0, 0), self["design"][0], 0)

    def stand(self, meeple: Standing) -> None:
        """Put a meeple of a given position on its segment; the supply has it."""
        super().stand(meeple)
        self["supply"][meeple.seat] -= 1

    def take_in(self) -> None:
        """All tiles of a given position lie: find its complete cities and the open end of its river."""
        take_in(self.tiles, self.states)

    # --- a turn

    def fits(self, design: int) -> bool:
        """Whether the tile has a legal placement (CC-20, CC-77)."""
        return bool(is_placeable(self.tiles, self.rules, self.states, design))

    def lay(self, move: int) -> None:
        """Steps 1 and 2: the tile in hand and perhaps a meeple (CC-13)."""
        seat, design = self["seat"], self["tile"]
        self.about_to(move)
        lay_turn(self.tiles, self.states, move)
        self._note_move(seat, design, move)

    def finish(self) -> None:
        """Steps 3 and 4, and the next seat draws (CC-13)."""
        scored = self["n_scored"]
        finish_turn(self.tiles, self.rules, self.states)
        if self["n_scored"] != scored:
            self._send_home()

    def skip(self) -> None:
        """A turn without a tile: the next seat draws (CC-21)."""
        engine.next_turn(self.tiles[0], self.rules[0], self.states[0])

    def score_standing(self) -> None:
        """The final scoring; `standing` keeps the last picture of the board (CC-50, CC-52)."""
        engine.final_scores(self.tiles[0], self.rules[0], self.states[0])
