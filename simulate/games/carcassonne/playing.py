"""What Carcassonne brings to be simulated, and how its playouts go."""

from __future__ import annotations

from rules.carcassonne.scoring import seat_score
from rules.carcassonne.state import MAX_MOVES, State
from rules.kernel import kernel
from rules.verbs import register
from simulate.games.carcassonne.hidden import deal_unseen, shown
from simulate.games.carcassonne.move_features import Desk, Mind, MoveFeature
from simulate.games.carcassonne.position_features import PositionFeature, describe_position
from simulate.games.carcassonne.tables import SUMMED, TABLES, describe_decision, write_placements, write_rows
from simulate.games.carcassonne.weighing import value_moves, weigh_moves
from simulate.play.choosing import rounded_win
from simulate.play.simulator import Playing


@kernel
def outcome(desk: Desk, state: State, seat: int) -> float:
    """How well the game ended for a seat, from 0 to 1."""
    best = -1
    for other in range(state.players):
        if other != seat:
            best = max(best, seat_score(state, other))
    return rounded_win(seat_score(state, seat) - best)


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """The points of the seat."""
    return seat_score(state, seat)


register(
    "carcassonne",
    State,
    shown,
    value_moves,
    weigh_moves,
    deal_unseen,
    outcome,
    write_rows,
    write_placements,
    describe_decision,
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
)
