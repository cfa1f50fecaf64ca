"""The game: new_game, legal_moves, apply, is_over, final_scores.

A game is a chain of decisions. `state.asked` decides what `state.point` asks: an action of the turn, or
something within the effect of a card. Between decisions everything that follows by itself has been done.
`apply` also draws what chance is asked; `step` does not, so that a referee can say what was drawn.
"""

from __future__ import annotations

from rules.bits import count_bits
from rules.castle.actions import act, list_actions
from rules.castle.cards import Cards, Do
from rules.castle.effects.hands import giver_of, taker_of
from rules.castle.effects.program import answer, is_chance, list_answers, run
from rules.castle.ending import check_out, check_stop, find_winners
from rules.castle.moves import What, pack_move
from rules.castle.options import Options
from rules.castle.piles import stack_card, to_exchange, to_hand
from rules.castle.state import BLANK, State, start_over
from rules.chance import DECK, FIRST, STEAL, draw_below, draw_bit, enter_episode, shuffle, start_chance
from rules.kernel import Array, Struct, kernel
from rules.verbs import register

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""


# --- before the first turn


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """An empty table: players seated, every card in the box; what the options say of cards is noted."""
    start_over(state, BLANK[0])
    state.players = players
    state.lady_beside = options.lady_beside
    state.lady_reaches = options.lady_reaches


@kernel
def new_game(cards: Cards, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Deal game `game` of a run and draw the dealer (CA-14, CA-15, CA-16, CA-17, CA-18)."""
    clear_game(options, state, players)
    start_chance(state, seed, game)
    deal(cards, options, state)
    dealer = draw_below(state, FIRST, players)
    begin(cards, options, state, (dealer + 1) % players)


@kernel
def deal(cards: Cards, options: Struct, state: State) -> None:
    """Shuffle, then deal in rounds: the hands, the stocks, top card first, and the exchange (CA-16).

    Cards that are taken out are shuffled too and skipped, and a hand and its stock are one run of cards:
    so games under other options meet the same cards in the same order.
    """
    out = 0
    for i in range(options.without.shape[0]):
        if options.without[i] >= 0:
            out |= cards.alike[options.without[i]]
    order = state.spare
    for card in range(cards.n_cards):
        order[card] = card
    shuffle(state, DECK, order, cards.n_cards)
    if options.seat_0_gets > 0:
        bring_forward(cards, options, state, options.seat_0_gets - 1, out)
    dealt = 0
    hands = state.players * options.hand
    stocks = hands + state.players * options.stock
    for i in range(cards.n_cards):
        card = order[i]
        if (out >> card) & 1:
            continue
        if dealt == stocks + options.exchange:
            state.undealt |= 1 << card
            continue
        seat = dealt % state.players
        if dealt < hands:
            to_hand(state, card, seat)
        elif dealt < stocks:
            depth = (dealt - hands) // state.players
            stack_card(state, card, seat, options.stock - 1 - depth)
            state.n_stock[seat] = options.stock
        else:
            to_exchange(state, card)
        state.in_game |= 1 << card
        dealt += 1


@kernel
def bring_forward(cards: Cards, options: Struct, state: State, kind: int, out: int) -> None:
    """Before the deal a card of this kind changes places with the first other one of seat 0's hand.

    Of several the one farthest back; if seat 0 is to get them all anyway, nothing changes.
    """
    order = state.spare
    given = taken = -1
    dealt = 0
    for i in range(cards.n_cards):
        if (out >> order[i]) & 1:
            continue
        in_hand = dealt < state.players * options.hand and dealt % state.players == 0
        if cards.kind[order[i]] != kind:
            if in_hand and taken < 0:
                taken = i
        elif not in_hand:
            given = i
        dealt += 1
    if given >= 0 and taken >= 0:
        kept = order[given]
        order[given] = order[taken]
        order[taken] = kept


@kernel
def begin(cards: Cards, options: Options, state: State, first: int) -> None:
    """All cards are where they are to be: the first turn begins (CA-17)."""
    state.dealt[:] = state.where
    state.first = first
    state.seat = first
    start_turn(cards, options, state)


# --- a turn


@kernel
def start_turn(cards: Cards, options: Options, state: State) -> None:
    """The player to act is asked for an action, unless the game ends here (CA-19, CA-33, CA-34)."""
    state.action = 0
    state.n_actions = options.actions
    state.merchant = 0
    state.asked = state.seat
    state.point = Do.ACTION
    enter_episode(state, STEAL, state.turn)
    check_stop(cards, options, state)


@kernel
def legal_moves(cards: Cards, options: Options, state: State, moves: Array) -> int:
    """Write every legal move of `state.asked` into `moves` and return how many there are.

    `moves` holds MAX_MOVES integers; see moves.py for what they mean.
    """
    if state.point == Do.ACTION:
        return list_actions(cards, options, state, moves)
    return list_answers(cards, state, moves)


@kernel
def apply(cards: Cards, options: Options, state: State, move: int) -> None:
    """Play a legal move of `state.asked`, and what chance draws after it."""
    step(cards, options, state, move)
    while is_chance(state):
        step(cards, options, state, draw_outcome(state))


@kernel
def step(cards: Cards, options: Options, state: State, move: int) -> None:
    """Play a legal move, or an outcome of chance, up to the next decision or draw."""
    if state.point == Do.ACTION:
        if state.action == 0:
            state.n_turns += 1
        state.playing = 0
        act(cards, state, move)
        run(cards, options, state)
    else:
        answer(cards, options, state, move)
    if state.point == Do.ACTION:
        finish_action(cards, options, state)


@kernel
def draw_outcome(state: State) -> int:
    """What chance draws now: any card of the hand alike (CA-113, CA-122)."""
    card = draw_bit(state, STEAL, state.hand[giver_of(state, state.point)])
    return pack_move(What.CHANCE, card, 0, 0, taker_of(state, state.point))


@kernel
def finish_action(cards: Cards, options: Options, state: State) -> None:
    """The action and its effect are complete: who is out, and what comes next (CA-25, CA-30, CA-31)."""
    if state.playing:
        check_out(options, state)
        if state.over:
            return
    state.action += 1
    if state.action >= state.n_actions:
        state.turn += 1
        state.seat = (state.seat + 1) % state.players
        start_turn(cards, options, state)


# --- the end


@kernel
def is_over(state: State) -> bool:
    """Whether the game has ended (CA-31, CA-33, CA-34)."""
    return state.over == 1


@kernel
def final_scores(cards: Cards, options: Options, state: State) -> None:
    """Count the cards that each seat has left, and find the winners of a game that is over."""
    for seat in range(state.players):
        state.left[seat, 0] = count_bits(state.hand[seat])
        state.left[seat, 1] = state.n_stock[seat]
    state.winners = find_winners(state) if state.over else 0


register("castle", State, clear_game, new_game, legal_moves, apply, is_over, final_scores)
