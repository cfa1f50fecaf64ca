"""Games in plain Python: one file with a class is a game, and every verb of the program takes it.

`game` is what an author writes, `files` reads it, and `known` makes it a `rules.games.Game` like any other.
`simulator` plays it, with the chance of `chance`, the players of `players`, and what each of them may see of
`sight`; `data` reads cards from a file, and `cards` are what pictures show. Nothing here is compiled or needs
Numba.
"""

from simulate.plain.cards import card
from simulate.plain.data import table, weights
from simulate.plain.game import Game, feature, option, own, policy, public, secret

__all__ = ["Game", "card", "feature", "option", "own", "policy", "public", "secret", "table", "weights"]
