"""What each game brings to be simulated: what its players weigh, its tables, its transcript.

A package a game, found by its name through `rules.games`. None knows another;
what tile games share is in `tiles`.
"""
