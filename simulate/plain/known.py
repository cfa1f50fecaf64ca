"""A game in plain Python as the rest of the program knows games."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from rules.games import Game as KnownGame
from rules.options import option
from simulate.plain import players
from simulate.plain.game import Game, decides, has_rivals, has_score
from simulate.plain.tables import summed_of, tables_of
from simulate.plans.code import Code
from simulate.play.tables import Summed, Table

STANDARD = "standard"


@dataclass(frozen=True)
class PlainPlaying:
    """What `simulate.play.simulator.Playing` is for compiled games."""

    tables: Mapping[str, Table]
    summed: Summed
    policies_version: int = 1
    others_err: str = ""
    varied: str = ""
    users_weigh: bool = False
    anchor: str = ""
    same_set_up: Callable[[Any], str] = lambda options: ""


@dataclass(frozen=True, eq=False)
class PlainGame(KnownGame):
    """A game whose rules are a class in a file of the user's.

    Its `name` is that of the file with digits of its text: another text is another game. `typed` is how its
    user names it.
    """

    is_plain = True
    kind: type[Game] = Game
    code: Code = field(default_factory=lambda: Code("", {}))
    module: ModuleType | None = None
    typed: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What is said of each option."""

    @property
    def kin(self) -> str:
        """Games in files can be compared if they tell of the same things: two texts of one game do."""
        told = {"a score": self.has_score, "turns": self.decides, "rivals": self.has_rivals}
        words = [what for what, is_told in told.items() if is_told]
        return f"plain Python with {', '.join([*words, *self.kind.pieces]) or 'winners alone'}"

    @property
    def folder_name(self) -> str:
        """What the names of its runs begin with: their hash tells its texts apart."""
        return self.name.rpartition("-")[0]

    @property
    def has_score(self) -> bool:
        """Whether anything is counted by which it is won."""
        return has_score(self.kind)

    @property
    def has_rivals(self) -> bool:
        """Whether there are others whom somebody can be ahead of."""
        return has_rivals(self.kind)

    @property
    def decides(self) -> bool:
        """Whether anybody decides anything."""
        return decides(self.kind)

    @property
    def folder(self) -> Path:
        """Where its file was executed."""
        return Path(str(self.module.__file__)).parent if self.module else Path()

    @cached_property
    def options(self) -> Any:
        """Its options, and the presets that its author names."""
        declared = [
            (name, type(each.default), declare(name, each)) for name, each in self.kind.own_options.items()
        ]
        made = dataclasses.make_dataclass("Options", declared, frozen=True)
        made.TEXTS = self.texts  # type: ignore[attr-defined]
        presets = {STANDARD: {}, **getattr(self.kind, "presets", {})}
        return SimpleNamespace(
            Options=made,
            PRESETS=presets,
            PRESET_TEXTS={name: "as the file has it" if name == STANDARD else name for name in presets},
            complete=lambda options, players: options,
        )

    @cached_property
    def engine(self) -> Any:
        """The version of its rules: its text is what tells one from another."""
        return SimpleNamespace(RULES_VERSION=1)

    @cached_property
    def playing(self) -> PlainPlaying:
        """Its tables, and what is added up of them."""
        return PlainPlaying(tables_of(self.kind), summed_of(self.kind))

    def simulator(self, plan: Any) -> Any:
        """What plays the games of a plan."""
        from simulate.plain.simulator import PlainSimulator

        return PlainSimulator(plan, self.kind, self.playing, self.folder)

    def positions(self, plan: Any, record: Any) -> Any:
        """Every moment of a record of the game, each a `simulate.play.seam.Position`.

        Raises
        ------
        UserError
            If the record is not legal, or no game can be made of it.
        FailedError
            If the author's code fails.
        """
        return self.referee().follow(record)

    @cached_property
    def referee(self) -> Any:
        """The class that judges game records."""
        from simulate.plain.records import PlainReferee

        return type("Referee", (PlainReferee,), {"known": self})

    @cached_property
    def replay(self) -> Any:
        """`play`: a game of a run again."""
        return import_module("simulate.plain.replay")

    @cached_property
    def transcript(self) -> Any:
        """`transcript` and `turns`: a game played again, told in its author's words."""
        return self.replay

    @property
    def ranking_policy(self) -> str:
        """The policy by which the legal moves of a moment are put in order."""
        return players.GREEDY

    def part(self, room: str, module: str) -> Any:
        """What a room says of games in plain Python, of this one."""
        return import_module(f"{room}.plain").of_game(self)

    page = part

    @property
    def usual_policy(self) -> str:
        """Who plays unless somebody says otherwise."""
        return players.usual(self.kind)

    @property
    def policy_names(self) -> list[str]:
        """The policies that it has."""
        return players.names(self.kind)

    def text_of_policy(self, name: str) -> str | None:
        """What a policy does, in a line."""
        return players.text_of(self.kind, name)

    @property
    def methods(self) -> list[str]:
        """Those of them that need no weights."""
        return players.methods(self.kind)

    @property
    def styles(self) -> Mapping[str, Any]:
        """Its policies by weights, each a table as files of weights have them."""
        return self.kind.styles

    @cached_property
    def features(self) -> dict[str, str]:
        """Name and meaning of the features that its author names."""
        return {name: players.said_of(each) or name for name, each in self.kind.own_features.items()}


def declare(rule: str, own: Any) -> Any:
    """An option of the author's as the program declares options; `rule` says where it stands."""
    return option(own.default, rule=rule, low=own.low, high=own.high, choices=own.choices)
