"""What the time of a game is spent on: writes a table of docs/performance.md. Needs Linux and `perf`.

``python tests/phases.py`` plays games under ``perf record`` and counts its samples by kernel and so by phase.
A kernel that became part of its caller counts with that: looking at a placement before it is weighed, for
example.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from pages import DOCS, write_part

LINES = (
    ("starwars", "random", 2, 40_000),
    ("starwars", "heuristic", 2, 10_000),
    ("carcassonne", "random", 2, 40_000),
    ("carcassonne", "heuristic", 2, 6_000),
    ("catan", "random", 4, 8_000),
    ("catan", "heuristic", 4, 3_000),
    ("castle", "random", 2, 40_000),
    ("castle", "heuristic", 2, 3_000),
)
PHASES = ("legal moves", "weighing", "choosing", "applying", "scoring", "chance", "rows")
SCORING = {"scoring", "farms", "awards", "ending", "battle"}
LISTING = {"moves", "preview", "legal", "placement", "river", "targets"}


def phase_of(words: list[str]) -> str:
    """The phase that a kernel belongs to, by its module and name."""
    room, module, name = words[0], words[-2], words[-1]
    if module in ("chance", "tables"):
        return {"chance": "chance", "tables": "rows"}[module]
    if room == "simulate":
        choosing = {"choosing", "search", "playing"}
        return "choosing" if "common" in words and module in choosing else "weighing"
    if module in LISTING or name.lstrip("_").startswith("list_"):
        return "legal moves"
    return "scoring" if module in SCORING else "applying"


def words_of(symbol: str) -> list[str]:
    """The module and name that Numba made a symbol from: length and word by turns."""
    words, at = [], len("_ZN")
    while found := re.match(r"\d+", symbol[at:]):
        start = at + found.end()
        at = start + int(found[0])
        words.append(symbol[start:at])
    return words


def play(game: str, policy: str, players: str, n: str) -> None:
    """Play games, having told perf where each kernel lies."""
    from numba.core.codegen import CPUCodeLibrary

    from rules.verbs import kernel_of
    from simulate.plans.plan import make_plan
    from simulate.play.playing import play_games
    from simulate.play.simulator import Simulator

    objects: dict[str, bytes] = {}
    keep = CPUCodeLibrary._set_compiled_object

    def kept(library: Any, value: bytes) -> None:
        objects[library.name] = value
        keep(library, value)

    CPUCodeLibrary._set_compiled_object = kept
    plan = make_plan(game, int(n), players=int(players), policy=policy, tables="games,seats")
    simulator = Simulator(plan)
    simulator.play(0, 10)
    lines = []
    kernel: Any = kernel_of(play_games, game)
    for compiled in kernel.overloads.values():
        library = compiled.library
        with tempfile.NamedTemporaryFile(suffix=".o") as file:
            file.write(objects[library.name])
            file.flush()
            listed = subprocess.run(["nm", "-S", file.name], capture_output=True, text=True, check=True)
        for words in map(str.split, listed.stdout.splitlines()):
            if len(words) == 4 and words[2] in "TtWw":
                lines.append(f"{library.get_pointer_to_function(words[3]):x} {words[1]} {words[3]}\n")
    Path(f"/tmp/perf-{os.getpid()}.map").write_text("".join(lines), encoding="utf-8")
    for first in range(0, int(n), 250):
        simulator.play(first, 250)


def shares(line: tuple[object, ...]) -> Counter[str]:
    """The percentage of the time in kernels that each phase takes."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        again = [sys.executable, __file__, *map(str, line)]
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "2000", "-o", data, *again]
        subprocess.run(record, check=True)
        script = ["perf", "script", "-i", data, "-F", "ip,sym"]
        told = subprocess.run(script, capture_output=True, text=True, check=True)
    found = [row.split()[1] for row in told.stdout.splitlines() if " _ZN" in row]
    ours = [words_of(symbol) for symbol in found if symbol.startswith(("_ZN5rules", "_ZN8sim"))]
    counted = Counter(map(phase_of, ours))
    return Counter({phase: round(100 * n / counted.total()) for phase, n in counted.items()})


def main() -> None:
    """Measure every line and write the table."""
    rows = [f"| games | {' | '.join(PHASES)} |", "|---" * (1 + len(PHASES)) + "|"]
    for line in LINES:
        share = shares(line)
        cells = " | ".join(f"{share[phase]} %" if share[phase] else "" for phase in PHASES)
        rows.append(f"| {line[0]}, `{line[1]}`, {line[2]} players | {cells} |")
        sys.stderr.write(rows[-1] + "\n")
    write_part(DOCS / "performance.md", "phases", "\n".join(rows))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play(*sys.argv[1:])
    else:
        main()
