"""Sections of the report about numbers: openings, seats, and whether all of it holds elsewhere."""

from __future__ import annotations

from analyses.estimate import Estimate
from analyses.number_study.cells import DECK, LOT, STANDARD, WAYS_TO_PLAY, Way
from analyses.number_study.openings import EFFECT_MARGIN, HARBOURS, KINDS, PIPS
from analyses.number_study.seats import DISPUTED, SEAT_MARGIN, TURNS_MARGIN, disputes, is_measured
from analyses.studies import Results
from reports.number_study import plots
from reports.number_study.hex_words import (
    bins_sentence,
    harbour_sentence,
    mix_sentence,
    most_pips_sentence,
    pip_sentence,
)
from reports.number_study.sentences import dispute_sentences, seat_sentence, way_sentence
from reports.number_study.words import (
    ELSEWHERE,
    MARGIN_OF,
    MEASURE_NAMES,
    OTHER_RULES,
    opening_of,
    percent_change,
    pips_words,
    points,
)
from reports.parts import LEVEL, Cell, Section, Table, shown
from reports.study_parts import Row, cell_of, picture_of, plain, table_of
from reports.study_words import MARKS, MARKS_SAY, at_tables, between, percentage_points, signed

TRADES = tuple(way for way in WAYS_TO_PLAY if way is STANDARD or way.differs == "trade")
RULES = tuple(way for way in WAYS_TO_PLAY if way.differs in ("trade", "robber", "dice"))
OTHERS = tuple(way for way in WAYS_TO_PLAY if way.differs in ELSEWHERE)


def openings(results: Results) -> Section:
    """Which openings win."""
    chosen, gains = (
        [
            100 * entry.estimate.value
            for entry in at_tables(results, "effects", "effect", way=way, more="pips").values()
        ]
        for way in (STANDARD.name, LOT)
    )
    pictures = [
        picture_of(
            plots.openings(
                results,
                f"One more pip goes with {between(min(chosen), max(chosen), '.1f')} percentage points more "
                "wins",
            ),
            "Dots with intervals: share of wins by the pips of the first two settlements, chosen by the "
            "players and dealt by lot, a panel for each number of players.",
            f"Bars: {LEVEL} intervals. Dashed: an even share. Where openings are dealt by lot the rivals are "
            "weaker, so the same pips win more.",
        ),
        picture_of(
            plots.effects(
                results,
                f"A pip that chance deals is worth {between(min(gains), max(gains), '.1f')} percentage "
                "points of wins",
            ),
            "Dots with intervals: what one more pip of each resource, one more kind of resource and a "
            "harbour add to the share of wins, chosen and dealt by lot, a panel for each number of players.",
            "Conditional logit, all else and the rivals staying the same, mean over all seats. Shaded: "
            f"within the margin of {points(EFFECT_MARGIN)}.",
        ),
    ]
    return Section(
        "Which openings win?",
        [
            "The first two settlements of each seat, by the pips they draw on, the kinds of resource, and "
            "whether one stands at a harbour. Pips, kinds and harbours go together, so a model tells them "
            "apart. Where players chose, what goes with winning need not be its cause; in a cell of its own "
            "the settlements are placed by lot and everything else is played as ever (without trade between "
            "players), so there it is.",
            pip_sentence(results),
            bins_sentence(results),
            most_pips_sentence(results),
            mix_sentence(results),
            harbour_sentence(results),
        ],
        [*pictures, *(_bins(results, players) for players in results.setting.players)],
    )


def _bins(results: Results, players: int) -> Table:
    rows = []
    for about, bins in (("pips", PIPS), ("resources", KINDS), ("harbours", HARBOURS)):
        for low, high in bins:
            cells = [Cell(_bin_words(about, low, high))]
            for way in (STANDARD.name, LOT):
                win = opening_of(results, players, way, about, low, high)
                often = opening_of(results, players, way, about, low, high, "how_many")
                if win is None or often is None:
                    cells += [Cell("none")] * 2
                else:
                    cells += [Cell(f"{100 * often.estimate.value:.1f} %"), shown(win.estimate, ".1%")]
            rows.append(cells)
    return Table(
        f"Openings with {players} players: how many there are of each kind, and their share of wins; an even "
        f"share is {100 / players:.1f} %.",
        ["opening", "chosen", "wins", "by lot", "wins"],
        rows,
    )


def _bin_words(about: str, low: int, high: int) -> str:
    if about == "pips":
        return pips_words(low, high)
    if about == "resources":
        return f"{high} kinds of resource" if low == high else f"up to {high} kinds"
    return "a harbour" if high else "no harbour"


def seats(results: Results) -> Section:
    """Who begins, how long it takes, and what trading changes."""
    first = [
        100 * e.estimate.value
        for e in at_tables(results, "ways", "first_over_even", way=STANDARD.name).values()
    ]
    picture = picture_of(
        plots.seats(
            results,
            [STANDARD, *RULES],
            f"Seat 1 wins {between(min(first), max(first), '+.1f')} percentage points over an even share",
        ),
        "Dots with intervals: the share of wins of each seat less an even share, for the standard game and "
        "other rules, a panel for each number of players.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin of {points(SEAT_MARGIN)}.",
    )
    lengths: list[Row] = [
        (way.text, at_tables(results, "ways", "turns", way=way.name), plain) for way in TRADES
    ]
    lengths += [
        (f"{way.text}: change", at_tables(results, "changes", "turns", way=way.name), signed) for way in RULES
    ]
    trades: list[Row] = [
        (f"{way.text}: {words}", at_tables(results, "ways", measure, way=way.name), plain)
        for way in TRADES
        for measure, words in (("deals", "between players"), ("bank_trades", "with the bank"))
    ]
    moved: list[Row] = [
        (f"{way.text}: {words}", at_tables(results, "changes", measure, way=way.name), percentage_points)
        for way in RULES
        for measure, words in (("first_wins", "seat 1"), ("last_wins", "last seat"))
    ]
    return Section(
        "Seats, length and trade",
        [
            seat_sentence(results),
            *(way_sentence(results, way) for way in RULES if way is not DECK),
        ],
        [
            picture,
            table_of(
                results,
                f"Turns of a game, and their change from the standard game; margin {TURNS_MARGIN:g} turns.",
                "way to play",
                lengths,
            ),
            table_of(results, "Trades a game.", "way to play", trades),
            table_of(
                results,
                "Change of a seat’s share of wins from the standard game, percentage points; margin "
                f"{100 * SEAT_MARGIN:g}.",
                "way to play",
                moved,
            ),
            *(_seat_table(results, players) for players in results.setting.players),
        ],
    )


def _seat_table(results: Results, players: int) -> Table:
    rows = [
        [
            Cell(f"seat {seat}"),
            *(
                cell_of(
                    results.entry("seats", "over_even", players=players, way=way.name, seat=seat),
                    percentage_points,
                )
                for way in TRADES
            ),
            shown(results.get("seats", "pips", players=players, way=STANDARD.name, seat=seat), ".2f"),
        ]
        for seat in range(1, players + 1)
    ]
    return Table(
        f"Seats with {players} players: share of wins over an even share, percentage points, margin "
        f"{100 * SEAT_MARGIN:g}; and the pips of the seat’s opening in the standard game.",
        ["seat", *(way.text for way in TRADES), "pips"],
        rows,
    )


def elsewhere(results: Results) -> Section:
    """Whether the findings hold for other policies, boards and rules."""
    found = list(disputes(results, ELSEWHERE))
    asked = len(DISPUTED) * len(results.setting.players)
    picture = picture_of(
        plots.ways(results, f"{len(found)} of {asked} findings depend on who plays or on the board"),
        "Dots with intervals: four findings under every way to play, a panel for each finding and a dot for "
        "each number of players.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin. On the map for a first game all openings are "
        "the same few, so pips cannot be told from seats there.",
    )
    tables = [
        table_of(
            results,
            f"{MEASURE_NAMES[measure][0].upper()}{MEASURE_NAMES[measure][1:]}; margin {100 * margin:g}.",
            "way to play",
            [
                (way.text, at_tables(results, "ways", measure, way=way.name), SHOW[measure])
                for way in WAYS_TO_PLAY
                if is_measured(measure, way)
            ],
        )
        for measure, margin in MARGIN_OF.items()
    ]
    if found := [*found, *disputes(results, OTHER_RULES)]:
        named = [way for way in WAYS_TO_PLAY if any(way.name in d.verdicts for d in found)]
        tables.append(
            Table(
                "Every contradiction: one way to play says different by more than the margin, another "
                f"equivalent within it or different the other way. {MARKS_SAY}.",
                ["finding", "players", *(_short(way) for way in named)],
                [
                    [
                        Cell(MEASURE_NAMES[d.measure]),
                        Cell(str(d.players)),
                        *(Cell(MARKS[d.verdicts.get(way.name, "")]) for way in named),
                    ]
                    for d in found
                ],
                2,
            )
        )
    return Section(
        "Does it depend on who plays, and on which board?",
        [*dispute_sentences(results), *(way_sentence(results, way) for way in OTHERS)],
        [picture, *tables],
    )


def _percent(estimate: Estimate) -> str:
    return percent_change(estimate).replace(" %", "")


SHOW = {
    "paid_change": _percent,
    "first_over_even": percentage_points,
    "last_over_even": percentage_points,
    "pip_effect": percentage_points,
}


def _short(way: Way) -> str:
    """A name for the head of a narrow column."""
    return way.name.replace("_", " ")
