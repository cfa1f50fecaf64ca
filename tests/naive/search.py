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
        differences = {move: np.subtract(won[first][since:], won[move][since:]) for move in left[1:]}
        shared = shared_spread(list(differences.values()))
        left[1:] = [
            move
            for move in left[1:]
            if not is_the_same(won[first], won[move])
            and is_worth_going_on(
                total[first] - total[move],
                differences[move],
                shared,
                any(win in (0, 1) for win in (*won[first][since:], *won[move][since:])),
                sum(rounds),
                sum(rounds) - played,
            )
        ]
    return left[0], [len(each) for each in won]


def is_the_same(one: WINS, other: WINS) -> bool:
    """Whether all playouts, four or more, were judged alike, one of them before the game was over."""
    return len(one) >= EARLIEST and list(one) == list(other) and any(0 < win < 1 for win in one)


def shared_spread(differences: Sequence[np.ndarray]) -> float:
    """The variance of those that differ at all, of all moves together; three must be free to tell it."""
    differing = [each for each in differences if len(each) and each.var() > 0]
    freedom = sum(len(each) - 1 for each in differing)
    return sum(len(each) * each.var() for each in differing) / freedom if freedom >= 3 else math.inf


def is_worth_going_on(
    gap: float, differences: np.ndarray, shared: float, some_end: bool, most: int, to_come: int
) -> bool:
    """Whether it would bring three ten-thousandths of a win to know which of two moves comes out ahead.

    The one that is not ahead after all would be chosen in vain: so much is lost on average, by integration.
    """
    n = len(differences)
    if n < 2 or to_come == 0 or math.isinf(shared):
        return True
    squares, freedom = n * differences.var() + 2 * shared, n - 1 + 2
    if some_end:
        squares, freedom = squares + 0.5**2, freedom + 1
    deviation = math.sqrt(squares / freedom * to_come * (1 + to_come / n))
    ahead = gap + to_come * differences.mean()
    lost = -norm.expect(lambda end: end, loc=ahead, scale=deviation, ub=0.0) if deviation else max(-ahead, 0)
    return bool(lost / most >= 0.0003)
