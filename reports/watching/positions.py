"""A position in words and as JSON: who wins from here, and which move is best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from analyses.estimates.estimate import Estimate
from analyses.measures.summary import Side
from analyses.runs.positions import Position, Value, side_of
from reports.watching.story import proposal
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


def seat_name(course: Course, decision: int, plan: Plan) -> str:
    """Who decides, as ``seat 1 (red)``; where players are unlike, with its policy in this plan."""
    side = side_of(course, decision)
    return side_name(plan, side) if len(side.seats) == 1 else f"seat {course.seat(decision) + 1}"


def caveats(course: Course) -> list[str]:
    """What a reader must know of the game's data."""
    points = course.given.get("points")
    notes = [course.plan.box_caveat] if course.plan.box_caveat else []
    first = course.decisions[0].table
    if points:
        notes.append(f"points beside those of the game: {points}")
    elif isinstance(first, TilePosition) and len(first.lying) > 1:
        notes.append("a setup has no points: without --points A,B every seat begins it with 0")
    return notes


def note_on_errors(course: Course, decision: int = 0) -> str:
    """What to know of playouts from a decision on, if others err in them."""
    return games.load(course.plan.game).playing.others_err if course.decisions[decision].turn == 0 else ""


def whose_game(course: Course) -> list[str]:
    """Which game it was, and who played it, as far as that is known."""
    plan = course.plan
    if course.played:
        return [course.said, *table_words(course.played, seats=True)]
    return [course.said, f"{plan.players} players", *plan.rule_words]


def moment(course: Course, decision: int) -> str:
    """Which decision it is, and whose."""
    if course.over(decision):
        return "the end"
    turn = course.decisions[decision].turn
    return f"turn {turn}, decision {decision}: {seat_name(course, decision, course.plan)} decides"


def draw(course: Course, decision: int, path: Path, show: str | None = None) -> None:
    """Draw the position of a decision into a .png or .svg file; `show` as for `save_picture`."""
    from reports.boards.page import save_picture

    game = games.load(course.plan.game)
    assert game.picture is not None  # or refused
    about = ", ".join(whose_game(course))
    caption = "\n".join([about, *caveats(course)])
    if game.is_plain:
        game.picture.save(
            course.plan, course.decisions, decision, path, moment(course, decision), caption, show
        )
        return
    position = course.decisions[decision].table
    if course.over(decision):
        position = position.copied()
        position.final_scores()
    save_picture(position, path, moment(course, decision), caption, show)


def position_lines(position: Position) -> Iterator[str]:
    """The answer line by line."""
    course, decision, plan = position.course, position.decision, position.course.plan
    is_over = course.over(decision)
    seat = seat_name(course, decision, plan)
    yield ", ".join([title(plan), moment(course, decision), *table_words(plan)])
    if is_over:
        yield "The game is over: nothing is estimated."
    else:
        yield f"Played on {position.n:,} times; what {seat} does not know is dealt anew each time."
        yield from prose(note_on_errors(course, decision), most=WIDTH)
    yield ""

    of_sides = side_words(plan, position.standings[0].side)
    of_scores = [unit(plan)] if position.standings[0].score else []
    rows = [[*of_sides, "chance to win", *of_scores]]
    for standing in position.standings:
        chance, score = standing.chance, standing.score
        numbers = [certainty(chance.value) if is_over else f"{chance:.1%}"]
        if score:
            numbers.append(f"{score.value:g}" if is_over else f"{score:.1f}")
        rows.append([*side_words(plan, standing.side).values(), *numbers])
    yield from aligned(rows, len(of_sides))

    if position.values:
        yield ""
        yield from _values(position, seat)
    elif not is_over and not position.legal:
        yield ""
        hands = getattr(plan.options, "tiles_in_hand", 0) > 0
        named = '"hands": [["ID", ...], ...]' if hands else '"tile": "ID"'
        yield (
            "The tile of this turn is not known, so no move is judged; name it in a last turn: "
            f'{{"seat": {course.seat(decision)}, {named}}}'
        )
    notes = caveats(course)
    if notes:
        yield ""
        yield from notes


def _values(position: Position, seat: str) -> Iterator[str]:
    """The moves, best first, and what may be said of them."""
    values = position.values
    n = len(values)
    yield capital(best_of(values, seat))
    rows = [["move", "chance to win", "behind the best", ""]]
    for value in values:
        distance, note = f"{value.behind.times(100):.1f}", ""
        if value.behind.high == 0:
            distance, note = "", "the best"
        elif value.may_be_best:
            note = "may be best"
        rows.append([shortened(value.text), f"{value.chance:.1%}", distance, note])
    yield from aligned(rows, 1)
    yield ""

    dropped = position.legal - n
    if dropped:
        yield from prose(
            f"{n} of {position.legal} legal moves: the other {dropped} dropped out in a first round of fewer "
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


def plain(value: Any) -> Any:
    """Estimates, sides, and all that is made of them, as JSON values; of what there is not, nothing."""
    if isinstance(value, Estimate):
        return value.as_dict()
    if isinstance(value, Side):
        return {"seats": list(value.seats), **value.words}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if is_dataclass(value):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: plain(part) for name, part in parts.items() if part is not None}
    return value


def setting(course: Course, decision: int = 0) -> dict[str, Any]:
    """The game that an answer is about, its options, who plays on, and the caveats, as JSON."""
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
        "caveats": [*caveats(course), *filter(None, [note_on_errors(course, decision)])],
    }


def as_dict(position: Position) -> dict[str, Any]:
    """The answer as JSON."""
    course = position.course
    at = course.decisions[position.decision]
    return {
        **setting(course, position.decision),
        "turn": course.decisions[position.decision].turn,
        "decision": position.decision,
        "over": course.over(position.decision),
        "seat": course.seat(position.decision),
        "playouts": position.n,
        "sides": plain(position.standings),
        "legal_moves": position.legal,
        "moves": [
            {**plain(value), "story": proposal(course.plan, at, value.move).words}
            for value in position.values
        ],
    }
