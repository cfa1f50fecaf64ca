"""What a report is made of: sections of prose, tables and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from analyses.estimates.counted import Counted
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.measures.summary import Headings, Side, Summary
from reports.pictures import charts
from reports.pictures.plots import DIGITS, Draw, colours_of, drawn, rims
from reports.pictures.style import following
from reports.words.wording import roughly, side_words, written
from simulate.io.files import csv_of
from simulate.plans.policies import text_of
from simulate.store.runs import Run

LEVEL = "95 %"

LONGEST_FILE = 50
"""Letters of the name of a file."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table: a word or number, its interval, and colours to show before it."""

    text: str
    interval: str = ""
    colours: Sequence[tuple[str, str]] = ()
    anchor: str = ""
    """The name of the row, if it is the first of one that findings link to."""


@dataclass(frozen=True)
class Table:
    """A table: the first `words` columns are words, the others numbers."""

    caption: str
    heading: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    words: int = 1
    is_sorted: bool = False
    """Whether a click on a heading sorts the rows of a page."""


@dataclass(frozen=True)
class Picture:
    """A picture as an SVG element, words in it; what it shows in words, and its numbers."""

    svg: str
    alt: str
    title: str
    caption: str
    csv: str
    rims: tuple[float, float]
    """Points that the words above and below what is drawn take."""

    @property
    def name(self) -> str:
        """What a file of it is called."""
        return "-".join(re.findall(r"[a-z0-9]+", self.title.lower()))[:LONGEST_FILE].strip("-") or "figure"

    @property
    def bare(self) -> str:
        """The picture without the words above and below it, which the page says in its own type."""
        left, top, wide, high = map(float, self.window.split())
        above, below = self.rims
        seen = high - above - below
        cut = self.svg.replace(self.window, f"{left:g} {top + above:g} {wide:g} {seen:g}", 1)
        return re.sub(r'(<svg[^>]*? height=")[^"]+', rf"\g<1>{seen:g}pt", cut, count=1)

    @property
    def window(self) -> str:
        """What is seen of it: left, top, width, height."""
        found = re.search(r'viewBox="([^"]+)"', self.svg)
        assert found is not None
        return found[1]

    @property
    def numbers(self) -> str:
        """The address of its numbers, which holds them itself."""
        return f"data:text/csv;charset=utf-8,{quote(self.csv)}"


@dataclass(frozen=True)
class Section:
    """A part of the report: prose, then its pictures and tables."""

    title: str
    prose: Sequence[str]
    items: Sequence[Table | Picture] = field(default=())


def picture(draw: Draw, title: str, alt: str, caption: str) -> Picture:
    """What `draw` paints below its title, as a part of the page."""
    data, rows = drawn(draw, title, caption, "svg")
    text = data.decode()
    svg = re.sub(r' id="[A-Za-z][\w.]*_\d+"', "", following(text[text.index("<svg") :]))
    return Picture(svg, alt, title, caption, csv_of(rows, DIGITS), rims(title, caption))


def against_exact(table: pd.DataFrame, what: str, label: str, caption: str, inches: float) -> Picture:
    """How often something happened beside its exact chance, see `charts.odds`; the title says how it fits."""
    _, seen, exact = table.columns
    hold = sum(e.low <= chance <= e.high for e, chance in zip(table[seen], table[exact], strict=True))
    says = f"{what}: {hold} of {len(table)} intervals hold the exact chance"
    alt = f"{says}. The table has the numbers."
    return picture(lambda page: charts.odds(page, table, label, inches), says, alt, caption)


def cell(text: str, mark: str = "") -> Cell:
    """A number as it is written, with the mark of its verdict, its interval set apart."""
    value, _, interval = text.partition(" [")
    return Cell(f"{value} {mark}".rstrip(), f"[{interval}" if interval else "")


def estimate_cell(estimate: Estimate, spec: str) -> Cell:
    """An estimate as a cell."""
    return cell(written(estimate, spec))


def players_table(game: str, names: Iterable[str], who: str = "", unknown: str = "the user's own") -> Table:
    """Who plays: what each policy does, or whose it is if the game does not know it."""
    rows = [[Cell(name), Cell(text_of(game, name) or unknown)] for name in names]
    return Table(f"Who plays. {who}".strip(), ["policy", "what it does"], rows, 2)


# --- tables and pictures of a run

Columns = Mapping[str, tuple[str, str]]
"""Headings of a table, and under each a column of a frame and the format of what it holds."""


def cells_of(row: Mapping[str, Any] | pd.Series[Any], columns: Columns) -> list[Cell]:
    """The cells of a row of a frame: estimates, words or plain numbers."""
    return [
        estimate_cell(row[name], spec)
        if isinstance(row[name], Estimate)
        else Cell(format(row[name], spec).replace("%", " %"))
        for name, spec in columns.values()
    ]


def frame_table(caption: str, frame: pd.DataFrame, columns: Columns, words: int = 1) -> Table:
    """A table of a frame's rows."""
    return Table(caption, list(columns), [cells_of(row, columns) for _, row in frame.iterrows()], words)


def side_table(
    summary: Summary, caption: str, of: Callable[[Side], Mapping[str, Estimate]], columns: Columns
) -> Table:
    """A table with a row a side: its words, the colour of its meeples, then what is said `of` it."""
    names = list(side_words(summary.plan, summary.sides[0]))
    rows = [
        [
            *(
                Cell(word, colours=colours_of(side) if heading == "colour" else ())
                for heading, word in side_words(summary.plan, side).items()
            ),
            *cells_of(of(side), columns),
        ]
        for side in summary.sides
    ]
    return Table(caption, [*names, *columns], rows, len(names))


def means_table(summary: Summary, caption: str, headings: Headings, spec: str) -> Table:
    """A table of means a game: a row a side, a column a heading."""
    columns = {name: (name, spec) for name in headings}
    return side_table(summary, caption, lambda side: summary.means(side, headings), columns)


def if_kept(
    run: Run, summary: Summary, title: str, section: Callable[[Run, Summary], Section], *tables: str
) -> Section:
    """A section that needs these tables, or one line in its place if the run did not keep one of them."""
    for table in tables:
        if table not in run.plan.tables:
            lacks = f"This run was played without the table “{table}” (--tables)"
            return Section(title, [f"{lacks}, so nothing can be said here."])
    return section(run, summary)


def per_game(games: Counted, often: Estimate, what: str) -> Picture:
    """How many games had each number of something that is met `often`."""
    low, high = games.middle(0.9)
    return picture(
        lambda page: charts.counts(page, games, f"{what} in the game"),
        f"A game has about {roughly(often)} {what}; nine in ten have {low} to {high}",
        f"Bar chart of {what} a game: mean {often:.1f}, from {games.least} to {games.numbers[-1]}.",
        f"Share of games that had each number of {what}{charts.averaged(games.in_a_bar)}. "
        "Solid: the middle nine tenths of games.",
    )


def by_kind_and_time(table: pd.DataFrame, columns: Mapping[str, str], note: str) -> Table:
    """The table of scored features: `columns` of it, each with the format of its numbers, and a note."""
    return frame_table(
        f"Scored features: how many a game, and the mean of one, {LEVEL} intervals. {note}",
        table.assign(when=table["final"].map({True: "at the end", False: "complete"})),
        {"feature": ("kind", ""), "scored": ("when", ""), "a game": ("scorings", ".2f")}
        | {name: (name, spec) for name, spec in columns.items()},
        2,
    )
