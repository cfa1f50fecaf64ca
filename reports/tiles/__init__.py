"""The drawing pieces of board pictures: shapes from a tile's topology, and one painter per game."""
