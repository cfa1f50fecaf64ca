"""How hard it is to go on with roads and cities: the features `stuck` and `rival_stuck`."""

from __future__ import annotations

from rules.carcassonne.hands import tiles_in_hands
from rules.carcassonne.scoring import most_meeples
from rules.carcassonne.state import State
from rules.kernel import kernel
from rules.tiles.board import code_at
from rules.tiles.features import SMALL, count_of
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_rotation
from rules.tiles.tileset import MAX_CODES, MAX_TILES, Tiles
from simulate.games.carcassonne.move_features import Mind, MoveFeature
from simulate.play.noting import note

MIDDLES = 0b010010010010
"""The ports of roads and cities, the middles of sides."""


@kernel
def count_fitting(tiles: Tiles, state: State, mind: Mind) -> None:
    """Bring `mind.fitting` up to date: take off what was drawn, or for another game count anew.

    Tiles in hands are to come (HR-21): nobody learns from it who holds what, and they are counted anew.
    """
    same = mind.fitting_key[0] == state.chance_key[0] and mind.fitting_key[1] == state.chance_key[1]
    drawn_only = mind.fitting_next <= state.deck_next and tiles_in_hands(state) == 0
    if same and mind.knows_stack == 1 and drawn_only:
        for i in range(mind.fitting_next, state.deck_next):
            _add_fitting(tiles, mind, state.deck_order[i], -1)
    else:  # another stack: designs of which it holds more or fewer tiles
        mind.stack_left[:] = 0
        for i in range(state.deck_next, state.n_deck):
            mind.stack_left[state.deck_order[i]] += 1
        for seat in range(state.players):
            for slot in range(state.hand_size[seat]):
                mind.stack_left[state.hand[seat, slot]] += 1
        for design in range(tiles.n_designs):
            more = mind.stack_left[design] - mind.fitting_left[design]
            if more != 0:
                _add_fitting(tiles, mind, design, more)
        for n in range(MAX_TILES + 1):
            mind.hard[n] = 4.0 / (4.0 + n)
        mind.knows_stack = 1
        mind.fitting_key[0] = state.chance_key[0]
        mind.fitting_key[1] = state.chance_key[1]
    mind.fitting_next = state.deck_next


@kernel
def _add_fitting(tiles: Tiles, mind: Mind, design: int, n: int) -> None:
    """Count `n` more tiles of a design, or fewer, wherever one fits."""
    mind.fitting_left[design] += n
    for code in range(MAX_CODES):
        mind.fitting[code] += n if tiles.fits[design, code] != 0 else 0


@kernel
def _add_stuck(state: State, mind: Mind, meeples: int, amount: float) -> None:
    """Add an open edge's hardness for each seat that holds its road or city."""
    most = most_meeples(state, meeples)
    for seat in range(state.players):
        if count_of(meeples, seat, SMALL) == most:
            note(mind, MoveFeature.STUCK if seat == state.seat else MoveFeature.RIVAL_STUCK, amount)


@kernel
def count_facing(state: State, mind: Mind) -> None:
    """Count for every open cell the edges of held roads and cities that face it: mine and the rivals'."""
    for i in range(state.n_open):
        mine = 0
        theirs = 0
        for k in range(state.n_facing[i]):
            meeples = state.meeples[state.feature[state.facing_node[i, k]]]
            edges = state.facing_ports[i, k] & MIDDLES
            if meeples == 0 or edges == 0:
                continue
            most = most_meeples(state, meeples)
            for seat in range(state.players):
                if count_of(meeples, seat, SMALL) == most:
                    if seat == state.seat:
                        mine += 1
                    else:
                        theirs += 1
        mind.facing[i, 0] = mine
        mind.facing[i, 1] = theirs


@kernel
def weigh_stuck(tiles: Tiles, state: State, mind: Mind, placement: int) -> None:
    """Note how much harder or easier it gets to go on with roads and cities that are held.

    The hardness of a cell is 4 / (4 + tiles left that fit it).
    """
    cell = move_cell(placement)
    looks = state.tile * 4 + move_rotation(placement)
    here = mind.hard[mind.fitting[code_at(state, cell)]]
    i = state.open_at[cell] - 1
    stuck = -here * mind.facing[i, 0]
    rival_stuck = -here * mind.facing[i, 1]
    mind.free_ports = 0
    for side in range(4):
        there = cell + STEP[side]
        if state.tile_at[there] > 0:
            continue
        mind.free_ports |= 1 << (3 * side + 1)
        code = code_at(state, there)
        now = mind.hard[mind.fitting[code + tiles.edge[looks, side] * tiles.weight[(side + 2) & 3]]]
        mind.side_hard[side] = now
        facing = tiles.segment_at[looks, side * 3 + 1]
        if facing >= 0 and state.group_meeples[state.group[facing]] != 0:
            _add_stuck(state, mind, state.group_meeples[state.group[facing]], now)
        i = state.open_at[there] - 1
        if i >= 0:
            harder = now - mind.hard[mind.fitting[code]]
            stuck += harder * mind.facing[i, 0]
            rival_stuck += harder * mind.facing[i, 1]
    note(mind, MoveFeature.STUCK, stuck)
    note(mind, MoveFeature.RIVAL_STUCK, rival_stuck)
