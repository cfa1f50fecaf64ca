"""Numbers of a study in rows and columns: what a table shows, and a picture of dots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any

from analyses.studies.declared import Declared, Item, Measure
from analyses.studies.study import Entry, Results
from reports.parts import Cell, Table, marked
from reports.plots import COLOURS, PLAYER_COLOURS, dots, legend, outer_labels, shade
from reports.plots import panels as panels_of
from reports.words import capital, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONGEST_LABEL = 30
"""Letters of a line beside a picture."""

Key = int | str


@dataclass(frozen=True)
class Line:
    """A row: its label, the number in each column that has one, and what it is."""

    label: str
    entries: Mapping[Key, Entry]
    measure: Measure


@dataclass(frozen=True)
class Grid:
    """Rows and columns of numbers."""

    columns: Mapping[Key, str]
    lines: Sequence[Line]

    def __add__(self, other: Grid) -> Grid:
        """The rows of both, one below the other."""
        return Grid(dict(self.columns) | dict(other.columns), [*self.lines, *other.lines])

    @property
    def measure(self) -> Measure | None:
        """What all rows have in common, if they do."""
        every = {line.measure.key: line.measure for line in self.lines}
        return next(iter(every.values())) if len(every) == 1 else None

    @property
    def scale(self) -> float:
        """Shares are drawn in percent."""
        return 100.0 if self.lines and self.lines[0].measure.spec.endswith(("%", "pp")) else 1.0

    def table(self, caption: str, heading: str) -> Table:
        """As a table; the caption says unit and margin if all rows share them, else each row does."""
        one = self.measure
        rows = []
        for line in self.lines:
            label = line.label if one else f"{line.label}{said_of(line.measure)}"
            cells = (
                marked(line.entries[key], line.measure.spec) if key in line.entries else Cell("–")
                for key in self.columns
            )
            rows.append([Cell(label), *cells])
        return Table(f"{caption}{said_of(one) if one else ''}.", [heading, *self.columns.values()], rows)

    def rows(self) -> dict[str, list[Entry | None]]:
        """For a picture."""
        return {
            fill(x.label, LONGEST_LABEL): [x.entries.get(key) for key in self.columns] for x in self.lines
        }

    def colours(self) -> dict[str, str]:
        """The colour of each column, by its name."""
        return {
            name: PLAYER_COLOURS[key] if isinstance(key, int) and key in PLAYER_COLOURS else colour
            for (key, name), colour in zip(self.columns.items(), COLOURS * len(self.columns), strict=False)
        }


def said_of(measure: Measure) -> str:
    """Unit and margin of a number, as a caption ends: ``, percentage points; margin 2``."""
    unit = ", percentage points" if measure.spec.endswith("pp") else ""
    if measure.margin is None:
        return unit
    return f"{unit}; margin {measure.margin * 100:g}" if unit else f"; margin {margin_words(measure)}"


def margin_words(measure: Measure) -> str:
    """The margin with its unit: ``2 percentage points``, ``5 % of games``, ``2 points``."""
    if measure.margin is None:
        return ""
    if measure.spec.endswith("pp"):
        return f"{100 * measure.margin:g} percentage point{'s' * (measure.margin != 0.01)}"
    if measure.spec.endswith("%"):
        return f"{100 * measure.margin:g} %{measure.unit.removeprefix('share')}"
    unit = measure.unit.partition(" a ")[0]
    return f"{measure.margin:g} {unit.removesuffix('s') if measure.margin == 1 else unit}"


def label_of(study: Declared, key: str, value: Key) -> str:
    """What a value is called: `text` of a list's item, else as it is."""
    if key == "players":
        return f"{value} players"
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
    among: Sequence[Any] = (),
    label: str = "",
    **keys: Key,
) -> Grid:
    """The numbers of a table: a row a measure, or a value of the key `down`; a column a value of `across`.

    Rows come in the order in which the study lists them. `among` leaves out all other values of `down`;
    `label` is put before the names of rows.
    """
    names = [measures] if isinstance(measures, str) else list(measures)
    found: dict[tuple[str, Key], dict[Key, Entry]] = {}
    for name in names:
        for entry in results.where(table, name, **keys):
            value = entry.keys[down] if down else ""
            if not among or value in [getattr(each, "name", each) for each in among]:
                found.setdefault((name, value), {})[entry.keys[across]] = entry
    listed = [getattr(each, "name", each) for each in study.lists.get(down, [])]
    order = sorted(found, key=lambda row: listed.index(row[1]) if row[1] in listed else len(listed))
    lines = []
    for name, value in order:
        measure = study.measure(table, name)
        words = [label_of(study, down, value)] if down else []
        if not down or len(names) > 1:
            words.append(measure.words)
        lines.append(Line(f"{label}{': '.join(words)}", found[name, value], measure))
    columns = dict.fromkeys(column for line in lines for column in line.entries)
    known = [getattr(each, "name", each) for each in study.lists.get(across, [])]
    ordered = sorted(columns, key=lambda c: known.index(c) if c in known else len(known))
    return Grid({column: label_of(study, across, column) for column in ordered}, lines)


# --- pictures


def draw_dots(page: Figure, grid: Grid, below: str) -> None:
    """Rows of dots with intervals, a colour a column; shaded what lies within the margin."""
    page.set_figheight(1.5 + 0.12 * len(grid.lines) * (len(grid.columns) + 0.9))
    axes = page.add_subplot()
    _dots(axes, grid)
    axes.set_xlabel(below)
    if len(grid.columns) > 1:
        legend(page, grid.colours(), min(4, len(grid.columns)))


def draw_panels(page: Figure, grids: Mapping[int, Grid], below: str) -> None:
    """The same, a panel for each number of players."""
    first = next(iter(grids.values()))
    each = 0.45 + 0.085 * len(first.lines) * (len(first.columns) + 1)
    page.set_figheight(1.1 + -(-len(grids) // 2) * max(1.5, each))
    found = panels_of(page, list(grids), 2, share_y=len({len(grid.lines) for grid in grids.values()}) == 1)
    for players, axes in found:
        _dots(axes, grids[players], 3.6)
        axes.tick_params(axis="y", labelsize=8.5)
    outer_labels([axes for _, axes in found], below)
    if len(first.columns) > 1:
        legend(page, first.colours(), min(4, len(first.columns)))


def _dots(axes: Axes, grid: Grid, size: float = 5.0) -> None:
    dots(axes, grid.rows(), list(grid.colours().values()), grid.scale, size)
    every = [e.estimate.low for line in grid.lines for e in line.entries.values()]
    margin = grid.measure.margin if grid.measure else None
    positive = min(every, default=0.0) >= 0
    if margin is not None:
        shade(axes, grid.scale * margin, positive)
    if positive:
        axes.set_xlim(0)


def table_of_margins(study: Declared) -> Table:
    """Every margin with its reason."""
    rows = [
        [Cell(capital(m.words)), Cell(margin_words(m)), Cell(capital(m.because))] for m in study.margins()
    ]
    return Table(
        "The smallest differences that matter, fixed before any game.", ["", "margin", "because"], rows, 3
    )


def number(entry: Entry, measure: Measure) -> str:
    """A number with its interval, as running text has it."""
    return written(entry.estimate, measure.spec)
