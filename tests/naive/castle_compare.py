"""The twin beside another referee of Castle."""

from __future__ import annotations

from typing import Any

from . import Entry, Record
from .castle_judge import judge

ALWAYS = ("legal", "turn", "rule")
"""What two verdicts on one record have to share."""
IF_LEGAL = ("winners", "reason", "turns", "acts", "hands", "stocks", "exchange", "removed", "tokens")
"""What they share about a legal record, as far as the other verdict tells it."""


def compare(record: Record, verdict: Record) -> list[str]:
    """Where another referee's verdict on a record differs from the twin's, as lines of text; [] if nowhere.

    Cards may be counted where the twin names them. Where several players' cards are named, their order does
    not matter, but for stocks, and piles are compared by what lies where.
    """
    own = judge(record)
    lines = [
        f"{key}: twin {own[key]!r}, other {verdict.get(key)!r}"
        for key in ALWAYS
        if own[key] != verdict.get(key)
    ]
    if lines:
        return [*lines, f"twin says: {own['message']}", f"other says: {verdict.get('message')}"]
    if not own["legal"]:
        return []
    for key in IF_LEGAL:
        if key in verdict and alike(own[key], verdict[key], key) is False:
            lines.append(f"{key}: twin {own[key]!r}, other {verdict[key]!r}")
    for key in ("castle", "outside"):
        if key in verdict and piles(own[key]) != piles(verdict[key]):
            lines.append(f"{key}: twin {own[key]!r}, other {verdict[key]!r}")
    return lines


def alike(own: Any, other: Any, key: str) -> bool:
    """Are these the same, cards named or counted?"""
    if key == "exchange":
        return len(own) == other if isinstance(other, int) else own == sorted(other)
    if key in ("hands", "stocks") and all(isinstance(cards, int) for cards in other):
        return [len(cards) for cards in own] == list(other)
    if key == "hands":
        return own == [sorted(cards) for cards in other]
    if key == "removed":
        return own == sorted(other)
    return own == other


def piles(listed: list[Entry]) -> list[Any]:
    """The piles of a zone in a fixed order: where they lie, and their cards with tokens, the lowest first."""
    return sorted(
        (
            str(entry.get("at")),
            str(entry.get("wall")),
            [(card["card"], str(card.get("token"))) for card in entry["pile"]],
        )
        for entry in listed
    )
