"""What a place in the order of play is worth, in any game."""
