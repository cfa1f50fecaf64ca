"""Judging development cards as they are played (CT-92 to CT-99)."""

from __future__ import annotations

from rules.catan.judge_building import Entry
from rules.catan.moves import (
    NO_SECOND,
    PLAY_KNIGHT,
    PLAY_MONOPOLY,
    PLAY_ROAD_BUILDING,
    PLAY_YEAR_OF_PLENTY,
    pack_move,
)
from rules.catan.options import RESOURCES
from rules.catan.setup import read_cards
from rules.catan.state import CARDS, KNIGHT, MONOPOLY, ROAD_BUILDING, VICTORY_POINT
from rules.catan.table import Table
from rules.records import Illegal, quote


def judge_play(table: Table, seat: int, entry: Entry) -> None:
    """A development card is played before or after the roll (CT-92 to CT-98)."""
    name = entry.get("card")
    if not isinstance(name, str) or name not in CARDS:
        raise Illegal("CT-13", f"there is no development card {quote(name)}; there are {', '.join(CARDS)}")
    kind = CARDS.index(name)
    if kind == VICTORY_POINT:
        raise Illegal("CT-99", "a victory point card is not played; it counts by itself")
    if table["card_played"]:
        raise Illegal("CT-92", f"seat {seat} has already played a development card this turn")
    if table["cards"][seat, kind] == 0:
        raise Illegal("CT-90", f"seat {seat} has no card '{name}'")
    if table["cards"][seat, kind] <= table["new_cards"][kind]:
        raise Illegal("CT-93", f"the card '{name}' was bought this turn")
    if kind == KNIGHT:
        table.settle(pack_move(PLAY_KNIGHT, 0, 0))
    elif kind == ROAD_BUILDING:
        if not table.road_spots(seat):
            raise Illegal("CT-96", f"seat {seat} can place no road")
        table.settle(pack_move(PLAY_ROAD_BUILDING, 0, 0))
    elif kind == MONOPOLY:
        resource = entry.get("resource")
        if not isinstance(resource, str) or resource not in RESOURCES:
            raise Illegal("CT-98", f"monopoly names one of {', '.join(RESOURCES)}, not {quote(resource)}")
        table.settle(pack_move(PLAY_MONOPOLY, RESOURCES.index(resource), 0))
    else:
        first, second = _read_plenty(table, entry)
        table.settle(pack_move(PLAY_YEAR_OF_PLENTY, first, second))


def _read_plenty(table: Table, entry: Entry) -> tuple[int, int]:
    """The two cards taken from the bank, or its last one (CT-97)."""
    cards = read_cards(entry.get("take"))
    bank = table["bank"].tolist()
    due = min(2, sum(bank))
    if due == 0:
        raise Illegal("CT-97", "the bank is empty")
    if cards is None or sum(cards) != due:
        what = "two cards" if due == 2 else "the last card of the bank"
        raise Illegal("CT-97", f"year of plenty takes {what}, not {quote(entry.get('take'))}")
    for name, wanted, left in zip(RESOURCES, cards, bank, strict=True):
        if wanted > left:
            raise Illegal("CT-97", f"the bank has {left} {name}, not {wanted}")
    taken = [resource for resource in range(5) for _ in range(cards[resource])]
    return taken[0], taken[1] if due == 2 else NO_SECOND
