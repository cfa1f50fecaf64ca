"""Plays Castle: policies, tables, replays."""
