"""`make audit` never takes a package that could not be asked about for a sound one."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from audit import main, told

SOUND = {"name": "a", "version": "1", "vulns": []}
WEAK = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1", "3"]}]}
UNKNOWN = {"name": "c", "version": "3", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("packages", "lines", "code"),
    [
        ([SOUND], ["0 known weaknesses in 1 of 1 pinned packages"], 0),
        (
            [SOUND, WEAK],
            ["b 2: CVE-1, mended in 2.1, 3", "1 known weaknesses in 2 of 2 pinned packages"],
            1,
        ),
        (
            [SOUND, UNKNOWN],
            [
                "0 known weaknesses in 1 of 2 pinned packages",
                "1 could not be asked about: Dependency not found",
            ],
            2,
        ),
        (
            [UNKNOWN],
            ["the audit cannot run here: of 1 packages none could be asked about: Dependency not found"],
            2,
        ),
        ([], ["the audit cannot run here: of 0 packages none could be asked about: none was named"], 2),
    ],
)
def test_what_is_said_and_the_exit_code(packages: list[dict[str, Any]], lines: list[str], code: int) -> None:
    assert told(packages) == (lines, code)


def test_without_a_network_one_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "pip-audit"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.exit('Traceback\\nConnectionError: nobody there')\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert main(str(program)) == 2
    said = capsys.readouterr().out
    assert said == "the audit cannot run here; it needs a network: ConnectionError: nobody there\n"
