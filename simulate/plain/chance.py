"""Chance of games in plain Python: the very words of `rules.chance`, drawn for many games at once.

Game `i` of a run with seed `s` draws from Philox with key (s, i). Its counter says which stream, which turn
and which draw a word is for, so that two rules meet the same cards and, turn by turn, the same dice. One game
at a time would cost more than the game itself: NumPy computes the words of a chunk of games together.

Who looks ahead, and every policy, draws from elsewhere (`Guess`): nothing of it is chance of the game.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

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


def philox(seed: int, games: Words, streams: Words, episodes: Words, blocks: Words) -> Words:
    """The four words at each of these counters, which are arrays of one shape: [..., 4]."""
    x0, x1 = blocks.astype(np.uint64), episodes.astype(np.uint64)
    x2, x3 = np.zeros_like(x0), streams.astype(np.uint64)
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
        self._kept: dict[tuple[int, ...], list[Any]] = {}

    def words(self, game: int, stream: int, block: int) -> list[int]:
        """The words of two blocks from `block` of a stream."""
        key = stream, block
        if key not in self._kept:
            drawn = self._drawn([stream], [0], range(block, block + 2))
            self._kept[key] = drawn.reshape(self.n, -1).tolist()
        words: list[int] = self._kept[key][game - self.first]
        return words

    def turns(self, game: int, stream: int, base: int) -> list[list[int]]:
        """The first words of the episodes of some turns, from turn `base` on."""
        key = stream, base, 0
        if key not in self._kept:
            drawn = self._drawn([stream], range(base, base + TURNS), [0])
            self._kept[key] = drawn.reshape(self.n, TURNS, -1).tolist()
        words: list[list[int]] = self._kept[key][game - self.first]
        return words

    def more_of_turn(self, game: int, stream: int, episode: int, block: int) -> list[int]:
        """The words of two blocks of an episode, for one game alone: seldom is so much drawn in a turn."""
        counter = [block - 1, episode, 0, stream]  # NumPy goes on to the next before it draws
        drawn: list[int] = np.random.Philox(counter=counter, key=[self.seed, game]).random_raw(8).tolist()
        return drawn

    def lots(self, game: int, seats: int, block: int) -> list[list[int]]:
        """Numbers of 32 bits for the policy in each seat: the two halves of the words of two blocks."""
        key = POLICY, seats, block, 0
        if key not in self._kept:
            drawn = self._drawn(range(POLICY, POLICY + seats), [0], range(block, block + 2))
            self._kept[key] = drawn.view(np.uint32).reshape(self.n, seats, -1).tolist()
        numbers: list[list[int]] = self._kept[key][game - self.first]
        return numbers

    def _drawn(self, streams: Sequence[int], episodes: Sequence[int], blocks: Sequence[int]) -> Words:
        """Words by game, stream, episode, block and number in the block."""
        axes = np.ix_(self._games, np.array(streams), np.array(episodes), np.array(blocks))
        return philox(self.seed, *np.broadcast_arrays(*axes))


class Source:
    """Words one after the other, taken as long as there are some, and then more."""

    __slots__ = ("_block", "_take")

    _block: int
    _take: Callable[[], int]

    def _more(self) -> None:
        """Have the next words ready."""
        raise NotImplementedError

    def word(self) -> int:
        """The next random bits."""
        try:
            return self._take()
        except StopIteration:
            self._more()
            return self._take()


class Stream(Source):
    """One stream of one game: words of 64 bits for the whole game."""

    __slots__ = ("_chunk", "_game", "_number")

    def __init__(self, chunk: Chunk, game: int, number: int) -> None:
        self._chunk, self._game, self._number = chunk, game, number
        self._block = 0
        self._more()

    def _more(self) -> None:
        self._take = iter(self._chunk.words(self._game, self._number, self._block)).__next__
        self._block += 2

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


class StreamOfTurns(Stream):
    """One stream of one game that is entered anew each turn."""

    __slots__ = ("_base", "_turns", "turn")

    def __init__(self, chunk: Chunk, game: int, number: int) -> None:
        self._chunk, self._game, self._number = chunk, game, number
        self._base, self._turns = -TURNS, list[list[int]]()
        self.turn = -1

    def enter(self, turn: int) -> None:
        """Go to the first draw of a turn."""
        at = turn - self._base
        if not 0 <= at < TURNS:
            self._base = turn - turn % TURNS
            self._turns, at = self._chunk.turns(self._game, self._number, self._base), turn - self._base
        self.turn, self._block = turn, 1
        self._take = iter(self._turns[at]).__next__

    def _more(self) -> None:
        words = self._chunk.more_of_turn(self._game, self._number, self.turn, self._block)
        self._take = iter(words).__next__
        self._block += 2


class Lots(Source):
    """The chance of the policy in one seat: words of 32 bits, all that a choice among moves needs."""

    __slots__ = ("_chunk", "_game", "_seat", "_seats")

    def __init__(self, chunk: Chunk, game: int, seat: int, seats: int) -> None:
        self._chunk, self._game, self._seat, self._seats = chunk, game, seat, seats
        self._block = 0
        self._more()

    def _more(self) -> None:
        self._take = iter(self._chunk.lots(self._game, self._seats, self._block)[self._seat]).__next__
        self._block += 2

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each with the same chance to within n in 4 billion."""
        try:
            return self._take() * n >> 32
        except StopIteration:
            return self.word() * n >> 32


class Chance:
    """The streams of one game by their names."""

    __slots__ = ("_chunk", "_game", "_of_turns", "_streams")

    def __init__(self, chunk: Chunk, game: int) -> None:
        self._chunk, self._game = chunk, game
        self._streams: dict[str, Stream] = {}
        self._of_turns: dict[str, StreamOfTurns] = {}

    def stream(self, name: str) -> Stream:
        """A stream of the whole game."""
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = Stream(self._chunk, self._game, number_of(name))
        return stream

    def of_turn(self, name: str, turn: int) -> Stream:
        """A stream that is entered anew each turn, in this turn."""
        stream = self._of_turns.get(name)
        if stream is None:
            stream = self._of_turns[name] = StreamOfTurns(self._chunk, self._game, number_of(name))
        if stream.turn != turn:
            stream.enter(turn)
        return stream


class GuessOfTurn:
    """Chance of one turn for who looks ahead: a linear congruential generator, which begins at once."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, turn: int) -> None:
        state = (seed * _WEYL[0] + turn * _WEYL[1]) & REST
        state = ((state ^ (state >> 30)) * _MULTIPLIERS[1]) & REST
        self._state = state ^ (state >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & REST
        return (self._state >> 32) * n >> 32


class Guess:
    """Chance that is not the game's, the same whatever the stream: for policies, and for who looks ahead.

    As in the game, the dice of a turn are the same however many were rolled before: moves that are looked
    ahead meet the same luck.
    """

    __slots__ = ("_of_turn", "_seed", "_turn", "_unit")

    _unit: Callable[[], float]
    _of_turn: GuessOfTurn

    def __init__(self, seed: int) -> None:
        self._seed = seed  # a generator takes time to begin, and many a guess is never asked
        self._turn = -1

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        try:
            return int(self._unit() * n)
        except AttributeError:
            return int(self._begin()() * n)

    def _begin(self) -> Callable[[], float]:
        self._unit = random.Random(self._seed).random
        return self._unit

    def shuffle(self, things: list[Any]) -> None:
        """Put things into random order."""
        unit = getattr(self, "_unit", None) or self._begin()
        for i in range(len(things) - 1, 0, -1):
            j = int(unit() * (i + 1))  # as `below` draws it, without a call a thing
            things[i], things[j] = things[j], things[i]

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of these by lot."""
        return things[self.below(len(things))]

    def stream(self, name: str) -> Guess:
        """Itself."""
        return self

    def of_turn(self, name: str, turn: int) -> GuessOfTurn:
        """The chance of a turn."""
        if turn != self._turn:
            self._turn, self._of_turn = turn, GuessOfTurn(self._seed, turn)
        return self._of_turn
