"""Noting what a move brings, feature by feature, where features only add up.

The value of a move is the weighted sum of its features. It grows with each thing noted, so that a player
by weights neither clears nor adds up features that a move leaves alone. The features themselves are kept
only to tell a user's policy.
"""

from __future__ import annotations

import numpy as np

from rules.fields import field, rows
from rules.kernel import Array, kernel
from simulate.play.choosing import Choosing


class Noting(Choosing):
    """What a mind needs to note what moves bring."""

    value: float = field(np.float64, "the weighted sum of what was noted")
    itemised: int = field(np.int64, "whether the features are kept, too")


class Trying(Noting):
    """What a mind needs to note what comes of moves by trying them."""

    trial: Array = rows("state", 1, "a game to try a move on")
    guess: int = field(np.int64, "the seed of all that is dealt and drawn anew in it")


@kernel
def take_weights(mind: Noting, weights: Array) -> None:
    """From now on note the value by these weights, and nothing else."""
    mind.itemised = 0
    mind.weights[:] = weights


@kernel
def keep_features(mind: Noting) -> None:
    """From now on keep the features."""
    mind.itemised = 1


@kernel
def start_noting(mind: Noting) -> None:
    """Nothing is noted yet."""
    mind.value = 0.0
    if mind.itemised != 0:
        mind.change[:] = 0.0


@kernel
def note(mind: Noting, feature: int, amount: float) -> None:
    """What is being weighed adds so much to a feature."""
    mind.value += mind.weights[feature] * amount
    if mind.itemised != 0:
        mind.change[feature] += amount
