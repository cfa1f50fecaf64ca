"""Shares the playouts of a game in plain Python out to processes, where they are worth that.

A process is sent the record of the game and the place of a position in it, and plays up to there by itself:
so nothing of what an author keeps in a game is sent. Playout k has its own streams wherever it is played.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from rules import games
from simulate.play.playouts import Playouts, Task
from simulate.replays.course import Course
from simulate.working.work import plan_of_sender
from simulate.working.workers import WORTH_PROCESSES, processes

Outcome = npt.NDArray[np.float64]
"""Share and score by [playout, move, seat, which]."""


class SpreadPlayouts(Playouts):
    """Plays positions of a course on in this process, or from about a second of work on in several."""

    def __init__(
        self, course: Course, workers: int, tell: Callable[[int], None] = lambda games: None
    ) -> None:
        super().__init__(course.plan, 1, tell)
        self._workers = workers
        self._sent = json.dumps([course.plan.described(), course.plan.sources(), course.record])
        self._places = {id(moment): place for place, moment in enumerate(course.decisions)}
        self._are_there = False

    def _each(self, pieces: Sequence[Task]) -> Iterator[Outcome]:
        """Play pieces here as long as those left are not worth processes."""
        left, played, begun = list(pieces), 0, time.perf_counter()
        while left and not (self._are_there and len(left) > 1):
            piece = left.pop(0)
            yield self._piece(piece)
            played += _games_of(piece)
            seconds = (time.perf_counter() - begun) / played * sum(map(_games_of, left))
            self._are_there |= self._workers > 1 and seconds > WORTH_PROCESSES
        if left:
            yield from self._elsewhere(left)

    def _elsewhere(self, pieces: Sequence[Task]) -> Iterator[Outcome]:
        from joblib import Parallel, delayed

        calls = (
            delayed(_played_there)(
                self._sent,
                self._places[id(piece.start)],
                piece.viewer,
                [None if move is None else piece.start.moves.index(move) for move in piece.moves],
                piece.first,
                piece.n,
            )
            for piece in pieces
        )
        with processes(min(self._workers, len(pieces))):
            yield from Parallel(return_as="generator")(calls)


def _games_of(piece: Task) -> int:
    return piece.n * len(piece.moves)


def _played_there(
    sent: str, place: int, viewer: int, numbers: Sequence[int | None], first: int, n: int
) -> Outcome:
    """What comes of a piece, in another process; its moves are numbers of legal ones."""
    simulator, positions = _course_there(sent)
    start = positions[place]
    moves = [None if number is None else start.moves[number] for number in numbers]
    outcome: Outcome = simulator.play_out(start, viewer, moves, first, n)
    return outcome


@lru_cache(1)
def _course_there(sent: str) -> tuple[Any, Any]:
    """What plays on, and the positions of a game, by its plan, the texts of its files and its record."""
    described, sources, record = json.loads(sent)
    plan = plan_of_sender(described, sources)
    game = games.load(plan.game)
    return game.simulator(plan), game.positions(plan, record)
