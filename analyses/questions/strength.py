"""A finding against the strength of those who play: the ladder of players, and where it still moves.

Each rung plays all seats of games of its own. Game i has the same tiles and dice for every rung. But players
who choose otherwise make other games of them: what a rule changes in game i is nearly independent from rung
to rung (correlations from -0.05 to 0.08 in all four games). So rungs are compared as numbers that nothing
pairs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, columns, games_to_agree
from analyses.estimates.samples import difference
from analyses.measures.number import Number, with_estimate
from rules import games
from rules.errors import UserError, nearest
from simulate.plans.policies import names

LADDER: Mapping[str, int] = {
    "random": 1,
    "greedy": 1,
    "novice": 1,
    "heuristic": 1,
    "search:1": 16,
    "search:4": 64,
    "search:16": 256,
    "search:64": 1024,
}
"""The rungs from the weakest to the strongest, and how many times fewer games each plays.

With four times the playouts a game takes four times as long, so rungs of search all take about as long. The
number of games depends on nothing that is measured: the same command plays the same games everywhere.
"""

WEAKEST = next(iter(LADDER))

FEWEST = 20
"""Games of a rung on each seed, if the fast rungs play as many."""

MOVES, SETTLED, OPEN = "still moves", "settled", "not settled"
"""What may be said of a finding at the top of the ladder."""

HOW = "write the weakest and the strongest, as random..search:4"


def ladder_of(game: str) -> list[str]:
    """The rungs that a game has, from the weakest to the strongest: one of a user's own may lack some."""
    known = names(game)
    return list(known) if games.load(game).is_plain else [rung for rung in LADDER if rung in known]


def read_strength(words: str, game: str) -> tuple[str, ...]:
    """``random..search:4``, or rungs with commas between, from the weakest to the strongest.

    >>> read_strength("greedy..heuristic", "catan")
    ('greedy', 'novice', 'heuristic')
    >>> read_strength("heuristic,random", "catan")
    ('random', 'heuristic')

    Raises
    ------
    UserError
        For a rung that there is not, a range that is turned, or fewer than two rungs.
    """
    order = ladder_of(game)
    low, dots, high = (part.strip() for part in words.partition(".."))
    named = [low, high] if dots else [name.strip() for name in words.split(",")]
    for name in named:
        if name not in order:
            raise UserError(
                f"--strength {words}: {game} has no rung '{name}'.{nearest(name, order)} "
                f"Rungs: {', '.join(order)}"
            )
    if dots and order.index(low) > order.index(high):
        raise UserError(f"--strength {words}: the weaker comes first: {high}..{low}")
    rungs = order[order.index(low) : order.index(high) + 1] if dots else [n for n in order if n in named]
    if len(rungs) < 2:
        raise UserError(f"--strength {words}: one rung alone shows nothing against strength; {HOW}")
    return tuple(rungs)


def games_of(policy: str | None, n: int, parts: int = 1) -> int:
    """Games of a rung where others play `n`, over so many parts, such as seeds.

    >>> games_of("heuristic", 20_000), games_of("search:4", 20_000), games_of("search:64", 2_000)
    (20000, 312, 20)
    """
    return max(n // LADDER.get(policy or "", 1), min(n, FEWEST * parts))


def quick_of(rungs: Sequence[str]) -> tuple[str, ...]:
    """The rungs that play as many games as any, if slower ones come after them.

    >>> quick_of(("random", "heuristic", "search:1")), quick_of(("random", "heuristic"))
    (('random', 'heuristic'), ())
    """
    quick = tuple(rung for rung in rungs if LADDER.get(rung, 1) == 1)
    return quick if len(quick) < len(rungs) else ()


def games_to_settle(number: Number, rungs: Sequence[str]) -> int | None:
    """Games of the strongest rung that likely settle a finding, if all rungs find what `number` says.

    In eight cases of ten the difference of the two strongest then surely lies within the margin. A change
    varies from game to game about as much with one rung as with another. None for a number without a margin.
    """
    games = games_to_agree(number.estimate, number.margin) if number.margin else None
    if games is None:
        return None
    below, top = (LADDER.get(rung, 1) for rung in rungs[-2:])
    return math.ceil(games * (1 + below / top))  # games of the rung below are more, and add their share


def main_of(rungs: Sequence[str]) -> str:
    """Who gives the answer, which the others test: the strongest of those who play the most games.

    >>> main_of(("random", "heuristic", "search:1"))
    'heuristic'
    """
    fewer = {rung: LADDER.get(rung, 1) for rung in rungs}
    return [rung for rung in rungs if fewer[rung] == min(fewer.values())][-1]


def with_rungs(values: Sequence[Any], rungs: Sequence[str]) -> list[Any]:
    """Those who play in a study, and the rungs that are not among them; each is declared as `random` is.

    >>> with_rungs(["heuristic", "random"], ("random", "search:1"))
    ['heuristic', 'random', 'search:1']
    >>> with_rungs([{"name": "random", "policy": "random"}], ("greedy",))[1]
    {'name': 'greedy', 'policy': 'greedy'}
    """

    def like(rung: str) -> Any:
        if isinstance(pattern, str):
            return rung
        return {k: v.replace(WEAKEST, rung) if isinstance(v, str) else v for k, v in pattern.items()}

    played = [value if isinstance(value, str) else value["policy"] for value in values]
    pattern = values[played.index(WEAKEST)]
    return [*values, *(like(rung) for rung in rungs if rung not in played)]


def unpaired_difference(number: Number, other: Number) -> Number:
    """How much more a number is than another one, from all games of both, which nothing pairs.

    The ends are those of `analyses.estimates.samples.difference` (Zou and Donner 2008).
    """
    return with_estimate(number, difference(number.estimate, other.estimate))


@dataclass(frozen=True)
class Climb:
    """A finding at each rung of the ladder, from the weakest player to the strongest."""

    numbers: Mapping[str, Number]

    @property
    def top(self) -> str:
        """The strongest who plays."""
        return list(self.numbers)[-1]

    @cached_property
    def steps(self) -> dict[str, Number]:
        """What the strongest find more than each rung below."""
        best = self.numbers[self.top]
        return {
            rung: unpaired_difference(best, entry) for rung, entry in self.numbers.items() if rung != self.top
        }

    @property
    def runner_up(self) -> str:
        """The rung below the top."""
        return list(self.numbers)[-2]

    @property
    def mark(self) -> str:
        """Whether the last step of the ladder changes the finding by more than its margin.

        `MOVES` if it does, `SETTLED` if it surely does not, else `OPEN`. Nothing of a number that is held
        against no margin.
        """
        if not self.numbers[self.top].measure.is_judged:
            return ""
        return {DIFFERENT: MOVES, EQUIVALENT: SETTLED}.get(self.steps[self.runner_up].verdict, OPEN)

    @property
    def settled_from(self) -> str:
        """Of a finding that is settled, the weakest rung from which on all find the same as the strongest."""
        found = self.runner_up
        for rung in reversed(self.steps):
            if self.steps[rung].verdict != EQUIVALENT:
                break
            found = rung
        return found

    @property
    def mark_words(self) -> str:
        """The mark in a few words: ``settled from novice on``, ``still moves at search:4``."""
        mark = self.mark
        return (
            f"{mark} from {self.settled_from} on"
            if mark == SETTLED
            else f"{mark} at {self.top}"
            if mark
            else ""
        )

    @property
    def plain(self) -> str:
        """The mark as a clause: ``all players from novice on find the same`` or the strongest do not."""
        weakest = self.settled_from == next(iter(self.numbers))
        return {
            SETTLED: f"all players{'' if weakest else f' from {self.settled_from} on'} find the same",
            MOVES: f"{self.runner_up} and {self.top} do not find the same",
            OPEN: f"it is not settled whether {self.runner_up} and {self.top} find the same",
        }.get(self.mark, "")

    @property
    def clause(self) -> str:
        """The clause behind what the answer says of a change: whether the strongest find one the same way.

        They may surely do so where it is not settled, or surely not so, that they find as much of it.
        """
        main, below, top = (self.numbers[r] for r in (main_of(list(self.numbers)), self.runner_up, self.top))
        ways = {entry.rises for entry in (main, below, top)}
        if self.mark == SETTLED or len(ways) > 1 or not (main.changes and below.changes and top.changes):
            return self.plain
        less = abs(top.estimate.value) < abs(below.estimate.value)
        much = "may find more or less" if self.mark == OPEN else f"finds {'less' if less else 'more'}"
        return f"{self.top} {much} than {self.runner_up}, but both find so"

    def rows(self) -> list[dict[str, Any]]:
        """A row a rung: the number, what the strongest find more, and the mark."""
        found = []
        for rung, entry in self.numbers.items():
            step = self.steps[rung].estimate if rung in self.steps else None
            measure = entry.measure
            row = {"rung": rung, "measure": measure.key, "unit": measure.unit or "share"}
            row |= entry.estimate.as_dict() | {"margin": entry.margin, "verdict": entry.verdict or None}
            found.append(row | columns(step, "to_top") | {"mark": self.mark_words or None})
        return found
