"""What plays the games of one plan, whatever the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from rules import games
from rules.errors import FailedError, UserError
from rules.fields import dtype_of, records
from rules.games import MAX_SEATS
from rules.kernel import INTERPRETED, Functions, compile_for
from rules.options import as_struct
from rules.position import EMPTY, tables_of
from rules.verbs import kernel_of
from rules.words import Word
from simulate.plans.plan import own_box
from simulate.plans.policies import Policy, load_function, read_policy
from simulate.play.choosing import Policies, Way, moves_tried
from simulate.play.desk import GameDesk, asked
from simulate.play.playing import (
    play_described,
    play_games,
    play_noted,
    play_otherwise,
    play_watched,
)
from simulate.play.playing_on import NO_MOVE, play_outs, rank
from simulate.play.seam import FIRST
from simulate.play.search import TO_THE_END
from simulate.play.tables import MOST_MOVES, WATCHED, Summed, Table, write_rows
from simulate.store.failures import Failure

if TYPE_CHECKING:
    from simulate.plans.plan import Plan
    from simulate.play.moments import CompiledPosition

MOST_POSITIONS = 1024
"""Positions of one game that there is room to describe."""

FEW = 2
"""Games of any length that there is room for in a long table: hundreds as they usually are."""

Room: TypeAlias = tuple["np.recarray[Any, Any]", ...]
"""An array a table, empty where no rows are wanted."""


def user_signature(state: np.recarray[Any, Any], moves: np.dtype[Any]) -> Any:
    """What a user's policy gets: the state, the legal moves, a row of features for each; room for values."""
    import numba
    from numba import types

    return types.int64(
        numba.typeof(state[0]),
        types.Array(numba.from_dtype(moves), 1, "C"),
        types.Array(types.float64, 2, "C"),
        types.Array(types.float64, 1, "C"),
    )


def _no_user(state: Any, moves: Any, features: Any, values: Any) -> int:
    """Stands in the tuple of user policies for seats that have none."""
    return 0


@cache
def _nobody(game: str, signature: Any) -> Any:
    """The same compiled for a game, once for all simulators."""
    return _no_user if INTERPRETED else compile_for(game, _no_user, signature)


def compile_user(policy: Policy, signature: Any, game: str) -> Any:
    """A user's policy behind its guard, as a first-class function.

    Raises
    ------
    UserError
        If it is not trusted, does not run or cannot be compiled.
    """
    from simulate.play.guarding import compile_guarded, guard_interpreted

    function, asks, searches = load_function(policy), kernel_of(asked, game), policy.search > 0
    if INTERPRETED:
        return guard_interpreted(function, asks, searches)
    return compile_guarded(function, policy.name, signature, asks, game, searches)


def read_box(plan: Plan) -> Any:
    """What lies in the box of a plan: the game's own, or the one whose text the plan carries."""
    if plan.box is None:
        return games.load(plan.game).standard_box
    return own_box(plan.game, plan.box)


FARTHEST = 2.0
"""No playout that is judged lasts longer than so many of `search:1`, where that counts rounds."""


@dataclass(frozen=True)
class Playing:
    """What a game brings to be simulated, beside the kernels that answer the verbs of playing."""

    policies_version: int
    """Rises when, and only when, the same weights choose other moves."""
    state: type
    mind: type
    """What a policy knows beside the state, and its scratch paper: a subclass of `Choosing`."""
    moves: int
    """The most moves to choose from that there is room for."""
    move_features: type[Word]
    """In the order of weight vectors."""
    position_features: type[Word]
    """In the order of the weights that were fitted to them."""
    tables: Mapping[str, Table]
    """The tables of a run by name, `progress` among them: `simulate.play.tables.with_watched`."""
    summed: Summed
    """What is added up of each game."""
    prepare: Callable[[Any, Any], None] | None = None
    """Fills in what the mind knows from the options alone."""
    margin_scale: float = 10.0
    """Points of margin that make a win 73 % sure, where it is rounded off."""
    prior: float = 8.0
    """Playouts of a search that the value of a move counts like."""
    ahead: tuple[int, int] = (6, 2)
    """Turns that a playout of `search:1` lasts at least, and turns of each seat."""
    anchor: str = "points"
    """The feature whose weight stays 1 when weights are tuned: only their ratios matter."""
    others_err: str = ""
    """What is said of playouts that begin in turn 0, the set-up, if others err there (`errors_of_others`)."""
    same_set_up: Callable[[Any], str] = lambda options: ""
    """What is said if, by these options, only choices make one set-up another; "" for other options."""
    varied: str = ""
    """Who sets up otherwise from game to game then: the first whom a study asks."""
    users_weigh: bool = False
    """Whether the features that a user's policy is told depend on weights; then on those of `heuristic`."""
    styles: Mapping[str, Mapping[str, Any]] | None = None
    """The styles of play of a game that has no file of them, as `weights.toml` would have them."""

    @property
    def plays_to_the_end(self) -> bool:
        """Whether the playouts of its searches do, and no position is judged."""
        return self.ahead[0] >= TO_THE_END

    def new(self, kind: type) -> np.recarray[Any, Any]:
        """A record of this type in an array; its sizes are those of the game."""
        features = {"features": len(self.move_features), "position_features": len(self.position_features)}
        return records(dtype_of(kind, state=self.state, moves=self.moves, **features))

    def turns_ahead(self, players: int, playouts: int) -> int:
        """Turns after which a playout of `search:playouts` is judged.

        The more there are the farther: then chance matters less, and the judgement of the position, which no
        number of playouts corrects, comes later. Beyond `FARTHEST` nothing was found to be gained. In Catan,
        where a playout of `search:1` counts no rounds, there is no such end.
        """
        turns, rounds = self.ahead
        most = FARTHEST if rounds else math.inf
        return round(max(turns, rounds * players) * min(math.sqrt(playouts), most))


class Simulator:
    """Plays the games of a plan, one at a time: holds the state and the scratch arrays.

    One for each worker; not to be shared between threads.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.playing: Playing = games.load(plan.game).playing
        tables = self.playing.tables
        self._own = {name: table for name, table in tables.items() if name not in WATCHED}
        self._wanted = {name: tables[name] for name in plan.tables}
        self._no_rows = _empty_rows(0, self._own)
        self._nothing_seen = dict.fromkeys(WATCHED, EMPTY[:0].view(np.recarray)) | _empty_rows(
            0, {name: tables[name] for name in WATCHED if name in tables}
        )
        self.box = read_box(plan)
        self.options = as_struct(plan.options)
        self.state = self.playing.new(self.playing.state)
        self.mind = self.playing.new(self.playing.mind)
        self.policies = self.playing.new(Policies)
        if self.playing.prepare is not None:
            self.playing.prepare(self.options[0], self.mind[0])
        self.policies.margin_scale[0] = self.playing.margin_scale
        self.policies.prior[0] = self.playing.prior
        self.desk: GameDesk[Any, Any, Any, Any] = GameDesk(
            box=tables_of(self.box)[0],
            options=self.options[0],
            state=self.state[0],
            policies=self.policies[0],
            users=self._seat_policies(),
            mind=self.mind[0],
        )

    def _seat_policies(self) -> Functions:
        """Write down how each seat chooses; the functions of the user's policies by seat."""
        signature = user_signature(self.state, self.mind.moves.dtype)
        users = [_nobody(self.plan.game, signature)] * MAX_SEATS
        for seat, policy in enumerate(self.plan.policies):
            weights, way = policy.weights, Way.RANDOM
            self.policies.playouts[0, seat] = policy.search or policy.playouts
            if policy.search:
                self.policies.turns[0, seat] = self.playing.turns_ahead(self.plan.players, policy.search)
                self.policies.breadth[0, seat] = moves_tried(policy.search)
                self.policies.position[0, seat] = [weight for _, weight in policy.position]
            if weights is not None:
                way = Way.SEARCH if policy.search else Way.ROLLOUT if policy.playouts else Way.WEIGHTED
                if policy.errors or policy.set_up_errors:
                    way = Way.ERRING if policy.errors else Way.ERRING_FIRST
                    self.policies.errors[0, seat] = policy.errors or policy.set_up_errors
            elif policy.source is not None:
                way = Way.USER_SEARCH if policy.search else Way.USER
                users[seat] = compile_user(policy, signature, self.plan.game)
                if self.playing.users_weigh:
                    weights = read_policy(self.plan.game, "heuristic", self.plan.players).weights
            self.policies.way[0, seat] = way
            if weights is not None:
                self.policies.weights[0, seat] = [weight for _, weight in weights]
        return Functions(users)

    def moves(self, game: int) -> tuple[np.ndarray, np.ndarray]:
        """Play a game; its moves, and the turn of each as the game counts turns.

        Raises
        ------
        FailedError
            If a user's policy fails.
        """
        moves, turns = np.zeros((2, MOST_MOVES), np.int64)
        try:
            n = play_noted(self.desk, self.plan.players, self.plan.seed, game, moves, turns)
        except BaseException as error:  # SystemExit, too
            raise FailedError(self._failure(error).line(self.plan)) from error
        return moves[:n], turns[:n]

    def play_noted(self, game: int) -> tuple[list[int], dict[str, np.ndarray]]:
        """Play a game; its moves, and its rows of the tables `games` and `seats`."""
        moves, _ = self.moves(game)
        return moves.tolist(), self._written(game)

    def _written(self, game: int) -> dict[str, np.ndarray]:
        """The rows of `games` and `seats` of the game that was just played."""
        room, rows = self.room(1, ("games", "seats"))
        write_rows(self.desk, game, room, rows)
        return self.filled(room, rows)

    def described(self, game: int, every: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Play a game: a position in `every` turns, features by [position, seat, feature]; and its rows."""
        positions = np.zeros((MOST_POSITIONS, self.plan.players, len(self.playing.position_features)))
        n = play_described(self.desk, self.plan.players, self.plan.seed, game, every, positions)
        return positions[:n], self._written(game)

    def play_otherwise(self, first: int, n: int, others: Sequence[int]) -> dict[str, np.ndarray]:
        """Play n games as they are set up, each with the chance of each of these seeds.

        Rows of `games` and `seats`, game by game, and of a game seed by seed.
        """
        room, rows = self.room(n * len(others), ("games", "seats"))
        seeds = np.array(others, np.int64)
        play_otherwise(self.desk, self.plan.players, self.plan.seed, first, n, seeds, room, rows)
        return self.filled(room, rows)

    def play_out(
        self, start: CompiledPosition, viewer: int, moves: Sequence[int | None], first: int, n: int
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Play a position on with each of some moves, as `simulate.play.seam.GameSimulator` has it.

        Raises
        ------
        FailedError
            If a user's policy fails.
        """
        room, rows = self.room(n * len(moves), ("games", "seats"))
        chosen = np.array([NO_MOVE if move is None else move for move in moves], np.int64)
        state, seed = start.decision.states[0], self.plan.seed
        try:
            play_outs(self.desk, state, viewer, chosen, seed, FIRST + first, n, room, rows)
        except BaseException as error:  # SystemExit, too
            if isinstance(error, KeyboardInterrupt | MemoryError) or all(
                policy.source is None for policy in self.plan.policies
            ):
                raise
            raise FailedError(f"a policy of yours failed: {type(error).__name__}: {error}") from error
        seats = self.filled(room, rows)["seats"]
        shares = seats["win_share"]
        scores = seats["score"] if "score" in (seats.dtype.names or ()) else np.zeros_like(shares)
        found = np.stack([shares, scores], axis=-1).astype(np.float64)
        return found.reshape(n, len(moves), self.plan.players, 2)

    def ranked(self, start: CompiledPosition, viewer: int) -> list[int]:
        """The legal moves of a position, those first that the game's ranking policy likes best."""
        ranks = games.load(self.plan.game).ranking_policy
        weights = read_policy(self.plan.game, ranks, self.plan.players).weights or ()
        vector = np.array([weight for _, weight in weights])
        n = rank(self.desk, start.decision.states[0], viewer, vector)
        order = np.argsort(-self.mind.values[0, :n], kind="stable")
        ranked: list[int] = self.mind.moves[0, :n][order].tolist()
        return ranked

    def set_weights(self, weights: Sequence[np.ndarray]) -> None:
        """Let every seat weigh features with these weights, in place of the plan's policies."""
        for seat, vector in enumerate(weights):
            self.policies.way[0, seat] = Way.WEIGHTED
            self.policies.weights[0, seat] = vector

    def play(self, first: int, n: int) -> dict[str, np.ndarray]:
        """Play games `first` to `first + n - 1` and return the rows of each table of the plan.

        Raises
        ------
        FailedError
            If a user's policy fails; the message names the game.
        """
        tables, failed = self.play_on(first, n, fail_fast=True)
        if failed:
            raise FailedError(failed[0].line(self.plan))
        return tables

    def play_on(
        self, first: int, n: int, fail_fast: bool = False, leave_out: Sequence[int] = ()
    ) -> tuple[dict[str, np.ndarray], list[Failure]]:
        """Play the same games; their rows, and the games that a user's policy failed in, which have none.

        With `fail_fast` the first such game is the last that is played. Games may be left out, in order.
        """
        room = _empty_rows(n, self._wanted)
        own = tuple(room.get(name, no_rows) for name, no_rows in self._no_rows.items())
        seen = tuple(room.get(name, no_rows) for name, no_rows in self._nothing_seen.items())
        rows, counts = np.zeros(len(own), np.int64), np.zeros(len(seen), np.int64)
        long: dict[str, list[np.ndarray]] = {
            name: [] for name, table in self._wanted.items() if table.is_long
        }
        failed: list[Failure] = []
        for begin, end in _stretches(first, first + n, leave_out):
            at = begin
            while at < end and not (failed and fail_fast):
                try:
                    at = self._play(at, end - at, own, rows, seen, counts)
                except BaseException as error:  # SystemExit, too
                    failed.append(self._failure(error))
                    for i, array in enumerate(seen):  # what the game wrote as it went
                        if counts[i]:
                            counts[i] = array["game"][: counts[i]].searchsorted(failed[-1].game)
                    at = failed[-1].game + 1
                for name, parts in long.items():
                    i = WATCHED.index(name)
                    parts.append(_filled(room[name], counts[i], self._wanted[name]).copy())
                    counts[i] = 0

        written = dict(zip((*self._no_rows, *WATCHED), (*rows, *counts), strict=True))
        filled = {name: _filled(array, written[name], self._wanted[name]) for name, array in room.items()}
        return filled | {name: np.concatenate(parts) for name, parts in long.items()}, failed

    def _play(self, first: int, n: int, room: Room, rows: np.ndarray, seen: Room, counts: np.ndarray) -> int:
        """Play games and write their rows behind those that are there; return the first that is left over."""
        what = self.desk, self.plan.players, self.plan.seed, first, n, room, rows
        if not is_watched(self.plan):
            play_games(*what)
            return first + n
        kept = np.ones((len(WATCHED), n), np.bool_)
        for i, name in enumerate(WATCHED):
            if name in self._wanted:
                kept[i] = self._wanted[name].keeps(np.arange(first, first + n))
        progress, placements, decisions, trades = seen
        return play_watched(*what, progress, placements, decisions, trades, kept, counts)

    def _failure(self, error: BaseException) -> Failure:
        """The game that is on the table, in which a user's policy, or a rule of a user's own, raised this.

        Raises
        ------
        UserError
            For a rule of a user's own that cannot be compiled.
        RuntimeError
            If there is no such rule and no user's policy was to decide: a fault of the engine.
        KeyboardInterrupt, MemoryError
            If it was that: neither is a fault of the game.
        """
        if isinstance(error, KeyboardInterrupt | MemoryError):
            raise error
        game, turn = int(self.state.chance_key[0, 1]), int(self.state.turn[0])
        seat = int(asked(self.state[0]))
        if self.plan.policies[seat].source is None:
            from numba.core.errors import NumbaError

            if not INTERPRETED and isinstance(error, NumbaError | KeyError):
                from simulate.play.guarding import reason_of

                reason = f"cannot be compiled: {reason_of(error, self.state.dtype.names or ())}"
                if self.plan.code is not None:
                    raise UserError(f"{self.plan.code.file} {reason}") from error
                raise RuntimeError(reason) from error
            if self.plan.code is None:
                raise RuntimeError(f"game {game}, turn {turn}: {error}") from error
        return Failure(game, turn, seat, f"{type(error).__name__}: {error}".rstrip(": "))

    def room(self, n: int, tables: Sequence[str]) -> tuple[Room, np.ndarray]:
        """Room for what `n` games write, an array a table, empty if it is not wanted; and 0 rows of each."""
        wanted = _empty_rows(n, {name: self._own[name] for name in tables})
        return tuple({**self._no_rows, **wanted}.values()), np.zeros(len(self._own), np.int64)

    def filled(self, room: Room, rows: np.ndarray) -> dict[str, np.ndarray]:
        """The rows of each table that has room."""
        return {
            name: _filled(array, n, table)
            for (name, table), array, n in zip(self._own.items(), room, rows, strict=True)
            if len(array)
        }


def is_watched(plan: Plan) -> bool:
    """Whether a table is asked for that `play_watched` writes."""
    return any(name in plan.tables for name in WATCHED)


def _stretches(first: int, end: int, leave_out: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What is left of a range of games without some of them: the first of each stretch, and its end."""
    for game in (*leave_out, end):
        if first < game:
            yield first, game
        first = game + 1


def _empty_rows(n: int, tables: Mapping[str, Table]) -> dict[str, np.recarray[Any, Any]]:
    """Room for the most rows that `n` games can write to each of these tables; of a long one, for a few."""
    return {
        name: np.empty(min(n, FEW if table.is_long else n) * table.most, table.rows).view(np.recarray)
        for name, table in tables.items()
    }


def _filled(array: np.recarray[Any, Any], n: int, table: Table) -> np.ndarray:
    """The rows that were written, as columns."""
    return array[:n].view(np.ndarray).view(table.columns)
