"""The two seeds of a question: half of its games are played on one and half on the next.

Each half must show by itself what is called sure.
"""

from __future__ import annotations

from dataclasses import replace

from simulate.plans.plan import Plan


def second(seed: int) -> int:
    """The seed whose games say a finding again."""
    return seed + 1


def on_seeds(plan: Plan, n: int) -> list[Plan]:
    """So many games of a plan: half of them on its seed and half on the next; no more than the plan has."""
    n = min(n, plan.n)
    return [replace(plan, n=n - n // 2), replace(plan, n=n // 2, seed=second(plan.seed))]
