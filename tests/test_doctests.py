"""The examples in docstrings say what is true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from builders import ROOT

PACKAGES = ("rules", "simulate", "analyses", "reports")
FILES = [file.relative_to(ROOT) for name in PACKAGES for file in sorted((ROOT / name).rglob("*.py"))]
MODULES = [
    ".".join(file.with_suffix("").parts).removesuffix(".__init__")
    for file in FILES
    if ">>>" in (ROOT / file).read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    """Only modules that have examples are imported."""
    module = import_module(name)
    assert any(found.examples for found in doctest.DocTestFinder().find(module))
    assert doctest.testmod(module).failed == 0


def test_there_are_examples_of_all_kinds() -> None:
    """Of errors, estimates, studies and pictures."""
    assert {"rules.errors", "analyses.estimate", "analyses.samples", "reports.words"} <= set(MODULES)
