"""A game to watch: one HTML file with the board, the hands, the scores and the words of every decision."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyses.measures.summary import Side, analysis_of
from analyses.runs.review import Review
from reports.boards.film import Film
from reports.boards.page import Held, Seat
from reports.pages.page import fill, hash_of, read
from reports.pictures.fonts import face
from reports.pictures.style import SEAT_COLOURS, variables
from reports.watching.lines import Curve, chances, curve, seat_rules
from reports.watching.positions import errors_told
from reports.watching.review import decided, largest
from reports.words.wording import (
    capital,
    certainty,
    count,
    listed,
    percent,
    side_name,
    table_words,
    title,
    unit,
)
from rules import games
from simulate.plans.plan import Plan
from simulate.play.desk import asked
from simulate.play.simulator import read_box

END = "end"
"""What stands for the number of the turn when all turns are over."""


CHANCE, OF = "The chance to win", "chance to win as a turn begins"


@dataclass(frozen=True)
class Moment:
    """What there is to see before the first decision, and after each: whose it was, and what, in words.

    `turn` is None before the first.
    """

    turn: int | str | None
    seat: int | None
    words: str
    scores: Sequence[int]
    seats: Sequence[Seat]
    common: Sequence[Held]


def watched(plan: Plan, played: Any, game: int, command: str, found: Review | None = None) -> str:
    """The page of a game that was played again; `command` makes it anew.

    If somebody looked back on the game, the page shows the chance to win, and the turns that decided it.
    """
    moments, film, winners = filmed(plan, played)
    names = [f"seat {n} ({seat.colour})" for n, seat in enumerate(moments[-1].seats, 1)]
    told = {END if t.turn is None else t.turn: t[1:] for t in games.load(plan.game).transcript.turns(played)}
    sides = analysis_of(plan.game).sides(plan)
    best = [side for side in sides if set(side.seats) & set(winners)]
    won = "wins" if len(best) == 1 else "shares the win"
    scores = curve([m.scores for m in moments], _times(moments), moments[-1].seats, sides)
    style = "\n".join((face(), variables(), read("page.css"), read("watch.css"), seat_rules()))
    script = read("watch.js")
    odds = chances(found, scores.at, moments[-1].seats) if found else None
    name = f"{title(plan)}, game {game}"
    return fill(
        "watch.html",
        name=name,
        about=[*table_words(plan, seats=True), count(played.n_turns, "turn")],
        finding=_result(plan, moments[-1].scores, best, names, played.ended),
        style=style,
        script=script,
        allowed=(hash_of(style), hash_of(script)),
        board=film.svg(f"{name}: the board at the end"),
        data=_data(
            moments,
            film,
            scores,
            names=names,
            winners=winners,
            won=won,
            told=told,
            unit=unit(plan),
            chances=_chances(found),
        ),
        seats=[
            (name, *SEAT_COLOURS[seat.colour], score, seat.holds, n in winners)
            for n, (name, seat, score) in enumerate(
                zip(names, moments[-1].seats, moments[-1].scores, strict=True)
            )
        ],
        common=moments[-1].common,
        won=won,
        unit=unit(plan),
        charts=[
            (f"How the {unit(plan)} went", f"{unit(plan)} by turn", scores),
            *([(CHANCE, OF, odds)] if odds else []),
        ],
        decided=decided(found) if found else [],
        largest=largest(len(found.decisive)) if found else "",
        playouts=found.n if found else 0,
        plays_on=found.course.plan.policy_words if found else "",
        others_err=errors_told(found.course) if found else "",
        transcript="\n".join(games.load(plan.game).transcript.transcript(played)),
        last=len(moments) - 1,
        by_decision=len(moments) - 2 > len({moment.turn for moment in moments}),
        caveat=plan.box_caveat,
        rim=plan.game in games.OWN,
        command=command,
    )


def filmed(plan: Plan, played: Any) -> tuple[list[Moment], Film, list[int]]:
    """Every moment of a game, its boards, and the seats that won; a referee plays its record."""
    known = games.load(plan.game)
    assert known.playing is not None  # its verbs are answered
    referee = known.referee() if plan.box is None else known.referee(read_box(plan))
    position, picture = referee.position, known.picture
    draw, film = picture.board(position), Film()
    moments: list[Moment] = []
    made: tuple[int | None, int | None, str] = None, None, ""

    def see(move: int | None) -> None:
        nonlocal made
        film.add(draw)
        moments.append(Moment(*made, position.scores(), picture.seats(position), picture.common(position)))
        if move is not None:
            seat = int(asked(position.states[0]))
            made = int(position["turn"]), seat, known.transcript.tell_move(position, move)

    referee.watched(played.record, see)
    if played.ended:
        film.add(draw)
        scores = played.rows["seats"]["score"].tolist()
        moments.append(Moment(END, None, "", scores, moments[-1].seats, moments[-1].common))
    return moments, film, position.winners() if played.ended else []


def _chances(found: Review | None) -> list[tuple[int, list[str]]]:
    """From which moment on which chances hold, a text a seat; at the end they are certain."""
    if found is None:
        return []
    told = []
    for moment, standings in zip(found.moments, found.curve, strict=True):
        over = found.course.over(moment)
        of = {
            s: certainty(e.chance.value) if over else percent(e.chance, 0)
            for e in standings
            for s in e.side.seats
        }
        told.append((moment, [of[seat] for seat in sorted(of)]))
    return told


def _times(moments: Sequence[Moment]) -> list[float]:
    """When each moment is, in turns from the first: decisions of a turn share its time."""
    starts = [n for n, moment in enumerate(moments) if n == 0 or moment.turn != moments[n - 1].turn]
    found: list[float] = []
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(moments)], strict=True)):
        found += [number - 1 + (n - begin + 1) / (end - begin) for n in range(begin, end)]
    return found


def _result(
    plan: Plan, scores: Sequence[int], best: Sequence[Side], names: Sequence[str], ended: bool
) -> str:
    """Who wins, and with what."""
    if not best:
        return "The game ended without a winner." if ended else "The game goes on."
    who = listed(side_name(plan, side) if len(side.seats) > 1 else names[side.seats[0]] for side in best)
    verb, n = ("wins" if len(best) == 1 else "share the win"), scores[best[0].seats[0]]
    return capital(f"{who} {verb} with {n} {unit(plan)}.")


def _data(moments: Sequence[Moment], film: Film, scores: Curve, **more: object) -> str:
    """What the script needs, as JSON that may stand in a page; what moments share stands in it once."""
    held: dict[Any, int] = {}
    windows: dict[Any, int] = {}

    def number(holds: Sequence[Held]) -> int:
        return held.setdefault(tuple(holds), len(held))

    found = more | {
        "turn": [moment.turn for moment in moments],
        "seat": [moment.seat for moment in moments],
        "words": [moment.words for moment in moments],
        "scores": [moment.scores for moment in moments],
        "holds": [[*(number(s.holds) for s in m.seats), number(m.common)] for m in moments],
        "window": [windows.setdefault(window, len(windows)) for window in film.windows],
        "at": scores.at,
    }
    text = json.dumps(found | {"held": list(held), "windows": list(windows)}, separators=(",", ":"))
    return text.replace("<", "\\u003c")
