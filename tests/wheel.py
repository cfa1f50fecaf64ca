"""Build a wheel and try it in an empty environment: `make wheel`.

The environment holds nothing but what the wheel asks for, in the pinned versions. There, far from the
sources, the program lists games, plays some interpreted, verifies and exports them, and writes the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PACKAGES = ("rules", "simulate", "analyses", "reports")

WORDS = (
    ("--version",),
    ("games",),
    ("rules", "castle"),
    ("study",),
    ("--game", "starwars", "--n", "10", "--policy", "random", "--out", "run"),
    ("verify", "run"),
    ("report", "run"),
    ("plot", "run"),
    ("replay", "run", "--game-index", "3", "--out", "game.html"),
    ("export", "run", "--out", "tables"),
)
"""What has to work there."""


def call(*words: object, cwd: Path) -> None:
    """Run a command that must succeed, with nothing of this environment in its way."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env["NUMBA_DISABLE_JIT"] = "1"
    line = list(map(str, words))
    said = subprocess.run(line, cwd=cwd, env=env, text=True, capture_output=True, check=False)
    if said.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{said.stdout}{said.stderr}")


def main() -> None:
    """Build, install, try."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = folder / "sources"  # a copy, for building leaves things behind
        for package in PACKAGES:
            shutil.copytree(ROOT / package, sources / package, ignore=shutil.ignore_patterns("__pycache__"))
        for file in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / file, sources)
        call(sys.executable, "-m", "build", "--wheel", "--outdir", folder, sources, cwd=folder)
        (wheel,) = folder.glob("*.whl")
        venv.create(folder / "env", with_pip=True)
        python = folder / "env" / "bin" / "python"
        pins = ROOT / ".ci" / "constraints.txt"
        call(python, "-m", "pip", "install", "--quiet", "-c", pins, wheel, cwd=folder)
        for words in WORDS:
            call(folder / "env" / "bin" / "simulate", *words, cwd=folder)
        sys.stdout.write(f"{wheel.name}: works in an empty environment\n")


if __name__ == "__main__":
    main()
