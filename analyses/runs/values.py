"""What a position is worth: the chance of each seat to win, fitted to games of self-play.

The model is the one of `analyses.estimates.choice_model`, with a position in place of a game; a part of the
games is kept out of the fit, to see whether of positions called 70 % so many are won.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.choice_model import chances_of, fit_choices
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import part_of
from rules import games as box
from rules.errors import UserError
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import USUAL_POLICY
from simulate.play.simulator import Simulator
from simulate.working.work import simulator_of

POSITIONS = 10
"""About as many positions of a game are looked at: those of one game are much alike."""

PIECE = 100
HELD_OUT = 5
"""One game of this many is kept out of the fit."""


@dataclass(frozen=True)
class Bin:
    """Seats of positions with chances in the same tenth: how many, their mean chance, the part that won."""

    seats: int
    chance: float
    won: Estimate


@dataclass(frozen=True)
class Fitted:
    """Weights of position features by name, and how the chances by them held in games that were kept out."""

    weights: dict[str, float]
    positions: int
    bins: tuple[Bin, ...]


def fit_values(
    game: str, *, policy: str = USUAL_POLICY, games: int = 5_000, jobs: int = 2, **asked: Any
) -> Fitted:
    """Fit the chance to win to positions of `games` games in which `policy` plays all seats.

    `asked` are other keywords of `simulate.plans.request.Request`, such as `players` and `rules`.

    Raises
    ------
    UserError
        For anything `make_plan` refuses, or too few games.
    """
    plan = make_plan(game, games, policy=policy, **asked)
    names = list(box.load(game).playing.position_features.texts())
    if games < 10 * HELD_OUT:
        raise UserError(f"{games} games are too few to fit anything; at least {10 * HELD_OUT}")

    features, shares, of_game = described(plan, games, jobs)
    won_games = shares.sum(axis=1) > 0
    features, shares, of_game = features[won_games], shares[won_games], of_game[won_games]

    in_fit = of_game % HELD_OUT != 0
    spread = features[in_fit].reshape(-1, len(names)).std(axis=0)
    spread[spread == 0] = 1.0
    fitted = fit_choices(features[in_fit] / spread, shares[in_fit])
    chances = chances_of(features[~in_fit] / spread, fitted.beta)
    weights = dict(zip(names, (fitted.beta / spread).tolist(), strict=True))
    return Fitted(weights, len(shares), tuple(bins(chances, shares[~in_fit], of_game[~in_fit])))


def bins(chances: Floats, won: Floats, of_game: Whole) -> Iterator[Bin]:
    """Seats by the tenth that their chance is in; the game is the unit, as its positions are alike."""
    _, game = np.unique(of_game, return_inverse=True)
    for low in np.arange(10) / 10:
        inside = (chances >= low) & (chances < low + 0.1)
        seats = np.bincount(game, inside.sum(axis=1))
        wins = np.bincount(game, (won * inside).sum(axis=1))
        if np.count_nonzero(seats) > 1:
            yield Bin(int(seats.sum()), float(chances[inside].mean()), part_of(wins, seats))


def described(plan: Plan, games: int, jobs: int) -> tuple[Floats, Floats, Whole]:
    """Positions of a plan's games: features by [position, seat, feature], win shares by [position, seat].

    And the game of each position.
    """
    simulator = simulator_of(plan)
    assert isinstance(simulator, Simulator)  # games in plain Python have no features of positions
    interval = max(1, round(float(simulator.play(0, 3)["games"]["turns"].mean()) / POSITIONS))

    def piece(first: int) -> list[tuple[Floats, Floats, Whole]]:
        games_of_piece = []
        for game in range(first, min(first + PIECE, games)):
            mine = simulator_of(plan)  # of this thread
            assert isinstance(mine, Simulator)
            features, rows = mine.described(game, interval)
            shares = np.tile(rows["seats"]["win_share"].astype(float), (len(features), 1))
            games_of_piece.append((features, shares, np.full(len(features), game)))
        return games_of_piece

    all_games: list[tuple[Floats, Floats, Whole]] = []
    with ThreadPoolExecutor(jobs) as pool:
        for games_of_piece in pool.map(piece, range(0, games, PIECE)):
            all_games += games_of_piece
    features, won, of_game = (np.concatenate(parts) for parts in zip(*all_games, strict=True))
    return features, won, of_game
