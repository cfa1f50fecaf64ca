"""How a seat chooses among its legal moves."""

from __future__ import annotations

from rules.castle.engine import legal_moves
from rules.chance import POLICY, draw_below, enter_episode
from rules.kernel import kernel
from simulate.castle.desk import Desk
from simulate.castle.rollout import choose_rollout
from simulate.castle.view import show
from simulate.castle.weighing import best_weighted, judge_moves
from simulate.common.choosing import MAX_SEED, ROLLOUT, USER, WEIGHTED


@kernel
def choose(desk: Desk) -> int:
    """The move of whoever decides, by its policy.

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
        return _choose_by_user(desk, seat)
    n = legal_moves(desk.cards, desk.options, state, desk.mind.moves)
    return desk.mind.moves[draw_below(state, POLICY + seat, n)]


@kernel
def _choose_by_user(desk: Desk, seat: int) -> int:
    """The move that a user's function chooses, which sees no more than its seat does."""
    state = desk.state
    n = judge_moves(desk)
    seed = draw_below(state, POLICY + seat, MAX_SEED)
    desk.mind.spare[0] = state
    view = desk.mind.spare[0]
    show(view, seat, seed)
    chosen = desk.users[seat](view, desk.mind.moves[:n], desk.mind.table[:n])
    if chosen < 0 or chosen >= n:
        raise IndexError("the policy chose a move that does not exist")
    return desk.mind.moves[chosen]
