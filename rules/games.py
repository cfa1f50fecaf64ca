"""The games there are: a game is its folder, and one `Game` object says what is in it."""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from rules.errors import Notice, UserError, nearest

GROUP = "houserules.games"
"""The entry-point group under which an installed package names its `Game`."""

SIMULATOR, PLAIN = "simulate.play.simulator", "simulate.plain.files"
"""What plays compiled games, and what reads those in files of plain Python."""
HOUSE = "simulate.house.reading"
"""What reads rules of users' own."""

MAX_SEATS = 5
"""How many may sit at a table, whatever the game."""

MOMENTS = "simulate.play.moments"
"""What knows the moments of compiled games."""

USUAL = {
    "referee": "rules.played_moves",
    "playing": "simulate.play.usual",
    "replay": "simulate.replays.played_moves",
    "transcript": "simulate.replays.played_moves",
    "analysis": "analyses.games.package",
    "report": "reports.runs.package",
}
"""What stands for the modules that a game in a package of its own leaves out."""

OWN = ("starwars", "carcassonne", "catan", "castle")
"""The games of this project, in the order in which they are listed."""


@dataclass(frozen=True, eq=False)
class Game:
    """What is known of a game without loading it, and its parts, each loaded when it is asked for.

    A part is a module. Those of this project's games lie in one folder a layer, `rules/GAME`,
    `simulate/games/GAME`, and `analyses/games/GAME.py`, `reports/runs/GAME.py`; those of any other game in
    its `package`.
    """

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    default_players: int
    default_reason: str
    unit: str
    """What a score counts; "" for a game without a score."""
    box_players: tuple[int, int] | None = None
    """Numbers of players that its box is for, where others can play too (HR-10)."""
    low_wins: bool = False
    symmetric: bool = False
    """Whether it makes no difference where somebody sits, as who begins is drawn by lot."""
    box: str = ""
    """What lies in the box, and the module that reads it: tiles, cards, a board; "" for nothing but dice."""
    own_box: bool = False
    """Whether a file of the user's may replace it."""
    caveat: str = ""
    notes: tuple[str, ...] = ()
    package: str = ""
    modules: Mapping[str, str] = field(default_factory=dict)
    """Parts that are not in the module of their name: ``{"referee": "record"}``."""
    usual: str = ""
    """Who plays unless the user says; "" for `heuristic`, or for `random` where there are no styles."""

    is_plain = False
    """Whether its rules are a class in a file of plain Python."""
    code: Any = None
    """The files of such a game, or those of the user's that change its rules."""
    file: str | None = None
    """What the user calls the file that changes its rules."""
    change: str = ""
    """What that file says of itself."""

    @property
    def usual_policy(self) -> str:
        """Who plays unless the user says."""
        return self.usual or ("heuristic" if self.has_styles else "random")

    @property
    def ranking_policy(self) -> str:
        """The policy by which legal moves are put in order, and with which a search begins."""
        return "heuristic" if self.has_styles else "greedy"

    @cached_property
    def has_styles(self) -> bool:
        """Whether it has styles of play of its own: a package without move features has none."""
        return not self.package or self.weights.exists() or self.playing.styles is None

    @property
    def has_score(self) -> bool:
        """Whether anything is counted by which it is won."""
        return bool(self.unit)

    @property
    def has_rivals(self) -> bool:
        """Whether there are others whom somebody can be ahead of."""
        return True

    @property
    def decides(self) -> bool:
        """Whether anybody decides anything, and so it takes turns, and players who differ."""
        return True

    @property
    def folder_name(self) -> str:
        """What the names of its runs begin with."""
        return self.name

    @property
    def typed(self) -> str:
        """What names it on a command line."""
        return self.name

    @property
    def policy_names(self) -> list[str]:
        """The names of the policies of a game in plain Python."""
        raise NotImplementedError

    def text_of_policy(self, name: str) -> str | None:
        """What such a policy does."""
        raise NotImplementedError

    @property
    def methods(self) -> list[str]:
        """Those of such policies that need no weights."""
        raise NotImplementedError

    @property
    def styles(self) -> Mapping[str, Any]:
        """The policies by weights of a game in plain Python, each a table as files of weights have them."""
        raise NotImplementedError

    @property
    def features(self) -> dict[str, str]:
        """Name and meaning of the features of a move in such a game."""
        raise NotImplementedError

    @property
    def origin(self) -> str:
        """The game that it is, but for rules that a file of the user's changes."""
        return self.name

    @property
    def kin(self) -> str:
        """What games have in common that can be compared: one game, by whatever rules."""
        return self.origin

    def simulator(self, plan: Any) -> Any:
        """What plays the games of a plan."""
        return import_module(SIMULATOR).Simulator(plan)

    def positions(self, plan: Any, record: Any) -> Any:
        """Every moment of a record of the game, each a `simulate.play.seam.Position`.

        Raises
        ------
        UserError
            If the record is not legal, or no game can be made of it.
        """
        return import_module(MOMENTS).positions(plan, record)

    def part(self, room: str, module: str) -> ModuleType:
        """A module of the game: of its folder in a room, or of its own package."""
        return import_module(f"{self.package or f'{room}.{self.name}'}.{self.modules.get(module, module)}")

    def has_part(self, module: str) -> bool:
        """Whether it has a module of its own for a part: a package may leave out those of `USUAL`."""
        if not self.package or module in self.modules:
            return True
        return find_spec(f"{self.package}.{module}") is not None

    def page(self, room: str, module: str) -> Any:
        """A module that is all there is of the game in a room, or what its own package says."""
        if not self.package:
            return import_module(f"{room}.{self.name}")
        said = vars(self.part(room, module)) if self.has_part(module) else {}
        return import_module(USUAL[module]).of_game(self, said)

    @cached_property
    def options(self) -> Any:
        """`Options`, `PRESETS`, `PRESET_TEXTS`, `complete`."""
        module = self.part("rules", "options")
        return with_presets(module) if self.package else module

    @cached_property
    def engine(self) -> ModuleType:
        """`RULES_VERSION`, and the kernels that answer the verbs of `rules.verbs`."""
        return self.part("rules", "engine")

    @cached_property
    def referee(self) -> Any:
        """The class that judges game records."""
        if not self.has_part("referee"):
            return import_module(USUAL["referee"]).referee_of(self)
        return self.part("rules", "referee").Referee

    @cached_property
    def playing(self) -> Any:
        """What the simulator needs to know: a `simulate.play.simulator.Playing`. Loads the engine, too."""
        assert self.engine is not None  # its kernels answer the verbs
        if not self.has_part("playing"):
            return import_module(USUAL["playing"]).playing_of(self.name)
        return self.part("simulate.games", "playing").PLAYING

    @cached_property
    def replay(self) -> ModuleType:
        """`play`: a game of a run again, with all that happened in it."""
        return self._played("replay")

    @cached_property
    def transcript(self) -> ModuleType:
        """`transcript`: a game played again, told line by line."""
        return self._played("transcript")

    def _played(self, module: str) -> ModuleType:
        """What plays games again, or tells them."""
        is_there = self.has_part(module)
        return self.part("simulate.games", module) if is_there else import_module(USUAL[module])

    @cached_property
    def picture(self) -> ModuleType:
        """`scene`: the board of a game played again; `SHOW`: the words for what it can show besides.

        Raises
        ------
        UserError
            For a game that has none.
        """
        if self.package and not find_spec(f"{self.package}.{self.modules.get('scene', 'scene')}"):
            raise self.no_picture
        return self.part("reports.boards", "scene")

    @property
    def no_picture(self) -> UserError:
        """What is said of a game that cannot be drawn."""
        return UserError(f"there are no pictures of {self.typed}; `simulate replay` tells its games in words")

    @cached_property
    def weights(self) -> Path:
        """The file of the built-in styles of play."""
        folder = import_module(self.package or f"simulate.games.{self.name}").__file__
        return Path(str(folder)).with_name("weights.toml")

    @cached_property
    def analysis(self) -> ModuleType:
        """What a summary says of a run: an `analyses.measures.summary.GameAnalysis`."""
        return self.page("analyses.games", "analysis")

    @cached_property
    def report(self) -> ModuleType:
        """What the page of a run shows of this game only."""
        return self.page("reports.runs", "report")

    @cached_property
    def standard_box(self) -> Any:
        """What lies in its own box, read once: kernels only read it."""
        return self.load_box()

    def load_box(self, path: Path | None = None) -> Any:
        """What lies in the box, from a file of the user's if there is one: a tile set, a board, cards.

        Raises
        ------
        UserError
            For a file that cannot be used.
        """
        return getattr(self.part("rules", self.box), f"load_{self.box}")(path) if self.box else None

    @property
    def printed_players(self) -> tuple[int, int]:
        """Numbers of players by the rules as printed, which studies ask about unless they say others."""
        return self.box_players or self.players

    def caveat_of(self, players: int) -> str:
        """What to know of a game of so many players; "" where its box is for as many."""
        low, high = self.printed_players
        if low <= players <= high:
            return ""
        return f"the box of {self.title} is for {low} to {high} players, not for {players}"

    def box_of(self, text: str) -> Any:
        """What lies in the box whose file has this text."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "box.toml"
            path.write_text(text, encoding="utf-8")
            return self.load_box(path)

    def complete(self, options: Any, players: int, box: Any = None) -> Any:
        """The options as they stand, with a box of the user's or the game's own.

        Raises
        ------
        UserError
            For options that do not go together, or not with the box.
        """
        if box is None:
            return self.options.complete(options, players)
        return self.options.complete(options, players, box)

    def usual_players(self, preset: str | None = None) -> int:
        """The number of players unless another is asked for: a preset may fix it (`PRESET_PLAYERS`)."""
        fixed: Mapping[str | None, int] = getattr(self.options, "PRESET_PLAYERS", {})
        return fixed.get(preset, self.default_players)

    def check_players(self, players: int | None, preset: str | None = None) -> int:
        """The number of players, the usual one for None.

        Raises
        ------
        UserError
            If the game is not for so many.
        """
        low, high = self.players
        if players is None:
            players = self.usual_players(preset)
        if not low <= players <= high:
            raise UserError(f"{self.name} is for {low} to {high} players, not {players}")
        return players


def with_presets(module: ModuleType) -> SimpleNamespace:
    """What a module says of options, and what it leaves out: one preset, and nothing to fill in."""
    standard = next(iter(getattr(module, "PRESETS", {"standard": {}})))
    usual = {
        "PRESETS": {standard: {}},
        "PRESET_TEXTS": {standard: "the usual game"},
        "complete": lambda options, players: options,
    }
    return SimpleNamespace(**usual | vars(module))


_loaded: dict[str, Game] = {}
"""By name, in the order in which they were first asked for."""

_plain: dict[str, Game] = {}
"""Games in files, by name."""

_changed: dict[str, Game] = {}
"""Games of which a file of the user's changes rules, by name."""

_origins: dict[str, str] = {}
"""The game that each of these is otherwise: known while it is read."""

FILE = ".py"
"""What the name of a file with a game in plain Python ends with."""


@cache
def names() -> tuple[str, ...]:
    """Every game: those of this project, then those of installed packages by name."""
    others = {point.name: point for point in entry_points(group=GROUP)}
    for name in sorted(others.keys() & set(OWN)):
        text = f"a game of {_package_of(others[name])} is left out: '{name}' is one of houserules; rename it"
        warnings.warn(text, Notice, stacklevel=2)
    return (*OWN, *sorted(others.keys() - set(OWN)))


def named_by(word: str) -> str | None:
    """The game that somebody named, in small or capital letters or by its file, if it is one."""
    if word.endswith(FILE):
        return load(word).name
    return word.lower() if word.lower() in names() else None


def load(name: str) -> Game:
    """The game of this name, or in this file.

    Raises
    ------
    UserError
        For an unknown name, or a package or file that does not load.
    """
    if known := _plain.get(name) or _changed.get(name):
        return known
    if name.endswith(FILE):
        game: Game = import_module(PLAIN).read_game(name)
        return _plain.setdefault(game.name, game)
    return _known(name)


def is_plain_game(name: str) -> bool:
    """Whether a game that is known is one in a file of plain Python."""
    return name in _plain


def in_files() -> tuple[Game, ...]:
    """The games in files of plain Python that are known."""
    return tuple(_plain.values())


def is_name_of_file(name: str) -> bool:
    """Whether a game in a file could have this name: that of the file, and digits of the hash of its text."""
    return re.fullmatch(r"\w+-[0-9a-f]{8}", name, re.ASCII) is not None


def load_changed(name: str, file: str) -> Game:
    """The game of this name with the rules that a file of the user's changes.

    Raises
    ------
    UserError
        If the file does not run, or what it changes is not there.
    """
    game: Game = import_module(HOUSE).read_changed(load(name), file)
    return _changed.setdefault(game.name, game)


def load_for_records(name: str | None, file: str | None) -> None:
    """Load the game that a user says records are of: a file, or a game with a file that changes it.

    Raises
    ------
    UserError
        If it does not load, or only the file is said that changes it.
    """
    if file is None:
        if name is not None:
            load(name)
    elif name is None:
        raise UserError(f"--code {file}: say which game it changes: --game NAME")
    else:
        load_changed(name, file)


def name_changed(name: str, origin: str) -> None:
    """Say which game another one is, but for some rules: before its modules are read."""
    _origins[name] = origin


def is_changed(name: str) -> bool:
    """Whether a game that is known has rules of the user's own."""
    return name in _changed


def origin_of(name: str) -> str:
    """The game that one is, but for rules that a file of the user's changes."""
    return _origins.get(name, name)


USERS = "users"
"""The package in a changed game that holds the files of the user's."""


def changed_by(module: str) -> str:
    """The changed game to which a module belongs by its name; "" for none."""
    package = module.partition(".")[0]
    return package if package in _origins else ""


def load_code(name: str, code: Any, origin: str = "") -> Game:
    """The game of this name, whose files came with a run; of a changed game `origin` says which it was.

    Raises
    ------
    UserError
        If nobody here has vouched for them.
    """
    known = _changed if origin else _plain
    if name not in known:
        game: Game
        if origin:
            game = import_module(HOUSE).kept_changed(load(origin), code)
        else:
            game = import_module(PLAIN).kept_game(code)
        if game.name != name:
            raise ValueError(f"its files are those of {game.name}, not of {name}")
        known[name] = game
    return known[name]


def as_typed(text: str) -> str:
    """A text with games in files, and those that a file changes, named as their user names them."""
    for name, game in _plain.items():
        text = text.replace(name, game.typed)
    for name in _changed:
        text = text.replace(name, " ".join(words_of(name)))
    return text


def words_of(name: str) -> list[str]:
    """What names a game on a command line: of one that a file changes the game, and the file."""
    game = _changed.get(name)
    return [name] if game is None else [game.typed, "--code", str(game.file)]


def forget() -> None:
    """Read the packages of games again when they are asked for."""
    _known.cache_clear()


@cache
def _known(name: str) -> Game:
    if name in OWN:
        game = import_module(f"rules.{name}").GAME
    elif name in names():
        game = _installed(name)
    else:
        raise UserError(
            f"there is no game '{name}'.{nearest(name, names())} Games: {', '.join(names())} (simulate games)"
        )
    assert isinstance(game, Game)
    _loaded[name] = game
    return game


def loaded() -> tuple[Game, ...]:
    """The games that this process asked for so far."""
    return tuple(_loaded.values())


def _package_of(point: EntryPoint) -> str:
    """The installed package that names a game."""
    return point.dist.name if point.dist else point.value


def _installed(name: str) -> Game:
    """The game that an installed package names.

    Raises
    ------
    UserError
        If the package is broken, or calls itself otherwise, or its game is for too many; if two packages
        name a game so.
    """
    point, *others = entry_points(group=GROUP, name=name)
    if others:
        packages = " and ".join(_package_of(one) for one in (point, *others))
        raise UserError(f"more than one package names a game '{name}': {packages}; keep one of them")
    try:
        game = point.load()
    except MemoryError:
        raise
    except Exception as error:  # whatever its package raises
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise UserError(f"the game '{name}' ({point.value}) does not load: {why}") from error
    if not isinstance(game, Game):
        raise UserError(f"the game '{name}' ({point.value}) is no rules.games.Game")
    if not name == game.name == game.package:
        raise UserError(
            f"the game '{name}' ({point.value}) has the name '{game.name}' and the package '{game.package}': "
            "entry point, name and package must be the same word"
        )
    if game.players[1] > MAX_SEATS:
        raise UserError(
            f"the game '{name}' ({point.value}) is for up to {game.players[1]} players, but "
            f"{MAX_SEATS} can sit at a table at most: change `players` of its GAME"
        )
    return game
