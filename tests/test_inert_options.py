"""An option acts, or says with what it would: an answer is never silent about a rule that does nothing."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import run_cli, succeed

from rules.errors import UserError
from rules.games import OWN, load
from rules.kernel import INTERPRETED
from rules.options import show
from simulate.plans.plan import Plan, make_plan
from simulate.play.simulator import Simulator

GAMES = 40
"""Games in which an option may act."""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too many games to be interpreted")


def others(field: dataclasses.Field[Any]) -> Iterator[str]:
    """Values of an option that are not its default, as they are typed, the most extreme first."""
    meta, default = field.metadata, show(field.default)
    if meta["choices"]:
        found = meta["choices"][::-1]
    elif isinstance(field.default, bool):
        found = ("true", "false")
    else:
        found = tuple(map(str, (meta["high"], meta["low"])))
    yield from (value for value in found if value not in (default, "explicit"))


def plans(game: str, rules: dict[str, str]) -> Iterator[Plan]:
    """Who may notice a rule: players who choose, and those who do anything."""
    low, high = load(game).players
    for players in dict.fromkeys((low, high)):
        for policy in ("heuristic", "random"):
            yield make_plan(game, GAMES, players=players, policy=policy, rules=rules)


def tables(plan: Plan) -> dict[str, np.ndarray]:
    """The games of a plan, by table."""
    return Simulator(plan).play(0, GAMES)


def differ(one: Plan, other: Plan) -> bool:
    """Whether the same games under two plans are not the same in any table."""
    mine, yours = tables(one), tables(other)
    return any(not np.array_equal(mine[name], yours[name]) for name in mine)


OPTIONS = [(game, field) for game in OWN for field in dataclasses.fields(load(game).options.Options)]
"""Every option of every game."""


def called(part: str | dataclasses.Field[Any]) -> str:
    """How a test of an option is called."""
    return part if isinstance(part, str) else part.name


def needed(field: dataclasses.Field[Any]) -> dict[str, str]:
    """Rules with which an option acts that declares them."""
    found = {name: str(allowed[-1]) for name, allowed in field.metadata["acts_with"].items()}
    return {name: value for name, value in found.items() if name != "players"}


NOT_ALONE = {"pieces", "team_mode", "colours"}
"""Options with values that do not go together with the standard rules, which is said."""


@pytest.mark.verify
@pytest.mark.parametrize(("game", "field"), OPTIONS, ids=called)
def test_every_option_acts_where_it_says(game: str, field: dataclasses.Field[Any]) -> None:
    """Alone, or with what it declares: some value of it changes some game."""
    for value in others(field):
        try:
            pairs = list(
                zip(plans(game, needed(field)), plans(game, needed(field) | {field.name: value}), strict=True)
            )
        except UserError:
            continue
        if any(not other.inert and differ(one, other) for one, other in pairs):
            return
    assert field.name in NOT_ALONE, f"no value of {field.name} changes any game"


@pytest.mark.parametrize(
    ("game", "field"), [each for each in OPTIONS if each[1].metadata["acts_with"]], ids=called
)
def test_what_is_called_inert_changes_nothing(game: str, field: dataclasses.Field[Any]) -> None:
    for name, allowed in field.metadata["acts_with"].items():
        if name == "players":
            rules, players = {}, 3
        else:
            given = {other.name: other for other in dataclasses.fields(load(game).options.Options)}[name]
            missing = [v for v in (show(given.default), *others(given)) if v not in map(str, allowed)]
            rules, players = needed(field) | {name: missing[-1]}, load(game).players[0]
        value = next(others(field))
        one = make_plan(game, GAMES, players=players, rules=rules)
        other = make_plan(game, GAMES, players=players, rules=rules | {field.name: value})
        assert len(other.inert) >= 1
        assert other.inert[-1].startswith(f"{field.name}={value} does nothing here: it acts only with ")
        assert not differ(one, other)


def test_an_inert_rule_and_one_that_is_so_already_are_named(tmp_path: Path) -> None:
    words = "compare --game carcassonne --rule river_turn=none --rule meeples=7 --n 20 --policy random --json"
    done = run_cli(*words.split(), cwd=tmp_path)
    assert done.returncode == 0
    why = "river_turn=none does nothing here: it acts only with river=true"
    assert why in done.stderr.splitlines()
    assert "meeples=7 is so on both sides already, and changes nothing" in done.stderr.splitlines()
    assert why in json.loads(done.stdout)["notes"]


def test_a_run_a_sweep_and_a_study_name_an_inert_rule(tmp_path: Path) -> None:
    why = "dice_deck_left=9 does nothing here: it acts only with dice=deck36"
    rule = "--game catan --policy random --rule dice_deck_left=9"
    done = succeed(*rule.split(), "--n", 5, "--json", cwd=tmp_path)
    assert why in done.stderr.splitlines()
    assert why in json.loads(done.stdout)["notes"]
    swept = succeed("sweep", *rule.split(), "--rule", "hand_limit=6,8", "--n", 10, cwd=tmp_path)
    assert why in swept.stderr.splitlines()
    (tmp_path / "deck.toml").write_text(
        'game = "catan"\nquestion = "When is the deck shuffled?"\ngames = 20\n'
        'players = [3]\npolicies = ["random"]\n'
        '[[arms]]\nname = "late"\nrules = { dice_deck_left = 9 }\n',
        encoding="utf-8",
    )
    done = run_cli("study", "deck.toml", "--json", cwd=tmp_path)
    assert why in done.stderr.splitlines(), done.stderr
    assert why in json.loads(done.stdout)["notes"]
