"""Playouts: a position is played on to the end many times, what is hidden dealt anew and chance drawn anew.

Playout k deals and rolls by its own streams, whatever is played out and by how many workers. So moves, or
positions one after the other, are compared on the same deals and dice (common random numbers).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rules import games
from simulate.plans.plan import Plan
from simulate.play.seam import GameSimulator, Move, Position

PIECE = 512
"""Games that a worker plays on at a time, about."""


@dataclass(frozen=True)
class Task:
    """Playouts `first` to `first + n - 1` of a position, as `viewer` knows it, with each of some moves.

    With None for a move whoever decides goes by the policy.
    """

    start: Position
    viewer: int
    n: int
    moves: tuple[Move | None, ...] = (None,)
    first: int = 0

    def cut(self) -> Iterator[Task]:
        """The task in pieces."""
        size = max(1, PIECE // len(self.moves))
        for at in range(0, self.n, size):
            yield replace(self, n=min(size, self.n - at), first=self.first + at)


@dataclass(frozen=True)
class Outcomes:
    """What came of playouts: the share of the win and the score, by [playout, move, seat]."""

    shares: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]


class Playouts:
    """Plays positions of the games of a plan on, by its policies.

    Compiled games are played by some workers, which are threads; they would only get into one another's way
    in plain Python. `tell` is told of games as they are played.
    """

    def __init__(
        self, plan: Plan, jobs: int | None = None, tell: Callable[[int], None] = lambda games: None
    ) -> None:
        self.plan = plan
        self.jobs = 1 if games.load(plan.game).is_plain else jobs or os.cpu_count() or 1
        self._tell = tell
        self._mine = threading.local()

    def play(self, tasks: Iterable[Task]) -> list[Outcomes]:
        """What comes of each task.

        Raises
        ------
        FailedError
            If code of the user's fails.
        """
        tasks = list(tasks)
        pieces = [(i, piece) for i, task in enumerate(tasks) for piece in task.cut()]
        played: list[list[npt.NDArray[np.float64]]] = [[] for _ in tasks]
        for (i, _), found in zip(pieces, self._each([piece for _, piece in pieces]), strict=True):
            played[i].append(found)
            self._tell(found.shape[0] * found.shape[1])
        whole = [np.concatenate(parts) for parts in played]
        return [Outcomes(found[..., 0], found[..., 1]) for found in whole]

    def _each(self, pieces: Sequence[Task]) -> Iterator[npt.NDArray[np.float64]]:
        """Play pieces, in their order or at the same time."""
        if self.jobs == 1 or len(pieces) <= 1:
            yield from map(self._piece, pieces)
            return
        pool = ThreadPoolExecutor(min(self.jobs, len(pieces)))
        try:
            yield from pool.map(self._piece, pieces)
        finally:
            pool.shutdown(cancel_futures=True)

    def _piece(self, task: Task) -> npt.NDArray[np.float64]:
        """Share and score by [playout, move, seat, which]."""
        return self._simulator().play_out(task.start, task.viewer, task.moves, task.first, task.n)

    def ranked(self, start: Position, viewer: int) -> list[Move]:
        """The legal moves of a position, those first that the game's ranking policy likes best."""
        return self._simulator().ranked(start, viewer)

    def _simulator(self) -> GameSimulator:
        """The simulator of this worker."""
        if not hasattr(self._mine, "simulator"):
            self._mine.simulator = games.load(self.plan.game).simulator(self.plan)
        simulator: GameSimulator = self._mine.simulator
        return simulator
