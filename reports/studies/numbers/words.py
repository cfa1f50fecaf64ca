"""Words that all parts of the report about numbers share."""

from __future__ import annotations

from analyses.studies.numbers.cells import WAYS_TO_PLAY
from analyses.studies.numbers.openings import PIPS
from analyses.studies.study import Entry, Results

TEXT_OF = {way.name: f"“{way.text}”" for way in WAYS_TO_PLAY}

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
