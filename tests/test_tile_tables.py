"""The tiles that the engines play with are those that the twins drew for themselves."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from builders import ROOT
from naive.tile_tables import BASE, RIVER, carcassonne_designs, star_wars_designs

from rules.games import load

Design = dict[str, Any]


def plain(design: Design) -> Design:
    """A design without what a file says besides; the order of ports within a segment means nothing."""
    found = {name: value for name, value in design.items() if name != "confidence"}
    found["planet"] = bool(design.get("planet"))
    for kind in ("cities", "roads", "rivers"):
        found[kind] = [part | {"edges": sorted(part["edges"])} for part in design.get(kind, [])]
    for kind in ("routes", "asteroids"):
        found[kind] = [sorted(sides) for sides in design.get(kind, [])]
    found["fields"] = [
        {"ports": sorted(field["ports"]), "cities": sorted(field["cities"])}
        for field in design.get("fields", [])
    ]
    return found


@pytest.mark.parametrize(
    ("game", "name", "drawn"),
    [
        ("carcassonne", "tiles.toml", carcassonne_designs(BASE)),
        ("carcassonne", "river.toml", carcassonne_designs(RIVER)),
        ("starwars", "tiles.toml", star_wars_designs()),
    ],
)
def test_files_hold_the_tiles_that_are_drawn(game: str, name: str, drawn: dict[str, Design]) -> None:
    """CC-1, CC-68, SW-1: every design with its edges, segments, marks and number of copies, in this order."""
    listed = tomllib.loads((ROOT / "rules" / game / name).read_text(encoding="utf-8"))["tile"]
    assert [design["id"] for design in listed] == list(drawn)
    for design in listed:
        assert plain(design) == plain(drawn[design["id"]]), design["id"]


@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        ("carcassonne", carcassonne_designs(BASE) | carcassonne_designs(RIVER)),
        ("starwars", star_wars_designs()),
    ],
)
def test_the_engine_plays_with_them(game: str, drawn: dict[str, Design]) -> None:
    """What the engine has read: edges, and for each letter so many tiles."""
    tiles = load(game).load_box().tiles
    assert [tile.id for tile in tiles] == list(drawn)
    for tile in tiles:
        for name in ("edges", "count", "start"):
            assert getattr(tile, name) == drawn[tile.id][name], tile.id


def test_the_boxes_hold_as_many_tiles_as_the_rules_say() -> None:
    """CC-1: 72 with 6 cloisters and 10 pennants; CC-68: 12; SW-1: 76 with 12 planets, 11 symbols each."""
    base, river, wars = carcassonne_designs(BASE), carcassonne_designs(RIVER), star_wars_designs()
    assert sum(tile["count"] for tile in base.values()) == 72
    assert sum(tile["count"] for tile in base.values() if tile["cloister"]) == 6
    assert sum(tile["count"] for tile in base.values() if any(c["pennant"] for c in tile["cities"])) == 10
    assert sum(tile["count"] for tile in river.values()) == 12
    assert sum(tile["count"] for tile in wars.values()) == 76
    assert sum(tile["count"] for tile in wars.values() if tile["planet"]) == 12
    for faction in ("empire", "rebel", "bounty"):
        symbols = [(s["faction"], tile["count"]) for tile in wars.values() for s in tile["symbols"]]
        assert sum(count for of, count in symbols if of == faction) == 11
