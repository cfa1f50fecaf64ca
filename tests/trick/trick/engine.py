"""The state of a game of Trick, and its verbs."""

import numpy as np

from rules.chance import DECK, shuffle, start_chance
from rules.fields import field
from rules.kernel import Array, Struct, kernel
from rules.verbs import GameState, register
from trick.options import Options

RULES_VERSION = 1
CARDS, SEATS, HELD = 16, 5, 2


class State(GameState):
    """The state of a game of Trick."""

    lies: int = field(np.int64, "the card that lies, 0 for none")
    n_deck: int = field(np.int64, "cards to be drawn")
    deck: Array = field(np.int64, "these cards, the next one last", shape=CARDS, copied="n_deck")
    hands: Array = field(np.int64, "cards of each seat, 0 for none", shape=(SEATS, HELD))
    points: Array = field(np.int64, "points of each seat", shape=SEATS)


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """Nobody has a card."""
    state.players = players
    state.seat = state.turn = state.winners = state.lies = state.n_deck = 0
    state.hands[:] = 0
    state.points[:] = 0


@kernel
def new_game(box: Struct, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Shuffle, and deal two cards each."""
    clear_game(options, state, players)
    start_chance(state, seed, game)
    for card in range(CARDS):
        state.deck[card] = card + 1
    shuffle(state, DECK, state.deck, CARDS)
    state.n_deck = CARDS
    for seat in range(players):
        for slot in range(HELD):
            draw(state, seat, slot)


@kernel
def draw(state: State, seat: int, slot: int) -> None:
    """The next card, if there is one."""
    state.hands[seat, slot] = 0
    if state.n_deck > 0:
        state.n_deck -= 1
        state.hands[seat, slot] = state.deck[state.n_deck]


@kernel
def legal_moves(box: Struct, options: Options, state: State, moves: Array) -> int:
    """Any card in hand, by its slot."""
    n = 0
    for slot in range(HELD):
        if state.hands[state.seat, slot] > 0:
            moves[n] = slot
            n += 1
    return n


@kernel
def apply(box: Struct, options: Options, state: State, move: int) -> None:
    """Play a card; a higher one than lies there scores."""
    card = state.hands[state.seat, move]
    if card > state.lies:
        state.points[state.seat] += card + options.bonus
    state.lies = card
    draw(state, state.seat, move)
    state.seat = (state.seat + 1) % state.players
    state.turn += 1


@kernel
def is_over(state: State) -> bool:
    """Whether the seat that is on has no card."""
    return state.hands[state.seat].sum() == 0


@kernel
def final_scores(box: Struct, options: Options, state: State) -> None:
    """Most points win."""
    for seat in range(state.players):
        if state.points[seat] == state.points[: state.players].max():
            state.winners |= 1 << seat


register("trick", State, clear_game, new_game, legal_moves, apply, is_over, final_scores)
