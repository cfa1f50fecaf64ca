"""The state of a round of Love Letter, its moves, and the verbs of its rules."""

import numpy as np

from love_letter.options import Options
from rules.chance import DECK, shuffle
from rules.fields import field
from rules.games import MAX_SEATS
from rules.kernel import Array, Struct, kernel
from rules.moves import NOBODY, GameMove, add_move, one_of, seat
from rules.state_fields import by_seat, number, own, secret
from rules.verbs import GameState, register
from rules.words import Word

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""


class Card(Word):
    """The cards, each with its number."""

    NONE = "no card"
    GUARD = "guess the card of another: if it is right, that player is out"
    PRIEST = "look at the hand of another"
    BARON = "compare hands with another: who has the lower card is out"
    HANDMAID = "nobody can choose you until your next turn"
    PRINCE = "somebody discards the hand and draws another"
    KING = "trade hands with another"
    COUNTESS = "must be played if you hold the King or a Prince, too"
    PRINCESS = "who discards it is out"


COPIES = np.array([0, 0, 2, 2, 2, 2, 1, 1, 1])
"""Of each card; of Guards as many as the options say."""
MOST_CARDS = 18


class Move(GameMove):
    """A card that is played, on whom, and what a Guard guesses."""

    card: int = one_of(Card)
    target: int = seat()
    guess: int = one_of(Card)


class State(GameState):
    """The state of a round."""

    deck: Array = secret("cards to be drawn, the next one last", shape=MOST_CARDS)
    n_deck: int = number("how many they are")
    aside: int = secret("the card that was laid aside")
    laid_open: Array = field(np.int64, "the cards laid open at the start, with two players", shape=3)
    hand: Array = own("the card in hand, none if out", seen="known")
    drawn: Array = own("the card that was drawn, of who is on turn")
    known: Array = field(np.int8, "1 if a seat knows the hand of another", shape=(MAX_SEATS, MAX_SEATS))
    out: Array = by_seat("1 if out of the round", counted=True)
    safe: Array = by_seat("1 if a Handmaid protects the seat")
    discarded: Array = by_seat("numbers on the discarded cards, added up", counted=True)


@kernel
def set_up(box: Struct, options: Options, state: State) -> None:
    """Shuffle; lay one card aside, with two players three more, open; deal one to each (LL-2)."""
    n = 0
    for card in range(Card.GUARD, Card.PRINCESS + 1):
        for _ in range(options.guards if card == Card.GUARD else COPIES[card]):
            state.deck[n] = card
            n += 1
    shuffle(state, DECK, state.deck, n)
    state.n_deck = n
    state.aside = take_card(state)
    if state.players == 2:
        for i in range(3):
            state.laid_open[i] = take_card(state)
    for each in range(state.players):
        state.hand[each] = take_card(state)
    state.drawn[0] = take_card(state)


@kernel
def take_card(state: State) -> int:
    """The next card of the deck."""
    state.n_deck -= 1
    card = state.deck[state.n_deck]
    state.deck[state.n_deck] = Card.NONE
    return card


@kernel
def legal_moves(box: Struct, options: Options, state: State, moves: Array) -> int:
    """One of the two cards, on anybody whom it can choose (LL-3, LL-11)."""
    me = state.seat
    held, drawn = state.hand[me], state.drawn[me]
    if must_play_countess(held, drawn) or must_play_countess(drawn, held):
        moves[0] = Move.pack(Card.COUNTESS, NOBODY, Card.NONE)
        return 1
    n = list_plays(options, state, held, moves, 0)
    return n if held == drawn else list_plays(options, state, drawn, moves, n)


@kernel
def must_play_countess(card: int, other: int) -> bool:
    """Beside the King or a Prince the Countess is played (LL-11)."""
    return card == Card.COUNTESS and (other == Card.KING or other == Card.PRINCE)


@kernel
def list_plays(options: Options, state: State, card: int, moves: Array, n: int) -> int:
    """List what can be done with a card; one that can choose nobody does nothing (LL-9)."""
    if card in (Card.HANDMAID, Card.COUNTESS, Card.PRINCESS):
        return add_move(moves, n, Move.pack(card, NOBODY, Card.NONE))
    before = n
    for target in range(state.players):
        if state.out[target] or state.safe[target] or (target == state.seat and card != Card.PRINCE):
            continue
        if card != Card.GUARD:
            n = add_move(moves, n, Move.pack(card, target, Card.NONE))
            continue
        for guess in range(Card.GUARD if options.guess_guards else Card.PRIEST, Card.PRINCESS + 1):
            n = add_move(moves, n, Move.pack(card, target, guess))
    return n if n > before else add_move(moves, n, Move.pack(card, NOBODY, Card.NONE))


@kernel
def apply(box: Struct, options: Options, state: State, move: int) -> None:
    """Play a card; the next who is in draws one, if there is one (LL-3)."""
    card, target, guess = Move.unpack(move)
    me = state.seat
    if card == state.hand[me]:
        state.hand[me] = state.drawn[me]
        forget_hand(state, me)
    state.drawn[me] = Card.NONE
    state.discarded[me] += card
    do_as_card_says(state, me, card, target, guess)
    state.turn += 1
    if is_over(state):
        return
    state.seat = (me + 1) % state.players
    while state.out[state.seat]:
        state.seat = (state.seat + 1) % state.players
    state.safe[state.seat] = 0
    state.drawn[state.seat] = take_card(state)


@kernel
def do_as_card_says(state: State, me: int, card: int, target: int, guess: int) -> None:
    """What a card does (LL-5 to LL-12)."""
    if card == Card.PRINCESS:
        put_out(state, me)
    elif card == Card.HANDMAID:
        state.safe[me] = 1
    elif target == NOBODY:
        return
    elif card == Card.GUARD:
        if state.hand[target] == guess:
            put_out(state, target)
    elif card == Card.PRIEST:
        state.known[me, target] = 1
    elif card == Card.BARON:
        compare_hands(state, me, target)
    elif card == Card.PRINCE:
        discard_hand(state, target)
    elif card == Card.KING:
        trade_hands(state, me, target)


@kernel
def compare_hands(state: State, me: int, target: int) -> None:
    """Who has the lower card is out; of equal ones both are seen by both, and nothing happens (LL-7)."""
    if state.hand[me] < state.hand[target]:
        put_out(state, me)
    elif state.hand[me] > state.hand[target]:
        put_out(state, target)
    state.known[me, target] = state.known[target, me] = 1


@kernel
def discard_hand(state: State, target: int) -> None:
    """The hand is discarded without effect, and another is drawn: at last the card aside (LL-10)."""
    card = state.hand[target]
    if card == Card.PRINCESS:
        put_out(state, target)
        return
    state.discarded[target] += card
    forget_hand(state, target)
    if state.n_deck > 0:
        state.hand[target] = take_card(state)
    else:
        state.hand[target] = state.aside
        state.aside = Card.NONE


@kernel
def trade_hands(state: State, me: int, target: int) -> None:
    """Both know what they gave away; who knew a hand knows where it is now (LL-8)."""
    state.hand[me], state.hand[target] = state.hand[target], state.hand[me]
    for other in range(state.players):
        mine, theirs = state.known[other, me], state.known[other, target]
        state.known[other, me], state.known[other, target] = theirs, mine
    state.known[me, target] = state.known[target, me] = 1


@kernel
def put_out(state: State, target: int) -> None:
    """A player is out; the hand lies open (LL-6)."""
    state.out[target] = 1
    state.discarded[target] += state.hand[target]
    state.hand[target] = Card.NONE


@kernel
def forget_hand(state: State, target: int) -> None:
    """Nobody knows what a player holds now."""
    for other in range(state.players):
        state.known[other, target] = 0


@kernel
def is_over(state: State) -> bool:
    """One player is left, or nobody can draw (LL-4)."""
    left = state.players
    for each in range(state.players):
        left -= state.out[each]
    return left == 1 or (state.n_deck == 0 and state.drawn[state.seat] == Card.NONE)


@kernel
def has_won(options: Options, state: State, seat: int) -> bool:
    """Who is in and has the highest card; of equal ones who discarded more (LL-4)."""
    if state.out[seat]:
        return False
    for other in range(state.players):
        if state.hand[other] > state.hand[seat]:
            return False
        equal = other != seat and state.hand[other] == state.hand[seat]
        if equal and options.tie_break and state.discarded[other] > state.discarded[seat]:
            return False
    return True


register("love_letter", State, set_up, legal_moves, apply, is_over, has_won, moves=Move)
