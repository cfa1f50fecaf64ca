"""Pictures of a run: points by source, counts of a game, battles against their exact odds."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from analyses.estimates.counted import Counted
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import ROUNDING, Estimate
from analyses.estimates.lazy import pd
from analyses.measures.measure import counts_left
from analyses.measures.summary import Headings, Side, Summary
from reports.pictures.plots import NAME, annotate, beside, named_rows, numbers, panels, quiet
from reports.pictures.style import ACCENT, INK, QUIET, Axes, Figure
from reports.words.wording import in_short, roughly, side_kind, side_name, unit
from rules import games
from simulate.io.files import Rows

LONGEST_LABEL = 30
"""Letters of the longest label that leaves room for the bars."""

ABREAST = 2
"""Panels side by side."""


def means(page: Figure, summary: Summary, headings: Headings, label: str) -> Rows:
    """A bar a heading, the longest first: of every seat as one where all play alike, else a panel a side."""
    if summary.plan.plays_alike:
        each = len(summary.sides)
        every = {
            f"every {side_kind(summary)}": {
                w: e.times(1 / each) for w, e in _totals(summary, headings).items()
            }
        }
    else:
        every = {
            label_of(summary, side).replace(" (", "\n("): summary.means(side, headings)
            for side in summary.sides
        }
    order = sorted(headings, key=lambda what: -sum(found[what].value for found in every.values()))
    ends = [end for found in every.values() for what in order for end in _ends(found[what])]
    longest, least = max(0.0, *ends) or 1.0, min(0.0, *ends)
    across = min(len(every), ABREAST)
    down = -(-len(every) // across)
    page.set_figheight(0.55 + down * (0.26 * len(order) + (0.4 if len(every) > 1 else 0)))
    found_axes = panels(page, list(every), across)
    for name, axes in found_axes:
        shown = [every[name][what] for what in order]
        axes.barh(range(len(order)), [e.value for e in shown], height=0.62, color=ACCENT)
        for row, e in enumerate(shown):
            if math.isfinite(e.high):
                axes.plot([e.low, e.high], [row, row], color=INK, linewidth=1.2)
            text = f"{e.value:.{1 if longest >= 2 else 2}f}"
            annotate(axes, text, (max(0.0, *_ends(e)), row), (4, 0), va="center_baseline", fontsize=9)
        named_rows(axes, order)
        axes.set_xlim(1.04 * least, 1.16 * longest)
        if len(every) == 1:
            axes.set_title("")
    for _, axes in found_axes[-across:]:
        axes.set_xlabel(label)
        axes.tick_params(labelbottom=True)
    return [
        {"who": name.replace("\n", " "), label: what, **numbers(found[what])}
        for name, found in every.items()
        for what in order
    ]


def _ends(number: Estimate) -> tuple[float, float]:
    """From where to where a bar with its interval reaches; of a single game nobody knows one."""
    return (number.low, number.high) if math.isfinite(number.high) else (number.value, number.value)


def sources_say(summary: Summary) -> str:
    """The title of the sources: which pays most, over all sides, if that is settled."""
    most, number, _ = _most(summary, summary.sources)
    words, left = unit(summary.plan), counts_left(summary.plan.game)
    if not most:
        return f"It is not settled where most {words} {'are left' if left else 'come from'}"
    total = sum(summary.mean_score(side).value for side in summary.sides) / len(summary.sides)
    if left:
        if in_short(number.value) == in_short(total):
            return f"A seat has about {in_short(total)} {words} left, nearly all in the {most}"
        return f"Most {words} left are in the {most}: {_part(number, total)}"
    if games.load(summary.plan.game).low_wins:
        return f"Most {words} come from {most}: {_part(number, total)}"
    return f"{most.capitalize()} pay most: {_part(number, total)} {words}"


def pieces_say(summary: Summary, group: str) -> str:
    """The title of the pieces: what is placed most, over all sides, if that is settled."""
    most, number, total = _most(summary, summary.counted[group])
    if not most:
        return f"It is not settled which {group} there are most of"
    some = "Most are" if number.value > total / 2 else "The largest part is"
    return f"{some} {most}: {_part(number, total)} {group} by a seat in a game"


def _part(number: Estimate, total: float) -> str:
    """So many of so many, each in short; only what others take away from is more than all."""
    if number.value > total * (1 + ROUNDING):
        return f"about {roughly(number)}"
    few, every = roughly(number), in_short(total)
    return f"about {few if float(few.replace(',', '')) <= total else in_short(number.value)} of {every}"


def _totals(summary: Summary, headings: Headings) -> dict[str, Estimate]:
    """The mean of each heading a game, all sides together."""
    return {what: summary.moments.mean(summary.everyone(*of)) for what, of in headings.items()}


def _most(summary: Summary, headings: Headings) -> tuple[str, Estimate, float]:
    """The heading with the highest mean of a side, that mean, and the mean of all headings together.

    The heading is empty if another one may have more: all differences from it hold together (Bonferroni).
    """
    each = len(summary.sides)
    sums = {what: summary.everyone(*columns) for what, columns in headings.items()}
    totals = {what: number.times(1 / each) for what, number in _totals(summary, headings).items()}
    most = max(totals, key=lambda what: totals[what].value)
    others = [of for what, of in sums.items() if what != most]
    settled = all(
        summary.moments.mean(sums[most] | dict.fromkeys(of, -1), shared_level(len(others))).low > 0
        for of in others
    )
    return most if settled else "", totals[most], sum(estimate.value for estimate in totals.values())


def sizes(page: Figure, table: pd.DataFrame) -> Rows:
    """Scorings a game by number of tiles: a row a kind, those in play on the left, the others beside."""
    kinds = list(table["kind"].unique())
    last = int(table["tiles"].max())
    page.set_figheight(0.6 + 1.15 * len(kinds))
    grid = page.subplots(len(kinds), 2, sharex=True, sharey="row", squeeze=False)
    for (row, kind), (column, final) in product(enumerate(kinds), enumerate((False, True))):
        axes = grid[row, column]
        found = table[(table["kind"] == kind) & (table["final"] == final)]
        often = list(found["scorings"])
        axes.bar(found["tiles"], [e.value for e in often], width=0.7, color=ACCENT)
        axes.vlines(found["tiles"], [e.low for e in often], [e.high for e in often], color=INK, linewidth=0.9)
        axes.set_title(f"{kind}, {'at the end' if final else 'complete'}", fontsize=9.5, pad=5)
        axes.set_ylim(0)
        quiet(axes, "y")
    ticks = range(1, last + 1)
    for axes in grid[-1]:
        axes.set_xticks(ticks, [f"{t}" if t < last else f"{t}+" for t in ticks])
        axes.set_xlabel("tiles")
    page.supylabel("scorings a game", fontsize=10)
    return [
        {"kind": r["kind"], "at the end": r["final"], "tiles": r["tiles"], **numbers(r["scorings"])}
        for r in table.to_dict("records")
    ]


def counts(page: Figure, games: Counted, label: str) -> Rows:
    """In which share of games there was each whole number of something; the middle nine tenths are darker."""
    page.set_figheight(2.6)
    axes = page.add_subplot()
    bars(axes, games, ACCENT, games.middle(0.9), games.in_a_bar)
    axes.set(xlabel=label, ylabel="of games")
    return [
        {label: value, "percent of games": share}
        for value, share in zip(games.numbers, games.percent, strict=True)
    ]


def bars(axes: Axes, counted: Counted, colour: str, inside: tuple[int, int], wide: int) -> None:
    """A bar for `wide` numbers in a row, as high as the mean of their shares; those inside are darker."""
    values = counted.bars(wide)
    edges = np.arange(len(values) + 1) + counted.least - 0.5
    first, after = inside[0] - counted.least, inside[1] + 1 - counted.least
    axes.stairs(values, edges, fill=True, color=colour, alpha=0.35, linewidth=0)
    axes.stairs(values[first:after], edges[first : after + 1], fill=True, color=colour, linewidth=0)
    axes.stairs(values, edges, fill=False, edgecolor=colour, linewidth=0.7)
    axes.set_ylim(0, 1.08 * values.max())
    percents(axes)


def odds(page: Figure, table: pd.DataFrame, label: str, inches: float) -> Rows:
    """How often something happened beside its exact chance, so many inches a row.

    The `table` has what tells the rows apart, how often it was seen, and the chance.
    """
    page.set_figheight(1.35 + inches * len(table))
    axes = page.add_subplot()
    what, seen, exact = table.columns
    for row, (often, chance) in enumerate(zip(table[seen], table[exact], strict=True)):
        axes.plot([100 * chance] * 2, [row - 0.34, row + 0.34], color=QUIET, linewidth=1.6)
        if math.isfinite(often.high):  # of a single game nobody knows an interval
            axes.plot([100 * often.low, 100 * often.high], [row, row], color=ACCENT, linewidth=2.2)
        axes.plot(100 * often.value, row, "o", color=ACCENT, markersize=6.5)
    axes.set_yticks(range(len(table)), [f"{name}" for name in table[what]])
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set(ylim=(len(table) - 0.4, -0.95), xlabel=label, ylabel=what)
    axes.xaxis.set_major_formatter("{x:g} %")
    if 3 * table[exact].min() < table[exact].max():  # else the words of the first row stand on the axis
        axes.set_xlim(0)
    first = table.iloc[0]
    beside(axes, "these games", 0, first[seen].times(100), ACCENT)
    above = 100 * first[exact], -0.34
    annotate(axes, "exact chance", above, (0, 2), ha="center", fontsize=NAME, color=QUIET)
    return [{what: r[what], **numbers(r[seen]), "exact": r[exact]} for r in table.to_dict("records")]


def averaged(wide: int) -> str:
    """What a caption adds where a bar is for several numbers."""
    return f", the mean of {wide} in a row" if wide > 1 else ""


def percents(axes: Axes) -> None:
    """Few shares up the side."""
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(3))
    axes.yaxis.set_major_formatter("{x:g} %")
    quiet(axes, "y")


def label_of(summary: Summary, side: Side) -> str:
    """The name of a side, cut if a policy's name would push the picture aside."""
    name = side_name(summary.plan, side)
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 2]}…)"
