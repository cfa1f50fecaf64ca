"""Two runs of the same games under two rules: what changes, by how much, and how sure that is.

Game i of both runs sees the same tiles, cards and dice (common random numbers), so every change is taken
game by game: luck that both share cancels. Both runs are read once, side by side; what is kept are sums by
block of games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.estimates.critical import LEVEL, at_every_look
from analyses.estimates.estimate import Estimate, median, wilson
from analyses.estimates.lazy import pd
from analyses.measures.circles import circling
from analyses.measures.long_baseline import LongBaseline, together, with_rests
from analyses.measures.measure import SEAT, GameArrays, Measure, needed, ways_in
from analyses.measures.number import Number
from analyses.measures.paired_games import PairedSums, different, halves
from analyses.measures.vocabulary import WINNER_CHANGED, chosen, left_unfinished, of_pieces
from analyses.measures.winners import Moves, WinnerCounts, added
from analyses.questions.pairing import check_pair, first_games, names_of, same_games
from rules import games
from rules.errors import UserError, nearest
from rules.options import weighed_columns
from simulate.plans.plan import Plan, in_common
from simulate.plans.request import KEYWORDS, told_as
from simulate.play.tables import PLACEMENTS
from simulate.store.runs import Run, check_run

if TYPE_CHECKING:
    from simulate.play.seam import GameSimulator

SAMPLE = 200
"""Games that differ, of which it is asked when they part."""


# --- what came out


@dataclass(frozen=True)
class Parting:
    """When the same game under two rules parts: the first decision that is not the same.

    A rule that nobody notices for fifty turns is another thing than one that changes the opening.
    """

    otherwise: Estimate
    """The share of them in which anybody decides otherwise, or decides at all under one rule alone.

    In the others chance or scoring differs alone.
    """
    turn: Estimate | None
    """The median turn of the first such decision, as ``simulate replay --turn`` counts, if there is one."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "decided_otherwise": self.otherwise.as_dict(),
            "turn": self.turn.as_dict() if self.turn else None,
        }


@dataclass(frozen=True, repr=False)
class Comparison:
    """What another rule changes in the same games."""

    base: Plan
    house: Plan
    n: int
    level: float
    changes: tuple[Number, ...]
    differ: Estimate
    """The share of games that differ in any number at all."""
    moves: tuple[Moves, ...]
    remarks: tuple[str, ...]
    """What a reader must know of the runs: what else differs."""
    looked: bool = False
    """Whether the number of games was chosen by looking; then all intervals hold at every look."""
    differing: tuple[int, ...] = ()
    """The first games that differ, `SAMPLE` at most."""
    parting: Parting | None = None
    """When these part, if somebody asked: `parting`."""
    seeds: tuple[int, ...] = ()
    """Of the games: two, or one of which the first games are a half and the last the other."""
    placed: tuple[Number, ...] = ()
    """What each kind of piece brings, if both runs have the table `placements`."""
    stopped: tuple[float, float] = (0.0, 0.0)
    """The share of games that only the limit of turns has ended, under either rule."""
    of_baseline: int = 0
    """Games that tell of the mean of the baseline, if these are more than `n`."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know: what else differs, and of which games the means hang on a limit."""
        return (*self.remarks, *_stopped(self.base, self.house, self.stopped, self.n))

    @cached_property
    def by_key(self) -> dict[str, Number]:
        """The changes by the keys of their measures."""
        return {change.measure.key: change for change in self.changes}

    def get(self, key: str) -> Number:
        """The change of a measure, by its key: ``turns``, ``win_share:seat1``.

        Raises
        ------
        UserError
            If it was not compared, with those that were.
        """
        known = self.by_key
        if key not in known:
            raise UserError(
                f"no measure '{key}' was compared.{nearest(key, known)} These were: {', '.join(known)}"
            )
        return known[key]

    @property
    def same_games(self) -> bool:
        """Whether game i sees the same tiles, cards and dice under both rules."""
        return same_games(self.base, self.house)

    @cached_property
    def names(self) -> tuple[str, str]:
        """What tells the two rules apart, in the words of the options."""
        return names_of(self.base, self.house)

    def frame(self) -> pd.DataFrame:
        """A row a measure: both values, the change with its interval, margin, verdict and how sure it is."""
        return pd.DataFrame(change.as_dict() for change in self.changes)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "game": self.base.game,
            "players": self.base.players,
            "policy": self.base.policy_words,
            "a": self.names[0],
            "b": self.names[1],
            "n": self.n,
            "games_of_baseline": self.of_baseline,
            "seeds": list(self.seeds),
            "holds_at_every_look": self.looked,
            "games_that_differ": self.differ.as_dict(),
            "parting": self.parting.as_dict() if self.parting else None,
            "notes": list(self.notes),
            "changes": [change.as_dict() for change in self.changes],
            "placements": [change.as_dict() for change in self.placed],
            "winners": [row for moves in self.moves for row in moves.rows()],
        }

    def __repr__(self) -> str:
        base, house = self.names
        return f"<Comparison of {base} and {house}: {self.n:,} games of {self.base.game}>"

    def _repr_html_(self) -> str:
        base, house = self.names
        rows = [
            {
                "measure": change.measure.label,
                base: change.before or "",
                house: change.after or "",
                "change": change.estimate,
                "margin": f"{change.measure.margin:g}",
                "verdict": change.verdict,
                "sure": change.sure,
            }
            for change in self.changes
        ]
        common = "".join(f", {words}" for words in in_common((self.base, self.house)))
        said = f"{self.n:,} games under both rules{common}; intervals of changes hold for all at once"
        head = f"<p>{escape(said)}</p>"
        return head + pd.DataFrame(rows).to_html(index=False, border=0)


# --- the question


def compare(
    base: Run,
    house: Run,
    measures: Iterable[str] | None = None,
    level: float = LEVEL,
    pace: float | None = None,
    family: int = 1,
    value_level: float | None = None,
    weigh: Callable[[Measure], Measure] = lambda measure: measure,
    most: int | None = None,
    again: tuple[Run, Run] | None = None,
    long_baseline: bool = False,
) -> Comparison:
    """What changes from the games of `base` to the same games of `house`.

    `measures` are names such as ``turns`` or ``win_share:seat1``, or one of them; all that can say something
    if None. Of runs of different length the games that both hold are compared, and no more than the first
    `most`. Of `family` comparisons that are read together the simultaneous intervals hold in all at once
    (Bonferroni). `pace` is in seconds a turn; `value_level` is the level of the measures themselves, under
    either rule, if it is not that of their changes; `weigh` may give a measure another margin. If so many
    games were played because somebody looked (`--until`), every interval is one that holds at every look,
    and those of all measures share its error (Bonferroni). If what lies in the box differs, the games are not
    the same, and who wins instead is not asked. `again` are the same two rules on another seed:
    these games count as well, and each seed is a half of the games; else the first games are a half, and the
    last. With a `long_baseline` the games that `base` has alone tell of its mean
    (`analyses.measures.long_baseline`); else they are left out.

    Raises
    ------
    UserError
        For what is no run, if the runs do not pair, for an unknown measure, or a level that is none.
    FailedError
        If a game of one of them failed; a `DamagedError` if a file is not what was written there.
    """
    for run in (base, house):
        check_run(run)
    if not 0 < level < 1:
        raise UserError(f"level = {level}: must lie between 0 and 1, as 0.95")
    if most is not None and most < 2:
        raise UserError(f"most = {most}: must be 2 games or more")
    notes: dict[str, None] = {}
    pairs, bases = [], []
    for one, other in ((base, house), *([again] if again else [])):
        n = min(one.plan.n, other.plan.n, most or one.plan.n)
        longest = one.plan.n if long_baseline else n
        notes |= dict.fromkeys(check_pair(one, other, n, longest))
        pairs.append((first_games(one, n), first_games(other, n)))
        bases.append((first_games(one, longest), n))
    if isinstance(measures, str) or callable(measures):
        measures = [measures]
    games = sum(one.plan.n for one, _ in pairs)
    base, house = pairs[0]
    ways = ways_in(base, house)
    both = replace(base.plan, tables=tuple(name for name in base.tables if name in house.tables))
    same = same_games(base.plan, house.plan)
    with told_as(KEYWORDS):
        every = chosen(both, measures, pace, ways, same)
    asked = [with_player_name(measure, base.plan, house.plan) for measure in every]
    runs = [run for pair in pairs for run in pair]
    kinds = of_pieces([base.plan, house.plan]) if all(PLACEMENTS in run.tables for run in runs) else []
    paired, pieces = (
        [(PairedSums(measure), PairedSums(measure)) for measure in these]
        for these in (map(weigh, asked), kinds)
    )
    winners = WinnerCounts(base.plan, ways), WinnerCounts(base.plan, ways)
    weighed = weighed_columns(type(base.plan.options))
    differing: list[int] = []
    differ = 0
    limit, stopped = left_unfinished(base.plan.game), np.zeros(2)
    for half, mine, theirs, edges in halves(pairs, needed([*asked, *kinds])):
        apart = mine["games"]["game"][different(mine, theirs, weighed)]
        differ += len(apart)
        if same and (not half or again is None):
            differing += apart[: SAMPLE - len(differing)].tolist()
        arrays = GameArrays(base.plan, mine), GameArrays(house.plan, theirs)
        winners[half].add(*arrays)
        if limit is not None:
            stopped += [limit.numbers(each).sum() for each in arrays]
        for each in (*paired, *pieces):
            each[half].add(*arrays, edges)
    measured, brought = with_rests(bases, paired), with_rests(bases, pieces)
    looked = any(run.was_looked_at for run in runs)
    notes |= dict.fromkeys(_placed_by_one(base, house, [one + other for one, other in brought]))

    def changes(sums: Sequence[tuple[LongBaseline, LongBaseline]], value_level: float) -> tuple[Number, ...]:
        """The changes of measures; their intervals hold at once."""
        totals = [one + other for one, other in sums]
        of_all = together(totals, level, family, looked)
        numbers = []
        for total, parts in zip(totals, sums, strict=True):
            first, again = (_number_of(part, of_all, value_level) for part in parts)
            numbers.append(replace(_number_of(total, of_all, value_level), halves=(first, again)))
        return tuple(numbers)

    with at_every_look(looked):
        by_half = [counts.found(looked) for counts in winners] if same else []
        moves = tuple(map(added, zip(*by_half, strict=True)))
        return Comparison(
            base.plan,
            house.plan,
            games,
            level,
            beside_luck(changes(measured, value_level or level), moves, by_half),
            wilson(differ, games, level),
            moves,
            tuple(notes),
            looked,
            tuple(differing),
            seeds=tuple(dict.fromkeys(base.plan.seed for base, _ in pairs)),
            placed=changes([each for each in brought if (each[0] + each[1]).known], level),
            stopped=(float(stopped[0] / games), float(stopped[1] / games)),
            of_baseline=sum(run.plan.n for run, _ in bases),
        )


def with_player_name(measure: Measure, base: Plan, house: Plan) -> Measure:
    """A measure of a seat as one of who sits there, if players differ by seat and stay under both rules."""
    by, _, number = measure.at.partition(" ")
    if by != SEAT or measure.who or base.plays_alike or base.policies != house.policies:
        return measure
    return replace(measure, who=f"{base.policies[int(number) - 1].name} in {measure.at}")


def _number_of(sums: LongBaseline, level: float, value_level: float) -> Number:
    """A measure under both rules at one level, and its change at another."""
    before, after = (sums.estimate(side, value_level) for side in (0, 1))
    return Number(sums.measure, sums.difference(level), before, after, worth=sums.worth)


def beside_luck(
    numbers: Sequence[Number], moves: Sequence[Moves], by_half: Sequence[Sequence[Moves]]
) -> tuple[Number, ...]:
    """The numbers, and how often the winner changes against how often luck alone would change it."""
    found = []
    for number in numbers:
        if moves and number.measure.name == WINNER_CHANGED.name:
            halves = [
                over_luck(half, counts[0])
                for half, counts in zip(number.halves, by_half, strict=True)
                if counts
            ]
            number = replace(over_luck(number, moves[0]), halves=halves)
        found.append(number)
    return tuple(found)


def over_luck(number: Number, moves: Moves) -> Number:
    """How often the winner changes, against how often luck alone would change it."""
    share = number.estimate
    before, change = moves.by_luck(share.level), moves.over_luck(share, share.level)
    return replace(number, estimate=change, before=before, after=share)


def _placed_by_one(base: Run, house: Run, brought: Sequence[LongBaseline]) -> Iterator[str]:
    """Which kinds of piece, such as tiles of one's own, were placed under one rule alone."""
    names = names_of(base.plan, house.plan)
    for run, name, placed in zip((base, house), names, (1, 3), strict=True):
        kinds = [sums.measure.name for sums in brought if sums.pairs.totals[placed] and not sums.known]
        if kinds:
            yield (
                f"no change is told of {', '.join(kinds)}, placed with {name} alone; "
                f"simulate report {run.path} tells what these bring"
            )


def _stopped(base: Plan, house: Plan, shares: Iterable[float], n: int) -> Iterator[str]:
    """What must be known of means over `n` games if only the limit of turns has ended some, a note a rule."""
    for plan, name, share in zip((base, house), names_of(base, house), shares, strict=True):
        if note := circling(plan, share, n, f"({name}; {plan.players} players, {plan.policy_words})"):
            yield note


# --- when games part


def parting(found: Comparison) -> Parting | None:
    """Play the first games that differ (`Comparison.differing`) under both rules, as tables hold no moves.

    None if there are none or nobody decides anything, or if players search: they would need as long again as
    for the games themselves.
    """
    plans = found.base, found.house
    if not (found.differing and games.load(found.base.game).decides):
        return None
    if any(p.playouts or p.search for plan in plans for p in plan.policies):
        return None
    one, other = (games.load(plan.game).simulator(plan) for plan in plans)
    turns = [turn for game in found.differing if (turn := first_difference(one, other, game)) is not None]
    with at_every_look(found.looked):
        return Parting(wilson(len(turns), len(found.differing)), median(turns) if turns else None)


def first_difference(one: GameSimulator, other: GameSimulator, game: int) -> int | None:
    """The turn of the first decision that is not the same under both rules, if there is one."""
    (moves, turns), (theirs, when) = one.moves(game), other.moves(game)
    both = min(len(moves), len(theirs))
    differ = np.flatnonzero(moves[:both] != theirs[:both])
    if len(differ):
        return int(turns[differ[0]])
    if len(moves) == len(theirs):
        return None
    return int(turns[both] if len(moves) > both else when[both])
