"""A game of Castle as people tell it: cards by name, places by tower, rampart and court."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from reports.boards.castle.coordinates import CARD, PITCH, piles, space_at
from reports.boards.story import QUIET, Line, Lit, trail
from reports.words.wording import listed
from rules.castle.cards import Do
from rules.castle.moves import What, move_card, move_other, move_place, move_seat, move_what
from rules.castle.options import COLOURS
from rules.castle.plan import FACING, HAND, OPEN, PILE, SIDE, SPACES, WALL_OF, ZONE_OF, Wall, Zone
from rules.castle.position import Position
from rules.castle.state import MAX_SEATS, NOBODY, Reason

TOWERS = {0: "north-west", SIDE - 1: "north-east", SPACES - SIDE: "south-west", SPACES - 1: "south-east"}


def happened(before: Position, move: int, after: Position) -> Iterator[Line]:
    """What a decision brought, an action or a choice within an effect."""
    seat = before["asked"] if before.asks_effect else before["seat"]
    words = _deed(before, move)
    if words:
        if before["point"] == Do.TRADE:
            words += _got(before, move, after)
        elif before["point"] == Do.ACTION and move_what(move) == What.DRAW:
            words = f"draws {listed(_names(before, after['hand'][seat] & ~before['hand'][seat]))}"
        kind = QUIET if before["point"] == Do.ACTION and move_what(move) != What.PLAY else ""
        yield Line(f"{COLOURS[seat]} {words}", _lit(before, move, after), kind)
    back = _went_back(before, move, after)
    if back:
        yield Line(f"sent home: {listed(back)}")


def proposed(position: Position, move: int) -> Line:
    """A move that whoever decides could play."""
    lit = [_card_lit(position, card) for card in _cards(position, move)]
    place = _space_lit(position, move)
    return Line(_deed(position, move) or "decides", [*filter(None, lit), *([place] if place else [])])


def ended(before: Position, after: Position) -> Iterator[Line]:
    """Who has won and why."""
    result = after.result()
    winners = listed([COLOURS[seat] for seat in result["winners"]]) if result["winners"] else "nobody"
    verb = "wins" if len(result["winners"]) < 2 else "share the win"
    why = Reason.texts()[result["reason"]] if result["reason"] else ""
    yield Line(f"{winners} {verb}{f': {why}' if why else ''}")


# --- a move


def _deed(position: Position, move: int) -> str:
    """What a move does, in words; nothing if it shows in what follows."""
    point, what = position["point"], move_what(move)
    card, other = the(position, move_card(move)), the(position, move_other(move))
    if point == Do.ACTION:
        if what == What.DRAW:
            return "draws a card"
        if what == What.SWAP:
            return f"exchanges {card} for {other}"
        return f"plays {card} {goal(position, move_place(move))}" if what == What.PLAY else "can do nothing"
    of_other = f"{COLOURS[move_seat(move)]}"
    words: dict[int, str] = {
        Do.SEND_BACK: f"sends back {_owned(position, move_card(move))}",
        Do.OWNER_SENDS_BACK: f"sends back {_owned(position, move_card(move))}",
        Do.TO_EXCHANGE: f"sends {_owned(position, move_card(move))} to the exchange",
        Do.REMOVE: f"takes {_owned(position, move_card(move))} out of the game",
        Do.TAKE_TOKEN: f"takes the token off {_owned(position, move_card(move))}",
        Do.MOVE: f"moves {_owned(position, move_card(move))} {goal(position, move_place(move))}",
        Do.SWAP_PLACES: f"lets {card} and {other} change places",
        Do.REPLACE_TOKEN: f"puts its own token on {_owned(position, move_card(move))}",
        Do.SWAP_TOKENS: f"swaps the tokens of {card} and {other}",
        Do.REARRANGE_TOKENS: f"gives {card} the token of {of_other}",
        Do.GIVE: f"gives {of_other} {card} of the exchange",
        Do.SWAP_CARDS: f"exchanges {card} for {other}",
        Do.TRADE: f"gives {of_other} {card}",
        Do.PASS: f"passes {card} on",
        Do.PLACE: f"places {card} {goal(position, move_place(move))}",
        Do.EITHER_ORDER: "",
    }
    words[Do.MOVE_KNIGHT] = words[Do.DRAW_OUT] = words[Do.MOVE]
    return words[point]


def _got(before: Position, move: int, after: Position) -> str:
    """What a trade brought to whoever offered it."""
    seat = before["seat"]
    got = int(after["hand"][seat]) & ~int(before["hand"][seat])
    return f" and gets {listed(_names(before, got))}" if got else ""


def _went_back(before: Position, move: int, after: Position) -> list[str]:
    """The cards that went home in this step, but for one of which it is told that it was sent."""
    told = before["point"] in (Do.SEND_BACK, Do.OWNER_SENDS_BACK)
    words = []
    for card in np.flatnonzero(after["times_back"] > before["times_back"]).tolist():
        where = int(after["where"][card])
        home = COLOURS[where - HAND] if HAND <= where < HAND + MAX_SEATS else "the exchange"
        if not (told and card == move_card(move)):
            words.append(f"{the(before, card)} to {home}")
    return words


# --- words


def the(position: Position, card: int) -> str:
    """A card by its name: ``the King``."""
    return f"the {position.kind(card).name}"


def _owned(position: Position, card: int) -> str:
    """A card in play, with the colour of its token: ``blue's King``, ``its own King``."""
    owner, name = int(position["token"][card]), position.kind(card).name
    if owner == NOBODY:
        return f"the {name}"
    decides = position["asked"] if position.asks_effect else position["seat"]
    return f"its own {name}" if owner == decides else f"{COLOURS[owner]}'s {name}"


def _names(position: Position, cards: int) -> list[str]:
    """The cards of a mask by name."""
    return [the(position, card) for card in range(position.box.n_cards) if int(cards) >> card & 1]


def goal(position: Position, place: int) -> str:
    """Where a card goes: ``on the north rampart``, ``into the courtyard``, ``onto the King``."""
    if place < SPACES:
        if position["occupied"] >> place & 1:
            return f"onto {the(position, position.pile(int(position['lowest'][place]))[-1])}"
        zone = int(ZONE_OF[place])
        if zone == Zone.TOWERS:
            return f"on the {TOWERS[place]} tower"
        if zone == Zone.RAMPARTS:
            return f"on the {list(Wall)[int(WALL_OF[place])].word} rampart"
        return "into the courtyard"
    if place == OPEN:
        return "outside"
    if place >= FACING:
        return f"against the {list(Wall)[place - FACING].word} wall"
    return f"onto {the(position, position.pile(place - PILE)[-1])}"


# --- places


def _cards(position: Position, move: int) -> list[int]:
    """The cards of a move that may lie on the board."""
    pairs = (Do.SWAP_PLACES, Do.SWAP_TOKENS)
    return [move_card(move), *([move_other(move)] if position["point"] in pairs else [])]


def _lit(before: Position, move: int, after: Position) -> list[Lit]:
    """Where the cards of a move lie, and lay."""
    lit = [_card_lit(position, card) for card in _cards(before, move) for position in (before, after)]
    return list(dict.fromkeys(filter(None, lit)))


def _card_lit(position: Position, card: int) -> Lit | None:
    """The pile in which a card lies, None if it is not on the board."""
    for lowest, (x, y), (width, height) in piles(position):
        if card in position.pile(lowest):
            return _box(x, y, width, height)
    return None


def _space_lit(position: Position, move: int) -> Lit | None:
    """The space of the castle to which a move brings a card."""
    moves = (Do.MOVE, Do.MOVE_KNIGHT, Do.PLACE)
    plays = position["point"] == Do.ACTION and move_what(move) == What.PLAY
    place = move_place(move)
    if place >= SPACES or not (plays or position["point"] in moves):
        return None
    x, y = space_at(*divmod(place, SIDE))
    return _box(x, y, *CARD)


def _box(x: float, y: float, width: float, height: float) -> Lit:
    half, tall = width / 2 + 0.03, height / 2 + 0.03
    corners = ((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall))
    return trail([(a * PITCH, b * PITCH) for a, b in corners], closed=True)
