"""Every column of the tables of a game of Carcassonne: Star Wars, counted from its record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .carcassonne_tables import Row, bits, placing
from .placements import Laid
from .progress import stood
from .starwars_board import KINDS, SIZES, symbols_on
from .starwars_judge import RecordedRolls, check_seat, draw, lay_initial, new_position, place, read_meeple
from .starwars_rules import (
    contested_features,
    fight,
    fighters_in,
    planet_at,
    points_when_complete,
    points_when_incomplete,
    score_completed,
    score_final,
)
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


def recount(record: dict[str, Any], game: int, tiles_path: Path) -> dict[str, list[Row]]:
    """The rows of each table, those of `battles` in order, those of `features` in any."""
    position = new_position(record, tiles_path)
    lay_initial(position, record.get("setup"))
    players = record["players"]
    put: list[Row] = [dict.fromkeys(PLACED, 0) for _ in range(players)]
    battles: list[Row] = []
    brought = [(0, 0)]
    scored: list[Row] = []
    progress: list[Row] = []
    laid = Laid(position.box)
    turns = 0
    for turn, entry in enumerate(record["turns"]):
        check_seat(position, turn, entry)
        draw(position, entry)
        if entry.get("tile") is None:
            if position.options["unplaceable"] == "discard_and_pass":
                progress += stood(turns, position.scores())
                turns += 1
            continue
        before = list(position.meeples)
        cell, attacked = place(position, entry)
        laid.lay(cell, entry["tile"], turns, entry["seat"])
        if entry.get("meeple") is not None:
            note_meeple(position, put[entry["seat"]], entry, before)
        contested = contested_features(position, cell, attacked)
        for feature, battle in zip(contested, entry.get("battles") or [], strict=True):
            brought += [
                dice_and_symbols(position, feature, *each) for each in fighters_in(position, feature).items()
            ]
            battles.append(fought(position, feature, battle["rolls"], turn))
        features = {feature_of(position, node) for node in nodes_of(position, cell)} | {*contested}
        for other in eight_around(cell):
            if other in position.board and ("planet", 0) in position.board[other]["segments"]:
                features.add(planet_at(other))
        done = [feature for feature in features if is_complete(position, feature)]
        paid = [feature for feature in done if meeples_on(position, feature)]
        scored += [scoring(position, feature, turn) for feature in paid]
        pay(laid, position, paid)
        score_completed(position, cell, contested)
        progress += stood(turns, position.scores())
        turns += 1
    held = {feature_of(position, meeple["node"]) for meeple in position.meeples}
    scored += [scoring(position, feature, turns, final=1) for feature in held]
    pay(laid, position, held)
    score_final(position)
    totals, winning = position.scores(), position.winners()
    sides = sorted({position.side(seat) for seat in range(players)})
    best = max(totals)
    leading = next(side for side in sides if totals[side] == best)
    games = {
        "players": players,
        "first": position.first,
        "turns": turns,
        "tiles": len(position.board),
        "discarded": len(position.discarded),
        "winners": bits(winning),
        "margin": best - max(totals[side] for side in sides if side != leading),
        "battles": len(battles),
        "ties": sum(row["ties"] for row in battles),
        "largest_pool": max(dice for dice, _ in brought),
        "most_symbols": max(symbols for _, symbols in brought),
    }
    seats = [
        {"seat": seat, **put[seat], **position.by_source()[seat], **placing(totals, seat, winning)}
        | {
            "fought": sum(row[f"dice_{position.side(seat)}"] > 0 for row in battles),
            "won": sum(row["winner"] == position.side(seat) for row in battles),
        }
        for seat in range(players)
    ]
    tables = {"games": [games], "seats": seats, "battles": battles, "features": scored}
    tables["progress"] = progress + stood(turns, totals)
    tables["placements"] = list(laid.rows.values())
    return {name: [{"game": game, **row} for row in rows] for name, rows in tables.items()}


def pay(laid: Laid, position: Any, features: Iterable[Any]) -> None:
    """What these features pay goes to their tiles, before it is paid and the meeples leave."""
    for feature in features:
        worth = points_when_complete if is_complete(position, feature) else points_when_incomplete
        sides = {position.side(meeple["seat"]) for meeple in meeples_on(position, feature)}
        paid = [seat for seat in range(position.players) if position.side(seat) in sides]
        laid.pay(set(tiles_of(feature)), worth(position, feature), paid)


PLACED = [*(f"{size}_on_{kind}" for size in SIZES for kind in KINDS), "attacks"]


def note_meeple(position: Any, put: Row, entry: Row, before: list[Any]) -> None:
    """A meeple placed, and whether it attacks a planet that a rival holds."""
    meeple = read_meeple(entry["meeple"])
    put[f"{meeple.size}_on_{meeple.on}"] += 1
    if meeple.at is not None:
        there = [other for other in before if other["node"] == (meeple.at, "planet", 0)]
        side = position.side(entry["seat"])
        put["attacks"] += any(position.side(other["seat"]) != side for other in there)


def fought(position: Any, feature: Any, rolls: list[dict[str, list[int]]], turn: int) -> Row:
    """Fight a battle as recorded; its row."""
    complete = is_complete(position, feature)
    fight(position, feature, RecordedRolls(position.options, rolls))
    left = {position.side(meeple["seat"]) for meeple in meeples_on(position, feature)}
    (winner,) = left
    pools = {position.side(int(seat)): len(dice) for seat, dice in rolls[0].items()}
    highs = [[max(dice) for dice in roll.values()] for roll in rolls]
    return {
        "turn": turn,
        "kind": KINDS.index(kind_of(feature)),
        "fighters": len(pools),
        **{f"dice_{seat}": pools.get(seat, 0) for seat in range(5)},
        "rolls": len(rolls),
        "ties": sum(high.count(max(high)) > 1 for high in highs),
        "winner": winner,
        "complete": int(complete),
    }


def dice_and_symbols(position: Any, feature: Any, fighter: int, group: list[Row]) -> tuple[int, int]:
    """Dice of a fighter if there were no cap, and the symbols among them, if all count."""
    options = position.options
    symbols = symbols_on(position, feature).count(position.faction(fighter))
    counted = min(symbols, 1) if options["symbol_dice"] == "at_most_one" else symbols
    return sum(options[f"{meeple['size']}_meeple_dice"] for meeple in group) + counted, symbols


def scoring(position: Any, feature: Any, turn: int, final: int = 0) -> Row:
    """A row of `features`."""
    kind, tiles = kind_of(feature), len(tiles_of(feature))
    if kind == "planet":
        (cell,) = tiles_of(feature)
        tiles = 1 + around_there(position, cell)
    worth = points_when_complete if is_complete(position, feature) else points_when_incomplete
    return {
        "turn": turn,
        "kind": KINDS.index(kind),
        "tiles": tiles,
        "symbols": len(symbols_on(position, feature)),
        "points": worth(position, feature),
        "seats": bits({meeple["seat"] for meeple in meeples_on(position, feature)}),
        "final": final,
    }
