"""Everything the simulator needs to play Castle games of one plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.castle.cards import standard_cards
from rules.castle.state import new_state
from rules.options import as_record
from simulate.castle.desk import Desk
from simulate.castle.features import MIND_DTYPE
from simulate.castle.play import play_games
from simulate.castle.rollout import LEAD_SCALE
from simulate.castle.tables import ROWS_PER_GAME, TABLES
from simulate.common.simulator import GameSimulator
from simulate.policies import read_policy

if TYPE_CHECKING:
    from simulate.plan import Plan

POLICIES_VERSION = 1
"""Rises when, and only when, the same weights choose other moves."""


class Simulator(GameSimulator):
    """Plays Castle games of a plan."""

    tables = TABLES
    rows_per_game = ROWS_PER_GAME
    play_games = play_games
    chooser = "asked"
    margin_scale = LEAD_SCALE

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan, new_state(), MIND_DTYPE)
        for seat, policy in enumerate(plan.policies):
            if policy.source is not None:  # the features of a play depend on what its effect would choose
                usual = read_policy(plan.game, "heuristic", plan.players).weights or ()
                self.policies.weights[0, seat] = [weight for _, weight in usual]
        self.cards = standard_cards()
        self.options = as_record(plan.options)
        self.desk = Desk(
            cards=self.cards.tables[0],
            options=self.options[0],
            state=self.state[0],
            policies=self.policies[0],
            users=self.users,
            mind=self.mind[0],
        )


__all__ = ["POLICIES_VERSION", "TABLES", "Simulator"]
