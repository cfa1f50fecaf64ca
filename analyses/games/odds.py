"""Exact odds of a battle in Star Wars Carcassonne.

No simulation and no rounding: chances are counted in whole ways for the dice to fall and kept as fractions.
A simulated battle rate can be held against these numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import prod
from typing import Any

from analyses.estimates.lazy import pd
from rules.errors import UserError, nearest
from rules.starwars.options import LoserPoints, Options

STANDARD = Options()
LOSER_POINTS_RULES = tuple(LoserPoints.texts())
"""What a loser's points count (SW-40): the dice pool once, or once for each roll taken part in."""

#: Bounds, both included. Beyond them an exact fraction is too long to print.
FIGHTERS = (2, 5)
FACES = (2, 100)
CAP = (1, 12)
POINTS = (0, 100)


@dataclass(frozen=True)
class BattleOdds:
    """The exact odds of one battle. A tuple holds one entry for each fighter, in the order of `pools`."""

    pools: tuple[int, ...]
    """Dice each fighter rolls, after the cap (SW-30)."""
    faces: int
    """Faces of a die, numbered from 1."""
    roll_win: tuple[Fraction, ...]
    """Chance to be alone on top of the first roll, which wins the battle at once (SW-35)."""
    roll_tie: tuple[Fraction, ...]
    """Chance to share the top of the first roll: a point, and roll again (SW-36)."""
    roll_lose: tuple[Fraction, ...]
    """Chance to be below the top of the first roll, and out (SW-37)."""
    tied_roll: Fraction
    """Chance that any fighters share the top of the first roll."""
    win: tuple[Fraction, ...]
    """Chance to win the battle in the end."""
    tied_rolls: Fraction
    """Expected number of rolls in the battle whose top is shared."""
    points: tuple[Fraction, ...]
    """Expected points from ties (SW-36) and from losing (SW-39); what the feature scores is not in it."""

    @property
    def rolls(self) -> Fraction:
        """Expected number of rolls: the tied ones and the one that decides."""
        return self.tied_rolls + 1


def battle_odds(
    pools: Sequence[int],
    *,
    faces: int = STANDARD.dice_faces,
    cap: int = STANDARD.dice_cap,
    tie_points: int = STANDARD.tied_roll_points,
    loser_die_points: int = STANDARD.loser_die_points,
    loser_points_rule: str = STANDARD.loser_points.word,
) -> BattleOdds:
    """Exact odds of a battle between two to five fighters.

    Parameters
    ----------
    pools
        Dice of each fighter, 1 or more; a larger pool than `cap` is cut to it (SW-30).
    faces
        Faces of a die.
    cap
        Most dice a fighter may roll.
    tie_points
        Points to each fighter who shares the top of a roll (SW-36).
    loser_die_points
        Points to a loser for each die (SW-39).
    loser_points_rule
        What counts as a loser's dice, one of `LOSER_POINTS_RULES` (SW-40).

    Raises
    ------
    UserError
        If there are too few or too many fighters, or a number is out of its bounds.

    Examples
    --------
    >>> odds = battle_odds([2, 1])
    >>> odds.roll_win, odds.win[0]
    ((Fraction(125, 216), Fraction(55, 216)), Fraction(25, 36))
    """
    check_fighters(len(pools))
    if loser_points_rule not in LOSER_POINTS_RULES:
        raise UserError(
            f"loser_points_rule is '{loser_points_rule}'; allowed: {', '.join(LOSER_POINTS_RULES)}."
            + nearest(loser_points_rule, LOSER_POINTS_RULES)
        )
    cap = whole_in("cap", cap, CAP)
    return _battle(
        tuple(min(whole_in("a pool of dice", dice, (1, None)), cap) for dice in pools),
        whole_in("faces", faces, FACES),
        whole_in("tie_points", tie_points, POINTS),
        whole_in("loser_die_points", loser_die_points, POINTS),
        loser_points_rule == LoserPoints.DICE_OF_EVERY_ROLL.word,
    )


def check_fighters(fighters: int) -> None:
    """Raise `UserError` unless a battle can have so many fighters: two to five colours (SW-4, SW-27)."""
    low, high = FIGHTERS
    if not low <= fighters <= high:
        raise UserError(f"a battle has {low} to {high} fighters, each with a pool of dice; given: {fighters}")


def odds_table(
    fighters: int = 2, cap: int = STANDARD.dice_cap, faces: int = STANDARD.dice_faces, **points: Any
) -> pd.DataFrame:
    """The odds of every battle of `fighters` up to `cap` dice each, as "my dice against theirs".

    A row is one fighter's view: `dice` of mine against `rivals`, the others' pools, largest first, with
    spaces between. The order of the rivals changes nothing, so each set of them stands once. The columns
    `roll_win`, `roll_tie`, `roll_lose`, `tied_roll`, `win`, `tied_rolls` and `points` are the fields of
    `BattleOdds` for me, as floats; the same names with `_exact` are fractions as text. What `points` are paid
    is said as to `battle_odds`.

    Raises `UserError` as `battle_odds` does.
    """
    check_fighters(fighters)
    cap = whole_in("cap", cap, CAP)
    records = []
    for dice in range(1, cap + 1):
        for rivals in sorted(combinations_with_replacement(range(cap, 0, -1), fighters - 1)):
            pools = sorted((dice, *rivals))  # so that the views of one battle share its solution
            odds = battle_odds(pools, faces=faces, cap=cap, **points)
            me = pools.index(dice)
            exact = {}
            for name, value in vars(odds).items():
                if name not in ("pools", "faces"):
                    exact[name] = value[me] if isinstance(value, tuple) else value
            records.append({"dice": dice, "rivals": " ".join(map(str, rivals))} | with_fractions(exact))
    return pd.DataFrame.from_records(records)


def with_fractions(exact: Mapping[str, Fraction]) -> dict[str, float | str]:
    """Numbers as floats, then the same with `_exact` as fractions in text."""
    floats: dict[str, float | str] = {name: float(value) for name, value in exact.items()}
    return floats | {f"{name}_exact": str(value) for name, value in exact.items()}


def whole_in(name: str, value: int, bounds: tuple[int, int | None]) -> int:
    """`value` as an int; `UserError` if it is no whole number within `bounds`."""
    low, high = bounds
    allowed = f"{low} or more" if high is None else f"{low} to {high}"
    try:
        number = operator.index(value)
    except TypeError:
        raise UserError(f"{name} is {value!r}; allowed: a whole number, {allowed}") from None
    if number < low or (high is not None and number > high):
        raise UserError(f"{name} is {number}; allowed: {allowed}")
    return number


@cache
def _battle(
    pools: tuple[int, ...], faces: int, tie_points: int, loser_die_points: int, every_roll: bool
) -> BattleOdds:
    """Solve a battle from its first roll; those who share the top fight on in a smaller battle (SW-36).

    If all share the top, the battle begins anew. So each expectation x obeys
    x = now + again * x + (smaller battles), which gives x = (now + smaller battles) / (1 - again).
    """
    fighters = tuple(range(len(pools)))
    tops = _chance_of_tops(pools, faces)
    shared_tops = {top: chance for top, chance in tops.items() if len(top) > 1}
    roll_win = tuple(tops[(i,)] for i in fighters)
    roll_tie = tuple(sum((p for top, p in shared_tops.items() if i in top), Fraction(0)) for i in fighters)
    roll_lose = tuple(1 - roll_win[i] - roll_tie[i] for i in fighters)
    tied_roll = sum(shared_tops.values(), Fraction(0))

    decided = 1 - shared_tops.pop(fighters)
    smaller = {
        top: _battle(tuple(pools[i] for i in top), faces, tie_points, loser_die_points, every_roll)
        for top in shared_tops
    }

    def expect(
        fighter: int, first_roll: Fraction, expected: Callable[[BattleOdds], tuple[Fraction, ...]]
    ) -> Fraction:
        total = first_roll
        for top, p in shared_tops.items():
            if fighter in top:
                total += p * expected(smaller[top])[top.index(fighter)]
        return total / decided

    win = tuple(expect(i, roll_win[i], lambda battle: battle.win) for i in fighters)
    # This roll's dice are paid to who loses in it or, if every roll counts, to who loses in the end (SW-40).
    losing = tuple(1 - win[i] for i in fighters) if every_roll else roll_lose
    points = []
    for i in fighters:
        first_roll = tie_points * roll_tie[i] + loser_die_points * pools[i] * losing[i]
        points.append(expect(i, first_roll, lambda battle: battle.points))
    tied_rolls = (tied_roll + sum(p * smaller[top].tied_rolls for top, p in shared_tops.items())) / decided
    return BattleOdds(pools, faces, roll_win, roll_tie, roll_lose, tied_roll, win, tied_rolls, tuple(points))


def _chance_of_tops(pools: tuple[int, ...], faces: int) -> dict[tuple[int, ...], Fraction]:
    """Chance of each group of fighters to be exactly those who share the top of one roll.

    Of n dice, v**n ways have no die above v. So v**n - (v-1)**n ways have v as the highest die, the only
    one that counts (SW-34).
    """
    fighters = range(len(pools))
    counts = {top: 0 for size in range(1, len(pools) + 1) for top in combinations(fighters, size)}
    for value in range(1, faces + 1):
        counts_below = [(value - 1) ** dice for dice in pools]
        highest = [value**dice - count for dice, count in zip(pools, counts_below, strict=True)]
        for top in counts:
            counts[top] += prod(highest[i] if i in top else counts_below[i] for i in fighters)
    return {top: Fraction(count, faces ** sum(pools)) for top, count in counts.items()}
