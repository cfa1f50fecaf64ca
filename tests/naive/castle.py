"""The naive twin of Castle.

    compare(record, verdict)         how another referee's verdict differs from the twin's, in words
    judge(record)                    the referee's object: legal or not, by which rule, what lies where
    position_after(record, turns)    the position in the middle of a record
    heads(position)                  the actions open to the player to act, without effects
    is_protected(position, card)     whether a card in play may be sent back, moved, assassinated
    play_random(players, rng, ...)   a random legal game as a record
    random_setup(players, rng)       a position that play need not reach

The twin imports nothing of the package. It keeps what lies on the table and no more, and works out zones,
neighbours, protection and what is open afresh for every question.
"""

from .castle_board import adjacent, name_card, zone
from .castle_judge import compare, judge, position_after
from .castle_play import play_random, random_setup
from .castle_table import is_protected
from .castle_turns import heads, next_question, play_entry

__all__ = [
    "adjacent",
    "compare",
    "heads",
    "is_protected",
    "judge",
    "name_card",
    "next_question",
    "play_entry",
    "play_random",
    "position_after",
    "random_setup",
    "zone",
]
