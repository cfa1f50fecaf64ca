"""What the lab shows of a moment of a game: who wins from there, and what each move is worth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyses.estimates.estimate import Estimate
from reports.lab.jobs import DONE, Job
from reports.words.wording import capital, listed, percent


@dataclass(frozen=True)
class Worth:
    """A side or a move in words, with its chance to win."""

    words: str
    chance: str
    may_be_best: bool = False


@dataclass(frozen=True)
class Shown:
    """A moment of a game in words."""

    heading: str
    sides: tuple[Worth, ...]
    moves: tuple[Worth, ...]
    dropped: int
    """Legal moves that were not examined to the end."""
    note: str


def shown_position(job: Job) -> Shown | None:
    """What a job says of a moment of a game; None if it was not asked that, or is not done."""
    if job.state != DONE or job.words[0] != "from":
        return None
    position: Mapping[str, Any] = json.loads(job.printed)
    told_apart = len({move["story"] for move in position["moves"]}) == len(position["moves"])
    words = "story" if told_apart else "text"  # which names places as the edge of the board does
    moves = tuple(
        Worth(capital(move[words]), _percent(move["chance"]), move["may_be_best"])
        for move in position["moves"]
    )
    seat = f"seat {position['seat'] + 1}"
    is_over = position["over"]
    playouts = f"Played on {position['playouts']:,} times from here, and with each move. "
    hidden = f"What {seat} does not know is dealt anew each time."
    return Shown(
        "The game is over." if is_over else f"Turn {position['turn']}: {seat} {_done(position['moves'])}.",
        tuple(Worth(_side(side["side"]), _percent(side["chance"])) for side in position["sides"]),
        moves,
        position["legal_moves"] - len(moves) if moves else 0,
        "" if is_over else playouts + hidden,
    )


def _done(moves: Sequence[Mapping[str, Any]]) -> str:
    """The tile that was drawn, which all moves lay and name by a letter; else that one decides.

    >>> _done([{"story": "lays a tile with a city"}, {"story": "lays a tile with a city; a knight takes it"}])
    'lays a tile with a city'
    >>> _done([{"story": "rolls"}])
    'decides'
    """
    first = moves[0]["story"].partition(";")[0] if moves else ""
    return first if first.startswith("lays a tile") else "decides"


def _percent(chance: Mapping[str, Any]) -> str:
    return percent(Estimate(**chance), 0)


def _side(side: Mapping[str, Any]) -> str:
    seats = listed([str(seat + 1) for seat in side["seats"]])
    words = ", ".join(str(value) for name, value in side.items() if name != "seats")
    return f"{'seat' if len(side['seats']) == 1 else 'seats'} {seats}{f' ({words})' if words else ''}"
