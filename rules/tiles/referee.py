"""The referee of a tile game: plays a record through the engine and names the first fault.

The table decides what is legal; a referee reads what the record says and puts the rule's number and a
sentence to what is wrong. Within a turn faults are looked for in the order of its steps: whose turn it
is, the tiles drawn, and what a game does with its tile.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.errors import UserError
from rules.records import Illegal, Verdict, check_record, check_result, is_whole, quote, read_rules
from rules.tiles.records import Box, is_place, result_entry
from rules.tiles.table import REACH, Place, TileTable


@dataclass(frozen=True)
class Numbers:
    """The rules by whose numbers a game names the faults that all tile games know."""

    players: str
    """Not a number of players that the game is for."""
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


class TileReferee(ABC):
    """Judges records one after the other with the same tile set."""

    numbers: ClassVar[Numbers]
    table: TileTable
    box: Box

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record.

        Raises
        ------
        UserError
            If no game can be made of the record.
        """
        check_record(record, "record")
        table = self.table
        if record["game"] != table.game:
            raise UserError(f"this is a record of {record['game']}, not of {table.game}")
        options, rules, players = read_rules(table.game, record, self.numbers.players)
        turns, final = record.get("turns", []), record.get("final", True)
        if not isinstance(turns, list | tuple):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        if not isinstance(final, bool):
            raise UserError(f"final must be true or false, not {quote(final)}")
        table.open(options, players, rules)
        turn = None
        before = table["points"].copy()
        try:
            self._lay_setup(record.get("setup"))
            for turn, entry in enumerate(turns):
                before[:] = table["points"]
                self._play_turn(turn, entry)
            turn = None
            self._end(final, record.get("result"))
        except Illegal as fault:
            if turn is not None:
                table["points"][:] = before
            return Verdict(False, turn, fault.rule, fault.message, table.scores(), table.by_source(), [])
        return Verdict(True, None, None, None, table.scores(), table.by_source(), table.winners())

    @abstractmethod
    def _lay_setup(self, setup: Any) -> None:
        """Fill the box and lay the position before the first turn."""

    @abstractmethod
    def _play_tile(self, design: int, entry: Mapping[str, Any]) -> None:
        """The turn once its tile is drawn."""

    @abstractmethod
    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """A turn without a tile holds nothing that needs one."""

    def _end(self, final: bool, stated: Any) -> None:
        """After the last turn: the final scoring, and the result that is stated."""
        if final:
            self.table.score_standing()
        check_result(result_entry(self.table), stated)

    # --- a turn

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One turn, step by step."""
        if not isinstance(entry, Mapping):
            raise Illegal(self.numbers.turn, f"{quote(entry)} is not a turn")
        self._check_seat(turn, entry.get("seat"))
        design = self._draw(entry)
        if design is None:
            self._check_empty(entry)
            self.table.skip()
        else:
            self._play_tile(design, entry)

    def _check_seat(self, turn: int, seat: Any) -> None:
        """Seats play in their order."""
        expected = self.table["seat"]
        if type(seat) is not int or seat != expected:
            raise Illegal(self.numbers.seat, f"it is the turn of seat {expected}, not {quote(seat)}")

    def _draw(self, entry: Mapping[str, Any]) -> int | None:
        """The tile of the turn, None for none; those that fit nowhere leave the game."""
        if not any(self.box.stack):
            raise Illegal(self.numbers.over, "the stack is empty and the game is over")
        discarded, name = entry.get("discarded"), entry.get("tile")
        if discarded is not None and not isinstance(discarded, list | tuple):
            raise Illegal(self.numbers.discard, f"discarded is a list, not {quote(discarded)}")
        for other in discarded or ():
            if self.table.fits(self.box.draw(other)):
                raise Illegal(self.numbers.discard, f"the discarded tile '{other}' can be placed")
        self._check_drawn(discarded or (), name)
        return None if name is None else self.box.draw(name)

    def _check_drawn(self, discarded: Sequence[Any], name: Any) -> None:
        """A turn without a tile is one in which the stack ran out."""
        if name is None and any(self.box.stack):
            raise Illegal(self.numbers.undrawn, "there are tiles left to draw")

    def _read_place(self, entry: Mapping[str, Any]) -> tuple[Place, int]:
        """Where the tile of a turn goes, and its rotation."""
        at, rotation = entry.get("at"), entry.get("rotation")
        if not is_place(at, REACH) or not is_whole(rotation, 0, 3):
            raise Illegal(
                self.numbers.contact, f"no tile can lie at {quote(at)} with rotation {quote(rotation)}"
            )
        return (at[0], at[1]), rotation  # type: ignore[index]

    def _no_contact(self, place: Place) -> Illegal:
        if place in self.table.lying:
            return Illegal(self.numbers.contact, f"a tile already lies at {list(place)}")
        return Illegal(self.numbers.contact, f"{list(place)} shares no full edge with a tile already lying")

    def _no_match(self, design: int, place: Place) -> Illegal:
        name = self.table.tileset.tiles[design].id
        return Illegal(
            self.numbers.match, f"an edge of '{name}' at {list(place)} does not match its neighbour"
        )
