"""What Castle brings to be simulated: what a seat may see, and how its playouts go."""

from __future__ import annotations

import math

from rules.bits import count_bits
from rules.castle.cards import Do
from rules.castle.engine import is_over
from rules.castle.hidden import deal_hidden
from rules.castle.plan import BOX
from rules.castle.state import MAX_MOVES, MAX_SEATS, NO_CARD, State
from rules.chance import POLICY, draw_below, start_chance
from rules.kernel import kernel
from rules.verbs import register
from simulate.games.castle.move_features import Desk, Mind, MoveFeature
from simulate.games.castle.position_features import PositionFeature, describe_position
from simulate.games.castle.tables import SUMMED, TABLES, describe_decision, write_placements, write_rows
from simulate.games.castle.weighing import value_moves, weigh_moves
from simulate.play.choosing import PLAYOUT_SEEDS, win_share
from simulate.play.simulator import Playing

ROUNDS = 4
"""How many turns of each seat a playout lasts, if the game does."""

LEAD_SCALE = 4.0
"""Actions ahead of the best rival that make an unfinished playout 73 % of a win, and cards when weights are
tuned."""


@kernel
def asked(state: State) -> int:
    """Whoever decides: within an effect it may be another seat than the one on turn."""
    return state.asked


@kernel
def shown(desk: Desk, seat: int) -> State:
    """A copy of the game in which all that is hidden from the seat has been dealt anew: `mind.spare`."""
    seed = draw_below(desk.state, POLICY + seat, PLAYOUT_SEEDS)
    desk.mind.spare[0] = desk.state
    view = desk.mind.spare[0]
    hide_from(view, seat, seed)
    return view


@kernel
def hide_from(view: State, viewer: int, seed: int) -> None:
    """Deal anew in `view`, which is a copy of the game, what the viewer does not know, by the lot of `seed`.

    Neither chance to come nor traces of cards that were hidden remain in it.
    """
    view.chance_words[:] = 0
    start_chance(view, seed, 0)
    deal_hidden(view, viewer)
    view.dealt[:] = BOX
    view.spare[:] = 0
    for seat in range(MAX_SEATS):
        view.stock[seat, view.n_stock[seat] :] = NO_CARD
        if seat != viewer:
            view.seen[seat] = 0
        if view.point != Do.PASS:
            view.picked[seat] = NO_CARD


@kernel
def deal_unseen(desk: Desk, state: State, seat: int) -> None:
    """Deal anew what the seat does not know."""
    deal_hidden(state, seat)


@kernel
def playout_end(state: State) -> int:
    """Some rounds from now."""
    return state.turn + ROUNDS * state.players


@kernel
def outcome(desk: Desk, state: State, seat: int) -> float:
    """How well a game stands for a seat, from 0 to 1: the share of the win, or how far it is ahead."""
    if is_over(state):
        return win_share(state.winners, seat)
    best = 1 << 20
    for other in range(state.players):
        if other != seat:
            best = min(best, _actions_left(state, other))
    return 1.0 / (1.0 + math.exp((_actions_left(state, seat) - best) / LEAD_SCALE))


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """Cards in hand and stock."""
    return count_bits(state.hand[seat]) + state.n_stock[seat]


@kernel
def _actions_left(state: State, seat: int) -> int:
    """The least number of actions in which a seat can be rid of all its cards."""
    return count_bits(state.hand[seat]) + 2 * state.n_stock[seat]


register(
    "castle",
    State,
    asked,
    shown,
    value_moves,
    weigh_moves,
    deal_unseen,
    playout_end,
    outcome,
    write_rows,
    write_placements,
    describe_decision,
    score_now,
    describe_position,
)

PLAYING = Playing(
    policies_version=1,
    state=State,
    mind=Mind,
    moves=MAX_MOVES,
    move_features=MoveFeature,
    position_features=PositionFeature,
    tables=TABLES,
    summed=SUMMED,
    margin_scale=LEAD_SCALE,
    anchor="rid",
    users_weigh=True,
)
