"""Plays games of any kind decision by decision, as the simulator does, with a look at the state after each.

What must hold in a game stands in a file of its own, ``GAME_checks.py``: ``check_state(box, options, state)``
at every step and, if there is one, ``check_end`` after the final scoring. Both are handed over as functions,
so that a change in one of these files is seen.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba import types

from rules.kernel import INTERPRETED, Array, Functions, Struct, compile_for
from rules.kernel_cache import ANY
from rules.verbs import apply, final_scores, for_each_game, is_over, legal_moves, new_game
from simulate.play.desk import Desk
from simulate.play.playing import choose
from simulate.play.simulator import Simulator
from simulate.play.tables import MOST_MOVES


@for_each_game
def advance(desk: Desk, decisions: int) -> None:
    """Play so many decisions of the game that lies on the desk, or to its end."""
    for _ in range(decisions):
        if is_over(desk.state):
            return
        apply(desk.box, desk.options, desk.state, choose(desk))


@for_each_game
def check_choice(box: Struct, options: Struct, state: Struct, mind: Struct, move: int) -> None:
    """A choice is one of the legal moves, and none of these is listed twice."""
    found = 0
    n = legal_moves(box, options, state, mind.moves)
    for i in range(n):
        found += mind.moves[i] == move
        for j in range(i):
            if mind.moves[i] == mind.moves[j]:
                raise AssertionError("a move is listed twice")
    if found != 1:
        raise AssertionError("a policy chose a move that is not legal")


@for_each_game
def play_checked(
    desk: Desk, players: int, seed: int, game: int, checks: tuple[Any, Any], every: int, moves: Array
) -> int:
    """Play a game, check every choice, and the state after every so many; returns how many moves it had."""
    box, options, state = desk.box, desk.options, desk.state
    new_game(box, options, state, players, seed, game)
    checks[0](box, options, state)
    n = 0
    while not is_over(state):
        moves[n] = choose(desk)
        check_choice(box, options, state, desk.mind, moves[n])
        apply(box, options, state, moves[n])
        n += 1
        if n % every == 0 or is_over(state):
            checks[0](box, options, state)
    final_scores(box, options, state)
    checks[1](box, options, state)
    return n


@for_each_game
def count_decisions(desk: Desk, players: int, seed: int, game: int) -> tuple[int, int]:
    """Play a game; its decisions, and the legal moves of all of them together."""
    box, options, state = desk.box, desk.options, desk.state
    new_game(box, options, state, players, seed, game)
    n = 0
    moves = 0
    while not is_over(state):
        moves += legal_moves(box, options, state, desk.mind.moves)
        n += 1
        apply(box, options, state, choose(desk))
    return n, moves


@cache
def checks_of(game: str, signature: Any) -> tuple[Any, ...]:
    """What must hold in a game at every step and at its end, as functions that kernels can be handed."""
    module = import_module(f"{game}_checks")
    checks = module.check_state, getattr(module, "check_end", module.check_state)
    if INTERPRETED:
        return checks
    return Functions(compile_for(ANY, check.py_func, signature) for check in checks)


def played(sim: Simulator, first: int, n: int, every: int = 1) -> list[list[int]]:
    """Play games with a look at the state after every so many moves; the moves of each."""
    moves, found, plan = np.zeros(MOST_MOVES, np.int64), [], sim.plan
    signature = None if INTERPRETED else types.void(*(numba.typeof(part) for part in sim.desk[:3]))
    checks = checks_of(plan.game, signature)
    for game in range(first, first + n):
        turns = play_checked(sim.desk, plan.players, plan.seed, game, checks, every, moves)
        found.append(moves[:turns].tolist())
    return found


def begin(sim: Simulator, game: int) -> None:
    """Set up a game of the plan on the desk."""
    new_game(*sim.desk[:3], sim.plan.players, sim.plan.seed, game)
