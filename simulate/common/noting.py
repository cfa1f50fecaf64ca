"""Noting what a move brings, feature by feature, where features only add up.

The value of a move is the weighted sum of its features. It grows with each thing noted, so that a player
by weights neither clears nor adds up features that a move leaves alone. The features themselves are kept
only to tell a user's policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.kernel import Array, Record, kernel


def noting_fields(n_features: int) -> list[tuple[Any, ...]]:
    """What a mind needs for it."""
    return [
        ("weights", np.float64, n_features),  # by which the seat to move chooses, if by weights
        ("value", np.float64),  # the weighted sum of what was noted
        ("itemised", np.int64),  # whether the features are kept, too
        ("change", np.float64, n_features),  # if so: what was noted, by feature
    ]


@kernel
def take_weights(mind: Record, weights: Array) -> None:
    """From now on note the value by these weights, and nothing else."""
    mind.itemised = 0
    mind.weights[:] = weights


@kernel
def keep_features(mind: Record) -> None:
    """From now on keep the features."""
    mind.itemised = 1


@kernel
def start_noting(mind: Record) -> None:
    """Nothing is noted yet."""
    mind.value = 0.0
    if mind.itemised != 0:
        mind.change[:] = 0.0


@kernel
def note(mind: Record, feature: int, amount: float) -> None:
    """What is being judged adds so much to a feature."""
    mind.value += mind.weights[feature] * amount
    if mind.itemised != 0:
        mind.change[feature] += amount
