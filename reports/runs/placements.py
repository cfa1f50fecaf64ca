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


def rows(found: Placements) -> list[list[str]]:
    """A heading, and a row a kind of piece: how many were placed, and what one brought."""
    heading = [found.pieces.noun, "placed", f"{found.pieces.unit} brought by one"]
    return [heading, *([kind.name, f"{kind.placed:,}", f"{kind.brought:.2f}"] for kind in found.kinds)]


def say(found: Placements) -> str:
    """Which brings most, as far as that is settled; of what is in few games nobody can tell."""
    scant = [kind.name for kind in found.kinds if kind.name in found.best and little_known(kind.brought)]
    best = [name for name in found.best if name not in scant]
    if not best:
        return which(found.pieces.noun, "brings most", found.best, len(found.kinds))
    untold = f"; these games tell too little of {_some(scant)}" if scant else ""
    return which(found.pieces.noun, "brings most", best, len(found.kinds)) + untold


def which(noun: str, does: str, best: Sequence[str], kinds: int) -> str:
    """Which of so many kinds does something most, if it is one of the `best`.

    >>> which("card", "is played least", ["Spy", "Fairy"], 37)
    'the card that is played least is one of 2: Spy and Fairy'
    """
    if len(best) == 1:
        return f"the {noun} that {does} is {best[0]}"
    if len(best) == kinds:
        return f"it is not settled which {noun} {does}"
    if len(best) > NAMED:
        return f"the {noun} that {does} is one of {len(best)}, {_named(best[:NAMED])} among them"
    return f"the {noun} that {does} is one of {len(best)}: {_named(best)}"


def _some(kinds: Sequence[str]) -> str:
    """Kinds after one another; of many the first, and how many more.

    >>> _some(["Spy", "Fairy", "Thief", "Witch"]), _some(["Spy", "Fairy", "Thief", "Witch", "Fool"])
    ('Spy, Fairy, Thief and Witch', 'Spy, Fairy, Thief and 2 others')
    """
    others = len(kinds) - NAMED
    return _named(kinds) if others < 2 else _named([*kinds[:NAMED], f"{others} others"])


def _named(kinds: Sequence[str]) -> str:
    """Kinds after one another, though their own names have commas.

    >>> _named(["Spy", "Fairy"]), _named(["city, 9 dots", "city, 8 dots"])
    ('Spy and Fairy', '“city, 9 dots” and “city, 8 dots”')
    """
    return listed(f"“{kind}”" if "," in kind else kind for kind in kinds)


def lines(run: Run) -> list[str]:
    """The same for a terminal; nothing for a run that cannot tell."""
    found = placements_of(run)
    if found is None:
        return []
    at_once = f"the intervals hold for all {len(found.kinds)} {found.pieces.noun}s at once"
    told = f"Brought: {found.meaning}.", f"{capital(say(found))}; {at_once}."
    return [
        "",
        *aligned(rows(found), 1),
        "",
        *(line for text in told for line in prose(text, " ", most=LINE)),
    ]


def sections(run: Run) -> list[Section]:
    """The same for the page of a run."""
    found = placements_of(run)
    if found is None:
        return []
    heading, *kinds = rows(found)
    table = Table(
        f"Brought: {found.meaning}. The {LEVEL} intervals hold for all {len(kinds)} at once.",
        heading,
        [[Cell(name), Cell(placed), cell(brought)] for name, placed, brought in kinds],
    )
    return [Section(f"Which {found.pieces.noun} brings most", [f"{capital(say(found))}."], [table])]
