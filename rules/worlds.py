"""A game once more, with some functions replaced: what a rule of a user's own makes of it.

Whoever calls a function of a game has it by name in a module. So a changed game has modules of its own: those
of the game, executed once more under names that begin with that of the changed game. There the names mean
its own functions, those of the user's among them, and its state is a type of its own: it is another game to
`rules.verbs` and `rules.kernel_cache`, and the game as it was knows nothing of it.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec, module_from_spec, resolve_name
from inspect import signature
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from rules import games
from rules.errors import UserError
from rules.games import USERS, Game
from rules.kernel import Kernel, compile_for
from rules.kernel_cache import ROOMS, TOP
from rules.verbs import replace_answers

ORIGINAL = "original"
"""What a function that replaces another one calls that."""


class World:
    """The modules of a changed game: read by name when they are imported there.

    `folder` holds the user's files, of which `files` are the paths there; `typed` is the first as its user
    names it.
    """

    def __init__(self, game: Game, name: str, folder: Path, files: Sequence[str], typed: str) -> None:
        self.name, self.folder, self.files, self.typed = name, folder, files, typed
        self._packages = _packages_of(game)
        self._replaced: list[tuple[Any, FunctionType]] = []
        self._builtins = {**vars(builtins), "__import__": self._import}
        games.name_changed(name, game.name)
        top = ModuleType(name)
        top.__path__ = []
        sys.modules[name] = top

    def holds(self, module: str) -> bool:
        """Whether it has a module of its own in place of the one of this name."""
        return any(f"{module}.".startswith(f"{package}.") for package in self._packages)

    def load(self, module: str) -> ModuleType:
        """Its own module in place of the one of this name."""
        name = f"{self.name}.{module}"
        if name not in sys.modules:
            spec = find_spec(module)
            if spec is None or spec.loader is None:
                raise ModuleNotFoundError(f"No module named '{module}'", name=module)
            self._execute(module_from_spec(spec), name, spec.loader.get_code(module))  # type: ignore[attr-defined]
        return sys.modules[name]

    def load_users(self, file: str) -> ModuleType:
        """The module that a file of the user's makes here."""
        name = f"{self.name}.{USERS}.{file.removesuffix('.py').replace('/', '.')}"
        if name not in sys.modules:
            path = self.folder / file
            module = ModuleType(name)
            module.__file__ = str(path)
            self._execute(module, name, compile(path.read_text(encoding="utf-8"), str(path), "exec"))
        return sys.modules[name]

    def _execute(self, module: ModuleType, name: str, code: Any) -> None:
        module.__name__ = name
        module.__package__ = name if hasattr(module, "__path__") else name.rpartition(".")[0]
        vars(module)["__builtins__"] = self._builtins
        sys.modules[name] = module
        try:
            exec(code, vars(module))
        except BaseException:
            del sys.modules[name]
            raise

    def _import(
        self, module: str, space: Any = None, local: Any = None, names: Any = (), level: int = 0
    ) -> Any:
        """What stands for ``__import__`` in its modules."""
        if level:
            module = resolve_name("." * level + module, space["__package__"]).removeprefix(f"{self.name}.")
        if (file := f"{module.replace('.', '/')}.py") in self.files:
            return self.load_users(file)
        if not names or not self.holds(module):
            return builtins.__import__(module, space, local, names)
        found = self.load(module)
        for each in names:
            if not hasattr(found, each) and find_spec(f"{module}.{each}"):
                setattr(found, each, self.load(f"{module}.{each}"))
        return found

    def modules(self) -> Iterator[ModuleType]:
        """Those that were read so far."""
        return (each for name, each in list(sys.modules.items()) if name.startswith(f"{self.name}."))

    def leave(self) -> None:
        """Forget what was read: it is no game."""
        for module in list(self.modules()):
            del sys.modules[module.__name__]

    # --- functions of the user's

    def replace(self, target: Any, function: Any) -> None:
        """Note that a function of the user's takes the place of a function of the game.

        Raises
        ------
        UserError
            If it is none, takes other things, or is replaced already.
        """
        function = getattr(function, "py_func", function)
        called = f"{self.typed}: {function.__name__}"
        if not isinstance(target, Kernel | FunctionType) or hasattr(target, "kernel_of"):
            raise UserError(f"{called} replaces {target!r}, which is no function of a game's own")
        name = f"{target.__module__}.{target.__name__}".removeprefix(f"{self.name}.")  # type: ignore[union-attr]
        if games.changed_by(target.__module__) != self.name:
            raise UserError(
                f"{called} replaces {name}, which is not of this game; import "
                "it as: from rules.GAME import MODULE"
            )
        takes, took = (list(signature(each).parameters) for each in (function, target))
        if takes != took:
            raise UserError(
                f"{called}({', '.join(takes)}) must be {function.__name__}({', '.join(took)}), as {name} is "
                "that it replaces"
            )
        if any(target is other for other, _ in self._replaced):
            raise UserError(f"{called} replaces {name}, which another function replaces already")
        self._replaced.append((target, function))

    def settle(self) -> None:
        """Let every name mean what replaces it; call it once, when the user's file is executed."""
        new, spaces = dict[int, Any](), list[tuple[dict[str, Any], Any, FunctionType]]()
        for target, function in self._replaced:
            space: dict[str, Any] = {"__builtins__": self._builtins}
            bound = FunctionType(
                function.__code__, space, function.__name__, function.__defaults__, function.__closure__
            )
            bound.__module__, bound.__qualname__ = function.__module__, function.__qualname__
            is_kernel = isinstance(target, Kernel)
            made = compile_for(self.name, bound, inline=target.inline) if is_kernel else bound
            new[id(target)] = new[id(function)] = made
            spaces.append((space, target, function))
        for module in self.modules():
            for name, value in list(vars(module).items()):
                if id(value) in new:
                    setattr(module, name, new[id(value)])
        replace_answers(self.name, new)
        for space, target, function in spaces:
            space.update({**function.__globals__, ORIGINAL: target})


def _packages_of(game: Game) -> tuple[str, ...]:
    """The packages of a game, and those that games share."""
    rooms = [room for room in ROOMS if any((TOP / room).glob("[a-z]*/"))]
    shared = [
        f"{room.replace('/', '.')}.{folder.name}"
        for room in rooms
        for folder in (TOP / room).glob("[a-z]*/")
        if folder.name not in games.OWN
    ]
    own = [game.package] if game.package else [f"{room.replace('/', '.')}.{game.name}" for room in rooms]
    return (*own, *shared)
