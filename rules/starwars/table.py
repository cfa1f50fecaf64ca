"""A table: one game of Star Wars played through the engine in the parts of its turns (SW-11).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to put recorded dice
in the place of rolled ones or to see who stands where. A turn is `lay`; for each contested feature
`muster`, then `roll` or `show` and `settle` until somebody wins; and `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rules.chance import DICE, enter_episode
from rules.kernel import Array, Record, kernel
from rules.options import as_record
from rules.starwars import battle, engine
from rules.starwars.moves import (
    ATTACK,
    NOTHING,
    may_attack,
    move_cell,
    move_rotation,
    move_size,
    move_target,
    pack_move,
    planet_node,
)
from rules.starwars.options import COLOUR_FACTIONS, Options
from rules.starwars.state import MAX_TOUCHED, SOURCES, STATE_DTYPE, new_state
from rules.starwars.tiles import KINDS
from rules.tiles.board import fits_somewhere, place_tile
from rules.tiles.features import COUNT_BITS, one_meeple, preview
from rules.tiles.grid import STEP, WIDTH, cell_of, place_of
from rules.tiles.tileset import TileSet

Place = tuple[int, int]
"""Where a tile lies: x east, y north."""

REACH = 126
"""The table ends this many places from its middle: a cell and its neighbours are within the grid."""

# Why a tile or meeple may not go somewhere, by rule number; 0 for nothing against it.
NO_CONTACT, NO_MATCH, NO_RESERVE, OCCUPIED, NO_PLANET, OWN_PLANET = 14, 15, 18, 19, 20, 24


@kernel
def misplaced(tiles: Record, state: Record, cell: int, design: int, rotation: int) -> int:
    """0 if the tile may lie there, NO_CONTACT on a cell that is not open (SW-14), NO_MATCH (SW-15)."""
    if state.open_at[cell] == 0:
        return NO_CONTACT
    for side in range(4):
        asked = state.code[cell] // tiles.weight[side] % tiles.weight[1]
        if asked != 0 and asked != tiles.edge[design * 4 + rotation, side]:
            return NO_MATCH
    return 0


@kernel
def broken_rule(tiles: Array, options: Array, states: Array, move: int) -> int:
    """The number of the rule that forbids the move of the tile in hand, 0 if it is legal (SW-14 to SW-24)."""
    rules, state = options[0], states[0]
    cell, rotation, target = move_cell(move), move_rotation(move), move_target(move)
    rule = misplaced(tiles[0], state, cell, state.tile, rotation)
    if rule != 0 or target == NOTHING:
        return rule
    if state.reserve[state.seat, move_size(move)] <= 0:
        return NO_RESERVE
    if target >= ATTACK:
        node = planet_node(state, cell + STEP[target - ATTACK])
        if node < 0:
            return NO_PLANET
        return 0 if may_attack(rules, state, node, state.seat) else OWN_PLANET
    preview(tiles[0], state, cell, state.tile, rotation, state)
    return 0 if state.group_meeples[state.group[target - 1]] == 0 else OCCUPIED


@kernel
def lay_turn(tiles: Array, states: Array, move: int, contested: Array) -> int:
    """Steps 1 and 2; write the features that are contested to `contested`, return how many (SW-27, SW-29)."""
    state = states[0]
    engine.lay(tiles[0], state, move)
    n = 0
    for i in range(state.n_touched):
        if battle.is_contested(state, state.touched[i]):
            contested[n] = state.touched[i]
            n += 1
    return n


@kernel
def begin_battle(options: Array, states: Array, feature: int) -> None:
    """Every side's pool of dice (SW-30)."""
    battle.muster(options[0], states[0], feature)


@kernel
def settle_roll(options: Array, states: Array, feature: int) -> int:
    """Apply the dice on the table; the winner's side is noted and returned, -1 to roll again."""
    winner = battle.settle(options[0], states[0], feature)
    if winner >= 0:
        battle.note_battle(states[0], feature, winner)
    return winner


@kernel
def finish_turn(tiles: Array, options: Array, states: Array) -> None:
    """Step 4, and the next seat draws."""
    engine.score_completed(options[0], states[0])
    engine.next_turn(tiles[0], options[0], states[0])


class Standing(NamedTuple):
    """A meeple on the board: its seat, 0 small or 1 big, and the segment it stands on."""

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


class Table:
    """One game at a time, with all tiles in `lying` and all meeples in `standing` in order of placing.

    Kernels do not check what they are given: the caller hands over places within `REACH` and segments
    that the tile has. They take plain one-element arrays here, because handing them a record or a
    record array costs three times as much.
    """

    def __init__(self, tileset: TileSet, states: np.recarray[Any, Any] | None = None) -> None:
        self.tileset = tileset
        self.tiles = tileset.tables.view(np.ndarray)
        self.states = (new_state() if states is None else states).view(np.ndarray)
        self.designs = {tile.id: i for i, tile in enumerate(tileset.tiles)}
        self.segments = [
            {(KINDS[s.kind], s.index): number for number, s in enumerate(tile.segments)}
            for tile in tileset.tiles
        ]
        self._contested = np.zeros(MAX_TOUCHED, np.int64)
        self._fields = {name: self.states[name] for name in STATE_DTYPE.names or ()}
        self._points = self._fields["points"][0]
        self._meeples = self._fields["meeples"][0]
        self._feature = self._fields["feature"][0]
        self._first_node = self._fields["first_node"][0]

    def __getitem__(self, name: str) -> Any:
        """A field of the state: an array, or a number."""
        value = self._fields[name][0]
        return value if value.shape else int(value)

    def __setitem__(self, name: str, value: int) -> None:
        self._fields[name][0] = value

    # --- before the first turn

    def open(self, options: Options, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Clear the table for a game under these settled options (SW-7)."""
        self.options = options
        self.players = players
        self.rules = (as_record(options) if rules is None else rules).view(np.ndarray)
        self.lying: dict[Place, Lying] = {}
        self.standing: list[Standing] = []
        engine.clear_game(self.rules[0], self.states[0], COLOUR_FACTIONS, players)

    def deal(self, seed: int, game: int) -> None:
        """Set up game `game` of a run: the start tile down, the others shuffled (SW-8)."""
        args = (self.tiles[0], self.rules[0], COLOUR_FACTIONS, self.states[0], self.players, seed, game)
        engine.new_game(*args)
        self._note_tile((0, 0), self["design"][0], 0)

    def place(self, at: Place, design: int, rotation: int) -> None:
        """Lay a tile of a given position. The place is free and what touches the tile matches it."""
        place_tile(self.tiles[0], self.states[0], cell_of(*at), design, rotation)
        self._note_tile(at, design, rotation)

    def stand(self, meeple: Standing) -> None:
        """Put a meeple of a given position on its segment; the reserve has it."""
        self["reserve"][meeple.seat, meeple.size] -= 1
        feature = self.feature_of(meeple)
        self._meeples[feature] += one_meeple(meeple.seat, meeple.size)
        self.standing.append(meeple)
        if battle.is_contested(self.states[0], feature):
            self["unsettled"] = 1

    # --- a turn

    def fits_at(self, at: Place, design: int, rotation: int) -> bool:
        """Whether the tile may lie on this place, which touches another tile (SW-15)."""
        return misplaced(self.tiles[0], self.states[0], cell_of(*at), design, rotation) == 0

    def touches(self, at: Place) -> bool:
        """Whether a free place shares an edge with a tile (SW-14)."""
        return bool(self["open_at"][cell_of(*at)])

    def fits(self, design: int) -> bool:
        """Whether there is a place for the tile (SW-16)."""
        return bool(fits_somewhere(self.tiles[0], self.states[0], design))

    def broken_rule(self, move: int) -> int:
        """The number of the rule that forbids the move of the tile in hand, 0 if it is legal."""
        return int(broken_rule(self.tiles, self.rules, self.states, move))

    def lay(self, move: int) -> list[int]:
        """Steps 1 and 2; returns the contested features in the order of their battles (SW-29)."""
        seat, design = self["seat"], self["tile"]
        n = lay_turn(self.tiles, self.states, move, self._contested)
        at = place_of(move_cell(move))
        self._note_tile(at, design, move_rotation(move))
        target = move_target(move)
        if target >= ATTACK:
            planet = place_of(move_cell(move) + STEP[target - ATTACK])
            self.standing.append(Standing(seat, move_size(move), planet, "planet", 0))
        elif target != NOTHING:
            segment = self.tileset.tiles[design].segments[target - 1]
            self.standing.append(Standing(seat, move_size(move), at, KINDS[segment.kind], segment.index))
        self._restless = n > 0
        return self._contested[:n].tolist()

    def muster(self, feature: int) -> dict[int, int]:
        """Begin a battle: each side in it, and the seat under which its dice stand (SW-61)."""
        begin_battle(self.rules, self.states, feature)
        meeples, side_of = int(self._meeples[feature]), self["side_of"]
        found: dict[int, int] = {}
        for seat in range(self.players):
            if meeples >> (2 * COUNT_BITS * seat) & ((1 << 2 * COUNT_BITS) - 1):
                found.setdefault(int(side_of[seat]), seat)
        return found

    def to_roll(self) -> dict[int, int]:
        """How many dice each side still in the battle rolls (SW-30, SW-38)."""
        pool, fighting = self["pool"].tolist(), self["in_battle"].tolist()
        return {side: pool[side] for side in range(self.players) if fighting[side]}

    def roll(self) -> dict[int, list[int]]:
        """Roll for every side still in the battle, with the dice of this turn."""
        battle.roll(self.rules[0], self.states[0])
        return {side: self["rolled"][side, :n].tolist() for side, n in self.to_roll().items()}

    def show(self, dice: Mapping[int, Sequence[int]]) -> None:
        """Put dice in the place of rolled ones."""
        for side, values in dice.items():
            self["rolled"][side, : len(values)] = values

    def settle(self, feature: int) -> int:
        """Apply the dice; returns the side that wins the battle, or -1 to roll again (SW-34 to SW-40)."""
        return int(settle_roll(self.rules, self.states, feature))

    def finish(self) -> None:
        """Step 4, and the next seat draws (SW-43 to SW-51)."""
        scored = self["n_scored"]
        finish_turn(self.tiles, self.rules, self.states)
        if self._restless or self["n_scored"] != scored:
            self.standing = [meeple for meeple in self.standing if self._stands(meeple)]

    def skip(self) -> None:
        """A turn without a tile: the next seat draws (SW-16)."""
        engine.next_turn(self.tiles[0], self.rules[0], self.states[0])

    def score_standing(self) -> None:
        """The final scoring; `standing` keeps the last picture of the board (SW-54, SW-56)."""
        engine.final_scores(self.rules[0], self.states[0])

    def enter_dice(self) -> None:
        """Take up the dice of this turn, as `engine.apply` does."""
        enter_episode(self.states[0], DICE, self["turn"])

    # --- what there is

    def move_of(self, at: Place, rotation: int, target: int = NOTHING, size: int = 0) -> int:
        """A move as the engine's integer."""
        return int(pack_move(cell_of(*at), rotation, target, size))

    def feature_of(self, meeple: Standing) -> int:
        """The feature that a meeple stands on."""
        tile = self.lying[meeple.at]
        return int(self._feature[tile.node + self.segments[tile.design][meeple.on, meeple.segment]])

    def by_source(self) -> list[dict[str, int]]:
        """Points by source for each seat; partners show the team's (SW-62)."""
        points, side_of = self._points.tolist(), self["side_of"].tolist()
        return [dict(zip(SOURCES, points[side_of[seat]], strict=True)) for seat in range(self.players)]

    def scores(self) -> list[int]:
        """All points of each seat."""
        return [sum(sources.values()) for sources in self.by_source()]

    def winners(self) -> list[int]:
        """The seats that won, after the final scoring (SW-56)."""
        return [seat for seat in range(self.players) if self["winners"] >> seat & 1]

    def _note_tile(self, at: Place, design: int, rotation: int) -> None:
        self.lying[at] = Lying(int(design), int(rotation), int(self._first_node[len(self.lying)]))

    def _stands(self, meeple: Standing) -> bool:
        """Whether a meeple is still there: of a seat in a feature all go home or none (SW-39, SW-50)."""
        counter = COUNT_BITS * (2 * meeple.seat + meeple.size)
        return bool(int(self._meeples[self.feature_of(meeple)]) >> counter & ((1 << COUNT_BITS) - 1))


def direction_of(step: Place) -> int:
    """The direction of a neighbour in the order of `STEP`, -1 if it is none of the eight (SW-20)."""
    if max(abs(step[0]), abs(step[1])) != 1:
        return -1
    return STEP.tolist().index(step[1] * WIDTH + step[0])
