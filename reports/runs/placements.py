"""What is said of the pieces that were placed, if the run has the table `placements`: which brings most."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.measures.placements import Placements, little_known, placements_of
from reports.pages.parts import LEVEL, Cell, Section, Table, cell
from reports.words.wording import capital, listed
from simulate.io.layout import LINE, aligned, prose
from simulate.store.runs import Run

NAMED = 3
"""Kinds that a sentence names, at most."""


def rows(placements: Placements) -> list[list[str]]:
    """A heading, and a row a kind of piece: how many were placed, and what one brought."""
    table = [[placements.pieces.noun, "placed", f"{placements.pieces.unit} brought by one"]]
    for kind in placements.kinds:
        table.append([kind.name, f"{kind.placed:,}", f"{kind.brought:.2f}"])
    return table


def say(placements: Placements) -> str:
    """Which brings most, as far as that is settled; of what is in few games nobody can tell."""
    scant = [
        kind.name for kind in placements.kinds if kind.name in placements.best and little_known(kind.brought)
    ]
    best = [name for name in placements.best if name not in scant]
    if not best:
        return which_kind(placements.pieces.noun, "brings most", placements.best, len(placements.kinds))
    exception = f"; these games tell too little of {_list_some(scant)}" if scant else ""
    return which_kind(placements.pieces.noun, "brings most", best, len(placements.kinds)) + exception


def which_kind(noun: str, verb_phrase: str, best: Sequence[str], kinds: int) -> str:
    """A clause on which kind does something most: the `best` are those that may, of `kinds` in all.

    >>> which_kind("card", "is played least", ["Spy", "Fairy"], 37)
    'the card that is played least is one of 2: Spy and Fairy'
    """
    if len(best) == 1:
        return f"the {noun} that {verb_phrase} is {best[0]}"
    if len(best) == kinds:
        return f"it is not settled which {noun} {verb_phrase}"
    if len(best) > NAMED:
        return f"the {noun} that {verb_phrase} is one of {len(best)}, {_list_kinds(best[:NAMED])} among them"
    return f"the {noun} that {verb_phrase} is one of {len(best)}: {_list_kinds(best)}"


def _list_some(kinds: Sequence[str]) -> str:
    """Kinds after one another; of many the first, and how many more.

    >>> _list_some(["Spy", "Fairy", "Thief", "Witch"]), _list_some(["Spy", "Fairy", "Thief", "Witch", "Fool"])
    ('Spy, Fairy, Thief and Witch', 'Spy, Fairy, Thief and 2 others')
    """
    rest_count = len(kinds) - NAMED
    return _list_kinds(kinds) if rest_count < 2 else _list_kinds([*kinds[:NAMED], f"{rest_count} others"])


def _list_kinds(kinds: Sequence[str]) -> str:
    """Kinds after one another, though their own names have commas.

    >>> _list_kinds(["Spy", "Fairy"]), _list_kinds(["city, 9 dots", "city, 8 dots"])
    ('Spy and Fairy', '“city, 9 dots” and “city, 8 dots”')
    """
    return listed(f"“{kind}”" if "," in kind else kind for kind in kinds)


def lines(run: Run) -> list[str]:
    """Lines about the pieces for a terminal; none for a run that cannot tell."""
    placements = placements_of(run)
    if placements is None:
        return []
    at_once = f"the intervals hold for all {len(placements.kinds)} {placements.pieces.noun}s at once"
    sentences = f"Brought: {placements.meaning}.", f"{capital(say(placements))}; {at_once}."
    table = ["", *aligned(rows(placements), 1), ""]
    for sentence in sentences:
        table += prose(sentence, " ", most=LINE)
    return table


def sections(run: Run) -> list[Section]:
    """A section about the pieces for the page of a run; none for a run that cannot tell."""
    placements = placements_of(run)
    if placements is None:
        return []
    heading, *kinds = rows(placements)
    table = Table(
        f"Brought: {placements.meaning}. The {LEVEL} intervals hold for all {len(kinds)} at once.",
        heading,
        [[Cell(name), Cell(placed), cell(brought)] for name, placed, brought in kinds],
    )
    return [Section(f"Which {placements.pieces.noun} brings most", [f"{capital(say(placements))}."], [table])]
