"""What a rule changes: the same games under two rules, sweeps, and runs that go on until it is settled.

`compare` answers for two rules and `sweep` for many; the others are what may be asked besides.
"""
