"""Everything the simulator needs to play games of Catan of one plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.catan.state import new_state
from rules.options import as_record
from simulate.catan.desk import Desk
from simulate.catan.features import MIND_DTYPE
from simulate.catan.play import play_games
from simulate.catan.rollout import SCALE
from simulate.catan.tables import ON_REQUEST, ROWS_PER_GAME, TABLES
from simulate.common.simulator import GameSimulator, read_box

if TYPE_CHECKING:
    from simulate.plan import Plan

POLICIES_VERSION = 1
"""Rises when, and only when, the same weights choose other moves."""


class Simulator(GameSimulator):
    """Plays games of Catan of a plan."""

    tables = TABLES
    rows_per_game = ROWS_PER_GAME
    play_games = play_games
    on_request = ON_REQUEST
    chooser = "asked"
    margin_scale = SCALE

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, new_state(), MIND_DTYPE)
        self.island = read_box(plan)
        self.options = as_record(plan.options)
        self.desk = Desk(
            board=self.island.tables[0],
            options=self.options[0],
            state=self.state[0],
            policies=self.policies[0],
            users=self.users,
            mind=self.mind[0],
        )


__all__ = ["POLICIES_VERSION", "TABLES", "Simulator"]
