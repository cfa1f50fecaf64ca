"""Scoring in Carcassonne: during the game, after it, and the farms."""

from __future__ import annotations

from typing import Any

from . import Entry
from .carcassonne_board import Position, features, pennants_of
from .tile_position import (
    Cell,
    Feature,
    around_there,
    eight_around,
    feature_of,
    is_complete,
    kind_of,
    meeples_on,
    nodes_of,
    tiles_of,
)

Held = tuple[Feature, list[int], set[Feature]]
"""A farm, its farmers by seat, and the complete cities that it borders."""

# --- roads, cities and cloisters


def points_when_complete(position: Position, feature: Feature) -> int:
    """The points of a complete feature (CC-39, CC-42, CC-45, CC-47)."""
    options = position.options
    tiles = len(tiles_of(feature))
    if kind_of(feature) == "road":
        return options["road_tile_points"] * tiles
    if kind_of(feature) == "cloister":
        return options["cloister_place_points"] * 9
    pennants = pennants_of(position, feature)
    points = options["city_tile_points"] * tiles + options["pennant_points"] * pennants
    if tiles == 2 and options["small_city"] == "half":
        return points // 2
    return points


def points_when_incomplete(position: Position, feature: Feature) -> int:
    """The points of an incomplete feature after the game (CC-50)."""
    options = position.options
    tiles = len(tiles_of(feature))
    if kind_of(feature) == "road":
        return options["incomplete_road_tile_points"] * tiles
    if kind_of(feature) == "cloister":
        (cell,) = tiles_of(feature)
        return options["incomplete_cloister_place_points"] * (1 + around_there(position, cell))
    pennants = pennants_of(position, feature)
    return options["incomplete_city_tile_points"] * tiles + options["incomplete_pennant_points"] * pennants


def numbers(meeples: list[Entry], players: int) -> list[int]:
    """How many of these meeples each seat has."""
    return [sum(meeple["seat"] == seat for meeple in meeples) for seat in range(players)]


def majority(counts: list[int]) -> list[int]:
    """The seats with most, ties included, if anybody has any at all (CC-34)."""
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most and most > 0]


def score(position: Position, feature: Feature) -> None:
    """Pay a road, city or cloister to the majority and send all its meeples home (CC-34, CC-35)."""
    if is_complete(position, feature):
        points = points_when_complete(position, feature)
    else:
        points = points_when_incomplete(position, feature)
    standing = meeples_on(position, feature)
    for seat in majority(numbers(standing, position.players)):
        position.earned[seat][kind_of(feature)] += points
    for meeple in standing:
        position.meeples.remove(meeple)


def score_completed(position: Position, cell: Cell) -> None:
    """Score what the tile at `cell` completed (CC-32)."""
    near = [node for node in nodes_of(position, cell) if node[1] in ("city", "road", "cloister")]
    near += [
        (other, "cloister", 0)
        for other in eight_around(cell)
        if other in position.board and ("cloister", 0) in position.board[other]["segments"]
    ]
    for feature in {feature_of(position, node) for node in near}:
        if is_complete(position, feature):
            score(position, feature)
    for farm in closed_farms(position, cell):
        score_farm(position, farm)


def closed_farms(position: Position, cell: Cell) -> set[Feature]:
    """The farms with farmers that the tile at `cell` closed, if they score now (HR-20)."""
    if position.options["closed_farms"] == "stay" or position.options["farm_method"] == "none":
        return set()
    near = {feature_of(position, node) for node in nodes_of(position, cell) if node[1] == "field"}
    return {farm for farm in near if is_complete(position, farm) and meeples_on(position, farm)}


def score_farm(position: Position, farm: Feature) -> None:
    """Pay a closed farm by the cities that are complete now, and send its farmers home (HR-20)."""
    farmers, cities = meeples_on(position, farm), cities_of(position, farm)
    for seat in majority(numbers(farmers, position.players)):
        position.earned[seat]["farm"] += (
            len(paid_to(position, seat, cities)) * position.options["farm_points"]
        )
        position.fed[seat] |= cities
    for farmer in farmers:
        position.meeples.remove(farmer)


def paid_to(position: Position, seat: int, cities: set[Feature]) -> set[Feature]:
    """The cities around a closed farm for which a seat is paid; once only with per_field_once (CC-64)."""
    return cities - position.fed[seat] if position.options["farm_method"] == "per_field_once" else cities


def score_final(position: Position) -> None:
    """Every meeple off the fields scores its feature (CC-50), then the farms score (CC-52).

    Only a setup can leave a meeple in a complete feature until now; it scores as complete.
    """
    for kind in ("city", "road", "cloister"):
        for feature in features(position, kind):
            score(position, feature)
    options = position.options
    if options["farm_method"] != "none":
        units = farm_pay(position, position.players)[options["farm_method"]]
        for seat, count in enumerate(units):
            position.earned[seat]["farm"] += count * options["farm_points"]


# --- farms


def cities_of(position: Position, farm: Feature) -> set[Feature]:
    """The complete cities that a farm borders, each once (CC-58 to CC-60)."""
    bordered = {
        feature_of(position, (cell, "city", city))
        for cell, _, index in farm
        for city in position.board[cell]["borders"][index]
    }
    return {city for city in bordered if is_complete(position, city)}


def held_farms(position: Position, players: int) -> list[Held]:
    """The farms with a farmer: (farm, farmers by seat, complete cities that it borders)."""
    found = []
    for farm in features(position, "field"):
        standing = meeples_on(position, farm)
        if standing:
            found.append((farm, numbers(standing, players), cities_of(position, farm)))
    return found


def farms(position: Position) -> list[dict[str, Any]]:
    """For each farm with farmers: their number by seat, its tiles, the complete cities it borders."""
    return [
        {"farmers": farmers, "tiles": len(tiles_of(farm)), "cities": len(cities)}
        for farm, farmers, cities in held_farms(position, position.players)
    ]


def farm_pay(position: Position, players: int) -> dict[str, list[int]]:
    """How many times `farm_points` each seat is paid, under each method."""
    held = held_farms(position, players)
    return {
        "per_city": per_city(held, players),
        "per_field": per_field(held, players),
        "per_field_once": per_field_once(held, position.fed),
    }


def per_city(held: list[Held], players: int) -> list[int]:
    """Each city pays whoever has most farmers on all the farms around it together (CC-62)."""
    units = [0] * players
    for city in set().union(*(cities for _, _, cities in held)):
        around = [farmers for _, farmers, cities in held if city in cities]
        for seat in majority([sum(column) for column in zip(*around, strict=True)]):
            units[seat] += 1
    return units


def per_field(held: list[Held], players: int) -> list[int]:
    """Each farm pays whoever has most farmers on it for every city it borders (CC-63)."""
    units = [0] * players
    for _, farmers, cities in held:
        for seat in majority(farmers):
            units[seat] += len(cities)
    return units


def per_field_once(held: list[Held], before: list[set[Feature]]) -> list[int]:
    """As by farms, but a player is paid once for any one city (CC-64), those paid for `before` not again."""
    fed = [set(cities) for cities in before]
    for _, farmers, cities in held:
        for seat in majority(farmers):
            fed[seat] |= cities
    return [len(now - then) for now, then in zip(fed, before, strict=True)]
