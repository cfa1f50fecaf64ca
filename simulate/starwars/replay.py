"""Plays a game of Star Wars Carcassonne again, roll by roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.starwars.record import empty_turn, result_entry, roll_entry, turn_entry
from rules.starwars.table import Table
from rules.starwars.tiles import KINDS
from rules.tiles.state import NO_TILE
from simulate.common.simulator import Simulator
from simulate.tiles.replay import Played, Replay, Turn


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

    table: Table
    table_of = Table

    def reserve(self) -> list[list[int]]:
        """Small and big meeples left to each seat."""
        left: list[list[int]] = self.table["reserve"][: self.table.players].tolist()
        return left

    def play_turn(self, seat: int, discarded: list[int], move: int) -> Turn:
        """Play one turn, as `engine.apply` does."""
        table, design = self.table, self.table["tile"]
        if design == NO_TILE:
            table.skip()
            return Turn(empty_turn(table, seat, discarded), (), (), result_entry(table))
        scored = table["n_scored"]
        table.enter_dice()
        battles = tuple(self._battle(feature) for feature in table.lay(move))
        table.finish()
        rolls = [{"rolls": [dict(roll.dice) for roll in battle.rolls]} for battle in battles]
        entry = turn_entry(table, seat, discarded, design, move, rolls)
        return Turn(entry, battles, self.scorings(scored), result_entry(table))

    def _battle(self, feature: int) -> Battle:
        """Fight for a contested feature with the dice of the game."""
        table = self.table
        fighters = table.muster(feature)
        rolls: list[Roll] = []
        winner = -1
        while winner < 0:
            dice = table.roll()
            before = table["points"].sum(axis=1)
            winner = table.settle(feature)
            gained = (table["points"].sum(axis=1) - before).tolist()
            points = {fighters[side]: gained[side] for side in dice if gained[side]}
            rolls.append(Roll(roll_entry(fighters, dice), points))
        return Battle(KINDS[table["kind"][feature]], tuple(rolls), fighters[winner])
