"""What the tiles left promise: how much of the game is to come, and the chance to complete a feature."""

from __future__ import annotations

import numpy as np

from rules.fields import Fields, field
from rules.kernel import Array, kernel
from rules.tiles.state import TileState

MAX_ENDS = 16


class Outlook(Fields):
    """What a mind knows of the tiles left."""

    share: float = field(np.float64, "of the tiles still to come, from 1 to 0")
    chance: Array = field(np.float64, "to complete a feature, by open ends", shape=MAX_ENDS)
    taken: float = field(
        np.float64, "the value of a cell's placements when what stands around it is taken away"
    )


@kernel
def look_ahead(state: TileState, mind: Outlook, left: int) -> None:
    """Fill in `share`, and `chance`: q**k for k open ends with q = left / (left + 8), left = tiles left."""
    mind.share = left / max(state.n_deck, 1)
    q = left / (left + 8.0)
    chance = 1.0
    for k in range(MAX_ENDS):
        mind.chance[k] = chance
        chance *= q


@kernel
def chance_of(mind: Outlook, ends: int) -> float:
    """The chance to complete a feature with so many open ends."""
    return mind.chance[min(ends, MAX_ENDS - 1)]
