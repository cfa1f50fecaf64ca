"""What each card does when it is placed (CA-42 to CA-48, CA-101 to CA-145).

Every effect is a generator of questions, see castle_asking.py.
"""

from __future__ import annotations

from . import Entry, Position
from . import castle_courtyard as courtyard
from .castle_asking import Asking, ask, beside_card, choose_and_move, choose_and_send_back, choose_one
from .castle_board import Card, cards_in, cards_in_play, is_in_play, space_of, wall_of
from .castle_cards import EFFECT_OF, SOLDIERS
from .castle_hand_questions import Give, Place, SwapCards
from .castle_placement import place_in, put
from .castle_table import (
    castle_is_besieged,
    is_protected,
    send_back,
    send_to_exchange,
    wall_is_manned,
)

# --- towers


def nothing(position: Position, seat: int, card: Card) -> Asking[None]:
    """The Prince, the Ambassador, the Priest, the Herald, a Knight; the Ghost's came with its place."""
    yield from ()


def lookout(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-102: a soldier to a free rampart space; four on its new wall drive the engine away (CA-85)."""
    soldiers = [other for other in cards_in(position, "ramparts") if other["card"] in SOLDIERS]
    moved = yield from choose_and_move(position, card, soldiers)
    if moved is not None:
        wall_is_manned(position, wall_of(space_of(position, moved)))


def magician(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-103: any card in play goes to the exchange."""
    chosen = yield from choose_one(position, seat, card, "to_exchange", cards_in_play(position))
    if chosen is not None:
        send_to_exchange(position, chosen)


def archer(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-104: a card outside is sent back."""
    yield from choose_and_send_back(position, seat, card, cards_in(position, "outside"))


def witch(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-105: a card of the exchange goes to a hand."""
    entry = yield from ask(Give(position, "CA-105"))
    if entry is not None:
        position["exchange"].remove(entry["give"]["card"])
        position["hands"][entry["give"]["to"]].append(entry["give"]["card"])


def alchemist(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-106: cards of the hand for cards of the exchange."""
    entry = yield from ask(SwapCards(position, "CA-106", seat))
    if entry is not None:
        for given, taken in zip(entry["swap_cards"]["give"], entry["swap_cards"]["take"], strict=True):
            position["hands"][seat].remove(given)
            position["exchange"].remove(taken)
        position["hands"][seat] += entry["swap_cards"]["take"]
        position["exchange"] += entry["swap_cards"]["give"]


# --- ramparts


def soldier(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-84, CA-109: the fourth on its wall drives the engine away. The Captain likewise (CA-107)."""
    wall_is_manned(position, wall_of(space_of(position, card)))
    yield from ()


def traitor(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-108: a soldier, then a card on an adjacent courtyard space is sent back."""
    wall_is_manned(position, wall_of(space_of(position, card)))
    yield from choose_and_send_back(position, seat, card, beside_card(position, card, "courtyard"))


# --- outside


def barbarian(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-131: a card in a tower or on a rampart is sent back."""
    yield from choose_and_send_back(position, seat, card, cards_in(position, "towers", "ramparts"))


def fairy(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-132: a card of the castle is moved to the outside."""
    castle = cards_in(position, "courtyard", "ramparts", "towers")
    yield from choose_and_move(position, card, castle, outwards=True)


def enchanter(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-133: the card placed just before is sent back, without any choice."""
    before = position["placed_before"]
    if before is not None and is_in_play(position, before) and not is_protected(position, before):
        send_back(position, before)
    yield from ()


def siege_engine(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-87, CA-134: the fourth engine drives all soldiers from the walls."""
    castle_is_besieged(position)
    yield from ()


def dragon(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-135, CA-144: a card outside is sent back, then a card in a tower or on a rampart."""
    castle = cards_in(position, "towers", "ramparts")
    yield from choose_and_send_back(position, seat, card, cards_in(position, "outside"), later=castle)
    yield from choose_and_send_back(position, seat, card, castle)


# --- placing with the effect


def kings_advisor(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-127: a card of the exchange is placed without a token, with its effect."""
    entry = yield from ask(Place(position, "CA-127"))
    if entry is not None:
        placed = entry["place"]
        position["exchange"].remove(placed["card"])
        yield from place_card(position, seat, placed["card"], place_in(placed), None)


EFFECTS = {
    **dict.fromkeys(("ghost", "prince", "ambassador", "priest", "herald", "knight"), nothing),
    **{
        effect.__name__: effect
        for effect in (
            *(lookout, magician, archer, witch, alchemist, traitor, soldier, kings_advisor, barbarian, fairy),
            *(enchanter, siege_engine, dragon),
            *(courtyard.merchant, courtyard.king, courtyard.minstrel, courtyard.courtesan, courtyard.queen),
            *(courtyard.princess, courtyard.schemer, courtyard.spy, courtyard.thief, courtyard.fool),
            *(courtyard.village_idiot, courtyard.lady_in_waiting, courtyard.courtier, courtyard.assassin),
            *(courtyard.mistress, courtyard.prince_charming, courtyard.black_knight),
        )
    },
    "captain": soldier,
}


def place_card(position: Position, seat: int, kind: str, place: Entry, token: int | None) -> Asking[None]:
    """Place a card and apply its effect (CA-41), which may be that of another (HR-30)."""
    card = put(position, kind, place, token)
    position["merchant"] |= kind == "merchant"
    yield from EFFECTS[EFFECT_OF.get(kind, kind)](position, seat, card)
