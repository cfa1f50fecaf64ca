"""Laying out the island: terrain, tokens, harbours and the robber."""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.catan.board import BEGINNER_MAP, DESERT, GIVEN_MAP, NO_TOKEN, Board
from rules.catan.geometry import N_HARBOURS, N_HEXES, N_TOKENS
from rules.catan.options import Harbours, Laying, Options
from rules.catan.state import NONE, State
from rules.chance import BOARD, draw_below, enter_episode, shuffle
from rules.kernel import kernel
from rules.words import Word


class LayoutPart(Word):
    """What is laid out, each part with draws of its own: all ways to lay tokens meet the same terrain."""

    TERRAIN = "the hexes"
    HARBOURS = "the harbours on the coast"
    TOKENS = "the numbers on the hexes"


@kernel
def lay_out(board: Board, options: Options, state: State) -> None:
    """Lay the board that the options ask for (CT-38); terrain and harbours are shuffled (CT-30, CT-43)."""
    if options.board == Laying.BEGINNER:
        lay_map(board, options, state, BEGINNER_MAP)
        return
    if options.board == Laying.EXPLICIT:
        if board.has_given == 0:
            raise ValueError("board=explicit needs a board file")
        lay_map(board, options, state, GIVEN_MAP)
        return
    enter_episode(state, BOARD, LayoutPart.TERRAIN)
    state.terrain[:] = board.terrain_pool
    shuffle(state, BOARD, state.terrain, N_HEXES)
    enter_episode(state, BOARD, LayoutPart.HARBOURS)
    state.harbour[:] = board.harbour_pool
    if options.harbours != Harbours.PRINTED:
        shuffle(state, BOARD, state.harbour, N_HARBOURS)
    enter_episode(state, BOARD, LayoutPart.TOKENS)
    if options.board == Laying.RANDOM_TOKENS:
        lay_tokens_freely(board, state)
    else:
        start = int(options.spiral_start) - 1  # kernels get the number of the choice
        if start < 0:
            start = draw_below(state, BOARD, 6)
        lay_tokens_in_spiral(board, state, options.spiral_direction, start)
    index_layout(options, state)
    for h in range(N_HEXES):
        if state.terrain[h] == DESERT:
            state.robber = h


@kernel
def lay_map(board: Board, options: Options, state: State, which: int) -> None:
    """Lay one of the maps that are fixed (CT-33)."""
    state.terrain[:] = board.map_terrain[which]
    state.token[:] = board.map_tokens[which]
    state.harbour[:] = board.map_harbours[which]
    index_layout(options, state)
    state.robber = board.map_robber[which]


@kernel
def lay_tokens_in_spiral(board: Board, state: State, direction: int, corner: int) -> None:
    """The tokens in the order of their letters, the desert left out (CT-31).

    So no red numbers come side by side (CT-35).
    """
    letter = 0
    for i in range(N_HEXES):
        h = board.spiral[direction, corner, i]
        if state.terrain[h] == DESERT:
            state.token[h] = NO_TOKEN
        else:
            state.token[h] = board.letters[letter]
            letter += 1


@kernel
def lay_tokens_freely(board: Board, state: State) -> None:
    """The tokens by lot, again from scratch until no red numbers are neighbours (CT-32)."""
    while True:
        state.token[:N_TOKENS] = board.letters
        shuffle(state, BOARD, state.token, N_TOKENS)
        for h in range(N_HEXES):
            if state.terrain[h] == DESERT:
                state.token[N_HEXES - 1] = state.token[h]
                state.token[h] = NO_TOKEN
        if reds_apart(board, state):
            return


@kernel
def reds_apart(board: Board, state: State) -> bool:
    """Whether no 6 or 8 lies beside another (CT-32)."""
    reds = 0
    for h in range(N_HEXES):
        if state.token[h] == 6 or state.token[h] == 8:
            reds |= 1 << h
    left = reds
    while left != 0:
        if board.hex_near[lowest_bit(left)] & reds:
            return False
        left &= left - 1
    return True


@kernel
def paying_number(options: Options, number: int) -> int:
    """The number that stands for a token or a roll: 2 for a 12, if the two are one (HR-1)."""
    return 2 if number == 12 and options.two_pays_twelve else number


@kernel
def index_layout(options: Options, state: State) -> None:
    """Chain the hexes that a roll pays, so that it finds them, and begin the log of each hex."""
    state.token_first[:] = NONE
    for h in range(N_HEXES - 1, -1, -1):
        number = state.token[h]
        state.token_next[h] = NONE
        if number != NO_TOKEN:
            paying = paying_number(options, number)
            state.token_next[h] = state.token_first[paying]
            state.token_first[paying] = h
        row = state.hexes[h]
        row.hex = h
        row.terrain = state.terrain[h]
        row.number = number
        row.pips = pips_of(options, number)


@kernel
def pips_of(options: Options, token: int) -> int:
    """Ways of 36 to roll a number that pays this token (CT-37, HR-1)."""
    if token == NO_TOKEN:
        return 0
    if options.two_pays_twelve and (token == 2 or token == 12):
        return 2
    return 6 - abs(token - 7)
