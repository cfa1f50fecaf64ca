"""Plays many games: policies, workers, run directories and the command line."""
