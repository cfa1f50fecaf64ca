"""Does the promise of the dots hold? Cards that hexes pay, block and owe, by token and by resource.

A hex whose number is rolled owes 1 card for each settlement at it and 2 for each city. It pays them,
unless the robber stands there (blocked) or the bank has too few (short). How often the number is rolled
does not depend on who builds there or where the robber stands, so what is owed is what the dots promise,
and the part of it that is paid is how far the promise is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Flags, Whole
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import exact, mean_of, part_of, ratio_change, ratio_of, relative_change, slope
from analyses.games.catan import TOKENS
from analyses.games.dice import ways
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from rules.catan.geometry import N_HEXES
from rules.catan.options import RESOURCES
from simulate.store.runs import Run

RED, NEXT = (6, 8), (5, 9)

HEX_COUNTS = dict(zip(RESOURCES, (3, 4, 4, 4, 3), strict=True))
ALL_DOTS = 58


@dataclass(frozen=True)
class Hexes:
    """What the hexes did: arrays [game, hex]."""

    terrain: Whole
    number: Whole
    pips: Whole
    produced: Whole
    blocked: Whole
    short: Whole
    robbed: Whole
    turns: Whole
    """[game]"""

    @property
    def owed(self) -> Whole:
        """Cards that were rolled for."""
        return self.produced + self.blocked + self.short

    @property
    def every_turn(self) -> Whole:
        """The turns of the game, at each hex."""
        return np.broadcast_to(self.turns[:, None], self.number.shape)

    def numbered(self, *numbers: int) -> Flags:
        """The hexes with one of these tokens."""
        return np.isin(self.number, numbers)

    def totals(self, what: Whole, picked: Flags) -> Whole:
        """Added up over the picked hexes of each game."""
        return (what * picked).sum(axis=1)


def read_hexes(run: Run) -> Hexes:
    """The hexes of a run."""
    columns = ["terrain", "number", "pips", "produced", "blocked", "short", "robbed"]
    table = run.frame("hexes", columns)
    arrays = {c: table[c].to_numpy(np.int64).reshape(run.plan.n, N_HEXES) for c in columns}
    return Hexes(**arrays, turns=run.games["turns"].to_numpy(np.int64))


# --- by token


def dots(study: Declared, players: int, run: Run) -> Iterator[Number]:
    """What the hexes of each token pay, block and owe, then red numbers against those next to them."""
    hexes = read_hexes(run)
    for numbers in (*((token,) for token in TOKENS), RED, NEXT):
        name = " and ".join(map(str, numbers))
        here = study.row("dots", players=players, way="standard", token=name)
        yield from (here(*found) for found in by_token(hexes, *numbers))
    here = study.row("dots_changes", players=players, way="standard")
    yield red_toll(here, hexes)
    yield here("hex_change", relative_change(*_red_and_next(hexes, hexes.produced, hexes.pips)))
    yield here("robber_there", ratio_change(*_red_and_next(hexes, hexes.robbed, hexes.every_turn)))
    for measure, numbers in (("red_dots", RED), ("next_dots", NEXT)):
        those = hexes.numbered(*numbers)
        paid = part_of(hexes.totals(hexes.produced, those), hexes.totals(hexes.owed, those))
        yield here(measure, paid.times(ways(numbers[0])))


def by_token(hexes: Hexes, *numbers: int) -> Iterator[tuple[str, Estimate]]:
    """Cards of a hex and dot, and what became of those that were promised."""
    those = hexes.numbered(*numbers)

    def per(what: Whole, of: Whole) -> Estimate:
        return ratio_of(hexes.totals(what, those), hexes.totals(of, those))

    def part(what: Whole, of: Whole) -> Estimate:
        return part_of(hexes.totals(what, those), hexes.totals(of, those))

    one = np.ones_like(hexes.number)
    yield "cards", per(hexes.produced, one)
    yield "per_dot", per(hexes.produced, hexes.pips)
    yield "promised_per_dot", per(hexes.owed, hexes.pips)
    yield "paid", part(hexes.produced, hexes.owed)
    yield "blocked", part(hexes.blocked, hexes.owed)
    yield "short", part(hexes.short, hexes.owed)
    yield "robber_there", part(hexes.robbed, hexes.every_turn)


def red_toll(here: Row, hexes: Hexes) -> Number:
    """By what part a settlement at a 6 or 8 is paid less for each dot than one at a 5 or 9."""
    return here("paid_change", relative_change(*_red_and_next(hexes, hexes.produced, hexes.owed)))


def _red_and_next(hexes: Hexes, what: Whole, of: Whole) -> tuple[tuple[Whole, Whole], tuple[Whole, Whole]]:
    """Totals a game on the hexes with red numbers, and on those with 5 and 9."""
    red, near = hexes.numbered(*RED), hexes.numbered(*NEXT)
    return (
        (hexes.totals(what, red), hexes.totals(of, red)),
        (hexes.totals(what, near), hexes.totals(of, near)),
    )


# --- by resource


def scarcity(study: Declared, players: int, run: Run) -> Iterator[Number]:
    """What lies on the boards and what comes of it, by resource, and how a board's dots move its length."""
    hexes = read_hexes(run)
    for number, resource in enumerate(RESOURCES):
        mine = hexes.terrain == number
        here = study.row("scarcity", players=players, resource=resource)
        on_board = hexes.totals(hexes.pips, mine)
        law = ALL_DOTS * HEX_COUNTS[resource] / sum(HEX_COUNTS.values())
        yield here("dots_exact", exact(law))
        yield here("dots", mean_of(on_board))
        yield here("cards", mean_of(hexes.totals(hexes.produced, mine)))
        owed = hexes.totals(hexes.owed, mine)
        for what, lost in (("blocked", hexes.blocked), ("short", hexes.short)):
            yield here(what, part_of(hexes.totals(lost, mine), owed))
        yield here("length", slope(on_board, hexes.turns))
