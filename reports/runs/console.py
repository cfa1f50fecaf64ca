"""The closing summary of a run, as text and as JSON."""

from __future__ import annotations

from typing import Any

from analyses.estimates.critical import at_every_look
from analyses.measures.circles import circling_of
from analyses.measures.placements import placements_of
from analyses.measures.summary import Headings, Summary, analysis_of, summarise
from analyses.runs.progress import progress_of
from reports.words.wording import (
    chosen_by_looking,
    count,
    games_words,
    mean_score,
    side_words,
    table_words,
    title,
    unit,
)
from simulate.io.layout import LINE, aligned, phrases, prose, width
from simulate.play.tables import PLACEMENTS
from simulate.store.failures import failed_words
from simulate.store.runs import Run


def closing_summary(run: Run) -> str:
    """Who won how often, with which scores, from what, in lines for a terminal."""
    summary = summarise(run)
    with at_every_look(run.was_looked_at):
        return _told(run, summary)


def _told(run: Run, summary: Summary) -> str:
    plan, analysis = run.plan, analysis_of(run.plan.game)
    table = _table(summary)

    headline = ", ".join([title(plan), games_words(summary), *table_words(plan)])
    speed = _speed(run, summary.n)
    lines = _headed(headline, speed, max(map(len, table)))
    if looked := chosen_by_looking(run):
        lines += prose(looked, most=LINE)
    said = [str(fact) for fact in analysis.facts(summary)]
    if analysis.CAN_TIE:
        said.append(f"{summary.tied:.1%} of games end in a tie")
    lines += ["", *table, "", *phrases(said)]
    if going := progress_of(run):
        lines += [f" in the {count(going.n)} that somebody won:"] if going.n < summary.n else []
        lines += phrases(map(str, going.facts()))
    if PLACEMENTS in run.tables:  # loaded only then: a run of ten games takes a second
        from reports.runs import placements

        lines += placements.lines(run)
    if circles := circling_of(run, summary):
        lines += prose(str(circles), " ", most=LINE)
    if summary.caveat:
        lines += prose(summary.caveat, " ", most=LINE)
    if failed := failed_words(run.failed, run.games_done):
        lines += prose(failed, " ", most=LINE)
    return "\n".join(lines)


def summary_as_dict(run: Run) -> dict[str, Any]:
    """The closing summary for a script: every estimate with its interval."""
    summary = summarise(run)
    with at_every_look(run.was_looked_at):
        return _found(run, summary)


def _found(run: Run, summary: Summary) -> dict[str, Any]:
    plan, analysis = run.plan, analysis_of(run.plan.game)
    sides = [
        {
            "seats": list(side.seats),
            **side.words,
            "policies": [plan.policies[seat].name for seat in side.seats],
            "score": summary.mean_score(side).as_dict(),
            "win_share": summary.win_share(side).as_dict(),
            **{
                group: {what: mean.as_dict() for what, mean in summary.means(side, headings).items()}
                for group, headings in _groups(summary).items()
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
        "asked": plan.n,
        "players": plan.players,
        "preset": plan.preset,
        "seed": plan.seed,
        "rules_changed": plan.changed_options(),
        "box": plan.differs.get("box", "standard"),
        "sides": sides,
        "games": {name: estimate.as_dict() for name, estimate in whole.items()},
        **({"progress": going.as_dict()} if (going := progress_of(run)) else {}),
        **({"placements": placed.as_dict()} if (placed := placements_of(run)) else {}),
        **({"circles": circles.as_dict()} if (circles := circling_of(run, summary)) else {}),
        "caveat": summary.caveat,
        "failed": [failure.line_of_run(run) for failure in run.failed],
        "looks": run.looks if run.was_looked_at else [],
        "seconds": run.manifest["seconds"],
        "program": run.played_by,
        "command": run.command,
    }


def _headed(headline: str, speed: str, wide: int) -> list[str]:
    """What was played and, at the end of the line or in the next one, how fast."""
    line = f"{headline}{speed:>{max(len(speed) + 4, wide - len(headline))}}"
    if len(line) <= (width() or len(line)):
        return [line]
    return [*prose(headline, hang="  ", most=LINE), *([f"  {speed}"] if speed else [])]


def _speed(run: Run, n: int) -> str:
    """How long it took, if the manifest knows; of the first games of a run it knows what all of them took."""
    seconds, held = run.manifest["seconds"], run.manifest["plan"]["n"]
    if not seconds:
        return ""
    if run.plan.n < held:
        return f"all {held:,} games: {seconds:,.1f} s, {held / seconds:,.0f} games/s"
    return f"{seconds:,.1f} s, {n / seconds:,.0f} games/s"


def heading_of(summary: Summary) -> tuple[list[str], dict[int, str], int]:
    """The heading of the sides, where groups of numbers begin in it, and how many columns are words."""
    words = list(side_words(summary.plan, summary.sides[0]))
    heading, starts = [*words, mean_score(summary.plan), "win share"], {}
    for group, headings in _groups(summary).items():
        starts[len(heading)] = group
        heading += headings
    return heading, starts, len(words)


def rows_of(summary: Summary) -> list[list[str]]:
    """A row a side: what it is called, mean score, share of wins, and where points come from."""
    groups = _groups(summary).values()
    return [
        [
            *side_words(summary.plan, side).values(),
            f"{summary.mean_score(side):.1f}",
            f"{summary.win_share(side):.1%}",
            *(f"{mean.value:.1f}" for headings in groups for mean in summary.means(side, headings).values()),
        ]
        for side in summary.sides
    ]


def _groups(summary: Summary) -> dict[str, Headings]:
    return {unit(summary.plan): summary.sources, **summary.counted}


def _table(summary: Summary) -> list[str]:
    """A heading and a row a side; above groups of other numbers than points, what they are."""
    heading, starts, words = heading_of(summary)
    heads = starts if summary.counted else dict.fromkeys(starts, "")
    return aligned([heading, *rows_of(summary)], words, above=heads)
