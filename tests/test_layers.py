"""Imports point one way: reports -> analyses -> simulate -> rules; the command line may import all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from builders import ROOT

from reports.answers.gallery import OUT
from rules.games import OWN

LAYERS = ("rules", "simulate", "analyses", "reports")
"""From the lowest; a layer knows itself and what lies before it."""

ABOVE = ("analysis", "report", "picture")
"""The parts of a `rules.games.Game` that lie above `simulate`."""

FILES = sorted(
    path for layer in LAYERS for path in (ROOT / layer).rglob("*.py") if not path.is_relative_to(OUT)
)
"""Modules, but for the policies that runs of the gallery keep."""


def layer_of(path: Path) -> str:
    """The layer of a module."""
    return path.relative_to(ROOT).parts[0]


def is_command_line(path: Path) -> bool:
    """Whether a module belongs to the command line, which may import all."""
    return path.is_relative_to(ROOT / "simulate" / "cli")


LOW = [path for path in FILES if layer_of(path) in LAYERS[:2] and not is_command_line(path)]
"""The modules below `analyses`, but for the command line."""


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All that a module says."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """The packages of ours that a module imports anywhere, inside functions too, with the line."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            names = [node.module or ""]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            text = ast.unparse(node.args[0])
            names = [text.lstrip("f").strip("'\"")]
        else:
            continue
        for name in names:
            if name.split(".")[0] in (*LAYERS, "tests"):
                yield name.split(".")[0], node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    allowed = LAYERS if is_command_line(path) else LAYERS[: LAYERS.index(layer_of(path)) + 1]
    wrong = [f"line {line} imports {name}" for name, line in imported(path) if name not in allowed]
    assert not wrong


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES
}
"""Every module by its name."""


def modules_imported(path: Path) -> Iterator[str]:
    """The modules of ours that a module imports anywhere, but for what only a type checker reads.

    The package `simulate` is left out: it gives its version, and opens the house when it is called.
    """
    typing = [n for n in nodes(path) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    unread = {id(node) for block in typing for node in ast.walk(block)}
    for node in nodes(path):
        if id(node) in unread:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in MODULES else str(node.module) for name in inside]
        else:
            continue
        yield from (name for name in names if name in MODULES and name != "simulate")


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Inside functions neither: such a circle would only hide there."""
    circles = TopologicalSorter({name: set(modules_imported(path)) for name, path in MODULES.items()})
    circles.prepare()  # raises a CycleError that names the modules


ROOMS = {
    "simulate": (
        "io",
        "plans",
        "store",
        "play",
        "replays",
        "plain",
        "house",
        "games",
        "working",
        "checking",
        "cli",
    ),
    "analyses": ("estimates", "measures", "runs", "games", "questions", "studies"),
    "reports": ("words", "pictures", "pages", "boards", "runs", "answers", "watching", "lab"),
}
"""The rooms of each layer, from the lowest; a room knows itself and those before it."""

PILE = 20
"""Modules that are too many for one folder."""


@pytest.mark.parametrize("layer", ROOMS)
def test_every_module_lies_in_a_room_and_knows_none_above(layer: str) -> None:
    rooms = ROOMS[layer]
    for name, path in MODULES.items():
        parts = name.split(".")
        if parts[0] != layer or name in (layer, f"{layer}.__main__"):
            continue
        assert parts[1] in rooms, f"{name} lies in no room"
        above = rooms[rooms.index(parts[1]) + 1 :]
        wrong = [
            other
            for other in modules_imported(path)
            if other.startswith(tuple(f"{layer}.{room}." for room in above))
        ]
        assert not wrong, f"{name} knows {wrong}"


@pytest.mark.parametrize("layer", ROOMS)
def test_every_room_says_what_is_in_it_and_is_no_pile(layer: str) -> None:
    for room in ROOMS[layer]:
        folder = ROOT / layer / room
        said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
        assert said, folder
        assert len(said.split()) > 15, folder
        assert len(list(folder.glob("*.py"))) < PILE, folder


def test_what_lies_above_is_looked_up_in_two_places() -> None:
    """`rules.games` finds the parts of a game in each layer, `store.views` what a run shows of itself."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in LOW
        for node in nodes(path)
        if isinstance(node, ast.Constant) and re.fullmatch(r"(analyses|reports)\.[a-z_.]+", str(node.value))
    }
    assert found == {"rules/games.py", "simulate/store/views.py"}


def test_nobody_below_asks_a_game_for_what_lies_above() -> None:
    """What analyses and reports say of a game is asked for by them, and by the command line."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} asks for .{node.attr}"
        for path in LOW
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in ABOVE and "import_module" not in ast.unparse(node)
    ]
    assert not found


def test_every_layer_was_looked_at() -> None:
    assert {layer_of(path) for path in FILES} == set(LAYERS)
    assert {name for path in FILES for name, _ in imported(path)} == set(LAYERS)


def test_no_module_of_the_engine_reaches_the_command_line() -> None:
    """What plays games knows nothing of consoles: only the command line does."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if layer_of(path) == "rules" or path.parent.name in OWN:
            assert "import click" not in text, path
            assert "simulate.cli" not in text, path


def texts_of(path: Path) -> Iterator[tuple[str, int]]:
    """The texts of a module that may be shown, and their lines: no docstrings, but for those of commands."""
    silent = set() if is_command_line(path) else {n.value for n in nodes(path) if isinstance(n, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            yield node.value, node.lineno


def test_no_text_that_is_shown_names_a_file_of_the_documentation() -> None:
    """An installed package has none: it names the page."""
    for path in FILES:
        for text, line in texts_of(path):
            assert not re.search(r"docs/[a-z-]+\.md", text), f"{path}:{line}"
