"""The plan of a run: everything that decides what its games are, in one canonical form."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from rules import games
from rules.errors import UserError, nearest
from rules.options import as_dict, read_options, split_words
from simulate.policies import Policy, read_policies

MAX_GAME = 2**31 - 1
MAX_SEED = 2**63 - 1


@dataclass(frozen=True)
class Plan:
    """Which games to play: game `i` is a function of this and i alone.

    `options` are complete; `tiles` is the text of the user's tile file, None for the standard set.
    """

    game: str
    players: int
    options: Any
    preset: str
    policies: tuple[Policy, ...]
    seed: int
    first_game: int
    n: int
    tables: tuple[str, ...]
    tiles: str | None = field(default=None, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The canonical configuration as JSON values, user files by hash."""
        return {
            "game": self.game,
            "rules_version": rules_of(self.game).RULES_VERSION,
            "players": self.players,
            "preset": self.preset,
            "options": as_dict(self.options),
            "tiles": "standard" if self.tiles is None else hashlib.sha256(self.tiles.encode()).hexdigest(),
            "policies": [policy.as_dict() for policy in self.policies],
            "policies_version": simulator_of(self.game).POLICIES_VERSION,
            "seed": self.seed,
            "first_game": self.first_game,
            "n": self.n,
            "tables": list(self.tables),
        }

    @property
    def hash(self) -> str:
        """A hash of the canonical configuration."""
        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def name(self) -> str:
        """The name of the run's directory."""
        return f"{self.game}-{self.hash[:6]}"


def rules_of(game: str) -> ModuleType:
    """The engine module of a game."""
    games.load(game)
    return importlib.import_module(f"rules.{game}.engine")


def options_of(game: str) -> ModuleType:
    """The options module of a game: `Options`, `PRESETS`, `settle`."""
    games.load(game)
    return importlib.import_module(f"rules.{game}.options")


def simulator_of(game: str) -> ModuleType:
    """The module that plays a game: `Simulator`, `TABLES`, `POLICIES_VERSION`."""
    games.load(game)
    return importlib.import_module(f"simulate.{game}.simulator")


def read_rules(game: str, players: int, preset: str | None, rules: Iterable[str]) -> tuple[str, Any]:
    """The preset's name and the complete options: the preset's values, then each ``name=value``.

    Raises
    ------
    UserError
        For an unknown preset or option, or a value out of bounds.
    """
    module = options_of(game)
    preset = preset or next(iter(module.PRESETS))
    if preset not in module.PRESETS:
        raise UserError(
            f"{game} has no preset '{preset}'.{nearest(preset, module.PRESETS)} "
            f"Presets: {', '.join(module.PRESETS)} (simulate rules {game})"
        )
    given = {**module.PRESETS[preset], **split_words(rules)}
    return preset, module.settle(read_options(game, module.Options, given), players)


def whole(name: str, value: int, low: int, high: int) -> int:
    """`value` if it is within the bounds, else a UserError."""
    if not low <= value <= high:
        raise UserError(f"--{name} {value}: must be a whole number from {low} to {high}")
    return value


def make_plan(
    game: str,
    n: int,
    *,
    players: int | None = None,
    policy: str | None = None,
    preset: str | None = None,
    rules: Iterable[str] = (),
    seed: int = 1,
    first_game: int = 0,
    tables: str | Iterable[str] = "all",
    tiles: str | Path | None = None,
) -> Plan:
    """Check everything a user may say about a run and return its plan.

    Raises
    ------
    UserError
        For anything unknown or out of bounds, in one line.
    """
    players = games.check_players(game, players)
    whole("n", n, 1, MAX_GAME)
    whole("seed", seed, 0, MAX_SEED)
    whole("first-game", first_game, 0, MAX_GAME - n)
    preset, options = read_rules(game, players, preset, rules)
    text = None
    if tiles is not None:
        importlib.import_module(f"rules.{game}.tiles").load_tiles(Path(tiles))
        text = Path(tiles).read_text(encoding="utf-8")
    return Plan(
        game,
        players,
        options,
        preset,
        read_policies(game, policy, players),
        seed,
        first_game,
        n,
        read_tables(game, tables),
        text,
    )


def read_tables(game: str, words: str | Iterable[str]) -> tuple[str, ...]:
    """The tables to write: ``"all"``, or names; `games` and `seats` are always among them."""
    known = tuple(simulator_of(game).TABLES)
    given = [w.strip() for w in words.split(",")] if isinstance(words, str) else list(words)
    for word in given:
        if word not in (*known, "all"):
            raise UserError(
                f"{game} has no table '{word}'.{nearest(word, known)} Tables: {', '.join(known)} or all"
            )
    return known if "all" in given else tuple(t for t in known if t in given or t in ("games", "seats"))
