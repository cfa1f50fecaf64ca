"""Game records of Pig: written by a replay, judged by a referee, told to people.

A turn is ``{"seat": 0, "rolls": [4, 3], "hold": true}``; a turn that ends by a one does not hold.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pig.engine import HOLD, ROLL, State, apply, clear, final_scores, hold, new_game, show
from rules.errors import UserError
from rules.fields import blank
from rules.options import as_dict
from rules.records import (
    FORMAT,
    Data,
    Illegal,
    Verdict,
    check_record,
    check_result,
    is_whole,
    quote,
    read_rules,
)
from simulate.common.simulator import Simulator


class Table:
    """One game of Pig, played step by step."""

    def __init__(self) -> None:
        self.states = blank(State)
        self.state = self.states[0]

    def open(self, options: Any, rules: Any, players: int) -> None:
        """Clear the table."""
        self.options, self.rules, self.players = options, rules[0], players
        clear(self.state, players)

    def scores(self) -> list[int]:
        """The points of each seat."""
        return [int(points) for points in self.state.points[: self.players]]

    def result(self) -> Data:
        """The result as it stands in a record."""
        final_scores(None, self.rules, self.state)
        winners = [seat for seat in range(self.players) if int(self.state.winners) >> seat & 1]
        return {"scores": self.scores(), "winners": winners}


class Referee:
    """Judges records one after the other."""

    def __init__(self) -> None:
        self.table = Table()

    def judge(self, record: Mapping[str, Any]) -> Verdict:
        """The verdict on a record.

        Raises
        ------
        UserError
            If no game can be made of the record.
        """
        check_record(record, "record")
        options, rules, players = read_rules("pig", record, "PIG-1")
        turns = record.get("turns", [])
        if not isinstance(turns, list):
            raise UserError(f"turns must be a list, not {quote(turns)}")
        table = self.table
        table.open(options, rules, players)
        turn, scores = None, table.scores()
        try:
            for turn, entry in enumerate(turns):  # noqa: B007 - the turn at fault
                scores = table.scores()
                self._turn(entry)
            turn, scores = None, table.scores()
            result = table.result()
            check_result(result, record.get("result"))
        except Illegal as fault:
            return Verdict(False, turn, fault.rule, fault.message, scores, _sources(scores), [])
        return Verdict(True, None, None, None, scores, _sources(scores), result["winners"])

    def _turn(self, entry: Any) -> None:
        """One turn: rolls, and perhaps a hold."""
        table, state = self.table, self.table.state
        if state.over:
            raise Illegal("PIG-2", "the game is over")
        rolls = entry.get("rolls") if isinstance(entry, Mapping) else None
        if not isinstance(rolls, list) or not all(is_whole(die, 1, table.options.faces) for die in rolls):
            raise Illegal("PIG-3", f"{quote(rolls)} are no rolls of a die with {table.options.faces} faces")
        if type(entry.get("seat")) is not int or entry["seat"] != state.seat:
            raise Illegal("PIG-5", f"it is the turn of seat {state.seat}, not {quote(entry.get('seat'))}")
        if not rolls:
            raise Illegal("PIG-3", "a turn begins with a roll")
        if 1 in rolls[:-1]:
            raise Illegal("PIG-4", "a one ends the turn")
        if (rolls[-1] == 1) == (entry.get("hold") is True):
            raise Illegal("PIG-4" if rolls[-1] == 1 else "PIG-3", "a turn ends with a hold or with a one")
        for die in rolls:
            show(table.rules, state, die)
        if rolls[-1] != 1:
            hold(table.rules, state)


def _sources(scores: list[int]) -> list[dict[str, int]]:
    return [{"points": score} for score in scores]


@dataclass(frozen=True)
class Played:
    """A game played again, to its end or to the turn it was stopped at."""

    table: Table
    record: Data
    points: tuple[tuple[int, ...], ...]
    ended: bool
    rows: Mapping[str, np.ndarray]


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan again; `stop` is the last turn to keep, None for the whole."""
    plan = simulator.plan
    moves, rows = simulator.play_noted(game)
    table = Table()
    table.open(plan.options, simulator.options, plan.players)
    new_game(None, table.rules, table.state, plan.players, plan.seed, game)
    turns: list[Data] = []
    points: list[tuple[int, ...]] = []
    for move in moves:
        if len(turns) == int(table.state.turn):
            turns.append({"seat": int(table.state.seat), "rolls": [], "hold": False})
            points.append(())
        if move == ROLL:
            ones, seat = table.state.busts.copy(), turns[-1]["seat"]
            before = int(table.state.at_stake)
            apply(None, table.rules, table.state, ROLL)
            bust = table.state.busts[seat] > ones[seat]
            turns[-1]["rolls"].append(1 if bust else int(table.state.at_stake) - before)
        else:
            apply(None, table.rules, table.state, HOLD)
            turns[-1]["hold"] = True
        points[-1] = tuple(table.scores())
    result, ended = table.result(), stop is None or stop >= len(turns) - 1
    if stop is not None and not ended:
        turns, points = turns[: stop + 1], points[: stop + 1]
        result = {"scores": list(points[-1]), "winners": []}
    record = {"format": FORMAT, "game": "pig", "options": as_dict(plan.options), "players": plan.players}
    return Played(table, record | {"turns": turns, "result": result}, tuple(points), ended, rows)


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: who rolls what, and the points after it."""
    for number, (turn, points) in enumerate(zip(played.record["turns"], played.points, strict=True)):
        rolls = " ".join(map(str, turn["rolls"]))
        yield f" {number:>4}  seat {turn['seat'] + 1}  {'  '.join(f'{p:>4}' for p in points)}   {rolls}"
