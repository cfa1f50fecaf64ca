"""The cards: `cards.toml` read and packed into one record for kernels.

A kind is a number in the order of `IDS`; a card is a number in the order of the file, copies side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rules import games
from rules.castle.kinds import IDS, STANDARD
from rules.castle.own_cards import change_cards
from rules.castle.plan import MAX_CARDS, ZONES
from rules.fields import Fields, blank, field
from rules.kernel import Array
from rules.toml import read_toml
from rules.words import Word

N_KINDS = len(IDS)

# The kinds that rules outside their own effect speak of.
CAPTAIN = IDS.index("captain")
MERCHANT = IDS.index("merchant")
KING = IDS.index("king")
AMBASSADOR = IDS.index("ambassador")
PRIEST = IDS.index("priest")
QUEEN = IDS.index("queen")
PRINCESS = IDS.index("princess")
LADY_IN_WAITING = IDS.index("lady_in_waiting")
MISTRESS = IDS.index("mistress")
SIEGE_ENGINE = IDS.index("siege_engine")
HERALD = IDS.index("herald")
KNIGHT = IDS.index("knight")

ANY_ZONE = len(ZONES)
MAX_STEPS = 5


class How(Word):
    """Conditions of placing a card besides its zone, as `place` names them in cards.toml (CA-36)."""

    FREE = "on a free space"
    BESIDE = "on a free space adjacent to a card named, or to its stand-in"
    BESIDE_IF_THERE = "the same, but anywhere if the card named is not in the courtyard"
    ABSENT = "not while a card named is in the courtyard"
    LAST_FREE = "on the last free space of the zone"
    REPLACES = "in place of a single unprotected card"
    FACES = "facing a wall"
    ON_TOP = "on top of a card"


class Do(Word):
    """Steps of effects, as `do` names them in cards.toml. Those up to EITHER_ORDER ask a player."""

    ACTION = "not a step: the player to act is asked for an action"
    # effects/strike.py
    SEND_BACK = "a card is sent back"
    OWNER_SENDS_BACK = "the same by the owner of the token on the Mistress"
    TO_EXCHANGE = "a card goes to the exchange"
    REMOVE = "a card leaves the game"
    TAKE_TOKEN = "a card loses its token"
    # effects/shift.py
    MOVE = "a card goes to a free space of its zone"
    MOVE_KNIGHT = "a Knight goes onto another card of its zone"
    DRAW_OUT = "a card goes from the castle to the outside"
    SWAP_PLACES = "two cards change places"
    # effects/tokens.py
    REPLACE_TOKEN = "a card of another gets one's own token"
    SWAP_TOKENS = "two cards swap their tokens"
    REARRANGE_TOKENS = "cards get their tokens back in any way; asked once for each card"
    # effects/hands.py
    GIVE = "a card of the exchange goes to a player"
    SWAP_CARDS = "a card of the hand changes places with one of the exchange; asked up to twice"
    TRADE = "whom to trade with, and what to give"
    PASS = "a card for the player on the left; every player is asked"
    # effects/program.py
    PLACE = "a card of the exchange is placed"
    EITHER_ORDER = "which of the two steps that follow comes first"
    # chance: effects/hands.py
    DRAW_BLINDLY = "what the trade brings"
    TAKE = "a card from the player on the right; once for every player"
    # nobody chooses: effects/automatic.py
    FULL_WALL = "the fourth soldier of a wall drives off the Siege Engine"
    STORM = "the fourth Siege Engine drives off all soldiers"
    SEND_BACK_LAST = "the card placed before is sent back"
    THIRD_ACTION = "one more action in this turn"


class Cards(Fields):
    """The box as look-up tables for kernels. Cards and spaces are bits of masks, zones too."""

    n_cards: int = field(np.int64, "cards in the box")
    kind: Array = field(np.int64, "the kind of each card", shape=MAX_CARDS)
    first: Array = field(np.int64, "the first card of each kind, -1 if the box has none", shape=N_KINDS)
    alike: Array = field(np.int64, "the cards of each kind", shape=N_KINDS)
    several: Array = field(np.int64, "those of the kinds with more than one card", shape=N_KINDS)
    n_several: int = field(np.int64, "kinds with more than one card")
    zone: Array = field(np.int64, "the zone of each kind", shape=N_KINDS)
    soldiers: int = field(np.int64, "the soldiers")
    place_how: Array = field(np.int64, "the condition of placing each kind, a How", shape=N_KINDS)
    place_by: Array = field(np.int64, "the cards that the condition names", shape=N_KINDS)
    stand_in: Array = field(np.int64, "the cards that serve while those are away", shape=N_KINDS)
    acts_as: Array = field(
        np.int64, "the kind whose effect each kind has, its own or another (HR-30)", shape=N_KINDS
    )
    n_steps: Array = field(np.int64, "steps of the effect of each kind", shape=N_KINDS)
    step: Array = field(np.int64, "what each step does, a Do", shape=(N_KINDS, MAX_STEPS))
    step_from: Array = field(np.int64, "the zones of its targets", shape=(N_KINDS, MAX_STEPS))
    step_near: Array = field(np.int64, "whether they are on adjacent spaces", shape=(N_KINDS, MAX_STEPS))
    step_only: Array = field(np.int64, "the cards that can be its targets", shape=(N_KINDS, MAX_STEPS))


@dataclass(frozen=True)
class Step:
    """A step of an effect: what is done, and to which cards it can be done."""

    do: Do
    zones: tuple[int, ...]
    near: bool
    kinds: frozenset[int]


@dataclass(frozen=True)
class Kind:
    """Everything about one kind of card; `soldier` for Soldier, Captain and Traitor (CA-12, CA-83)."""

    id: str
    rule: str
    name: str
    count: int
    zone: int
    gender: str
    soldier: bool
    two_player: bool
    how: How
    by: frozenset[int]
    stand_in: frozenset[int]
    acts_as: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class CardSet:
    """All kinds in the order of `IDS`, and their record for kernels."""

    kinds: tuple[Kind, ...]
    tables: np.recarray[Any, Any]

    @property
    def n_cards(self) -> int:
        """Cards in the box."""
        return sum(kind.count for kind in self.kinds)

    def kind_of(self, card: int) -> Kind:
        """The kind of a card."""
        return self.kinds[int(self.tables["kind"][0, card])]

    def cards_of(self, name: str) -> range:
        """The numbers of the cards of a kind."""
        first = sum(kind.count for kind in self.kinds[: IDS.index(name)])
        return range(first, first + self.kinds[IDS.index(name)].count)


def load_cards(path: Path | None = None) -> CardSet:
    """The cards of the box, or as a file of the user's changes them (HR-30).

    Raises
    ------
    UserError
        Naming the file, the card and what is wrong with it.
    """
    tables = {table["id"]: table for table in read_toml(STANDARD)["card"]}
    if path is not None:
        change_cards(tables, path)
    kinds = [_read_kind(tables[name], tables) for name in IDS]
    return CardSet(tuple(kinds), _pack(kinds))


def standard_cards() -> CardSet:
    """The cards of the box, read once."""
    return games.load("castle").standard_box


# --- reading


def _read_kind(table: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> Kind:
    effect = table.get("effect", table["id"])
    how, by, stand_in = _read_condition(**table.get("place", {}))
    return Kind(
        table["id"],
        table["rule"],
        table["name"],
        table["count"],
        (*ZONES, "any").index(table["zone"]),
        table["gender"],
        table.get("soldier", False),
        table.get("two_player", True),
        how,
        by,
        stand_in,
        IDS.index(effect),
        tuple(_read_step(tables, **step) for step in tables[effect]["steps"]),
    )


def _kinds(names: Iterable[str]) -> frozenset[int]:
    """The kinds that a list of ids names."""
    return frozenset(map(IDS.index, names))


def _read_condition(
    how: str = "free", stand_in: Iterable[str] = (), **named: Iterable[str]
) -> tuple[How, frozenset[int], frozenset[int]]:
    """The condition of placing a card, the kinds it names, and who stands in for them."""
    for condition, by in named.items():
        return How[condition.upper()], _kinds(by), _kinds(stand_in)
    return How[how.upper()], frozenset(), _kinds(stand_in)


def _read_step(tables: Mapping[str, Mapping[str, Any]], do: str, near: bool = False, **which: Any) -> Step:
    zones = tuple(map(ZONES.index, which.get("from", ZONES)))
    kinds = _kinds(which.get("only", IDS)) - _kinds(which.get("except", ()))
    if "gender" in which:
        kinds = frozenset(k for k in kinds if tables[IDS[k]]["gender"] == which["gender"])
    return Step(Do[do.upper()], zones, near, kinds)


# --- packing


def _pack(kinds: Sequence[Kind]) -> np.recarray[Any, Any]:
    """The record of these kinds for kernels."""
    tables = blank(Cards)
    t = tables[0]
    masks = []
    for number, kind in enumerate(kinds):
        first = int(t.n_cards)
        t.kind[first : first + kind.count] = number
        t.first[number] = first if kind.count else -1
        masks.append(sum(1 << card for card in range(first, first + kind.count)))
        t.alike[number] = masks[-1]
        t.n_cards += kind.count
        if kind.count > 1:
            t.several[t.n_several] = masks[-1]
            t.n_several += 1
    for number, kind in enumerate(kinds):
        t.zone[number] = kind.zone
        t.soldiers |= masks[number] if kind.soldier else 0
        t.place_how[number] = kind.how
        t.place_by[number] = sum(masks[k] for k in kind.by)
        t.stand_in[number] = sum(masks[k] for k in kind.stand_in)
        t.acts_as[number] = kind.acts_as
        t.n_steps[number] = len(kind.steps)
        for i, step in enumerate(kind.steps):
            t.step[number, i] = step.do
            t.step_from[number, i] = sum(1 << zone for zone in step.zones)
            t.step_near[number, i] = step.near
            t.step_only[number, i] = sum(masks[k] for k in step.kinds)
    return tables
