"""Words that all parts of the report about numbers share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyses.estimate import Estimate
from analyses.number_study.cells import WAYS_TO_PLAY
from analyses.number_study.dice import ALL, LAST, groups_of
from analyses.number_study.dots import PAID_MARGIN
from analyses.number_study.openings import EFFECT_MARGIN, PIPS
from analyses.number_study.seats import SEAT_MARGIN
from analyses.studies import Entry, Results

MEASURE_WORDS: Mapping[str, str] = {
    "paid_change": "how much less a dot of 6 and 8 pays than one of 5 and 9",
    "first_over_even": "what seat 1 wins above an even share",
    "last_over_even": "what the last seat wins above an even share",
    "pip_effect": "what one more pip in the opening adds to the share of wins",
}
"""The findings that are put to every way to play."""

MEASURE_NAMES: Mapping[str, str] = {
    "paid_change": "cards for a dot: 6 and 8 against 5 and 9 (%)",
    "first_over_even": "wins of seat 1 over an even share (pp)",
    "last_over_even": "wins of the last seat over an even share (pp)",
    "pip_effect": "wins for one more pip in the opening (pp)",
}
MARGIN_OF: Mapping[str, float] = {
    "paid_change": PAID_MARGIN,
    "first_over_even": SEAT_MARGIN,
    "last_over_even": SEAT_MARGIN,
    "pip_effect": EFFECT_MARGIN,
}

ELSEWHERE = ("policy", "board")
OTHER_RULES = ("dice", "trade", "robber")
"""In what other ways to play differ from the standard game, apart from who plays and where."""

TEXT_OF: Mapping[str, str] = {way.name: f"“{way.text}”" for way in WAYS_TO_PLAY}

TOKEN_PAIRS = ("6 and 8", "5 and 9")


def points(margin: float) -> str:
    """A margin of shares."""
    return f"{100 * margin:g} percentage {'point' if margin == 0.01 else 'points'}"


def part(margin: float) -> str:
    """A margin that is a part of something."""
    return f"{100 * margin:g} %"


def p_words(p: float) -> str:
    """A p-value: ``0.43``, or that it is very small."""
    return "below 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def two_points(estimate: Estimate) -> str:
    """A small difference of shares in percentage points."""
    return f"{estimate.times(100):+.2f}"


def percent_change(estimate: Estimate) -> str:
    """A part by which something is more or less."""
    return f"{estimate:+.1%}"


def less(found: Mapping[int, Entry]) -> Mapping[int, Entry]:
    """The same numbers the other way round, so that so much less is a number above 0."""
    return {players: replace(entry, estimate=entry.estimate.times(-1)) for players, entry in found.items()}


def group_words(group: str) -> str:
    """A group of turns in words."""
    return {ALL: "all turns", LAST: "the last roll (not by lot)"}.get(group, group)


def groups_at(players: int) -> Sequence[str]:
    """The groups of turns at a table, the last roll last."""
    return (*groups_of(players), LAST)


def pips_words(low: int, high: int) -> str:
    """A bin of pips: ``up to 13 pips``, ``19–20 pips``, ``23 pips or more``."""
    if (low, high) == PIPS[-1]:
        return f"{low} pips or more"
    return f"up to {high} pips" if low == 0 else f"{low}–{high} pips"


def opening_of(
    results: Results, players: int, way: str, about: str, low: int, high: int, measure: str = "win_share"
) -> Entry | None:
    """The openings of a bin, None if there were none."""
    try:
        keys: dict[str, int | str] = {"way": way, "about": about, "from": low, "to": high}
        return results.entry("openings", measure, players=players, **keys)
    except KeyError:
        return None
