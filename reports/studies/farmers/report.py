"""The report of the study of farmers: what leads, what it is made of, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.studies.farmers.rules import CHANGES, MEASURES, ROBUST_POLICIES
from analyses.studies.farmers.study import GAME, RULES
from analyses.studies.farmers.sweep import POINT_MARGIN, WIN_MARGIN
from analyses.studies.study import Results
from reports.parts import lines_of
from reports.studies.farmers import played, price, rescored
from reports.studies.farmers.rescored import WINNER, winner_sentence
from reports.studies.page import StudyReport
from reports.words import MARKS_TWICE, points

LEADING = ("field_to_once", "field_to_city", "field_3_to_city_4", "to_old")
"""The changes that get a sentence beside that of the headline; the tables have them all."""

NAMED = {change.name: change for change in CHANGES}


def in_short(results: Results) -> list[str]:
    """What a designer wants to know first."""
    in_force, fourth, _, old = RULES
    return [
        *(winner_sentence(results, NAMED[name]) for name in LEADING),
        played.adapted_sentence(results, fourth),
        played.adapted_sentence(results, old),
        price.meeple_sentence(results),
        price.best_sentence(results, in_force),
        price.forbidden_sentence(results, in_force),
    ]


def findings(results: Results) -> list[str]:
    """All findings that a designer may quote."""
    return [
        winner_sentence(results),
        *(winner_sentence(results, NAMED[name]) for name in LEADING),
        rescored.effect_sentence(results),
        *(played.adapted_sentence(results, studied) for studied in RULES[1:]),
        *(played.first_seat_sentence(results, studied) for studied in RULES[1:]),
        price.meeple_sentence(results),
        *(price.best_sentence(results, studied) for studied in RULES),
        *(price.forbidden_sentence(results, studied) for studied in RULES),
    ]


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
        "this number of games. Each holds for itself at 95 %; among a hundred, a few will be wrong. Which "
        "farming is best is told by multiple comparisons with the best (Hsu 1984) on the paired blocks, all "
        "steps at once (max-t): the brackets hold every step that is not told apart from the best.",
    ]


def lines(results: Results) -> Iterator[str]:
    """The tables that a terminal shows."""
    rows = [
        (change.label, rescored.changed(results, "winner_changes", change), WINNER.spec) for change in CHANGES
    ]
    yield from lines_of(results, f"same games: winner changes (margin {WINNER.margin_words})", rows)
    apart, win, score = (
        f"{MEASURES['farmers'].margin:g}",
        f"{100 * WIN_MARGIN:g} pp",
        f"{POINT_MARGIN:g} points",
    )
    blocks = {
        "played anew: farmers a player": ("adapted", "farmers", ".2f", RULES),
        f"  against per field, 3 points (margin {apart})": ("adapted_changes", "farmers", "+.2f", RULES[1:]),
        "farmers a game that win most": ("price", "best_farmers", ".2f", RULES),
        f"never a farmer: share of wins, pp (margin {win})": ("price", "forbidden_win", "+.1pp", RULES),
        f"never a farmer: points (margin {score})": ("price", "forbidden_score", "+.1f", RULES),
        f"{price.EARNED} (margin 1)": ("meeples", "farmer_over_elsewhere", "+.2f", RULES),
    }
    for title, (table, measure, spec, rules) in blocks.items():
        yield from lines_of(results, title, played.rows_of(results, table, measure, spec, rules))


REPORT = StudyReport(
    GAME,
    "What is a farmer worth?",
    careful="who plays",
    note=f"Brackets hold 95 % intervals. In the tables: {MARKS_TWICE}. “In force” is the rule per field, 3 "
    "points. Games of the first section are those of policy heuristic.",
    policies=list(dict.fromkeys([*(rule.policy for rule in RULES), *ROBUST_POLICIES])),
    who="Policies, not people: a finding holds for players like these. The weights are tuned by "
    "self-play and are good play, not perfect play, nor an equilibrium: one player may do better than "
    "the tuned one, as the curves show.",
    margins=[
        *((about.words, about.margin_words) for about in MEASURES.values() if about.margin is not None),
        ("one player’s share of wins", points(WIN_MARGIN)),
        ("one player’s points", f"{POINT_MARGIN:g} points"),
        (price.EARNED, "1 point"),
    ],
    method=method,
    headline=winner_sentence,
    disputes=rescored.dispute_sentences,
    in_short=in_short,
    findings=findings,
    sections=(rescored.same_games, played.played_anew, price.price, price.forbidden, rescored.robustness),
    lines=lines,
)
