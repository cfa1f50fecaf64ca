"""Pictures of the study of farmers: changes as interval dots, farming swept from never to always."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyses.farmer_study.rules import CHANGES, MEASURES, ROBUST_POLICIES
from analyses.farmer_study.study import RULES
from analyses.studies import Entry, Results
from reports.plots import WIDTH, headline
from reports.study_plots import PLAYER_COLOURS, dots, in_two, legend, outer_labels, shade
from reports.style import ACCENT, INK, PAPER, QUIET, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RULE_COLOURS = dict(
    zip((rule.name for rule in RULES), (ACCENT, "#b4573a", "#c7a252", "#6f9573"), strict=True)
)
POLICY_COLOURS = dict(zip(ROBUST_POLICIES, (INK, "#b4573a", "#8b9bb0", "#6f9573", "#c7a252"), strict=True))
CUT = 1.5
"""Curves of points go down to so many times their height; the rest is ruin."""


@contextmanager
def changes(results: Results, measure: str, title: str, label: str, scale: float) -> Iterator[Figure]:
    """A measure of every change of the rule, a dot and interval for each number of players."""
    players = results.setting.players
    with figure(WIDTH, 1.5 + 0.12 * len(CHANGES) * (len(players) + 0.9)) as page:
        axes = page.add_subplot()

        def entry(row: int, series: int) -> Entry:
            keys = {"policy": ROBUST_POLICIES[0], "change": CHANGES[row].name}
            return results.entry("rescored_changes", measure, players=players[series], **keys)

        colours = [PLAYER_COLOURS[p] for p in players]
        dots(axes, [change.label for change in CHANGES], colours, entry, scale)
        margin = MEASURES[measure].margin
        shade(axes, scale * margin if margin is not None else None, measure == "winner_changes")
        if measure == "winner_changes":
            axes.set_xlim(0)
        axes.set_xlabel(label)
        legend(page, {f"{p} players": PLAYER_COLOURS[p] for p in players})
        headline(page, title)
        yield page


@contextmanager
def adapted(results: Results, title: str) -> Iterator[Figure]:
    """How many farmers players place under each rule, and how early, a dot for each number of players."""
    players = results.setting.players
    with figure(WIDTH, 1.5 + 0.15 * len(RULES) * (len(players) + 0.9)) as page:
        left, right = page.subplots(1, 2, sharey=True)
        for axes, measure, label in (
            (left, "farmers", "farmers a player and game"),
            (right, "turns_to_come", "turns to come when placed"),
        ):

            def entry(row: int, series: int, measure: str = measure) -> Entry:
                return results.entry("adapted", measure, players=players[series], rule=RULES[row].name)

            names = [rule.text.replace(", each city once", ",\neach city once") for rule in RULES]
            dots(axes, names, [PLAYER_COLOURS[p] for p in players], entry, 1.0)
            axes.set_xlabel(label)
            axes.set_xlim(0)
        legend(page, {f"{p} players": PLAYER_COLOURS[p] for p in players})
        headline(page, title)
        yield page


@contextmanager
def sweep(results: Results, measure: str, title: str, label: str, scale: float) -> Iterator[Figure]:
    """A measure of one player against the farmers that this player places, a panel a table, a line a rule."""
    from matplotlib.lines import Line2D

    players = results.setting.players
    rows = -(-len(players) // 2)
    with figure(WIDTH, 1.1 + 2.35 * rows) as page:
        panels = page.subplots(rows, min(2, len(players)), sharex=True, squeeze=False).ravel().tolist()
        for axes, table in zip(panels, players, strict=False):
            for rule in RULES:
                _curve(axes, results, table, rule.name, measure, scale)
            if measure == "win_share":
                axes.axhline(100 / table, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)))
                axes.yaxis.set_major_formatter("{x:.0f} %")
                axes.set_ylim(0)
            else:
                axes.axhline(0, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)))
                axes.set_ylim(-CUT * axes.dataLim.y1)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
            axes.grid(axis="y")
            axes.set_axisbelow(True)
            axes.set_xlim(-0.15, 7.1)
            axes.set_xticks(range(8))
            axes.tick_params(length=0)
        outer_labels(panels, len(players), "farmers placed a game", label)
        lines = [Line2D([], [], color=RULE_COLOURS[r.name], linewidth=2, label=r.text) for r in RULES]
        tuned = Line2D(
            [], [], marker="o", linestyle="", color=PAPER, markeredgecolor=INK, markersize=6.5,
            label="as tuned for the rule",
        )  # fmt: skip
        page.legend(handles=[*lines, tuned], loc="outside lower left", ncols=2, fontsize=9, handlelength=1.3)
        headline(page, title)
        yield page


def _curve(axes: Axes, results: Results, players: int, rule: str, measure: str, scale: float) -> None:
    """One rule's line with its band of intervals; the tuned player is ringed."""
    names = dict.fromkeys(
        str(e.keys["farming"])
        for e in results.entries
        if e.table == "sweep" and e.keys["rule"] == rule and e.keys["players"] == players
    )
    x, value, low, high = [], [], [], []
    for name in names:
        place: Mapping[str, int | str] = {"players": players, "rule": rule, "farming": name}
        shown = results.get("sweep", measure, **place).times(scale)
        x.append(results.get("sweep", "farmers", **place).value)
        value.append(shown.value)
        low.append(shown.low)
        high.append(shown.high)
    colour = RULE_COLOURS[rule]
    axes.fill_between(x, low, high, color=colour, alpha=0.16, linewidth=0)
    axes.plot(x, value, color=colour, linewidth=1.6, marker="o", markersize=2.8)
    at = list(names).index("tuned")
    axes.plot(x[at], value[at], "o", color=PAPER, markeredgecolor=colour, markersize=6.5, markeredgewidth=1.6)


@contextmanager
def by_policy(results: Results, title: str) -> Iterator[Figure]:
    """How often the winner changes, a panel a table and a dot a policy."""
    players = results.setting.players
    rows = -(-len(players) // 2)
    width = min(2, len(players))
    with figure(WIDTH, 1.1 + rows * (0.45 + 0.085 * len(CHANGES) * (len(ROBUST_POLICIES) + 1))) as page:
        panels = page.subplots(rows, width, sharex=True, sharey=True, squeeze=False).ravel().tolist()
        for axes, table in zip(panels, players, strict=False):

            def entry(row: int, series: int, table: int = table) -> Entry:
                keys = {"policy": ROBUST_POLICIES[series], "change": CHANGES[row].name}
                return results.entry("rescored_changes", "winner_changes", players=table, **keys)

            labels = [in_two(change.label) for change in CHANGES]
            dots(axes, labels, [POLICY_COLOURS[p] for p in ROBUST_POLICIES], entry, 100.0, size=3.6)
            axes.tick_params(axis="y", labelsize=8.5)
            shade(axes, 100 * (MEASURES["winner_changes"].margin or 0), True)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
        widest = max(axes.dataLim.x1 for axes in panels[: len(players)])
        panels[0].set_xlim(0, 1.03 * widest)  # shared by all panels
        outer_labels(panels, len(players), "games whose winner changes (%)")
        legend(page, POLICY_COLOURS)
        headline(page, title)
        yield page
