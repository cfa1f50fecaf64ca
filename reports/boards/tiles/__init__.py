"""What the boards of both tile games share: curves from a tile's topology, and the board with its figures."""
