"""The search of `simulate.play.search` once more, in plain sentences: which moves it tries how often.

Whoever asks says what the weights think of each move, as wins, and what each playout of a move gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.stats import norm

WINS = Sequence[float]
EARLIEST = 4


def choose(
    thought: WINS, playout: Callable[[int, int], float], playouts: int, few: int = 8, sure: int = 64
) -> tuple[int, list[int]]:
    """The move that is chosen, and how many playouts each got.

    The best thought of comes first. Round by round the better half stays, and gets twice as many playouts.
    More than `sure` at once last to the end; only these tell then who is behind.
    """
    tried, places = len(thought), len(thought)
    while tried > few:
        tried, playouts = math.ceil(tried / 2), max(playouts // 2, 1)
    rounds: list[int] = []
    while places >> len(rounds) > 1:
        rounds.append(playouts << len(rounds))
    ends = np.cumsum(rounds).tolist()
    long = [each for each in rounds if each > sure]
    since = sum(rounds) - sum(long) if long else 0

    won: list[list[float]] = [[] for _ in thought]
    left = list(range(len(thought)))
    for played in range(1, sum(rounds) + 1):
        if len(left) == 1:
            break
        for move in left:
            won[move].append(playout(move, played - 1))
        if played not in ends and (played < EARLIEST or played & (played - 1)):
            continue
        left.sort(key=lambda move: -thought[move] - sum(won[move]))
        left = left[: max(places >> sum(played >= end for end in ends), 1)]
        first = left[0]
        total = {move: thought[move] + sum(won[move]) for move in left}
        left[1:] = [
            move
            for move in left[1:]
            if not is_the_same(won[first], won[move])
            and not stays_behind(
                total[first] - total[move], won[first][since:], won[move][since:], sum(rounds) - played
            )
        ]
    return left[0], [len(each) for each in won]


def is_the_same(one: WINS, other: WINS) -> bool:
    """Whether all playouts, four or more, were judged alike, one of them before the game was over."""
    return len(one) >= EARLIEST and list(one) == list(other) and any(0 < win < 1 for win in one)


def stays_behind(gap: float, first: WINS, other: WINS, to_come: int, foretold: int = 15) -> bool:
    """Whether 99 predictions of 100, from these playouts, leave `other` behind after those to come."""
    n = len(first)
    if n < EARLIEST or to_come > foretold * n:
        return False
    differences = np.subtract(first, other)
    squares = n * differences.var()
    freedom = n - 1
    bound = expanded(freedom)
    if any(win in (0, 1) for win in (*first, *other)):
        squares, freedom = squares + 0.5**2, freedom + 1
    deviation = math.sqrt(squares / freedom * to_come * (1 + to_come / n))
    return bool(gap + to_come * differences.mean() > bound * deviation)


def expanded(freedom: int) -> float:
    """Student's bound of 99 in 100, from the normal one (Abramowitz and Stegun 26.7.5)."""
    z = float(norm.ppf(0.99))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / freedom**k for k, term in enumerate(terms))
