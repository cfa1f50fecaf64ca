"""The games of a run as another farm rule would have scored them: the same moves, other points.

Farms are paid at the very end and a small city's points change no move that has been made, so the score
under another rule is exact: what roads, cities and cloisters paid, plus the farms by the other rule.
Nothing else moves, least of all the players: `simulate study farmers` says what they do about a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyses.estimates.arrays import Whole
from rules.carcassonne.options import METHODS, Options, SmallCity
from rules.carcassonne.tiles import Feature
from rules.errors import UserError
from rules.options import typed
from simulate.plans.plan import Plan
from simulate.play.tables import WATCHED
from simulate.store.runs import Run, held_words
from simulate.store.sums import WIN

RULES = ("farm_method", "farm_points", "small_city")
"""The options that change nothing but what finished games score."""

SMALL_CITY = tuple(SmallCity.texts())


@dataclass(frozen=True)
class FarmRule:
    """What farms and small cities pay (CC-45, CC-62, CC-63, CC-64, CC-65, CC-66)."""

    method: str
    points: int
    small_city: str

    @classmethod
    def of(cls, options: Options) -> FarmRule:
        """What the options say about farms and small cities."""
        return cls(options.farm_method.word, options.farm_points, options.small_city.word)


@dataclass(frozen=True)
class Scored:
    """What was scored in each game: a row a game and a column a seat, from which any rule's scores follow."""

    first_game: int
    other_points: Whole
    """Points of everything but farms and complete cities of two tiles."""
    small_cities: Mapping[str, Whole]
    """Points of complete cities of two tiles, by what these are worth."""
    cities: Mapping[str, Whole]
    """Cities paid for through farms, by method."""

    def farms(self, rule: FarmRule) -> Whole:
        """Points from farms."""
        return self.cities[rule.method] * rule.points

    def scores(self, rule: FarmRule) -> Whole:
        """Scores at the end of the game."""
        return self.other_points + self.small_cities[rule.small_city] + self.farms(rule)


def read_scored(run: Run) -> Scored:
    """Read a finished run once, block by block.

    Raises
    ------
    UserError
        If the run is unfinished or lacks the tables `farms` and `features`.
    """
    run.whole_receipts()
    if not run.is_complete:
        raise UserError(f"{run.path} {held_words(run)}; play the rest: {run.command}")
    plan = run.plan
    shape = (plan.n, plan.players)
    other_points = np.zeros(shape, np.int64)
    small = {value: np.zeros(shape, np.int64) for value in SMALL_CITY}
    cities = {method: np.zeros(shape, np.int64) for method in METHODS}

    for block in run.arrays("seats", ["game", "seat", "road", "city", "cloister"]):
        rows = block["game"] - plan.first_game, block["seat"]
        other_points[rows] = block["road"] + block["city"] + block["cloister"]
    for block in run.arrays("features", ["game", "kind", "tiles", "pennants", "seats", "final"]):
        _add_small_cities(small, block, plan.first_game, plan.options)
    for block in run.arrays("farms"):
        game = block["game"] - plan.first_game
        for method in METHODS:
            for seat in range(plan.players):
                np.add.at(cities[method][:, seat], game, block[f"{method}_{seat}"])
    return Scored(plan.first_game, other_points - small[plan.options.small_city.word], small, cities)


def _add_small_cities(
    small: Mapping[str, Whole], block: Mapping[str, Whole], first: int, options: Any
) -> None:
    """Add what each complete city of two tiles paid, at half and in full (CC-42, CC-45)."""
    two = (block["kind"] == Feature.CITY) & (block["final"] == 0) & (block["tiles"] == 2)
    full = 2 * options.city_tile_points + block["pennants"][two] * options.pennant_points
    game, paid_seats = block["game"][two] - first, block["seats"][two]
    for seat in range(small["full"].shape[1]):
        is_paid = (paid_seats >> seat) & 1 == 1
        np.add.at(small["full"][:, seat], game[is_paid], full[is_paid])
        np.add.at(small["half"][:, seat], game[is_paid], full[is_paid] // 2)


def wins(scores: Whole) -> Whole:
    """Each seat's part of the win, of `WIN`: whoever shares the best score shares the win (CC-53)."""
    best = scores == scores.max(axis=1, keepdims=True)
    return np.where(best, WIN // best.sum(axis=1, keepdims=True), 0)


def lead(scores: Whole) -> Whole:
    """The best score less the next, game by game."""
    ascending = np.sort(scores, axis=1)
    return ascending[:, -1] - ascending[:, -2]


class RescoredRun(Run):
    """The games of a run with the scores, ranks and wins that another farm rule gives them.

    `plan` is that of the other rule. The tables `games` and `seats` are told anew, all others as they are;
    those of what scores were on the way, and of what tiles brought, are left out.
    """

    def __init__(self, run: Run, plan: Plan) -> None:
        tables = tuple(table for table in run.plan.tables if table not in WATCHED)
        plan = replace(plan, n=run.plan.n, tables=tables)
        super().__init__(run.path, plan, run.manifest, run.receipts)

        rule, scored = FarmRule.of(plan.options), read_scored(run)
        small_city = run.plan.options.small_city.word
        self._farms = scored.farms(rule)
        self._city_change = scored.small_cities[rule.small_city] - scored.small_cities[small_city]
        self._scores = scored.scores(rule)

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """A table block by block, as `Run.arrays`."""
        if table not in ("games", "seats"):
            yield from super().arrays(table, columns, since)
            return
        for block in super().arrays(table, None, since):
            game = block["game"] - self.plan.first_game
            changes = self._games_of(game) if table == "games" else self._seats_of(game, block)
            rescored_block = block | changes
            yield rescored_block if columns is None else {name: rescored_block[name] for name in columns}

    def _games_of(self, game: Whole) -> dict[str, Whole]:
        scores = self._scores[game]
        return {"winners": (wins(scores) > 0) @ (1 << np.arange(scores.shape[1])), "margin": lead(scores)}

    def _seats_of(self, game: Whole, block: Mapping[str, np.ndarray]) -> dict[str, Any]:
        seat = block["seat"]
        scores = self._scores[game]
        score = self._scores[game, seat]
        return {
            "score": score,
            "rank": 1 + (scores > score[:, None]).sum(axis=1),
            "win_share": (wins(self._scores)[game, seat] / WIN).astype(np.float32),
            "city": block["city"] + self._city_change[game, seat],
            "farm": self._farms[game, seat],
        }


def rescored(run: Run, plan: Plan) -> Run | None:
    """The games of a run as the rules of another plan score them; None if these change more than scores."""
    played = run.plan
    options = typed(played.options)
    changes = {name for name, value in typed(plan.options).items() if value != options[name]}
    if not changes or not changes <= set(RULES):
        return None

    same_games = (played.policies, played.box, played.players) == (plan.policies, plan.box, plan.players)
    has_tables = {"farms", "features"} <= set(played.tables)
    if not same_games or not has_tables:
        return None
    return RescoredRun(run, plan) if plan.options.farm_method.word in METHODS else None
