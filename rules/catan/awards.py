"""The Longest Road and the Largest Army: how long a road is, and who holds the cards.

The length of a road is the most pieces on one trail. A seat's roads are numbered in the order in which they
were built, so that a set of them fits into one integer. A trail through a given road is walked from one of
its ends; at every step it may go over to the other end and walk on from there. All trails are tried, each
once, with an explicit stack.
"""

from __future__ import annotations

from rules.catan.board import Board
from rules.catan.options import Options
from rules.catan.state import NOBODY, State
from rules.kernel import kernel

GO_OVER = 3  # the fourth thing to do at a vertex, after following each of its three edges


@kernel
def longest_through(board: Board, state: State, seat: int, edge: int, usable: int) -> int:
    """Most roads on a trail of the seat through `edge`, with no other roads than the set `usable`.

    Own buildings do not interrupt it (CT-101), those of others do (CT-102).
    """
    others = state.all_buildings & ~state.buildings[seat]
    at, following, came_by = state.walk_at, state.walk_next, state.walk_bit
    left = usable & ~(1 << state.road_number[edge])
    length = 1
    best = 1
    depth = 0
    over_at = -1  # the step at which the walk went over to the other end
    at[0] = board.edge_ends[edge, 0]
    following[0] = 0
    while depth >= 0:
        vertex = at[depth]
        i = following[depth]
        following[depth] = i + 1
        if i < GO_OVER:
            if (others >> vertex) & 1:  # a trail may end here, not pass (CT-102)
                following[depth] = GO_OVER
                continue
            next_edge = board.vertex_edges[vertex, i]
            if next_edge < 0 or state.road_owner[next_edge] != seat:
                continue
            bit = 1 << state.road_number[next_edge]
            if left & bit == 0:
                continue
            left &= ~bit
            length += 1
            depth += 1
            at[depth] = board.vertex_to[vertex, i]
            following[depth] = 0
            came_by[depth] = bit
            if length > best:
                best = length
                if left == 0:
                    return best
        elif i == GO_OVER and over_at < 0:
            depth += 1
            at[depth] = board.edge_ends[edge, 1]
            following[depth] = 0
            came_by[depth] = 0
            over_at = depth
        else:
            if depth == over_at:
                over_at = -1
            elif depth > 0:
                left |= came_by[depth]
                length -= 1
            depth -= 1
    return best


@kernel
def longest_road(board: Board, state: State, seat: int) -> int:
    """The length of a seat's road, found anew (CT-100)."""
    best = 0
    usable = (1 << state.n_roads[seat]) - 1
    for n in range(state.n_roads[seat]):  # all trails through a road, which is then taken away
        best = max(best, longest_through(board, state, seat, state.road_list[seat, n], usable))
        usable &= ~(1 << n)
    return best


@kernel
def lengthen(board: Board, state: State, seat: int, edge: int) -> None:
    """A road was built: the longest trail is the one of before, or goes through it (CT-105)."""
    usable = (1 << state.n_roads[seat]) - 1
    length = longest_through(board, state, seat, edge, usable)
    state.road_length[seat] = max(state.road_length[seat], length)


@kernel
def cut_roads(board: Board, state: State, seat: int, vertex: int) -> None:
    """A settlement was built: it may cut the road of another seat with two pieces there (CT-26, CT-102)."""
    for other in range(state.players):
        pieces = 0
        for i in range(3):
            edge = board.vertex_edges[vertex, i]
            if edge >= 0 and state.road_owner[edge] == other:
                pieces += 1
        if other != seat and pieces >= 2:
            state.road_length[other] = longest_road(board, state, other)


# --- who holds the cards


@kernel
def award_road(options: Options, state: State) -> None:
    """Give the Longest Road to whom it belongs now; there is one, held by one seat or nobody (CT-17, CT-103).

    The holder keeps it while nobody's road is longer and it is long enough (CT-104, CT-106). Else whoever
    alone has the longest road takes it (CT-107); if several do, or none is long enough, nobody holds it
    (CT-108).
    """
    longest = options.longest_road_minimum - 1
    leader = NOBODY
    for seat in range(state.players):
        length = state.road_length[seat]
        if length > longest:
            longest = length
            leader = seat
        elif length == longest:
            leader = NOBODY
    holder = state.road_holder
    if holder != NOBODY and longest >= options.longest_road_minimum and state.road_length[holder] == longest:
        return
    state.road_holder = leader


@kernel
def award_army(options: Options, state: State, seat: int) -> None:
    """A knight was played: the one Largest Army goes to its seat if it has enough and most (CT-17, CT-110).

    Only knights that were played count (CT-109). The holder has it until another has more (CT-111); it is
    never set aside (CT-112).
    """
    knights = state.knights[seat]
    holder = state.army_holder
    if knights < options.largest_army_minimum or holder == seat:
        return
    if holder == NOBODY or knights > state.knights[holder]:
        state.army_holder = seat
