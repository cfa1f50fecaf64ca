"""What a report is made of: sections of prose, tables and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analyses.estimate import Estimate
from analyses.summary import Side, Summary
from reports.plots import colours_of
from reports.words import side_words

LEVEL = "95 %"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: a word or number, its interval, and colours to show before it."""

    text: str
    interval: str = ""
    colours: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Table:
    """A table: the first `words` columns are words, the others numbers."""

    caption: str
    heading: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    words: int = 1


@dataclass(frozen=True)
class Picture:
    """A picture as an SVG element, what it shows in words, and a caption."""

    svg: str
    alt: str
    caption: str


@dataclass(frozen=True)
class Section:
    """A part of the report: prose, then its pictures and tables."""

    title: str
    prose: Sequence[str]
    items: Sequence[Table | Picture] = field(default=())
    depends_on_tiles: bool = True


def shown(estimate: Estimate, spec: str) -> Cell:
    """An estimate as a cell."""
    value, _, interval = format(estimate, spec).partition(" [")
    return Cell(value, f"[{interval}" if interval else "")


def side_cells(summary: Summary, side: Side) -> list[Cell]:
    """The cells that name a side, with the colour of its meeples."""
    return [
        Cell(word, colours=colours_of(side) if heading == "colour" else ())
        for heading, word in side_words(summary.plan, side).items()
    ]


def side_heading(summary: Summary) -> list[str]:
    """The headings of `side_cells`."""
    return list(side_words(summary.plan, summary.sides[0]))
