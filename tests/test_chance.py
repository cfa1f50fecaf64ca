"""Chance: Philox bit for bit, streams that leave each other alone, fair integers and shuffles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from builders import volume
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import chi2

from rules.chance import (
    DECK,
    DICE,
    N_STREAMS,
    POLICY,
    draw_below,
    draw_unit,
    draw_word,
    enter_episode,
    philox_block,
    shuffle,
    start_chance,
)
from rules.fields import blank
from rules.kernel import Array, Struct, kernel
from rules.starwars.state import State

pytestmark = pytest.mark.rules

words = st.integers(0, 2**64 - 1)
counters = st.integers(0, 2**62)
streams = st.integers(0, N_STREAMS - 1)
SEVERAL = (1, 2, 3, 6, 7, 75, 1000, 2**31, 2**32 + 1, 2**62 + 1, 3 * 2**61, 2**63 - 1)


def chance(seed: int = 1, game: int = 0) -> Array:
    """A fresh generator."""
    state = blank(State)
    start_chance(state[0], seed, game)
    return state


def numpy_words(
    seed: int, game: int, stream: int, n: int, episode: int = 0, block: int = 0
) -> npt.NDArray[np.uint64]:
    """`n` words of numpy.random.Philox from the counter (block, episode, 0, stream) on."""
    counter = (block + (episode << 64) + (stream << 192) - 1) % 2**256  # NumPy counts before it draws
    return np.random.Philox(counter=counter, key=seed + (game << 64)).random_raw(n)


def p_value(counts: npt.NDArray[np.int64]) -> float:
    """Chance of counts as uneven as these, or more, if all are equally likely."""
    mean = counts.sum() / len(counts)
    return chi2.sf(((counts - mean) ** 2 / mean).sum(), len(counts) - 1)


@kernel
def draw_many(state: Struct, stream: int, bound: int, out: Array) -> None:
    """Fill `out` with integers below `bound`."""
    for i in range(out.shape[0]):
        out[i] = draw_below(state, stream, bound)


@kernel
def draw_units(state: Struct, stream: int, out: Array) -> None:
    """Fill `out` with floats."""
    for i in range(out.shape[0]):
        out[i] = draw_unit(state, stream)


@kernel
def count_orders(state: Struct, stream: int, items: Array, counts: Array) -> None:
    """Shuffle four items `counts[24]` times and count the 24 orders, by the digits of the order."""
    for _ in range(counts[256]):
        for i in range(4):
            items[i] = i
        shuffle(state, stream, items, 4)
        counts[items[0] * 64 + items[1] * 16 + items[2] * 4 + items[3]] += 1


# --- words


@given(words, words, counters, counters, streams)
@example(2**64 - 1, 2**64 - 1, 0, 0, 0)
@example(0, 0, 0, 0, 0)
def test_a_block_is_that_of_numpy_philox(seed: int, game: int, block: int, episode: int, stream: int) -> None:
    key, out = np.array([seed, game], np.uint64), np.zeros(4, np.uint64)
    philox_block(key, block, episode, stream, out)
    assert out.tolist() == numpy_words(seed, game, stream, 4, episode, block).tolist()


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**31 - 1), streams, st.integers(0, 1000))
def test_a_stream_is_numpy_philox_from_block_to_block(
    seed: int, game: int, stream: int, episode: int
) -> None:
    state = chance(seed, game)
    enter_episode(state[0], stream, episode)
    drawn = [int(draw_word(state[0], stream)) for _ in range(11)]
    assert drawn == numpy_words(seed, game, stream, 11, episode).tolist()


@given(st.lists(st.integers(0, N_STREAMS - 1), min_size=1, max_size=60))
def test_a_draw_depends_on_its_stream_alone_in_any_order_of_use(order: list[int]) -> None:
    state = chance(seed=5, game=9)
    drawn: dict[int, list[int]] = {stream: [] for stream in order}
    for stream in order:
        drawn[stream].append(int(draw_word(state[0], stream)))
    for stream, got in drawn.items():
        assert got == numpy_words(5, 9, stream, len(got)).tolist()


def test_an_episode_begins_anew_however_much_was_drawn_before() -> None:
    """Turn by turn the same dice: what an earlier turn rolled changes nothing."""
    few, many = chance(), chance()
    draw_word(few[0], DICE)
    for _ in range(50):
        draw_word(many[0], DICE)
    enter_episode(few[0], DICE, 7)
    enter_episode(many[0], DICE, 7)
    assert [draw_word(few[0], DICE) for _ in range(9)] == [draw_word(many[0], DICE) for _ in range(9)]


def test_games_seeds_streams_and_episodes_all_differ() -> None:
    seen = set()
    for seed, game, stream, episode in np.ndindex(4, 4, N_STREAMS, 4):
        state = chance(seed, game)
        enter_episode(state[0], stream, episode)
        seen.add(int(draw_word(state[0], stream)))
    assert len(seen) == 4 * 4 * N_STREAMS * 4


def test_starting_a_game_forgets_the_game_before() -> None:
    state = chance(1, 0)
    for stream in range(N_STREAMS):
        enter_episode(state[0], stream, 3)
        draw_word(state[0], stream)
    start_chance(state[0], 1, 1)
    assert [int(draw_word(state[0], s)) for s in range(N_STREAMS)] == [
        int(numpy_words(1, 1, s, 1)[0]) for s in range(N_STREAMS)
    ]


# --- bounded integers


def lemire(raw: list[int], bound: int) -> tuple[int, int]:
    """The integer and how many words it takes, in exact integers (Lemire 2019)."""
    for used, word in enumerate(raw, 1):
        product = int(word) * bound
        if product % 2**64 >= 2**64 % bound:
            return product >> 64, used
    raise AssertionError("not enough words")


@given(st.integers(0, 2**31), st.one_of(st.sampled_from(SEVERAL), st.integers(1, 2**63 - 1)))
@example(0, 2**62 + 1)  # of which nearly a quarter of the words is refused
def test_draw_below_is_lemires_method_with_its_rejections(game: int, bound: int) -> None:
    state, raw = chance(1, game), numpy_words(1, game, DICE, 400).tolist()
    for _ in range(20):
        expected, used = lemire(raw, bound)
        assert draw_below(state[0], DICE, bound) == expected
        raw = raw[used:]
        assert state[0].chance_used[DICE] == 400 - len(raw)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 20, 101])
def test_draws_below_a_bound_are_uniform(bound: int) -> None:
    out = np.zeros(volume(200_000, 5_000), np.int64)
    draw_many(chance(seed=2)[0], DICE, bound, out)
    counts = np.bincount(out, minlength=bound)
    assert len(counts) == bound
    assert p_value(counts) > 1e-4


def test_pairs_of_draws_are_independent() -> None:
    out = np.zeros(volume(200_000, 8_000), np.int64)
    draw_many(chance(seed=3)[0], DICE, 6, out)
    assert p_value(np.bincount(out[::2] * 6 + out[1::2], minlength=36)) > 1e-4


def test_first_draws_of_many_games_are_uniform() -> None:
    """The game index is part of the key: neighbouring games have nothing in common."""
    state, firsts = chance(), []
    for game in range(volume(20_000, 3_000)):
        start_chance(state[0], 1, game)
        firsts.append(draw_below(state[0], DECK, 75))
    assert p_value(np.bincount(firsts, minlength=75)) > 1e-4


def test_a_unit_is_the_upper_53_bits_and_below_one() -> None:
    state = chance(4)
    raw = numpy_words(4, 0, POLICY, 100)
    units = [draw_unit(state[0], POLICY) for _ in range(100)]
    assert units == [(int(word) >> 11) / 2**53 for word in raw]
    many = np.zeros(volume(100_000, 3_000))
    draw_units(state[0], POLICY, many)
    assert many.min() >= 0.0
    assert many.max() < 1.0
    assert p_value(np.bincount((many * 50).astype(int), minlength=50)) > 1e-4


def test_the_highest_word_is_still_below_one() -> None:
    state = chance()
    draw_word(state[0], POLICY)
    state.chance_words[0, POLICY] = np.uint64(2**64 - 1)
    assert draw_unit(state[0], POLICY) == (2**53 - 1) / 2**53


# --- shuffles


def test_all_orders_of_four_are_equally_likely() -> None:
    counts, items = np.zeros(257, np.int64), np.zeros(4, np.int64)
    counts[256] = n = volume(120_000, 2_400)
    count_orders(chance(seed=6)[0], DECK, items, counts)
    orders = counts[:256][counts[:256] > 0]
    assert len(orders) == 24
    assert orders.sum() == n
    assert p_value(orders) > 1e-4


def test_a_shuffle_repeats_keeps_every_item_and_leaves_the_rest_alone() -> None:
    one, two = np.arange(80), np.arange(80)
    for items in (one, two):
        shuffle(chance(7)[0], DECK, items, 75)
    assert one.tolist() == two.tolist()
    assert sorted(one) == list(range(80))
    assert one[75:].tolist() == list(range(75, 80))
    assert one[:75].tolist() != list(range(75))


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_shuffle_draws_nothing(n: int) -> None:
    state, items = chance(), np.arange(3)
    shuffle(state[0], DECK, items, n)
    assert items.tolist() == [0, 1, 2]
    assert state[0].chance_used[DECK] == 0
