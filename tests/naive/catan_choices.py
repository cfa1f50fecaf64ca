"""Everything that is legal at a decision point, from scratch: each candidate is put to the rules.

A choice is an event without its outcome of chance; `outcomes` completes it. Lists are in the order of the
board, of RESOURCES and of the seats, so that a seeded player plays the same game again.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

from . import Entry, Position
from .catan_board import RESOURCES, Cards
from .catan_building import a_road_can_be_left_out
from .catan_position import deck, full_dice_deck, point, rate, who_acts
from .catan_robbing import PLAYABLE, dice_that_can_come, kinds_in_bank, victims
from .catan_rules import OPEN, is_legal, moment_faults

# --- places


def settlement_places(position: Position, seat: int) -> list[int]:
    """Every vertex on which the seat may build a settlement now."""
    return legal_numbers(position, seat, "settlement", "vertex", 54)


def road_places(position: Position, seat: int) -> list[int]:
    """Every edge on which the seat may build a road now, paid or free."""
    return legal_numbers(position, seat, "road", "edge", 72)


def city_places(position: Position, seat: int) -> list[int]:
    """Every vertex on which the seat may build a city now."""
    return legal_numbers(position, seat, "city", "vertex", 54)


def robber_places(position: Position, seat: int) -> list[int]:
    """Every hex to which the seat may move the robber now."""
    return legal_numbers(position, seat, "robber", "hex", 19)


def legal_numbers(position: Position, seat: int, do: str, name: str, count: int) -> list[int]:
    """Every number below `count` with which the event is legal."""
    return [n for n in range(count) if is_legal(position, {"seat": seat, "do": do, name: n})]


# --- cards


def piles(hand: Cards, number: int) -> list[Cards]:
    """Every way to choose so many cards of a hand, as {resource: count}."""
    counts = [range(min(hand[resource], number) + 1) for resource in RESOURCES]
    return [
        {resource: count for resource, count in zip(RESOURCES, way, strict=True) if count}
        for way in product(*counts)
        if sum(way) == number
    ]


def robbable(position: Position) -> list[int | None]:
    """Whom the mover may rob now; None among them if stealing may be declined."""
    seat = position["to_move"]
    refusing = [None] if position["options"]["steal"] == "may_decline" else []
    return victims(position, seat) + refusing


def plays(position: Position, seat: int) -> list[Entry]:
    """Every way to play a development card now."""
    twos = [
        {first: 2} if first == second else {first: 1, second: 1}
        for first, second in combinations_with_replacement(RESOURCES, 2)
    ]
    ways: dict[str, list[Entry]] = {
        "knight": [{}],
        "road_building": [{}],
        "year_of_plenty": [{"take": take} for take in [{one: 1} for one in RESOURCES] + twos],
        "monopoly": [{"resource": resource} for resource in RESOURCES],
    }
    events = [{"seat": seat, "do": "play", "card": card} | way for card in PLAYABLE for way in ways[card]]
    return [event for event in events if is_legal(position, event)]


def bank_trades(position: Position, seat: int) -> list[Entry]:
    """Every trade with the bank open now, each at the best rate."""
    trades = [
        {"seat": seat, "do": "bank", "give": {given: rate(position, seat, given)}, "take": {taken: 1}}
        for given in RESOURCES
        for taken in RESOURCES
        if position["hands"][seat][given]
    ]
    return [event for event in trades if is_legal(position, event)]


def offers(position: Position, seat: int, most: int = 2) -> list[Entry]:
    """Every offer open now with at most so many cards on a side, to all the others at once."""
    to = [other for other in range(position["players"]) if other != seat]
    anything = dict.fromkeys(RESOURCES, most)
    events = [
        {"seat": seat, "do": "offer", "give": give, "want": want, "to": to}
        for given in range(1, most + 1)
        for give in piles(position["hands"][seat], given)
        for wanted in range(1, most + 1)
        for want in piles(anything, wanted)
    ]
    return [event for event in events if is_legal(position, event)]


# --- all of it


def choices(position: Position) -> dict[str, list[Entry]]:
    """Everything the players may decide now, by kind of event; what chance adds is left out."""
    at = point(position)
    if at == "over":
        return {}
    found: dict[str, list[Entry]] = {}
    for seat in who_acts(position):
        for do in OPEN[at]:
            if not list(moment_faults(position, do)):
                found.setdefault(do, []).extend(choices_of(position, seat, do))
    return {do: events for do, events in found.items() if events}


def choices_of(position: Position, seat: int, do: str) -> list[Entry]:
    """What one seat may decide now in one kind of event."""
    head = {"seat": seat, "do": do}
    if do in ("settlement", "city"):
        places = settlement_places if do == "settlement" else city_places
        return [head | {"vertex": vertex} for vertex in places(position, seat)]
    if do == "road":
        left_out = [None] if a_road_can_be_left_out(position) else []
        return [head | {"edge": edge} for edge in [*road_places(position, seat), *left_out]]
    if do == "robber":
        return [head | {"hex": place} for place in robber_places(position, seat)]
    if do == "discard":
        return [head | {"cards": cards} for cards in piles(position["hands"][seat], position["owing"][seat])]
    if do == "steal":
        return [head | {"from": victim} for victim in robbable(position)]
    if do == "answer":
        return [head | {"yes": yes} for yes in (True, False)]
    if do == "accept":
        return [head | {"with": chosen} for chosen in [*position["offer"]["yes"], None]]
    if do == "buy":
        return [head] if any(is_legal(position, event) for _, event in outcomes(position, head)) else []
    if do == "welfare":
        events = [head | {"resource": resource} for resource in RESOURCES]
        return [event for event in events if is_legal(position, event)]
    if do in ("play", "bank", "offer"):
        return {"play": plays, "bank": bank_trades, "offer": offers}[do](position, seat)
    return [head]  # roll, neutral_roll, draw, end


def outcomes(position: Position, event: Entry) -> list[tuple[float, Entry]]:
    """The ways in which chance completes a choice, as (weight, event)."""
    if event["do"] in ("roll", "neutral_roll"):
        return rolls(position, event)
    if event["do"] == "buy":
        return [(count, event | {"card": kind}) for kind, count in deck(position).items() if count]
    if event["do"] == "draw":
        return [(1, event | {"card": kind}) for kind in kinds_in_bank(position)]  # HR-2
    if event["do"] == "steal":
        if event["from"] is None:
            return [(1, event | {"card": None})]
        hand = position["hands"][event["from"]]
        return [(count, event | {"card": card}) for card, count in hand.items() if count]  # CT-66
    return [(1, event)]


def rolls(position: Position, event: Entry) -> list[tuple[float, Entry]]:
    """The dice that may come, each pair with the same odds but for a deck, which has its cards left."""
    pairs = [[a, b] for a in range(1, 7) for b in range(1, 7)]
    left, ways = dice_that_can_come(position), full_dice_deck()
    if position["options"]["dice"] == "two_d6":
        left = {total: ways[total] for total in left}
    weights = [left.get(sum(dice), 0) / ways[sum(dice)] for dice in pairs]
    return [(weight, event | {"dice": dice}) for weight, dice in zip(weights, pairs, strict=True) if weight]
