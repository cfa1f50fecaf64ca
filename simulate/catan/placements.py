"""The table `placements`: what was built and where, and what it brought."""

from __future__ import annotations

import numpy as np

from rules.catan.board import DESERT
from rules.catan.layout import pips_of
from rules.catan.state import Thing
from rules.fields import field
from rules.kernel import Array, kernel
from simulate.catan.move_features import Desk
from simulate.common import tables

DOTS = 16
"""More than the dots at any vertex."""


class PlacementRow(tables.PlacementRow):
    """What was built, those of the set-up too, in turn 0."""

    piece: int = field(
        np.int16, "0 a road, 16 + d a settlement and 32 + d a city where d of 36 rolls draw a card"
    )
    place: int = field(np.int8, "edge or vertex")
    brought: int = field(
        np.int16,
        "cards that rolls drew for it to the end of the game, less those that the robber kept back; of a "
        "city one a hex, as the other is the settlement’s. What the bank was short of counts",
    )


@kernel
def write_placements(desk: Desk, game: int, rows: Array, at: int) -> int:
    """Write what was built in a finished game from row `at`; return the next free row (CT-53, CT-54)."""
    state = desk.state
    for i in range(state.n_builds):
        built, row = state.builds[i], rows[at + i]
        row.game = game
        row.turn = built.turn
        row.seat = built.seat
        row.piece = DOTS * built.thing
        row.place = built.place
        row.brought = 0
        if built.thing == Thing.ROAD:
            continue
        for k in range(3):
            h = desk.box.vertex_hexes[built.place, k]
            if h < 0 or state.terrain[h] == DESERT:
                continue
            row.piece += pips_of(state.token[h])
            for turn in range(built.turn + 1, state.turn + 1):
                blocked = desk.options.robber and state.robber_log[turn] == h
                if state.roll_log[turn] == state.token[h] and not blocked:
                    row.brought += 1
    return at + state.n_builds
