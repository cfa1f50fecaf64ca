"""Plays a game of Star Wars Carcassonne again, roll by roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.starwars.position import Position
from rules.starwars.record import roll_entry, turn_entry
from rules.starwars.tiles import KINDS
from rules.tiles.records import empty_turn
from rules.tiles.state import NO_TILE
from simulate.games.tiles.replay import Played, Replay, Turn
from simulate.play.simulator import Simulator


@dataclass(frozen=True)
class Roll:
    """One roll of a battle: dice by seat, and the points that it brought to each seat that got any."""

    dice: Mapping[str, Sequence[int]]
    points: Mapping[int, int]


@dataclass(frozen=True)
class Battle:
    """A battle: what it was for, its rolls, and the seat that stands for the winner."""

    on: str
    rolls: tuple[Roll, ...]
    winner: int


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game."""
    return StarWarsReplay(simulator).play(game, stop)


class StarWarsReplay(Replay):
    """One game being played again."""

    position: Position
    position_of = Position

    def play_turn(self, seat: int, discarded: list[int], move: int) -> Turn:
        """Play one turn, as `engine.apply` does."""
        position, design = self.position, self.position["tile"]
        if design == NO_TILE:
            position.skip()
            return Turn(empty_turn(position, seat, discarded), (), (), position.result())
        scored = position["n_scored"]
        position.enter_dice()
        battles = tuple(self._battle(feature) for feature in position.lay(move))
        position.finish()
        rolls = [{"rolls": [dict(roll.dice) for roll in battle.rolls]} for battle in battles]
        entry = turn_entry(position, seat, discarded, design, move, rolls)
        return Turn(entry, battles, self.scorings(scored), position.result())

    def _battle(self, feature: int) -> Battle:
        """Fight for a contested feature with the dice of the game."""
        position = self.position
        fighters = position.muster(feature)
        rolls: list[Roll] = []
        winner = -1
        while winner < 0:
            dice = position.roll()
            before = position["points"].sum(axis=1)
            winner = position.resolve(feature)
            gained = (position["points"].sum(axis=1) - before).tolist()
            points = {fighters[side]: gained[side] for side in dice if gained[side]}
            rolls.append(Roll(roll_entry(fighters, dice), points))
        return Battle(KINDS[position["kind"][feature]], tuple(rolls), fighters[winner])
