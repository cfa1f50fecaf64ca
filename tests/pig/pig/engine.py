"""The state of a game of Pig, its moves, and the verbs of its rules."""

from typing import Any

from pig.options import Bust, Options
from rules.chance import DICE, draw_below, enter_episode
from rules.kernel import Array, Struct, kernel
from rules.moves import GameMove, one_of
from rules.state_fields import by_seat, number
from rules.verbs import GameState, register
from rules.words import Word

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""


class Do(Word):
    """What somebody does."""

    HOLD = "the points of the turn are safe"
    ROLL = "the die is rolled"


class Move(GameMove):
    """A move."""

    do: Do = one_of(Do)

    def tell(self) -> str:
        """What is done."""
        return "holds" if self.do == Do.HOLD else "rolls"

    def came(self, before: Any, after: Any) -> str:
        """What the die shows."""
        return str(after.die) if self.do == Do.ROLL else ""


class State(GameState):
    """The state of a game of Pig."""

    over: int = number("1 when the game has ended")
    at_stake: int = number("what this turn has brought so far")
    die: int = number("the last roll")
    score: Array = by_seat("points of each seat")
    rolls: Array = by_seat("rolls", counted=True)
    busts: Array = by_seat("ones rolled", counted=True)


@kernel
def legal_moves(box: Struct, options: Options, state: State, moves: Array) -> int:
    """A turn begins with a roll; then the player may hold (PIG-3)."""
    if state.at_stake == 0:
        moves[0] = Do.ROLL
        return 1
    moves[0], moves[1] = Do.HOLD, Do.ROLL
    return 2


@kernel
def apply(box: Struct, options: Options, state: State, move: int) -> None:
    """Hold, or roll the dice of this turn."""
    if move == Do.HOLD:
        hold(options, state)
        return
    if state.at_stake == 0:
        enter_episode(state, DICE, state.turn)
    show(options, state, 1 + draw_below(state, DICE, options.faces))


@kernel
def hold(options: Options, state: State) -> None:
    """The points of the turn are safe (PIG-3); enough of them win (PIG-2)."""
    state.score[state.seat] += state.at_stake
    if state.score[state.seat] >= options.target:
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
        state.score[seat] = 0
    end_turn(options, state)


@kernel
def end_turn(options: Options, state: State) -> None:
    """The next seat is to roll (PIG-5), unless the game ends (PIG-2, PIG-6)."""
    state.turn += 1
    state.at_stake = 0
    if state.turn >= options.max_turns:
        state.over = 1
    if state.over == 0:
        state.seat = (state.seat + 1) % state.players


@kernel
def is_over(state: State) -> bool:
    """Whether somebody has won or the last turn is over (PIG-2, PIG-6)."""
    return state.over == 1


register("pig", State, legal_moves, apply, is_over, moves=Move)
