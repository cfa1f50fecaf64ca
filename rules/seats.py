"""How many may sit at a table, whatever the game."""

MAX_SEATS = 5
