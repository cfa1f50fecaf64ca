"""Tiles in hand: everybody holds some, places one of them in a turn and draws one (HR-21)."""

from __future__ import annotations

from rules.carcassonne.options import Options
from rules.carcassonne.state import State
from rules.carcassonne.tiles import Role
from rules.kernel import kernel
from rules.tiles.board import discard, fits_somewhere
from rules.tiles.state import NO_TILE
from rules.tiles.tileset import Tiles


@kernel
def plays_from_hands(tiles: Tiles, options: Options, state: State) -> bool:
    """Whether tiles are placed from hands: once nothing of the River is to be drawn."""
    if options.tiles_in_hand == 0:
        return False
    return state.deck_next == state.n_deck or tiles.role[state.deck_order[state.deck_next]] == Role.LAND


@kernel
def fill_hands(options: Options, state: State) -> None:
    """Deal hands a tile at a time, or fill those in which tiles are missing, as far as the stack goes."""
    for held in range(options.tiles_in_hand):
        for i in range(state.players):
            seat = (state.seat + i) % state.players
            if state.hand_size[seat] == held and state.deck_next < state.n_deck:
                state.hand[seat, held] = state.deck_order[state.deck_next]
                state.hand_size[seat] = held + 1
                state.deck_next += 1


@kernel
def hand_fits(tiles: Tiles, state: State) -> bool:
    """Whether a tile of the seat to move has a legal placement (CC-20)."""
    for slot in range(state.hand_size[state.seat]):
        if fits_somewhere(tiles, state, state.hand[state.seat, slot]):
            return True
    return False


@kernel
def take_up_hand(tiles: Tiles, options: Options, state: State) -> None:
    """The seat before draws; the seat to move lays a hand that fits nowhere out of the game and draws anew.

    Without a tile it is passed over; when nobody has any the game is over (CC-49).
    """
    seat = state.seat
    fill_hands(options, state)
    while state.hand_size[seat] > 0 and not hand_fits(tiles, state):
        for slot in range(state.hand_size[seat]):
            discard(state, state.hand[seat, slot])
        state.hand_size[seat] = 0
        fill_hands(options, state)
    state.tile = state.hand[seat, 0] if state.hand_size[seat] > 0 else NO_TILE
    state.over = tiles_in_hands(state) == 0


@kernel
def tiles_in_hands(state: State) -> int:
    """The tiles in the hands of all seats."""
    n = 0
    for seat in range(state.players):
        n += state.hand_size[seat]
    return n


@kernel
def tiles_to_come(state: State) -> int:
    """The tiles to come after the one that is placed next: in the stack and in hands."""
    left = state.n_deck - state.deck_next
    if state.hand_size[state.seat] == 0:
        return left
    return left + tiles_in_hands(state) - 1


@kernel
def tiles_to_choose(state: State) -> int:
    """The tiles among which the seat to move chooses: those of its hand, or the one that it drew."""
    return max(state.hand_size[state.seat], 1)


@kernel
def choose_tile(state: State, slot: int) -> bool:
    """Look at a tile of the hand as the one to be placed; False if one before it is of the same design."""
    hand, size = state.hand[state.seat], state.hand_size[state.seat]
    if size == 0:
        return True
    for before in range(slot):
        if hand[before] == hand[slot]:
            return False
    state.tile = hand[slot]
    return True


@kernel
def take_from_hand(state: State, slot: int) -> None:
    """The tile to be placed is no longer among those of the hand."""
    hand, size = state.hand[state.seat], state.hand_size[state.seat]
    state.tile = hand[slot]
    for later in range(slot + 1, size):
        hand[later - 1] = hand[later]
    state.hand_size[state.seat] = size - 1
