"""Who began each game: the order of play is that of the seats from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rules import games
from rules.chance import ChanceState, draw_first_seats
from rules.fields import blank
from rules.tiles.options import FirstPlayer

if TYPE_CHECKING:
    import pandas as pd

    from simulate.plans.plan import Plan
    from simulate.store.runs import Run


def first_seats(plan: Plan, of_games: pd.DataFrame | Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The seat that began each of some games, given by columns of the table `games`.

    The table of Carcassonne has no column `first`. There seat 0 begins, or a seat drawn by lot (CC-3); it is
    drawn here again, as chance depends on the seed and the index of a game alone.
    """
    if "first" in of_games:
        return np.asarray(of_games["first"], np.int64)
    index = np.asarray(of_games["game"], np.int64)
    firsts = np.zeros(len(index), np.int64)
    if getattr(plan.options, "first_player", None) == FirstPlayer.RANDOM:
        draw_first_seats(blank(ChanceState), plan.seed, plan.players, index, firsts)
    return firsts


def begins_by_lot(run: Run) -> bool:
    """Whether another seat than the first begins in any game of the first block."""
    known = games.load(run.plan.game).playing.tables["games"].columns.names or ()
    block = next(run.arrays("games", [name for name in ("game", "first") if name in known]))
    return bool(first_seats(run.plan, block).any())
