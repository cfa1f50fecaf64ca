"""How a seat chooses among its legal moves."""

from __future__ import annotations

from rules.catan.legal import legal_moves
from rules.chance import POLICY, draw_below, enter_episode
from rules.kernel import kernel
from simulate.catan.desk import Desk
from simulate.catan.rollout import choose_rollout
from simulate.catan.view import see_as
from simulate.catan.weighing import best_weighted, judge_moves
from simulate.common.choosing import ROLLOUT, USER, WEIGHTED


@kernel
def choose(desk: Desk) -> int:
    """The move of the seat that decides, by its policy. Its chance is that of the turn.

    Raises `IndexError` if a user's policy returns what is no legal move's index.
    """
    state = desk.state
    seat = state.asked
    if state.chance_episode[POLICY + seat] != state.turn:
        enter_episode(state, POLICY + seat, state.turn)
    way = desk.policies.way[seat]
    if way == WEIGHTED:
        return best_weighted(desk, state, desk.policies.weights[seat])
    if way == ROLLOUT:
        return choose_rollout(desk, desk.policies.weights[seat], desk.policies.playouts[seat])
    if way == USER:
        n = judge_moves(desk)
        desk.mind.shown[0] = state
        see_as(state, desk.mind.shown[0], seat)
        chosen = desk.users[seat](desk.mind.shown[0], desk.mind.moves[:n], desk.mind.table[:n])
        if chosen < 0 or chosen >= n:
            raise IndexError("the policy chose a move that does not exist")
        return desk.mind.moves[chosen]
    n = legal_moves(desk.board, desk.options, state, desk.mind.moves)
    return desk.mind.moves[draw_below(state, POLICY + seat, n)]
