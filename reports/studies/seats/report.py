"""What the study of seats says: who begins, who comes last, what repairs it, and whether colours matter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyses.measures import ORDER
from analyses.studies.panel import panels
from analyses.studies.seats.study import POLICIES, Seats, rotations
from analyses.studies.study import Entry, Results
from analyses.summary import FAIR
from reports.parts import Row, Section, lines_of, picture, table_of
from reports.plots import colours_of_players, dots, legend_of_players
from reports.studies.page import StudyReport
from reports.words import (
    MARKS_TWICE,
    agreement,
    by_players,
    capital,
    headed,
    points,
    sized,
    verdicts,
    whoever,
)
from rules import games
from simulate.plan import make_plan

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAD = POLICIES[0]
"""Who gives the findings."""


def of_place(results: Results, measure: str, place: int, policy: str = LEAD) -> dict[int, Entry]:
    """A number of a place at the tables that have it."""
    return results.some("places", measure, policy=policy, place=place)


def last(results: Results, measure: str, policy: str = LEAD) -> dict[int, Entry]:
    """The same of who comes last."""
    return {p: results.entry("places", measure, players=p, policy=policy, place=p) for p in results.players}


def colours(results: Results) -> list[str]:
    """What seats are told apart by, if anything."""
    return list(dict.fromkeys(str(e.keys["colour"]) for e in results.where("colours", "above_even")))


# --- sentences


def headline(results: Results) -> str:
    """Whether beginning matters, as far as both seeds say so."""
    return headed(
        of_place(results, "above_even", 1),
        "who begins wins {} percentage points more than an even share",
        f"who begins wins no more than an even share, within {points(FAIR)}",
        "whether beginning matters",
        sign="+",
    )


def first_sentence(results: Results) -> str:
    """What beginning is worth."""
    first = of_place(results, "above_even", 1)
    everybody = results.where("places", "above_even", place=1)
    over = whoever(everybody, f"all {len(POLICIES)} policies", "percentage points", "+")
    return (
        f"Who begins wins {by_players(first, '+.1pp', 'percentage points')} against an even share "
        f"({verdicts(first, points(FAIR))}); {over}."
    )


def last_sentence(results: Results) -> str:
    """What coming last is worth."""
    said = sized(last(results, "above_even"), "+.1pp", points(FAIR), "percentage points")
    return f"Who comes last wins {said}."


def score_sentence(results: Results) -> str:
    """The same in points."""
    return (
        f"Beginning is worth {by_players(of_place(results, 'score', 1), '+.1f', 'points')} against the mean "
        "of the table."
    )


def bonus_sentences(results: Results) -> list[str]:
    """What would repair it."""
    found = last(results, "bonus") if results.where("places", "bonus") else {}
    if not found:
        return []
    return [
        "The wins would be even if who comes last got "
        f"{by_players(found, '+.1f', 'points')} more at the start than who begins (the bonus of each other "
        "place is in the tables)."
    ]


def colour_sentences(results: Results) -> list[str]:
    """Whether it matters what seats are told apart by."""
    said = []
    for colour in colours(results):
        found = results.some("colours", "above_even", policy=LEAD, colour=colour)
        said.append(f"{capital(colour)} wins {sized(found, '+.1pp', points(FAIR), 'percentage points')}.")
    return said


def findings(results: Results) -> list[str]:
    """All findings that may be quoted."""
    return [
        first_sentence(results),
        last_sentence(results),
        score_sentence(results),
        *bonus_sentences(results),
        *colour_sentences(results),
    ]


def doubts(results: Results) -> list[str]:
    """Whether it depends on who plays."""
    return [
        agreement(
            panels(results, "places", ["above_even"]),
            f"{len(POLICIES)} policies",
            "places in the order of play",
        )
    ]


# --- tables and pictures


def rows(results: Results, measure: str, spec: str, policy: str) -> list[Row]:
    """A row a place."""
    return [
        (f"plays {ORDER[place - 1]}", found, spec)
        for place in range(1, results.players[-1] + 1)
        if (found := of_place(results, measure, place, policy))
    ]


MEASURES = (
    ("win_share", ".1%", "share of wins"),
    ("above_even", "+.1pp", f"share of wins over an even share, pp; margin {100 * FAIR:g}"),
    ("score", "+.1f", "points over the mean of the table"),
    ("bonus", "+.1f", "points to get beforehand, more than who begins, for even wins"),
)


def places(results: Results) -> Section:
    """The section on places."""
    tables = [
        table_of(results, f"{capital(words)}; {policy} players.", "", found, "")
        for policy in POLICIES
        for measure, spec, words in MEASURES
        if (found := rows(results, measure, spec, policy))
    ]
    drawn = picture(
        _places_drawn,
        headline(results),
        "Dots with intervals: the share of wins of each place over an even share, by number of players.",
        f"Percentage points over an even share, {LEAD} players, with intervals that hold for all places of a "
        "table at once. Shaded: within the margin.",
        results,
    )
    return Section("What is a place worth?", [], [drawn, *tables], False)


def _places_drawn(page: Figure, results: Results) -> None:
    most = results.players[-1]
    page.set_figheight(1.2 + 0.16 * most * (len(results.players) + 1))
    axes = page.add_subplot()
    shown = {
        f"plays {ORDER[place - 1]}": [of_place(results, "above_even", place).get(p) for p in results.players]
        for place in range(1, most + 1)
    }
    dots(axes, shown, colours_of_players(results.players), margin=FAIR)
    axes.set_xlabel("percentage points over an even share of wins")
    legend_of_players(page, results.players)


def by_colour(results: Results) -> Section:
    """The section on what seats are told apart by."""
    tables = [
        table_of(
            results,
            f"Share of wins over an even share, pp; {policy} players; margin {100 * FAIR:g}.",
            "",
            [
                (colour, results.some("colours", "above_even", policy=policy, colour=colour), "+.1pp")
                for colour in colours(results)
            ],
            "",
        )
        for policy in POLICIES
    ]
    return Section(
        "Do the colours matter?",
        [
            "Every colour took every seat in turn in the same games, so that seat and colour are told apart.",
        ],
        tables,
        False,
    )


def lines(results: Results) -> Iterator[str]:
    """The tables that a terminal shows."""
    yield from lines_of(
        results,
        f"share of wins over an even share, pp, {LEAD} players",
        rows(results, "above_even", "+.1pp", LEAD),
        "",
    )
    if bonus := rows(results, "bonus", "+.1f", LEAD):
        yield from lines_of(results, "points beforehand for even wins", bonus, "")


def method(repairs: bool, turned: bool) -> list[str]:
    """How the numbers came about."""
    said = [
        "Each policy plays all seats of games of its own. Places are those of the order of play: the first "
        "is who begins, whoever that is. Intervals hold for all places of a table at once (Bonferroni); "
        "Wilson’s for shares, Student’s for means."
    ]
    if turned:
        said.append(
            "The colours go once round the table with the same games: the games of one index are a block, "
            "and the block is the unit."
        )
    said.append(
        "The bonus is found by scoring the same games anew, with points added to each place until all win "
        "alike; players would play a little differently if they had them."
        if repairs
        else "Points before the game would change how this game goes, so no bonus is computed."
    )
    return said


def of_study(study: Seats) -> StudyReport:
    """The report of the study in its game."""
    game = study.game
    turned = len(rotations(make_plan(game, 1))) > 1
    return StudyReport(
        game,
        f"{games.load(game).title}: what is a place in the order of play worth?",
        careful="who plays",
        note=f"Brackets hold 95 % intervals. In the tables: {MARKS_TWICE}.",
        policies=POLICIES,
        who="Policies, not people: a finding holds for players like these.",
        margins=[("share of wins of a place or colour", points(FAIR))],
        method=lambda n: [f"A cell holds {n:,} games.", *method(study.repairs, turned)],
        headline=lambda results: f"{headline(results)}.",
        disputes=doubts,
        in_short=findings,
        findings=findings,
        sections=(places, by_colour) if turned else (places,),
        lines=lines,
    )
