"""What a seat does not know: the tiles to come, and secret hands, which lie among them (HR-21)."""

from __future__ import annotations

from rules.carcassonne.engine import begin_turn
from rules.carcassonne.options import HandView, Options
from rules.carcassonne.state import State
from rules.kernel import kernel
from rules.tiles.state import NO_TILE
from rules.verbs import copy_game
from simulate.games.carcassonne.move_features import Desk
from simulate.games.tiles.hidden import forget_stack, shuffle_stack


@kernel
def put_back_hands(options: Options, state: State, seat: int) -> None:
    """Put the hands that a seat does not see onto the stack; their places in hand stay (HR-21)."""
    if options.hand_view == HandView.OPEN:
        return
    for other in range(state.players):
        if other != seat:
            for slot in range(state.hand_size[other]):
                state.deck_next -= 1
                state.deck_order[state.deck_next] = state.hand[other, slot]


@kernel
def take_back_hands(options: Options, state: State, seat: int) -> None:
    """Deal as many tiles as were put back (HR-21)."""
    if options.hand_view == HandView.OPEN:
        return
    for other in range(state.players):
        if other != seat:
            for slot in range(state.hand_size[other]):
                state.hand[other, slot] = state.deck_order[state.deck_next]
                state.deck_next += 1


@kernel
def deal_unseen(desk: Desk, state: State, seat: int) -> None:
    """Shuffle the tiles still to come, which nobody knows, with the secret hands of others (HR-21)."""
    options = desk.options
    desk.mind.knows_stack = 0  # it may be another one than the last
    put_back_hands(options, state, seat)
    shuffle_stack(desk.box, state)
    take_back_hands(options, state, seat)
    # the tile of a given position is still to be drawn, and a hand dealt anew may fit nowhere
    if state.tile == NO_TILE or state.hand_size[state.seat] > 0:
        begin_turn(desk.box, options, state)


@kernel
def shown(desk: Desk, seat: int) -> State:
    """A copy of the game in which other tiles come: `mind.spare`. What the seat sees is the game's."""
    view = desk.mind.spare[0]
    copy_game(view, desk.state)
    put_back_hands(desk.options, view, seat)
    forget_stack(desk.box, view)
    take_back_hands(desk.options, view, seat)
    return view
