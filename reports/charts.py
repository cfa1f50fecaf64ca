"""Pictures of a run: points by source, counts of a game, battles against their exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analyses.estimate import Estimate
from analyses.summary import Headings, Side, Summary
from reports.plots import Rows, numbers, quiet
from reports.style import ACCENT, INK, PAPER, QUIET, RESOURCE_COLOURS, ink_on
from reports.words import in_short, low_wins, roughly, side_name, unit

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONGEST_LABEL = 36
"""Letters of the longest label that leaves room for the bars."""

SOURCE_COLOURS = ("#8b9bb0", "#c7a252", ACCENT, "#b4573a", "#6f9573", "#8d6a9f", "#4b4f58", "#c98fa0")
"""Fills for the sources of points, in the order of the game's analysis."""


def means(page: Figure, summary: Summary, headings: Headings, label: str) -> Rows:
    """A bar a side, made of its mean of each heading one after the other."""
    fills = zip(headings, SOURCE_COLOURS, strict=False)
    colours = {what: RESOURCE_COLOURS.get(what, fill) for what, fill in fills}
    table = summary.means(headings)
    longest = max(sum(row[what].value for what in headings) for _, row in table.iterrows()) or 1.0
    page.set_figheight(1.25 + 0.5 * len(summary.sides))
    axes = page.add_subplot()
    for row, (_, found) in enumerate(table.iterrows()):
        start = 0.0
        for what in headings:
            number = found[what]
            axes.barh(row, number.value, left=start, height=0.66, color=colours[what], edgecolor=PAPER)
            middle = start + number.value / 2
            if number.value > 0.07 * longest:
                ink = ink_on(*(n / 255 for n in bytes.fromhex(colours[what][1:])))
                axes.text(middle, row, f"{number.value:.1f}", ha="center", va="center", color=ink)
            start += number.value
        axes.text(start + 0.01 * longest, row, f"{start:.1f}", va="center", weight="bold")
    labels = [label_of(summary, side).replace(" (", "\n(") for side in summary.sides]
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.08 * longest)
    axes.set_xlabel(label)
    axes.spines["left"].set_visible(False)
    _legend(page, axes, colours)
    return [
        {"seat": side.number, label: what, **numbers(table[what].iloc[row])}
        for row, side in enumerate(summary.sides)
        for what in headings
    ]


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


def sources_say(summary: Summary) -> str:
    """The title of the sources: which pays most, over all sides, if that is settled."""
    most, number, _ = _most(summary, summary.sources)
    if not most:
        left = "most are left" if low_wins(summary.plan) else "most points come from"
        return f"Where {left} is not settled"
    total = sum(summary.mean_score(side).value for side in summary.sides) / len(summary.sides)
    if low_wins(summary.plan):
        return (
            f"Most are left in the {most}: about {roughly(number)} of {in_short(total)} {unit(summary.plan)}"
        )
    return f"{most.capitalize()} pay most: about {roughly(number)} of {in_short(total)} points"


def pieces_say(summary: Summary, group: str) -> str:
    """The title of the pieces: what is placed most, over all sides, if that is settled."""
    most, number, total = _most(summary, summary.counted[group])
    if not most:
        return f"Which {group} are most is not settled"
    return f"Most are {most}: about {roughly(number)} of {in_short(total)} {group} by a seat in a game"


def _most(summary: Summary, headings: Headings) -> tuple[str, Estimate, float]:
    """The heading with the highest mean of a side, that mean, and the mean of all headings together.

    The heading is empty if another one may have more: all differences from it hold together (Bonferroni).
    """
    each = len(summary.sides)
    sums = {what: summary.everyone(*columns) for what, columns in headings.items()}
    totals = {what: summary.moments.mean(of).times(1 / each) for what, of in sums.items()}
    most = max(totals, key=lambda what: totals[what].value)
    others = [of for what, of in sums.items() if what != most]
    settled = all(
        summary.moments.mean(sums[most] | dict.fromkeys(of, -1), 1 - 0.05 / len(others)).low > 0
        for of in others
    )
    return most if settled else "", totals[most], sum(estimate.value for estimate in totals.values())


def sizes(page: Figure, table: pd.DataFrame) -> Rows:
    """Scorings a game by number of tiles, a row a kind: those in play beside those after it."""
    kinds = list(table["kind"].unique())
    last = int(table["tiles"].max())
    page.set_figheight(1.3 + 1.25 * len(kinds))
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
        quiet(axes, "y")
    rows[0].legend(loc="upper right", handlelength=0.9, handleheight=0.9, borderpad=0.2)
    ticks = range(1, last + 1)
    rows[-1].set_xticks(ticks, [f"{t}" if t < last else f"{t}+" for t in ticks])
    rows[-1].set_xlabel("tiles")
    page.supylabel("scorings a game", fontsize=10)
    return [
        {"kind": r["kind"], "at the end": r["final"], "tiles": r["tiles"], **numbers(r["scorings"])}
        for r in table.to_dict("records")
    ]


def counts(page: Figure, games: pd.Series[int], label: str) -> Rows:
    """In which share of games there was each whole number of something; the middle nine tenths are darker."""
    page.set_figheight(2.6)
    axes = page.add_subplot()
    shares = 100 * games / games.sum()
    bars(axes, shares, ACCENT, ACCENT, middle(games, 0.9))
    axes.set_xlabel(label)
    axes.set_ylabel("of games")
    return [{label: value, "percent of games": share} for value, share in shares.items()]


def bars(axes: Axes, shares: pd.Series[float], fill: str, outline: str, inside: tuple[int, int]) -> None:
    """A bar a whole number, as high as its share in percent; those inside are darker."""
    values, edges = shares.to_numpy(), [*(shares.index.to_numpy() - 0.5), shares.index[-1] + 0.5]
    first, after = (edges.index(end) for end in (inside[0] - 0.5, inside[1] + 0.5))
    axes.stairs(values, edges, fill=True, color=fill, alpha=0.35, linewidth=0)
    axes.stairs(values[first:after], edges[first : after + 1], fill=True, color=fill, linewidth=0)
    axes.stairs(values, edges, fill=False, edgecolor=outline, linewidth=0.7)
    axes.set_ylim(0, 1.08 * shares.max())
    percents(axes)


def odds(page: Figure, by_pools: pd.DataFrame, label: str) -> Rows:
    """How often the favourite won beside the exact chance, a row a set of dice pools."""
    page.set_figheight(1.35 + 0.36 * len(by_pools))
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
    return [
        {"dice": " v ".join(map(str, r["pools"])), **numbers(r["won"]), "exact": r["exact"]}
        for r in by_pools.to_dict("records")
    ]


def middle(counts: pd.Series[int], share: float) -> tuple[int, int]:
    """The values between which the middle `share` of games lies."""
    below = (counts.cumsum() / counts.sum()).to_numpy()
    low, high = below.searchsorted([(1 - share) / 2, (1 + share) / 2])
    return int(counts.index[low]), int(counts.index[high])


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
