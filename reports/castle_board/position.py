"""What a picture of Castle shows, and how it is read from a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.castle.engine import final_scores
from rules.castle.options import COLOURS
from rules.castle.plan import SIDE, SPACES, WALLS, ZONES
from rules.castle.state import NO_CARD, NOBODY
from rules.castle.table import Table

Space = tuple[int, int]
"""Row and column, from the north-west corner (CA-2)."""


@dataclass(frozen=True)
class Character:
    """What is printed on a card. `zone` is one of `rules.castle.plan.ZONES`, or "any" for a Knight."""

    name: str
    zone: str
    gender: str = "none"
    soldier: bool = False


@dataclass(frozen=True)
class Card:
    """A card in play, the seat whose token lies on it, and whether it was placed last."""

    character: Character
    owner: int | None = None
    last: bool = False


Pile = Sequence[Card]
"""One card and the Knights on it, the lowest first (CA-10)."""


@dataclass(frozen=True)
class Player:
    """A seat. `colour` is one of `reports.style.SEAT_COLOURS`; `hand` and `stock` count cards."""

    colour: str
    name: str
    hand: int = 0
    stock: int = 0
    word: str = ""
    """Beside the name, as "on turn" or "wins"."""


@dataclass(frozen=True)
class CastlePosition:
    """All that a picture shows."""

    players: Sequence[Player]
    castle: Mapping[Space, Pile] = field(default_factory=dict)
    engines: Mapping[str, Pile] = field(default_factory=dict)
    """Siege Engines by the wall that they face: N, E, S or W."""
    outside: Sequence[Pile] = ()
    """The others outside, the longest there first."""
    exchange: Sequence[Character] = ()
    removed: Sequence[Character] = ()
    """What the Assassin took (CA-126)."""
    title: str = ""
    caption: str = ""


def position_of(table: Table, title: str = "", caption: str = "") -> CastlePosition:
    """The position on a table, at any moment of a game.

    `Table(states=states)` looks at any one-element array of states.
    """
    engines = {WALLS[wall]: int(lowest) for wall, lowest in enumerate(table["engine"]) if lowest != NO_CARD}
    outside = [int(card) for card in table["outside"][: table["n_outside"]]]
    return CastlePosition(
        players=_players(table),
        castle={
            (space // SIDE, space % SIDE): _pile(table, int(table["lowest"][space]))
            for space in range(SPACES)
            if table["occupied"] >> space & 1
        },
        engines={wall: _pile(table, lowest) for wall, lowest in engines.items()},
        outside=[_pile(table, lowest) for lowest in outside if lowest not in engines.values()],
        exchange=_characters(table, table["exchange"]),
        removed=_characters(table, table["removed"]),
        title=title,
        caption=caption,
    )


def character_of(table: Table, card: int) -> Character:
    """What is printed on a card."""
    kind = table.kind(card)
    return Character(kind.name, (*ZONES, "any")[kind.zone], kind.gender, kind.soldier)


def _characters(table: Table, mask: int) -> list[Character]:
    """The cards in a mask, in the order of the box."""
    return [character_of(table, card) for card in range(table.box.n_cards) if mask >> card & 1]


def _pile(table: Table, lowest: int) -> list[Card]:
    tokens = table["token"].tolist()
    return [
        Card(
            character_of(table, card),
            None if tokens[card] == NOBODY else tokens[card],
            card == table["last_placed"],
        )
        for card in table.pile(lowest)
    ]


def _players(table: Table) -> list[Player]:
    """The seats; who wins a finished game, else who is on turn, is said beside the name."""
    seats = range(table["players"])
    words = [""] * len(seats)
    if table["over"]:
        final_scores(table.cards[0], table.rules[0], table.states[0])
        winners = [seat for seat in seats if table["winners"] >> seat & 1]
        for seat in winners:
            words[seat] = "wins" if len(winners) == 1 else "shares the win"
    else:
        words[table["seat"]] = "on turn"
    hands, stocks = table["hand"].tolist(), table["n_stock"].tolist()
    return [
        Player(COLOURS[seat], COLOURS[seat].capitalize(), hands[seat].bit_count(), stocks[seat], words[seat])
        for seat in seats
    ]
