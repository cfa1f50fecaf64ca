"""A user's Python file, made into functions: chance from elsewhere is refused, and no loop runs for ever."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import Any

from rules import games
from rules.errors import UserError

MOST_STEPS = 100_000_000
"""Steps that the loops of one call of a function may take together; a file may set its own `MOST_STEPS`."""

ELSEWHERE = ("numpy.random", "random", "secrets")
"""Modules whose chance is not that of the game."""


def run_file(source: str, file: str, name: str, without_chance: str) -> dict[str, Any]:
    """The names that a user's file defines; `name` is the option by which the user asks for one.

    `without_chance` says what would come of chance that is not the game's, and what helps.

    Raises
    ------
    UserError
        If the file does not run, prints among the results, or uses chance that is not the game's.
    """
    space: dict[str, Any] = {"__name__": "houserules_policy", "__file__": file}
    try:
        tree = ast.parse(source, file)
        _check_printing(tree, file, name)
        counted = _Counted(_most_steps(tree)).visit(ast.parse(source, file))
        exec(compile(ast.fix_missing_locations(counted), file, "exec"), space)
    except (KeyboardInterrupt, MemoryError, UserError):
        raise
    except BaseException as error:  # SystemExit, too
        text = f"{name}: the file does not run: {type(error).__name__}: {error}{_moved(error)}"
        raise UserError(text) from error
    check_chance(tree, space, file, name, without_chance)
    return space


def _moved(error: BaseException) -> str:
    """Where the module of a game is now that a file looks for where it was before."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    package, _, folder = (name or "").partition(".")
    game = folder.partition(".")[0]
    return f"; it is simulate.games.{game} now" if package == "simulate" and game in games.names() else ""


def _check_printing(tree: ast.AST, file: str, name: str) -> None:
    """Refuse what would print to stdout, where results go."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "print":
            continue
        if all(keyword.arg != "file" for keyword in node.keywords):
            raise UserError(
                f"{name}: {file}, line {node.lineno}: print: results go to stdout; take it out, or write "
                "print(..., file=sys.stderr) and play with NUMBA_DISABLE_JIT=1"
            )


# --- chance


def check_chance(tree: ast.AST, space: dict[str, Any], file: str, name: str, without: str) -> None:
    """Refuse chance that is not the game's, wherever in the file it is named."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if _is_elsewhere(_value(node, space)):
            raise UserError(
                f"{name}: {file}, line {node.lineno}: {ast.unparse(node)} is not the game's chance, {without}"
            )


def _value(node: ast.expr, space: dict[str, Any]) -> Any:
    """What a name of the file, or an attribute of a module, stands for; None for anything else."""
    if isinstance(node, ast.Name):
        return space.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(module := _value(node.value, space), ModuleType):
        return getattr(module, node.attr, None)
    return None


def _is_elsewhere(value: Any) -> bool:
    """Whether a value is a module of such chance, comes from one, or is of a type that does."""
    owner = getattr(value, "__self__", value)
    own = owner.__name__ if isinstance(owner, ModuleType) else getattr(owner, "__module__", None)
    homes = own, type(owner).__module__
    return any(f"{home}.".startswith(f"{module}.") for home in homes for module in ELSEWHERE)


# --- loops


def _most_steps(tree: ast.Module) -> int:
    """What the file says of the most steps, if it says so in a plain line."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            named = any(isinstance(target, ast.Name) and target.id == "MOST_STEPS" for target in node.targets)
            if named and type(node.value.value) is int:
                return node.value.value
    return MOST_STEPS


class _Counted(ast.NodeTransformer):
    """Lets each function count the steps of its loops, and fail beyond the most."""

    def __init__(self, most: int) -> None:
        self.most = most

    def _begun(self, node: Any) -> ast.AST:
        """Begin to count where a function begins, after its docstring; loops outside functions count, too."""
        inside = list(ast.walk(node))
        self.generic_visit(node)
        if any(isinstance(one, ast.For | ast.While) for one in inside):
            words = bool(node.body) and isinstance(node.body[0], ast.Expr)
            future = [
                one for one in node.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"
            ]
            at = node.body.index(future[-1]) + 1 if future else int(words)
            node.body[at:at] = ast.parse("_steps = 0").body
        return node

    def _step(self, node: Any) -> ast.AST:
        """Count a step of a loop."""
        self.generic_visit(node)
        step = ast.parse(
            f"_steps += 1\nif _steps > {self.most}:\n"
            f" raise RuntimeError('endless loop: more than {self.most:,} steps (MOST_STEPS)')"
        ).body
        for one in step:
            for part in ast.walk(one):
                ast.copy_location(part, node)
        node.body[:0] = step
        return node

    visit_Module = visit_FunctionDef = _begun  # noqa: N815
    visit_For = visit_While = _step  # noqa: N815
