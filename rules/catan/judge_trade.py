"""Judging trade with the bank and between players (CT-58, CT-70 to CT-79)."""

from __future__ import annotations

from typing import Any

from rules.catan.judge_building import Entry
from rules.catan.moves import ANSWER, BANK_TRADE, DEAL, NOT_NOW, pack_move
from rules.catan.options import RESOURCES
from rules.catan.setup import read_cards
from rules.catan.table import Table
from rules.records import Illegal, is_whole, quote


def _check_phase(table: Table) -> None:
    if table.options.phases == "strict" and table["building"]:
        raise Illegal("CT-58", "trading is over once something was bought this turn")


def _read_side(value: Any, rule: str) -> list[int]:
    """The cards on one side of a trade (CT-73)."""
    if not isinstance(value, dict):
        raise Illegal(rule, f"cards are given by resource, not as {quote(value)}")
    unknown = [name for name in value if name not in RESOURCES]
    if unknown:
        raise Illegal("CT-73", f"only resource cards change hands, not {quote(unknown[0])}")
    cards = read_cards(value)
    if cards is None:
        raise Illegal(rule, f"numbers of cards are whole, not {quote(value)}")
    return cards


# --- the bank


def judge_bank_trade(table: Table, seat: int, entry: Entry) -> None:
    """Equal cards for one card of another kind, at the best rate (CT-75 to CT-78, CT-44)."""
    _check_phase(table)
    give, take = _read_side(entry.get("give"), "CT-75"), _read_side(entry.get("take"), "CT-75")
    kinds = [resource for resource in range(5) if give[resource]]
    if len(kinds) != 1 or sum(take) != 1:
        raise Illegal("CT-75", "the bank gives one card for equal cards of one resource")
    given, taken = kinds[0], take.index(1)
    if given == taken:
        raise Illegal("CT-78", f"the bank gives no {RESOURCES[taken]} for {RESOURCES[given]}")
    _check_rate(table, seat, given, give[given])
    if table["hands"][seat, given] < give[given]:
        raise Illegal(_rate_rule(table, give[given]), f"seat {seat} has not {give[given]} {RESOURCES[given]}")
    if table["bank"][taken] == 0:
        raise Illegal("CT-78", f"the bank has no {RESOURCES[taken]}")
    table.settle(pack_move(BANK_TRADE, given, taken))


def _rate_rule(table: Table, cards: int) -> str:
    """The rule that speaks of so many equal cards."""
    options = table.options
    if cards == options.bank_rate:
        return "CT-75"
    if cards == options.generic_rate:
        return "CT-76"
    return "CT-77" if cards == options.special_rate else "CT-75"


def _check_rate(table: Table, seat: int, given: int, cards: int) -> None:
    rate = int(table["rate"][seat, given])
    if cards == rate:
        return
    what = f"seat {seat} pays {rate} {RESOURCES[given]} for a card, not {cards}"
    options = table.options
    if cards > rate and cards in (options.bank_rate, options.generic_rate):
        raise Illegal("CT-44", f"{what}: its best rate counts")
    raise Illegal(_rate_rule(table, cards), what)


# --- between players


def judge_offer(table: Table, seat: int, entry: Entry) -> None:
    """An offer to other players (CT-71 to CT-73, CT-79)."""
    options = table.options
    if options.trade == "none":
        raise Illegal("CT-79", "there is no trade between players in this game")
    _check_phase(table)
    if table["offers_made"] >= options.trade_offers_per_turn:
        raise Illegal("CT-79", f"a turn has at most {options.trade_offers_per_turn} offers")
    give, want = _read_side(entry.get("give"), "CT-71"), _read_side(entry.get("want"), "CT-71")
    if sum(give) == 0 or sum(want) == 0:
        raise Illegal("CT-71", "at least one card goes each way")
    for name, out, back in zip(RESOURCES, give, want, strict=True):
        if out and back:
            raise Illegal("CT-72", f"{name} stands on both sides")
    if options.trade == "one_for_one" and (sum(give), sum(want)) != (1, 1):
        raise Illegal("CT-79", "one card goes for one card in this game")
    seats = _read_addressees(table, seat, entry.get("to"))
    if any(have < out for have, out in zip(table["hands"][seat].tolist(), give, strict=True)):
        raise Illegal("CT-79", f"seat {seat} does not hold what it offers")
    table.offer(give, want, seats)


def _read_addressees(table: Table, seat: int, to: Any) -> int:
    """The set of seats that an offer goes to; all others if it is not said."""
    others = [other for other in range(table.players) if other != seat]
    to = others if to is None else to
    if not isinstance(to, list | tuple) or not to:
        raise Illegal("CT-79", f"an offer goes to a list of seats, not to {quote(to)}")
    for other in to:
        if not is_whole(other, 0, table.players - 1) or to.count(other) > 1:
            raise Illegal("CT-79", f"an offer goes to different seats, not to {quote(to)}")
        if other == seat:
            raise Illegal("CT-79", f"seat {seat} asks itself")
    return sum(1 << other for other in to)


def judge_answer(table: Table, seat: int, entry: Entry) -> None:
    """Yes or no to an offer (CT-79)."""
    if not isinstance(entry.get("yes"), bool):
        raise Illegal("CT-79", f"an answer is yes true or false, not {quote(entry.get('yes'))}")
    table.settle(pack_move(ANSWER, int(entry["yes"]), 0))


def judge_accept(table: Table, seat: int, entry: Entry) -> None:
    """The choice among those who said yes, or of nobody (CT-79)."""
    other = entry.get("with")
    if other is None:
        table.settle(pack_move(DEAL, NOT_NOW, 0))
        return
    if not is_whole(other, 0, table.players - 1) or not table["yes"] >> other & 1:
        raise Illegal("CT-79", f"{quote(other)} is no seat that said yes to the offer")
    table.settle(pack_move(DEAL, other, 0))
