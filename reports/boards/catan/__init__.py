"""The picture of an island of Catan: the map, the pieces on it, and what each player has."""
