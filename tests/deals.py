"""What the engines lay out, deal and draw, game by game: the one place where tests of chance meet them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from rules.carcassonne.table import Table as CarcassonneTable
from rules.castle.table import Table as CastleTable
from rules.catan.moves import Kind, move_kind, pack_move
from rules.catan.table import Table as CatanTable
from rules.catan.table import draw_outcome
from rules.games import load
from rules.starwars.table import Table as StarWarsTable
from simulate.plan import read_rules

SEED = 20

Numbers = npt.NDArray[np.int64]


def options_of(game: str, players: int, options: dict[str, object]) -> Any:
    """The settled options of a game."""
    return read_rules(game, players, None, [f"{name}={value}" for name, value in options.items()])[1]


# --- tiles


def tile_table(game: str, players: int = 2, **options: object) -> Any:
    """A table of one of the tile games."""
    made = {"carcassonne": CarcassonneTable, "starwars": StarWarsTable}[game](load(game).load_box())
    made.open(options_of(game, players, options), players)
    return made


def stacks(game: str, n: int, players: int = 2, **options: object) -> tuple[Numbers, list[str]]:
    """The designs of the stacks of n games from the top, a row a game; and the first tile that lies."""
    table = tile_table(game, players, **options)
    rows, first = [], []
    for i in range(n):
        table.deal(SEED, i)
        rows.append(table["deck_order"][: table["n_deck"]].copy())
        first.append(table.tileset.tiles[int(table["design"][0])].id)
    return np.array(rows, np.int64), first


def ids_of(game: str) -> list[str]:
    """The ids of the designs of a tile game by number."""
    return [tile.id for tile in load(game).load_box().tiles]


def first_seats(game: str, n: int, players: int, **options: object) -> list[int]:
    """Who begins, in n games."""
    makers: dict[str, Any] = {"castle": castle_table, "catan": catan_table}
    table = makers[game](players, **options) if game in makers else tile_table(game, players, **options)
    found = []
    for i in range(n):
        table.deal(SEED, i)
        found.append(table["seat"] if game == "carcassonne" else table["first"])
    return found


# --- Castle


def castle_table(players: int, **options: object) -> CastleTable:
    """A table of Castle."""
    made = CastleTable()
    made.open(options_of("castle", players, options), players)
    return made


EXCHANGE, BOX = 1000, 1001


def castle_deal(table: CastleTable, game: int) -> Numbers:
    """Where each card lies after the deal.

    100 * seat for a hand, 100 * seat + 1 for the top card of a stock, + 2 for the next, EXCHANGE, or BOX.
    """
    table.deal(SEED, game)
    places = np.full(table.box.n_cards, BOX, np.int64)
    for seat in range(table.players):
        places[mask_cards(table["hand"][seat])] = 100 * seat
        size = int(table["n_stock"][seat])
        for depth, card in enumerate(table["stock"][seat][:size][::-1], 1):
            places[card] = 100 * seat + depth
    places[mask_cards(table["exchange"])] = EXCHANGE
    return places


def mask_cards(mask: Any) -> list[int]:
    """The cards of a mask."""
    return [card for card in range(64) if int(mask) >> card & 1]


def castle_moves(table: CastleTable, rng: np.random.Generator) -> Iterator[None]:
    """Play a game of Castle by lot; stops where the engine is to draw a card from a hand."""
    while not table["over"]:
        if table.asks_chance:
            yield
            table.step(table.draw())
        else:
            legal = table.moves()
            table.step(legal[int(rng.integers(len(legal)))])


# --- Catan


def catan_table(players: int = 4, **options: object) -> CatanTable:
    """A table of Catan."""
    made = CatanTable()
    made.open(options_of("catan", players, options), players)
    return made


def catan_draw(table: CatanTable, kind: int, place: int = 0) -> int:
    """What the engine draws for a move of this kind, without playing it."""
    return int(draw_outcome(table.rules, table.states, pack_move(kind, place, 0)))


def catan_rolls(table: CatanTable, game: int, turns: int, more: bool = False) -> list[tuple[int, int]]:
    """The two dice of the first turns of a game in which nobody builds or trades.

    With `more` the seats steal and give up other cards, and trade with the bank where they can.
    """
    table.deal(SEED, game)
    found: list[tuple[int, int]] = []
    while len(found) < turns:
        legal = {}
        for move in table.moves():
            if more or move_kind(move) not in legal:
                legal[move_kind(move)] = move
        wanted = (
            Kind.ROLL,
            Kind.DISCARD,
            Kind.ROBBER,
            Kind.STEAL,
            Kind.ACCEPT,
            *([Kind.BUY] if more else []),
            Kind.END,
        )
        kind = next((kind for kind in wanted if kind in legal), min(legal))
        table.play(legal[kind])
        if kind == Kind.ROLL:
            found.append((int(table["die"][0]), int(table["die"][1])))
    return found
