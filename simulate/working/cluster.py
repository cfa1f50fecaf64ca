"""Plays the blocks of a run on a Dask cluster, with `distributed` itself.

joblib's Dask backend does not do: when the scheduler goes away it raises, and the run is over. Here

- a few blocks a worker are under way: a million blocks take no more memory than a hundred;
- a block whose worker dies is played by another one (the scheduler sees to that);
- a scheduler that goes away is waited for, and what had not come back is sent again: a block is a function
  of the plan and its first game, so it does not matter if one is played twice;
- a worker with another program than ours is named, and the run refuses to go on;
- blocks are written by the workers into a directory that all see, or sent back as they are to be written.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from rules.errors import FailedError, UserError
from rules.kernel_cache import program_of
from simulate import __version__
from simulate.io.folders import Folder
from simulate.plans.plan import Plan
from simulate.plans.request import Request
from simulate.plans.trust import all_trusted
from simulate.store.blocks import Block
from simulate.store.runs import Run
from simulate.working.work import block_of, play_block, stop_sign, trust_senders

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 2
"""Blocks under way for each thread of the cluster: one that it plays, and one to go on with."""
LOOK = 0.5
"""Seconds between two looks at the stop sign, the cluster's size and its scheduler."""
FIRST_PATIENCE = 20.0
"""Seconds to wait for the scheduler at first."""
PATIENCE = 300.0
"""Seconds to wait for a scheduler that is gone."""
LAG = 90.0
"""Seconds to wait for what a shared directory shows late: by default NFS looks again after 60."""
LAST_WORDS = 10.0
"""Seconds that workers get to notice a stop sign."""


@dataclass(frozen=True)
class Order:
    """What a worker is told of a run: plain values, which a worker of another version can read, too."""

    game: str
    program: str
    described: dict[str, Any]
    """The plan, as a manifest has it."""
    sources: dict[str, str]
    path: str | None
    """The directory that all see; None to send blocks back."""
    fail_fast: bool


def play_order(order: Order, first: int, n: int) -> Block | int:
    """On a worker: play a block of a run and write it; its number of games, 0 if the run is being stopped.

    Without a shared directory nothing is written: the block itself.

    Raises
    ------
    UserError
        If the worker has another program, or does not see the directory.
    """
    here = f"on {socket.gethostname()} (process {os.getpid()})"
    if "code" in order.described:
        plan_of_order(order)  # its game is known from then on
    if (mine := program_of(order.game)) != order.program:
        raise UserError(
            f"the worker {here} has another program: houserules {__version__} ({mine}), and here it is "
            f"{order.program}; games of two programs do not mix. Give all workers the same version"
        )
    plan = plan_of_order(order)
    trust_senders(plan)
    if order.path is None:
        block = block_of(plan, first, n, order.fail_fast, lambda: False)
        assert block is not None  # nothing stops it
        return block
    path = Path(order.path)
    if not wait_until((path / "receipts").is_dir, LAG):  # the run was just made
        raise UserError(
            f"the worker {here} does not see {path}: name a directory that all workers share, or let them "
            "send their blocks back: --no-shared-files"
        )
    return play_block(path, plan, first, n, order.fail_fast)


def plan_of_order(order: Order) -> Plan:
    """The plan of an order; whoever sent it trusts its code."""
    with all_trusted():
        return Plan.from_dict(order.described, order.sources)


def blocks_on_cluster(
    run: Run, missing: list[tuple[int, int]], how: Request, announce: Callable[[str], None]
) -> Iterator[int]:
    """Play blocks of a run on the cluster of a request; the games of each as it is written.

    Raises
    ------
    UserError
        If there is no scheduler, or a worker has another program or does not see the directory.
    FailedError
        If what workers wrote does not appear, or what one sent is not what it should be.
    """
    plan, left = run.plan, dict(missing)
    path = None if how.no_shared_files else str(run.path.resolve())
    order = Order(plan.game, program_of(plan.game), run.manifest["plan"], plan.sources(), path, how.fail_fast)
    address, patience = str(how.scheduler), FIRST_PATIENCE
    while left and not stop_sign(run.path).exists():
        with _client(address, patience, announce) as client:
            for first, games in _Sending(client, run, order, left).played():
                del left[first]
                yield games
        patience = PATIENCE
        if left and not stop_sign(run.path).exists():
            announce(f"the scheduler at {address} is gone; waiting for it, {len(left):,} blocks are left")
    if path is not None:
        wait_for_files(run, [first for first, _ in missing if first not in left])


def _client(address: str, patience: float, announce: Callable[[str], None]) -> Client:
    """A connection to the scheduler, which is waited for so many seconds; a UserError if there is none."""
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is lost is said here, in a line
    until = time.monotonic() + patience
    while True:
        try:
            client = Client(address, timeout=min(patience, 5.0), set_as_default=False)
            break
        except (OSError, TimeoutError):
            if time.monotonic() > until:
                raise UserError(f"--scheduler {address}: no scheduler answers there") from None
        except ValueError as error:
            raise UserError(f"--scheduler {address}: {error}") from None
        time.sleep(LOOK)
    threads = client.nthreads()
    workers = f"{len(threads)} worker{'s' * (len(threads) != 1)}, {sum(threads.values())} threads"
    announce(f"{address}: {workers if threads else 'no worker yet, waiting for one'}")
    return client


class _Sending:
    """Blocks on their way to a cluster and back, for as long as its scheduler lives."""

    def __init__(self, client: Client, run: Run, order: Order, left: dict[int, int]) -> None:
        self.client, self.run, self.order = client, run, order
        self.waiting = iter(list(left.items()))
        self.under_way: dict[Future, int] = {}
        self.done: SimpleQueue[Future] = SimpleQueue()
        self.threads, self.looked = 1, -LOOK

    def played(self) -> Iterator[tuple[int, int]]:
        """First game and number of games of each block as it is there.

        Ends early if the scheduler is gone or the run is being stopped.
        """
        from distributed import CancelledError
        from distributed.comm import CommClosedError

        try:
            while self._send():
                if stop_sign(self.run.path).exists() or self.client.status != "running":
                    break
                try:
                    future = self.done.get(timeout=LOOK)
                except Empty:
                    continue
                first = self.under_way.pop(future)
                games = self._there(future, first)
                future.release()
                if games:
                    yield first, games
        except (CommClosedError, CancelledError, TimeoutError):
            return  # the scheduler is gone, and what it knew of futures
        finally:
            self._call_off()

    def _send(self) -> int:
        """Send blocks until there are enough under way; how many these are."""
        if (now := time.monotonic()) - self.looked > LOOK and self.client.status == "running":
            self.looked, self.threads = now, sum(self.client.nthreads().values())
        room = AHEAD * max(1, self.threads) - len(self.under_way)
        for _, (first, n) in zip(range(room), self.waiting, strict=False):
            future = self.client.submit(play_order, self.order, first, n, pure=False)
            self.under_way[future] = first
            future.add_done_callback(self.done.put)
        return len(self.under_way)

    def _there(self, future: Future, first: int) -> int:
        """The games of a block that is done; one that was sent back is written first.

        A UserError if the worker refused it, a FailedError if it is not the block that was asked for, or
        ended every worker that tried to play it.
        """
        from distributed import KilledWorker

        try:
            came: Block | int = future.result()
        except KilledWorker as error:
            raise FailedError(
                f"the block of game {first} ended each worker that played it, at last {error.last_worker}; "
                "see the log of that worker: often it has too little memory"
            ) from None
        except (ImportError, AttributeError) as error:
            raise UserError(
                f"a worker cannot load what it is to play: {error}. Give the scheduler and all workers the "
                "same version of houserules"
            ) from None
        if isinstance(came, int):
            return came
        receipt = came.receipt
        sound = {name: hashlib.sha256(data).hexdigest() for name, data in came.files.items()}
        if (receipt.first, receipt.plan, receipt.program, sound) != (
            first,
            self.run.plan.hash,
            self.order.program,
            {name: file.sha256 for name, file in receipt.files.items()},
        ):
            raise FailedError(f"the block of game {first} came back damaged; the same command plays it again")
        came.write(self.run.path)
        if receipt.failed and self.order.fail_fast:
            stop_sign(self.run.path).touch()
        return receipt.n

    def _call_off(self) -> None:
        """Let workers finish what a stop sign ends in their directory, and call off everything else."""
        if self.order.path is not None and stop_sign(self.run.path).exists():
            wait_until(lambda: not any(f.status == "pending" for f in self.under_way), LAST_WORDS)
        if self.under_way and self.client.status == "running":
            self.client.cancel(list(self.under_way))


def wait_until(is_so: Callable[[], bool], patience: float) -> bool:
    """Wait for something, for so many seconds at most; whether it is so."""
    until = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > until:
            return False
        time.sleep(LOOK / 5)
    return True


def wait_for_files(run: Run, firsts: list[int], patience: float = LAG) -> None:
    """Wait until a shared directory shows the blocks that workers say they wrote; some show them late.

    Raises
    ------
    FailedError
        If a file is not there after so many seconds.
    """
    folders = {"receipts": ".json", **dict.fromkeys(run.tables, ".parquet")}
    late: list[Path] = []

    def all_there() -> bool:
        late.clear()
        for folder, suffix in folders.items():
            names = set(Folder(run.path).names(folder))
            late.extend(
                run.path / folder / name for first in firsts if (name := f"{first:010d}{suffix}") not in names
            )
        return not late

    if not wait_until(all_there, patience):
        raise FailedError(
            f"{late[0]}: a worker wrote it and it does not appear here; is this directory the one that the "
            "workers see? --no-shared-files sends blocks back; the same command goes on"
        )
