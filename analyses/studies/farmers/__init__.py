"""The study of farmers in Carcassonne: what it plays and finds."""
