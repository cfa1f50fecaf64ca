"""The closing summary of a run, in lines for a terminal."""

from __future__ import annotations

from analyses.estimates.critical import at_every_look
from analyses.measures.circles import circling_of
from analyses.measures.summary import Headings, Summary, analysis_of, summarise
from analyses.runs.decisions import decisions_of
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
    wins_heading,
)
from simulate.io.layout import LINE, aligned, phrases, prose, width
from simulate.play.tables import PLACEMENTS
from simulate.store.failures import failed_words
from simulate.store.runs import Run


def closing_summary(run: Run) -> str:
    """Who won how often, with which scores, from what, in lines for a terminal."""
    summary = summarise(run)
    with at_every_look(run.was_looked_at):
        return _summary_lines(run, summary)


def _summary_lines(run: Run, summary: Summary) -> str:
    plan, analysis = run.plan, analysis_of(run.plan.game)
    table = _table(summary)

    headline = ", ".join([title(plan), games_words(summary), *table_words(plan)])
    speed = _speed(run, summary.n)
    lines = _headline(headline, speed, max(map(len, table)))
    if note_on_looks := chosen_by_looking(run):
        lines += prose(note_on_looks, most=LINE)
    facts = [str(fact) for fact in analysis.facts(summary)]
    if summary.can_tie:
        facts.append(f"{summary.tied:.1%} of games end in a tie")
    lines += ["", *table, "", *phrases(facts)]
    if course := progress_of(run):
        if course.n < summary.n:
            lines.append(f" in the {count(course.n)} that somebody won:")
        lines += phrases(map(str, course.facts()))
    if decided := decisions_of(run):
        lines += phrases(map(str, decided.facts()))
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


def _headline(headline: str, speed: str, line_width: int) -> list[str]:
    """What was played and, at the end of the line or in the next one, how fast."""
    line = f"{headline}{speed:>{max(len(speed) + 4, line_width - len(headline))}}"
    if len(line) <= (width() or len(line)):
        return [line]
    lines = list(prose(headline, hang="  ", most=LINE))
    return [*lines, f"  {speed}"] if speed else lines


def _speed(run: Run, n: int) -> str:
    """How long it took, if the manifest knows; of the first games of a run it knows what all of them took."""
    seconds, games = run.manifest["seconds"], run.manifest["plan"]["n"]
    if not seconds:
        return ""
    if run.plan.n < games:
        return f"all {games:,} games: {seconds:,.1f} s, {games / seconds:,.0f} games/s"
    return f"{seconds:,.1f} s, {n / seconds:,.0f} games/s"


def heading_of(summary: Summary) -> tuple[list[str], dict[int, str], int]:
    """The heading of the sides, where groups of numbers begin in it, and how many columns are words."""
    words = list(side_words(summary.plan, summary.sides[0]))
    heading = [*words, *([mean_score(summary.plan)] if summary.is_scored else []), wins_heading(summary)]
    starts = {}
    for group, headings in groups_of(summary).items():
        starts[len(heading)] = group
        heading += headings
    return heading, starts, len(words)


def rows_of(summary: Summary) -> list[list[str]]:
    """A row a side: what it is called, mean score, share of wins, and where points come from."""
    rows = []
    for side in summary.sides:
        row = [*side_words(summary.plan, side).values()]
        row += [f"{summary.mean_score(side):.1f}"] if summary.is_scored else []
        row.append(f"{summary.win_share(side):.1%}")
        for headings in groups_of(summary).values():
            row += [f"{mean.value:.1f}" for mean in summary.means(side, headings).values()]
        rows.append(row)
    return rows


def groups_of(summary: Summary) -> dict[str, Headings]:
    """What stands beside a side's score and wins, by group: where points come from, then the rest."""
    sources = {unit(summary.plan): summary.sources} if summary.sources else {}
    return {**sources, **summary.counted}


def _table(summary: Summary) -> list[str]:
    """A heading and a row a side; above groups of other numbers than points, what they are."""
    heading, starts, words = heading_of(summary)
    heads = starts if summary.counted else dict.fromkeys(starts, "")
    return aligned([heading, *rows_of(summary)], words, above=heads)
