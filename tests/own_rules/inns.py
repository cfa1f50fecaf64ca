"""Inns: a road with an inn pays 2 points a tile if it is complete, and nothing if it is not."""

from dataclasses import replace

from rules.carcassonne import scoring, tiles
from rules.carcassonne.tiles import Feature
from simulate.house import original, replaces

INNS = {"A": 0, "D": 0, "L": 1}  # which road of a tile has an inn


@replaces(tiles.read_segments)
def read_segments(table):
    inn = table.get("inn", INNS.get(table["id"]))
    return [
        replace(each, marks=(1, 0, 0)) if each.kind == Feature.ROAD and each.index == inn else each
        for each in original(table)
    ]


@replaces(scoring.feature_points)
def feature_points(options, kind, n_tiles, pennants, complete):
    if kind == Feature.ROAD and pennants > 0:  # what is printed on a road: inns
        return 2 * n_tiles if complete else 0
    return original(options, kind, n_tiles, pennants, complete)
