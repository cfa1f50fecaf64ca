"""Every order of a stack of tiles is equally likely, and games of other rules meet the same order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from builders import simulator
from chance_laws import assert_shuffled, compiled_only
from deals import Numbers, ids_of, stacks
from stepper import advance, begin

from rules.chance import start_chance
from rules.verbs import copy_game
from simulate.play.desk import asked, deal_unseen

pytestmark = compiled_only

GAMES = 3000
RIVER = {"river": True}

RIVER_IDS = frozenset(ids_of("carcassonne")[24:])
"""The designs of The River come after the 24 of the base game (CC-1, CC-68)."""


def land_and_river(n: int, **options: Any) -> tuple[Numbers, Numbers, list[str]]:
    """The River, and the land under it, in games with the River; and what lies first."""
    orders, first = stacks("carcassonne", n, **RIVER, **options)
    river = np.array([name in RIVER_IDS for name in ids_of("carcassonne")])
    length = int(river[orders[0]].sum())
    assert river[orders[:, :length]].all(), "CC-70: land lies among the River"
    assert not river[orders[:, length:]].any()
    return orders[:, :length], orders[:, length:], first


@pytest.mark.parametrize("game", ["carcassonne", "starwars"])
def test_every_order_of_the_stack_is_equally_likely(game: str) -> None:
    """CC-11, SW-8: the start tile lies, all others are shuffled."""
    orders, first = stacks(game, GAMES)
    assert len(set(first)) == 1
    assert_shuffled(orders)


def test_with_the_river_all_land_is_shuffled() -> None:
    """CC-69: the start tile is out of the game, or among the others."""
    for start in ("removed", "shuffled"):
        _, land, first = land_and_river(GAMES, river_start_tile=start)
        assert land.shape[1] == (72 if start == "shuffled" else 71)
        assert set(first) <= RIVER_IDS
        assert_shuffled(land)


def test_the_river_is_shuffled_between_source_and_lake() -> None:
    """CC-68: the source lies, the lake is the last of the River, what is between comes in any order."""
    river, _, first = land_and_river(GAMES)
    assert river.shape[1] == 11
    assert len(set(first)) == 1
    assert len(set(river[:, -1])) == 1, "the lake is not always the last"
    assert river[0, -1] not in river[:, :-1]
    assert_shuffled(river[:, :-1])


def test_the_river_says_nothing_of_the_land() -> None:
    """The two are shuffled apart: the first tile of the land does not follow from that of the River."""
    river, land, _ = land_and_river(GAMES)
    for tile in np.unique(river[:, 0])[:3]:
        assert len(np.unique(land[river[:, 0] == tile, 0])) > 20


def test_games_with_and_without_the_river_meet_the_land_in_the_same_order() -> None:
    """Common random numbers: only the River is put on top."""
    plain, _ = stacks("carcassonne", 50)
    _, land, _ = land_and_river(50)
    assert (plain == land).all()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("carcassonne", {"farm_method": "per_city", "meeples": 3}),
        ("starwars", {"dice_cap": 5, "first_player": "random", "small_meeples": 2}),
    ],
)
def test_other_rules_and_more_players_meet_the_same_stack(game: str, options: dict[str, object]) -> None:
    """Common random numbers: the deck has a stream of its own."""
    plain, _ = stacks(game, 50)
    assert (plain == stacks(game, 50, players=4, **options)[0]).all()
    assert len(np.unique(plain[:, :8], axis=0)) == 50, "games of a run share their stack"


@pytest.mark.parametrize(
    ("game", "options"), [("starwars", {}), ("carcassonne", {}), ("carcassonne", {"river": "true"})]
)
def test_playouts_do_not_know_the_order_of_the_stack(game: str, options: dict[str, Any]) -> None:
    """CC-14: what is still to come is shuffled anew, the River by itself; the tile of the turn stays."""
    sim, other = (simulator("random", 2, game=game, **options) for _ in range(2))
    begin(sim, 0)
    advance(sim.desk, 5)
    state, copy = sim.state[0], other.state[0]
    seat, come = asked(state), int(state.deck_next)
    orders = np.empty((GAMES, state.n_deck - come), np.int64)
    for i in range(GAMES):
        copy_game(copy, state)
        start_chance(copy, i, 0)
        deal_unseen(sim.desk, copy, seat)
        assert copy.deck_next == come
        assert (copy.deck_order[:come] == state.deck_order[:come]).all()
        orders[i] = copy.deck_order[come : state.n_deck]
    river = sum(name in RIVER_IDS for name in np.array(ids_of(game))[orders[0]]) if options else 0
    assert_shuffled(orders[:, river:])
    if river:
        assert_shuffled(orders[:, : river - 1])
