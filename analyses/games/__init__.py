"""What each game counts beyond the common measures, with its exact laws and odds.

A module a game, found by its name through `rules.games`. Laws are exact, and need no games at all.
"""
