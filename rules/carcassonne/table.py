"""A table: one game of Carcassonne played through the engine in the parts of its turns (CC-13).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to see what is legal
and who stands where. A turn is `lay` and `finish`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.carcassonne import engine
from rules.carcassonne.farms import find_cities
from rules.carcassonne.options import FarmMethod, Options
from rules.carcassonne.river import find_river, may_turn
from rules.carcassonne.scoring import score_completed
from rules.carcassonne.state import SOURCES, new_state
from rules.carcassonne.tiles import FIELD, KINDS, LAND, RIVER_LETTER, SOURCE
from rules.kernel import Array, kernel
from rules.tiles.features import preview
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_target
from rules.tiles.table import APART, Standing, TileTable
from rules.tiles.table import misplaced as misplaced_tile
from rules.tiles.tileset import TileSet

# Why a tile or meeple may not go somewhere, by rule number; 0 for nothing against it.
NO_CONTACT, NO_MATCH, OFF_RIVER, SAME_HAND = 16, 17, 71, 75
OCCUPIED, NO_SUPPLY, NO_FARMERS = 24, 26, 31


@kernel
def misplaced(tiles: Array, options: Array, states: Array, move: int) -> int:
    """The number of the rule that keeps the tile in hand from its place, 0 for none.

    CC-16, CC-17, CC-71 or CC-75.
    """
    state = states[0]
    cell, looks = move_cell(move), state.tile * 4 + move_rotation(move)
    is_river = tiles[0].role[state.tile] != LAND
    fault = misplaced_tile(tiles[0], state, cell, looks)
    if fault == APART:
        return NO_CONTACT
    if is_river and (
        cell != state.river_cell or tiles[0].edge[looks, (state.river_heading + 2) & 3] != RIVER_LETTER
    ):
        return OFF_RIVER
    if fault != 0:
        return NO_MATCH
    if is_river and not may_turn(tiles[0], options[0], state, looks):
        return SAME_HAND
    return 0


@kernel
def broken_rule(tiles: Array, options: Array, states: Array, move: int) -> int:
    """The number of the rule that forbids the move of the tile in hand, 0 if it is legal.

    One of its place (`misplaced`), or of its meeple: CC-24, CC-26 or CC-31.
    """
    rule = misplaced(tiles, options, states, move)
    target = move_target(move)
    if rule != 0 or target == NOTHING:
        return rule
    state = states[0]
    if options[0].farm_method == FarmMethod.NONE and tiles[0].kind[state.tile, target - 1] == FIELD:
        return NO_FARMERS
    if state.supply[state.seat] <= 0:
        return NO_SUPPLY
    preview(tiles[0], state, move_cell(move), state.tile, move_rotation(move), state)
    return 0 if state.group_meeples[state.group[target - 1]] == 0 else OCCUPIED


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


class Table(TileTable):
    """One game at a time."""

    game = "carcassonne"
    kinds = KINDS
    sources = SOURCES
    options: Options

    def __init__(self, tileset: TileSet, states: np.recarray[Any, Any] | None = None) -> None:
        super().__init__(tileset, new_state() if states is None else states)

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

    def misplaced(self, move: int) -> int:
        """The number of the rule that keeps the tile in hand from its place, 0 for none."""
        return int(misplaced(self.tiles, self.rules, self.states, move))

    def broken_rule(self, move: int) -> int:
        """The number of the rule that forbids the move of the tile in hand, 0 if it is legal."""
        return int(broken_rule(self.tiles, self.rules, self.states, move))

    def lay(self, move: int) -> None:
        """Steps 1 and 2: the tile in hand and perhaps a meeple (CC-13)."""
        seat, design = self["seat"], self["tile"]
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
