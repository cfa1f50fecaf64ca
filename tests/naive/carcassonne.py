"""The naive twin of Carcassonne and The River.

    judge(record)                          the referee's object: legal or not, by which rule, scores, winners
    play_random(options, players, rng)     a whole random legal game as a record
    random_options(rng, players)           house rules at random
    random_setup(...)                      positions that play need not reach
    going_together(options, players)       the options without those that others refuse
    position_after(record, turns)          the position in the middle of a record
    new_position(options, players)         an empty table; lay_initial(position, setup) fills it
    legal_moves(position, seat, tile)      what is open: {(x, y, rotation, (kind, segment) or None)}
    placements(position, tile)             the places alone, as (cell, tile as it lies)
    features(position, kind)               every city, road, field, cloister or river on the table
    farms(position)                        what stands on every farm that holds a farmer
    farm_pay(position, players)            what the farms pay under each of the three methods

The twin imports nothing of the package. It keeps what lies on the table and no more, and works out
features, supplies and the stack afresh for every question.
"""

from .carcassonne_board import features, new_position
from .carcassonne_judge import judge, lay_initial, position_after
from .carcassonne_play import going_together, play_random, random_options, random_setup
from .carcassonne_rules import legal_moves, placements
from .carcassonne_scoring import farm_pay, farms

__all__ = [
    "farm_pay",
    "farms",
    "features",
    "going_together",
    "judge",
    "lay_initial",
    "legal_moves",
    "new_position",
    "placements",
    "play_random",
    "position_after",
    "random_options",
    "random_setup",
]
