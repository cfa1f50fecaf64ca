"""Turning and mirroring the island (CT-28).

A symmetry is a map of axial coordinates; it moves hexes, vertices and edges. Six of the twelve keep the
harbour positions, so that a whole record can be moved by them.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from . import Record
from .catan_board import EDGE_OF, EDGES, HARBOURS, HEX_AT, POINTS


def turned(q: Any, r: Any, times: int, mirrored: bool) -> tuple[Any, Any]:
    """Axial coordinates turned by so many sixths, after mirroring if so."""
    if mirrored:
        q, r = r, q
    for _ in range(times):
        q, r = -r, q + r
    return q, r


class Symmetry:
    """Where each hex, vertex, edge and harbour position goes."""

    def __init__(self, times: int, mirrored: bool) -> None:
        self.hexes = [HEX_AT.index(turned(q, r, times, mirrored)) for q, r in HEX_AT]
        self.vertices = [POINTS.index(self.point(at, times, mirrored)) for at in POINTS]
        self.edges = [EDGE_OF[frozenset(self.vertices[end] for end in ends)] for ends in EDGES]
        slots = [{self.vertices[end] for end in ends} for ends in HARBOURS]
        self.keeps_harbours = all(ends in [set(other) for other in HARBOURS] for ends in slots)
        if self.keeps_harbours:
            self.harbours = [[set(other) for other in HARBOURS].index(ends) for ends in slots]

    @staticmethod
    def point(at: tuple[int, int], times: int, mirrored: bool) -> tuple[int, int]:
        """A lattice point moved; the point of axial (q, r) is (2q + r, 3r), also between the hexes."""
        r = Fraction(at[1], 3)
        q, r = turned((at[0] - r) / 2, r, times, mirrored)
        return int(2 * q + r), int(3 * r)


ALL = [Symmetry(times, mirrored) for times in range(6) for mirrored in (False, True)]
OF_RECORDS = [symmetry for symmetry in ALL if symmetry.keeps_harbours]


def spread(values: list[Any], places: list[int]) -> list[Any]:
    """The values, each at the place where its own goes."""
    found = dict(zip(places, values, strict=True))
    return [found[place] for place in range(len(values))]


def moved(record: Record, symmetry: Symmetry) -> Record:
    """The same game on the island turned or mirrored."""
    record = copy.deepcopy(record)
    setup = record["setup"]
    setup["terrain"] = spread(setup["terrain"], symmetry.hexes)
    setup["tokens"] = spread(setup["tokens"], symmetry.hexes)
    setup["harbours"] = spread(setup["harbours"], symmetry.harbours)
    setup["robber"] = symmetry.hexes[setup["robber"]]
    where = {
        "hex": symmetry.hexes,
        "vertex": symmetry.vertices,
        "edge": symmetry.edges,
        "settlement": symmetry.vertices,
        "city": symmetry.vertices,
        "road": symmetry.edges,
    }
    for entry in [*setup.get("pieces", []), *record["turns"]]:
        for name, places in where.items():
            if type(entry.get(name)) is int and entry[name] < len(places):
                entry[name] = places[entry[name]]
    return record
