"""The state of a game of Carcassonne: Star Wars as one NumPy record."""

from __future__ import annotations

import numpy as np

from rules.chance import CHANCE_FIELDS
from rules.kernel import Record, kernel
from rules.tiles.board import BOARD_FIELDS
from rules.tiles.features import BIG, COUNT_BITS, MAX_SEATS, PREVIEW_FIELDS, SMALL, count_of
from rules.tiles.scored import SCORED_FIELDS
from rules.tiles.tileset import MAX_TILES

# Sources of points, in the order of tables and records.
ROUTE_POINTS, FIELD_POINTS, PLANET_POINTS, LOSS_POINTS, TIE_POINTS = range(5)
SOURCES = ("route", "asteroid", "planet", "battle_loss", "battle_tie")

MAX_POOL = 6
"""Upper bound of the option `dice_cap`."""

MAX_MOVES = 32_768
"""Moves of one turn: open cells x rotations x (segments + eight planets) x sizes never come near it."""

MAX_TOUCHED = 128  # features where a turn may bring a battle
MAX_BATTLES = 1024
NO_TILE = -1

LOG_FIELDS: list[tuple[object, ...]] = [
    ("n_battles", np.int64),
    ("battle_turn", np.int16, MAX_BATTLES),
    ("battle_kind", np.int8, MAX_BATTLES),
    ("battle_dice", np.int8, (MAX_BATTLES, MAX_SEATS)),  # by side, 0 for who did not fight
    ("battle_rolls", np.int32, MAX_BATTLES),
    ("battle_winner", np.int8, MAX_BATTLES),  # side
    ("battle_complete", np.int8, MAX_BATTLES),
    *SCORED_FIELDS,
]

STATE_DTYPE = np.dtype(
    [
        *CHANCE_FIELDS,
        *BOARD_FIELDS,
        *PREVIEW_FIELDS,
        ("players", np.int64),
        ("first", np.int64),  # the seat that began
        ("side_of", np.int64, MAX_SEATS),  # a seat; in the team game the team's lowest seat
        ("faction_of", np.int64, MAX_SEATS),  # of a side
        ("is_side", np.int8, MAX_SEATS),
        ("side_mask", np.int64, MAX_SEATS),  # the bits of a side's meeples in packed counters
        ("points", np.int32, (MAX_SEATS, 5)),  # [side, source]
        ("reserve", np.int16, (MAX_SEATS, 2)),  # [seat, size]
        ("turn", np.int64),
        ("seat", np.int64),  # to move
        ("tile", np.int64),  # the design in hand, NO_TILE for none
        ("over", np.int64),
        ("deck_order", np.int16, MAX_TILES),
        ("n_deck", np.int64),
        ("deck_next", np.int64),
        (
            "turn_draw",
            np.int64,
        ),  # deck_next at the start of the turn; what lies before the tile was discarded
        ("n_discarded", np.int64),
        ("unsettled", np.int64),  # 1 if a given position may hold battles that no tile has caused (SW-27)
        ("winners", np.int64),  # bit s: seat s wins; set by final_scores
        # what each seat did
        ("placed", np.int16, (MAX_SEATS, 3, 2)),  # meeples placed [seat, kind, size]
        ("attacks", np.int16, MAX_SEATS),  # meeples put on planets that rivals held
        ("fought", np.int16, MAX_SEATS),  # battles of a side
        ("won", np.int16, MAX_SEATS),
        # the battle being fought
        ("pool", np.int8, MAX_SEATS),
        ("in_battle", np.int8, MAX_SEATS),
        ("rolled", np.int16, (MAX_SEATS, MAX_POOL)),
        ("high", np.int16, MAX_SEATS),
        ("rolls", np.int64),
        # scratch of the turn
        ("touched", np.int16, MAX_TOUCHED),
        ("n_touched", np.int64),
        *LOG_FIELDS,
    ]
)


def new_state() -> np.recarray[tuple[int], np.dtype[np.record]]:
    """Room for one game: a one-element record array. Kernels take its element."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)


@kernel
def side_meeples(state: Record, meeples: int, side: int) -> int:
    """Meeples of a side, small and big alike, in packed counters."""
    total = 0
    for seat in range(state.players):
        if state.side_of[seat] == side:
            total += count_of(meeples, seat, SMALL) + count_of(meeples, seat, BIG)
    return total


@kernel
def only_side(state: Record, meeples: int) -> int:
    """The lowest side that has a meeple in packed counters, -1 for none."""
    for side in range(state.players):
        if meeples & state.side_mask[side] != 0:
            return side
    return -1


@kernel
def send_home(state: Record, feature: int, side: int) -> None:
    """All meeples of a side leave the feature and go back to their owners' reserves (SW-39, SW-50)."""
    for seat in range(state.players):
        if state.side_of[seat] != side:
            continue
        for size in range(2):
            n = count_of(state.meeples[feature], seat, size)
            state.reserve[seat, size] += n
            state.meeples[feature] -= np.int64(n) << (COUNT_BITS * (2 * seat + size))
