"""Studies written as TOML files: which settings are played, what is measured of them, and what is said.

A file names a game, who plays it at which tables, and the arms: rules that are compared with a baseline in
the same games. `reading` reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from analyses.measures import Measure
from analyses.strength import games_of
from analyses.studies.variations import Variation
from rules.errors import UserError
from simulate.plan import Plan

GAMES = 2000
"""Games of a setting on each seed, unless the file says."""


@dataclass(frozen=True)
class Arm:
    """Rules that are compared with the baseline, and what they are called."""

    name: str
    rules: tuple[str, ...]
    """As they are typed: ``robber=false``."""


@dataclass(frozen=True)
class Margin:
    """The margin of a measure in a study, and why it is the one that matters there."""

    measure: str
    margin: float | None
    because: str


@dataclass(frozen=True)
class Who:
    """Who plays: how many, and by which policies; all arms at this table are compared with its baseline."""

    players: int
    policy: str
    variation: Variation | None = None


@dataclass(frozen=True)
class StudyFile:
    """A study as its file declares it, checked."""

    name: str
    title: str
    question: str
    game: str
    players: tuple[int, ...]
    policies: tuple[str, ...]
    preset: str | None
    n: int
    seed: int
    replicate: int | None
    """The seed on which all is played again; None for once only."""
    baseline: Arm
    arms: tuple[Arm, ...]
    margins: tuple[Margin, ...]
    laws: tuple[str, ...]
    """What the games of the baseline are held against, beside the measures."""
    asked: tuple[str, ...]
    """The tables that are written of every run."""
    variations: tuple[Variation, ...]
    """Where else all is asked."""
    page: str
    """The template of the page's prose; nothing for the usual one."""
    file: str = field(compare=False)
    adapt: int | None = None
    """How many times the players are tuned for each arm; None if they play as they are."""
    strength: tuple[str, ...] = ()
    """Rungs of the ladder that play everything too, but for variations; slow ones play fewer games."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds on which all settings are played."""
        return (self.seed,) if self.replicate is None else (self.seed, self.replicate)

    @property
    def measures(self) -> list[str] | None:
        """The measures that are asked; None for all that can say something."""
        return [margin.measure for margin in self.margins] or None

    def tables(self) -> Iterator[Who]:
        """Every number of players with every policy and rung."""
        for players in self.players:
            for policy in dict.fromkeys((*self.policies, *self.strength)):
                yield Who(players, policy)

    def elsewhere(self) -> Iterator[Who]:
        """The same of each variation."""
        for variation in self.variations:
            for players in variation.players:
                for policy in variation.policies:
                    yield Who(players, policy, variation)

    def plan(self, who: Who, arm: Arm, seed: int) -> Plan:
        """The games of an arm, or of the baseline, at one table."""
        other = who.variation or Variation("", (), ())
        own = who.variation or who.policy in self.policies
        try:
            return other.plan(
                self.game,
                self.n if own else games_of(who.policy, self.n),
                players=who.players,
                policy=who.policy,
                preset=other.preset or self.preset,
                rules=arm.rules,
                seed=seed,
                tables=self.asked,
            )
        except UserError as error:
            name = f"{other.name}: {arm.name}" if other.name else arm.name
            raise UserError(f"{self.file}: {name}: {error}") from None

    def weighed(self, measure: Measure) -> Measure:
        """A measure with the margin of this study."""
        for margin in self.margins:
            if margin.margin is not None and margin.measure in (measure.key, measure.name):
                return replace(measure, margin=margin.margin, because=margin.because)
        return measure
