"""Plays a game of Carcassonne again, turn by turn."""

from __future__ import annotations

from rules.carcassonne.options import PAYING
from rules.carcassonne.position import Position
from rules.carcassonne.record import Held, held_entry, turn_entry
from rules.carcassonne.tiles import Role
from rules.records import Data
from rules.tiles.moves import DRAW
from rules.tiles.state import NO_TILE
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
        position, scored = self.position, self.position["n_scored"]
        hands, design, own = position.hands(), position.design_of(move), position["may_draw"] == 1
        if design == NO_TILE:
            entry = self.empty_entry(seat, discarded)
            position.skip()
            return Turn(entry, (), (), position.result())
        position.lay(move)
        position.finish()
        held = self._held(seat, hands, discarded)
        entry = turn_entry(position, seat, discarded, design, move, held, own)
        return Turn(entry, (), self.scorings(scored), position.result())

    def drew(self, move: int) -> bool:
        """Play the next move if it draws, a cloister being kept; whether it does (HR-22)."""
        if self.position["may_draw"] == 0 or move != DRAW:
            return False
        self.position.draw()
        return True

    def empty_entry(self, seat: int, discarded: list[int]) -> Data:
        """A turn without a tile, which may be the first with hands (HR-21)."""
        held = Held(hands=self._dealt(seat, self.position.hands(), discarded))
        return super().empty_entry(seat, discarded) | held_entry(self.position, held)

    def _held(self, seat: int, hands: list[list[int]], discarded: list[int]) -> Held:
        """What is told of hands as they were when the seat chose, after it had discarded so much (HR-21)."""
        if not any(hands):
            return Held()
        after = self.position.hand(seat)
        return Held(
            self._dealt(seat, hands, discarded),
            hands[seat] if self._laid_out(discarded) else None,
            after[-1] if len(after) == len(hands[seat]) else None,
        )

    def _dealt(self, seat: int, hands: list[list[int]], discarded: list[int]) -> list[list[int]] | None:
        """The hands as they were dealt, in the first turn with them, before the seat laid its own out."""
        laid_out = self._laid_out(discarded)
        if any("hands" in turn.entry for turn in self.turns) or not (any(hands) or laid_out):
            return None
        most = self.position.options.tiles_in_hand
        return [hand if other != seat else (laid_out + hand)[:most] for other, hand in enumerate(hands)]

    def _laid_out(self, discarded: list[int]) -> list[int]:
        """Those of the discarded tiles that lay in a hand."""
        tiles = self.position.tileset.tiles
        from_hands = self.position.options.tiles_in_hand > 0
        return [design for design in discarded if from_hands and tiles[design].role == Role.LAND]

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
