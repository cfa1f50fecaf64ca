"""A game looked back on: the chance to win turn by turn, the turns that decided, the moves that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import share_difference_of
from analyses.measures.summary import Side, analysis_of
from analyses.runs.positions import SCREENED, Standing, side_of, standings, won
from simulate.play.playouts import ONLOOKER, Outcomes, Playouts, Task
from simulate.replays.course import Course

CANDIDATES = 6
"""Moves of a decision that are screened beside the one played: those that `heuristic` likes best."""

AGAIN = 24
"""Decisions that are screened a second time, where most seems to have been lost."""

EXAMINED = 8
"""Decisions of these that are examined with playouts of their own."""


@dataclass(frozen=True)
class Swing:
    """What a turn did to the chance of the side whose chance it changed most.

    `decision` is its first. The intervals of all turns and sides hold at once.
    """

    turn: int
    decision: int
    side: Side
    change: Estimate


@dataclass(frozen=True)
class Cost:
    """What a move cost its seat: how much better the best move found would have been.

    The intervals of all moves examined hold at once, and come of playouts that did not choose them.
    """

    turn: int
    decision: int
    seat: int
    played: str
    better: str
    cost: Estimate


@dataclass(frozen=True)
class Stretch:
    """Moments in a row at which an onlooker sees the same, from the `first` to the `last`.

    Their playouts are the same, deal by deal, and so are their chances: one estimate with one error.
    """

    first: int
    last: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Review:
    """What playouts say of a whole game."""

    course: Course
    n: int
    moments: tuple[int, ...]
    """The decisions with which turns begin, and the end."""
    curve: tuple[tuple[Standing, ...], ...]
    """Every side at these moments, as an onlooker sees them."""
    swings: tuple[Swing, ...]
    """Of every turn; the largest that its interval supports first, then what none supports."""
    costs: tuple[Cost, ...]
    """Of the decisions examined, the costliest first."""
    screened: int
    """Decisions with a choice."""
    seat: int | None = None
    """Whose decisions these are, if not everybody's."""

    @property
    def stretches(self) -> list[Stretch]:
        """The moments, those together at which the chances have one error."""
        groups = groupby(zip(self.moments, self.curve, strict=True), key=lambda moment: moment[1])
        each = [(standings, [at for at, _ in moments]) for standings, moments in groups]
        return [Stretch(places[0], places[-1], standings) for standings, places in each]

    @property
    def decisive(self) -> list[Swing]:
        """The turns that surely changed a chance."""
        return [swing for swing in self.swings if sure(swing.change)]

    @property
    def leads(self) -> bool:
        """Whether the first of the turns surely changed a chance more than any other did."""
        first, *others = self.swings
        least = min(abs(first.change.low), abs(first.change.high)) if sure(first.change) else 0.0
        return all(max(-x.change.low, x.change.high) < least for x in others)

    @property
    def costly(self) -> list[Cost]:
        """The moves that surely cost something."""
        return [cost for cost in self.costs if cost.cost.low > 0]


def sure(change: Estimate) -> bool:
    """Whether an interval leaves no doubt about the direction."""
    return change.low > 0 or change.high < 0


def review(playouts: Playouts, course: Course, n: int, seat: int | None = None) -> Review:
    """Look back on a game, with `n` playouts a turn; what moves cost, of one `seat` or of all."""
    moments = course.turns()
    found = playouts.play(Task(course.decisions[at].states, ONLOOKER, n) for at in moments)
    curve = tuple(
        standings(course, outcomes, course.over(at)) for at, outcomes in zip(moments, found, strict=True)
    )
    changes = tuple(swings(course, moments, found))
    return Review(course, n, tuple(moments), curve, changes, *costs(playouts, course, n, seat), seat)


def swings(course: Course, moments: Sequence[int], found: Sequence[Outcomes]) -> list[Swing]:
    """The largest change of each turn, playout by playout: the dice of later turns are the same in both."""
    sides = analysis_of(course.plan.game).sides(course.plan)
    of_all = shared_level(len(sides) * max(1, len(moments) - 1))
    largest = []
    for at, before, after in zip(moments, found, found[1:], strict=False):
        changes = [
            (side, share_difference_of(won(after, side)[:, 0], won(before, side)[:, 0], level=of_all))
            for side in sides
        ]
        # of two sides one gains what the other loses: the one that gains is told
        side, change = max(changes, key=lambda each: (round(abs(each[1].value), 9), each[1].value))
        largest.append(Swing(course.decisions[at]["turn"], at, side, change))
    return sorted(largest, key=lambda swing: (not sure(swing.change), -abs(swing.change.value)))


def costs(
    playouts: Playouts, course: Course, n: int, seat: int | None = None
) -> tuple[tuple[Cost, ...], int]:
    """What the costliest moves cost; and how many decisions had a choice.

    All decisions, or those of a `seat`, are screened by few playouts, the promising again by more; what looks
    worst is examined by playouts that had no part in that.
    """
    doubtful = _candidates(playouts, course, seat)
    screened, first = len(doubtful), SCREENED
    for size, keep in ((max(8, n // 16), AGAIN), (max(8, n // 4), EXAMINED)):
        found = playouts.play(
            Task(course.decisions[at].states, course.seat(at), size, moves, first)
            for at, moves in doubtful.items()
        )
        losses = {}
        for (at, moves), outcomes in zip(doubtful.items(), found, strict=True):
            means = won(outcomes, side_of(course, at)).mean(axis=0)
            best = 1 + int(np.argmax(means[1:]))
            losses[at] = float(means[best] - means[0]), (moves[0], moves[best])
        worst = sorted(losses, key=lambda at: -losses[at][0])[:keep]
        left = {at: doubtful[at] for at in worst if losses[at][0] > 0}
        doubtful, first = left, first + size
    chosen = {at: losses[at][1] for at in doubtful}
    found = playouts.play(
        Task(course.decisions[at].states, course.seat(at), 4 * n, moves) for at, moves in chosen.items()
    )
    of_all = shared_level(max(1, len(chosen)))
    dear = []
    for (at, (played, better)), outcomes in zip(chosen.items(), found, strict=True):
        shares = won(outcomes, side_of(course, at))
        dear.append(
            Cost(
                course.decisions[at]["turn"], at, course.seat(at), course.tell(at, played),
                course.tell(at, better), share_difference_of(shares[:, 1], shares[:, 0], level=of_all),
            )
        )  # fmt: skip
    return tuple(sorted(dear, key=lambda cost: -cost.cost.value)), screened


def _candidates(playouts: Playouts, course: Course, seat: int | None) -> dict[int, tuple[int, ...]]:
    """For each decision with a choice the move played, and those that may be better."""
    found = {}
    for at, moment in enumerate(course.decisions):
        if seat not in (None, course.seat(at)):
            continue
        if moment.move is not None and len(moment.moves) > 1:
            ranked = playouts.ranked(moment.states, course.seat(at))
            others = [move for move in ranked if move != moment.move][:CANDIDATES]
            found[at] = (moment.move, *others)
    return found
