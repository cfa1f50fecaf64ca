"""The hash of a plan: everything that decides its games changes it, and nothing else does."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from builders import ROOT
from naive.catan_board import BEGINNER

from rules.games import OWN, load
from rules.options import as_dict
from simulate.plans.plan import Plan, make_plan

BOXES = {"carcassonne": "tiles", "starwars": "tiles", "catan": "board"}


def plan(game: str, n: int = 10, **given: Any) -> Plan:
    """A plan of the default policy."""
    return make_plan(game, n, **given)


def another(field: dataclasses.Field[Any], now: Any) -> str:
    """Another value of an option, as it is typed."""
    if field.metadata["length"]:
        return str(field.metadata["choices"][3])
    if field.metadata["choices"]:
        return next(word for word in field.metadata["choices"] if word not in (now, "explicit"))
    if isinstance(now, bool):
        return str(not now).lower()
    return str(now - 1 if now > field.metadata["low"] else now + 1)


@pytest.mark.parametrize("game", OWN)
def test_every_option_changes_the_hash(game: str) -> None:
    """Each another way, also those that matter only with others."""
    rules = ["board=beginner"] if game == "catan" else []  # the only one with printed pieces
    base = plan(game, players=4, rules=rules)
    hashes = {"": base.hash}
    for field in dataclasses.fields(load(game).options.Options):
        word = f"{field.name}={another(field, as_dict(base.options)[field.name])}"
        if field.name == "colours":
            word = "colours=white+green+red+black"
        rest = [] if field.name == "board" else rules
        changed = plan(game, players=4, rules=[*rest, word])
        assert as_dict(changed.options)[field.name] != as_dict(base.options)[field.name]
        hashes[field.name] = changed.hash
    assert len(set(hashes.values())) == len(hashes)


@pytest.mark.parametrize(
    ("game", "rules", "begins"),
    [
        ("carcassonne", [], "bdbc99bfec17"),
        ("carcassonne", ["tiles_in_hand=0", "hand_view=secret"], "bdbc99bfec17"),
        ("carcassonne", ["start_cloisters=false"], "bdbc99bfec17"),
        ("castle", [], "5758eca1a3a7"),
        ("castle", ["seat_0_gets=king"], "da4e75de0aae"),
        ("catan", [], "27f2824b6ed8"),
        ("catan", ["free_card=false", "no_steal_card=false", "welfare_price=0"], "27f2824b6ed8"),
        ("catan", ["dice=deck36", "friendly_robber=true"], "160d23db6149"),
    ],
)
def test_options_that_came_later_leave_the_hashes_of_before(game: str, rules: list[str], begins: str) -> None:
    """Runs that were made without them are found again: `first_player`, `out_when`, a name that changed."""
    now = plan(game, players=load(game).printed_players[0], rules=rules)
    assert now.hash.startswith(begins)
    assert Plan.from_dict(now.as_dict() | {"n": 10}, {}) == now


def test_what_is_different_between_plans_is_said_of_later_options_too() -> None:
    one, other = plan("castle", rules=["lady_beside=both"]), plan("castle")
    assert one.differences(other) == ["lady_beside either -> both"]
    assert other.differences(one) == ["lady_beside both -> either"]


@pytest.mark.parametrize("game", OWN)
def test_whatever_else_decides_the_games_changes_the_hash(game: str) -> None:
    """Players, policies, the order of their seats, seed, the first game, tables."""
    given: list[dict[str, Any]] = [
        {},
        {"players": 3 if load(game).check_players(None) != 3 else 4},
        {"policy": "random"},
        {"players": 3, "policy": "random,greedy,random"},
        {"players": 3, "policy": "greedy,random,random"},
        {"seed": 2},
        {"first_game": 1},
        {"tables": "games,seats"},
    ]
    hashes = [plan(game, **changes).hash for changes in given]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset) for game in OWN for preset in load(game).options.PRESETS]
)
def test_the_preset_stands_in_the_hash(game: str, preset: str) -> None:
    """The first is the default; every other one has another hash."""
    is_first = preset == next(iter(load(game).options.PRESETS))
    assert (plan(game, players=4, preset=preset).hash == plan(game, players=4).hash) == is_first


# --- files of one's own

POLICY = """
def cautious(state, moves, features):
    return 0

def other(state, moves, features):
    return 0
"""


def test_the_text_of_a_users_policy_changes_the_hash(folder: Path) -> None:
    """And so does the function; saved again, or read anew, it is the same."""
    file = folder / "my.py"
    file.write_text(POLICY)
    before = plan("castle", policy="my.py:cautious").hash
    assert plan("castle", policy="my.py:other").hash != before
    file.write_text(POLICY.replace("return 0", "return 1", 1))
    assert plan("castle", policy="my.py:cautious").hash != before
    file.write_text(POLICY)
    assert plan("castle", policy="my.py:cautious").hash == before


def test_the_weights_of_a_users_style_change_the_hash(folder: Path) -> None:
    """And so do its playouts; a comment does not."""
    file = folder / "bold.toml"

    def written(text: str) -> str:
        file.write_text(text)
        return plan("starwars", policy="bold.toml").hash

    before = written("[bold]\npoints = 1.0\n")
    assert written("[bold]\npoints = 1.5\n") != before
    assert written("[bold]\npoints = 1.0\nbattles = 0.1\n") != before
    assert written("[bold]\npoints = 1.0\nplayouts = 2\n") != before
    assert written("# mine\n[bold]\npoints = 1.0\n") == before


def test_only_who_searches_depends_on_the_version_of_searches(folder: Path) -> None:
    """A run that was made before searches changed serves again, unless somebody searches in it."""
    (folder / "bold.toml").write_text("[bold]\npoints = 1.0\nsearch = 4\n")
    assert "search_version" not in plan("starwars", policy="heuristic").as_dict()
    for policy in ("search:1", "bold.toml", "random,search:4,random"):
        now = plan("starwars", policy=policy)
        before = {key: value for key, value in now.as_dict().items() if key != "search_version"}
        assert now.changed_since(before) == [f"search_version 1 -> {now.as_dict()['search_version']}"]


@pytest.mark.parametrize("game", BOXES)
def test_the_text_of_a_box_changes_the_hash_and_its_name_does_not(game: str, tmp_path: Path) -> None:
    """One's own tiles, or one's own board."""
    rules = []
    if game == "catan":
        entries = json.dumps(BEGINNER).replace("null", "0")  # 0 stands for no token
        text = "\n".join(f"{name} = {json.dumps(value)}" for name, value in json.loads(entries).items())
        rules = ["board=explicit"]
    else:
        text = (ROOT / "rules" / game / "tiles.toml").read_text()

    def with_box(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        given: dict[str, Any] = {BOXES[game]: tmp_path / name}
        return plan(game, rules=rules, **given).hash

    before = with_box("one.toml", text)
    assert with_box("two.toml", text) == before
    assert with_box("one.toml", f"# mine\n{text}") != before
    assert with_box("one.toml", text) == before
