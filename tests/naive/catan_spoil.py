"""Legal records of Catan with one thing spoilt, in many ways."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from dataclasses import dataclass

from . import Record
from .catan_board import RESOURCES
from .catan_judge import position_after
from .catan_ways import WAYS

EVERY_WAY = [*WAYS, "event lost", "event doubled", "wrong result"]


@dataclass(frozen=True)
class Spoilt:
    """A record, the way in which it was spoilt, and the event that is wrong (None: the result)."""

    record: Record
    way: str
    turn: int | None


def spoil(record: Record, rng: random.Random, names: Sequence[str] | None = None) -> Spoilt | None:
    """The record with one event spoilt in a way that applies, or with a wrong result.

    `names` are the ways to choose among, by default all; None if none of them applies.
    """
    names = list(names or EVERY_WAY)
    rng.shuffle(names)
    for name in names:
        if name == "wrong result":
            return wrong_result(record, rng)
        if name in ("event lost", "event doubled"):
            return lost_or_doubled(record, rng, name)
        found = one_event_spoilt(record, rng, name)
        if found:
            return found
    return None


def one_event_spoilt(record: Record, rng: random.Random, name: str) -> Spoilt | None:
    """The record with another event in the place of one; None if the way applies to none of a few tried."""
    kind, function = WAYS[name]
    indices = [index for index, event in enumerate(record["turns"]) if kind in ("", event["do"])]
    for index in rng.sample(indices, min(12, len(indices))):
        event = function(position_after(record, index), record["turns"][index], rng)
        if event is not None and event != record["turns"][index]:
            turns = [*record["turns"][:index], event, *record["turns"][index + 1 :]]
            return Spoilt(without_result(record) | {"turns": turns}, name, index)
    return None


def without_result(record: Record) -> Record:
    """A copy of the record that states no result."""
    return {part: copy.deepcopy(value) for part, value in record.items() if part != "result"}


def lost_or_doubled(record: Record, rng: random.Random, name: str) -> Spoilt:
    """One event left out or written twice."""
    index = rng.randrange(len(record["turns"]) - 1)
    again = record["turns"][index : index + 1] * (2 if name == "event doubled" else 0)
    turns = [*record["turns"][:index], *again, *record["turns"][index + 1 :]]
    return Spoilt(without_result(record) | {"turns": turns}, name, index + len(again) // 2)


def wrong_result(record: Record, rng: random.Random) -> Spoilt:
    """The record with one number of its result changed."""
    result = copy.deepcopy(record["result"])
    part = rng.choice(sorted(result))
    if part == "points":
        result[part][rng.randrange(record["players"])] += 1
    elif part == "hands":
        result[part][rng.randrange(record["players"])][rng.choice(RESOURCES)] += 1
    elif part == "bank":
        result[part][rng.choice(RESOURCES)] -= 1
    elif part == "turns":
        result[part] += rng.choice([-1, 1])
    else:
        result[part] = rng.choice([s for s in [None, *range(record["players"])] if s != result[part]])
    return Spoilt(record | {"result": result}, "wrong result", None)
