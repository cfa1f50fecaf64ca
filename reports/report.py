"""The report of a run: one HTML file with its pictures inside, fit to be shown or printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analyses.critical import at_every_look
from analyses.summary import Summary, analysis_of, summarise
from reports import charts, placements, progress
from reports.page import fill
from reports.parts import LEVEL, Section, means_table, picture, side_table
from reports.words import (
    capital,
    chosen_by_looking,
    count,
    finding,
    games_words,
    low_wins,
    policy_words,
    side_name,
    table_words,
    title,
    unit,
)
from rules import games
from rules.errors import UserError
from rules.options import describe, show
from simulate.runs import Run


def write_report(run: Run, path: Path) -> str:
    """Write the report of a run to `path` and return its headline.

    Raises
    ------
    UserError
        If the run has no games yet or the file cannot be written.
    """
    summary = summarise(run)
    with at_every_look(run.was_looked_at):
        page, headline = render(run, summary), finding(summary)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UserError(f"report '{path}': {error.strerror}; choose another --out") from error
    return headline


def render(run: Run, summary: Summary) -> str:
    """The report as the text of one HTML file."""
    particular = games.load(run.plan.game).report
    plan = run.plan
    return fill(
        "report.html",
        name=f"{title(plan)}: {games_words(summary)}",
        title=title(plan),
        about=[games_words(summary), *table_words(plan)],
        looked=capital(looked) if (looked := chosen_by_looking(run)) else "",
        captions_over=False,
        finding=finding(summary),
        caveat=summary.caveat,
        sections=[
            seats(summary),
            scores(summary),
            points(summary),
            *progress.sections(run),
            *placements.sections(run),
            *particular.sections(run, summary),
        ],
        policies=policy_texts(run),
        changed=plan.changed_options(),
        options=options(run),
        policy_version=plan.as_dict()["policies_version"],
        rules_version=plan.as_dict()["rules_version"],
        plan=plan,
        manifest=run.manifest,
        command=run.command,
    )


def seats(summary: Summary) -> Section:
    """Who wins, and what beginning is worth."""
    columns = {
        "mean score": ("score", ".1f"),
        "win share": ("win_share", ".1%"),
        "against even": ("above_even", "+.1pp"),
    }
    if len(summary.sides) > 2:  # of two it says nothing new
        columns["mean place"] = ("place", ".2f")
    table = side_table(
        summary,
        f"Means over {count(summary.n)} with {LEVEL} intervals. Even: win share minus {summary.even:.1%}, "
        "in percentage points. A shared win counts as a fraction.".replace("%,", " %,"),
        summary.by_side(),
        columns,
    )
    return Section(
        "Who wins",
        [
            *beginning(summary),
            f"{ahead(summary)} A game takes {summary.length:.1f} turns.",
        ],
        [table],
    )


def ahead(summary: Summary) -> str:
    """By how much the winner wins, and how often nobody does alone."""
    lead = f"The winner is {summary.margin:.1f} {unit(summary.plan)} ahead of the next"
    if not analysis_of(summary.plan.game).CAN_TIE:
        return f"{lead}."
    return f"{lead}; {summary.tied:.1%} of games end in a tie at the top."


def beginning(summary: Summary) -> list[str]:
    """What beginning is worth, if the games can tell it from the beginner's policy."""
    if not summary.beginning_says_something:
        return []
    first = summary.sides[0]
    who = f"{side_name(summary.plan, first)} begins. It wins" if summary.one_begins else "who begins wins"
    others = "the other" if len(summary.sides) == 2 else "the mean of the others"
    lead = f"{summary.first_player_lead:+.1f} {unit(summary.plan)}"
    scores = f"has {lead} left" if low_wins(summary.plan) else f"scores {lead}"
    return [f"{capital(who)} {summary.first_player_wins:.1%} of games and {scores} against {others}."]


def scores(summary: Summary) -> Section:
    """The distribution of scores."""
    low, high = int(summary.scores.index[0]), int(summary.scores.index[-1])
    means = "; ".join(
        f"{side_name(summary.plan, side)}: mean {summary.mean_score(side):.1f}" for side in summary.sides
    )
    bars = picture(
        charts.scores,
        charts.scores_say(summary),
        f"Bar charts of final scores from {low} to {high} {unit(summary.plan)}. {means}.",
        f"One bar a whole number of {unit(summary.plan)}, as high as the games that ended with it; "
        "nothing is smoothed.",
        summary,
    )
    return Section("Scores", [], [bars])


def points(summary: Summary) -> Section:
    """Where points come from."""
    bars = picture(
        charts.means,
        charts.sources_say(summary),
        f"Stacked bars of mean {unit(summary.plan)} by source: {', '.join(summary.sources)}. "
        "The table has the numbers.",
        "The bar of a side is as long as its mean score.",
        summary,
        summary.sources,
        f"mean {unit(summary.plan)} a game",
    )
    caption = f"Mean {unit(summary.plan)} a game by source, {LEVEL} intervals."
    title = "Where cards are left" if low_wins(summary.plan) else "Where points come from"
    return Section(title, [], [bars, means_table(summary, caption, summary.sources, ".1f")])


def policy_texts(run: Run) -> list[tuple[str, str]]:
    """Every policy at the table and what it is."""
    known = policy_words(run.plan.game)
    return [
        (policy.name, known.get(policy.name, "the user's own")) for policy in dict.fromkeys(run.plan.policies)
    ]


def options(run: Run) -> list[dict[str, Any]]:
    """Every option with its value in this run, its default, its rule and its text."""
    found = []
    for option in describe(games.load(run.plan.game).options.Options):
        value = show(getattr(run.plan.options, option.name))
        follows = option.default == "standard"  # filled in by the number of players and the preset
        changed = option.name in run.plan.changed_options() if follows else value != option.default
        found.append(
            {
                "name": option.name,
                "value": value,
                "default": option.default,
                "rule": option.rule,
                "text": option.text,
                "changed": changed,
            }
        )
    return found
