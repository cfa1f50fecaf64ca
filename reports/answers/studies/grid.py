"""Numbers of a study in rows and columns: what a table shows, and a picture of dots."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.questions.results import Results
from analyses.studies.declared import Declared, Item
from reports.pages.parts import Cell, Table, cell
from reports.pictures.plots import COLOURS, PLAYER_COLOURS, dots, label_lines, outer_labels, shade
from reports.pictures.plots import panels as panels_of
from reports.pictures.style import Axes, Figure
from reports.words.wording import MARKS, capital, listed, scale_of, written
from rules import games
from rules.words import seated
from simulate.io.files import Rows

Key = int | str


@dataclass(frozen=True)
class GridLine:
    """A row: its label, and the number in each column that has one."""

    label: str
    entries: Mapping[Key, Number]


@dataclass(frozen=True)
class Grid:
    """Rows and columns of numbers."""

    study: Declared
    columns: Mapping[Key, str]
    lines: Sequence[GridLine]

    def _of(self, entry: Number) -> Measure:
        return self.study.measure(entry.table, entry.measure.key)

    @property
    def _every(self) -> list[Number]:
        return [entry for line in self.lines for entry in line.entries.values()]

    def _said(self, entries: Iterable[Number]) -> str | None:
        """Unit and margin of numbers, if they have them in common."""
        found = list({said_of(self._of(entry)) for entry in entries})
        return found[0] if len(found) == 1 else None if found else ""

    @property
    def margin(self) -> float | None:
        """The margin of all numbers, if they have one in common."""
        found = list({self._of(entry).margin for entry in self._every})
        return found[0] if len(found) == 1 and not math.isnan(found[0]) else None

    @property
    def scale(self) -> float:
        """Shares are drawn in percent."""
        return max((scale_of(self._of(entry).spec) for entry in self._every), default=1.0)

    def table(self, caption: str, heading: str, anchor: str = "") -> Table:
        """As a table; the caption says units and margins, of all or by columns, else the rows say them.

        With an `anchor` its rows have names that findings link to.
        """
        say = self._said(self._every)
        by_column: dict[str, list[str]] = {}
        for key, name in self.columns.items():
            said = self._said(line.entries[key] for line in self.lines if key in line.entries)
            by_column.setdefault("mixed" if said is None else said, []).append(name)
        in_rows = say is None and "mixed" in by_column
        if say is None and not in_rows:
            say = "".join(f". {capital(listed(names))}{said}" for said, names in by_column.items() if said)
        rows = []
        for at, line in enumerate(self.lines):
            label = f"{line.label}{self._said(line.entries.values()) or ''}" if in_rows else line.label
            first = Cell(label, anchor=row_name(anchor, at) if anchor else "")
            rows.append([first, *(self._cell(line.entries.get(key)) for key in self.columns)])
        rows = rows or [[Cell("none")]]
        return Table(f"{caption}{say or ''}.", [heading, *self.columns.values()], rows)

    def _cell(self, entry: Number | None) -> Cell:
        """A number with its mark, if the column has one."""
        if entry is None:
            return Cell("–")
        return cell(written(entry.estimate, self._of(entry).spec), MARKS[entry.verdict])

    def rows(self) -> dict[str, list[Number | None]]:
        """For a picture."""
        return {x.label: [x.entries.get(key) for key in self.columns] for x in self.lines}

    @property
    def tall(self) -> int:
        """Lines of the longest label."""
        return max((len(label_lines(line.label)) for line in self.lines), default=1)

    def colours(self) -> dict[str, str]:
        """The colour of each column, by its name."""
        return {
            name: PLAYER_COLOURS[key] if isinstance(key, int) and key in PLAYER_COLOURS else colour
            for (key, name), colour in zip(self.columns.items(), COLOURS * len(self.columns), strict=False)
        }


def row_name(table: str, line: int) -> str:
    """What links call a row of a table."""
    return f"{table}-{line + 1}"


def stacked(*grids: Grid) -> Grid:
    """The rows of all, one below the other."""
    columns: dict[Key, str] = {}
    lines: list[GridLine] = []
    for grid in grids:
        columns |= grid.columns
        lines += grid.lines
    return replace(grids[0], columns=columns, lines=lines)


def beside(*grids: Grid) -> Grid:
    """The columns of all, side by side; rows of the same name are one."""
    longest = max(grids, key=lambda grid: len(grid.lines))
    numbers: dict[str, dict[Key, Number]] = {line.label: {} for line in longest.lines}
    columns: dict[Key, str] = {}
    for at, grid in enumerate(grids):
        columns |= {f"{at}-{key}": name for key, name in grid.columns.items()}
        for line in grid.lines:
            mine = {f"{at}-{key}": number for key, number in line.entries.items()}
            numbers.setdefault(line.label, {}).update(mine)
    return replace(grids[0], columns=columns, lines=[GridLine(*line) for line in numbers.items()])


def said_of(measure: Measure) -> str:
    """Unit and margin of a number, as a caption ends: ``, percentage points; margin 2``."""
    unit = ", percentage points" if measure.spec.endswith("pp") else ""
    if not measure.is_judged:
        return unit
    return f"{unit}; margin {measure.margin * 100:g}" if unit else f"; margin {measure.margin_words}"


def label_of(study: Declared, key: str, value: Key) -> str:
    """What a value is called: `text` of a list's item, else as it is."""
    if key == "policy" and not games.load(study.game).decides:
        return "all games"
    if key in ("players", "seat"):
        return seated(int(value)) if key == "players" else f"seat {value}"
    for item in study.lists.get(key, []):
        if isinstance(item, Item) and item.name == value:
            return str(getattr(item, "text", item.name))
    return str(value)


def grid_of(
    study: Declared,
    results: Results,
    table: str,
    measures: str | Sequence[str],
    down: str = "",
    across: str = "players",
    among: Collection[Any] = (),
    columns: Collection[Any] = (),
    label: str = "",
    **keys: Key,
) -> Grid:
    """The numbers of a table: a row a measure, or a value of the key `down`; a column a value of `across`.

    Where `across` is "measure", a column is a measure. Rows and columns come in the order in which the study
    lists them. `among` leaves out all other values of `down`, and `columns` of `across`; both say the order,
    and if they are mappings the names too. `label` is put before the names of rows.
    """
    names = [measures] if isinstance(measures, str) else list(measures)
    found: dict[tuple[str, Key], dict[Key, Number]] = {}
    for name in names:
        for entry in results.matching(table, name, **keys):
            value = entry.place[down] if down else ""
            at = (name, entry.place[across]) if across != "measure" else ("", name)
            found.setdefault((at[0], value), {})[at[1]] = entry
    labels = _labels(study, down, among, (value for _, value in found))
    heads = _labels(
        study, across, columns or names * (across == "measure"), (c for line in found.values() for c in line)
    )
    if across == "measure" and not isinstance(columns, Mapping):
        heads = {name: study.measure(table, str(name)).words for name in heads}
    order = list(labels)
    lines = []
    for name, value in sorted(found, key=lambda row: order.index(row[1]) if row[1] in order else -1):
        entries = {key: entry for key, entry in found[name, value].items() if key in heads}
        if value not in labels or not entries:
            continue
        words = [labels[value]] if down else []
        if name and (not down or len(names) > 1):
            words.append(study.measure(table, name).words)
        lines.append(GridLine(f"{label}{': '.join(words)}", entries))
    return Grid(study, heads, lines)


def _labels(study: Declared, key: str, among: Collection[Any], values: Iterable[Key]) -> dict[Key, str]:
    """What the values of a key are called, in their order, those that are asked for."""
    if isinstance(among, Mapping):
        return {value: str(text) for value, text in among.items()}
    asked = [getattr(each, "name", each) for each in among or study.lists.get(key, [])]
    there = dict.fromkeys(values)
    rest = () if among else (value for value in there if value not in asked)
    return {value: label_of(study, key, value) for value in (*asked, *rest) if value in there}


# --- pictures


def draw_dots(page: Figure, grid: Grid, below: str) -> Rows:
    """Rows of dots with intervals, a colour a column; shaded what lies within the margin."""
    page.set_figheight(0.6 + len(grid.lines) * max(0.16 * (len(grid.columns) + 0.9), 0.17 * grid.tall))
    axes = page.add_subplot()
    rows = _dots(axes, grid)
    axes.set_xlabel(below)
    return rows


def draw_panels(page: Figure, grids: Mapping[Key, Grid], below: str) -> Rows:
    """The same, a panel for each number of players, or whatever it is called."""
    first = max(grids.values(), key=lambda grid: len(grid.lines))
    every = [line.label for line in first.lines]
    share = all(line.label in every for grid in grids.values() for line in grid.lines)
    row = max((0.12 if len(first.columns) > 1 else 0.085) * (len(first.columns) + 1), 0.14 * first.tall)
    each = 0.45 + row * len(first.lines)
    page.set_figheight(0.4 + -(-len(grids) // 2) * max(1.5, each))
    found = panels_of(page, list(grids), 2, share_y=share, share_x=all(isinstance(key, int) for key in grids))
    rows: Rows = []
    for players, axes in found:
        dotted = _dots(axes, grids[players], 3.6, every if share else ())
        rows += [{"panel": players, **row} for row in dotted]
        axes.tick_params(labelsize=8.5)
        axes.locator_params(axis="x", nbins=5)
    outer_labels([axes for _, axes in found], below)
    return rows


def _dots(axes: Axes, grid: Grid, size: float = 5.0, labels: Sequence[str] = ()) -> Rows:
    """The grid's rows, or all with these labels though some be empty."""
    empty: list[Number | None] = [None] * len(grid.columns)
    rows = dict.fromkeys(labels, empty) | grid.rows()
    found = dots(axes, rows, grid.colours(), grid.scale, size)
    every = [e.estimate.low for line in grid.lines for e in line.entries.values()]
    positive = min(every, default=0.0) >= 0
    if grid.margin is not None:
        shade(axes, grid.scale * grid.margin, positive)
    if positive:
        right = max(one.dataLim.x1 for one in axes.get_shared_x_axes().get_siblings(axes))
        axes.set_xlim(-0.012 * right, 1.05 * right)
    return found


def table_of_margins(study: Declared, results: Results) -> Table:
    """Every margin with its reason, of what is measured in the game."""
    there = {number.measure.words for number in results.entries}
    margins = [m for m in study.margins() if m.words in there or not games.load(study.game).is_plain]
    rows = [[Cell(capital(m.words)), Cell(m.margin_words), Cell(capital(m.because))] for m in margins]
    return Table(
        "The smallest differences that matter, fixed before any game.", ["", "margin", "because"], rows, 3
    )
