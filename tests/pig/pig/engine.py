"""The state of a game of Pig, and its verbs."""

import numpy as np

from pig.options import Bust, Options
from rules.chance import DICE, draw_below, enter_episode, start_chance
from rules.fields import field
from rules.kernel import Array, Struct, kernel
from rules.verbs import GameState, register

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""

HOLD, ROLL = 0, 1
MAX_SEATS = 5


class State(GameState):
    """The state of a game of Pig."""

    over: int = field(np.int64, "1 when the game has ended")
    at_stake: int = field(np.int64, "what this turn has brought so far")
    die: int = field(np.int64, "the last roll, 0 for none yet")
    points: Array = field(np.int64, "points of each seat", shape=MAX_SEATS)
    rolls: Array = field(np.int64, "rolls of each seat", shape=MAX_SEATS)
    busts: Array = field(np.int64, "ones that each seat rolled", shape=MAX_SEATS)


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """Nobody has points, and seat 0 is to move (PIG-1)."""
    state.players = players
    state.seat = state.turn = state.over = state.at_stake = state.die = state.winners = 0
    for seat in range(MAX_SEATS):
        state.points[seat] = state.rolls[seat] = state.busts[seat] = 0


@kernel
def new_game(box: Struct, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Set up game `game` of a run."""
    clear_game(options, state, players)
    start_chance(state, seed, game)


@kernel
def legal_moves(box: Struct, options: Options, state: State, moves: Array) -> int:
    """A turn begins with a roll; then the player may hold (PIG-3)."""
    if state.die == 0:
        moves[0] = ROLL
        return 1
    moves[0], moves[1] = HOLD, ROLL
    return 2


@kernel
def apply(box: Struct, options: Options, state: State, move: int) -> None:
    """Hold, or roll the dice of this turn."""
    if move == HOLD:
        hold(options, state)
        return
    if state.die == 0:
        enter_episode(state, DICE, state.turn)
    show(options, state, 1 + draw_below(state, DICE, options.faces))


@kernel
def hold(options: Options, state: State) -> None:
    """The points of the turn are safe (PIG-3); enough of them win (PIG-2)."""
    state.points[state.seat] += state.at_stake
    if state.points[state.seat] >= options.target:
        state.over = 1
    end_turn(options, state)


@kernel
def show(options: Options, state: State, die: int) -> None:
    """A die has been rolled: it counts, or it is a one and ends the turn (PIG-4)."""
    seat = state.seat
    state.die = die
    state.rolls[seat] += 1
    if die > 1:
        state.at_stake += die
        return
    state.busts[seat] += 1
    if options.bust == Bust.ALL:
        state.points[seat] = 0
    end_turn(options, state)


@kernel
def end_turn(options: Options, state: State) -> None:
    """The next seat is to roll (PIG-5), unless the game ends (PIG-2, PIG-6)."""
    state.turn += 1
    state.at_stake = state.die = 0
    if state.turn >= options.max_turns:
        state.over = 1
    if state.over == 0:
        state.seat = (state.seat + 1) % state.players


@kernel
def is_over(state: State) -> bool:
    """Whether somebody has won or the last turn is over (PIG-2, PIG-6)."""
    return state.over == 1


@kernel
def final_scores(box: Struct, options: Options, state: State) -> None:
    """Most points win (PIG-2, PIG-6)."""
    best = state.points[: state.players].max()
    state.winners = 0
    for seat in range(state.players):
        if state.over == 1 and state.points[seat] == best:
            state.winners |= 1 << seat


register("pig", State, clear_game, new_game, legal_moves, apply, is_over, final_scores)
