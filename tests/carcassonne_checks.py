"""What holds at every step of a game of Carcassonne, whatever was played."""

from __future__ import annotations

from rules.carcassonne.hands import tiles_in_hands
from rules.carcassonne.scoring import seat_score
from rules.carcassonne.state import NO_CELL
from rules.carcassonne.tiles import RIVER_LETTER, Feature
from rules.kernel import Struct, kernel
from rules.tiles.features import SMALL, count_of
from rules.tiles.grid import STEP
from rules.tiles.state import NO_TILE


@kernel
def meeples_out(state: Struct, seat: int) -> int:
    """The seat's meeples on the board."""
    n = 0
    for node in range(state.n_nodes):
        if state.feature[node] == node:
            n += count_of(state.meeples[node], seat, SMALL)
    return n


@kernel
def check_river(tiles: Struct, state: Struct) -> None:
    """The river has no open end but the one that is kept (CC-71)."""
    n = 0
    for t in range(state.n_placed):
        looks = state.design[t] * 4 + state.rotation[t]
        for side in range(4):
            there = state.cell[t] + STEP[side]
            if tiles.edge[looks, side] == RIVER_LETTER and state.tile_at[there] == 0:
                n += 1
                if there != state.river_cell:
                    raise AssertionError("CC-71: the river is open elsewhere")
    if n != (0 if state.river_cell == NO_CELL else 1):
        raise AssertionError("CC-71: the river has not the one open end that is kept")


@kernel
def check_state(box: Struct, options: Struct, state: Struct) -> None:
    """What holds after every turn: raises with the number of the rule."""
    cities = 0
    for node in range(state.n_nodes):
        if state.feature[node] != node:
            continue
        if state.open_ends[node] < 0:
            raise AssertionError("CC-37: fewer than no open ends")
        if state.kind[node] == Feature.CITY and state.open_ends[node] == 0:
            cities += 1
        if state.kind[node] != Feature.FIELD and state.open_ends[node] == 0 and state.meeples[node] != 0:
            raise AssertionError("CC-35: a completed feature keeps meeples")
    if cities != state.n_complete:
        raise AssertionError("CC-59: complete cities were not counted once each")
    for seat in range(state.players):
        if state.supply[seat] < 0:
            raise AssertionError("CC-26: a supply below nothing")
        if state.supply[seat] + meeples_out(state, seat) != options.meeples:
            raise AssertionError("CC-2: meeples were lost or made")
    in_hand = tiles_in_hands(state)
    left = state.n_deck - state.deck_next
    own_placed = 0
    for seat in range(state.players):
        own_placed += options.start_cloisters and state.own_tile[seat] == NO_TILE
    if in_hand == 0:
        in_hand = 0 if state.tile == NO_TILE or state.may_draw == 1 else 1
    elif left > 0 and in_hand != options.tiles_in_hand * state.players:
        raise AssertionError("HR-21: a hand is not full though there are tiles to draw")
    if state.n_placed + state.n_discarded + in_hand + left != state.n_deck + 1 + own_placed:
        raise AssertionError("CC-1: tiles were lost or made")
    if state.may_draw == 1 and (left == 0 or state.tile != state.own_tile[state.seat]):
        raise AssertionError("HR-22: a cloister is placed in place of drawing")
    passed_over = state.turn + 1 - state.n_placed
    if passed_over < 0 or (passed_over > 0 and options.tiles_in_hand == 0):
        raise AssertionError("CC-13: not one tile a turn")
    if state.seat != (state.first + state.turn) % state.players:
        raise AssertionError("CC-12: play does not go round")
    check_river(box, state)


@kernel
def check_end(box: Struct, options: Struct, state: Struct) -> None:
    """What holds after the final scoring."""
    best = -1
    for seat in range(state.players):
        best = max(best, seat_score(state, seat))
    for seat in range(state.players):
        if ((state.winners >> seat) & 1 == 1) != (seat_score(state, seat) == best):
            raise AssertionError("CC-53: who has most points wins, and nobody else")
    for node in range(state.n_nodes):
        if state.feature[node] == node and state.meeples[node] != 0 and state.kind[node] != Feature.FIELD:
            raise AssertionError("CC-50: meeples stand on more than farms after the final scoring")
