"""What every test can use."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, opened
from builders import PLAN, Tried, composed
from forked import Server
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser
from warm import PACKAGES, PIG, read_records
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

import simulate
import simulate.play.simulator
import simulate.working.steadiness
from analyses.estimates import joint
from reports.pictures.plots import drawn
from rules import games
from rules.games import OWN
from rules.kernel import INTERPRETED
from simulate.plans.policies import Policy, load_function
from simulate.play.simulator import compile_user
from simulate.store.runs import Run
from simulate.working.steadiness import is_new

settings.register_profile(
    "houserules",
    deadline=None,  # a kernel compiles in its first example
    derandomize=True,  # the same suite, the same examples
    max_examples=10 if INTERPRETED else 50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("houserules")

gc.set_threshold(50_000, 20, 20)  # to look for garbage as often as usual is half the time of collecting tests

read_records()

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of workers, which have the cores among them

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell, and so for its children
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are as long as where there is no terminal; workers of a parallel run are told 80 letters."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(autouse=True, scope="session")
def unsynced() -> Iterator[None]:
    """No test waits until the disk has what it wrote: none of them outlives a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda descriptor: None)
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--update-golden`` writes the golden games anew, see test_golden.py."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew")


def pytest_configure(config: pytest.Config) -> None:
    """A worker ends without tidying up its memory, for which all would wait two seconds."""
    if hasattr(config, "workerinput"):
        atexit.register(os._exit, 0)  # after all that is registered later


def pytest_collection_finish() -> None:
    """What is there when tests begin stays to the end: garbage is looked for elsewhere."""
    gc.freeze()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """A worker stays with one game: to load the kernels of another takes seconds. Other files stay whole.

    With pytest 9.2 and xdist 3.8 ``--dist loadgroup`` deals them out one by one, without a word.
    """
    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = group_of
    return scheduler


def group_of(nodeid: str) -> str:
    """What of a test's name says with which others it goes to one worker."""
    file = nodeid.partition("::")[0]
    return next((game for game in OWN if game in file), file)


@pytest.fixture(autouse=True, scope="session")
def compiled_once() -> Iterator[None]:
    """A policy of a user is compiled once for all tests; else each simulator takes seconds."""
    anew, compiled = compile_user, dict[Any, Any]()

    def kept(policy: Policy, signature: Any, game: str) -> Any:
        load_function(policy)  # refuses what is not trusted or does not run
        key = policy.name, policy.source, policy.constants, policy.search > 0, str(signature), game
        if key not in compiled:
            compiled[key] = anew(policy, signature, game)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate.play.simulator, "compile_user", kept)
        yield


@pytest.fixture(autouse=True, scope="session")
def known_policies() -> Iterator[None]:
    """No policy of a user's is new: a game in two other processes takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate.working.steadiness, "is_new", lambda plan, policy: False)
        yield


@pytest.fixture
def new_policies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Policies of users are new after all."""
    monkeypatch.setattr(simulate.working.steadiness, "is_new", is_new)


@pytest.fixture(autouse=True, scope="session")
def unpainted() -> Iterator[None]:
    """Pictures of pages are composed, of numbers and words, but not painted: most tests look at others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reports.pages.parts.drawn", composed)
        yield


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of pages are painted after all."""
    monkeypatch.setattr("reports.pages.parts.drawn", drawn)


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pig as if its package were installed."""
    monkeypatch.setattr(games, "entry_points", PACKAGES.select)
    monkeypatch.syspath_prepend(str(PIG))
    games.names.cache_clear()
    yield
    games.names.cache_clear()
    games.forget()


@pytest.fixture
def tried(record_property: Callable[[str, object], None]) -> Tried:
    """Says how many things a test tries."""
    return lambda number: record_property("tried", number)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all pages."""
    with opened() as begun:
        yield begun


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A new tab on the screen of a desk."""
    with closing(Tab(browser)) as made:
        yield made


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What starts commands about Star Wars as processes, at the cost of a fork."""
    with closing(Server(["starwars"], tmp_path_factory.mktemp("forks"))) as made:
        yield made


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A quarter of the draws by which intervals hold at once: the level is off by a third of a percent."""
    monkeypatch.setattr(joint, "DRAWS", joint.DRAWS // 4)
    joint._weights.cache_clear()
    yield
    joint._weights.cache_clear()


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run: one worker, blocks of 50 games."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    return simulate.run("starwars", **PLAN, jobs=1, block_size=50, out=out)


@pytest.fixture
def run(whole: Run, tmp_path: Path) -> Run:
    """A copy of the finished run to do mischief to."""
    shutil.copytree(whole.path, tmp_path / "run")
    return simulate.load(tmp_path / "run")
