"""What a record says before its first turn: options, and the position from which it begins (SW-7, SW-8)."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from rules import games
from rules.errors import UserError
from rules.options import as_record, read_options
from rules.records import Illegal, is_whole, quote
from rules.starwars.options import PRESETS, Options, settle
from rules.starwars.record import SIZES, standard_setup
from rules.starwars.table import Place, Standing, Table

FARTHEST = 120
"""Tiles of a setup lie within this many places from the middle."""


@functools.lru_cache(maxsize=256)
def _settled(text: str, players: int) -> tuple[Options, np.recarray[Any, Any]]:
    """The options in a record's `options`, given as JSON text, and their record for kernels."""
    given = json.loads(text)
    preset = given.pop("preset", next(iter(PRESETS)))
    if not isinstance(preset, str) or preset not in PRESETS:
        raise UserError(f"starwars has no preset {quote(preset)}. Presets: {', '.join(PRESETS)}")
    options = settle(read_options("starwars", Options, {**PRESETS[preset], **given}), players)
    return options, as_record(options)


def read_rules(record: Mapping[str, Any]) -> tuple[Options, np.recarray[Any, Any], int]:
    """The settled options of a record, their record for kernels, and the number of players.

    Raises
    ------
    UserError
        For unknown options, values out of bounds, or a number of players that does not fit (SW-7).
    """
    players, options = record.get("players"), record.get("options")
    if type(players) is not int:
        raise UserError(f"players must be a whole number, not {quote(players)} (SW-7)")
    if options is not None and not isinstance(options, Mapping):
        raise UserError(f"options must be an object, not {quote(options)}")
    games.check_players("starwars", players)
    try:
        text = json.dumps(dict(options or {}), sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise UserError("options must be an object of names and values") from None
    return *_settled(text, players), players


def is_place(value: Any, farthest: int) -> bool:
    """Whether a JSON value is an [x, y] on the table."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(is_whole(part, -farthest, farthest) for part in value)
    )


def segment_of(table: Table, design: int, meeple: Mapping[str, Any]) -> tuple[str, int] | None:
    """The segment of a tile that a meeple names, None if there is none; a planet's may be left out."""
    on = meeple.get("on")
    index = meeple.get("segment", 0 if on == "planet" else None)
    if isinstance(on, str) and type(index) is int and (on, index) in table.segments[design]:
        return on, index
    return None


class Box:
    """The tiles of the box that are not on the table and have not left the game."""

    def __init__(self, table: Table) -> None:
        self._designs = table.designs
        self._counts = [tile.count for tile in table.tileset.tiles]
        self._aside = [int(tile.start) for tile in table.tileset.tiles]  # never in the stack (SW-8)
        self.fill()

    def fill(self) -> None:
        """Put every tile back."""
        self._laid = [0] * len(self._counts)
        self.stack = [count - aside for count, aside in zip(self._counts, self._aside, strict=True)]

    def design(self, name: Any) -> int | None:
        """The design number of a tile id, None for what is no id of this box."""
        return self._designs.get(name) if isinstance(name, str) else None

    def take(self, design: int) -> bool:
        """Take a tile for the setup, the start tile too; False if there is none left."""
        self._laid[design] += 1
        self.stack[design] = self._counts[design] - max(self._laid[design], self._aside[design])
        return self.stack[design] >= 0

    def draw(self, name: Any) -> int:
        """A tile as it is drawn from the stack, by its id (SW-16)."""
        design = self.design(name)
        if design is None or self.stack[design] == 0:
            raise Illegal("SW-16", f"no tile {quote(name)} is left in the stack")
        self.stack[design] -= 1
        return design


def lay_setup(table: Table, box: Box, setup: Any) -> None:
    """Lay the position before the first turn: all tiles, then the meeples on them; None is the standard one.

    It need not be reachable by play, only consistent.
    """
    if setup is None:
        setup = standard_setup(table)
    if not isinstance(setup, list | tuple):
        raise Illegal("SETUP", f"a setup is a list of tiles, not {quote(setup)}")
    meeples: list[tuple[Place, Any]] = []
    for entry in setup:
        if not isinstance(entry, Mapping):
            raise Illegal("SETUP", f"{quote(entry)} is not a tile of a setup")
        at = _lay_tile(table, box, entry.get("tile"), entry.get("at"), entry.get("rotation"))
        several, single = entry.get("meeples"), entry.get("meeple")
        if several is not None and not isinstance(several, list | tuple):
            raise Illegal("SETUP", f"meeples is a list, not {quote(several)}")
        meeples += [(at, meeple) for meeple in several or ()]
        meeples += [] if single is None else [(at, single)]
    for at, meeple in meeples:
        _stand_meeple(table, at, meeple)


def _lay_tile(table: Table, box: Box, name: Any, at: Any, rotation: Any) -> Place:
    """A tile of the box on a free place, matching what it touches. It need not touch anything."""
    design = box.design(name)
    if design is None:
        raise Illegal("SETUP", f"the box has no tile {quote(name)}")
    if not box.take(design):
        raise Illegal("SETUP", f"the box has no further tile '{name}'")
    if not is_place(at, FARTHEST) or not is_whole(rotation, 0, 3):
        raise Illegal(
            "SETUP",
            f"tile '{name}' cannot lie at {quote(at)} with rotation {quote(rotation)}; a setup reaches "
            f"from {-FARTHEST} to {FARTHEST}, and rotation is 0 to 3",
        )
    place = (at[0], at[1])
    if place in table.lying:
        raise Illegal("SETUP", f"two tiles lie at {list(at)}")
    if table.touches(place) and not table.fits_at(place, design, rotation):
        raise Illegal("SETUP", f"tile '{name}' at {list(at)} does not match its neighbours")
    table.place(place, design, rotation)
    return place


def _stand_meeple(table: Table, at: Place, entry: Any) -> None:
    """A meeple from its owner's reserve, on a segment there is; any company is allowed."""
    if not isinstance(entry, Mapping):
        raise Illegal("SETUP", f"{quote(entry)} is not a meeple")
    seat, size = entry.get("seat"), entry.get("size", "small")
    if not is_whole(seat, 0, table.players - 1):
        raise Illegal("SETUP", f"there is no seat {quote(seat)}")
    if size not in SIZES or table["reserve"][seat, SIZES.index(size)] <= 0:
        raise Illegal("SETUP", f"seat {seat} has no further {quote(size)} meeple")
    segment = segment_of(table, table.lying[at].design, entry)
    if segment is None:
        named = f"{quote(entry.get('on'))} {quote(entry.get('segment'))}"
        raise Illegal("SETUP", f"the tile at {list(at)} has no {named}")
    table.stand(Standing(seat, SIZES.index(size), at, *segment))  # type: ignore[arg-type]
