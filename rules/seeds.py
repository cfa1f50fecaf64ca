"""What a seed and the index of a game may be: together they name all the chance of a game."""

MAX_SEED = 2**63 - 1
MAX_GAME = 2**31 - 1
