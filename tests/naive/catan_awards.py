"""Longest Road by trying every trail, and the history of both awards (CT-100 to CT-112)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from . import Position
from .catan_board import EDGES
from .catan_position import buildings, knights, roads_of


def longest_trail(edges: Iterable[int], closed: Collection[int] = ()) -> int:
    """The most roads on one trail along these edges (CT-100); no trail passes through a `closed` vertex.

    Every trail is tried: from each vertex go along each road not yet used, and on from there.
    """

    def onward(vertex: int, used: frozenset[int]) -> int:
        """The most roads that a trail arriving at this vertex can still add."""
        if used and vertex in closed:  # it may start or end there (CT-102)
            return 0
        steps = [
            (edge, EDGES[edge][1] if EDGES[edge][0] == vertex else EDGES[edge][0])
            for edge in edges
            if vertex in EDGES[edge] and edge not in used
        ]
        return max((1 + onward(end, used | {edge}) for edge, end in steps), default=0)

    return max((onward(vertex, frozenset()) for edge in edges for vertex in EDGES[edge]), default=0)


def road_length(position: Position, seat: int) -> int:
    """The length of a seat's road: foreign buildings interrupt it (CT-102), its own do not (CT-101)."""
    foreign = {vertex for vertex, owner in buildings(position).items() if owner != seat}
    return longest_trail(roads_of(position, seat), foreign)


def next_holder(holder: int | None, lengths: list[int], minimum: int) -> int | None:
    """Who holds Longest Road once the lengths are these (CT-103 to CT-108)."""
    most = max(lengths)
    leaders = [seat for seat, length in enumerate(lengths) if length == most]
    if most < minimum:
        return None  # set aside (CT-108)
    if holder in leaders:
        return holder  # nobody is longer (CT-104, CT-106)
    return leaders[0] if len(leaders) == 1 else None  # CT-107, CT-108


def settle_longest_road(position: Position) -> None:
    """Recompute who holds Longest Road, after a road or a settlement (CT-105)."""
    lengths = [road_length(position, seat) for seat in range(position["players"])]
    minimum = position["options"]["longest_road_minimum"]
    position["longest_road"] = next_holder(position["longest_road"], lengths, minimum)


def settle_largest_army(position: Position, seat: int) -> None:
    """Recompute who holds Largest Army after this seat has played a knight (CT-110 to CT-112)."""
    holder, played = position["largest_army"], knights(position, seat)
    if played >= position["options"]["largest_army_minimum"] and (
        holder is None or played > knights(position, holder)
    ):
        position["largest_army"] = seat


def standing_award(counts: list[int], minimum: int, stated: Any) -> tuple[int | None, bool]:
    """The holder of an award in a position in play, and whether what the setup states can be so.

    One player alone in front with at least the minimum holds it; among equals the setup may name one.
    """
    leaders = [seat for seat, count in enumerate(counts) if count == max(counts) and count >= minimum]
    if len(leaders) == 1:
        return leaders[0], stated in ("unsaid", leaders[0])
    if stated in ("unsaid", None):
        return None, True
    return stated, stated in leaders
