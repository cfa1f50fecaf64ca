"""What a house rule can change in Pig."""

from dataclasses import dataclass

from rules.options import option
from rules.words import Word


class Bust(Word):
    """What a one costs (PIG-4)."""

    TURN = "what the turn has brought"
    ALL = "all points of the player"


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change."""

    target: int = option(100, low=10, high=1000, rule="PIG-2")
    """Points that win."""

    faces: int = option(6, low=2, high=100, rule="PIG-3")
    """Faces of the die."""

    bust: Bust = option(Bust.TURN, rule="PIG-4")
    """What a one costs: what the turn has brought, or all points of the player."""

    max_turns: int = option(1000, low=1, high=10_000, rule="PIG-6")
    """Turns after which an unfinished game stops; most points win."""
