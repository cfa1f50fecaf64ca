"""Choosing by playouts: the best few moves of a weighted policy, each tried by playing on.

`rollout` plays them on for long, each as often; `search` for a few turns, and then judges the position by the
chance to win that was fitted to its features. The last ones of a long search it plays to the end.
"""

from __future__ import annotations

import math

import numpy as np

from rules.chance import POLICY, draw_below, start_chance
from rules.kernel import Array, kernel
from rules.verbs import GameState, apply, copy_game, final_scores, for_each_game, is_over
from simulate.play.choosing import BREADTH, PLAYOUT_SEEDS, Way, best_moves, err, pick_best, share_of_win
from simulate.play.desk import (
    Desk,
    GameDesk,
    ask_user,
    asked,
    deal_unseen,
    describe_position,
    doubt,
    errors_of_others,
    outcome,
    playout_end,
    shown,
    value_moves,
    weigh_moves,
)

SURE = 64
"""More playouts of a move than these even chance out. So they last to the end, where nothing is to judge."""
TO_THE_END = 1 << 30
"""More turns than any game has."""
FORESEEING, OPENING = 16, 32
"""Where nothing happens by chance playouts would go alike, and what is chosen there lasts all game.

So from so many playouts a move on, a search lets others err there, and looks so many turns ahead.
"""
HOPELESS = 1.0
"""Margins, as those that make a win 73 % sure, by which a move that is not tried is worse than the best.

A search that tries twice as many moves as `BREADTH` goes down twice as far.
"""
FIRST_LOOK = 4
"""Playouts of each move before a round is looked into: one or two are often alike by chance.

At the end of a round, many moves together may tell after two or three how much playouts stray.
"""
TOO_LITTLE = 0.0003
"""Of a win: a move that would bring less on average, if the search went on with it, is dropped."""
SHARED = 2.0
"""Differences that the spread of all moves counts like, in that of one move: few may be close by chance."""


@for_each_game
def best_weighted(desk: Desk, state: GameState, weights: Array) -> int:
    """The move with the greatest value by weights; equal ones are drawn by lot."""
    return best_of(desk, state, value_moves(desk, state, weights))


@for_each_game
def best_of(desk: Desk, state: GameState, n: int) -> int:
    """The move with the greatest of the `n` values that are listed; equal ones are drawn by lot."""
    best = 0 if n == 1 else pick_best(state, asked(state), desk.mind.values, n)
    return desk.mind.moves[best]


@for_each_game
def misjudge(desk: Desk, state: GameState, n: int) -> None:
    """Add to the `n` values that are listed the errors that others make in playouts, if any are made here."""
    if errors_of_others(state) > 0.0:
        err(state, asked(state), desk.mind.values, n, errors_of_others(state))


@for_each_game
def value_by(desk: Desk, state: GameState, view: GameState, weights: Array, me: int) -> int:
    """List the legal moves and the value that seat `me` gives each, by weights or its user's function.

    `view` is what `me` may know of the state; in a playout, where that was dealt anew, all of it.
    """
    if desk.policies.way[me] != Way.USER_SEARCH:
        return value_moves(desk, state, weights)
    n = weigh_moves(GameDesk(desk.box, desk.options, state, desk.policies, desk.users, desk.mind))
    ask_user(desk, view, me, n)
    return n


@for_each_game
def choose_rollout(desk: Desk, weights: Array, playouts: int) -> int:
    """The best few moves of a weighted policy, each tried by playing on: the one that does best.

    Every playout deals anew what is hidden, so the policy knows no more than a player does. All candidates
    meet the same playouts (common random numbers).
    """
    state = desk.state
    n = value_moves(desk, state, weights)
    if n == 1:
        return desk.mind.moves[0]
    candidates = best_moves(desk.mind, n)
    shares = np.zeros((candidates.shape[0], playouts))
    me = asked(state)
    for i in range(playouts):
        seed = draw_below(state, POLICY + me, PLAYOUT_SEEDS)
        for k in range(candidates.shape[0]):
            copy_game(desk.mind.spare[0], state)
            shares[k, i] = play_on(desk, desk.mind.spare[0], weights, candidates[k], me, seed, 0)
    return candidates[best_candidate(state, shares)]


@for_each_game
def play_on(desk: Desk, state: GameState, weights: Array, move: int, me: int, seed: int, turns: int) -> float:
    """Play `move` in a copy of the game, and on, everybody weighing moves as `me` does; the outcome for `me`.

    After so many `turns` the outcome is the chance that the position then gives; 0 are those of a rollout.
    """
    start_chance(state, seed, 0)
    deal_unseen(desk, state, me)
    end = state.turn + turns if turns else playout_end(state)
    apply(desk.box, desk.options, state, move)
    while not is_over(state) and state.turn < end:
        n = value_by(desk, state, state, weights, me)
        if desk.policies.playouts[me] >= FORESEEING and asked(state) != me:
            misjudge(desk, state, n)
        apply(desk.box, desk.options, state, best_of(desk, state, n))
    if is_over(state):
        final_scores(desk.box, desk.options, state)
    elif turns:
        describe_position(desk, state)
        return share_of_win(desk.mind.position, desk.policies.position[me], state.players, me)
    return outcome(desk, state, me)


@for_each_game
def best_candidate(state: GameState, shares: Array) -> int:
    """The candidate with the best mean of its playouts, a row each; the first where others are in `doubt`."""
    playouts = shares.shape[1]
    totals = np.zeros(shares.shape[0])
    if doubt(state) == 0.0:
        for k in range(shares.shape[0]):
            for i in range(playouts):
                totals[k] += shares[k, i]
        return int(np.argmax(totals))
    found = 0
    best = 0.0
    for k in range(1, shares.shape[0]):
        more = 0.0
        squares = 0.0
        for i in range(playouts):
            more += shares[k, i] - shares[0, i]
            squares += (shares[k, i] - shares[0, i]) * (shares[k, i] - shares[0, i])
        mean = more / playouts
        strays = math.sqrt(max(squares / playouts - mean * mean, 0.0) / playouts)
        if mean - doubt(state) * strays > best:
            best = mean - doubt(state) * strays
            found = k
    return found


@for_each_game
def choose_search(desk: Desk, weights: Array, playouts: int) -> int:
    """The best few moves of a weighted policy, by sequential halving (Karnin, Koren and Somekh 2013).

    Each is tried by some short playouts; the better half is tried by twice as many more, until one is left.
    `playouts` are those of each of `BREADTH` moves; of twice as many moves each begins with half of them.
    All meet the same playouts (common random numbers). What the weights think of a move counts like some
    playouts, at the margin that a difference of values is.

    After 4, 8, 16 ... playouts and after each round, moves are dropped with which going on would bring
    `TOO_LITTLE`, as in a race (Maron and Moore 1994) where what is decided by little may be decided wrongly.
    """
    state, mind = desk.state, desk.mind
    me = asked(state)
    view = shown(desk, me) if desk.policies.way[me] == Way.USER_SEARCH else state
    n = value_by(desk, state, view, weights, me)
    if n == 1:
        return mind.moves[0]
    moves = np.empty(min(n, desk.policies.breadth[me]), np.int64)
    totals = np.empty(moves.shape[0])
    left = take_candidates(desk, me, n, moves, totals)
    ahead = desk.policies.turns[me]
    if desk.policies.playouts[me] >= FORESEEING and errors_of_others(state) > 0.0:
        ahead = max(ahead, OPENING)
    tried = left
    while tried > BREADTH:
        tried = (tried + 1) // 2
        playouts = max(playouts // 2, 1)

    before, most = playouts_of(left, playouts)
    wins = np.empty((left, most))
    order = np.arange(left)  # the candidates that are left, the best first
    quota, played, look = left, 0, FIRST_LOOK
    while left > 1:
        turns = ahead if playouts <= SURE else TO_THE_END
        round_end = played + playouts
        while left > 1 and played < round_end:
            last = min(look, round_end)
            for i in range(played, last):
                seed = draw_below(state, POLICY + me, PLAYOUT_SEEDS)
                for k in order[:left]:
                    copy_game(mind.spare[0], state)
                    wins[k, i] = play_on(desk, mind.spare[0], weights, moves[k], me, seed, turns)
                    totals[k] += wins[k, i]
            played = last
            if played == look:
                look *= 2
            if played == round_end:
                quota = max(quota // 2, 1)
            sort_best_first(order[:left], totals)
            left = drop_behind(order, min(left, quota), wins, totals, before, played)
        playouts *= 2
    return moves[order[0]]


@for_each_game
def take_candidates(desk: Desk, me: int, n: int, moves: Array, totals: Array) -> int:
    """List the moves that a search tries, best first, and what the weights think of each, as of playouts.

    Returns how many there are; the `n` values that were listed are used up.
    """
    mind, scale = desk.mind, desk.policies.margin_scale
    hopeless = HOPELESS * scale * desk.policies.breadth[me] / BREADTH
    best = 0.0
    for left in range(moves.shape[0]):
        k = int(np.argmax(mind.values[:n]))
        value = mind.values[k]
        best = value if left == 0 else best
        if best - value > hopeless:
            return left
        moves[left] = mind.moves[k]
        # at a half the chance to win rises by a quarter of the scaled value
        totals[left] = desk.policies.prior * (value - best) / (4.0 * scale)
        mind.values[k] = -np.inf
    return moves.shape[0]


# --- worth going on


@kernel
def playouts_of(left: int, playouts: int) -> tuple[int, int]:
    """How many playouts the last of `left` moves gets, and how many of these come before the last stage.

    All playouts of a stage last alike; those of a second one, if there is one, go to the end.
    """
    before = most = 0
    while left > 1:
        if playouts > SURE >= playouts // 2:
            before = most
        most += playouts
        playouts *= 2
        left //= 2
    return before, most


@kernel
def sort_best_first(order: Array, totals: Array) -> None:
    """Sort candidates by their totals; equal ones stay as they are."""
    for i in range(1, order.shape[0]):
        k = order[i]
        j = i
        while j > 0 and totals[order[j - 1]] < totals[k]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = k


@kernel
def drop_behind(order: Array, left: int, wins: Array, totals: Array, before: int, played: int) -> int:
    """Drop the candidates that are not worth going on with; return how many of the first `left` stay.

    Of the playouts so far, `played`, only those of the last stage foretell others: since `before`.
    """
    first, n, most = order[0], played - before, wins.shape[1]
    foresees = n > 1 and played < most
    shared = shared_spread(order[:left], wins, before, played) if foresees else 0.0
    kept = 1
    for k in order[1:left].copy():
        if comes_to_the_same(wins[first], wins[k], played):
            continue
        if foresees:
            one, other = wins[first, before:played], wins[k, before:played]
            more = (most - played) * mean_difference(one, other)
            strays = math.sqrt(spread_of(one, other, shared) * (most - played) * (most - before) / n)
            if gain_of_going_on(totals[first] - totals[k] + more, strays) < TOO_LITTLE * most:
                continue
        order[kept] = k
        kept += 1
    return kept


@kernel
def comes_to_the_same(first: Array, other: Array, played: int) -> bool:
    """Whether every playout of two moves was judged alike: then one order of moves is as good as another.

    That a game was won or lost with both says less, and that few were judged alike says nothing.
    """
    if played < FIRST_LOOK:
        return False
    judged = False
    for i in range(played):
        if first[i] != other[i]:
            return False
        judged = judged or 0.0 < first[i] < 1.0
    return judged


@kernel
def mean_difference(first: Array, other: Array) -> float:
    """How much more a playout of the one move brought than one of the other."""
    more = 0.0
    for i in range(first.shape[0]):
        more += first[i] - other[i]
    return more / first.shape[0]


@kernel
def squares_around_mean(first: Array, other: Array) -> float:
    """The sum of squares of the differences between two moves, playout by playout, around their mean."""
    mean = mean_difference(first, other)
    squares = 0.0
    for i in range(first.shape[0]):
        squares += (first[i] - other[i] - mean) ** 2
    return squares


@kernel
def shared_spread(order: Array, wins: Array, before: int, played: int) -> float:
    """The variance of the differences between the first move and each that differs at all.

    Infinite if these are fewer than of one other move after `FIRST_LOOK` playouts.
    """
    squares = counted = 0.0
    for k in order[1:]:
        around = squares_around_mean(wins[order[0], before:played], wins[k, before:played])
        if around > 0.0:
            squares += around
            counted += played - before - 1.0
    return squares / counted if counted >= FIRST_LOOK - 1.0 else math.inf


@kernel
def spread_of(first: Array, other: Array, shared: float) -> float:
    """The variance of the difference of two moves in a playout to come.

    `shared` is that of all moves. Where games end, few playouts may all end alike: so one more is counted, in
    which the two differ by half a win.
    """
    ended = 0.0
    for i in range(first.shape[0]):
        if not (0.0 < first[i] < 1.0 and 0.0 < other[i] < 1.0):
            ended = 1.0
    squares = squares_around_mean(first, other) + SHARED * shared + ended / 4.0
    return squares / (first.shape[0] - 1.0 + SHARED + ended)


@kernel
def gain_of_going_on(ahead: float, strays: float) -> float:
    """What it brings on average to know how two moves end: the better one can be chosen then.

    The first one will be `ahead`, give or take a standard deviation of `strays`, normally distributed (the
    expected opportunity cost of Chick and Inoue 2001).
    """
    if strays == 0.0:
        return max(-ahead, 0.0)
    z = ahead / strays
    density = math.exp(-z * z / 2.0) / math.sqrt(2.0 * math.pi)
    return strays * (density - z * math.erfc(z / math.sqrt(2.0)) / 2.0)
