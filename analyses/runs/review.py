"""A game looked back on: the chance to win turn by turn, the turns that decided, the moves that cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import share_difference_of
from analyses.measures.summary import Side, analysis_of
from analyses.runs.positions import SCREENED, Standing, side_of, standings, won
from simulate.play.playouts import Outcomes, Playouts, Task
from simulate.play.seam import ONLOOKER, Move
from simulate.replays.course import Course

CANDIDATES = 6
"""Moves of a decision that are screened beside the one played: those that the `ranking_policy` likes best."""

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
    moves: tuple[Move, Move] = (None, None)
    """The same two as moves."""


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
    """One for every turn; those whose direction is sure come first, the largest before all."""
    costs: tuple[Cost, ...]
    """Costs of the decisions examined, the costliest first."""
    screened: int
    """Decisions with a choice."""
    seat: int | None = None
    """The seat whose decisions were examined; None for all seats."""

    @property
    def stretches(self) -> list[Stretch]:
        """The moments, those together at which the chances have one error."""
        groups = groupby(zip(self.moments, self.curve, strict=True), key=lambda moment: moment[1])
        stretches = []
        for sides, moments in groups:
            decisions = [decision for decision, _ in moments]
            stretches.append(Stretch(decisions[0], decisions[-1], sides))
        return stretches

    @property
    def decisive(self) -> list[Swing]:
        """The turns that surely changed a chance."""
        return [swing for swing in self.swings if sure(swing.change)]

    @property
    def leads(self) -> bool:
        """Whether the first of the turns surely changed a chance more than any other did."""
        first, *others = self.swings
        least = min(abs(first.change.low), abs(first.change.high)) if sure(first.change) else 0.0
        return all(max(-other.change.low, other.change.high) < least for other in others)

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
    outcomes = playouts.play(Task(course.decisions[moment], ONLOOKER, n) for moment in moments)
    curve = []
    for moment, outcomes_there in zip(moments, outcomes, strict=True):
        curve.append(standings(course, outcomes_there, course.over(moment)))
    changes = swings(course, moments, outcomes)
    move_costs, screened = costs(playouts, course, n, seat)
    return Review(course, n, tuple(moments), tuple(curve), tuple(changes), move_costs, screened, seat)


def swings(course: Course, moments: Sequence[int], outcomes: Sequence[Outcomes]) -> list[Swing]:
    """The largest change of each turn, playout by playout: the dice of later turns are the same in both."""
    sides = analysis_of(course.plan.game).sides(course.plan)
    level_of_all = shared_level(len(sides) * max(1, len(moments) - 1))
    largest = []
    for decision, before, after in zip(moments, outcomes, outcomes[1:], strict=False):
        changes = []
        for side in sides:
            new, old = won(after, side)[:, 0], won(before, side)[:, 0]
            changes.append((side, share_difference_of(new, old, level=level_of_all)))
        # of two sides one gains what the other loses: the one that gains is told
        side, change = max(changes, key=lambda pair: (round(abs(pair[1].value), 9), pair[1].value))
        largest.append(Swing(course.decisions[decision].turn, decision, side, change))
    return sorted(largest, key=lambda swing: (not sure(swing.change), -abs(swing.change.value)))


def costs(
    playouts: Playouts, course: Course, n: int, seat: int | None = None
) -> tuple[tuple[Cost, ...], int]:
    """What the costliest moves cost; and how many decisions had a choice.

    All decisions, or those of a `seat`, are screened by few playouts, the promising again by more; what looks
    worst is examined by playouts that had no part in that.
    """
    doubtful = _candidates(playouts, course, seat)
    screened = len(doubtful)
    pairs: dict[int, tuple[Move, Move]] = {}
    first_playout = SCREENED
    for size, keep in ((max(8, n // 16), AGAIN), (max(8, n // 4), EXAMINED)):
        pairs = _costliest(playouts, course, doubtful, size, first_playout, keep)
        doubtful = {decision: doubtful[decision] for decision in pairs}
        first_playout += size

    examined = _examined(playouts, course, pairs, 4 * n)
    return tuple(sorted(examined, key=lambda cost: -cost.cost.value)), screened


def _costliest(
    playouts: Playouts,
    course: Course,
    doubtful: dict[int, tuple[Move, ...]],
    size: int,
    first_playout: int,
    keep: int,
) -> dict[int, tuple[Move, Move]]:
    """The decisions that seem to have cost most, `keep` at most: the move played, and the best of the others.

    Each move is played on `size` times, in the playouts from `first_playout` on.
    """
    outcomes = playouts.play(
        Task(course.decisions[decision], course.seat(decision), size, moves, first_playout)
        for decision, moves in doubtful.items()
    )
    losses, pairs = {}, {}
    for (decision, moves), outcomes_there in zip(doubtful.items(), outcomes, strict=True):
        mean_shares = won(outcomes_there, side_of(course, decision)).mean(axis=0)
        best = 1 + int(np.argmax(mean_shares[1:]))
        losses[decision] = float(mean_shares[best] - mean_shares[0])
        pairs[decision] = moves[0], moves[best]
    worst = sorted(losses, key=lambda decision: -losses[decision])[:keep]
    return {decision: pairs[decision] for decision in worst if losses[decision] > 0}


def _examined(
    playouts: Playouts, course: Course, pairs: dict[int, tuple[Move, Move]], size: int
) -> Iterator[Cost]:
    """What each move played cost beside the better one, by `size` playouts of both."""
    outcomes = playouts.play(
        Task(course.decisions[decision], course.seat(decision), size, moves)
        for decision, moves in pairs.items()
    )
    level_of_all = shared_level(max(1, len(pairs)))
    for (decision, (played, better)), outcomes_there in zip(pairs.items(), outcomes, strict=True):
        shares = won(outcomes_there, side_of(course, decision))
        yield Cost(
            course.decisions[decision].turn,
            decision,
            course.seat(decision),
            course.tell(decision, played),
            course.tell(decision, better),
            share_difference_of(shares[:, 1], shares[:, 0], level=level_of_all),
            (played, better),
        )


def _candidates(playouts: Playouts, course: Course, seat: int | None) -> dict[int, tuple[Move, ...]]:
    """For each decision with a choice the move played, and those that may be better."""
    candidates = {}
    for decision, moment in enumerate(course.decisions):
        if seat not in (None, course.seat(decision)):
            continue
        if moment.move is not None and len(moment.moves) > 1:
            ranked = playouts.ranked(moment, course.seat(decision))
            better_liked = [move for move in ranked if move != moment.move][:CANDIDATES]
            candidates[decision] = (moment.move, *better_liked)
    return candidates
