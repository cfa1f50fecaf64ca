"""Cells, tables and pictures that reports of studies share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyses.estimate import Estimate
from analyses.studies import Entry, Results
from reports.parts import Cell, Picture, Table
from reports.plots import inline
from reports.study_plots import Shown
from reports.study_words import MARKS

Row = tuple[str, Mapping[int, Entry], Callable[[Estimate], str]]
"""A label, the number at each table, and how it is written."""


def plain(estimate: Estimate) -> str:
    """A number of points or turns."""
    return f"{estimate:.1f}"


def plain_2(estimate: Estimate) -> str:
    """A small number."""
    return f"{estimate:.2f}"


def picture_of(picture: Shown, alt: str, caption: str) -> Picture:
    """A finished figure as a part of the page."""
    return Picture(inline(picture), alt, caption)


def cell_of(entry: Entry | None, show: Callable[[Estimate], str]) -> Cell:
    """A number, its verdict and its interval."""
    if entry is None:
        return Cell("none")
    value, _, interval = show(entry.estimate).partition(" [")
    mark = MARKS[entry.verdict]
    return Cell(f"{value} {mark}".rstrip(), f"[{interval}" if interval else "")


def table_of(
    results: Results, caption: str, heading: str, rows: Sequence[Row], absent: str = "none"
) -> Table:
    """Rows of the same number at each table, and what stands where there is none."""
    players = results.setting.players
    return Table(
        caption,
        [heading, *(f"{p} players" for p in players)],
        [
            [Cell(label), *(cell_of(found[p], show) if p in found else Cell(absent) for p in players)]
            for label, found, show in rows
        ],
    )


def lines_of(results: Results, title: str, rows: Sequence[Row]) -> list[str]:
    """The same for a terminal: rows of aligned columns under a title, an empty line before."""
    players = results.setting.players
    cells = [[title, *(f"{p} players" for p in players)]]
    for label, found, show in rows:
        cells.append([f"  {label}", *(_line_cell(found.get(p), show) for p in players)])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "",
        *(
            " " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        ),
    ]


def _line_cell(entry: Entry | None, show: Callable[[Estimate], str]) -> str:
    """A number with its interval, and its verdict."""
    return "none" if entry is None else f"{show(entry.estimate)} {MARKS[entry.verdict]}".rstrip()
