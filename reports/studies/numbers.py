"""What the page about numbers has of its own: dots kept, waits for a 6, and looks at the rolls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyses.catan import TOKENS
from analyses.dice import SUMS, ways
from analyses.studies.declared import Declared
from analyses.studies.numbers.dice import ALL, BEST, LAST, SILENCES
from analyses.studies.panel import panels as panels_of
from analyses.studies.study import Results
from reports.parts import Cell, Table
from reports.plots import COLOURS, panels, quiet
from reports.style import ACCENT, INK, PAPER, QUIET
from reports.words import COUNTS, MARKS, p_words, written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LOST = COLOURS[1]
LONGEST_SHOWN = 45
"""Turns of the longest wait that the picture still shows."""


def looks(results: Results, way: str) -> str:
    """How often the rolls were looked at, and the smallest p of that, as it is and corrected."""
    found = [
        (entry.estimate.value, str(entry.keys["group"]), int(entry.keys["players"]))
        for entry in results.where("fits", "law_p", way=way)
        if entry.keys["group"] not in (ALL, LAST) and not math.isnan(entry.estimate.value)
    ]
    least, group, players = min(found)
    return (
        f"{len(found)} looks. The worst fit is that of {group} with {COUNTS[players]} players: p is "
        f"{p_words(least)}, and {p_words(min(1.0, least * len(found)))} if corrected for so many looks"
    )


def kept(page: Figure, results: Results) -> None:
    """The dots of each token, and how many of them it pays: a panel for each number of players."""
    page.set_figheight(3.4)
    every = panels(page, results.players, len(results.players))
    at = range(len(TOKENS))
    for players, axes in every:
        found = [results.get("dots", "paid", players=players, way="standard", token=str(t)) for t in TOKENS]
        promised = [ways(token) for token in TOKENS]
        paid = [e.times(dots) for e, dots in zip(found, promised, strict=True)]
        axes.vlines(at, [e.value for e in paid], promised, color=LOST, linewidth=3.5, alpha=0.45)
        axes.vlines(at, [e.low for e in paid], [e.high for e in paid], color=ACCENT, linewidth=1.7)
        axes.plot(at, promised, "o", color=PAPER, markeredgecolor=INK, markersize=6)
        axes.plot(at, [e.value for e in paid], "o", color=ACCENT, markersize=5)
        for place, (token, e) in enumerate(zip(TOKENS, paid, strict=True)):
            if token in (6, 8):
                axes.annotate(f"{e.value:.1f}", (place, e.low), (0, -5), textcoords="offset points",
                              ha="center", va="top", fontsize=9, color=ACCENT)  # fmt: skip
        axes.set_xticks(at, [str(token) for token in TOKENS])
        axes.set_ylim(0, 5.6)
        axes.set_xlabel("number on the hex")
        quiet(axes, "y", "both")
    axes = every[0][1]
    axes.set_ylabel("dots")
    for text, y, colour in (("○ promised", 5.3, INK), ("● paid", 4.8, ACCENT)):
        axes.text(-0.4, y, text, color=colour, fontsize=9, va="center")


def droughts(page: Figure, results: Results) -> None:
    """The law of the longest row without a 6, exact as steps and as it came in the games as dots."""
    page.set_figheight(3.3)
    axes, lengths = page.add_subplot(), range(LONGEST_SHOWN + 1)
    for way, name, colour in (("two_dice", "two dice", ACCENT), ("cards", "36 cards", LOST)):
        law, seen = (
            [
                results.get("drought_law", m, way=way, number=BEST, length=length).times(100)
                for length in lengths
            ]
            for m in ("exact", "seen")
        )
        shares = [e.value for e in law]
        axes.stairs(shares, [n - 0.5 for n in range(LONGEST_SHOWN + 2)], color=colour, linewidth=1.5)
        axes.vlines(
            lengths, [e.low for e in seen], [e.high for e in seen], color=colour, linewidth=1, alpha=0.7
        )
        axes.plot(lengths, [e.value for e in seen], "o", color=colour, markersize=3)
        most = shares.index(max(shares))
        place = (most + 9, shares[most + 9]) if way == "two_dice" else (most - 1, shares[most - 1])
        side = "left" if way == "two_dice" else "right"
        axes.annotate(name, place, (4 if side == "left" else -6, 12), textcoords="offset points", ha=side,
                      color=colour, fontweight="bold")  # fmt: skip
    axes.set_xlim(3.5, LONGEST_SHOWN + 0.5)
    axes.set_ylim(0)
    axes.set_xlabel("turns in the longest row without a 6")
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.set_ylabel("games", color=QUIET)
    quiet(axes, "y", "both")


def waits(results: Results, study: Declared) -> Table:
    """The longest row of turns without each number: exact, and played below it."""
    rows = []
    for number in SUMS:
        cells = [Cell(str(number))]
        for way in study.lists["dice"]:
            exact, played, off = (
                results.entry("droughts", measure, way=way.name, number=number)
                for measure in ("mean_exact", "mean", "difference")
            )
            mark = MARKS[off.verdict]
            cells.append(Cell(f"{exact.estimate.value:.1f} {mark}".rstrip(), written(played.estimate, ".1f")))
        rows.append(cells)
    caption = "Mean longest row of turns without a number: exact, and played below it; margin 1 turn."
    return Table(caption, ["number", *(way.short for way in study.lists["dice"])], rows)


def silence(results: Results, study: Declared) -> Table:
    """The chance that no 6 comes in the first turns: exact, and played below it."""
    rows = []
    for turns in SILENCES:
        cells = [Cell(str(turns))]
        for way in study.lists["dice"]:
            exact, played = (
                results.get("silence", m, way=way.name, number=BEST, turns=turns) for m in ("exact", "seen")
            )
            cells.append(Cell(f"{100 * exact.value:.2f} %", written(played, ".1%")))
        rows.append(cells)
    caption = "Games in which no 6 comes in the first turns: exact, and played below it."
    return Table(caption, ["turns", *(way.short for way in study.lists["dice"])], rows)


def ways_title(results: Results, asked: Sequence[str], among: Sequence[str]) -> str:
    """How many findings depend on who plays and where, of those that can be judged."""
    judged = [panel for panel in panels_of(results, "ways", asked, "way", among) if panel.judged]
    if not judged:
        return "Whether findings depend on who plays and where is not settled"
    apart = sum(panel.apart for panel in judged)
    return f"Of {len(judged)} findings that can be judged, {apart} depend on who plays or on the board"
