"""The referee of Carcassonne: Star Wars: what a record says, who moves, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import Entry, Fault, Options, Record
from .starwars_board import KINDS, SIZES, Meeple, Position, full_options, read_box
from .starwars_rules import (
    check_meeple,
    check_placement,
    contested_features,
    fight,
    placements,
    score_completed,
    score_final,
    stand,
)
from .tile_judge import follow, is_cell, is_seat, lay_setup, place_tile, verdict_on
from .tile_position import Cell, Feature, nodes_of

# --- judging a record


def judge(record: Record, tiles_path: Path | str) -> Record:
    """Play a record through the rules and return the referee's object."""

    def finish(position: Position) -> None:
        """No fight left open (SW-55), and the final scoring (SW-54)."""
        if contested_features(position):
            raise Fault("SETUP", "a feature of the setup is contested and no turn follows to fight for it")
        if record.get("final", True):
            score_final(position)

    return verdict_on(new_position(record, tiles_path), record, lay_initial, play_turn, finish)


def position_after(record: Record, tiles_path: Path | str, turns: int | None = None) -> Position:
    """The position after so many turns of a record (all by default), final scoring not done."""
    position = new_position(record, tiles_path)
    lay_initial(position, record.get("setup"))
    return follow(position, record, play_turn, turns)


def new_position(record: Record, tiles_path: Path | str) -> Position:
    """An empty table for this record."""
    if record.get("game") != "starwars":
        raise ValueError(f"not a Star Wars record: game is {record.get('game')!r}")
    players = record["players"]
    return Position(read_box(tiles_path), full_options(record.get("options"), players), players)


# --- the setup


def lay_initial(position: Position, setup: list[Entry] | None) -> None:
    """Lay the position before the first turn; without one, the start tile (SW-8)."""
    lay_setup(position, setup, stand_setup_meeple)


def stand_setup_meeple(position: Position, cell: Cell, entry: Entry) -> None:
    """A meeple of the setup: from its owner's reserve, on a segment there is. Any company is allowed."""
    seat, size, on = entry.get("seat"), entry.get("size", "small"), entry.get("on", "")
    segment = entry.get("segment", 0 if on == "planet" else None)
    if not is_seat(seat, position):
        raise Fault("SETUP", f"no seat {seat!r}")
    if size not in SIZES or position.reserve(seat, size) <= 0:
        raise Fault("SETUP", f"seat {seat} has no further {size!r} meeple")
    if type(segment) is not int or (cell, on, segment) not in nodes_of(position, cell):
        raise Fault("SETUP", f"the tile at {list(cell)} has no {on} segment {segment!r}")
    stand(position, seat, cell, Meeple(size, on, segment, None))


# --- one turn


def play_turn(position: Position, turn: int, entry: Entry) -> None:
    """One turn of a record: draw and place, meeple, battles, scoring (SW-11)."""
    check_seat(position, turn, entry)
    draw(position, entry)
    if entry.get("tile") is None:
        if entry.get("meeple") is not None:
            raise Fault("SW-19", "no tile was placed, so no meeple can be")
        if entry.get("battles"):
            raise Fault("SW-28", "no tile was placed, so there is nothing to fight for")
        return
    cell, attacked = place(position, entry)
    fought = fight_as_recorded(position, contested_features(position, cell, attacked), entry)
    score_completed(position, cell, fought)


def check_seat(position: Position, turn: int, entry: Entry) -> None:
    """Seat 0 begins, or with `first_player` random whoever the record says; then by turns (SW-9).

    A setup may say who is next; where seat 0 began the game it has still done so.
    """
    seat = entry.get("seat")
    if turn == 0 and position.options["first_player"] == "random":
        if not is_seat(seat, position):
            raise Fault("SW-9", f"no seat {seat!r}")
        position.first = seat if position.next is None else position.next
    expected = ((position.first if position.next is None else position.next) + turn) % position.players
    if type(seat) is not int or seat != expected:
        raise Fault("SW-9", f"it is the turn of seat {expected}, not {seat!r}")


def draw(position: Position, entry: Entry) -> None:
    """The tiles drawn in this turn: those that fit nowhere leave the game (SW-16)."""
    if not position.stack():
        raise Fault("SW-53", "the stack is empty and the game is over")
    name = entry.get("tile")
    discarded = entry.get("discarded") or []
    for other in discarded:
        if other not in position.stack():
            raise Fault("SW-16", f"no tile {other!r} is left in the stack")
        if placements(position, other):
            raise Fault("SW-16", f"the discarded tile '{other}' can be placed")
        position.discarded.append(other)
    if position.options["unplaceable"] == "discard_and_pass":
        if len(discarded) > 1 or (discarded and name is not None):
            raise Fault("SW-16", "a tile that fits nowhere ends the turn; no other is drawn")
        if not discarded and name is None:
            raise Fault("SW-16", "the turn passes without a tile that fits nowhere")
    elif name is None and position.stack():
        raise Fault("SW-16", "there are tiles left to draw")
    if name is not None and name not in position.stack():
        raise Fault("SW-16", f"no tile {name!r} is left in the stack")


def place(position: Position, entry: Entry) -> tuple[Cell, Cell | None]:
    """Steps 1 and 2: the tile and perhaps a meeple. Gives the cell and the planet attacked, if any."""
    cell = place_tile(position, entry, check_placement, "SW-14")
    if entry.get("meeple") is None:
        return cell, None
    meeple = read_meeple(entry["meeple"])
    check_meeple(position, entry["seat"], cell, meeple)
    stand(position, entry["seat"], cell, meeple)
    return cell, meeple.at


def read_meeple(entry: Entry) -> Meeple:
    """The meeple of a turn. The segment of a planet may be left out: there is only one."""
    size, on = entry.get("size", ""), entry.get("on", "")
    if on not in KINDS:
        raise Fault("SW-19", f"a meeple stands on a route, an asteroid field or a planet, not on {on!r}")
    if "at" not in entry:
        return Meeple(size, on, entry.get("segment", 0 if on == "planet" else None), None)
    if not is_cell(entry["at"]):
        raise Fault("SW-20", f"{entry['at']!r} is not a place")
    if type(entry.get("segment", 0)) is not int or entry.get("segment", 0) != 0:
        raise Fault("SW-20", f"the planet at {entry['at']} is not number {entry['segment']!r}")
    return Meeple(size, on, None, tuple(entry["at"]))


def fight_as_recorded(position: Position, contested: list[Feature], entry: Entry) -> list[Feature]:
    """Step 3 with the dice of the record: as many battles as contested features, in their order (SW-29)."""
    battles = [] if entry.get("battles") is None else entry["battles"]
    if not isinstance(battles, list):
        raise Fault("SW-27" if contested else "SW-28", "battles is not a list")
    if len(battles) < len(contested):
        raise Fault("SW-27", f"{len(contested)} features are contested; {len(battles)} battles are recorded")
    if len(battles) > len(contested):
        raise Fault("SW-28", f"{len(battles)} battles are recorded; {len(contested)} features are contested")
    for feature, battle in zip(contested, battles, strict=True):
        rolls = RecordedRolls(position.options, battle.get("rolls") or [])
        fight(position, feature, rolls)
        rolls.check_all_used()
    return contested


class RecordedRolls:
    """The rolls of one recorded battle, each checked against the dice the rules call for."""

    def __init__(self, options: Options, rolls: list[Any]) -> None:
        self.faces = options["dice_faces"]
        self.rolls = rolls
        self.used = 0

    def __call__(self, numbers: dict[int, int]) -> dict[int, list[int]]:
        """The dice of the next roll, where `numbers` says how many each fighter has to roll."""
        first = self.used == 0
        if self.used >= len(self.rolls):
            raise Fault("SW-34" if first else "SW-36", f"seats {sorted(numbers)} still have to roll")
        roll = self.rolls[self.used]
        self.used += 1
        if not isinstance(roll, dict):
            raise Fault("SW-34" if first else "SW-36", f"{roll!r} is not a roll")
        for seat in sorted(set(roll) - {str(seat) for seat in numbers}):
            raise Fault("SW-34" if first else "SW-37", f"seat {seat} does not fight in this roll")
        for seat in sorted(numbers):
            if str(seat) not in roll:
                raise Fault("SW-34" if first else "SW-36", f"seat {seat} has to roll")
        dice = {seat: roll[str(seat)] for seat in sorted(numbers)}
        for seat in sorted(numbers):
            if not isinstance(dice[seat], list) or len(dice[seat]) != numbers[seat]:
                rule = "SW-30" if first else "SW-38"
                raise Fault(rule, f"seat {seat} rolls {numbers[seat]} dice, not {dice[seat]!r}")
            for value in dice[seat]:
                if type(value) is not int or not 1 <= value <= self.faces:
                    raise Fault("SW-3", f"a die of seat {seat} shows {value!r}, not 1 to {self.faces}")
        return dice

    def check_all_used(self) -> None:
        """Nobody rolls after one fighter is alone on top (SW-35)."""
        if self.used < len(self.rolls):
            raise Fault("SW-35", f"the battle was over after {self.used} rolls")
