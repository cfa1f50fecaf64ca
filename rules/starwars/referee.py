"""The referee of Star Wars: the place, the meeple and the battles of a turn (SW-11).

Within a turn faults are looked for in the order of its steps: whose turn it is, the tiles drawn, the place,
the meeple, the battles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.records import Illegal, quote, spot
from rules.starwars.options import Unplaceable
from rules.starwars.position import Position
from rules.starwars.record import MEEPLE, SIZES, read_meeple, read_roll
from rules.starwars.tiles import KINDS
from rules.tiles.position import Meeple, Place
from rules.tiles.records import record_keys, setup_segment
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
    keys = record_keys(MEEPLE, {"battles": [{"rolls": None}]})
    position_of = Position
    read_meeple = read_meeple
    position: Position

    def _read_standing(self, at: Place, meeple: Mapping[str, Any]) -> Meeple:
        """A meeple from its owner's reserve, small if no size is given."""
        seat, size = meeple["seat"], meeple.get("size", "small")
        if size not in SIZES or self.position["reserve"][seat, SIZES.index(size)] <= 0:
            raise Illegal("SETUP", f"seat {seat + 1} has no further {quote(size)} meeple")
        segment = setup_segment(self.position, at, meeple, "planet")
        return Meeple(seat, SIZES.index(size), at, *segment)

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

    def _refuse_meeple(self, meeple: Any) -> Illegal:
        """The feature is held (SW-19), or the planet is none (SW-20) or one's own (SW-24)."""
        if "at" not in meeple:
            return Illegal("SW-19", "the feature already holds a meeple")
        at = meeple["at"]
        planet, there = f"at {spot(at)}", self.position.lying.get((at[0], at[1]))
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
            if used == len(rolls):
                seats = ", ".join(str(fighters[side] + 1) for side in self.position.to_roll())
                raise Illegal("SW-34" if used == 0 else "SW-36", f"seats {seats} still have to roll")
            self.position.show(read_roll(self.position, fighters, rolls[used], first=used == 0))
            winner = self.position.resolve(feature)
            used += 1
        if used < len(rolls):
            raise Illegal("SW-35", f"the battle was over after roll {used}")
