"""A game of Catan as people tell it: corners by their numbers, never by those of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from reports.boards.catan.coordinates import CORNERS, SIDE, edge_at, geometry, hex_at, ship_at, vertex_at
from reports.boards.catan.island import PART, members, seat_colours
from reports.boards.story import QUIET, REFUSED, Line, Lit, ring, trail
from reports.words.wording import listed
from rules.catan.board import GENERIC, NO_TOKEN
from rules.catan.moves import (
    NO_SECOND,
    NOT_NOW,
    Kind,
    move_given,
    move_kind,
    move_place,
    move_second,
    move_wanted,
)
from rules.catan.options import RESOURCES
from rules.catan.position import Position
from rules.catan.state import CARDS, NOBODY, NONE, Point
from simulate.games.catan.transcript import CARD_WORDS, tell_tokens

CORNER, SHIP = 0.3, 0.5
"""Radius of what is lit about a corner and about the ship of a harbour, in sides of a hex."""

Counts = NDArray[np.int64]


# --- what happened


def happened(before: Position, move: int, after: Position) -> Iterator[Line]:
    """What a decision brought."""
    kind, seat = move_kind(move), before["asked"]
    name = seat_colours(before.players)[seat]
    if kind in (Kind.ROLL, Kind.NEUTRAL_ROLL):
        yield _rolled(before, after, name if kind == Kind.ROLL else None)
    elif kind == Kind.DISCARD:
        yield _discarded(before, after, move, seat, name)
    elif kind in (Kind.OFFER, Kind.ANSWER, Kind.ACCEPT):
        yield _traded(before, move, after)
    elif kind != Kind.END:
        words, lit = _deed(before, move)
        more, lit_more = _outcome(before, move, after, seat)
        yield Line(f"{name} {words}{more}", [*lit, *lit_more], QUIET if kind == Kind.DRAW else "")
    yield from _awards(before, after)


def proposed(position: Position, move: int) -> Line:
    """A move that whoever decides could play."""
    words, lit = _deed(position, move)
    return Line(words, lit)


def ended(before: Position, after: Position) -> Iterator[Line]:
    """Who has won, and with what."""
    winners = after.winners()
    if not winners:
        yield Line("nobody has won")
        return
    name = seat_colours(after.players)[winners[0]]
    parts = [
        f"{points} for {words}"
        for words, points in zip(
            ("settlements", "cities", "victory point cards", "the Longest Road", "the Largest Army"),
            after.by_source()[winners[0]].values(),
            strict=True,
        )
        if points
    ]
    pieces = [ring(vertex_at(v) * SIDE, CORNER * SIDE) for v in _corners_of(after, winners[0])]
    yield Line(f"{name} wins: {listed(parts)}", pieces)


def _rolled(before: Position, after: Position, name: str | None) -> Line:
    """The dice, what they paid to whom, and the hexes that paid."""
    total, colours = int(after["die"].sum()), seat_colours(before.players)
    start = f"{name} rolls {total}" if name else f"the dice of nobody show {total}"
    if total == 7:
        return Line(start)
    paid = []
    for seat, gains in enumerate(after["hands"][: before.players] - before["hands"][: before.players]):
        if (gains > 0).any():
            paid.append(f"{colours[seat]} {_cards(np.maximum(gains, 0))}")
    tokens = after["welfare_tokens"][: before.players] - before["welfare_tokens"][: before.players]
    comforted = [colours[seat] for seat in np.flatnonzero(tokens > 0).tolist()]
    more = f"; a welfare token for {listed(comforted)}" if comforted else ""
    hexes = [
        _hex_outline(at)
        for at in np.flatnonzero(before["token"] == total).tolist()
        if not (before.options.robber and at == before["robber"])
    ]
    return Line(f"{start}: {', '.join(paid) or 'nobody gets anything'}{more}", hexes if paid else [], QUIET)


def _discarded(before: Position, after: Position, move: int, seat: int, name: str) -> Line:
    """All that a seat has given up on this seven so far."""
    given = before["given_up"][seat].copy()
    is_first = not given.any()
    given[move_place(move)] += 1
    return Line(f"{name} gives up {_cards(given)}", replaces=not is_first)


def _traded(before: Position, move: int, after: Position) -> Line:
    """An offer, or what has become of it by now."""
    kind, seat = move_kind(move), before["seat"]
    colours = seat_colours(before.players)
    is_new = kind == Kind.OFFER
    give, want = _sides(move) if is_new else (before["give"], before["want"])
    offer = f"{colours[seat]} offers {_cards(give)} for {_cards(want)}"
    if (after["hands"][seat] != before["hands"][seat]).any():
        others = [other for other in range(before.players) if other != seat]
        partner = next(o for o in others if (after["hands"][o] != before["hands"][o]).any())
        deal = f"{colours[seat]} gives {colours[partner]} {_cards(give)} for {_cards(want)}"
        return Line(deal, replaces=not is_new)
    if after["point"] in (Point.TRADE_ANSWER, Point.TRADE_CHOICE):
        willing = [colours[o] for o in members(after["yes"])]
        return Line(f"{offer}{f': {listed(willing)} would' if willing else ''}", replaces=not is_new)
    why = "deals with nobody" if kind == Kind.ACCEPT else "nobody has it" if is_new else "nobody wants to"
    return Line(f"{offer}: {why}", kind=REFUSED, replaces=not is_new)


def _outcome(before: Position, move: int, after: Position, seat: int) -> tuple[str, list[Lit]]:
    """What chance and the others add to a deed, in words that go on."""
    kind = move_kind(move)
    gains = np.maximum(after["hands"][seat] - before["hands"][seat], 0)
    if kind in (Kind.SETTLEMENT, Kind.CITY) and gains.any():
        return f" and draws {_cards(gains)}", []
    if kind == Kind.BUY:
        bought = int(np.argmax(after["cards"][seat] - before["cards"][seat]))
        return f": {CARD_WORDS[CARDS[bought]]}", []
    if kind == Kind.STEAL and gains.any():
        return f" of {_cards(gains)}", []
    if kind == Kind.MONOPOLY:
        return f" and takes {_cards(gains)}", []
    if kind == Kind.DRAW and gains.any():
        return f": {_cards(gains)}", []
    return "", []


def _awards(before: Position, after: Position) -> Iterator[Line]:
    """Who has taken or lost an award."""
    colours = seat_colours(before.players)
    for award, field in (("Longest Road", "road_holder"), ("Largest Army", "army_holder")):
        old, new = before[field], after[field]
        if old == new:
            continue
        roads = (
            [_road(edge) for edge in np.flatnonzero(after["road_owner"] == new).tolist()]
            if new != NOBODY
            else []
        )
        lit = roads if field == "road_holder" else []
        if new == NOBODY:
            yield Line(f"{colours[old]} loses the {award}")
        elif old == NOBODY:
            yield Line(f"{colours[new]} takes the {award}: 2 points", lit)
        else:
            yield Line(f"{colours[new]} takes the {award} from {colours[old]}: 2 points", lit)


# --- a move


def _deed(position: Position, move: int) -> tuple[str, list[Lit]]:
    """What a move does, without what chance adds, and the places that it is about."""
    kind, place = move_kind(move), move_place(move)
    colours = seat_colours(position.players)
    if kind in (Kind.SETTLEMENT, Kind.CITY):
        corner = f"the corner of {around(position, place)}"
        lit = [ring(vertex_at(place) * SIDE, CORNER * SIDE), *_harbour_at(position, place)]
        if kind == Kind.SETTLEMENT:
            return f"settles on {corner}", lit
        grows = position["buildings"][position["asked"]] >> place & 1
        return f"makes a city of its settlement on {corner}" if grows else f"puts a city on {corner}", lit
    if kind == Kind.ROAD:
        if place == NOT_NOW:
            return "leaves out the second free road", []
        return f"builds a road {_along(position, place)}", [_road(place)]
    if kind == Kind.ROBBER:
        return f"moves the robber to {_hex(position, place)}", [_hex_outline(place)]
    if kind == Kind.STEAL:
        if place == NOT_NOW:
            return "steals nothing", []
        corners = set(geometry().hex_vertices[position["robber"]]) & set(_corners_of(position, place))
        lit = [ring(vertex_at(corner) * SIDE, CORNER * SIDE) for corner in sorted(corners)]
        return f"robs {colours[place]}", lit
    return _deed_of_cards(position, move), []


def _deed_of_cards(position: Position, move: int) -> str:
    """What a move does that puts nothing on the island."""
    kind, place, second = move_kind(move), move_place(move), move_second(move)
    colours = seat_colours(position.players)
    if kind == Kind.OFFER:
        give, want = _sides(move)
        return f"offers {_cards(give)} for {_cards(want)}"
    if kind == Kind.ACCEPT:
        return "deals with nobody" if place == NOT_NOW else f"deals with {colours[place]}"
    if kind == Kind.ANSWER:
        offer = f"{_cards(position['want'])} for {_cards(position['give'])}"
        return f"gives {offer}" if place else f"does not give {offer}"
    if kind == Kind.YEAR_OF_PLENTY:
        taken = np.zeros(5, np.int64)
        taken[place] += 1
        if second != NO_SECOND:
            taken[second] += 1
        return f"plays year of plenty and takes {_cards(taken)}"
    if kind == Kind.BANK:
        rate = int(position["rate"][position["asked"], place])
        return f"gives the bank {rate} {RESOURCES[place]} for 1 {RESOURCES[second]}"
    if kind == Kind.WELFARE:
        return f"takes 1 {RESOURCES[place]} for {tell_tokens(position.welfare_price(position['asked']))}"
    plain: dict[int, str] = {
        Kind.ROLL: "rolls",
        Kind.NEUTRAL_ROLL: "rolls for nobody",
        Kind.BUY: "buys a development card",
        Kind.DISCARD: f"gives up 1 {RESOURCES[place]}" if kind == Kind.DISCARD else "",
        Kind.KNIGHT: "plays a knight",
        Kind.ROAD_BUILDING: "plays road building",
        Kind.MONOPOLY: f"plays monopoly on {RESOURCES[place]}" if kind == Kind.MONOPOLY else "",
        Kind.DRAW: "draws a card from the bank",
        Kind.END: "ends the turn",
    }
    return plain[kind]


def _sides(move: int) -> tuple[list[int], list[int]]:
    """The two sides of an offer, by resource."""
    return [move_given(move, r) for r in range(5)], [move_wanted(move, r) for r in range(5)]


def _cards(counts: Sequence[int] | Counts) -> str:
    """``2 wool``, ``1 brick, 2 wool and 1 ore``."""
    return listed([f"{n} {name}" for name, n in zip(RESOURCES, counts, strict=True) if n] or ["nothing"])


# --- places


def around(position: Position, vertex: int) -> str:
    """A corner by the numbers about it, and its harbour: ``5, 10 and wool harbour``."""
    names = [_number(position, at) for at in geometry().vertex_hexes[vertex]]
    slot = position.tables[0].vertex_slot[vertex]
    if slot >= 0:
        kind = position["harbour"][slot]
        names.append(
            f"{position['harbour_rate'][0]}:1 harbour" if kind == GENERIC else f"{RESOURCES[kind]} harbour"
        )
    return listed(names)


def _along(position: Position, edge: int) -> str:
    """Where a road runs: between two numbers, or on the coast of one."""
    first, second = (set(geometry().vertex_hexes[end]) for end in geometry().edges[edge])
    names = [_number(position, at) for at in sorted(first & second)]
    return f"between {names[0]} and {names[1]}" if len(names) == 2 else f"on the coast of {names[0]}"


def _number(position: Position, at: int) -> str:
    token = position["token"][at]
    return "desert" if token == NO_TOKEN else str(token)


def _hex(position: Position, at: int) -> str:
    """A hex by its resource and number: ``ore 8``."""
    terrain, token = position["terrain"][at], position["token"][at]
    return "the desert" if token == NO_TOKEN else f"{RESOURCES[terrain]} {token}"


def _corners_of(position: Position, seat: int) -> list[int]:
    """The corners on which a seat has built."""
    return members(int(position["buildings"][seat]))


def _hex_outline(at: int) -> Lit:
    return trail((CORNERS * PART + hex_at(at)) * SIDE, closed=True)


def _road(edge: int) -> Lit:
    return trail(edge_at(edge) * SIDE)


def _harbour_at(position: Position, vertex: int) -> list[Lit]:
    slot = int(position.tables[0].vertex_slot[vertex])
    return [] if slot == NONE else [ring(ship_at(slot) * SIDE, SHIP * SIDE)]
