"""The study of farmers as one HTML report and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from analyses.estimate import Estimate
from analyses.farmer_study.rules import CHANGES, MEASURES, ROBUST_POLICIES
from analyses.farmer_study.study import RULES
from analyses.farmer_study.sweep import POINT_MARGIN, WIN_MARGIN
from analyses.studies import Results
from reports.farmer_study.played import forbidden, played_anew, price
from reports.farmer_study.rescored import robustness, same_games
from reports.farmer_study.words import (
    MEASURE_WORDS,
    dispute_sentences,
    headline,
    in_short,
    margin_words,
    sentences,
)
from reports.page import fill
from reports.study_parts import Row, lines_of, plain_2
from reports.study_words import (
    MARKS_SAY,
    about,
    at_tables,
    care,
    percent,
    percentage_points,
    signed,
    signed_2,
)
from reports.words import policy_words

TITLE = "What is a farmer worth?"

# --- the report


def page(results: Results, command: str) -> str:
    """One self-contained HTML file."""
    texts = policy_words("carcassonne")
    played = dict.fromkeys([*(rule.policy for rule in RULES), *ROBUST_POLICIES])
    return fill(
        "study.html",
        title=TITLE,
        about=["Carcassonne", *about(results)],
        finding=headline(results),
        care=care(results, dispute_sentences(results)),
        careful="who plays",
        said=in_short(results),
        note=f"Brackets hold 95 % intervals. In the tables: {MARKS_SAY}. “In force” is the rule per field, 3 "
        "points. Games of the first section are those of policy heuristic.",
        sections=[
            same_games(results),
            played_anew(results),
            price(results),
            forbidden(results),
            robustness(results),
        ],
        policies=[(name, texts.get(name, "")) for name in played],
        margins=[
            (MEASURE_WORDS[name], margin_words(name)) for name, m in MEASURES.items() if m.margin is not None
        ]
        + [
            ("one player’s share of wins", f"{100 * WIN_MARGIN:g} percentage points"),
            ("one player’s points", f"{POINT_MARGIN:g} points"),
            ("points of a farmer over a meeple elsewhere", "1 point"),
        ],
        method=method(results.setting.n),
        who="Policies, not people: a finding holds for players like these. The weights are tuned by "
        "self-play and are good play, not perfect play, nor an equilibrium: one player may do better than "
        "the tuned one, as the curves show.",
        command=command,
    )


def method(n: int) -> list[str]:
    """How the numbers came about."""
    return [
        "A cell is one setting: a number of players, a farm rule, and who plays. A cell in which all seats "
        f"play alike holds {n:,} games. In a cell with one odd player that player takes every seat in turn "
        "on the same tiles; the games of one index are a block and count as one observation, so that the "
        "order of seats cancels. Such a cell holds half as many games.",
        "Game number i sees the same tiles in the same order in every cell. All changes are differences of "
        "the same games, or blocks, under two settings, so that luck which both share cancels. Brackets "
        "hold 95 % intervals: Wilson’s for how often something happens, Student’s t for means and paired "
        "differences, the delta method for ratios. The seats of one game are not independent, so the game "
        "or the block is the unit.",
        "The margins below are fixed in the program; they are not chosen to suit these games. A verdict "
        "says that a change is different by more than the margin, equivalent within it, or undecided at "
        "this number of games. Each holds for itself at 95 %; among a hundred, a few will be wrong. The "
        "best farming is the best of a handful of steps chosen by the same games, and so a little flattered.",
    ]


# --- the terminal


def summary(results: Results) -> str:
    """The findings in lines for a terminal."""
    lines = [f"{TITLE} Carcassonne, {', '.join(about(results))}", ""]
    lines += [f" {text}" for text in care(results, dispute_sentences(results))]
    for title, rows in _blocks(results):
        lines += lines_of(results, title, rows)
    return "\n".join([*lines, "", f" {MARKS_SAY}", "", headline(results)])


def _blocks(results: Results) -> Iterator[tuple[str, list[Row]]]:
    """The tables that a terminal shows."""

    def rows(table: str, measure: str, show: Callable[[Estimate], str], skip: int = 0) -> list[Row]:
        return [
            (rule.text, at_tables(results, table, measure, rule=rule.name), show) for rule in RULES[skip:]
        ]

    win, points = f"{100 * WIN_MARGIN:g} pp", f"{POINT_MARGIN:g} points"
    changed: list[Row] = [
        (
            change.label,
            at_tables(results, "rescored_changes", "winner_changes", policy="heuristic", change=change.name),
            percent,
        )
        for change in CHANGES
    ]
    yield f"same games: winner changes (margin {margin_words('winner_changes')})", changed
    yield "played anew: farmers a player", rows("adapted", "farmers", plain_2)
    margin = MEASURES["farmers"].margin
    yield (
        f"  against per field, 3 points (margin {margin:g})",
        rows("adapted_changes", "farmers", signed_2, 1),
    )
    yield "farmers a game that win most", rows("price", "best_farmers", plain_2)
    yield (
        f"never a farmer: share of wins, pp (margin {win})",
        rows("price", "forbidden_win", percentage_points),
    )
    yield f"never a farmer: points (margin {points})", rows("price", "forbidden_score", signed)
    yield (
        "points of a farmer over a meeple elsewhere (margin 1)",
        rows("meeples", "farmer_over_elsewhere", signed_2),
    )


__all__ = ["page", "sentences", "summary"]
