"""What lies before a worker while it plays."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.kernel import Record


class Desk(NamedTuple):
    """Cards, rules, state, policies and scratch paper: what every kernel that plays games takes first."""

    cards: Record
    options: Record
    state: Record
    policies: Record  # `policies_dtype`
    users: tuple[Any, ...]  # the function of each seat that a user's policy plays
    mind: Record  # MIND_DTYPE
