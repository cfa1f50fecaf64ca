"""Playing until something is known: how exactly it is to be, and the looks at which play may end.

Play ends at a look: after 1,000 games, then after half as many more again and again. So how many games are
played does not depend on how fast they come in, nor on how many workers play them.

Who waits for verdicts looks at what games show, and may stop at a lucky moment. So all intervals hold at
every look at once (`analyses.estimates.critical.at_every_look`). Who waits for a width looks at how games
spread and not at what they show: there intervals for a fixed number of games keep their level as games become
many (Chow and Robbins 1965; Glynn and Whitt 1992). With `FIRST` games or more they do, as
docs/verification.md shows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Context
from functools import cached_property
from typing import Any, TypeAlias

from analyses.estimates.critical import GROWTH, LEVEL, at_every_look, shared_level
from analyses.estimates.estimate import SETTLED, Estimate, games_needed, verdict
from analyses.measures.long_baseline import together, with_rest
from analyses.measures.measure import PLACE, SEAT, SHARE, GameArrays, Measure, needed, ways_in
from analyses.measures.paired_games import PIECE, PairedSums, halves, pieces
from analyses.measures.summary import analysis_of, evenness
from analyses.measures.vocabulary import chosen
from analyses.questions.pairing import first_games, same_games
from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.store.runs import DECIDED, HOLDS_AT_EVERY_LOOK, Run

FIRST = 1_000
"""Games at the first look: with fewer a mean of games says too little of its own spread."""

MOST = 10_000_000
"""Games at which play ends in any case; a user may say fewer."""

LEAST_GROWTH = 1.02
"""Smallest ratio of the games at a look to those at the look before, where widths alone are waited for."""

SPARE = 1.01
"""So many times the games that a width seems to need: else every second look at it would be one too early."""

NEAR = GROWTH**0.5
"""So many times its target is a width that the next look might reach: from here on it is found exactly."""

CLOSE = 0.25
"""Of its margin: a change known as closely as this that still has no verdict lies at its margin. On which
side it lies millions of games might not say, and nobody would notice."""

NAMED = 3
"""Measures that a line of a look names."""

ROUNDED_UP = Context(prec=2, rounding=ROUND_CEILING)
"""How a width is written: one that is not reached must not look like what was wanted."""

HOW = "write how exactly it is to be known as turns=0.2 or win_share=0.5pp, or say decided"


@dataclass(frozen=True)
class Wish:
    """How exactly a measure is to be known: half the width of its interval, or `DECIDED`."""

    words: str
    name: str
    half_width: float


def waits_for_verdicts(wishes: Iterable[Wish]) -> bool:
    """Whether the results of games say when play ends, and not only how wide intervals are."""
    return any(wish.name == DECIDED for wish in wishes)


def looks(most: int) -> Iterator[int]:
    """After how many games is looked, if verdicts are waited for."""
    n = FIRST
    while n < most:
        yield n
        n = round(n * GROWTH)
    yield most


def grown(n: int, widest: float) -> int:
    """After how many games is looked next if intervals are up to `widest` times as wide as is waited for.

    >>> grown(1_000, 3.0), grown(1_000, 1.1), grown(1_000, 1.001)
    (1500, 1223, 1020)
    """
    growth = min(GROWTH, max(LEAST_GROWTH, widest**2 * SPARE))
    return round(n * GROWTH) if growth == GROWTH else math.ceil(n * growth)


def check_most(n: int) -> None:
    """Refuse a number of games that cannot be the most to play.

    Raises
    ------
    UserError
        With those that can.
    """
    if not FIRST <= n <= MOST:
        raise UserError(f"--n {n}: with --until it is the most games to play, from {FIRST:,} to {MOST:,}")


def read_until(words: Sequence[str], plan: Plan, two: bool, pace: float | None = None) -> tuple[Wish, ...]:
    """``turns=0.2``, ``win_share:seat1=0.5pp`` or ``decided``; `two` rules are compared, or a run is played.

    Raises
    ------
    UserError
        For an unknown measure, what is no number, or what no number of games settles.
    """
    return tuple(_wish(word.strip(), plan, two, pace) for word in words)


def _wish(word: str, plan: Plan, two: bool, pace: float | None) -> Wish:
    if word == DECIDED:
        if not two and len(analysis_of(plan.game).sides(plan)) < 2:
            raise UserError(f"--until {word}: one side alone has no rival to be even with; {HOW}")
        return Wish(word, word, 0.0)
    key, equals, text = (part.strip() for part in word.rpartition("="))
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*(pp)?", text)
    if not equals or not match or not float(match[1]):
        raise UserError(f"--until {word}: {HOW}")
    measure = chosen(plan, [key], pace)[0]
    if measure.between is not None and not two:
        raise UserError(f"--until {word}: {measure.name} is told of two runs only: simulate compare")
    half = float(match[1]) / (100 if match[2] else 1)
    if match[2] and measure.kind != SHARE:
        raise UserError(f"--until {word}: {key} is no share; write it in {measure.unit}, as {key}={match[1]}")
    if measure.kind == SHARE and half >= 0.5:
        raise UserError(
            f"--until {word}: so wide is nothing known; write {key}=0.5pp for half a percentage point"
        )
    return Wish(word, key, half)


# --- looking


@dataclass(frozen=True)
class Reading:
    """What a look shows of one measure: its interval, what is wanted, and whether that is reached."""

    setting: str
    measure: Measure
    estimate: Estimate
    wish: Wish
    reached: bool

    @property
    def games_needed(self) -> int | None:
        """About how many games would make its interval as narrow as is wanted."""
        wide, wanted = self.estimate.half_width, self.wish.half_width
        if not wanted or not math.isfinite(wide):
            return None
        return math.ceil(self.estimate.n * (wide / wanted) ** 2)

    @property
    def is_near(self) -> bool:
        """Whether the width that is waited for might be reached at this look or at the next."""
        return self.estimate.half_width <= self.wish.half_width * NEAR

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        setting = {"setting": self.setting} if self.setting else {}
        return {
            **setting,
            "until": self.wish.words,
            "measure": self.measure.key,
            **{name: self.estimate.as_dict()[name] for name in ("value", "low", "high")},
            "reached": self.reached,
        }


@dataclass(frozen=True)
class Look:
    """What is seen after `n` games."""

    n: int
    readings: tuple[Reading, ...]

    @property
    def reached(self) -> bool:
        """Whether all is known that was asked."""
        return all(one.reached for one in self.readings)

    @property
    def games_needed(self) -> int | None:
        """About how many games would settle what is open, if changes are as large as they seem.

        None if nothing is open, or if nobody knows of all that is.
        """
        missing = [one for one in self.readings if not one.reached]
        needed = [
            games_needed(one.estimate, one.measure.margin) if one.wish.name == DECIDED else one.games_needed
            for one in missing
        ]
        known = [n for n in needed if n is not None]
        return max(known) if known and len(known) == len(missing) else None

    @property
    def holds_at_every_look(self) -> bool:
        """Whether its intervals are those of a sequence: where verdicts are waited for, too or alone."""
        return waits_for_verdicts(one.wish for one in self.readings)

    def next(self, most: int) -> int | None:
        """After how many games is looked next; None if this was the last look.

        Half as many games again are played; fewer if the widths, which are waited for alone, seem to need
        fewer. That follows from the spread of the games so far, and from nothing else.
        """
        if self.reached or self.n >= most:
            return None
        if self.holds_at_every_look:
            return min(most, round(self.n * GROWTH))
        widest = max(one.estimate.half_width / one.wish.half_width for one in self.readings)
        return min(most, grown(self.n, widest))

    def __str__(self) -> str:
        """What is still missing: the widest interval of each wish, and how many verdicts."""
        said = []
        for wish in dict.fromkeys(one.wish for one in self.readings):
            missing = [one for one in self.readings if one.wish == wish and not one.reached]
            if not missing:
                said.append(f"{wish.words} reached")
            elif wish.name == DECIDED and not missing[0].setting:
                said.append("whether the win shares are even is open")
            elif wish.name == DECIDED:
                said.append(_open(missing))
            else:
                widest = max(missing, key=lambda one: one.estimate.half_width)
                scale, unit = (100, "pp") if widest.measure.kind == SHARE else (1, "")
                width = ROUNDED_UP.create_decimal_from_float(widest.estimate.half_width * scale)
                target = wish.words.partition("=")[2]
                said.append(f"{widest.measure.key} within {width:f}{unit}, not yet {target}")
        return f"{self.n:,} games: {'; '.join(said)}"

    def as_dict(self) -> dict[str, Any]:
        """What the manifest keeps of it."""
        return {
            "n": self.n,
            "until": [wish.words for wish in dict.fromkeys(one.wish for one in self.readings)],
            "reached": self.reached,
            HOLDS_AT_EVERY_LOOK: self.holds_at_every_look,
            "seen": [one.as_dict() for one in self.readings],
        }


def _open(missing: Sequence[Reading]) -> str:
    """Which verdicts are open, and how many games they would take if changes are as large as they seem."""
    names = list(dict.fromkeys(one.measure.key for one in missing))
    said = f"{', '.join(names[:NAMED])}{' and others' if len(names) > NAMED else ''}"
    verdicts = "verdict is" if len(missing) == 1 else "verdicts are"
    needed = [games_needed(one.estimate, one.measure.margin) for one in missing]
    known = [n for n in needed if n is not None]
    far = f"; about {float(f'{max(known):.1g}'):,.0f} games would settle " if known else ""
    what = "" if not known else "it" if len(needed) == 1 else "them" if len(known) == len(needed) else "most"
    return f"{len(missing)} {verdicts} open ({said}{far}{what})"


@dataclass(frozen=True)
class Watched:
    """A run, or two of the same games under two rules, whose measures are watched."""

    setting: str
    base: Run
    house: Run | None
    second_pair: tuple[Run, Run] | None = None
    """The two on another seed."""
    family: int = 0
    """Of so many comparisons the intervals hold at once; 0 for all that are watched."""

    @cached_property
    def seeds(self) -> list[tuple[Run, ...]]:
        """On each seed the one, or the two with as many games as both have."""
        if self.house is None:
            return [(self.base,)]
        pairs = [(self.base, self.house), *([self.second_pair] if self.second_pair else [])]
        return [(first_games(base, house.plan.n), house) for base, house in pairs]

    @property
    def bases(self) -> list[tuple[Run, int]]:
        """The runs of the baseline, which may be longer, each with the number of games that are compared."""
        bases = [self.base, *([self.second_pair[0]] if self.second_pair else [])]
        return [(base, runs[0].plan.n) for base, runs in zip(bases, self.seeds, strict=True)]

    @property
    def n(self) -> int:
        """Games under each rule."""
        return sum(runs[0].plan.n for runs in self.seeds)

    @property
    def runs(self) -> list[Run]:
        """All of them."""
        return [run for runs in self.seeds for run in runs]


Names: TypeAlias = Callable[[Run], Sequence[str] | None]
"""The measures of a comparison with a run."""


class Watch:
    """Adds up what is watched as games come in; each game is read once.

    `names`, of a comparison with a run, `pace` and `weigh` say what is measured, as in
    `analyses.questions.compare.compare`.
    The intervals of all comparisons hold at once.
    """

    def __init__(
        self,
        wishes: Sequence[Wish],
        several: Sequence[Watched],
        names: Names = lambda base: None,
        pace: float | None = None,
        weigh: Callable[[Measure], Measure] = lambda measure: measure,
    ) -> None:
        self.looked = waits_for_verdicts(wishes)
        self.seen = [0 for _ in several[0].seeds]
        """Games of each seed."""
        self.pending: list[list[PendingWish]] = []
        """What is wished for of each of `several`."""
        self.measured: list[tuple[Measure, ...]] = []
        """All measures of each."""
        for one in several:
            every, asked = (measured(one, these, names, pace) for these in (wishes, ()))
            family = one.family or len(several)
            level = 1.0 if one.house is None else shared_level(len(every) * family)
            self.measured.append(tuple(map(weigh, every)))
            self.pending.append([])
            for wish in wishes:
                of_wish = measures_of_wish(one, wish, asked if wish.name == DECIDED else every)
                sums = [PairedSums(weigh(measure)) for measure in of_wish]
                self.pending[-1].append(PendingWish(one.setting, wish, level, sums))

    def look(self, several: Sequence[Watched], n: int) -> Look:
        """Read the games that are new and say what all `n` of them show."""
        for one, pending in zip(several, self.pending, strict=True):
            sums = [each for wish in pending for each in wish.sums]
            more = needed(each.measure for each in sums)
            for runs, seen in zip(one.seeds, self.seen, strict=True):
                first = runs[0].plan.first_game + seen
                for columns in zip(*(pieces(run, PIECE, first, more) for run in runs), strict=True):
                    arrays = [GameArrays(run.plan, of) for run, of in zip(runs, columns, strict=True)]
                    for each in sums:
                        each.add(arrays[0], arrays[-1])
        self.seen = [runs[0].plan.n for runs in several[0].seeds]

        readings: list[Reading] = []
        with at_every_look(self.looked):
            for one, pending, measures in zip(several, self.pending, self.measured, strict=True):
                found = [seen for wish in pending for seen in wish.readings(one.bases)]
                if one.house is not None and not self.looked and all(seen.is_near for seen in found):
                    level = level_together(one, measures, one.family or len(several))
                    exact = [replace(wish, level=level) for wish in pending]
                    found = [seen for wish in exact for seen in wish.readings(one.bases)]
                readings += found
        return Look(n, tuple(readings))


def level_together(one: Watched, measures: Sequence[Measure], family: int) -> float:
    """The level at which the intervals of all measures of a comparison hold at once, as an answer has them.

    All its games are read for that, and so this is done at the last looks only. Before them it is that of
    Bonferroni, which is a little wider.
    """
    sums = [PairedSums(measure) for measure in measures]
    for _, mine, theirs, edges in halves([(runs[0], runs[-1]) for runs in one.seeds], needed(measures)):
        arrays = GameArrays(one.runs[0].plan, mine), GameArrays(one.runs[1].plan, theirs)
        for each in sums:
            each.add(*arrays, edges)
    return together(with_rest(one.bases, sums), LEVEL, family)


@dataclass(frozen=True)
class PendingWish:
    """A wish for a run, or for a comparison, and the sums that say whether it has come true."""

    setting: str
    wish: Wish
    level: float
    """Of the interval of a change; 1 for a run alone."""
    sums: Sequence[PairedSums]

    def readings(self, bases: Sequence[tuple[Run, int]] = ()) -> Iterator[Reading]:
        """Each measure as the games now show it; of a comparison those of `bases` alone count as well."""
        alone, decided = self.level == 1.0, self.wish.name == DECIDED
        if alone:
            level = shared_level(len(self.sums) if decided else 1)
            found = [one for each in self.sums if (one := each.estimate(0, level))]
        else:
            found = [each.difference(self.level) for each in with_rest(bases, self.sums)]
        for each, estimate in zip(self.sums, found, strict=True):
            if not decided:
                reached = estimate.half_width <= self.wish.half_width
            elif alone:
                reached = evenness(found) in SETTLED
            else:
                close = estimate.half_width <= each.measure.margin * CLOSE
                reached = close or verdict(estimate, each.measure.margin) in SETTLED
            yield Reading(self.setting, each.measure, estimate, self.wish, bool(reached))


def measured(one: Watched, wishes: Sequence[Wish], names: Names, pace: float | None) -> tuple[Measure, ...]:
    """All that is measured: what was asked, and what is to be known; of a run alone the latter only."""
    plan = one.base.plan
    found: list[Measure] = []
    ways: Sequence[str] = (SEAT, PLACE)
    if one.house is not None:
        ways = ways_in(*one.runs)
        found += chosen(plan, names(one.base), pace, ways, same_games(plan, one.house.plan))
    for wish in wishes:
        if wish.name != DECIDED and not _by_name(wish.name, found):
            found += chosen(plan, [wish.name], pace, ways)
    return tuple({measure.key: measure for measure in found}.values())


def measures_of_wish(one: Watched, wish: Wish, measures: Sequence[Measure]) -> list[Measure]:
    """Those of these measures that a wish is about: of `DECIDED` those that have the verdict.

    Of a comparison that are the headlines, if there are any; of a run the shares of the win, by place in the
    order of play where `analyses.measures.summary.Summary.by_place` says so.
    """
    if wish.name != DECIDED:
        return _by_name(wish.name, measures)
    if one.house is not None:
        return [m for m in measures if m.headline] or list(measures)
    way = ways_in(one.base)[0]
    return [m for m in chosen(one.base.plan, ["win_share"]) if m.at.startswith(way)]


def _by_name(name: str, measures: Sequence[Measure]) -> list[Measure]:
    """The measures with this key, or all of this name."""
    return [m for m in measures if m.key == name] or [m for m in measures if m.name == name]
