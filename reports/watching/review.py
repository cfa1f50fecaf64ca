"""A game looked back on, in words, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from analyses.measures.measure import sized
from analyses.runs.review import CANDIDATES, Review, Stretch, Swing
from reports.pictures.plots import banded, end_names, numbers, quiet, sourced, spread, write_picture
from reports.pictures.style import INK, QUIET, Figure, seat_line
from reports.watching.positions import (
    WIDTH,
    caveats,
    errors_told,
    plain,
    seat_name,
    setting,
    shortened,
    whose_game,
)
from reports.words.wording import capital, count, roughly, side_name, title
from simulate.io.files import Rows
from simulate.io.layout import aligned, prose

SHOWN = 5
"""Turns and moves that are told, at most."""

DEEDS = 120
"""Letters of what was done in a turn that a page tells."""

APART = 0.07
"""Of the width of the picture, between two of its turns."""


# --- words


def headline(found: Review) -> str:
    """What the game turned on, as far as the intervals say."""
    won = _winners(found)
    decisive = found.decisive
    if not decisive:
        return f"{won}no single turn surely changed a chance to win"
    return f"{won}{_said(found, decisive[0])}"


def decided(found: Review) -> list[tuple[int, str]]:
    """The turns that surely changed a chance, the largest change first, each in a sentence."""
    return [(swing.turn, _decided(found, swing)) for swing in found.decisive[:SHOWN]]


def _decided(found: Review, swing: Swing) -> str:
    """What a turn did to a chance to win, and what whose turn it was decided, if there was any choice."""
    way = "gains" if swing.change.value > 0 else "loses"
    deeds = whole(played(found, swing)).removesuffix(".")
    said = f"{side_name(found.course.seated, swing.side)} {way} about {_points(swing)}."
    return f"{said} {capital(_whose(found, swing.decision))}: {deeds}." if deeds else said


def _whose(found: Review, decision: int) -> str:
    """Whose decision it was, by who sat at the table."""
    return seat_name(found.course, decision, found.course.seated)


def _winners(found: Review) -> str:
    course = found.course
    if not course.over(len(course.decisions) - 1):
        return ""
    names = [side_name(course.seated, each.side) for each in found.curve[-1] if each.chance.value > 0]
    return f"{' and '.join(names) or 'nobody'} {'won' if len(names) < 2 else 'share the win'}; "


def _said(found: Review, swing: Swing) -> str:
    way = "rose" if swing.change.value > 0 else "fell"
    name = side_name(found.course.seated, swing.side)
    whose = "its chance" if _winners(found) == f"{name} won; " else f"the chance of {name}"
    most = "changed most" if found.leads else "seems to have changed most"
    return f"turn {swing.turn} {most}: {whose} {way} by about {_points(swing)}"


def _points(swing: Swing) -> str:
    return sized(roughly(swing.change.times(100)), "percentage points")


def told(found: Review) -> Iterator[str]:
    """The review line by line."""
    course, plan = found.course, found.course.plan
    yield ", ".join([title(plan), *whose_game(course)])
    yield capital(f"{headline(found)}.")
    yield ""
    yield from _decisive(found)
    yield ""
    yield from _costly(found)
    yield ""
    yield from _curve(found)
    yield ""
    yield from prose(
        f"{found.n:,} playouts a turn. A turn is judged as an onlooker sees it, who knows no hand; a move by "
        f"what its player knew. What is hidden is dealt anew each time. Who plays on: {plan.policy_words}. "
        f"Their seed is {plan.seed}. {errors_told(course)}",
        most=WIDTH,
    )
    yield from caveats(course)


def _decisive(found: Review) -> Iterator[str]:
    """The turns that surely changed a chance, the largest change first."""
    decisive = found.decisive
    if not decisive:
        yield "From turn to turn, what changed may be luck of the playouts; a larger --n tells more."
        return
    yield f"Turns that decided it{largest(len(decisive))}: change of the chance to win in percentage points"
    rows = [["turn", "whose", "chance of", "change", "played"]]
    for swing in decisive[:SHOWN]:
        name, change = side_name(found.course.seated, swing.side), f"{swing.change.times(100):+.0f}"
        deeds = shortened("; ".join(played(found, swing)), 48) or "no choice"
        rows.append([str(swing.turn), _whose(found, swing.decision), name, change, deeds])
    yield from _words_last(rows, 3)
    yield "These intervals hold for all turns and sides at once."


def _costly(found: Review) -> Iterator[str]:
    """The moves that surely cost something, the costliest first."""
    whose = "" if found.seat is None else f" of seat {found.seat + 1}"
    how = (
        f"{count(found.screened, 'decision')}{whose} had a choice. In a first round the move played met up "
        f"to {CANDIDATES} others that heuristic likes best{_doubtful(len(found.costs), 4 * found.n)}."
    )
    if not found.costly:
        yield f"No move{whose} surely cost anything."
        yield from prose(how, most=WIDTH)
        return
    yield f"Moves{whose} that cost most{largest(len(found.costly))}: percentage points of the chance to win"
    rows = [["turn", "whose", "cost", "played", "better"]]
    for cost in found.costly[:SHOWN]:
        cells = [f"{cost.cost.times(100):.0f}", shortened(cost.played, 44), shortened(cost.better, 44)]
        rows.append([str(cost.turn), _whose(found, cost.decision), *cells])
    yield from _words_last(rows, 2)
    yield from prose(f"{how} These intervals hold for all of them at once.", most=WIDTH)


def _doubtful(n: int, playouts: int) -> str:
    """How many decisions were looked at again, if any, and with how many playouts each.

    >>> _doubtful(1, 32)
    '; the most doubtful decision then got 32 fresh playouts'
    """
    got = f"then got {playouts:,} fresh playouts"
    if n == 1:
        return f"; the most doubtful decision {got}"
    return f"; the {n} most doubtful decisions {got} each" if n else ""


def largest(n: int) -> str:
    """That not all of so many are told, after the heading of those that are."""
    return f" (the {SHOWN} largest of {n})" if n > SHOWN else ""


def _words_last(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """A table that ends in words: they are flush left, too."""
    return aligned(rows, words, also=range(words + 1, len(rows[0])))


def whole(deeds: Sequence[str]) -> str:
    """Deeds in a line, none of them cut: the first of them, and how many more there are.

    >>> whole(["rolls a 6"] * 2), whole(["builds a road from here to there"] * 5)[-8:]
    ('rolls a 6; rolls a 6', '; 2 more')
    """
    shown = max(1, sum(total <= DEEDS for total in accumulate(len(deed) + 2 for deed in deeds)))
    left = len(deeds) - shown
    return "; ".join([*deeds[:shown], *([f"{left} more"] if left > 0 else [])])


def played(found: Review, swing: Swing) -> list[str]:
    """What whoever began the turn decided in it, where there was a choice."""
    course = found.course
    deeds = [
        course.tell(at, moment.move)
        for at, moment in enumerate(course.decisions[:-1])
        if moment["turn"] == swing.turn
        and course.seat(at) == course.seat(swing.decision)
        and len(moment.moves) > 1
        and moment.move is not None
    ]
    return list(dict.fromkeys(deeds))


def _curve(found: Review) -> Iterator[str]:
    """The chance to win of every side as each turn begins."""
    sides = [each.side for each in found.curve[0]]
    yield "Chance to win in percent as a turn begins"
    rows = [["turn", *(f"{s.kind} {s.number} {s.words.get('colour', '')}".strip() for s in sides)]]
    for stretch in found.stretches:
        over = found.course.over(stretch.first)
        chances = [each.chance.times(100) for each in stretch.standings]
        cells = (f"{chance.value:.0f}" if over else f"{chance:.0f}" for chance in chances)
        rows.append([_when(found, stretch), *cells])
    yield from aligned(rows, 1)
    if len(found.stretches) < len(found.moments):
        yield from prose(
            "In turns of one line nothing changed that an onlooker sees: their playouts are the same.",
            most=WIDTH,
        )


def _when(found: Review, stretch: Stretch) -> str:
    """The turns of a stretch: ``13``, ``0 to 12``, ``end``."""
    names = [_turn(found, at) for at in dict.fromkeys((stretch.first, stretch.last))]
    return " to ".join(names)


def _turn(found: Review, at: int) -> str:
    """The turn that begins at a moment; the last one is the end, or where a record stops."""
    if at != found.moments[-1]:
        return str(found.course.decisions[at]["turn"])
    return "end" if found.course.over(at) else "now"


# --- JSON


def as_dict(found: Review) -> dict[str, Any]:
    """The review as JSON."""
    course = found.course
    return {
        **setting(course),
        "playouts": found.n,
        "curve": [
            {
                "turn": course.decisions[stretch.first]["turn"],
                "to_turn": course.decisions[stretch.last]["turn"],
                "decision": stretch.first,
                "over": course.over(stretch.first),
                "sides": plain(stretch.standings),
            }
            for stretch in found.stretches
        ],
        "decisive": plain(found.decisive),
        "moves_of": found.seat,
        "decisions_with_a_choice": found.screened,
        "moves_examined": plain(found.costs),
    }


# --- picture


def draw(found: Review, path: Path) -> None:
    """Draw the chance to win turn by turn and write it to `path`, .png or .svg.

    Raises
    ------
    UserError
        If no picture can be written there.
    """
    plan = found.course.plan
    caption = f"The chance to win as each turn begins, {found.n:,} playouts a turn. Band: 95 % sure."
    if found.decisive:
        caption += f" Dotted: the turns that decided it{largest(len(found.decisive))}."
    if plan.policies != found.course.seated.policies:
        caption += f" Who plays on: {plan.policy_words}."
    caption += "".join(f" {capital(line)}." for line in caveats(found.course))
    with sourced(title(plan), *whose_game(found.course)):
        write_picture(lambda page: curve_drawn(page, found), capital(headline(found)), caption, path)


def curve_drawn(page: Figure, found: Review) -> Rows:
    """A line a side with its band, its name at its end; the turns that decided it are marked."""
    course = found.course
    page.set_figheight(3.4)
    axes = page.add_subplot()
    turns = [float(course.decisions[at]["turn"]) for at in found.moments]
    turns[-1] = max(turns[-1], turns[-2] + 1) if len(turns) > 1 else turns[-1]
    ends = {}
    for number, first in enumerate(found.curve[0]):
        line = [standings[number].chance.times(100) for standings in found.curve]
        colour = seat_line(first.side.words.get("colour", ""))
        banded(axes, turns, line, colour, 0.13, linewidth=1.8)
        ends[side_name(course.seated, first.side)] = line[-1].value, colour
    marked = sorted(swing.turn for swing in found.decisive[:SHOWN])
    for turn, x in zip(marked, spread(marked, APART * (turns[-1] - turns[0]), turns[-1]), strict=True):
        axes.axvline(turn, color=QUIET, linewidth=0.8, linestyle=(0, (2, 3)), zorder=0)
        axes.text(x, 101.5, f"{turn}", ha="center", color=INK, fontsize=8.5)
    quiet(axes, "y")
    axes.set(xlim=(turns[0], turns[-1]), ylim=(0, 100), xlabel="turn", ylabel="chance to win, %")
    end_names(page, axes, ends, turns[-1])
    turn_of = dict(zip(found.moments, turns, strict=True))
    return [
        {
            "turn": turn_of[stretch.first],
            "to_turn": turn_of[stretch.last],
            "side": side_name(course.seated, each.side),
            **numbers(each.chance.times(100)),
        }
        for stretch in found.stretches
        for each in stretch.standings
    ]
