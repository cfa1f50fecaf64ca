"""Studies written as TOML files: which settings are played, what is measured of them, and what is said.

A file names a game, who plays it at which tables, and the arms: rules that are compared with a baseline in
the same games. `docs/studies.md` lists the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from analyses.laws import laws_of
from analyses.measures import Measure
from analyses.replication import second
from analyses.strength import games_of, read_strength
from analyses.studies.variations import Variation
from analyses.vocabulary import chosen
from rules import games
from rules.errors import UserError, nearest
from rules.options import rule_words
from rules.toml import read_toml
from simulate.plan import Plan

GAMES = 2000
"""Games of a setting on each seed, unless the file says."""

MOST_ARMS = 60


@dataclass(frozen=True)
class Arm:
    """Rules that are compared with the baseline, and what they are called."""

    name: str
    rules: tuple[str, ...]
    """As they are typed: ``robber=false``."""


@dataclass(frozen=True)
class Margin:
    """The margin of a measure in a study, and why it is the one that matters there."""

    measure: str
    margin: float | None
    because: str


@dataclass(frozen=True)
class Who:
    """Who plays: how many, and by which policies; all arms at this table are compared with its baseline."""

    players: int
    policy: str
    variation: Variation | None = None


@dataclass(frozen=True)
class StudyFile:
    """A study as its file declares it, checked."""

    name: str
    title: str
    question: str
    game: str
    players: tuple[int, ...]
    policies: tuple[str, ...]
    preset: str | None
    n: int
    seed: int
    replicate: int | None
    """The seed on which all is played again; None for once only."""
    baseline: Arm
    arms: tuple[Arm, ...]
    margins: tuple[Margin, ...]
    laws: tuple[str, ...]
    """What the games of the baseline are held against, beside the measures."""
    asked: tuple[str, ...]
    """The tables that are written of every run."""
    variations: tuple[Variation, ...]
    """Where else all is asked."""
    page: str
    """The template of the page's prose; nothing for the usual one."""
    file: str = field(compare=False)
    adapt: int | None = None
    """How many times the players are tuned for each arm; None if they play as they are."""
    strength: tuple[str, ...] = ()
    """Rungs of the ladder that play everything too, but for variations; slow ones play fewer games."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds on which all settings are played."""
        return (self.seed,) if self.replicate is None else (self.seed, self.replicate)

    @property
    def measures(self) -> list[str] | None:
        """The measures that are asked; None for all that can say something."""
        return [margin.measure for margin in self.margins] or None

    def tables(self) -> Iterator[Who]:
        """Every number of players with every policy and rung."""
        for players in self.players:
            for policy in dict.fromkeys((*self.policies, *self.strength)):
                yield Who(players, policy)

    def elsewhere(self) -> Iterator[Who]:
        """The same of each variation."""
        for variation in self.variations:
            for players in variation.players:
                for policy in variation.policies:
                    yield Who(players, policy, variation)

    def plan(self, who: Who, arm: Arm, seed: int) -> Plan:
        """The games of an arm, or of the baseline, at one table."""
        other = who.variation or Variation("", (), ())
        own = who.variation or who.policy in self.policies
        try:
            return other.plan(
                self.game,
                self.n if own else games_of(who.policy, self.n),
                players=who.players,
                policy=who.policy,
                preset=other.preset or self.preset,
                rules=arm.rules,
                seed=seed,
                tables=self.asked,
            )
        except UserError as error:
            name = f"{other.name}: {arm.name}" if other.name else arm.name
            raise UserError(f"{self.file}: {name}: {error}") from None

    def weighed(self, measure: Measure) -> Measure:
        """A measure with the margin of this study."""
        for margin in self.margins:
            if margin.margin is not None and margin.measure in (measure.key, measure.name):
                return replace(measure, margin=margin.margin, because=margin.because)
        return measure


# --- reading

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_value(value: Any) -> bool:
    return isinstance(value, bool | int | float | str)


def _is_rules(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _is_value(x) or (isinstance(x, list) and x and all(map(_is_value, x))) for x in value.values()
    )


def _is_axes(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(x, list) and x and all(map(_is_value, x)) for x in value.values())
    )


def _is_counts(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(_is_whole(n) and n >= 0 for n in value.values())


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(x, dict) for x in value)


def _is_players(value: Any) -> bool:
    return (
        _is_whole(value)
        or _is_text(value)
        or (isinstance(value, list) and bool(value) and all(map(_is_whole, value)))
    )


def _is_names(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, list) and bool(value) and all(map(_is_text, value)))


KEYS: Mapping[str, tuple[str, Check]] = {
    "title": ("a text", _is_text),
    "question": ("a text", _is_text),
    "game": ("a text", _is_text),
    "players": ("a number, several as [3, 4], or a range as '3-5'", _is_players),
    "policies": ("a name, or several as ['heuristic', 'random']", _is_names),
    "preset": ("a text", _is_text),
    "games": ("a whole number", _is_whole),
    "seed": ("a whole number", _is_whole),
    "replicate": ("another seed, or false", lambda value: value is False or _is_whole(value)),
    "rules": ("a table of rules, as { dice_cap = 4 }", _is_rules),
    "baseline": ("a table of rules, as { dice_cap = 4 }", _is_rules),
    "axes": ("a table of lists, as { dice_cap = [1, 2, 3] }", _is_axes),
    "arms": ("a list of tables, each begun with [[arms]]", _is_tables),
    "measures": ("a list of tables, each begun with [[measures]]", _is_tables),
    "laws": ("a list of names", _is_names),
    "tables": ("names of tables, as ['all', 'placements']", _is_names),
    "variations": ("a list of tables, each begun with [[variations]]", _is_tables),
    "adapt": ("a number of tunings, 2 at least", lambda value: _is_whole(value) and value >= 2),
    "strength": ("rungs of the ladder, as 'random..search:4'", _is_text),
    "page": ("a text", _is_text),
}
"""The keys of a study file: what each must be, and whether it is."""

ARM_KEYS: Mapping[str, tuple[str, Check]] = {
    "name": ("a text", _is_text),
    "rules": ("a table of rules, as { dice_cap = 4 }", _is_rules),
}

VARIATION_KEYS: Mapping[str, tuple[str, Check]] = {
    "name": ("a text", _is_text),
    "players": KEYS["players"],
    "policies": KEYS["policies"],
    "preset": ("a text", _is_text),
    "tiles": ("the name of a file, beside the study", _is_text),
    "board": ("the name of a file, beside the study", _is_text),
    "counts": ("a table of whole numbers, as { field-1 = 6 }", _is_counts),
}

MEASURE_KEYS: Mapping[str, tuple[str, Check]] = {
    "name": ("a text", _is_text),
    "margin": ("a number above 0", lambda value: _is_number(value) and value > 0),
    "because": ("a text", _is_text),
}


def read_study(path: Path) -> StudyFile:
    """The study that a file declares.

    Raises
    ------
    UserError
        For anything missing, unknown or out of bounds, in a line that names the file and the place.
    """
    return study_of(read_toml(path), path.stem, str(path))


def study_of(data: Mapping[str, Any], name: str, file: str) -> StudyFile:
    """The study of these tables; `file` stands in every message."""

    def wrong(text: str) -> UserError:
        return UserError(f"{file}: {text}")

    _check(data, KEYS, file, ("game", "question"))
    try:
        known = games.load(data["game"])
    except UserError as error:
        raise wrong(f"game: {error}") from None
    policies = _names(data.get("policies", "heuristic"))
    seed = data.get("seed", 1)
    replicate = data.get("replicate", second(seed))
    if replicate == seed and replicate is not False:
        raise wrong("replicate: must be another seed than seed, or false")
    fixed = _typed(data.get("rules", {}))
    tables = data.get("tables", "all")
    study = StudyFile(
        name,
        data.get("title", name.replace("_", " ").capitalize()),
        data["question"],
        data["game"],
        _players(data.get("players"), known.usual_players(data.get("preset")), wrong),
        policies,
        data.get("preset"),
        data.get("games", GAMES),
        seed,
        None if replicate is False else replicate,
        Arm("baseline", (*fixed, *_typed(data.get("baseline", {})))),
        _arms(data, fixed, file),
        _margins(data.get("measures", []), file),
        _laws(data, wrong),
        (tables,) if isinstance(tables, str) else tuple(tables),
        _variations(data, policies[:1], file, wrong),
        data.get("page", ""),
        file,
        data.get("adapt"),
        _rungs(data, wrong),
    )
    _check_plans(study, wrong)
    return study


def _rungs(data: Mapping[str, Any], wrong: Callable[[str], UserError]) -> tuple[str, ...]:
    if "strength" not in data:
        return ()
    if "adapt" in data:
        raise wrong("adapt tunes one kind of player, and strength asks many: write one of them")
    try:
        return read_strength(data["strength"])
    except UserError as error:
        raise wrong(str(error).removeprefix("--")) from None


def _check(
    data: Mapping[str, Any], keys: Mapping[str, tuple[str, Check]], where: str, needed: Iterable[str]
) -> None:
    for key, value in data.items():
        if key not in keys:
            raise UserError(f"{where}: no key '{key}'.{nearest(key, keys)} Keys: {', '.join(keys)}")
        what, fits = keys[key]
        if not fits(value):
            raise UserError(f"{where}: {key} = {_shown(value)}: must be {what}")
    for key in needed:
        if key not in data:
            raise UserError(f"{where}: {key} is missing: write {key} = ...")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _players(value: Any, usual: int, wrong: Callable[[str], UserError]) -> tuple[int, ...]:
    if value is None:
        return (usual,)
    if isinstance(value, str):
        low, dash, high = value.partition("-")
        try:
            first, last = int(low), int(high if dash else low)
        except ValueError:
            raise wrong(f"players = '{value}': write 3, [3, 4] or '3-5'") from None
        if first > last:
            raise wrong(f"players = '{value}': {value} is empty; the lower end comes first")
        return tuple(range(first, last + 1))
    return tuple(sorted(set(value))) if isinstance(value, list) else (value,)


def _names(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))


def _variations(
    data: Mapping[str, Any], policies: tuple[str, ...], file: str, wrong: Callable[[str], UserError]
) -> tuple[Variation, ...]:
    """Where else all is asked: by the first policy, with the usual number of players, unless it says so."""
    found: list[Variation] = []
    for i, table in enumerate(data.get("variations", []), 1):
        where = f"{file}: variation {i}"
        _check(table, VARIATION_KEYS, where, ("name",))
        if any(table["name"] == other.name for other in found):
            raise wrong(f"two variations are called '{table['name']}'")
        files = {key: table[key] for key in ("tiles", "board") if key in table}
        if len(files) + ("counts" in table) > 1:
            raise UserError(f"{where}: say one of tiles, board and counts")
        preset = table.get("preset")
        usual = games.load(data["game"]).usual_players(preset or data.get("preset"))
        found.append(
            Variation(
                table["name"],
                _players(table.get("players"), usual, wrong),
                _names(table.get("policies", list(policies))),
                preset,
                **{key: str(Path(file).parent / name) for key, name in files.items()},
                counts=tuple(table.get("counts", {}).items()),
            )
        )
    return tuple(found)


def _typed(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Rules of a table as they are typed: ``robber=false``, ``colours=red+blue``."""
    return tuple(rule_words(rules))


def _arms(data: Mapping[str, Any], fixed: tuple[str, ...], file: str) -> tuple[Arm, ...]:
    """The arms that are named, and every combination of the axes."""
    found = []
    for i, table in enumerate(data.get("arms", []), 1):
        where = f"{file}: arm {i}"
        _check(table, ARM_KEYS, where, ("rules",))
        words = _typed(table["rules"])
        found.append(Arm(table.get("name", ", ".join(words)), (*fixed, *words)))
    axes = data.get("axes")
    if axes:
        for values in product(*axes.values()):
            words = _typed(dict(zip(axes, values, strict=True)))
            found.append(Arm(", ".join(words), (*fixed, *words)))
    if not found:
        raise UserError(f"{file}: nothing is compared: write [[arms]] with rules, or axes = {{ ... }}")
    if len(found) > MOST_ARMS:
        raise UserError(f"{file}: {len(found)} arms are too many; {MOST_ARMS} at most")
    names = [arm.name for arm in found]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{file}: two arms are called '{name}'")
    return tuple(found)


def _margins(tables: Iterable[Mapping[str, Any]], file: str) -> tuple[Margin, ...]:
    found = []
    for i, table in enumerate(tables, 1):
        where = f"{file}: measure {i}"
        _check(table, MEASURE_KEYS, where, ("name",))
        if ("margin" in table) != ("because" in table):
            raise UserError(f"{where}: a margin needs its reason, and a reason its margin: because = ...")
        found.append(Margin(table["name"], table.get("margin"), table.get("because", "")))
    return tuple(found)


def _laws(data: Mapping[str, Any], wrong: Callable[[str], UserError]) -> tuple[str, ...]:
    asked = data.get("laws", [])
    names = (asked,) if isinstance(asked, str) else tuple(asked)
    known = laws_of(data["game"])
    for name in names:
        if name not in known:
            raise wrong(f"laws: no law '{name}'.{nearest(name, known)} Laws: {', '.join(known)}")
    return names


def _check_plans(study: StudyFile, wrong: Callable[[str], UserError]) -> None:
    """Every setting can be played, every measure is known, and something differs from the baseline."""
    for who in (*study.tables(), *study.elsewhere()):
        base = study.plan(who, study.baseline, study.seed)
        try:
            chosen(base, study.measures)
        except UserError as error:
            raise wrong(f"measures: {error}") from None
        if all(study.plan(who, arm, study.seed).hash == base.hash for arm in study.arms):
            raise wrong("no arm differs from the baseline")
