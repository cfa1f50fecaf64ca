"""Lists of moves, in which a game writes what is legal."""

from __future__ import annotations

from rules.kernel import Array, kernel


@kernel
def add_move(moves: Array, n: int, move: int) -> int:
    """Append a move to the first `n`; return how many there are now."""
    if n >= moves.shape[0]:
        raise IndexError("more legal moves than the buffer holds")
    moves[n] = move
    return n + 1
