"""What a picture of an island shows: the map, the pieces, and a panel for each player.

Numbers are those of the engine: terrain and harbours by `rules.catan.board`, places by
`rules.catan.geometry`, resources by `rules.catan.options`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Piece = tuple[Literal["settlement", "city", "road"], int]
"""A piece and the vertex or the edge on which it is."""


@dataclass(frozen=True)
class Player:
    """A seat: its pieces on the island, and what its panel says. `colour` is one of `SEAT_COLOURS`."""

    colour: str
    name: str
    settlements: Sequence[int] = ()
    """Vertices."""
    cities: Sequence[int] = ()
    """Vertices."""
    roads: Sequence[int] = ()
    """Edges."""
    points: int = 0
    left: tuple[int, int, int] = (0, 0, 0)
    """Settlements, cities and roads still to be built."""
    hand: Sequence[int] = (0, 0, 0, 0, 0)
    """Cards by resource."""
    cards: int = 0
    """Unplayed development cards."""
    knights: int = 0
    """Played."""
    road_length: int = 0
    longest_road: bool = False
    largest_army: bool = False
    word: str = ""
    """Beside the name, as "wins" or "on turn"."""


@dataclass(frozen=True)
class IslandPosition:
    """All that a picture shows; without `players` a bare map."""

    terrain: Sequence[int]
    """By hex."""
    tokens: Sequence[int]
    """By hex; 0 for none."""
    harbours: Sequence[int]
    """By harbour, clockwise along the coast."""
    robber: int | None = None
    """Its hex."""
    players: Sequence[Player] = ()
    harbour_rates: tuple[int, int] = (3, 2)
    """What a generic and a special harbour take for one card."""
    bank: Sequence[int] | None = None
    """Cards by resource; None where they are not counted."""
    deck: int | None = None
    """Development cards that can still be bought."""
    last: Piece | None = None
    """The piece to ring."""
    title: str = ""
    caption: str = ""
