"""What is wrong with a trade (CT-44, CT-58, CT-70 to CT-79).

Each function yields (rule, message), the rule that is named first; nothing if all is well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from . import Entry, Position
from .catan_board import RESOURCES, Wrong
from .catan_building import is_number
from .catan_options import bank_is_bottomless
from .catan_position import holds, public_points, rate
from .catan_robbing import kinds_in_bank, read_cards


def phase_faults(position: Position) -> Iterator[Wrong]:
    """With strict phases nobody trades once building has begun (CT-58)."""
    if position["options"]["phases"] == "strict" and position["built"]:
        yield "CT-58", "building has begun, trading is over"


def wrong_cards(sides: Sequence[Any], rule: str) -> Iterator[Wrong]:
    """The rule against what is no pile of resource cards; CT-73 if it has something else in it."""
    names = [name for side in sides if isinstance(side, dict) for name in side]
    other = any(name not in RESOURCES for name in names)
    if other:
        yield "CT-73", "only resource cards change hands"
    if not other or not all(isinstance(side, dict) for side in sides):
        yield rule, "at least one card each way"


# --- with the bank


def bank_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Equal cards for one other card of the bank, at one's best rate (CT-44, CT-75 to CT-78)."""
    seat, give, take = event["seat"], read_cards(event.get("give")), read_cards(event.get("take"))
    yield from phase_faults(position)
    if give is None or take is None:
        yield from wrong_cards((event.get("give"), event.get("take")), "CT-75")
        return
    if len(give) != 1 or sum(take.values()) != 1:
        yield "CT-75", "equal cards for one card"
        return
    [(resource, count)], [wanted] = give.items(), take
    if count != rate(position, seat, resource):
        yield wrong_rate(position, seat, resource, count)
    if not holds(position, seat, give):
        yield rules_of_rates(position).get(count, "CT-75"), f"seat {seat} does not hold {count} {resource}"
    if resource == wanted:
        yield "CT-78", f"{resource} for {resource}"
    if not bank_is_bottomless(position["options"]) and not position["bank"][wanted]:
        yield "CT-78", f"the bank has no {wanted}"


def rules_of_rates(position: Position) -> dict[int, str]:
    """The rule that speaks of each number of cards."""
    options = position["options"]
    numbered = {"CT-77": "special_rate", "CT-76": "generic_rate", "CT-75": "bank_rate"}
    return {options[name]: rule for rule, name in numbered.items()}


def wrong_rate(position: Position, seat: int, resource: str, count: int) -> Wrong:
    """The rule against a rate: the harbour it needs, or that one's best rate counts."""
    named, best = rules_of_rates(position), rate(position, seat, resource)
    rule = "CT-44" if count > best and count in named else named.get(count, "CT-75")
    return rule, f"seat {seat} trades {best} {resource} for a card, not {count}"


def welfare_price(position: Position, seat: int) -> int:
    """How many welfare tokens a card costs this seat, one at least (HR-9)."""
    price = position["options"]["welfare_price"]
    return max(1, public_points(position, seat) if price == "points" else int(price))


def welfare_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A card of the bank for welfare tokens (HR-9)."""
    seat, resource = event["seat"], event.get("resource")
    yield from phase_faults(position)
    if position["options"]["welfare_price"] == "0":
        yield "HR-9", "there are no welfare tokens"
    if position["welfare_tokens"][seat] < welfare_price(position, seat):
        yield "HR-9", f"seat {seat} has {position['welfare_tokens'][seat]} welfare tokens"
    if resource not in kinds_in_bank(position):
        yield "HR-9", f"the bank has no {resource!r}"


# --- with the others


def offer_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """An offer (CT-71 to CT-73, CT-79)."""
    options, seat = position["options"], event["seat"]
    yield from phase_faults(position)
    if options["trade"] == "none":
        yield "CT-79", "there is no domestic trade"
    if position["offers"] >= options["trade_offers_per_turn"]:
        yield "CT-79", f"{position['offers']} offers were made in this turn"
    if event.get("to") is not None:
        yield from addressee_faults(position, seat, event["to"])
    sides = event.get("give"), event.get("want")
    give, want = (read_cards(side) for side in sides)
    if give is None or want is None:
        yield from wrong_cards(sides, "CT-71")
        return
    if not give or not want:
        yield "CT-71", "at least one card each way"
    if set(give) & set(want):
        yield "CT-72", "the same resource on both sides"
    if options["trade"] == "one_for_one" and (sum(give.values()) > 1 or sum(want.values()) > 1):
        yield "CT-79", "one card for one card"
    if not holds(position, seat, give):
        yield "CT-79", f"seat {seat} does not hold what it gives"


def addressee_faults(position: Position, seat: int, others: Any) -> Iterator[Wrong]:
    """Some of the other players, each once."""
    known = isinstance(others, list) and all(is_number(other, position["players"]) for other in others)
    if not known or not others or len(set(others)) < len(others) or seat in others:
        yield "CT-79", f"an offer goes to other players, not to {others!r}"


def asked(position: Position, event: Entry) -> list[int]:
    """Who is asked, clockwise from the proposer; who lacks the cards is skipped (CT-79)."""
    seat, players = event["seat"], position["players"]
    clockwise = [(seat + step) % players for step in range(1, players)]
    want = read_cards(event["want"])
    to = clockwise if event.get("to") is None else event["to"]
    return [other for other in clockwise if other in to and holds(position, other, want)]


def answer_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Yes or no (CT-79)."""
    if not isinstance(event.get("yes"), bool):
        yield "CT-79", f"an answer is true or false, not {event.get('yes')!r}"


def accept_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """One of those who said yes, or none (CT-79)."""
    chosen = event.get("with")
    willing = position["offer"]["yes"] if position["offer"] else []
    if chosen is not None and (type(chosen) is not int or chosen not in willing):
        yield "CT-79", f"{chosen!r} did not agree"
