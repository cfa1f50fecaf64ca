"""One game again: picked out of a run, played by the same chances, told decision by decision.

`replay` gives a `Played` with its record; `course` can go on from any decision in another way.
"""
