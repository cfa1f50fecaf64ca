"""Numbers with their intervals: estimators, critical values, and laws of several numbers at once.

Nothing here knows of games or runs: numbers go in, an `Estimate` comes out.
"""
