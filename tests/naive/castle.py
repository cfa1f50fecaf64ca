"""The naive twin of Castle.

    judge(record)                    the referee's object: legal or not, by which rule, what lies where
    position_after(record, turns)    the position in the middle of a record
    result_of(position)              what a record states as its result
    heads(position)                  the actions open to the player to act, without effects
    legal_actions(position)          every complete entry open to the player, each choice and chance outcome
    completions(position, head)      those that begin with one head
    places(position, kind)           where a card may be placed
    is_protected(position, card)     whether a card in play may be sent back, moved, assassinated
    all_cards(position)              how many of each kind there are; no action changes it
    play_random(players, rng, ...)   a random legal game as a record
    random_setup(players, rng)       a position that play need not reach

The twin imports nothing of the package. It keeps what lies on the table and no more, and works out zones,
neighbours, protection and what is open afresh for every question.
"""

from .castle_board import (
    Fault,
    adjacent,
    all_cards,
    cards_in_play,
    name_card,
    new_position,
    spaces_in,
    zone,
)
from .castle_judge import judge, lay_initial, position_after, result_of
from .castle_placement import places
from .castle_play import STYLES, play_random, random_answers, random_setup
from .castle_table import is_protected
from .castle_turns import completions, heads, legal_actions, next_question, play_entry

__all__ = [
    "STYLES",
    "Fault",
    "adjacent",
    "all_cards",
    "cards_in_play",
    "completions",
    "heads",
    "is_protected",
    "judge",
    "lay_initial",
    "legal_actions",
    "name_card",
    "new_position",
    "next_question",
    "places",
    "play_entry",
    "play_random",
    "position_after",
    "random_answers",
    "random_setup",
    "result_of",
    "spaces_in",
    "zone",
]
