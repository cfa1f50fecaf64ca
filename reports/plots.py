"""Pictures of a run: whole-number scores as bars, points by source, battles against their exact odds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from pathlib import Path
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from analyses.summary import Side, Summary, analysis_of
from reports.odds import check_picture
from reports.style import ACCENT, INK, PAPER, QUIET, RESOURCE_COLOURS, RULE, SEAT_COLOURS, figure
from reports.words import low_wins, side_name, unit
from rules.errors import UserError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Picture = AbstractContextManager["Figure"]
"""A finished figure, open for as long as the house style is on."""

WIDTH = 5.8
"""Inches: a column of text on a screen, still readable on a telephone."""

NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))
"""For SVG: without a date the same picture has the same bytes, and without the rest no web address."""

LONGEST_LINE = 63
"""Letters of a line of the headline."""

LONGEST_LABEL = 36
"""Letters of the longest label that leaves room for the bars."""

SOURCE_COLOURS = ("#8b9bb0", "#c7a252", ACCENT, "#b4573a", "#6f9573", "#8d6a9f", "#4b4f58", "#c98fa0")
"""Fills for the sources of points, in the order of the game's analysis."""


def draw_scores(summary: Summary, path: Path) -> None:
    """Draw how the scores of each side are distributed and write it to `path`, .png or .svg.

    Raises
    ------
    UserError
        If no picture can be written there.
    """
    check_picture(path)
    with scores(summary) as page:
        data = render(page, path.suffix.lower().removeprefix("."))
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"picture '{path}': {error.strerror}") from error


def render(page: Figure, suffix: str) -> bytes:
    """The picture in the format of a suffix, png or svg: the same bytes each time."""
    sink = BytesIO()
    page.savefig(sink, format=suffix, dpi=200, metadata=NO_METADATA if suffix == "svg" else None)
    return sink.getvalue()


def inline(picture: Picture) -> str:
    """A picture as an SVG element for a page."""
    with picture as page:
        text = render(page, "svg").decode()
    return text[text.index("<svg") :]


@contextmanager
def scores(summary: Summary) -> Iterator[Figure]:
    """The distribution of scores, a row a side: one bar a whole number, as high as the games that had it."""
    sides = summary.sides
    with figure(WIDTH, 1.1 + 1.15 * len(sides)) as page:
        rows = page.subplots(len(sides), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        edges = [*(score - 0.5 for score in summary.scores.index), summary.scores.index[-1] + 0.5]
        for axes, side in zip(rows, sides, strict=True):
            fill_colour, outline = colours_of(side)[0]
            axes.stairs(
                summary.scores[side.number].to_numpy(),
                edges,
                fill=True,
                facecolor=fill_colour,
                edgecolor=outline,
                linewidth=0.7,
            )
            mean = summary.mean_score(side)
            axes.axvline(mean.value, color=PAPER, linewidth=2)
            axes.axvline(mean.value, color=INK, linewidth=0.9)
            axes.set_title(_label(summary, side), fontsize=9.5, pad=5)
            axes.set_title(f"mean {mean:.1f}", loc="right", fontsize=9.5, fontweight="normal", pad=5)
            whole_numbers(axes)
        rows[0].set_ylim(0, 1.05 * int(summary.scores.to_numpy().max()))  # shared by all rows
        rows[-1].set_xlabel(f"{unit(summary.plan)} at the end of the game")
        page.supylabel("games", fontsize=10)
        headline(page, _scores_say(summary))
        yield page


def _scores_say(summary: Summary) -> str:
    """The title of the scores: how far the best side is ahead, and how wide single games spread."""
    by_mean = sorted(summary.sides, key=lambda side: summary.mean_score(side).value)
    best, last = (by_mean[0], by_mean[-1]) if low_wins(summary.plan) else (by_mean[-1], by_mean[0])
    lead = summary.lead(best, last)
    if low_wins(summary.plan):
        says = f"has {lead.times(-1):.1f} {unit(summary.plan)} fewer left than"
    else:
        says = f"scores {lead:.1f} points more than"
    spread = math.sqrt(sum(summary.spread(side) ** 2 for side in summary.sides) / len(summary.sides))
    kind = "Team" if len(best.seats) > 1 else "Seat"
    return (
        f"{kind} {best.number} {says} {kind.lower()} {last.number}; single games spread by {spread:.1f} "
        "(standard deviation)"
    )


@contextmanager
def sources(summary: Summary) -> Iterator[Figure]:
    """Where the points of each side come from: a bar a side, as long as its mean score."""
    table = summary.by_source().rename(columns={"source": "what", "points": "number"})
    with _stacked(summary, table, f"mean {unit(summary.plan)} a game") as page:
        headline(page, _sources_say(summary))
        yield page


@contextmanager
def pieces(summary: Summary, group: str) -> Iterator[Figure]:
    """What each side placed: a bar a side, as long as its mean number of pieces."""
    with _stacked(summary, summary.by_count(group), f"{group}, mean of a game") as page:
        headline(page, _pieces_say(summary, group))
        yield page


@contextmanager
def _stacked(summary: Summary, table: pd.DataFrame, label: str) -> Iterator[Figure]:
    """A bar a side, made of `number` of each `what` one after the other."""
    fills = zip(table["what"].unique(), SOURCE_COLOURS, strict=False)
    colours = {what: RESOURCE_COLOURS.get(what, fill) for what, fill in fills}
    values = table["number"].map(lambda estimate: estimate.value)
    longest = max(values[table["side"] == side].sum() for side in summary.sides) or 1.0
    with figure(WIDTH, 1.25 + 0.5 * len(summary.sides)) as page:
        axes = page.add_subplot()
        for row, side in enumerate(summary.sides):
            start = 0.0
            for what, number in table.loc[table["side"] == side, ["what", "number"]].itertuples(index=False):
                axes.barh(row, number.value, left=start, height=0.66, color=colours[what], edgecolor=PAPER)
                middle = start + number.value / 2
                if number.value > 0.07 * longest:
                    ink = _ink_on(colours[what])
                    axes.text(middle, row, f"{number.value:.1f}", ha="center", va="center", color=ink)
                start += number.value
            axes.text(start + 0.01 * longest, row, f"{start:.1f}", va="center", weight="bold")
        labels = [_label(summary, side).replace(" (", "\n(") for side in summary.sides]
        axes.set_yticks(range(len(labels)), labels)
        axes.tick_params(axis="y", length=0, labelcolor=INK)
        axes.invert_yaxis()
        axes.set_xlim(0, 1.08 * longest)
        axes.set_xlabel(label)
        axes.spines["left"].set_visible(False)
        _legend(page, axes, colours)
        yield page


def _legend(page: Figure, axes: Axes, colours: Mapping[str, str]) -> None:
    """The sources above the bars, in the order in which they are stacked; they may be wider than the bars."""
    from matplotlib.patches import Patch
    from matplotlib.transforms import blended_transform_factory

    axes.legend(
        handles=[Patch(color=colour, label=name) for name, colour in colours.items()],
        loc="lower right",
        bbox_to_anchor=(0.99, 1),
        bbox_transform=blended_transform_factory(page.transFigure, axes.transAxes),
        ncols=len(colours),
        handlelength=0.9,
        handleheight=0.9,
        handletextpad=0.5,
        columnspacing=1.1,
        borderpad=0.2,
    )


def _sources_say(summary: Summary) -> str:
    """The title of the sources: which pays most, over all sides."""
    each = len(summary.sides)
    totals = {
        name: summary.moments.mean(summary.everyone(*columns)).times(1 / each)
        for name, columns in analysis_of(summary.plan.game).SOURCES.items()
    }
    most = max(totals, key=lambda name: totals[name].value)
    score = sum(summary.mean_score(side).value for side in summary.sides) / each
    if low_wins(summary.plan):
        return f"Most are left in the {most}: {totals[most]:.1f} of {score:.1f} {unit(summary.plan)}"
    return f"{most.capitalize()} pay most: {totals[most]:.1f} of a mean score of {score:.1f} points"


def _pieces_say(summary: Summary, group: str) -> str:
    """The title of the pieces: what is placed most, over all sides."""
    each = len(summary.sides)
    totals = {
        what: summary.moments.mean(summary.everyone(*columns)).times(1 / each)
        for what, columns in analysis_of(summary.plan.game).COUNTED[group].items()
    }
    most = max(totals, key=lambda what: totals[what].value)
    total = sum(estimate.value for estimate in totals.values())
    return f"Most are {most}: {totals[most]:.1f} of {total:.1f} {group} by a seat in a game"


@contextmanager
def sizes(table: pd.DataFrame, title: str) -> Iterator[Figure]:
    """Scorings a game by number of tiles, a row a kind: those in play beside those after it."""
    kinds = list(table["kind"].unique())
    last = int(table["tiles"].max())
    with figure(WIDTH, 1.3 + 1.25 * len(kinds)) as page:
        rows = page.subplots(len(kinds), 1, sharex=True, squeeze=False)[:, 0]
        for axes, kind in zip(rows, kinds, strict=True):
            for final, colour, label in (
                (False, ACCENT, "complete"),
                (True, SOURCE_COLOURS[1], "at the end"),
            ):
                found = table[(table["kind"] == kind) & (table["final"] == final)]
                often = list(found["scorings"])
                places = found["tiles"] + (0.21 if final else -0.21)
                axes.bar(places, [e.value for e in often], width=0.4, color=colour, label=label)
                axes.vlines(places, [e.low for e in often], [e.high for e in often], color=INK, linewidth=0.9)
            axes.set_title(kind, fontsize=9.5, pad=5)
            axes.set_ylim(0)
            axes.spines["left"].set_visible(False)
            axes.tick_params(axis="y", length=0)
            axes.grid(axis="y", color=RULE)
            axes.set_axisbelow(True)
        rows[0].legend(loc="upper right", handlelength=0.9, handleheight=0.9, borderpad=0.2)
        ticks = range(1, last + 1)
        rows[-1].set_xticks(ticks, [f"{t}" if t < last else f"{t}+" for t in ticks])
        rows[-1].set_xlabel("tiles")
        page.supylabel("scorings a game", fontsize=10)
        headline(page, title)
        yield page


@contextmanager
def counts(games: pd.Series[int], title: str, label: str) -> Iterator[Figure]:
    """How many games had each whole number of something."""
    with figure(WIDTH, 2.6) as page:
        axes = page.add_subplot()
        edges = [*(value - 0.5 for value in games.index), games.index[-1] + 0.5]
        axes.stairs(games.to_numpy(), edges, fill=True, facecolor=ACCENT, edgecolor=ACCENT, linewidth=0.5)
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        axes.set_ylim(0)
        whole_numbers(axes)
        headline(page, title)
        yield page


@contextmanager
def odds(by_pools: pd.DataFrame, title: str, label: str) -> Iterator[Figure]:
    """How often the favourite won beside the exact chance, a row a set of dice pools."""
    with figure(WIDTH, 1.35 + 0.36 * len(by_pools)) as page:
        axes = page.add_subplot()
        for row, (won, exact) in enumerate(by_pools[["won", "exact"]].itertuples(index=False)):
            first = row == 0
            axes.plot(
                [100 * exact] * 2,
                [row - 0.34, row + 0.34],
                color=QUIET,
                linewidth=1.6,
                label="exact chance" if first else None,
            )
            axes.plot([100 * won.low, 100 * won.high], [row, row], color=ACCENT, linewidth=2.2)
            axes.plot(
                100 * won.value,
                row,
                "o",
                color=ACCENT,
                markersize=6.5,
                label="these games" if first else None,
            )
        axes.set_yticks(range(len(by_pools)), [" v ".join(map(str, pools)) for pools in by_pools["pools"]])
        axes.tick_params(axis="y", length=0, labelcolor=INK)
        axes.grid(axis="y")
        axes.set_axisbelow(True)
        axes.set_ylim(len(by_pools) - 0.4, -0.6)
        axes.set_ylabel("dice")
        axes.set_xlabel(label)
        axes.xaxis.set_major_formatter("{x:.0f} %")
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=1, columnspacing=1.6, borderpad=0.2
        )
        headline(page, title)
        yield page


def headline(page: Figure, text: str) -> None:
    """What the picture shows, above it, flush left, in lines of about one length."""
    lines = len(wrap(text, LONGEST_LINE))
    width = next(w for w in range(1, LONGEST_LINE + 1) if len(wrap(text, w)) <= lines)
    page.suptitle(fill(text, width), x=0.01, ha="left", fontsize=11, fontweight="bold")


def whole_numbers(axes: Axes) -> None:
    """Few whole numbers of games up the side, with commas."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color=RULE)
    axes.set_axisbelow(True)


def colours_of(side: Side) -> list[tuple[str, str]]:
    """Fill and outline of the side's meeples; a neutral pair for a game without colours."""
    names = side.words.get("colour", "").split("+")
    return [SEAT_COLOURS[name] for name in names if name in SEAT_COLOURS] or [(ACCENT, INK)]


def _label(summary: Summary, side: Side) -> str:
    """The name of a side, cut if a policy's name would push the picture aside."""
    name = side_name(summary.plan, side)
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 2]}…)"


def _ink_on(colour: str) -> str:
    """The more readable of ink and paper on a fill."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return PAPER if 0.3 * red + 0.6 * green + 0.1 * blue < 0.5 else INK
