"""Which openings win in Catan: the first two settlements of each seat, and its share of wins.

Two readings: the share of wins of all openings of a kind, and what one more pip of a resource, one more
kind of resource or a harbour adds while the rest stays the same (`choice_model`). Both are associations: who
has a bad place for one thing may have had a reason in another, and a place that chance dealt still has its
pips from the hexes that it touches, so there these are kept the same too. Only `moved_pip` is an experiment:
the same places on the same terrain with other tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analyses.estimates.arrays import Whole, by_seat, win_parts
from analyses.estimates.choice_model import Choices, fit_choices
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import frequency_of, part_of, ratio_change, share_of
from analyses.measures.number import Number
from analyses.studies.declared import Declared, Row
from rules.catan.board import load_board
from rules.catan.options import RESOURCES
from simulate.store.runs import Run
from simulate.store.sums import WIN

SCARCE = ("brick", "ore")
"""The resources of three hexes; the others have four (CT-10)."""


@dataclass(frozen=True)
class Openings:
    """The first two settlements: arrays [game, seat]."""

    pips: Whole
    """[game, seat, resource]"""
    harbours: Whole
    """How many of the two stand at a harbour, of whatever kind."""
    hexes: Whole
    """How many hexes the two touch: up to six."""
    won: Whole

    @property
    def total(self) -> Whole:
        """Pips of all resources."""
        return self.pips.sum(axis=2)

    @property
    def kinds(self) -> Whole:
        """Resources that are drawn at all."""
        return (self.pips > 0).sum(axis=2)

    def model(self, *features: Whole) -> Choices:
        """Who wins, by these features and the seat."""
        games, seats = self.won.shape
        seat = np.broadcast_to(np.eye(seats)[:, 1:], (games, seats, seats - 1))
        return fit_choices(np.concatenate([np.stack(features, axis=2), seat], axis=2), self.won.astype(float))


def read_openings(run: Run) -> Openings:
    """The openings of a run."""
    first, second = (by_seat(run, [f"pips_{resource}_{which}" for resource in RESOURCES]) for which in (1, 2))
    board, vertices = load_board().tables[0], by_seat(run, ["vertex_1", "vertex_2"])
    harbours = (board.vertex_slot >= 0)[vertices].sum(axis=2, dtype=np.int64)
    hexes = (board.vertex_hexes >= 0).sum(axis=1)[vertices].sum(axis=2, dtype=np.int64)
    return Openings(first + second, harbours, hexes, win_parts(run) // WIN)


def openings(study: Declared, players: int, way: str, run: Run) -> Iterator[Number]:
    """Shares of wins by kind of opening, and what each thing adds."""
    found, place = read_openings(run), study.row("openings", players=players, way=way)
    values = {"pips": found.total, "resources": found.kinds, "harbours": found.harbours}
    for kind in study.lists["opening"]:
        here = place.narrow(about=kind.name, **{"from": kind.low, "to": kind.high})
        such = ((values[kind.name] >= kind.low) & (values[kind.name] <= kind.high)).astype(np.int64)
        if such.any():
            yield here("win_share", part_of((such * found.won).sum(axis=1), such.sum(axis=1)))
        yield here("how_many", share_of(such.sum(axis=1), players))
    yield place.narrow("most_pips")("win_share", most_pips_win(found))
    yield from effects(place.narrow("effects"), found)


def most_pips_win(found: Openings) -> Estimate:
    """How often the seat with most pips wins, of the games in which one seat has most."""
    most = found.total == found.total.max(axis=1, keepdims=True)
    alone = most.sum(axis=1) == 1
    if not alone.any():
        return Estimate(np.nan, -np.inf, np.inf, LEVEL, 0, "Wilson")
    return frequency_of(((most & (found.won > 0)).any(axis=1))[alone])


def effects(place: Row, found: Openings) -> Iterator[Number]:
    """What one more of each adds to the share of wins, all else and the rivals staying the same."""
    names = (*RESOURCES, "resources", "harbours")
    by_resource = (found.pips[:, :, r] for r in range(len(RESOURCES)))
    dealt = (found.hexes,) if place.place["way"] == "lot" else ()
    model = found.model(*by_resource, found.kinds, found.harbours, *dealt)
    for i, name in enumerate(names):
        yield place.narrow(more=name)("effect", model.effect(i))
    scarce = [i for i, name in enumerate(RESOURCES) if name in SCARCE]
    plenty = [i for i, name in enumerate(RESOURCES) if name not in SCARCE]
    yield place.narrow(more="scarce over others")("effect", model.contrast(scarce, plenty))
    yield place.narrow(more="pips")("effect", pip_effect(found, *dealt))


def pip_effect(found: Openings, *same: Whole) -> Estimate:
    """What one more pip, whichever, adds to the share of wins, kinds, harbours and more staying the same."""
    return found.model(found.total, found.kinds, found.harbours, *same).effect(0)


def pip_moved(study: Declared, players: int, still: Run, moved: Run) -> Number:
    """What one more pip brings to a place, all else the same: an effect."""
    here = study.row("effects", players=players, way="moved", more="pips")
    return here("effect", moved_pip(read_openings(still), read_openings(moved)))


def moved_pip(still: Openings, moved: Openings) -> Estimate:
    """What a pip more brings to the same places: the same games, with other tokens on the same terrain.

    What a seat wins more is put against the pips that it gained over the mean of the table, by least squares
    over all seats, a game being the unit (delta method). A pip of one's own raises one's lead over that mean
    by 1 - 1/seats, so that the number is the effect of one more pip, the rivals' staying as they are.
    """
    seats = still.won.shape[1]
    gained = moved.total - still.total
    lead = seats * gained - gained.sum(axis=1, keepdims=True)
    top, bottom = (lead * (moved.won - still.won)).sum(axis=1), (lead**2).sum(axis=1)
    return ratio_change((top, bottom), (0 * top, bottom), reach=1.0).times(seats - 1)
