"""What is said of the games in print, held against the games."""
