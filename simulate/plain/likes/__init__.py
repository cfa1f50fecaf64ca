"""Games that play, with comments: what `simulate new-game` writes, for an author to begin with.

`dice` has a turn that goes on as long as somebody dares, `cards` hands that only their owners see, and `race`
pieces on a track, and no score.
"""
