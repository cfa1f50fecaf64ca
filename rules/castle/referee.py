"""The referee of Castle: plays a record through the engine and names the first fault by its rule.

Faults are looked for in the order of things: whether the game goes on, whose turn it is, the action, the
card and its place, and the effects one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from rules.castle.cards import Do
from rules.castle.deeds import ACTIONS, EFFECTS, PLACED, Deed, entry_keys
from rules.castle.initial import KEYS, lay_initial
from rules.castle.moves import What, move_card, pack_move
from rules.castle.notation import read_card
from rules.castle.position import Position
from rules.castle.reading import Entry
from rules.castle.refusal import refuse_target
from rules.records import Illegal, quote, seat_number
from rules.referee import GameReferee

OVER = {"out": "CA-31", "blocked": "CA-33", "turn_limit": "CA-34"}
"""The rule that an action breaks after the game has ended, by the reason of the end."""


class Referee(GameReferee):
    """Judges records one after the other with the same cards.

    The scores are cards left, in hand and in stock.
    """

    players_rule = "CA-15"
    keys: ClassVar = {
        "setup": KEYS,
        "turns": [entry_keys],
        "result": dict.fromkeys(("winners", "reason", "turns", "hands", "stocks")),
    }
    position_of = Position
    position: Position

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        lay_initial(self.position, record.get("setup"))

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One action with everything that follows from it."""
        position = self.position
        if not isinstance(entry, Mapping):
            raise Illegal("CA-19", f"{quote(entry)} is not an action")
        reason = position.reason()
        if reason is not None:
            raise Illegal(OVER[reason], f"the game is over: {reason}")
        seat = entry.get("seat")
        if type(seat) is not int or seat != position["seat"]:
            raise Illegal("CA-17", f"it is the turn of seat {position['seat'] + 1}, not {seat_number(seat)}")
        do = entry.get("do")
        deed = next((deed for deed in ACTIONS.values() if deed.word == do), None)
        if deed is None:
            raise Illegal("CA-19", f"an action is draw, exchange, play or none, not {quote(do)}")
        if position.king_first() and (do != "play" or entry.get("card") != "king"):
            raise Illegal("CA-27", f"the Herald is in play: seat {seat + 1} must play the King")
        if do != "play" and entry.get("effects"):
            raise Illegal("CA-44", f"only a play has effects, not {quote(do)}")
        self._keep_scores()
        effects = Effects(position)
        effects.follow(deed, entry, entry)
        effects.play()


class Effects:
    """Plays the effects of an action as its entry lists them, and of a card that the King's Advisor placed.

    Each list must hold one effect for every thing that is decided, in order, and no more (CA-43, CA-44).
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._lists: dict[int, list[Any]] = {}
        """The effects that are still to come, by the card placed."""
        self._had: dict[int, set[str]] = {}
        """The words of the effects that each card had."""

    def follow(self, deed: Deed, said: Any, entry: Entry) -> None:
        """Play what an entry says; a card that it places has the effects that are listed there."""
        for move in deed.read(self.position, said, entry):
            if deed.form is PLACED:
                effects, card = said.get("effects") or [], move_card(move)
                self._lists[card] = list(effects) if isinstance(effects, list | tuple) else [effects]
                self._had[card] = set()
            self.position.step(int(move))

    def play(self) -> None:
        """Everything that is decided until the action is complete."""
        while self.position.asks_effect:
            if self.position["point"] == Do.EITHER_ORDER:
                self._order()
            else:
                self._answer()
        for card, effects in reversed(self._lists.items()):
            if effects:
                raise refuse_surplus(self.position, card, effects[0], self._had[card])

    def _answer(self) -> None:
        """What the next effect of the card says, and whose choice it was (CA-46, CA-111)."""
        position = self.position
        card, deed = position["source"], EFFECTS[position["point"]]
        name, effects = position.kind(card).name, self._lists[card]
        if not effects:
            raise Illegal("CA-43", f"the {name} must do something yet: {deed.word}")
        effect = effects.pop(0)
        if not isinstance(effect, Mapping) or deed.word not in effect:
            raise Illegal("CA-43", f"the {name} asks for {deed.word}, not for {quote(effect)}")
        self._had[card].add(deed.word)
        if position["point"] not in (Do.PASS, Do.TAKE):
            self._check_chooser(effect.get("by"))
        self.follow(deed, effect[deed.word], effect)

    def _check_chooser(self, by: Any) -> None:
        """The player to act chooses and need not be named (CA-46); another seat must be (CA-111)."""
        asked = self.position["asked"]
        if by is None and asked == self.position["seat"]:
            return
        if type(by) is not int or by != asked:
            rule = "CA-46" if asked == self.position["seat"] else "CA-111"
            raise Illegal(rule, f'seat {asked + 1} chooses here, "by": {asked}, not {quote(by)}')

    def _order(self) -> None:
        """The King or the Knight first: as the record lists them (CA-128).

        Only the Knight is listed if the King came first and could not be moved, or if the Knight came first
        and the King cannot be moved then.
        """
        position = self.position
        effects = self._lists[position["source"]]
        first = effects[0] if effects else None
        place = first.get("move") if isinstance(first, Mapping) else None
        card = read_card(position, place)
        king_first = card in position.box.cards_of("king")
        movable = position.can_move_first()
        if card is not None and king_first and not movable:
            raise refuse_target(position, position["source"], [position["step_index"] + 1], card, place)
        as_written = king_first or (len(effects) < 2 and not movable)
        position.step(pack_move(What.CHOOSE, 0, 0, 0 if as_written else 1, 0))


def refuse_surplus(position: Position, card: int, effect: Any, had: Collection[str]) -> Illegal:
    """Why a card does not have an effect for which nothing asked; `had` are the words of those it had.

    If it had none of this kind, for want of anything to choose, the reason is that of the target.
    """
    kind = position.kind(card)
    words = {i: EFFECTS[step.do].word for i, step in enumerate(kind.steps) if step.do in EFFECTS}
    missed = [word for word in words.values() if word not in had]
    word = next((word for word in missed if isinstance(effect, Mapping) and word in effect), None)
    if word is None:
        return Illegal("CA-44", f"the {kind.name} has no such effect here: {quote(effect)}")
    target = read_card(position, effect[word])
    if target is None:
        return Illegal(kind.rule, f"the {kind.name} cannot do this here: {quote(effect)}")
    return refuse_target(position, card, [i for i in words if words[i] == word], target, effect[word])
