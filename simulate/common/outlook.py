"""What the tiles left promise: how much of the game is to come, and the chance to complete a feature."""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.kernel import Record, kernel

MAX_ENDS = 16

OUTLOOK_FIELDS: list[tuple[Any, ...]] = [
    ("share", np.float64),  # of the stack still to be drawn, from 1 to 0
    ("chance", np.float64, MAX_ENDS),  # to complete a feature, by open ends
]


@kernel
def look_ahead(state: Record, mind: Record) -> None:
    """Fill in `share`, and `chance`: q**k for k open ends with q = left / (left + 8), left = tiles left."""
    left = state.n_deck - state.deck_next
    mind.share = left / max(state.n_deck, 1)
    q = left / (left + 8.0)
    chance = 1.0
    for k in range(MAX_ENDS):
        mind.chance[k] = chance
        chance *= q


@kernel
def chance_of(mind: Record, ends: int) -> float:
    """The chance to complete a feature with so many open ends."""
    return mind.chance[min(ends, MAX_ENDS - 1)]
