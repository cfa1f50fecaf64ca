"""An answer as a landscape picture for a slide: the answer as its title, one chart, and where it is from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import cycle
from pathlib import Path
from textwrap import fill
from typing import Any

from reports.pictures.fonts import measure, standing_alone, wrap
from reports.pictures.plots import COLOURS, DASHED, NO_METADATA, check_picture, quiet, spread
from reports.pictures.style import ACCENT, INK, PAPER, QUIET, THEME, Axes, Figure, figure
from reports.words.phrases import in_words, printed
from simulate.io.files import write_whole

WIDE, HIGH = 12.8, 7.2
"""Inches; at `DENSITY` dots an inch 1,920 x 1,080."""

DENSITY = 150

EDGE = 0.55
"""Inches that are empty on each side."""

TITLE, CHIP, NAME, VALUE, SMALL = 27.0, 15.0, 15.0, 14.0, 11.0
"""Sizes of type."""

LEADING = 1.25

LONGEST_NAME = 30
"""Letters of a line beside a row."""

CHIPS = {"sure": (THEME["sure"][0], "full"), "likely": (THEME["likely"][0], "left")}
"""Colour of the chip, and what of its dot is filled; what is not settled is quiet and empty."""

MOST_TITLE = 3
"""Lines of the title; a longer one is set smaller."""


@dataclass(frozen=True)
class Slide:
    """What a slide says and shows."""

    title: str
    """The answer."""
    sure: str
    """How sure it is: a key of `CHIPS`."""
    about: str
    """What was played."""
    source: Sequence[str]
    """The command, and by which program, on which seeds: a line each."""
    chart: Mapping[str, Any]
    """See `reports.pages.chart`."""


def write_slide(slide: Slide, path: Path) -> None:
    """Draw a slide and write it to `path`, .png or .svg, the same bytes each time.

    Raises
    ------
    UserError
        If it cannot be written there.
    """
    check_picture(path)
    suffix = path.suffix.lower().removeprefix(".")
    sink = BytesIO()
    with figure(WIDE, HIGH) as page:
        _drawn(page, slide)
        if suffix == "svg":
            page.savefig(sink, format="svg", metadata=NO_METADATA)
        else:
            page.savefig(sink, format="png", dpi=DENSITY)
    data = sink.getvalue()
    write_whole(path, standing_alone(data, printed(slide.title)) if suffix == "svg" else data)


def _drawn(page: Figure, slide: Slide) -> None:
    """Title and chip on top, the source at the foot, between them the chart."""
    width, y = 72 * (WIDE - 2 * EDGE), 72 * HIGH - 34.0
    size, lines = _title_lines(printed(slide.title), width)
    for line in lines:
        y -= LEADING * size
        _text(page, EDGE, y, line, size, INK, weight="bold")
    y -= 30
    shift = _chip_drawn(page, slide.sure, y)
    for n, line in enumerate(wrap(printed(slide.about), width - 72 * shift, VALUE)[:2]):
        _text(page, EDGE + shift, y - n * LEADING * VALUE, line, VALUE, QUIET)
        bottom = y - n * LEADING * VALUE
    foot = 20.0
    for line in reversed([part for text in slide.source for part in wrap(text, width, SMALL)]):
        _text(page, EDGE, foot, line, SMALL, QUIET)
        foot += LEADING * SMALL

    engine = page.get_layout_engine()
    assert engine is not None
    low, high = (foot + 10) / (72 * HIGH), (bottom - 16) / (72 * HIGH)
    engine.set(rect=(EDGE / WIDE, low, 1 - 2 * EDGE / WIDE, high - low))  # type: ignore[call-arg]
    if slide.chart.get("form") == "rows":
        _rows_drawn(page, slide.chart["panels"])
    elif slide.chart.get("form") == "lines":
        _lines_drawn(page, slide.chart)


def _chip_drawn(page: Figure, sure: str, y: float) -> float:
    """How sure the answer is, as a dot and a word; returns the inches that it takes."""
    from matplotlib.lines import Line2D

    colour, filled = CHIPS.get(sure, (QUIET, "none"))
    dot = Line2D(
        [(EDGE + 0.1) / WIDE], [(y + 0.35 * CHIP) / (72 * HIGH)], marker="o", markersize=0.8 * CHIP,
        color=colour, fillstyle=filled, markerfacecoloralt=PAPER, markeredgewidth=1.6,
    )  # fmt: skip
    page.add_artist(dot)
    _text(page, EDGE + 0.28, y, sure, CHIP, colour, weight="bold")
    return measure(sure, CHIP, bold=True) / 72 + 0.28 + 0.3


def _title_lines(title: str, width: float) -> tuple[float, list[str]]:
    """The size of the title and its lines: no more than `MOST_TITLE`."""
    size = TITLE
    while len(lines := wrap(title, width, size, bold=True)) > MOST_TITLE:
        size -= 1
    return size, lines


def _text(page: Figure, x: float, y: float, text: str, size: float, colour: str, **look: Any) -> None:
    """A line of words, `x` inches from the left and `y` points from below."""
    page.text(x / WIDE, y / (72 * HIGH), text, size=size, color=colour, parse_math=False, **look)


# --- before and after


def _rows_drawn(page: Figure, panels: Sequence[Mapping[str, Any]]) -> None:
    """A panel a measure, each with its own axis: A hollow, B filled, with their values."""
    grid = page.subplots(
        len(panels), 1, squeeze=False, height_ratios=[0.7 + max(1, len(p["rows"])) for p in panels]
    )
    for axes, panel in zip(grid[:, 0], panels, strict=True):
        rows = panel["rows"]
        alone = len(rows) == 1 and not rows[0]["name"]
        names = [panel["title"]] if alone else [row["name"] for row in rows]
        if not alone and panel["title"]:
            axes.set_title(in_words(panel["title"]), fontsize=NAME, loc="left", pad=8)
        size = NAME if len(rows) <= 6 else 12.0
        _marks_drawn(axes, rows, size)
        labels = [fill(in_words(name), LONGEST_NAME) for name in names]
        axes.set_yticks(range(len(rows)), labels, fontsize=size, color=INK)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.tick_params(axis="x", labelsize=12)
        axes.locator_params(axis="x", nbins=7)
        axes.margins(x=0.1)
        quiet(axes, "x")


def _marks_drawn(axes: Axes, rows: Sequence[Mapping[str, Any]], size: float) -> None:
    """The numbers of each row as dots with intervals; A above B."""
    apart = 0.2 if any("A" in row for row in rows) else 0.0
    numbers = [row[side] for row in rows for side in ("A", "B", "value") if side in row]
    decimals = max(map(_decimals, numbers))
    is_shared = len({tuple(row["A"]) for row in rows if "A" in row}) == 1
    for at, row in enumerate(rows):
        for side, colour, y in (("A", QUIET, at - apart), ("B", ACCENT, at + apart), ("value", ACCENT, at)):
            if side not in row:
                continue
            value, *ends = row[side]
            if ends:
                axes.plot(ends, [y, y], color=colour, linewidth=3, solid_capstyle="butt")
            filling = PAPER if side == "A" else colour
            axes.plot(
                value, y, "o", color=filling, markeredgecolor=colour, markersize=11 * size / NAME,
                markeredgewidth=2.4,
            )  # fmt: skip
            if side == "A" and is_shared and at:  # said in the first row
                continue
            text = f"{value:,.{decimals}f}"
            words = f"{side}  {text}" if side != "value" else text
            axes.annotate(
                words, (max([value, *ends]), y), (12, 0), textcoords="offset points", va="center_baseline",
                fontsize=size - 1, color=colour, weight="bold" if side == "B" else "normal",
                annotation_clip=False,
            )  # fmt: skip


def _decimals(number: Sequence[float]) -> int:
    """As many decimals of a value as its interval allows."""
    value, *ends = number
    width = ends[1] - ends[0] if ends else abs(value)
    return 0 if width >= 5 else 1 if width >= 0.2 else 2


# --- a curve


def _lines_drawn(page: Figure, chart: Mapping[str, Any]) -> None:
    """Lines with their bands or intervals along the values; the standard is ringed."""
    axes = page.add_subplot()
    words = chart["at"] is None
    at = list(range(len(chart["values"]))) if words else chart["at"]
    ends: dict[str, tuple[float, str]] = {}
    decimals = max(_decimals(point) for line in chart["lines"] for point in line["points"])
    for line, fallback in zip(chart["lines"], cycle(COLOURS), strict=False):
        colour = {"A": QUIET, "B": ACCENT}.get(line["name"], fallback)
        values = [point[0] for point in line["points"]]
        lows = [min(point) for point in line["points"]]
        highs = [max(point) for point in line["points"]]
        if words:
            axes.vlines(at, lows, highs, color=colour, linewidth=3)
            axes.plot(at, values, "o", color=colour, markersize=9)
        else:
            axes.fill_between(at, lows, highs, color=colour, alpha=0.16, lw=0)
            axes.plot(at, values, "o-", color=colour, linewidth=2.6, markersize=8)
        if (n := chart["standard"]) is not None:
            axes.plot(at[n], values[n], "o", color=PAPER, markeredgecolor=colour, markersize=14, mew=2.6)
        if len(chart["lines"]) == 1:
            for x, value, point in zip(at, values, line["points"], strict=True):
                axes.annotate(
                    f"{value:,.{decimals}f}", (x, max(point)), (0, 8), textcoords="offset points",
                    ha="center", fontsize=VALUE, color=INK,
                )  # fmt: skip
        else:
            ends[line["name"]] = values[-1], colour
    if chart["wanted"] is not None:
        axes.axhline(chart["wanted"], color=QUIET, linewidth=1.4, linestyle=DASHED)
        axes.annotate(
            "wanted", (0, chart["wanted"]), (4, 4), xycoords=("axes fraction", "data"),
            textcoords="offset points", fontsize=12, color=QUIET,
        )  # fmt: skip
    axes.margins(x=0.06, y=0.16)
    _ends_named(axes, ends, at[-1], page)
    labels = [fill(in_words(value), 90 // len(at)) for value in chart["values"]]
    axes.set_xticks(at, labels, fontsize=13, color=INK)
    axes.tick_params(axis="y", labelsize=12)
    axes.set_xlabel(re.sub("_", " ", in_words(chart["axis"])), fontsize=NAME)
    axes.set_title(in_words(chart["title"]), fontsize=NAME, loc="left", pad=10)
    quiet(axes, "y", "both")


def _ends_named(axes: Axes, ends: Mapping[str, tuple[float, str]], x: float, page: Figure) -> None:
    """The name of each line beside its end, none on top of another."""
    low, high = axes.get_ylim()
    tall = 72 * 0.5 * page.get_figheight()
    order = sorted(ends.items(), key=lambda end: end[1][0])
    places = spread([y for _, (y, _) in order], LEADING * VALUE * (high - low) / tall, high)
    for (name, (_, colour)), y in zip(order, places, strict=True):
        axes.annotate(
            in_words(name), (x, y), (14, 0), textcoords="offset points", va="center", fontsize=VALUE,
            color=colour, weight="bold", annotation_clip=False,
        )  # fmt: skip
