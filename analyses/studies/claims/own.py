"""Numbers of claims that only one game has: dice of Catan, battles of Star Wars, cloisters of Carcassonne."""

from __future__ import annotations

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.samples import Totals, frequency_of, part_of, ratio_change, ratio_of
from analyses.games.starwars import DICE, KINDS
from rules.carcassonne.tiles import KINDS as TILE_KINDS
from simulate.play.simulator import read_box
from simulate.store.runs import Run

SUMS = [f"sum_{total}" for total in range(2, 13)]
SEVEN, SIX, EIGHT = (SUMS.index(f"sum_{total}") for total in (7, 6, 8))

MOST = 9.0
"""Points of a complete cloister, which a game that was not seen may add (CC-47)."""

# --- Catan


def _rolls(run: Run) -> Numbers:
    """How often each sum came, a row a game."""
    return run.frame("rolls", SUMS).to_numpy(np.float64)


def sevens(run: Run) -> Estimate:
    """The share of rolls that are a seven (CT-50); the game is the unit, as its length hangs on its rolls."""
    rolls = _rolls(run)
    return part_of(rolls[:, SEVEN], rolls.sum(axis=1))


def neither_six_nor_eight(run: Run) -> Estimate:
    """The share of games in which a token other than 6 and 8 is rolled more often than both (CT-11)."""
    rolls = _rolls(run)
    red = rolls[:, [SIX, EIGHT]].max(axis=1)
    others = np.delete(rolls, [SIX, SEVEN, EIGHT], axis=1).max(axis=1)
    return frequency_of(others > red)


# --- Star Wars


def underdogs(run: Run) -> Estimate:
    """The share of battles of unequal dice that somebody with fewer than most of them wins (SW-30, SW-34)."""
    battles = run.frame("battles", ["game", *DICE, "winner"])
    dice, winner = battles[DICE].to_numpy(), battles["winner"].to_numpy()
    most = dice.max(axis=1)
    unequal = np.where(dice > 0, dice, most[:, None]).min(axis=1) < most
    lost = unequal & (dice[np.arange(len(dice)), winner] < most)
    top, bottom = (_by_game(run, battles, which) for which in (lost, unequal))
    return part_of(top, bottom)


def battles_a_planet(run: Run) -> Estimate:
    """Battles over planets for each planet that is paid (SW-22, SW-46)."""
    planet = KINDS.index("planets")
    fought, paid = (run.frame(table, ["game", "kind"]) for table in ("battles", "features"))
    top, bottom = (_by_game(run, rows, (rows["kind"] == planet).to_numpy()) for rows in (fought, paid))
    return ratio_of(top, bottom)


def _by_game(run: Run, rows: pd.DataFrame, counted: Numbers) -> Numbers:
    """The rows of each game that count, or the sum of what they are."""
    game = rows["game"].to_numpy() - run.plan.first_game
    return np.rint(np.bincount(game, counted, run.plan.n)).astype(np.int64)


# --- Carcassonne


def cloisters(run: Run) -> Estimate:
    """Points that a tile with a cloister brought, over those that another tile did (CC-39, CC-42, CC-47)."""
    cloister = TILE_KINDS.index("cloister")
    has = np.array([any(s.kind == cloister for s in tile.segments) for tile in read_box(run.plan).tiles])
    laid = run.frame("placements", ["game", "piece", "brought"])
    which = has[laid["piece"].to_numpy()]
    return ratio_change(_brought(run, laid, which), _brought(run, laid, ~which), reach=MOST)


def _brought(run: Run, laid: pd.DataFrame, which: Numbers) -> Totals:
    """What some tiles of each game brought, and how many they are."""
    return _by_game(run, laid, which * laid["brought"].to_numpy()), _by_game(run, laid, which)
