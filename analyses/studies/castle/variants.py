"""What other rules make of Castle: the same deals played under each, by players who do not know the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np

from analyses.arrays import Whole
from analyses.samples import difference_of, frequency_of, ratio_change, share_change
from analyses.studies.castle.games import CellGames, minutes
from analyses.studies.castle.skill import odd_wins
from analyses.studies.declared import Item, Row
from analyses.studies.study import Entry
from simulate.sums import WIN

T = TypeVar("T", CellGames, Whole)


def changes(here: Row, variant: Item, rule: CellGames, other: CellGames) -> Iterator[Entry]:
    """What is different, deal by deal."""
    new, old = _sides(variant, rule.upto(other.n), other)
    yield here("winner_changes", frequency_of(np.any((new.win > 0) != (old.win > 0), axis=1)))
    yield here("rounds", difference_of(new.rounds, old.rounds, reach=here.reach("rounds")))
    slower = difference_of(new.halves, old.halves, reach=here.reach("minutes") / minutes(1))
    yield here("minutes", slower.times(minutes(1)))
    yield here("first_wins", share_change(first_wins(new), first_wins(old), WIN))
    yield here("unfinished", share_change(new.unfinished, old.unfinished))


def _sides(variant: Item, rule: T, other: T) -> tuple[T, T]:
    """New and old: the rulebook is the new side if the variant is turned."""
    return (rule, other) if getattr(variant, "turned", False) else (other, rule)


def first_wins(played: CellGames) -> Whole:
    """The part of the win of who began."""
    return np.take_along_axis(played.win, played.first[:, None], axis=1)[:, 0]


def luck_change(here: Row, variant: Item, players: int, rule: Whole, other: Whole) -> Entry:
    """How the luck index is different: one strong player among weak ones, deal by deal."""
    new, old = (
        (players * WIN - odd_wins(rotated), (players - 1) * odd_wins(rotated))
        for rotated in _sides(variant, rule, other)
    )
    return here("luck", ratio_change(new, old, reach=1.0))
