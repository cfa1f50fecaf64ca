"""Reads a file with rules of the user's own, and makes the changed game."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from rules.errors import UserError
from rules.games import Game, with_presets
from rules.options import Heading, describe
from rules.worlds import World
from simulate.house.writing import changing
from simulate.plain.files import DIGITS, check_option, told_of
from simulate.plain.game import OwnOption
from simulate.plain.known import declare
from simulate.plans.code import Code, does_not_run, read_code, unpacked


@dataclass(frozen=True, eq=False)
class ChangedGame(Game):
    """A game with the rules that a file of the user's changes.

    Its `name` is that of the game and of the file, with digits of the text: another text is another game.
    """

    game: Game = field(default=None)  # type: ignore[assignment]
    """As it is without."""
    world: World = field(default=None)  # type: ignore[assignment]
    code: Code = field(default_factory=lambda: Code("", {}))
    added: Mapping[str, OwnOption] = field(default_factory=dict)

    @property
    def typed(self) -> str:
        """What names the game on a command line, beside the file."""
        return self.game.typed

    @property
    def origin(self) -> str:
        """The game that it is, but for these rules."""
        return self.game.name

    @property
    def folder_name(self) -> str:
        """What the names of its runs begin with."""
        return f"{self.origin}-{Path(self.code.file).stem}"

    def part(self, room: str, module: str) -> ModuleType:
        """A module of its own, or of the game above the rooms where games are played."""
        name = f"{self.package or f'{room}.{self.origin}'}.{self.modules.get(module, module)}"
        return self.world.load(name) if self.world.holds(name) else self.game.part(room, module)

    def page(self, room: str, module: str) -> ModuleType:
        """That of the game."""
        return self.game.page(room, module)

    @property
    def weights(self) -> Path:
        """Those of the game: nobody has learned the rules that are changed."""
        return self.game.weights

    @cached_property
    def options(self) -> Any:
        """Those of the game, and those that the file adds."""
        module: Any = self.part("rules", "options")
        module = with_presets(module) if self.package else module
        if not self.added:
            return module
        base = module.Options
        rows = [(name, type(own.default), declare(self.code.file, own)) for name, own in self.added.items()]
        spaces = {name: value for name, value in vars(base).items() if isinstance(value, Heading)}
        made = dataclasses.make_dataclass("Options", rows, bases=(base,), namespace=spaces, frozen=True)
        told = {each.name: each.text for each in describe(base)}
        told |= told_of(self.added, ast.parse(self.code.texts[self.code.file]).body)
        made.TEXTS = told  # type: ignore[attr-defined]
        return SimpleNamespace(**vars(module) | {"Options": made})


def read_changed(game: Game, typed: str) -> ChangedGame:
    """A game with the rules of a file, as a user types it.

    Raises
    ------
    UserError
        If the file does not run, or changes what is not there.
    """
    if game.code is not None:
        raise UserError(f"--code {typed}: {game.typed} has code of your own already; change it there")
    path = Path(typed)
    code, _ = read_code(path, typed)
    return _changed(game, code, path.resolve().parent, typed)


def kept_changed(game: Game, code: Code) -> ChangedGame:
    """A game with the rules of a file that a run keeps.

    Raises
    ------
    UserError
        If nobody here has vouched for it, or it changes what is not there.
    """
    return _changed(game, code, unpacked(code), code.file)


_made: dict[str, ChangedGame] = {}
"""By name."""


def _changed(game: Game, code: Code, folder: Path, typed: str) -> ChangedGame:
    stem = re.sub(r"[^a-z0-9]+", "_", Path(code.file).stem.lower())
    name = f"{game.name}_{stem}_{code.hash[:DIGITS]}"
    if name not in _made:
        world = World(game, name, folder, tuple(code.texts), typed)
        try:
            with changing(world):
                module = world.load_users(code.file)
            added = {name: value for name, value in vars(module).items() if isinstance(value, OwnOption)}
            _check_added(added, game, typed)
            world.settle()
        except BaseException as error:
            world.leave()
            if isinstance(error, KeyboardInterrupt | MemoryError | UserError):
                raise
            raise does_not_run(typed, error, folder) from error
        kept = {each.name: getattr(game, each.name) for each in dataclasses.fields(Game)}
        said = " ".join((module.__doc__ or "").partition("\n\n")[0].split())
        told = {"name": name, "change": said, "notes": (*game.notes, *filter(None, [said]))}
        own = {"game": game, "world": world, "code": code, "file": typed, "added": added}
        _made[name] = ChangedGame(**kept | told | own)
    return _made[name]


def _check_added(added: Mapping[str, OwnOption], game: Game, typed: str) -> None:
    """Refuse options that the game has, those that are on, and those that no value can be given."""
    known = {each.name for each in dataclasses.fields(game.options.Options)}
    for name, own in added.items():
        if name in known or hasattr(game.options.Options, name):
            raise UserError(f"{typed}: {game.name} has an option '{name}' already; name yours otherwise")
        check_option(name, own, typed)
        if own.default is True:
            raise UserError(f"{typed}: {name}: an added rule is off at first: write {name} = option(False)")
