"""Words that all parts of the report about numbers share."""

from __future__ import annotations

from analyses.studies.numbers.cells import STANDARD, WAYS_TO_PLAY
from analyses.studies.numbers.openings import PIPS
from analyses.studies.study import Entry, Results
from reports.words import whoever

TEXT_OF = {way.name: f"“{way.text}”" for way in WAYS_TO_PLAY}

ELSEWHERE = ("policy", "board")
"""In what ways to play differ that put a finding to other players and boards."""

OTHERS = tuple(way for way in WAYS_TO_PLAY if way.differs in ELSEWHERE)

TOKEN_PAIRS = ("6 and 8", "5 and 9")


def p_words(p: float) -> str:
    """A p-value: ``0.43``, or that it is very small."""
    return "below 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def pips_words(low: int, high: int) -> str:
    """A bin of pips: ``up to 13 pips``, ``19–20 pips``, ``23 pips or more``."""
    if (low, high) == PIPS[-1]:
        return f"{low} pips or more"
    return f"up to {high} pips" if low == 0 else f"{low}–{high} pips"


def opening_of(
    results: Results, players: int, way: str, about: str, low: int, high: int
) -> tuple[Entry, Entry] | None:
    """The share of wins of the openings of a bin and how many there are, None if there were none."""
    keys: dict[str, int | str] = {"way": way, "about": about, "from": low, "to": high}
    win, often = (results.some("openings", m, **keys).get(players) for m in ("win_share", "how_many"))
    return None if win is None or often is None else (win, often)


def elsewhere_words(results: Results, measure: str, unit: str = "percentage points") -> str:
    """The range of a finding over all who play and all boards."""
    ways = [way.name for way in (STANDARD, *OTHERS)]
    found = [entry for entry in results.where("ways", measure) if entry.keys["way"] in ways]
    return whoever(found, "all policies and boards", unit, "+")
