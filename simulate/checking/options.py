"""Whether each option changes something: searched for in many games, at tables of all sizes."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from rules.errors import FailedError, UserError
from rules.games import Game
from rules.kernel_cache import engine_files
from rules.options import show
from simulate.checking.finding import ASKED, FAILS, HOLDS, INTERPRETED, Finding, listed, volume
from simulate.plans.plan import make_plan
from simulate.plans.policies import names, quick
from simulate.play.seam import GameSimulator, TableRows

SEARCHED = 2_000
"""Games in which a change is looked for, at most, at each table."""

SECONDS = 6.0
"""How long a change by one value is looked for, at most, after a first look at every table."""

FIRST_LOOK, CHUNK = volume(20, 2), 198
"""Games of the first look at every table, and of each look after it."""

MOST_NAMED = 8
"""So many values that hold are named one by one."""

MOST_SIMULATORS = 100
"""Simulators that are kept."""

Others = dict[str, Any]
"""What a plan is asked for beside its rules: players and policy."""


class Comparer:
    """Plays games under changed rules beside the same games without; those without are played once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._standard: dict[str, TableRows] = {}
        self._simulators: dict[str, GameSimulator] = {}

    def changes(self, rule: str, context: Sequence[str], others: Others, first: int, n: int) -> bool:
        """Whether a rule changes any of some games that are played by the rules of a context.

        Raises
        ------
        UserError
            If the rules do not go together.
        FailedError
            If a game fails under the rule.
        """
        simulator = self._simulator([*context, rule], others)
        mine, failed = simulator.play_on(first, n, fail_fast=True)
        if failed:
            raise FailedError(f"{rule}: {failed[0].line(simulator.plan)}")
        key = f"{context} {others} {first}"
        if key not in self._standard:
            self._standard[key] = self._simulator(context, others).play_on(first, n)[0]
        return any(mine[name].tobytes() != rows.tobytes() for name, rows in self._standard[key].items())

    def _simulator(self, rules: Sequence[str], others: Others) -> GameSimulator:
        key = f"{rules} {others}"
        if key not in self._simulators:
            if len(self._simulators) > MOST_SIMULATORS:
                self._simulators.clear()
            plan = make_plan(self.game.name, 1, rules=rules, seed=7, **others)
            self._simulators[key] = self.game.simulator(plan)
        return self._simulators[key]


def values_of(field: dataclasses.Field[Any]) -> list[str]:
    """Values of an option other than its default, as they are typed: every word, and some numbers."""
    meta, default = field.metadata, field.default
    if meta["choices"]:
        return [choice for choice in meta["choices"] if choice != show(default)]
    if isinstance(default, bool):
        return [show(not default)]
    usual: Any = default if default is not None else meta["low"]
    numbers = meta["low"], meta["high"], min(usual + 1, meta["high"])
    return [show(value) for value in dict.fromkeys(numbers) if value != default]


def contexts_of(field: dataclasses.Field[Any]) -> list[tuple[list[str], Others]]:
    """Rules, and numbers of players, by which an option acts: the first and the last of those it declares."""
    needs = field.metadata["acts_with"]
    if not needs:
        return [([], {})]
    found = []
    for at in (0, -1):
        values = {name: show(list(allowed)[at]) for name, allowed in needs.items()}
        others = {"players": int(values.pop("players"))} if "players" in values else {}
        context = [f"{name}={value}" for name, value in values.items()], others
        if context not in found:
            found.append(context)
    return found


def tables_of(game: Game) -> list[Others]:
    """The players and the policies among whom a change is looked for: the usual ones first."""
    low, high = game.players
    counts = list(dict.fromkeys((game.usual_players(), low, high)))
    first = ("random",) if INTERPRETED else (game.usual_policy, "random")
    policies = list(dict.fromkeys((*first, *quick(game.name))))
    if not INTERPRETED:
        policies += [name for name in names(game.name) if name == "search:1"]
    every = [{"players": players, "policy": policy} for policy, players in product(policies, counts)]
    return every if game.decides else [{"players": players} for players in counts]


def options(game: Game) -> Iterator[Finding]:
    """Whether every value of every option changes a game; those that change none are named."""
    changing, idle, unread = list[str](), list[str](), list[str]()
    games = 0
    comparer, tables = Comparer(game), tables_of(game)
    for field in dataclasses.fields(game.options.Options):
        if field.name not in getattr(game, "added", [field.name]):
            continue  # an option of the game that a file of the user's changes
        values = values_of(field)
        if values and not is_read(game, field.name):
            unread.append(field.name)
            continue
        is_number = not field.metadata["choices"] and not isinstance(field.default, bool)
        changed, missed = list[str](), list[str]()
        for value in values:
            if is_number and changed and value not in (f"{field.metadata[end]}" for end in ("low", "high")):
                continue
            rule = f"{field.name}={value}"
            seen = search(comparer, field, rule, tables)
            if seen is None:
                changed.append(rule)
            elif seen:
                missed.append(rule)
                games = max(games, seen)
        changing += changed
        if not is_number or not changed:  # the greatest number may be as good as the usual one
            idle += missed
    if changing:
        words = listed(changing) if len(changing) <= MOST_NAMED else f"{len(changing)} values of options"
        yield Finding("options", HOLDS, f"{words}: each changes games")
    if unread:
        yield Finding("options", FAILS, f"{', '.join(unread)}: no rule reads it, so it changes nothing")
    for rule in idle:
        yield Finding("options", ASKED, f"{rule} changed no game of {games:,}: is it so rare?")


def search(
    comparer: Comparer, field: dataclasses.Field[Any], rule: str, tables: Sequence[Others]
) -> int | None:
    """None as soon as a rule changes a game; else how many games it left as they were."""
    where = list(product(tables, contexts_of(field)))
    begun, seen = time.process_time(), 0
    for first, n in [(0, FIRST_LOOK), *((first, CHUNK) for first in range(FIRST_LOOK, SEARCHED, CHUNK))]:
        for others, (context, own) in where:
            if first and time.process_time() - begun > SECONDS:
                return seen
            try:
                if comparer.changes(rule, context, {**others, **own}, first, n):
                    return None
                seen += n
            except UserError:  # these rules do not go together
                continue
    return seen


def is_read(game: Game, name: str) -> bool:
    """Whether the text of any rule names an option."""
    texts = list(game.code.texts.values()) if game.code is not None else []
    if not game.is_plain:
        texts += [file.read_text(encoding="utf-8") for file in engine_files(game.origin)]
    return any(re.search(rf"\.{name}\b|[\"']{name}[\"']", text) for text in texts)
