"""How often printed intervals hold: measured on games whose truth is known, told in docs/verification.md.

``python tests/verification.py`` measures again (some minutes on one core), keeps the counts in
tests/verification.json, and writes the page and its pictures; with names of `MEASURED` only what they name.
The seed is fixed. tests/test_verification.py holds the page to the counts, and in `make verify` the counts to
what is measured.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from known_truths import (
    CIRCLES,
    LOOKED_AT,
    REACH,
    REAL_CHANGES,
    SIZES,
    TRUTHS,
    Truth,
    coverage,
    holds,
    misses_by_look,
    of_planted,
    until_decided,
    until_width,
    usual_width,
    verdicts,
)
from made_up import Cut, made_up
from pages import DOCS, write_part

import simulate
from analyses.estimates.estimate import DIFFERENT, POWER, SETTLED, Estimate, wilson
from analyses.estimates.samples import difference_of
from analyses.estimates.several import over_tunings
from analyses.measures.vocabulary import WINNER_CHANGED
from analyses.questions.adapt import TUNINGS
from analyses.questions.compare import Comparison, compare
from analyses.questions.until import MOST, looks

PAGE = DOCS / "verification.md"
STORED = Path(__file__).with_suffix(".json")

ROUNDS = 4_000
"""Samples of each size."""

RUNS = 2_000
"""Runs that are looked at to the end."""

TOGETHER = {50: 400, 400: 400, 4_000: 400, 40_000: 100}
"""Comparisons of made-up games by their number of games."""

REAL, SIZE = 300, 200
"""Comparisons of real games, and the games of each."""

WIDE_FOR = (2_000, 20_000, 200_000)
"""Games that usually have the width that is waited for."""
WAITING = 600
"""Runs that wait for each width."""

MARGIN = 1.0
PLANTED = (0.0, 0.95, 1.05, 1.5, 3.0)
"""Changes in margins."""

SPREADS = (0.0, 0.5, 1.0, 3.0)
"""How far tunings lie apart (standard deviation), in standard errors of the games of one."""
PART, CHANGE = 200, 0.7
"""Games of a tuning, and the change that tunings make on average."""


# --- measuring: counts as JSON


def coverages(truths: Iterable[Truth]) -> dict[str, Any]:
    """How many printed intervals hold the truth, by truth and number of games."""
    return {name(t): {str(n): coverage(t, n, ROUNDS) for n in SIZES} for t in truths}


def sequences() -> dict[str, Any]:
    """How many runs have missed the truth up to each look: of the sequence, and of plain intervals."""
    found = {}
    for truth in LOOKED_AT:
        sequence, plain = misses_by_look(truth, MOST, RUNS)
        found[name(truth)] = {"sequence": sequence, "plain": plain}
    return found


def widths() -> dict[str, Any]:
    """How many runs that wait for a width end with intervals that hold the truth, and their usual length."""
    return {
        name(truth): {str(n): _waiting(truth, n) for n in WIDE_FOR} for truth in (*LOOKED_AT, *REAL_CHANGES)
    }


def _waiting(truth: Truth, n: int) -> dict[str, int]:
    ends = list(until_width(truth, usual_width(truth, n), MOST, WAITING))
    return {"held": sum(held for _, held in ends), "games": int(np.median([games for games, _ in ends]))}


def false_alarms(found: Comparison) -> bool:
    """Whether any printed interval of a comparison of equal rules leaves out no change."""
    return not all(
        holds(c.estimate.times(c.measure.scale), 0.0, "+.1f")
        for c in found.changes
        if c.measure.name != WINNER_CHANGED.name and math.isfinite(c.estimate.low)
    )


def comparisons() -> dict[str, Any]:
    """How many comparisons of equal rules in made-up games raise a false alarm in any of their measures."""
    return {str(n): sum(false_alarms(made_up(s, n)) for s in range(k)) for n, k in TOGETHER.items()}


def real_comparisons() -> dict[str, Any]:
    """The same for real games of Star Wars under one rule: seed 1 against seed 2, cut into many runs."""
    with tempfile.TemporaryDirectory() as folder:
        one, other = (
            simulate.run("starwars", REAL * SIZE, policy="random", seed=s, out=Path(folder) / str(s))
            for s in (1, 2)
        )
        alarms = sum(
            false_alarms(compare(Cut(one, first, SIZE), Cut(other, first, SIZE)))
            for first in range(0, REAL * SIZE, SIZE)
        )
    return {str(SIZE): alarms}


def games_for(change: float) -> int:
    """As many games as find a change different from the margin in so many cases as `POWER` says."""
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(POWER)
    return math.ceil((z * 5 / (change - MARGIN)) ** 2)


def power() -> dict[str, Any]:
    """How many samples find a planted change."""
    return {
        str(change): sum(
            v == DIFFERENT for v in verdicts(of_planted(change), MARGIN, games_for(change), ROUNDS)
        )
        for change in PLANTED
        if change > MARGIN
    }


def decisions() -> dict[str, Any]:
    """Runs with ``--until decided`` by planted change: those that end with the wrong verdict, and games."""
    found = {}
    for change in PLANTED:
        ends = list(until_decided(of_planted(change), MARGIN, MOST, RUNS))
        right = DIFFERENT if change > MARGIN else "equivalent within it"
        found[str(change)] = {
            "wrong": sum(v in SETTLED and v != right for _, v in ends),
            "open": sum(v not in SETTLED for _, v in ends),
            "games": int(np.median([n for n, _ in ends])),
        }
    return found


def several_tunings() -> dict[str, Any]:
    """How many printed intervals hold the truth, by how far tunings lie apart: of five, and of one alone.

    The games of a tuning stray by five points each; both ways play as many games in all.
    """
    found = {}
    for spread in SPREADS:
        rng = np.random.default_rng([1, round(10 * spread)])
        held = {"five": 0, "one": 0}
        for _ in range(ROUNDS):
            shifts = rng.normal(0, spread * 5 / math.sqrt(PART), TUNINGS)
            five = over_tunings([_tuned(rng, shift, PART) for shift in shifts])
            held["five"] += holds(five, CHANGE, "+.2f")
            held["one"] += holds(_tuned(rng, shifts[0], TUNINGS * PART), CHANGE, "+.2f")
        found[str(spread)] = held
    return found


def _tuned(rng: np.random.Generator, shift: float, n: int) -> Estimate:
    """What `n` games of one tuning show, which plays by so much otherwise than tunings do on average."""
    points = np.rint(rng.normal(CHANGE + shift, 5, n)).astype(np.int64)
    return difference_of(points, np.zeros_like(points), reach=REACH)


MEASURED: dict[str, Callable[[], dict[str, Any]]] = {
    "samples": partial(coverages, TRUTHS), "circles": partial(coverages, CIRCLES),
    "sequences": sequences, "widths": widths, "comparisons": comparisons,
    "real_comparisons": real_comparisons, "power": power, "decisions": decisions,
    "several_tunings": several_tunings,
}  # fmt: skip


def name(truth: Truth) -> str:
    """What a truth is called in the stored counts."""
    return f"{truth.estimator}: {truth.what}".replace("%", " %")


# --- the page


def tables(stored: dict[str, Any]) -> dict[str, str]:
    """The tables of the page by their names, as Markdown."""
    return {
        "coverage": "\n".join(_coverage(stored["samples"])),
        "circles": "\n".join(_coverage(stored["circles"])),
        "looks": "\n".join(_looks(stored["sequences"])),
        "widths": "\n".join(_widths(stored["widths"])),
        "equal rules": "\n".join(_equal_rules(stored)),
        "planted": "\n".join(_planted(stored)),
        "tunings": "\n".join(_tunings(stored["several_tunings"])),
    }


def _coverage(counts: dict[str, Any]) -> Iterator[str]:
    yield f"| estimator | truth | {' | '.join(f'{n:,}' for n in SIZES)} |"
    yield f"|---|---|{'---:|' * len(SIZES)}"
    for truth, by_size in counts.items():
        estimator, _, what = truth.partition(": ")
        shares = " | ".join(f"{100 * by_size[str(n)] / ROUNDS:.1f}" for n in SIZES)
        yield f"| `{estimator}` | {what} | {shares} |"


def _looks(counts: dict[str, Any]) -> Iterator[str]:
    yield "| estimator | truth | missed at a look, `--until decided` | missed at a look, plain intervals |"
    yield "|---|---|---:|---:|"
    for truth, missed in counts.items():
        estimator, _, what = truth.partition(": ")
        shares = [f"{wilson(missed[kind][-1], RUNS):.1%}" for kind in ("sequence", "plain")]
        yield f"| `{estimator}` | {what} | {' | '.join(shares)} |"


def _widths(counts: dict[str, Any]) -> Iterator[str]:
    yield f"| estimator | truth | {' | '.join(f'as of {n:,} games' for n in WIDE_FOR)} |"
    yield f"|---|---|{'---:|' * len(WIDE_FOR)}"
    for truth, by_size in counts.items():
        estimator, _, what = truth.partition(": ")
        shares = " | ".join(f"{100 * by_size[str(n)]['held'] / WAITING:.1f}" for n in WIDE_FOR)
        yield f"| `{estimator}` | {what} | {shares} |"


def _equal_rules(stored: dict[str, Any]) -> Iterator[str]:
    yield "| equal rules | games | comparisons | any false alarm |"
    yield "|---|---:|---:|---:|"
    for n, alarms in stored["comparisons"].items():
        k = TOGETHER[int(n)]
        yield f"| made-up games, all measures | {int(n):,} | {k} | {wilson(alarms, k):.1%} |"
    for n, alarms in stored["real_comparisons"].items():
        yield (
            "| Star Wars, seed 1 against seed 2, all measures "
            f"| {int(n):,} | {REAL} | {wilson(alarms, REAL):.1%} |"
        )


def _planted(stored: dict[str, Any]) -> Iterator[str]:
    yield "| planted, in margins | games for 80 % | found in | `--until decided`: games (median) | wrong |"
    yield "|---:|---:|---:|---:|---:|"
    for change, found in stored["decisions"].items():
        fixed = ("", "")
        if change in stored["power"]:
            fixed = (f"{games_for(float(change)):,}", f"{wilson(stored['power'][change], ROUNDS):.1%}")
        wrong = f"{wilson(found['wrong'], RUNS):.1%}"
        yield f"| {float(change):g} | {fixed[0]} | {fixed[1]} | {found['games']:,} | {wrong} |"


def _tunings(counts: dict[str, Any]) -> Iterator[str]:
    yield "| tunings lie apart | five tunings | one tuning |"
    yield "|---:|---:|---:|"
    for spread, held in counts.items():
        shares = " | ".join(f"{100 * held[which] / ROUNDS:.1f}" for which in ("five", "one"))
        yield f"| {float(spread):g} | {shares} |"


# --- pictures


def picture_of_looks(counts: dict[str, Any], path: Path) -> None:
    """How many runs have missed up to each look, a line a truth."""
    from reports.pictures.style import ACCENT, INK, QUIET, figure

    at = list(looks(MOST))
    with figure(7.2, 3.6) as page:
        axes = page.add_subplot()
        for missed in counts.values():
            for kind, colour in (("plain", "#b4573a"), ("sequence", ACCENT)):
                axes.plot(at, [100 * k / RUNS for k in missed[kind]], color=colour, linewidth=0.9, alpha=0.6)
        axes.axhline(5, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.set_xscale("log")
        axes.set_ylim(0, None)
        axes.set_ylabel("missed so far, % of runs")
        axes.set_xlabel("games at the look")
        top = max(100 * m["plain"][-1] / RUNS for m in counts.values())
        axes.text(at[0], top * 0.97, "plain 95 % intervals", color="#b4573a", va="top")
        axes.text(at[-1], 5.4, "5 %", color=INK, ha="right")
        axes.text(at[0], 2.2, "--until decided", color=ACCENT)
        axes.set_title("Who looks often with plain intervals is misled", pad=12)
        axes.tick_params(colors=QUIET)
        page.savefig(path, dpi=110, metadata={"Software": None})


def picture_of_coverage(counts: dict[str, Any], path: Path) -> None:
    """How often printed intervals hold the truth, a row a truth and a dot a number of games."""
    from reports.pictures.style import INK, RULE, figure

    shades = ["#dfe9f2", "#c1d3e4", "#94b3cf", "#5f8eb8", "#2f5d8a", "#163450"]
    with figure(7.2, 6.4) as page:
        axes = page.add_subplot()
        for row, by_size in enumerate(counts.values()):
            axes.axhline(row, color=RULE, linewidth=0.6)
            for n, shade in zip(SIZES, shades, strict=True):
                axes.plot(100 * by_size[str(n)] / ROUNDS, row, "o", color=shade, markersize=6)
        axes.axvline(95, color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.set_yticks(range(len(counts)), list(counts), fontsize=8.5)
        axes.invert_yaxis()
        axes.set_xlabel("printed intervals that hold the truth, %")
        least = 100 * min(k for by_size in counts.values() for k in by_size.values()) / ROUNDS
        said = f"Printed 95 % intervals hold the truth in {math.floor(10 * least) / 10:.1f} % or more"
        page.suptitle(said, x=0.01, ha="left", fontsize=12.5, fontweight="bold")
        for n, shade in zip(SIZES, shades, strict=True):
            axes.plot([], [], "o", color=shade, label=f"{n:,}")
        page.legend(title="games", loc="outside lower center", ncols=len(SIZES), fontsize=8.5)
        page.savefig(path, dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure all, or what is named, keep the counts, write the page."""
    named = sys.argv[1:]
    stored = json.loads(STORED.read_text(encoding="utf-8")) if named else {}
    for what in named or MEASURED:
        sys.stderr.write(f"{what}\n")
        stored[what] = MEASURED[what]()
    STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    write()


def write() -> None:
    """The page and its pictures from the counts that are kept."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    for part, text in tables(stored).items():
        write_part(PAGE, part, text)
    picture_of_looks(stored["sequences"], DOCS / "images" / "looks.png")
    picture_of_coverage(stored["samples"], DOCS / "images" / "coverage.png")


if __name__ == "__main__":
    main()
