"""Everything the simulator needs to play Star Wars games of one plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.options import as_record
from rules.starwars.options import COLOUR_FACTIONS
from rules.starwars.state import new_state
from simulate.common.simulator import GameSimulator, read_box
from simulate.starwars.desk import Desk
from simulate.starwars.features import MIND_DTYPE, prepare_mind
from simulate.starwars.play import play_games
from simulate.starwars.tables import ROWS_PER_GAME, TABLES

if TYPE_CHECKING:
    from simulate.plan import Plan

POLICIES_VERSION = 1
"""Rises when, and only when, the same weights choose other moves."""


class Simulator(GameSimulator):
    """Plays Star Wars games of a plan."""

    tables = TABLES
    rows_per_game = ROWS_PER_GAME
    play_games = play_games

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, new_state(), MIND_DTYPE)
        self.tileset = read_box(plan)
        self.options = as_record(plan.options)
        prepare_mind(self.options[0], self.mind[0])
        self.desk = Desk(
            tiles=self.tileset.tables[0],
            options=self.options[0],
            factions=COLOUR_FACTIONS,
            state=self.state[0],
            policies=self.policies[0],
            users=self.users,
            mind=self.mind[0],
        )


__all__ = ["POLICIES_VERSION", "TABLES", "Simulator"]
