"""What a report is made of: sections of prose, tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyses.estimate import Estimate
from analyses.summary import Side, Summary
from reports import plots
from reports.words import side_words

if TYPE_CHECKING:
    import pandas as pd

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
        Cell(word, colours=plots.colours_of(side) if heading == "colour" else ())
        for heading, word in side_words(summary.plan, side).items()
    ]


def side_heading(summary: Summary) -> list[str]:
    """The headings of `side_cells`."""
    return list(side_words(summary.plan, summary.sides[0]))


def missing(title: str, table: str) -> Section:
    """One line in place of a section that needs a table which the run did not keep."""
    return Section(
        title,
        [f"This run was played without the table “{table}” (--tables), so nothing can be said here."],
        depends_on_tiles=False,
    )


def per_game(games: pd.Series[int], often: Estimate, what: str) -> Picture:
    """How many games had each number of something that is met `often`."""
    low, high = middle(games, 0.9)
    return Picture(
        plots.inline(
            plots.counts(
                games,
                f"{often:.1f} {what} a game; nine games in ten have {low} to {high}",
                f"{what} in the game",
            )
        ),
        f"Bar chart of {what} a game: mean {often:.1f}, from {int(games[games > 0].index[0])} to "
        f"{int(games.index[-1])}.",
        f"One bar a whole number of {what}, as high as the games that had so many.",
    )


def middle(counts: pd.Series[int], share: float) -> tuple[int, int]:
    """The values between which the middle `share` of games lies."""
    below = (counts.cumsum() / counts.sum()).to_numpy()
    low, high = below.searchsorted([(1 - share) / 2, (1 + share) / 2])
    return int(counts.index[low]), int(counts.index[high])


def by_kind_and_time(table: pd.DataFrame, columns: Mapping[str, str], note: str) -> Table:
    """The table of scored features: `columns` of it, each with the format of its numbers, and a note."""
    rows = [
        [
            Cell(row["kind"]),
            Cell("at the end" if row["final"] else "complete"),
            shown(row["scorings"], ".2f"),
            *(shown(row[column], spec) for column, spec in columns.items()),
        ]
        for _, row in table.iterrows()
    ]
    return Table(
        f"Scored features: how many a game, and the mean of one, {LEVEL} intervals. {note}",
        ["feature", "scored", "a game", *columns],
        rows,
        2,
    )
