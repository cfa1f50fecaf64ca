"""Why the engine does not allow a move that a record tells, by rule number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.catan.deeds import PLAYED, rate_rule
from rules.catan.geometry import HALF
from rules.catan.moves import MOVES, NOT_NOW, Kind
from rules.catan.options import RESOURCES, Phases, Trade
from rules.catan.position import Position
from rules.catan.state import CARDS, NOBODY, PIECES, SUPPLIES, Point, Thing
from rules.records import Illegal

# --- whatever is named


def refuse_kind(position: Position, seat: int, kind: int) -> Illegal | None:
    """What speaks against buying or playing a card or trading, whatever is named with it; None for nothing.

    A card is bought for its price, while there are any (CT-90, CT-91); one a turn is played, and none of
    this turn's (CT-92, CT-93); trade may be limited (CT-58, CT-79), and so is what tokens buy (HR-9).
    """
    options, name = position.options, MOVES[kind]
    if kind == Kind.BUY:
        if position["n_deck"] == 0:
            return Illegal("CT-91", "no development card is left")
        if (position["hands"][seat] < position["price"][Thing.CARD]).any():
            return refuse_price(position, seat, Thing.CARD, "CT-90", "a development card")
    elif name in PLAYED:
        card = CARDS.index(name)
        if position["card_played"]:
            return Illegal("CT-92", f"seat {seat + 1} has already played a development card this turn")
        if position["cards"][seat, card] == 0:
            return Illegal("CT-90", f"seat {seat + 1} has no card '{name}'")
        if position["cards"][seat, card] <= position["new_cards"][card]:
            return Illegal("CT-93", f"the card '{name}' was bought this turn")
    elif kind in (Kind.BANK, Kind.WELFARE, Kind.OFFER):
        if kind == Kind.OFFER and options.trade == Trade.NONE:
            return Illegal("CT-79", "there is no trade between players in this game")
        if options.phases == Phases.STRICT and position["building"]:
            return Illegal("CT-58", "trading is over once something was bought this turn")
        if kind == Kind.OFFER and position["offers_made"] >= options.trade_offers_per_turn:
            return Illegal("CT-79", f"a turn has at most {options.trade_offers_per_turn} offers")
        if kind == Kind.WELFARE:
            return refuse_tokens(position, seat)
    return None


def refuse_tokens(position: Position, seat: int) -> Illegal | None:
    """The seat has fewer welfare tokens than a card costs, or there are none (HR-9); None for enough."""
    if position.options.welfare_price == "0":
        return Illegal("HR-9", "there are no welfare tokens in this game")
    tokens, price = int(position["welfare_tokens"][seat]), position.welfare_price(seat)
    if tokens >= price:
        return None
    return Illegal("HR-9", f"a card costs seat {seat + 1} {price} welfare tokens, and it has {tokens}")


def refuse_price(position: Position, seat: int, thing: int, rule: str, name: str) -> Illegal:
    """The hand does not hold the price (CT-15, CT-80, CT-90)."""
    hand, price = position["hands"][seat].tolist(), position["price"][thing].tolist()
    missing = [name for name, have, cost in zip(RESOURCES, hand, price, strict=True) if have < cost]
    return Illegal(rule, f"seat {seat + 1} has not enough {' and '.join(missing)} for {name}")


def refuse_more(cards: Sequence[int], held: Sequence[int], rule: str, holder: str) -> Illegal:
    """More cards of a resource, the first of these, than there are."""
    name, named, there = next(each for each in zip(RESOURCES, cards, held, strict=True) if each[1] > each[2])
    return Illegal(rule, f"{holder} has {there} {name}, not {named}")


# --- what is named


def refuse_move(position: Position, seat: int, kind: int, place: int, second: int) -> Illegal:
    """What speaks against a move that is not among the legal ones, though others of its kind may be."""
    if kind == Kind.ROAD:
        return refuse_road(position, seat, place)
    if kind == Kind.SETTLEMENT or position["turn"] == 0:
        return refuse_settlement(position, seat, place)
    if kind == Kind.CITY:
        if not position["settlements"][seat] >> place & 1:
            return Illegal("CT-85", f"seat {seat + 1} has no settlement on vertex {place}")
        return refuse_piece(position, seat, Thing.CITY)
    if kind == Kind.ROBBER:
        if place == position["robber"]:
            return Illegal("CT-63", f"the robber stands on hex {place} and must go to another")
        return Illegal("OQ-CT-21", f"hex {place} is beside a building of a player who is spared")
    if kind == Kind.STEAL:
        if place == NOT_NOW:
            return Illegal("CT-67", "somebody can be robbed, and that cannot be declined")
        if fault := refuse_victim(position, seat, place):
            return fault
        if position["hand_size"][place]:
            return Illegal("HR-11", "nobody is robbed, since every other hex is spared")
        return Illegal("CT-67", f"seat {place + 1} has no card to take")
    if kind == Kind.ROAD_BUILDING:
        return Illegal("CT-96", f"seat {seat + 1} can place no road")
    if kind == Kind.YEAR_OF_PLENTY:
        taken = [(place, second).count(resource) for resource in range(5)]
        return refuse_more(taken, position["bank"], "CT-97", "the bank")
    if kind == Kind.WELFARE:
        return Illegal("HR-9", f"the bank has no {RESOURCES[place]}")
    if kind == Kind.BANK:
        rate = int(position["rate"][seat, place])
        if position["hands"][seat, place] < rate:
            return Illegal(rate_rule(position, rate), f"seat {seat + 1} has not {rate} {RESOURCES[place]}")
        return Illegal("CT-78", f"the bank has no {RESOURCES[second]}")
    return Illegal("CT-79", f"seat {place + 1} did not say yes to the offer")


def refuse_piece(position: Position, seat: int, thing: int) -> Illegal:
    """None is left, or it is not paid for (CT-80, CT-86)."""
    if position.left(seat, thing) <= 0:
        return Illegal(
            "CT-86", f"seat {seat + 1} has all {position.supply(thing)} {SUPPLIES[thing]} on the board"
        )
    return refuse_price(position, seat, thing, "CT-80", f"a {PIECES[thing]}")


def refuse_road(position: Position, seat: int, edge: int) -> Illegal:
    """A road of the set-up, a free one, or one to be paid for (CT-47, CT-81, CT-82, CT-86, CT-96)."""
    ends = position.box.geometry.edges[edge]
    rule = "CT-81"
    if position["point"] == Point.SETUP_ROAD:
        rule, vertex = "CT-47", position["opening"][seat, position["setup_step"] // position.players]
        if vertex not in ends:
            return Illegal(rule, f"edge {edge} does not touch the settlement just placed on vertex {vertex}")
    elif position.left(seat, Thing.ROAD) <= 0:
        return refuse_piece(position, seat, Thing.ROAD)
    if position["road_owner"][edge] != NOBODY:
        return Illegal(rule, f"edge {edge} already carries a road")
    if position["road_spots"][seat, edge // HALF] >> edge % HALF & 1:
        return refuse_piece(position, seat, Thing.ROAD)
    if any(position["touched"][seat] >> vertex & 1 for vertex in ends):
        return Illegal(
            "CT-82", f"another player's building cuts edge {edge} off from the roads of seat {seat + 1}"
        )
    return Illegal("CT-81", f"edge {edge} meets no road and no building of seat {seat + 1}")


def refuse_settlement(position: Position, seat: int, vertex: int) -> Illegal:
    """A settlement of the set-up, or one to be paid for (CT-46, CT-83, CT-84, CT-86, HR-6)."""
    starting = position["turn"] == 0
    if not starting and position.left(seat, Thing.SETTLEMENT) <= 0:
        return refuse_piece(position, seat, Thing.SETTLEMENT)
    if position["all_buildings"] >> vertex & 1:
        return Illegal("CT-46" if starting else "CT-83", f"vertex {vertex} already carries a building")
    if starting and position.options.setup_distance == 1:
        return Illegal("HR-6", f"no edge at vertex {vertex} is free for the road of the set-up")
    if not position["open_vertices"] >> vertex & 1:
        return Illegal("CT-84", f"a vertex beside vertex {vertex} carries a building")
    if not position["touched"][seat] >> vertex & 1:
        return Illegal("CT-83", f"vertex {vertex} touches no road of seat {seat + 1}")
    return refuse_piece(position, seat, Thing.SETTLEMENT)


def refuse_victim(position: Position, seat: int, victim: int) -> Illegal | None:
    """A seat that is no other one with a building at the robber (CT-65, CT-67)."""
    if victim == seat:
        return Illegal("CT-67", f"seat {seat + 1} cannot rob itself")
    corners = position.box.geometry.hex_vertices[position["robber"]]
    if not any(position["buildings"][victim] >> vertex & 1 for vertex in corners):
        return Illegal("CT-65", f"seat {victim + 1} has no building on hex {position['robber']}")
    return None


# --- what chance is said to have added


def refuse_outcome(position: Position, kind: int, place: int, outcome: int) -> Illegal:
    """What speaks against an outcome of chance that cannot come (CT-13, CT-19, CT-60, CT-66, HR-2, HR-7)."""
    if kind == Kind.BUY:
        return Illegal("CT-13", f"no card '{CARDS[outcome]}' is left in the deck")
    if kind == Kind.STEAL:
        return Illegal("CT-66", f"seat {place + 1} has no {RESOURCES[outcome]}")
    if kind == Kind.DRAW:
        return Illegal("HR-2", f"the bank has no {RESOURCES[outcome]}")
    total, rounds = outcome // 6 + outcome % 6 + 2, position.options.no_seven_first_round
    if total == 7 and position["turn"] <= rounds * position.players:
        return Illegal("CT-60", f"a seven in the first {rounds} rounds is rolled again")
    if total == 7 and position.rerolls_seven():
        return Illegal("HR-7", "a seven before the first city is rolled again")
    return Illegal("CT-19", f"the deck of dice has no {total} left")
