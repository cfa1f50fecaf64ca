"""The referee of Star Wars: the place, the meeple and the battles of a turn (SW-11).

Within a turn faults are looked for in the order of its steps: whose turn it is, the tiles drawn, the place,
the meeple, the battles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.records import Illegal, is_whole, quote
from rules.starwars.initial import lay_initial
from rules.starwars.moves import ATTACK
from rules.starwars.options import Unplaceable
from rules.starwars.position import Place, Position
from rules.starwars.record import SIZES
from rules.starwars.tiles import KINDS
from rules.tiles.position import REACH, direction_of
from rules.tiles.records import is_place, record_keys, segment_of
from rules.tiles.referee import Numbers, TileReferee


class Referee(TileReferee):
    """Judges records one after the other with the same tile set."""

    players_rule = "SW-7"
    numbers = Numbers(
        turn="SW-11",
        seat="SW-9",
        over="SW-53",
        stack="SW-16",
        discard="SW-16",
        undrawn="SW-16",
        contact="SW-14",
        match="SW-15",
    )
    keys = record_keys(("on", "segment", "size", "at"), {"battles": [{"rolls": None}]})
    position_of = Position
    position: Position

    def _lay_tiles(self, setup: Any) -> None:
        lay_initial(self.position, self.box, setup)

    def _end(self, record: Mapping[str, Any]) -> None:
        """Not before every battle is fought (SW-27)."""
        if self.position["unfought"]:
            raise Illegal("SETUP", "a feature of the setup is contested and no turn follows to fight for it")
        super()._end(record)

    # --- a turn

    def _check_drawn(self, discarded: Sequence[Any], name: Any) -> None:
        """The player draws again, or loses the turn, by the option `unplaceable` (SW-16)."""
        if self.position.options.unplaceable != Unplaceable.DISCARD_AND_PASS:
            super()._check_drawn(discarded, name)
        elif discarded and (len(discarded) > 1 or name is not None):
            raise Illegal("SW-16", "a tile that fits nowhere ends the turn; no other is drawn")
        elif not discarded and name is None:
            raise Illegal("SW-16", "the turn passes without a tile that fits nowhere")

    def _check_empty(self, entry: Mapping[str, Any]) -> None:
        """Without a tile there is nothing to stand on and nothing to fight for."""
        if entry.get("meeple") is not None:
            raise Illegal("SW-19", "no tile was placed, so no meeple can be")
        if entry.get("battles"):
            raise Illegal("SW-28", "no tile was placed, so there is nothing to fight for")

    def _play_move(self, move: int, entry: Mapping[str, Any]) -> None:
        """Place, meeple, battles (SW-11)."""
        contested = self.position.lay(move)
        if contested:
            self._keep_scores()
        for feature, fought in zip(contested, self._battles(contested, entry.get("battles")), strict=True):
            self._fight(feature, fought)
        self.position.finish()

    # --- the meeple

    def _read_target(self, design: int, place: Place, meeple: Any) -> tuple[int, int]:
        """The target and size of a move from the record's meeple (SW-18, SW-19, SW-20)."""
        if not isinstance(meeple, Mapping):
            raise Illegal("SW-18", f"at most one meeple is placed, an object, not {quote(meeple)}")
        on, size, seat = meeple.get("on"), meeple.get("size"), self.position["seat"]
        if on not in KINDS:
            raise Illegal("SW-19", f"a meeple stands on {', '.join(KINDS)}, not on {quote(on)}")
        attack = "at" in meeple
        if attack and not is_place(meeple["at"], REACH):
            raise Illegal("SW-20", f"{quote(meeple['at'])} is not a place on the table")
        if size not in SIZES:
            raise Illegal("SW-18", f"a meeple is small or big, not {quote(size)}")
        number = SIZES.index(size)
        if self.position["reserve"][seat, number] <= 0:
            raise Illegal("SW-18", f"seat {seat} has no {size} meeple in the reserve")
        if not attack:
            segment = segment_of(self.position, design, meeple, "planet")
            if segment is None:
                raise Illegal("SW-19", f"the tile just placed has no {on} {quote(meeple.get('segment'))}")
            return self.position.segments[design][segment] + 1, number
        if on != "planet":
            raise Illegal("SW-20", f"only a planet can be taken on another tile, not a {on}")
        direction = direction_of((meeple["at"][0] - place[0], meeple["at"][1] - place[1]))
        if direction < 0:
            raise Illegal(
                "SW-20", f"{quote(meeple['at'])} is not one of the eight neighbours of {list(place)}"
            )
        if not is_whole(meeple.get("segment", 0), 0, 0):
            raise Illegal(
                "SW-20", f"the tile at {quote(meeple['at'])} has no planet {quote(meeple['segment'])}"
            )
        return ATTACK + direction, number

    def _refuse_meeple(self, meeple: Any) -> Illegal:
        """The feature is held (SW-19), or the planet is none (SW-20) or one's own (SW-24)."""
        if "at" not in meeple:
            return Illegal("SW-19", "the feature already holds a meeple")
        planet, there = (
            f"at {quote(meeple['at'])}",
            self.position.lying.get((meeple["at"][0], meeple["at"][1])),
        )
        if there is None or ("planet", 0) not in self.position.segments[there.design]:
            return Illegal("SW-20", f"there is no planet {planet}")
        return Illegal("SW-24", f"the planet {planet} holds a meeple of one's own side")

    # --- the battles

    def _battles(self, contested: Sequence[int], battles: Any) -> Sequence[Any]:
        """The recorded battles: as many as contested features, in their order (SW-27, SW-28, SW-29)."""
        recorded = [] if battles is None else battles
        is_list = isinstance(recorded, list | tuple)
        if is_list and len(recorded) == len(contested):
            return recorded
        rule = "SW-28" if not contested or (is_list and len(recorded) > len(contested)) else "SW-27"
        kinds = [KINDS[self.position["kind"][feature]] for feature in contested]
        raise Illegal(
            rule,
            f"contested: {', '.join(kinds) or 'nothing'}; battles recorded: "
            f"{len(recorded) if is_list else quote(recorded)}",
        )

    def _fight(self, feature: int, fought: Any) -> None:
        """One battle with the dice of the record (SW-34, SW-35, SW-36)."""
        rolls = fought.get("rolls") if isinstance(fought, Mapping) else None
        if not isinstance(rolls, list | tuple):
            raise Illegal("SW-34", f'a battle is an object with a list of "rolls", not {quote(fought)}')
        fighters = self.position.muster(feature)
        winner, used = -1, 0
        while winner < 0:
            numbers = {str(fighters[side]): n for side, n in self.position.to_roll().items()}
            if used == len(rolls):
                seats = ", ".join(numbers)
                raise Illegal("SW-34" if used == 0 else "SW-36", f"seats {seats} still have to roll")
            self._check_roll(rolls[used], numbers, first=used == 0)
            self.position.show({s: rolls[used][str(fighters[s])] for s in self.position.to_roll()})
            winner = self.position.resolve(feature)
            used += 1
        if used < len(rolls):
            raise Illegal("SW-35", f"the battle was over after roll {used}")

    def _check_roll(self, roll: Any, numbers: Mapping[str, int], first: bool) -> None:
        """A roll holds the dice of all who still fight and of nobody else (SW-3, SW-30, SW-37, SW-38)."""
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
        faces = self.position.options.dice_faces
        for seat, n in sorted(numbers.items()):
            dice = roll[seat]
            if not isinstance(dice, list | tuple) or len(dice) != n:
                rule = "SW-30" if first else "SW-38"
                raise Illegal(rule, f"seat {seat} rolls {n} dice, not {quote(dice)}")
            for value in dice:
                if not is_whole(value, 1, faces):
                    raise Illegal("SW-3", f"a die of seat {seat} shows {quote(value)}, not 1 to {faces}")
