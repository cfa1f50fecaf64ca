"""Carcassonne: Star Wars for the simulator: policies, the play loop and its tables."""
