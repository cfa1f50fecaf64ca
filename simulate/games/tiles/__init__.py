"""What playing both tile-laying games has in common."""
