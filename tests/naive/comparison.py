"""Every number of a comparison again, in plain pandas, from its definition.

Shares no code with `analyses.measures.measure` or `analyses.questions.compare`: a
measure is a number for each game, read off the tables of a run; its change is the difference game by game.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from scipy import stats

from simulate.plans.plan import Plan
from simulate.store.runs import Run

Numbers: TypeAlias = "pd.Series[Any]"
"""A number a game."""

SOURCES = {
    "starwars": {
        "points_from_routes": ["route"],
        "points_from_fields": ["asteroid"],
        "points_from_planets": ["planet"],
        "points_from_battles": ["battle_loss", "battle_tie"],
    },
    "carcassonne": {
        "points_from_roads": ["road"],
        "points_from_cities": ["city"],
        "points_from_cloisters": ["cloister"],
        "points_from_farms": ["farm"],
        "thieves": ["thieves"],
        "knights": ["knights"],
        "monks": ["monks"],
        "farmers": ["farmers"],
    },
    "catan": {
        "points_from_settlements": ["settlements"],
        "points_from_cities": ["cities"],
        "points_from_point_cards": ["cards"],
        "points_from_longest_road": ["longest_road"],
        "points_from_largest_army": ["largest_army"],
        "cards_produced": ["brick", "lumber", "wool", "grain", "ore"],
        "blocked": ["blocked"],
        "roads": ["roads"],
        "development_cards": [
            "bought_knight",
            "bought_victory_point",
            "bought_road_building",
            "bought_year_of_plenty",
            "bought_monopoly",
        ],
    },
    "castle": {
        "cards_in_the_hand": ["hand"],
        "cards_in_the_stock": ["stock"],
        "plays": ["plays"],
        "draws": ["draws"],
        "exchanges": ["exchanges"],
    },
}
"""Means of a player: the columns of `seats` that they add up."""

COUNTED = {
    "starwars": {"turns": "turns", "battles": "battles", "discarded": "discarded"},
    "carcassonne": {"turns": "turns", "cities": "cities", "farms": "farms", "discarded": "discarded"},
    "catan": {
        "turns": "turns",
        "deals": "deals",
        "bank_trades": "bank_trades",
        "sevens": "sevens",
        "steals": "steals",
        "knights": "knights",
    },
    "castle": {
        "turns": "turns",
        "rounds": "rounds",
        "cards_placed": "plays",
        "sent_back": "sent_back",
        "blocked": "blocked",
        "unfinished": "unfinished",
        "lost": "lost",
    },
}
"""Means a game: the column of `games`."""


def numbers(run: Run, key: str, pace: float = 30.0) -> Any:
    """A number for each game, or for a ratio two: top and bottom."""
    games, seats = run.games.set_index("game"), run.seats
    name, _, at = key.partition(":")
    plan = run.plan
    if name in SOURCES[plan.game]:
        columns = SOURCES[plan.game][name]
        return seats.assign(what=seats[columns].sum(axis=1)).groupby("game")["what"].mean()
    if name in COUNTED[plan.game]:
        return games[COUNTED[plan.game][name]].astype(float)
    if name == "unfinished":
        return 1.0 - games["finished"]
    if name == "minutes":
        return games["turns"] * pace / 60
    if name == "lead":
        return games["margin"].astype(float)
    if name == "ties":
        return games["shared"].astype(float) if "shared" in games else (games["margin"] == 0).astype(float)
    if name == "tied_rolls":
        return games["ties"].astype(float), (games["ties"] + games["battles"]).astype(float)
    if name == "first_battle":
        first = run["battles"].groupby("game")["turn"].min().reindex(games.index)
        return first.fillna(0).astype(float), first.notna().astype(float)
    if name == "farm_share":
        by_game = seats.groupby("game")[["farm", "score"]].sum().astype(float)
        return by_game["farm"], by_game["score"]
    if name == "gap":
        scores = seats.groupby("game")["score"]
        return (scores.max() - scores.min()).astype(float)
    if name == "attacks":
        return seats.groupby("game")["attacks"].mean()
    if at:
        return _at(games, seats, name, at, plan)
    if name == "score":
        return seats.groupby("game")["score"].mean()
    raise KeyError(name)


def _at(games: pd.DataFrame, seats: pd.DataFrame, name: str, at: str, plan: Plan) -> Numbers:
    """Wins or points of one seat or place; in the team game of those who sit across, too."""
    number = int(at.lstrip("seatplc")) - 1
    team = bool(getattr(plan.options, "team_mode", False))
    first = games["first"] if "first" in games else pd.Series(0, games.index)
    place = (seats["seat"] - seats["game"].map(first)) % plan.players
    position = seats["seat"] if at.startswith("seat") else place
    if team:
        mine = seats[position % 2 == number]
        by_game = mine.groupby("game")
        return by_game["win_share"].sum().astype(float) if name == "win_share" else by_game["score"].mean()
    mine = seats[position == number].set_index("game")
    return mine[name].astype(float)


def another_winner(base: Run, house: Run) -> Numbers:
    """1 for each game whose parts of the win are not the same."""
    one, other = (run.seats.pivot(index="game", columns="seat", values="win_share") for run in (base, house))
    return (one != other).any(axis=1).astype(float)


def another_winner_by_luck(base: Run, house: Run, sides: list[str]) -> float:
    """How often two games that share nothing have another winner, of all pairs; `shared` is one winner.

    `sides` are the shares of the win of each side, as they are asked for.
    """
    said = []
    for run in (base, house):
        wins = np.array([np.asarray(numbers(run, side)) for side in sides]).T > 0
        said.append([str(row.argmax()) if row.sum() == 1 else f"shared {row.any()}" for row in wins])
    return float(np.mean([one != other for one in said[0] for other in said[1]]))


def games_that_differ(base: Run, house: Run) -> int:
    """How many games differ in any column of `games` or `seats`."""
    odd = set()
    for table in ("games", "seats"):
        one, other = base.frame(table), house.frame(table)
        odd |= set(one.loc[(one != other).any(axis=1), "game"])
    return len(odd)


# --- intervals


def wilson(successes: float, n: int, level: float) -> tuple[float, float]:
    """Both ends, from the definition: where the score test is just not refused."""
    z = stats.norm.ppf((1 + level) / 2)
    p = successes / n
    # n (p - x)^2 = z^2 x (1 - x) is a quadratic equation in x
    roots = np.roots([n + z * z, -(2 * n * p + z * z), n * p * p]).real
    return max(0.0, roots.min()), min(1.0, roots.max())


def least(successes: float, trials: float, level: float) -> float:
    """The share that shows as many, or more, with a chance of 1 - level (Clopper and Pearson 1934)."""
    return float(stats.beta.ppf(1 - level, successes, trials - successes + 1)) if successes else 0.0


def frequency(times: float, n: int, level: float) -> tuple[float, float]:
    """Wilson's ends, or wider ones where a share shows as many, or as few, with a chance of 1 - level."""
    low, high = wilson(times, n, level)
    return min(low, least(times, n, level)), max(high, 1 - least(n - times, n, level))


def share_change(change: Numbers, level: float) -> tuple[float, float]:
    """MOVER on what is gained and what is lost, parts of one whole; or wider ends by the exact sign test."""
    n = len(change)
    up, down = change.clip(lower=0).mean(), (-change).clip(lower=0).mean()
    (a, b), (c, d) = frequency(up * n, n, level), frequency(down * n, n, level)
    r = -(up * down) / math.sqrt(up * (1 - up) * down * (1 - down)) if 0 < up < 1 and 0 < down < 1 else 0.0
    low = up - down - math.sqrt((up - a) ** 2 + (d - down) ** 2 - 2 * r * (up - a) * (d - down))
    high = up - down + math.sqrt((b - up) ** 2 + (down - c) ** 2 - 2 * r * (b - up) * (down - c))
    moved = (up + down) * n
    rises, falls = least(up * n, moved, level), least(down * n, moved, level)
    return min(low, (up + down) * (2 * rises - 1)), max(high, (up + down) * (1 - 2 * falls))


def strays(top: Numbers, bottom: Numbers) -> tuple[float, Numbers]:
    """What each game adds to a ratio of totals beyond its share."""
    ratio = top.sum() / bottom.sum()
    return ratio, (top - ratio * bottom) / bottom.mean()


def number_change(change: Numbers, level: float) -> tuple[float, float]:
    """Student's interval of the mean change."""
    half = stats.t.ppf((1 + level) / 2, len(change) - 1) * change.std(ddof=1) / math.sqrt(len(change))
    return change.mean() - half, change.mean() + half


# --- all at once


def luck_by_jackknife(counts: np.ndarray, level: float) -> float:
    """Half the interval of how often winners differ beyond luck: each game is left out once."""
    n = int(counts.sum())

    def beyond(table: np.ndarray) -> float:
        shares = table / table.sum()
        return float(shares.sum() - np.trace(shares) - (1 - shares.sum(axis=1) @ shares.sum(axis=0)))

    values, games = [], []
    for cell in zip(*np.nonzero(counts), strict=True):
        without = counts.copy()
        without[cell] -= 1
        values.append(beyond(without))
        games.append(int(counts[cell]))
    mean = np.average(values, weights=games)
    variance = (n - 1) / n * float(np.sum(games * (np.array(values) - mean) ** 2))
    return float(stats.t(n - 1).ppf((1 + level) / 2) * math.sqrt(variance))


def level_of_all(
    changes: list[Numbers], level: float = 0.95, family: int = 1, draws: int = 20_000, blocks: int = 200
) -> float:
    """The level at which intervals of all these changes (a series a measure) hold at once: max-t."""
    n = len(changes[0])
    size = math.ceil(n / blocks)
    share = 1 - (1 - level) / family
    sums = [
        (change - change.mean()).groupby(np.arange(n) // size).sum()
        for change in changes
        if change.to_numpy().any()
    ]
    sums = [s / math.sqrt((s**2).sum()) for s in sums if (s**2).sum() > 1e-20]
    if len(sums) < 2:
        return share
    weights = np.random.default_rng(0).standard_normal((draws, len(sums[0])))
    largest = np.abs(weights @ np.column_stack(sums)).max(axis=1)
    return max(share, 2 * stats.norm.cdf(np.quantile(largest, share)) - 1)


def winners(base: Run, house: Run, place: bool) -> pd.DataFrame:
    """Games by who wins under the first rule and under the second."""

    def who(run: Run) -> Numbers:
        games = run.games.set_index("game")
        first = games["first"] if "first" in games else pd.Series(0, games.index)
        seats = run.seats[run.seats["win_share"] > 0]
        number = (seats["seat"] - seats["game"].map(first)) % run.plan.players if place else seats["seat"]
        names = (number + 1).astype(str)
        if getattr(run.plan.options, "team_mode", False):
            names = (number % 2).map({0: "1", 1: "2"} if place else {0: "1+3", 1: "2+4"})
        named = names.groupby(seats["game"]).agg(lambda who: sorted(set(who)))
        named = named.map(lambda found: found[0] if len(found) == 1 else "shared")
        return named.reindex(games.index, fill_value="nobody")

    return pd.crosstab(who(base), who(house))
