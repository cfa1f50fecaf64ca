"""Ways to spoil one event of a legal record of Catan.

A way looks at the position before an event and gives another event to put in its place, or None where it
does not apply. Now and then what comes out is legal or goes wrong only later: the twin has the last word.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from . import Entry, Position
from .catan_board import EDGES, RESOURCES, Cards, beside, edges_at
from .catan_choices import outcomes
from .catan_options import cost_of
from .catan_position import buildings, holds, point, rate, road_ends, supply

Way = Callable[[Position, Entry, random.Random], Entry | None]

WAYS: dict[str, tuple[str, Way]] = {}


def way(kind: str) -> Callable[[Way], Way]:
    """Shelve a way to spoil events of this kind (any kind for an empty name)."""

    def shelve(function: Way) -> Way:
        WAYS[function.__name__.replace("_", " ")] = (kind, function)
        return function

    return shelve


# --- whose turn, and when


@way("")
def wrong_seat(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The same by another seat."""
    others = [seat for seat in range(position["players"]) if seat != event["seat"]]
    return event | {"seat": rng.choice(others)}


@way("roll")
def no_roll(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The turn ends before the roll."""
    return {"seat": event["seat"], "do": "end"}


@way("end")
def roll_twice(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A second roll instead of the end."""
    return {"seat": event["seat"], "do": "roll", "dice": [rng.randint(1, 6), rng.randint(1, 6)]}


@way("roll")
def act_before_the_roll(position: Position, event: Entry, rng: random.Random) -> Entry:
    """Something is bought, built or traded before the dice."""
    head = {"seat": event["seat"]}
    return head | rng.choice(
        [
            {"do": "buy", "card": "knight"},
            {"do": "road", "edge": rng.randrange(72)},
            {"do": "bank", "give": {"ore": 4}, "take": {"wool": 1}},
            {"do": "offer", "give": {"ore": 1}, "want": {"wool": 1}, "to": [(event["seat"] + 1) % 3]},
        ]
    )


@way("robber")
def end_instead_of_the_robber(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The robber is not moved."""
    return {"seat": event["seat"], "do": "end"}


@way("steal")
def theft_left_out(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The next turn begins without a theft that has to be."""
    return {"seat": event["seat"], "do": "end"}


@way("end")
def offer_off_turn(position: Position, event: Entry, rng: random.Random) -> Entry:
    """Another seat proposes a trade."""
    other = (event["seat"] + 1) % position["players"]
    return {"seat": other, "do": "offer", "give": {"ore": 1}, "want": {"wool": 1}, "to": [event["seat"]]}


# --- places


@way("settlement")
def on_an_occupied_vertex(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """On a vertex that carries a building."""
    taken = sorted(buildings(position))
    return event | {"vertex": rng.choice(taken)} if taken else None


@way("settlement")
def beside_a_building(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """On a neighbour of a building."""
    near = sorted({other for vertex in buildings(position) for other in beside(vertex)})
    return event | {"vertex": rng.choice(near)} if near else None


@way("settlement")
def away_from_the_roads(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """On a vertex that no own road touches, where that matters."""
    far = [vertex for vertex in range(54) if vertex not in road_ends(position, event["seat"])]
    return event | {"vertex": rng.choice(far)} if point(position) == "main" else None


@way("road")
def unconnected_road(position: Position, event: Entry, rng: random.Random) -> Entry:
    """On an edge that meets nothing of the seat."""
    own = road_ends(position, event["seat"]) | {
        vertex for vertex, seat in buildings(position).items() if seat == event["seat"]
    }
    far = [edge for edge, ends in enumerate(EDGES) if not set(ends) & own]
    return event | {"edge": rng.choice(far)}


@way("road")
def on_a_road(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """On an edge that carries a road."""
    taken = sorted(position["roads"])
    return event | {"edge": rng.choice(taken)} if taken else None


@way("road")
def past_a_foreign_building(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """Through a vertex with somebody else's building, where there is one."""
    seat = event["seat"]
    cut = [v for v in road_ends(position, seat) if buildings(position).get(v, seat) != seat]
    edges = sorted({edge for vertex in cut for edge in edges_at(vertex)} - set(position["roads"]))
    return event | {"edge": rng.choice(edges)} if edges else None


@way("city")
def city_without_a_settlement(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A city where the seat has no settlement."""
    return event | {
        "vertex": rng.choice([v for v in range(54) if position["settlements"].get(v) != event["seat"]])
    }


@way("robber")
def robber_stays(position: Position, event: Entry, rng: random.Random) -> Entry:
    """On the hex where it is."""
    return event | {"hex": position["robber"]}


# --- cards


@way("end")
def unaffordable_build(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """Something that the hand cannot pay."""
    seat = event["seat"]
    too_dear = [
        what
        for what in ("road", "settlement", "city", "buy")
        if not holds(position, seat, cost_of(position["options"], what))
    ]
    if not too_dear:
        return None
    what = rng.choice(too_dear)
    pieces: dict[str, Entry] = {"road": {"edge": rng.randrange(72)}, "buy": {"card": "knight"}}
    return {"seat": seat, "do": what} | pieces.get(what, {"vertex": rng.randrange(54)})


@way("end")
def piece_out_of_supply(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """A piece of which none is left."""
    seat = event["seat"]
    gone = [piece for piece in ("road", "settlement", "city") if supply(position, seat, piece) <= 0]
    if not gone:
        return None
    piece = rng.choice(gone)
    name = "edge" if piece == "road" else "vertex"
    return {"seat": seat, "do": piece, name: rng.randrange(54)}


@way("discard")
def discard_one_less(position: Position, event: Entry, rng: random.Random) -> Entry:
    """One card too few."""
    return event | {"cards": one_changed(event["cards"], -1, rng)}


@way("discard")
def discard_one_more(position: Position, event: Entry, rng: random.Random) -> Entry:
    """One card too many."""
    return event | {"cards": one_changed(event["cards"], 1, rng)}


def one_changed(cards: Cards, by: int, rng: random.Random) -> Cards:
    """The cards with one more or one less of a kind that is among them."""
    kind = rng.choice(sorted(kind for kind, count in cards.items() if count))
    return cards | {kind: cards[kind] + by}


@way("steal")
def stolen_card_not_held(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """A card that the victim does not have."""
    if event["from"] is None:
        return None
    missing = [kind for kind in RESOURCES if not position["hands"][event["from"]][kind]]
    return event | {"card": rng.choice(missing)} if missing else None


@way("steal")
def robbing_somebody_else(position: Position, event: Entry, rng: random.Random) -> Entry:
    """Another victim, perhaps the thief."""
    return event | {"from": rng.choice([s for s in range(position["players"]) if s != event["from"]])}


@way("end")
def second_card_in_a_turn(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """A card though one was played, and be it held."""
    card = {"card": "monopoly", "resource": rng.choice(RESOURCES)}
    return {"seat": event["seat"], "do": "play"} | card if position["card_played"] else None


@way("end")
def card_of_this_turn(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """A card bought in this turn."""
    new = [
        held["card"]
        for held in position["unplayed"]
        if held["new"] and held["seat"] == event["seat"] and held["card"] != "victory_point"
    ]
    if not new:
        return None
    asked: dict[str, Entry] = {"monopoly": {"resource": "ore"}, "year_of_plenty": {"take": {"ore": 2}}}
    return {"seat": event["seat"], "do": "play", "card": new[0]} | asked.get(new[0], {})


@way("play")
def card_not_held(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """A card that the seat does not have."""
    held = {card["card"] for card in position["unplayed"] if card["seat"] == event["seat"]}
    missing = sorted({"knight", "road_building"} - held)
    return {"seat": event["seat"], "do": "play", "card": rng.choice(missing)} if missing else None


# --- trade


@way("offer")
def same_resource_on_both_sides(position: Position, event: Entry, rng: random.Random) -> Entry:
    """Something is wanted that is given."""
    return event | {"want": dict(event["give"])}


@way("offer")
def gift(position: Position, event: Entry, rng: random.Random) -> Entry:
    """One side is empty."""
    return event | {rng.choice(["give", "want"]): {}}


@way("offer")
def offer_of_cards_not_held(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """Something is offered that the proposer lacks."""
    hand = position["hands"][event["seat"]]
    missing = [kind for kind in RESOURCES if not hand[kind] and kind not in event["want"]]
    return event | {"give": {rng.choice(missing): 1}} if missing else None


@way("offer")
def offer_to_oneself(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The proposer among the addressees."""
    return event | {"to": [*event["to"], event["seat"]]}


@way("end")
def one_offer_too_many(position: Position, event: Entry, rng: random.Random) -> Entry | None:
    """An offer beyond the number of the turn."""
    if position["offers"] < position["options"]["trade_offers_per_turn"]:
        return None
    other = (event["seat"] + 1) % position["players"]
    return {"seat": event["seat"], "do": "offer", "give": {"ore": 1}, "want": {"wool": 1}, "to": [other]}


@way("accept")
def accepting_who_did_not_agree(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A partner who was not asked or said no."""
    no = [seat for seat in range(position["players"]) if seat not in position["offer"]["yes"]]
    return event | {"with": rng.choice(no)}


@way("bank")
def wrong_rate(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A card more or less than the best rate."""
    [(kind, count)] = event["give"].items()
    assert count == rate(position, event["seat"], kind)
    return event | {"give": {kind: count + rng.choice([-1, 1])}}


@way("bank")
def bank_gives_the_same(position: Position, event: Entry, rng: random.Random) -> Entry:
    """The resource that is paid comes back."""
    return event | {"take": dict.fromkeys(event["give"], 1)}


# --- chance


@way("roll")
def wrong_dice(position: Position, event: Entry, rng: random.Random) -> Entry:
    """No two dice of six faces."""
    return event | {"dice": rng.choice([[0, 5], [3, 7], [4], [1, 2, 3], None, [2.0, 3]])}


@way("roll")
def seven_instead(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A 7 where another sum was rolled: what follows no longer does."""
    return event | {"dice": [3, 4]} if sum(event["dice"]) != 7 else event | {"dice": [1, 1]}


@way("buy")
def card_that_is_gone(position: Position, event: Entry, rng: random.Random) -> Entry:
    """A kind that the deck no longer holds, or none at all."""
    held = {found["card"] for _, found in outcomes(position, {"seat": event["seat"], "do": "buy"})}
    gone = sorted({"knight", "victory_point", "road_building", "year_of_plenty", "monopoly"} - held)
    return event | {"card": rng.choice([*gone, "bishop", None])}
