"""Cells, tables and pictures of the report about farmers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyses.estimate import Estimate
from analyses.farmers import RULES
from analyses.studies import Entry, Results
from reports import farmer_plots as plots
from reports.farmer_words import MARKS
from reports.parts import Cell, Picture, Table
from reports.plots import inline

Row = tuple[str, Mapping[int, Entry], Callable[[Estimate], str]]
"""A label, the number at each table, and how it is written."""


def plain(estimate: Estimate) -> str:
    """A number of points or turns."""
    return f"{estimate:.1f}"


def plain_2(estimate: Estimate) -> str:
    """A small number."""
    return f"{estimate:.2f}"


def ranges_of(results: Results, caption: str, measure: str) -> Table:
    """From the fewest to the most farmers of some steps of the sweep."""
    rows = []
    for rule in RULES:
        low, high = (price_of(results, f"{measure}_{end}", rule.name) for end in ("from", "to"))
        cells = [
            Cell(f"{low[p].estimate.value:.1f} to {high[p].estimate.value:.1f}" if p in low else "nowhere")
            for p in results.setting.players
        ]
        rows.append([Cell(rule.text), *cells])
    heading = ["rule", *(f"{p} players" for p in results.setting.players)]
    return Table(f"{caption} The steps with their intervals: tables/sweep.csv.", heading, rows)


def price_of(results: Results, measure: str, rule: str) -> dict[int, Entry]:
    """The entries that exist: farming may pay nowhere."""
    found = {}
    for players in results.setting.players:
        try:
            found[players] = results.entry("price", measure, players=players, rule=rule)
        except KeyError:
            continue
    return found


def picture_of(picture: plots.Shown, alt: str, caption: str) -> Picture:
    """A finished figure as a part of the page."""
    return Picture(inline(picture), alt, caption)


def cell_of(entry: Entry | None, show: Callable[[Estimate], str]) -> Cell:
    """A number, its verdict and its interval."""
    if entry is None:
        return Cell("none")
    value, _, interval = show(entry.estimate).partition(" [")
    mark = MARKS[entry.verdict]
    return Cell(f"{value} {mark}".rstrip(), f"[{interval}" if interval else "")


def table_of(results: Results, caption: str, heading: str, rows: Sequence[Row]) -> Table:
    """Rows of the same number at each table."""
    players = results.setting.players
    return Table(
        caption,
        [heading, *(f"{p} players" for p in players)],
        [[Cell(label), *(cell_of(found.get(p), show) for p in players)] for label, found, show in rows],
    )
