"""The faults of `make mutants` can be planted: what they replace stands where they say."""

from __future__ import annotations

from mutants import FAULTS, ROOT, find


def test_every_fault_has_its_place() -> None:
    assert len(FAULTS) > 60
    assert [fault.name for fault in FAULTS if not find(ROOT, fault)[0].is_file()] == []
