"""What all pictures are made with: a finished figure as bytes with its words, axes, dots and their names."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from analyses.estimates.estimate import Estimate
from analyses.measures.summary import Side
from reports.pictures.fonts import measure, standing_alone, wrap
from reports.pictures.style import (
    ACCENT,
    BAND,
    INK,
    PAPER,
    QUIET,
    RULE,
    SEAT_COLOURS,
    SERIES,
    STRIPE,
    Axes,
    Figure,
    figure,
)
from reports.words.phrases import in_words, printed
from rules.errors import UserError
from rules.words import listed_or, seated
from simulate.io.files import PICTURE, Rows, csv_of, write_whole

if TYPE_CHECKING:
    from analyses.measures.number import Number

Draw: TypeAlias = "Callable[[Figure], Rows]"
"""Paints a picture on an empty figure, and returns its numbers."""

Name = TypeVar("Name", int, str, int | str)
"""What a panel is for."""

WIDTH = 4.4
"""Inches: on a telephone, which is as wide, its type is large enough to read."""

DIGITS = ".6g"
"""How the numbers of a picture are written."""

NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
"""For SVG: without a date the same picture has the same bytes, and without the rest no web address."""

EDGE, ABOVE = 4.0, 2.0
"""Points beside the words of a figure, and above them."""

TITLE, NOTE, SOURCE = 11.5, 9.0, 8.0
"""Sizes of type: what a figure says, what it shows, and what games it is of."""

LEADING = 1.3
"""Height of a line, in sizes of its type."""

DRAWN = 0.5
"""Part of the width of a figure that its axes have at least."""

NAME = 8.5
"""Size of type of the name of a series beside its line or dot."""

LONGEST_NAME = 17
"""Letters of a line above a panel."""

LONGEST_LABEL = 26
"""Letters of a line beside a row."""

LONGEST_BELOW = 36
"""Letters of a line below a picture, and of lines below panels side by side."""

COLOURS = tuple(light for light, _ in SERIES.values()) * 2
"""Colours of lines and dots that stand side by side, then again."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h")
"""The shape of the dots of each series, so that colour is not all that tells them apart."""

PLAYER_COLOURS = dict(zip((4, 2, 3, 5), COLOURS, strict=False))

DASHED = (0, (4, 3))

_source: ContextVar[str] = ContextVar("source", default="")


@contextmanager
def sourced(*words: str) -> Iterator[None]:
    """Every figure drawn meanwhile says below that it is of these games."""
    token = _source.set(", ".join(words))
    try:
        yield
    finally:
        _source.reset(token)


@contextmanager
def finished(draw: Draw, title: str, caption: str) -> Iterator[tuple[Figure, Rows]]:
    """What `draw` paints, with its numbers, as long as the style is on.

    Above it stand the title, what it says, and the caption, what is shown; below it what games it is of.
    """
    with figure(WIDTH, WIDTH) as page:
        rows = draw(page)
        for axes in page.axes:
            axes.set_xlabel(textwrap.fill(axes.get_xlabel(), LONGEST_BELOW // _abreast(axes)))
        _frame(page, title, caption)
        yield page, rows


def _abreast(axes: Axes) -> int:
    """How many panels stand side by side."""
    spec = axes.get_subplotspec()
    assert spec is not None
    return spec.get_gridspec().ncols


Lines = list[tuple[str, float, bool, str]]
"""Words of a figure: text, size of type, whether bold, colour."""


def _words(title: str, caption: str) -> tuple[Lines, Lines]:
    """The lines above and below what is drawn."""
    wide, source = 72 * WIDTH - 2 * EDGE, _source.get()
    head: Lines = [(line, TITLE, True, INK) for line in _level(printed(title), wide)]
    head += [(line, NOTE, False, QUIET) for line in wrap(printed(caption), wide, NOTE) if line]
    foot = wrap(f"Games: {printed(source)}" if source else "", wide, SOURCE)
    return head, [(line, SOURCE, False, QUIET) for line in foot if line]


def rims(title: str, caption: str) -> tuple[float, float]:
    """Points that the words above and below what is drawn take."""
    head, foot = _words(title, caption)
    return _room(head), _room(foot)


def _room(lines: Lines) -> float:
    return sum(LEADING * size for _, size, _, _ in lines) + 6


def _frame(page: Figure, title: str, caption: str) -> None:
    """Make room for the words above and below what is drawn, and write them."""
    head, foot = _words(title, caption)
    top_room, bottom_room = _room(head), _room(foot)
    height = 72 * page.get_figheight() + top_room + bottom_room
    page.set_figheight(height / 72)

    engine = page.get_layout_engine()
    assert engine is not None
    engine.set(rect=(0, bottom_room / height, 1, 1 - (top_room + bottom_room) / height))  # type: ignore[call-arg]

    for lines, y in ((head, height - ABOVE), (foot, bottom_room - 4)):
        for text, size, bold, colour in lines:
            y -= LEADING * size
            page.text(
                EDGE / (72 * WIDTH), (y + 0.3 * size) / height, text, size=size, color=colour,
                weight="bold" if bold else "normal", parse_math=False,
            )  # fmt: skip


def _level(text: str, wide: float) -> list[str]:
    """The text in as few lines as it takes, all nearly as long."""
    lines = wrap(text, wide, TITLE, bold=True)
    if len(lines) == 1:
        return lines
    for percent in range(60, 100, 4):
        narrower = wrap(text, wide * percent / 100, TITLE, bold=True)
        if len(narrower) == len(lines):
            return narrower
    return lines


def drawn(draw: Draw, title: str, caption: str, suffix: str) -> tuple[bytes, Rows]:
    """A finished picture, png or svg, the same bytes each time; and its numbers."""
    sink = BytesIO()
    with finished(draw, title, caption) as (page, rows):
        if suffix == "svg":  # `savefig` draws twice
            from matplotlib.backends.backend_svg import FigureCanvasSVG

            FigureCanvasSVG(page).print_svg(sink, metadata=NO_METADATA)
        else:
            page.savefig(sink, format=suffix, dpi=264)
    return sink.getvalue(), rows


def check_picture(path: Path, numbers: bool = False) -> None:
    """Raise `UserError` if the name of a picture ends like something else.

    Of some pictures the `numbers` can be had instead, as .csv.
    """
    endings = (*PICTURE.endings, ".csv") if numbers else PICTURE.endings
    if path.suffix.lower() not in endings:
        raise UserError(f"picture '{path}': the name must end in {listed_or(endings)}")


def write_picture(draw: Draw, title: str, caption: str, path: Path) -> None:
    """Draw a picture and write it to `path`, .png or .svg, or its numbers as .csv.

    Raises
    ------
    UserError
        If nothing can be written there.
    """
    check_picture(path, numbers=True)
    suffix = path.suffix.lower().removeprefix(".")
    if suffix == "csv":
        with finished(draw, title, caption) as (_, rows):
            write_whole(path, csv_of(rows, DIGITS).encode())
        return
    data, _ = drawn(draw, title, caption, suffix)
    write_whole(path, standing_alone(data, title) if suffix == "svg" else data)


def numbers(estimate: Estimate) -> dict[str, float]:
    """An estimate under the headings of a table."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def panels(
    page: Figure, players: Sequence[Name], columns: int, share_x: bool = True, share_y: bool = True
) -> list[tuple[Name, Axes]]:
    """A panel for each number of players, or for each of these names, in so many columns, its name above."""
    shape = -(-len(players) // columns), min(columns, len(players))
    all_axes = page.subplots(*shape, sharex=share_x, sharey=share_y, squeeze=False).ravel().tolist()
    for axes in all_axes[len(players) :]:
        axes.set_visible(False)
    for table, axes in zip(players, all_axes, strict=False):
        title = textwrap.fill(in_words(table), LONGEST_NAME) if isinstance(table, str) else seated(table)
        axes.set_title(title, fontsize=10, pad=5)
    return list(zip(players, all_axes, strict=False))


def quiet(axes: Axes, grid: Literal["x", "y"], no_ticks: Literal["y", "both"] = "y") -> None:
    """No line and no ticks up the side, and behind all a grid to read values by."""
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis=no_ticks, length=0)
    axes.grid(axis=grid, color=RULE)
    axes.set_axisbelow(True)


def label_lines(label: str) -> list[str]:
    """The name of a row as it stands beside it, line by line."""
    return textwrap.wrap(in_words(label), LONGEST_LABEL)


def named_rows(axes: Axes, labels: Sequence[str]) -> None:
    """Rows with their names, the first on top, and a grid to read values by."""
    axes.set_yticks(range(len(labels)), ["\n".join(label_lines(label)) for label in labels])
    axes.tick_params(axis="y", labelcolor=INK, labelsize=10)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    quiet(axes, "x")


def striped(axes: Axes, row: int) -> None:
    """Every other row stands on a faint stripe."""
    if row % 2:
        axes.axhspan(row - 0.5, row + 0.5, color=STRIPE, zorder=0, linewidth=0)


def dots(
    axes: Axes,
    rows: Mapping[str, Iterable[Number | None]],
    colours: Mapping[str, str],
    scale: float = 100.0,
    size: float = 5.0,
    margin: float | None = None,
) -> Rows:
    """A row for each label, in it for each series a dot with its interval; shaded what the margin holds.

    Of several series each has its name beside its first dot. Those that a row has stand about its middle.
    """
    numbers_drawn: Rows = []
    first_dots: dict[str, tuple[float, Estimate]] = {}
    for row, (label, entries) in enumerate(rows.items()):
        striped(axes, row)
        each = enumerate(zip(colours.items(), entries, strict=True))
        there = [(series, *named, entry) for series, (named, entry) in each if entry is not None]
        for place, (series, name, colour, entry) in enumerate(there):
            estimate = entry.estimate.times(scale)
            y = row + (place - (len(there) - 1) / 2) * 0.76 / len(colours)
            ends = [estimate.low, estimate.high]
            axes.plot(ends, [y, y], color=colour, linewidth=1.7, solid_capstyle="butt")
            shape = MARKERS[series % len(MARKERS)]
            axes.plot(estimate.value, y, shape, color=colour, markersize=size, markeredgewidth=0)
            first_dots.setdefault(name, (y, estimate))
            numbers_drawn.append({"": label, "series": name, **numbers(estimate)})
    named_rows(axes, list(rows))
    if margin is not None:
        shade(axes, scale * margin)
    if len(first_dots) > 1:
        for name, (y, estimate) in first_dots.items():
            beside(axes, name, y, estimate, colours[name])
    return numbers_drawn


def beside(axes: Axes, name: str, y: float, estimate: Estimate, colour: str) -> None:
    """The name of a series beside one of its intervals: before it if there is room, else after it."""
    left, right = axes.dataLim.intervalx
    room = measure(in_words(name), NAME) / (72 * WIDTH * DRAWN / _abreast(axes)) * (right - left)
    is_after = estimate.high + room < right or estimate.low - room < left
    x, shift, align = (estimate.high, 4, "left") if is_after else (estimate.low, -4, "right")
    annotate(axes, name, (x, y), (shift, 0), ha=align, va="center_baseline", fontsize=NAME, color=colour)


def shade(axes: Axes, margin: float, one_sided: bool = False) -> None:
    """Shade what lies within the margin; of a number that is never below 0, on one side."""
    axes.axvspan(0 if one_sided else -margin, margin, color=BAND, zorder=0.1, linewidth=0)
    axes.axvline(margin, color=QUIET, linewidth=0.8, linestyle=DASHED)
    if not one_sided:
        axes.axvline(-margin, color=QUIET, linewidth=0.8, linestyle=DASHED)
        axes.axvline(0, color=QUIET, linewidth=0.8)


def annotate(
    axes: Axes, text: str, place: tuple[float, float], shift: tuple[float, float], **look: Any
) -> None:
    """Words beside a place, `shift` points from it."""
    axes.annotate(in_words(text), place, shift, textcoords="offset points", **look)


def banded(
    axes: Axes,
    places: Sequence[float],
    estimates: Sequence[Estimate],
    colour: str,
    alpha: float = 0.16,
    **line: Any,
) -> None:
    """A line through numbers, and the band of their intervals."""
    lows, highs = [e.low for e in estimates], [e.high for e in estimates]
    axes.fill_between(places, lows, highs, color=colour, alpha=alpha, lw=0)
    axes.plot(places, [e.value for e in estimates], color=colour, **line)


def ring(axes: Axes, x: float, y: float, colour: str, size: float) -> None:
    """A ring about a point of a line."""
    axes.plot(x, y, "o", color=PAPER, markeredgecolor=colour, markersize=size, markeredgewidth=1.6)


def outer_labels(axes: Sequence[Axes], label: str, columns: int = 2) -> None:
    """Name the axes of panels in so many columns once: below the lowest panels."""
    for panel in axes[-columns:]:
        panel.set_xlabel(in_words(label))
        panel.tick_params(labelbottom=True)


def end_names(page: Figure, axes: Axes, ends: Mapping[str, tuple[float, str]], x: float) -> None:
    """The name of each line beside its end, at `x` and as high as it ends, none on top of another."""
    low, high = axes.get_ylim()
    tall = 72 * axes.get_position().height * page.get_figheight()
    order = sorted(ends.items(), key=lambda end: end[1][0])
    room = LEADING * NAME * (high - low) / tall
    places = spread([y for _, (y, _) in order], room, high)
    for (name, (_, colour)), y in zip(order, places, strict=True):
        look = {"color": colour, "bbox": {"facecolor": PAPER, "edgecolor": "none", "pad": 0.5}}
        annotate(axes, name, (x, y), (6, 0), va="center", fontsize=NAME, annotation_clip=False, **look)


def spread(places: Sequence[float], room: float, end: float = math.inf) -> list[float]:
    """Places in order moved apart until they are `room` apart; none is beyond `end` if they fit below.

    >>> spread([0, 1, 9], 2), spread([8, 9], 2, 9)
    ([0, 2, 9], [7, 9])
    """
    spread_places = list(places)
    for n in range(1, len(spread_places)):
        spread_places[n] = max(spread_places[n], spread_places[n - 1] + room)
    for n in range(len(spread_places) - 1, -1, -1):
        spread_places[n] = min(spread_places[n], end)
        end = spread_places[n] - room
    return spread_places


def colours_of(side: Side) -> list[tuple[str, str]]:
    """Fill and outline of the side's meeples; a neutral pair for a game without colours."""
    names = side.words.get("colour", "").split("+")
    return [SEAT_COLOURS[name] for name in names if name in SEAT_COLOURS] or [(ACCENT, INK)]
