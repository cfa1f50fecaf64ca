"""Sections of the report about Castle: what cards are worth, which come back, other rules, who plays."""

from __future__ import annotations

from analyses.castle_study.cards import CARD_MARGIN, LEVEL, NAMES
from analyses.castle_study.claims import HOLDS, disputes
from analyses.castle_study.games import N_KINDS
from analyses.castle_study.robustness import contradictions
from analyses.castle_study.skill import PAIRS
from analyses.castle_study.study import EVERYBODY, POLICIES
from analyses.castle_study.variants import VARIANT_POLICIES, VARIANTS
from analyses.estimate import DIFFERENT
from analyses.studies import Entry, Results
from reports.castle_study import plots
from reports.castle_study.card_words import (
    VARIANT_WORDS,
    card_sentence,
    cards_by,
    return_sentence,
    variant_sentence,
)
from reports.castle_study.words import dispute_sentences, plain_2
from reports.parts import Cell, Section, Table
from reports.study_parts import Row, cell_of, picture_of, table_of
from reports.study_words import COUNTS, MARKS_SAY, at_tables, listed, percent, percentage_points

TOGETHER = f"{100 * LEVEL:.2f} %"
"""Level of one interval among those that hold together."""


ENDS = 6
ENDS_SAY = f" The {ENDS} best and the {ENDS} worst; all: tables/power.csv."


def _found(results: Results, table: str, measure: str, policy: str) -> dict[tuple[int, str], Entry]:
    """The entries of a measure by table and card."""
    return {
        (int(e.keys["players"]), str(e.keys["card"])): e
        for e in results.entries
        if e.table == table and e.measure == measure and e.keys["policy"] == policy
    }


def by_mean(results: Results, table: str, measure: str) -> list[str]:
    """The cards, the largest mean over all tables first."""
    sums: dict[str, list[float]] = {}
    for (_, card), entry in _found(results, table, measure, POLICIES[0]).items():
        sums.setdefault(card, []).append(entry.estimate.value)
    return sorted(sums, key=lambda card: -sum(sums[card]) / len(sums[card]))


def _ends(results: Results, measure: str) -> list[str]:
    """The best and the worst cards."""
    order = by_mean(results, "power", measure)
    return [*order[:ENDS], *order[-ENDS:]]


def _card_rows(results: Results, measure: str, order: list[str], policy: str = POLICIES[0]) -> list[Row]:
    found = _found(results, "power", measure, policy)
    return [
        (
            NAMES[card],
            {p: found[p, card] for p in results.setting.players if (p, card) in found},
            percentage_points,
        )
        for card in order
    ]


def power(results: Results) -> Section:
    """What each card is worth in the first hand, three ways."""
    order = by_mean(results, "power", "given")
    title = f"The {NAMES[order[0]]} helps most in the first hand and the {NAMES[order[-1]]} hurts most"
    picture = picture_of(
        plots.cards(results, order, title),
        f"Dots with intervals for {len(order)} cards, a column for each number of players: how the share of "
        "wins changes when the card takes the place of another one of the first hand.",
        f"Intervals hold together for all {N_KINDS} cards at 95 %. Blue: different by more than the margin "
        "(shaded).",
    )
    captions = {
        "given": "Experiment: the very same deal with the card in place of another one of seat 1’s first "
        "hand, which goes to where the card was. Change of the share of wins, percentage points",
        "dealt": "Share of wins of seats that were dealt the card into their first hand, over an even share, "
        "percentage points",
        "placed": "Share of wins of seats that placed the card during the game, over an even share, "
        "percentage points. This is no effect of the card: who places much is close to winning, and long "
        "games see all cards",
    }
    tables = [
        table_of(
            results,
            f"{caption}; margin {100 * CARD_MARGIN:g}.{'' if measure == 'given' else ENDS_SAY}",
            "card",
            _card_rows(results, measure, order if measure == "given" else _ends(results, measure)),
            absent="–",
        )
        for measure, caption in captions.items()
    ]
    return Section(
        "What is each card worth?",
        [
            "Hands are dealt at random, so what the share of wins of a seat with the card is above an even "
            "share is an effect of the card. The experiment asks the same more sharply: it plays the "
            "same deal with and without it. Of kinds with several cards it gives one more. "
            f"Every interval here has level {TOGETHER}, so that those of all {N_KINDS} kinds hold together "
            "at 95 %.",
            card_sentence(results),
        ],
        [picture, *tables],
    )


def returns(results: Results) -> Section:
    """Which cards come back most."""
    order = by_mean(results, "returns", "back")[: plots.SHOWN_RETURNS]
    back = {p: _found(results, "returns", "back", POLICIES[0])[p, order[0]] for p in results.setting.players}
    most = listed([f"{entry.estimate.value:.1f}" for entry in back.values()])
    title = f"The {NAMES[order[0]]} comes back most: {most} times a game"
    picture = picture_of(
        plots.returns(results, order, title),
        f"Dots with intervals: how often one card of a kind is sent back in a game, for the {len(order)} "
        "kinds that come back most, a colour for each number of players.",
        "Of kinds with several cards the mean of one of them. Bars: 95 % intervals.",
    )
    tables = []
    for measure, caption, show in (
        ("back", "Times that one card is sent back in a game", plain_2),
        ("back_per_placing", "Share of placings after which the card is sent back", percent),
    ):
        found = _found(results, "returns", measure, POLICIES[0])
        rows: list[Row] = [
            (NAMES[card], {p: found[p, card] for p in results.setting.players if (p, card) in found}, show)
            for card in order
        ]
        tables.append(table_of(results, f"{caption}; {POLICIES[0]} players.", "card", rows, absent="–"))
    return Section("Which cards come back most?", [return_sentence(results)], [picture, *tables])


def variants(results: Results) -> Section:
    """Other rules, on the same deals."""
    tables = []
    for variant in VARIANTS:
        rows: list[Row] = []
        for measure, (words, show, margin) in VARIANT_WORDS.items():
            who = [PAIRS[0].name] if measure == "luck" else VARIANT_POLICIES
            for policy in who:
                label = words if measure == "luck" else f"{words}: {policy}"
                found = at_tables(results, "variants", measure, variant=variant.name, policy=policy)
                rows.append((f"{label} (margin {margin})", found, show))
        tables.append(
            table_of(results, f"{variant.text[0].upper()}{variant.text[1:]}: change.", "change of", rows)
        )
    return Section(
        "Other rules",
        [
            "The same deals under another rule, game by game; the policies are not tuned for it. With two "
            "players the Fool and the Village Idiot are out (CA-14), so there they are put in; with more "
            "they are taken out; all tables show the difference that having them makes.",
            *(variant_sentence(results, variant) for variant in VARIANTS),
        ],
        tables,
    )


def who_plays(results: Results) -> Section:
    """Where policies contradict each other."""
    claims = [
        [Cell(f"“{d.claim.quote}”"), Cell(who), Cell(verdict)]
        for d in disputes(results)
        for who, verdict in sorted(d.verdicts.items(), key=lambda pair: pair[1] != HOLDS)
    ]
    items = []
    if claims:
        items.append(
            Table("The rulebook’s claims on which those who play contradict each other.",
                  ["claim", "who plays", "verdict"], claims, 3)
        )  # fmt: skip
    contrary, _ = contradictions(results, "power")
    cards = [
        [
            Cell(NAMES[str(c.place["card"])]),
            Cell(f"{c.place['players']} players"),
            *(cell_of(c.verdicts.get(policy), percentage_points) for policy in EVERYBODY),
        ]
        for c in contrary
    ]
    if cards:
        items.append(
            Table(
                "Cards on which policies contradict each other: share of wins when dealt the card, over an "
                f"even share, percentage points; margin {100 * CARD_MARGIN:g}. {MARKS_SAY}.",
                ["card", "table", *EVERYBODY],
                cards,
                2,
            )
        )
    return Section("Does it depend on who plays?", dispute_sentences(results), items)


def console_cards(results: Results) -> list[str]:
    """For a terminal: the cards that matter, best first, at each table."""
    lines = []
    for players in results.setting.players:
        said = [
            f"{NAMES[card]} {percentage_points(entry.estimate)}"
            for card, entry in cards_by(results, players)
            if entry.verdict == DIFFERENT
        ]
        lines.append(f"   {COUNTS[players]} players: {', '.join(said) or 'none'}")
    return lines
