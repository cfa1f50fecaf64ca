"""Which policy wins against which, in any game."""
