"""Who begins, how long it takes, and whether the findings hold for other rules, boards and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.estimate import LEAST_REACH
from analyses.samples import difference_of, frequency_of, mean_of, share_change
from analyses.studies.numbers.cells import STANDARD, WAYS_TO_PLAY, Way
from analyses.studies.numbers.dots import read_hexes, red_toll
from analyses.studies.numbers.laws import Whole
from analyses.studies.numbers.openings import EFFECT_MARGIN, Openings, pip_effect, read_openings
from analyses.studies.panel import Panel, panels
from analyses.studies.study import Entry, Results, Where, at
from simulate.runs import Run

SEAT_MARGIN = 0.02
"""Of a seat's share of wins."""

TURNS_MARGIN = 4.0
"""Turns of a game: about one round."""

ASKED = ("paid_change", "first_over_even", "last_over_even", "pip_effect")
"""The findings that are put to every way to play."""


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
        found: Whole = self.openings.won[:, seat]
        return found


def read_cell(run: Run) -> CellGames:
    """The games of a run."""
    games = run.games
    columns = ("turns", "deals", "bank_trades", "finished")
    return CellGames(read_openings(run), *(games[column].to_numpy(np.int64) for column in columns))


def compared(players: int, runs: Mapping[str, Run]) -> Iterator[Entry]:
    """Seats, length and trades of each way to play, and what differs from the standard game.

    Game i has the same board and the same dice in all of them (but where the rule is about these), so
    changes are differences of the same game.
    """
    standard = read_cell(runs[STANDARD.name])
    for way in WAYS_TO_PLAY:
        played = standard if way is STANDARD else read_cell(runs[way.name])
        here = at("ways", players=players, way=way.name)
        yield from levels(here, played)
        if is_measured("pip_effect", way):
            gain = pip_effect(played.openings)
            yield here("pip_effect", "share of wins for one more", gain, EFFECT_MARGIN)
        yield red_toll(here, read_hexes(runs[way.name]))
        if way is not STANDARD:
            yield from changes(here.of("changes"), played, standard)


def levels(here: Where, played: CellGames) -> Iterator[Entry]:
    """What is measured under one way to play."""
    seats = played.openings.won.shape[1]
    unit = "share of wins"
    for seat in range(seats):
        there = here.of("seats", seat=seat + 1)
        share = frequency_of(played.wins(seat))
        yield there("win_share", unit, share)
        yield there("over_even", unit, share.minus(1 / seats), SEAT_MARGIN)
        yield there("pips", "pips", mean_of(played.openings.total[:, seat]))
    first, last = (frequency_of(played.wins(seat)).minus(1 / seats) for seat in (0, seats - 1))
    yield here("first_over_even", unit, first, SEAT_MARGIN)
    yield here("last_over_even", unit, last, SEAT_MARGIN)
    yield here("turns", "turns a game", mean_of(played.turns))
    yield here("deals", "trades a game", mean_of(played.deals))
    yield here("bank_trades", "trades a game", mean_of(played.bank_trades))
    yield here("unfinished", "share of games", frequency_of(1 - played.finished))


def changes(here: Where, new: CellGames, old: CellGames) -> Iterator[Entry]:
    """What is different from the standard game, game by game."""
    seats = old.openings.won.shape[1]
    for name, seat in (("first_wins", 0), ("last_wins", seats - 1)):
        moved = share_change(new.wins(seat), old.wins(seat))
        yield here(name, "share of wins", moved, SEAT_MARGIN)
    longer = difference_of(new.turns, old.turns, reach=LEAST_REACH * TURNS_MARGIN)
    yield here("turns", "turns a game", longer, TURNS_MARGIN)


# --- do the findings hold elsewhere?


def is_measured(measure: str, way: Way) -> bool:
    """Whether a measure means anything there: on one board, openings say nothing about pips."""
    return measure != "pip_effect" or not way.one_board


def panel(results: Results, respects: Sequence[str]) -> list[Panel]:
    """What the standard game and ways that differ in one of the respects say of the findings."""
    ways = [way.name for way in WAYS_TO_PLAY if way is STANDARD or way.differs in respects]
    return panels(results, "ways", ASKED, "way", ways)
