"""The referee of Castle: plays a record through the engine and names the first fault by its rule.

Faults are looked for in the order of things: whether the game goes on, whose turn it is, the action, the
card and its place, and the effects one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.answers import Answers
from rules.castle.cards import CardSet
from rules.castle.moves import DRAW, NONE, PLAY, SWAP, move_card, move_other, move_what, pack_move
from rules.castle.placement import read_placing
from rules.castle.record import result_entry
from rules.castle.setup import lay_setup
from rules.castle.table import Table
from rules.errors import UserError
from rules.records import Illegal, Verdict, check_record, check_result, quote, read_rules

OVER = {"out": "CA-31", "blocked": "CA-33", "turn_limit": "CA-34"}
"""The rule that an action breaks after the game has ended, by the reason of the end."""


def judge(record: Mapping[str, Any], cards: CardSet | None = None) -> Verdict:
    """The verdict on one record; for many of them keep a `Referee`.

    Raises
    ------
    UserError
        If no game can be made of the record: unknown options, a number of players that does not fit, ...
    """
    return Referee(cards).judge(record)


class Referee:
    """Judges records one after the other with the same cards."""

    def __init__(self, cards: CardSet | None = None) -> None:
        self.table = Table(cards)

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record: the scores are cards left, in hand and in stock.

        Raises
        ------
        UserError
            If no game can be made of the record.
        """
        check_record(record, "record")
        table = self.table
        if record["game"] != table.game:
            raise UserError(f"this is a record of {record['game']}, not of {table.game}")
        options, rules, players = read_rules(table.game, record, "CA-15")
        turns = record.get("turns", [])
        if not isinstance(turns, list | tuple):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        table.open(options, players, rules)
        turn, before = None, table.by_source()
        try:
            lay_setup(table, record.get("setup"))
            for turn, entry in enumerate(turns):  # noqa: B007 - the turn at fault
                before = table.by_source()
                self._play(entry)
            turn, before = None, table.by_source()
            check_result(result_entry(table), record.get("result"))
        except Illegal as fault:
            scores = [sum(sources.values()) for sources in before]
            return Verdict(False, turn, fault.rule, fault.message, scores, before, [])
        return Verdict(True, None, None, None, table.scores(), table.by_source(), table.winners())

    # --- an action

    def _play(self, entry: Any) -> None:
        """One action with everything that follows from it."""
        table = self.table
        if not isinstance(entry, Mapping):
            raise Illegal("CA-19", f"{quote(entry)} is not an action")
        reason = table.reason()
        if reason is not None:
            raise Illegal(OVER[reason], f"the game is over: {reason}")
        seat = entry.get("seat")
        if type(seat) is not int or seat != table["seat"]:
            raise Illegal("CA-17", f"it is the turn of seat {table['seat']}, not {quote(seat)}")
        do = entry.get("do")
        if do not in ("draw", "exchange", "play", "none"):
            raise Illegal("CA-19", f"an action is draw, exchange, play or none, not {quote(do)}")
        if table.king_first() and (do != "play" or entry.get("card") != "king"):
            raise Illegal("CA-27", f"the Herald is in play: seat {seat} must play the King")
        if do != "play" and entry.get("effects"):
            raise Illegal("CA-44", f"only a play has effects, not {quote(do)}")
        if do == "draw":
            self._draw()
        elif do == "exchange":
            self._exchange(entry)
        elif do == "play":
            self._place(entry)
        else:
            self._lose()

    def _draw(self) -> None:
        """The top card of one's stock (CA-20)."""
        move = pack_move(DRAW, 0, 0, 0, 0)
        seat = self.table["seat"]
        if move not in self.table.legal():
            if self.table["n_stock"][seat] == 0:
                raise Illegal("CA-20", f"the stock of seat {seat} is empty")
            raise Illegal("CA-V2", f"seat {seat} holds as many cards as were dealt into the first hand")
        self.table.step(int(move))

    def _exchange(self, entry: Mapping[str, Any]) -> None:
        """A card of the hand for one of the exchange (CA-21)."""
        table, give, take = self.table, entry.get("give"), entry.get("take")
        if give not in table.ids(table["hand"][table["seat"]]):
            raise Illegal("CA-21", f"seat {table['seat']} does not hold {quote(give)}")
        if take not in table.ids(table["exchange"]):
            raise Illegal("CA-21", f"{quote(take)} is not in the exchange")
        table.step(
            next(
                move
                for move in table.legal()
                if move_what(move) == SWAP
                and table.id_of(move_card(move)) == give
                and table.id_of(move_other(move)) == take
            )
        )

    def _place(self, entry: Mapping[str, Any]) -> None:
        """A card of the hand is placed, and its effect applied (CA-22, CA-41)."""
        table, name = self.table, entry.get("card")
        hand = int(table["hand"][table["seat"]])
        found = [c for c in range(table.box.n_cards) if hand >> c & 1 and table.id_of(c) == name]
        if not found:
            raise Illegal("CA-22", f"seat {table['seat']} does not hold {quote(name)}")
        move = read_placing(table, PLAY, found[0], entry)
        answers = Answers(table, found[0], entry)
        table.step(move)
        answers.play()

    def _lose(self) -> None:
        """An action is lost if none is possible (CA-23)."""
        move = pack_move(NONE, 0, 0, 0, 0)
        if move not in self.table.legal():
            raise Illegal("CA-23", f"seat {self.table['seat']} can take an action")
        self.table.step(int(move))
