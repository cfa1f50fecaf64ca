"""Who begins: the seat that the rules name, or each with the same chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from chance_laws import assert_uniform, compiled_only
from deals import first_seats

pytestmark = compiled_only

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
