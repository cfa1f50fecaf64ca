"""The naive twin of Catan.

    judge(record)                          the referee's object: legal or not, by which rule, points, winner
    compare(record, verdict, strict)       how another referee's verdict differs from the twin's, in words
    play_random(options, players, rng)     a whole random legal game as a record
    random_options(rng)                    house rules
    position_of(record)                    the position before the first event; position_after(record, events)
    choices(position)                      everything open at a decision point
    moved(record, symmetry)                the same game on the island turned or mirrored

The twin imports nothing of the package. Longest roads are found by trying every trail, what is legal by
trying every place; supplies, the deck and points are counted on the table whenever they are asked for.
"""

from .catan_awards import longest_trail
from .catan_choices import choices
from .catan_events import happen
from .catan_judge import compare, judge, position_after
from .catan_options import random_options
from .catan_play import TASTES, play_random
from .catan_position import who_acts
from .catan_setup import position_of
from .catan_symmetry import OF_RECORDS, moved

__all__ = [
    "OF_RECORDS",
    "TASTES",
    "choices",
    "compare",
    "happen",
    "judge",
    "longest_trail",
    "moved",
    "play_random",
    "position_after",
    "position_of",
    "random_options",
    "who_acts",
]
