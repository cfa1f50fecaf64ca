"""What all pictures are made with: a finished figure as bytes, its headline, axes, dots and legends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any, Concatenate, Literal, ParamSpec, TypeVar

from reports.fonts import face
from reports.odds import check_picture
from reports.style import ACCENT, INK, QUIET, RULE, SEAT_COLOURS, figure
from simulate.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyses.estimate import Estimate
    from analyses.studies.study import Entry
    from analyses.summary import Side

P = ParamSpec("P")
Rows = list[dict[str, Any]]
"""The numbers of a picture, by the headings of their columns."""

Name = TypeVar("Name", int, str, int | str)
"""What a panel is for."""

WIDTH = 5.8
"""Inches: a column of text on a screen, still readable on a telephone."""

NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
"""For SVG: without a date the same picture has the same bytes, and without the rest no web address."""

LONGEST_LINE = 63
"""Letters of a line of the headline."""

LONGEST_NAME = 24
"""Letters of a line above a panel."""

COLOURS = ("#004488", "#cc3311", "#009988", "#000000") * 2
"""Of lines and dots that are told apart by a legend: four of Tol's that nobody confuses, then again."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h")
"""The shape of the dots of each series, so that colour is not all that tells them apart."""

PLAYER_COLOURS = dict(zip((4, 2, 3, 5), COLOURS, strict=False))
BAND = "#f0eee6"
"""Behind what lies within the margin."""

DASHED = (0, (4, 3))


@contextmanager
def finished(
    draw: Callable[Concatenate[Figure, P], Rows], title: str, /, *args: P.args, **kwargs: P.kwargs
) -> Iterator[tuple[Figure, Rows]]:
    """What `draw` paints on a page with its title above, and its numbers, as long as the style is on."""
    with figure(WIDTH, WIDTH) as page:
        rows = draw(page, *args, **kwargs)
        lines = len(wrap(title, LONGEST_LINE))
        width = next(w for w in range(1, LONGEST_LINE + 1) if len(wrap(title, w)) <= lines)
        page.suptitle(fill(title, width), x=0.01, ha="left", fontsize=11, fontweight="bold")
        yield page, rows


def drawn(
    draw: Callable[Concatenate[Figure, P], Rows],
    title: str,
    suffix: str,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> tuple[bytes, Rows]:
    """A finished picture, png or svg, the same bytes each time; and its numbers."""
    sink = BytesIO()
    with finished(draw, title, *args, **kwargs) as (page, rows):
        page.savefig(sink, format=suffix, dpi=200, metadata=NO_METADATA if suffix == "svg" else None)
    return sink.getvalue(), rows


def write_picture(
    draw: Callable[Concatenate[Figure, P], Rows],
    title: str,
    path: Path,
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> None:
    """Draw a picture and write it to `path`, .png or .svg, or its numbers as .csv.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    check_picture(path, numbers=True)
    suffix = path.suffix.lower().removeprefix(".")
    data, rows = drawn(draw, title, suffix if suffix != "csv" else "svg", *args, **kwargs)
    if suffix == "svg":
        data = data.replace(b"<defs>", b"<defs>" + f"<style>{face()}</style>".encode(), 1)
    write_whole(path, csv_of(rows).encode() if suffix == "csv" else data)


def numbers(estimate: Estimate) -> dict[str, float]:
    """An estimate under the headings of a table."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def csv_of(rows: Rows) -> str:
    """Rows as comma-separated values, numbers in six digits."""
    import pandas as pd

    return pd.DataFrame(rows).to_csv(index=False, float_format="%.6g", lineterminator="\n")


def panels(
    page: Figure, players: Sequence[Name], columns: int, share_x: bool = True, share_y: bool = True
) -> list[tuple[Name, Axes]]:
    """A panel for each number of players, or for each of these names, in so many columns, its name above."""
    shape = -(-len(players) // columns), min(columns, len(players))
    every = page.subplots(*shape, sharex=share_x, sharey=share_y, squeeze=False).ravel().tolist()
    for axes in every[len(players) :]:
        axes.set_visible(False)
    for table, axes in zip(players, every, strict=False):
        title = fill(table, LONGEST_NAME) if isinstance(table, str) else f"{table} players"
        axes.set_title(title, fontsize=10, pad=5)
    return list(zip(players, every, strict=False))


def quiet(axes: Axes, grid: Literal["x", "y"], no_ticks: Literal["y", "both"] = "y") -> None:
    """No line and no ticks up the side, and behind all a grid to read values by."""
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis=no_ticks, length=0)
    axes.grid(axis=grid, color=RULE)
    axes.set_axisbelow(True)


def named_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Rows with their names, the first on top, and a grid to read values by."""
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", labelcolor=INK)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    quiet(axes, "x")


def striped(axes: Axes, row: int) -> None:
    """Every other row stands on a faint stripe."""
    if row % 2:
        axes.axhspan(row - 0.5, row + 0.5, color="#f8f8f9", zorder=0, linewidth=0)


def dots(
    axes: Axes,
    rows: Mapping[str, Iterable[Entry | None]],
    colours: Mapping[str, str],
    scale: float = 100.0,
    size: float = 5.0,
    margin: float | None = None,
) -> Rows:
    """A row for each label, in it for each series a dot with its interval; shaded what the margin holds."""
    found: Rows = []
    for row, (label, entries) in enumerate(rows.items()):
        striped(axes, row)
        for series, ((name, colour), entry) in enumerate(zip(colours.items(), entries, strict=True)):
            if entry is None:
                continue
            shown = entry.estimate.times(scale)
            y = row + (series - (len(colours) - 1) / 2) * 0.76 / len(colours)
            axes.plot([shown.low, shown.high], [y, y], color=colour, linewidth=1.7, solid_capstyle="butt")
            shape = MARKERS[series % len(MARKERS)]
            axes.plot(shown.value, y, shape, color=colour, markersize=size, markeredgewidth=0)
            found.append({"": label.replace("\n", " "), "series": name, **numbers(shown)})
    named_rows(axes, list(rows))
    if margin is not None:
        shade(axes, scale * margin)
    return found


def shade(axes: Axes, margin: float, one_sided: bool = False) -> None:
    """Shade what lies within the margin; of a number that is never below 0, on one side."""
    axes.axvspan(0 if one_sided else -margin, margin, color=BAND, zorder=0.1, linewidth=0)
    axes.axvline(margin, color=QUIET, linewidth=0.8, linestyle=DASHED)
    if not one_sided:
        axes.axvline(-margin, color=QUIET, linewidth=0.8, linestyle=DASHED)
        axes.axvline(0, color=QUIET, linewidth=0.8)


def upright(axes: Axes, at: Sequence[float], entries: Iterable[Entry], colour: str) -> None:
    """Dots with upright intervals, in percent."""
    for x, entry in zip(at, entries, strict=True):
        shown = entry.estimate.times(100)
        axes.plot([x, x], [shown.low, shown.high], color=colour, linewidth=1.7, solid_capstyle="butt")
        axes.plot(x, shown.value, "o", color=colour, markersize=5, markeredgewidth=0)


def outer_labels(axes: Sequence[Axes], below: str, beside: str = "") -> None:
    """Name the axes of panels in two columns once: below the lowest panels, beside the left ones."""
    for number, one in enumerate(axes):
        if number + 2 >= len(axes):
            one.set_xlabel(below)
            one.tick_params(labelbottom=True)
        if number % 2 == 0:
            one.set_ylabel(beside)


def legend(page: Figure, colours: Mapping[str, str], columns: int | None = None) -> None:
    """The series below the picture, in their order, side by side unless in so many columns."""
    from matplotlib.lines import Line2D

    page.legend(
        handles=[
            Line2D([], [], marker=shape, linestyle="", color=colour, markersize=5.5, label=name)
            for shape, (name, colour) in zip(MARKERS * len(colours), colours.items(), strict=False)
        ],
        loc="outside lower left",
        ncols=columns or len(colours),
        fontsize=9.5,
        handletextpad=0.1,
        columnspacing=1.6,
    )


def colours_of(side: Side) -> list[tuple[str, str]]:
    """Fill and outline of the side's meeples; a neutral pair for a game without colours."""
    names = side.words.get("colour", "").split("+")
    return [SEAT_COLOURS[name] for name in names if name in SEAT_COLOURS] or [(ACCENT, INK)]
