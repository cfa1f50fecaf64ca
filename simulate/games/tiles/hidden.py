"""The order of the tiles to come, which nobody knows: another one in playouts and for users' policies."""

from __future__ import annotations

from rules.chance import DECK, enter_episode, shuffle
from rules.kernel import kernel
from rules.tiles.state import TileState
from rules.tiles.tileset import Tiles
from rules.verbs import GameState, copy_game, for_each_game
from simulate.play.desk import Desk


@kernel
def shuffle_stack(tiles: Tiles, state: TileState) -> None:
    """Shuffle what is still to be drawn: the River's middle and the land each by itself (SW-8, CC-68)."""
    start = state.deck_next
    while start < state.n_deck:
        role = tiles.role[state.deck_order[start]]
        end = start + 1
        while end < state.n_deck and tiles.role[state.deck_order[end]] == role:
            end += 1
        shuffle(state, DECK, state.deck_order[start:end], end - start)
        start = end


@kernel
def sort_stack(tiles: Tiles, state: TileState) -> None:
    """Put what is still to be drawn in the order of its designs, the River by itself."""
    order = state.deck_order
    for i in range(state.deck_next + 1, state.n_deck):
        design = order[i]
        j = i
        while (
            j > state.deck_next and order[j - 1] > design and tiles.role[order[j - 1]] == tiles.role[design]
        ):
            order[j] = order[j - 1]
            j -= 1
        order[j] = design


@for_each_game
def shown(desk: Desk, seat: int) -> GameState:
    """A copy of the game in which other tiles come: `mind.spare`. What it draws for the seat is the game's.

    Nothing of the order in which they will come is left in it, and that of the copy is by the chance of a
    game that nobody plays.
    """
    view = desk.mind.spare[0]
    copy_game(view, desk.state)
    forget_stack(desk.box, view)
    return view


@kernel
def forget_stack(tiles: Tiles, view: TileState) -> None:
    """Other tiles come in a copy of a game, by the chance of one that nobody plays."""
    sort_stack(tiles, view)
    view.chance_key[1] = ~view.chance_key[1]
    enter_episode(view, DECK, view.turn)
    shuffle_stack(tiles, view)
    view.chance_key[1] = ~view.chance_key[1]
