"""Work on many games: workers that share blocks, several runs at once, tuning.

Here is also what looks after runs that were played: `verify`, `repair` and `combine`.
"""
