"""Pictures of the study of Castle: length, luck, order of play, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from analyses.estimate import DIFFERENT
from analyses.studies.castle.cards import CARD_MARGIN, NAMES
from analyses.studies.castle.length import HALF_HOUR, HOUR
from analyses.studies.castle.skill import PAIRS
from analyses.studies.castle.study import EVERYBODY
from analyses.studies.study import Entry, Results
from analyses.summary import FAIR
from reports.plots import (
    DASHED,
    colours_of_players,
    dots,
    legend,
    legend_of_players,
    named_rows,
    outer_labels,
    panels,
    shade,
    striped,
)
from reports.style import ACCENT, INK, PAPER, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POLICY_COLOURS = dict(
    zip(EVERYBODY, (INK, "#b4573a", "#8b9bb0", "#6f9573", "#c7a252", "#6d4a7e"), strict=True)
)
PAIR_MARKERS = ("o", "s", "^", "D")
PARTS = (("skill_part", "who is better", ACCENT), ("deal_part", "the deal", "#c7a252"))
REST = "#e4e2da"

CUT = 125
"""Minutes: bars that go on are cut off here."""


def length(page: Figure, results: Results, label: str) -> None:
    """Minutes: from the tenth to the ninetieth of a hundred games, the middle one marked."""
    players = results.players
    page.set_figheight(1.5 + 0.14 * len(players) * (len(EVERYBODY) + 1.2))
    axes = page.add_subplot()
    for row, table in enumerate(players):
        striped(axes, row)
        for series, (policy, colour) in enumerate(POLICY_COLOURS.items()):
            low, middle, high = (
                results.value("length", f"minutes_{share}", players=table, policy=policy)
                for share in (10, 50, 90)
            )
            y = row + (series - (len(EVERYBODY) - 1) / 2) * 0.72 / len(EVERYBODY)
            axes.plot([low, high], [y, y], color=colour, linewidth=3.2, alpha=0.55, solid_capstyle="butt")
            axes.plot(middle, y, "o", color=colour, markersize=5.5, markeredgewidth=0)
    for limit in (HALF_HOUR, HOUR):
        axes.axvline(limit, color=QUIET, linewidth=0.9, linestyle=DASHED, zorder=0.5)
    named_rows(axes, [f"{table} players" for table in players])
    axes.set_xlim(0, min(CUT, 1.03 * axes.dataLim.x1))
    axes.set_xlabel(label)
    legend(page, POLICY_COLOURS, columns=3)


def luck(page: Figure, results: Results) -> None:
    """The luck index against the gap of each pair, and beside it what the variance of who wins is made of."""
    from matplotlib.lines import Line2D

    page.set_figheight(3.6)
    left, right = page.subplots(1, 2)
    players = results.players
    colours, even = colours_of_players(players), 1 / players[0]
    shares = [even + (1 - even) * i / 100 for i in range(101)]
    alone = [(1 - share) / share / (players[0] - 1) for share in shares]
    left.plot([100 * s for s in shares], alone, color=QUIET, linewidth=0.9, linestyle=DASHED)
    for marker, pair in zip(PAIR_MARKERS, PAIRS, strict=True):
        gap = 100 * results.value("skill", "strong_wins", players=players[0], pair=pair.name)
        for series, (table, colour) in enumerate(zip(players, colours, strict=True)):
            found = results.get("skill", "luck", players=table, pair=pair.name)
            x = gap + 1.2 * (series - (len(players) - 1) / 2)
            left.vlines(x, found.low, found.high, color=colour, linewidth=1.5)
            left.plot(x, found.value, marker, color=colour, markersize=4.6, markeredgewidth=0)
    left.set_ylim(-0.02)
    left.set_ylabel("luck index")
    left.set_xlabel(f"games that the better one of {players[0]} wins (%)")
    left.grid(axis="y")
    left.set_axisbelow(True)
    _variance(right, results)
    marks = [("o", colour, f"{p} players") for p, colour in zip(players, colours, strict=True)]
    marks += [(marker, QUIET, pair.name) for marker, pair in zip(PAIR_MARKERS, PAIRS, strict=True)]
    handles = [
        Line2D([], [], marker=marker, linestyle="", color=colour, markersize=5, label=name)
        for marker, colour, name in marks
    ]
    page.legend(handles=handles, loc="outside lower left", ncols=3, fontsize=9, handletextpad=0.1)


def _variance(axes: Axes, results: Results) -> None:
    """Bars of the parts of skill and deal, for the first pair."""
    players = results.players
    for row, table in enumerate(players):
        start = 0.0
        for measure, name, colour in PARTS:
            part = results.get("skill", measure, players=table, pair=PAIRS[0].name)
            width = max(0.0, 100 * part.value)
            label = name if row == 0 else None
            axes.barh(row, width, left=start, height=0.62, color=colour, edgecolor=PAPER, label=label)
            if width > 9:
                axes.text(start + width / 2, row, f"{width:.0f}", ha="center", va="center", color=PAPER)
            start += width
        label = "the play" if row == 0 else None
        axes.barh(
            row, max(0.0, 100 - start), left=start, height=0.62, color=REST, edgecolor=PAPER, label=label
        )
        if start < 91:
            axes.text((start + 100) / 2, row, f"{100 - start:.0f}", ha="center", va="center")
    axes.set_yticks(range(len(players)), [f"{p} players" for p in players])
    axes.tick_params(length=0, labelcolor=INK)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"variance of who wins (%)\n{PAIRS[0].name}")
    axes.spines["left"].set_visible(False)
    axes.legend(
        loc="lower right", bbox_to_anchor=(1.04, 1.0), ncols=3, fontsize=8.5, handlelength=0.9,
        handleheight=0.9, columnspacing=0.9, borderpad=0.2, handletextpad=0.4,
    )  # fmt: skip


def seats(page: Figure, results: Results, places: Sequence[str]) -> None:
    """The share of wins of each place in the order of play over an even share, a panel a table."""
    page.set_figheight(1.0 + 2.2 * -(-len(results.players) // 2))
    found = panels(page, results.players, 2, share_y=False)
    for table, axes in found:
        rows = {
            place: [
                results.entry("seats", "above_fair", players=table, policy=policy, position=number)
                for policy in EVERYBODY
            ]
            for number, place in enumerate(places[:table], 1)
        }
        dots(axes, rows, list(POLICY_COLOURS.values()), size=3.6, margin=FAIR)
    outer_labels([axes for _, axes in found], "over an even share (pp)")
    legend(page, POLICY_COLOURS, columns=3)


def cards(page: Figure, results: Results, given: Mapping[str, Mapping[int, Entry]]) -> None:
    """What each card is worth in the first hand, a column a table; those beyond the margin stand out."""
    page.set_figheight(1.0 + 0.19 * len(given))
    for table, axes in panels(page, results.players, len(results.players)):
        for row, entries in enumerate(given.values()):
            striped(axes, row)
            if table not in entries:
                continue
            entry = entries[table]
            shown = entry.estimate.times(100)
            colour = ACCENT if entry.verdict == DIFFERENT else "#9aa1ac"
            axes.plot([shown.low, shown.high], [row, row], color=colour, linewidth=1.7)
            axes.plot(shown.value, row, "o", color=colour, markersize=3.8, markeredgewidth=0)
        shade(axes, 100 * CARD_MARGIN)
        named_rows(axes, [NAMES[card] for card in given])
        axes.tick_params(axis="y", labelsize=8.5)
    page.supxlabel("change of the share of wins (percentage points)", fontsize=10)


def returns(page: Figure, results: Results, back: Mapping[str, Mapping[int, Entry]]) -> None:
    """How often a card is sent back in a game, a dot a table."""
    players = results.players
    page.set_figheight(1.3 + 0.26 * len(back))
    axes = page.add_subplot()
    rows = {NAMES[card]: [entries[p] for p in players] for card, entries in back.items()}
    dots(axes, rows, colours_of_players(players), 1.0, size=4.2)
    axes.set_xlim(0)
    axes.set_xlabel("times sent back in a game (one card)")
    legend_of_players(page, players)
