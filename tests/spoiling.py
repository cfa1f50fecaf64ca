"""Records with faults: values changed, lost, doubled, swapped, replaced by junk or by others of the game."""

import copy
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

JUNK = [None, True, False, -1, 0, 1, 2, 3, 1.0, 2.5, "x", "", [], {}, [0, 0], [1, 1], {"a": 1}, 10**30, "0"]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def at_path(value: Any, path: Sequence[Any]) -> Any:
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


def spoil(record: dict[str, Any], rng: Random, junk: Sequence[Any]) -> dict[str, Any]:
    """A record with one to three values spoilt, most of them in its turns and its setup."""
    record = copy.deepcopy(record)
    if rng.random() < 0.7:
        record.pop("result", None)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        paths = list(places(record))
        if not paths:
            return record
        if rng.random() < 0.6:
            paths = [path for path in paths if path[0] in ("turns", "setup")] or paths
        *above, key = rng.choice(paths)
        inside, way = at_path(record, above), rng.random()
        if way < 0.15:
            del inside[key]
        elif way < 0.4 and type(inside[key]) is int:
            inside[key] += rng.choice([-1, 1, 2])
        elif way < 0.5 and isinstance(inside, list):
            inside.insert(key, copy.deepcopy(inside[key]))
        elif way < 0.6:
            inside[key] = copy.deepcopy(at_path(record, rng.choice(paths)))
        elif way < 0.7 and isinstance(inside, list):
            other = rng.randrange(len(inside))
            inside[key], inside[other] = inside[other], inside[key]
        else:
            inside[key] = copy.deepcopy(rng.choice(junk))
    return record


def values_by_key(records: Iterable[dict[str, Any]]) -> dict[str, list[Any]]:
    """The values that stand under each key in the turns and setups of records."""
    found: dict[str, list[Any]] = {}
    for part in (record[name] for record in records for name in ("turns", "setup")):
        for path in places(part):
            if isinstance(path[-1], str):
                found.setdefault(path[-1], []).append(at_path(part, path))
    return found


class Elsewhere:
    """What stands in records of a game: in another place it is well-formed, and mostly against a rule."""

    def __init__(self, records: Iterable[dict[str, Any]]) -> None:
        played = (record for record in records if record["turns"])
        self.records = [each for each in played if all(t and isinstance(t, dict) for t in each["turns"])]
        self.turns = [turn for record in self.records for turn in record["turns"]]
        self.values = values_by_key(self.records)

    def misplaced(self, record: dict[str, Any], rng: Random) -> dict[str, Any]:
        """A record with a turn lost, or one from elsewhere in its place or before it, or a part of one."""
        record = copy.deepcopy(record | {"result": None})
        turns, way = record["turns"], rng.random()
        at = rng.randrange(len(turns))
        if way < 0.2:
            other = copy.deepcopy(rng.choice(rng.choice([self.turns, turns])))
            if rng.random() < 0.8:
                other["seat"] = turns[at].get("seat")
            turns[at : at + (way < 0.15)] = [other]
        elif way < 0.25:
            del turns[at]
        else:
            *above, key = rng.choice([path for path in places(turns) if isinstance(path[-1], str)])
            inside = at_path(turns, above)
            known = rng.choice([self.values, values_by_key([record])])[key]
            others = [value for value in known if value != inside[key]]
            inside[key] = copy.deepcopy(rng.choice(others or known))
            if way < 0.3:
                del inside[key]
        return record
