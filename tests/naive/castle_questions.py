"""The questions that the effects of cards ask about cards in play, answered by entries of a record.

An effect asks, a player or chance answers. A question knows every answer (`options`, entries as records hold
them, one for each different choice) and what is wrong with an entry (`check`). Faults are named so:

    CA-43   the effect is missing, or something else stands in its place
    CA-46   another player than the one who chooses; CA-111 where the King's text names who does
    CA-47   the card that was just placed
    CA-144  the two cards of the Dragon in the wrong order
    CA-78   a protected card, also one beneath a Knight
    CA-65   a move to a space that is not a free one of the card's zone
    CA-68   a Knight's move that is not onto a card of another pile of its zone
    CA-1xx  any other card or answer, by the number of the card that asks
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, NoReturn

from . import Entry, Fault, Position
from .castle_board import (
    Card,
    Cards,
    card_named,
    free_spaces,
    is_space,
    name_card,
    name_pile,
    pile_named,
    pile_of,
    zone,
    zone_of,
)
from .castle_table import is_protected


class Question:
    """What a player, or chance, has to say: `key` is the key of the entry."""

    key = ""
    optional = False  # may the answer be left out?
    was_asked = True  # or was there nothing to choose (CA-44)?
    later: Cards = ()  # cards that are chosen later (CA-144)

    def __init__(self, position: Position, rule: str) -> None:
        self.position = position
        self.rule = rule

    def options(self) -> Iterator[Entry]:
        """Every different answer, as an entry."""
        raise NotImplementedError

    def check(self, entry: Entry) -> None:
        """Raise what is wrong with an entry that has the key."""
        raise NotImplementedError

    def draw(self, rng: random.Random) -> Entry:
        """An answer at random."""
        return rng.choice(list(self.options()))

    def can_be_asked(self) -> bool:
        """Is there any answer? An effect that cannot be applied is ignored (CA-44)."""
        return next(iter(self.options()), None) is not None

    def check_entry(self, entry: Any) -> None:
        """Raise what is wrong with the entry that stands where the answer should."""
        if not isinstance(entry, dict) or self.key not in entry:
            raise Fault("CA-43", f"a '{self.key}' is mandatory here, not {entry}")
        self.check_chooser(entry.get("by"))
        self.check(entry)

    def check_chooser(self, by: Any) -> None:
        """Who chooses: the player of the card, not always named, or who the text says (CA-111)."""
        chooser = self.chooses()
        if by is None and chooser == self.position["seat"]:
            return
        if type(by) is not int or by != chooser:
            rule = "CA-46" if chooser == self.position["seat"] else "CA-111"
            raise Fault(rule, f"seat {chooser} chooses, not seat {by}")

    def chooses(self) -> int:
        """Who answers (CA-46)."""
        return self.position["seat"]

    def speaks_of(self, place: Any) -> bool:
        """Is this the card that was just placed, or one that the question is about, protected or not?"""
        return False

    def refuse(self, message: str) -> NoReturn:
        """The fault that the card's own rule names."""
        raise Fault(self.rule, message)


def check_target(
    question: Question, place: Any, own: Card, candidates: Cards, even_protected: bool = False
) -> Card:
    """The card of a place, if it may be chosen: one of the candidates, not the card itself, unprotected."""
    card = card_named(question.position, place)
    if card is None:
        question.refuse(f"no card at {place}")
    if card is own:
        raise Fault("CA-47", f"{card['card']} cannot choose itself")
    if any(card is other for other in question.later):
        raise Fault("CA-144", f"{card['card']} at {place} is chosen later")
    if not any(card is other for other in candidates):
        question.refuse(f"{card['card']} at {place} cannot be chosen")
    if not even_protected and is_protected(question.position, card):
        raise Fault("CA-78", f"{card['card']} at {place} is protected")
    return card


def names_one_of(question: OneCard | Move, place: Any) -> bool:
    """Does the place hold one of the question's candidates, or its own card?"""
    card = card_named(question.position, place)
    return any(card is other for other in [question.own, *question.candidates])


class OneCard(Question):
    """One card in play: send_back, to_exchange, remove or take_token."""

    def __init__(
        self,
        position: Position,
        rule: str,
        key: str,
        own: Card,
        candidates: Cards,
        player: int,
        chooser: int,
        even_protected: bool = False,
    ) -> None:
        super().__init__(position, rule)
        self.key = key
        self.own = own
        self.candidates = [card for card in candidates if card is not own]
        self.player = player  # who placed the card
        self.chooser = chooser  # who chooses (CA-46)
        self.even_protected = even_protected

    def options(self) -> Iterator[Entry]:
        """A place for every card that may be chosen."""
        by = {"by": self.chooser} if self.chooser != self.player else {}
        for card in self.candidates:
            if self.even_protected or not is_protected(self.position, card):
                yield {self.key: name_card(self.position, card)} | by

    def chooses(self) -> int:
        """The player of the card or, for the King, the owner of the Mistress."""
        return self.chooser

    def speaks_of(self, place: Any) -> bool:
        """One of the candidates."""
        return names_one_of(self, place)

    def check(self, entry: Entry) -> None:
        """The card that is named."""
        check_target(self, entry[self.key], self.own, self.candidates, self.even_protected)


class Move(Question):
    """One of several cards to a new place: a space, the outside, or for a Knight another card."""

    key = "move"

    def __init__(
        self,
        position: Position,
        rule: str,
        own: Card,
        candidates: Cards,
        optional: bool = False,
        outwards: bool = False,
    ) -> None:
        super().__init__(position, rule)
        self.own = own
        self.candidates = [card for card in candidates if card is not own]
        self.optional = optional
        self.outwards = outwards  # is it the Fairy's move?

    def goals(self, card: Card) -> list[Entry]:
        """Where the card may go, as places (CA-65, CA-68, CA-70, CA-132)."""
        own_pile, knight = pile_of(self.position, card), card["card"] == "knight"
        if self.outwards and not knight:
            return [{"outside": True}]
        if knight:
            there = "outside" if self.outwards else zone(own_pile["at"])
            return [
                name_pile(self.position, pile)
                for pile in self.position["piles"]
                if pile is not own_pile and zone(pile["at"]) == there
            ]
        return [{"at": list(space)} for space in free_spaces(self.position, zone(own_pile["at"]))]

    def speaks_of(self, place: Any) -> bool:
        """One of the candidates."""
        return names_one_of(self, place)

    def options(self) -> Iterator[Entry]:
        """Every unprotected card with every place it can go to."""
        for card in self.candidates:
            if not is_protected(self.position, card):
                for goal in self.goals(card):
                    yield {"move": name_card(self.position, card), "to": goal}

    def check(self, entry: Entry) -> None:
        """The card first, then where it goes."""
        card = check_target(self, entry["move"], self.own, self.candidates)
        if not self.leads_to_a_goal(card, entry.get("to")):
            if self.outwards:
                self.refuse(f"{card['card']} cannot be drawn out to {entry.get('to')}")
            rule = "CA-68" if card["card"] == "knight" else "CA-65"
            raise Fault(rule, f"{card['card']} cannot be moved to {entry.get('to')}")

    def leads_to_a_goal(self, card: Card, place: Any) -> bool:
        """Is it a new place for this card?"""
        if not isinstance(place, dict) or place.get("depth", 0) != 0:
            return False
        if sum(key in place for key in ("at", "outside", "wall")) != 1:
            return False
        if card["card"] == "knight":
            pile = pile_named(self.position, place)
            there = "outside" if self.outwards else zone_of(self.position, card)
            if pile is None or pile is pile_of(self.position, card):
                return False
            return zone(pile["at"]) == there
        if self.outwards:
            return place.get("outside") is True
        space = tuple(place["at"]) if is_space(place.get("at")) else None
        return space in free_spaces(self.position, zone_of(self.position, card))


class SeveralCards(Question):
    """Several different cards in play: replace_tokens, or swap and swap_tokens with two."""

    def __init__(
        self,
        position: Position,
        rule: str,
        key: str,
        own: Card,
        candidates: Cards,
        number: int,
        even_protected: bool,
    ) -> None:
        super().__init__(position, rule)
        self.key = key
        self.own = own
        self.candidates = [card for card in candidates if card is not own]
        self.number = number
        self.even_protected = even_protected

    def allowed(self) -> list[Card]:
        """The cards that may be chosen."""
        return [
            card for card in self.candidates if self.even_protected or not is_protected(self.position, card)
        ]

    def options(self) -> Iterator[Entry]:
        """Every set of so many of them."""
        if self.number:
            for cards in itertools.combinations(self.allowed(), self.number):
                yield {self.key: [name_card(self.position, card) for card in cards]}

    def check(self, entry: Entry) -> None:
        """The number, each card, and that they are different ones."""
        named = entry[self.key]
        if not isinstance(named, list) or len(named) != self.number:
            self.refuse(f"'{self.key}' names {self.number} cards, not {named}")
        cards = [check_target(self, place, self.own, self.candidates, self.even_protected) for place in named]
        if any(one is other for one, other in itertools.combinations(cards, 2)):
            self.refuse(f"'{self.key}' names a card twice")

    def draw(self, rng: random.Random) -> Entry:
        """A set at random."""
        cards = rng.sample(self.allowed(), self.number)
        return {self.key: [name_card(self.position, card) for card in cards]}


class NewTokens(Question):
    """The Spy's: which of their tokens lies on which of these cards from now on (CA-118)."""

    key = "tokens"

    def __init__(self, position: Position, rule: str, own: Card, beside: list[Card]) -> None:
        super().__init__(position, rule)
        self.own = own
        self.cards = [card for card in beside if card["token"] is not None]
        self.bare = [card for card in beside if card["token"] is None]
        self.tokens = [card["token"] for card in self.cards]

    def entry(self, tokens: list[int]) -> Entry:
        """The entry that gives the cards these tokens."""
        return {
            "tokens": [
                [name_card(self.position, card), token]
                for card, token in zip(self.cards, tokens, strict=True)
            ]
        }

    def options(self) -> Iterator[Entry]:
        """Every way to deal the tokens out that looks different."""
        if self.cards:
            for tokens in arrangements(self.tokens):
                yield self.entry(tokens)

    def check(self, entry: Entry) -> None:
        """Every card that carries a token once, with the same tokens as before; the bare ones stay bare."""
        pairs = entry["tokens"]
        if not isinstance(pairs, list) or not all(
            isinstance(pair, list) and len(pair) == 2 for pair in pairs
        ):
            self.refuse(f"tokens are [place, seat] pairs, not {pairs}")
        pairs = [pair for pair in pairs if not (pair[1] is None and self.is_bare(pair[0]))]
        if len(pairs) != len(self.cards):
            self.refuse(f"{len(self.cards)} cards carry a token, not {len(pairs)}")
        cards = [check_target(self, place, self.own, self.cards, even_protected=True) for place, _ in pairs]
        if any(sum(card is other for other in cards) != 1 for card in self.cards):
            self.refuse("every adjacent card with a token is named once")
        tokens = [token for _, token in pairs]
        if any(type(token) is not int for token in tokens) or sorted(tokens) != sorted(self.tokens):
            self.refuse(f"the tokens are {sorted(self.tokens)}, not {tokens}")

    def is_bare(self, place: Any) -> bool:
        """Is this an adjacent card without a token?"""
        card = card_named(self.position, place)
        return any(card is other for other in self.bare)

    def draw(self, rng: random.Random) -> Entry:
        """A way at random."""
        return self.entry(rng.sample(self.tokens, len(self.tokens)))


def arrangements(things: list[Any]) -> Iterator[list[Any]]:
    """Every different order of a list of things, some of them alike."""
    if not things:
        yield []
    for first in sorted(set(things)):
        rest = list(things)
        rest.remove(first)
        for others in arrangements(rest):
            yield [first, *others]
