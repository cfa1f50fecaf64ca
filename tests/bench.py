"""`make bench`: measures speed and memory and writes the tables of docs/performance.md.

Each figure is the median of repeats, with the slowest and the fastest beside it. Rates of one core are
processor time, so that a neighbour on a shared machine does not count; whole commands are wall time.
Compare ratios within one report rather than figures between machines.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pages import DOCS, write_part

PAGE = DOCS / "performance.md"
SIMULATE = Path(sys.executable).with_name("simulate")
REPEATS = 5
CHUNK = 250


@dataclass(frozen=True)
class Figure:
    """One line of the report: what, the measured values, their unit, the goal and how it was taken."""

    what: str
    values: list[float]
    unit: str
    goal: str
    how: str

    def row(self) -> str:
        """The line as a row of a Markdown table."""
        middle, low, high = statistics.median(self.values), min(self.values), max(self.values)
        digits = 0 if middle >= 100 else 2
        spread = f" ({low:,.{digits}f}-{high:,.{digits}f})" if len(self.values) > 1 else ""
        return f"| {self.what} | **{middle:,.{digits}f}** {self.unit}{spread} | {self.goal} | {self.how} |"


def say(text: str) -> None:
    """Progress, to stderr."""
    sys.stderr.write(text + "\n")


def repeat(measure: Callable[[int], float]) -> list[float]:
    """The values of `measure(i)` for each repeat i."""
    return [measure(i) for i in range(REPEATS)]


def one_core(game: str, policy: str, players: int, n: int) -> list[float]:
    """Games per second of processor time, rows filled but not written."""
    from simulate.common.simulator import Simulator
    from simulate.plan import make_plan

    plan = make_plan(game, REPEATS * n, players=players, policy=policy, tables="games,seats")
    simulator = Simulator(plan)
    simulator.play(0, 10)

    def measure(i: int) -> float:
        begun = time.process_time()
        for first in range(i * n, (i + 1) * n, CHUNK):
            simulator.play(first, min(CHUNK, n))
        return n / (time.process_time() - begun)

    return repeat(measure)


def run_program(words: list[str], folder: str) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak megabytes of ``simulate`` with these words in a folder."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [str(SIMULATE), *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"simulate {' '.join(words)} ended with exit code {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def run_command(game: str, n: int, jobs: int) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak megabytes of a whole run in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        return run_program(["--game", game, "--n", str(n), "--jobs", str(jobs)], folder)


def table_cost(game: str, n: int) -> list[float]:
    """Processor time of a run with all tables written, over that of playing alone, in percent more."""
    from simulate.common.simulator import Simulator
    from simulate.opening import open_to_play
    from simulate.plan import make_plan
    from simulate.work import play_block

    def measure(i: int) -> float:
        bare = Simulator(make_plan(game, n, tables="games,seats", first_game=i * n))
        bare.play(0, 10)
        begun = time.process_time()
        for first in range(i * n, (i + 1) * n, CHUNK):
            bare.play(first, CHUNK)
        alone = time.process_time() - begun
        with tempfile.TemporaryDirectory() as folder:
            run = open_to_play(make_plan(game, n, first_game=i * n), Path(folder) / "run", print)
            play_block(run.path, run.plan, i * n, 10)
            begun = time.process_time()
            for first, games in run.missing_blocks():
                play_block(run.path, run.plan, first, games)
            return 100 * ((time.process_time() - begun) / alone - 1)

    return repeat(measure)


def first_compile(game: str) -> list[float]:
    """Wall seconds of a one-game command with an empty kernel cache, less the same with a full one."""
    with tempfile.TemporaryDirectory() as cache:
        os.environ["HOUSERULES_CACHE"] = cache
        try:
            cold = run_command(game, 1, 1)[0]
            warm = run_command(game, 1, 1)[0]
        finally:
            del os.environ["HOUSERULES_CACHE"]
    return [cold - warm]


def machine() -> str:
    """The processor, its number of cores, and the versions that matter."""
    import numba
    import numpy

    info = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line]
    name = names[0] if names else platform.processor()
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {numpy.__version__}"
    )


class Report:
    """The figures of a game as they come in."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.figures: list[Figure] = []

    def add(self, what: str, values: list[float], unit: str, goal: str, how: str) -> None:
        """Note a figure and say it."""
        self.figures.append(Figure(what, values, unit, goal, how))
        say(self.figures[-1].row())

    def rate(self, policy: str, players: int, n: int, goal: str = "") -> None:
        """Games a second on one core."""
        values = one_core(self.game, policy, players, n)
        self.add(f"`{policy}`, {players} players", values, "games/s a core", goal, "processor time")

    def starts(self) -> None:
        """Processor seconds of ten games, and of the verbs that read them, all kernels compiled."""
        with tempfile.TemporaryDirectory() as folder:
            game = ["--game", self.game, "--n", "10", "--seed"]
            played = [run_program([*game, str(seed)], folder)[1] for seed in range(REPEATS)]
            self.add("start", played, "s", "<= 1.3", "ten games with warm kernels, processor time")
            for verb, goal in (("verify", "<= 1"), ("plot", ""), ("report", "")):
                read = [run_program([verb], folder)[1] for _ in range(REPEATS)]
                self.add(f"`simulate {verb}`", read, "s", goal, "of ten games, processor time")

    def commands(self, goal: str, pairs: int = 3) -> None:
        """The default command for 100,000 games, by one worker and by two in turn: ratio, time, memory."""
        runs = [[run_command(self.game, 100_000, jobs) for jobs in (1, 2)] for _ in range(pairs)]
        whole = "100,000 games, wall time"
        ratios = [one[0] / two[0] for one, two in runs]
        self.add("two workers", ratios, "times one", ">= 1.8", f"whole command, {whole}")
        self.add("the default command", [two[0] for _, two in runs], "s", goal, f"2 workers, {whole}")
        self.add("its peak memory", [two[2] for _, two in runs], "MB", "< 700", "100,000 games")

    def rows(self) -> str:
        """The figures as rows of a Markdown table."""
        return "\n".join(figure.row() for figure in self.figures)


def starwars() -> Report:
    """Every figure of Star Wars Carcassonne."""
    report = Report("starwars")
    report.add("first compile", first_compile("starwars"), "s", "<= 45", "empty kernel cache, one game")
    report.starts()
    report.rate("random", 2, 5_000, ">= 12,000")
    report.rate("greedy", 2, 2_000)
    report.rate("heuristic", 2, 2_000, ">= 3,000")
    report.rate("heuristic", 3, 2_000)
    report.rate("heuristic", 5, 2_000)
    report.rate("rollout,heuristic", 2, 2)
    report.add("all tables", table_cost("starwars", 5_000), "% more", "< 25", "against playing alone")
    report.commands("<= 40")
    peak = run_command("starwars", 1_000_000, 2)[2]
    report.add("peak memory", [peak], "MB", "< 700", "1,000,000 games")
    report.add(
        "`simulate --help`", repeat(lambda _: run_program(["--help"], ".")[0]), "s", "< 0.5", "wall time"
    )
    return report


def carcassonne() -> Report:
    """Every figure of Carcassonne."""
    report = Report("carcassonne")
    report.add("first compile", first_compile("carcassonne"), "s", "<= 45", "empty kernel cache, one game")
    report.starts()
    report.rate("random", 2, 5_000, ">= 18,000")
    report.rate("greedy", 2, 2_000, ">= 5,000")
    report.rate("heuristic", 2, 2_000, ">= 2,500")
    report.rate("heuristic", 5, 2_000)
    report.rate("rollout,heuristic", 2, 2)
    report.add("all tables", table_cost("carcassonne", 5_000), "% more", "", "against playing alone")
    report.commands("<= 50")
    return report


def catan() -> Report:
    """Every figure of Catan."""
    report = Report("catan")
    report.add("first compile", first_compile("catan"), "s", "<= 60", "empty kernel cache, one game")
    report.starts()
    report.rate("random", 4, 2_000, ">= 1,500")
    report.rate("greedy", 4, 2_000)
    report.rate("heuristic", 4, 2_000, ">= 600")
    report.rate("heuristic", 3, 2_000)
    report.rate("rollout,heuristic,heuristic,heuristic", 4, 2)
    report.add("all tables", table_cost("catan", 5_000), "% more", "", "against playing alone")
    report.commands("<= 120", pairs=1)
    return report


def castle() -> Report:
    """Every figure of Castle."""
    report = Report("castle")
    report.add("first compile", first_compile("castle"), "s", "<= 45", "empty kernel cache, one game")
    report.starts()
    report.rate("random", 2, 5_000, ">= 1,500")
    report.rate("greedy", 2, 2_000)
    report.rate("heuristic", 2, 2_000, ">= 400")
    report.rate("heuristic", 4, 2_000)
    report.rate("rollout,heuristic", 2, 2)
    for policy in ("random", "heuristic"):
        decisions, moves, microseconds = castle_decisions(policy, 2, 500)
        how = f"`{policy}`, 2 players"
        report.add("decisions a game", [decisions], "", "", how)
        report.add("legal moves a decision", [moves], "", "", how)
        report.add("time a decision", [microseconds], "µs", "", f"{how}, the engine included")
    report.add("all tables", table_cost("castle", 2_500), "% more", "", "against playing alone")
    report.commands("<= 180", pairs=1)
    return report


def castle_decisions(policy: str, players: int, n: int) -> tuple[float, float, float]:
    """Decisions of a game of Castle, legal moves of one, and microseconds of processor time for one."""
    from stepper import count_decisions

    from simulate.common.simulator import Simulator
    from simulate.plan import make_plan

    plan = make_plan("castle", n, players=players, policy=policy, tables="games,seats")
    simulator = Simulator(plan)
    simulator.play(0, 10)
    begun = time.process_time()
    simulator.play(0, n)
    seconds = time.process_time() - begun
    counts = [count_decisions(*simulator.desk, players, plan.seed, game) for game in range(n)]
    decisions, moves = sum(count[0] for count in counts), sum(count[1] for count in counts)
    return decisions / n, moves / decisions, 1e6 * seconds / decisions


HEADING = """| what | measured | goal | how |
|---|---|---|---|
"""


def main() -> None:
    """Measure the games named on the command line, or all, and write their tables."""
    games = {"starwars": starwars, "carcassonne": carcassonne, "catan": catan, "castle": castle}
    for game in sys.argv[1:] or games:
        say(game)
        write_part(PAGE, game, HEADING + games[game]().rows())
    write_part(PAGE, "machine", machine())
    say(f"written to {PAGE.name}")


if __name__ == "__main__":
    main()
