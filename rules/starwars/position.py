"""A position: one game of Star Wars played through the engine in the parts of its turns (SW-11).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to put recorded dice
in the place of rolled ones or to see who stands where. A turn is `lay`; for each contested feature
`muster`, then `roll` or `show` and `resolve` until somebody wins; and `finish`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rules.chance import DICE, enter_episode
from rules.kernel import Array, kernel
from rules.starwars import battle, engine
from rules.starwars.moves import ATTACK
from rules.starwars.options import Options
from rules.starwars.state import MAX_MOVES, MAX_TOUCHED, SOURCES, State
from rules.starwars.tiles import KINDS
from rules.tiles.features import COUNT_BITS
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import move_cell, move_size, move_target
from rules.tiles.position import Meeple, TilePosition
from rules.tiles.tileset import Tiles, TileSet


@kernel
def lay_turn(tiles: Tiles, state: State, move: int, contested: Array) -> int:
    """Steps 1 and 2; write the features that are contested to `contested`, return how many (SW-27, SW-29)."""
    engine.lay(tiles, state, move)
    n = 0
    for i in range(state.n_touched):
        if battle.is_contested(state, state.touched[i]):
            contested[n] = state.touched[i]
            n += 1
    return n


class Position(TilePosition):
    """One game at a time."""

    game = "starwars"
    state_type = State
    most_moves = MAX_MOVES
    kinds = KINDS
    sources = SOURCES
    options: Options

    def __init__(self, tileset: TileSet | None = None, states: np.recarray[Any, Any] | None = None) -> None:
        super().__init__(tileset, states)
        self._contested = np.zeros(MAX_TOUCHED, np.int64)

    def stand(self, meeple: Meeple) -> None:
        """Put a meeple of a given position on its segment; the reserve has it."""
        super().stand(meeple)
        self["reserve"][meeple.seat, meeple.size] -= 1
        if battle.is_contested(self.states[0], self.feature_of(meeple)):
            self["unfought"] = 1

    # --- a turn

    def lay(self, move: int) -> list[int]:
        """Steps 1 and 2; returns the contested features in the order of their battles (SW-29)."""
        seat, design = self["seat"], self["tile"]
        self.about_to(move)
        n = lay_turn(self.tables[0], self.states[0], move, self._contested)
        self._note_move(seat, design, move)
        target = move_target(move)
        if target >= ATTACK:
            planet = place_of(move_cell(move) + STEP[target - ATTACK])
            self.standing.append(Meeple(seat, move_size(move), planet, "planet", 0))
        self._restless = n > 0
        return self._contested[:n].tolist()

    def muster(self, feature: int) -> dict[int, int]:
        """Begin a battle: each side in it, and the seat under which its dice stand (SW-61)."""
        battle.muster(self.rules[0], self.states[0], feature)
        meeples, side_of = int(self["meeples"][feature]), self["side_of"]
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

    def resolve(self, feature: int) -> int:
        """Apply the dice; returns the side that wins the battle, or -1 to roll again (SW-35, SW-36)."""
        state = self.states[0]
        winner = battle.resolve(self.rules[0], state, feature)
        if winner >= 0:
            battle.note_battle(state, feature, winner)
        return winner

    def finish(self) -> None:
        """Step 4, and the next seat draws (SW-11)."""
        scored = self["n_scored"]
        engine.score_completed(self.rules[0], self.states[0])
        self.skip()
        if self._restless or self["n_scored"] != scored:
            self._send_home()

    def skip(self) -> None:
        """A turn without a tile: the next seat draws (SW-16)."""
        engine.next_turn(self.tables[0], self.rules[0], self.states[0])

    def enter_dice(self) -> None:
        """Take up the dice of this turn, as `engine.apply` does."""
        enter_episode(self.states[0], DICE, self["turn"])

    # --- what there is

    def _in_hand(self) -> list[list[int]]:
        """Small and big meeples left to each seat."""
        return self["reserve"][: self.players].tolist()

    def by_source(self) -> list[dict[str, int]]:
        """Points by source for each seat; partners show the team's (SW-62)."""
        points, side_of = self["points"].tolist(), self["side_of"].tolist()
        return [dict(zip(SOURCES, points[side_of[seat]], strict=True)) for seat in range(self.players)]
