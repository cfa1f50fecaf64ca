"""What Star Wars brings to be simulated, and how its playouts go."""

from __future__ import annotations

from rules.kernel import kernel
from rules.starwars.engine import draw_tile
from rules.starwars.scoring import side_score
from rules.starwars.state import MAX_MOVES, State
from rules.verbs import register
from simulate.games.starwars.move_features import Desk, Mind, MoveFeature, prepare_mind
from simulate.games.starwars.position_features import PositionFeature, describe_position
from simulate.games.starwars.tables import SUMMED, TABLES, describe_decision, write_placements, write_rows
from simulate.games.starwars.weighing import value_moves, weigh_moves
from simulate.games.tiles.hidden import shown, shuffle_stack
from simulate.play.choosing import rounded_win
from simulate.play.simulator import Playing


@kernel
def deal_unseen(desk: Desk, state: State, seat: int) -> None:
    """Shuffle the tiles still to come; nobody knows them."""
    shuffle_stack(desk.box, state)
    if state.turn_draw == state.deck_next:  # a given position: the tile of this turn is still to be drawn
        draw_tile(desk.box, desk.options, state)


@kernel
def outcome(desk: Desk, state: State, seat: int) -> float:
    """How well the game ended for a seat's side, from 0 to 1."""
    me = state.side_of[seat]
    best = -1
    for side in range(state.players):
        if state.is_side[side] and side != me:
            best = max(best, side_score(state, side))
    return rounded_win(side_score(state, me) - best)


@kernel
def score_now(desk: Desk, state: State, seat: int) -> int:
    """The points of the seat's side."""
    return side_score(state, state.side_of[seat])


register(
    "starwars",
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
    policies_version=1,
    state=State,
    mind=Mind,
    moves=MAX_MOVES,
    move_features=MoveFeature,
    position_features=PositionFeature,
    tables=TABLES,
    summed=SUMMED,
    prepare=prepare_mind,
)
