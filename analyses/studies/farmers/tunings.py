"""The players of the study: five tunings for each farm rule and number of players, and a best response.

    python -m analyses.studies.farmers.tunings

tunes them as `simulate compare --adapt` does, but the weights of farming only, and writes ``tunings.toml``
beside this file. What is tuned is kept below ``tunings/``, so that it goes on where it was interrupted.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from analyses.questions.adapt import GAMES, GENERATIONS, TUNINGS, tune_for
from analyses.studies.declared import declared
from rules.options import rule_words
from simulate.io.console import note
from simulate.io.files import write_whole
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import Policy, read_policy

FILE = Path(__file__).with_suffix(".toml")

GAME = "carcassonne"
FEATURES = ("farm", "rival_farm", "farm_hope", "rival_farm_hope", "farm_again", "farmer", "farmer_now")
"""The weights that are tuned."""

RESPONSE = "response"
WHICH = (*(str(number) for number in range(1, TUNINGS + 1)), RESPONSE)

START = "start"
"""Of a table in `FILE`: whom its players were tuned from, as `digest_of_heuristic` tells it."""


@cache
def stored_tables() -> dict[str, Any]:
    """By rule and number of players: the weights of `FEATURES` by tuning, and `START`."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def digest_of_heuristic(players: int) -> str:
    """What its weights are, in short: if they change, players are to be tuned anew from them."""
    weights = read_policy(GAME, "heuristic", players).weights
    return hashlib.sha256(repr(weights).encode()).hexdigest()[:12]


def player(rule: str, which: str, players: int) -> Policy:
    """Who is tuned for a rule: `which` is a number from 1 to `TUNINGS`, or `RESPONSE`."""
    weights = dict(zip(FEATURES, stored_tables()[rule][str(players)][which], strict=True))
    begin = read_policy(GAME, "heuristic", players)
    return replace(
        begin, name=f"{rule}-{which}", weights=tuple((dict(begin.weights or ()) | weights).items())
    )


def tuned_for(plan: Plan) -> list[Policy] | None:
    """Those who are tuned for the rules of a plan, and their best response; None if it is not among these."""
    if plan.game != GAME or plan.box is not None or plan.policy_words != "heuristic":
        return None
    for rule in declared("farmers").lists["rule"]:
        played = make_plan(GAME, 1, players=plan.players, rules=rule_words(rule.rules))
        if played.options == plan.options:
            return [player(rule.name, which, plan.players) for which in WHICH]
    return None


def policies() -> dict[str, Callable[[int], Policy]]:
    """All of them by name, as a function of the number of players."""
    return {f"{rule}-{which}": partial(player, rule, which) for rule in stored_tables() for which in WHICH}


def main() -> None:
    """Tune, and write what was found; tables with few players come first."""
    study = declared("farmers")
    found: dict[str, dict[int, list[list[float]]]] = {rule.name: {} for rule in study.lists["rule"]}
    for players in study.players:
        for rule in study.lists["rule"]:
            plan = make_plan(GAME, 2 * TUNINGS, players=players, rules=rule_words(rule.rules))
            found[rule.name][players] = [
                _farming(policy, plan.policies[0]) for policy in tune_for(plan, TUNINGS, 2, only=FEATURES)
            ]
            note(f"{players} players, {rule.text}: tuned")
            write_whole(FILE, _text(found).encode())


def _farming(tuned: Policy, begin: Policy) -> list[float]:
    """The weights of `FEATURES` of one who is tuned, a point being worth to it what it is at the start."""
    weights = dict(tuned.weights or ())
    scale = dict(begin.weights or ())["points"] / weights["points"]
    return [round(scale * weights[name], 3) for name in FEATURES]


def _text(found: dict[str, dict[int, list[list[float]]]]) -> str:
    lines = [
        "# Written by python -m analyses.studies.farmers.tunings: weights tuned for each farm rule and",
        f"# number of players, {TUNINGS} times with equal budgets, and one player's best response;",
        f"# {GENERATIONS} generations of {GAMES} games a candidate.",
        f"# In their order: {', '.join(FEATURES)}.",
        f"# {START} is a digest of the weights of heuristic, from which all were tuned.",
    ]
    for rule, by_players in found.items():
        for players, rows in by_players.items():
            lines += ["", f"[{rule}.{players}]", f'{START} = "{digest_of_heuristic(players)}"']
            lines += [f"{which} = {row}" for which, row in zip(WHICH, rows, strict=True)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
