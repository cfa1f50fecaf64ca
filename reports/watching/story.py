"""The story of a game: its lines moment by moment, as a page tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from reports.boards.story import Line
from reports.watching.filming import END
from reports.watching.recorded import Recorded
from rules import games
from simulate.plans.plan import Plan
from simulate.play.seam import Move, Position


@dataclass(frozen=True)
class Told:
    """A line with the moments `since` which and `until` which it stands among those of its turn.

    Moment 0 is before the first decision, and moment n after the n-th; the last of all is the end.
    """

    since: int
    until: int
    line: Line


def story(plan: Plan, played: Any, positions: Sequence[Position]) -> list[Told]:
    """What happened in a game, from its first moment to its last."""
    tells = getattr(games.load(plan.game).picture, "story", None)
    if tells is None:
        return list(_by_transcript(plan, played, positions))
    told: list[Told] = []
    for n, (position, after) in enumerate(pairwise(positions), 1):
        for line in tells.happened(position.table, position.move, after.table):
            if line.replaces and told:
                last = told[-1]
                told[-1] = Told(last.since, n - 1, last.line)
            told.append(Told(n, _end_of_turn(positions, n), line))
    if played.ended:
        end = positions[-1].table.copied()
        end.final_scores()
        moment = len(positions)
        told += [Told(moment, moment, line) for line in tells.ended(positions[-1].table, end)]
    return told


def proposal(plan: Plan, position: Position, move: Move) -> Line:
    """A move that could be played, in the words of the story."""
    tells = getattr(games.load(plan.game).picture, "story", None)
    return Line(position.tell(move)) if tells is None else tells.proposed(position.table, move)


def lines_of_turn(
    told: Sequence[Told], turns: Sequence[int | str | None]
) -> Mapping[int | str | None, list[Line]]:
    """The lines of every turn as they stand when it is over; `turns` are those of the moments."""
    by_turn: dict[int | str | None, list[Line]] = {turn: [] for turn in turns}
    last = {turn: n for n, turn in enumerate(turns)}
    for each in told:
        turn = turns[each.since]
        if each.until >= last[turn]:
            by_turn[turn].append(each.line)
    return by_turn


def _end_of_turn(positions: Sequence[Position], moment: int) -> int:
    """The last moment of the turn of a moment: each is after the decision before it."""
    turn = positions[moment - 1].turn
    while moment < len(positions) - 1 and positions[moment].turn == turn:
        moment += 1
    return moment


def _by_transcript(plan: Plan, played: Any, positions: Sequence[Position]) -> Iterator[Told]:
    """The story of a game without one of its own: moves as they are told, and turns as transcripts have them.

    A turn that is over is told by its transcript, before that by its moves.
    """
    if isinstance(played, Recorded):
        for n, position in enumerate(positions[:-1], 1):
            yield Told(n, _end_of_turn(positions, n), Line(_move_words(position)))
        return
    turns = {
        END if turn.turn is None else turn.turn: turn.lines
        for turn in games.load(plan.game).transcript.turns(played)
    }
    for n, position in enumerate(positions[:-1], 1):
        last = _end_of_turn(positions, n)
        if n < last:
            yield Told(n, last - 1, Line(_move_words(position)))
            continue
        for line in turns.get(position.turn, []):
            yield Told(n, n, Line(line))
    if played.ended:
        yield from (Told(len(positions), len(positions), Line(line)) for line in turns.get(END, []))


def _move_words(position: Position) -> str:
    """Who decided what."""
    return f"seat {position.seat + 1}: {position.tell(position.move)}"
