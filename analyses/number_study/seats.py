"""Who begins, how long it takes, and whether the findings hold for other rules, boards and players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.number_study.cells import STANDARD, WAYS_TO_PLAY, Way
from analyses.number_study.dots import read_hexes, red_toll
from analyses.number_study.laws import Whole
from analyses.number_study.openings import EFFECT_MARGIN, Openings, pip_effect, read_openings
from analyses.studies import Entry, Results, difference_of, frequency_of, mean_of
from simulate.runs import Run

SEAT_MARGIN = 0.02
"""Of a seat's share of wins."""

TURNS_MARGIN = 4.0
"""Turns of a game: about one round."""

DISPUTED = ("paid_change", "first_over_even", "last_over_even", "pip_effect")
"""The findings that are put to every way to play."""


@dataclass(frozen=True)
class Played:
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


def read_played(run: Run) -> Played:
    """The games of a run."""
    games = run.games
    columns = ("turns", "deals", "bank_trades", "finished")
    return Played(read_openings(run), *(games[column].to_numpy(np.int64) for column in columns))


def compared(players: int, runs: Mapping[str, Run]) -> Iterator[Entry]:
    """Seats, length and trades of each way to play, and what differs from the standard game.

    Game i has the same board and the same dice in all of them (but where the rule is about these), so
    changes are differences of the same game.
    """
    standard = read_played(runs[STANDARD.name])
    for way in WAYS_TO_PLAY:
        played = standard if way is STANDARD else read_played(runs[way.name])
        place: dict[str, int | str] = {"players": players, "way": way.name}
        yield from levels(place, played)
        if is_measured("pip_effect", way):
            gain = pip_effect(played.openings)
            yield Entry("ways", place, "pip_effect", "share of wins for one more", gain, EFFECT_MARGIN)
        yield red_toll(place, read_hexes(runs[way.name]), "ways")
        if way is not STANDARD:
            yield from changes(place, played, standard)


def levels(place: Mapping[str, int | str], played: Played) -> Iterator[Entry]:
    """What is measured under one way to play."""
    seats = played.openings.won.shape[1]
    unit = "share of wins"
    for seat in range(seats):
        here = {**place, "seat": seat + 1}
        share = frequency_of(played.wins(seat))
        yield Entry("seats", here, "win_share", unit, share)
        yield Entry("seats", here, "over_even", unit, share.minus(1 / seats), SEAT_MARGIN)
        yield Entry("seats", here, "pips", "pips", mean_of(played.openings.total[:, seat]))
    first, last = (frequency_of(played.wins(seat)).minus(1 / seats) for seat in (0, seats - 1))
    yield Entry("ways", place, "first_over_even", unit, first, SEAT_MARGIN)
    yield Entry("ways", place, "last_over_even", unit, last, SEAT_MARGIN)
    yield Entry("ways", place, "turns", "turns a game", mean_of(played.turns))
    yield Entry("ways", place, "deals", "trades a game", mean_of(played.deals))
    yield Entry("ways", place, "bank_trades", "trades a game", mean_of(played.bank_trades))
    yield Entry("ways", place, "unfinished", "share of games", frequency_of(1 - played.finished))


def changes(place: Mapping[str, int | str], new: Played, old: Played) -> Iterator[Entry]:
    """What is different from the standard game, game by game."""
    seats = old.openings.won.shape[1]
    for name, seat in (("first_wins", 0), ("last_wins", seats - 1)):
        moved = difference_of(new.wins(seat), old.wins(seat))
        yield Entry("changes", place, name, "share of wins", moved, SEAT_MARGIN)
    length = difference_of(new.turns, old.turns)
    yield Entry("changes", place, "turns", "turns a game", length, TURNS_MARGIN)


# --- do the findings hold elsewhere?


def is_measured(measure: str, way: Way) -> bool:
    """Whether a measure means anything there: on one board, openings say nothing about pips."""
    return measure != "pip_effect" or not way.one_board


@dataclass(frozen=True)
class Dispute:
    """A finding on which ways to play contradict each other: the verdict of each."""

    measure: str
    players: int
    verdicts: Mapping[str, str]

    def who(self, verdict: str) -> list[str]:
        """The ways that say so."""
        return [way for way, said in self.verdicts.items() if said == verdict]


def disputes(results: Results, respects: Sequence[str]) -> Iterator[Dispute]:
    """Findings that one way calls different and another equivalent, or different the other way.

    The ways are the standard game and those that differ from it in one of the respects.
    """
    ways = [way for way in WAYS_TO_PLAY if way is STANDARD or way.differs in respects]
    for measure in DISPUTED:
        for players in results.setting.players:
            found = {
                way.name: results.entry("ways", measure, players=players, way=way.name)
                for way in ways
                if is_measured(measure, way)
            }
            verdicts = {way: entry.verdict for way, entry in found.items()}
            signs = {entry.estimate.value > 0 for entry in found.values() if entry.verdict == DIFFERENT}
            if len(signs) == 2 or (signs and EQUIVALENT in verdicts.values()):
                yield Dispute(measure, players, verdicts)
