"""Tunes a policy's weights by self-play with CMA-ES (Hansen 2016), through the `cma` package.

Each generation plays every candidate against the same rivals on the same games (common random
numbers), a part of them from every seat; the next generation meets new games. A candidate's worth is the
mean of 1 / (1 + exp(-margin / scale)), its margin being its score less the best rival's, the other way
round in a game that few points win, and the scale the game's own: a win share with the edges rounded off,
so that a narrow loss teaches more than a rout. In a game in plain Python, whose scores may be of any size, it
is the win share itself. Rivals are policies that stay as they are; without any, the weights found so far sit
at all other seats.

A search keeps a journal: what every candidate was worth. One that was interrupted asks for the same
candidates, reads what is known of them and goes on where it stopped; one that is done is not played again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from rules import games as box
from rules.errors import UserError, nearest
from rules.kernel_cache import program_of
from simulate.io.files import remove_leftovers, write_whole, writing
from simulate.plain.game import Game, sides_of
from simulate.plain.players import RANDOM
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import Policy, move_features, read_policy
from simulate.plans.request import USUAL_POLICY, told_as
from simulate.store.blocks import is_sealed, sealed, unsealed
from simulate.store.failures import warn
from simulate.working.work import plan_of_sender
from simulate.working.workers import processes

CHECK_GAMES = 20_000

STILL = 10
"""After so many generations it is asked whether they gained anything."""

Numbers: TypeAlias = npt.NDArray[np.float64]
Player: TypeAlias = Numbers | Policy
"""Who plays: weights, or in a game in plain Python any policy."""

SIZED = 50
"""Games in which the sizes of features are measured that their author chose as they like."""

MOST_WEIGHT = 100.0
"""The greatest weight that is found for such features."""


@dataclass(frozen=True)
class Generation:
    """How far the search is: the best candidate's worth."""

    number: int
    of: int
    best: float
    kept: bool = False
    """Whether it was read from the journal of an earlier search, not played."""


@dataclass(frozen=True)
class Tuned:
    """Weights by move feature; their win share and that of the start in each of the same fresh games."""

    weights: dict[str, float]
    shares: Numbers
    before: Numbers


class Arena:
    """Plays a candidate's weights against rivals, from every seat in turn."""

    def __init__(self, plan: Plan) -> None:
        self.plan = replace(plan, tables=("games", "seats"))
        self._game: Any = box.load(plan.game)
        self._scale = 0.0 if self._game.is_plain else float(self._game.playing.margin_scale)
        self._local = threading.local()
        self._sign = -1.0 if self._game.low_wins else 1.0

    def __reduce__(self) -> Any:
        """Other processes read the game anew, whose files are sent with the plan."""
        return _arena_there, (json.dumps([self.plan.described(), self.plan.sources()]),)

    @property
    def simulator(self) -> Any:
        """What plays for this worker."""
        if not hasattr(self._local, "simulator"):
            self._local.simulator = self._game.simulator(self.plan)
        return self._local.simulator

    @cached_property
    def sides(self) -> Sequence[tuple[int, ...]]:
        """The seats at which a candidate plays, in one game after the other: one, or those of a team."""
        if self._game.is_plain:
            return sides_of(self._game.kind, self.plan.players)
        return [(seat,) for seat in range(self.plan.players)]

    def outcomes(
        self, weights: Numbers, rivals: Sequence[Player], first: int, n: int
    ) -> tuple[Numbers, Numbers]:
        """The candidate's margin and win share in each of `n` games from game `first` on.

        The games are shared out to rivals and sides; one rival at a time sits at all other seats. Nothing has
        a margin in a game in plain Python.
        """
        simulator, players = self.simulator, self.plan.players
        margins, shares = [], []
        ways = [(rival, side) for rival in rivals for side in self.sides]
        cuts = np.linspace(0, n, len(ways) + 1).astype(int)
        for way, (rival, side) in enumerate(ways):
            simulator.set_weights([weights if s in side else rival for s in range(players)])
            rows = simulator.play(first + int(cuts[way]), int(cuts[way + 1] - cuts[way]))["seats"]
            shares.append(rows["win_share"].astype(float).reshape(-1, players)[:, side].sum(axis=1))
            if not self._game.is_plain:
                scores = self._sign * rows["score"].astype(float).reshape(-1, players)
                others = np.delete(scores, side, axis=1)
                margins.append(scores[:, side[0]] - others.max(axis=1))
        return np.concatenate(margins or [np.zeros(n)]), np.concatenate(shares)

    def worth(self, weights: Numbers, rivals: Sequence[Player], first: int, n: int) -> float:
        """The mean of the rounded-off win share."""
        margins, shares = self.outcomes(weights, rivals, first, n)
        if self._game.is_plain:
            return float(shares.mean())
        return float(np.mean(1.0 / (1.0 + np.exp(-margins / self._scale))))

    def both(
        self, one: Numbers, other: Numbers, rivals: Sequence[Player], first: int, n: int, jobs: int
    ) -> tuple[Numbers, Numbers]:
        """The win shares of two vectors of weights in the same games."""
        from joblib import delayed

        with self.workers(jobs) as workers:
            found = workers(delayed(self.outcomes)(weights, rivals, first, n) for weights in (one, other))
        return found[0][1], found[1][1]

    @contextlib.contextmanager
    def workers(self, jobs: int) -> Iterator[Any]:
        """What shares work out to threads, or to processes if the game is in plain Python."""
        from joblib import Parallel

        if not self._game.is_plain:
            with Parallel(n_jobs=jobs, backend="threading") as workers:
                yield workers
        elif jobs == 1:
            yield Parallel(n_jobs=1)
        else:
            with processes(jobs):
                yield Parallel()

    def sizes(self, start: Policy) -> dict[str, float]:
        """How much each feature differs between the moves of a decision, in games of `start`.

        In compiled games all count in points: 1 of each.
        """
        if not self._game.is_plain:
            return dict.fromkeys(move_features(self.plan.game), 1.0)
        self.simulator.set_weights([start] * self.plan.players)
        return dict(zip(self._game.features, self.simulator.sizes(0, SIZED), strict=True))


@lru_cache(1)
def _arena_there(sent: str) -> Arena:
    """An arena that another process has, for its plan and the texts of its files."""
    return Arena(plan_of_sender(*json.loads(sent)))


@dataclass(frozen=True)
class Search:
    """What is searched: better weights than those of `start`, under the rules and at the table of a plan."""

    plan: Plan
    """Its policies do not play; its seed says which games are played."""
    start: Policy
    rivals: tuple[Policy, ...] = ()
    """Who sits at all other seats; none: the weights found so far."""
    only: tuple[str, ...] = ()
    """The weights to change, if not all."""
    generations: int = 40
    games: int = 1_000
    """Of a candidate in a generation."""
    step: float = 1.0
    """How far from the start the first candidates lie: 1 for four tenths of a weight, a quarter at least."""
    steady: bool = True
    """Whether all generations are played, even if nothing more is gained."""

    def __post_init__(self) -> None:
        """Refuse what cannot be tuned."""
        _check_game(self.plan)
        for name in self.only:
            if name not in self.features:
                hint = nearest(name, self.features)
                typed = box.load(self.plan.game).typed
                raise UserError(
                    f"--only {name}: {typed} has no move feature '{name}'.{hint} "
                    f"All features: simulate rules {typed} --policies"
                )
        if not self.names:
            raise UserError(f"--only {self.anchor}: that weight is the unit of all others")
        for policy in (self.start, *(() if self.is_plain else self.rivals)):
            check_weighted(policy, self.plan.game)

    @property
    def is_plain(self) -> bool:
        """Whether the game is one in plain Python: rivals may be any policies, and no weight is a unit."""
        return box.load(self.plan.game).is_plain

    @property
    def checked_in(self) -> int:
        """Fresh games in which what is found is held against the start."""
        return CHECK_GAMES // 5 if self.is_plain else CHECK_GAMES

    @property
    def features(self) -> dict[str, str]:
        """The move features of the game."""
        return move_features(self.plan.game)

    @property
    def anchor(self) -> str:
        """The feature whose weight stays 1."""
        return str(box.load(self.plan.game).playing.anchor)

    @property
    def names(self) -> list[str]:
        """The features whose weights are changed."""
        return [n for n in self.features if n != self.anchor and (not self.only or n in self.only)]

    def as_dict(self) -> dict[str, Any]:
        """All that decides what is found, as JSON values."""
        return {
            "plan": self.plan.as_dict() | {"policies": [], "tables": []},
            "program": program_of(self.plan.game),
            "cma": version("cma"),
            "start": self.start.as_dict()["weights"],
            "rivals": [
                rival.as_dict() if self.is_plain else dict(rival.weights or ()) for rival in self.rivals
            ],
            "only": list(self.only),
            "generations": self.generations,
            "games": self.games,
            "step": self.step,
            "steady": self.steady,
        }

    @property
    def place(self) -> Path:
        """Where its journal lies."""
        text = json.dumps(self.as_dict(), sort_keys=True)
        return Path("tunings") / f"{self.plan.game}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"


def _check_game(plan: Plan) -> None:
    """Refuse a game in plain Python in which there is nothing to weigh, or nothing to win."""
    game: Any = box.load(plan.game)
    if not game.is_plain:
        return
    if len(game.features) < 2:
        raise UserError(
            f"{game.typed} names {len(game.features) or 'no'} features; write two methods at least with "
            "@feature above them"
        )
    if not game.has_rivals and game.kind.winners is Game.winners:
        raise UserError(f"{game.typed}: nobody can lose, so no weights win more; write winners(self)")


def check_weighted(policy: Policy, game: str) -> None:
    """Refuse one who does not play by weights alone: a search would play it otherwise, and say it did not."""
    if policy.weights is None:
        why = "has no weights to tune"
    elif policy.search or policy.playouts:
        why = "looks ahead, which a tuning does not play"
    elif policy.errors or policy.set_up_errors:
        why = "errs, which a tuning does not play"
    else:
        return
    known = "FILE.toml" if box.load(game).is_plain else USUAL_POLICY
    raise UserError(f"'{policy.name}' {why}; name one that only weighs moves, such as {known}")


@dataclass
class Journal:
    """What a search knows so far, in a file that is written whole after each generation."""

    path: Path
    search: dict[str, Any]
    worths: list[list[float]] = field(default_factory=list)
    """Of every candidate, generation by generation."""
    gains: list[float] = field(default_factory=list)
    """Win share gained in each `STILL` generations."""
    better: float | None = None
    """Win share in fresh games over that of the start, if that was asked."""

    @staticmethod
    def of(search: Search) -> Journal:
        """The journal of a search: as it lies there, or an empty one.

        One that is not as it was written is not believed: a `Notice` says so, and its games are played anew.
        """
        place, wanted = search.place, search.as_dict()
        with contextlib.suppress(OSError):  # there is none yet
            remove_leftovers(place)
        try:
            raw = place.read_bytes()
        except FileNotFoundError:
            return Journal(place, wanted)
        except OSError as error:
            raise UserError(f"{place}: cannot be read: {error.strerror}") from None
        try:
            kept = unsealed(raw)
            if not is_sealed(raw) or kept["search"] != wanted:
                raise ValueError("it is not the journal of this search")
            return Journal(place, **kept)
        except (ValueError, KeyError, TypeError) as error:
            warn(f"{place}: damaged: {error}; its games are played anew")
            return Journal(place, wanted)

    def keep(self) -> None:
        """Write it down."""
        kept = {name: value for name, value in vars(self).items() if name != "path"}
        with writing(self.path):
            self.path.parent.mkdir(exist_ok=True)
        write_whole(self.path, sealed(kept) + b"\n")


def usual_start(game: str) -> str:
    """The policy that a search begins with: the usual one, or `random` where that has no weights."""
    known = box.load(game)
    return RANDOM if known.is_plain and known.usual_policy not in known.styles else known.usual_policy


def read_start(game: str, name: str, players: int) -> Policy:
    """The policy of this name to begin with; in plain Python `random` is one whose weights are all zero.

    Raises
    ------
    UserError
        For what is no policy of the game.
    """
    with told_as({"--policy": "--start"}):
        start = read_policy(game, name, players)
    if box.load(game).is_plain and name == RANDOM:
        return replace(start, weights=tuple((feature, 0.0) for feature in move_features(game)))
    return start


def search_for(
    game: str,
    *,
    start: str | None = None,
    rival: str | None = None,
    only: tuple[str, ...] = (),
    generations: int = Search.generations,
    games: int = Search.games,
    **asked: Any,
) -> Search:
    """The search for better weights than those of `start`, against `rival`, in the words of a user.

    None is the usual policy; a search begins at `random` if that has no weights. `asked` are other keywords
    of `simulate.plans.request.Request`, such as `players` and `rules`.

    Raises
    ------
    UserError
        For a policy without weights, or anything `make_plan` refuses.
    """
    plan = make_plan(game, games, **asked)
    begin = read_start(plan.game, start or usual_start(plan.game), plan.players)
    with told_as({"--policy": "--rival"}):
        against = read_policy(plan.game, rival or box.load(plan.game).usual_policy, plan.players)
    return Search(plan, begin, (against,), only, generations, games, steady=False)


def tuned(
    search: Search, jobs: int = 2, tell: Callable[[Generation], None] = lambda generation: None
) -> dict[str, float]:
    """The weights that a search ends with, whether they are better or not; what is known is not played again.

    A search that is not `steady` ends when twice `STILL` generations have gained nothing in fresh games: that
    once as many did not is often chance.
    """
    import cma
    from joblib import delayed

    journal, arena = Journal.of(search), Arena(search.plan)
    names, features = search.names, search.features
    begin = dict(search.start.weights or ())
    scale, sizes = (
        begin.get(search.anchor, 0.0) if begin.get(search.anchor, 0.0) > 0 else 1.0,
        arena.sizes(search.start),
    )
    if search.is_plain:
        scale = max(abs(begin[name]) * sizes[name] for name in features) or 1.0
    origin = np.array([begin[name] / scale for name in names])

    def full(point: Numbers) -> Numbers:
        given = dict(zip(names, point, strict=True))
        return np.array([given.get(name, begin[name] / scale) for name in features])

    rivals = [_player(rival) for rival in search.rivals]
    least = np.array([0.25 / sizes[name] for name in names])
    spread = np.maximum(0.4 * np.abs(origin), least)
    options = {"seed": search.plan.seed % 2**31 + 1, "verbose": -9, "CMA_stds": spread, "tolfun": 0}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sampler = cma.CMAEvolutionStrategy(origin, search.step, {**options, "tolfunhist": 0})
    games, fresh = search.games, (search.generations + 1) * search.games + CHECK_GAMES
    middle = before = origin
    with arena.workers(jobs) as workers:
        for number in range(search.generations):
            points = sampler.ask()
            against = rivals or [full(middle)]
            kept = number < len(journal.worths)
            if not kept:
                if not number:  # compile before the workers start
                    arena.worth(full(origin), against, 0, len(against) * arena.plan.players)
                first = (number + 1) * games
                journal.worths.append(
                    workers(delayed(arena.worth)(full(point), against, first, games) for point in points)
                )
                journal.keep()
            worths = journal.worths[number]
            sampler.tell(points, [-worth for worth in worths])
            middle = np.array(sampler.mean)
            tell(Generation(number + 1, search.generations, max(worths), kept))
            if search.steady or (number + 1) % STILL:
                continue
            asked = (number + 1) // STILL - 1
            if asked == len(journal.gains):
                against = rivals or [full(before)]
                of = fresh + asked * STILL * games, STILL * games
                now, then = arena.both(full(middle), full(before), against, *of, jobs)
                journal.gains.append(float(now.mean() - then.mean()))
                journal.keep()
            if journal.gains[asked] > 0:
                before = middle
            elif asked and journal.gains[asked - 1] <= 0:
                break
    found = full(middle)
    if search.is_plain:
        found *= MOST_WEIGHT / (np.abs(found).max() or 1.0)
    return dict(zip(features, found.tolist(), strict=True))


def checked(search: Search, weights: dict[str, float], n: int = CHECK_GAMES, jobs: int = 2) -> Tuned:
    """The weights and the start in the same fresh games against the rivals, or against the start."""
    rivals = [_player(rival) for rival in search.rivals or (search.start,)]
    vectors = np.array(list(weights.values())), _vector(search.start)
    first = (search.generations + 1) * search.games
    return Tuned(weights, *Arena(search.plan).both(*vectors, rivals, first, n, jobs))


def better_than_start(
    search: Search, jobs: int = 2, tell: Callable[[Generation], None] = lambda generation: None
) -> dict[str, float]:
    """The weights that a search ends with, or those of the start if they win more in fresh games."""
    weights, journal = tuned(search, jobs, tell), Journal.of(search)
    if journal.better is None:
        found = checked(search, weights, search.checked_in // 5, jobs)
        journal.better = float(found.shares.mean() - found.before.mean())
        journal.keep()
    return weights if journal.better > 0 else dict(search.start.weights or ())


def _vector(policy: Policy) -> Numbers:
    return np.array([weight for _, weight in policy.weights or ()])


def _player(policy: Policy) -> Player:
    """Its weights, or the policy itself if it has none."""
    return policy if policy.weights is None or policy.search else _vector(policy)


def write_style(
    path: Path,
    name: str,
    text: str,
    weights: Mapping[str, float],
    fitted: Mapping[int, Mapping[str, float]] = MappingProxyType({}),
) -> None:
    """Write a style as a TOML table that ``--policy FILE.toml`` reads.

    It searches if there is what a position is worth to it, `fitted` to games of so many players.
    """
    lines = [f"[{name}]", f"text = {json.dumps(text, ensure_ascii=False)}", *["search = 4"] * bool(fitted)]
    lines += _lines(weights)
    for players, position in fitted.items():
        lines += ["", f"[position.{players}]", *_lines(position)]
    write_whole(path, ("\n".join(lines) + "\n").encode())


def _lines(weights: Mapping[str, float]) -> list[str]:
    return [f"{feature} = {weight:.3f}" for feature, weight in weights.items() if round(weight, 3)]
