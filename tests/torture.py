"""`make torture`: everything that may go wrong with runs, tried; prints what was tried and what failed.

The tests are those of `make verify`: commands that are killed, files that are spoilt, hostile input, damaged
caches, strange environments, a small cluster. ``python tests/torture.py`` writes the table into
docs/reliability.md, with the date and the machine; ``python tests/torture.py WORDS`` tries only the parts
whose names hold one of the words, and the rows of the others stay. Some half an hour on a machine that does
nothing else. A part is written down when it is over.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bench import machine
from pages import DOCS, part, write_part

TESTS = Path(__file__).parent
PAGE = DOCS / "reliability.md"

PARTS = {
    "commands stopped at random moments, and continued": ["test_kills.py"],
    "disks that fail at each write, rename and sync, little memory": [
        "test_failing_disk.py",
        "test_memory.py",
    ],
    "two commands at once, waiting commands, orphaned workers": ["test_interruption.py"],
    "bits flipped in runs, blocks and receipts exchanged, torn, lost": ["test_damage.py", "test_verify.py"],
    "runs from strangers: links, pipes, devices, oversize files, files of others": [
        "test_strangers.py",
        "test_removal.py",
    ],
    "runs of other programs and earlier formats": ["test_programs.py"],
    "hostile files and option values": ["test_fuzz.py"],
    "kernel caches damaged, in the way, not to be written": ["test_kernel_cache.py"],
    "policies that write, recurse, loop or leave": ["test_guarded_policies.py", "test_failed_games.py"],
    "no home, no terminal, other languages, paths and clocks": ["test_environments.py"],
    "a small cluster: workers and schedulers killed": ["test_cluster.py"],
}
"""What is tried, and the tests that try it."""


@dataclass
class Count:
    """What pytest tells: a test may have tried many things, of which it says how many (`tried`)."""

    tried: int = 0
    failed: int = 0
    names: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test when it is over."""
        if report.when == "call" and not report.skipped:
            self.tried += int(str(dict(report.user_properties).get("tried", 1)))
        if report.failed:
            self.failed += 1
            self.names.append(report.nodeid)


def torture(files: list[str]) -> Count:
    """Run all tests of these files, the slow ones among them."""
    count = Count()
    words = ["-q", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-m", "verify or not verify"]
    pytest.main([*words, *(str(TESTS / file) for file in files)], plugins=[count])
    return count


def kept_rows(where: str) -> dict[str, str]:
    """The rows of the page by part, if they were made on this machine."""
    text = part(PAGE, "torture")
    lines = text.splitlines() if where in text else []
    return {
        name: line for line in lines if line.startswith("|") and (name := line.split(" | ")[0][2:]) in PARTS
    }


def table_of(rows: dict[str, str], where: str) -> str:
    """The table of the page, in order of the parts."""
    head = ["| what | tried | failed | when | minutes |", "|---|---:|---:|---|---:|"]
    return "\n".join([*head, *(rows[name] for name in PARTS if name in rows), "", f"On {where}."])


def main(wanted: list[str]) -> int:
    """Try all parts, or those that are wanted, and say how it went."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    where = f"{machine()}, {memory:.0f} GB of memory"
    rows, failures = kept_rows(where) if wanted else {}, []
    for name, files in PARTS.items():
        if wanted and not any(word in name for word in wanted):
            continue
        begun = time.monotonic()
        count = torture(files)
        minutes = (time.monotonic() - begun) / 60
        when = f"{datetime.now(UTC):%d %B %Y}"
        rows[name] = f"| {name} | {count.tried:,} | {count.failed:,} | {when} | {minutes:.0f} |"
        failures += count.names
        write_part(PAGE, "torture", table_of(rows, where))
    print("\n".join([table_of(rows, where), *failures]))  # noqa: T201 - a program for developers
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
