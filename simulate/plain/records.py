"""Records of games in plain Python: written, and judged by playing them through the author's rules.

A record says by which seed and index a game was set up, and then nothing but the moves: its chance is a
function of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from enum import Enum
from typing import Any, ClassVar

from rules.errors import UserError
from rules.options import as_dict
from rules.records import (
    FORMAT,
    RECORD,
    Data,
    Illegal,
    Verdict,
    check_keys,
    check_record,
    check_result,
    place_of_move,
    quote,
    read_rules,
    read_seed_and_index,
)
from rules.referee import EVERYWHERE
from simulate.plain.faults import no_move
from simulate.plain.moments import PlainPosition, position_of
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy

KEYS = dict.fromkeys((*EVERYWHERE, "seed", "game_index", "turns"))
"""What may stand in a record beside its result."""

See = Callable[[Any, Sequence[Any], Any], None]
"""Looks at a moment of a game: the game, the legal moves, and the one that was chosen."""


def move_as_json(move: Any) -> Any:
    """A move as it stands in a record: words and numbers as they are, tuples as lists, fields as objects."""
    if move is None or type(move) in (str, int, bool, float):
        return move
    if isinstance(move, Enum):
        return move.name
    if isinstance(move, tuple | list):
        return [move_as_json(part) for part in move]
    if isinstance(move, set | frozenset):
        return sorted((move_as_json(part) for part in move), key=repr)
    if isinstance(move, Mapping):
        return {str(name): move_as_json(part) for name, part in move.items()}
    if is_dataclass(move) and not isinstance(move, type):
        return move_as_json(asdict(move))
    return str(move)


def record_of(plan: Plan, index: int, moves: Sequence[Any], result: Data) -> Data:
    """The record of game `index` of a plan, in which these moves were made."""
    return {
        "format": FORMAT,
        "game": plan.game,
        "options": as_dict(plan.options),
        "players": plan.players,
        "seed": plan.seed,
        "game_index": index,
        "turns": [move_as_json(move) for move in moves],
        "result": result,
    }


class PlainReferee:
    """Judges records of a game, one after the other; `known` is the game."""

    known: ClassVar[Any]
    players_rule = "players"

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record.

        Raises
        ------
        UserError
            If no game can be made of the record.
        FailedError
            If the author's code fails.
        """
        return self._followed(record, lambda game, moves, move: None)

    def follow(self, record: Mapping[str, Any]) -> list[PlainPosition]:
        """Every moment of a record in order, and last the one after all its turns.

        Raises
        ------
        UserError
            If the record is not legal, or no game can be made of it.
        FailedError
            If the author's code fails.
        """
        positions: list[PlainPosition] = []

        def see(game: Any, moves: Sequence[Any], move: Any) -> None:
            positions.append(position_of(game, moves, move))

        verdict = self._followed(record, see)
        if not verdict.legal:
            at = "" if verdict.turn is None else f"turn {verdict.turn}: "
            raise UserError(f"not legal: {at}{verdict.rule}: {verdict.message}")
        return positions

    def _followed(self, record: Mapping[str, Any], see: See) -> Verdict:
        """The verdict on a record; `see` looks at every moment as it comes by."""
        check_record(record, "record")
        if record["game"] != self.known.name:
            raise UserError(f"this is a record of {record['game']}, not of {self.known.name}")
        in_result = ("scores", "winners") if self.known.has_score else ("winners",)
        check_keys(record, {**KEYS, "result": dict.fromkeys(in_result)}, RECORD)
        turns = record.get("turns", [])
        if not isinstance(turns, list | tuple):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        simulator = self.known.simulator(self._plan_of(record))
        index = simulator.plan.first_game
        turn: int | None = None
        with simulator.naming(index):
            game = simulator.begin(index)
            try:
                for turn, entry in enumerate(turns):  # noqa: B007 - the verdict names it
                    moves, move = _choice(game, entry)
                    see(game, moves, move)
                    simulator.make(game, move)
                turn = None
                see(game, _legal(game), None)
                check_result(simulator.result(game), record.get("result"))
            except Illegal as fault:
                scores = simulator.scores(game)
                return Verdict(False, turn, fault.rule, fault.message, scores, [{} for _ in scores], [])
            result = simulator.result(game)
        scores = result.get("scores", [])
        return Verdict(True, None, None, None, scores, [{} for _ in scores], result["winners"])

    def _plan_of(self, record: Mapping[str, Any]) -> Plan:
        """The plan whose first game is the one of a record."""
        options, _, players = read_rules(self.known.name, record, self.players_rule)
        seed, index = read_seed_and_index(record)
        nobody = (Policy("random"),) * players
        preset = next(iter(self.known.options.PRESETS))
        tables = ("games", "seats")
        return Plan(
            self.known.name, players, options, preset, nobody, seed, index, 1, tables, code=self.known.code
        )


def _legal(game: Any) -> list[Any]:
    """The legal moves, none in a game that is over."""
    return [] if game.is_over() else list(game.moves())


def _choice(game: Any, entry: Any) -> tuple[list[Any], Any]:
    """The legal moves, and the one that an entry of a record says."""
    moves = _legal(game)
    if not moves and not game.is_over():
        raise no_move(game)
    if not moves:
        raise Illegal("moves", f"{quote(entry)} comes after the end")
    return moves, moves[place_of_move(entry, [move_as_json(move) for move in moves], game.seat)]
