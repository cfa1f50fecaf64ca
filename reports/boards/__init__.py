"""Boards of games at a moment, drawn as SVG, and films of whole games.

A package a game, found by its name through `rules.games`; `canvas` and `film` are the same for all.
"""
