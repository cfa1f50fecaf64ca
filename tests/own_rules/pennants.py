"""A city without a pennant pays nothing, complete or not."""

from rules.carcassonne import scoring
from rules.carcassonne.tiles import Feature
from simulate.house import option, original, replaces

bare_cities = option(False)
"""A city without a pennant pays nothing."""


@replaces(scoring.feature_points)
def feature_points(options, kind, n_tiles, pennants, complete):
    if options.bare_cities and kind == Feature.CITY and pennants == 0:
        return 0
    return original(options, kind, n_tiles, pennants, complete)
