"""Every column of the tables of a game of Carcassonne, counted from its record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .carcassonne_board import features, pennants_of
from .carcassonne_judge import draw, empty_table, lay_initial, read_meeple
from .carcassonne_rules import check_placement, stand
from .carcassonne_scoring import (
    cities_of,
    closed_farms,
    farm_pay,
    held_farms,
    majority,
    numbers,
    paid_to,
    points_when_complete,
    points_when_incomplete,
    score_completed,
    score_final,
)
from .placements import Laid
from .progress import stood
from .tile_judge import place_tile
from .tile_position import (
    around_there,
    eight_around,
    feature_of,
    is_complete,
    kind_of,
    meeples_on,
    nodes_of,
    tiles_of,
)

Row = dict[str, Any]
KINDS = ("road", "city", "cloister")
ROLES = {"road": "thieves", "city": "knights", "cloister": "monks", "field": "farmers"}


def bits(seats: Iterable[int]) -> int:
    """A set of seats as a bit set."""
    return sum(1 << seat for seat in seats)


def placing(totals: list[int], seat: int, winning: list[int]) -> Row:
    """Score, rank and share of the win of a seat."""
    return {
        "score": totals[seat],
        "rank": 1 + sum(total > totals[seat] for total in totals),
        "win_share": (seat in winning) / len(winning),
    }


def lead(totals: list[int]) -> int:
    """The best score less the best of the others."""
    first, second = sorted(totals, reverse=True)[:2]
    return first - second


def recount(record: dict[str, Any], game: int) -> dict[str, list[Row]]:
    """The rows of each table; `farms` in any order, without what depends on it."""
    position = empty_table(record)
    lay_initial(position, record.get("setup"))
    players = record["players"]
    scored: list[Row] = []
    put: list[Row] = [dict.fromkeys([*ROLES.values(), "farmer_turns"], 0) for _ in range(players)]
    stands: dict[Any, list[int]] = {}  # from and to which turn, by the node of a farmer
    closed: list[Row] = []
    progress: list[Row] = []
    laid = Laid(position.box)
    turns = 0
    for entry in record["turns"]:
        draw(position, entry)
        if entry.get("tile") is None:
            continue
        cell, seat = place_tile(position, entry, check_placement, "CC-16"), entry["seat"]
        laid.lay(cell, entry["tile"], turns, seat)
        if entry.get("meeple") is not None:
            kind, segment = read_meeple(entry["meeple"])
            stand(position, seat, cell, (kind, segment))
            put[seat][ROLES[kind]] += 1
            if kind == "field":
                stands[cell, kind, segment] = [seat, turns, 0]
        paid = completed(position, cell)
        scored += [scoring(position, feature, turns) for feature in paid]
        pay(laid, position, paid)
        for farm in closed_farms(position, cell):
            closed.append(farm_row(position, farm))
            for points, holders in farm_payments(position, farm):
                scored.append(farm_scoring(position, farm, turns, points, holders))
                laid.pay(set(tiles_of(farm)), points, holders)
            for farmer in meeples_on(position, farm):
                stands[farmer["node"]][2] = turns + 1
        score_completed(position, cell)
        progress += stood(turns, position.scores())
        turns += 1
    left = [position.supply(seat) for seat in range(players)]
    held = [feature for kind in KINDS for feature in standing(position, kind)]
    scored += [scoring(position, feature, turns, final=1) for feature in held]
    pay(laid, position, held, final=1)
    farms, units = closed + farm_rows(position, players), farm_pay(position, players)
    for method in ("per_field", "per_field_once"):
        had: list[list[Any]] = [
            [city for row in closed for city in row["paid"][method][s]] for s in range(players)
        ]
        for seat in range(players):
            units[method][seat] += len(had[seat] if method == "per_field" else set(had[seat]))
    pay_farms(laid, position)
    cities = sum(is_complete(position, city) for city in features(position, "city"))
    score_final(position)
    totals, winning = position.scores(), position.winners()
    games = {
        "players": players,
        "turns": turns,
        "tiles": len(position.board),
        "discarded": len(position.discarded),
        "winners": bits(winning),
        "margin": lead(totals),
        "cities": cities,
        "farms": len(farms),
    }
    seats = [
        {"seat": seat, "left": left[seat], **position.earned[seat], **placing(totals, seat, winning)}
        | put[seat]
        | {"farmer_turns": sum((to or turns) - since for who, since, to in stands.values() if who == seat)}
        for seat in range(players)
    ]
    tables = {"games": [games], "seats": seats, "features": scored, "farms": farms, "pay": [units]}
    tables["progress"] = progress + stood(turns, totals)
    tables["placements"] = list(laid.rows.values())
    return {name: [{"game": game, **row} for row in rows] for name, rows in tables.items()}


def completed(position: Any, cell: Any) -> set[Any]:
    """The complete features with meeples that the tile at this cell belongs to, or surrounds."""
    near = [node for node in nodes_of(position, cell) if node[1] in KINDS]
    for other in eight_around(cell):
        if other in position.board:
            near += [node for node in nodes_of(position, other) if node[1] == "cloister"]
    found = {feature_of(position, node) for node in near}
    return {feature for feature in found if is_complete(position, feature) and meeples_on(position, feature)}


def standing(position: Any, kind: str) -> list[Any]:
    """The features of a kind that hold meeples."""
    return [feature for feature in features(position, kind) if meeples_on(position, feature)]


def scoring(position: Any, feature: Any, turn: int, final: int = 0) -> Row:
    """A row of `features`."""
    kind, tiles = kind_of(feature), len(tiles_of(feature))
    if kind == "cloister":
        (cell,) = tiles_of(feature)
        tiles = 1 + around_there(position, cell)
    worth = points_when_incomplete if final else points_when_complete
    return {
        "turn": turn,
        "kind": KINDS.index(kind),
        "tiles": tiles,
        "pennants": pennants_of(position, feature) if kind == "city" else 0,
        "points": worth(position, feature),
        "seats": bits(majority(numbers(meeples_on(position, feature), position.players))),
        "final": final,
    }


def pay(laid: Laid, position: Any, features: Iterable[Any], final: int = 0) -> None:
    """What these features pay goes to their tiles, before it is paid and the meeples leave."""
    for feature in features:
        row = scoring(position, feature, 0, final)
        seats = [seat for seat in range(position.players) if row["seats"] >> seat & 1]
        laid.pay(set(tiles_of(feature)), row["points"], seats)


def farm_row(position: Any, farm: Any) -> Row:
    """A row of `farms` for one that is closed: nothing is paid to a city there (HR-20)."""
    farmers, cities = numbers(meeples_on(position, farm), position.players), cities_of(position, farm)
    here = [set(cities) if seat in majority(farmers) else set() for seat in range(position.players)]
    nothing: list[set[Any]] = [set() for _ in range(position.players)]
    return {
        "tiles": len(tiles_of(farm)),
        "cities": len(cities),
        "farmers": tuple(farmers),
        "paid": {"per_city": nothing, "per_field": here, "per_field_once": here},
    }


def farm_payments(position: Any, farm: Any) -> list[tuple[int, list[int]]]:
    """What a closed farm pays, and to which seats (HR-20)."""
    found: dict[int, list[int]] = {}
    for seat in majority(numbers(meeples_on(position, farm), position.players)):
        points = len(paid_to(position, seat, cities_of(position, farm))) * position.options["farm_points"]
        found.setdefault(points, []).append(seat)
    return list(found.items())


def farm_scoring(position: Any, farm: Any, turn: int, points: int, seats: list[int]) -> Row:
    """A row of `features` for a farm that is closed (HR-20)."""
    return {
        "turn": turn,
        "kind": 3,
        "tiles": len(tiles_of(farm)),
        "pennants": len(cities_of(position, farm)),
        "points": points,
        "seats": bits(seats),
        "final": 0,
    }


def pay_farms(laid: Laid, position: Any) -> None:
    """What farms pay for each field. Of the other methods the order of `farms` decides which farm pays."""
    options = position.options
    if options["farm_method"] == "per_field":
        for farm, farmers, cities in held_farms(position, position.players):
            laid.pay(set(tiles_of(farm)), len(cities) * options["farm_points"], majority(farmers))


def farm_rows(position: Any, players: int) -> list[Row]:
    """A row of `farms` for each, with what it alone decides: who is paid for which cities by each method.

    `paid` has, by method and seat, the set of cities for which the seat is paid through this farm; a city
    that it has through several farms is in the set of each.
    """
    held = held_farms(position, players)
    rows = []
    for farm, farmers, cities in held:
        by_city: list[set[Any]] = [set() for _ in range(players)]
        for city in cities:
            around = [there for _, there, near in held if city in near]
            for seat in majority([sum(column) for column in zip(*around, strict=True)]):
                if farmers[seat]:
                    by_city[seat].add(city)
        most = majority(farmers)
        here = [set(cities) if seat in most else set() for seat in range(players)]
        rows.append(
            {
                "tiles": len(tiles_of(farm)),
                "cities": len(cities),
                "farmers": tuple(farmers),
                "paid": {"per_city": by_city, "per_field": here, "per_field_once": here},
            }
        )
    return rows


def farms_in_order(rows: list[Row], players: int) -> list[Row]:
    """The columns of `farms` when the farms of the game stand in this order.

    What is paid for a city and not for a farm stands at the first farm through which the seat has it.
    """
    had: dict[str, list[set[Any]]] = {}
    found = []
    for number, row in enumerate(rows):
        columns = {"game": row["game"], "farm": number, "tiles": row["tiles"], "cities": row["cities"]}
        for seat in range(5):
            columns[f"farmers_{seat}"] = row["farmers"][seat] if seat < players else 0
            for method, paid in row["paid"].items():
                before = had.setdefault(method, [set() for _ in range(5)])[seat]
                now = paid[seat] if seat < players else set()
                columns[f"{method}_{seat}"] = len(now if method == "per_field" else now - before)
                before |= now
        found.append(columns)
    return found
