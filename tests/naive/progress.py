"""The rows of the table `progress`: how the seats stood when a turn was over."""

from __future__ import annotations

from typing import Any


def stood(turn: int, scores: list[int]) -> list[dict[str, Any]]:
    """A row a seat."""
    return [{"turn": turn, "seat": seat, "score": score} for seat, score in enumerate(scores)]
