"""What is said of a run, on the terminal and on its page.

A module a game says what is its own; `report` and `console` hold what is the same for all.
"""
