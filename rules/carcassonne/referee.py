"""The referee of Carcassonne: the place and the meeple of a turn (CC-13).

Within a turn faults are looked for in the order of its steps: whose turn it is, the tiles drawn, the
place, the meeple.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from rules.carcassonne import table as board
from rules.carcassonne.options import RiverTurn
from rules.carcassonne.setup import Box, lay_setup
from rules.carcassonne.table import Table
from rules.carcassonne.tiles import KINDS, load_tiles
from rules.records import Illegal, Verdict, quote
from rules.tiles.records import segment_of
from rules.tiles.referee import Numbers, TileReferee
from rules.tiles.table import Place
from rules.tiles.tileset import TileSet


def judge(record: Mapping[str, Any], tileset: TileSet | None = None) -> Verdict:
    """The verdict on one record; for many of them keep a `Referee`.

    Raises
    ------
    UserError
        If no game can be made of the record: unknown options, a number of players that does not fit, ...
    """
    return Referee(tileset).judge(record)


@functools.cache
def _standard_tiles() -> TileSet:
    return load_tiles()


class Referee(TileReferee):
    """Judges records one after the other with the same tile set."""

    numbers = Numbers(
        players="CC-3",
        turn="CC-13",
        seat="CC-12",
        over="CC-49",
        stack="CC-1",
        discard="CC-20",
        undrawn="CC-15",
        contact="CC-16",
        match="CC-17",
    )
    table: Table
    box: Box

    def __init__(self, tileset: TileSet | None = None) -> None:
        self.table = Table(tileset or _standard_tiles())
        self.box = Box(self.table.tileset, self.numbers.stack)

    def _lay_setup(self, setup: Any) -> None:
        lay_setup(self.table, self.box, setup)

    # --- a turn

    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """A meeple goes onto the tile placed this turn (CC-21, CC-22)."""
        if entry.get("meeple") is not None:
            raise Illegal("CC-22", "no tile was placed, so no meeple can be")

    def _play_tile(self, design: int, entry: Mapping[str, Any]) -> None:
        """Place, meeple, scoring (CC-13)."""
        self.table["tile"] = design
        place, rotation = self._read_place(entry)
        move = self.table.move_of(place, rotation)
        self._check_place(design, place, self.table.misplaced(move))
        if entry.get("meeple") is not None:
            target = self._read_target(design, entry["meeple"])
            move = self.table.move_of(place, rotation, target)
            self._check_meeple(self.table.broken_rule(move))
        self.table.lay(move)
        self.table.finish()

    def _check_place(self, design: int, place: Place, rule: int) -> None:
        """The rule that keeps the tile from its place is none (CC-16, CC-71, CC-17, CC-75)."""
        if rule == board.NO_CONTACT:
            raise self._no_contact(place)
        if rule == board.NO_MATCH:
            raise self._no_match(design, place)
        name = f"'{self.table.tileset.tiles[design].id}' at {list(place)}"
        if rule == board.OFF_RIVER:
            raise Illegal("CC-71", f"{name} does not lie with its river on the open end of the River")
        if rule == board.SAME_HAND:
            how = "just before" if self.table.options.river_turn == RiverTurn.IMMEDIATE else "before"
            raise Illegal("CC-75", f"{name} bends to the same hand as the bend {how}")

    def _read_target(self, design: int, meeple: Any) -> int:
        """The target of a move from the record's meeple (CC-22, CC-23)."""
        if not isinstance(meeple, Mapping) or not isinstance(meeple.get("on"), str):
            raise Illegal("CC-22", f"one meeple is placed on one segment, not {quote(meeple)}")
        if meeple["on"] not in KINDS:
            raise Illegal("CC-23", f"a meeple stands on {', '.join(KINDS)}, not on {quote(meeple['on'])}")
        segment = segment_of(self.table, design, meeple, "cloister")
        if segment is None:
            named = f"{meeple['on']} {quote(meeple.get('segment'))}"
            raise Illegal("CC-22", f"the tile just placed has no {named}")
        return self.table.segments[design][segment] + 1

    def _check_meeple(self, rule: int) -> None:
        """The rule that forbids the meeple is none (CC-31, CC-26, CC-24)."""
        if rule == board.NO_FARMERS:
            raise Illegal("CC-31", "there are no farmers in this game")
        if rule == board.NO_SUPPLY:
            raise Illegal("CC-26", f"seat {self.table['seat']} has no meeple in the supply")
        if rule == board.OCCUPIED:
            raise Illegal("CC-24", "the feature already holds a meeple")
