"""A game looked back on, in words, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

from analyses.measures.measure import sized
from analyses.measures.summary import Side
from analyses.runs.review import CANDIDATES, Cost, Review, Stretch, Swing
from reports.pictures.plots import banded, end_names, numbers, quiet, sourced, spread, write_picture
from reports.pictures.style import INK, QUIET, SEATS, Figure, seat_line
from reports.watching.positions import (
    WIDTH,
    caveats,
    note_on_errors,
    plain,
    seat_name,
    setting,
    shortened,
    whose_game,
)
from reports.words.wording import capital, count, is_lone, roughly, side_name, side_words, title
from rules import games
from simulate.io.files import Rows
from simulate.io.layout import aligned, prose
from simulate.play.seam import Move

SHOWN = 5
"""Turns and moves that are told, at most."""

DEEDS = 120
"""Letters of what was done in a turn that a page tells."""

APART = 0.07
"""Part of the width of the picture between two of its turns, at least."""


# --- words


def headline(review: Review) -> str:
    """What the game turned on, as far as the intervals say."""
    winners = _winners(review)
    decisive = review.decisive
    if not decisive:
        return f"{winners}no single turn surely changed a chance to win"
    return f"{winners}{_turning_point(review, decisive[0])}"


def decisive_sentences(review: Review, deeds_of_turn: Mapping[Any, Sequence[str]]) -> list[tuple[int, str]]:
    """The turns that surely changed a chance, the largest change first, each in a sentence.

    `deeds_of_turn` says what was done in each, in sentences without a full stop.
    """
    sentences = []
    for swing in review.decisive[:SHOWN]:
        verb = "gains" if swing.change.value > 0 else "loses"
        change = f"{side_name(review.course.seated, swing.side)} {verb} about {_points(swing)}."
        deeds = joined_deeds(deeds_of_turn.get(swing.turn, ())).removesuffix(".")
        sentences.append((swing.turn, f"{change} {capital(deeds)}." if deeds else change))
    return sentences


def costly_sentences(
    review: Review, tell: Callable[[Cost, Move], str]
) -> list[tuple[int, str, str, str, str]]:
    """The moves that surely cost something: turn, whose, what was played, what was better, and the cost.

    `tell` says a move in words.
    """
    sentences = []
    for cost in review.costly[:SHOWN]:
        played, better = (tell(cost, move) for move in cost.moves)
        points = f"{cost.cost.times(100):.0f}"
        sentences.append((cost.turn, _decider(review, cost.decision), played, better, points))
    return sentences


def _decider(review: Review, decision: int) -> str:
    """The seat that decided, with who played it."""
    return seat_name(review.course, decision, review.course.seated)


def _winners(review: Review) -> str:
    course = review.course
    if not course.over(len(course.decisions) - 1):
        return ""
    names = []
    for standing in review.curve[-1]:
        if standing.chance.value > 0:
            names.append(side_name(course.seated, standing.side))
    winners = " and ".join(names) or "nobody"
    return f"{winners} share the win; " if len(names) > 1 else f"{winners} won; "


def _turning_point(review: Review, swing: Swing) -> str:
    """The turn that changed a chance most, as a clause."""
    verb = "rose" if swing.change.value > 0 else "fell"
    name = side_name(review.course.seated, swing.side)
    chance = "its chance" if _winners(review) == f"{name} won; " else f"the chance of {name}"
    claim = "changed most" if review.leads else "seems to have changed most"
    return f"turn {swing.turn} {claim}: {chance} {verb} by about {_points(swing)}"


def _points(swing: Swing) -> str:
    return sized(roughly(swing.change.times(100)), "percentage points")


def review_lines(review: Review) -> Iterator[str]:
    """The review line by line."""
    course, plan = review.course, review.course.plan
    yield ", ".join([title(plan), *whose_game(course)])
    yield capital(f"{headline(review)}.")
    yield ""
    yield from _decisive(review)
    yield ""
    yield from _costly(review)
    yield ""
    yield from _curve(review)
    yield ""
    yield from prose(
        f"{review.n:,} playouts a turn. A turn is judged as an onlooker sees it, who knows no hand; a move "
        "by what its player knew. What is hidden is dealt anew each time. "
        f"Who plays on: {plan.policy_words}. Their seed is {plan.seed}. {note_on_errors(course)}",
        most=WIDTH,
    )
    yield from caveats(course)


def _decisive(review: Review) -> Iterator[str]:
    """The turns that surely changed a chance, the largest change first."""
    decisive = review.decisive
    if not decisive:
        yield "From turn to turn, what changed may be luck of the playouts; a larger --n tells more."
        return
    note = note_on_largest(len(decisive))
    yield f"Turns that decided it{note}: change of the chance to win in percentage points"
    rows = [["turn", "whose", "chance of", "change", "played"]]
    for swing in decisive[:SHOWN]:
        name = side_name(review.course.seated, swing.side)
        change = f"{swing.change.times(100):+.0f}"
        deeds = shortened("; ".join(deeds_of(review, swing)) or _forced(review, swing), 48)
        rows.append([str(swing.turn), _decider(review, swing.decision), name, change, deeds])
    yield from _words_last(rows, 3)
    yield "These intervals hold for all turns and sides at once."


def _costly(review: Review) -> Iterator[str]:
    """The moves that surely cost something, the costliest first."""
    of_seat = "" if review.seat is None else f" of seat {review.seat + 1}"
    ranks = games.load(review.course.plan.game).ranking_policy
    method = (
        f"{count(review.screened, 'decision')}{of_seat} had a choice. In a first round the move played met "
        f"up to {CANDIDATES} others that {ranks} likes best{_doubtful(len(review.costs), 4 * review.n)}."
    )
    if not review.costly:
        yield f"No move{of_seat} surely cost anything."
        yield from prose(method, most=WIDTH)
        return
    note = note_on_largest(len(review.costly))
    yield f"Moves{of_seat} that cost most{note}: percentage points of the chance to win"
    rows = [["turn", "whose", "cost", "played", "better"]]
    for cost in review.costly[:SHOWN]:
        cells = [f"{cost.cost.times(100):.0f}", shortened(cost.played, 44), shortened(cost.better, 44)]
        rows.append([str(cost.turn), _decider(review, cost.decision), *cells])
    yield from _words_last(rows, 2)
    yield from prose(f"{method} These intervals hold for all of them at once.", most=WIDTH)


def _doubtful(n: int, playouts: int) -> str:
    """How many decisions were looked at again, if any, and with how many playouts each.

    >>> _doubtful(1, 32)
    '; the most doubtful decision then got 32 fresh playouts'
    """
    clause = f"then got {playouts:,} fresh playouts"
    if n == 1:
        return f"; the most doubtful decision {clause}"
    return f"; the {n} most doubtful decisions {clause} each" if n else ""


def note_on_largest(n: int) -> str:
    """What a heading adds if only the largest of so many are told."""
    return f" (the {SHOWN} largest of {n})" if n > SHOWN else ""


def _words_last(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """A table that ends in words: they are flush left, too."""
    return aligned(rows, words, also=range(words + 1, len(rows[0])))


def joined_deeds(deeds: Sequence[str]) -> str:
    """Deeds in a line, none of them cut: the first of them, and how many more there are.

    >>> joined_deeds(["rolls a 6"] * 2), joined_deeds(["builds a road from here to there"] * 5)[-19:]
    ('rolls a 6; rolls a 6', '; and 2 more events')
    """
    told_count = max(1, sum(total <= DEEDS for total in accumulate(len(deed) + 2 for deed in deeds)))
    parts = list(deeds[:told_count])
    rest_count = len(deeds) - told_count
    if rest_count > 0:
        parts.append(f"and {count(rest_count, 'more event')}")
    return "; ".join(parts)


def deeds_of(review: Review, swing: Swing) -> list[str]:
    """What whoever began the turn decided in it, where there was a choice."""
    return _moves_told(review, swing, lambda legal: legal > 1)


def _forced(review: Review, swing: Swing) -> str:
    """That there was no choice in a turn, and which moves were made."""
    return ": ".join(filter(None, ["no choice", "; ".join(_moves_told(review, swing, lambda legal: True))]))


def _moves_told(review: Review, swing: Swing, is_told: Callable[[int], bool]) -> list[str]:
    """Moves of whoever began a turn in words, those for whose number of legal moves that is asked."""
    course = review.course
    seat = course.seat(swing.decision)
    deeds = []
    for decision, moment in enumerate(course.decisions[:-1]):
        if moment.turn != swing.turn or course.seat(decision) != seat:
            continue
        if moment.move is not None and is_told(len(moment.moves)):
            deeds.append(course.tell(decision, moment.move))
    return list(dict.fromkeys(deeds))


def _curve(review: Review) -> Iterator[str]:
    """The chance to win of every side as each turn begins."""
    sides = [standing.side for standing in review.curve[0]]
    yield "Chance to win in percent as a turn begins"
    rows = [["turn", *(_column(review, side) for side in sides)]]
    for stretch in review.stretches:
        is_over = review.course.over(stretch.first)
        chances = [standing.chance.times(100) for standing in stretch.standings]
        cells = (f"{chance.value:.0f}" if is_over else f"{chance:.0f}" for chance in chances)
        rows.append([_turns(review, stretch), *cells])
    yield from aligned(rows, 1)
    if len(review.stretches) < len(review.moments):
        yield from prose(
            "In turns of one line nothing changed that an onlooker sees: their playouts are the same.",
            most=WIDTH,
        )


def _column(review: Review, side: Side) -> str:
    """The heading of a side, which is shorter than its name."""
    if is_lone(side, review.course.plan):
        return side_words(review.course.plan, side)["who"]
    return f"{side.kind} {side.number} {side.words.get('colour', '')}".strip()


def _turns(review: Review, stretch: Stretch) -> str:
    """The turns of a stretch: ``13``, ``0 to 12``, ``end``."""
    names = [_turn(review, decision) for decision in dict.fromkeys((stretch.first, stretch.last))]
    return " to ".join(names)


def _turn(review: Review, decision: int) -> str:
    """The turn that begins at a moment; the last one is the end, or where a record stops."""
    if decision != review.moments[-1]:
        return str(review.course.decisions[decision].turn)
    return "end" if review.course.over(decision) else "now"


# --- JSON


def as_dict(review: Review) -> dict[str, Any]:
    """The review as JSON."""
    course = review.course
    return {
        **setting(course),
        "playouts": review.n,
        "curve": [
            {
                "turn": course.decisions[stretch.first].turn,
                "to_turn": course.decisions[stretch.last].turn,
                "decision": stretch.first,
                "over": course.over(stretch.first),
                "sides": plain(stretch.standings),
            }
            for stretch in review.stretches
        ],
        "decisive": plain(review.decisive),
        "moves_of": review.seat,
        "decisions_with_a_choice": review.screened,
        "moves_examined": [_cost_entry(cost) for cost in review.costs],
    }


def _cost_entry(cost: Cost) -> dict[str, Any]:
    """What a move cost: its words stand for the moves."""
    entry: dict[str, Any] = plain(replace(cost, moves=(None, None)))
    del entry["moves"]
    return entry


# --- picture


def draw(review: Review, path: Path) -> None:
    """Draw the chance to win turn by turn and write it to `path`, .png or .svg.

    Raises
    ------
    UserError
        If no picture can be written there.
    """
    plan = review.course.plan
    caption = f"The chance to win as each turn begins, {review.n:,} playouts a turn. Band: 95 % sure."
    if review.decisive:
        caption += f" Dotted: the turns that decided it{note_on_largest(len(review.decisive))}."
    if plan.policies != review.course.seated.policies:
        caption += f" Who plays on: {plan.policy_words}."
    caption += "".join(f" {capital(line)}." for line in caveats(review.course))
    with sourced(title(plan), *whose_game(review.course)):
        write_picture(lambda page: curve_drawn(page, review), capital(headline(review)), caption, path)


def curve_drawn(page: Figure, review: Review) -> Rows:
    """A line a side with its band, its name at its end; the turns that decided it are marked."""
    course = review.course
    page.set_figheight(3.4)
    axes = page.add_subplot()
    turns = [float(course.decisions[decision].turn) for decision in review.moments]
    turns[-1] = max(turns[-1], turns[-2] + 1) if len(turns) > 1 else turns[-1]
    ends, is_plain = {}, games.load(course.plan.game).is_plain
    for number, first in enumerate(review.curve[0]):
        line = [standings[number].chance.times(100) for standings in review.curve]
        unnamed = SEATS[first.side.seats[0] % len(SEATS)] if is_plain else ""
        colour = seat_line(first.side.words.get("colour", unnamed))
        banded(axes, turns, line, colour, 0.13, linewidth=1.8)
        ends[side_name(course.seated, first.side)] = line[-1].value, colour

    marked = sorted(swing.turn for swing in review.decisive[:SHOWN])
    for turn, x in zip(marked, spread(marked, APART * (turns[-1] - turns[0]), turns[-1]), strict=True):
        axes.axvline(turn, color=QUIET, linewidth=0.8, linestyle=(0, (2, 3)), zorder=0)
        axes.text(x, 101.5, f"{turn}", ha="center", color=INK, fontsize=8.5)

    quiet(axes, "y")
    axes.set(xlim=(turns[0], turns[-1]), ylim=(0, 100), xlabel="turn", ylabel="chance to win, %")
    end_names(page, axes, ends, turns[-1])
    turn_of = dict(zip(review.moments, turns, strict=True))
    rows: Rows = []
    for stretch in review.stretches:
        for standing in stretch.standings:
            rows.append(
                {
                    "turn": turn_of[stretch.first],
                    "to_turn": turn_of[stretch.last],
                    "side": side_name(course.seated, standing.side),
                    **numbers(standing.chance.times(100)),
                }
            )
    return rows
