"""What the engines lay out, deal and draw, game by game: the one place where tests of chance meet them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.castle.position import Position as CastlePosition
from rules.catan.engine import draw_outcome
from rules.catan.moves import Kind, move_kind, pack_move
from rules.catan.position import Position as CatanPosition
from rules.games import load
from rules.options import rule_words
from simulate.plans.plan import read_rules

SEED = 20

Numbers = npt.NDArray[np.int64]


def table_of(game: str, players: int, **options: object) -> Any:
    """A table of a game, as its `Position`."""
    known = load(game)
    made = known.part("rules", "position").Position(known.load_box())
    made.open(read_rules(game, players, None, rule_words(options))[1], players)
    return made


castle_table, catan_table = partial(table_of, "castle"), partial(table_of, "catan")


def first_seats(game: str, n: int, players: int, **options: object) -> list[int]:
    """Who begins, in n games."""
    position, found = table_of(game, players, **options), []
    for i in range(n):
        position.deal(SEED, i)
        found.append(position["first"])
    return found


# --- tiles


def stacks(game: str, n: int, players: int = 2, **options: object) -> tuple[Numbers, list[str]]:
    """The designs of the stacks of n games from the top, a row a game; and the first tile that lies."""
    position = table_of(game, players, **options)
    rows, first = [], []
    for i in range(n):
        position.deal(SEED, i)
        rows.append(position["deck_order"][: position["n_deck"]].copy())
        first.append(position.tileset.tiles[int(position["design"][0])].id)
    return np.array(rows, np.int64), first


def ids_of(game: str) -> list[str]:
    """The ids of the designs of a tile game by number."""
    return [tile.id for tile in load(game).load_box().tiles]


# --- Castle

EXCHANGE, BOX = 1000, 1001


def castle_deal(position: CastlePosition, game: int) -> Numbers:
    """Where each card lies after the deal.

    100 * seat for a hand, 100 * seat + 1 for the top card of a stock, + 2 for the next, EXCHANGE, or BOX.
    """
    position.deal(SEED, game)
    places = np.full(position.box.n_cards, BOX, np.int64)
    for seat in range(position.players):
        places[mask_cards(position["hand"][seat])] = 100 * seat
        size = int(position["n_stock"][seat])
        for depth, card in enumerate(position["stock"][seat][:size][::-1], 1):
            places[card] = 100 * seat + depth
    places[mask_cards(position["exchange"])] = EXCHANGE
    return places


def mask_cards(mask: Any) -> list[int]:
    """The cards of a mask."""
    return [card for card in range(64) if int(mask) >> card & 1]


def castle_moves(position: CastlePosition, rng: np.random.Generator) -> Iterator[None]:
    """Play a game of Castle by lot; stops where the engine is to draw a card from a hand."""
    while not position["over"]:
        if position.asks_chance:
            yield
            position.step(position.draw())
        else:
            legal = position.moves()
            position.step(legal[int(rng.integers(len(legal)))])


# --- Catan


def catan_draw(position: CatanPosition, kind: int, place: int = 0) -> int:
    """What the engine draws for a move of this kind, without playing it."""
    return int(draw_outcome(position.rules[0], position.states[0], pack_move(kind, place, 0)))


def catan_rolls(position: CatanPosition, game: int, turns: int, more: bool = False) -> list[tuple[int, int]]:
    """The two dice of the first turns of a game in which nobody builds or trades.

    With `more` the seats steal and give up other cards, and trade with the bank where they can.
    """
    position.deal(SEED, game)
    found: list[tuple[int, int]] = []
    while len(found) < turns:
        legal = {}
        for move in position.moves():
            if more or move_kind(move) not in legal:
                legal[move_kind(move)] = move
        wanted = [Kind.ROLL, Kind.DISCARD, Kind.ROBBER, Kind.STEAL, Kind.ACCEPT, Kind.BUY, Kind.END]
        if not more:
            wanted.remove(Kind.BUY)
        kind = next((kind for kind in wanted if kind in legal), min(legal))
        position.play(legal[kind])
        if kind == Kind.ROLL:
            found.append((int(position["die"][0]), int(position["die"][1])))
    return found
