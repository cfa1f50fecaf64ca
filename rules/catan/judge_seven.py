"""Judging dice, discards, the robber and thefts (CT-19, CT-51, CT-60 to CT-67)."""

from __future__ import annotations

from typing import Any

from rules.catan.geometry import N_HEXES
from rules.catan.judge_building import Entry
from rules.catan.moves import GIVE_UP, MOVE_ROBBER, NOT_NOW, ROB, ROLL, pack_move
from rules.catan.options import RESOURCES
from rules.catan.setup import read_cards
from rules.catan.table import Table
from rules.records import Illegal, is_whole, quote


def judge_roll(table: Table, seat: int, entry: Entry) -> None:
    """Two dice, or a card of the deck of dice that is left (CT-19, CT-60)."""
    dice, options = entry.get("dice"), table.options
    if not isinstance(dice, list | tuple) or len(dice) != 2 or not all(is_whole(n, 1, 6) for n in dice):
        raise Illegal("CT-19", f"two dice show 1 to 6 each, not {quote(dice)}")
    first, second = dice
    if first + second == 7 and table["turn"] <= options.no_seven_first_round * table.players:
        raise Illegal("CT-60", f"a seven in the first {options.no_seven_first_round} rounds is rolled again")
    if options.dice == "deck36" and not table.has_dice_card(first + second):
        raise Illegal("CT-19", f"the deck of dice has no {first + second} left")
    table.settle(pack_move(ROLL, 0, 0), 6 * (first - 1) + second - 1)


def judge_discard(table: Table, seat: int, entry: Entry) -> None:
    """All that a seat gives up on a seven (CT-61, CT-62); the seats may come in any order."""
    due = int(table["due"][seat])
    if due == 0:
        raise Illegal("CT-61", f"seat {seat} has no cards to give up")
    cards = read_cards(entry.get("cards"))
    if cards is None or sum(cards) != due:
        raise Illegal("CT-61", f"seat {seat} gives up {due} cards, not {quote(entry.get('cards'))}")
    for name, given, have in zip(RESOURCES, cards, table["hands"][seat].tolist(), strict=True):
        if given > have:
            raise Illegal("CT-61", f"seat {seat} has {have} {name}, not {given}")
    for resource, given in enumerate(cards):
        for _ in range(given):
            table["asked"] = seat
            table.settle(pack_move(GIVE_UP, resource, 0))


def judge_robber(table: Table, seat: int, entry: Entry) -> None:
    """The robber goes to another hex (CT-63, CT-64, OQ-CT-21)."""
    h = entry.get("hex")
    if not is_whole(h, 0, N_HEXES - 1):
        raise Illegal("CT-63", f"there is no hex {quote(h)}; hexes go from 0 to {N_HEXES - 1}")
    if h == table["robber"]:
        raise Illegal("CT-63", f"the robber stands on hex {h} and must go to another")
    if not table.robber_spots() >> h & 1:
        raise Illegal("OQ-CT-21", f"hex {h} is beside a building of a player who is spared")
    table.settle(pack_move(MOVE_ROBBER, h, 0))


def judge_theft(table: Table, seat: int, entry: Entry) -> None:
    """A card of another player at the robber, or none where that is allowed (CT-65 to CT-67, OQ-CT-4)."""
    victim = entry.get("from")
    if victim is None:
        if table.options.steal != "may_decline":
            raise Illegal("CT-67", "somebody can be robbed, and that cannot be declined")
        check_no_card(entry)
        table.settle(pack_move(ROB, NOT_NOW, 0))
        return
    check_victim(table, seat, victim)
    if table["hand_size"][victim] == 0:
        raise Illegal("CT-67", f"seat {victim} has no card to take")
    card = entry.get("card")
    if not isinstance(card, str) or card not in RESOURCES:
        raise Illegal("CT-66", f"the card taken is one of {', '.join(RESOURCES)}, not {quote(card)}")
    if table["hands"][victim, RESOURCES.index(card)] == 0:
        raise Illegal("CT-66", f"seat {victim} has no {card}")
    table.settle(pack_move(ROB, victim, 0), RESOURCES.index(card))


def check_no_card(entry: Entry) -> None:
    """Nobody is robbed, so no card is taken."""
    if entry.get("card") is not None:
        raise Illegal("CT-65", f"{quote(entry['card'])} is taken from nobody")


def check_victim(table: Table, seat: int, victim: Any) -> None:
    """The seat named is another one, with a building at the robber (CT-65, CT-67)."""
    if not is_whole(victim, 0, table.players - 1):
        raise Illegal("CT-65", f"{quote(victim)} is no seat")
    if victim == seat:
        raise Illegal("CT-67", f"seat {seat} cannot rob itself")
    corners = table.island.geometry.hex_vertices[table["robber"]]
    if not any(table["buildings"][victim] >> vertex & 1 for vertex in corners):
        raise Illegal("CT-65", f"seat {victim} has no building on hex {table['robber']}")
