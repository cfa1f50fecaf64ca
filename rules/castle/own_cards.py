"""Cards of the user's own (HR-30): how many there are of a character, where it goes, whose effect it has.

    [[card]]
    id = "herald"
    count = 2           # copies in the box
    zone = "towers"     # where it is placed
    effect = "archer"   # the effect of another character in place of its own

What is left out stays as it is, and so do all other characters. The condition of placing a character and its
protection stay its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.castle.kinds import IDS
from rules.castle.plan import MAX_CARDS, ZONES
from rules.errors import UserError, nearest
from rules.toml import read_toml

KEYS = ("id", "count", "zone", "effect")
FIXED = {"knight": "lies on another card", "siege_engine": "faces a wall"}
"""Characters that no other zone can hold, and why."""


def change_cards(tables: dict[str, Any], path: Path) -> None:
    """Change the tables of the box, by id, as a file says.

    Raises
    ------
    UserError
        Naming the file, the card and what is wrong with it.
    """
    data = read_toml(path)
    changes = data.get("card")
    if not isinstance(changes, list) or not changes or not all(isinstance(table, dict) for table in changes):
        raise UserError(f"{path}: holds no [[card]] tables")
    if others := [key for key in data if key != "card"]:
        raise UserError(f"{path}: holds '{others[0]}'; only [[card]] tables are read")
    changed = set()
    for number, table in enumerate(changes, 1):
        name = table.get("id", f"number {number}")
        try:
            _check(table, tables)
        except ValueError as error:
            raise UserError(f"{path}: card '{name}': {error}") from None
        if name in changed:
            raise UserError(f"{path}: card '{name}': the id is used twice")
        changed.add(name)
        tables[name] = tables[name] | table
    total = sum(table["count"] for table in tables.values())
    if total > MAX_CARDS:
        raise UserError(f"{path}: {total} cards; at most {MAX_CARDS} can be played")


def _check(table: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Raises `ValueError` with what is wrong with the changes to one character."""
    for key in table:
        if key not in KEYS:
            raise ValueError(f"has '{key}'; only {', '.join(KEYS)} are read.{nearest(key, KEYS)}")
    if "id" not in table:
        raise ValueError("has no 'id'")
    name = _known("id", table["id"], IDS)
    _known("effect", table.get("effect", name), IDS)
    most = 1 if name == "mistress" else MAX_CARDS
    count = table.get("count", 0)
    if type(count) is not int or not 0 <= count <= most:
        why = " (whose token it is decides for the King)" if most == 1 else ""
        raise ValueError(f"count must be a whole number from 0 to {most}{why}, not {count!r}")
    if "zone" not in table:
        return
    if name in FIXED:
        raise ValueError(f"its zone stays as it is: it {FIXED[name]}")
    zone = _known("zone", table["zone"], ZONES)
    if zone == "outside" and "place" in tables[name]:
        raise ValueError("its zone cannot be the outside: the condition of placing it is about spaces")


def _known(key: str, value: Any, names: tuple[str, ...]) -> str:
    """One of these names. Raises `ValueError` with the nearest one."""
    if value not in names:
        raise ValueError(f"{key} is {value!r}.{nearest(str(value), names)} Allowed: {', '.join(names)}")
    return str(value)
