"""Everything the simulator needs to play Star Wars games of one plan."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from rules.errors import FailedError, UserError
from rules.kernel import CACHED, INTERPRETED
from rules.options import as_record
from rules.starwars.options import COLOUR_FACTIONS
from rules.starwars.state import STATE_DTYPE, new_state
from rules.starwars.tiles import load_tiles
from rules.tiles.features import MAX_SEATS
from simulate.policies import Policy, load_function
from simulate.starwars.desk import Desk
from simulate.starwars.features import MIND_DTYPE, prepare_mind
from simulate.starwars.play import play_games
from simulate.starwars.policies import POLICIES_DTYPE, RANDOM, ROLLOUT, USER, WEIGHTED
from simulate.starwars.tables import ROWS_PER_GAME, TABLES

if TYPE_CHECKING:
    from simulate.plan import Plan

POLICIES_VERSION = 1
"""Rises when, and only when, the same weights choose other moves."""

USER_SIGNATURE = types.int64(
    numba.typeof(np.zeros(1, STATE_DTYPE).view(np.recarray)[0]),
    types.Array(types.int32, 1, "C"),
    types.Array(types.float64, 2, "C"),
)
"""What a user's policy gets: the state, the legal moves and a row of features for each."""

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


def _no_user(state: Any, moves: Any, features: Any) -> int:
    """Stands in the tuple of user policies for seats that have none."""
    return 0


def compile_user(policy: Policy) -> Any:
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
        compiled = numba.njit(USER_SIGNATURE, nogil=True)(getattr(function, "py_func", function))
    except Exception as error:  # whatever Numba's passes raise for what they cannot compile
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        where = next((line for line in lines if line.startswith("File ")), "")
        why = next((line for line in lines if "Failed in" not in line), type(error).__name__)
        raise UserError(f"--policy {policy.name}: cannot be compiled: {why} {where}".rstrip()) from error
    if compiled.nopython_signatures[0].return_type != USER_SIGNATURE.return_type:
        raise UserError(f"--policy {policy.name}: never returns the index of a move, it only raises")
    return compiled


def _stand_in() -> Any:
    return _no_user if INTERPRETED else numba.njit(USER_SIGNATURE, nogil=True, cache=CACHED)(_no_user)


class Simulator:
    """Plays the games of a plan, one at a time: holds the state and the scratch arrays.

    One for each worker; not to be shared between threads.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        if plan.tiles is None:
            self.tileset = load_tiles()
        else:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "tiles.toml"
                path.write_text(plan.tiles, encoding="utf-8")
                self.tileset = load_tiles(path)
        self.options = as_record(plan.options)
        self.state = new_state()
        self.policies = np.zeros(1, POLICIES_DTYPE).view(np.recarray)
        users = []
        for seat, policy in enumerate(plan.policies):
            if policy.weights is not None:
                self.policies.way[0, seat] = ROLLOUT if policy.playouts else WEIGHTED
                self.policies.playouts[0, seat] = policy.playouts
                self.policies.weights[0, seat] = [weight for _, weight in policy.weights]
            else:
                self.policies.way[0, seat] = USER if policy.source is not None else RANDOM
            users.append(compile_user(policy) if policy.source is not None else _stand_in())
        mind = np.zeros(1, MIND_DTYPE).view(np.recarray)
        prepare_mind(self.options[0], mind[0])
        self.desk = Desk(
            tiles=self.tileset.tables[0],
            options=self.options[0],
            factions=COLOUR_FACTIONS,
            state=self.state[0],
            policies=self.policies[0],
            users=tuple(users + [_stand_in()] * (MAX_SEATS - len(users))),
            mind=mind[0],
            spare=new_state(),
        )

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
            name: np.empty(n * ROWS_PER_GAME[name] if name in self.plan.tables else 0, dtype)
            for name, dtype in TABLES.items()
        }
        games, seats, battles, features = (array.view(np.recarray) for array in made.values())
        rows = np.zeros(len(TABLES), np.int64)
        try:
            play_games(
                *self.desk,
                self.plan.players,
                self.plan.seed,
                first,
                n,
                games,
                seats,
                battles,
                features,
                rows,
            )
        except Exception as error:
            game, turn = int(self.state.chance_key[0, 1]), int(self.state.turn[0])
            policy = self.plan.policies[int(self.state.seat[0])]
            if policy.source is None:
                raise RuntimeError(f"game {game}, turn {turn}: {error}") from error
            raise FailedError(
                f"policy {policy.name} failed in game {game}, turn {turn}: {type(error).__name__}: {error}"
            ) from error
        return {name: made[name][: rows[i]] for i, name in enumerate(TABLES) if name in self.plan.tables}
