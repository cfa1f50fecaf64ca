"""A game played again, as films of its board and all that stands beside it, moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from reports.boards.film import Film
from reports.boards.page import Held, Seat
from reports.boards.plain.scene import NARROW, WIDE
from rules import games
from simulate.plans.plan import Plan
from simulate.play.seam import Position

END = "end"
"""What stands for the number of the turn when all turns are over."""


@dataclass(frozen=True)
class Moment:
    """What there is to see before the first decision, and after each: whose it was.

    `turn` is None before the first. There are no `scores` in a game without any.
    """

    turn: int | str | None
    seat: int | None
    scores: Sequence[int]
    seats: Sequence[Seat]
    common: Sequence[Held]


Filmed = tuple[list[Moment], list[Film], list[int]]
"""Every moment of a game, the films of its board, the widest first, and the seats that won."""


def filmed(plan: Plan, played: Any, positions: Sequence[Position]) -> Filmed:
    """A game on film; `positions` are its moments.

    Raises
    ------
    UserError
        If the game cannot be drawn.
    FailedError
        If code of its author's fails.
    """
    loaded = games.load(plan.game)
    film = _film_zones if loaded.is_plain else _film_board
    return film(plan, loaded.picture, positions, played)


def _film_board(plan: Plan, picture: Any, positions: Sequence[Position], played: Any) -> Filmed:
    """The board of a compiled game."""
    film = Film()
    seen = positions[-1].table.copied()  # one thing to look at, so that what moments share is painted once
    end = seen.copied()
    draw = picture.board(seen)
    moments: list[Moment] = []
    last_move: tuple[int | None, int | None] = None, None
    for position in positions:
        seen.turn_to(position.table)
        film.add(draw)
        moments.append(Moment(*last_move, seen.scores(), picture.seats(seen), picture.common(seen)))
        if position.move is not None:
            last_move = position.turn, position.seat
    if not played.ended:
        return moments, [film], []
    end.final_scores()
    seen.turn_to(end)
    film.add(draw)
    moments.append(Moment(END, None, end.scores(), moments[-1].seats, moments[-1].common))
    return moments, [film], end.winners()


def _film_zones(plan: Plan, picture: Any, positions: Sequence[Position], played: Any) -> Filmed:
    """The zones of a game in plain Python, on a wide table and on a narrow one."""
    game = picture.read(plan, positions)
    winners = played.record["result"]["winners"]
    last = len(positions) - 1
    films = []
    for width in (WIDE, NARROW):
        film, draw = Film(), game.board(width)
        for n in range(len(positions)):
            film.add(partial(draw, n, None))
        if played.ended:
            film.add(partial(draw, last, winners))
        films.append(film)

    moments: list[Moment] = []
    last_move: tuple[int | None, int | None] = None, None
    for n, position in enumerate(positions):
        moments.append(Moment(*last_move, game.scores(n), game.seats(n), game.common(n)))
        if position.move is not None:
            last_move = position.turn, position.seat
    if played.ended:
        moments.append(replace(moments[-1], turn=END, seat=None))
    return moments, films, winners
