"""What do the numbers of Catan promise, and do they keep it? Dice, dots, openings, seats.

Five questions, for each number of players: do the rolls keep to their law, and what would cards in place
of dice change (`dice`); do hexes pay what their dots promise once the robber has been round
(`dots`); which openings win, and what is scarce (`openings`, `dots`); what a seat and a
trading rule are worth (`seats`); and whether all that hangs on who plays and on which board
(`seats`).
"""

from __future__ import annotations

from dataclasses import replace

from analyses.studies.numbers.cells import (
    DECK,
    DICE_WAYS,
    LOT,
    MOVED,
    STANDARD,
    WAYS_TO_PLAY,
    cells,
    dice_name,
    name_of,
)
from analyses.studies.numbers.dice import alone, sums
from analyses.studies.numbers.dots import dots, scarcity
from analyses.studies.numbers.openings import openings, pip_moved
from analyses.studies.numbers.seats import compared
from analyses.studies.study import Entry, Results, Runs, Setting, results_of

GAMES = 2_500
PLAYERS = (3, 4)

UNFINISHED = 0.01
"""Of the games of a way to play; more of them than this are worth a note."""


def analyse(setting: Setting, runs: Runs) -> Results:
    """What the games show."""
    entries: list[Entry] = []
    for players in setting.players:
        here = {way.name: runs[name_of(players, way.name)][0] for way in WAYS_TO_PLAY}
        entries += sums(players, here)
        entries += dots(players, here[STANDARD.name])
        entries += scarcity(players, here[STANDARD.name])
        for way in (STANDARD, DECK):
            entries += openings(players, way.name, here[way.name])
        still, moved = (runs[name_of(players, name)][0] for name in (LOT, MOVED))
        entries += openings(players, LOT, still)
        entries.append(pip_moved(players, still, moved))
        entries += compared(players, here)
    entries += alone(setting.players[0], {way.name: runs[dice_name(way)][0] for way in DICE_WAYS})
    results = results_of(setting, runs, entries)
    return replace(results, notes=notes(results))


def notes(results: Results) -> list[str]:
    """What a reader must know before any number."""
    found = []
    for way in WAYS_TO_PLAY:
        for players, entry in results.across("ways", "unfinished", way=way.name).items():
            if entry.estimate.value > UNFINISHED:
                found.append(
                    f"{entry.estimate:.1%} of the games of “{way.text}” with {players} players were stopped "
                    "at the limit of turns; nobody wins them"
                )
    return found


__all__ = ["GAMES", "PLAYERS", "analyse", "cells"]
