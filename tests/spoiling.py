"""Records with faults: values changed, lost, doubled, swapped or replaced by junk."""

import copy
from collections.abc import Iterator, Sequence
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
