"""Studies written as TOML files: which settings are played, what is measured of them, and what is said.

A file names a game, who plays it at which tables, and the arms: rules that are compared with a baseline in
the same games. `reading` reads them.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from analyses.measures.measure import Measure
from analyses.questions.strength import games_of
from rules import games
from rules.errors import UserError, nearest
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import KEYWORDS, told_as

KEYS = KEYWORDS | {"--policy": "policies", "--n": "games"}
"""What a file calls the options of the command line."""

GAMES = 2000
"""Games of a setting on each seed, unless the file says."""

TILE = "[[tile]]"
ID = re.compile(r"""^\s*id\s*=\s*["'](?P<id>[^"']*)["']""", re.MULTILINE)
COUNT = re.compile(r"^(\s*count\s*=\s*)\d+", re.MULTILINE)


@dataclass(frozen=True)
class Box:
    """What lies in the box, where a study says that: a file of the user's, or other numbers of some tiles."""

    tiles: str | None = None
    """The file of another tile set, as it was found."""
    board: str | None = None
    counts: tuple[tuple[str, int], ...] = ()
    """How many copies of some designs there are, where that is another number; of the standard set, or of
    `tiles`."""
    name: str = ""
    """What one of other numbers is called."""

    def __bool__(self) -> bool:
        return bool(self.tiles or self.board or self.counts)

    def over(self, under: Box) -> Box:
        """This box where another one is in force: other numbers are of the tiles in there."""
        if not self.counts:
            return self or under
        counts = dict(under.counts) | dict(self.counts)
        return replace(self, tiles=under.tiles, counts=tuple(counts.items()))

    def plan(self, game: str, n: int, **asked: Any) -> Plan:
        """The plan of what is asked, with this box."""
        plan = partial(make_plan, game, n, **asked)
        if not self.counts:
            return plan(tiles=self.tiles, board=self.board)
        if self.tiles:
            plan(tiles=self.tiles)  # refuses what is no tile set
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tiles.toml"
            text = Path(self.tiles).read_text(encoding="utf-8") if self.tiles else _standard_tiles(game)
            path.write_text(with_counts(text, dict(self.counts)), encoding="utf-8")
            try:
                found = plan(tiles=str(path))
            except UserError as error:  # of tiles it names the file, which nobody has seen
                raise UserError(str(error).replace(f"{path}: ", "counts: ")) from None
            return replace(found, box_file=self.name)


@dataclass(frozen=True)
class Arm:
    """Rules, a box, or both, that are compared with the baseline, and what they are called."""

    name: str
    rules: tuple[str, ...]
    """As they are typed: ``robber=false``."""
    box: Box = Box()


@dataclass(frozen=True)
class Margin:
    """The margin of a measure in a study, and why it is the one that matters there."""

    measure: str
    margin: float | None
    because: str


@dataclass(frozen=True)
class Variation:
    """The same question asked elsewhere: with another box, in another edition, or with other players.

    What a study finds may hang on what is not sure, as on a tile set that is a reconstruction. A variation
    plays the baseline and all arms once more; it pairs with nothing outside of itself. It says what is other
    than in the rest of the study; None is what is not.
    """

    name: str
    players: tuple[int, ...]
    policies: tuple[str, ...]
    preset: str | None = None
    box: Box = Box()


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
    box: Box
    """Of the baseline, and of all arms that do not say another."""
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

    def seatings(self) -> Iterator[Who]:
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
        box = arm.box.over(other.box.over(self.box))
        try:
            with told_as(KEYS):
                return box.plan(
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


# --- other boxes


def _standard_tiles(game: str) -> str:
    """The text of a game's tile set."""
    if games.load(game).box != "tiles":
        raise UserError(f"counts: {game} has no tiles")
    return (Path(__file__).parents[2] / "rules" / game / "tiles.toml").read_text(encoding="utf-8")


def with_counts(text: str, counts: Mapping[str, int]) -> str:
    """A tile set with so many copies of some designs; of which there are none, these are left out.

    >>> with_counts('''[[tile]]
    ... id = "A"
    ... count = 2
    ... [[tile]]
    ... id = "B"
    ... count = 1''', {"A": 3, "B": 0})
    '[[tile]]\\nid = "A"\\ncount = 3\\n'
    """
    head, *tiles = text.split(TILE)
    found, names = [head], []
    for tile in tiles:
        match = ID.search(tile)
        name = match["id"] if match else ""
        names.append(name)
        if counts.get(name) != 0:
            found.append(COUNT.sub(rf"\g<1>{counts[name]}", tile) if name in counts else tile)
    for name in counts:
        if name not in names:
            raise UserError(f"counts: no tile '{name}'.{nearest(name, names)} Tiles: {', '.join(names)}")
    return TILE.join(found)
