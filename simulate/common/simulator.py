"""What plays the games of one plan, whatever the game: a game adds its rules, desk and tables."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from rules import games
from rules.errors import FailedError, UserError
from rules.kernel import INTERPRETED, compile_for
from simulate.common.choosing import MAX_SEATS, RANDOM, ROLLOUT, USER, WEIGHTED, policies_dtype
from simulate.policies import Policy, load_function

if TYPE_CHECKING:
    from simulate.plan import Plan

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def user_signature(state: np.recarray[Any, Any], moves: np.dtype[Any]) -> Any:
    """What a user's policy gets: the state, the legal moves and a row of features for each."""
    return types.int64(
        numba.typeof(state[0]),
        types.Array(numba.from_dtype(moves), 1, "C"),
        types.Array(types.float64, 2, "C"),
    )


def _no_user(state: Any, moves: Any, features: Any) -> int:
    """Stands in the tuple of user policies for seats that have none."""
    return 0


def compile_user(policy: Policy, signature: Any) -> Any:
    """A user's policy as a first-class function.

    Raises
    ------
    UserError
        If Numba cannot compile it.
    """
    function = load_function(policy)
    if INTERPRETED:
        return function
    try:
        compiled = numba.njit(signature, nogil=True)(getattr(function, "py_func", function))
    except Exception as error:  # whatever Numba's passes raise for what they cannot compile
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        where = next((line for line in lines if line.startswith("File ")), "")
        why = next((line for line in lines if "Failed in" not in line), type(error).__name__)
        raise UserError(f"--policy {policy.name}: cannot be compiled: {why} {where}".rstrip()) from error
    if compiled.nopython_signatures[0].return_type != signature.return_type:
        raise UserError(f"--policy {policy.name}: never returns the index of a move, it only raises")
    return compiled


def read_box(plan: Plan) -> Any:
    """The tile set or board of a plan: the game's own, or the one whose text the plan carries."""
    if plan.box is None:
        return _standard(plan.game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(plan.box, encoding="utf-8")
        return games.load_box(plan.game, path)


@cache
def _standard(game: str) -> Any:
    """A game's own tile set or board, read once for all simulators; kernels only read it."""
    return games.load_box(game)


class GameSimulator:
    """Plays the games of a plan, one at a time: holds the state and the scratch arrays.

    One for each worker; not to be shared between threads. `mind` is the record type of what a policy knows
    beside the state, with `moves`, the legal ones, and `change`, a feature each. A game's own class sets
    `tables`, the row type of each table, `rows_per_game`, the most rows of each that a game can add, and
    `play_games`, the kernel; when made it puts what the kernel takes first on the `desk`.
    """

    on_request: tuple[str, ...] = ()
    """Tables that are written only if they are asked for by name."""
    chooser: str = "seat"
    """The field of the state that names the seat that chooses."""
    margin_scale: float = 10.0
    """Points of margin that make a win 73 % sure, where it is rounded off."""

    tables: Mapping[str, np.dtype[Any]]
    rows_per_game: Mapping[str, int]
    play_games: Callable[..., None]
    desk: Any

    def __init__(self, plan: Plan, state: np.recarray[Any, Any], mind: np.dtype[Any]) -> None:
        self.plan = plan
        self.state = state
        self.mind = np.zeros(1, mind).view(np.recarray)
        n_features = self.mind.change.shape[1]
        self.policies = np.zeros(1, policies_dtype(n_features)).view(np.recarray)
        signature = user_signature(state, self.mind.moves.dtype)
        stand_in: Any = _no_user
        if not INTERPRETED:
            stand_in = compile_for(plan.game, _no_user, signature)
        users = [stand_in] * MAX_SEATS
        for seat, policy in enumerate(plan.policies):
            if policy.weights is not None:
                self.policies.way[0, seat] = ROLLOUT if policy.playouts else WEIGHTED
                self.policies.playouts[0, seat] = policy.playouts
                self.policies.weights[0, seat] = [weight for _, weight in policy.weights]
            elif policy.source is not None:
                self.policies.way[0, seat] = USER
                users[seat] = compile_user(policy, signature)
            else:
                self.policies.way[0, seat] = RANDOM
        self.users = tuple(users)

    def set_weights(self, weights: Sequence[np.ndarray]) -> None:
        """Let every seat weigh features with these weights, in place of the plan's policies."""
        for seat, vector in enumerate(weights):
            self.policies.way[0, seat] = WEIGHTED
            self.policies.weights[0, seat] = vector

    def play(self, first: int, n: int) -> dict[str, np.ndarray]:
        """Play games `first` to `first + n - 1` and return the rows of each table of the plan.

        Raises
        ------
        FailedError
            If a user's policy raises or returns what is no move; the message names the game.
        """
        made = {
            name: np.empty(n * self.rows_per_game[name] if name in self.plan.tables else 0, dtype)
            for name, dtype in self.tables.items()
        }
        room = [array.view(np.recarray) for array in made.values()]
        rows = np.zeros(len(made), np.int64)
        try:
            type(self).play_games(*self.desk, self.plan.players, self.plan.seed, first, n, *room, rows)
        except Exception as error:
            game, turn = int(self.state.chance_key[0, 1]), int(self.state.turn[0])
            policy = self.plan.policies[int(self.state[self.chooser][0])]
            if policy.source is None:
                raise RuntimeError(f"game {game}, turn {turn}: {error}") from error
            raise FailedError(
                f"policy {policy.name} failed in game {game}, turn {turn}: {type(error).__name__}: {error}"
            ) from error
        return {name: made[name][: rows[i]] for i, name in enumerate(made) if name in self.plan.tables}
