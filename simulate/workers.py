"""Plays the blocks of a run on several workers: threads, processes or a Dask cluster, through joblib."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.errors import FailedError, UserError, nearest
from simulate.blocks import write_block
from simulate.common.playing import play_games, play_watched
from simulate.common.simulator import Simulator, is_watched
from simulate.compiling import Waiting, compiling, unseen
from simulate.failures import Failure
from simulate.opening import check_program, find_run, held, open_to_play, place_of
from simulate.plan import Plan
from simulate.request import Request
from simulate.runs import Run, read_run
from simulate.trust import trust

if TYPE_CHECKING:
    import numpy as np

BACKENDS = {"threads": "threading", "processes": "loky", "dask": "dask"}
WATCH_EVERY = 1.0
"""Seconds between two looks of a worker process at its owner."""
CHUNK = 250
"""Games between two looks at the stop sign."""
MOST_LISTED = 1_000
"""Failed games that a manifest lists; receipts list them all."""

_mine = threading.local()

Progress = Callable[[int], None]


class InterruptedRunError(Exception):
    """The run was stopped by the user; its finished blocks are kept."""

    def __init__(self, run: Run) -> None:
        self.run = run
        super().__init__(f"stopped: {run.games_done:,} of {run.plan.n:,} games are kept")


def _simulator(plan: Plan) -> Any:
    """The simulator of the worker for the plan, made at its first block."""
    if getattr(_mine, "hash", None) != plan.hash:
        _mine.simulator = Simulator(plan)
        _mine.hash = plan.hash
    return _mine.simulator


def play_block(path: Path, plan: Plan | str, first: int, n: int, fail_fast: bool = False) -> int:
    """Play one block and write it; return the games written, 0 if the run is being stopped.

    In another process `plan` is its hash: the plan, and the code of its policies, are read from the run. With
    `fail_fast` a game that fails is the last of its block, and the run is stopped.
    """
    if isinstance(plan, str):
        run = read_run(path)
        check_program(run)
        if run.hash != plan:
            raise UserError(f"{path}: the manifest is that of another run")
        plan = run.plan
        for policy in plan.policies:
            if policy.source is not None:  # whoever sent this block trusts it, and the hash is of it, too
                trust(policy.source)
    begun = time.perf_counter()
    simulator = _simulator(plan)
    parts: list[dict[str, np.ndarray]] = []
    failed: list[Failure] = []
    for start in range(first, first + n, CHUNK):
        if stop_sign(path).exists():
            return 0
        rows, failed_now = simulator.play_on(start, min(CHUNK, first + n - start), fail_fast)
        parts.append(rows)
        failed += failed_now
        if failed and fail_fast:
            n = failed[0].game + 1 - first
            break
    import numpy as np

    tables = {name: np.concatenate([part[name] for part in parts]) for name in plan.tables}
    write_block(path, plan, first, tables, time.perf_counter() - begun, failed)
    if failed and fail_fast:
        stop_sign(path).touch()
    return n


def stop_sign(path: Path) -> Path:
    """The file whose presence tells the workers of a run to stop, in whatever process they are."""
    return path / ".stop"


@contextlib.contextmanager
def _graceful(path: Path) -> Iterator[None]:
    """Let Ctrl-C stop the workers at their next look; a second one tears the program down."""
    stop_sign(path).unlink(missing_ok=True)
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        if stop_sign(path).exists():
            raise KeyboardInterrupt
        stop_sign(path).touch()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _idle() -> None:
    """A task that only starts its worker."""


def _die_with(owner: int) -> None:
    """Let this process end within a second or so of its owner: a worker plays for nobody else."""

    def watch() -> None:
        while os.getppid() == owner:
            time.sleep(WATCH_EVERY)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _start_processes(jobs: int) -> None:
    """Start worker processes that leave Ctrl-C to this one: they inherit that it is ignored."""
    from joblib import Parallel, delayed

    on_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if on_main else None
    try:
        Parallel()(delayed(_idle)() for _ in range(jobs))
    finally:
        if on_main:
            signal.signal(signal.SIGINT, before)


def check_backend(backend: str, scheduler: str | None) -> None:
    """Refuse an unknown backend, or Dask without its scheduler or package."""
    if backend not in BACKENDS:
        raise UserError(
            f"there is no backend '{backend}'.{nearest(backend, BACKENDS)} Backends: {', '.join(BACKENDS)}"
        )
    if backend == "dask":
        if not scheduler:
            raise UserError("--backend dask needs the address of a scheduler: --scheduler tcp://HOST:8786")
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise UserError("--backend dask needs the extra: pip install 'houserules-lab[dask]'") from None


def play(
    plan: Plan,
    how: Request,
    *,
    announce: Callable[[str], None] = lambda text: None,
    progress: Callable[[Run, int], contextlib.AbstractContextManager[Progress]] | None = None,
    waiting: Waiting = unseen,
    mend: Callable[[Run], None] | None = None,
) -> Run:
    """Play what is missing of a plan's run and return it.

    Of the request only `out`, `jobs`, `backend`, `scheduler`, `block_size` and `fail_fast` count here.
    `announce` is told what is found; `progress` makes a context that is told of finished games, `waiting` one
    that is open while the engine is compiled; `mend` is done to the run first, while no other command plays
    into it.

    Raises
    ------
    InterruptedRunError
        At Ctrl-C; finished blocks are kept.
    UserError
        For a directory or backend that cannot be used.
    FailedError
        If a user's policy fails in a game and the request says so (`fail_fast`); else see `Run.failed`.
    """
    jobs = how.jobs or os.cpu_count() or 1
    check_backend(how.backend, how.scheduler)
    run = find_run(plan, how.out)
    if run is None or mend is not None or run.missing_blocks():
        if run is not None and mend is None:
            check_program(run)
        _mine.hash = None
        _simulator(plan)  # a policy that cannot be compiled is refused before anything is written
        with held(place_of(plan, how.out), announce):
            if run is not None and mend is not None:
                mend(run)
            run = open_to_play(plan, how.out, announce)  # another command may have played it by now
            if missing := run.missing_blocks(how.block_size):
                _play_missing(run, missing, how, jobs, progress or _silent, waiting)
                return run
    games = run.manifest["plan"]["n"]
    if games > plan.n:
        announce(f"{run.path} holds {games:,} games; these are the first {plan.n:,}")
    else:
        announce(f"complete: {run.path} holds all {plan.n:,} games already")
    if not run.is_of_this_program:
        announce(f"{run.path} was played by {run.other_program}; play it anew: {run.repair} --play-again")
    with contextlib.suppress(OSError):  # of a run that can only be read
        (run.path / "manifest.json").touch()  # the verbs' default is the run used last
    return run


def _play_missing(
    run: Run,
    missing: list[tuple[int, int]],
    how: Request,
    jobs: int,
    progress: Callable[[Run, int], contextlib.AbstractContextManager[Progress]],
    waiting: Waiting,
) -> None:
    """Play blocks of a run, and note in its manifest how long that took."""
    plan = run.plan
    loop = play_watched if is_watched(plan) else play_games
    before = run.failed
    begun = time.perf_counter()
    try:
        with compiling(plan.game, loop.__name__, waiting):
            _simulator(plan).play_on(plan.first_game, 1)
        begun = time.perf_counter()
        with _graceful(run.path), progress(run, sum(n for _, n in missing)) as tell:
            for games in _blocks_played(run, missing, jobs, how):
                tell(games)
    except KeyboardInterrupt:
        raise InterruptedRunError(run) from None
    except OSError as error:
        raise UserError(f"{run.path}: cannot be written: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):  # a full disk has been reported above
            stop_sign(run.path).unlink(missing_ok=True)
            run.manifest["seconds"] = round(run.manifest["seconds"] + time.perf_counter() - begun, 3)
            run.manifest["jobs"] = jobs
            failed = run.failed
            run.manifest.pop("failed", None)
            if failed:
                listed = [asdict(failure) for failure in failed[:MOST_LISTED]]
                run.manifest["failed"] = {"games": len(failed), "first": listed}
            run.save_manifest()
    for failure in failed if how.fail_fast else ():
        if failure not in before:
            raise FailedError(failure.line_of_run(plan, run.path))
    if not run.is_complete:
        raise InterruptedRunError(run)


@contextlib.contextmanager
def _silent(run: Run, games: int) -> Iterator[Progress]:
    yield lambda games: None


def _blocks_played(run: Run, missing: list[tuple[int, int]], jobs: int, how: Request) -> Iterator[int]:
    """Play the missing blocks and yield the games of each as it is written."""
    from joblib import Parallel, delayed, parallel_config

    backend = how.backend
    plan = run.plan if backend == "threads" else run.hash
    tasks = (delayed(play_block)(run.path.resolve(), plan, first, n, how.fail_fast) for first, n in missing)
    if backend == "dask":
        from distributed import Client

        with Client(how.scheduler), parallel_config("dask"):
            yield from Parallel(n_jobs=jobs, return_as="generator_unordered")(tasks)
    elif jobs == 1 and backend == "threads":
        for first, n in missing:
            yield play_block(run.path, plan, first, n, how.fail_fast)
    else:
        jobs = min(jobs, len(missing))
        own = {"initializer": _die_with, "initargs": (os.getpid(),)} if backend == "processes" else {}
        with parallel_config(BACKENDS[backend], n_jobs=jobs, **own):
            if backend == "processes":
                _start_processes(jobs)
            yield from Parallel(return_as="generator_unordered", batch_size=1)(tasks)
