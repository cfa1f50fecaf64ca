"""What the cards of the courtyard do when they are placed (CA-110 to CA-130), but for the King's Advisor.

Every effect is a generator of questions, see castle_asking.py.
"""

from __future__ import annotations

from . import Position
from .castle_asking import (
    Asking,
    ask,
    beside_card,
    choose_and_move,
    choose_and_send_back,
    choose_one,
    knights,
)
from .castle_board import Card, card_named, cards_in, cards_in_play, find, pile_of
from .castle_cards import gender, zone_of_kind
from .castle_hand_questions import FromEachHand, Trade
from .castle_questions import Move, NewTokens, SeveralCards
from .castle_table import assassinate


def merchant(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-110: three tokens of others become one's own; a third action (CA-26, CA-141)."""
    others = [other for other in cards_in_play(position) if other["token"] not in (None, seat)]
    number = min(3, len(others))
    question = SeveralCards(position, "CA-110", "replace_tokens", card, others, number, even_protected=True)
    entry = yield from ask(question)
    for place in entry["replace_tokens"] if entry else ():
        card_named(position, place)["token"] = seat
    position["allowed"] = position["options"]["actions"] + 1


def king(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-111: another card of the castle is sent back; then the owner of the Mistress chooses one too."""
    castle = ("courtyard", "ramparts", "towers")
    yield from choose_and_send_back(position, seat, card, cards_in(position, *castle))
    mistress_there = find(position, "mistress", zone_of_kind("mistress"))
    if mistress_there is not None and mistress_there["token"] is not None:
        candidates = [other for other in cards_in(position, *castle) if other["card"] != "king"]
        yield from choose_and_send_back(position, seat, card, candidates, mistress_there["token"])


def minstrel(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-112: two cards on adjacent courtyard spaces, each alone and unprotected, change places."""
    beside = beside_card(position, card, "courtyard")
    question = SeveralCards(position, "CA-112", "swap", card, beside, 2, even_protected=False)
    question.candidates = [other for other in beside if other["card"] != "knight"]
    entry = yield from ask(question)
    if entry is not None:
        one, other = (card_named(position, place) for place in entry["swap"])
        piles = pile_of(position, one), pile_of(position, other)
        piles[0]["at"], piles[1]["at"] = piles[1]["at"], piles[0]["at"]


def courtesan(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-113: a card of the hand for one drawn from another hand, both as they were before."""
    entry = yield from ask(Trade(position, "CA-113", seat))
    if entry is not None:
        trade = entry["trade"]
        position["hands"][seat].remove(trade["give"])
        position["hands"][trade["with"]].remove(trade["got"])
        position["hands"][seat].append(trade["got"])
        position["hands"][trade["with"]].append(trade["give"])


def queen(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-114: another card of the courtyard is sent back."""
    yield from choose_and_send_back(position, seat, card, cards_in(position, "courtyard"))


def princess(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-115: a Knight is moved."""
    yield from choose_and_move(position, card, knights(position))


def schemer(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-117: two other cards swap their tokens."""
    marked = [other for other in cards_in_play(position) if other["token"] is not None]
    question = SeveralCards(position, "CA-117", "swap_tokens", card, marked, 2, even_protected=True)
    entry = yield from ask(question)
    if entry is not None:
        one, other = (card_named(position, place) for place in entry["swap_tokens"])
        one["token"], other["token"] = other["token"], one["token"]


def spy(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-118: the tokens of adjacent cards are dealt out anew among these cards."""
    entry = yield from ask(NewTokens(position, "CA-118", card, beside_card(position, card)))
    for place, token in entry["tokens"] if entry else ():
        card_named(position, place)["token"] = token


def thief(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-120: an adjacent card loses its token."""
    marked = [other for other in beside_card(position, card) if other["token"] is not None]
    chosen = yield from choose_one(position, seat, card, "take_token", marked, even_protected=True)
    if chosen is not None:
        chosen["token"] = None


def fool(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-121: each gives a card to the player on the left, all at once."""
    entry = yield from ask(FromEachHand(position, "CA-121", "pass", lambda giver: giver))
    passed = entry["pass"] if entry else []
    for giver, kind in passed:
        position["hands"][giver].remove(kind)
    for giver, kind in passed:
        position["hands"][(giver + 1) % position["players"]].append(kind)


def village_idiot(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-122: each draws a card of the player on the right, all at once."""

    def right(taker: int) -> int:
        return (taker - 1) % position["players"]

    entry = yield from ask(FromEachHand(position, "CA-122", "taken", right))
    taken = entry["taken"] if entry else []
    for taker, kind in taken:
        position["hands"][right(taker)].remove(kind)
    for taker, kind in taken:
        position["hands"][taker].append(kind)


def lady_in_waiting(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-124: a male card on an adjacent space of the courtyard, or of any zone, is sent back."""
    zones = ("courtyard",) if position["options"]["lady_reaches"] == "courtyard" else ()
    beside = beside_card(position, card, *zones)
    men = [other for other in beside if gender(other["card"]) == "male"]
    yield from choose_and_send_back(position, seat, card, men)


def courtier(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-125: a card on an adjacent space is sent back."""
    yield from choose_and_send_back(position, seat, card, beside_card(position, card))


def assassin(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-126: a card on an adjacent space, not the King, leaves the game."""
    victims = [other for other in beside_card(position, card) if other["card"] != "king"]
    chosen = yield from choose_one(position, seat, card, "remove", victims)
    if chosen is not None:
        assassinate(position, chosen)


def mistress(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-128: the King to a free courtyard space and a Knight, in either order.

    Who takes the King first while he cannot be moved leaves him where he is, even if the Knight that is
    then moved was the one that protected him.
    """
    kings = [other for other in cards_in(position, "courtyard") if other["card"] == "king"]
    stays = not Move(position, "CA-128", card, kings).can_be_asked()
    first = yield from choose_and_move(position, card, [*kings, *knights(position)])
    if first is None:
        return
    if first["card"] == "king":
        yield from choose_and_move(position, card, knights(position))
    else:
        yield from choose_and_move(position, card, kings, optional=stays)


def prince_charming(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-129: a female card is moved in its zone."""
    women = [
        other
        for other in cards_in(position, "courtyard", "ramparts", "towers")
        if gender(other["card"]) == "female"
    ]
    yield from choose_and_move(position, card, women)


def black_knight(position: Position, seat: int, card: Card) -> Asking[None]:
    """CA-130: a Knight on an adjacent space is sent back."""
    near = [other for other in beside_card(position, card) if other["card"] == "knight"]
    yield from choose_and_send_back(position, seat, card, near)
