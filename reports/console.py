"""The closing summary of a run, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyses.estimate import Estimate
from analyses.summary import Summary, analysis_of, summarise
from reports.words import games_words, shared_line, side_words, table_words, title, unit
from simulate.runs import Run

LINE = 130
"""Letters of the longest line of phrases."""

GAP = "   "
"""Between the columns of a table."""


def closing_summary(run: Run) -> str:
    """Who won how often, with which scores, from what, in lines for a terminal."""
    summary = summarise(run)
    plan, analysis = run.plan, analysis_of(run.plan.game)
    table = _table(summary)

    headline = ", ".join([title(plan), games_words(summary), *table_words(plan)])
    speed = _speed(run, summary.n)
    lines = [f"{headline}{speed:>{max(len(speed) + 4, max(map(len, table)) - len(headline))}}"]
    if changed := plan.changed_options():
        lines.append("rules changed: " + ", ".join(f"{name}={value}" for name, value in changed.items()))
    said = [str(fact) for fact in analysis.facts(summary)]
    if analysis.CAN_TIE:
        said.append(shared_line(summary))
    lines += ["", *table, "", *_filled(said)]
    if caveat := analysis.caveat(plan):
        lines.append(f" {caveat}")
    return "\n".join(lines)


def summary_as_dict(run: Run) -> dict[str, Any]:
    """The closing summary for a script: every estimate with its interval."""
    summary = summarise(run)
    plan, analysis = run.plan, analysis_of(run.plan.game)
    points = summary.by_source()
    groups = {group: summary.by_count(group) for group in analysis.COUNTED}
    sides = [
        {
            "seats": list(side.seats),
            **side.words,
            "policies": [plan.policies[seat].name for seat in side.seats],
            "score": summary.mean_score(side).as_dict(),
            "win_share": summary.win_share(side).as_dict(),
            unit(plan): {
                row["source"]: row["points"].as_dict() for _, row in points.iterrows() if row["side"] == side
            },
            **{
                group: {
                    row["what"]: row["number"].as_dict()
                    for _, row in counted.iterrows()
                    if row["side"] == side
                }
                for group, counted in groups.items()
            },
        }
        for side in summary.sides
    ]
    whole = {fact.name: fact.estimate for fact in analysis.facts(summary)}
    whole |= {"turns": summary.length, "margin": summary.margin}
    if analysis.CAN_TIE:
        whole["tied"] = summary.tied
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


def _filled(said: Sequence[str]) -> list[str]:
    """Phrases with semicolons between them, on as few lines as they need; no phrase is parted."""
    lines = [f" {said[0]}"]
    for phrase in said[1:]:
        if len(lines[-1]) + len(phrase) + 2 > LINE:
            lines.append(f" {phrase}")
        else:
            lines[-1] += f"; {phrase}"
    return lines


def _table(summary: Summary) -> list[str]:
    """A heading and a row a side; above groups of other numbers than points, what they are."""
    sources = summary.by_source()
    groups = {group: summary.by_count(group) for group in analysis_of(summary.plan.game).COUNTED}
    rows: list[list[str]] = []
    words: dict[str, str] = {}
    for _, row in summary.by_side().iterrows():
        side = row["side"]
        words = side_words(summary.plan, side)
        points: list[Estimate] = list(sources.loc[sources["side"] == side, "points"])
        numbers = [f"{row['score']:.1f}", f"{row['win_share']:.1%}", *(f"{p.value:.1f}" for p in points)]
        for group in groups.values():
            numbers += [f"{number.value:.1f}" for number in group.loc[group["side"] == side, "number"]]
        rows.append([*words.values(), *numbers])
    heading = [*words, "mean score", "win share", *sources["source"].unique()]
    starts = {len(words) + 2: unit(summary.plan)}
    for name, group in groups.items():
        starts[len(heading)] = name
        heading += list(group["what"].unique())
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    above = "".join(starts.get(i, "").ljust(width + len(GAP)) for i, width in enumerate(widths))
    return [*([f" {above.rstrip()}"] if groups else []), *_aligned([heading, *rows], len(words))]


def _aligned(rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """Rows of cells as lines: the first columns, which are words, flush left and numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        " "
        + GAP.join(
            cell.ljust(width) if i < words else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
