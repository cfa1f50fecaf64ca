"""At what rates cards of Catan are traded, what is offered and wanted, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.measures.decisions import total_of
from analyses.measures.measure import SHARE, Formula, Measure
from rules.catan.options import RESOURCES
from simulate.play.tables import TRADES

Trades = Mapping[str, Any]
"""The columns of `trades`."""

TWENTIETH_OFFER, TWENTIETH_CARD = "one offer in twenty", "one card in twenty"


def of_trades(text: str, of: Callable[[Trades], Any]) -> Formula:
    """A number of each trade, added up."""
    return total_of(TRADES, text, of)


def is_offer(trades: Trades) -> Numbers:
    """Which rows are offers to players."""
    return np.asarray(trades["rate"]) == 0


def is_deal(trades: Trades) -> Numbers:
    """Which of them were struck."""
    return is_offer(trades) & (np.asarray(trades["struck"]) == 1)


def at_bank(trades: Trades) -> Numbers:
    """Which rows are trades with the bank."""
    return np.asarray(trades["rate"]) > 0


def failed(trades: Trades) -> Numbers:
    """Which offers came to nothing."""
    return is_offer(trades) & (np.asarray(trades["struck"]) == 0)


def answers(column: str, trades: Trades) -> Numbers:
    """How many seats are in a column of seats."""
    return np.bitwise_count(np.asarray(trades[column]).astype(np.uint8))


def cards(side: str, trades: Trades) -> Numbers:
    """All cards of a side of each trade, ``given`` or ``wanted``."""
    found: Numbers = np.zeros(len(trades["game"]), np.int64)
    for resource in RESOURCES:
        found = found + np.asarray(trades[f"{side}_{resource}"])
    return found


def paid(resource: str, of: Callable[[Trades], Numbers], trades: Trades) -> tuple[Numbers, Numbers]:
    """Cards of a resource that changed hands in trades `of` a kind, by who gave nothing else, and cards got.

    Between players both sides give; the bank is not asked what it gives.
    """
    given, got = np.zeros((2, len(trades["game"])), np.int64)
    for mine, theirs in (("given", "wanted"), ("wanted", "given")):
        count = np.asarray(trades[f"{mine}_{resource}"], np.int64)
        alone = of(trades) & (count > 0) & (count == cards(mine, trades))
        if mine == "wanted":
            alone &= is_offer(trades)
        given += count * alone
        got += cards(theirs, trades) * alone
    return given, got


def _offered(side: str, resource: str) -> tuple[Formula, Formula]:
    """Cards of a resource on a side of offers, and all cards there."""
    return (
        of_trades(
            f"trades.{side}_{resource} of offers",
            lambda trades: is_offer(trades) * np.asarray(trades[f"{side}_{resource}"]),
        ),
        of_trades(f"all trades.{side}_… of offers", lambda trades: is_offer(trades) * cards(side, trades)),
    )


def _with(resource: str, of: Callable[[Trades], Numbers], trades: Trades) -> Numbers:
    """Which offers that give this resource are such."""
    return of(trades) & (np.asarray(trades[f"given_{resource}"]) > 0)


def _of_resource(resource: str) -> tuple[Measure, ...]:
    """How often a resource is offered, wanted and refused, and at which rates it is given."""
    offered, of_all_offered = _offered("given", resource)
    wanted, of_all_wanted = _offered("wanted", resource)
    facts: dict[str, Any] = {"needs": (TRADES,), "deed": True, "asked": True}

    def rate(where: str, words: str, of: Callable[[Trades], Numbers], text: str) -> Measure:
        sides = partial(paid, resource, of)
        return Measure(
            f"{resource}_rate_{where}", words, 0.1, "one card more in ten trades",
            of_trades(f"cards of {resource} given in {text}, by who gave nothing else",
                      lambda trades: sides(trades)[0]),
            per=of_trades("cards got for these", lambda trades: sides(trades)[1]),
            unit="cards", says=f"{{}} {words.replace('given', 'are given')}", **facts,
        )  # fmt: skip

    return (
        Measure(
            f"offered_{resource}", f"the share of cards offered that are {resource}", 0.05, TWENTIETH_CARD,
            offered, per=of_all_offered, kind=SHARE,
            says=f"{{}} % of cards that are offered are {resource}", **facts,
        ),
        Measure(
            f"wanted_{resource}", f"the share of cards asked for that are {resource}", 0.05, TWENTIETH_CARD,
            wanted, per=of_all_wanted, kind=SHARE,
            says=f"{{}} % of cards that are asked for are {resource}", **facts,
        ),
        Measure(
            f"refused_{resource}", f"the share of offers of {resource} that come to nothing", 0.05,
            TWENTIETH_OFFER,
            of_trades(f"offers with trades.given_{resource} and trades.struck = 0",
                      partial(_with, resource, failed)),
            per=of_trades(f"offers with trades.given_{resource}", partial(_with, resource, is_offer)),
            kind=SHARE, says=f"{{}} % of offers of {resource} come to nothing", **facts,
        ),
        rate(
            "players", f"cards of {resource} given for a card between players", is_deal, "deals with players"
        ),
        rate("bank", f"cards of {resource} given for a card at the bank", at_bank, "trades with the bank"),
    )  # fmt: skip


MEASURES = (
    Measure(
        "offers_refused", "the share of offers that come to nothing", 0.05, TWENTIETH_OFFER,
        of_trades("offers with trades.struck = 0", failed), per=of_trades("offers", is_offer),
        kind=SHARE, needs=(TRADES,), headline=True, deed=True,
        says="{} % of offers come to nothing",
    ),
    Measure(
        "answers_no", "the share of answers to offers that are no", 0.05, "one answer in twenty",
        of_trades("seats in trades.refused", partial(answers, "refused")),
        per=of_trades(
            "seats in trades.refused and trades.agreed",
            lambda trades: answers("refused", trades) + answers("agreed", trades),
        ),
        kind=SHARE, needs=(TRADES,), deed=True,
        says="{} % of answers to offers are no",
    ),
    Measure(
        "bank_rate_paid", "cards paid for a card at the bank", 0.1, "one card more in ten trades",
        of_trades("sum of trades.rate", lambda trades: trades["rate"]),
        per=of_trades("trades with the bank", at_bank),
        unit="cards", needs=(TRADES,), deed=True, says="the bank gets {} cards for one",
        set_by=("bank_rate", "generic_rate", "special_rate"),
    ),
    *(measure for resource in RESOURCES for measure in _of_resource(resource)),
)  # fmt: skip
"""Told by the table `trades`; those of a resource only where somebody asks for them by name."""
