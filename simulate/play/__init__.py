"""How a game is played: kernels that are the same for all games, and the simulator that runs them.

A game is played at a `Desk`, by verbs that each game answers. The kernels of this layer are here and
in `games`.
"""
