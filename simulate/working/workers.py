"""Plays the blocks of a run on several workers: threads, processes through joblib, or a Dask cluster."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from rules.errors import FailedError, UserError, nearest
from rules.games import load
from rules.options import split_words
from simulate.io.files import UnwritableError
from simulate.io.folders import Folder
from simulate.plans.plan import Plan, plan_of
from simulate.plans.request import BOXES, Request, request_of, typed_rules
from simulate.play.playing import play_games, play_watched
from simulate.play.simulator import is_watched
from simulate.store.manifest import MANIFEST
from simulate.store.opening import check_program, find_run, held, is_of_run, open_to_play, place_of
from simulate.store.runs import Run, warn_of_program
from simulate.working.compiling import Waiting, compiling, unseen
from simulate.working.sharing import shared_with
from simulate.working.steadiness import check_continued, check_steady
from simulate.working.work import play_block, simulator_of, stop_sign

BACKENDS = ("threads", "processes", "dask")
WATCH_EVERY = 1.0
"""Seconds between two looks of a worker process at its owner."""

Progress: TypeAlias = Callable[[int], None]
"""Is told of finished games."""
Shown: TypeAlias = Callable[[Run, int], contextlib.AbstractContextManager[Progress]]
"""Makes what shows how many games of a run are played, for as long as its context is open."""


@contextlib.contextmanager
def silent(run: Run, games: int) -> Iterator[Progress]:
    """Progress that is shown to nobody."""
    yield lambda games: None


def stoppable(shown: Shown) -> Shown:
    """The same, but Ctrl-C in the last moment of a run stops all that comes after it, too."""

    @contextlib.contextmanager
    def shown_until_stopped(run: Run, games: int) -> Iterator[Progress]:
        with shown(run, games) as told:
            yield told
        if stop_sign(run.path).exists():
            raise KeyboardInterrupt

    return shown_until_stopped


class LostWorkerError(FailedError):
    """A worker was killed, or there was not enough memory; finished blocks are kept."""

    goes_on = True


class InterruptedRunError(KeyboardInterrupt):
    """The run was stopped by the user; its finished blocks are kept.

    An interrupt as any other: ``except Exception`` in a loop over runs does not go on with the next one.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        super().__init__(f"stopped: {run.games_done:,} of {run.plan.n:,} games are kept")


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
        Parallel()(delayed(os.getpid)() for _ in range(jobs))
    finally:
        if on_main:
            signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[None]:
    """Let joblib share work out to processes, which end with this one."""
    from joblib import parallel_config

    with parallel_config("loky", n_jobs=jobs, initializer=_die_with, initargs=(os.getpid(),)):
        _start_processes(jobs)
        yield


def end_processes() -> None:
    """End worker processes that are kept for the next run.

    Python would wait for them at its exit, and for ever if one was killed while it waited for work.
    """
    if "joblib" in sys.modules:
        from joblib.externals.loky import reusable_executor as kept

        if kept._executor is not None:
            kept._executor.shutdown(wait=True, kill_workers=True)


def check_backend(how: Request) -> None:
    """Refuse an unknown backend, Dask without its scheduler or package, and what only Dask has without it."""
    backend = how.backend
    if backend not in BACKENDS:
        raise UserError(
            f"there is no backend '{backend}'.{nearest(backend, BACKENDS)} Backends: {', '.join(BACKENDS)}"
        )
    if backend != "dask":
        for flag, given in {"--scheduler": how.scheduler, "--no-shared-files": how.no_shared_files}.items():
            if given:
                raise UserError(f"{flag} is for a Dask cluster: add --backend dask")
    else:
        if not how.scheduler:
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
    progress: Shown = silent,
    waiting: Waiting = unseen,
    mend: Callable[[Run], None] | None = None,
    others: Sequence[Run] = (),
) -> Run:
    """Play what is missing of a plan's run and return it.

    Of the request only what says how and where to play counts here: `out`, `jobs`, `backend` and so on.
    `announce` is told what is found; `progress` makes a context that is told of finished games, `waiting` one
    that is open while the engine is compiled; `mend` is done to the run first, while no other command plays
    into it. Games that this run shares with one of the `others` are copied: `simulate.working.sharing`.

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
    check_backend(how)
    run = find_run(plan, how.out)
    if run is None or mend is not None or run.missing_blocks():
        if run is not None and mend is None:
            check_program(run)
        # A policy that cannot be compiled is refused before anything is written.
        simulator_of(plan, anew=True)
        check_steady(plan, waiting)
        with held(place_of(plan, how.out), announce):
            if run is not None:
                if mend is not None:
                    mend(run)
                    run.look_again()
                if run.missing_blocks():
                    check_continued(run, waiting)
            run = open_to_play(plan, how.out, announce)  # another command may have played it by now
            if missing := run.missing_blocks(how.block_size):
                _play_missing(run, missing, how, jobs, progress, announce, waiting, shared_with(plan, others))
                return run
    games = run.manifest["plan"]["n"]
    if games > plan.n:
        announce(f"{run.path} holds {games:,} games; these are the first {plan.n:,}")
    else:
        announce(f"complete: {run.path} holds all {plan.n:,} games already")
    warn_of_program(run)
    with contextlib.suppress(OSError):  # of a run that can only be read
        Folder(run.path).remove_torn("", is_of_run)
        os.utime(run.path / MANIFEST, follow_symlinks=False)  # the verbs' default is the run used last
    return run


def play_varied(run: Run, rules: Mapping[str, Any] | Iterable[str] | None, asked: Mapping[str, Any]) -> Run:
    """The same games under other rules, played or opened: `Run.vary`."""
    plan = run.plan
    if asked.get("game", plan.game) != plan.game:
        raise UserError(f"{run.path} holds games of {plan.game}, and vary plays the same games")
    rules = {**plan.changed_options(), **split_words(typed_rules(rules))}
    words = {"game": plan.game, "code": None, "rules": rules, **asked}  # its code, from wherever it came
    same_policies = plan.players == words.get("players", plan.players) and "policy" not in asked
    if same_policies:
        words["policy"] = None  # these very policies, from wherever they came
    if plan.box is not None and not set(BOXES) & asked.keys():
        words[load(plan.game).box] = run.path / "sources" / "box.toml"
    request = request_of(**(vars(plan.request()) | words))
    varied = plan_of(request)
    if same_policies:
        varied = replace(varied, policies=plan.policies)
    if plan.box is not None and varied.box == plan.box:
        varied = replace(varied, box_file=plan.box_file)
    return play(varied, request, others=[run])


def _play_missing(
    run: Run,
    missing: list[tuple[int, int]],
    how: Request,
    jobs: int,
    progress: Shown,
    announce: Callable[[str], None],
    waiting: Waiting,
    other: Run | None,
) -> None:
    """Play blocks of a run, and note in its manifest how long that took."""
    plan = run.plan
    loop = play_watched if is_watched(plan) else play_games
    before = run.failed
    begun = time.perf_counter()
    noting: contextlib.AbstractContextManager[object] = contextlib.suppress(OSError, UnwritableError)
    try:
        with compiling(plan.game, loop.__name__, waiting):
            simulator_of(plan).play_on(plan.first_game, 1)
        begun = time.perf_counter()
        with _graceful(run.path), progress(run, sum(n for _, n in missing)) as tell:
            try:
                for games in _blocks_played(run, missing, jobs, how, announce, other):
                    tell(games)
            finally:
                run.look_again()
        noting = contextlib.nullcontext()  # else a full disk has been reported
    except KeyboardInterrupt:
        raise InterruptedRunError(run) from None
    except BrokenExecutor:
        raise LostWorkerError(
            f"{run.path}: a worker process was killed; {run.games_done:,} of {plan.n:,} games are kept"
        ) from None
    except MemoryError:
        raise LostWorkerError(
            f"{run.path}: there was not enough memory; {run.games_done:,} of {plan.n:,} games are kept; "
            "fewer --jobs need less"
        ) from None
    except UserError:
        _check_there(run)
        raise
    except OSError as error:
        raise UnwritableError(f"{run.path}: cannot be written: {error.strerror or error}") from None
    finally:
        with noting:
            stop_sign(run.path).unlink(missing_ok=True)
            run.note_played(time.perf_counter() - begun, jobs)
    for failure in run.failed if how.fail_fast else ():
        if failure not in before:
            raise FailedError(failure.line_of_run(run))
    _check_there(run)
    if not run.is_complete:
        raise InterruptedRunError(run)


def _check_there(run: Run) -> None:
    if not (run.path / "manifest.json").exists():
        raise UnwritableError(f"{run.path}: its manifest has vanished")


WORTH_PROCESSES = 1.0
"""Seconds of work in plain Python that are worth starting processes, which takes about as long."""


def _first_blocks(
    run: Run, missing: list[tuple[int, int]], how: Request, jobs: int
) -> Generator[int, None, list[tuple[int, int]]]:
    """Play blocks here as long as what is left is not worth starting processes; return those left."""
    left, played, begun = list(missing), 0, time.perf_counter()
    while left:
        first, n = left.pop(0)
        yield play_block(run.path, run.plan, first, n, how.fail_fast)
        played += n
        seconds = (time.perf_counter() - begun) / played * sum(games for _, games in left)
        if jobs > 1 and seconds > WORTH_PROCESSES:
            break
    return left


def _blocks_played(
    run: Run,
    missing: list[tuple[int, int]],
    jobs: int,
    how: Request,
    announce: Callable[[str], None],
    other: Run | None,
) -> Iterator[int]:
    """Play the missing blocks and yield the games of each as it is written."""
    if how.backend == "dask":
        from simulate.working.cluster import blocks_on_cluster

        yield from blocks_on_cluster(run, missing, how, announce)
        return
    backend = how.backend
    if load(run.plan.game).is_plain and backend == "threads":  # of which Python runs one at a time
        missing = yield from _first_blocks(run, missing, how, jobs)
        backend = "processes"
    jobs = min(jobs, len(missing))
    if not missing:
        return
    if backend == "threads":
        pool = ThreadPoolExecutor(jobs)
        try:
            played = [
                pool.submit(play_block, run.path, run.plan, first, n, how.fail_fast, other)
                for first, n in missing
            ]
            yield from (block.result() for block in as_completed(played))
        finally:
            pool.shutdown(cancel_futures=True)
        return
    from joblib import Parallel, delayed

    beside = other.path.resolve() if other is not None else None
    calls = (
        delayed(play_block)(run.path.resolve(), run.hash, first, n, how.fail_fast, beside)
        for first, n in missing
    )
    with processes(jobs):
        yield from Parallel(return_as="generator_unordered", batch_size=1)(calls)
