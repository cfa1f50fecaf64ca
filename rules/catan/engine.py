"""The game: new_game, legal_moves, apply, is_over, final_scores.

The game is a machine over the decision points of CT-119. `state.seat` is on turn, `state.asked` decides at
`state.point`; `apply` plays what it decides. What chance adds to a move (dice, the card bought, the card
stolen) is drawn by `draw_outcome` and played by `carry_out`, so that a game can also be played with outcomes
that are given.
"""

from __future__ import annotations

from rules.catan.awards import award_army, award_road, cut_roads, lengthen, longest_road
from rules.catan.bank import draw_cards, draw_from_bank, pay
from rules.catan.board import Board
from rules.catan.building import has_road_spot, place_city, place_road, place_settlement
from rules.catan.cards import FREE_ROADS, draw_card, put_down, take_card, take_monopoly
from rules.catan.dice import dice_can_show, draw_dice, note_dice, rolls_again
from rules.catan.layout import lay_out
from rules.catan.legal import legal_moves
from rules.catan.moves import (
    NO_SECOND,
    NOT_NOW,
    Kind,
    move_asked,
    move_kind,
    move_place,
    move_second,
    read_offer,
)
from rules.catan.options import Options, Pieces, Start, WinCheck
from rules.catan.production import produce
from rules.catan.robber import (
    ask_discards,
    ask_robber,
    console,
    draw_stolen,
    give_up,
    move_robber,
    next_discard,
    take_stolen,
)
from rules.catan.scoring import final_scores
from rules.catan.state import NOBODY, Card, Point, State, Thing
from rules.catan.trade import deal, next_answer, open_offer, trade_with_bank
from rules.catan.turns import (
    begin_next_turn,
    begin_setup,
    begin_turn,
    check_win,
    clear_game,
    end_turn,
    go_on,
    place_printed,
    set_up_road,
    set_up_settlement,
)
from rules.catan.welfare import buy_with_tokens
from rules.chance import FIRST, draw_below, start_chance
from rules.kernel import kernel
from rules.verbs import register

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""

NO_OUTCOME = 0  # of a move without chance


@kernel
def new_game(board: Board, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Set up game `game` of a run: the island, and who begins, by lot if so asked (CT-4), asked to settle."""
    clear_game(options, state, players)
    start_chance(state, seed, game)
    lay_out(board, options, state)
    first = 0
    if options.start == Start.RANDOM:
        first = draw_below(state, FIRST, players)
    begin_setup(state, first)
    if options.pieces == Pieces.PRINTED:
        place_printed(board, options, state)


# --- moves


@kernel
def apply(board: Board, options: Options, state: State, move: int) -> None:
    """Play a move of the seat asked, drawing what chance adds to it. The move must be legal."""
    carry_out(board, options, state, move, draw_outcome(options, state, move))


@kernel
def draw_outcome(options: Options, state: State, move: int) -> int:
    """What chance adds to a move: dice (`draw_dice`), a kind of card, a resource; NO_OUTCOME for none."""
    kind = move_kind(move)
    if kind in (Kind.ROLL, Kind.NEUTRAL_ROLL):
        return draw_dice(options, state)
    if kind == Kind.BUY:
        return draw_card(state)
    if kind == Kind.STEAL and move_place(move) != NOT_NOW:
        return draw_stolen(state, move_place(move))
    if kind == Kind.DRAW:
        return draw_from_bank(state)
    return NO_OUTCOME


@kernel
def can_come(options: Options, state: State, move: int, outcome: int) -> bool:
    """Whether chance can add this outcome to a legal move."""
    kind, place = move_kind(move), move_place(move)
    if kind in (Kind.ROLL, Kind.NEUTRAL_ROLL):
        return dice_can_show(options, state, outcome)
    if kind == Kind.BUY:
        return state.deck[outcome] > 0
    if kind == Kind.DRAW:
        return state.bank[outcome] > 0
    return kind != Kind.STEAL or place == NOT_NOW or state.hands[place, outcome] > 0


@kernel
def carry_out(board: Board, options: Options, state: State, move: int, outcome: int) -> None:
    """Play a move with this outcome of chance, and see whether the seat on turn has won (CT-116)."""
    kind = move_kind(move)
    place = move_place(move)
    if state.turn == 0:
        if kind == Kind.ROAD:
            set_up_road(board, options, state, place)
        else:
            set_up_settlement(board, options, state, place)
        return
    if kind == Kind.ROLL:
        roll(options, state, outcome // 6 + 1, outcome % 6 + 1)
    elif kind == Kind.NEUTRAL_ROLL:
        roll_for_nobody(options, state, outcome // 6 + 1, outcome % 6 + 1)
    elif kind == Kind.END:
        end_turn(options, state)
    elif kind <= Kind.BUY:
        build(board, options, state, kind, place, outcome)
    elif kind <= Kind.STEAL:
        play_seven(board, options, state, kind, place, outcome)
    elif kind <= Kind.MONOPOLY:
        play_card(board, options, state, move)
    elif kind <= Kind.ACCEPT:
        play_trade(options, state, move)
    elif kind == Kind.WELFARE:
        buy_with_tokens(options, state, place)
    else:
        draw_cards(state, state.seat, outcome, 1)
        go_on(options, state)
    if options.win_check != WinCheck.END_OF_PHASE:
        check_win(options, state)


@kernel
def roll(options: Options, state: State, first: int, second: int) -> None:
    """The dice show this: production, or a seven (CT-51, CT-53, CT-60); two alike, another roll (HR-8)."""
    total = note_dice(options, state, first, second)
    state.rolled += 1
    if total == 7:
        ask_discards(options, state)
        if not next_discard(state) and not ask_robber(options, state):
            go_on(options, state)
    else:
        produce(options, state, total)
        if rolls_again(options, state):
            state.point = Point.ROLL_AGAIN
        else:
            go_on(options, state)


@kernel
def roll_for_nobody(options: Options, state: State, first: int, second: int) -> None:
    """The dice after a round: all produce, but a seven does nothing; the next turn begins (HR-4)."""
    total = note_dice(options, state, first, second)
    if total != 7:
        produce(options, state, total)
    begin_next_turn(options, state)


@kernel
def play_seven(board: Board, options: Options, state: State, kind: int, place: int, outcome: int) -> None:
    """A card given up, the robber moved, or a card taken or left (CT-61, CT-63, CT-65, CT-69)."""
    if kind == Kind.DISCARD:
        give_up(state, place)
        if next_discard(state) or ask_robber(options, state):
            return
    elif kind == Kind.ROBBER:
        if move_robber(board, options, state, place) or console(options, state):
            return
    elif place != NOT_NOW:
        take_stolen(state, place, outcome)
    elif console(options, state):
        return
    go_on(options, state)


@kernel
def build(board: Board, options: Options, state: State, kind: int, place: int, outcome: int) -> None:
    """A road, settlement, city or development card is paid for and taken (CT-80, CT-90)."""
    seat = state.seat
    if kind == Kind.ROAD:
        build_road(board, options, state, place)
        return
    state.building = 1
    if kind == Kind.SETTLEMENT:
        pay(state, seat, Thing.SETTLEMENT)
        place_settlement(board, state, seat, place)
        cut_roads(board, state, seat, place)
        award_road(options, state)
    elif kind == Kind.CITY:
        pay(state, seat, Thing.CITY)
        place_city(board, state, seat, place)
    else:
        pay(state, seat, Thing.CARD)
        take_card(state, outcome)


@kernel
def build_road(board: Board, options: Options, state: State, edge: int) -> None:
    """A road, paid for or free by road building, where the second may be left out (CT-81, CT-96, HR-12)."""
    seat = state.seat
    if edge == NOT_NOW:
        state.free_roads = 0
        go_on(options, state)
        return
    if state.point == Point.FREE_ROAD:
        state.free_roads -= 1
    else:
        state.building = 1
        pay(state, seat, Thing.ROAD)
    place_road(board, state, seat, edge)
    lengthen(board, state, seat, edge)
    award_road(options, state)
    if state.point == Point.FREE_ROAD and (state.free_roads == 0 or not has_road_spot(options, state, seat)):
        state.free_roads = 0
        go_on(options, state)


@kernel
def play_card(board: Board, options: Options, state: State, move: int) -> None:
    """A development card is played (CT-95, CT-96, CT-97, CT-98)."""
    kind, place, second = move_kind(move), move_place(move), move_second(move)
    if kind == Kind.KNIGHT:
        put_down(state, Card.KNIGHT)
        state.knights[state.seat] += 1
        award_army(options, state, state.seat)
        ask_robber(options, state)
    elif kind == Kind.ROAD_BUILDING:
        put_down(state, Card.ROAD_BUILDING)
        state.free_roads = FREE_ROADS
        state.point = Point.FREE_ROAD
    elif kind == Kind.YEAR_OF_PLENTY:
        put_down(state, Card.YEAR_OF_PLENTY)
        draw_cards(state, state.seat, place, 1)
        if second != NO_SECOND:
            draw_cards(state, state.seat, second, 1)
    else:
        put_down(state, Card.MONOPOLY)
        take_monopoly(state, place)


@kernel
def play_trade(options: Options, state: State, move: int) -> None:
    """A trade with the bank, or a step of a trade with another player (CT-70, CT-75, CT-79)."""
    kind, place = move_kind(move), move_place(move)
    if kind == Kind.BANK:
        trade_with_bank(options, state, place, move_second(move))
    elif kind == Kind.OFFER:
        read_offer(state, move)
        open_offer(state, move_asked(move))
    elif kind == Kind.ANSWER:
        state.yes |= place << state.asked
        next_answer(state)
    else:
        deal(state, NOBODY if place == NOT_NOW else place)


# --- a given position


@kernel
def open_position(board: Board, options: Options, state: State, seat: int, rolled: int) -> None:
    """Play begins in the middle of a game: this seat is on turn, before or after its roll.

    The pieces and cards lie, and it has been said who holds the Largest Army, and of several with the longest
    road who has the card.
    """
    for other in range(state.players):
        state.road_length[other] = longest_road(board, state, other)
    award_road(options, state)
    begin_turn(options, state, seat)
    if rolled and state.point != Point.OVER:
        state.rolled = 1
        state.roll_done = 1
        go_on(options, state)


@kernel
def is_over(state: State) -> bool:
    """Whether somebody has won, or the last turn that is allowed is over (CT-2, CT-121)."""
    return state.point == Point.OVER


register("catan", State, clear_game, new_game, legal_moves, apply, is_over, final_scores)
