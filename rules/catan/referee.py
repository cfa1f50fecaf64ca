"""The referee of Catan: plays a record through the engine and names the first fault by its rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.catan.deeds import (
    FORMS,
    Entry,
    entry_keys,
    one_by_one,
    read_discard,
    read_kind,
    read_offer,
    read_outcome,
    read_place,
)
from rules.catan.initial import AWARDS, KEYS, lay_initial
from rules.catan.moves import Kind, pack_move
from rules.catan.options import Start, Steal
from rules.catan.position import Position
from rules.catan.refusal import refuse_kind, refuse_more, refuse_move, refuse_outcome, refuse_victim
from rules.catan.state import Point
from rules.records import Illegal, is_whole, quote, seat_number
from rules.referee import GameReferee

DEEDS = tuple(dict.fromkeys(form.alike["do"] for form in FORMS))
"""What an entry can do."""

DUE = {
    Point.SETUP_SETTLEMENT: ("settlement", "CT-45"),
    Point.SETUP_ROAD: ("road", "CT-45"),
    Point.DISCARD: ("discard", "CT-62"),
    Point.ROBBER: ("robber", "CT-63"),
    Point.STEAL: ("steal", "CT-67"),
    Point.ROLL_AGAIN: ("roll", "HR-8"),
    Point.NEUTRAL_ROLL: ("neutral_roll", "HR-4"),
    Point.FREE_ROAD: ("road", "CT-96"),
    Point.DRAW: ("draw", "HR-2"),
    Point.TRADE_ANSWER: ("answer", "CT-79"),
    Point.TRADE_CHOICE: ("accept", "CT-79"),
}
"""What must come at a decision point where only one thing can, and the rule that says so."""

OWN_POINTS = (Point.ROLL_AGAIN, Point.NEUTRAL_ROLL, Point.FREE_ROAD, Point.DRAW)
"""Decision points at which another seat is wrong because it is not its turn (CT-50)."""

UNDUE = {
    "discard": "CT-61",
    "robber": "CT-68",
    "steal": "CT-65",
    "answer": "CT-79",
    "accept": "CT-79",
    "draw": "HR-2",
    "neutral_roll": "HR-4",
}
"""By what rule a thing is wrong when nothing has called for it."""

OWN_TURN = {"offer": "CT-70", "bank": "CT-78", "play": "CT-52"}
"""By what rule a thing is wrong on another's turn; all others by CT-50."""


class Referee(GameReferee):
    """Judges records one after the other; their turns are the entries of the flat list.

    The `box` has the board of board=explicit if a record has none.
    """

    players_rule = "CT-1"
    keys: ClassVar = {
        "setup": KEYS,
        "turns": [entry_keys],
        "result": dict.fromkeys(("points", "winner", "turns", *AWARDS, "hands", "bank", "welfare_tokens")),
    }
    position_of = Position
    position: Position

    def _turns(self, record: Mapping[str, Any]) -> Any:
        turns = record.get("turns")
        return [] if turns is None else turns

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        lay_initial(self.position, record.get("setup"), self._first_seat(record))
        self._optional = ""

    def _first_seat(self, record: Mapping[str, Any]) -> int:
        """Who begins: seat 0, or with start=random whoever does (OQ-CT-15)."""
        turns = self._turns(record)
        first = turns[0].get("seat") if turns and isinstance(turns[0], Mapping) else None
        if self.position.options.start == Start.RANDOM and is_whole(first, 0, self.position.players - 1):
            return first
        return 0

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One entry: is it its moment and its seat's, and does it keep to the rules (CT-1, CT-119)?"""
        if not isinstance(entry, Mapping):
            raise Illegal("CT-119", f"{quote(entry)} is nothing that a seat does")
        position, deed, seat = self.position, entry.get("do"), entry.get("seat")
        if not isinstance(deed, str) or deed not in DEEDS:
            raise Illegal(
                "CT-119", f"{quote(deed)} is nothing that a seat does; there are {', '.join(DEEDS)}"
            )
        if position["point"] == Point.OVER:
            rule = "CT-116" if position.winners() else "CT-121"
            raise Illegal(rule, "the game is over")
        if not is_whole(seat, 0, position.players - 1):
            raise Illegal("CT-1", f"a seat is a number from 0 to {position.players - 1}, not {quote(seat)}")
        if deed == self._optional and seat == position["seat"]:
            self._check_optional(deed, seat, entry)
            self._optional = ""
            return
        self._check_moment(deed, seat)
        self._do(seat, entry)
        offered = deed in ("offer", "answer")
        quiet = position["point"] in (Point.PRE_ROLL, Point.MAIN, Point.DRAW)
        self._optional = "accept" if offered and quiet else "steal" if deed == "robber" and quiet else ""

    def _do(self, seat: int, entry: Entry) -> None:
        """Play what an entry does if it is among the legal moves, else say why it is not."""
        position = self.position
        kind = read_kind(position, entry)
        if kind == Kind.DISCARD:
            self._discard(seat, entry)
            return
        if kind == Kind.OFFER:
            self._offer(seat, entry)
            return
        try:
            place, second = read_place(position, seat, kind, entry)
        except Illegal as fault:
            raise refuse_kind(position, seat, kind) or fault from None
        move = pack_move(kind, place, second)
        if not position.allows(move):
            raise refuse_kind(position, seat, kind) or refuse_move(position, seat, kind, place, second)
        outcome = read_outcome(position, kind, place, entry)
        if not position.can_come(move, outcome):
            raise refuse_outcome(position, kind, place, outcome)
        position.carry_out(move, outcome)

    def _discard(self, seat: int, entry: Entry) -> None:
        """All that a seat gives up on a seven (CT-61, CT-62); the seats may come in any order."""
        position, cards = self.position, read_discard(self.position, seat, entry)
        if (position["hands"][seat] < cards).any():
            raise refuse_more(cards, position["hands"][seat], "CT-61", f"seat {seat + 1}")
        for resource in one_by_one(cards):
            position["asked"] = seat
            position.carry_out(pack_move(Kind.DISCARD, resource, 0))

    def _offer(self, seat: int, entry: Entry) -> None:
        """An offer of any size to any others, which need not be among the moves that are listed (CT-79)."""
        if fault := refuse_kind(self.position, seat, Kind.OFFER):
            raise fault
        give, want, seats = read_offer(self.position, seat, entry)
        if (self.position["hands"][seat] < give).any():
            raise Illegal("CT-79", f"seat {seat + 1} does not hold what it offers")
        self.position.offer(give, want, seats)

    def _check_optional(self, deed: str, seat: int, entry: Entry) -> None:
        """An entry that may be left out, as there is nothing to choose, chooses nothing (CT-67, CT-79)."""
        named = entry.get("with" if deed == "accept" else "from")
        if deed == "accept" and named is not None:
            raise Illegal("CT-79", f"seat {seat_number(named)} did not say yes to the offer")
        if deed == "accept":
            return
        if named is not None and self.position.options.steal == Steal.NONE:
            raise Illegal("OQ-CT-4", "nothing is stolen in this game")
        victim, _ = read_place(self.position, seat, Kind.STEAL, entry)
        if named is None:
            read_outcome(self.position, Kind.STEAL, victim, entry)
        elif fault := refuse_victim(self.position, seat, victim):
            raise fault
        elif entry.get("card") is not None:
            raise refuse_move(self.position, seat, Kind.STEAL, victim, 0)

    def _check_moment(self, deed: str, seat: int) -> None:
        """This can be done now, and by this seat (CT-45, CT-49, CT-50, CT-51, CT-62, CT-94)."""
        position = self.position
        point = position["point"]
        if point in DUE:
            due, rule = DUE[point]
            if point == Point.SETUP_SETTLEMENT and position.sets_up_city():
                due, rule = "city", "HR-6"
            if deed != due:
                raise Illegal(self._rule_against(deed, rule), f"'{due}' is due, not '{deed}'")
            if point != Point.DISCARD and seat != position["asked"]:
                rule = {Point.STEAL: "CT-65"}.get(point, "CT-50" if point in OWN_POINTS else rule)
                raise Illegal(
                    rule, f"it is for seat {position['asked'] + 1} to do this, not for seat {seat + 1}"
                )
            return
        if deed in UNDUE:
            raise Illegal(UNDUE[deed], f"nothing has called for '{deed}'")
        if seat != position["seat"]:
            raise Illegal(
                OWN_TURN.get(deed, "CT-50"),
                f"it is the turn of seat {position['seat'] + 1}, not of seat {seat + 1}",
            )
        if point == Point.PRE_ROLL and deed not in ("roll", "play"):
            raise Illegal("CT-51", f"before the roll there is no '{deed}'")
        if point == Point.MAIN and deed == "roll":
            raise Illegal("CT-51", "the dice of this turn are rolled")

    def _rule_against(self, deed: str, rule: str) -> str:
        """The rule against doing this while something else is due, `rule` if none is nearer to it."""
        position = self.position
        point = position["point"]
        if point in (Point.SETUP_SETTLEMENT, Point.SETUP_ROAD):
            return rule if deed in ("settlement", "road") else "CT-49"
        if deed == "end":
            return "CT-59"
        if deed == "roll" and position["rolled"]:
            return "CT-51"
        return "CT-94" if deed == "play" and point not in (Point.TRADE_ANSWER, Point.TRADE_CHOICE) else rule
