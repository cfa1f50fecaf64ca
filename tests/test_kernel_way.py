"""Kernels by plain `numba.njit` play the same games, and Numba itself stays what it is for others."""

from __future__ import annotations

import json
import os
import tomllib
import warnings
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from builders import ROOT, content, run_python
from numba import types
from warm import PIG

import rules.kernel_cache
import simulate
from rules import games
from rules.fields import Fields, blank, field
from rules.games import OWN
from rules.kernel import INTERPRETED, Array, Functions, compile_for, kernel
from rules.kernel_cache import ANY, cache_folder
from rules.kernel_way import SWITCH, TESTED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.fixture
def with_pig(pig: None, folder: Path) -> str:
    """The paths by which a process finds the sources, and Pig as if its package were installed."""
    described = folder / "site" / "pig-1.dist-info"
    described.mkdir(parents=True)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: pig\nVersion: 1\n", encoding="utf-8")
    (described / "entry_points.txt").write_text(f"[{games.GROUP}]\npig = pig:GAME\n", encoding="utf-8")
    return os.pathsep.join(map(str, (described.parent, PIG, ROOT)))


# --- the switch

POLICY = """
import numpy as np


def by_features(state, moves, features):
    return features[:, 0] * 0.5 + features[:, -1]


def third(state, moves, features):
    return min(3, len(moves) - 1)
"""
"""Policies of a user's: one gives a value to each move, one chooses."""

PLAY = """
import simulate
from rules.kernel_way import is_plain
simulate.run("{game}", n={n}, players={players}, policy="{policy}", tables=["all"], jobs=1, out="{out}")
print(is_plain())
"""


@pytest.mark.parametrize(
    ("game", "policy", "n"),
    [
        ("pig", "heuristic,my.py:by_features", 20),
        ("pig", "my.py:third,random", 20),
        *(pytest.param(game, "heuristic,random", 40, marks=pytest.mark.verify) for game in OWN),
        *(pytest.param(game, "my.py:by_features,greedy", 10, marks=pytest.mark.verify) for game in OWN),
        *(pytest.param(game, "rollout,search:2", 1, marks=pytest.mark.verify) for game in OWN),
    ],
)
def test_plain_kernels_play_the_same_games(
    with_pig: str, folder: Path, game: str, policy: str, n: int
) -> None:
    (folder / "my.py").write_text(POLICY, encoding="utf-8")
    players, _ = games.load(game).players
    at_the_table = ",".join(islice(cycle(policy.split(",")), players))
    for switch in ("0", "1"):
        out = f"run-{switch}"
        code = PLAY.format(game=game, n=n, players=players, policy=at_the_table, out=out)
        said = run_python(code, folder, PYTHONPATH=with_pig, **{SWITCH: switch})
        assert said == f"{switch == '1'}\n"
    by_parts, plain = (content(simulate.load(folder / f"run-{switch}")) for switch in ("0", "1"))
    assert by_parts == plain


def test_plain_kernels_lie_in_other_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {game: cache_folder(game) for game in OWN}
    monkeypatch.setattr(rules.kernel_cache, "is_plain", lambda: True)
    assert not {*before.values()} & {cache_folder(game) for game in OWN}


HALF = """
import warnings
from pathlib import Path
{first}
from rules.kernel import kernel

@kernel
def half(x):
    return x // 2

@kernel
def quarter(x):
    return half(half(x))

with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(quarter(20), type(quarter.compiled).__module__, *map(str, (one.message for one in told)), sep="|")
"""


def told_by(folder: Path, first: str) -> list[str]:
    """What a script with two kernels answers, of what kind they are, and what it is told."""
    (folder / "script.py").write_text(HALF.format(first=first), encoding="utf-8")
    env = {"HOUSERULES_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT), SWITCH: None}
    return run_python("import script", folder, **env, NUMBA_CACHE_DIR=None).strip().split("|")


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("import numba; numba.__version__ = '0.99.1'", "Numba 0.99.1 is not one of"),
        ("import numba.core.codegen; del numba.core.codegen.JITCodeLibrary", "lacks a part (cannot import"),
    ],
)
def test_a_numba_that_is_not_known_compiles_the_plain_way_and_one_line_says_so(
    folder: Path, first: str, why: str
) -> None:
    answer, kind, line = told_by(folder, first)
    assert (answer, kind) == ("5", "numba.core.registry")
    assert why in line
    assert line.endswith("kernels are compiled by plain numba.njit, which takes longer; games are the same")


def test_a_numba_that_is_known_compiles_by_parts_without_a_word(folder: Path) -> None:
    assert told_by(folder, "") == ["5", "rules.kernel_parts"]


def test_the_project_asks_for_the_versions_of_numba_that_are_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bounds,) = (line for line in project["dependencies"] if line.startswith("numba"))
    (first, minor), (last, most) = TESTED
    assert bounds == f"numba>={first}.{minor},<{last}.{most + 1}"


# --- Numba as others have it

COMPARE = """
import json, pkgutil, sys, warnings
import numba, numba.typed, numba.np.unsafe.ndarray
from numba import njit
from numba.core import config, datamodel, pythonapi
from numba.core.imputils import builtin_registry
from numba.core.typing.typeof import typeof_impl
from numba.core.registry import cpu_target

njit(lambda x: x[0] + 1)(numba.typed.List([1]))
cpu_target.target_context.refresh()


def parts():
    "What each class and module of Numba is made of."
    for name, module in [*sys.modules.items()]:
        if name.split(".")[0] in ("numba", "llvmlite"):
            for word, value in vars(module).items():
                if callable(value) or isinstance(value, type):
                    yield f"{name}.{word}", value
                if isinstance(value, type) and value.__module__ == name:
                    yield from ((f"{name}.{word}.{inner}", what) for inner, what in vars(value).items())


def known():
    "What Numba knows of types: how each is found, laid out, and taken over from Python."
    yield from (("type of", kind, how) for kind, how in typeof_impl.registry.items())
    yield from (("layout", kind, how) for kind, how in datamodel.default_manager._handlers.items())
    yield from (("taking over", kind, how) for kind, how in pythonapi._unboxers.functions.items())
    yield from (("giving back", kind, how) for kind, how in pythonapi._boxers.functions.items())


def lowered():
    "What Numba's processor was taught to make code of, for types of values: by whom, and of which types."
    for how, what, types in builtin_registry.functions + builtin_registry.getattrs:
        yield how, types, f"{what} {types}"
    for how, types in builtin_registry.casts + builtin_registry.constants:
        yield how, types, f"cast or constant {types}"


before, settings, filters = dict(parts()), dict(vars(config)), [*warnings.filters]
types_before = {(what, kind): how for what, kind, how in known()}

for package in ("rules", "simulate", "analyses", "reports"):
    for module in pkgutil.walk_packages(__import__(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            __import__(module.name)
from rules.chance import ChanceState, draw_below, start_chance
from rules.fields import blank
chance = blank(ChanceState)[0]
start_chance(chance, 1, 2)
draw_below(chance, 0, 6)

OURS = ("rules", "simulate", "analyses", "reports")


def is_ours(thing):
    return str(getattr(thing, "__module__", "")).split(".")[0] in OURS


after = dict(parts())
changed = [name for name, value in before.items() if after.get(name) is not value and "__abc" not in name]
changed += [f"{what} {kind}" for what, kind, how in known()
            if types_before.get((what, kind), how) is not how or is_ours(how) and not is_ours(kind)]
changed += [text for how, types, text in lowered() if is_ours(how) and not any(map(is_ours, types))]
changed += [f"config.{name}" for name, value in settings.items() if getattr(config, name) != value]
changed += [f"filter {one}" for one in warnings.filters if one not in filters and "umba" in str(one)]
print("changed", json.dumps(changed))
"""


@pytest.mark.parametrize("switch", [None, "1"])
def test_nothing_of_numba_is_another_with_all_of_the_program_loaded(folder: Path, switch: str | None) -> None:
    """Its classes, functions and settings; what is taught it is about types that are not its own."""
    said = run_python(COMPARE, folder, PYTHONPATH=str(ROOT), **{SWITCH: switch})
    assert json.loads(said.rpartition("changed ")[2]) == []


class Shelf(Fields):
    """An array behind a number."""

    number: int = field(np.int64, "how many")
    items: Array = field(np.int64, "what lies there", shape=3)


class Pair(NamedTuple):
    """A record in a tuple."""

    shelf: Any
    number: int


@kernel
def item(pair: Pair, i: int) -> int:
    """An item as kernels read it."""
    return pair.shelf.items[i]


@numba.njit  # type: ignore[untyped-decorator]
def item_of_a_user(pair: Pair, i: int) -> int:
    """The same in a user's own function."""
    return pair.shelf.items[i]


@numba.njit  # type: ignore[untyped-decorator]
def asks_a_kernel(pair: Pair, i: int) -> int:
    """A user's own function that calls a kernel."""
    return item(pair, i) + pair.shelf.items[-1]


def test_an_index_from_the_end_is_one_in_what_others_compile() -> None:
    """In kernels it is none, whoever is compiled first."""
    shelf = blank(Shelf)
    shelf.number[0], shelf.items[0] = 7, [1, 2, 3]
    pair = Pair(shelf[0], 5)
    assert item(pair, 1) == 2
    assert item(pair, -1) == 7
    assert [item_of_a_user(pair, i) for i in (0, 1, -1)] == [1, 2, 3]
    assert asks_a_kernel(pair, 1) == 5


@kernel
def call(functions: Functions, which: int, x: int) -> int:
    """What one of these functions says."""
    return functions[which](x)


def one_more(x: int) -> int:
    """The number after this one."""
    return x + 1


def one_less(x: int) -> int:
    """The number before this one."""
    return x - 1


def test_functions_are_handed_to_a_kernel_without_a_warning() -> None:
    """Numba has one for tuples of functions, which others go on seeing."""
    signature = types.int64(types.int64)
    both = [compile_for(ANY, function, signature) for function in (one_more, one_less)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [call(Functions(both), which, 5) for which in range(2)] == [6, 4]
    with pytest.warns(numba.core.errors.NumbaExperimentalFeatureWarning):
        numba.typeof(tuple(both))
