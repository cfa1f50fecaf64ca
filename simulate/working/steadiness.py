"""Whether a policy of a user's plays the same game wherever it is played.

What it compiled is part of its plan (`simulate.plans.constants`). What it reads while it plays is not:
memory that nothing wrote, addresses, Python called from compiled code. So a new policy plays one game here
and in two processes with other seeds of `hash` and other rests in memory, and before a run is continued one
of its games is played again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rules import games
from rules.errors import FailedError, UserError
from rules.kernel_cache import cache_base, program_of
from simulate.plans.plan import Plan
from simulate.plans.policies import OUTSIDE, Policy
from simulate.play.seam import GameSimulator
from simulate.replays.replay import Replayer
from simulate.store.runs import DamagedError, Run
from simulate.working.compiling import Waiting, compiling
from simulate.working.elsewhere import ask_elsewhere, last_words
from simulate.working.work import simulator_of

REST = "glibc.malloc.tcache_count=0:glibc.malloc.perturb={}"
"""Fills memory that is given or taken back with a byte, as glibc reads it from its environment."""

WORLDS = (
    {"PYTHONHASHSEED": "1", "GLIBC_TUNABLES": REST.format(0x55)},
    {"PYTHONHASHSEED": "2", "GLIBC_TUNABLES": REST.format(0xAA), "MallocPreScribble": "1"},
)
"""Environments on which nothing may depend: a number in new memory has another sign in each."""

Outcome = list[list[int]]
"""Of each move of a game: the move and its turn."""

_replayed: set[tuple[Path, str]] = set()
"""Runs of which a game was played again by this process."""


def check_steady(plan: Plan, waiting: Waiting) -> None:
    """Play one game in two other processes, if a policy of a user's is new on this machine.

    Raises
    ------
    UserError
        If the games differ: naming the policy, the turn and the seat.
    FailedError
        If such a process ends without an answer.
    """
    new = [policy for policy in plan.policies if is_new(plan, policy)]
    if not new:
        return
    names = ", ".join(dict.fromkeys(policy.name for policy in new))
    with compiling(plan.game, "play_noted", waiting):
        here = outcome(simulator_of(plan), plan)
    text = f"playing a game of {names} in two other processes, for it is new"
    with waiting(text, None), ThreadPoolExecutor(len(WORLDS)) as pool:
        games = list(pool.map(lambda world: _game_in(plan, world), WORLDS))
    for other in games:
        _check_same(plan, here, other)
    for policy in new:
        _note(plan, policy)


def check_continued(run: Run, waiting: Waiting) -> None:
    """Play a stored game of a run again before games are added, if a user's policy plays.

    Raises
    ------
    UserError
        If it is another game now.
    """
    own = [policy.name for policy in run.plan.policies if policy.source is not None]
    if not own or not run.tables or (run.path, run.hash) in _replayed:
        return
    failed = {failure.game for failure in run.failed}
    stored = (game for first, n in run.done_blocks() for game in range(first, first + n))
    game = next((game for game in stored if game not in failed), None)
    if game is None:
        return
    try:
        with waiting(f"playing game {game} of {run.path} again", None):
            Replayer(run).play(game)
    except DamagedError:  # which whoever reads that block is told
        return
    except FailedError as error:
        raise UserError(
            f"{error}. Its policy {own[0]} may read {OUTSIDE}; mend it, and play into another --out"
        ) from error
    _replayed.add((run.path, run.hash))


def outcome(simulator: GameSimulator, plan: Plan) -> Outcome | str:
    """The first game of a plan, or why a policy failed in it."""
    try:
        moves, turns = simulator.moves(plan.first_game)
    except FailedError as error:
        return str(error)
    return [[int(move), int(turn)] for move, turn in zip(moves, turns, strict=True)]


def game_elsewhere(plan: Plan) -> dict[str, Any]:
    """What another process answers: the outcome of the game, or why the plan is refused there."""
    try:
        return {"game": outcome(games.load(plan.game).simulator(plan), plan)}
    except UserError as error:
        return {"refused": str(error)}


def _game_in(plan: Plan, world: dict[str, str]) -> Outcome | str:
    """The first game as another process plays it."""
    done = ask_elsewhere(game_elsewhere, plan, world)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        said = last_words(done)
        raise FailedError(f"a process that was to play one game gave no answer: {said}") from None
    if "refused" in answer:
        raise UserError(answer["refused"])
    game: Outcome | str = answer["game"]
    return game


def _check_same(plan: Plan, here: Outcome | str, there: Outcome | str) -> None:
    if here == there:
        return
    own = dict.fromkeys(policy.name for policy in plan.policies if policy.source is not None)
    where = f"game {plan.first_game}"
    if not isinstance(here, str) and not isinstance(there, str):
        pairs = zip(here, there, strict=False)
        turn = next((move[1] for move, other in pairs if move != other), here[-1][1])
        where += f" goes another way in turn {turn}"
    else:
        where += " fails in another way"
    raise UserError(
        f"--policy {' or '.join(own)}: does not play the same in every process: {where}; it reads memory "
        f"that nothing wrote (np.empty), or {OUTSIDE}"
    )


def is_new(plan: Plan, policy: Policy) -> bool:
    """Whether a policy is a user's, and was never tried in other processes on this machine."""
    return policy.constants is not None and not _notice(plan, policy).exists()


def _note(plan: Plan, policy: Policy) -> None:
    with contextlib.suppress(OSError):  # then it is asked again next time
        _notice(plan, policy).parent.mkdir(parents=True, exist_ok=True)
        _notice(plan, policy).touch()


def _notice(plan: Plan, policy: Policy) -> Path:
    """The file that says that a policy was tried."""
    text = json.dumps([program_of(plan.game), policy.as_dict()], sort_keys=True)
    return cache_base() / "steady" / hashlib.sha256(text.encode()).hexdigest()
