"""A game is itself: known by its own name and type, not by the fields of its state."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import refusal, run_python
from warm import PIG

import rules.verbs
from rules import games
from rules.errors import Notice
from rules.fields import Fields, blank, dtype_of, field
from rules.kernel import INTERPRETED
from rules.kernel_cache import program_of
from rules.verbs import GameState, register


class One(Fields):
    """A record type."""

    number: int = field(np.int64, "a number")


class Other(Fields):
    """Another with the same fields."""

    number: int = field(np.int64, "a number")


def test_two_record_types_with_the_same_fields_are_two_types() -> None:
    assert dtype_of(One) != dtype_of(Other)
    assert dtype_of(One).names == dtype_of(Other).names == ("number",)
    assert blank(One)[0].number == 0


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_numba_tells_them_apart_too() -> None:
    """And its cache, which names what it keeps by the types."""
    import numba

    one, other = numba.from_dtype(dtype_of(One)), numba.from_dtype(dtype_of(Other))
    assert one != other
    assert str(one) != str(other)


def test_a_class_that_is_read_again_is_another_type() -> None:
    """What Numba compiled for the one of before is not called for it."""
    again = type("One", (Fields,), {"number": vars(One)["number"], "__module__": __name__})
    assert again.__qualname__ == One.__qualname__
    assert dtype_of(again) != dtype_of(One)


# --- two games in one process

COPY = re.compile(r"\bpig\b")


def copied(folder: Path, name: str, before: str, after: str) -> Path:
    """Pig as a package of another name, in which one rule is another."""
    shutil.copytree(PIG / "pig", folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / name).glob("*.py"):
        file.write_text(COPY.sub(name, file.read_text(encoding="utf-8")), encoding="utf-8")
    change(folder / name / "engine.py", before, after)
    return folder / name


def change(file: Path, before: str, after: str) -> None:
    """Change a text in a file, a while later: within a second Python takes what it compiled before for it."""
    text, written = file.read_text(encoding="utf-8"), file.stat().st_mtime
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    os.utime(file, (written + 5, written + 5))


ONE_COUNTS = "    if die > 1:\n", "    if die > 0:\n"
"""A one is a point like any other: nobody ever loses what is at stake."""

PLAYS = f"""
import sys
sys.path[:0] = [{str(PIG)!r}, "."]
from importlib.metadata import EntryPoint, EntryPoints
from rules import games
games.entry_points = EntryPoints(
    EntryPoint(name, f"{{name}}:GAME", games.GROUP) for name in ("pig", "pigx")
).select
from simulate.play.simulator import Simulator
from simulate.plans.plan import make_plan
for game, seed in ("pig", 1), ("pigx", 1), ("pig", 2), ("pigx", 2):
    played = Simulator(make_plan(game, 20, seed=seed, tables=["all"])).play(0, 20)
    print(game, seed, *played["games"]["turns"], *played["seats"]["busts"])
"""
ALONE = PLAYS.replace('("pig", 1), ("pigx", 1), ', "")


@pytest.mark.parametrize(
    "mode",
    [
        "interpreted",
        pytest.param("compiled", marks=pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")),
    ],
)
def test_two_games_with_the_same_fields_are_played_by_their_own_rules(tmp_path: Path, mode: str) -> None:
    """In one process, one after the other; also by the kernels that another process kept."""
    copied(tmp_path, "pigx", *ONE_COUNTS)
    env = {"NUMBA_DISABLE_JIT": "1"} if mode == "interpreted" else {}
    both = run_python(PLAYS, tmp_path, **env).splitlines()
    lines = {tuple(line.split()[:2]): line.split()[2:] for line in both}
    busts = {key: [int(number) for number in line[20:]] for key, line in lines.items()}
    for seed in "12":
        assert sum(busts["pig", seed]) > 0
        assert sum(busts["pigx", seed]) == 0
    assert run_python(ALONE, tmp_path, **env).splitlines() == both[2:]


# --- names and types that are taken


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is registered in a test is forgotten after it."""
    for name in ("_registered", "_games", "_answers"):
        monkeypatch.setattr(rules.verbs, name, dict(getattr(rules.verbs, name)))
    yield
    games.forget()


def state_of(module: str, name: str = "State") -> type:
    """A state type as if a module declared it."""
    return type(name, (GameState,), {"__module__": module, "__qualname__": name})


@pytest.mark.usefixtures("registry")
def test_the_name_of_another_game_is_refused() -> None:
    register("hog", state_of("hog.engine"))
    with pytest.raises(ValueError, match=r"^'hog' is the game of hog\.engine; give that of sow"):
        register("hog", state_of("sow.engine"))


@pytest.mark.usefixtures("registry")
def test_the_type_of_another_game_is_refused() -> None:
    """A variant that takes the state of a game says so by a class of its own."""
    state = state_of("hog.engine")
    register("hog", state)
    with pytest.raises(ValueError, match=r"^sow: hog\.engine\.State is the state of 'hog'; declare a"):
        register("sow", state)
    register("sow", type("State", (state,), {"__module__": "sow.engine"}))


@pytest.mark.usefixtures("registry")
def test_a_verb_that_is_answered_already_is_refused() -> None:
    def is_over(state: Any) -> bool:
        return True

    def over(state: Any) -> bool:
        return False

    over.__name__ = "is_over"
    state = state_of("hog.engine")
    register("hog", state, is_over)
    register("hog", state, is_over)
    with pytest.raises(ValueError, match=r"^hog: is_over is answered already, in test_game_identity; to"):
        register("hog", state, over)


@pytest.mark.usefixtures("registry")
def test_a_file_that_is_read_again_is_what_it_says_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules, and the program by which runs know them; what was read first is gone."""
    folder = copied(tmp_path, "sow", *ONE_COUNTS)
    monkeypatch.syspath_prepend(tmp_path)
    points = EntryPoints([EntryPoint("sow", "sow:GAME", games.GROUP)])
    monkeypatch.setattr(games, "entry_points", points.select)
    monkeypatch.setattr(games, "names", lambda: (*games.OWN, "sow"))
    first = busts_of_sow()
    before = program_of("sow")
    for name in [name for name in sys.modules if name.partition(".")[0] == "sow"]:
        monkeypatch.delitem(sys.modules, name)
    change(folder / "engine.py", *reversed(ONE_COUNTS))
    importlib.invalidate_caches()
    importlib.import_module("sow.engine")
    assert (first, busts_of_sow() > 0) == (0, True)
    assert program_of("sow") != before


def busts_of_sow() -> int:
    """Ones that end a turn, in a few games that are played by hand."""
    game = games.load("sow")
    position = game.referee().position
    position.open(game.options.complete(game.options.Options(), 2), 2)
    position.deal(1, 0)
    for _ in range(60):
        position_moves = position.moves()
        rules.verbs.apply(position.tables[0], position.rules[0], position.states[0], position_moves[-1])
    return int(position["busts"].sum())


def test_two_packages_that_name_one_game_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever was found first would have been played."""
    points = EntryPoints(EntryPoint("hog", value, games.GROUP) for value in ("hog:GAME", "sow:GAME"))
    monkeypatch.setattr(games, "entry_points", points.select)
    monkeypatch.setattr(games, "names", lambda: (*games.OWN, "hog"))
    games.forget()
    assert refusal(games.load, "hog") == (
        "more than one package names a game 'hog': hog:GAME and sow:GAME; keep one of them"
    )


def test_a_package_that_names_its_game_like_one_of_ours_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint("castle", "hog:GAME", games.GROUP)])
    monkeypatch.setattr(games, "entry_points", points.select)
    with pytest.warns(Notice, match="a game of hog:GAME is left out: 'castle' is one of houserules"):
        assert games.names.__wrapped__() == games.OWN
