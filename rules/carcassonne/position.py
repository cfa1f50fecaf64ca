"""A position: one game of Carcassonne played through the engine in the parts of its turns (CC-13).

`engine.apply` plays a turn at one stroke. A referee and a replay stop in between, to see what is legal
and who stands where. A turn is `lay` and `finish`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from rules.carcassonne import engine
from rules.carcassonne.cloisters import deal_cloisters
from rules.carcassonne.farms import find_cities
from rules.carcassonne.options import Options
from rules.carcassonne.river import find_river
from rules.carcassonne.scoring import score_completed
from rules.carcassonne.state import MAX_MOVES, SOURCES, State
from rules.carcassonne.tiles import KINDS, Role
from rules.tiles.moves import DRAW, NOTHING, from_slot, move_slot
from rules.tiles.position import Meeple, Place, TilePosition
from rules.tiles.state import NO_TILE


class Position(TilePosition):
    """One game at a time."""

    game = "carcassonne"
    state_type = State
    most_moves = MAX_MOVES
    kinds = KINDS
    sources = SOURCES
    options: Options

    # --- before the first turn

    def open(self, options: Any, players: int, rules: np.recarray[Any, Any] | None = None) -> None:
        """Make room for a game; everybody has a cloister if the rules say so (HR-22)."""
        super().open(options, players, rules)
        if self.options.start_cloisters:
            deal_cloisters(self.tables[0], self.rules[0], self.states[0])

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
        seat, design = self["seat"], self.design_of(move)
        self.about_to(move)
        engine.lay(self.tables[0], self.states[0], move)
        self._note_move(seat, design, move)

    def score(self) -> None:
        """Step 3: what is complete is scored (CC-13)."""
        scored = self["n_scored"]
        score_completed(self.tables[0], self.rules[0], self.states[0])
        if self["n_scored"] != scored:
            self._send_home()

    def finish(self) -> None:
        """Steps 3 and 4, and the next seat draws (CC-13)."""
        self.score()
        self.skip()

    def skip(self) -> None:
        """The next seat draws, or takes up its hand (CC-12, CC-21)."""
        if self.options.tiles_in_hand and self["n_deck"] == 0:  # a record says what is drawn
            engine.pass_on(self.states[0])
            self.take_up_hand()
        else:
            engine.next_turn(self.tables[0], self.rules[0], self.states[0])

    # --- tiles in hand (HR-21)

    def hand(self, seat: int) -> list[int]:
        """Those drawn first before the others (HR-21)."""
        held: list[int] = self["hand"][seat, : self["hand_size"][seat]].tolist()
        return held

    def hands(self) -> list[list[int]]:
        """The designs that each seat holds."""
        return [self.hand(seat) for seat in range(self.players)]

    def give_hand(self, seat: int, designs: Sequence[int]) -> None:
        """A record says that a seat holds these tiles now."""
        self["hand"][seat, : len(designs)] = designs
        self["hand_size"][seat] = len(designs)

    def take_up_hand(self) -> None:
        """The seat to move chooses among its hand if a tile of it fits; if none does, it has yet to draw."""
        hand = self.hand(self["seat"])
        self["tile"] = hand[0] if any(map(self.fits, hand)) else NO_TILE

    def design_of(self, move: int) -> int:
        """The design that a move of the seat to move places."""
        hand = self.hand(self["seat"])
        return hand[move_slot(move)] if hand else self["tile"]

    def move_of(self, at: Place, rotation: int, target: int = NOTHING, size: int = 0) -> int:
        """A move with the tile to be placed, as the engine's integer."""
        hand, tile = self.hand(self["seat"]), self["tile"]
        return int(from_slot(super().move_of(at, rotation, target, size), hand.index(tile) if hand else 0))

    # --- a cloister for everybody (HR-22)

    def own_tile(self, seat: int) -> int:
        """The cloister that a seat has yet to place."""
        return int(self["own_tile"][seat])

    def offer_own(self, can_be_placed: bool) -> None:
        """A record is at a turn whose seat may place its cloister, or has yet to draw."""
        self["may_draw"] = int(can_be_placed)
        self["tile"] = self.own_tile(self["seat"]) if can_be_placed else NO_TILE

    def draw(self) -> None:
        """The seat draws though it could place its cloister; what it draws, a record says."""
        self.about_to(DRAW)
        if self["n_deck"] == 0:
            self.offer_own(False)
        else:
            engine.draw_tile(self.tables[0], self.rules[0], self.states[0])

    def drawn(self) -> int:
        """The design drawn: not one of a hand, nor one's own."""
        chooses = self["may_draw"] == 1 or self["hand_size"][self["seat"]] > 0
        return NO_TILE if chooses else super().drawn()

    # --- what there is

    def _in_hand(self) -> list[list[int]]:
        """Meeples left to each seat."""
        return [[n] for n in self["supply"][: self.players].tolist()]
