"""`make audit`: are weaknesses known of the versions that the project pins? Needs a network.

Exit code 0 if none is known of any package, 1 with a line for each that is, 2 if it cannot be asked of all:
an audit that could not run is never taken for a clean one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PINNED = Path(__file__).resolve().parent.parent / ".ci" / "constraints.txt"


def told(packages: list[dict[str, Any]]) -> tuple[list[str], int]:
    """What to say of packages as pip-audit reports them, and the exit code."""
    weak = [
        f"{package['name']} {package['version']}: {found['id']}, mended in "
        f"{', '.join(found['fix_versions']) or 'no version yet'}"
        for package in packages
        for found in package.get("vulns", [])
    ]
    skipped = [package for package in packages if "skip_reason" in package]
    asked = len(packages) - len(skipped)
    if not asked:
        why = skipped[0]["skip_reason"] if skipped else "none was named"
        return [f"the audit cannot run here: of {len(packages)} packages none could be asked about: {why}"], 2
    lines = [*weak, f"{len(weak)} known weaknesses in {asked} of {len(packages)} pinned packages"]
    if skipped:
        lines.append(f"{len(skipped)} could not be asked about: {skipped[0]['skip_reason']}")
    return lines, 1 if weak else 2 if skipped else 0


def main(program: str) -> int:
    """Ask, and say what was found."""
    words = ["-r", str(PINNED), "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json"]
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    try:
        lines, code = told(json.loads(done.stdout)["dependencies"])
    except (ValueError, KeyError):
        why = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        lines, code = [f"the audit cannot run here; it needs a network: {why}"], 2
    print("\n".join(lines))  # noqa: T201 - a program for developers
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
