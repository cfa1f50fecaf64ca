"""Game records of Pig: written by a replay, judged by a referee, told to people.

A turn is ``{"seat": 0, "rolls": [4, 3], "hold": true}``; a turn that ends by a one does not hold.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from pig.engine import HOLD, ROLL, State, apply, hold, show
from rules.position import GamePosition
from rules.records import Data, Illegal, is_whole, quote
from rules.referee import GameReferee
from simulate.play.simulator import Simulator
from simulate.replays.replay import Played


class Position(GamePosition):
    """One game of Pig, played step by step."""

    game = "pig"
    state_type = State
    most_moves = 2

    def __init__(self, box: None = None) -> None:
        super().__init__(box)
        self.state = self.states[0]

    def by_source(self) -> list[dict[str, int]]:
        """The points of each seat."""
        return [{"points": points} for points in self["points"][: self.players].tolist()]

    def winners(self) -> list[int]:
        """The seats that won; none before the game is over."""
        self.final_scores()
        return super().winners()

    def result(self) -> Data:
        """The result as it stands in a record."""
        return {"scores": self.scores(), "winners": self.winners()}


class Referee(GameReferee):
    """Judges records one after the other."""

    players_rule = "PIG-1"
    keys: ClassVar = {
        "turns": [dict.fromkeys(("seat", "rolls", "hold"))],
        "result": dict.fromkeys(("scores", "winners")),
    }
    position_of = Position
    position: Position

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        """Every game begins alike."""

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One turn: rolls, and perhaps a hold."""
        position, state = self.position, self.position.state
        if state.over:
            raise Illegal("PIG-2", "the game is over")
        rolls = entry.get("rolls") if isinstance(entry, Mapping) else None
        if not isinstance(rolls, list) or not all(is_whole(die, 1, position.options.faces) for die in rolls):
            raise Illegal(
                "PIG-3", f"{quote(rolls)} are no rolls of a die with {position.options.faces} faces"
            )
        if type(entry.get("seat")) is not int or entry["seat"] != state.seat:
            raise Illegal("PIG-5", f"it is the turn of seat {state.seat}, not {quote(entry.get('seat'))}")
        if not rolls:
            raise Illegal("PIG-3", "a turn begins with a roll")
        if 1 in rolls[:-1]:
            raise Illegal("PIG-4", "a one ends the turn")
        if (rolls[-1] == 1) == (entry.get("hold") is True):
            raise Illegal("PIG-4" if rolls[-1] == 1 else "PIG-3", "a turn ends with a hold or with a one")
        for die in rolls:
            position.about_to(ROLL)
            show(position.rules[0], state, die)
        if rolls[-1] != 1:
            position.about_to(HOLD)
            hold(position.rules[0], state)


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan again; `stop` is the last turn to keep, None for the whole."""
    plan = simulator.plan
    moves, rows = simulator.play_noted(game)
    position = Position()
    position.open(plan.options, plan.players)
    position.deal(plan.seed, game)
    turns: list[Data] = []
    points: list[tuple[int, ...]] = []
    for move in moves:
        if len(turns) == int(position.state.turn):
            turns.append({"seat": int(position.state.seat), "rolls": [], "hold": False})
            points.append(())
        if move == ROLL:
            ones, seat = position.state.busts.copy(), turns[-1]["seat"]
            before = int(position.state.at_stake)
            apply(None, position.rules[0], position.state, ROLL)
            bust = position.state.busts[seat] > ones[seat]
            turns[-1]["rolls"].append(1 if bust else int(position.state.at_stake) - before)
        else:
            apply(None, position.rules[0], position.state, HOLD)
            turns[-1]["hold"] = True
        points[-1] = tuple(position.scores())
    result, ended = position.result(), stop is None or stop >= len(turns) - 1
    if stop is not None and not ended:
        turns, points = turns[: stop + 1], points[: stop + 1]
        result = {"scores": list(points[-1]), "winners": []}
    record = position.record(turns=turns) | {"result": result}
    return Played(position, points, record, ended, rows)


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: who rolls what, and the points after it."""
    for number, (turn, points) in enumerate(zip(played.record["turns"], played.turns, strict=True)):
        rolls = " ".join(map(str, turn["rolls"]))
        yield f" {number:>4}  seat {turn['seat'] + 1}  {'  '.join(f'{p:>4}' for p in points)}   {rolls}"


def tell_move(position: Position, move: int) -> str:
    """A move in words."""
    return "holds" if move == HOLD else "rolls"
