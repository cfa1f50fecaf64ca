"""What is on the table in Catan, and what follows from it: supplies, the deck, points, harbour rates.

A position is a dict of what lies on the table and of what the turn still asks for. Everything else is
worked out afresh whenever a rule asks for it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import Options, Position
from .catan_board import EDGES, HARBOURS, HEXES_AT, RESOURCES, YIELD, Cards
from .catan_options import box_of_cards, full_options, supply_of

SOURCES = ("settlements", "cities", "cards", "longest_road", "largest_army")


def no_cards() -> Cards:
    """No resource card of any kind."""
    return dict.fromkeys(RESOURCES, 0)


def new_position(options: Options | None, players: int, board: dict[str, Any], first: int = 0) -> Position:
    """The board laid out, nothing on it but the robber; `board` has terrain, tokens, harbours and robber."""
    options = full_options(options)
    seats = list(range(players))
    order = seats[first:] + seats[:first]
    return {
        "options": options,
        "players": players,
        # the board
        "terrain": board["terrain"],
        "tokens": board["tokens"],
        "harbours": board["harbours"],
        "robber": board["robber"],
        "settlements": {},  # vertex -> seat
        "cities": {},  # vertex -> seat
        "roads": {},  # edge -> seat
        # cards and awards
        "hands": [no_cards() for _ in seats],
        "bank": dict.fromkeys(RESOURCES, options["bank"]),
        "unplayed": [],  # {"seat", "card", "new"}
        "played": [],  # {"seat", "card"}
        "welfare_tokens": [0 for _ in seats],  # HR-9
        "longest_road": None,
        "largest_army": None,
        # whose turn, and what was done in it
        "to_place": order + order[::-1],  # CT-45
        "road_from": None,  # in set-up: the settlement just placed
        "first": first,  # CT-4
        "to_move": first,
        "turns": 0,
        "rolled": False,
        "rolls": 0,  # of this turn
        "again": False,  # were they two alike (HR-8)?
        "neutral_due": False,  # has a round ended (HR-4)?
        "settled": False,  # is the roll with all that follows from it done with?
        "dice_cards": full_dice_deck(),
        "card_played": False,
        "offers": 0,
        "built": False,  # has the building phase begun (CT-58, OQ-CT-20)?
        # what is still asked for
        "owing": {},  # seat -> cards to discard
        "robber_due": False,
        "harmless": False,  # did the robber last have to go to the desert (HR-11)?
        "thief_at": None,  # the hex on which the mover has to rob somebody
        "draw_due": False,  # a card from the bank by lot
        "free_roads": 0,
        "offer": None,  # {"give", "want", "to_ask", "yes"}
        "nothing_to_choose": None,  # "steal" or "accept" right after one that had nothing to choose
        "winner": None,
        "stopped": False,  # by max_turns
    }


def full_dice_deck() -> dict[int, int]:
    """36 cards, one for each way in which two dice fall, as a number of cards for each sum (CT-19)."""
    return dict(Counter(a + b for a in range(1, 7) for b in range(1, 7)))


def point(position: Position) -> str:
    """The decision point, by the names of CT-119."""
    if position["winner"] is not None or position["stopped"]:
        return "over"
    if position["to_place"]:
        if position["road_from"] is not None:
            return "setup_road"
        second = len(position["to_place"]) <= position["players"]
        return (
            "setup_city" if second and position["options"]["setup_second"] == "city" else "setup_settlement"
        )
    if position["owing"]:
        return "discard"
    if position["robber_due"]:
        return "robber"
    if position["thief_at"] is not None:
        return "steal"
    if position["again"]:
        return "roll_again"
    if position["neutral_due"]:
        return "neutral_roll"
    if position["draw_due"]:
        return "draw"
    if position["free_roads"]:
        return "free_road"
    if position["offer"] is not None:
        return "trade_answer" if position["offer"]["to_ask"] else "trade_choice"
    return "main" if position["rolled"] else "pre_roll"


def who_acts(position: Position) -> list[int]:
    """The seats that may act now; more than one only in discarding (CT-62)."""
    at = point(position)
    if at == "over":
        return []
    if at.startswith("setup"):
        return position["to_place"][:1]
    if at == "discard":
        return sorted(position["owing"])
    if at == "trade_answer":
        return position["offer"]["to_ask"][:1]
    return [position["to_move"]]


# --- pieces


def buildings(position: Position) -> dict[int, int]:
    """Every vertex with a settlement or city, and its owner."""
    return position["settlements"] | position["cities"]


def roads_of(position: Position, seat: int) -> list[int]:
    """The edges with a road of this seat."""
    return [edge for edge, owner in position["roads"].items() if owner == seat]


def supply(position: Position, seat: int, piece: str) -> int:
    """Pieces of a kind not on the board (CT-14)."""
    lying = position[{"settlement": "settlements", "city": "cities", "road": "roads"}[piece]]
    return supply_of(position["options"])[piece] - list(lying.values()).count(seat)


def road_ends(position: Position, seat: int) -> set[int]:
    """Every vertex that a road of this seat touches."""
    return {vertex for edge in roads_of(position, seat) for vertex in EDGES[edge]}


def producing(position: Position, vertex: int) -> list[str]:
    """The resources of the hexes at a vertex, one for each hex that is not the desert (CT-48)."""
    names = [position["terrain"][place] for place in HEXES_AT[vertex]]
    return [YIELD[name] for name in names if name in YIELD]


def rate(position: Position, seat: int, resource: str) -> int:
    """How many cards of this resource the seat pays the bank for one card (CT-44, CT-75 to CT-77)."""
    options = position["options"]
    rates = [options["bank_rate"]]
    for vertices, kind in zip(HARBOURS, position["harbours"], strict=True):
        if any(buildings(position).get(vertex) == seat for vertex in vertices):
            if kind == "generic":
                rates.append(options["generic_rate"])
            if kind == resource:
                rates.append(options["special_rate"])
    return min(rates)


# --- cards


def hand_size(position: Position, seat: int) -> int:
    """Resource cards in a hand."""
    return sum(position["hands"][seat].values())


def holds(position: Position, seat: int, cards: Cards) -> bool:
    """Does the hand hold these cards?"""
    return all(position["hands"][seat][resource] >= count for resource, count in cards.items())


def move_cards(giver: Cards, taker: Cards, cards: Cards) -> None:
    """Move resource cards from one pile to another."""
    for resource, count in cards.items():
        giver[resource] -= count
        taker[resource] += count


def deck(position: Position) -> Cards:
    """The development cards nobody has bought yet, by kind (CT-7)."""
    gone = Counter(card["card"] for card in position["unplayed"] + position["played"])
    return {kind: count - gone[kind] for kind, count in box_of_cards(position["options"]).items()}


def unplayed(position: Position, seat: int, kind: str) -> list[dict[str, Any]]:
    """The unplayed cards of a kind that a seat holds."""
    return [card for card in position["unplayed"] if card["seat"] == seat and card["card"] == kind]


def knights(position: Position, seat: int) -> int:
    """Knights played by a seat, lying face up (CT-109)."""
    return position["played"].count({"seat": seat, "card": "knight"})


# --- points


def points_by_source(position: Position, seat: int) -> dict[str, int]:
    """The victory points of a seat (CT-113), victory point cards included."""
    options = position["options"]
    return {
        "settlements": options["settlement_points"] * list(position["settlements"].values()).count(seat),
        "cities": options["city_points"] * list(position["cities"].values()).count(seat),
        "cards": options["victory_card_points"] * len(unplayed(position, seat, "victory_point")),
        "longest_road": options["longest_road_points"] * (position["longest_road"] == seat),
        "largest_army": options["largest_army_points"] * (position["largest_army"] == seat),
    }


def points(position: Position, seat: int) -> int:
    """The total of a seat (CT-113)."""
    return sum(points_by_source(position, seat).values())


def public_points(position: Position, seat: int) -> int:
    """The total as the others see it, without victory point cards (CT-114)."""
    return points(position, seat) - points_by_source(position, seat)["cards"]


# --- what must hold in every position
