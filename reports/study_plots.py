"""Pictures that every study draws: rows of dots with intervals, margins and legends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from analyses.studies import Entry
from reports.style import ACCENT, INK, QUIET, RULE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLAYER_COLOURS = {2: "#d08a2e", 3: "#6f9573", 4: ACCENT, 5: "#6d4a7e"}
BAND = "#f0eee6"
"""Behind what lies within the margin."""

Shown = AbstractContextManager["Figure"]
"""A finished picture, open for as long as the house style is on."""

Lookup = Callable[[int, int], Entry | None]
"""The entry of a row and a series, None where nothing was measured."""


def in_two(label: str) -> str:
    """A label on two lines, parted at its colon or else at its arrow."""
    head, colon, tail = label.partition(": ")
    return f"{head}:\n{tail}" if colon else label.replace(" → ", " →\n")


def outer_labels(panels: Sequence[Axes], used: int, below: str, beside: str = "") -> None:
    """Name the axes of panels in two columns once: below the lowest panels, beside the left ones."""
    for number, axes in enumerate(panels):
        axes.set_visible(number < used)
        if number + 2 >= used:
            axes.set_xlabel(below)
            axes.tick_params(labelbottom=True)
        if number % 2 == 0:
            axes.set_ylabel(beside)


def dots(
    axes: Axes, labels: Sequence[str], colours: Sequence[str], entry: Lookup, scale: float, size: float = 5.0
) -> None:
    """A row for each label, and in it a dot with its interval for each colour."""
    for row in range(len(labels)):
        if row % 2:
            axes.axhspan(row - 0.5, row + 0.5, color="#f8f8f9", zorder=0, linewidth=0)
        for series, colour in enumerate(colours):
            found = entry(row, series)
            if found is None:
                continue
            shown = found.estimate.times(scale)
            y = row + (series - (len(colours) - 1) / 2) * 0.76 / len(colours)
            axes.plot([shown.low, shown.high], [y, y], color=colour, linewidth=1.7, solid_capstyle="butt")
            axes.plot(shown.value, y, "o", color=colour, markersize=size, markeredgewidth=0)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=RULE)
    axes.set_axisbelow(True)


def shade(axes: Axes, margin: float | None, one_sided: bool) -> None:
    """Shade what lies within the margin."""
    if margin is None:
        return
    axes.axvspan(0 if one_sided else -margin, margin, color=BAND, zorder=0.1, linewidth=0)
    axes.axvline(margin, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
    if not one_sided:
        axes.axvline(-margin, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.axvline(0, color=QUIET, linewidth=0.8)


def legend(page: Figure, colours: Mapping[str, str], columns: int | None = None) -> None:
    """The series below the picture, in their order, side by side unless in so many columns."""
    from matplotlib.lines import Line2D

    page.legend(
        handles=[
            Line2D([], [], marker="o", linestyle="", color=colour, markersize=5.5, label=name)
            for name, colour in colours.items()
        ],
        loc="outside lower left",
        ncols=columns or len(colours),
        fontsize=9.5,
        handletextpad=0.1,
        columnspacing=1.6,
    )
