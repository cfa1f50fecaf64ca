"""What the simulators of all games share."""
