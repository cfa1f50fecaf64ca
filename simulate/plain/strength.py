"""How strong the players of a game in plain Python are, and how long it takes: measured once, and kept."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.errors import FailedError
from rules.kernel_cache import cache_base
from simulate.io.files import UnwritableError, write_whole
from simulate.plain.game import sides_of
from simulate.plain.players import RANDOM
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import Policy

GAMES, OF_SEARCH = 400, 80
"""Games by which a policy is measured, and one that searches."""

OF_LENGTH = 40
"""Games by which the length is measured."""


class Won(NamedTuple):
    """How many games one policy won among players who move at random, and of how many."""

    games: float
    of: int


def wins_of(game: Any, plan: Plan, policy: Policy) -> Won | None:
    """What a policy of a game wins at the table of a plan; None if its games fail."""
    key = f"{policy.name} {plan.players}{_digest(policy)}"
    note = _noted(game, key, lambda: _measured(game, plan, policy))
    return None if note is None else Won(note[0], int(note[1]))


@cache
def length_of(game: Any) -> float:
    """The turns that a game usually takes, by its standard rules at its usual table; 0 if it fails."""
    if not game.decides:
        return 0.0
    note = _noted(game, "turns", lambda: _measured_length(game))
    return 0.0 if note is None else float(note[0])


def _noted(game: Any, key: str, measure: Callable[[], Sequence[float] | None]) -> Sequence[float] | None:
    """What is noted of a game by a key; measured first, where nothing is."""
    file = cache_base() / "strength" / f"{game.name}.json"
    notes = _read(file)
    if key not in notes:
        notes[key] = measure()
        with contextlib.suppress(UnwritableError, OSError):  # then it is measured again next time
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(notes, indent=1).encode())
    note: Sequence[float] | None = notes[key]
    return note


def _read(file: Path) -> dict[str, Any]:
    """What is noted of a game; nothing of what is damaged."""
    try:
        notes = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    known = notes.items() if isinstance(notes, dict) else ()
    return {key: note for key, note in known if note is None or (isinstance(note, list) and len(note) == 2)}


def _digest(policy: Policy) -> str:
    """What tells a policy from others of its name, whose files said other things; "" of the game's own."""
    if policy.weights is None and policy.source is None:
        return ""
    text = json.dumps(policy.as_dict(), sort_keys=True)
    return f" {hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _measured(game: Any, plan: Plan, policy: Policy) -> Won | None:
    """Its wins in the standard game, in every seat for as many games."""
    n = (OF_SEARCH if policy.search else GAMES) // plan.players
    standard, won = game.options.Options(), 0.0
    for side in sides_of(game.kind, plan.players):
        for seat in side:
            seats = tuple(policy if other == seat else Policy(RANDOM) for other in range(plan.players))
            asked = replace(plan, options=standard, policies=seats, tables=("games", "seats"), seed=1)
            try:
                rows = game.simulator(asked).play(seat * n, n)["seats"]
            except FailedError:
                return None
            won += float(rows["win_share"].reshape(n, -1)[:, list(side)].sum())
    return Won(round(won, 4), n * plan.players)


def _measured_length(game: Any) -> tuple[float, int] | None:
    """Turns of a game in the mean of some, and of how many."""
    try:
        rows = game.simulator(make_plan(game.name, OF_LENGTH)).play(0, OF_LENGTH)["games"]
    except FailedError:
        return None
    return round(float(rows["turns"].mean()), 4), OF_LENGTH
