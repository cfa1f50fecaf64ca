"""What can be measured in a run: the measures of each game by name, with their words and margins.

`vocabulary` declares those of all games, `own_measures` reads those of users. `summary` counts them.
"""
