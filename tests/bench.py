"""`make bench`: measures speed, memory, pages and the lab, and writes the tables of docs/performance.md.

    python tests/bench.py [--small] [GAME ... pages lab]

`--small` tries everything with a hundredth of the games and writes nothing. Each figure is the median of
repeats, with the slowest and the fastest beside it. Rates of one core are processor time, so that a neighbour
on a shared machine does not count; whole commands are wall time. Compare ratios within one report rather than
figures between machines.
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
from subprocess import DEVNULL
from typing import Any

import bench_lab
from pages import DOCS, write_part

PAGE = DOCS / "performance.md"
SIMULATE = Path(sys.executable).with_name("simulate")
SMALL = "--small" in sys.argv
REPEATS = 2 if SMALL else 5
CHUNK = 250


def size(n: int) -> int:
    """So many games, or few for a trial."""
    return max(n // 100, 2) if SMALL else n


def say(text: str) -> None:
    """Progress, to stderr."""
    sys.stderr.write(text + "\n")


def repeat(measure: Callable[[int], float]) -> list[float]:
    """The values of `measure(i)` for each repeat i."""
    return [measure(i) for i in range(REPEATS)]


def one_core(game: str, policy: str, players: int, n: int) -> list[float]:
    """Games per second of processor time, rows filled but not written."""
    from simulate.plans.plan import make_plan
    from simulate.play.simulator import Simulator

    plan = make_plan(game, REPEATS * n, players=players, policy=policy, tables="games,seats")
    simulator = Simulator(plan)
    simulator.play(0, 10)
    return repeat(lambda i: n / seconds_of(simulator, i * n, n))


def seconds_of(simulator: Any, first: int, n: int) -> float:
    """Processor seconds of `n` games."""
    begun = time.process_time()
    for game in range(first, first + n, CHUNK):
        simulator.play(game, min(CHUNK, n))
    return time.process_time() - begun


def run_program(words: list[str], folder: str) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak megabytes of ``simulate`` with these words in a folder."""
    begun = time.perf_counter()
    process = subprocess.Popen([str(SIMULATE), *words], cwd=folder, stdout=DEVNULL, stderr=DEVNULL)
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
    from simulate.plans.plan import make_plan
    from simulate.play.simulator import Simulator
    from simulate.store.opening import open_to_play
    from simulate.working.work import play_block

    def measure(i: int) -> float:
        bare = Simulator(make_plan(game, n, tables="games,seats", first_game=i * n))
        bare.play(0, 10)
        alone = seconds_of(bare, i * n, n)
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
    """The figures of a game as they come in, each a row of a Markdown table."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rows = ["| what | measured | goal |", "|---|---|---|"]

    def add(self, what: str, values: list[float], unit: str, goal: str) -> None:
        """Note a figure and say it: the measured values, their unit and the goal."""
        middle, low, high = statistics.median(values), min(values), max(values)
        digits = 0 if middle >= 100 else 2
        spread = f" ({low:,.{digits}f}-{high:,.{digits}f})" if len(values) > 1 else ""
        self.rows.append(f"| {what} | **{middle:,.{digits}f}** {unit}{spread} | {goal} |")
        say(self.rows[-1])

    def starts(self, rule: str) -> None:
        """Processor seconds of ten games, of verbs that change a `rule`, and of those that read games.

        All kernels are compiled. Each repeat plays anew, on a seed of its own.
        """
        with tempfile.TemporaryDirectory() as folder:
            game = ["--game", self.game, "--n", "10", "--seed"]
            run_program([*game, "100"], folder)  # where nobody has played yet the kernels are compiled
            played = [run_program([*game, str(seed)], folder)[1] for seed in range(REPEATS)]
            self.add("start", played, "s", "<= 1.3")
            name, values = rule.split("=")
            for words in (["compare", "--b", f"{name}={values.split(',')[0]}"], ["sweep", "--rule", rule]):
                asked = [*words, *game]
                run_program([*asked, "100"], folder)
                played = [run_program([*asked, str(10 * seed)], folder)[1] for seed in range(REPEATS)]
                self.add(f"`simulate {words[0]}`", played, "s", "<= 1.3")
            for verb, goal in (("verify", "<= 1"), ("plot", ""), ("report", "")):
                read = [run_program([verb], folder)[1] for _ in range(REPEATS)]
                self.add(f"`simulate {verb}`", read, "s", goal)

    def commands(self, goal: str, pairs: int = 3) -> None:
        """The default command for 100,000 games, by one worker and by two in turn: ratio, time, memory."""
        runs = [[run_command(self.game, size(100_000), jobs) for jobs in (1, 2)] for _ in range(pairs)]
        ratios = [one[0] / two[0] for one, two in runs]
        self.add("two workers", ratios, "times one", ">= 1.8")
        self.add("the default command", [two[0] for _, two in runs], "s", goal)
        self.add("its peak memory", [two[2] for _, two in runs], "MB", "< 700")


@dataclass(frozen=True)
class Bench:
    """What is measured of a game, and the goals."""

    goals: dict[str, str]
    """Who plays, how many of them, and the goal in games a second on one core."""
    whole: str
    """Goal for the default command."""
    rule: str
    """A rule of the game, with three values to try."""
    pairs: int = 3
    compiled: str = "<= 45"
    tables: str = ""


TILES = ["random 2", "greedy 2", "heuristic 2", "heuristic 5", "rollout,heuristic 2"]

BENCHES = {
    "starwars": Bench(
        dict.fromkeys([*TILES[:3], "heuristic 3", *TILES[3:]], "")
        | {"random 2": ">= 12,000", "heuristic 2": ">= 3,000"},
        "<= 40",
        "dice_cap=1,2,4",
        tables="< 25",
    ),
    "carcassonne": Bench(
        dict.fromkeys(TILES, "")
        | {"random 2": ">= 18,000", "greedy 2": ">= 5,000", "heuristic 2": ">= 2,500"},
        "<= 50",
        "farm_points=1,2,4",
    ),
    "catan": Bench(
        {"random 4": ">= 1,500", "greedy 4": "", "heuristic 4": ">= 600", "heuristic 3": ""}
        | {"rollout,heuristic,heuristic,heuristic 4": ""},
        "<= 120",
        "points_to_win=8,9,11",
        pairs=1,
        compiled="<= 60",
    ),
    "castle": Bench(
        {"random 2": ">= 1,500", "greedy 2": "", "heuristic 2": ">= 400", "heuristic 4": ""}
        | {"rollout,heuristic 2": ""},
        "<= 180",
        "actions=1,3,4",
        pairs=1,
    ),
}


def games_of(policy: str) -> int:
    """Games of a repeat."""
    return 2 if policy.startswith("rollout") else 5_000 if policy == "random" else 2_000


def measured(game: str) -> str:
    """Every figure of a game, as rows of a table."""
    report, bench = Report(game), BENCHES[game]
    report.add("first compile", first_compile(game), "s", bench.compiled)
    report.starts(bench.rule)
    for who, goal in bench.goals.items():
        policy, players = who.split()
        rates = one_core(game, policy, int(players), size(games_of(policy)))
        report.add(f"`{policy}`, {players} players", rates, "games/s a core", goal)
    for policy in ("random", "heuristic") if game == "castle" else ():
        decisions, moves, microseconds = castle_decisions(policy, size(500))
        report.add(f"decisions a game, `{policy}`", [decisions], "", "")
        report.add(f"legal moves a decision, `{policy}`", [moves], "", "")
        report.add(f"time a decision, `{policy}`", [microseconds], "µs", "")
    report.add("all tables", table_cost(game, size(5_000)), "% more", bench.tables)
    report.commands(bench.whole, bench.pairs)
    if game == "starwars":
        peak = run_command(game, size(1_000_000), 2)[2]
        report.add("the same of 1,000,000 games", [peak], "MB", "< 700")
        helped = repeat(lambda _: run_program(["--help"], ".")[0])
        report.add("`simulate --help`", helped, "s", "< 0.5")
    return "\n".join(report.rows)


def castle_decisions(policy: str, n: int) -> tuple[float, float, float]:
    """Decisions of a game of Castle, legal moves of one, and microseconds of processor time for one."""
    from stepper import count_decisions

    from simulate.plans.plan import make_plan
    from simulate.play.simulator import Simulator

    plan = make_plan("castle", n, players=2, policy=policy, tables="games,seats")
    simulator = Simulator(plan)
    simulator.play(0, 10)
    seconds = seconds_of(simulator, 0, n)
    counts = [count_decisions(simulator.desk, 2, plan.seed, game) for game in range(n)]
    decisions, moves = map(sum, zip(*counts, strict=True))
    return decisions / n, moves / decisions, 1e6 * seconds / decisions


# --- pages

PLAYED = 2000
"""Games of a run, and of a setting of a comparison."""


def commands_of_pages() -> dict[str, list[str]]:
    """The commands that make each kind of page; the last word of each is where it goes."""
    asked = f"--game catan --n {PLAYED}"
    return {
        f"report of a run, {PLAYED:,} games": [f"report runs/{game} --out {game}.html" for game in BENCHES],
        "a game to watch": [f"replay runs/{game} --game-index 0 --out watch-{game}.html" for game in BENCHES],
        "the same with its chances (100 playouts a turn, Star Wars)": [
            "review runs/starwars --game-index 0 --n 100 --out chances.html"
        ],
        "sweep of 5 values, with its slider": [f"sweep {asked} --rule points_to_win=8..12 --out sweep"],
        "comparison, two numbers of players": [
            f"compare {asked} --players 3,4 --rule robber=false --out compare"
        ],
        "study (numbers, Castle)": [f"study {name} --n 40 --out {name}" for name in ("numbers", "castle")],
    }


def pages() -> str:
    """Weight of each kind of page, and the time to make it from games that are there."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game in BENCHES:
            run_program(["--game", game, "--n", str(PLAYED), "--out", f"runs/{game}"], folder)
        for what, commands in commands_of_pages().items():
            weights, times = [], []
            for words in map(str.split, commands):
                page = Path(folder, words[-1])
                if page.suffix != ".html":
                    run_program(words, folder)  # plays
                    page /= "report.html"
                times.append(run_program(words, folder)[1])
                weights.append(page.stat().st_size / 1000)
            rows.append(f"| {what} | {ends(weights, 0)} kB | {ends(times, 1)} s |")
            say(rows[-1])
    return "\n".join(["| page | weight | time |", "|---|---|---|", *rows])


def lab() -> str:
    """How quick the lab is, with games of its own to play."""
    repeats = 1 if SMALL else 3
    with tempfile.TemporaryDirectory() as folder:
        for game in BENCHES:
            run_program(["--game", game, "--n", "2", "--out", f"runs/{game}"], folder)
            for n in range(repeats):
                Path(folder, f"{game}{n}").mkdir()
        return bench_lab.lab(folder, repeats)


def ends(values: list[float], digits: int) -> str:
    """From the least to the greatest."""
    return "-".join(dict.fromkeys(f"{value:,.{digits}f}" for value in (min(values), max(values))))


def main() -> None:
    """Measure what is named on the command line, or all, and write its tables."""
    others = {"pages": pages, "lab": lab}
    for part in [word for word in sys.argv[1:] if word != "--small"] or [*BENCHES, *others]:
        say(part)
        rows = others[part]() if part in others else measured(part)
        if not SMALL:
            write_part(PAGE, part, rows)
    if not SMALL:
        write_part(PAGE, "machine", machine())
        say(f"written to {PAGE.name}")


if __name__ == "__main__":
    main()
