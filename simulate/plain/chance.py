"""Chance of games in plain Python: the very words of `rules.chance`, drawn for many games at once.

Game `i` of a run with seed `s` draws from Philox with key (s, i). Its counter says which stream, which turn
and which draw a word is for, so that two rules meet the same cards and, turn by turn, the same dice. One game
at a time would cost more than the game itself: NumPy computes the words of a chunk of games together.

Who looks ahead, and every policy, draws from elsewhere (`Guess`): nothing of it is chance of the game.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Thing = TypeVar("Thing")
Words = npt.NDArray[np.uint64]

STREAMS = {"deck": 0, "dice": 1, "board": 2, "steal": 3, "first": 4, "bank": 5}
"""Streams that every game has, by the numbers of `rules.chance`."""

OTHERS = 1 << 32
"""The numbers of all other streams begin here."""

POLICY = 8
"""The stream of the policy in seat 0; those of the other seats follow."""

TURNS = 8
"""Turns whose dice are drawn together."""

BLOCK = 4
"""Words of a block: what one counter of Philox gives."""

ONE = 1 << 64
REST = ONE - 1


def number_of(stream: str) -> int:
    """The number of a stream by its name."""
    known = STREAMS.get(stream)
    return OTHERS + zlib.crc32(stream.encode()) if known is None else known


# --- Philox 4x64-10

_MULTIPLIERS = 0xD2E7470EE14C6C93, 0xCA5A826395121157
_WEYL = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


def philox(seed: int, games: Words, blocks: Words, episodes: Words, stream: int) -> Words:
    """The four words at each of these counters, which are arrays of one shape: [..., 4]."""
    x0, x1 = blocks.astype(np.uint64), episodes.astype(np.uint64)
    x2, x3 = np.zeros_like(x0), np.full_like(x0, stream)
    key0, key1 = seed & REST, games.astype(np.uint64)
    for _ in range(10):
        high0, low0 = _product(_MULTIPLIERS[0], x0)
        high1, low1 = _product(_MULTIPLIERS[1], x2)
        x0, x1, x2, x3 = high1 ^ x1 ^ np.uint64(key0), low1, high0 ^ x3 ^ key1, low0
        key0, key1 = (key0 + _WEYL[0]) & REST, key1 + np.uint64(_WEYL[1])
    return np.stack([x0, x1, x2, x3], axis=-1)


def _product(factor: int, x: Words) -> tuple[Words, Words]:
    """The upper and the lower 64 bits of a product of 128 bits."""
    high, low = np.uint64(factor >> 32), np.uint64(factor & 0xFFFFFFFF)
    x_high, x_low = x >> _HALF, x & _LOW
    cross = low * x_high
    middle = ((low * x_low) >> _HALF) + (cross & _LOW) + high * x_low
    return high * x_high + (cross >> _HALF) + (middle >> _HALF), np.uint64(factor) * x


class Chunk:
    """The words of games `first` to `first + n - 1`, each drawn for all of them when one needs it."""

    def __init__(self, seed: int, first: int, n: int) -> None:
        self.seed, self.first, self.n = seed, first, n
        self._games = np.arange(first, first + n, dtype=np.uint64)
        self._kept: dict[tuple[int, int, int], list[list[list[int]]]] = {}

    def words(self, game: int, stream: int, episode: int, block: int) -> list[int]:
        """The words of some blocks from `block` of an episode: one block where there are many episodes."""
        size = 1 if episode or stream == STREAMS["dice"] else 4 if block else 2
        if block and episode:  # of one turn of one game: seldom
            return self._drawn([game], [episode], block, 2, stream)[0][0]
        base = episode - episode % TURNS
        key = stream, base, block
        if key not in self._kept:
            turns = range(base, base + TURNS) if size == 1 else [0]
            self._kept[key] = self._drawn(self._games, turns, block, size, stream)
        return self._kept[key][game - self.first][episode - base]

    def _drawn(
        self, games: Sequence[int] | Words, episodes: Sequence[int], block: int, size: int, stream: int
    ) -> list[list[list[int]]]:
        """Words by game and episode."""
        axes = (
            np.asarray(games, np.uint64)[:, None, None],
            np.arange(block, block + size, dtype=np.uint64),
            np.asarray(episodes, np.uint64)[:, None],
        )
        which, blocks, turns = np.broadcast_arrays(*axes)
        drawn = philox(self.seed, which, blocks, turns, stream)
        found: list[list[list[int]]] = drawn.reshape(*which.shape[:2], size * BLOCK).tolist()
        return found


class Stream:
    """One stream of one game, from the beginning of an episode on."""

    __slots__ = ("_block", "_chunk", "_game", "_number", "_take", "episode")

    def __init__(self, chunk: Chunk, game: int, number: int) -> None:
        self._chunk, self._game, self._number = chunk, game, number
        self.episode = -1

    def enter(self, episode: int) -> None:
        """Go to the first draw of an episode."""
        self.episode, self._block = episode, 0
        self._more()

    def _more(self) -> None:
        words = self._chunk.words(self._game, self._number, self.episode, self._block)
        self._block += len(words) // BLOCK
        self._take = iter(words).__next__

    def word(self) -> int:
        """The next 64 random bits."""
        try:
            return self._take()
        except StopIteration:
            self._more()
            return self._take()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, as `rules.chance.draw_below` draws it."""
        try:
            product = self._take() * n
        except StopIteration:
            product = self.word() * n
        if product & REST < n:
            least = ONE % n
            while product & REST < least:
                product = self.word() * n
        return product >> 64


class Chance:
    """The streams of one game by their names."""

    __slots__ = ("_chunk", "_game", "_streams")

    def __init__(self, chunk: Chunk, game: int) -> None:
        self._chunk, self._game = chunk, game
        self._streams: dict[str, Stream] = {}

    def stream(self, name: str, episode: int = 0) -> Stream:
        """A stream, at the beginning of the episode unless it is in it already."""
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = Stream(self._chunk, self._game, number_of(name))
        if stream.episode != episode:
            stream.enter(episode)
        return stream


class Guess:
    """Chance that is not the game's, the same whatever the stream: for policies, and for who looks ahead."""

    __slots__ = ("_unit", "shuffle")

    def __init__(self, seed: int) -> None:
        source = random.Random(seed)
        self._unit, self.shuffle = source.random, source.shuffle

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._unit() * n)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of these by lot."""
        return things[self.below(len(things))]

    def stream(self, name: str, episode: int = 0) -> Guess:
        """Itself."""
        return self
