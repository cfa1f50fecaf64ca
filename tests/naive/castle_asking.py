"""The parts of which the effects of cards are made: a card in play is chosen, sent back, moved.

An effect is a generator: it yields a question, is sent the entry that answers it, and changes the position.
`ask` leaves out a question without an answer (CA-44). `seat` is the player of the card, who chooses unless
the text names another (CA-46); `card` is the card that was placed, which never chooses itself (CA-47).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

from . import Entry, Position
from .castle_board import Card, Cards, card_named, cards_beside, cards_in, cards_in_play, pile_named, space_of
from .castle_cards import rule_of
from .castle_questions import Move, OneCard, Question
from .castle_table import move_onto, move_outside, move_to_space, send_back

T = TypeVar("T")
Asking: TypeAlias = Generator[Question, Entry | None, T]
"""An effect, or a part of one that gives something."""


def ask(question: Question) -> Asking[Entry | None]:
    """The answer, None if there is none to give."""
    question.position["asked"].append(question)
    question.was_asked = question.can_be_asked()
    return (yield question) if question.was_asked else None


def choose_one(
    position: Position,
    seat: int,
    card: Card,
    key: str,
    candidates: Cards,
    chooser: int | None = None,
    even_protected: bool = False,
    later: Cards = (),
) -> Asking[Card | None]:
    """One card in play is chosen; gives it, or None. Others may be chosen `later` (CA-144)."""
    who = seat if chooser is None else chooser
    rule = rule_of(card["card"])
    question = OneCard(position, rule, key, card, candidates, seat, who, even_protected)
    question.later = later
    entry = yield from ask(question)
    return card_named(position, entry[key]) if entry else None


def choose_and_send_back(
    position: Position,
    seat: int,
    card: Card,
    candidates: Cards,
    chooser: int | None = None,
    later: Cards = (),
) -> Asking[None]:
    """One card is chosen and sent back (CA-60)."""
    chosen = yield from choose_one(position, seat, card, "send_back", candidates, chooser, later=later)
    if chosen is not None:
        send_back(position, chosen)


def choose_and_move(position: Position, card: Card, candidates: Cards, **how: bool) -> Asking[Card | None]:
    """One card is chosen and moved; gives it, or None."""
    question = Move(position, rule_of(card["card"]), card, candidates, **how)
    entry = yield from ask(question)
    if entry is None:
        return None
    moved = card_named(position, entry["move"])
    if entry["to"].get("outside") is True:
        move_outside(position, moved)
    elif moved["card"] == "knight":
        move_onto(position, moved, pile_named(position, entry["to"]))
    else:
        move_to_space(position, moved, tuple(entry["to"]["at"]))
    return moved


def knights(position: Position) -> list[Card]:
    """The four Knights, as far as they are in play (CA-76)."""
    return [card for card in cards_in_play(position) if card["card"] == "knight"]


def beside_card(position: Position, card: Card, *zones: str) -> list[Card]:
    """The cards on spaces adjacent to this one, in these zones or all."""
    found = cards_beside(position, space_of(position, card))
    allowed = cards_in(position, *zones) if zones else found
    return [other for other in found if any(other is one for one in allowed)]
