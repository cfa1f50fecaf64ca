"""Which runs hold the same games under two rules, and what tells them apart."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from analyses.measures.summary import analysis_of, caveats_of
from rules import games
from rules.errors import UserError
from rules.options import typed
from simulate.plans.plan import Plan
from simulate.store.failures import check_none_failed
from simulate.store.runs import Run, held_words

SAME: Mapping[str, Callable[[Plan], Any]] = {
    "games": lambda plan: games.load(plan.game).kin,
    "players": lambda plan: plan.players,
    "seeds": lambda plan: plan.seed,
    "first games": lambda plan: plan.first_game,
    "sides": lambda plan: ", ".join(side.number for side in analysis_of(plan.game).sides(plan)),
}
"""What runs must have in common for game i to be the same game under two rules."""


def check_pairs(base: Run, houses: Iterable[Run]) -> None:
    """Refuse runs of which one or more do not pair with `base`.

    Raises
    ------
    UserError
        Naming the first of them, and why, and how many more there are.
    """
    faults = []
    for house in houses:
        try:
            check_pair(base, house)
        except UserError as fault:
            faults.append(str(fault))
    if faults:
        first, *rest = dict.fromkeys(faults)
        more = f"; {len(rest)} more of these runs cannot be compared with {base.path}" if rest else ""
        raise UserError(f"{first}{more}")


def check_pair(base: Run, house: Run, most: int | None = None, of_base: int = 0) -> list[str]:
    """What differs beside the rules, if game i of both runs is the same game under two rules.

    The first `most` games are compared; all that both hold if None. Of the base so many count.

    Raises
    ------
    UserError
        If it is not, saying why.
    """
    one, other = base.plan, house.plan
    check_alike(one, other, (f"{base.path}", f"{house.path}"))
    if base.program != house.program:
        older = base if house.is_of_this_program else house
        raise UserError(
            f"{base.path} and {house.path} do not pair: {older.path} was played by {older.other_program}; "
            f"play it anew: {older.repair} --play-again"
        )
    for run in (base, house):
        run.whole_receipts()
        if not run.is_complete:
            raise UserError(f"{run.path} {held_words(run)}; continue it first: {run.command}")
    check_none_failed(base, house)
    if min(one.n, other.n) < 2:
        raise UserError(
            f"{base.path} and {house.path} have one game in common; a comparison needs two at least"
        )
    notes = []
    if one.policies != other.policies:
        notes.append(
            f"the players differ too: {one.policy_words} and {other.policy_words}"
            if one.policy_words != other.policy_words
            else f"the players differ too: two versions of {one.policy_words}"
        )
    if not same_games(one, other):
        lies = games.load(one.game).box
        notes.append(f"what lies in the box differs, so the games are not played with the same {lies}")
    n = most or min(one.n, other.n)
    if max(one.n if one.n > of_base else 0, other.n) > n:
        notes.append(f"of the longer run only the first {n:,} games are compared")
    return [*notes, *caveats_of(one, other)]


def check_alike(base: Plan, house: Plan, names: tuple[str, str]) -> None:
    """Refuse plans that lack what runs must have in common, by the names that the user knows them by.

    Raises
    ------
    UserError
        Naming what differs.
    """
    for what, of in SAME.items():
        a, b = of(base), of(house)
        if a != b:
            raise UserError(
                f"{names[0]} and {names[1]} do not pair: their {what} differ, {a} and {b}; only the same "
                "games under two rules can be compared, and simulate report tells of each run alone"
            )


def same_games(base: Plan, house: Plan) -> bool:
    """Whether game i sees the same tiles, cards and dice under both: not if what lies in the box differs."""
    return base.box == house.box


def first_games(run: Run, n: int) -> Run:
    """The first games of a run."""
    return run if run.plan.n == n else run.first(n)


def rescored(base: Run, house: Run, n: int) -> Run | None:
    """The first `n` games of `base` as the rules of `house` score them, if these change nothing but scores.

    A game whose scores alone can be told anew says so with `RESCORED`, the module that does it; of rules in
    code it knows nothing.
    """
    module = getattr(analysis_of(base.plan.game), "RESCORED", "")
    if not module or base.plan.code is not None or house.plan.code is not None:
        return None
    return importlib.import_module(module).rescored(first_games(base, n), house.plan)


# --- names


def names_of(base: Plan, house: Plan) -> tuple[str, str]:
    """What tells two plans apart: ``standard game`` and ``robber=false``."""
    plans, standard = (base, house), not base.differs
    values = [typed(plan.options) for plan in plans]
    changed = base.changed_options().keys() | house.changed_options().keys()
    every = dict.fromkeys((*values[0], *values[1]))
    names = [name for name in every if name in changed and values[0].get(name) != values[1].get(name)]
    boxes, codes, shown = base.box != house.box, base.code != house.code, []
    for plan, mine in zip(plans, values, strict=True):
        plain = standard and plan is base and bool(names or boxes or codes or base.preset != house.preset)
        if plain:
            words = ["standard game"]
        elif base.preset != house.preset:
            words = [f"preset {plan.preset}", *(f"{k}={v}" for k, v in plan.changed_options().items())]
        else:
            words = [f"{name}={mine[name]}" for name in names if name in mine]
        if base.policies != house.policies:
            words.append(plan.policy_words)
        if boxes and not plain:
            words.append(_box_words(plan))
        if codes and plan.code is not None:
            words.append(code_words(plan, base, house))
        shown.append(", ".join(words))
    return (shown[0] or "the first run", shown[1] or "the second run")


def code_words(plan: Plan, *plans: Plan) -> str:
    """The file of a plan's code, with digits of its text where others have one of the same name."""
    assert plan.code is not None
    alike = {each.code.hash for each in plans if each.code is not None and each.code.file == plan.code.file}
    return f"code {plan.code.file}" + (f" ({plan.code.hash[:6]})" if len(alike) > 1 else "")


def rules_of(plan: Plan, others: Sequence[Plan]) -> str:
    """What a run is called beside others: ``standard game``, ``greedy``, ``preset old, greedy``."""
    words = plan.rule_words
    if any(other.policies != plan.policies for other in others):
        usual = ["standard game"] if any(other.rule_words for other in others) else []
        words = [*(words or usual), plan.policy_words]
    words = words or ["standard game"]
    if plan.box is None and any(other.box is not None for other in others):
        words.append(_box_words(plan))
    return ", ".join(words)


def _box_words(plan: Plan) -> str:
    """What lies in the box of a plan: ``tiles sets/ct.toml``, or the standard box."""
    if plan.box is None:
        return "standard box"
    return f"{games.load(plan.game).box} {plan.box_file}" if plan.box_file else plan.rule_words[-1]
