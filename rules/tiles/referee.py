"""The referee of a tile game: plays a record through the engine and names the first fault.

The position decides what is legal; a referee reads what the record says and puts the rule's number and a
sentence to what is wrong. Within a turn faults are looked for in the order of its steps: whose turn it
is, the tiles drawn, and what a game does with its tile.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rules.errors import UserError
from rules.records import Illegal, is_pair, is_whole, quote, seat_number, spot
from rules.referee import Decision, GameReferee
from rules.tiles.features import SMALL
from rules.tiles.moves import NOTHING
from rules.tiles.options import FirstPlayer
from rules.tiles.position import REACH, Meeple, Place, TilePosition
from rules.tiles.records import TilesLeft, lay_initial
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import TileSet


@dataclass(frozen=True)
class Numbers:
    """The rules by whose numbers a game names the faults that all tile games know."""

    turn: str
    """A turn that is none."""
    seat: str
    """Another seat's turn."""
    over: str
    """A turn after the stack is empty."""
    stack: str
    """A tile that the stack does not hold."""
    discard: str
    """A discarded tile that fits somewhere."""
    undrawn: str
    """No tile placed though there are tiles to draw."""
    contact: str
    """A place that is taken or without contact."""
    match: str
    """Edges that do not match."""


class TileReferee(GameReferee):
    """Judges records one after the other with the same tile set."""

    numbers: ClassVar[Numbers]
    box_of: ClassVar[type[TilesLeft]] = TilesLeft
    read_meeple: ClassVar[Callable[[Any, int, Place, Any], tuple[int, int]]]
    """The target and the size of a move from the meeple of a turn, or `Illegal`."""
    position: TilePosition

    def __init__(self, tileset: TileSet | None = None) -> None:
        super().__init__(tileset)
        self.box = self.box_of(self.position.tileset, self.numbers.stack)

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        self._final = record.get("final", True)
        if not isinstance(self._final, bool):
            raise UserError(f"final must be true or false, not {quote(self._final)}")
        self.box.fill_for(self.position.options)
        lay_initial(self.position, self.box, record.get("setup"), self._read_standing)

    @abstractmethod
    def _read_standing(self, at: Place, meeple: Mapping[str, Any]) -> Meeple:
        """A meeple of a setup on the tile that lies there; its owner, a seat there is, has it left."""

    @abstractmethod
    def _play_move(self, move: int, entry: Mapping[str, Any]) -> None:
        """The turn once its move is found legal."""

    @abstractmethod
    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """A turn without a tile holds nothing that needs one."""

    def _end(self, record: Mapping[str, Any]) -> None:
        """After the last turn: the final scoring, and the result that is stated."""
        if self._final:
            self.position.final_scores()
        super()._end(record)

    # --- playing on

    def follow(self, record: Mapping[str, Any]) -> list[Decision]:
        """As of every game; a last turn that names no place says which tile is in hand."""
        turns = record.get("turns")
        last = turns[-1] if isinstance(turns, list) and turns else None
        if not isinstance(turns, list) or not isinstance(last, Mapping) or not self._is_open(last):
            return super().follow(record)
        found = super().follow({**record, "turns": turns[:-1], "final": False, "result": None})
        try:
            self._check_seat(len(turns) - 1, last.get("seat"))
            self._begin(last)
        except Illegal as fault:
            raise UserError(f"not legal: turn {len(turns) - 1}: {fault}") from None
        if self.position["tile"] == NO_TILE:
            raise UserError(f"turn {len(turns) - 1}: no tile of it fits anywhere")
        return [*found[:-1], self._decision(None)]

    def _is_open(self, last: Mapping[str, Any]) -> bool:
        """Whether a last turn says which tile is in hand and not where it goes."""
        return bool(last.get("tile")) and "at" not in last

    def _begin(self, entry: Mapping[str, Any]) -> None:
        """The tile of a turn is drawn; it is in hand if it fits."""
        design = self._draw(entry)
        if design is not None and self.position.fits(design):
            self.position["tile"] = design

    def _choices(self) -> list[int]:
        """The legal moves; none while the tile is still to be drawn."""
        return [] if self.position["tile"] == NO_TILE else super()._choices()

    def _ready(self) -> np.recarray[Any, Any]:
        """The stack lies in some order under the tile in hand; if there is none, it is still to be drawn."""
        states = super()._ready()
        state, deck = states[0], self._in_hand()
        state.turn_draw, state.deck_next = 0, len(deck)
        deck += self.box.left()
        state.n_deck = len(deck)
        state.deck_order[: len(deck)] = deck
        state.over = int(not deck)
        return states

    def _in_hand(self) -> list[int]:
        """The tiles that are drawn and not placed."""
        drawn = self.position.drawn()
        return [] if drawn == NO_TILE else [drawn]

    # --- a turn

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One turn, step by step."""
        if not isinstance(entry, Mapping):
            raise Illegal(self.numbers.turn, f"{quote(entry)} is not a turn")
        self._check_seat(turn, entry.get("seat"))
        design = self._draw(entry)
        if design is None:
            self._check_empty(entry)
            self.position.skip()
        else:
            self._play_move(self._read_move(design, entry), entry)

    def _check_seat(self, turn: int, seat: Any) -> None:
        """Seats play in their order (CC-12, SW-9).

        Seat 0 begins, or, where that is drawn by lot, whoever the record says first (CC-3).
        """
        position = self.position
        if turn == 0 and position.options.first_player == FirstPlayer.RANDOM:
            if position.given_next is None and is_whole(seat, 0, position.players - 1):
                position["seat"] = seat
            position["first"] = position["seat"]
        expected = position["seat"]
        if type(seat) is not int or seat != expected:
            raise Illegal(
                self.numbers.seat, f"it is the turn of seat {expected + 1}, not {seat_number(seat)}"
            )

    def _draw(self, entry: Mapping[str, Any]) -> int | None:
        """The tile of the turn, None for none; those that fit nowhere leave the game."""
        self._check_goes_on()
        discarded, name = self._discarded(entry), entry.get("tile")
        for other in discarded:
            self._check_discarded(other)
        self._check_drawn(discarded, name)
        return None if name is None else self.box.draw(name)

    def _check_goes_on(self) -> None:
        """There is a tile to be drawn."""
        if not any(self.box.stack):
            raise Illegal(self.numbers.over, "the stack is empty and the game is over")

    def _discarded(self, entry: Mapping[str, Any]) -> list[Any]:
        """What a turn says that it discards."""
        discarded = entry.get("discarded")
        if discarded is not None and not isinstance(discarded, list | tuple):
            raise Illegal(self.numbers.discard, f"discarded is a list, not {quote(discarded)}")
        return list(discarded or ())

    def _check_discarded(self, name: Any) -> None:
        """A tile is drawn that fits nowhere."""
        if self.position.fits(self.box.draw(name)):
            raise Illegal(self.numbers.discard, f"the discarded tile '{name}' can be placed")

    def _check_drawn(self, discarded: Sequence[Any], name: Any) -> None:
        """A turn without a tile is one in which the stack ran out."""
        if name is None and any(self.box.stack):
            raise Illegal(self.numbers.undrawn, "there are tiles left to draw")

    # --- a move

    def _read_move(self, design: int, entry: Mapping[str, Any]) -> int:
        """The move of a turn, found legal; of its faults that of the place comes first."""
        position, meeple = self.position, entry.get("meeple")
        place, rotation = self._read_place(entry)
        position["tile"] = design
        target, size, unread = NOTHING, SMALL, None
        if meeple is not None:
            try:
                target, size = type(self).read_meeple(position, design, place, meeple)
            except Illegal as fault:
                unread = fault
        move = position.move_of(place, rotation, target, size)
        if not position.allows(move):
            if position.allows(position.move_of(place, rotation)):
                raise self._refuse_meeple(meeple)
            raise self._refuse_place(design, place, rotation)
        if unread:
            raise unread
        return move

    def _read_place(self, entry: Mapping[str, Any]) -> tuple[Place, int]:
        """Where the tile of a turn goes, and its rotation."""
        at, rotation = entry.get("at"), entry.get("rotation")
        if not is_pair(at, -REACH, REACH):
            raise Illegal(
                self.numbers.contact,
                f"a place is [x, y], whole numbers from {-REACH} to {REACH}, not {quote(at)}",
            )
        if not is_whole(rotation, 0, 3):
            raise Illegal(
                self.numbers.contact, f"rotation is 0 to 3 quarter turns clockwise, not {quote(rotation)}"
            )
        return (at[0], at[1]), rotation  # type: ignore[index]

    @abstractmethod
    def _refuse_meeple(self, meeple: Any) -> Illegal:
        """What speaks against a meeple on a tile that may lie where it does."""

    def _refuse_place(self, design: int, place: Place, rotation: int) -> Illegal:
        """What speaks against a tile on a place: no contact, or else edges that do not match."""
        return self._refuse_contact(place) or self._refuse_match(design, place)

    def _refuse_contact(self, place: Place) -> Illegal | None:
        if place in self.position.lying:
            return Illegal(self.numbers.contact, f"a tile already lies at {spot(place)}")
        if not self.position.touches(place):
            return Illegal(
                self.numbers.contact, f"{spot(place)} shares no full edge with a tile already lying"
            )
        return None

    def _refuse_match(self, design: int, place: Place) -> Illegal:
        name = self.position.tileset.tiles[design].id
        return Illegal(
            self.numbers.match, f"an edge of '{name}' at {spot(place)} does not match its neighbour"
        )
