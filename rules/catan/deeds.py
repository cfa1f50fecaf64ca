"""How what a seat does stands in a record: what is written of a move is what is read of it.

An entry names its seat, what it does, and what belongs to that: a place, cards, what chance added.
The engine knows the same as a move and an outcome of chance. What cannot be read is a fault by its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.catan.geometry import N_EDGES, N_HEXES, N_VERTICES
from rules.catan.moves import (
    MOVES,
    NO_SECOND,
    NOT_NOW,
    Kind,
    move_asked,
    move_given,
    move_kind,
    move_place,
    move_second,
    move_wanted,
    pack_move,
)
from rules.catan.options import RESOURCES, Trade
from rules.catan.position import Position
from rules.catan.state import CARDS, Card
from rules.records import Data, Illegal, Keys, is_pair, is_whole, quote

Entry = Mapping[str, Any]

PLAYED = MOVES[Kind.KNIGHT : Kind.MONOPOLY + 1]
"""The development cards that are played, in the order of their moves."""

SETUP_RULES = {"CT-81": "CT-47", "CT-83": "CT-46", "CT-85": "CT-46"}
"""Which rule of the set-up stands in for one of later."""


class EntryPart(NamedTuple):
    """A part of an entry that stands for one number of the engine: its name, how it is written, and read."""

    name: str
    rule: str
    write: Callable[[int], Any]
    known: Callable[[Position, Any], bool]
    """Whether a value can stand there."""
    read: Callable[[Any], int]
    refusal: str
    """What is said of any other value, which stands in the place of {}."""

    def number(self, position: Position, entry: Entry) -> int:
        """What an entry says, or `Illegal`."""
        value = entry.get(self.name)
        if not self.known(position, value):
            rule = SETUP_RULES.get(self.rule, self.rule) if position["turn"] == 0 else self.rule
            raise Illegal(rule, self.refusal.format(quote(value)))
        return self.read(value)


def numbered(name: str, several: str, n: int, rule: str) -> EntryPart:
    """One of `n` places on the island."""
    refusal = f"there is no {name} {{}}; {several} go from 0 to {n - 1}"
    return EntryPart(name, rule, int, lambda _, value: is_whole(value, 0, n - 1), int, refusal)


def worded(name: str, words: tuple[str, ...], rule: str, refusal: str) -> EntryPart:
    """One of these words."""
    refusal = refusal.replace("WORDS", ", ".join(words))
    return EntryPart(name, rule, words.__getitem__, lambda _, value: value in words, words.index, refusal)


def seat_or_nobody(name: str, rule: str, refusal: str) -> EntryPart:
    """A seat, or null."""
    return EntryPart(
        name,
        rule,
        lambda seat: None if seat == NOT_NOW else seat,
        lambda position, value: value is None or is_whole(value, 0, position.players - 1),
        lambda value: NOT_NOW if value is None else int(value),
        refusal,
    )


def is_dice(_: Position, value: Any) -> bool:
    """Whether this is what two dice show."""
    return is_pair(value, 1, 6)


def write_dice(number: int) -> list[int]:
    """Two dice as they lie (CT-19)."""
    return [number // 6 + 1, number % 6 + 1]


def read_dice(dice: Sequence[int]) -> int:
    """Two dice as the engine numbers them."""
    return 6 * (dice[0] - 1) + dice[1] - 1


def is_answer(_: Position, value: Any) -> bool:
    """Whether this is yes or no."""
    return isinstance(value, bool)


def edge_or_none() -> EntryPart:
    """An edge, or null for the second free road left out where that is legal (HR-12)."""
    edge = numbered("edge", "edges", N_EDGES, "CT-81")
    left_out = pack_move(Kind.ROAD, NOT_NOW, 0)
    return edge._replace(
        write=lambda place: None if place == NOT_NOW else place,
        known=lambda position, value: (
            position.allows(left_out) if value is None else edge.known(position, value)
        ),
        read=lambda value: NOT_NOW if value is None else int(value),
    )


PLACES: dict[int, EntryPart] = {
    Kind.ROAD: edge_or_none(),
    Kind.SETTLEMENT: numbered("vertex", "vertices", N_VERTICES, "CT-83"),
    Kind.CITY: numbered("vertex", "vertices", N_VERTICES, "CT-85"),
    Kind.ROBBER: numbered("hex", "hexes", N_HEXES, "CT-63"),
    Kind.STEAL: seat_or_nobody("from", "CT-65", "{} is no seat"),
    Kind.MONOPOLY: worded("resource", RESOURCES, "CT-98", "monopoly names one of WORDS, not {}"),
    Kind.WELFARE: worded("resource", RESOURCES, "HR-9", "tokens buy one of WORDS, not {}"),
    Kind.ANSWER: EntryPart("yes", "CT-79", bool, is_answer, int, "an answer is yes true or false, not {}"),
    Kind.ACCEPT: seat_or_nobody("with", "CT-79", "{} is no seat that said yes to the offer"),
}
"""The place of a move, by its kind."""

CARD = worded("card", CARDS, "CT-13", "there is no development card {}; there are WORDS")
DICE = EntryPart("dice", "CT-19", write_dice, is_dice, read_dice, "two dice show 1 to 6 each, not {}")
OUTCOMES: dict[int, EntryPart] = {
    Kind.BUY: CARD,
    Kind.ROLL: DICE,
    Kind.NEUTRAL_ROLL: DICE,
    Kind.STEAL: worded("card", RESOURCES, "CT-66", "the card taken is one of WORDS, not {}"),
    Kind.DRAW: worded("card", RESOURCES, "HR-2", "the card drawn is one of WORDS, not {}"),
}
"""What chance adds to a move, by its kind (CT-6)."""

MORE: dict[int, tuple[str, ...]] = {
    Kind.DISCARD: ("cards",),
    Kind.YEAR_OF_PLENTY: ("take",),
    Kind.BANK: ("give", "take"),
    Kind.OFFER: ("give", "want", "to"),
}
"""What else an entry says, by the kind of its move."""


class Form(NamedTuple):
    """How entries say moves of one kind: what all say alike, and what stands for numbers of the engine."""

    alike: Data
    place: EntryPart | None
    outcome: EntryPart | None
    more: tuple[str, ...]

    @property
    def keys(self) -> dict[str, Keys]:
        """What may stand in an entry."""
        parts = [part.name for part in (self.place, self.outcome) if part]
        return dict.fromkeys(("seat", *self.alike, *parts, *self.more))


FORMS = tuple(
    Form(
        {"do": "play", "card": word} if word in PLAYED else {"do": word},
        PLACES.get(kind),
        OUTCOMES.get(kind),
        MORE.get(kind, ()),
    )
    for kind, word in enumerate(MOVES)
)
"""By the kind of a move."""


KEYS = {tuple(form.alike.values()): form.keys for form in FORMS}
"""The keys of entries by what they do, and the card that is played."""


def entry_keys(entry: Any) -> Keys:
    """What may stand in an entry, by what it does; None for nothing that there is."""
    do = entry.get("do") if isinstance(entry, Mapping) else None
    said = (do, entry.get("card")) if do == "play" else (do,)
    return KEYS.get(said) if all(isinstance(word, str) for word in said) else None


# --- cards


def write_cards(counts: Sequence[int]) -> Data:
    """Cards by resource, those of which there are some."""
    return {name: int(n) for name, n in zip(RESOURCES, counts, strict=True) if n}


def read_cards(value: Any) -> list[int] | None:
    """Numbers of cards by resource, None for what is no such object."""
    if not isinstance(value, Mapping) or not set(value) <= set(RESOURCES):
        return None
    counts = [value.get(name, 0) for name in RESOURCES]
    return counts if all(is_whole(n, 0, 10**6) for n in counts) else None


def read_side(value: Any, rule: str) -> list[int]:
    """The cards on one side of a trade (CT-73)."""
    if not isinstance(value, dict):
        raise Illegal(rule, f"cards are given by resource, not as {quote(value)}")
    if unknown := [name for name in value if name not in RESOURCES]:
        raise Illegal("CT-73", f"only resource cards change hands, not {quote(unknown[0])}")
    if (cards := read_cards(value)) is None:
        raise Illegal(rule, f"numbers of cards are whole, not {quote(value)}")
    return cards


# --- writing


def write_deed(position: Position, seat: int, move: int, outcome: int) -> Data:
    """A move of `seat` with what chance added to it; not one card of a discard."""
    form, place = FORMS[move_kind(move)], move_place(move)
    entry: Data = {"seat": seat, **form.alike}
    if form.place:
        entry[form.place.name] = form.place.write(place)
    if form.outcome and place != NOT_NOW:
        entry[form.outcome.name] = form.outcome.write(outcome)
    if form.more:
        entry |= _write_more(position, seat, move)
    return entry


def _write_more(position: Position, seat: int, move: int) -> Data:
    """What an entry says of cards."""
    kind, place, second = move_kind(move), move_place(move), move_second(move)
    entry: Data = {}
    if kind == Kind.YEAR_OF_PLENTY:
        entry["take"] = write_cards([(place, second).count(resource) for resource in range(5)])
    elif kind == Kind.BANK:
        rate = int(position["rate"][seat, place])
        entry |= {"give": {RESOURCES[place]: rate}, "take": {RESOURCES[second]: 1}}
    elif kind == Kind.OFFER:
        entry["give"] = write_cards([move_given(move, resource) for resource in range(5)])
        entry["want"] = write_cards([move_wanted(move, resource) for resource in range(5)])
        clockwise, asked = [*range(seat + 1, position.players), *range(seat)], move_asked(move)
        entry["to"] = [other for other in clockwise if asked >> other & 1]
    return entry


# --- reading


def read_kind(position: Position, entry: Entry) -> int:
    """The kind of the move; a development card played is one that can be (CT-13, CT-99)."""
    if entry["do"] != "play":
        return MOVES.index(entry["do"])
    if CARD.number(position, entry) == Card.VICTORY_POINT:
        raise Illegal("CT-99", "a victory point card is not played; it counts by itself")
    return Kind.KNIGHT + PLAYED.index(entry["card"])


def read_place(position: Position, seat: int, kind: int, entry: Entry) -> tuple[int, int]:
    """The place of the move, and its second resource."""
    if kind in PLACES:
        return PLACES[kind].number(position, entry), 0
    if kind == Kind.YEAR_OF_PLENTY:
        return _read_plenty(position, entry)
    return _read_bank_trade(position, seat, entry) if kind == Kind.BANK else (0, 0)


def read_outcome(position: Position, kind: int, place: int, entry: Entry) -> int:
    """What chance added to the move; nothing where no card is taken (CT-65)."""
    if place == NOT_NOW:
        if kind == Kind.STEAL and entry.get("card") is not None:
            raise Illegal("CT-65", f"{quote(entry['card'])} is taken from nobody")
        return 0
    return OUTCOMES[kind].number(position, entry) if kind in OUTCOMES else 0


def _read_plenty(position: Position, entry: Entry) -> tuple[int, int]:
    """The two cards taken from the bank, or its last one (CT-97)."""
    cards, due = read_cards(entry.get("take")), min(2, int(position["bank"].sum()))
    if due == 0:
        raise Illegal("CT-97", "the bank is empty")
    if cards is None or sum(cards) != due:
        what = "two cards" if due == 2 else "the last card of the bank"
        raise Illegal("CT-97", f"year of plenty takes {what}, not {quote(entry.get('take'))}")
    first, second = (*one_by_one(cards), NO_SECOND)[:2]
    return first, second


def _read_bank_trade(position: Position, seat: int, entry: Entry) -> tuple[int, int]:
    """Equal cards, at the best rate, for one card of another kind (CT-44, CT-75, CT-76, CT-77, CT-78)."""
    give, take = read_side(entry.get("give"), "CT-75"), read_side(entry.get("take"), "CT-75")
    kinds = [resource for resource in range(5) if give[resource]]
    if len(kinds) != 1 or sum(take) != 1:
        raise Illegal("CT-75", "the bank gives one card for equal cards of one resource")
    given, taken = kinds[0], take.index(1)
    if given == taken:
        raise Illegal("CT-78", f"the bank gives no {RESOURCES[taken]} for {RESOURCES[given]}")
    cards, rate, options = give[given], int(position["rate"][seat, given]), position.options
    if cards != rate:
        words = f"seat {seat + 1} pays {rate} {RESOURCES[given]} for a card, not {cards}"
        if cards > rate and cards in (options.bank_rate, options.generic_rate):
            raise Illegal("CT-44", f"{words}: its best rate counts")
        raise Illegal(rate_rule(position, cards), words)
    return given, taken


def rate_rule(position: Position, cards: int) -> str:
    """The rule that speaks of so many equal cards (CT-75, CT-76, CT-77)."""
    options = position.options
    rates = {options.special_rate: "CT-77", options.generic_rate: "CT-76", options.bank_rate: "CT-75"}
    return rates.get(cards, "CT-75")


def read_offer(position: Position, seat: int, entry: Entry) -> tuple[list[int], list[int], int]:
    """The two sides of an offer, and the set of seats that it goes to (CT-71, CT-72, CT-79)."""
    give, want = read_side(entry.get("give"), "CT-71"), read_side(entry.get("want"), "CT-71")
    if sum(give) == 0 or sum(want) == 0:
        raise Illegal("CT-71", "at least one card goes each way")
    for name, out, back in zip(RESOURCES, give, want, strict=True):
        if out and back:
            raise Illegal("CT-72", f"{name} stands on both sides")
    if position.options.trade == Trade.ONE_FOR_ONE and (sum(give), sum(want)) != (1, 1):
        raise Illegal("CT-79", "one card goes for one card in this game")
    others = [other for other in range(position.players) if other != seat]
    to = others if entry.get("to") is None else entry["to"]
    if not isinstance(to, list | tuple) or not to:
        raise Illegal("CT-79", f"an offer goes to a list of seats, not to {quote(to)}")
    for other in to:
        if not is_whole(other, 0, position.players - 1) or to.count(other) > 1:
            raise Illegal("CT-79", f"an offer goes to different seats, not to {quote(to)}")
        if other == seat:
            raise Illegal("CT-79", f"seat {seat + 1} asks itself")
    return give, want, sum(1 << other for other in to)


def read_discard(position: Position, seat: int, entry: Entry) -> list[int]:
    """The cards by resource that a seat gives up on a seven, as many as it owes (CT-61)."""
    due, cards = int(position["due"][seat]), read_cards(entry.get("cards"))
    if due == 0:
        raise Illegal("CT-61", f"seat {seat + 1} has no cards to give up")
    if cards is None or sum(cards) != due:
        raise Illegal("CT-61", f"seat {seat + 1} gives up {due} cards, not {quote(entry.get('cards'))}")
    return cards


def one_by_one(counts: Sequence[int]) -> list[int]:
    """The resource of every single card."""
    return [resource for resource, n in enumerate(counts) for _ in range(n)]
