"""Effects of entries of Castle spoilt: (position, entry, rng) -> (spoilt entry, rule), or None."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from . import Entry, Position
from .castle_board import SPACES, Card, cards_in_play, name_card
from .castle_cards import KINDS
from .castle_hand_questions import FromEachHand, Give, Place, SwapCards, Trade
from .castle_questions import Move, NewTokens, OneCard, Question, SeveralCards
from .castle_table import is_protected
from .castle_turns import action_steps, answer_from, flattened, nested, next_question

SpoiltEntry = tuple[Entry, str] | None
"""A spoilt entry and the rule that it breaks; None where the way does not apply."""
Change = Callable[[Any, Any], list[tuple[Entry, str]]]


def answers_of(entry: Entry) -> list[Entry]:
    """The effects of an entry in one list, without those that stand behind the King's Advisor's card."""
    flat = flattened(entry.get("effects") or [])
    return [
        {"place": {key: part for key, part in answer["place"].items() if key != "effects"}}
        if "place" in answer
        else answer
        for answer in flat
    ]


def with_answers(entry: Entry, answers: list[Any]) -> Entry:
    """The entry with other effects."""
    return {key: part for key, part in entry.items() if key != "effects"} | {"effects": nested(answers)}


def asked(position: Position, entry: Entry, number: int) -> Question:
    """The question that an effect answers; its position is the one in which it was asked."""
    head = {key: part for key, part in entry.items() if key not in ("seat", "effects")}
    question = next_question(position, head, answers_of(entry)[:number])
    assert question is not None
    return question


def unanswerable(position: Position, entry: Entry) -> set[str]:
    """The words of effects that find nothing to choose: to list one breaks the card's own rule."""
    trial, left = copy.deepcopy(position), answers_of(entry)
    steps = action_steps(trial, entry)
    with suppress(StopIteration):
        question = next(steps)
        while True:
            question = steps.send(answer_from(question, left))
    return {question.key for question in trial["asked"] if not question.was_asked}


def change_one(position: Position, entry: Entry, rng: random.Random, change: Change) -> SpoiltEntry:
    """The entry with one effect changed: `change` takes its question and gives [(effect, rule), ...]."""
    answers = answers_of(entry)
    found = [
        (number, *way)
        for number in range(len(answers))
        for way in change(asked(position, entry, number), answers[number])
    ]
    if not found:
        return None
    number, effect, rule = rng.choice(found)
    return with_answers(entry, [*answers[:number], effect, *answers[number + 1 :]]), rule


Way = Callable[[Position, Entry, random.Random], SpoiltEntry]


def of_an_answer(change: Change) -> Way:
    """A way that changes one effect."""

    @wraps(change)
    def way(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
        return change_one(position, entry, rng, change)

    return way


def naming(question: Question, answer: Entry, card: Card) -> Entry:
    """The answer with this card in play in place of its first."""
    named = name_card(question.position, card)
    if isinstance(question, SeveralCards):
        return {question.key: [named, *answer[question.key][1:]]}
    return answer | {question.key: named}


@of_an_answer
def protected_target(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """A protected card is sent back, taken away, moved or swapped."""
    if not isinstance(question, (OneCard, Move, SeveralCards)) or getattr(question, "even_protected", False):
        return []
    candidates = [card for card in question.candidates if is_protected(question.position, card)]
    return [(naming(question, answer, card), "CA-78") for card in candidates]


@of_an_answer
def own_target(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """The card that was just placed is chosen by its own effect."""
    if not isinstance(question, (OneCard, Move, SeveralCards)):
        return []
    return [(naming(question, answer, question.own), "CA-47")]


@of_an_answer
def other_target(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """A card in play that the effect cannot choose, or a space with nothing on it."""
    if not isinstance(question, (OneCard, Move, SeveralCards)):
        return []
    cards = [
        card
        for card in cards_in_play(question.position)
        if card is not question.own and not any(card is other for other in question.candidates)
    ]
    later = [any(card is other for other in question.later) for card in cards]
    found = [
        (naming(question, answer, card), "CA-144" if comes_later else question.rule)
        for card, comes_later in zip(cards, later, strict=True)
    ]
    if isinstance(question, OneCard):
        nothing: list[Entry] = [{"at": [9, 9]}, {"outside": "knight"}, {}]
        found += [(answer | {question.key: name}, question.rule) for name in nothing]
    return found


def missing_effect(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """An effect and all after it are left out."""
    answers = answers_of(entry)
    numbers = [number for number in range(len(answers)) if not asked(position, entry, number).optional]
    if not numbers:
        return None
    return with_answers(entry, answers[: rng.choice(numbers)]), "CA-43"


@of_an_answer
def other_effect(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """Something else is done in place of the effect."""
    if question.optional:
        return []
    keys = [key for key in ("send_back", "remove", "to_exchange", "take_token") if key != question.key]
    return [({key: {"at": [1, 1]}}, "CA-43") for key in keys]


def effect_too_many(position: Position, entry: Entry, rng: random.Random) -> SpoiltEntry:
    """One more card is sent back, moved or robbed; not what the card would do if it had a target (CA-44)."""
    if entry["do"] != "play":
        return None
    places = [name_card(position, card) for card in cards_in_play(position)] or [{"at": [1, 1]}]
    words = [
        word for word in ("send_back", "remove", "take_token") if word not in unanswerable(position, entry)
    ]
    more = {rng.choice(words): rng.choice(places)}
    if rng.random() < 0.5:
        return entry | {"effects": [*(entry.get("effects") or []), more]}, "CA-44"
    return with_answers(entry, [*answers_of(entry), more]), "CA-44"


@of_an_answer
def wrong_chooser(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """Another player than the one who chooses; the card that the Advisor places is not signed."""
    if isinstance(question, FromEachHand | Place):
        return []
    others = [seat for seat in range(question.position["players"]) if seat != question.chooses()]
    rule = "CA-46" if question.chooses() == question.position["seat"] else "CA-111"
    unsigned = {key: said for key, said in answer.items() if key != "by"}
    missing = [] if rule == "CA-46" else [(unsigned, rule)]
    return [*missing, *((answer | {"by": seat}, rule) for seat in [*others, "0"])]


@of_an_answer
def wrong_goal(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """A card is moved where it cannot go."""
    if not isinstance(question, Move):
        return []
    moved = next(
        card
        for card in cards_in_play(question.position)
        if name_card(question.position, card) == answer["move"]
    )
    knight = moved["card"] == "knight"
    rule = "CA-132" if question.outwards else "CA-68" if knight else "CA-65"
    legal = question.goals(moved)
    others = [{"at": list(space)} for space in SPACES] + [{"outside": True}, {"wall": "N"}, {}]
    return [(answer | {"to": place}, rule) for place in others if place not in legal]


@of_an_answer
def wrong_number(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """One card of several is named twice, one too few or none."""
    if isinstance(question, (SeveralCards, NewTokens, FromEachHand)):
        named = answer[question.key]
        ways = [[*named, named[0]], named[1:]]
    elif isinstance(question, SwapCards):
        swap = answer["swap_cards"]
        ways = [swap | {"give": swap["give"][1:]}, swap | {"take": [*swap["take"], swap["take"][0]]}]
    else:
        ways = []
    return [({question.key: way}, question.rule) for way in ways]


@of_an_answer
def wrong_cards(question: Question, answer: Entry) -> list[tuple[Entry, str]]:
    """A card is given, taken, drawn or placed that is not where it should be."""
    named, ways = answer[question.key], []
    here = question.position
    not_there = [kind for kind in KINDS if kind not in here["exchange"]]
    if isinstance(question, (Give, Place)):
        ways = [named | {"card": kind} for kind in not_there]
    elif isinstance(question, SwapCards):
        not_held = [kind for kind in KINDS if kind not in question.hand]
        ways = [named | {"take": [kind, *named["take"][1:]]} for kind in not_there]
        ways += [named | {"give": [kind, *named["give"][1:]]} for kind in not_held]
    elif isinstance(question, Trade):
        not_held = [kind for kind in KINDS if kind not in question.hands[question.seat]]
        not_drawn = [kind for kind in KINDS if kind not in question.hands[named["with"]]]
        ways = [named | {"give": kind} for kind in not_held] + [named | {"got": kind} for kind in not_drawn]
        ways.append(named | {"with": question.seat})
    elif isinstance(question, FromEachHand):
        seat = named[0][0]
        ways = [[[seat, kind], *named[1:]] for kind in KINDS if kind not in question.hands[seat]]
    elif isinstance(question, NewTokens):
        ways = [[[named[0][0], seat], *named[1:]] for seat in (None, *range(here["players"]))]
        ways = [way for way in ways if way[0][1] != named[0][1]]
    return [({question.key: way}, question.rule) for way in ways]


EFFECT_WAYS = {
    function.__name__.replace("_", " "): function
    for function in (
        *(protected_target, own_target, other_target, missing_effect, other_effect, effect_too_many),
        *(wrong_chooser, wrong_goal, wrong_number, wrong_cards),
    )
}
