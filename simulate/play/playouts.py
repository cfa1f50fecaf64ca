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
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.chance import start_chance
from rules.errors import FailedError
from rules.kernel import Array
from rules.verbs import GameState, apply, copy_game, for_each_game, is_over
from simulate.plans.plan import Plan
from simulate.plans.policies import read_policy
from simulate.play.choosing import Way
from simulate.play.desk import Desk, asked, deal_unseen, errors_of_others, value_moves, write_rows
from simulate.play.playing import choose, play_to_the_end
from simulate.play.search import best_of, misjudge
from simulate.play.simulator import Simulator

ONLOOKER = -1
"""In place of a seat: who sees what lies open to all, and nothing else."""

NO_MOVE = -1
"""In place of a move: whoever decides goes by the policy."""

FIRST = 1 << 40
"""The number of the first playout among games: no game of a run has its streams."""

PIECE = 512
"""Games that a worker plays on at a time, about."""


@for_each_game
def play_while_others_err(desk: Desk, viewer: int) -> None:
    """Play on as long as others err: all who go by weights, but for the viewer."""
    state = desk.state
    while not is_over(state) and errors_of_others(state) > 0.0:
        seat = asked(state)
        if seat == viewer or desk.policies.way[seat] != Way.WEIGHTED:
            apply(desk.box, desk.options, state, choose(desk))
            continue
        n = value_moves(desk, state, desk.policies.weights[seat])
        misjudge(desk, state, n)
        apply(desk.box, desk.options, state, best_of(desk, state, n))


@for_each_game
def play_outs(
    desk: Desk,
    start: GameState,
    viewer: int,
    moves: Array,
    seed: int,
    first: int,
    n: int,
    tables: tuple[Array, ...],
    rows: Array,
) -> None:
    """Play `n` games on from a position, each once with every one of `moves`, and write their rows.

    `start` is the position; what `viewer` does not know of it is dealt anew. The desk's game is room to play.
    """
    state = desk.state
    for k in range(first, first + n):
        for i in range(moves.shape[0]):
            copy_game(state, start)
            start_chance(state, seed, k)
            if not is_over(state):
                deal_unseen(desk, state, viewer)
            if moves[i] != NO_MOVE:
                apply(desk.box, desk.options, state, moves[i])
            play_while_others_err(desk, viewer)
            play_to_the_end(desk)
            write_rows(desk, k - first, tables, rows)


@for_each_game
def rank(desk: Desk, start: GameState, viewer: int, weights: Array) -> int:
    """List the legal moves of a position and what these weights think of them in its mind; how many."""
    state = desk.state
    copy_game(state, start)
    start_chance(state, 0, 0)
    deal_unseen(desk, state, viewer)
    return value_moves(desk, state, weights)


@dataclass(frozen=True)
class Task:
    """Playouts `first` to `first + n - 1` of a position, as `viewer` knows it, with each of some moves."""

    start: np.recarray[Any, Any]
    viewer: int
    n: int
    moves: tuple[int, ...] = (NO_MOVE,)
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
    """Plays positions of the games of a plan on, by its policies, with some workers.

    `tell` is told of games as they are played.
    """

    def __init__(
        self, plan: Plan, jobs: int | None = None, tell: Callable[[int], None] = lambda games: None
    ) -> None:
        self.plan = plan
        self.jobs = jobs or os.cpu_count() or 1
        self._tell = tell
        self._mine = threading.local()

    def play(self, tasks: Iterable[Task]) -> list[Outcomes]:
        """What comes of each task.

        Raises
        ------
        FailedError
            If a user's policy fails.
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

    def ranked(self, start: np.recarray[Any, Any], viewer: int) -> list[int]:
        """The legal moves of a position, those first that the policy `heuristic` likes best."""
        simulator = self._simulator()
        weights = read_policy(self.plan.game, "heuristic", self.plan.players).weights or ()
        n = rank(simulator.desk, start[0], viewer, np.array([weight for _, weight in weights]))
        order = np.argsort(-simulator.mind.values[0, :n], kind="stable")
        return simulator.mind.moves[0, :n][order].tolist()

    def _simulator(self) -> Simulator:
        """The simulator of this worker."""
        if not hasattr(self._mine, "simulator"):
            self._mine.simulator = Simulator(self.plan)
        return self._mine.simulator

    def _piece(self, task: Task) -> npt.NDArray[np.float64]:
        """Share and score by [playout, move, seat, which]."""
        simulator = self._simulator()
        room, rows = simulator.room(task.n * len(task.moves), ("games", "seats"))
        moves = np.array(task.moves, np.int64)
        try:
            play_outs(
                simulator.desk, task.start[0], task.viewer, moves,
                self.plan.seed, FIRST + task.first, task.n, room, rows,
            )  # fmt: skip
        except BaseException as error:  # SystemExit, too
            if isinstance(error, KeyboardInterrupt | MemoryError) or all(
                policy.source is None for policy in self.plan.policies
            ):
                raise
            raise FailedError(f"a policy of yours failed: {type(error).__name__}: {error}") from error
        seats = simulator.filled(room, rows)["seats"]
        found = np.stack([seats["win_share"], seats["score"]], axis=-1).astype(np.float64)
        return found.reshape(task.n, len(moves), self.plan.players, 2)
