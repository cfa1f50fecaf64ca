"""The three actions of a turn: draw, exchange, play."""

from __future__ import annotations

from rules.bits import count_bits, lowest_bit
from rules.castle.cards import HERALD, KING, Cards
from rules.castle.effects.hands import give_to_exchange, take_from_exchange
from rules.castle.effects.program import place_card
from rules.castle.moves import What, distinct, list_swaps, move_card, move_place, move_what, pack_move
from rules.castle.options import DrawLimit, Options
from rules.castle.piles import draw_from_stock, from_hand
from rules.castle.placement import is_placeable, list_places
from rules.castle.state import State
from rules.castle.targets import any_in_play
from rules.kernel import Array, Struct, kernel
from rules.moves import add_move


@kernel
def may_draw(options: Struct, state: State) -> bool:
    """Whether the player to act may draw (CA-20, CA-24, CA-V2)."""
    seat = state.seat
    if state.n_stock[seat] == 0:
        return False
    return options.draw_limit != DrawLimit.FIRST_HAND or count_bits(state.hand[seat]) < options.hand


@kernel
def must_play_king(cards: Cards, state: State) -> bool:
    """Whether the Herald, while he is in play, makes the player to act play the King now (CA-27, CA-136)."""
    if (cards.alike[KING] & state.hand[state.seat]) == 0 or not any_in_play(state, cards.alike[HERALD]):
        return False
    return is_placeable(cards, state, KING)


@kernel
def list_actions(cards: Cards, options: Options, state: State, moves: Array) -> int:
    """Every legal action of the player to act (CA-19); NONE if there is none (CA-23)."""
    if must_play_king(cards, state):
        return list_places(
            cards, state, What.PLAY, lowest_bit(cards.alike[KING] & state.hand[state.seat]), moves, 0
        )
    n = 0
    if may_draw(options, state):
        n = add_move(moves, n, pack_move(What.DRAW, 0, 0, 0, 0))
    hand = state.hand[state.seat]
    n = list_swaps(cards, moves, n, What.SWAP, hand, state.exchange)
    left = distinct(cards, hand)
    while left != 0:
        n = list_places(cards, state, What.PLAY, lowest_bit(left), moves, n)
        left &= left - 1
    if n == 0:
        n = add_move(moves, n, pack_move(What.NONE, 0, 0, 0, 0))
    return n


@kernel
def act(cards: Cards, state: State, move: int) -> None:
    """Do an action (CA-20, CA-21, CA-22), but for the effect of a card played."""
    seat = state.seat
    what = move_what(move)
    if what == What.DRAW:
        draw_from_stock(state, seat)
        state.draws[seat] += 1
    elif what == What.SWAP:
        give_to_exchange(cards, state, seat, move)
        take_from_exchange(state, seat, move)
        state.exchanges[seat] += 1
    elif what == What.PLAY:
        card = move_card(move)
        from_hand(cards, state, card, seat)
        state.playing = 1
        state.played[seat] += 1
        place_card(cards, state, card, move_place(move), seat)
    else:
        state.lost_actions[seat] += 1
