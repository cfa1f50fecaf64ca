"""What changes with the number of players, in any game."""
