"""Every column of every table, counted anew by the naive twins from the records of the games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from operator import itemgetter
from typing import Any

import numpy as np
import pytest
from builders import volume
from naive import carcassonne_tables, castle_tables, catan_tables, starwars_tables

from rules.games import load
from rules.options import rule_words, weighed_columns
from rules.starwars.options import Options
from rules.starwars.tiles import STANDARD
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator

Row = dict[str, Any]


def games_of(
    game: str, players: int, policy: str, n: int, first: int = 0, **options: object
) -> Iterator[tuple[Row, int, Any]]:
    """Games of these policies: the record of each, its number, and the rows that it wrote by table."""
    tables = load(game).playing.tables
    asked: dict[str, Any] = {"rules": rule_words(options), "seed": 11, "tables": ["all", *tables]}
    plan = make_plan(game, first + n, players=players, policy=policy, **asked)
    simulator, replay = Simulator(plan), load(game).replay
    for number in range(first, first + n):
        rows = simulator.play(number, 1)
        assert set(rows) == set(tables)
        del rows["decisions"]  # recounted in test_decisions.py
        yield replay.play(simulator, number).record, number, rows


def as_rows(written: Any) -> list[Row]:
    """The rows of a table as dicts."""
    return [dict(zip(written.dtype.names, row, strict=True)) for row in written.tolist()]


def compare(table: str, written: Any, counted: list[Row], in_order: bool = True) -> None:
    """Each column of each row is as counted."""
    rows = as_rows(written)
    assert len(rows) == len(counted), f"{table}: {len(rows)} rows written, {len(counted)} counted"
    columns = written.dtype.names
    for row in counted:
        assert set(columns) <= set(row), f"{table}: no recount knows {sorted(set(columns) - set(row))}"
    if not in_order:
        rows, counted = (sorted(each, key=itemgetter(*columns)) for each in (rows, counted))
    for column in columns:
        theirs, ours = [row[column] for row in rows], [row[column] for row in counted]
        assert np.allclose(theirs, ours, atol=1e-6), f"{table}.{column}: written {theirs}, counted {ours}"


def compare_all(rows: Any, counted: dict[str, list[Row]], unordered: tuple[str, ...] = ()) -> None:
    """All tables that were written."""
    for table, written in rows.items():
        compare(table, written, counted[table], table not in unordered)


@pytest.mark.parametrize(
    ("players", "policy", "options"),
    [
        (2, "random", {}),
        (4, "greedy,random,heuristic,random", {"farm_method": "per_city", "small_city": "half"}),
        (3, "heuristic", {"river": "true", "farm_method": "per_field_once"}),
        (3, "greedy", {"first_player": "random"}),
        (3, "greedy", {"closed_farms": "score"}),
        (2, "random", {"closed_farms": "score", "farm_method": "per_field_once"}),
    ],
)
def test_tables_of_carcassonne(players: int, policy: str, options: dict[str, Any]) -> None:
    """Games, seats, scorings and farms, the farms' pay by all three methods; what tiles brought by one."""
    for record, number, rows in games_of("carcassonne", players, policy, volume(4, 1), **options):
        counted = carcassonne_tables.recount(record, number)
        farms, pay = counted.pop("farms"), counted.pop("pay")[0]
        written = rows.pop("farms")
        if options.get("farm_method", "per_field") != "per_field":
            rows.pop("placements")
        compare_all(rows, counted, unordered=("features",))
        compare_farms(written, farms, players)
        for method in ("per_city", "per_field", "per_field_once"):
            paid = [int(written[f"{method}_{seat}"].sum()) for seat in range(players)]
            assert paid == pay[method], method


LOOKS = ("tiles", "cities", *(f"farmers_{seat}" for seat in range(5)))
"""What a farm looks like."""


def compare_farms(written: Any, farms: list[Row], players: int) -> None:
    """The farms, in the order of the table; those that look alike may stand in any order."""
    looks = [tuple(row[name] for name in LOOKS) for row in as_rows(written)]
    alike: dict[Any, list[Row]] = {}
    for farm in farms:
        seats = [farm["farmers"][seat] if seat < players else 0 for seat in range(5)]
        alike.setdefault((farm["tiles"], farm["cities"], *seats), []).append(farm)
    assert sorted(looks) == sorted(look for look, same in alike.items() for _ in same)
    faults = []
    for orders in product(*map(permutations, alike.values())):
        left = {look: list(order) for look, order in zip(alike, orders, strict=True)}
        counted = carcassonne_tables.farms_in_order([left[look].pop(0) for look in looks], players)
        try:
            compare("farms", written, counted)
        except AssertionError as fault:
            faults.append(fault)
        else:
            return
    raise faults[0]


@pytest.mark.parametrize(
    ("players", "policy", "options"),
    [
        (2, "random", {}),
        (5, "greedy,random,heuristic,random,raider", {"first_player": "random", "dice_cap": 5}),
        (4, "heuristic,random,greedy,random", {"team_mode": "true"}),
        (3, "random", {"unplaceable": "discard_and_pass", "loser_points": "dice_of_every_roll"}),
    ],
)
def test_tables_of_star_wars(players: int, policy: str, options: dict[str, Any]) -> None:
    """Games, seats, battles and scorings."""
    for record, number, rows in games_of("starwars", players, policy, volume(4, 1), **options):
        counted = starwars_tables.recount(record, number, STANDARD)
        for column in weighed_columns(Options):  # no record says what players weighed
            (row,), written = counted["games"], rows["games"][column][0]
            assert written >= row[column], column
            row[column] = row[column] if policy == "random" else written
        compare_all(rows, counted, unordered=("features",))


@pytest.mark.parametrize(
    ("players", "policy", "options"),
    [
        (3, "random", {"max_turns": volume(150, 40)}),
        (4, "heuristic,greedy,random,no_trade", {"start": "random", "max_turns": volume(1000, 8)}),
        (3, "heuristic", {"bank": 6, "max_turns": volume(200, 8), "board": "random_tokens"}),
        (
            4,
            "heuristic",
            {
                "two_pays_twelve": True,
                "doubles_again": True,
                "neutral_roll": True,
                "max_turns": volume(200, 8),
            },
        ),
        (2, "greedy", {"setup_distance": 1, "setup_second": "city", "max_turns": volume(100, 8)}),
        (
            3,
            "greedy",
            {"free_card": True, "no_steal_card": True, "welfare_price": 2, "max_turns": volume(100, 8)},
        ),
        (4, "greedy", {"dice": "deck36", "shortage": "none_paid", "bank": 7, "max_turns": volume(200, 8)}),
    ],
)
def test_tables_of_catan(players: int, policy: str, options: dict[str, Any]) -> None:
    """Games, seats, rolls, production, hexes and turns."""
    for record, number, rows in games_of("catan", players, policy, volume(3, 1), **options):
        compare_all(rows, catan_tables.recount(record, number), unordered=("production",))


@pytest.mark.parametrize(
    ("players", "policy", "options"),
    [
        (2, "random", {}),
        (5, "heuristic,greedy,random,random,controller", {}),
        (3, "heuristic,random,greedy", {"exchange": 4, "actions": 3, "max_turns": volume(60, 12)}),
        (4, "random", {"max_turns": volume(1000, 40)}),
    ],
)
def test_tables_of_castle(players: int, policy: str, options: dict[str, Any]) -> None:
    """Games, seats, plays and cards; a record does not tell the copies of a card apart."""
    compare_castle(games_of("castle", players, policy, volume(4, 1), **options))


def test_an_advisor_whom_the_card_he_placed_sends_back_is_counted() -> None:
    """CA-127, CA-133: in this game the Enchanter does, who sends back the card placed last."""
    compare_castle(games_of("castle", 2, "random", 1, first=289))


def test_cards_that_are_played_again_and_again_are_counted_in_a_game_without_end() -> None:
    """CA-34: here two greedy players place one card 149 times, until the limit of turns."""
    compare_castle(games_of("castle", 2, "greedy", 1, first=10, max_turns=volume(300, 40)))


def compare_castle(games: Iterator[tuple[Row, int, Any]]) -> None:
    """Compare the tables with what is counted from records, where copies of a card are alike."""
    for record, number, rows in games:
        counted = castle_tables.recount(record, number)
        assert by_kind(rows.pop("cards"), number) == counted.pop("cards")
        for table, column in (("plays", "card"), ("placements", "piece")):
            rows[table][column] = [castle_tables.kind_number(card) for card in rows[table][column]]
        compare_all(rows, counted)


def by_kind(written: Any, game: int) -> list[Row]:
    """The rows of `cards` as `castle_tables` counts them, a row a kind."""
    assert written.dtype.names == ("game", "card", "dealt", "end", "token", "played", "back")
    assert (written["game"] == game).all()
    assert (np.diff(written["card"]) > 0).all()
    kinds = np.array([castle_tables.kind_number(card) for card in written["card"]])
    found = []
    for kind in np.unique(kinds):
        rows = written[kinds == kind]
        found.append(
            {
                "game": game,
                "card": int(kind),
                "dealt": sorted(rows["dealt"].tolist()),
                "end": sorted(zip(rows["end"].tolist(), rows["token"].tolist(), strict=True)),
                "played": int(rows["played"].sum()),
                "back": int(rows["back"].sum()),
            }
        )
    return found
