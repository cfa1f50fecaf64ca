"""The closing summary of a run, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyses.estimate import Estimate
from analyses.summary import Summary, analysis_of, summarise
from reports.words import games_words, shared_line, side_words, table_words, title
from simulate.runs import Run


def closing_summary(run: Run) -> str:
    """Who won how often, with which scores, from what, in lines for a terminal."""
    summary = summarise(run)
    plan, analysis = run.plan, analysis_of(run.plan.game)
    rows, words = _rows(summary)
    table = _aligned(rows, words)

    headline = ", ".join([title(plan), games_words(summary), *table_words(plan)])
    speed = _speed(run, summary.n)
    lines = [f"{headline}{speed:>{max(len(speed) + 4, max(map(len, table)) - len(headline))}}"]
    if changed := plan.changed_options():
        lines.append("rules changed: " + ", ".join(f"{name}={value}" for name, value in changed.items()))
    said = [str(fact) for fact in analysis.facts(summary)] + [shared_line(summary)]
    lines += ["", *table, "", " " + "; ".join(said)]
    if caveat := analysis.caveat(plan):
        lines.append(f" {caveat}")
    return "\n".join(lines)


def summary_as_dict(run: Run) -> dict[str, Any]:
    """The closing summary for a script: every estimate with its interval."""
    summary = summarise(run)
    plan, analysis = run.plan, analysis_of(run.plan.game)
    points = summary.by_source()
    sides = [
        {
            "seats": list(side.seats),
            **side.words,
            "policies": [plan.policies[seat].name for seat in side.seats],
            "score": summary.mean_score(side).as_dict(),
            "win_share": summary.win_share(side).as_dict(),
            "points": {
                row["source"]: row["points"].as_dict() for _, row in points.iterrows() if row["side"] == side
            },
        }
        for side in summary.sides
    ]
    whole = {fact.name: fact.estimate for fact in analysis.facts(summary)}
    whole |= {"turns": summary.length, "margin": summary.margin, "tied": summary.tied}
    return {
        "run": str(run.path),
        "game": plan.game,
        "n": summary.n,
        "players": plan.players,
        "preset": plan.preset,
        "seed": plan.seed,
        "rules_changed": plan.changed_options(),
        "sides": sides,
        "games": {name: estimate.as_dict() for name, estimate in whole.items()},
        "caveat": analysis.caveat(plan),
        "seconds": run.manifest["seconds"],
        "command": run.command,
    }


def _speed(run: Run, n: int) -> str:
    """How long it took, if the manifest knows."""
    seconds = run.manifest["seconds"]
    return f"{seconds:,.1f} s, {n / seconds:,.0f} games/s" if seconds else ""


def _rows(summary: Summary) -> tuple[list[list[str]], int]:
    """The heading and a row a side; and how many of the columns are words."""
    sources = summary.by_source()
    rows: list[list[str]] = []
    words: dict[str, str] = {}
    for _, row in summary.by_side().iterrows():
        side = row["side"]
        words = side_words(summary.plan, side)
        points: list[Estimate] = list(sources.loc[sources["side"] == side, "points"])
        numbers = [f"{row['score']:.1f}", f"{row['win_share']:.1%}", *(f"{p.value:.1f}" for p in points)]
        rows.append([*words.values(), *numbers])
    return [[*words, "mean score", "win share", *sources["source"].unique()], *rows], len(words)


def _aligned(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """Rows of cells as lines: the first columns, which are words, flush left and numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        " "
        + "   ".join(
            cell.ljust(width) if i < words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
