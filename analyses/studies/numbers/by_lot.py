"""A policy for Catan: settlements of the set-up by lot, everything else by weights.

Its text is the source of a policy as users write one, so that runs keep it; `cells` adds the weights below.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from rules.catan.state import Point
from rules.chance import POLICY, draw_below

WEIGHTS: npt.NDArray[np.float64] = np.zeros(0)
"""Of the move features."""


def by_lot(state: Any, moves: Any, features: npt.NDArray[np.float64]) -> int:
    """Any legal place for a settlement of the set-up; else the move that weighs most."""
    if state.point == Point.SETUP_SETTLEMENT:
        return draw_below(state, POLICY + state.asked, len(moves))
    best, most = 0, -1e300
    for i in range(len(moves)):
        value = 0.0
        for j in range(len(WEIGHTS)):
            value += WEIGHTS[j] * features[i, j]
        if value > most:
            best, most = i, value
    return best
