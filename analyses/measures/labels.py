"""Words in place of the codes that tables hold: seats by number and colour, kinds, resources, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analyses.estimates.lazy import pd
from analyses.measures.placements import pieces_of
from analyses.measures.summary import analysis_of
from simulate.plans.plan import Plan

SEAT = ("seat", "first", "winner")
"""Columns that hold a seat."""

HOLDER = ("road_holder", "army_holder", "token", "partner")
"""Columns that hold a seat, or -1 for nobody."""

SEATS = ("winners", "seats", "asked", "agreed", "refused")
"""Columns that hold a set of seats, a bit each."""

PIECE = "piece"
"""The column of `placements` that holds what was placed."""

NOBODY = "nobody"


def labelled(frame: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Rows of a table of games of this plan, with words in place of codes, as categories.

    There is none that no row could have, as a model takes the first as its reference. Numbers of places
    (hexes, vertices) stay numbers, and so do counts and switches.
    """
    words = {}
    for column in frame.columns:
        if name_of_code := names_of(column, plan):
            names = list(dict.fromkeys(name_of_code.values()))  # copies of a card share a name
            words[column] = pd.Categorical(frame[column].map(name_of_code), names)
    return frame.assign(**words)


def names_of(column: str, plan: Plan) -> Mapping[int, str]:
    """What each code of a column is called; nothing for a column of numbers."""
    analysis = analysis_of(plan.game)
    own = getattr(analysis, "CODES", {}).get(column)
    if own is not None:
        return own(plan)
    if column == PIECE:
        return dict(enumerate(pieces_of(plan.game).names(plan)))
    seats = seat_names(plan)
    if column in (*SEAT, *HOLDER):
        names = dict(enumerate(seats))
        return {-1: NOBODY} | names if column in HOLDER else names
    if column in SEATS:
        return dict(enumerate(sets_of(seats)))
    return {}


def seat_names(plan: Plan) -> list[str]:
    """Every seat by number and colour: ``seat 1 (red)``."""
    names = [f"seat {seat + 1}" for seat in range(plan.players)]
    for side in analysis_of(plan.game).sides(plan):
        colours = side.words.get("colour", "").split("+")
        for seat, colour in zip(side.seats, colours, strict=False):
            names[seat] += f" ({colour})" if colour else ""
    return names


def sets_of(names: Sequence[str], empty: str = NOBODY) -> list[str]:
    """Every set of names, by its bits."""
    return [
        " + ".join(name for bit, name in enumerate(names) if number >> bit & 1) or empty
        for number in range(1 << len(names))
    ]
