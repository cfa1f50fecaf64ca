"""Kernels that play games turn by turn and look at the table after every turn."""

from __future__ import annotations

from rules.chance import draw_below, draw_unit, shuffle
from rules.kernel import Array, Record, kernel
from rules.starwars.engine import apply, final_scores, is_over, new_game
from rules.tiles.features import count_of
from rules.tiles.state import NO_TILE
from simulate.common.playing import choose


@kernel
def check_table(options: Record, state: Record) -> None:
    """What holds after every turn, whatever was played: raises with the number of the rule."""
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
def play_checked(desk: Record, players: int, seed: int, game: int, chosen: Array) -> int:
    """Play a game, look at the table after every turn, and write its moves to `chosen`."""
    tiles, options, state = desk.box, desk.options, desk.state
    new_game(tiles, options, state, players, seed, game)
    n = 0
    while not is_over(state):
        move = choose(desk)
        chosen[n] = move
        n += 1
        apply(tiles, options, state, move)
        check_table(options, state)
    final_scores(tiles, options, state)
    for node in range(state.n_nodes):
        if state.feature[node] == node and state.meeples[node] != 0:
            raise AssertionError("SW-54: meeples stand after the final scoring")
    return n


@kernel
def draw_many(state: Record, stream: int, bound: int, out: Array) -> None:
    """Fill `out` with integers below `bound`."""
    for i in range(out.shape[0]):
        out[i] = draw_below(state, stream, bound)


@kernel
def draw_units(state: Record, stream: int, out: Array) -> None:
    """Fill `out` with floats."""
    for i in range(out.shape[0]):
        out[i] = draw_unit(state, stream)


@kernel
def count_orders(state: Record, stream: int, items: Array, counts: Array) -> None:
    """Shuffle four items `counts[24]` times and count the 24 orders, by the digits of the order."""
    for _ in range(counts[256]):
        for i in range(4):
            items[i] = i
        shuffle(state, stream, items, 4)
        counts[items[0] * 64 + items[1] * 16 + items[2] * 4 + items[3]] += 1
