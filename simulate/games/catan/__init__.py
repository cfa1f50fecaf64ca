"""Plays Catan: policies, tables, replays."""
