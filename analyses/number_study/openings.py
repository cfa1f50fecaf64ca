"""Which openings win in Catan: the first two settlements of each seat, and its share of wins.

Two readings: the share of wins of all openings of a kind, and what one more pip of a resource, one more
kind of resource or a harbour adds while the rest stays the same (`choice_model`). Where policies chose the
openings both are associations: who has a bad place for one thing may have had a reason in another. In the
cell in which settlements are placed by lot, chance dealt the openings, and differences are effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from analyses.choice_model import Choices, fit_choices
from analyses.estimate import Estimate
from analyses.number_study.laws import Whole
from analyses.studies import Entry, frequency_of, mean_of, part_of
from rules.catan.board import load_board
from rules.catan.options import RESOURCES
from simulate.runs import Run

EFFECT_MARGIN = 0.01
"""Of the share of wins, for one more pip or kind of resource or harbour."""

PIPS = ((0, 13), (14, 16), (17, 18), (19, 20), (21, 22), (23, 40))
"""Bins of the pips of both settlements together."""

KINDS = ((1, 2), (3, 3), (4, 4), (5, 5))
"""Bins of how many resources they draw."""

HARBOURS = ((0, 0), (1, 2))
"""Bins of how many of them stand at a harbour."""


SCARCE = ("brick", "ore")
"""The resources of three hexes; the others have four (CT-10)."""


@dataclass(frozen=True)
class Openings:
    """The first two settlements: arrays [game, seat]."""

    pips: Whole
    """[game, seat, resource]"""
    harbours: Whole
    """How many of the two stand at a harbour, of whatever kind."""
    won: Whole

    @property
    def total(self) -> Whole:
        """Pips of all resources."""
        found: Whole = self.pips.sum(axis=2)
        return found

    @property
    def kinds(self) -> Whole:
        """Resources that are drawn at all."""
        found: Whole = (self.pips > 0).sum(axis=2)
        return found

    def model(self, *features: Whole) -> Choices:
        """Who wins, by these features and the seat."""
        games, seats = self.won.shape
        seat = np.broadcast_to(np.eye(seats)[:, 1:], (games, seats, seats - 1))
        return fit_choices(np.concatenate([np.stack(features, axis=2), seat], axis=2), self.won.astype(float))


def read_openings(run: Run) -> Openings:
    """The openings of a run."""
    pips = [[f"pips_{resource}_{which}" for which in (1, 2)] for resource in RESOURCES]
    columns = ["vertex_1", "vertex_2", "win_share", *(name for pair in pips for name in pair)]
    table = run.frame("seats", columns)
    shape = (run.plan.n, run.plan.players)
    by_resource = [table[pair].to_numpy(np.int64).sum(axis=1).reshape(shape) for pair in pips]
    at_harbour = load_board().tables[0].vertex_slot >= 0
    harbours = at_harbour[table[["vertex_1", "vertex_2"]].to_numpy()].sum(axis=1, dtype=np.int64)
    won = (table["win_share"].to_numpy() > 0.5).astype(np.int64)
    return Openings(np.stack(by_resource, axis=2), harbours.reshape(shape), won.reshape(shape))


def openings(players: int, way: str, run: Run) -> Iterator[Entry]:
    """Shares of wins by kind of opening, and what each thing adds."""
    found = read_openings(run)
    place: dict[str, int | str] = {"players": players, "way": way}
    unit = "share of wins"
    for about, values, bins in (
        ("pips", found.total, PIPS),
        ("resources", found.kinds, KINDS),
        ("harbours", found.harbours, HARBOURS),
    ):
        for low, high in bins:
            here = {**place, "about": about, "from": low, "to": high}
            at = ((values >= low) & (values <= high)).astype(np.int64)
            if at.any():
                wins = part_of((at * found.won).sum(axis=1), at.sum(axis=1))
                yield Entry("openings", here, "win_share", unit, wins)
                often = mean_of(at.sum(axis=1), players)
                yield Entry("openings", here, "how_many", "share of openings", often)
    yield Entry("most_pips", place, "win_share", "share of games", most_pips_win(found))
    yield from effects(place, found)


def most_pips_win(found: Openings) -> Estimate:
    """How often the seat with most pips wins, of the games in which one seat has most."""
    most = found.total == found.total.max(axis=1, keepdims=True)
    alone = most.sum(axis=1) == 1
    if not alone.any():
        return Estimate(np.nan, -np.inf, np.inf, 0.95, 0, "Wilson")
    return frequency_of(((most & (found.won > 0)).any(axis=1))[alone])


def effects(place: Mapping[str, int | str], found: Openings) -> Iterator[Entry]:
    """What one more of each adds to the share of wins, all else and the rivals staying the same."""
    unit = "share of wins for one more"
    names = (*RESOURCES, "resources", "harbours")
    model = found.model(*(found.pips[:, :, r] for r in range(len(RESOURCES))), found.kinds, found.harbours)
    for i, name in enumerate(names):
        yield Entry("effects", {**place, "more": name}, "effect", unit, model.effect(i), EFFECT_MARGIN)
    scarce = [i for i, name in enumerate(RESOURCES) if name in SCARCE]
    plenty = [i for i, name in enumerate(RESOURCES) if name not in SCARCE]
    over = model.contrast(scarce, plenty)
    yield Entry("effects", {**place, "more": "scarce over others"}, "effect", unit, over, EFFECT_MARGIN)
    yield Entry("effects", {**place, "more": "pips"}, "effect", unit, pip_effect(found), EFFECT_MARGIN)


def pip_effect(found: Openings) -> Estimate:
    """What one more pip, whichever, adds to the share of wins."""
    return found.model(found.total, found.kinds, found.harbours).effect(0)
