"""Plays a game of Carcassonne again, turn by turn."""

from __future__ import annotations

from rules.carcassonne.options import PAYING
from rules.carcassonne.position import Position
from rules.carcassonne.record import turn_entry
from simulate.games.tiles.replay import Played, Replay, Scoring, Turn
from simulate.play.simulator import Simulator


def play(simulator: Simulator, game: int, stop: int | None = None) -> Played:
    """Play game `game` of the simulator's plan; `stop` is the last turn to keep, None for the whole game."""
    return CarcassonneReplay(simulator).play(game, stop)


class CarcassonneReplay(Replay):
    """One game being played again."""

    position: Position
    position_of = Position

    def play_turn(self, seat: int, discarded: list[int], move: int) -> Turn:
        """Play one turn, as `engine.apply` does."""
        position, design, scored = self.position, self.position["tile"], self.position["n_scored"]
        position.lay(move)
        position.finish()
        entry = turn_entry(position, seat, discarded, design, move)
        return Turn(entry, (), self.scorings(scored), position.result())

    def final_scorings(self, since: int) -> tuple[Scoring, ...]:
        """Roads, cities and cloisters, then farms: tiles, complete cities, and what seats get (CC-52)."""
        position, method = self.position, self.position.options.farm_method
        found = list(self.scorings(since))
        if method not in PAYING:
            return tuple(found)
        for farm in position["farms"][position["n_closed"] : position["n_farms"]]:
            units = farm["units"][method].tolist()
            for paid in sorted(set(units) - {0}, reverse=True):
                seats = tuple(seat for seat, n in enumerate(units) if n == paid)
                tiles, cities = int(farm["tiles"]), int(farm["cities"])
                found.append(Scoring("field", tiles, cities, paid * position.options.farm_points, seats))
        return tuple(found)
