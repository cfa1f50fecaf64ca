"""The report on the study of farmers in Carcassonne."""
