"""A study: whatever is asked about rules, by flags, by a TOML file or in Python.

It names a game, the settings (who plays it), and the arms: rules that are compared with a baseline in the
same games. `reading` reads a file, `simulate.cli.asking` flags; `outcome` says what the games show.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from analyses.measures.measure import Measure
from analyses.questions.curve import Axis
from analyses.questions.strength import games_of, main_of
from rules import games
from rules.errors import UserError, nearest
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import KEYWORDS, told_as

KEYS = KEYWORDS | {"--policy": "policies", "--n": "games"}
"""What a file calls the options of the command line."""

GAMES = 4000
"""Games of each arm in each setting, over both seeds, unless the file says."""

BASELINE = "baseline"
"""The name of a baseline that is called by what tells it from an arm."""

TILE = "[[tile]]"
ID = re.compile(r"""^\s*id\s*=\s*["'](?P<id>[^"']*)["']""", re.MULTILINE)
COUNT = re.compile(r"^(\s*count\s*=\s*)\d+", re.MULTILINE)


@dataclass(frozen=True)
class Box:
    """What lies in the box, where a study says that: a file of the user's, or other numbers of some tiles."""

    tiles: str | None = None
    """The file of another tile set, as it was found."""
    board: str | None = None
    cards: str | None = None
    counts: tuple[tuple[str, int], ...] = ()
    """How many copies of some designs there are, where that is another number; of the standard set, or of
    `tiles`."""
    name: str = ""
    """What one of other numbers is called."""

    @staticmethod
    def of(word: str, file: str) -> Box:
        """The box of a file of the user's, by its word."""
        files = {word: file}
        return Box(files.get("tiles"), files.get("board"), files.get("cards"))

    def __bool__(self) -> bool:
        return bool(self.tiles or self.board or self.cards or self.counts)

    def layer_on(self, under: Box) -> Box:
        """This box where another one is in force: other numbers are of the tiles in there."""
        if not self.counts:
            return self or under
        counts = dict(under.counts) | dict(self.counts)
        return replace(self, tiles=under.tiles, counts=tuple(counts.items()))

    def plan(self, game: str, n: int, **asked: Any) -> Plan:
        """The plan of what is asked, with this box."""
        plan = partial(make_plan, game, n, **asked)
        if not self.counts:
            return plan(tiles=self.tiles, board=self.board, cards=self.cards)
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
    """Rules, an edition or a box that are compared with the baseline, and what they are called."""

    name: str
    rules: tuple[str, ...] = ()
    """As they are typed: ``robber=false``."""
    box: Box = Box()
    preset: str | None = None
    value: str = ""
    """Its value on the axis of a curve."""
    is_titled: bool = False
    """Whether the author named it: then its name does not say its rules."""
    game: str = ""
    """The game of the study with rules of the user's own; nothing for the game as it is."""


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
class Setting:
    """Who plays: how many, and by which policies; all arms in a setting are compared with its baseline."""

    players: int
    policy: str
    second_rules: tuple[str, ...] = ()
    """Rules that hold for baseline and arms here, as they are typed: a value of the second axis."""
    variation: Variation | None = None


@dataclass(frozen=True)
class Study:
    """A question about rules, checked."""

    name: str
    game: str
    players: tuple[int, ...]
    policies: tuple[str, ...]
    baseline: Arm
    arms: tuple[Arm, ...]
    n: int = GAMES
    """Games of each arm in each setting, over all seeds."""
    of_baseline: int = 0
    """Games of the baseline in each setting, over all seeds, if these are more."""
    seed: int = 1
    replicate: int | None = None
    """The seed on which half of the games are played; None for one seed only."""
    title: str = ""
    question: str = ""
    """What is asked, in the author's words; nothing if the rules say it."""
    preset: str | None = None
    box: Box = Box()
    """Of the baseline, and of all arms that do not say another."""
    margins: tuple[Margin, ...] = ()
    """The measures that are asked, with margins of the study's own; none for all that can say something."""
    pace: float | None = None
    """Seconds a turn, if games are told in minutes, too."""
    axis: Axis | None = None
    """That along which the arms lie: then their numbers are a curve."""
    second_axis: Axis | None = None
    """A second axis: a curve for each of its values."""
    target: str = ""
    """What a measure is to be along the axis: ``turns=60``."""
    laws: tuple[str, ...] = ()
    """What the games of the baseline are held against, beside the measures."""
    tables: tuple[str, ...] = ("all",)
    """The tables that are written of every run."""
    variations: tuple[Variation, ...] = ()
    """Where else all is asked."""
    page: str = ""
    """The template of the page's prose; nothing for the usual one."""
    adapt: int | None = None
    """How many times players are tuned for each rule, to play beside those who are not; None for never."""
    strength: tuple[str, ...] = ()
    """Rungs of the ladder that play everything too, but for variations; slow ones play fewer games."""
    file: str = field(default="", compare=False)
    """Where it was read; nothing if flags say it."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds on which all settings are played."""
        return (self.seed,) if self.replicate is None else (self.seed, self.replicate)

    @property
    def measures(self) -> list[str] | None:
        """The measures that are asked; None for all that can say something."""
        return [margin.measure for margin in self.margins] or None

    @property
    def answering_policies(self) -> tuple[str, ...]:
        """The policies that give the answer; where rungs of the ladder are asked alone, one of them."""
        return self.policies or (main_of(self.strength),)

    def settings(self) -> list[Setting]:
        """Every number of players with every policy and rung, and every value of the second axis."""
        policies = dict.fromkeys((*self.policies, *self.strength))
        beside = [(word,) for word in self.second_axis.words] if self.second_axis else [()]
        return [Setting(*setting) for setting in product(self.players, policies, beside)]

    def elsewhere(self) -> list[Setting]:
        """The settings of all variations."""
        return [
            Setting(players, policy, variation=variation)
            for variation in self.variations
            for players in variation.players
            for policy in variation.policies
        ]

    def plan(self, setting: Setting, arm: Arm, seed: int | None = None, n: int | None = None) -> Plan:
        """The games of an arm, or of the baseline, in a setting: those of one seed, or `n` of them.

        Raises
        ------
        UserError
            For rules that cannot be played, in a line that names the file and the arm.
        """
        other = setting.variation or Variation("", (), ())
        rung = setting.policy in self.strength and setting.policy not in self.policies
        seed = self.seed if seed is None else seed
        box = arm.box.layer_on(other.box.layer_on(self.box))
        if n is None:
            n = max(self.n, self.of_baseline) if arm == self.baseline else self.n
            n = games_of(setting.policy, n, len(self.seeds)) if rung else n
            n = self.games_on(seed, n)
        try:
            with told_as(KEYS if self.file else {}):
                return box.plan(
                    arm.game or self.game,
                    n,
                    players=setting.players,
                    policy=setting.policy,
                    preset=arm.preset or other.preset or self.preset,
                    rules=(*setting.second_rules, *arm.rules),
                    seed=seed,
                    tables=self.tables,
                )
        except UserError as error:
            if not self.file:
                raise
            name = f"{other.name}: {arm.name}" if other.name else arm.name
            raise UserError(f"{self.file}: {name}: {error}") from None

    def games_on(self, seed: int, n: int) -> int:
        """How many of `n` games are played on a seed: half of them on each of two."""
        if len(self.seeds) == 1:
            return n
        return n - n // 2 if seed == self.seed else n // 2

    def differing_arms(self, settings: Sequence[Setting]) -> Iterator[tuple[Arm, list[Setting]]]:
        """Each arm with those settings in which its rules are not those of the baseline."""
        for arm in self.arms:
            where = [
                setting
                for setting in settings
                if self.plan(setting, arm).hash != self.plan(setting, self.baseline).hash
            ]
            if where:
                yield arm, where

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
    folder = Path(__file__).parents[2] / "rules" / games.load(game).origin
    return (folder / "tiles.toml").read_text(encoding="utf-8")


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
