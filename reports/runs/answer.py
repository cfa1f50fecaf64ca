"""The answer of a run: who wins, and all numbers of its games, as any other question is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import Estimate
from analyses.measures.circles import circling_of
from analyses.measures.measure import NO_MARGIN, NUMBER, SHARE, Measure
from analyses.measures.number import Number
from analyses.measures.placements import placements_of
from analyses.measures.summary import Side, Summary, analysis_of, summarise
from analyses.runs.decisions import decisions_of
from analyses.runs.progress import progress_of
from reports.pages.answer import Answer
from reports.pages.chart import Chart, rows_chart
from reports.runs.console import closing_summary, groups_of
from reports.runs.report import depths_of, findings, notes_of, who_wins
from reports.words.wording import mean_score, question_of, side_name, title, unit, who_decides, wins_heading
from simulate.io.files import Rows
from simulate.store.runs import Run


def answer_of(run: Run) -> Answer:
    """Who wins the games of a run, by what points, and what else they show."""
    summary, plan = summarise(run), run.plan
    with at_every_look(run.was_looked_at):
        return Answer(
            question=f"{title(plan)}: {question_of(plan)}",
            game=plan.game,
            common=plan.rule_words,
            finding=who_wins(summary),
            findings=findings(summary),
            notes=notes_of(run, summary),
            players=[plan.players],
            policies=who_decides(plan),
            n=summary.n,
            seeds=[plan.seed],
            looked=run.was_looked_at,
            numbers=[*_numbers_of_sides(summary), *_numbers_of_games(summary)],
            sections=_sections(run, summary),
            chart=_chart(summary),
            depths=partial(depths_of, run),
            lines=partial(closing_summary, run),
        )


def _chart(summary: Summary) -> Chart:
    """What each side wins, in percent."""
    wins = [
        (side_name(summary.plan, side), {"value": summary.win_share(side).times(100)})
        for side in summary.sides
    ]
    return rows_chart({f"{wins_heading(summary)} (%)": wins})


def _numbers_of_sides(summary: Summary) -> Iterator[dict[str, Any]]:
    """What each side scores and wins, where its points come from, and what it does besides."""
    points = unit(summary.plan)
    score = Measure("score", mean_score(summary.plan), unit=points, spec=".1f")
    win_share = Measure("win_share", "share of wins", kind=SHARE, unit="share of wins", spec=".1%")
    for side in summary.sides:
        if summary.is_scored:
            yield _row(score, summary.mean_score(side), _place(side))
        yield _row(win_share, summary.win_share(side), _place(side))
        for group, headings in groups_of(summary).items():
            for heading, mean in summary.means(side, headings).items():
                measure = Measure(heading, f"{heading}, {group}", unit=points if group == points else "")
                yield _row(measure, mean, {**_place(side), "group": group})


def _place(side: Side) -> dict[str, Any]:
    return {"seats": list(side.seats)}


def _numbers_of_games(summary: Summary) -> Iterator[dict[str, Any]]:
    """How long a game takes, by how much it is won, and what the game says besides."""
    analysis = analysis_of(summary.plan.game)
    estimates = {fact.name: fact.estimate for fact in analysis.facts(summary)}
    shares = {fact.name for fact in analysis.facts(summary) if "%" in fact.phrase}
    if summary.has_turns:
        estimates["turns"] = summary.length
    if summary.is_compared:
        estimates["margin"] = summary.margin
    if summary.can_tie:
        estimates["tied"] = summary.tied
        shares.add("tied")
    for name, estimate in estimates.items():
        kind = SHARE if name in shares else NUMBER
        yield _row(Measure(name, name.replace("_", " "), NO_MARGIN, kind=kind), estimate)


def _row(measure: Measure, estimate: Estimate, place: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A number of a side, if it has a place, or of a game."""
    table = "games" if place is None else "sides"
    return {"table": table, **(place or {}), **Number(measure, estimate).as_dict()}


def _sections(run: Run, summary: Summary) -> dict[str, Any]:
    """What was played and who sat where; how the games went, and what each piece brings, if the run tells."""
    plan = run.plan
    sides: Rows = [
        {
            "seats": list(side.seats),
            **side.words,
            **({"policies": [plan.policies[seat].name for seat in side.seats]} if summary.has_turns else {}),
        }
        for side in summary.sides
    ]
    of_run = {
        "asked": plan.n,
        "preset": plan.preset,
        "rules_changed": plan.changed_options(),
        "box": plan.differs.get("box", "standard"),
        "failed": [failure.line_of_run(run) for failure in run.failed],
        "looks": run.looks if run.last_look else [],
        "seconds": run.manifest["seconds"],
    }
    optional = {
        "progress": progress_of(run),
        "placements": placements_of(run),
        "decisions": decisions_of(run),
        "circles": circling_of(run, summary),
    }
    known = {name: part.as_dict() for name, part in optional.items() if part}
    return {"run": of_run, "sides": sides, **known}
