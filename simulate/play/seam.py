"""What plays the games of a plan, and what a moment of a game is: all that is asked of a game's rules.

A compiled game answers with kernels (`simulate.play.simulator`, `simulate.play.moments`), one in plain Python
with its author's methods (`simulate.plain.simulator`, `simulate.plain.moments`). Whoever replays, looks ahead
or looks back speaks to these and to nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from simulate.plans.plan import Plan
from simulate.store.failures import Failure

TableRows: TypeAlias = dict[str, np.ndarray[Any, Any]]
"""The rows of tables by name."""

Move: TypeAlias = Any
"""A move as its game has it: compiled games pack it into a number, others have what their author likes."""

ONLOOKER = -1
"""In place of a seat: who sees what lies open to all, and nothing else."""

FIRST = 1 << 40
"""The number of the first playout among games: no game of a run has its streams."""


class Position(Protocol):
    """A moment of a game, ready to be played on, and what somebody decided then.

    After the last turn there is no `move`. There are no legal `moves` where the game is over, or where it is
    not known yet what there is to decide on.
    """

    @property
    def turn(self) -> int:
        """The number of the turn, as the game counts them."""

    @property
    def seat(self) -> int:
        """Who decides."""

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves."""

    @property
    def move(self) -> Move | None:
        """The one that was chosen."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def table(self) -> Any:
        """What lies there, to be looked at: what draws a game knows it, and nobody else."""

    def tell(self, move: Move) -> str:
        """A move in words."""


class GameSimulator(Protocol):
    """Plays the games of a plan; one for each worker."""

    plan: Plan

    def play_on(self, first: int, n: int, fail_fast: bool = False) -> tuple[TableRows, list[Failure]]:
        """Play games; the rows of each table of the plan, and the games that failed, which have none.

        With `fail_fast` the first such game is the last that is played.
        """

    def play(self, first: int, n: int) -> TableRows:
        """Play games and return the rows of each table of the plan.

        Raises
        ------
        FailedError
            If a game fails; the message names it.
        """

    def moves(self, game: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Play a game: a number for each of its moves, and the turn of each."""

    def play_otherwise(self, first: int, n: int, others: Sequence[int]) -> TableRows:
        """Play n games as they are set up, each with the chance of each of these seeds.

        Rows of `games` and `seats`, game by game, and of a game seed by seed.
        """

    def play_out(
        self, start: Any, viewer: int, moves: Sequence[Move | None], first: int, n: int
    ) -> npt.NDArray[np.float64]:
        """Play a position on with each of some moves: its outcome by [playout, move, seat, which].

        An outcome is a share of the win and a score, which is 0 where there is none. `start` is a `Position`
        of this game. Playouts `first` to `first + n - 1` are played, each by streams of its own, the same
        whatever is played out. What `viewer` does not see is dealt anew. With None for a move whoever decides
        goes by the policy.

        Raises
        ------
        FailedError
            If code of the user's fails.
        """

    def ranked(self, start: Any, viewer: int) -> list[Move]:
        """The legal moves of a position, those first that `Game.ranking_policy` likes best."""
