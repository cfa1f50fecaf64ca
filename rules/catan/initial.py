"""The board of a record, and the position in play from which it may begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.catan.board import Layout, box_fault, layout_entry, read_layout, red_pair
from rules.catan.deeds import read_cards
from rules.catan.geometry import N_EDGES, N_VERTICES
from rules.catan.options import RESOURCES, Laying, Shortage
from rules.catan.position import Position
from rules.catan.state import CARDS, NOBODY, PIECES, Card, Thing
from rules.records import Illegal, Keys, is_whole, quote, read_next, seat_number

AWARDS = ("longest_road", "largest_army")
IN_PLAY = ("pieces", "hands", "bank", "cards", "knights", "welfare_tokens", "to_move", "rolled", *AWARDS)
"""With any of these a setup is a position in play; without, the game begins with the set-up phase."""

KEYS: Keys = {
    **dict.fromkeys(("terrain", "tokens", "harbours", "robber", "next", *IN_PLAY)),
    "pieces": [dict.fromkeys(("seat", *PIECES))],
    "cards": [dict.fromkeys(("seat", "card", "new"))],
}
"""What may stand in a setup."""


def lay_initial(position: Position, setup: Any, first: int) -> None:
    """Lay the board and what else a record's setup holds; without a position in play, `first` begins."""
    if setup is None:
        setup = {}
    if not isinstance(setup, Mapping):
        raise Illegal("SETUP", f"a setup is an object, not {quote(setup)}")
    position.lay(_read_board(position, setup))
    if any(setup.get(name) is not None for name in IN_PLAY):
        lay_position(position, setup)
    else:
        position.begin(read_next(setup, position.players, first))


# --- the board


def _read_board(position: Position, setup: Mapping[str, Any]) -> Layout:
    """The layout, which keeps to the box unless board=explicit says otherwise (CT-10, CT-11, CT-32)."""
    options, island = position.options, position.box
    known = {Laying.BEGINNER: island.beginner, Laying.EXPLICIT: island.given}.get(options.board)
    if known is not None:
        setup = {**layout_entry(known), **{name: value for name, value in setup.items() if value is not None}}
    try:
        layout = read_layout(setup)
    except ValueError as error:
        raise Illegal("SETUP", str(error)) from None
    if options.board == Laying.EXPLICIT:
        return layout
    if fault := box_fault(layout):
        raise Illegal("SETUP", fault)
    if options.board == Laying.RANDOM_TOKENS and (pair := red_pair(island.geometry, layout)):
        raise Illegal(
            "SETUP", f"tokens: hexes {pair[0]} and {pair[1]} are neighbours with red numbers (CT-32)"
        )
    return layout


# --- a position in play


def lay_position(position: Position, setup: Mapping[str, Any]) -> None:
    """Pieces, cards and awards; whose turn it is, and whether its dice are rolled."""
    setup = {name: value for name, value in setup.items() if value is not None or name in AWARDS}
    seat = read_next(setup, position.players, 0, "to_move")
    rolled = setup.get("rolled", False)
    if not isinstance(rolled, bool):
        raise Illegal("SETUP", f"rolled is true or false, not {quote(rolled)}")
    for entry in _read_list("pieces", setup.get("pieces", [])):
        _put_piece(position, entry)
    _deal_hands(position, setup)
    position["welfare_tokens"][: position.players] = _read_numbers(position, "welfare_tokens", setup)
    _deal_cards(position, setup, seat)
    held = {name: setup.get(name) for name in AWARDS}
    road, army = (
        NOBODY if whose is None else _read_seat(position, name, whose) for name, whose in held.items()
    )
    position["road_holder"], position["army_holder"] = road, _find_army(position, army)
    new_cards = position["new_cards"].copy()
    position.open_at(seat, rolled)
    position["new_cards"][:] = new_cards
    _check_holders(position, setup, road, army)


def _read_seat(position: Position, name: str, value: Any) -> int:
    if not is_whole(value, 0, position.players - 1):
        raise Illegal("SETUP", f"{name} is a seat from 0 to {position.players - 1}, not {quote(value)}")
    return int(value)


def _read_list(name: str, value: Any) -> list[Mapping[str, Any]]:
    """A list of objects."""
    if not isinstance(value, list | tuple) or not all(isinstance(entry, Mapping) for entry in value):
        raise Illegal("SETUP", f"{name} is a list of objects, not {quote(value)}")
    return list(value)


def _read_numbers(position: Position, name: str, setup: Mapping[str, Any]) -> list[int]:
    """A number for each seat, 0 where nothing is said."""
    numbers = setup.get(name, [0] * position.players)
    if (
        not isinstance(numbers, list | tuple)
        or len(numbers) != position.players
        or not all(is_whole(n, 0, 1000) for n in numbers)
    ):
        raise Illegal("SETUP", f"{name} is a list of {position.players} numbers, not {quote(numbers)}")
    return list(numbers)


def _put_piece(position: Position, entry: Mapping[str, Any]) -> None:
    """One piece from its owner's supply onto a free place, buildings apart from each other (CT-14, CT-84)."""
    seat = _read_seat(position, "the seat of a piece", entry.get("seat"))
    named = [name for name in PIECES if name in entry]
    if len(named) != 1:
        raise Illegal("SETUP", f"a piece is a settlement, a city or a road, not {quote(entry)}")
    name, place = named[0], entry[named[0]]
    thing = PIECES.index(name)
    n, where = (N_EDGES, "an edge") if thing == Thing.ROAD else (N_VERTICES, "a vertex")
    if not is_whole(place, 0, n - 1):
        raise Illegal("SETUP", f"a {name} is on {where} from 0 to {n - 1}, not on {quote(place)}")
    if position.left(seat, thing) <= 0:
        raise Illegal("SETUP", f"seat {seat + 1} has no further {name}")
    if thing == Thing.ROAD:
        if position["road_owner"][place] != NOBODY:
            raise Illegal("SETUP", f"two roads lie on edge {place}")
    elif position["all_buildings"] >> place & 1:
        raise Illegal("SETUP", f"two buildings stand on vertex {place}")
    elif not position["open_vertices"] >> place & 1 and position.options.setup_distance > 1:
        raise Illegal("SETUP", f"the {name} on vertex {place} stands beside another building (CT-84)")
    position.put(seat, thing, place)


_CARDS = f"an object of whole numbers from 0 by resource ({', '.join(RESOURCES)})"


def _deal_hands(position: Position, setup: Mapping[str, Any]) -> None:
    """Hands, and the bank, which is the rest (CT-7, CT-12)."""
    hands = setup.get("hands", [{}] * position.players)
    if not isinstance(hands, list | tuple) or len(hands) != position.players:
        raise Illegal("SETUP", f"hands is a list of {position.players} hands, not {quote(hands)}")
    for seat, given in enumerate(hands):
        cards = read_cards(given)
        if cards is None:
            raise Illegal("SETUP", f"the hand of seat {seat + 1} is {_CARDS}, not {quote(given)}")
        position["hands"][seat] = cards
        position["hand_size"][seat] = sum(cards)
        position["sure"][seat, :, seat] = cards
    bank = position["bank"]
    bank -= position["hands"].sum(axis=0)
    if (bank < 0).any():
        name = RESOURCES[int(bank.argmin())]
        raise Illegal(
            "SETUP", f"the hands hold more {name} than the {position.options.bank} there are (CT-7)"
        )
    if "bank" not in setup or position.options.shortage == Shortage.UNLIMITED:
        return
    stated = read_cards(setup["bank"])
    if stated is None:
        raise Illegal("SETUP", f"the bank is {_CARDS}, not {quote(setup['bank'])}")
    for name, left, given in zip(RESOURCES, bank.tolist(), stated, strict=True):
        if left != given:
            raise Illegal("SETUP", f"the bank holds the rest, {left} {name}, not {given} (CT-7)")


def _deal_cards(position: Position, setup: Mapping[str, Any], to_move: int) -> None:
    """Unplayed development cards and played knights, all from the deck (CT-7, CT-13)."""
    deck = position["deck"]
    knights = _read_numbers(position, "knights", setup)
    position["knights"][: position.players] = knights
    position["cards_played"][: position.players, Card.KNIGHT] = knights
    deck[Card.KNIGHT] -= sum(knights)
    for entry in _read_list("cards", setup.get("cards", [])):
        seat = _read_seat(position, "the seat of a card", entry.get("seat"))
        name, new = entry.get("card"), entry.get("new", False)
        if not isinstance(name, str) or name not in CARDS:
            raise Illegal("SETUP", f"a card is one of {', '.join(CARDS)}, not {quote(name)}")
        if not isinstance(new, bool):
            raise Illegal("SETUP", f"new is true or false, not {quote(new)}")
        deck[CARDS.index(name)] -= 1
        position["cards"][seat, CARDS.index(name)] += 1
        position["unplayed"][seat] += 1
        position["new_cards"][CARDS.index(name)] += new and seat == to_move  # the others' turns are over
    if (deck < 0).any():
        raise Illegal("SETUP", f"there are more cards '{CARDS[int(deck.argmin())]}' than in the deck (CT-13)")
    position["n_deck"] = int(deck.sum())


def _find_army(position: Position, stated: int) -> int:
    """Who holds the Largest Army: who alone has most knights, or who of several is said to (CT-110)."""
    knights = position["knights"][: position.players].tolist()
    if max(knights) < position.options.largest_army_minimum:
        return NOBODY
    most = [seat for seat in range(position.players) if knights[seat] == max(knights)]
    return most[0] if len(most) == 1 else stated if stated in most else NOBODY


def _check_holders(position: Position, setup: Mapping[str, Any], road: int, army: int) -> None:
    """What is stated of the awards agrees with the roads and knights (CT-104, CT-108, CT-111)."""
    holders = position["road_holder"], position["army_holder"]
    for name, stated, found in zip(AWARDS, (road, army), holders, strict=True):
        if name in setup and stated != found:
            holder = "nobody" if found == NOBODY else f"seat {found + 1}"
            raise Illegal("SETUP", f"{name} belongs to {holder}, not to {seat_number(setup[name])}")
