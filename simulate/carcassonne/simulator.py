"""Everything the simulator needs to play Carcassonne games of one plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.carcassonne.state import new_state
from rules.options import as_record
from simulate.carcassonne.desk import Desk
from simulate.carcassonne.features import MIND_DTYPE
from simulate.carcassonne.play import play_games
from simulate.carcassonne.tables import ROWS_PER_GAME, TABLES
from simulate.common.simulator import GameSimulator, read_box

if TYPE_CHECKING:
    from simulate.plan import Plan

POLICIES_VERSION = 1
"""Rises when, and only when, the same weights choose other moves."""


class Simulator(GameSimulator):
    """Plays Carcassonne games of a plan."""

    tables = TABLES
    rows_per_game = ROWS_PER_GAME
    play_games = play_games

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, new_state(), MIND_DTYPE)
        self.tileset = read_box(plan)
        self.options = as_record(plan.options)
        self.desk = Desk(
            tiles=self.tileset.tables[0],
            options=self.options[0],
            state=self.state[0],
            policies=self.policies[0],
            users=self.users,
            mind=self.mind[0],
        )


__all__ = ["POLICIES_VERSION", "TABLES", "Simulator"]
