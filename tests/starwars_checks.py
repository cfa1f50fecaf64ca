"""What holds at every step of a game of Star Wars Carcassonne, whatever was played."""

from __future__ import annotations

from rules.kernel import Struct, kernel
from rules.tiles.features import count_of
from rules.tiles.state import NO_TILE


@kernel
def check_state(box: Struct, options: Struct, state: Struct) -> None:
    """What holds after every turn: raises with the number of the rule."""
    for node in range(state.n_nodes):
        if state.feature[node] != node:
            continue
        sides = 0
        for side in range(state.players):
            if state.is_side[side] and state.meeples[node] & state.side_mask[side] != 0:
                sides += 1
        if sides > 1:
            raise AssertionError("SW-42: a feature holds two sides")
        if state.open_ends[node] == 0 and state.meeples[node] != 0:
            raise AssertionError("SW-50: a completed feature keeps meeples")
        if state.open_ends[node] < 0:
            raise AssertionError("SW-43: fewer than no open ends")
    for seat in range(state.players):
        for size in range(2):
            n = state.reserve[seat, size]
            if n < 0:
                raise AssertionError("SW-18: a reserve below nothing")
            for node in range(state.n_nodes):
                if state.feature[node] == node:
                    n += count_of(state.meeples[node], seat, size)
            if n != (options.big_meeples if size else options.small_meeples):
                raise AssertionError("SW-2: meeples were lost or made")
    in_hand = 0 if state.tile == NO_TILE else 1
    left = state.n_deck - state.deck_next
    if state.n_placed + state.n_discarded + in_hand + left != state.n_deck + 1:
        raise AssertionError("SW-1: tiles were lost or made")
    if state.seat != (state.first + state.turn) % state.players:
        raise AssertionError("SW-9: play does not go round")


@kernel
def check_end(box: Struct, options: Struct, state: Struct) -> None:
    """What holds after the final scoring."""
    for node in range(state.n_nodes):
        if state.feature[node] == node and state.meeples[node] != 0:
            raise AssertionError("SW-54: meeples stand after the final scoring")
