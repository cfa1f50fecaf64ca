"""Does the promise of the dots hold? Cards that hexes pay, block and owe, by token and by resource.

A hex whose number is rolled owes 1 card for each settlement at it and 2 for each city. It pays them,
unless the robber stands there (blocked) or the bank has too few (short). How often the number is rolled
does not depend on who builds there or where the robber stands, so what is owed is what the dots promise,
and the part of it that is paid is how far the promise is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.dice import ways
from analyses.estimate import Estimate, student
from analyses.number_study.cells import STANDARD
from analyses.number_study.dice import exact
from analyses.number_study.laws import Floats, Whole
from analyses.studies import Entry, mean_of, part_of, ratio_change, ratio_of, relative_change
from rules.catan.geometry import N_HEXES
from rules.catan.options import RESOURCES
from simulate.runs import Run

RED, NEXT = (6, 8), (5, 9)
TOKENS = tuple(number for number in range(2, 13) if number != 7)

PAID_MARGIN = 0.05
"""Of the cards that a dot brings: a fifth of what the fifth dot adds to four."""

LENGTH_MARGIN = 0.5
"""Turns of a game for each dot of a resource on the board."""

HEX_COUNTS = dict(zip(RESOURCES, (3, 4, 4, 4, 3), strict=True))
ALL_DOTS = 58

Picked = npt.NDArray[np.bool_]


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

    def numbered(self, *numbers: int) -> Picked:
        """The hexes with one of these tokens."""
        return np.isin(self.number, numbers)

    def totals(self, what: Whole, picked: Picked) -> Whole:
        """Added up over the picked hexes of each game."""
        found: Whole = (what * picked).sum(axis=1)
        return found


def read_hexes(run: Run) -> Hexes:
    """The hexes of a run."""
    columns = ["terrain", "number", "pips", "produced", "blocked", "short", "robbed"]
    table = run.frame("hexes", columns)
    arrays = {c: table[c].to_numpy(np.int64).reshape(run.plan.n, N_HEXES) for c in columns}
    return Hexes(**arrays, turns=run.games["turns"].to_numpy(np.int64))


# --- by token


def dots(players: int, run: Run) -> Iterator[Entry]:
    """What the hexes of each token pay, block and owe, then red numbers against those next to them."""
    hexes = read_hexes(run)
    for numbers in (*((token,) for token in TOKENS), RED, NEXT):
        name = " and ".join(map(str, numbers))
        place: dict[str, int | str] = {"players": players, "way": STANDARD.name, "token": name}
        for measure, unit, estimate in by_token(hexes, *numbers):
            yield Entry("dots", place, measure, unit, estimate)
    place = {"players": players, "way": STANDARD.name}
    yield red_toll(place, hexes)
    by_dot = relative_change(*_red_and_next(hexes, hexes.produced, hexes.pips))
    yield Entry("dots_changes", place, "hex_change", "part of the cards for a dot", by_dot, PAID_MARGIN)
    there = ratio_change(*_red_and_next(hexes, hexes.robbed, hexes.every_turn))
    yield Entry("dots_changes", place, "robber_there", "share of turns", there)
    for measure, numbers in (("red_dots", RED), ("next_dots", NEXT)):
        at = hexes.numbered(*numbers)
        paid = part_of(hexes.totals(hexes.produced, at), hexes.totals(hexes.owed, at))
        yield Entry("dots_changes", place, measure, "dots", paid.times(ways(numbers[0])))


def by_token(hexes: Hexes, *numbers: int) -> Iterator[tuple[str, str, Estimate]]:
    """Cards of a hex and dot, and what became of those that were promised."""
    at = hexes.numbered(*numbers)

    def per(what: Whole, of: Whole) -> Estimate:
        return ratio_of(hexes.totals(what, at), hexes.totals(of, at))

    def part(what: Whole, of: Whole) -> Estimate:
        return part_of(hexes.totals(what, at), hexes.totals(of, at))

    one = np.ones_like(hexes.number)
    yield "cards", "cards a hex and game", per(hexes.produced, one)
    yield "per_dot", "cards a hex and dot", per(hexes.produced, hexes.pips)
    yield "promised_per_dot", "cards a hex and dot", per(hexes.owed, hexes.pips)
    yield "paid", "share of promised cards", part(hexes.produced, hexes.owed)
    yield "blocked", "share of promised cards", part(hexes.blocked, hexes.owed)
    yield "short", "share of promised cards", part(hexes.short, hexes.owed)
    yield "robber_there", "share of turns", part(hexes.robbed, hexes.every_turn)


def red_toll(place: Mapping[str, int | str], hexes: Hexes, table: str = "dots_changes") -> Entry:
    """By what part a settlement at a 6 or 8 is paid less for each dot than one at a 5 or 9."""
    estimate = relative_change(*_red_and_next(hexes, hexes.produced, hexes.owed))
    return Entry(table, place, "paid_change", "part of the cards for a dot", estimate, PAID_MARGIN)


def _red_and_next(hexes: Hexes, what: Whole, of: Whole) -> tuple[tuple[Whole, Whole], tuple[Whole, Whole]]:
    """Totals a game on the hexes with red numbers, and on those with 5 and 9."""
    red, near = hexes.numbered(*RED), hexes.numbered(*NEXT)
    return (
        (hexes.totals(what, red), hexes.totals(of, red)),
        (hexes.totals(what, near), hexes.totals(of, near)),
    )


# --- by resource


def scarcity(players: int, run: Run) -> Iterator[Entry]:
    """What lies on the boards and what comes of it, by resource, and how a board's dots move its length."""
    hexes = read_hexes(run)
    for number, resource in enumerate(RESOURCES):
        at = hexes.terrain == number
        place: dict[str, int | str] = {"players": players, "resource": resource}
        on_board = hexes.totals(hexes.pips, at)
        law = ALL_DOTS * HEX_COUNTS[resource] / sum(HEX_COUNTS.values())
        yield Entry("scarcity", place, "dots_exact", "dots a board", exact(law))
        yield Entry("scarcity", place, "dots", "dots a board", mean_of(on_board))
        yield Entry("scarcity", place, "cards", "cards a game", mean_of(hexes.totals(hexes.produced, at)))
        owed = hexes.totals(hexes.owed, at)
        for what in ("blocked", "short"):
            lost = hexes.totals(getattr(hexes, what), at)
            yield Entry("scarcity", place, what, "share of promised cards", part_of(lost, owed))
        yield Entry("scarcity", place, "length", "turns a dot", slope(on_board, hexes.turns), LENGTH_MARGIN)


def slope(x: Whole | Floats, y: Whole | Floats) -> Estimate:
    """By how much y rises for each x, over games: least squares, with a spread that need not be even.

    The variance is White's (1980) with n / (n - 2), so games that spread more weigh in as they should.

    >>> import numpy as np
    >>> slope(np.array([1, 2, 3, 4]), np.array([2, 4, 6, 9]))
    Estimate(2.30, [1.60, 3.00], 95 %, n=4, least squares)
    """
    n = len(x)
    centred = x - x.mean()
    spread = float((centred**2).sum())
    if n < 3 or not spread:
        return Estimate(np.nan, -np.inf, np.inf, 0.95, n, "least squares")
    value = float((centred * y).sum()) / spread
    rest = y - y.mean() - value * centred
    error = float(np.sqrt((centred**2 * rest**2).sum() * n / (n - 2))) / spread
    half = student(n - 2, 0.95) * error
    return Estimate(value, value - half, value + half, 0.95, n, "least squares")
