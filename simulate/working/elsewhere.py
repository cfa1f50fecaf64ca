"""Asks another process, in another environment, about the games of a plan."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from simulate.plans.plan import Plan
from simulate.working.work import plan_of_sender

CHILD = """
import json, os, sys
asked = json.load(sys.stdin)
sys.path[:] = asked["path"]
answer = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from simulate.working.elsewhere import answer_here
json.dump(answer_here(asked), answer)
answer.close()
"""
"""The program of such a process; what a user's file prints does not get into the answer."""


def ask_elsewhere(
    function: Callable[[Plan], Any], plan: Plan, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """What a function of a module answers of a plan in a process of its own: JSON on its stdout."""
    asked = {
        "module": function.__module__, "function": function.__name__,
        "plan": plan.described(), "sources": plan.sources(), "path": sys.path,
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-P", "-c", CHILD], input=json.dumps(asked), capture_output=True, text=True,
        env={**os.environ, **environment},
    )  # fmt: skip


def answer_here(asked: Mapping[str, Any]) -> Any:
    """The answer of the process that was asked."""
    function = getattr(import_module(asked["module"]), asked["function"])
    return function(plan_of_sender(asked["plan"], asked["sources"]))


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The last line that such a process said of what went wrong."""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"exit code {done.returncode}"
