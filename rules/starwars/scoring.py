"""What features are worth, during the game and at its end."""

from __future__ import annotations

from rules.kernel import kernel
from rules.starwars.options import Options, WinTie
from rules.starwars.state import State, only_side, send_home
from rules.starwars.tiles import Feature
from rules.tiles.features import BIG, SMALL, all_marks, count_of, count_tiles
from rules.tiles.state import note_scoring


@kernel
def feature_points(options: Options, kind: int, n_tiles: int, symbols: int, complete: bool) -> int:
    """The value of a feature with so many tiles and symbols, complete or at the end of the game (SW-54).

    A route (SW-43), an asteroid field (SW-44), also of two tiles (SW-45), a planet (SW-46). A symbol counts
    for whoever scores (SW-47). For a planet `n_tiles` counts its own tile and those on the eight places
    around it.
    """
    if kind == Feature.ROUTE:
        each = options.route_tile_points
    elif kind == Feature.PLANET:
        each = options.planet_place_points
    elif complete:
        each = options.field_tile_points
    else:
        each = options.incomplete_field_tile_points
    return n_tiles * each + symbols * options.symbol_points


@kernel
def tiles_counted(state: State, feature: int) -> int:
    """Tiles that a feature is paid for: its own, or a planet's places that hold tiles (SW-46, SW-54).

    Each counts once (SW-48), that with a route's end too, whatever ends it there (SW-49).
    """
    if state.kind[feature] == Feature.PLANET:
        return 9 - state.open_ends[feature]
    return count_tiles(state, feature)


@kernel
def score_feature(options: Options, state: State, feature: int, final: int) -> None:
    """Pay the feature to the side that holds it, once, and send its meeples home (SW-50, SW-62)."""
    meeples = state.meeples[feature]
    side = only_side(state, meeples)
    n_tiles = tiles_counted(state, feature)
    symbols = all_marks(state.marks[feature])
    kind = state.kind[feature]
    points = feature_points(options, kind, n_tiles, symbols, state.open_ends[feature] == 0)
    state.points[side, kind] += points
    seats = 0
    for seat in range(state.players):
        if count_of(meeples, seat, SMALL) + count_of(meeples, seat, BIG) > 0:
            seats |= 1 << seat
    note_scoring(state, feature, n_tiles, symbols, points, seats, final)
    send_home(state, feature, side)


@kernel
def score_standing(options: Options, state: State) -> None:
    """Final scoring, without battles (SW-55): every feature that holds meeples pays its owner (SW-54)."""
    for node in range(state.n_nodes):
        if state.meeples[node] != 0 and state.feature[node] == node:
            score_feature(options, state, node, 1)


@kernel
def side_score(state: State, side: int) -> int:
    """All points of a side."""
    return state.points[side].sum()


@kernel
def find_winners(options: Options, state: State) -> int:
    """Bit s for each seat s that wins: most points, ties by the option win_tie (SW-56)."""
    best = -1
    last = -1  # the last seat in turn order with the best score
    for i in range(state.players):
        seat = (state.first + i) % state.players
        score = side_score(state, state.side_of[seat])
        if score >= best:
            best = score
            last = seat
    winners = 0
    for seat in range(state.players):
        side = state.side_of[seat]
        if side_score(state, side) == best and (
            options.win_tie != WinTie.LATER_SEAT or side == state.side_of[last]
        ):
            winners |= 1 << seat
    return winners
