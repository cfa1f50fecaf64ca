"""The game: new_game, legal_moves, apply, is_over, final_scores.

One turn (SW-11): the tile in hand is placed, a meeple perhaps placed, all battles are fought, completed
features are scored, and the next seat draws.
"""

from __future__ import annotations

from rules.chance import DECK, DICE, FIRST, draw_below, enter_episode, shuffle, start_chance
from rules.kernel import kernel
from rules.starwars.battle import fight, is_contested
from rules.starwars.moves import ATTACK, legal_moves, planet_node
from rules.starwars.options import Options, Unplaceable
from rules.starwars.scoring import find_winners, score_feature, score_standing
from rules.starwars.state import COLOUR_FACTIONS, State, only_side
from rules.tiles.board import begin_draw, clear_table, copy_game, discard, fits_somewhere, is_over, place_tile
from rules.tiles.features import BIG, SMALL, one_meeple
from rules.tiles.grid import MIDDLE, STEP
from rules.tiles.moves import NOTHING, move_cell, move_rotation, move_size, move_target
from rules.tiles.options import FirstPlayer
from rules.tiles.state import MAX_SEATS, NO_TILE
from rules.tiles.tileset import Tiles
from rules.verbs import register

RULES_VERSION = 1
"""Rises when, and only when, the same choices and chance give another game."""


@kernel
def seat_players(options: Options, state: State, players: int) -> None:
    """Give every seat its side, faction and meeples, and everybody 0 points (SW-2, SW-7).

    Everybody plays alone (SW-57); in the team game every other seat is of one side (SW-59).
    """
    state.side_mask[:] = 0
    for seat in range(MAX_SEATS):
        side = seat % 2 if options.team_mode else seat
        if seat < players:
            state.side_mask[side] |= 63 * (one_meeple(seat, SMALL) + one_meeple(seat, BIG))
        state.side_of[seat] = side
        state.is_side[seat] = 1 if seat < players and side == seat else 0
        state.faction_of[seat] = COLOUR_FACTIONS[options.colours[seat]] if seat < players else -1
    state.reserve[:, SMALL] = options.small_meeples
    state.reserve[:, BIG] = options.big_meeples
    state.points[:] = 0
    state.placed[:] = 0
    state.attacks[:] = 0
    state.fought[:] = 0
    state.won[:] = 0


@kernel
def clear_game(options: Options, state: State, players: int) -> None:
    """An empty table before the set-up: players seated, no tile laid, no deck."""
    clear_table(state, players)
    seat_players(options, state, players)
    state.unfought = 0
    state.n_battles = 0
    state.largest_pool = 0
    state.most_symbols = 0


@kernel
def new_game(tiles: Tiles, options: Options, state: State, players: int, seed: int, game: int) -> None:
    """Set up game `game` of a run: start tile down, the rest shuffled, one tile drawn (SW-7, SW-8, SW-9)."""
    clear_game(options, state, players)
    start_chance(state, seed, game)
    if options.first_player == FirstPlayer.RANDOM:
        state.first = draw_below(state, FIRST, players)
        state.seat = state.first
    place_tile(tiles, state, MIDDLE, tiles.start, 0)
    state.n_deck = tiles.n_deck
    state.deck_order[: tiles.n_deck] = tiles.deck[: tiles.n_deck]
    shuffle(state, DECK, state.deck_order, state.n_deck)
    draw_tile(tiles, options, state)


@kernel
def draw_tile(tiles: Tiles, options: Options, state: State) -> None:
    """Draw for the seat to move; tiles that fit nowhere leave the game (SW-16, SW-53)."""
    begin_draw(state)
    state.tile = NO_TILE
    if state.deck_next == state.n_deck:
        state.over = 1
        return
    while state.deck_next < state.n_deck:
        design = state.deck_order[state.deck_next]
        state.deck_next += 1
        if fits_somewhere(tiles, state, design):
            state.tile = design
            return
        discard(state, design)
        if options.unplaceable == Unplaceable.DISCARD_AND_PASS:
            return
    state.over = 1


@kernel
def apply(tiles: Tiles, options: Options, state: State, move: int) -> None:
    """Play one turn: place, fight, score, and hand on to the next seat (SW-11). The move must be legal.

    Battles come after the meeple and before the scoring (SW-12). Meeples that come home now serve from their
    owner's next turn on (SW-13).
    """
    if state.tile != NO_TILE:
        enter_episode(state, DICE, state.turn)
        lay(tiles, state, move)
        for i in range(state.n_touched):
            if is_contested(state, state.touched[i]):
                fight(options, state, state.touched[i])
        score_completed(options, state)
    next_turn(tiles, options, state)


@kernel
def lay(tiles: Tiles, state: State, move: int) -> None:
    """Steps 1 and 2: place the tile and the meeple, and list the features where there may be a battle.

    A battle comes of a tile that joins held features or of an attack on a planet (SW-28), also of both at
    once. The order is that of the segments of the tile (routes, fields, planet), then the planet attacked,
    then, in a given position, what stood contested elsewhere (SW-29).
    """
    cell = move_cell(move)
    placed = place_tile(tiles, state, cell, state.tile, move_rotation(move))
    seat = state.seat
    target = move_target(move)
    attacked = -1
    if target >= ATTACK:
        attacked = planet_node(state, cell + STEP[target - ATTACK])
        holder = only_side(state, state.meeples[attacked])
        if holder >= 0 and holder != state.side_of[seat]:
            state.attacks[seat] += 1
        put_meeple(state, seat, attacked, move_size(move))
    elif target != NOTHING:
        put_meeple(state, seat, state.feature[state.first_node[placed] + target - 1], move_size(move))

    state.n_touched = 0
    for segment in range(tiles.n_segments[state.tile]):
        _touch(state, state.feature[state.first_node[placed] + segment])
    if attacked >= 0:
        _touch(state, attacked)
    if state.unfought:
        state.unfought = 0
        for node in range(state.n_nodes):
            if is_contested(state, state.feature[node]):
                _touch(state, state.feature[node])


@kernel
def put_meeple(state: State, seat: int, feature: int, size: int) -> None:
    """A meeple goes from the seat's reserve to the feature (SW-18)."""
    state.reserve[seat, size] -= 1
    state.meeples[feature] += one_meeple(seat, size)
    state.placed[seat, size, state.kind[feature]] += 1


@kernel
def _touch(state: State, feature: int) -> None:
    for i in range(state.n_touched):
        if state.touched[i] == feature:
            return
    if state.n_touched >= state.touched.shape[0]:
        raise IndexError("more contested features in a position than a turn can resolve")
    state.touched[state.n_touched] = feature
    state.n_touched += 1


@kernel
def score_completed(options: Options, state: State) -> None:
    """Step 4: score what is complete and held, planets around the tile included (SW-43, SW-44, SW-46).

    What was fought for in this turn pays the winner (SW-51). A planet that changes hands before it is
    complete pays nothing yet (SW-52).
    """
    for i in range(state.n_touched):
        feature = state.touched[i]
        if state.open_ends[feature] == 0 and state.meeples[feature] != 0:
            score_feature(options, state, feature, 0)
    cell = state.cell[state.n_placed - 1]
    if state.centres_near[cell] > 0:
        for i in range(8):
            node = planet_node(state, cell + STEP[i])
            if node >= 0 and state.open_ends[node] == 0 and state.meeples[node] != 0:
                score_feature(options, state, node, 0)


@kernel
def next_turn(tiles: Tiles, options: Options, state: State) -> None:
    """The next seat draws (SW-9, SW-11)."""
    state.turn += 1
    state.seat = (state.seat + 1) % state.players
    draw_tile(tiles, options, state)


@kernel
def final_scores(tiles: Tiles, options: Options, state: State) -> None:
    """Score the meeples still standing and find the winners; call it once, when the game is over."""
    score_standing(options, state)
    state.winners = find_winners(options, state)


register("starwars", State, clear_game, new_game, legal_moves, apply, is_over, final_scores, copy_game)
