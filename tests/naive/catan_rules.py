"""Is an event legal now? Everything that speaks against it, in the order in which it is asked.

    who and when    CT-119 no such event; CT-116, CT-121 the game is over; whose turn it is; what is open
    what            the rules of the event itself

The rule of the first fault is the one to name. The others are kept, since another referee may ask in
another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import Entry, Position
from .catan_board import Wrong
from .catan_building import buy_faults, city_faults, is_number, road_faults, settlement_faults
from .catan_position import point, who_acts
from .catan_robbing import (
    discard_faults,
    draw_faults,
    neutral_roll_faults,
    play_faults,
    robber_faults,
    roll_faults,
    steal_faults,
)
from .catan_trading import accept_faults, answer_faults, bank_faults, offer_faults, welfare_faults

OPEN = {
    "setup_settlement": ("settlement",),
    "setup_city": ("city",),  # HR-6
    "setup_road": ("road",),
    "pre_roll": ("roll", "play"),
    "discard": ("discard",),
    "robber": ("robber",),
    "steal": ("steal",),
    "main": ("road", "settlement", "city", "buy", "bank", "welfare", "offer", "play", "end"),
    "roll_again": ("roll",),
    "neutral_roll": ("neutral_roll",),
    "draw": ("draw",),
    "free_road": ("road",),
    "trade_answer": ("answer",),
    "trade_choice": ("accept",),
}
"""What can be done at each decision point (CT-119)."""

OFF_TURN = {
    "offer": "CT-70",
    "bank": "CT-78",
    "play": "CT-52",
    "robber": "CT-63",
    "steal": "CT-65",
    "discard": "CT-61",
    "answer": "CT-79",
    "accept": "CT-79",
}
"""The rule against doing something on another's turn; CT-50 for all the rest."""

UNCALLED = {
    "discard": "CT-61",
    "robber": "CT-68",
    "steal": "CT-65",
    "answer": "CT-79",
    "accept": "CT-79",
    "draw": "HR-2",
    "neutral_roll": "HR-4",
}
"""The rule against what nobody asked for."""

PENDING = {
    "discard": "CT-62",
    "robber": "CT-63",
    "steal": "CT-67",
    "roll_again": "HR-8",
    "neutral_roll": "HR-4",
    "draw": "HR-2",
    "free_road": "CT-96",
    "trade_answer": "CT-79",
    "trade_choice": "CT-79",
}
"""The rule that asks for something else first."""


def end_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Nothing more can be wrong with ending a turn (CT-59)."""
    yield from ()


CONTENTS = {
    faults.__name__.removesuffix("_faults"): faults
    for faults in (
        *(
            settlement_faults,
            road_faults,
            city_faults,
            buy_faults,
            roll_faults,
            neutral_roll_faults,
            end_faults,
            discard_faults,
        ),
        *(
            robber_faults,
            steal_faults,
            draw_faults,
            play_faults,
            bank_faults,
            welfare_faults,
            offer_faults,
            answer_faults,
            accept_faults,
        ),
    )
}


def faults(position: Position, event: Any) -> Iterator[Wrong]:
    """Everything wrong with an event, as (rule, message); nothing if it is legal."""
    do = event.get("do") if isinstance(event, dict) else None
    if not isinstance(do, str) or do not in CONTENTS:
        yield "CT-119", f"{event!r} is nothing that can be done"
        return
    if point(position) == "over":
        yield ("CT-121" if position["stopped"] else "CT-116"), "the game is over"
        return
    seat = event.get("seat")
    if not is_number(seat, position["players"]):
        yield "CT-1", f"there is no seat {seat!r}"
        return
    moment = list(moment_faults(position, do))
    if point(position) in ("discard", "trade_answer"):  # others than the mover act: first what, then who
        yield from moment or seat_faults(position, seat, do)
    else:
        yield from seat_faults(position, seat, do)
        yield from moment
    if not moment:
        yield from CONTENTS[do](position, event)


def is_legal(position: Position, event: Any) -> bool:
    """Does nothing speak against an event?"""
    return next(faults(position, event), None) is None


def seat_faults(position: Position, seat: int, do: str) -> Iterator[Wrong]:
    """Whose turn it is (CT-45, CT-50, CT-61, CT-70, CT-79)."""
    at = point(position)
    if seat in who_acts(position):
        return
    if at.startswith("setup"):
        yield "CT-45", f"seat {position['to_place'][0]} places now"
    elif at == "discard":
        yield "CT-61", f"seat {seat} has nothing to discard"
    elif at == "trade_answer":
        yield "CT-79", f"seat {position['offer']['to_ask'][0]} is asked now"
    else:
        yield OFF_TURN.get(do, "CT-50"), f"it is the turn of seat {position['to_move']}"


def moment_faults(position: Position, do: str) -> Iterator[Wrong]:
    """Whether the kind of event is open now."""
    at = point(position)
    if do in OPEN[at] or do == position["nothing_to_choose"]:
        return
    if at == "setup_city" and do in ("settlement", "road"):
        yield "HR-6", "a city, then a road"
    elif at.startswith("setup"):
        yield ("CT-45" if do in ("settlement", "road") else "CT-49"), "a settlement, then a road"
    elif do == "roll" and position["rolled"]:
        yield "CT-51", "the dice were rolled"
    elif at in ("pre_roll", "main"):
        yield UNCALLED.get(do, "CT-51"), "not now" if do in UNCALLED else "the dice come first"
    elif do == "play" and not at.startswith("trade"):
        yield "CT-94", "no card in the middle of something else"
    elif do == "end":
        yield "CT-59", "something else has to be done first"
    else:
        yield PENDING[at], f"{at} comes first"
