"""Tunes a policy's weights by self-play with CMA-ES (Hansen 2016), through the `cma` package.

Each generation plays every candidate against the same opponents on the same games (common random
numbers), a part of them from every seat; the next generation meets new games. A candidate's worth is the
mean of 1 / (1 + exp(-margin / scale)), its margin being its score less the best rival's, the other way
round in a game that few points win, and the scale the game's own: a win share with the edges rounded off,
so that a narrow loss teaches more than a rout.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rules import games as box
from rules.errors import UserError, nearest
from simulate.common.simulator import Simulator
from simulate.files import UnwritableError, write_whole
from simulate.plan import Plan, make_plan
from simulate.policies import Policy, move_features, read_policy

CHECK_GAMES = 20_000


@dataclass(frozen=True)
class Generation:
    """How far the search is: the best candidate's worth and the weights in the middle of the search."""

    number: int
    of: int
    best: float
    weights: dict[str, float]


@dataclass(frozen=True)
class Tuned:
    """Weights by move feature; their win share and that of the start in each of the same fresh games."""

    weights: dict[str, float]
    shares: np.ndarray
    before: np.ndarray


class Arena:
    """Plays a candidate's weights against fixed opponents, from every seat in turn."""

    def __init__(self, plan: Plan, rival: Policy) -> None:
        self.plan = replace(plan, policies=(rival,) * plan.players, tables=("games", "seats"))
        self._scale = float(box.load(plan.game).playing.margin_scale)
        self._local = threading.local()
        self._rival = np.array([weight for _, weight in rival.weights or ()])
        self._sign = -1.0 if box.load(plan.game).low_wins else 1.0

    def outcomes(self, weights: np.ndarray, first: int, n: int) -> tuple[np.ndarray, np.ndarray]:
        """The candidate's margin and win share in each of `n` games from game `first` on."""
        if not hasattr(self._local, "simulator"):
            self._local.simulator = Simulator(self.plan)
        simulator, players = self._local.simulator, self.plan.players
        margins, shares = [], []
        cuts = np.linspace(0, n, players + 1).astype(int)
        for seat in range(players):
            simulator.set_weights([weights if s == seat else self._rival for s in range(players)])
            rows = simulator.play(first + int(cuts[seat]), int(cuts[seat + 1] - cuts[seat]))["seats"]
            scores = self._sign * rows["score"].astype(float).reshape(-1, players)
            others = np.delete(scores, seat, axis=1)
            margins.append(scores[:, seat] - others.max(axis=1))
            shares.append(rows["win_share"].astype(float).reshape(-1, players)[:, seat])
        return np.concatenate(margins), np.concatenate(shares)

    def worth(self, weights: np.ndarray, first: int, n: int) -> float:
        """The mean of the rounded-off win share."""
        margins, _ = self.outcomes(weights, first, n)
        return float(np.mean(1.0 / (1.0 + np.exp(-margins / self._scale))))


def tune(
    game: str,
    *,
    start: str = "heuristic",
    rival: str = "heuristic",
    players: int | None = None,
    preset: str | None = None,
    rules: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
    generations: int = 40,
    games: int = 1_000,
    seed: int = 1,
    jobs: int = 2,
    tell: Callable[[Generation], None] = lambda generation: None,
) -> Tuned:
    """Improve the weights of `start` against `rival`; `only` are those to change, if not all.

    Both are then played against `rival` in 20,000 fresh games.

    Raises
    ------
    UserError
        For a policy without weights, or anything `make_plan` refuses.
    """
    plan = make_plan(game, games, players=players, preset=preset, rules=rules, seed=seed)
    for name in only:
        if name not in move_features(game):
            raise UserError(
                f"--only {name}: {game} has no move feature '{name}'.{nearest(name, move_features(game))}"
            )
    anchor = box.load(game).playing.anchor
    names = [name for name in move_features(game) if name != anchor and (not only or name in only)]
    if not names:
        raise UserError(f"--only {anchor}: that weight is the unit of all others")
    begin, against = _weighted(plan, start), _weighted(plan, rival)
    scale = begin.get(anchor, 0.0) if begin.get(anchor, 0.0) > 0 else 1.0
    origin = np.array([begin[name] / scale for name in names])
    arena = Arena(plan, Policy(rival, tuple(against.items())))

    def full(point: np.ndarray) -> np.ndarray:
        given = dict(zip(names, point, strict=True))
        return np.array([given.get(name, begin[name] / scale) for name in move_features(game)])

    middle = origin
    for number, (best, middle) in enumerate(_search(arena, origin, full, generations, games, seed, jobs), 1):
        tell(Generation(number, generations, best, dict(zip(move_features(game), full(middle), strict=True))))
    tuned = full(middle)
    fresh = (generations + 1) * games, CHECK_GAMES
    _, shares = arena.outcomes(tuned, *fresh)
    _, before = arena.outcomes(np.array(list(begin.values())), *fresh)
    return Tuned(dict(zip(move_features(game), tuned.tolist(), strict=True)), shares, before)


def _weighted(plan: Plan, name: str) -> dict[str, float]:
    policy = read_policy(plan.game, name, plan.players)
    if policy.weights is None:
        raise UserError(f"'{name}' has no weights to tune; name a weighted policy such as heuristic")
    return dict(policy.weights)


def _search(
    arena: Arena,
    origin: np.ndarray,
    full: Callable[[np.ndarray], np.ndarray],
    generations: int,
    games: int,
    seed: int,
    jobs: int,
) -> Iterator[tuple[float, np.ndarray]]:
    """The best worth and the middle of the search after each generation."""
    import cma
    from joblib import Parallel, delayed

    spread = np.maximum(0.4 * np.abs(origin), 0.25)
    options = {"seed": seed, "verbose": -9, "CMA_stds": spread, "tolfun": 0, "tolfunhist": 0}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        search = cma.CMAEvolutionStrategy(origin, 1.0, options)
    arena.worth(full(origin), 0, arena.plan.players)  # compile before the workers start
    with Parallel(n_jobs=jobs, backend="threading") as workers:
        for generation in range(generations):
            points = search.ask()
            worths = workers(
                delayed(arena.worth)(full(point), (generation + 1) * games, games) for point in points
            )
            search.tell(points, [-worth for worth in worths])
            yield max(worths), np.array(search.mean)


def write_style(path: Path, name: str, text: str, weights: dict[str, float]) -> None:
    """Write a style as a TOML table that ``--policy FILE.toml`` reads."""
    lines = [f"[{name}]", f'text = "{text}"']
    lines += [f"{feature} = {weight:.3f}" for feature, weight in weights.items() if round(weight, 3)]
    try:
        write_whole(path, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise UnwritableError(f"--out {path}: cannot be written: {error.strerror}") from None
