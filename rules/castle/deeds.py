"""Deeds: what is done in a game, and how a record says it; one declaration a deed writes, reads and tells it.

`ACTIONS` holds those of a turn. `EFFECTS` holds what is decided, or drawn, within the effect of a card, by
the step that asks. The form of an entry is JSON with parts of a move in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.castle import reading
from rules.castle.cards import Do
from rules.castle.moves import What, move_card, move_other, move_place, move_seat
from rules.castle.notation import NAMES, PLACE, card_entry, goal_entry, tell_goal, tell_place
from rules.castle.position import Position
from rules.records import Data, Keys

Colours = Sequence[str]

# --- parts of a move


@dataclass(frozen=True)
class EntryPart:
    """A part of a move: how a record says it, how to tell people what it says, and the keys that it has."""

    write: Callable[[Position, int], Any]
    tell: Callable[[Any, Colours], str]
    keys: Keys = None


def _card_id(pick: Callable[[Position, int], int]) -> EntryPart:
    return EntryPart(lambda position, move: position.id_of(pick(position, move)), lambda said, _: NAMES[said])


def _card_in_play(pick: Callable[[int], int]) -> EntryPart:
    return EntryPart(
        lambda position, move: card_entry(position, pick(move)), lambda said, _: tell_place(said), PLACE
    )


def _seat(pick: Callable[[Position, int], int | None]) -> EntryPart:
    return EntryPart(pick, lambda said, colours: colours[said])


NAME = _card_id(lambda _, move: move_card(move))
TAKEN = _card_id(lambda _, move: move_other(move))
GIVEN = _card_id(lambda position, _: int(position["chosen"][0]))
CARD = _card_in_play(move_card)
OTHER = _card_in_play(move_other)
GOAL = EntryPart(
    lambda position, move: goal_entry(position, move_place(move)),
    lambda said, _: tell_goal(said, "to"),
    PLACE,
)
PLACED = EntryPart(
    lambda position, move: {"card": NAME.write(position, move), **goal_entry(position, move_place(move))},
    lambda said, _: f"{NAMES[said['card']]} {tell_goal(said)}",
    {"card": None, **PLACE, "effects": [lambda effect: effect_keys(effect)]},
)
SEAT = _seat(lambda _, move: int(move_seat(move)))
ASKED = _seat(lambda position, _: position["asked"])
PARTNER = _seat(lambda position, _: position["partner"])
BY = _seat(lambda position, _: None if position["asked"] == position["seat"] else position["asked"])

# --- a deed


@dataclass(frozen=True)
class Deed:
    """A deed: its word in a record, the form of what it says, the moves that this means, what is told of it.

    `more` stands beside the word, if there is anything to say. A deed that `grows` takes several moves; each
    makes the lists of its entry longer.
    """

    word: str
    form: Any
    read: Callable[[Position, Any, Mapping[str, Any]], Iterator[int]]
    told: Callable[..., str]
    grows: bool = False
    more: Mapping[str, EntryPart] = field(default_factory=dict)

    def write(self, position: Position, move: int) -> Any:
        """What is said of a move that is about to be played."""
        return _write(self.form, position, move)

    @property
    def keys(self) -> Any:
        """The keys of what is said."""
        return _keys(self.form)

    def note(self, position: Position, move: int, effects: list[Data]) -> None:
        """Add a move that is about to be played to the effects of a card."""
        said = self.write(position, move)
        if self.grows and effects and self.word in effects[-1]:
            _lengthen(effects[-1], {self.word: said})
        else:
            more = {key: part.write(position, move) for key, part in self.more.items()}
            effects.append(
                {self.word: said} | {key: value for key, value in more.items() if value is not None}
            )

    def tell(self, entry: Mapping[str, Any], said: Any, colours: Colours) -> str:
        """What people are told; nothing if it shows in what follows."""
        more = {key: part.tell(entry[key], colours) for key, part in self.more.items() if key in entry}
        return self.told(_tell(self.form, said, colours), **more)


def _write(form: Any, position: Position, move: int) -> Any:
    if isinstance(form, EntryPart):
        return form.write(position, move)
    if isinstance(form, list):
        return [_write(part, position, move) for part in form]
    return {key: _write(part, position, move) for key, part in form.items()}


def _keys(form: Any) -> Any:
    """The keys of a form; those of the parts of a list are alike where they have any."""
    if isinstance(form, EntryPart):
        return form.keys
    if isinstance(form, list):
        return [_keys(form[0])]
    return {key: _keys(part) for key, part in form.items()}


def _tell(form: Any, said: Any, colours: Colours) -> Any:
    """What is said with its parts in words; the one part of a list that grows stands for all."""
    if isinstance(form, EntryPart):
        return form.tell(said, colours)
    if isinstance(form, list):
        return [_tell(form[i % len(form)], part, colours) for i, part in enumerate(said)]
    return {key: _tell(part, said[key], colours) for key, part in form.items()}


def _lengthen(entry: Data, more: Data) -> None:
    for key, part in more.items():
        if isinstance(part, list):
            entry[key] += part
        else:
            _lengthen(entry[key], part)


# --- all deeds

ACTIONS: dict[int, Deed] = {
    What.DRAW: Deed("draw", {}, reading.draw, "draws".format),
    What.SWAP: Deed(
        "exchange",
        {"give": NAME, "take": TAKEN},
        reading.exchange,
        "exchanges {0[give]} for {0[take]}".format,
    ),
    What.PLAY: Deed("play", PLACED, reading.play, "plays {}".format),
    What.NONE: Deed("none", {}, reading.lose, "can do nothing".format),
}
"""Every action (CA-19)."""

_SEND_BACK = Deed(
    "send_back",
    CARD,
    reading.choose_card,
    lambda card, by="": f"{by} sends back {card}" if by else "",  # else it shows in what went back
    more={"by": BY},
)
_MOVE = Deed("move", CARD, reading.shift, "moves {} {to}".format, more={"to": GOAL})
_TRADE = Deed(
    "trade",
    {"with": PARTNER, "give": GIVEN, "got": NAME},
    reading.trade,
    "gives {0[give]} to {0[with]} and gets {0[got]}".format,
)

EFFECTS: dict[int, Deed] = {
    Do.SEND_BACK: _SEND_BACK,
    Do.OWNER_SENDS_BACK: _SEND_BACK,
    Do.TO_EXCHANGE: Deed("to_exchange", CARD, reading.choose_card, "to the exchange: {}".format),
    Do.REMOVE: Deed("remove", CARD, reading.choose_card, "leaves the game: {}".format),
    Do.TAKE_TOKEN: Deed("take_token", CARD, reading.choose_card, "takes the token of {}".format),
    Do.MOVE: _MOVE,
    Do.MOVE_KNIGHT: _MOVE,
    Do.DRAW_OUT: _MOVE,
    Do.SWAP_PLACES: Deed(
        "swap", [CARD, OTHER], reading.choose_pair, "swaps the places of {0[0]} and {0[1]}".format
    ),
    Do.SWAP_TOKENS: Deed(
        "swap_tokens", [CARD, OTHER], reading.choose_pair, "swaps the tokens of {0[0]} and {0[1]}".format
    ),
    Do.REPLACE_TOKEN: Deed(
        "replace_tokens",
        [CARD],
        reading.replace_tokens,
        lambda cards: "own tokens on " + ", ".join(cards),
        grows=True,
    ),
    Do.REARRANGE_TOKENS: Deed(
        "tokens",
        [[CARD, SEAT]],
        reading.rearrange_tokens,
        lambda pairs: "tokens now: " + ", ".join(f"{seat} {card}" for card, seat in pairs),
        grows=True,
    ),
    Do.GIVE: Deed(
        "give", {"card": NAME, "to": SEAT}, reading.give, "gives {0[card]} of the exchange to {0[to]}".format
    ),
    Do.SWAP_CARDS: Deed(
        "swap_cards",
        {"give": [NAME], "take": [TAKEN]},
        reading.swap_cards,
        lambda said: "exchanges " + ", ".join(map("{} for {}".format, said["give"], said["take"])),
        grows=True,
    ),
    Do.TRADE: _TRADE,
    Do.DRAW_BLINDLY: _TRADE,
    Do.PASS: Deed(
        "pass",
        [[ASKED, NAME]],
        reading.go_round,
        lambda pairs: ", ".join(map("{0[0]} passes {0[1]}".format, pairs)),
        grows=True,
    ),
    Do.TAKE: Deed(
        "taken",
        [[SEAT, NAME]],
        reading.go_round,
        lambda pairs: ", ".join(map("{0[0]} takes {0[1]}".format, pairs)),
        grows=True,
    ),
    Do.PLACE: Deed("place", PLACED, reading.place, "places {}".format),
}
"""What an effect decides, or chance draws, by the step that asks."""

LATER = (Do.EITHER_ORDER, Do.TRADE)
"""Steps of which nothing is written: an order shows in what follows, a trade is written with its outcome."""


# --- keys


def entry_keys(entry: Any) -> Keys:
    """What may stand in an entry, by what it does; None for nothing that there is."""
    do = entry.get("do") if isinstance(entry, Mapping) else None
    deed = next((deed for deed in ACTIONS.values() if deed.word == do), None)
    return None if deed is None else {"seat": None, "do": None, "effects": None, **deed.keys}


def effect_keys(effect: Any) -> Keys:
    """What may stand in an effect, by the word of it that is there: any of them if there is none."""
    deeds = {deed.word: deed for deed in EFFECTS.values()}
    found = [deed for word, deed in deeds.items() if isinstance(effect, Mapping) and word in effect]
    keys: dict[str, Keys] = {}
    for deed in found or deeds.values():
        keys |= {deed.word: deed.keys, **{key: part.keys for key, part in deed.more.items()}}
    return {**keys, "by": None}
