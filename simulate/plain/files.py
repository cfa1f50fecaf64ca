"""Reads a game in plain Python: the class in its file, held against what a game must say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from rules.errors import UserError
from rules.options import texts_under
from simulate.plain.game import MOST_SEATS, Game, OwnOption, decides, has_score
from simulate.plain.known import PlainGame
from simulate.plain.players import methods
from simulate.plans.code import Code, execute, read_code
from simulate.plans.own_code import check_chance
from simulate.plans.policies import NO_WEIGHTS

DIGITS = 8
"""Digits of the hash of its text in the name of a game."""


class Reading(NamedTuple):
    """A file that was read, and of what time and size it was with those that it uses."""

    game: PlainGame
    stamps: list[tuple[int, int]]


_read: dict[tuple[Path, str], Reading] = {}


def stamps_of(folder: Path, code: Code) -> list[tuple[int, int]]:
    """The time and size of each file of code; less than all if one is gone."""
    stats = [(folder / name).stat() for name in code.texts if (folder / name).is_file()]
    return [(stat.st_mtime_ns, stat.st_size) for stat in stats]


def read_game(typed: str) -> PlainGame:
    """The game in a file, as a user types it.

    Raises
    ------
    UserError
        If the file does not run, or holds no game.
    """
    path = Path(typed).resolve()
    known = _read.get((path, typed))
    if known is None or known.stamps != stamps_of(path.parent, known.game.code):
        code, module = read_code(path, typed)
        known = _read[path, typed] = Reading(game_of(code, module, typed), stamps_of(path.parent, code))
    return known.game


def kept_game(code: Code) -> PlainGame:
    """The game whose file a run keeps.

    Raises
    ------
    UserError
        If nobody here has vouched for it, or it is no game.
    """
    return game_of(code, execute(code), code.file)


def game_of(code: Code, module: ModuleType, typed: str) -> PlainGame:
    """The game that a file holds.

    Raises
    ------
    UserError
        Saying what its class lacks.
    """
    kind = _class_in(module, typed)
    _check(kind, typed)
    tree = ast.parse(code.texts[code.file])
    classes = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    check_chance(tree, vars(module), code.file, typed, "so no game could be played again; ask self.roll(6)")
    stem = re.sub(r"\W+", "_", Path(code.file).stem.lower())
    low, high = _seats(kind, typed)
    usual = kind.usual_players or low
    if not low <= usual <= high:
        raise UserError(f"{typed}: usual_players = {usual}: the game is for {low} to {high} players")
    title = kind.title or _spaced(kind.__name__)
    said = (module.__doc__ or kind.__doc__ or "a game of one's own").strip().splitlines()[0].rstrip(".")
    said = re.sub(rf"^{re.escape(title)}\s*[:,.]\s*", "", said)  # which stands beside it
    return PlainGame(
        name=f"{stem}-{code.hash[:DIGITS]}",
        title=title,
        summary=said,
        players=(low, high),
        default_players=usual,
        default_reason="as its file says",
        unit=kind.unit,
        low_wins=kind.low_wins,
        symmetric=kind.symmetric,
        kind=kind,
        code=code,
        module=module,
        typed=typed,
        texts=told_of(kind.own_options, *classes),
    )


def _class_in(module: ModuleType, typed: str) -> type[Game]:
    """The one class of a file that is a game, and no base of another there."""
    kinds = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Game)]
    own = [each for each in dict.fromkeys(kinds) if each.__module__ == module.__name__]
    last = [each for each in own if not any(other is not each and issubclass(other, each) for other in own)]
    if not last:
        raise UserError(
            f"{typed}: no game in it; write: class MyGame(Game), after: from simulate.plain import Game"
        )
    if len(last) > 1:
        raise UserError(
            f"{typed}: several games in it, {' and '.join(each.__name__ for each in last)}; a file is one"
        )
    return last[0]


def _seats(kind: type[Game], typed: str) -> tuple[int, int]:
    given = kind.players
    pair = (given, given) if isinstance(given, int) else given
    if (
        not isinstance(pair, tuple | list)
        or len(pair) != 2
        or not all(type(number) is int for number in pair)
        or not 1 <= pair[0] <= pair[1] <= MOST_SEATS
    ):
        raise UserError(
            f"{typed}: players = {given!r}: write the fewest and the most, from 1 to {MOST_SEATS}: 2, 4"
        )
    return pair[0], pair[1]


def _check(kind: type[Game], typed: str) -> None:
    """Refuse a class that leaves out what a game must say."""
    if kind.set_up is Game.set_up:
        raise UserError(f"{typed}: {kind.__name__} has no method set_up, which lays out the game")
    if decides(kind):
        for name, what in {"play": "play(self, move)", "is_over": "is_over(self)"}.items():
            if getattr(kind, name) is getattr(Game, name):
                raise UserError(f"{typed}: {kind.__name__} has moves and no method {what}")
    if not has_score(kind) and kind.winners is Game.winners:
        raise UserError(
            f"{typed}: {kind.__name__} says not who wins: write score(self, seat), or winners(self)"
        )
    for name, own in kind.own_options.items():
        if hasattr(Game, name) or name in Game.__annotations__:
            raise UserError(f"{typed}: every game has a '{name}'; name the option otherwise")
        check_option(name, own, typed)
    _check_styles(kind, typed)
    if kind.usual_policy and kind.usual_policy not in (*methods(kind), *kind.styles):
        raise UserError(f"{typed}: usual_policy = '{kind.usual_policy}': the class has no such @policy")


def _check_styles(kind: type[Game], typed: str) -> None:
    """Refuse weights of what is no feature, and names that stand for something else."""
    for name in kind.own_features:
        if name in NO_WEIGHTS:
            raise UserError(
                f"{typed}: '{name}' means something else in files of weights; name the feature otherwise"
            )
    for name, style in kind.styles.items():
        if not isinstance(style, Mapping) or "text" not in style:
            raise UserError(f"{typed}: styles: '{name}' must be a table of weights with a text")
        if name in methods(kind):
            raise UserError(f"{typed}: styles: there is a policy '{name}' already; name the table otherwise")


def check_option(name: str, own: OwnOption, typed: str) -> None:
    """Refuse an option whose default is none of its values."""
    default = own.default
    if isinstance(default, bool):
        return
    if isinstance(default, str):
        if default not in own.choices:
            raise UserError(
                f"{typed}: {name}: '{default}' is none of its choices; write choices=[...] with it"
            )
    elif type(default) is not int:
        raise UserError(
            f"{typed}: {name} = {default!r}: an option is a whole number, True or False, or a word"
        )
    elif own.low is None or own.high is None:
        raise UserError(
            f"{typed}: {name}: say the least and the greatest value: option({default}, LEAST, GREATEST)"
        )
    elif not own.low <= default <= own.high:
        raise UserError(f"{typed}: {name}: {default} does not lie from {own.low} to {own.high}")


def _spaced(name: str) -> str:
    """The name of a class as words: ``NoThanks`` is No Thanks."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)


def told_of(options: Iterable[str], *bodies: list[ast.stmt]) -> dict[str, str]:
    """What stands in quotes under each option, in any of these bodies; its name, where nothing does."""
    told = {name: name.replace("_", " ") for name in options}
    for body in bodies:
        told |= {name: text for name, text in texts_under(body).items() if name in told}
    return told
