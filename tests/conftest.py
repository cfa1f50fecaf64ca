"""What every test can use."""

from __future__ import annotations

import shutil

import pytest
from builders import PLAN
from hypothesis import HealthCheck, settings

import simulate
from rules.kernel import INTERPRETED

settings.register_profile(
    "houserules",
    deadline=None,  # a kernel compiles in its first example
    derandomize=True,  # the same suite, the same examples
    max_examples=10 if INTERPRETED else 50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("houserules")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_addoption(parser):
    """``--update-golden`` writes the golden games anew, see test_golden.py."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew")


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """A finished run: one worker, blocks of 50 games."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    return simulate.run("starwars", **PLAN, jobs=1, block_size=50, out=out)


@pytest.fixture
def run(whole, tmp_path):
    """A copy of the finished run to do mischief to."""
    shutil.copytree(whole.path, tmp_path / "run")
    return simulate.load(tmp_path / "run")
