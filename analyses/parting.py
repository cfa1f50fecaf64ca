"""When the same game under two rules parts: the first decision that is not the same.

A rule that nobody notices for fifty turns is another thing than one that changes the opening. The tables of a
run hold no moves, so some of the games that differ are played again under both rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.compare import Comparison
from analyses.critical import at_every_look
from analyses.estimate import Estimate, median, wilson

if TYPE_CHECKING:
    from simulate.common.simulator import Simulator


@dataclass(frozen=True)
class Parting:
    """When games that differ part."""

    otherwise: Estimate
    """The share of them in which anybody decides otherwise; in the others chance or scoring differs alone."""
    turn: Estimate | None
    """The median turn of the first such decision, as ``simulate replay --turn`` counts, if there is one."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "decided_otherwise": self.otherwise.as_dict(),
            "turn": self.turn.as_dict() if self.turn else None,
        }


def parting(found: Comparison) -> Parting | None:
    """Play the first games that differ (`Comparison.differing`) under both rules.

    None if there are none, or if players search: they would need as long again as for the games themselves.
    """
    from simulate.common.simulator import Simulator

    plans = found.base, found.house
    if not found.differing or any(policy.playouts for plan in plans for policy in plan.policies):
        return None
    one, other = map(Simulator, plans)
    turns = [turn for game in found.differing if (turn := first_difference(one, other, game)) is not None]
    with at_every_look(found.looked):
        return Parting(wilson(len(turns), len(found.differing)), median(turns) if turns else None)


def first_difference(one: Simulator, other: Simulator, game: int) -> int | None:
    """The turn of the first decision that is not the same under both rules, if there is one."""
    (moves, turns), (theirs, when) = one.moves(game), other.moves(game)
    both = min(len(moves), len(theirs))
    differ = np.flatnonzero(moves[:both] != theirs[:both])
    if len(differ):
        return int(turns[differ[0]])
    if len(moves) == len(theirs):
        return None
    return int(turns[both] if len(moves) > both else when[both])
