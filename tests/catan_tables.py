"""Small builders for tests of Catan: tables from records in the notation, and what kernels take."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from catan_notation import CATAN
from corpus import Json
from deals import table_of

from rules.catan.board import STANDARD, Island, load_board
from rules.catan.geometry import derive
from rules.catan.moves import MAX_MOVES
from rules.catan.options import RESOURCES, Options, complete
from rules.catan.position import Position
from rules.catan.record import Scribe
from rules.catan.referee import Referee
from rules.catan.state import State
from rules.fields import blank
from rules.kernel import Struct
from rules.options import as_struct, read_options

SHAPE = derive()
FIRST_MAP = STANDARD.read_text(encoding="utf-8").partition("\n[beginner]")[2].partition("[[pieces]]")[0]
"""A board file: the map for a first game."""
REFEREE = Referee()


judge = REFEREE.judge
"""The verdict on a record."""


def played(given: str = "", turns: str = "", **options: Any) -> Position:
    """The table after a legal record in the notation."""
    verdict = judge(CATAN.record(given, turns, **options))
    assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
    return REFEREE.position


def hands(position: Position) -> list[dict[str, int]]:
    """All hands by resource, those of which there are some."""
    rows = position["hands"][: position.players].tolist()
    return [{name: n for name, n in zip(RESOURCES, row, strict=True) if n} for row in rows]


class Desk:
    """What the kernels take: board, options, state and room for moves."""

    def __init__(self, players: int = 4, island: Island | None = None, **options: Any) -> None:
        self.boards = (island or load_board()).tables
        self.rules = as_struct(complete(read_options("catan", Options, options), players))
        self.states, self.moves = blank(State), np.zeros(MAX_MOVES, np.int64)

    @property
    def kernel_arguments(self) -> tuple[Struct, Struct, Struct, Any]:
        """The first arguments of the stepper's kernels."""
        return self.boards[0], self.rules[0], self.states[0], self.moves

    @property
    def state(self) -> Struct:
        """The record that kernels take."""
        return self.states[0]


def written(rng: Random, players: int, seed: int = 1, game: int = 0, **options: Any) -> Json:
    """A game played by lot from Python, as a record."""
    position = table_of("catan", players, **options)
    position.deal(seed, game)
    scribe = Scribe(position)
    while moves := position.moves():
        scribe.play(rng.choice(moves))
    return scribe.record()
