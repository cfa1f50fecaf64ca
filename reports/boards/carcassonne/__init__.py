"""The picture of a board of Carcassonne: cities, roads, rivers, cloisters and the fields between them."""
