"""The referee: plays a record through the engine and names the first thing that a rule forbids.

The table decides what is legal; this file reads what the record says and puts the rule's number and a
sentence to what is wrong. Within a turn faults are looked for in the order of its steps: whose turn it
is, the tiles drawn, the place, the meeple, the battles (SW-11).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from rules.errors import UserError
from rules.records import Data, Illegal, Verdict, check_record, is_whole, quote
from rules.starwars import table as board
from rules.starwars.moves import ATTACK, NOTHING
from rules.starwars.record import SIZES, result_entry
from rules.starwars.setup import Box, is_place, lay_setup, read_rules, segment_of
from rules.starwars.state import SOURCES
from rules.starwars.table import Place, Table, direction_of
from rules.starwars.tiles import KINDS, load_tiles
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


class Referee:
    """Judges records one after the other with the same tile set."""

    def __init__(self, tileset: TileSet | None = None) -> None:
        self.table = Table(tileset or _standard_tiles())
        self.box = Box(self.table)

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record.

        Raises
        ------
        UserError
            If no game can be made of the record.
        """
        check_record(record, "record")
        options, rules, players = read_rules(record)
        turns, final = record.get("turns", []), record.get("final", True)
        if not isinstance(turns, list | tuple):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        if not isinstance(final, bool):
            raise UserError(f"final must be true or false, not {quote(final)}")
        table = self.table
        table.open(options, players, rules)
        turn = None
        before = table["points"].copy()
        try:
            self.box.fill()
            lay_setup(table, self.box, record.get("setup"))
            for turn, entry in enumerate(turns):
                before[:] = table["points"]
                self._play_turn(turn, entry)
            turn = None
            if table["unsettled"]:
                raise Illegal(
                    "SETUP", "a feature of the setup is contested and no turn follows to fight for it"
                )
            if final:
                table.score_standing()
            self._check_result(record.get("result"))
        except Illegal as fault:
            if turn is not None:
                table["points"][:] = before
            return Verdict(False, turn, fault.rule, fault.message, table.scores(), table.by_source(), [])
        return Verdict(True, None, None, None, table.scores(), table.by_source(), table.winners())

    # --- a turn

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One turn, step by step (SW-11)."""
        if not isinstance(entry, Mapping):
            raise Illegal("SW-11", f"{quote(entry)} is not a turn")
        self._check_seat(turn, entry.get("seat"))
        design = self._draw(entry)
        if design is None:
            if entry.get("meeple") is not None:
                raise Illegal("SW-19", "no tile was placed, so no meeple can be")
            if entry.get("battles"):
                raise Illegal("SW-28", "no tile was placed, so there is nothing to fight for")
            self.table.skip()
            return
        contested = self.table.lay(self._read_move(design, entry))
        for feature, fought in zip(contested, self._battles(contested, entry.get("battles")), strict=True):
            self._fight(feature, fought)
        self.table.finish()

    def _check_seat(self, turn: int, seat: Any) -> None:
        """Seat 0 begins, or with `first_player` random whoever the record says; then by turns (SW-9)."""
        table = self.table
        if turn == 0 and table.options.first_player == "random" and is_whole(seat, 0, table.players - 1):
            table["first"] = table["seat"] = seat
        expected = table["seat"]
        if type(seat) is not int or seat != expected:
            raise Illegal("SW-9", f"it is the turn of seat {expected}, not {quote(seat)}")

    def _draw(self, entry: Mapping[str, Any]) -> int | None:
        """The tile of the turn, None for none; those that fit nowhere leave the game (SW-16)."""
        if not any(self.box.stack):
            raise Illegal("SW-53", "the stack is empty and the game is over")
        discarded, name = entry.get("discarded"), entry.get("tile")
        if discarded is not None and not isinstance(discarded, list | tuple):
            raise Illegal("SW-16", f"discarded is a list, not {quote(discarded)}")
        for other in discarded or ():
            if self.table.fits(self.box.draw(other)):
                raise Illegal("SW-16", f"the discarded tile '{other}' can be placed")
        if self.table.options.unplaceable == "discard_and_pass":
            if discarded and (len(discarded) > 1 or name is not None):
                raise Illegal("SW-16", "a tile that fits nowhere ends the turn; no other is drawn")
            if not discarded and name is None:
                raise Illegal("SW-16", "the turn passes without a tile that fits nowhere")
        elif name is None and any(self.box.stack):
            raise Illegal("SW-16", "there are tiles left to draw")
        return None if name is None else self.box.draw(name)

    # --- the place and the meeple

    def _read_move(self, design: int, entry: Mapping[str, Any]) -> int:
        """The turn's move, found legal (SW-14 to SW-24)."""
        table, at, rotation, meeple = self.table, entry.get("at"), entry.get("rotation"), entry.get("meeple")
        if not is_place(at, board.REACH) or not is_whole(rotation, 0, 3):
            raise Illegal("SW-14", f"no tile can lie at {quote(at)} with rotation {quote(rotation)}")
        place = (at[0], at[1])  # type: ignore[index]
        table["tile"] = design
        target, size, doubt = NOTHING, 0, None
        if meeple is not None:
            try:
                target, size = self._read_target(design, place, meeple)
            except Illegal as fault:
                doubt = fault  # the place comes first
        move = table.move_of(place, rotation, target, size)  # type: ignore[arg-type]
        rule = table.broken_rule(move)
        if rule:
            raise Illegal(f"SW-{rule}", self._why(rule, design, place, meeple))
        if doubt:
            raise doubt
        return move

    def _read_target(self, design: int, place: Place, meeple: Any) -> tuple[int, int]:
        """The target and size of a move from the record's meeple (SW-18 to SW-20)."""
        if not isinstance(meeple, Mapping):
            raise Illegal("SW-18", f"at most one meeple is placed, an object, not {quote(meeple)}")
        on, size, seat = meeple.get("on"), meeple.get("size"), self.table["seat"]
        if on not in KINDS:
            raise Illegal("SW-19", f"a meeple stands on {', '.join(KINDS)}, not on {quote(on)}")
        attack = "at" in meeple
        if attack and not is_place(meeple["at"], board.REACH):
            raise Illegal("SW-20", f"{quote(meeple['at'])} is not a place on the table")
        if size not in SIZES:
            raise Illegal("SW-18", f"a meeple is small or big, not {quote(size)}")
        number = SIZES.index(size)
        if self.table["reserve"][seat, number] <= 0:
            raise Illegal("SW-18", f"seat {seat} has no {size} meeple in the reserve")
        if not attack:
            segment = segment_of(self.table, design, meeple)
            if segment is None:
                raise Illegal("SW-19", f"the tile just placed has no {on} {quote(meeple.get('segment'))}")
            return self.table.segments[design][segment] + 1, number
        if on != "planet":
            raise Illegal("SW-20", f"only a planet can be taken on another tile, not a {on}")
        direction = direction_of((meeple["at"][0] - place[0], meeple["at"][1] - place[1]))
        if direction < 0:
            raise Illegal(
                "SW-20", f"{quote(meeple['at'])} is not one of the eight neighbours of {list(place)}"
            )
        return ATTACK + direction, number

    def _why(self, rule: int, design: int, place: Place, meeple: Any) -> str:
        """What is wrong with a move that breaks this rule."""
        name = self.table.tileset.tiles[design].id
        if rule == board.NO_CONTACT and place in self.table.lying:
            return f"a tile already lies at {list(place)}"
        planet = f"at {quote(meeple.get('at'))}" if isinstance(meeple, Mapping) else ""
        return {
            board.NO_CONTACT: f"{list(place)} shares no full edge with a tile already lying",
            board.NO_MATCH: f"an edge of '{name}' at {list(place)} does not match its neighbour",
            board.OCCUPIED: "the feature already holds a meeple",
            board.NO_PLANET: f"there is no planet {planet}",
            board.OWN_PLANET: f"the planet {planet} holds a meeple of one's own side",
        }[rule]

    # --- the battles

    def _battles(self, contested: Sequence[int], battles: Any) -> Sequence[Any]:
        """The recorded battles: as many as there are contested features, in their order (SW-27 to SW-29)."""
        recorded = [] if battles is None else battles
        is_list = isinstance(recorded, list | tuple)
        if is_list and len(recorded) == len(contested):
            return recorded
        rule = "SW-28" if not contested or (is_list and len(recorded) > len(contested)) else "SW-27"
        kinds = [KINDS[self.table["kind"][feature]] for feature in contested]
        raise Illegal(
            rule,
            f"contested: {', '.join(kinds) or 'nothing'}; battles recorded: "
            f"{len(recorded) if is_list else quote(recorded)}",
        )

    def _fight(self, feature: int, fought: Any) -> None:
        """One battle with the dice of the record (SW-34 to SW-41)."""
        rolls = fought.get("rolls") if isinstance(fought, Mapping) else None
        if not isinstance(rolls, list | tuple):
            raise Illegal("SW-34", f'a battle is an object with a list of "rolls", not {quote(fought)}')
        fighters = self.table.muster(feature)
        winner, used = -1, 0
        while winner < 0:
            numbers = {str(fighters[side]): n for side, n in self.table.to_roll().items()}
            if used == len(rolls):
                seats = ", ".join(numbers)
                raise Illegal("SW-34" if used == 0 else "SW-36", f"seats {seats} still have to roll")
            self._check_roll(rolls[used], numbers, first=used == 0)
            self.table.show({s: rolls[used][str(fighters[s])] for s in self.table.to_roll()})
            winner = self.table.settle(feature)
            used += 1
        if used < len(rolls):
            raise Illegal("SW-35", f"the battle was over after roll {used}")

    def _check_roll(self, roll: Any, numbers: Mapping[str, int], first: bool) -> None:
        """A roll holds the dice of everybody still fighting and of nobody else."""
        if not isinstance(roll, Mapping):
            rule = "SW-34" if first else "SW-36"
            raise Illegal(rule, f"a roll is an object of dice by seat, not {quote(roll)}")
        for seat in roll:
            if seat not in numbers:
                rule = "SW-34" if first else "SW-37"
                raise Illegal(rule, f"seat {quote(seat)} does not fight in this roll")
        for seat in numbers:
            if seat not in roll:
                raise Illegal("SW-34" if first else "SW-36", f"seat {seat} has to roll")
        faces = self.table.options.dice_faces
        for seat, n in sorted(numbers.items()):
            dice = roll[seat]
            if not isinstance(dice, list | tuple) or len(dice) != n:
                rule = "SW-30" if first else "SW-38"
                raise Illegal(rule, f"seat {seat} rolls {n} dice, not {quote(dice)}")
            for value in dice:
                if not is_whole(value, 1, faces):
                    raise Illegal("SW-3", f"a die of seat {seat} shows {quote(value)}, not 1 to {faces}")

    # --- the end

    def _check_result(self, stated: Any) -> None:
        """What `result` states must agree; what it leaves out is not checked, a source left out is 0."""
        if stated is None:
            return
        if not isinstance(stated, Mapping):
            raise Illegal("RESULT", f"a result is an object, not {quote(stated)}")
        found: Data = result_entry(self.table)
        for name, value in found.items():
            given = stated.get(name)
            if name == "winners" and isinstance(given, list) and all(type(seat) is int for seat in given):
                given = sorted(given)
            if name not in stated or _same(value, given):
                continue
            if isinstance(given, list) and len(given) == len(value):
                i = next(i for i, part in enumerate(value) if not _same(part, given[i]))
                name, value, given = f"{name}[{i}]", value[i], given[i]
            raise Illegal("RESULT", f"{name} is {json.dumps(value)}, not {quote(given)}")


def _same(value: Any, given: Any) -> bool:
    """Whether a stated part of a result agrees with the one found."""
    if isinstance(value, list):
        if not isinstance(given, Sequence) or len(value) != len(given):
            return False
        return all(_same(a, b) for a, b in zip(value, given, strict=True))
    if isinstance(value, dict):
        return (
            isinstance(given, Mapping)
            and all(_same(value[s], given.get(s, 0)) for s in SOURCES)
            and (set(given) <= set(SOURCES))
        )
    return type(given) is int and bool(value == given)
