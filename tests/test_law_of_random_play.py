"""Play by lot: every legal move is equally likely, each seat chooses for itself, each begins as often."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from builders import simulator
from chance_laws import assert_uniform, compiled_only
from deals import first_seats

from rules.chance import start_chance
from rules.games import OWN, load
from simulate.play.playing import choose

pytestmark = compiled_only


def opened(game: str) -> Any:
    """A simulator of a game of three seats with its first position on the desk."""
    sim = simulator("random", players=3, game=game)
    position = import_module(f"rules.{game}.position").Position(load(game).load_box(), sim.state)
    position.open(sim.plan.options, 3)
    position.deal(1, 0)
    return sim


def choices(sim: Any, n: int, seat: int = 0) -> list[int]:
    """What this seat would choose in the position on the desk in n games of other chance."""
    for name in {"seat", "asked"} & set(sim.state.dtype.names):
        sim.state[name][0] = seat
    kept, found = sim.state.copy(), []
    for game in range(n):
        start_chance(sim.state[0], 5, game)
        found.append(int(choose(sim.desk)))
        sim.state[0] = kept[0]
    return found


@pytest.mark.parametrize("game", OWN)
def test_every_legal_move_is_equally_likely(game: str) -> None:
    """And no other is chosen: what comes up are all that there are."""
    sim = opened(game)
    moves, counts = np.unique(choices(sim, 700), return_counts=True)
    assert len(moves) > 5
    assert_uniform(counts)


@pytest.mark.parametrize("game", OWN)
def test_two_seats_choose_apart(game: str) -> None:
    """Each seat has a stream of its own, so that what one chooses says nothing of the other's choice."""
    sim = opened(game)
    if game == "castle":  # the same hand, so that both have the same moves
        sim.state.hand[0, 1] = sim.state.hand[0, 0]
    one, other = choices(sim, 300), choices(sim, 300, seat=1)
    n = len({*one, *other})
    assert n < len(set(one)) + len(set(other)), "the seats have other moves"
    equal = sum(a == b for a, b in zip(one, other, strict=True))
    assert abs(equal - 300 / n) < 4.5 * (300 / n) ** 0.5 + 1


# --- who begins

BY_LOT: list[tuple[str, dict[str, Any]]] = [
    ("starwars", {"first_player": "random"}),
    ("carcassonne", {"first_player": "random"}),
    ("catan", {"start": "random"}),
    ("castle", {}),
]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("game", "options"), BY_LOT)
def test_every_seat_begins_equally_often_by_lot(game: str, options: dict[str, Any], players: int) -> None:
    """CA-17, CC-3, SW-9, OQ-CT-15."""
    found = first_seats(game, 2000, players, **options)
    assert_uniform(np.bincount(found, minlength=players))
    again = np.array(found[:-1]) * players + found[1:]
    assert_uniform(np.bincount(again, minlength=players * players))


@pytest.mark.parametrize("game", ["carcassonne", "starwars", "catan"])
def test_seat_0_begins_by_default(game: str) -> None:
    """CC-12, SW-9, OQ-CT-15."""
    assert set(first_seats(game, 20, 3)) == {0}
