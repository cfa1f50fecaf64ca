"""Runs of Castle as numbers for its study: one a game, a seat, or a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Whole, win_parts
from analyses.estimates.lazy import pd
from rules.castle.cards import N_KINDS
from rules.castle.state import Reason
from simulate.games.castle.tables import IN_STOCK
from simulate.play.simulator import read_box
from simulate.store.runs import Run

SECONDS = 20
"""Assumed for an action at a table of people; one that places a card takes half as much again."""

HALF = SECONDS / 120
"""Minutes of half an action."""


@dataclass(frozen=True)
class CellGames:
    """How games went: a number a game, and a row a game and column a seat."""

    players: int
    first: Whole
    """The seat that began."""
    turns: Whole
    rounds: Whole
    actions: Whole
    halves: Whole
    """Time in halves of an action: two for drawing and exchanging, three for placing a card."""
    blocked: Whole
    unfinished: Whole
    win: Whole
    """Parts of a win, of `WIN`."""

    @property
    def n(self) -> int:
        """Games."""
        return len(self.first)

    def upto(self, n: int) -> CellGames:
        """The first n games."""
        return CellGames(
            self.players, *(values[:n] for name, values in vars(self).items() if name != "players")
        )


def read_cell(run: Run) -> CellGames:
    """The games of a run."""
    columns = ["first", "turns", "rounds", "plays", "draws", "exchanges", "reason"]
    first, turns, rounds, plays, draws, exchanges, reason = run.frame("games", columns).to_numpy(np.int64).T
    actions = plays + draws + exchanges
    blocked, stopped = ((reason == why).astype(np.int64) for why in (Reason.BLOCKED, Reason.TURN_LIMIT))
    return CellGames(
        run.plan.players, first, turns, rounds, actions, 2 * actions + plays, blocked, stopped, win_parts(run)
    )


def read_rotated(runs: Sequence[Run]) -> Whole:
    """Parts of a win where one player takes every seat in turn: [block, seat of that player, seat]."""
    return np.stack([win_parts(run) for run in runs], axis=1)


def read_hands(run: Run) -> Whole:
    """Cards of each kind in the first hands: [game, kind, seat]."""
    cards = run.frame("cards", ["game", "card", "dealt"])
    cards = cards[cards["dealt"] < IN_STOCK]
    return _count(run, cards, cards["dealt"].to_numpy(np.int64), run.plan.players)


def read_placed(run: Run) -> Whole:
    """Whether each seat placed a card of each kind in the game: [game, kind, seat]."""
    plays = run.frame("plays", ["game", "seat", "card"])
    return np.minimum(_count(run, plays, plays["seat"].to_numpy(np.int64), run.plan.players), 1)


def read_returns(run: Run) -> tuple[Whole, Whole, Whole]:
    """Cards in the game, times placed and times sent back, by kind: [game, kind] each."""
    cards = run.frame("cards", ["game", "card", "played", "back"])
    there, played, back = (
        _count(run, cards, 0, 1, weights)[:, :, 0] for weights in (None, cards["played"], cards["back"])
    )
    return there, played, back


def _count(
    run: Run, cards: pd.DataFrame, seats: Whole | int, n: int, weights: pd.Series[int] | None = None
) -> Whole:
    """How often, or with what weight, each place of [game, kind, one of n seats] is met."""
    kinds = read_box(run.plan).tables["kind"][0][cards["card"].to_numpy()]
    where = (cards["game"].to_numpy(np.int64) * N_KINDS + kinds) * n + seats
    found = np.bincount(where, weights, minlength=run.plan.n * N_KINDS * n)
    return found.astype(np.int64).reshape(run.plan.n, N_KINDS, n)
