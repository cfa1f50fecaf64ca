"""What a study can hold its games against beside the measures: an exact law, a model, the same games again.

A game declares its laws by name as `LAWS` in `analyses.games.<game>`; a study file asks for them with `laws`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate, share
from analyses.estimates.lazy import pd
from analyses.estimates.samples import of_strays
from analyses.measures.summary import analysis_of
from rules import games
from simulate.store.runs import Run


@dataclass(frozen=True)
class Law:
    """What came of it: sentences, and a table whose cells are words, numbers or estimates."""

    said: tuple[str, ...]
    caption: str
    frame: pd.DataFrame
    columns: Mapping[str, tuple[str, str]]
    """Headings, and under each a column of the frame and how its numbers are written."""
    words: int = 1
    """How many of the columns are words."""


Laws: TypeAlias = Mapping[str, Callable[[Sequence[Run]], Law]]
"""By name: from the runs of a study's baseline, at all tables and on all seeds, to what came of it."""


# --- how much of who wins comes after the set-up

DEALS = 300
"""Games that are played again with other chance."""

REPEATS = 4
"""How often each of them is played."""

OTHER_SEED = 1_000_003
"""Added to the seed of a run, and more for each repeat: chance that no run of a study has."""


def luck(runs: Sequence[Run]) -> Law:
    """What part of the variance of who wins arises after the set-up.

    Each game is set up once, tiles, cards and board in the same order, and played several times with other
    dice and other lots among moves that are worth the same. The part is the variance within a set-up over
    the whole variance, added up over seats (one-way analysis of variance, Fisher 1925).
    """
    rows: list[dict[str, Any]] = []
    for (players, policy), runs_of_table in by_table(runs).items():
        part = part_after_set_up(runs_of_table)
        if not math.isnan(part.value):
            rows.append({"players": str(players), "policy": policy, "part": part})

    sentences = []
    if rows:
        first_policy = rows[0]["policy"]
        parts = [row["part"] for row in rows if row["policy"] == first_policy]
        low = math.floor(100 * min(part.low for part in parts))
        high = math.ceil(100 * max(part.high for part in parts))
        sentences.append(
            f"With the same set-up, other chance decides {low} to {high} % of who wins, "
            f"when {first_policy} plays."
        )
    return Law(
        tuple(sentences),
        "The part of the variance of who wins that arises after the set-up, which holds the board and the "
        f"order of all tiles and cards: {DEALS} games of each seed at most, each played {REPEATS} times with "
        "the same set-up and other chance.",
        pd.DataFrame(rows),
        {"players": ("players", ""), "policy": ("policy", ""), "part": ("part", ".1%")},
        2,
    )


def by_table(runs: Sequence[Run]) -> dict[tuple[int, str], list[Run]]:
    """The runs by number of players and policy."""
    tables: dict[tuple[int, str], list[Run]] = {}
    for run in runs:
        tables.setdefault((run.plan.players, run.plan.policy_words), []).append(run)
    return tables


def part_after_set_up(runs: Sequence[Run]) -> Estimate:
    """The part of the variance of who wins that arises after the set-up; nan if nobody ever wins."""
    pairs = [_within_and_whole(run) for run in runs]
    within = np.concatenate([within for within, _ in pairs])
    whole = np.concatenate([whole for _, whole in pairs])
    if not whole.any():
        return Estimate(math.nan, -math.inf, math.inf, LEVEL, len(whole), "share")
    return _part(within, whole)


def _within_and_whole(run: Run) -> tuple[Floats, Floats]:
    """By set-up, over all seats: the variance of who wins within it, and about the mean of all games."""
    plan = run.plan
    simulator = games.load(plan.game).simulator(plan)
    n = min(DEALS, plan.n)
    seeds = [plan.seed + OTHER_SEED * (k + 1) for k in range(REPEATS)]
    rows = simulator.play_otherwise(plan.first_game, n, seeds)
    wins = rows["seats"]["win_share"].reshape(n, REPEATS, plan.players)
    within = wins.var(axis=1, ddof=1).sum(axis=1)
    whole = ((wins - wins.mean(axis=(0, 1))) ** 2).mean(axis=1).sum(axis=1) * n / (n - 1 / REPEATS)
    return within, whole


def _part(within: Floats, whole: Floats) -> Estimate:
    """The ratio of the totals, with the set-up as the unit: no more than everything, and never a point.

    Where the set-up decides nothing, the ratio comes out below and above 1 alike. `share` takes for granted
    that nothing varies at 1, and so leaves 1 out whenever the ratio falls short of it. So the interval
    reaches over that of the delta method (Cochran 1977, section 2.11), too.
    """
    value = float(within.sum() / whole.sum())
    strays = (within - value * whole) / whole.mean()
    varied = min(int((within > 0).sum()), int((within < whole).sum()))
    part = share(min(value, 1.0), float(strays @ strays), len(whole), varied=varied)
    ratio = of_strays(value, strays, "ratio")
    both = replace(part, low=min(part.low, ratio.low), high=max(part.high, ratio.high))
    return both.within(0.0, 1.0)


LAWS: Laws = {"luck": luck}
"""Laws of every game."""


def laws_of(game: str) -> Laws:
    """All laws that a study of a game may ask for."""
    return {**LAWS, **getattr(analysis_of(game), "LAWS", {})}
