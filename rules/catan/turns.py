"""The course of a game: the set-up phase, and how turns begin, go on, end, and are found to have won it."""

from __future__ import annotations

from rules.catan.awards import lengthen
from rules.catan.bank import ask_draw, fill_bank, fill_deck
from rules.catan.board import Board
from rules.catan.building import place_city, place_road, place_settlement
from rules.catan.options import Options, SetupPays, SetupSecond
from rules.catan.production import pay_start
from rules.catan.scoring import all_points
from rules.catan.state import BLANK, Point, State, start_over
from rules.chance import BANK, STEAL, enter_episode
from rules.kernel import kernel

# --- the set-up phase


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """The players seated, bank and deck full, an island without anything on it (CT-1, CT-14, HR-10)."""
    start_over(state, BLANK[0])
    state.players = players
    fill_bank(options, state)
    fill_deck(options, state)


@kernel
def begin_setup(state: State, first: int) -> None:
    """The seat that begins places its first settlement (CT-4, CT-45)."""
    state.first = first
    state.seat = first
    state.asked = first
    state.setup_step = 0
    state.point = Point.SETUP_SETTLEMENT


@kernel
def setup_seat(state: State, step: int) -> int:
    """Who places in this step: once round from the first seat, then back (CT-45)."""
    n = state.players
    place = step if step < n else 2 * n - 1 - step
    return (state.first + place) % n


@kernel
def place_printed(board: Board, options: Options, state: State) -> None:
    """The pieces printed on the map for a first game, without the first colour with three (CT-3, CT-34)."""
    for step in range(2 * state.players):
        row = 4 - state.players + setup_seat(state, step)
        place = 0 if step < state.players else 2
        set_up_settlement(board, options, state, board.printed[row, place])
        set_up_road(board, options, state, board.printed[row, place + 1])


@kernel
def sets_up_city(options: Options, state: State) -> bool:
    """Whether the next piece of the set-up is a city: the second of a seat, if so agreed (HR-6)."""
    return options.setup_second == SetupSecond.CITY and state.setup_step >= state.players


@kernel
def pays_first_cards(options: Options, later: int) -> bool:
    """Whether the first settlement of a seat, or the `later` one, pays first cards (CT-48, HR-5)."""
    if options.setup_pays == SetupPays.SECOND:
        return later == 1
    return options.setup_pays == SetupPays.BOTH


@kernel
def set_up_settlement(board: Board, options: Options, state: State, vertex: int) -> None:
    """A settlement of the set-up; the second pays the first cards, a city twice (CT-46, CT-48, HR-6)."""
    seat, later = state.seat, state.setup_step // state.players
    place_settlement(board, state, seat, vertex)
    state.opening[seat, later] = vertex
    pays = pays_first_cards(options, later)
    if pays:
        pay_start(board, state, seat, vertex)
    if sets_up_city(options, state):
        place_city(board, state, seat, vertex)
        if pays:
            pay_start(board, state, seat, vertex)
    state.point = Point.SETUP_ROAD


@kernel
def set_up_road(board: Board, options: Options, state: State, edge: int) -> None:
    """The road beside it; the next seat places, or the first turn begins (CT-45, CT-47, CT-49)."""
    place_road(board, state, state.seat, edge)
    lengthen(board, state, state.seat, edge)
    state.setup_step += 1
    if state.setup_step == 2 * state.players:
        begin_turn(options, state, state.first)
        return
    state.seat = setup_seat(state, state.setup_step)
    state.asked = state.seat
    state.point = Point.SETUP_SETTLEMENT


# --- turns


@kernel
def begin_turn(options: Options, state: State, seat: int) -> None:
    """The next turn; who has enough points as it starts has won (CT-50, CT-117)."""
    state.turn += 1
    state.seat = seat
    state.asked = seat
    state.point = Point.PRE_ROLL
    state.rolled = 0
    state.roll_done = 0
    state.card_played = 0
    state.building = 0
    state.offers_made = 0
    state.n_refused = 0
    state.new_cards[:] = 0
    enter_episode(state, STEAL, state.turn)
    enter_episode(state, BANK, state.turn)
    check_win(options, state)


@kernel
def end_turn(options: Options, state: State) -> None:
    """The next seat is on, unless the game has been won or has lasted too long (CT-59, CT-121, CT-125).

    After a round there may be a neutral roll first (HR-4).
    """
    check_win(options, state)
    if state.point == Point.OVER:
        return
    state.hexes[state.robber].robbed += 1
    if state.turn >= options.max_turns:
        state.point = Point.OVER
        return
    if options.neutral_roll and state.turn % state.players == 0:
        state.point = Point.NEUTRAL_ROLL
        return
    begin_next_turn(options, state)


@kernel
def begin_next_turn(options: Options, state: State) -> None:
    """The seat on the left is on turn (CT-50)."""
    begin_turn(options, state, (state.seat + 1) % state.players)


@kernel
def check_win(options: Options, state: State) -> None:
    """The seat on turn wins with enough points, and the game stops at once (CT-2, CT-115, CT-116)."""
    if state.point != Point.OVER and all_points(options, state, state.seat) >= options.points_to_win:
        state.winner = state.seat
        state.point = Point.OVER


@kernel
def go_on(options: Options, state: State) -> None:
    """What interrupted the turn is over: back to before the roll, or to the main part (CT-69, CT-94).

    Between a roll that is settled and the main part there may be a free card (HR-2).
    """
    state.asked = state.seat
    if state.rolled == 0:
        state.point = Point.PRE_ROLL
        return
    state.point = Point.MAIN
    if state.roll_done == 0:
        state.roll_done = 1
        check_win(options, state)
        if options.free_card and state.point != Point.OVER:
            ask_draw(state)
