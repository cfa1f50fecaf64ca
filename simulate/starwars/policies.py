"""How a seat chooses among its legal moves."""

from __future__ import annotations

from rules.chance import POLICY, draw_below, enter_episode
from rules.kernel import kernel
from rules.starwars.moves import legal_moves
from rules.starwars.state import NO_TILE
from simulate.common.choosing import ROLLOUT, USER, WEIGHTED
from simulate.starwars.desk import Desk
from simulate.starwars.rollout import choose_rollout
from simulate.starwars.weighing import best_weighted, judge_moves


@kernel
def choose(desk: Desk) -> int:
    """The move of the seat to move, by its policy.

    Raises `IndexError` if a user's policy returns what is no legal move's index.
    """
    state = desk.state
    if state.tile == NO_TILE:
        return 0
    seat = state.seat
    enter_episode(state, POLICY + seat, state.turn)
    way = desk.policies.way[seat]
    if way == WEIGHTED:
        return best_weighted(desk, state, desk.policies.weights[seat])
    if way == ROLLOUT:
        return choose_rollout(desk, desk.policies.weights[seat], desk.policies.playouts[seat])
    if way == USER:
        n = judge_moves(desk)
        chosen = desk.users[seat](state, desk.mind.moves[:n], desk.mind.table[:n])
        if chosen < 0 or chosen >= n:
            raise IndexError("the policy chose a move that does not exist")
        return desk.mind.moves[chosen]
    n = legal_moves(desk.tiles, desk.options, state, desk.mind.moves)
    return desk.mind.moves[draw_below(state, POLICY + seat, n)]
