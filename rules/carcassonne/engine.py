"""The game: new_game, legal_moves, apply, is_over, final_scores.

One turn (CC-13): the tile in hand is placed, a meeple perhaps placed, what is complete is scored and its
meeples go home, and the next seat draws.
"""

from __future__ import annotations

from rules.carcassonne.cloisters import deal_cloisters, may_place_own
from rules.carcassonne.farms import score_farms
from rules.carcassonne.hands import plays_from_hands, take_from_hand, take_up_hand
from rules.carcassonne.moves import legal_moves, legal_placements
from rules.carcassonne.options import Options, RiverStartTile
from rules.carcassonne.river import find_river, flow_on
from rules.carcassonne.scoring import find_winners, score_completed, score_standing
from rules.carcassonne.state import NO_CELL, State
from rules.carcassonne.tiles import Feature, Role, is_plain_cloister
from rules.chance import DECK, FIRST, draw_below, shuffle, start_chance
from rules.kernel import kernel
from rules.tiles.board import begin_draw, clear_table, copy_game, discard, fits_somewhere, is_over, place_tile
from rules.tiles.features import SMALL, one_meeple
from rules.tiles.grid import MIDDLE
from rules.tiles.moves import DRAW, NOTHING, move_cell, move_rotation, move_slot, move_target
from rules.tiles.options import FirstPlayer
from rules.tiles.state import MAX_SEATS, NO_TILE
from rules.tiles.tileset import Tiles
from rules.verbs import register

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """An empty table before the set-up: players seated, no tile laid, no deck (CC-2, CC-3)."""
    clear_table(state, players)
    for seat in range(MAX_SEATS):
        state.supply[seat] = options.meeples if seat < players else 0
    state.points[:] = 0
    state.placed[:] = 0
    state.hand_size[:] = 0
    state.own_tile[:] = NO_TILE
    state.may_draw = 0
    state.farmer_turn[:] = 0
    state.farmers_home[:] = 0
    state.n_complete = 0
    state.river_cell = NO_CELL
    state.n_closed = 0
    state.n_farms = 0


@kernel
def new_game(tiles: Tiles, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Set up game `game` of a run: who begins (CC-3), first tile down, stack shuffled, one tile drawn.

    The first tile is the start tile (CC-11), with the River its source (CC-68); then the start tile is put
    away or shuffled with the land (CC-69), which comes after all tiles of the River (CC-70).
    """
    clear_game(options, state, players)
    start_chance(state, seed, game)
    if options.first_player == FirstPlayer.RANDOM:
        state.first = draw_below(state, FIRST, players)
        state.seat = state.first
    n_river = 0
    if options.river:
        for i in range(tiles.n_deck):
            if tiles.role[tiles.deck[i]] != Role.LAND:
                n_river += 1
    n = n_river
    own = deal_cloisters(tiles, options, state)
    for i in range(tiles.n_deck):
        if own > 0 and is_plain_cloister(tiles, tiles.deck[i]):
            own -= 1
        elif tiles.role[tiles.deck[i]] == Role.LAND:
            state.deck_order[n] = tiles.deck[i]
            n += 1
    if options.river and options.river_start_tile == RiverStartTile.SHUFFLED:
        state.deck_order[n] = tiles.start
        n += 1
    state.n_deck = n
    # The land is shuffled first, so that games with and without the River meet it in the same order.
    shuffle(state, DECK, state.deck_order[n_river:], n - n_river)
    if options.river:
        _stack_river(tiles, state, n_river)
    else:
        place_tile(tiles, state, MIDDLE, tiles.start, 0)
    begin_turn(tiles, options, state)


@kernel
def _stack_river(tiles: Tiles, state: State, n_river: int) -> None:
    """Lay the source, shuffle the middle of the River and put the lake under it (CC-68)."""
    n = 0
    last = n_river
    for i in range(tiles.n_deck):
        design = tiles.deck[i]
        if tiles.role[design] == Role.LAKE:
            last -= 1
            state.deck_order[last] = design
        elif tiles.role[design] == Role.MIDDLE:
            state.deck_order[n] = design
            n += 1
    shuffle(state, DECK, state.deck_order, n)
    for design in range(tiles.n_designs):
        if tiles.role[design] == Role.SOURCE:
            place_tile(tiles, state, MIDDLE, design, 0)
    find_river(tiles, state)


@kernel
def is_placeable(tiles: Tiles, options: Options, state: State, design: int) -> bool:
    """Whether the tile has a legal placement (CC-20, CC-77).

    A River tile always has one when bends have to alternate, `river_turn = successive` (CC-79).
    """
    if tiles.role[design] == Role.LAND:
        return fits_somewhere(tiles, state, design)
    return legal_placements(tiles, options, state, design) > 0


@kernel
def begin_turn(tiles: Tiles, options: Options, state: State) -> None:
    """Draw for the seat to move, unless it may place a cloister of its own in place of that (HR-22)."""
    begin_draw(state)
    if may_place_own(tiles, state):
        state.may_draw = 1
        state.tile = state.own_tile[state.seat]
    else:
        draw_tile(tiles, options, state)


@kernel
def draw_tile(tiles: Tiles, options: Options, state: State) -> None:
    """Draw for the seat to move, which sees the tile before it chooses (CC-14).

    Tiles that fit nowhere leave the game (CC-20, CC-77); with the last of the stack it is over (CC-21). Where
    tiles are held in hand the seat chooses among its own (HR-21).
    """
    state.may_draw = 0
    while state.deck_next < state.n_deck and not plays_from_hands(tiles, options, state):
        design = state.deck_order[state.deck_next]
        state.deck_next += 1
        if is_placeable(tiles, options, state, design):
            state.tile = design
            return
        discard(state, design)
    if plays_from_hands(tiles, options, state):
        take_up_hand(tiles, options, state)
        return
    state.tile = NO_TILE
    state.over = 1


@kernel
def apply(tiles: Tiles, options: Options, state: State, move: int) -> None:
    """Play one turn: place, score, and hand on to the next seat (CC-13). The move must be legal.

    The meeple is placed before the scoring: it may score at once (CC-27), and one that comes home now serves
    from the seat's next turn on (CC-28). Who has no tile in hand is passed over (HR-21). Who draws though
    there was a cloister to place (HR-22) has yet to place the tile.
    """
    if state.may_draw == 1 and move == DRAW:
        draw_tile(tiles, options, state)
        return
    if state.tile != NO_TILE:
        lay(tiles, state, move)
        score_completed(tiles, options, state)
    next_turn(tiles, options, state)


@kernel
def lay(tiles: Tiles, state: State, move: int) -> None:
    """Steps 1 and 2: place the tile and perhaps a meeple (CC-13, CC-22)."""
    if state.hand_size[state.seat] > 0:
        take_from_hand(state, move_slot(move))
    if state.may_draw == 1:
        state.own_tile[state.seat] = NO_TILE
        state.may_draw = 0
    cell = move_cell(move)
    placed = place_tile(tiles, state, cell, state.tile, move_rotation(move))
    if cell == state.river_cell:
        flow_on(tiles, state)
    target = move_target(move)
    if target != NOTHING:
        put_meeple(state, state.seat, state.first_node[placed] + target - 1)


@kernel
def put_meeple(state: State, seat: int, node: int) -> None:
    """A meeple goes from the seat's supply to a segment (CC-22)."""
    state.supply[seat] -= 1
    state.meeples[state.feature[node]] += one_meeple(seat, SMALL)
    state.placed[seat, state.kind[node]] += 1
    if state.kind[node] == Feature.FIELD:
        state.farmer_turn[seat] += state.turn


@kernel
def next_turn(tiles: Tiles, options: Options, state: State) -> None:
    """The next seat draws (CC-12), after the lake as after any tile (CC-83)."""
    pass_on(state)
    begin_turn(tiles, options, state)


@kernel
def pass_on(state: State) -> None:
    """The next seat is to move (CC-12)."""
    state.turn += 1
    state.seat = (state.seat + 1) % state.players


@kernel
def final_scores(tiles: Tiles, options: Options, state: State) -> None:
    """Score what still stands, then the farms, and find the winners; call it once, when the game is over."""
    for seat in range(state.players):
        state.left[seat] = state.supply[seat]
    score_standing(options, state)
    score_farms(options, state)
    state.winners = find_winners(state)


register("carcassonne", State, clear_game, new_game, legal_moves, apply, is_over, final_scores, copy_game)
