"""The questions that the effects of cards ask about hands and the exchange (CA-105, CA-106, ...)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from . import Entry, Fault, Position
from .castle_placement import check_place, place_in, places
from .castle_questions import Question


def is_seat(position: Position, value: Any) -> bool:
    """Is this the number of a player?"""
    return type(value) is int and 0 <= value < position["players"]


def within(cards: Any, others: list[str]) -> bool:
    """Is every card of a list, which may be junk, there among the others as often?"""
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        return False
    return not Counter(cards) - Counter(others)


class Give(Question):
    """The Witch's: a card of the exchange into somebody's hand (CA-105)."""

    key = "give"

    def options(self) -> Iterator[Entry]:
        """Every kind in the exchange to every player."""
        for kind in sorted(set(self.position["exchange"])):
            for seat in range(self.position["players"]):
                yield {"give": {"card": kind, "to": seat}}

    def check(self, entry: Entry) -> None:
        """The card and the player."""
        given = entry["give"]
        if not isinstance(given, dict) or not within([given.get("card")], self.position["exchange"]):
            self.refuse(f"a card of the exchange is given, not {given}")
        if not is_seat(self.position, given.get("to")):
            self.refuse(f"it is given to a player, not {given.get('to')}")


class SwapCards(Question):
    """The Alchemist's: two cards of the hand for two of the exchange, fewer if there are fewer (CA-106)."""

    key = "swap_cards"

    def __init__(self, position: Position, rule: str, seat: int) -> None:
        super().__init__(position, rule)
        self.hand = position["hands"][seat]
        self.number = min(2, len(self.hand), len(position["exchange"]))

    def options(self) -> Iterator[Entry]:
        """Every set of so many kinds against every other."""
        if self.number:
            for give in sets_of(self.hand, self.number):
                for take in sets_of(self.position["exchange"], self.number):
                    yield {"swap_cards": {"give": give, "take": take}}

    def check(self, entry: Entry) -> None:
        """So many of each, all of them there before the swap."""
        swapped = entry["swap_cards"]
        if not isinstance(swapped, dict):
            self.refuse(f"no swap: {swapped}")
        for key, cards in (("give", self.hand), ("take", self.position["exchange"])):
            if not within(swapped.get(key), cards) or len(swapped[key]) != self.number:
                self.refuse(f"'{key}' names {self.number} cards of {sorted(cards)}, not {swapped.get(key)}")


def sets_of(cards: list[str], number: int) -> list[list[str]]:
    """The different sets of so many cards."""
    return [list(kinds) for kinds in sorted(set(itertools.combinations(sorted(cards), number)))]


class Trade(Question):
    """The Courtesan's: a card of the hand for one drawn at random from another player's (CA-113)."""

    key = "trade"

    def __init__(self, position: Position, rule: str, seat: int) -> None:
        super().__init__(position, rule)
        self.seat = seat
        self.hands = position["hands"]

    def options(self) -> Iterator[Entry]:
        """Every other player who has cards, every kind to give, every kind that may be drawn."""
        for other in range(self.position["players"]):
            if other != self.seat:
                for give in sorted(set(self.hands[self.seat])):
                    for got in sorted(set(self.hands[other])):
                        yield {"trade": {"with": other, "give": give, "got": got}}

    def check(self, entry: Entry) -> None:
        """The other player, and both cards as the hands were before."""
        trade = entry["trade"]
        if not isinstance(trade, dict) or not is_seat(self.position, trade.get("with")):
            self.refuse(f"no trade with another player: {trade}")
        if trade["with"] == self.seat:
            self.refuse("one does not trade with oneself")
        if not within([trade.get("give")], self.hands[self.seat]):
            self.refuse(f"seat {self.seat} does not hold {trade.get('give')}")
        if not within([trade.get("got")], self.hands[trade["with"]]):
            self.refuse(f"seat {trade['with']} does not hold {trade.get('got')}")


class FromEachHand(Question):
    """The Fool's and the Village Idiot's: [seat, card] for all at once, each card from one player's hand.

    `source` says whose hand it is: one's own (CA-121), or that of the player on the right (CA-122).
    """

    def __init__(self, position: Position, rule: str, key: str, source: Callable[[int], int]) -> None:
        super().__init__(position, rule)
        self.key = key
        self.hands = {
            seat: position["hands"][source(seat)]
            for seat in range(position["players"])
            if position["hands"][source(seat)]
        }

    def check_chooser(self, by: Any) -> None:
        """Everybody chooses, or nobody."""

    def options(self) -> Iterator[Entry]:
        """One kind of each hand, in every combination."""
        if self.hands:
            for kinds in itertools.product(*(sorted(set(hand)) for hand in self.hands.values())):
                yield {self.key: [[seat, kind] for seat, kind in zip(self.hands, kinds, strict=True)]}

    def check(self, entry: Entry) -> None:
        """Every seat with a hand to take from once, in any order, with a card of that hand."""
        pairs = entry[self.key]
        if not isinstance(pairs, list) or not all(
            isinstance(pair, list) and len(pair) == 2 for pair in pairs
        ):
            self.refuse(f"'{self.key}' is made of [seat, card] pairs, not {pairs}")
        seats = [seat for seat, _ in pairs]
        if any(type(seat) is not int for seat in seats) or sorted(seats) != sorted(self.hands):
            self.refuse(f"'{self.key}' is for seats {sorted(self.hands)}, not {seats}")
        for seat, kind in pairs:
            if not within([kind], self.hands[seat]):
                self.refuse(f"{kind} is not in the hand from which seat {seat} is to have it")

    def draw(self, rng: random.Random) -> Entry:
        """One card of each hand."""
        return {self.key: [[seat, rng.choice(hand)] for seat, hand in self.hands.items()]}


class Place(Question):
    """The King's Advisor's: a card of the exchange with a legal place (CA-127). Its effects come after."""

    key = "place"

    def options(self) -> Iterator[Entry]:
        """Every kind in the exchange on every place it can go to."""
        for kind in sorted(set(self.position["exchange"])):
            for place in places(self.position, kind):
                yield {"place": {"card": kind} | place}

    def check(self, entry: Entry) -> None:
        """The card, then its place as in any play."""
        placed = entry["place"]
        if not isinstance(placed, dict) or not within([placed.get("card")], self.position["exchange"]):
            raise Fault(self.rule, f"a card of the exchange is placed, not {placed}")
        check_place(self.position, placed["card"], place_in(placed))
