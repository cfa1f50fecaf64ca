"""Where something is so is said with how many play and who, not with a count of settings."""

from __future__ import annotations

import pytest

from reports.where import where

PANEL = ["heuristic", "greedy", "random"]
BOTH = [f"{players} players, {who}" for players in (2, 3, 4, 5) for who in PANEL]


@pytest.mark.parametrize(
    ("some", "every", "said"),
    [
        (
            ["2 players", "3 players", "5 players"],
            ["2 players", "3 players", "5 players"],
            "with 2, 3 and 5 players",
        ),
        (["greedy"], PANEL, "when greedy plays"),
        (["heuristic", "random"], PANEL, "when heuristic and random play"),
        (PANEL, PANEL, "whoever plays"),
        (BOTH, BOTH, "with 2-5 players, whoever plays"),
        (BOTH[:3], BOTH, "with 2 players, whoever plays"),
        (BOTH[0::3], BOTH, "with 2-5 players when heuristic plays"),
        (BOTH[1:], BOTH, "with 2 players when greedy and random play, and with 3-5 players, whoever plays"),
        ([BOTH[i] for i in (0, 4, 8, 9, 10)], BOTH, "in 5 of 12 kinds of game"),
    ],
)
def test_it_is_said_with_how_many_and_when_who_plays(some: list[str], every: list[str], said: str) -> None:
    assert where(some, every) == said
