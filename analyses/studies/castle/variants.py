"""What other rules make of Castle: the same deals played under each, by players who do not know the rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyses.estimate import LEAST_REACH
from analyses.samples import difference_of, frequency_of, ratio_change, share_change
from analyses.studies.castle.games import CellGames, Whole, minutes
from analyses.studies.castle.skill import LUCK_MARGIN, odd_wins
from analyses.studies.study import Entry, at
from analyses.summary import WIN

VARIANT_POLICIES = ("heuristic", "greedy", "random")

MINUTES_MARGIN = 5.0
ROUNDS_MARGIN = 1.0
WINNER_MARGIN = 0.05
FIRST_MARGIN = 0.02
UNFINISHED_MARGIN = 0.01


@dataclass(frozen=True)
class Variant:
    """A rule that could be another one, as the rulebook has it and as it has not."""

    name: str
    label: str
    text: str
    rules: tuple[str, ...]
    rules_of_two: tuple[str, ...] | None = None
    """What is asked of two players, if it is something else: there it is the variant that has what
    the rulebook has with more."""

    def words(self, players: int) -> tuple[str, ...]:
        """The rules of the cells in which the rulebook is not followed."""
        return self.rules_of_two if players == 2 and self.rules_of_two is not None else self.rules

    def turned(self, players: int) -> bool:
        """Whether the rulebook is the new side of the comparison."""
        return self.rules_of_two is not None and players > 2


VARIANTS = (
    Variant(
        "fools",
        "with Fool and Village Idiot",
        "the Fool and the Village Idiot in the game, against left out",
        ("without=fool+village_idiot",),
        ("two_player_box=false",),
    ),
    Variant(
        "merchant",
        "CA-V1",
        "no win in a turn in which one plays the Merchant (CA-V1)",
        ("merchant_may_win=false",),
    ),
    Variant("actions", "three actions a turn", "three actions a turn instead of two", ("actions=3",)),
)


def changes(
    players: int, variant: Variant, policy: str, rule: CellGames, other: CellGames
) -> Iterator[Entry]:
    """What is different, deal by deal."""
    rule = rule.upto(other.n)
    new, old = (rule, other) if variant.turned(players) else (other, rule)
    entry = at("variants", players=players, variant=variant.name, policy=policy)
    winner = np.any((new.win > 0) != (old.win > 0), axis=1)
    yield entry("winner_changes", "share of games", frequency_of(winner), WINNER_MARGIN)
    longer = difference_of(new.rounds, old.rounds, reach=LEAST_REACH * ROUNDS_MARGIN)
    yield entry("rounds", "rounds", longer, ROUNDS_MARGIN)
    slower = difference_of(new.halves, old.halves, reach=LEAST_REACH * MINUTES_MARGIN / minutes(1))
    yield entry("minutes", "minutes", slower.times(minutes(1)), MINUTES_MARGIN)
    first = share_change(first_wins(new), first_wins(old), WIN)
    yield entry("first_wins", "share of wins", first, FIRST_MARGIN)
    stopped = share_change(new.unfinished, old.unfinished)
    yield entry("unfinished", "share of games", stopped, UNFINISHED_MARGIN)


def first_wins(played: CellGames) -> Whole:
    """The part of the win of who began."""
    return np.take_along_axis(played.win, played.first[:, None], axis=1)[:, 0]


def luck_changes(players: int, variant: Variant, pair: str, rule: Whole, other: Whole) -> Iterator[Entry]:
    """How the luck index is different: one strong player among weak ones, deal by deal."""
    new, old = (rule, other) if variant.turned(players) else (other, rule)
    top_and_bottom = [
        (players * WIN - odd_wins(rotated), (players - 1) * odd_wins(rotated)) for rotated in (new, old)
    ]
    luck = ratio_change(top_and_bottom[0], top_and_bottom[1], reach=1.0)
    here = at("variants", players=players, variant=variant.name, policy=pair)
    yield here("luck", "luck index", luck, LUCK_MARGIN)
