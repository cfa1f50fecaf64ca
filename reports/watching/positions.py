"""A position in words and as JSON: who wins from here, and which move is best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from analyses.estimates.estimate import Estimate
from analyses.measures.summary import Side
from analyses.runs.positions import Position, Value, side_of
from reports.words.wording import capital, certainty, side_name, side_words, table_words, title, unit
from rules import games
from rules.tiles.position import TilePosition
from simulate.io.layout import aligned, prose
from simulate.plans.plan import Plan
from simulate.replays.course import Course

WIDTH = 100
"""Letters of a line of text."""

LONGEST = 70
"""Letters of a move in a table."""


def seat_name(course: Course, at: int, plan: Plan) -> str:
    """Who decides, as ``seat 1 (red)``; where players are unlike, with its policy in this plan."""
    side = side_of(course, at)
    return side_name(plan, side) if len(side.seats) == 1 else f"seat {course.seat(at) + 1}"


def caveats(course: Course) -> list[str]:
    """What a reader must know of the game's data."""
    more = course.given.get("points")
    found = [course.plan.box_caveat] if course.plan.box_caveat else []
    if more:
        found.append(f"points beside those of the game: {more}")
    elif isinstance(begun := course.decisions[0].position, TilePosition) and len(begun.lying) > 1:
        found.append("a setup has no points: without --points A,B every seat begins it with 0")
    return found


def errors_told(course: Course, at: int = 0) -> str:
    """What to know of playouts from a decision on, if others err in them."""
    return games.load(course.plan.game).playing.others_err if course.decisions[at]["turn"] == 0 else ""


def whose_game(course: Course) -> list[str]:
    """Which game it was, and who played it, as far as that is known."""
    plan = course.plan
    known = course.played and table_words(course.played, seats=True)
    who = known or [f"{plan.players} players", *plan.rule_words]
    return [course.said, *who]


def moment(course: Course, at: int) -> str:
    """Which decision it is, and whose."""
    if course.over(at):
        return "the end"
    return f"turn {course.decisions[at]['turn']}, decision {at}: {seat_name(course, at, course.plan)} decides"


def draw(course: Course, at: int, path: Path, show: str | None = None) -> None:
    """Draw the position of a decision into a .png or .svg file; `show` as for `save_picture`."""
    from reports.boards.page import save_picture

    about = ", ".join(whose_game(course))
    caption = "\n".join([about, *caveats(course)])
    position = course.decisions[at].position
    if course.over(at):
        position = position.copied()
        position.final_scores()
    save_picture(position, path, moment(course, at), caption, show)


def told(found: Position) -> Iterator[str]:
    """The answer line by line."""
    course, at, plan = found.course, found.at, found.course.plan
    over, seat = course.over(at), seat_name(course, at, plan)
    yield ", ".join([title(plan), moment(course, at), *table_words(plan)])
    if over:
        yield "The game is over: nothing is estimated."
    else:
        yield f"Played on {found.n:,} times; what {seat} does not know is dealt anew each time."
        yield from prose(errors_told(course, at), most=WIDTH)
    yield ""
    rows = [[*side_words(plan, found.standings[0].side), "chance to win", unit(plan)]]
    for each in found.standings:
        numbers = (f"{each.chance:.1%}", f"{each.score:.1f}")
        if over:
            numbers = (certainty(each.chance.value), f"{each.score.value:g}")
        rows.append([*side_words(plan, each.side).values(), *numbers])
    yield from aligned(rows, len(rows[0]) - 2)
    if found.values:
        yield ""
        yield from _values(found, seat)
    elif not over and not found.legal:
        yield ""
        yield (
            "The tile of this turn is not known, so no move is judged; name it in a last turn: "
            f'{{"seat": {course.seat(at)}, "tile": "ID"}}'
        )
    yield from ([""] if caveats(course) else [])
    yield from caveats(course)


def _values(found: Position, seat: str) -> Iterator[str]:
    """The moves, best first, and what may be said of them."""
    n, values = len(found.values), found.values
    yield capital(best_of(values, seat))
    rows = [["move", "chance to win", "behind the best", ""]]
    for value in values:
        behind, sole = value.behind.times(100), value.behind.high == 0
        note = "the best" if sole else "may be best" if value.may_be_best else ""
        rows.append([shortened(value.text), f"{value.chance:.1%}", "" if sole else f"{behind:.1f}", note])
    yield from aligned(rows, 1)
    yield ""
    others = found.legal - n
    if others:
        yield from prose(
            f"{n} of {found.legal} legal moves: the other {others} dropped out in a first round of fewer "
            "playouts, so what is said holds among the moves shown.",
            most=WIDTH,
        )
    yield from prose(
        "Behind the best: percentage points, on the same deals and dice. 95 % intervals; those of the moves "
        "hold for all at once, so the best of many does not look better than it is.",
        most=WIDTH,
    )


def best_of(values: tuple[Value, ...], seat: str) -> str:
    """Which move is best, or how many cannot be told apart."""
    best = [value for value in values if value.may_be_best]
    if len(values) == 1:
        return f"{seat} has one move to examine: {values[0].text}"
    if len(best) == 1:
        return f"the best move of {seat}: {best[0].text}"
    if len(best) == len(values):
        return f"it is not settled which of these {len(values)} moves of {seat} is best"
    return f"{len(best)} of these {len(values)} moves of {seat} may be the best"


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, cut if it is longer."""
    return text if len(text) <= longest else f"{text[: longest - 4]} ..."


def plain(found: Any) -> Any:
    """Estimates, sides, and all that is made of them, as JSON values."""
    if isinstance(found, Estimate):
        return found.as_dict()
    if isinstance(found, Side):
        return {"seats": list(found.seats), **found.words}
    if isinstance(found, tuple | list):
        return [plain(each) for each in found]
    if is_dataclass(found):
        return {field.name: plain(getattr(found, field.name)) for field in fields(found)}
    return found


def setting(course: Course, at: int = 0) -> dict[str, Any]:
    """Of what game something is said, from which decision on, and for whom."""
    plan = course.plan
    return {
        "game": plan.game,
        "players": plan.players,
        "preset": plan.preset,
        "rules_changed": plan.changed_options(),
        "box": plan.differs.get("box", "standard"),
        "policies": [policy.name for policy in plan.policies],
        "seed": plan.seed,
        "of": course.said,
        "caveats": [*caveats(course), *filter(None, [errors_told(course, at)])],
    }


def as_dict(found: Position) -> dict[str, Any]:
    """The answer as JSON."""
    course = found.course
    return {
        **setting(course, found.at),
        "turn": course.decisions[found.at]["turn"],
        "decision": found.at,
        "over": course.over(found.at),
        "seat": course.seat(found.at),
        "playouts": found.n,
        "sides": plain(found.standings),
        "legal_moves": found.legal,
        "moves": plain(found.values),
    }
