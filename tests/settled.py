"""How many games a settled answer takes, told in docs/performance.md.

    python tests/settled.py [GAME ...]

Each question is played as `simulate compare --until MEASURE=WIDTH` plays it, then once more with a long
baseline. What it took when intervals held at every look there, too, and looks came after half as many games
again follows from the spread of these games. Games in which a rule does not bind are played once for both.
The games of one game lie in one folder, so the standard game is played once. Counts are kept in
tests/settled.json; processor seconds are those of all games played, by game.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pages import DOCS, write_part

from analyses.estimates.critical import boundary, normal, shared_level
from analyses.questions.play_until import play_until
from analyses.questions.until import MOST, Look, Watched, looks, measured
from analyses.studies.outcome import plans_of, watched_together, wishes_of
from analyses.studies.study import BASELINE, Arm, Study
from rules import games
from simulate.cli.asking import play_plans
from simulate.store.runs import Run
from simulate.working.sharing import binds, shared_with

STORED = Path(__file__).with_suffix(".json")

QUESTIONS = (
    ("catan", "robber=false", "turns=0.5"),
    ("catan", "points_to_win=9", "win_share=1pp"),
    ("catan", "two_pays_twelve=true", "turns=0.5"),
    ("catan", "bank=25", "turns=0.5"),
    ("catan", "longest_road_points=1", "lead=0.1"),
    ("castle", "actions=3", "turns=0.5"),
    ("castle", "exchange=0", "turns=0.5"),
    ("castle", "draw_limit=first_hand", "turns=0.5"),
    ("castle", "lady_beside=both", "score=0.1"),
    ("castle", "out_when=hand_or_stock", "lead=0.1"),
    ("starwars", "dice_cap=1", "score=0.3"),
    ("starwars", "dice_cap=4", "score=0.1"),
    ("starwars", "tied_roll_points=0", "score=0.3"),
    ("starwars", "loser_die_points=2", "score=0.3"),
    ("starwars", "reinforce_own_planet=true", "lead=0.5"),
    ("carcassonne", "farm_points=4", "score=0.3"),
    ("carcassonne", "small_city=half", "score=0.5"),
    ("carcassonne", "meeples=5", "score=0.5"),
    ("carcassonne", "pennant_points=1", "lead=0.5"),
    ("carcassonne", "cloister_place_points=2", "score=0.5"),
)
"""A rule against the standard game, and how exactly what is to be known."""

OF_BASELINE = 40_000
"""Games of a long baseline, over both seeds."""

COPYING = 0.25
"""Processor time of a game that is copied, of one that is played: a fifth to a quarter."""

Counts = dict[str, Any]

COUNTED = ("before", "after", "played twice", "long baseline")
"""Games of each rule; but of the other rule those that both played, and those beside a long baseline."""


def study_of(game: str, rule: str) -> Study:
    """The question as `simulate compare` asks it."""
    known = games.load(game)
    return Study(
        name=game, game=game, players=(known.usual_players(None),), policies=(known.usual_policy,),
        baseline=Arm(BASELINE), arms=(Arm(rule, (rule,)),), n=MOST, replicate=2,
    )  # fmt: skip


def settled(study: Study, wish: str) -> tuple[Look, Watched]:
    """The look at which it is known, and what was watched."""
    runs: dict[str, Run] = {}
    watching: list[Watched] = []

    def grow(n: int) -> list[Watched]:
        grown = replace(study, n=n)
        runs.update(play_plans(plans_of(grown), os.cpu_count() or 1, "", told=False))
        watching[:] = watched_together(grown, runs)
        return watching

    look = play_until(wishes_of(study, [wish]), study.n, grow, lambda look, after: None, "settled")
    return look, watching[0]


def at_every_look(study: Study, wish: str, look: Look, pair: Watched) -> int:
    """After how many games the width was reached by intervals that hold at every look, and by Bonferroni."""
    several = len(measured(pair, wishes_of(study, [wish]), lambda base: None, None)) * pair.family
    needed = 0.0
    for seen in look.readings:
        wider = boundary(1 - shared_level(several)) / normal(seen.estimate.level)
        needed = max(needed, look.n * (seen.estimate.half_width * wider / seen.wish.half_width) ** 2)
    return next(n for n in looks(MOST) if n >= needed)


def played_twice(pair: Watched) -> int:
    """The games in which something binds that differs: the others are played once, for both rules."""
    games = 0
    for base, house in pair.seeds:
        shares = shared_with(house.plan, [base]) is not None
        games += int(binds(house.plan, base.plan, base.games).sum()) if shares else house.plan.n
    return games


def measure(game: str) -> Iterator[tuple[str, Counts]]:
    """The counts of each question of a game, and its seconds a game."""
    begun, played = time.process_time(), 0
    found: dict[str, Counts] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for _, rule, wish in (question for question in QUESTIONS if question[0] == game):
            study = study_of(game, rule)
            look, pair = settled(study, wish)
            long, _ = settled(replace(study, of_baseline=OF_BASELINE), wish)
            found[f"{game} {rule} {wish}"] = {
                "before": at_every_look(study, wish, look, pair), "after": look.n,
                "played twice": played_twice(pair), "long baseline": long.n,
            }  # fmt: skip
            sys.stderr.write(f"{game} {rule} {wish}: {found[f'{game} {rule} {wish}']}\n")
        played = sum(
            json.loads(path.read_text())["plan"]["n"] for path in Path("runs").glob("*/manifest.json")
        )
    seconds = (time.process_time() - begun) / played
    yield from ((question, counts | {"seconds": seconds}) for question, counts in found.items())


def table(stored: dict[str, Counts]) -> str:
    """The table of the page."""
    lines = [
        "| question | known within | before | now | games | CPU seconds | with `--baseline 40k` |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    sums = [0, 0, 0, 0]
    seconds = [0.0, 0.0]
    for question, found in stored.items():
        game, rule, wish = question.split()
        name, _, width = wish.partition("=")
        before, after, twice, long = counts = [found[key] for key in COUNTED]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        now = after + twice + COPYING * (after - twice)
        spent = [2 * before * found["seconds"], now * found["seconds"]]
        seconds = [a + b for a, b in zip(seconds, spent, strict=True)]
        copied = f", {after - twice:,} copied" if twice < after else ""
        lines.append(
            f"| {games.load(game).title}, `{rule}` | {name} ±{width} | {before:,} | {after:,}{copied} "
            f"| {(after + twice) / before / 2:.0%} | {spent[0]:.0f} → {spent[1]:.0f} | {long:,} |"
        )
    before, after, twice, long = sums
    lines.append(
        f"| **all twenty** | | **{before:,}** | **{after:,}** | **{(after + twice) / before / 2:.0%}** "
        f"| **{seconds[0]:.0f} → {seconds[1]:.0f}** | **{long:,}** |"
    )
    return "\n".join(lines)


def main() -> None:
    """Measure the games that are named, or all; keep the counts; write the page."""
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    for game in sys.argv[1:] or dict.fromkeys(game for game, _, _ in QUESTIONS):
        stored |= dict(measure(game))
        order = [" ".join(question) for question in QUESTIONS]
        stored = {question: stored[question] for question in order if question in stored}
        STORED.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    write_part(DOCS / "performance.md", "settled", table(stored))


if __name__ == "__main__":
    main()
