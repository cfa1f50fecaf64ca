"""The report about numbers on seats, length and trade, and whether all of it holds elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.studies.numbers.cells import DECK, STANDARD, WAYS_TO_PLAY, Way
from analyses.studies.numbers.dots import PAID_MARGIN
from analyses.studies.numbers.openings import EFFECT_MARGIN
from analyses.studies.numbers.seats import SEAT_MARGIN, TURNS_MARGIN, panel
from analyses.studies.panel import Panel
from analyses.studies.study import Results
from reports.parts import LEVEL, Cell, Row, Section, Table, marked, picture, shown, table_of
from reports.studies.numbers import plots
from reports.studies.numbers.words import ELSEWHERE, OTHERS, TEXT_OF, elsewhere_words
from reports.words import (
    COUNTS,
    MARKS,
    MARKS_TWICE,
    agreement,
    by_players,
    capital,
    headed,
    listed,
    points,
    sized,
    verdicts,
)

OTHER_RULES = ("dice", "trade", "robber")
"""In what other ways to play differ from the standard game, apart from who plays and where."""

TRADES = tuple(way for way in WAYS_TO_PLAY if way is STANDARD or way.differs == "trade")
RULES = tuple(way for way in WAYS_TO_PLAY if way.differs in OTHER_RULES)


@dataclass(frozen=True)
class Finding:
    """A finding that is put to every way to play."""

    words: str
    name: str
    """At the head of a table."""
    margin: float


FINDINGS = {
    "paid_change": Finding(
        "how much less a dot of 6 and 8 pays than one of 5 and 9",
        "cards for a dot: 6 and 8 against 5 and 9 (%)",
        PAID_MARGIN,
    ),
    "first_over_even": Finding(
        "what seat 1 wins above an even share", "wins of seat 1 over an even share (pp)", SEAT_MARGIN
    ),
    "last_over_even": Finding(
        "what the last seat wins above an even share",
        "wins of the last seat over an even share (pp)",
        SEAT_MARGIN,
    ),
    "pip_effect": Finding(
        "what one more pip in the opening adds to the share of wins",
        "wins for one more pip in the opening (pp)",
        EFFECT_MARGIN,
    ),
}

# --- sentences


def seat_sentence(results: Results) -> str:
    """What beginning is worth."""
    first, last = (
        results.across("ways", measure, way=STANDARD.name)
        for measure in ("first_over_even", "last_over_even")
    )
    return (
        f"Seat 1 wins {by_players(first, '+.1pp', 'percentage points')} against an even share "
        f"({verdicts(first, points(SEAT_MARGIN))}), "
        f"the last seat {sized(last, '+.1pp', points(SEAT_MARGIN))}; seat 1, "
        f"{elsewhere_words(results, 'first_over_even')}."
    )


def way_sentence(results: Results, way: Way) -> str:
    """What another way to play does to length and seats, game by game."""
    length, first, last = (
        results.across("changes", measure, way=way.name) for measure in ("turns", "first_wins", "last_wins")
    )
    return (
        f"Under {TEXT_OF[way.name]} the length of a game changes by "
        f"{sized(length, '+.1f', f'{TURNS_MARGIN:g} turns', 'turns')}, seat 1’s share of wins by "
        f"{sized(first, '+.1pp', points(SEAT_MARGIN), 'percentage points')}, the last seat’s by "
        f"{sized(last, '+.1pp', points(SEAT_MARGIN))}."
    )


def dispute_sentences(results: Results) -> list[str]:
    """Whether policies and boards agree, then whether other rules do: each contradiction once."""
    said = []
    for respects, who, about in (
        (ELSEWHERE, "the policies and boards", "who plays and where"),
        (OTHER_RULES, "the standard game and other rules", "other rules"),
    ):
        found = panel(results, respects)
        said.append(agreement(found, who, about))
        tables: dict[tuple[str, str], list[str]] = {}
        for one in found:
            if one.contrary:
                words = FINDINGS[one.measure].words, _sides(one)
                tables.setdefault(words, []).append(COUNTS[int(one.keys["players"])])
        for (finding, sides), players in tables.items():
            said.append(f"{capital(finding)}, with {listed(players)} players: {sides}.")
    return said


def _sides(dispute: Panel) -> str:
    """Who says what."""
    different = dispute.who(DIFFERENT)
    above = [way for way in different if dispute.entries[way].estimate.value > 0]
    return "; ".join(
        f"{words} under {listed(TEXT_OF[way] for way in ways)}"
        for words, ways in (
            ("above 0 by more than the margin", above),
            ("below 0 by more than the margin", [way for way in different if way not in above]),
            ("within the margin", dispute.who(EQUIVALENT)),
        )
        if ways
    )


# --- sections


def seats(results: Results) -> Section:
    """Who begins, how long it takes, and what trading changes."""
    title = headed(
        results.across("ways", "first_over_even", way=STANDARD.name),
        "Seat 1 wins {} percentage points over an even share",
        f"seat 1 wins an even share, within {points(SEAT_MARGIN)}",
        "whether seat 1 wins an even share",
        sign="+",
    )
    dots = picture(
        plots.seats,
        title,
        "Dots with intervals: the share of wins of each seat less an even share, for the standard game and "
        "other rules, a panel for each number of players.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin of {points(SEAT_MARGIN)}.",
        results,
        [STANDARD, *RULES],
    )
    lengths: list[Row] = [(way.text, results.across("ways", "turns", way=way.name), ".1f") for way in TRADES]
    lengths += [
        (f"{way.text}: change", results.across("changes", "turns", way=way.name), "+.1f") for way in RULES
    ]
    trades: list[Row] = [
        (f"{way.text}: {words}", results.across("ways", measure, way=way.name), ".1f")
        for way in TRADES
        for measure, words in (("deals", "between players"), ("bank_trades", "with the bank"))
    ]
    moved: list[Row] = [
        (f"{way.text}: {words}", results.across("changes", measure, way=way.name), "+.1pp")
        for way in RULES
        for measure, words in (("first_wins", "seat 1"), ("last_wins", "last seat"))
    ]
    tables = [
        table_of(results, caption, "way to play", rows)
        for caption, rows in (
            (
                f"Turns of a game, and their change from the standard game; margin {TURNS_MARGIN:g} turns.",
                lengths,
            ),
            ("Trades a game.", trades),
            (
                "Change of a seat’s share of wins from the standard game, percentage points; margin "
                f"{100 * SEAT_MARGIN:g}.",
                moved,
            ),
        )
    ]
    return Section(
        "Seats, length and trade",
        [seat_sentence(results), *(way_sentence(results, way) for way in RULES if way is not DECK)],
        [dots, *tables, *(_seat_table(results, players) for players in results.players)],
    )


def _seat_table(results: Results, players: int) -> Table:
    rows = []
    for seat in range(1, players + 1):
        over = [results.entry("seats", "over_even", players=players, way=w.name, seat=seat) for w in TRADES]
        pips = results.get("seats", "pips", players=players, way=STANDARD.name, seat=seat)
        rows.append([Cell(f"seat {seat}"), *(marked(entry, "+.1pp") for entry in over), shown(pips, ".2f")])
    return Table(
        f"Seats with {players} players: share of wins over an even share, percentage points, margin "
        f"{100 * SEAT_MARGIN:g}; and the pips of the seat’s opening in the standard game.",
        ["seat", *(way.text for way in TRADES), "pips"],
        rows,
    )


def elsewhere(results: Results) -> Section:
    """Whether the findings hold for other policies, boards and rules."""
    judged = [p for p in panel(results, ELSEWHERE) if p.judged]
    dots = picture(
        plots.ways,
        f"{sum(p.apart for p in judged)} of {len(judged)} findings that can be judged depend on who plays or "
        "on the board",
        "Dots with intervals: four findings under every way to play, a panel for each finding and a dot for "
        "each number of players.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin. On the map for a first game all openings are "
        "the same few, so pips cannot be told from seats there.",
        results,
        {measure: (about.name, about.margin) for measure, about in FINDINGS.items()},
    )
    tables = [
        table_of(
            results,
            f"{capital(about.name)}; margin {100 * about.margin:g}.",
            "way to play",
            [
                (way.text, entries, "+.1pp")
                for way in WAYS_TO_PLAY
                if (entries := results.some("ways", measure, way=way.name))
            ],
        )
        for measure, about in FINDINGS.items()
    ]
    if found := [p for respects in (ELSEWHERE, OTHER_RULES) for p in panel(results, respects) if p.contrary]:
        named = [way.name for way in WAYS_TO_PLAY if any(way.name in d.entries for d in found)]
        rows = []
        for d in found:
            verdicts = {way: entry.verdict for way, entry in d.entries.items()}
            marks = (Cell(MARKS[verdicts.get(way, "")]) for way in named)
            rows.append([Cell(FINDINGS[d.measure].name), Cell(str(d.keys["players"])), *marks])
        tables.append(
            Table(
                "Every contradiction: one way to play says different by more than the margin, another "
                f"equivalent within it or different the other way. {MARKS_TWICE}.",
                ["finding", "players", *(way.replace("_", " ") for way in named)],
                rows,
                2,
            )
        )
    return Section(
        "Does it depend on who plays, and on which board?",
        [*dispute_sentences(results), *(way_sentence(results, way) for way in OTHERS)],
        [dots, *tables],
    )
