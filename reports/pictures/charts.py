"""Pictures of a run: points by source, counts of a game, battles against their exact odds."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    by_panel = _means_by_panel(summary, headings)
    totals = dict.fromkeys(headings, 0.0)
    ends = [0.0]
    for estimates in by_panel.values():
        for heading, estimate in estimates.items():
            totals[heading] += estimate.value
            ends += _ends(estimate)
    order = sorted(headings, key=lambda heading: -totals[heading])
    longest, least = max(ends) or 1.0, min(ends)

    columns = min(len(by_panel), ABREAST)
    rows = -(-len(by_panel) // columns)
    page.set_figheight(0.55 + rows * (0.26 * len(order) + (0.4 if len(by_panel) > 1 else 0)))
    named_axes = panels(page, list(by_panel), columns)
    for name, axes in named_axes:
        _draw_bars(axes, [by_panel[name][heading] for heading in order], 1 if longest >= 2 else 2)
        named_rows(axes, order)
        axes.set_xlim(1.04 * least, 1.16 * longest)
        if len(by_panel) == 1:
            axes.set_title("")
    for _, axes in named_axes[-columns:]:
        axes.set_xlabel(label)
        axes.tick_params(labelbottom=True)

    table: Rows = []
    for name, estimates in by_panel.items():
        for heading in order:
            table.append({"who": name.replace("\n", " "), label: heading, **numbers(estimates[heading])})
    return table


def _means_by_panel(summary: Summary, headings: Headings) -> dict[str, dict[str, Estimate]]:
    """The mean of each heading: in one panel where all play alike, else in a panel for each side."""
    if summary.plan.plays_alike:
        share = 1 / len(summary.sides)
        means = {heading: total.times(share) for heading, total in _totals(summary, headings).items()}
        return {f"every {side_kind(summary)}": means}

    by_panel = {}
    for side in summary.sides:
        name = label_of(summary, side).replace(" (", "\n(")
        by_panel[name] = summary.means(side, headings)
    return by_panel


def _draw_bars(axes: Axes, estimates: Sequence[Estimate], decimals: int) -> None:
    """A bar for each estimate, from the top down, with its interval and its number."""
    axes.barh(range(len(estimates)), [e.value for e in estimates], height=0.62, color=ACCENT)
    for row, e in enumerate(estimates):
        if math.isfinite(e.high):
            axes.plot([e.low, e.high], [row, row], color=INK, linewidth=1.2)
        place = max(0.0, *_ends(e)), row
        annotate(axes, f"{e.value:.{decimals}f}", place, (4, 0), va="center_baseline", fontsize=9)


def _ends(number: Estimate) -> tuple[float, float]:
    """The ends of a bar with its interval; a single game has no interval."""
    return (number.low, number.high) if math.isfinite(number.high) else (number.value, number.value)


def sources_say(summary: Summary) -> str:
    """The title of the sources: which pays most, over all sides, if that is settled."""
    largest, number, _ = _most(summary, summary.sources)
    words, are_left = unit(summary.plan), counts_left(summary.plan.game)
    if not largest:
        verb = "are left" if are_left else "come from"
        return f"It is not settled where most {words} {verb}"
    total = sum(summary.mean_score(side).value for side in summary.sides) / len(summary.sides)
    if are_left:
        if in_short(number.value) == in_short(total):
            return f"A seat has about {in_short(total)} {words} left, nearly all in the {largest}"
        return f"Most {words} left are in the {largest}: {_part(number, total)}"
    if games.load(summary.plan.game).low_wins:
        return f"Most {words} come from {largest}: {_part(number, total)}"
    return f"{largest.capitalize()} pay most: {_part(number, total)} {words}"


def pieces_say(summary: Summary, group: str) -> str:
    """The title of the pieces: what is placed most, over all sides, if that is settled."""
    largest, number, total = _most(summary, summary.counted[group])
    if not largest:
        return f"It is not settled which {group} there are most of"
    claim = "Most are" if number.value > total / 2 else "The largest part is"
    return f"{claim} {largest}: {_part(number, total)} {group} by a seat in a game"


def _part(number: Estimate, total: float) -> str:
    """``about 3 of 10``, both rounded; without the whole if it is smaller, as other parts are negative."""
    if number.value > total * (1 + ROUNDING):
        return f"about {roughly(number)}"
    part = roughly(number)
    if float(part.replace(",", "")) > total:  # rounded to more than all
        part = in_short(number.value)
    return f"about {part} of {in_short(total)}"


def _totals(summary: Summary, headings: Headings) -> dict[str, Estimate]:
    """The mean of each heading a game, all sides together."""
    totals = {}
    for heading, columns in headings.items():
        totals[heading] = summary.moments.mean(summary.everyone(*columns))
    return totals


def _most(summary: Summary, headings: Headings) -> tuple[str, Estimate, float]:
    """The heading with the highest mean of a side, that mean, and the mean of all headings together.

    The heading is empty if another one may have more: all differences from it hold together (Bonferroni).
    """
    share = 1 / len(summary.sides)
    means = {heading: total.times(share) for heading, total in _totals(summary, headings).items()}
    largest = max(means, key=lambda heading: means[heading].value)
    total = sum(mean.value for mean in means.values())

    sums = {heading: summary.everyone(*columns) for heading, columns in headings.items()}
    level = shared_level(len(sums) - 1)
    for heading, columns_of_rival in sums.items():
        if heading == largest:
            continue
        lead = summary.moments.mean(sums[largest] | dict.fromkeys(columns_of_rival, -1), level)
        if not lead.low > 0:
            return "", means[largest], total
    return largest, means[largest], total


def sizes(page: Figure, table: pd.DataFrame) -> Rows:
    """Scorings a game by number of tiles: a row a kind, those in play on the left, the others beside."""
    kinds = list(table["kind"].unique())
    last = int(table["tiles"].max())
    page.set_figheight(0.6 + 1.15 * len(kinds))
    grid = page.subplots(len(kinds), 2, sharex=True, sharey="row", squeeze=False)
    for (row, kind), (column, final) in product(enumerate(kinds), enumerate((False, True))):
        axes = grid[row, column]
        scorings = table[(table["kind"] == kind) & (table["final"] == final)]
        estimates = list(scorings["scorings"])
        axes.bar(scorings["tiles"], [e.value for e in estimates], width=0.7, color=ACCENT)
        lows, highs = [e.low for e in estimates], [e.high for e in estimates]
        axes.vlines(scorings["tiles"], lows, highs, color=INK, linewidth=0.9)
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
    """The share of games with each whole number of something; the middle nine tenths are darker."""
    page.set_figheight(2.6)
    axes = page.add_subplot()
    bars(axes, games, ACCENT, games.middle(0.9), games.in_a_bar)
    whole_numbers(axes)
    axes.set(xlabel=label, ylabel="of games")
    return [
        {label: value, "percent of games": share}
        for value, share in zip(games.numbers, games.percent, strict=True)
    ]


def bars(axes: Axes, counts: Counted, colour: str, middle: tuple[int, int], wide: int) -> None:
    """A bar for `wide` numbers in a row, as high as the mean of their shares; those inside are darker."""
    values = counts.bars(wide)
    edges = np.arange(len(values) + 1) + counts.least - 0.5
    first, end = middle[0] - counts.least, middle[1] + 1 - counts.least
    axes.stairs(values, edges, fill=True, color=colour, alpha=0.35, linewidth=0)
    axes.stairs(values[first:end], edges[first : end + 1], fill=True, color=colour, linewidth=0)
    axes.stairs(values, edges, fill=False, edgecolor=colour, linewidth=0.7)
    axes.set_ylim(0, 1.08 * values.max())
    percents(axes)


def odds(page: Figure, table: pd.DataFrame, label: str, inches: float) -> Rows:
    """How often something happened beside its exact chance, so many inches a row.

    The `table` has what tells the rows apart, how often it was seen, and the chance.
    """
    page.set_figheight(1.35 + inches * len(table))
    axes = page.add_subplot()
    label_column, share_column, exact = table.columns
    for row, (share, chance) in enumerate(zip(table[share_column], table[exact], strict=True)):
        axes.plot([100 * chance] * 2, [row - 0.34, row + 0.34], color=QUIET, linewidth=1.6)
        if math.isfinite(share.high):  # of a single game nobody knows an interval
            axes.plot([100 * share.low, 100 * share.high], [row, row], color=ACCENT, linewidth=2.2)
        axes.plot(100 * share.value, row, "o", color=ACCENT, markersize=6.5)

    axes.set_yticks(range(len(table)), [f"{name}" for name in table[label_column]])
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.set(ylim=(len(table) - 0.4, -0.95), xlabel=label, ylabel=label_column)
    axes.xaxis.set_major_formatter("{x:g} %")
    if 3 * table[exact].min() < table[exact].max():  # else the words of the first row stand on the axis
        axes.set_xlim(0)

    first = table.iloc[0]
    beside(axes, "these games", 0, first[share_column].times(100), ACCENT)
    place = 100 * first[exact], -0.34
    annotate(axes, "exact chance", place, (0, 2), ha="center", fontsize=NAME, color=QUIET)
    return [
        {label_column: row[label_column], **numbers(row[share_column]), "exact": row[exact]}
        for row in table.to_dict("records")
    ]


def averaged(wide: int) -> str:
    """What a caption adds where a bar is for several numbers."""
    return f", the mean of {wide} in a row" if wide > 1 else ""


def whole_numbers(axes: Axes) -> None:
    """Only whole numbers along the axis below, however few there are."""
    axes.locator_params("x", integer=True)


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
