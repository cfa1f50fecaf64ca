"""Who holds the Longest Road and the Largest Army (CT-103 to CT-112)."""

from __future__ import annotations

from rules.catan.state import NOBODY
from rules.kernel import Record, kernel


@kernel
def award_road(options: Record, state: Record) -> None:
    """Give the Longest Road to whom it belongs now (CT-103 to CT-108).

    The holder keeps it while nobody's road is longer and it is long enough. Else whoever alone has the
    longest road takes it; if several do, or none is long enough, nobody holds it.
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
def award_army(options: Record, state: Record, seat: int) -> None:
    """A knight was played: the Largest Army goes to its seat if it has enough and most (CT-109 to CT-112)."""
    knights = state.knights[seat]
    holder = state.army_holder
    if knights < options.largest_army_minimum or holder == seat:
        return
    if holder == NOBODY or knights > state.knights[holder]:
        state.army_holder = seat
