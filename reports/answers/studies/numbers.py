"""What the page about numbers has of its own: dots kept, waits for a 6, and tests of the rolls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from analyses.games.catan import TOKENS
from analyses.games.dice import ways
from analyses.measures.number import certainty_of
from analyses.questions.results import Results
from analyses.studies.declared import Declared
from analyses.studies.numbers.dice import ALL, BEST, LAST
from analyses.studies.panel import panels as panels_of
from reports.answers.studies.grid import Grid, beside, grid_of, stacked
from reports.pages.parts import Cell, Table
from reports.pictures.plots import COLOURS, MARKERS, annotate, numbers, panels, quiet
from reports.pictures.style import INK, PAPER, QUIET, Figure
from reports.words.findings import Finding
from reports.words.wording import MARKS, p_words, written
from simulate.io.files import Rows

__all__ = [
    "as_if_two_dice", "beside_law", "droughts", "fits", "kept", "kinds_of_openings", "longest_wait",
    "openings_won", "policies_of_ways", "silent", "wait", "ways_that_differ", "ways_title",
]  # fmt: skip

PAID, LOST = COLOURS[:2]
LONGEST_SHOWN = 45
"""Turns of the longest wait that the picture still shows."""

# --- ways to play


def ways_that_differ(study: Declared, *kinds: str) -> list[str]:
    """The standard game, and the ways to play that differ from it in what these are called."""
    return [way.name for way in study.lists["way"] if way.differs in ("", *kinds)]


def policies_of_ways(study: Declared) -> list[str]:
    """Who plays."""
    return list(dict.fromkeys(way.policy for way in study.lists["way"]))


# --- dice


def wait(results: Results, way: str) -> str:
    """Turns of the longest row of turns without a 6, by law."""
    return f"{results.value('droughts', 'mean_exact', way=way, number=BEST):.0f}"


def longest_wait(results: Results) -> Finding:
    """How cards shorten the longest wait for a 6, by law."""
    numbers = {
        name: results.entry("droughts", "mean_exact", way=way, number=BEST)
        for way, name in (("two_dice", "two dice"), ("cards", "36 cards"))
    }
    dice, cards = (wait(results, way) for way in ("two_dice", "cards"))
    text = f"On average the longest wait for a 6 in 60 turns is {dice} turns with dice, {cards} with cards."
    spec = numbers["two dice"].measure.spec
    return Finding(text, certainty_of(numbers.values()), numbers, spec, link=f"droughts-{BEST}")


def silent(results: Results, way: str) -> str:
    """The chance that no 6 comes in the first 20 turns: ``2 %``."""
    return f"{100 * results.value('silence', 'exact', way=way, number=BEST, turns=20):.0f} %"


def as_if_two_dice(results: Results) -> str:
    """The chi-square of rolls of cards, tested as if they were two dice."""
    return f"{results.value('fits', 'as_if_two_dice_chi_square', players=0, way='cards', group=ALL):.1f}"


def fits(results: Results, way: str) -> str:
    """How often the rolls were tested, and the smallest p of that, as it is and corrected."""
    found = [
        (entry.estimate.value, str(entry.place["group"]), int(entry.place["players"]))
        for entry in results.matching("fits", "law_p", way=way)
        if entry.place["group"] not in (ALL, LAST) and not math.isnan(entry.estimate.value)
    ]
    least, group, players = min(found)
    return (
        f"{len(found)} tests. The worst fit is that of {group} with {players} players: p is "
        f"{p_words(least)}, and {p_words(min(1.0, least * len(found)))} if corrected for so many tests"
    )


def kept(page: Figure, results: Results) -> Rows:
    """The dots of each token, and how many of them it pays: a panel for each number of players."""
    page.set_figheight(3.4)
    every = panels(page, results.players, len(results.players))
    at, rows = range(len(TOKENS)), []
    for players, axes in every:
        found = [results.get("dots", "paid", players=players, way="standard", token=str(t)) for t in TOKENS]
        promised = [ways(token) for token in TOKENS]
        paid = [e.times(dots) for e, dots in zip(found, promised, strict=True)]
        rows += [
            {"players": players, "number": token, "promised": dots, **numbers(e)}
            for token, dots, e in zip(TOKENS, promised, paid, strict=True)
        ]
        axes.vlines(at, [e.value for e in paid], promised, color=LOST, linewidth=3.5, alpha=0.45)
        axes.vlines(at, [e.low for e in paid], [e.high for e in paid], color=PAID, linewidth=1.7)
        axes.plot(at, promised, "o", color=PAPER, markeredgecolor=INK, markersize=6)
        axes.plot(at, [e.value for e in paid], "o", color=PAID, markersize=5)
        for place, (token, e) in enumerate(zip(TOKENS, paid, strict=True)):
            if token in (6, 8):
                look = {"ha": "center", "va": "top", "fontsize": 9, "color": PAID}
                annotate(axes, f"{e.value:.1f}", (place, e.low), (-2 if token == 6 else 2, -5), **look)
        axes.set_xticks(at, [str(token) for token in TOKENS])
        axes.set(ylim=(0, 5.6), xlabel="number on the hex")
        quiet(axes, "y", "both")
    axes = every[0][1]
    axes.set_ylabel("dots")
    for text, y, colour in (("○ promised", 5.3, INK), ("● paid", 4.8, PAID)):
        axes.text(-0.4, y, text, color=colour, fontsize=9, va="center")
    return rows


def droughts(page: Figure, results: Results) -> Rows:
    """The law of the longest row without a 6, exact as steps and as it came in the games as dots."""
    page.set_figheight(3.3)
    axes, lengths = page.add_subplot(), range(LONGEST_SHOWN + 1)
    rows: Rows = []
    for series, (way, name, aside, side) in enumerate(
        (("two_dice", "two dice", 9, "left"), ("cards", "36 cards", -1, "right"))
    ):
        colour = COLOURS[series]
        at: dict[str, int | str] = {"way": way, "number": BEST}
        law, seen = (
            [results.get("drought_law", m, length=n, **at).times(100) for n in lengths]
            for m in ("exact", "seen")
        )
        shares = [e.value for e in law]
        rows += [
            {"dice": name, "turns": turns, "exact": exact, **numbers(e)}
            for turns, exact, e in zip(lengths, shares, seen, strict=True)
        ]
        axes.stairs(shares, [n - 0.5 for n in range(LONGEST_SHOWN + 2)], color=colour, linewidth=1.5)
        axes.vlines(
            lengths, [e.low for e in seen], [e.high for e in seen], color=colour, linewidth=1, alpha=0.7
        )
        axes.plot(lengths, [e.value for e in seen], MARKERS[series], color=colour, markersize=3)
        place = shares.index(max(shares)) + aside
        shift = (4 if aside > 0 else -6, 12)
        annotate(axes, name, (place, shares[place]), shift, ha=side, color=colour, fontweight="bold")
    axes.set_xlim(3.5, LONGEST_SHOWN + 0.5)
    axes.set_ylim(0)
    axes.set_xlabel("turns in the longest row without a 6")
    axes.yaxis.set_major_formatter("{x:g} %")
    axes.set_ylabel("games", color=QUIET)
    quiet(axes, "y", "both")
    return rows


def beside_law(
    results: Results, study: Declared, table: str, key: str, measures: Sequence[str], caption: str
) -> Table:
    """A number of each way to make numbers, by the values of a key: exact, and played below it."""
    specs = [study.measure(table, measure).spec for measure in measures]
    rows = []
    for value in dict.fromkeys(entry.place[key] for entry in results.matching(table, measures[0])):
        cells = [Cell(str(value), anchor=f"{table}-{value}")]
        for way in study.lists["dice"]:
            at = {"way": way.name, key: value}
            (exact,), (played,), off = (results.matching(table, m, **at) for m in (*measures, "difference"))
            mark = MARKS[off[0].verdict] if off else ""
            text = f"{written(exact.estimate, specs[0])} {mark}".rstrip()
            cells.append(Cell(text, written(played.estimate, specs[1])))
        rows.append(cells)
    return Table(caption, [key, *(way.short for way in study.lists["dice"])], rows)


# --- openings


def kinds_of_openings(study: Declared, about: str) -> dict[int, str]:
    """What openings are called by their dots, resources or harbours: by the fewest of them."""
    return {kind.low: kind.text for kind in study.lists["opening"] if kind.name == about}


def openings_won(results: Results, study: Declared, players: int) -> Grid:
    """How many openings there are of each kind, and their share of wins: chosen, and dealt at random."""

    def of_kind(about: str, way: str, columns: Mapping[str, str]) -> Grid:
        return grid_of(
            study, results, "openings", list(columns), "from", "measure",
            kinds_of_openings(study, about), columns, about=about, way=way, players=players,
        )  # fmt: skip

    grids = []
    for about in ("pips", "resources", "harbours"):
        chosen = of_kind(about, "standard", {"how_many": "chosen", "win_share": "wins"})
        dealt = of_kind(about, "lot", {"how_many": "at random", "win_share": "wins"})
        grids.append(beside(chosen, dealt))
    return stacked(*grids)


# --- whoever plays


def ways_title(results: Results, asked: Sequence[str], among: Sequence[str]) -> str:
    """How many findings depend on who plays and where, of those that can be judged."""
    judged = [panel for panel in panels_of(results, "ways", asked, "way", among) if panel.is_judged]
    if not judged:
        return "It is not settled whether findings depend on who plays and where"
    apart = sum(panel.is_heterogeneous for panel in judged)
    return f"Of {len(judged)} findings that can be judged, {apart} depend on who plays or on the board"
