"""What a house rule can change in every tile game."""

from __future__ import annotations

from rules.words import Word


class FirstPlayer(Word):
    """Who begins (CC-3, SW-9)."""

    SEAT_0 = "seat 0"
    RANDOM = "a seat drawn by lot for each game"


BEGINS = {"seat_0": "seat 1 to begin", "random": "a first player by lot"}
"""What pages say of each."""
