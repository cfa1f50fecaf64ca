"""Runs of Castle as numbers for its study: one a game, a seat, or a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.summary import WIN
from rules.castle.cards import IDS, standard_cards
from rules.castle.state import Reason
from simulate.castle.tables import IN_STOCK
from simulate.runs import Run

Whole = npt.NDArray[np.int64]

SECONDS = 20
"""Assumed for an action at a table of people; one that places a card takes half as much again."""

N_KINDS = len(IDS)


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
        fields = {name: value[:n] for name, value in vars(self).items() if name != "players"}
        return CellGames(self.players, **fields)


def minutes(halves: float) -> float:
    """Halves of an action as minutes at the assumed pace."""
    return halves * SECONDS / 120


def read_cell(run: Run) -> CellGames:
    """The games of a run."""
    columns = ["first", "turns", "rounds", "plays", "draws", "exchanges", "reason"]
    first, turns, rounds, plays, draws, exchanges, reason = (
        run.frame("games", columns)[columns].to_numpy(np.int64).T
    )
    actions = plays + draws + exchanges
    return CellGames(
        run.plan.players,
        first,
        turns,
        rounds,
        actions,
        2 * actions + plays,
        (reason == Reason.BLOCKED).astype(np.int64),
        (reason == Reason.TURN_LIMIT).astype(np.int64),
        read_wins(run),
    )


def read_wins(run: Run) -> Whole:
    """Parts of a win, a row a game and a column a seat."""
    share = run.frame("seats", ["win_share"]).to_numpy(np.float64)
    return np.rint(share * WIN).astype(np.int64).reshape(run.plan.n, run.plan.players)


def read_rotated(runs: Sequence[Run]) -> Whole:
    """Parts of a win where one player takes every seat in turn: [block, seat of that player, seat]."""
    return np.stack([read_wins(run) for run in runs], axis=1)


def read_hands(run: Run) -> Whole:
    """Cards of each kind in the first hands: [game, kind, seat]."""
    cards = run.frame("cards", ["game", "card", "dealt"])
    cards = cards[cards["dealt"] < IN_STOCK]
    where = (cards["game"] * N_KINDS + _kinds(cards["card"].to_numpy())) * run.plan.players + cards["dealt"]
    return _count(where.to_numpy(), run.plan.n, run.plan.players)


def read_placed(run: Run) -> Whole:
    """Whether each seat placed a card of each kind in the game: [game, kind, seat]."""
    plays = run.frame("plays", ["game", "seat", "card"])
    where = (plays["game"] * N_KINDS + _kinds(plays["card"].to_numpy())) * run.plan.players + plays["seat"]
    return np.minimum(_count(where.to_numpy(), run.plan.n, run.plan.players), 1)


def read_returns(run: Run) -> tuple[Whole, Whole, Whole]:
    """Cards in the game, times placed and times sent back, by kind: [game, kind] each."""
    cards = run.frame("cards", ["game", "card", "played", "back"])
    where = (cards["game"] * N_KINDS + _kinds(cards["card"].to_numpy())).to_numpy()
    shape = run.plan.n, N_KINDS
    found = [
        np.bincount(where, weights, minlength=shape[0] * shape[1]).astype(np.int64).reshape(shape)
        for weights in (None, cards["played"].to_numpy(), cards["back"].to_numpy())
    ]
    return found[0], found[1], found[2]


def _kinds(cards: Whole) -> Whole:
    """The kinds of cards."""
    kinds: Whole = standard_cards().tables["kind"][0][cards]
    return kinds


def _count(where: Whole, games: int, players: int) -> Whole:
    """How often each place of [game, kind, seat] is met."""
    shape = games, N_KINDS, players
    return np.bincount(where, minlength=games * N_KINDS * players).astype(np.int64).reshape(shape)
