"""Playing a card and carrying out the steps of its effect, one after the other.

Steps wait in `state.pending`, the next one last. The King's Advisor puts the steps of the card that he
places on top.
"""

from __future__ import annotations

from rules.bits import lowest_bit
from rules.castle.cards import MERCHANT, Cards, Do, How
from rules.castle.effects import hands, shift, strike, tokens
from rules.castle.effects.automatic import follow
from rules.castle.moves import What, distinct, list_cards, move_card, move_other, move_place, pack_move
from rules.castle.options import Options
from rules.castle.piles import from_exchange, put, send_back, set_token
from rules.castle.placement import any_placeable, list_places
from rules.castle.plan import zone_of
from rules.castle.state import MAX_PENDING, NOBODY, State, note_play
from rules.castle.targets import in_reach
from rules.kernel import Array, kernel
from rules.moves import add_move


@kernel
def place_card(cards: Cards, state: State, card: int, place: int, owner: int) -> None:
    """Put a card on its place with the owner's token; its effect, once, waits to be carried out.

    (CA-38, CA-41, CA-42, CA-101)
    """
    kind = cards.kind[card]
    note_play(state, card, zone_of(place))
    if cards.place_how[kind] == How.REPLACES:  # CA-101
        send_back(cards, state, state.top[place], state.seat)
    put(cards, state, card, place)
    set_token(state, card, owner)
    state.placed_before = state.last_placed
    state.last_placed = card
    if kind == MERCHANT:
        state.merchant = 1
    for i in range(cards.n_steps[kind] - 1, -1, -1):
        if state.n_pending >= MAX_PENDING:
            raise IndexError("more steps of effects wait than there is room for")
        state.pending[state.n_pending] = card * 8 + i
        state.n_pending += 1


@kernel
def run(cards: Cards, options: Options, state: State) -> None:
    """Carry out steps until somebody, or chance, must decide; `state.point` is Do.ACTION if none is left.

    Each step that has something to choose or to do is carried out, each that has not is left out (CA-43,
    CA-44, CA-45).
    """
    while state.n_pending > 0:
        state.n_pending -= 1
        state.source = state.pending[state.n_pending] >> 3
        state.step_index = state.pending[state.n_pending] & 7
        state.n_chosen = 0
        do = cards.step[cards.kind[state.source], state.step_index]
        if do >= Do.FULL_WALL:
            follow(cards, options, state, do)
        elif ask(cards, state, do):
            return
    state.point = Do.ACTION
    state.asked = state.seat


@kernel
def ask(cards: Cards, state: State, do: int) -> bool:
    """Whether there is something to decide in a step; then `state.asked` does: the player to act (CA-46)."""
    state.asked = state.seat
    state.point = do
    if do <= Do.TAKE_TOKEN:
        return strike.ask(cards, state, do)
    if do <= Do.SWAP_PLACES:
        return shift.ask(cards, state)
    if do <= Do.REARRANGE_TOKENS:
        return tokens.ask(cards, state, do)
    if do == Do.PLACE:
        return any_placeable(cards, state, state.exchange)
    if do == Do.EITHER_ORDER:
        return order_matters(cards, state)
    return hands.ask(state, do)


@kernel
def order_matters(cards: Cards, state: State) -> bool:
    """Whether both steps that follow may find something to do (CA-128).

    The first one may be in the way of protection only; the second may take that away.
    """
    first = state.pending[state.n_pending - 1]
    second = state.pending[state.n_pending - 2]
    if in_reach(cards, state, first >> 3, state.where[first >> 3], first & 7) == 0:
        return False
    return shift.find_movable(cards, state, second >> 3, second & 7) != 0


@kernel
def list_answers(cards: Cards, state: State, moves: Array) -> int:
    """Every answer to what an effect asks."""
    do = state.point
    if do <= Do.TAKE_TOKEN:
        return list_cards(moves, 0, What.CHOOSE, state.targets, 0)
    if do <= Do.SWAP_PLACES:
        return shift.list_answers(cards, state, do, moves)
    if do <= Do.REARRANGE_TOKENS:
        return tokens.list_answers(state, do, moves)
    if do == Do.EITHER_ORDER:
        n = add_move(moves, 0, pack_move(What.CHOOSE, 0, 0, 0, 0))
        return add_move(moves, n, pack_move(What.CHOOSE, 0, 0, 1, 0))
    if do != Do.PLACE:
        return hands.list_answers(cards, state, do, moves)
    n = 0
    left = distinct(cards, state.exchange)
    while left != 0:
        n = list_places(cards, state, What.CHOOSE, lowest_bit(left), moves, n)
        left &= left - 1
    return n


@kernel
def answer(cards: Cards, options: Options, state: State, move: int) -> None:
    """Do what was decided and go on to the next decision."""
    do = state.point
    done = True
    if do <= Do.TAKE_TOKEN:
        done = strike.answer(cards, state, do, move)
    elif do <= Do.SWAP_PLACES:
        done = shift.answer(cards, state, do, move)
    elif do <= Do.REARRANGE_TOKENS:
        done = tokens.answer(state, do, move)
    elif do == Do.PLACE:  # without a token (CA-127)
        from_exchange(state, move_card(move))
        place_card(cards, state, move_card(move), move_place(move), NOBODY)
    elif do == Do.EITHER_ORDER:
        if move_other(move):
            n = state.n_pending
            first = state.pending[n - 1]
            state.pending[n - 1] = state.pending[n - 2]
            state.pending[n - 2] = first
    else:
        done = hands.answer(cards, state, do, move)
    if done or not ask(cards, state, do):
        run(cards, options, state)


@kernel
def is_chance(state: State) -> bool:
    """Whether chance is asked."""
    return state.point >= Do.DRAW_BLINDLY
