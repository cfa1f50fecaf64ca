"""Policies as users name them: built in, a TOML file of weights, or a function in a Python file.

A name is one of

    random                  any legal move with equal chance
    heuristic, greedy ...   a weighted sum of the game's move features; weights in the game's weights.toml
    search:16               heuristic that looks some turns ahead by short playouts; thinking time 16
    search:16:NAME          any of the others that gives each move a value, in place of heuristic
    my.toml                 the only table of weights in a file, or my.toml:style for one of several
    my.py:cautious          a function that gets the state, the legal moves and their features, and
                            returns the index of a move, or a value for each
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from inspect import isfunction, signature
from pathlib import Path
from typing import Any, NamedTuple

from rules import games
from rules.errors import UserError, nearest
from rules.kernel import names_in
from rules.toml import read_toml
from simulate.io.files import reading
from simulate.plans.request import MAX_PLAYOUTS, USUAL_POLICY, policy_words
from simulate.plans.trust import check_trusted, trust

SEARCH = "search"
SEARCH_VERSION = 2
"""Rises when, and only when, searches with the same weights choose other moves in compiled games."""

RUNGS = tuple(f"{SEARCH}:{playouts}" for playouts in (1, 4, 16, 64))
"""Searching policies as they are offered; any number of playouts will do."""

SEARCHING = re.compile(rf"{SEARCH}:([1-9]\d*)(?::(.+))?")
"""A searching policy: its playouts, and whose values it begins with."""

AHEAD = "{} that looks some turns ahead by short playouts; thinking time {}"
TO_THE_END = "{} that plays its best moves on to the end of the game; thinking time {}"

UNWEIGHED = {
    "random": "any legal move with equal chance",
    f"{SEARCH}:N": AHEAD.format(USUAL_POLICY, "N"),
    f"{SEARCH}:N:NAME": "another policy that does so",
}
"""What policies do that have no table of weights."""

POSITION = "position"
"""The table of weights.toml that is no style: weights of position features, by number of players."""

ERRORS = ("errors", "set_up_errors")
"""Keys of a style that errs."""

COMPILED = ("playouts", *ERRORS)
"""Keys of a style that games in plain Python do not know."""

NO_WEIGHTS = ("text", "like", SEARCH, *COMPILED, "players")
"""Keys of a style that are no features."""


@dataclass(frozen=True)
class Policy:
    """How a seat chooses. Exactly one of `weights` and `source` is set, neither for `random`.

    With `playouts` the best moves by weight are tried by so many playouts each; with `search` by short ones,
    more of the better moves, for so much thinking time, judged by the weights of the `position`. With
    `errors` values are misjudged by so many points, with `set_up_errors` only in the set-up. `source` is the
    text of the user's Python file and `function` the name in it, so that a run can be continued and replayed
    after the file has changed. `constants` are digests of the values that the function took from its file
    when it was read, None where nobody noted them.
    """

    name: str
    weights: tuple[tuple[str, float], ...] | None = None
    playouts: int = 0
    search: int = 0
    errors: float = 0.0
    set_up_errors: float = 0.0
    position: tuple[tuple[str, float], ...] = ()
    source: str | None = None
    function: str | None = None
    constants: tuple[tuple[str, str], ...] | None = None

    @property
    def chooses_alike(self) -> bool:
        """Whether it chooses the same where neither it nor the game leaves anything to chance."""
        return self.weights is not None and not (self.errors or self.set_up_errors)

    @property
    def file(self) -> str:
        """The file of a function of the user's, as it was named."""
        match = SEARCHING.fullmatch(self.name)
        return (self.name if match is None else match[2] or "").rpartition(":")[0]

    def as_dict(self) -> dict[str, Any]:
        """JSON form, for manifests; the source is given by its hash."""
        data: dict[str, Any] = {"name": self.name}
        if self.weights is not None:
            data["weights"] = dict(self.weights)
        if self.playouts:
            data["playouts"] = self.playouts
        if self.search:
            data |= {"search": self.search, "position": dict(self.position)}
        for key in ERRORS:
            if getattr(self, key):
                data[key] = getattr(self, key)
        if self.source is not None:
            data["function"] = self.function
            data["sha256"] = hashlib.sha256(self.source.encode()).hexdigest()
        if self.constants is not None:
            data["constants"] = dict(self.constants)
        return data

    @staticmethod
    def from_dict(data: Mapping[str, Any], source: str | None) -> Policy:
        """The policy of which a manifest says this; `source` is the text of its file."""
        return Policy(
            data["name"],
            tuple(data["weights"].items()) if "weights" in data else None,
            data.get("playouts", 0),
            data.get("search", 0),
            data.get("errors", 0.0),
            data.get("set_up_errors", 0.0),
            tuple(data.get("position", {}).items()),
            source,
            data.get("function"),
            tuple(data["constants"].items()) if "constants" in data else None,
        )


@cache
def move_features(game: str) -> dict[str, str]:
    """Name and meaning of the move features of a game."""
    known = games.load(game)
    if known.is_plain:
        return known.features
    return known.playing.move_features.texts()


@cache
def built_in(game: str) -> dict[str, dict[str, Any]]:
    """The styles of the game's weights.toml: each a table of weights with a `text`."""
    if games.load(game).is_plain:
        return dict(games.load(game).styles)
    found = {name: table for name, table in _tables(game).items() if name != POSITION}
    for name, table in found.items():
        if "text" not in table:
            raise UserError(f"{games.load(game).weights}: the style '{name}' has no text")
    return found


@cache
def _tables(game: str) -> Mapping[str, Any]:
    known = games.load(game)
    styles = None if known.has_styles else known.playing.styles
    return read_toml(known.weights) if styles is None else styles


def unweighed(game: str) -> dict[str, str]:
    """What policies of a game do that have no table of weights."""
    return UNWEIGHED | {f"{SEARCH}:N": _search_text(game, None, "N")}


def _search_text(game: str, name: str | None, playouts: str) -> str:
    """What a policy does that searches, with the values of another one or of the one that ranks moves."""
    known = games.load(game)
    to_the_end = known.package and known.playing.plays_to_the_end
    return (TO_THE_END if to_the_end else AHEAD).format(name or known.ranking_policy, playouts)


def position_weights(game: str, name: str, players: int, given: Any = None) -> tuple[tuple[str, float], ...]:
    """The weights of position features, for so many players or the nearest number they were fitted for.

    They are `given` in a user's file, or the game's own.

    Raises
    ------
    UserError
        For tables that are no such weights.
    """
    fitted = _tables(game).get(POSITION) if given is None else given
    if fitted is None and games.load(game).playing.plays_to_the_end:
        fitted = {str(players): {}}
    if fitted is None:
        raise UserError(
            f"--policy {name}: {games.load(game).weights} has no table [{POSITION}.2], by which a search "
            "judges positions"
        )
    known = tuple(games.load(game).playing.position_features.texts())
    fits = isinstance(fitted, dict) and bool(fitted) and all(count.isdecimal() for count in fitted)
    if not fits or not all(isinstance(table, dict) for table in fitted.values()):
        raise UserError(f"--policy {name}: {POSITION} must hold tables of weights, as [{POSITION}.2]")
    weights = fitted[min(fitted, key=lambda count: (abs(int(count) - players), count))]
    for key, value in weights.items():
        if key not in known:
            raise UserError(f"--policy {name}: {game} has no position feature '{key}'.{nearest(key, known)}")
        _check_weight(name, key, value)
    return tuple((feature, float(weights.get(feature, 0.0))) for feature in known)


def text_of(game: str, name: str) -> str | None:
    """What a policy does, in a line; None of a user's own."""
    known = games.load(game)
    if known.is_plain:
        return known.text_of_policy(name)
    if match := SEARCHING.fullmatch(name):
        return _search_text(game, match[2], match[1])
    style = built_in(game).get(name)
    return UNWEIGHED.get(name) if style is None else str(style["text"])


def names(game: str) -> list[str]:
    """The names of the built-in policies of a game."""
    known = games.load(game)
    if known.is_plain:
        return known.policy_names
    return ["random", *built_in(game), *RUNGS]


def quick(game: str) -> list[str]:
    """The policies of a game that take no time to think and are for any rules, at last `random`."""
    known = games.load(game)
    if known.is_plain:
        at_once = [name for name in known.policy_names if not SEARCHING.fullmatch(name)]
        return [*(name for name in at_once if name != "random"), "random"]
    styles = built_in(game).items()
    return [*(name for name, style in styles if "playouts" not in style and "rules" not in style), "random"]


def read_policies(
    game: str, words: str | Iterable[str] | None, players: int, search: int = 0
) -> tuple[Policy, ...]:
    """One policy a seat from ``"heuristic"`` (for all) or ``"heuristic,greedy,random"``, or a list of names.

    With `search` all of them look ahead, for so much thinking time.

    Raises
    ------
    UserError
        For an unknown name, a file that cannot be used, or a wrong number of policies.
    """
    usual = games.load(game).usual_policy
    given = [word.strip() for word in policy_words(words or usual).split(",")]
    if search:
        for word in filter(SEARCHING.fullmatch, given):
            raise UserError(f"--policy {word} says itself for how long it searches; leave out --search")
        given = [f"{SEARCH}:{search}" + (f":{word}" if word != usual else "") for word in given]
    if len(given) == 1:
        given *= players
    if len(given) != players:
        raise UserError(
            f"--policy names {len(given)} policies for {players} players; name one, or one a seat"
        )
    return tuple(read_policy(game, name, players) for name in given)


def read_policy(game: str, name: str, players: int) -> Policy:
    """The policy of this name, with its weights for so many players.

    Raises
    ------
    UserError
        Saying what is wrong with the name or the file.
    """
    known = games.load(game)
    match = SEARCHING.fullmatch(name)
    begun_with = known.usual_policy if known.is_plain else known.ranking_policy
    search, plain = (int(match[1]), match[2] or begun_with) if match else (0, name)
    if known.is_plain and plain in known.methods:
        _check_playouts(name, SEARCH, search)
        return Policy(name, search=search)
    if plain == "random":
        if search:
            raise UserError(f"--policy {name}: random gives moves no values that a search could begin with")
        return Policy("random")
    if plain in built_in(game):
        return _weighted(game, name, built_in(game)[plain], players, search)
    file, _, member = plain.partition(":")
    if file.endswith(".toml"):
        return _from_toml(game, name, Path(file), member, players, search)
    if file.endswith(".py"):
        return _from_python(game, name, Path(file), member, players, search)
    offered = names(game)
    raise UserError(
        f"{known.typed} has no policy '{plain}'.{nearest(plain, offered)} Policies: {', '.join(offered)}, "
        f"FILE.toml or FILE.py:FUNCTION (simulate rules {known.typed} --policies)"
    )


def _from_toml(game: str, name: str, path: Path, style: str, players: int, search: int) -> Policy:
    tables = read_toml(path, "--policy ")
    position = tables.pop(POSITION, None)
    styles = {key: value for key, value in tables.items() if isinstance(value, dict)}
    if not style and len(styles) == 1:
        style = next(iter(styles))
    if style not in styles:
        raise UserError(
            f"--policy {name}: {path} holds the styles {', '.join(styles) or '(none)'}; write {path}:STYLE"
        )
    return _weighted(game, name, styles[style], players, search, position)


def _weighted(
    game: str, name: str, table: dict[str, Any], players: int, search: int, given: Any = None
) -> Policy:
    """A policy from a table of weights: those it is `like`, its own, those for so many players."""
    if search:
        table = {**table, SEARCH: search}
    by_players = table.get("players", {})
    if not isinstance(by_players, dict) or not all(isinstance(t, dict) for t in by_players.values()):
        raise UserError(f"--policy {name}: players must hold tables of weights, as [{name}.players.5]")
    table = {**table, **by_players.get(str(players), {})}
    if games.load(game).is_plain and (unknown := [key for key in COMPILED if key in table]):
        raise UserError(f"--policy {name}: {unknown[0]}: there is none in a game in plain Python")
    weights = dict.fromkeys(move_features(game), 0.0)
    if "like" in table:
        if table["like"] not in built_in(game) or "like" in built_in(game)[table["like"]]:
            own = (
                " or ".join(style for style, given in built_in(game).items() if "like" not in given) or "none"
            )
            raise UserError(f"--policy {name}: like = {table['like']!r}: it can be {own}")
        weights |= dict(read_policy(game, table["like"], players).weights or ())
    for key in ("playouts", SEARCH):
        _check_playouts(name, key, table.get(key, 0))
    playouts, search, errors = table.get("playouts", 0), table.get(SEARCH, 0), _errors(game, name, table)
    if (playouts > 0) + (search > 0) + sum(size > 0 for size in errors) > 1:
        kinds = f"playouts, {SEARCH}, {' and '.join(ERRORS)}"
        raise UserError(f"--policy {name}: only one of {kinds} can be given")
    weights |= _read_weights(game, name, table)
    position = (
        position_weights(game, name, players, given) if search and not games.load(game).is_plain else ()
    )
    return Policy(name, tuple(weights.items()), playouts, search, *errors, position)


def _errors(game: str, name: str, table: dict[str, Any]) -> tuple[float, float]:
    """The two sizes of errors that a table gives."""
    sizes = [table.get(key, 0) for key in ERRORS]
    for key, size in zip(ERRORS, sizes, strict=True):
        if isinstance(size, bool) or not isinstance(size, int | float) or not 0 <= size < 1e6:
            raise UserError(f"--policy {name}: {key} must be a number from 0 to a million")
    if sizes[1] and not games.load(game).playing.others_err:
        raise UserError(f"--policy {name}: set_up_errors: nothing is chosen in the set-up of {game}")
    return float(sizes[0]), float(sizes[1])


def _read_weights(game: str, name: str, table: dict[str, Any]) -> dict[str, float]:
    """The weights that a table gives, each a number for a feature that exists."""
    known, found = move_features(game), {}
    for key, value in table.items():
        if key in NO_WEIGHTS:
            continue
        if key not in known:
            typed = games.load(game).typed
            raise UserError(
                f"--policy {name}: {typed} has no move feature '{key}'.{nearest(key, known)} "
                f"All features: simulate rules {typed} --policies"
            )
        _check_weight(name, key, value)
        found[key] = float(value)
    return found


def _check_playouts(name: str, key: str, value: Any) -> None:
    if type(value) is not int or not 0 <= value <= MAX_PLAYOUTS:
        raise UserError(f"--policy {name}: {key} must be a whole number from 0 to {MAX_PLAYOUTS}")


def _check_weight(name: str, key: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise UserError(f"--policy {name}: {key} = {value!r}: a weight is a number below a million")


def _from_python(game: str, name: str, path: Path, function: str, players: int, search: int) -> Policy:
    if not function:
        raise UserError(f"--policy {name}: name the function too, as {path}:FUNCTION")
    _check_playouts(name, SEARCH, search)
    is_plain = games.load(game).is_plain
    position = position_weights(game, name, players) if search and not is_plain else ()
    with reading(f"--policy {path}"):
        source = path.read_text(encoding="utf-8")
    from simulate.plans.constants import constants_of

    trust(source)  # the user has named it
    policy = Policy(name, search=search, position=position, source=source, function=function)
    made = load_function(policy, PLAIN_CALL if is_plain else COMPILED_CALL)
    if not is_plain:
        _check_features(game, name, made)
    return replace(policy, constants=tuple(constants_of(made).items()))


FEATURES_OF = re.compile(r"simulate\.games\.(\w+)\.move_features")
"""A module of move features, and the game whose they are."""


def _check_features(game: str, name: str, function: Any) -> None:
    """Refuse a function that reads the features of another game: column 4 is something else there."""
    plain = getattr(function, "py_func", function)
    used = [plain.__globals__.get(word) for word in names_in(plain.__code__)]
    modules = [getattr(one, "__module__", None) or getattr(one, "__name__", "") for one in used]
    whose = {match[1] for module in modules if (match := FEATURES_OF.fullmatch(str(module)))}
    if whose and games.load(game).playing.move_features.__module__ not in modules:
        raise UserError(
            f"--policy {name}: reads the move features of {min(whose)}, and {game} is played; import those "
            f"of {game}"
        )


OUTSIDE = "what lies outside itself: the environment, the clock, the disk, hash() or an address"
"""What makes two players of one policy."""


class Call(NamedTuple):
    """How a function of the user's is called: what it gets, and where it has chance from."""

    gets: tuple[str, ...]
    chance: str


COMPILED_CALL = Call(
    ("state", "moves", "features"), "draw_below(state, POLICY + state.seat, n) from rules.chance"
)
PLAIN_CALL = Call(("view", "moves"), "view.pick(moves)")


def load_function(policy: Policy, call: Call = COMPILED_CALL) -> Any:
    """The plain Python function of a user's policy.

    Raises
    ------
    UserError
        If the file is not trusted, does not run or has no such function, or its constants are others than
        those of the policy.
    """
    from simulate.plans.constants import changed_constants, constants_of
    from simulate.plans.own_code import run_file

    assert policy.source is not None
    check_trusted(
        policy.source,
        f"policy {policy.name} is code that came with the run and was never played here; to play it is to "
        "execute it with all your rights. Read sources/policy-*.py in the run, then add --trust",
    )
    file = policy.file
    chance = f"and no game could be played again; use {call.chance}"
    function: Any = run_file(policy.source, file, f"--policy {policy.name}", chance).get(
        policy.function or ""
    )
    if not isfunction(getattr(function, "py_func", function)):
        raise UserError(f"--policy {policy.name}: {file} has no function '{policy.function}'")
    if (takes := len(signature(function).parameters)) != len(call.gets):
        many, gets = (
            ("two", "three")[len(call.gets) - 2],
            " and ".join((", ".join(call.gets[:-1]), call.gets[-1])),
        )
        raise UserError(f"--policy {policy.name}: takes {takes}, not {many}: {gets}")
    changed = policy.constants is not None and changed_constants(
        dict(policy.constants), constants_of(function)
    )
    if changed:
        raise UserError(
            f"--policy {policy.name}: {changed[0]} has another value than when the games were planned: the "
            f"file reads {OUTSIDE}; write the value into the file"
        )
    return function
