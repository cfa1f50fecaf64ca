"""What the page about Castle has of its own: how long games are, and its cards; and its claims."""

from __future__ import annotations

from typing import Any

from analyses.estimates.estimate import DIFFERENT
from analyses.questions.results import Results
from analyses.studies.castle.games import SECONDS
from analyses.studies.castle.outcomes import LIMITS
from analyses.studies.declared import Declared
from reports.answers.studies.claims import claim_findings, read_as, verdicts
from reports.pictures.plots import DASHED, annotate, named_rows, striped
from reports.pictures.style import ACCENT, QUIET, Figure
from reports.words.wording import listed
from simulate.io.files import Rows

__all__ = [
    "claim_findings", "length", "length_title", "mattering", "other_rules", "ranked", "read_as", "verdicts",
]  # fmt: skip

LIMIT_WORDS = dict(zip(LIMITS, ("half an hour", "an hour"), strict=True))

# --- length


def length_title(results: Results, policy: str) -> str:
    """What half of the games take, with the fewest and with the most players."""
    middles = results.by_players("length", "minutes_50", policy=policy)
    said = [f"{e.estimate.value:.0f} minutes with {p}" for p, e in middles.items()]
    middle = listed(dict.fromkeys((said[0], said[-1])))
    return f"Half of all games take at most about {middle} players, at {SECONDS} seconds an action"


def length(page: Figure, results: Results, policy: str) -> Rows:
    """Minutes: from the tenth to the ninetieth of a hundred games, the middle one marked."""
    page.set_figheight(1.3 + 0.45 * len(results.players))
    axes, rows = page.add_subplot(), []
    for row, players in enumerate(results.players):
        striped(axes, row)
        low, middle, high = (
            results.value("length", f"minutes_{share}", players=players, policy=policy)
            for share in (10, 50, 90)
        )
        rows.append({"players": players, "a tenth": low, "half": middle, "nine tenths": high})
        axes.plot([low, high], [row, row], color=ACCENT, linewidth=7, alpha=0.35, solid_capstyle="butt")
        axes.plot(middle, row, "o", color=ACCENT, markersize=8, markeredgewidth=0)
        for x, place, align in ((middle, (0, 6), "center"), (high, (5, -3), "left")):
            annotate(axes, f"{x:.0f}", (x, row), place, ha=align, fontsize=9)
    named_rows(axes, [f"{players} players" for players in results.players])
    axes.set_ylim(len(results.players) - 0.5, -0.95)
    for limit, words in LIMIT_WORDS.items():
        axes.axvline(limit, color=QUIET, linewidth=0.9, linestyle=DASHED, zorder=0.5)
        annotate(axes, words, (limit, -0.95), (3, -2), va="top", fontsize=9)
    axes.set_xlim(0)
    axes.set_xlabel(f"minutes, at {SECONDS} seconds an action")
    return rows


# --- cards


def ranked(results: Results, study: Declared, table: str, measure: str) -> list[Any]:
    """The cards of a table, the largest mean over its numbers of players first."""
    found: dict[str, list[float]] = {}
    for entry in results.matching(table, measure, policy=study.lists["policy"][0]):
        found.setdefault(str(entry.place["card"]), []).append(entry.estimate.value)
    known = [card for card in study.lists["card"] if card.name in found]
    return sorted(known, key=lambda card: -sum(found[card.name]) / len(found[card.name]))


def mattering(results: Results, study: Declared, measure: str) -> str:
    """How many cards change wins by more than the margin: ``9 of 35 with 2 and 7 of 37 with 3``."""
    said = []
    for players in results.players:
        found = results.matching("power", measure, players=players, policy=study.lists["policy"][0])
        beyond = sum(entry.verdict == DIFFERENT for entry in found)
        said.append(f"{beyond} of {len(found)} with {players}")
    return listed(said)


# --- other rules


def other_rules(study: Declared) -> list[Any]:
    """The rules that are tried, each once, though it be another change at other tables."""
    return list({rule.name: rule for rule in reversed(study.lists["variant"])}.values())[::-1]
