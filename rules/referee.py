"""What the referees of all games have in common: they play a record through the engine to its first fault.

A referee asks the engine for the legal moves, plays what a record says if it is among them, and only if it is
not looks for the rule that it breaks. `rules.GAME.referee` adds what an entry of that game says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rules import games
from rules.errors import UserError
from rules.position import GamePosition
from rules.records import (
    RECORD,
    Illegal,
    Keys,
    Verdict,
    check_keys,
    check_record,
    check_result,
    quote,
    read_rules,
)
from rules.verbs import is_over

EVERYWHERE = ("format", "game", "options", "players")
"""The keys of every record of every game."""


@dataclass(frozen=True)
class Decision:
    """A moment of a record: the state of the game, ready to be played on, and what somebody decided then.

    `position` is to be looked at: what lies on the table, and nothing that `states` make up to be played on.
    After the last turn no `move` was made. There are no legal `moves` where the game is over, or where it is
    not known yet what there is to decide on.
    """

    states: np.recarray[Any, Any]
    moves: tuple[int, ...]
    move: int | None
    position: GamePosition

    def __getitem__(self, name: str) -> int:
        """A number of the state."""
        return int(self.states[name][0])


class GameReferee(ABC):
    """Judges records one after the other with what lies in the same box."""

    position_of: ClassVar[type[GamePosition]]
    players_rule: ClassVar[str]
    """The number of the rule that says how many may play."""
    keys: ClassVar[Mapping[str, Keys]]
    """What may stand in a record beside what all have: `turns`, `result`, and the rest by name."""
    position: GamePosition
    _kept: list[dict[str, int]] | None

    def __init__(self, box: Any = None) -> None:
        self.position = self.position_of(box)

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record.

        Raises
        ------
        UserError
            If no game can be made of the record: unknown keys or options, a number of players that does not
            fit, ...
        """
        check_record(record, "record")
        position = self.position
        if record["game"] != position.game:
            raise UserError(f"this is a record of {record['game']}, not of {position.game}")
        check_keys(record, {**dict.fromkeys(EVERYWHERE), **self.keys}, RECORD)
        own = None if position.box is games.load(position.game).standard_box else position.box
        options, rules, players = read_rules(position.game, record, self.players_rule, own)
        turns = self._turns(record)
        if not isinstance(turns, list | tuple):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        position.open(options, players, rules)
        turn = None
        self._keep_scores()
        try:
            self._lay_setup(record)
            for turn, entry in enumerate(turns):
                self._kept = None
                self._play_turn(turn, entry)
            turn = self._kept = None
            position.about_to(None)
            self._end(record)
        except Illegal as fault:
            by_source = self._kept or position.by_source()
            scores = [sum(sources.values()) for sources in by_source]
            return Verdict(False, turn, fault.rule, fault.message, scores, by_source, [])
        return Verdict(True, None, None, None, position.scores(), position.by_source(), position.winners())

    def watched(self, record: Mapping[str, Any], see: Callable[[int | None], None]) -> Verdict:
        """The verdict on a record; `see` is told what `GamePosition.watch` is, as the position comes by."""
        self.position.watch = see
        try:
            return self.judge(record)
        finally:
            self.position.watch = None

    def follow(self, record: Mapping[str, Any]) -> list[Decision]:
        """Every decision of a record in order, and last the position after all its turns.

        Raises
        ------
        UserError
            If the record is not legal, or no game can be made of it.
        """
        found: list[Decision] = []
        verdict = self.watched(record, lambda move: found.append(self._decision(move)))
        if not verdict.legal:
            at = "" if verdict.turn is None else f"turn {verdict.turn}: "
            raise UserError(f"not legal: {at}{verdict.rule}: {verdict.message}")
        return found

    def _decision(self, move: int | None) -> Decision:
        """The position as it is, before this move."""
        states = self._ready()
        moves = () if is_over(states[0]) else tuple(self._choices())
        return Decision(states, moves, move, self.position.copied())

    def _choices(self) -> list[int]:
        """The legal moves."""
        return self.position.moves()

    def _ready(self) -> np.recarray[Any, Any]:
        """A copy of the state with all that a game needs to go on."""
        return self.position.states.copy().view(np.recarray)

    def _keep_scores(self) -> None:
        """Keep what each seat has, before it changes in a turn that may yet turn out to be illegal."""
        self._kept = self.position.by_source()

    def _turns(self, record: Mapping[str, Any]) -> Any:
        """What a record holds as its turns."""
        return record.get("turns", [])

    @abstractmethod
    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        """Lay the position before the first turn."""

    @abstractmethod
    def _play_turn(self, turn: int, entry: Any) -> None:
        """Play what an entry says."""

    def _end(self, record: Mapping[str, Any]) -> None:
        """After the last turn: the result that is stated."""
        check_result(self.position.result(), record.get("result"))
