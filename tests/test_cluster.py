"""Runs on a Dask cluster: the parts without one, and (`make verify`) with processes that are killed."""

from __future__ import annotations

import dataclasses
import pickle
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import PLAN, PROGRAM, ROOT, content, environment, refusal, run_program
from cluster import Cluster, wait_for

import simulate
from rules.errors import FailedError
from simulate.plans.plan import make_plan
from simulate.store.blocks import Block
from simulate.store.runs import Run
from simulate.working.cluster import Order, play_order, wait_for_files

GAMES = ["--game", "starwars", "--n", "12000", "--tables", "games,seats", "--block-size", "500"]


def order_of(run: Run, path: Path | None = None) -> Order:
    """What a worker would be told of a run."""
    shown = None if path is None else str(path)
    return Order(run.plan.game, str(run.program), run.plan.described(), run.plan.sources(), shown, False)


# --- the parts


def test_blocks_that_are_sent_back_make_the_same_run(run: Run) -> None:
    """They travel as pickles, as everything on a Dask cluster."""
    before, blocks = content(run), run.done_blocks()[1:]
    for first, n in blocks:
        for file in (run.receipt_path(first), *(run.table_path(table, first) for table in run.tables)):
            file.unlink()
        order = pickle.loads(pickle.dumps(order_of(run)))
        block = pickle.loads(pickle.dumps(play_order(order, first, n)))
        assert isinstance(block, Block)
        block.write(run.path)
    assert len(blocks) > 1
    assert content(simulate.load(run.path)) == before


def test_a_worker_that_sees_the_directory_writes_the_block_there(tmp_path: Path) -> None:
    run = simulate.run("starwars", **PLAN, out=tmp_path / "run")
    before = content(run)
    first, n = run.done_blocks()[3]
    run.receipt_path(first).unlink()
    assert play_order(order_of(run, run.path), first, n) == n
    assert content(simulate.load(run.path)) == before


def test_a_worker_with_another_program_refuses_to_play(whole: Run) -> None:
    order = dataclasses.replace(order_of(whole), program="0123456789abcdef")
    said = refusal(play_order, order, 0, 10)
    assert f"({whole.program}), and here it is 0123456789abcdef; games of two programs do not mix" in said


def test_a_worker_that_does_not_see_the_directory_says_what_to_do(
    whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulate.working.cluster.LAG", 0.2)
    said = refusal(play_order, order_of(whole, tmp_path / "elsewhere"), 0, 10)
    assert f"does not see {tmp_path / 'elsewhere'}" in said
    assert "--no-shared-files" in said


def test_files_that_a_shared_directory_shows_late_are_waited_for(run: Run, tmp_path: Path) -> None:
    firsts = [first for first, _ in run.done_blocks()]
    late = [run.receipt_path(firsts[1]), run.table_path("seats", firsts[0])]
    for number, file in enumerate(late):
        file.rename(tmp_path / str(number))

    def show() -> None:
        for number, file in enumerate(late):
            time.sleep(0.3)
            (tmp_path / str(number)).rename(file)

    showing = threading.Thread(target=show)
    showing.start()
    wait_for_files(run, firsts, 60)
    assert all(file.exists() for file in late)
    showing.join()


def test_a_file_that_never_appears_is_named(run: Run) -> None:
    file = run.table_path("seats", 50)
    file.unlink()
    said = f"{file}: a worker wrote it and it does not appear here"
    with pytest.raises(FailedError, match=re.escape(said)):
        wait_for_files(run, [0, 50], 0.2)


# --- a scheduler and three workers


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster with three workers on loopback."""
    pytest.importorskip("distributed", reason="needs the extra: pip install -e '.[dask]'")
    started = Cluster(folder)
    started.add_workers(3)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The content hash of the same games, played by threads."""
    out = tmp_path_factory.mktemp("alone") / "run"
    assert run_program(*GAMES, "--out", out, cwd=out.parent).returncode == 0
    return content(simulate.load(out))


def start(cluster: Cluster, *words: str) -> subprocess.Popen[str]:
    """Start the games on the cluster."""
    return subprocess.Popen(
        [str(PROGRAM), *GAMES, "--out", "run", "--backend", "dask", "--scheduler", cluster.address, *words],
        cwd=cluster.folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def blocks_of(cluster: Cluster) -> int:
    """How many blocks of the run are there."""
    return len(list(cluster.folder.glob("run/receipts/*.json")))


def done(program: subprocess.Popen[str], cluster: Cluster) -> str:
    """The content hash once the program has ended well."""
    _, err = program.communicate()
    assert program.returncode == 0, err
    return content(simulate.load(cluster.folder / "run"))


SHARED = pytest.mark.parametrize("words", [[], ["--no-shared-files"]], ids=["shared", "sent"])


@pytest.mark.verify
@SHARED
def test_a_cluster_plays_the_same_games(cluster: Cluster, alone: str, words: list[str]) -> None:
    assert done(start(cluster, *words), cluster) == alone


@pytest.mark.verify
@SHARED
def test_a_worker_killed_in_a_block_leaves_no_trace(cluster: Cluster, alone: str, words: list[str]) -> None:
    program = start(cluster, *words)
    wait_for(lambda: blocks_of(cluster) >= 3)
    cluster.workers[0].kill()
    assert blocks_of(cluster) < 24
    assert done(program, cluster) == alone


@pytest.mark.verify
@SHARED
def test_a_scheduler_that_is_started_again_is_waited_for(
    cluster: Cluster, alone: str, words: list[str]
) -> None:
    program = start(cluster, *words)
    wait_for(lambda: blocks_of(cluster) >= 3)
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    assert blocks_of(cluster) < 24
    cluster.start_scheduler()
    cluster.add_workers(3)
    assert done(program, cluster) == alone


@pytest.mark.verify
def test_a_worker_of_another_version_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for folder in ("rules", "simulate", "analyses", "reports"):
        shutil.copytree(ROOT / folder, other / folder)
    with (other / "rules" / "starwars" / "engine.py").open("a") as file:
        file.write("# another version\n")
    for worker in cluster.workers:
        worker.kill()
    cluster.add_workers(1, other)
    program = start(cluster)
    out, err = program.communicate()
    assert (program.returncode, out) == (2, "")
    assert "has another program" in err.splitlines()[-1]
    assert blocks_of(cluster) == 0


@pytest.mark.verify
@SHARED
def test_ctrl_c_keeps_blocks_and_the_same_command_goes_on(
    cluster: Cluster, alone: str, words: list[str]
) -> None:
    program = start(cluster, *words)
    wait_for(lambda: blocks_of(cluster) >= 3)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate()
    assert program.returncode == 130, err
    kept = blocks_of(cluster)
    assert 3 <= kept < 24
    time.sleep(2)  # nobody writes on
    assert blocks_of(cluster) == kept
    assert done(start(cluster, *words), cluster) == alone


@pytest.mark.verify
def test_without_a_scheduler_one_line_says_so(folder: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra: pip install -e '.[dask]'")
    words = ["--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"]
    done = run_program(*GAMES, *words, cwd=folder)
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert said == "simulate: --scheduler tcp://127.0.0.1:1: no scheduler answers there"


def test_the_plan_that_a_worker_reads_is_the_one_that_was_sent(whole: Run) -> None:
    order = order_of(whole)
    assert make_plan("starwars", **PLAN).hash == whole.hash
    block = play_order(order, 7, 3)
    assert isinstance(block, Block)
    assert (block.receipt.plan, block.receipt.first, block.receipt.n) == (whole.hash, 7, 3)
