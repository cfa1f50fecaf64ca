"""The state of a game of Carcassonne: Star Wars as one NumPy record."""

from __future__ import annotations

import numpy as np

from rules.fields import Row, Rows, columns, field, rows
from rules.kernel import Array, kernel
from rules.starwars.options import COLOURS, FACTION_OF, FACTIONS
from rules.starwars.tiles import Feature
from rules.tiles.features import BIG, COUNT_BITS, SMALL, count_of
from rules.tiles.state import MAX_SEATS, TileState, of_seat
from rules.words import Word, with_numbers

MAX_POOL = 6
"""Upper bound of the option `dice_cap`."""

MAX_MOVES = 32_768
"""Moves of one turn: open cells x rotations x (segments + eight planets) x sizes never come near it."""

MAX_TOUCHED = 128  # features where a turn may bring a battle
MAX_BATTLES = 1024


COLOUR_FACTIONS: Array = np.array([FACTIONS.index(FACTION_OF[colour]) for colour in COLOURS], np.int64)
"""The faction of each colour, by number (SW-4)."""


class Source(Word):
    """What points are for, in the order of tables and records."""

    ROUTE = "trade routes"
    ASTEROID = "asteroid fields"
    PLANET = "planets"
    BATTLE_LOSS = "dice of lost battles (SW-39)"
    BATTLE_TIE = "shared tops of rolls (SW-36)"


SOURCES = tuple(Source.texts())


class BattleRow(Row):
    """A battle."""

    turn: int = field(np.int16, "the turn that brought it")
    kind: int = field(np.int8, f"what it was for: {with_numbers(Feature.texts().values())}")
    fighters: int = field(np.int8, "sides that fought")
    dice: Array = columns(
        np.int8,
        "each seat's pool, 0 for who did not fight; a team's stands at its lowest seat",
        [f"dice_{seat}" for seat in range(MAX_SEATS)],
    )
    rolls: int = field(np.int32, "rolls until somebody won")
    ties: int = field(np.int32, "rolls whose top was shared")
    winner: int = field(np.int8, "seat, or the team's lowest seat")
    complete: int = field(np.int8, "1 if the feature was complete")


class State(TileState):
    """The state of a game of Star Wars."""

    side_of: Array = of_seat(
        np.int64, "the side of each seat: itself; in the team game the team's lowest seat"
    )
    faction_of: Array = of_seat(np.int64, "the faction of each side")
    is_side: Array = of_seat(np.int8, "1 for a seat that is a side")
    side_mask: Array = of_seat(np.int64, "the bits of a side's meeples in packed counters")
    points: Array = field(np.int32, "points by [side, source]", shape=(MAX_SEATS, len(SOURCES)))
    reserve: Array = field(np.int16, "meeples left by [seat, size]", shape=(MAX_SEATS, 2))
    unfought: int = field(np.int64, "1 if a given position may hold battles that no tile has caused (SW-27)")
    # what each seat did
    placed: Array = field(
        np.int16, "meeples placed by [seat, size, kind of feature]", shape=(MAX_SEATS, 2, 3)
    )
    attacks: Array = of_seat(np.int16, "meeples put on planets that rivals held")
    fought: Array = of_seat(np.int16, "battles of a side")
    won: Array = of_seat(np.int16, "battles that it won")
    # what battles, and battles that players weighed, came to
    largest_pool: int = field(np.int64, "most dice of a fighter before the cap")
    most_symbols: int = field(np.int64, "most symbols that gave a fighter dice, before a limit (SW-31)")
    # the battle being fought
    pool: Array = of_seat(np.int8, "dice of each side")
    in_battle: Array = of_seat(np.int8, "1 for a side that is still in it")
    rolled: Array = field(np.int16, "the dice on the table", shape=(MAX_SEATS, MAX_POOL))
    high: Array = of_seat(np.int16, "each side's highest")
    rolls: int = field(np.int64, "rolls so far")
    # scratch of the turn
    touched: Array = field(np.int16, "features where there may be a battle", shape=MAX_TOUCHED)
    n_touched: int = field(np.int64, "how many")
    n_battles: int = field(np.int64, "battles so far")
    battles: Rows[BattleRow] = rows(BattleRow, MAX_BATTLES, "the battles, in order", copied="n_battles")


@kernel
def side_meeples(state: State, meeples: int, side: int) -> int:
    """Meeples of a side, small and big alike, in packed counters."""
    total = 0
    for seat in range(state.players):
        if state.side_of[seat] == side:
            total += count_of(meeples, seat, SMALL) + count_of(meeples, seat, BIG)
    return total


@kernel
def only_side(state: State, meeples: int) -> int:
    """The lowest side that has a meeple in packed counters, -1 for none."""
    for side in range(state.players):
        if meeples & state.side_mask[side] != 0:
            return side
    return -1


@kernel
def send_home(state: State, feature: int, side: int) -> None:
    """All meeples of a side leave the feature and go back to their owners' reserves (SW-39, SW-50, SW-62)."""
    for seat in range(state.players):
        if state.side_of[seat] != side:
            continue
        for size in range(2):
            n = count_of(state.meeples[feature], seat, size)
            state.reserve[seat, size] += n
            state.meeples[feature] -= np.int64(n) << (COUNT_BITS * (2 * seat + size))
