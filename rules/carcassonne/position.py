"""A position: one game of Carcassonne played through the engine in the parts of its turns (CC-13).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to see what is legal
and who stands where. A turn is `lay` and `finish`.
"""

from __future__ import annotations

from rules.carcassonne import engine
from rules.carcassonne.farms import find_cities
from rules.carcassonne.options import Options
from rules.carcassonne.river import find_river
from rules.carcassonne.scoring import score_completed
from rules.carcassonne.state import MAX_MOVES, SOURCES, State
from rules.carcassonne.tiles import KINDS, Role
from rules.tiles.position import Meeple, TilePosition


class Position(TilePosition):
    """One game at a time."""

    game = "carcassonne"
    state_type = State
    most_moves = MAX_MOVES
    kinds = KINDS
    sources = SOURCES
    options: Options

    # --- before the first turn

    def first_design(self) -> int:
        """The start tile, with the River its source (CC-11, CC-68)."""
        if not self.options.river:
            return super().first_design()
        return next(i for i, tile in enumerate(self.tileset.tiles) if tile.role == Role.SOURCE)

    def stand(self, meeple: Meeple) -> None:
        """Put a meeple of a given position on its segment; the supply has it."""
        super().stand(meeple)
        self["supply"][meeple.seat] -= 1

    def take_in(self) -> None:
        """All tiles of a given position lie: find its complete cities and the open end of its river."""
        find_cities(self.tables[0], self.states[0])
        find_river(self.tables[0], self.states[0])

    # --- a turn

    def fits(self, design: int) -> bool:
        """Whether the tile has a legal placement (CC-20, CC-77)."""
        return bool(engine.is_placeable(self.tables[0], self.rules[0], self.states[0], design))

    def lay(self, move: int) -> None:
        """Steps 1 and 2: the tile in hand and perhaps a meeple (CC-13)."""
        seat, design = self["seat"], self["tile"]
        self.about_to(move)
        engine.lay(self.tables[0], self.states[0], move)
        self._note_move(seat, design, move)

    def finish(self) -> None:
        """Steps 3 and 4, and the next seat draws (CC-13)."""
        scored = self["n_scored"]
        score_completed(self.tables[0], self.rules[0], self.states[0])
        self.skip()
        if self["n_scored"] != scored:
            self._send_home()

    def skip(self) -> None:
        """A turn without a tile: the next seat draws (CC-21)."""
        engine.next_turn(self.tables[0], self.rules[0], self.states[0])

    # --- what there is

    def _in_hand(self) -> list[list[int]]:
        """Meeples left to each seat."""
        return [[n] for n in self["supply"][: self.players].tolist()]
