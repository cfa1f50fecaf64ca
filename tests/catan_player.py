"""Kernels that play Catan decision by decision and look at the table after each."""

from __future__ import annotations

from rules.catan.engine import apply, is_over, new_game
from rules.catan.legal import legal_moves
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import Shortage
from rules.catan.scoring import all_points, final_scores
from rules.kernel import Array, Record, kernel
from simulate.catan.judging_trade import was_refused
from simulate.common.playing import choose


@kernel
def check_choice(desk: Record, move: int, buffer: Array) -> None:
    """The move is among the legal ones."""
    n = legal_moves(desk.box, desk.options, desk.state, buffer)
    for i in range(n):
        if buffer[i] == move:
            return
    raise AssertionError("CT-119: the move is not legal")


@kernel
def check_table(options: Record, state: Record) -> None:
    """What holds after every decision: raises with the number of the rule."""
    for resource in range(5):
        cards = state.bank[resource]
        for seat in range(state.players):
            if state.hands[seat, resource] < 0:
                raise AssertionError("CT-124: a hand below nothing")
            cards += state.hands[seat, resource]
        if cards != options.bank and options.shortage != Shortage.UNLIMITED:
            raise AssertionError("CT-7: cards were lost or made")
    for seat in range(state.players):
        held = 0
        for kind in range(5):
            held += state.cards[seat, kind]
        if held != state.unplayed[seat]:
            raise AssertionError("CT-5: the unplayed cards of a seat are counted wrongly")


@kernel
def play_checked(desk: Record, players: int, seed: int, game: int, chosen: Array) -> int:
    """Play a game, look at the table after every decision, and write its moves to `chosen`."""
    options, state = desk.options, desk.state
    new_game(desk.box, options, state, players, seed, game)
    n = 0
    while not is_over(state):
        move = choose(desk)
        check_choice(desk, move, desk.mind.moves)
        chosen[n] = move
        n += 1
        apply(desk.box, options, state, move)
        check_table(options, state)
    final_scores(desk.box, options, state)
    if state.winner >= 0 and all_points(options, state, state.winner) < options.points_to_win:
        raise AssertionError("CT-2: the winner has too few points")
    return n


@kernel
def advance(desk: Record, decisions: int) -> None:
    """Play so many decisions of the game that lies on the desk, or to its end."""
    for _ in range(decisions):
        if is_over(desk.state):
            return
        apply(desk.box, desk.options, desk.state, choose(desk))


@kernel
def count_choices(desk: Record, players: int, seed: int, game: int, found: Array) -> None:
    """Play a game; count robbers moved, those to an own hex, offers, those refused before in the turn."""
    state = desk.state
    new_game(desk.box, desk.options, state, players, seed, game)
    while not is_over(state):
        move = choose(desk)
        if move_kind(move) == Kind.ROBBER:
            found[0] += 1
            found[1] += state.hex_yield[move_place(move), state.asked] > 0
        elif move_kind(move) == Kind.OFFER:
            found[2] += 1
            found[3] += was_refused(state, move)
        apply(desk.box, desk.options, state, move)
