"""Pictures of the study of farmers: changes as interval dots, farming swept from never to always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyses.studies.farmers.rules import CHANGES, MEASURES, ROBUST_POLICIES
from analyses.studies.farmers.study import RULES
from analyses.studies.study import Results
from reports.plots import (
    DASHED,
    colours_of_players,
    dots,
    legend,
    legend_of_players,
    outer_labels,
    panels,
    shade,
)
from reports.style import ACCENT, INK, PAPER, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RULE_COLOURS = dict(
    zip((rule.name for rule in RULES), (ACCENT, "#b4573a", "#c7a252", "#6f9573"), strict=True)
)
POLICY_COLOURS = dict(zip(ROBUST_POLICIES, (INK, "#b4573a", "#8b9bb0", "#6f9573", "#c7a252"), strict=True))
CUT = 1.5
"""Curves of points go down to so many times their height; the rest is ruin."""


def changes(page: Figure, results: Results, measure: str, label: str) -> None:
    """A measure of every change of the rule in percent, a dot and interval for each number of players."""
    players = results.players
    page.set_figheight(1.5 + 0.12 * len(CHANGES) * (len(players) + 0.9))
    axes = page.add_subplot()
    keys = {"policy": ROBUST_POLICIES[0]}
    rows = {
        change.label: results.across("rescored_changes", measure, change=change.name, **keys).values()
        for change in CHANGES
    }
    dots(axes, rows, colours_of_players(players))
    one_sided = measure == "winner_changes"
    shade(axes, 100 * (MEASURES[measure].margin or 0), one_sided)
    if one_sided:
        axes.set_xlim(0)
    axes.set_xlabel(label)
    legend_of_players(page, players)


def adapted(page: Figure, results: Results) -> None:
    """How many farmers players place under each rule, and how early, a dot for each number of players."""
    players = results.players
    page.set_figheight(1.5 + 0.15 * len(RULES) * (len(players) + 0.9))
    for axes, (measure, label) in zip(
        page.subplots(1, 2, sharey=True),
        (("farmers", "farmers a player and game"), ("turns_to_come", "turns to come when placed")),
        strict=True,
    ):
        rows = {
            rule.text.replace(", each city once", ",\neach city once"): results.across(
                "adapted", measure, rule=rule.name
            ).values()
            for rule in RULES
        }
        dots(axes, rows, colours_of_players(players), 1.0)
        axes.set_xlabel(label)
        axes.set_xlim(0)
    legend_of_players(page, players)


def sweep(page: Figure, results: Results, measure: str, label: str, scale: float) -> None:
    """A measure of one player against the farmers that this player places, a panel a table, a line a rule."""
    from matplotlib.lines import Line2D

    page.set_figheight(1.1 + 2.35 * -(-len(results.players) // 2))
    found = panels(page, results.players, 2, share_y=False)
    for table, axes in found:
        for rule in RULES:
            _curve(axes, results, table, rule.name, measure, scale)
        even = 100 / table if measure == "win_share" else 0
        axes.axhline(even, color=QUIET, linewidth=0.9, linestyle=DASHED)
        if measure == "win_share":
            axes.yaxis.set_major_formatter("{x:.0f} %")
            axes.set_ylim(0)
        else:
            axes.set_ylim(-CUT * axes.dataLim.y1)
        axes.grid(axis="y")
        axes.set_axisbelow(True)
        axes.set_xlim(-0.15, 7.1)
        axes.set_xticks(range(8))
        axes.tick_params(length=0)
    outer_labels([axes for _, axes in found], "farmers placed a game", label)
    lines = [Line2D([], [], color=RULE_COLOURS[r.name], linewidth=2, label=r.text) for r in RULES]
    tuned = Line2D(
        [], [], marker="o", linestyle="", color=PAPER, markeredgecolor=INK, markersize=6.5,
        label="as tuned for the rule",
    )  # fmt: skip
    page.legend(handles=[*lines, tuned], loc="outside lower left", ncols=2, fontsize=9, handlelength=1.3)


def _curve(axes: Axes, results: Results, players: int, rule: str, measure: str, scale: float) -> None:
    """One rule's line with its band of intervals; the tuned player is ringed."""
    keys: dict[str, int | str] = {"players": players, "rule": rule}
    found = results.where("sweep", measure, **keys)
    x = [entry.estimate.value for entry in results.where("sweep", "farmers", **keys)]
    shown = [entry.estimate.times(scale) for entry in found]
    value, colour = [estimate.value for estimate in shown], RULE_COLOURS[rule]
    axes.fill_between(
        x, [e.low for e in shown], [e.high for e in shown], color=colour, alpha=0.16, linewidth=0
    )
    axes.plot(x, value, color=colour, linewidth=1.6, marker="o", markersize=2.8)
    at = [entry.keys["farming"] for entry in found].index("tuned")
    axes.plot(x[at], value[at], "o", color=PAPER, markeredgecolor=colour, markersize=6.5, markeredgewidth=1.6)


def by_policy(page: Figure, results: Results) -> None:
    """How often the winner changes, a panel a table and a dot a policy."""
    each = 0.45 + 0.085 * len(CHANGES) * (len(ROBUST_POLICIES) + 1)
    page.set_figheight(1.1 + -(-len(results.players) // 2) * each)
    found = panels(page, results.players, 2)
    for table, axes in found:
        rows = {
            in_two(change.label): [
                results.entry(
                    "rescored_changes", "winner_changes", players=table, policy=policy, change=change.name
                )
                for policy in ROBUST_POLICIES
            ]
            for change in CHANGES
        }
        dots(axes, rows, list(POLICY_COLOURS.values()), size=3.6)
        axes.tick_params(axis="y", labelsize=8.5)
        shade(axes, 100 * (MEASURES["winner_changes"].margin or 0), True)
    widest = max(axes.dataLim.x1 for _, axes in found)
    found[0][1].set_xlim(0, 1.03 * widest)  # shared by all panels
    outer_labels([axes for _, axes in found], "games whose winner changes (%)")
    legend(page, POLICY_COLOURS)


def in_two(label: str) -> str:
    """A label on two lines, parted at its colon or else at its arrow."""
    head, colon, tail = label.partition(": ")
    return f"{head}:\n{tail}" if colon else label.replace(" → ", " →\n")
