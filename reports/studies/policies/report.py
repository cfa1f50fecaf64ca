"""What the study of policies says: who is how strong, who beats whom, and whether one number tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyses.estimate import DIFFERENT
from analyses.studies.policies.study import ELO_MARGIN, LEAD, MISFIT_MARGIN, Policies, cycles
from analyses.studies.study import Entry, Results
from analyses.summary import FAIR
from reports.parts import Cell as TableCell
from reports.parts import Row, Section, Table, cell, lines_of, marked, picture, table_of
from reports.plots import colours_of_players, dots, legend_of_players
from reports.studies.page import StudyReport
from reports.words import COUNTS, MARKS_TWICE, capital, listed, part, points, sized, written
from rules import games

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def ranked(results: Results, players: int) -> list[Entry]:
    """The strengths at one table, the strongest first."""
    found = results.where("strength", "elo", players=players)
    return sorted(found, key=lambda e: -e.estimate.value)


def names(results: Results) -> list[str]:
    """The policies, by strength at the smallest table."""
    return [str(e.keys["policy"]) for e in ranked(results, results.players[0])]


# --- sentences


def headline(results: Results) -> str:
    """Whether `heuristic` is the strongest at each table, as far as both seeds say so."""
    sure, rivals = [], []
    for players in results.players:
        gaps = results.where("strength", "below_lead", players=players)
        others = [str(e.keys["policy"]) for e in gaps if e.estimate.high >= 0]
        if gaps and not others:
            sure.append(players)
        elif others:
            rivals.append(f"with {COUNTS[players]} players {listed(others)} may be as strong")
    said = [f"{LEAD} is the strongest policy with {listed(COUNTS[p] for p in sure)} players"] if sure else []
    return f"{capital('; '.join([*said, *rivals]) or 'too few games to tell who is strongest')}."


def gap_sentences(results: Results) -> list[str]:
    """How far each stands below `heuristic`."""
    margin, unit = f"{ELO_MARGIN:g} points", "points of strength"
    return [
        f"{capital(name)} stands {sized(gaps, '+.0f', margin, unit)} against {LEAD}."
        for name in names(results)
        if (gaps := results.some("strength", "below_lead", policy=name))
    ]


def unknown_sentences(results: Results) -> list[str]:
    """Who hardly ever wins, so that no strength is told."""
    said = []
    for policy in dict.fromkeys(str(e.keys["odd"]) for e in results.where("pairs", "win_share")):
        known = results.some("strength", "elo", policy=policy)
        if without := [p for p in results.players if p not in known]:
            tables = listed(COUNTS[p] for p in without)
            said.append(
                f"{capital(policy)} hardly ever wins with {tables} players, so these games do not tell how "
                "strong it is."
            )
    return said


def cycle_sentences(results: Results) -> list[str]:
    """Whether each of three beats the next."""
    said = []
    for players in results.players:
        for a, b, c in cycles(results, players):
            said.append(f"With {COUNTS[players]} players {a} beats {b}, {b} beats {c}, and {c} beats {a}.")
    return said or ["No three policies beat each other in a circle, as far as these games can tell."]


def misfit_sentence(results: Results) -> str:
    """Whether one number a policy tells who wins."""
    every = results.where("pairs", "misfit")
    sure = [e for e in every if e.verdict == DIFFERENT]
    if not sure:
        return (
            "One strength a policy tells who wins: no pair is sure to stray from it by more than "
            f"{points(MISFIT_MARGIN)}."
        )
    far = max(sure, key=lambda e: abs(e.estimate.value))
    return (
        f"One strength a policy does not tell all: {len(sure)} of {len(every)} pairs stray from it by more "
        f"than {points(MISFIT_MARGIN)}, the farthest {far.keys['odd']} among {far.keys['others']} with "
        f"{COUNTS[int(far.keys['players'])]} players, {written(far.estimate, '+.1pp')} percentage points."
    )


def pair_sentences(results: Results) -> list[str]:
    """What the strongest wins among each other policy."""
    first, *others = names(results)
    said = []
    for other in others:
        won = results.some("pairs", "win_share", odd=first, others=other)
        shares = listed(f"{e.estimate:.1%} with {COUNTS[p]}" for p, e in won.items())
        said.append(f"One {first} player among {other} ones wins {shares} players.")
    return said


def findings(results: Results) -> list[str]:
    """All findings that may be quoted."""
    return [
        *gap_sentences(results),
        *unknown_sentences(results),
        *cycle_sentences(results),
        misfit_sentence(results),
        *pair_sentences(results),
    ]


# --- tables and pictures


def strength_rows(results: Results) -> list[Row]:
    """A row a policy."""
    return [(name, results.some("strength", "elo", policy=name), "+.0f") for name in names(results)]


def strength(results: Results) -> Section:
    """The section on strengths."""
    drawn = picture(
        _strengths_drawn,
        headline(results).removesuffix("."),
        "Dots with intervals: the strength of each policy, for each number of players.",
        "Points of strength over the mean of all policies. 400 more mean ten times the chance to win.",
        results,
    )
    table = table_of(results, "Points of strength over the mean of all policies.", "", strength_rows(results))
    return Section("How strong is each?", [], [drawn, table], False)


def _strengths_drawn(page: Figure, results: Results) -> None:
    shown = {
        name: [results.some("strength", "elo", policy=name).get(p) for p in results.players]
        for name in names(results)
    }
    page.set_figheight(1.2 + 0.13 * len(shown) * (len(results.players) + 1.4))
    axes = page.add_subplot()
    dots(axes, shown, colours_of_players(results.players), 1.0)
    axes.set_xlabel("points of strength")
    legend_of_players(page, results.players)


def pairs(results: Results) -> Section:
    """The section on who beats whom."""
    every = list(dict.fromkeys(str(e.keys["odd"]) for e in results.where("pairs", "win_share")))
    tables = []
    for players in results.players:
        rows = [
            [
                TableCell(odd),
                *(
                    marked(
                        results.entry("pairs", "above_even", players=players, odd=odd, others=other), "+.1pp"
                    )
                    if odd != other
                    else cell("")
                    for other in every
                ),
            ]
            for odd in every
        ]
        tables.append(
            Table(
                "What one player (row) wins among others (column) over an even share, pp, with "
                f"{COUNTS[players]} players; margin {100 * FAIR:g}.",
                ["", *every],
                rows,
            )
        )
    return Section("Who beats whom?", [], tables, False)


def lines(results: Results) -> Iterator[str]:
    """The tables that a terminal shows."""
    yield from lines_of(results, "points of strength over the mean", strength_rows(results))


def method(n: int) -> list[str]:
    """How the numbers came about."""
    return [
        f"Every policy sits alone among players of every other one, in each seat in turn, {n:,} games in "
        "each. The games of one index see the same tiles, cards and dice whoever plays: they are a block, "
        "and the block is the unit.",
        "The strengths are those of a model (Luce 1959, Plackett 1975): a seat wins with a chance in "
        "proportion to the strength of its policy and the worth of its place in the order of play. It is "
        "fitted to all games of a number of players at once; intervals are robust and hold one by one. 400 "
        "points mean ten times the chance, as in chess. How far each pair strays from the model stands in "
        "the tables.",
    ]


def of_study(study: Policies) -> StudyReport:
    """The report of the study in its game."""
    return StudyReport(
        study.game,
        f"{games.load(study.game).title}: which policy beats which?",
        careful="who plays",
        note=f"Brackets hold 95 % intervals. In the tables: {MARKS_TWICE}.",
        policies=study.names,
        who="Policies, not people.",
        margins=[
            ("share of wins of one among others", points(FAIR)),
            ("points of strength", f"{ELO_MARGIN:g}: 55 of 100 games between two"),
            ("what a pair strays from the model", part(MISFIT_MARGIN)),
        ],
        method=method,
        headline=headline,
        disputes=lambda results: [],
        in_short=findings,
        findings=findings,
        sections=(strength, pairs),
        lines=lines,
    )
