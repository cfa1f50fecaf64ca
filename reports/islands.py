"""Positions of Catan, from the state of the engine, as what a picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from reports.island.position import IslandPosition, Piece, Player
from rules.catan.board import standard_island
from rules.catan.options import Options, Shortage
from rules.catan.state import NOBODY, PIECES
from rules.catan.table import Table


class State(Protocol):
    """A game's state: a `Table`, or the record itself, by the names of its fields."""

    def __getitem__(self, name: str) -> Any: ...


def seat_colours(players: int) -> Sequence[str]:
    """The colours of the printed pieces by seat; with three players the first is left out (CT-34)."""
    return standard_island().colours[4 - players :]


def position_of(
    state: State,
    options: Options,
    players: int,
    points: Sequence[int],
    *,
    names: Sequence[str] = (),
    title: str = "",
    caption: str = "",
) -> IslandPosition:
    """The position in a state; `points` by seat, and `names` where they are not the colours' own."""
    colours = seat_colours(players)
    return IslandPosition(
        terrain=[int(kind) for kind in state["terrain"]],
        tokens=[int(token) for token in state["token"]],
        harbours=[int(kind) for kind in state["harbour"]],
        robber=int(state["robber"]) if options.robber else None,
        players=[
            _player(
                state,
                options,
                seat,
                colours[seat],
                names[seat] if names else colours[seat].capitalize(),
                points[seat],
            )
            for seat in range(players)
        ],
        harbour_rates=(options.generic_rate, options.special_rate),
        bank=None if options.shortage == Shortage.UNLIMITED else [int(n) for n in state["bank"]],
        deck=int(state["n_deck"]),
        last=_last(state),
        title=title,
        caption=caption,
    )


def position_at(table: Table, title: str = "", caption: str = "") -> IslandPosition:
    """The position on a table, as it was dealt, played to or opened from a record's setup."""
    return position_of(table, table.options, table.players, table.scores(), title=title, caption=caption)


def _player(state: State, options: Options, seat: int, colour: str, name: str, points: int) -> Player:
    settlements, cities = (_members(int(state[kind][seat])) for kind in ("settlements", "cities"))
    roads = [edge for edge, owner in enumerate(state["road_owner"]) if owner == seat]
    return Player(
        colour,
        name,
        settlements,
        cities,
        roads,
        points=int(points),
        left=(
            options.settlements - len(settlements),
            options.cities - len(cities),
            options.roads - len(roads),
        ),
        hand=[int(n) for n in state["hands"][seat]],
        cards=int(sum(state["cards"][seat])),
        knights=int(state["knights"][seat]),
        road_length=int(state["road_length"][seat]),
        longest_road=int(state["road_holder"]) == seat,
        largest_army=int(state["army_holder"]) == seat,
        word=_word(state, seat),
    )


def _word(state: State, seat: int) -> str:
    """What is to be said of a seat: that it has won, or that it is on turn."""
    if int(state["winner"]) != NOBODY:
        return "wins" if int(state["winner"]) == seat else ""
    return "on turn" if int(state["seat"]) == seat else ""


def _members(vertices: int) -> list[int]:
    """The members of a set of vertices."""
    return [vertex for vertex in range(vertices.bit_length()) if vertices >> vertex & 1]


def _last(state: State) -> Piece | None:
    """The piece that was built last, if this turn or, in the set-up phase, at all."""
    number = int(state["n_builds"]) - 1
    if number < 0 or int(state["builds"][number]["turn"]) != int(state["turn"]):
        return None
    _, _, thing, place = state["builds"][number].tolist()
    return PIECES[thing], place  # type: ignore[return-value]
