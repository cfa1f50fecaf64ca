"""Reads study files: every key is checked, and every setting can be played, before a game is.

`docs/questions.md` lists the keys.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any, TypeAlias

from analyses.games.laws import laws_of
from analyses.measures.vocabulary import chosen
from analyses.questions.curve import Axis, range_of, read_target, standard_first, typed_axis, with_baseline
from analyses.questions.pairing import same_games
from analyses.questions.replication import second
from analyses.questions.strength import read_strength
from analyses.studies.study import BASELINE, GAMES, Arm, Box, Margin, Study, Variation
from rules import games
from rules.errors import UserError, nearest
from rules.options import rule_words, show
from rules.toml import read_toml
from simulate.plans.plan import make_plan
from simulate.plans.request import BOXES, Request

MOST_ARMS = 60

Check: TypeAlias = Callable[[Any], bool]

ValueKind: TypeAlias = tuple[str, Check]
"""What a value must be, in words, and whether it is."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_value(value: Any) -> bool:
    return isinstance(value, bool | int | float | str)


def _list_of(fits: Check) -> Check:
    """Whether a value is a list, not empty, of such values."""
    return lambda value: isinstance(value, list) and bool(value) and all(map(fits, value))


def _table_of(fits: Check) -> Check:
    """Whether a value is a table, not empty, of such values."""
    return lambda value: isinstance(value, dict) and bool(value) and all(map(fits, value.values()))


def _either(*checks: Check) -> Check:
    return lambda value: any(fits(value) for fits in checks)


_is_names = _either(_is_text, _list_of(_is_text))

TEXT: ValueKind = "a text", _is_text
WHOLE: ValueKind = "a whole number", _is_whole
RULES: ValueKind = (
    "a table of rules, as { dice_cap = 4 }",
    _either(lambda value: value == {}, _table_of(_either(_is_value, _list_of(_is_value)))),
)
PLAYERS: ValueKind = (
    "a number, several as [3, 4], or a range as '3-5'",
    _either(_is_whole, _is_text, _list_of(_is_whole)),
)
POLICIES: ValueKind = "a name, or several as ['heuristic', 'random']", _is_names


_AXES = _table_of(_either(_is_text, _list_of(_is_value)))


def _is_number(value: Any) -> bool:
    return _is_whole(value) or isinstance(value, float)


def _tables(name: str) -> ValueKind:
    """A list of the tables of this name."""
    return f"a list of tables, each begun with [[{name}]]", _list_of(lambda value: isinstance(value, dict))


BOX_KEYS: Mapping[str, ValueKind] = {
    "tiles": ("the name of a file, beside the study", _is_text),
    "board": ("the name of a file, beside the study", _is_text),
    "cards": ("the name of a file, beside the study", _is_text),
    "counts": (
        "a table of whole numbers, as { field-1 = 6 }",
        _table_of(lambda value: _is_whole(value) and value >= 0),
    ),
}
"""What lies in the box: one of them."""

CODE: ValueKind = "the name of a Python file, beside the study", _is_text

KEYS: Mapping[str, ValueKind] = {
    "title": TEXT,
    "question": TEXT,
    "game": TEXT,
    "players": PLAYERS,
    "policies": POLICIES,
    "preset": TEXT,
    **BOX_KEYS,
    "code": CODE,
    "games": WHOLE,
    "games_of_baseline": WHOLE,
    "seed": WHOLE,
    "replicate": ("another seed, or false", _either(lambda value: value is False, _is_whole)),
    "rules": RULES,
    "baseline": RULES,
    "axes": ("a table of lists or ranges, as { dice_cap = [1, 3] } or { dice_cap = '1..3' }", _AXES),
    "arms": _tables("arms"),
    "measures": _tables("measures"),
    "laws": ("a list of names", _is_names),
    "tables": ("names of tables, as ['all', 'placements']", _is_names),
    "variations": _tables("variations"),
    "beside": (
        "a table of one list, as { stock = [2, 4] }",
        lambda value: isinstance(value, dict) and len(value) == 1 and _AXES(value),
    ),
    "target": ("a measure and what it is to be, as 'turns=60'", _is_text),
    "pace": ("seconds a turn", lambda value: _is_number(value) and value > 0),
    "adapt": ("a number of tunings, 2 at least", lambda value: _is_whole(value) and value >= 2),
    "strength": ("rungs of the ladder, as 'random..search:4'", _is_text),
    "page": TEXT,
}
"""The keys of a study file."""

ARM_KEYS: Mapping[str, ValueKind] = {"name": TEXT, "rules": RULES, "preset": TEXT, **BOX_KEYS, "code": CODE}

VARIATION_KEYS: Mapping[str, ValueKind] = {
    "name": TEXT,
    "players": PLAYERS,
    "policies": POLICIES,
    "preset": TEXT,
    **BOX_KEYS,
}

MEASURE_KEYS: Mapping[str, ValueKind] = {
    "name": TEXT,
    "margin": (
        "a number above 0",
        lambda value: _is_number(value) and value > 0,
    ),
    "because": TEXT,
}


def read_study(path: Path, game: str | None = None) -> Study:
    """The study that a file declares; one that comes with the program may ask each `game` something else.

    Raises
    ------
    UserError
        For anything missing, unknown or out of bounds, in a line that names the file and the place.
    """
    data = read_toml(path)
    if game is not None:
        own = data.pop("of")
        name = games.named_by(game) or game
        if games.is_plain_game(name):
            known = games.load(name)
            own = {name: {"arms": arms_of_options(known.options.Options), "policies": known.usual_policy}}
            own[name]["tables"] = ["all", *({"progress"} & set(known.playing.tables))]
        origin = games.origin_of(name)
        if origin not in own:
            raise UserError(f"study {path.stem} knows nothing of {game}; it is of {', '.join(own)}")
        data = {"game": game, **data, **own[origin]}
    return study_of(data, path.stem, str(path))


def arms_of_options(options: type) -> list[dict[str, Any]]:
    """An arm for each other value that an option has, of a number its bounds."""
    arms = []
    for each in dataclasses.fields(options):
        choices, low, high = (each.metadata[key] for key in ("choices", "low", "high"))
        values = choices or ((not each.default,) if isinstance(each.default, bool) else (low, high))
        arms += [
            {"name": f"{each.name}={show(value)}", "rules": {each.name: value}}
            for value in dict.fromkeys(values)
            if value != each.default
        ]
    return arms


def study_of(data: Mapping[str, Any], name: str, file: str) -> Study:
    """The study of these tables; `file` stands in every message."""
    try:
        study = _study_of(data, name, file)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None
    check_plans(study)
    return study


def _study_of(data: Mapping[str, Any], name: str, file: str) -> Study:
    _check_places(data)
    _check(data, KEYS, "", ("game",))
    folder = Path(file).parent
    try:
        known = games.load(data["game"])
    except UserError as error:
        raise UserError(f"game: {error}") from None
    if "code" in data:  # then it is the changed game that is asked about
        known = games.load_changed(known.name, str(folder / data["code"]))
        data = {**data, "game": known.name}
    policies = _names(data.get("policies", [] if "strength" in data else known.usual_policy))
    seed = data.get("seed", Request.seed)
    replicate = data.get("replicate", second(seed))
    if replicate == seed and replicate is not False:
        raise UserError("replicate: must be another seed than seed, or false")
    axis, beside = _axes(data)
    return Study(
        name=name,
        title=data.get("title", ""),
        question=data.get("question", "").replace("{game}", known.title),
        game=data["game"],
        players=_players(data.get("players"), known.usual_players(data.get("preset"))),
        policies=policies,
        preset=data.get("preset"),
        box=_box(data, "", folder, name),
        n=data.get("games", GAMES),
        of_baseline=data.get("games_of_baseline", 0),
        seed=seed,
        replicate=None if replicate is False else replicate,
        baseline=Arm(BASELINE, _rules(data, data.get("baseline", {}), "baseline")),
        arms=_arms(data, folder, axis),
        margins=_margins(data.get("measures", [])),
        pace=data.get("pace"),
        axis=axis,
        second_axis=beside,
        target=_target(data, axis),
        laws=_laws(data),
        tables=_names(data.get("tables", "all")),
        variations=_variations(data, policies[:1] or (known.usual_policy,), folder),
        page=data.get("page", ""),
        adapt=data.get("adapt"),
        strength=_rungs(data),
        file=file,
    )


def _axes(data: Mapping[str, Any]) -> tuple[Axis | None, Axis | None]:
    """The axis along which the arms lie if they are all values of one rule, and another one beside it."""
    axes = data.get("axes", {})
    if len(axes) != 1 or "arms" in data:
        if lost := [key for key in ("beside", "target") if key in data]:
            raise UserError(f"{lost[0]} belongs to one axis: write axes with one rule, and no [[arms]]")
        return None, None
    axis, *others = (
        typed_axis(
            Axis(name, tuple(words.partition("=")[2] for words in _typed_values(name, values))), data["game"]
        )
        for name, values in (axes | data.get("beside", {})).items()
    )
    said = rule_words({**data.get("rules", {}), **data.get("baseline", {})})
    base = make_plan(data["game"], 1, preset=data.get("preset"), rules=tuple(said))
    axis = with_baseline(axis, getattr(base.options, axis.name, None))
    return axis, standard_first(others[0], base.options) if others else None


def _typed_values(name: str, values: str | Sequence[Any]) -> list[str]:
    """The values of an axis as rules are typed."""
    return [rule_words({name: value})[0] for value in _along(name, values)]


def _target(data: Mapping[str, Any], axis: Axis | None) -> str:
    if "target" not in data:
        return ""
    assert axis is not None
    if axis.numbers is None:
        raise UserError(f"target: the values of {axis.name} are no numbers; leave it out")
    return str(data["target"])


def _rungs(data: Mapping[str, Any]) -> tuple[str, ...]:
    if "strength" not in data:
        return ()
    if "adapt" in data:
        raise UserError("adapt tunes one kind of player, and strength asks many: write one of them")
    try:
        return read_strength(data["strength"], data["game"])
    except UserError as error:
        raise UserError(str(error).removeprefix("--")) from None


def _check_places(data: Mapping[str, Any]) -> None:
    """Refuse a key of the study below the heading of a table, to which TOML then gives it."""
    of_tables = ARM_KEYS.keys() | VARIATION_KEYS.keys() | MEASURE_KEYS.keys()
    for name, value in data.items():
        for table in value if isinstance(value, list) else [value]:
            if isinstance(table, dict) and (lost := [key for key in table if key in KEYS.keys() - of_tables]):
                raise UserError(
                    f"{lost[0]} stands in {name}; write it above the first line that begins with ["
                )


def _check(data: Mapping[str, Any], keys: Mapping[str, ValueKind], where: str, needed: Iterable[str]) -> None:
    """Refuse what is unknown, wrong or missing in a table; messages begin with `where`."""
    for key, value in data.items():
        if key not in keys:
            raise UserError(f"{where}no key '{key}'.{nearest(key, keys)} Keys: {', '.join(keys)}")
        what, fits = keys[key]
        if not fits(value):
            raise UserError(f"{where}{key} = {_excerpt(value)}: must be {what}")
    for key in needed:
        if key not in data:
            raise UserError(f"{where}{key} is missing: write {key} = ...")


def _excerpt(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _players(value: Any, usual: int) -> tuple[int, ...]:
    if value is None:
        return (usual,)
    if isinstance(value, str):
        low, dash, high = value.partition("-")
        try:
            first, last = int(low), int(high if dash else low)
        except ValueError:
            raise UserError(f"players = '{value}': write 3, [3, 4] or '3-5'") from None
        if first > last:
            raise UserError(f"players = '{value}': {value} is empty; the lower end comes first")
        return tuple(range(first, last + 1))
    return tuple(sorted(set(value))) if isinstance(value, list) else (value,)


def _names(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))


def _box(table: Mapping[str, Any], where: str, folder: Path, called: str) -> Box:
    if sum(key in table for key in BOX_KEYS) > 1:
        raise UserError(f"{where}say one of tiles, board, cards and counts")
    files = {key: str(folder / table[key]) for key in BOXES if key in table}
    return Box(**files, counts=tuple(table.get("counts", {}).items()), name=called)


def _variations(data: Mapping[str, Any], policies: tuple[str, ...], folder: Path) -> tuple[Variation, ...]:
    """Where else all is asked: by the first policy, with the usual number of players, unless it says so."""
    found: list[Variation] = []
    for i, table in enumerate(data.get("variations", []), 1):
        _check(table, VARIATION_KEYS, f"variation {i}: ", ("name",))
        if any(table["name"] == other.name for other in found):
            raise UserError(f"two variations are called '{table['name']}'")
        preset = table.get("preset")
        usual = games.load(data["game"]).usual_players(preset or data.get("preset"))
        found.append(
            Variation(
                table["name"],
                _players(table.get("players"), usual),
                _names(table.get("policies", list(policies))),
                preset,
                _box(table, f"variation {i}: ", folder, table["name"]),
            )
        )
    return tuple(found)


def _rules(data: Mapping[str, Any], own: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """The rules that hold everywhere and those of an arm, as they are typed."""
    everywhere = data.get("rules", {})
    for rule in own:
        if rule in everywhere:
            raise UserError(
                f"{where}: {rule} is in rules, which hold everywhere; move it to baseline and arms"
            )
    return tuple(rule_words({**everywhere, **own}))


def _arms(data: Mapping[str, Any], folder: Path, axis: Axis | None) -> tuple[Arm, ...]:
    """The arms that are named, and every combination of the axes."""
    found = []
    for i, table in enumerate(data.get("arms", []), 1):
        is_box = any(key in table for key in (*BOX_KEYS, "preset", "code"))
        needed = ("name",) if "counts" in table else () if is_box else ("rules",)
        _check(table, ARM_KEYS, f"arm {i}: ", needed)
        box = _box(table, f"arm {i}: ", folder, table.get("name", ""))
        own = table.get("rules", {})
        called = [
            *rule_words(own),
            *(f"{key} {table[key]}" for key in ("preset", *BOXES, "code") if key in table),
        ]
        name, titled = table.get("name", ", ".join(called)), "name" in table
        rules = _rules(data, own, name)
        changed = ""
        if "code" in table:
            changed = games.load_changed(data["game"], str(folder / table["code"])).name
        found.append(Arm(name, rules, box, preset=table.get("preset"), is_titled=titled, game=changed))
    if axis is not None:
        everywhere = _rules(data, {}, "axes")
        for value, words in zip(axis.values, axis.words, strict=True):
            found.append(Arm(words, (*everywhere, words), value=value))
    axes = {} if axis else {name: _along(name, value) for name, value in data.get("axes", {}).items()}
    for values in product(*axes.values()) if axes else ():
        own = dict(zip(axes, values, strict=True))
        found.append(Arm(", ".join(rule_words(own)), _rules(data, own, "axes")))
    if not found:
        raise UserError("nothing is compared: write [[arms]] with rules, or axes = { ... }")
    if len(found) > MOST_ARMS:
        raise UserError(f"{len(found)} arms are too many; {MOST_ARMS} at most")
    names = [arm.name for arm in found]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"two arms are called '{name}'")
    return tuple(found)


def _along(name: str, value: str | Sequence[Any]) -> Sequence[Any]:
    """The values of an axis: those listed, or the numbers of a range such as ``8..12``."""
    if not isinstance(value, str):
        return value
    numbers = range_of(value, f"axes: {name}")
    if numbers is None:
        raise UserError(f"axes: {name} = '{value}': write [1, 3], or '1..3' for all from 1 to 3")
    return numbers


def _margins(tables: Iterable[Mapping[str, Any]]) -> tuple[Margin, ...]:
    found = []
    for i, table in enumerate(tables, 1):
        _check(table, MEASURE_KEYS, f"measure {i}: ", ("name",))
        if ("margin" in table) != ("because" in table):
            raise UserError(f"measure {i}: a margin needs its reason, and a reason its margin: because = ...")
        found.append(Margin(table["name"], table.get("margin"), table.get("because", "")))
    return tuple(found)


def _laws(data: Mapping[str, Any]) -> tuple[str, ...]:
    names = _names(data.get("laws", []))
    known = laws_of(data["game"])
    for name in names:
        if name not in known:
            raise UserError(f"laws: no law '{name}'.{nearest(name, known)} Laws: {', '.join(known)}")
    return names


def check_plans(study: Study) -> None:
    """Every setting can be played, every measure is known, an arm differs from the baseline, all differ.

    It is enough that one does in one setting: seven cards are the usual hand of three in Castle, not of four.

    Raises
    ------
    UserError
        For what cannot be played or measured.
    """
    where = f"{study.file}: "
    played: list[list[str]] = [[] for _ in study.arms]
    differs: dict[str, bool] = {}
    for setting in (*study.settings(), *study.elsewhere()):
        base, *plans = (study.plan(setting, arm) for arm in (study.baseline, *study.arms))
        try:
            for plan in plans:
                chosen(base, study.measures, study.pace, same=same_games(base, plan))
            if study.target:
                read_target(study.target, base, study.pace)
        except UserError as error:
            said = f"{error}".removeprefix("--")
            raise UserError(where + (said if said.startswith("target") else f"measures: {said}")) from None
        hashes = [plan.hash for plan in plans]
        there = f"{setting.variation.name}: " if setting.variation else ""
        differs[there] = differs.get(there, False) or set(hashes) != {base.hash}
        for keys, key in zip(played, hashes, strict=True):
            keys.append(key)
    for there, somewhere in differs.items():
        if not somewhere:
            raise UserError(f"{where}{there}no arm differs from the baseline")
    for (one, mine), (other, theirs) in combinations(zip(study.arms, played, strict=True), 2):
        if mine == theirs:
            raise UserError(f"{where}the rules of '{one.name}' and '{other.name}' are the same")
