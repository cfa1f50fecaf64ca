"""Chance: Philox 4x64-10, one stream a purpose, bounded integers and shuffles.

Game `i` of a run draws from the generator with key (seed, i). Its 256-bit counter is split into ranges
that never meet:

    word 0   block within the episode (four draws a block)
    word 1   episode: the turn for streams that are re-entered each turn, else 0
    word 2   unused
    word 3   stream: what the draw is for

So draw n of an episode of a stream depends on (seed, game, stream, episode, n) alone: two variants of
a rule see the same tiles and, turn by turn, the same dice, however many were rolled before. The words
are those of `numpy.random.Philox`, bit for bit.

Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rules.bits import count_bits, lowest_bit
from rules.extending import for_numba
from rules.fields import Fields, field
from rules.kernel import Array, kernel

# Streams. A policy's stream is POLICY + its seat.
DECK = 0
DICE = 1
BOARD = 2
STEAL = 3
FIRST = 4
BANK = 5
POLICY = 8
N_STREAMS = 16


class ChanceState(Fields):
    """The part of every game's state that draws need."""

    chance_key: Array = field(np.uint64, "seed, game index", shape=2)
    chance_words: Array = field(np.uint64, "the current block of each stream", shape=(N_STREAMS, 4))
    chance_episode: Array = field(np.int64, "of each stream", shape=N_STREAMS)
    chance_used: Array = field(np.int64, "draws taken in this episode", shape=N_STREAMS)


_M0, _M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_MASK = (1 << 64) - 1


def high_word(a: np.uint64, b: np.uint64) -> np.uint64:
    """The upper 64 bits of the 128-bit product."""
    return np.uint64((int(a) * int(b)) >> 64)


def low_word(a: np.uint64, b: np.uint64) -> np.uint64:
    """The lower 64 bits of the product; wraps without a warning when interpreted."""
    return np.uint64((int(a) * int(b)) & _MASK)


def wrap_add(a: np.uint64, b: np.uint64) -> np.uint64:
    """The sum modulo 2**64; wraps without a warning when interpreted."""
    return np.uint64((int(a) + int(b)) & _MASK)


@for_numba
def _compiled() -> None:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]
    def high_of(typing_context: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), generate

    @overload(high_word)
    def compiled_high(a, b):  # type: ignore[no-untyped-def]
        return lambda a, b: high_of(a, b)

    @overload(low_word)
    def compiled_low(a, b):  # type: ignore[no-untyped-def]
        return lambda a, b: a * b

    @overload(wrap_add)
    def compiled_sum(a, b):  # type: ignore[no-untyped-def]
        return lambda a, b: a + b


@kernel
def philox_block(key: Array, block: int, episode: int, stream: int, out: Array) -> None:
    """Write the four words at this counter to `out`: Philox 4x64-10."""
    x0 = np.uint64(block)
    x1 = np.uint64(episode)
    x2 = np.uint64(0)
    x3 = np.uint64(stream)
    k0 = np.uint64(key[0])
    k1 = np.uint64(key[1])
    for _ in range(10):
        high0 = high_word(_M0, x0)
        low0 = low_word(_M0, x0)
        high1 = high_word(_M1, x2)
        low1 = low_word(_M1, x2)
        x0 = high1 ^ x1 ^ k0
        x1 = low1
        x2 = high0 ^ x3 ^ k1
        x3 = low0
        k0 = wrap_add(k0, _W0)
        k1 = wrap_add(k1, _W1)
    out[0] = x0
    out[1] = x1
    out[2] = x2
    out[3] = x3


@kernel
def start_chance(state: ChanceState, seed: int, game: int) -> None:
    """Point every stream of `state` at the beginning of game `game`."""
    state.chance_key[0] = np.uint64(seed)
    state.chance_key[1] = np.uint64(game)
    state.chance_episode[:] = 0
    state.chance_used[:] = 0


@kernel
def enter_episode(state: ChanceState, stream: int, episode: int) -> None:
    """Go to the first draw of `episode` in `stream`."""
    state.chance_episode[stream] = episode
    state.chance_used[stream] = 0


@kernel
def draw_word(state: ChanceState, stream: int) -> np.uint64:
    """The next 64 random bits of `stream`."""
    used = state.chance_used[stream]
    word = used & 3
    if word == 0:
        philox_block(
            state.chance_key, used >> 2, state.chance_episode[stream], stream, state.chance_words[stream]
        )
    state.chance_used[stream] = used + 1
    return state.chance_words[stream, word]


@kernel
def draw_below(state: ChanceState, stream: int, n: int) -> int:
    """An integer uniform on 0 .. n-1 (Lemire 2019: multiply, reject the few biased words)."""
    bound = np.uint64(n)
    word = draw_word(state, stream)
    low = low_word(word, bound)
    if low < bound:
        threshold = wrap_add(~bound, np.uint64(1)) % bound  # 2**64 mod n
        while low < threshold:
            word = draw_word(state, stream)
            low = low_word(word, bound)
    return np.int64(high_word(word, bound))  # type: ignore[return-value]


@kernel
def draw_bit(state: ChanceState, stream: int, mask: int) -> int:
    """The number of one of the bits of `mask` by lot, each with the same chance."""
    for _ in range(draw_below(state, stream, count_bits(mask))):
        mask &= mask - 1
    return lowest_bit(mask)


@kernel
def draw_first_seats(states: Array, seed: int, players: int, games: Array, firsts: Array) -> None:
    """Write the seat that begins each of these games of a run, where that is drawn by lot, to `firsts`."""
    for i in range(games.shape[0]):
        start_chance(states[0], seed, games[i])
        firsts[i] = draw_below(states[0], FIRST, players)


@kernel
def draw_unit(state: ChanceState, stream: int) -> float:
    """A float uniform on [0, 1), 53 bits."""
    return np.float64(draw_word(state, stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@kernel
def shuffle(state: ChanceState, stream: int, items: Array, n: int) -> None:
    """Put the first `n` of `items` in random order (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = draw_below(state, stream, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
