"""Pictures of the study of Castle: length, luck, order of play, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyses.castle_study.cards import CARD_MARGIN, NAMES
from analyses.castle_study.length import HALF_HOUR, HOUR
from analyses.castle_study.skill import PAIRS, Pair
from analyses.castle_study.study import EVERYBODY, POLICIES
from analyses.estimate import DIFFERENT
from analyses.studies import Entry, Results
from analyses.summary import FAIR
from reports.castle_study.words import PACE, PLACES
from reports.plots import WIDTH, headline
from reports.study_plots import PLAYER_COLOURS, dots, legend, outer_labels, shade
from reports.style import ACCENT, INK, PAPER, QUIET, RULE, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POLICY_COLOURS = dict(
    zip(EVERYBODY, (INK, "#b4573a", "#8b9bb0", "#6f9573", "#c7a252", "#6d4a7e"), strict=True)
)
PAIR_COLOURS = dict(
    zip((pair.name for pair in PAIRS), (ACCENT, "#6f9573", "#b4573a", "#8b9bb0"), strict=True)
)
PARTS = (("skill_part", "who is better", ACCENT), ("deal_part", "the deal", "#c7a252"))
REST = "#e4e2da"

SHOWN_RETURNS = 15

CUT = 125
"""Minutes: bars that go on are cut off here."""


@contextmanager
def length(results: Results, title: str) -> Iterator[Figure]:
    """Minutes: from the tenth to the ninetieth of a hundred games, the middle one marked."""
    players = results.setting.players
    with figure(WIDTH, 1.5 + 0.14 * len(players) * (len(EVERYBODY) + 1.2)) as page:
        axes = page.add_subplot()
        for row, table in enumerate(players):
            if row % 2:
                axes.axhspan(row - 0.5, row + 0.5, color="#f8f8f9", zorder=0, linewidth=0)
            for series, policy in enumerate(EVERYBODY):
                low, middle, high = (
                    results.get("length", f"minutes_{share}", players=table, policy=policy).value
                    for share in (10, 50, 90)
                )
                y = row + (series - (len(EVERYBODY) - 1) / 2) * 0.72 / len(EVERYBODY)
                colour = POLICY_COLOURS[policy]
                axes.plot([low, high], [y, y], color=colour, linewidth=3.2, alpha=0.55, solid_capstyle="butt")
                axes.plot(middle, y, "o", color=colour, markersize=5.5, markeredgewidth=0)
        for limit in (HALF_HOUR, HOUR):
            axes.axvline(limit, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0.5)
        _rows(axes, [f"{table} players" for table in players])
        axes.set_xlim(0, min(CUT, 1.03 * axes.dataLim.x1))
        axes.set_xlabel(f"minutes at {PACE}, half as many more for a card placed")
        legend(page, POLICY_COLOURS, columns=3)
        headline(page, title)
        yield page


@contextmanager
def luck(results: Results, title: str) -> Iterator[Figure]:
    """The luck index at each table, and beside it what the variance of who wins is made of."""
    players = results.setting.players
    with figure(WIDTH, 3.3) as page:
        left, right = page.subplots(1, 2)
        for series, pair in enumerate(PAIRS):
            for view, measure in enumerate(("luck", "luck_of_weak")):
                _index(left, results, pair, measure, 0.06 * (2 * series + view - len(PAIRS) + 0.5))
        left.set_ylim(-0.02)
        left.set_ylabel("luck index")
        left.set_xlabel("players")
        left.set_xticks(list(players))
        left.grid(axis="y")
        left.set_axisbelow(True)
        _variance(right, results)
        legend(page, PAIR_COLOURS, columns=2)
        headline(page, title)
        yield page


def _index(axes: Axes, results: Results, pair: Pair, measure: str, shift: float) -> None:
    """The luck index of a pair at each table: dots for one better player, rings for one weaker one."""
    players = results.setting.players
    colour, better = PAIR_COLOURS[pair.name], measure == "luck"
    found = [results.get("skill", measure, players=p, pair=pair.name) for p in players]
    x = [p + shift for p in players]
    axes.plot(x, [e.value for e in found], color=colour, linewidth=1, linestyle="-" if better else ":")
    axes.vlines(x, [e.low for e in found], [e.high for e in found], color=colour, linewidth=1.5)
    fill = colour if better else PAPER
    axes.plot(x, [e.value for e in found], "o", color=fill, markersize=4.2, markeredgecolor=colour)


def _variance(axes: Axes, results: Results) -> None:
    """Bars of the parts of skill and deal, for the first pair."""
    players = results.setting.players
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


@contextmanager
def seats(results: Results, title: str) -> Iterator[Figure]:
    """The share of wins of each place in the order of play over an even share, a panel a table."""
    players = results.setting.players
    rows = -(-len(players) // 2)
    with figure(WIDTH, 1.0 + 2.2 * rows) as page:
        panels = page.subplots(rows, min(2, len(players)), sharex=True, squeeze=False).ravel().tolist()
        for axes, table in zip(panels, players, strict=False):

            def entry(row: int, series: int, table: int = table) -> Entry:
                keys: dict[str, int | str] = {"policy": EVERYBODY[series], "position": row + 1}
                return results.entry("seats", "above_fair", players=table, **keys)

            names = [place.removeprefix("comes ") for place in PLACES[:table]]
            dots(axes, names, list(POLICY_COLOURS.values()), entry, 100.0, size=3.6)
            shade(axes, 100 * FAIR, one_sided=False)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
        outer_labels(panels, len(players), "over an even share (pp)")
        legend(page, POLICY_COLOURS, columns=3)
        headline(page, title)
        yield page


@contextmanager
def cards(results: Results, order: Sequence[str], title: str) -> Iterator[Figure]:
    """What each card is worth in the first hand, a column a table; those beyond the margin stand out."""
    players = results.setting.players
    found = {
        (e.keys["players"], e.keys["card"]): e
        for e in results.entries
        if e.table == "power" and e.measure == "given"
    }
    with figure(WIDTH, 1.0 + 0.19 * len(order)) as page:
        panels = page.subplots(1, len(players), sharey=True, sharex=True, squeeze=False)[0]
        for axes, table in zip(panels, players, strict=True):
            for row, card in enumerate(order):
                if row % 2:
                    axes.axhspan(row - 0.5, row + 0.5, color="#f8f8f9", zorder=0, linewidth=0)
                if (table, card) not in found:
                    continue
                entry = found[table, card]
                shown = entry.estimate.times(100)
                colour = ACCENT if entry.verdict == DIFFERENT else "#9aa1ac"
                axes.plot([shown.low, shown.high], [row, row], color=colour, linewidth=1.7)
                axes.plot(shown.value, row, "o", color=colour, markersize=3.8, markeredgewidth=0)
            shade(axes, 100 * CARD_MARGIN, one_sided=False)
            _rows(axes, [NAMES[card] for card in order])
            axes.tick_params(axis="y", labelsize=8.5)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
        page.supxlabel("change of the share of wins (percentage points)", fontsize=10)
        headline(page, title)
        yield page


@contextmanager
def returns(results: Results, order: Sequence[str], title: str) -> Iterator[Figure]:
    """How often a card is sent back in a game, a dot a table."""
    players = results.setting.players
    with figure(WIDTH, 1.3 + 0.26 * len(order)) as page:
        axes = page.add_subplot()

        def entry(row: int, series: int) -> Entry:
            keys: dict[str, int | str] = {"policy": POLICIES[0], "card": order[row]}
            return results.entry("returns", "back", players=players[series], **keys)

        colours = [PLAYER_COLOURS[p] for p in players]
        dots(axes, [NAMES[card] for card in order], colours, entry, 1.0, size=4.2)
        axes.set_xlim(0)
        axes.set_xlabel("times sent back in a game (one card)")
        legend(page, {f"{p} players": PLAYER_COLOURS[p] for p in players})
        headline(page, title)
        yield page


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Rows with their names, the first on top, and a grid to read values by."""
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=RULE)
    axes.set_axisbelow(True)
