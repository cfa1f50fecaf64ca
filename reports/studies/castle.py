"""What the page about Castle has of its own: how long games are, its cards, and the rulebook's claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyses.estimate import DIFFERENT
from analyses.studies.castle.claims import FAILS, HOLDS, asked, by_verdict, verdict
from analyses.studies.castle.length import LIMITS
from analyses.studies.declared import Declared, Measure
from analyses.studies.study import Results
from reports.findings import Finding, sureness
from reports.parts import Cell, Table, shown
from reports.plots import DASHED, named_rows, striped
from reports.studies.grid import margin_words
from reports.style import ACCENT, QUIET
from reports.words import COUNTS, capital, listed, span

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIMIT_WORDS = dict(zip(LIMITS, ("half an hour", "an hour"), strict=True))

# --- length


def length_title(results: Results, policy: str) -> str:
    """What half of the games take, with the fewest and with the most players."""
    middles = results.across("length", "minutes_50", policy=policy)
    said = [f"{e.estimate.value:.0f} minutes with {COUNTS[p]}" for p, e in middles.items()]
    return f"Half of all games take at most about {listed(dict.fromkeys((said[0], said[-1])))} players"


def length(page: Figure, results: Results, policy: str) -> None:
    """Minutes: from the tenth to the ninetieth of a hundred games, the middle one marked."""
    page.set_figheight(1.3 + 0.45 * len(results.players))
    axes = page.add_subplot()
    for row, players in enumerate(results.players):
        striped(axes, row)
        low, middle, high = (
            results.value("length", f"minutes_{share}", players=players, policy=policy)
            for share in (10, 50, 90)
        )
        axes.plot([low, high], [row, row], color=ACCENT, linewidth=7, alpha=0.35, solid_capstyle="butt")
        axes.plot(middle, row, "o", color=ACCENT, markersize=8, markeredgewidth=0)
        for x, place, align in ((middle, (0, 6), "center"), (high, (5, -3), "left")):
            axes.annotate(f"{x:.0f}", (x, row), place, textcoords="offset points", ha=align, fontsize=9)
    named_rows(axes, [f"{players} players" for players in results.players])
    axes.set_ylim(len(results.players) - 0.5, -0.95)
    for limit, words in LIMIT_WORDS.items():
        axes.axvline(limit, color=QUIET, linewidth=0.9, linestyle=DASHED, zorder=0.5)
        axes.annotate(words, (limit, -0.95), (3, -2), textcoords="offset points", va="top", fontsize=9)
    axes.set_xlim(0)
    axes.set_xlabel("minutes")


# --- cards


def ranked(results: Results, study: Declared, table: str, measure: str) -> list[Any]:
    """The cards of a table, the largest mean over its numbers of players first."""
    found: dict[str, list[float]] = {}
    for entry in results.where(table, measure, policy=study.lists["policy"][0]):
        found.setdefault(str(entry.keys["card"]), []).append(entry.estimate.value)
    known = [card for card in study.lists["card"] if card.name in found]
    return sorted(known, key=lambda card: -sum(found[card.name]) / len(found[card.name]))


def mattering(results: Results, study: Declared, measure: str) -> str:
    """How many cards change wins by more than the margin: ``9 of 35 with two and 7 of 37 with three``."""
    said = []
    for players in results.players:
        found = results.where("power", measure, players=players, policy=study.lists["policy"][0])
        beyond = sum(entry.verdict == DIFFERENT for entry in found)
        said.append(f"{beyond} of {len(found)} with {COUNTS[players]}")
    return listed(said)


# --- claims


def claim(results: Results, study: Declared, name: str, holds: str, fails: str, question: str) -> Finding:
    """Whether a claim holds, as a finding; its numbers stand in place of ``{}``."""
    declared, entries = asked(study, results)[name]
    groups = by_verdict(declared, entries)
    decided = {who: entries[who] for said in (HOLDS, FAILS) for who in groups.get(said, ())}
    spec = measure_of(declared).spec
    yes, no = len(groups.get(HOLDS, ())), len(groups.get(FAILS, ()))
    every = f"{len(entries)} {'pairs' if declared.number['table'] == 'skill' else 'kinds of player'}"
    if yes and no:
        text = f"{question} depends on who plays: yes for {yes} of {every}, no for {no}"
    elif decided:
        numbers = span(decided.values(), 100.0 if spec.endswith(("%", "pp")) else 1.0)
        text = (holds if yes else fails).format(numbers)
        unsettled = len(entries) - yes - no
        text += f"; not settled for {unsettled} of {every}" if unsettled else ""
    else:
        text = f"{question} is not settled"
    return Finding(f"{capital(text)}.", sureness(decided.values()), entries, spec)


def measure_of(declared: Any) -> Measure:
    """What a claim is about."""
    return Measure.of(declared.name, declared.measure)


def read_as(results: Results, study: Declared) -> Table:
    """How each claim is read: what is measured, when it holds, and why that."""
    rows = []
    for declared, _ in asked(study, results).values():
        measure = measure_of(declared)
        sides = f"{'more than' if getattr(declared, 'above', False) else 'at most'} {margin_words(measure)}"
        rows.append([Cell(f"“{declared.text}”"), Cell(measure.words), Cell(sides), Cell(measure.because)])
    return Table(
        "How the claims are read.", ["the rulebook says", "measured", "holds if", "because"], rows, 4
    )


def verdicts(results: Results, study: Declared) -> Table:
    """Each claim for each who plays."""
    rows = [
        [
            Cell(f"“{declared.text}”" if number == 0 else ""),
            Cell(who),
            Cell(verdict(declared, entry)),
            shown(entry.estimate, measure_of(declared).spec),
        ]
        for declared, entries in asked(study, results).values()
        for number, (who, entry) in enumerate(entries.items())
    ]
    caption = "The claims. One “holds” or “does not hold” only where the whole interval says so."
    return Table(caption, ["the rulebook says", "who plays", "verdict", "number"], rows, 3)
