"""Plays Carcassonne: policies, tables, replays."""
