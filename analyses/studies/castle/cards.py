"""What each card of Castle is worth in the first hand, and which come back most.

Three answers to the first: how often a seat wins that was dealt the card, how often one that placed it,
and what the very same deal becomes when the card changes places with another one of that hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from analyses.estimates.arrays import Whole, win_parts
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import part_of, ratio_of, share_change
from analyses.measures.number import Number
from analyses.studies.castle.games import CellGames, read_hands, read_placed, read_returns
from analyses.studies.declared import Declared, Item
from rules.castle.cards import N_KINDS
from rules.castle.kinds import IDS
from simulate.store.runs import Run
from simulate.store.sums import WIN

EACH_LEVEL = LEVEL ** (1 / N_KINDS)
"""Of a single interval, so that those of all 37 kinds hold together at 95 % (Sidak 1967)."""


def powers(study: Declared, players: int, policy: str, run: Run, played: CellGames) -> Iterator[Number]:
    """The share of wins of seats that were dealt each card, and of those that placed it."""
    held = {"dealt": read_hands(run)}
    if "plays" in run.plan.tables:
        held["placed"] = read_placed(run)
    for measure, holders in held.items():
        wins = np.einsum("gks,gs->gk", holders, played.win)
        for kind, name in enumerate(IDS):
            if holders[:, kind].any():
                here = study.row("power", players=players, policy=policy, card=name)
                won = wins_of_holders(wins[:, kind], holders[:, kind].sum(axis=1))
                yield here(f"{measure}_wins", won)
                yield here(measure, won.minus(1 / players))


def worth_by_exchange(
    study: Declared, players: int, policy: str, base: Run, played: CellGames, runs: Iterable[tuple[Item, Run]]
) -> Iterator[Number]:
    """What a card is worth to seat 1: the same deals with it in place of another one of the first hand.

    Games in which seat 1 was dealt all there are of the card are left out: there is nothing to change.
    """
    hands = read_hands(base)[:, :, 0]
    for card, run in runs:
        won = win_parts(run)[:, 0]
        changed = hands[: len(won), IDS.index(card.name)] < card.copies
        difference = paired(won[changed], played.win[: len(won), 0][changed])
        yield study.row("power", players=players, policy=policy, card=card.name)("given", difference)


def returns(study: Declared, players: int, policy: str, run: Run) -> Iterator[Number]:
    """How often a single card of each kind comes back in a game, and after how many of its placings."""
    cards, played, back = read_returns(run)
    for kind, name in enumerate(IDS):
        if cards[:, kind].any():
            here = study.row("returns", players=players, policy=policy, card=name)
            yield here("back", _with_correction(ratio_of(back[:, kind], cards[:, kind], EACH_LEVEL)))
            yield here("back_per_placing", part_of(back[:, kind], played[:, kind]))
            yield here("placed", ratio_of(played[:, kind], cards[:, kind]))


def wins_of_holders(wins: Whole, holders: Whole) -> Estimate:
    """The share of wins of those who have a card, over games with any number of them."""
    return _with_correction(part_of(wins, WIN * holders, EACH_LEVEL))


def paired(new: Whole, old: Whole) -> Estimate:
    """The mean difference of the parts of a win in the same games, as a share."""
    return _with_correction(share_change(new, old, WIN, EACH_LEVEL))


def _with_correction(found: Estimate) -> Estimate:
    """With the correction in the name of its method."""
    return replace(found, method=f"{found.method}, Sidak {N_KINDS}")
