"""How strong the players of a game in plain Python are: measured once a machine, told with every answer."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rules.errors import FailedError
from rules.kernel_cache import cache_base
from simulate.io.files import UnwritableError, write_whole
from simulate.plain.game import decides, sides_of
from simulate.plain.players import RANDOM, SEARCH
from simulate.plans.policies import Policy

GAMES, OF_SEARCH = 400, 80
"""Games by which a policy is measured, and one that searches."""


def told(game: Any, plan: Any) -> str:
    """How often each policy of a plan wins among players who move at random, in words."""
    if not decides(game.kind) or plan.players != game.usual_players(plan.preset):
        return ""
    names = list(dict.fromkeys(policy.name for policy in plan.policies))
    if names == [RANDOM]:
        return "all players move at random" if plan.players > 1 else "the player moves at random"
    if game.kind.together or plan.players == 1:
        return ""
    words = []
    for name in names:
        if name != RANDOM and (won := share_of(game, plan, name)) is not None:
            words.append(f"{name} wins {100 * won:.0f} %")
    even = 100 * len(_sides_by_seat(game, plan)[0]) / plan.players
    return f"among players who move at random {' and '.join(words)} (even: {even:.0f})" if words else ""


def share_of(game: Any, plan: Any, name: str) -> float | None:
    """The share of wins of a policy in one seat among players at random; None if its games fail."""
    file = cache_base() / "strength" / f"{game.name}.json"
    notes = _read(file)
    key = f"{name} {plan.players}"
    if key not in notes:
        notes[key] = _measured(game, plan, name)
        with contextlib.suppress(UnwritableError, OSError):  # then it is measured again next time
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, json.dumps(notes, indent=1).encode())
    return notes[key]


def _read(file: Path) -> dict[str, float | None]:
    try:
        notes = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def _measured(game: Any, plan: Any, name: str) -> float | None:
    """The share of its wins in the standard game, in every seat for as many games."""
    n = (OF_SEARCH if SEARCH.fullmatch(name) else GAMES) // plan.players
    standard, policy = game.options.Options(), game.read_policy(name)
    shares = []
    for seat, side in _sides_by_seat(game, plan).items():
        seats = tuple(policy if other == seat else Policy(RANDOM) for other in range(plan.players))
        asked = replace(plan, options=standard, policies=seats, tables=("games", "seats"), seed=1)
        try:
            rows = game.simulator(asked).play(seat * n, n)["seats"]
        except FailedError:
            return None
        shares.append(rows["win_share"].reshape(n, -1)[:, list(side)].sum(axis=1))
    return round(float(np.concatenate(shares).mean()), 4)


def _sides_by_seat(game: Any, plan: Any) -> dict[int, tuple[int, ...]]:
    """Who wins or loses with each seat, itself included."""
    return {seat: side for side in sides_of(game.kind, plan.players) for seat in sorted(side)}
