"""The board core of the tile-laying games: tile sets, legal placement and growing features."""
