"""The game of a record to watch: as one played again is, but for what only a run knows."""

from __future__ import annotations

from dataclasses import dataclass

from rules.records import Data
from simulate.replays.course import Course


@dataclass(frozen=True)
class Recorded:
    """A game by its record; there is no transcript of it, for that tells what a replay has seen."""

    record: Data
    ended: bool
    n_turns: int


def recorded(course: Course) -> Recorded:
    """The game of a course."""
    last = len(course.decisions) - 1
    return Recorded(course.record, course.over(last), len(course.turns()) - 1)
