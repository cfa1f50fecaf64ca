"""What Catan brings to be simulated: what a seat may see (CT-5), and how its playouts go.

A playout ends after ROUNDS rounds; who has not won by then has a chance by its points, its income and its
hand. Another move than the weighted policy's own is played only if it does better by more than the playouts
stray.
"""

from __future__ import annotations

import math

from rules.catan.moves import MAX_MOVES
from rules.catan.options import Laying, Options, Pieces
from rules.catan.scoring import all_points
from rules.catan.state import NOBODY, State, Thing
from rules.kernel import kernel
from rules.verbs import register
from simulate.games.catan.hidden import deal_unseen, shown
from simulate.games.catan.incomes import CARD_VALUE, USED, see_incomes
from simulate.games.catan.move_features import Desk, Mind, MoveFeature
from simulate.games.catan.position_features import PositionFeature, describe_position
from simulate.games.catan.tables import (
    SUMMED,
    TABLES,
    describe_decision,
    write_placements,
    write_rows,
    write_trades,
)
from simulate.games.catan.weighing import value_moves, weigh_moves
from simulate.play.simulator import Playing

ROUNDS = 4
"""Rounds that a playout lasts; the turn under way is the first."""

SCALE = 2.0
"""Points of lead over a rival that make winning 2.7 times as likely as for the rival."""

OUTLOOK = 24.0
"""Rolls whose income counts as points at the end of a playout."""

A_CARD = 0.1
"""Points for a card in the hand at the end of a playout, up to the limit of a seven."""

SURE = 1.0
"""Standard errors by which another move has to be better."""

PRIOR, AHEAD = 4.0, (1, 0)
"""A search plays the turn to its end: dice make what comes after it too noisy for a few playouts.

What may be done now or a turn later comes to the same in playouts, which then do it; the value of the move
must outweigh chance there, or a search puts off what it means to do, turn after turn.
"""

VARIED = "varied"
"""The style that settles otherwise from game to game."""

OTHER_PLACES = 1.0
"""How much others err in the set-up of a playout, where no dice are thrown: of two places whose values are so
far apart they take the better one in 73 % of cases.
"""


@kernel
def asked(state: State) -> int:
    """Whoever decides: it may be another seat than the one on turn, asked for a discard or an answer."""
    return state.asked


@kernel
def doubt(state: State) -> float:
    """Another move than the weighted policy's own has to be surely better."""
    return SURE


@kernel
def errors_of_others(state: State) -> float:
    """Only in the set-up: after it each playout has its own dice."""
    return OTHER_PLACES if state.turn == 0 else 0.0


@kernel
def playout_end(state: State) -> int:
    """Some rounds from now."""
    return state.turn + ROUNDS * state.players


@kernel
def outcome(desk: Desk, state: State, me: int) -> float:
    """The chance of a seat to win as a playout left it: its part of what all chances add up to."""
    if state.winner != NOBODY:
        return 1.0 if state.winner == me else 0.0
    see_incomes(desk.options, state, desk.mind)
    total = 0.0
    mine = prospects(desk, state, me)
    for seat in range(state.players):
        total += math.exp((prospects(desk, state, seat) - mine) / SCALE)
    return 1.0 / total


@kernel
def prospects(desk: Desk, state: State, seat: int) -> float:
    """Points, and what income and hand are worth in points."""
    pace = desk.mind.pace
    coming = pace[seat, Thing.SETTLEMENT] + pace[seat, Thing.CITY] + CARD_VALUE * pace[seat, Thing.CARD]
    hand = min(state.hand_size[seat], desk.options.hand_limit)
    return all_points(desk.options, state, seat) + USED * OUTLOOK * coming + A_CARD * hand


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """All victory points, hidden cards among them."""
    return all_points(desk.options, state, seat)


def same_set_up(options: Options) -> str:
    """What to know if the island is given and the first pieces are chosen (CT-34, CT-38)."""
    if options.board not in (Laying.BEGINNER, Laying.EXPLICIT) or options.pieces == Pieces.PRINTED:
        return ""
    return (
        "the players settle in the same places in every game, so what is found holds for these places; with "
        f"the policy {VARIED} they differ"
    )


register(
    "catan",
    State,
    asked,
    shown,
    value_moves,
    weigh_moves,
    deal_unseen,
    playout_end,
    outcome,
    doubt,
    errors_of_others,
    write_rows,
    write_placements,
    describe_decision,
    write_trades,
    score_now,
    describe_position,
)

PLAYING = Playing(
    policies_version=2,
    state=State,
    mind=Mind,
    moves=MAX_MOVES,
    move_features=MoveFeature,
    position_features=PositionFeature,
    tables=TABLES,
    summed=SUMMED,
    margin_scale=SCALE,
    prior=PRIOR,
    ahead=AHEAD,
    same_set_up=same_set_up,
    varied=VARIED,
    others_err="In the set-up players who go by weights, such as heuristic, do not always settle where they "
    "think it best. So a place is not judged by a single reply.",
)
