"""The setup of a record: the layout of the board, and perhaps a position in play.

Whatever cannot be is a fault of rule SETUP. A position in play need not be reachable, only consistent: the
layout of the box, pieces within the supplies on free places that keep the distance rule, cards that add up.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import Fault, Options, Position, Record
from .catan_awards import road_length, standing_award
from .catan_board import (
    BEGINNER,
    HARBOUR_KINDS,
    LETTERED,
    PRINTED,
    RESOURCES,
    TERRAIN,
    beside,
    red_neighbours,
)
from .catan_building import is_number
from .catan_events import check_win, happen
from .catan_options import bank_is_bottomless, box_of_cards, full_options
from .catan_position import buildings, deck, knights, move_cards, new_position, no_cards, supply
from .catan_robbing import read_cards

BOARD = ("terrain", "tokens", "harbours")
AWARDS = ("longest_road", "largest_army")
IN_PLAY = (
    "pieces",
    "hands",
    "bank",
    "cards",
    "knights",
    "welfare_tokens",
    "to_move",
    "rolled",
    *AWARDS,
)
"""What makes a setup a position in play; without any of these the game begins with set-up."""


def require(condition: object, message: str) -> None:
    """A setup must be so."""
    if not condition:
        raise Fault("SETUP", message)


def position_of(record: Record) -> Position:
    """The position before the first event of a record."""
    given = record.get("setup")
    setup = {} if given is None else given
    require(isinstance(setup, dict), f"a setup is not {setup!r}")
    setup = {part: value for part, value in setup.items() if value is not None or part in AWARDS}
    options = full_options(record.get("options"))
    board = read_board(setup, options)
    said = [setup[part] for part in ("next", "to_move") if part in setup]
    for seat in said:
        require(is_number(seat, record["players"]) and seat == said[0], f"no seat {said!r} to be next")
    first = setup["next"] if "next" in setup else who_begins(record, options)
    position = new_position(options, record["players"], board, first)
    if any(setup.get(part) is not None for part in IN_PLAY):
        lay_position(position, setup)
    elif options["pieces"] == "printed":
        lay_printed(position)
    return position


def who_begins(record: Record, options: Options) -> int:
    """Seat 0, or whoever does something first if the seat was drawn by lot (OQ-CT-15)."""
    events = record.get("turns") or []
    seat: Any = events[0].get("seat") if events and isinstance(events[0], dict) else None
    return seat if options["start"] == "random" and is_number(seat, record["players"]) else 0


def lay_printed(position: Position) -> None:
    """The printed pieces (CT-34), laid in the order of set-up; with three players red is left out."""
    for seat in list(position["to_place"]):
        again = len(position["to_place"]) <= position["players"]
        vertex, edge = PRINTED[seat + 4 - position["players"]][again]
        happen(position, {"seat": seat, "do": "settlement", "vertex": vertex})
        happen(position, {"seat": seat, "do": "road", "edge": edge})


def read_board(setup: Record, options: Options) -> dict[str, Any]:
    """The layout and where the robber stands, by default on the (first) desert (CT-36)."""
    standard = BEGINNER if options["board"] == "beginner" else {}
    board: dict[str, Any] = {part: setup.get(part, standard.get(part)) for part in BOARD}
    for part in BOARD:
        require(isinstance(board[part], list), f"the setup has no {part}")
    for part, count, known in (("terrain", 19, TERRAIN), ("harbours", 9, HARBOUR_KINDS)):
        require(len(board[part]) == count, f"{part} has not {count} entries")
        require(all(isinstance(name, str) and name in known for name in board[part]), f"unknown {part}")
    board["tokens"] = read_tokens(board)
    if options["board"] != "explicit":
        require_box(board)
    if options["board"] == "random_tokens":
        require(not red_neighbours(board["tokens"]), "red numbers side by side (CT-32)")
    board["robber"] = setup.get("robber")
    if board["robber"] is None:
        require("desert" in board["terrain"], "no desert for the robber to stand on")
        board["robber"] = board["terrain"].index("desert")
    require(is_number(board["robber"], 19), f"there is no hex {board['robber']!r}")
    return board


def read_tokens(board: dict[str, Any]) -> list[int | None]:
    """A token on every hex but the desert, which has null (or 0)."""
    require(len(board["tokens"]) == 19, "a token for each hex")
    for name, token in zip(board["terrain"], board["tokens"], strict=True):
        if name == "desert":
            require(token is None or (type(token) is int and token == 0), "a token on a desert")
        else:
            require(is_number(token, 13) and token >= 2 and token != 7, f"{token!r} is no token")
    return [token or None for token in board["tokens"]]


def require_box(board: dict[str, Any]) -> None:
    """The layout is made of what is in the box (CT-10, CT-11, CT-41)."""
    require(same_kinds(board["terrain"], TERRAIN), "not the 19 hexes of the box")
    require(same_kinds(board["harbours"], HARBOUR_KINDS), "not the nine harbours of the box")
    tokens = [token for token in board["tokens"] if token is not None]
    require(sorted(tokens) == sorted(LETTERED), "not the tokens of the box")


def same_kinds(names: list[str], kinds: dict[str, int]) -> bool:
    """Are these the names that the box holds, each as often?"""
    return Counter(names) == Counter(kinds)


# --- a position in play


def lay_position(position: Position, setup: Record) -> None:
    """Pieces, cards and whose turn it is."""
    position["to_place"] = []
    for entry in as_list(setup, "pieces"):
        lay_piece(position, entry)
    seat = setup.get("to_move", setup.get("next", 0))
    rolled = setup.get("rolled", False)
    require(isinstance(rolled, bool), f"rolled is true or false, not {rolled!r}")
    position.update(first=seat, to_move=seat, rolled=rolled, turns=1)
    deal_hands(position, setup)
    tokens = as_list(setup, "welfare_tokens") or [0] * position["players"]
    require(len(tokens) == position["players"], "a number of tokens for each seat")
    require(all(is_number(count, 1001) for count in tokens), f"{tokens!r} are no numbers of tokens")
    position["welfare_tokens"] = list(tokens)
    deal_cards(position, setup)
    give_awards(position, setup)
    position["settled"] = rolled
    check_win(position)  # CT-117


def as_list(setup: Record, part: str) -> list[Any]:
    """A list of the setup; one left out is empty."""
    value = setup.get(part, [])
    require(isinstance(value, list), f"{part} is a list, not {value!r}")
    return value


def lay_piece(position: Position, entry: Any) -> None:
    """A piece from its owner's supply, on a free place (CT-14, CT-84)."""
    require(isinstance(entry, dict), f"{entry!r} is no piece")
    seat = entry.get("seat")
    require(is_number(seat, position["players"]), f"no seat {seat!r}")
    kinds = [kind for kind in ("settlement", "city", "road") if kind in entry]
    require(len(kinds) == 1, f"{entry!r} is not one piece")
    kind, place = kinds[0], entry[kinds[0]]
    require(supply(position, seat, kind) > 0, f"seat {seat} has no further {kind}")
    if kind == "road":
        require(is_number(place, 72) and place not in position["roads"], f"no road can lie on {place!r}")
        position["roads"][place] = seat
    else:
        require(
            is_number(place, 54) and place not in buildings(position), f"no {kind} can stand on {place!r}"
        )
        apart = position["options"]["setup_distance"] == 2
        near = set(beside(place)) & set(buildings(position))
        require(not (apart and near), f"a building beside vertex {place}")
        position["settlements" if kind == "settlement" else "cities"][place] = seat


def deal_hands(position: Position, setup: Record) -> None:
    """The hands; the bank has the rest, and if it is given it must be that (CT-7)."""
    hands = as_list(setup, "hands")
    require(len(hands) in (0, position["players"]), "a hand for each seat")
    for seat, cards in enumerate(hands):
        read = read_cards(cards)
        require(read is not None, f"{cards!r} are not resource cards")
        move_cards(position["bank"], position["hands"][seat], read)
    bank = position["bank"]
    require(bank_is_bottomless(position["options"]) or min(bank.values()) >= 0, "more cards than there are")
    if "bank" in setup and not bank_is_bottomless(position["options"]):
        stated = setup["bank"]
        require(isinstance(stated, dict) and set(stated) <= set(RESOURCES), f"{stated!r} is no bank")
        for resource, count in (no_cards() | stated).items():
            require(
                type(count) is int and count == bank[resource], f"the bank has {bank[resource]} {resource}"
            )


def deal_cards(position: Position, setup: Record) -> None:
    """Unplayed development cards and knights played, from the box (CT-13)."""
    for entry in as_list(setup, "cards"):
        require(isinstance(entry, dict), f"{entry!r} is no card")
        seat, card, new = entry.get("seat"), entry.get("card"), entry.get("new", False)
        require(is_number(seat, position["players"]), f"no seat {seat!r}")
        require(isinstance(card, str) and card in box_of_cards(position["options"]), f"no card {card!r}")
        require(isinstance(new, bool), f"new is true or false, not {new!r}")
        new = new and seat == position["to_move"]  # the others' own turns are over
        position["unplayed"].append({"seat": seat, "card": card, "new": new})
    played = as_list(setup, "knights")
    require(len(played) in (0, position["players"]), "a number of knights for each seat")
    for seat, count in enumerate(played):
        require(is_number(count, 1001), f"{count!r} is no number of knights")
        position["played"] += [{"seat": seat, "card": "knight"} for _ in range(count)]
    require(min(deck(position).values()) >= 0, "more development cards than there are")


def give_awards(position: Position, setup: Record) -> None:
    """The awards as the position shows them; where players tie, as the setup states them."""
    options, seats = position["options"], range(position["players"])
    lengths = [road_length(position, seat) for seat in seats]
    armies = [knights(position, seat) for seat in seats]
    for award, counts, minimum in (
        ("longest_road", lengths, options["longest_road_minimum"]),
        ("largest_army", armies, options["largest_army_minimum"]),
    ):
        stated = setup.get(award, "unsaid")
        require(stated in ("unsaid", None) or is_number(stated, len(seats)), f"no seat {stated!r}")
        position[award], possible = standing_award(counts, minimum, stated)
        require(possible, f"{award} cannot be with {stated!r}")
