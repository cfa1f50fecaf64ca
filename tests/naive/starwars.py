"""The naive twin of Carcassonne: Star Wars.

    judge(record, tiles_path)                  the referee's object: legal or not, by which rule, scores
    play_random(seed, players, options, tiles_path, ...)   a whole random legal game as a record
    random_setup(seed, players, options, tiles_path, ...)  a position that play need not reach
    random_options(seed)                       house rules at random
    position_after(record, tiles_path, turns)  the position in the middle of a record
    legal_moves(position, seat, tile)          what is open: {(x, y, rotation, Meeple or None)}
    box_text(tiles_path, counts)               a tile file with other counts, for odd mixtures of tiles

The twin imports nothing of the package. It keeps what lies on the table and no more, and works out
features, reserves and the stack afresh for every question.
"""

from .starwars_judge import judge, position_after
from .starwars_play import box_text, play_random, random_options, random_setup
from .starwars_rules import legal_moves

__all__ = [
    "box_text",
    "judge",
    "legal_moves",
    "play_random",
    "position_after",
    "random_options",
    "random_setup",
]
