"""Numbers of many games as arrays: what they are called, and how the table `seats` becomes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from simulate.store.runs import Run

Numbers: TypeAlias = npt.NDArray[Any]
"""Of whatever kind: a number a game, or a row a game and in it a number a seat or side."""

Floats: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]


def by_seat(run: Run, columns: Sequence[str]) -> Whole:
    """Whole numbers of the table `seats`: [game, seat, column]."""
    rows = run.frame("seats", list(columns)).to_numpy(np.int64)
    return rows.reshape(-1, run.plan.players, len(columns))


def win_parts(run: Run) -> Whole:
    """What each seat has of the win, in the parts of `parts_of_win`: [game, seat]."""
    # here, as it brings all of Numba, which the exact laws of dice do without
    from simulate.store.sums import parts_of_win

    shares = run.frame("seats", ["win_share"]).to_numpy(np.float64)
    parts = np.rint(shares * parts_of_win(run.plan.players))
    return parts.astype(np.int64).reshape(-1, run.plan.players)
