"""Who begins, how long it takes, and the findings under other rules, boards and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Whole
from analyses.estimates.samples import difference_of, frequency_of, mean_of, share_change
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from analyses.studies.numbers.dots import read_hexes, red_toll
from analyses.studies.numbers.openings import Openings, pip_effect, read_openings
from simulate.store.runs import Run


@dataclass(frozen=True)
class CellGames:
    """What the games of one way show: arrays a game, and who won."""

    openings: Openings
    turns: Whole
    deals: Whole
    bank_trades: Whole
    finished: Whole

    def wins(self, seat: int) -> Whole:
        """1 for each game that a seat won."""
        return self.openings.won[:, seat]


def read_cell(run: Run) -> CellGames:
    """The games of a run."""
    games = run.games
    columns = ("turns", "deals", "bank_trades", "finished")
    return CellGames(read_openings(run), *(games[column].to_numpy(np.int64) for column in columns))


def ways_to_play(study: Declared, players: int, runs: Mapping[str, Run]) -> Iterator[Number]:
    """Seats, length and trades of each way to play, and what differs from the standard game.

    Game i has the same board and the same dice in all of them (but where the rule is about these), so
    changes are differences of the same game.
    """
    standard = read_cell(runs[study.lists["way"][0].name])
    for way in study.lists["way"]:
        played = standard if not way.differs else read_cell(runs[way.name])
        here = study.row("ways", players=players, way=way.name)
        yield from levels(here, played)
        if way.rules.get("board") != "beginner":  # on one board, openings say nothing about pips
            yield here("pip_effect", pip_effect(played.openings))
        yield red_toll(here, read_hexes(runs[way.name]))
        if played is not standard:
            yield from changes(here.narrow("changes"), played, standard)


def levels(here: Row, played: CellGames) -> Iterator[Number]:
    """What is measured under one way to play."""
    seats = played.openings.won.shape[1]
    for seat in range(seats):
        there = here.narrow("seats", seat=seat + 1)
        share = frequency_of(played.wins(seat))
        yield there("win_share", share)
        yield there("over_even", share.minus(1 / seats))
        yield there("pips", mean_of(played.openings.total[:, seat]))
    first, last = (frequency_of(played.wins(seat)).minus(1 / seats) for seat in (0, seats - 1))
    yield here("first_over_even", first)
    yield here("last_over_even", last)
    yield here("turns", mean_of(played.turns))
    yield here("deals", mean_of(played.deals))
    yield here("bank_trades", mean_of(played.bank_trades))
    yield here("unfinished", frequency_of(1 - played.finished))


def changes(here: Row, new: CellGames, old: CellGames) -> Iterator[Number]:
    """What is different from the standard game, game by game.

    A slow player plays only the first games of those that the others play.
    """
    seats, both = old.openings.won.shape[1], slice(len(new.turns))
    for name, seat in (("first_wins", 0), ("last_wins", seats - 1)):
        yield here(name, share_change(new.wins(seat), old.wins(seat)[both]))
    yield here("turns", difference_of(new.turns, old.turns[both], reach=here.reach("turns")))
