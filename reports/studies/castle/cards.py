"""The report about Castle on what cards are worth, which come back, and what other rules change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from analyses.estimate import DIFFERENT
from analyses.studies.castle.cards import CARD_MARGIN, LEVEL, NAMES
from analyses.studies.castle.games import N_KINDS
from analyses.studies.castle.skill import LUCK_MARGIN, PAIRS
from analyses.studies.castle.study import POLICIES
from analyses.studies.castle.variants import (
    FIRST_MARGIN,
    MINUTES_MARGIN,
    ROUNDS_MARGIN,
    UNFINISHED_MARGIN,
    VARIANT_POLICIES,
    VARIANTS,
    WINNER_MARGIN,
    Variant,
)
from analyses.studies.study import Entry, Results
from reports.parts import Row, Section, lines_of, picture, table_of
from reports.studies.castle import plots
from reports.studies.castle.play import FIRST, PACE
from reports.words import COUNTS, capital, listed, part, points, sized, span, values, whoever, written

TOGETHER = f"{100 * LEVEL:.2f} %"
"""Level of one interval among those that hold together."""

ENDS = 6
ENDS_SAY = f" The {ENDS} best and the {ENDS} worst; all: tables/power.csv."

SHOWN_RETURNS = 15

CHANGED: Mapping[str, tuple[str, str, str]] = {
    "winner_changes": ("games with another winner", ".1%", f"{part(WINNER_MARGIN)} of games"),
    "rounds": ("rounds", "+.1f", f"{ROUNDS_MARGIN:g} round"),
    "minutes": (f"minutes at {PACE}", "+.1f", f"{MINUTES_MARGIN:g} minutes"),
    "first_wins": ("share of wins of who begins, percentage points", "+.1pp", points(FIRST_MARGIN)),
    "unfinished": ("games stopped unfinished, percentage points", "+.1pp", points(UNFINISHED_MARGIN)),
    "luck": (f"luck index, {FIRST}", "+.2f", f"{LUCK_MARGIN:g}"),
}
"""What is measured of another rule: in words, how it is written, and its margin."""

# --- cards


def by_card(results: Results, table: str, measure: str) -> dict[str, dict[int, Entry]]:
    """The entries of each card by table, the largest mean over its tables first."""
    found: dict[str, dict[int, Entry]] = {}
    for entry in results.where(table, measure, policy=POLICIES[0]):
        found.setdefault(str(entry.keys["card"]), {})[int(entry.keys["players"])] = entry
    means = {card: sum(values(entries)) / len(entries) for card, entries in found.items()}
    return {card: found[card] for card in sorted(found, key=lambda card: -means[card])}


def cards_at(results: Results, table: str, measure: str, players: int) -> list[tuple[str, Entry]]:
    """The cards at a table, the largest number first."""
    found = results.where(table, measure, players=players, policy=POLICIES[0])
    found.sort(key=lambda entry: -entry.estimate.value)
    return [(NAMES[str(entry.keys["card"])], entry) for entry in found]


def first_of(cards: Sequence[tuple[str, Entry]], sign: int = 1) -> list[str]:
    """The card with the largest number, or with sign -1 the smallest, and all not told apart from it.

    The intervals hold together for all cards, so one of these has the largest.
    """
    nearest = max(sign * (e.estimate.low if sign > 0 else e.estimate.high) for _, e in cards)
    ordered = sorted(cards, key=lambda pair: -sign * pair[1].estimate.value)
    return [c for c, e in ordered if sign * (e.estimate.high if sign > 0 else e.estimate.low) >= nearest]


def _leader(cards: Sequence[tuple[str, Entry]], sign: int, number: Callable[[Entry], str]) -> str:
    """That card and its number, or one of several."""
    first, *others = first_of(cards, sign)
    said = f"the {first} ({number(dict(cards)[first])})"
    return f"one of {len(others) + 1}, perhaps {said}" if others else said


def card_sentence(results: Results) -> str:
    """The best and the worst card to begin with, and how many matter."""
    best: list[str] = []
    worst: list[str] = []
    matter: list[str] = []
    for players in results.players:
        cards = cards_at(results, "power", "given", players)
        for said, sign in ((best, 1), (worst, -1)):
            leader = _leader(
                cards, sign, lambda e: f"{written(e.estimate, '+.1pp')} percentage points, {e.verdict}"
            )
            said.append(f"{leader} with {COUNTS[players]}")
        beyond = sum(entry.verdict == DIFFERENT for _, entry in cards)
        matter.append(f"{beyond} of {len(cards)} with {COUNTS[players]}")
    return (
        f"In place of another card of the first hand, the card that helps most is {listed(best)}; the one "
        f"that hurts most is {listed(worst)}. With margin {points(CARD_MARGIN)} and intervals that hold "
        f"together for {N_KINDS} cards, {listed(matter)} players differ by more than the margin."
    )


def return_sentence(results: Results) -> str:
    """The cards that come back most."""
    said = []
    for players in results.players:
        cards = cards_at(results, "returns", "back", players)
        said.append(f"{_leader(cards, 1, lambda e: f'{e.estimate:.2f}')} with {COUNTS[players]}")
    return f"The card that is sent back most often, times a game, is {listed(said)} players."


def card_lines(results: Results) -> Iterator[str]:
    """For a terminal: the cards that matter, best first, at each table."""
    yield ""
    yield f" cards in the first hand that change the share of wins by more than {points(CARD_MARGIN)}"
    for players in results.players:
        said = [
            f"{card} {written(entry.estimate, '+.1pp')}"
            for card, entry in cards_at(results, "power", "given", players)
            if entry.verdict == DIFFERENT
        ]
        yield f"   {COUNTS[players]} players: {', '.join(said) or 'none'}"


def _rows(found: Mapping[str, Mapping[int, Entry]], cards: Sequence[str], spec: str) -> list[Row]:
    return [(NAMES[card], found[card], spec) for card in cards]


def _power_title(given: Mapping[str, Mapping[int, Entry]]) -> str:
    """The first card that helps at every table, and the last that hurts, by more than the margin."""
    sure = [
        (card, entries)
        for card, entries in given.items()
        if all(entry.verdict == DIFFERENT for entry in entries.values())
    ]
    helps = [f"the {NAMES[card]} helps" for card, found in sure if min(values(found)) > 0][:1]
    hurts = [f"the {NAMES[card]} hurts" for card, found in sure if max(values(found)) < 0][-1:]
    if not helps + hurts:
        return "Which cards help or hurt in the first hand is not settled"
    return f"{capital(listed(helps + hurts))} in the first hand, by more than {points(CARD_MARGIN)} of wins"


def power(results: Results) -> Section:
    """What each card is worth in the first hand, three ways."""
    given = by_card(results, "power", "given")
    order = list(given)
    dots = picture(
        plots.cards,
        _power_title(given),
        f"Dots with intervals for {len(order)} cards, a column for each number of players: how the share of "
        "wins changes when the card takes the place of another one of the first hand.",
        f"Intervals hold together for all {N_KINDS} cards at 95 %. Blue: different by more than the margin "
        "(shaded).",
        results,
        given,
    )
    tables = []
    for measure, caption in (
        (
            "given",
            "Experiment: the very same deal with the card in place of another one of seat 1’s first "
            "hand, which goes to where the card was. Change of the share of wins, percentage points",
        ),
        (
            "dealt",
            "Share of wins of seats that were dealt the card into their first hand, over an even share, "
            "percentage points",
        ),
        (
            "placed",
            "Share of wins of seats that placed the card during the game, over an even share, "
            "percentage points. This is no effect of the card: who places much is close to winning, and "
            "long games see all cards",
        ),
    ):
        found = by_card(results, "power", measure)
        cards, more = list(found), ""
        if measure != "given":
            cards, more = [*cards[:ENDS], *cards[-ENDS:]], ENDS_SAY
        says = f"{caption}; margin {100 * CARD_MARGIN:g}.{more}"
        tables.append(table_of(results, says, "card", _rows(found, cards, "+.1pp"), absent="–"))
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
        [dots, *tables],
    )


def returns(results: Results) -> Section:
    """Which cards come back most."""
    back = by_card(results, "returns", "back")
    order = list(back)[:SHOWN_RETURNS]
    leaders = {tuple(first_of(cards_at(results, "returns", "back", p))) for p in results.players}
    title = f"The {NAMES[order[0]]} comes back most: {span(back[order[0]].values(), 1.0)} times a game"
    if leaders != {(NAMES[order[0]],)}:
        title = "Which card comes back most is not settled, or not the same at all tables"
    dots = picture(
        plots.returns,
        title,
        f"Dots with intervals: how often one card of a kind is sent back in a game, for the {len(order)} "
        "kinds that come back most, a colour for each number of players.",
        f"Of kinds with several cards the mean of one of them. Bars hold together for all {N_KINDS} kinds.",
        results,
        {card: back[card] for card in order},
    )
    tables = [
        table_of(
            results,
            f"{caption}; {POLICIES[0]} players.",
            "card",
            _rows(by_card(results, "returns", measure), order, spec),
            absent="–",
        )
        for measure, caption, spec in (
            (
                "back",
                f"Times that one card is sent back in a game ({TOGETHER} intervals)",
                ".2f",
            ),
            ("back_per_placing", "Share of placings after which the card is sent back", ".1%"),
        )
    ]
    return Section("Which cards come back most?", [return_sentence(results)], [dots, *tables])


# --- other rules


def variant_entries(results: Results, variant: Variant, measure: str, policy: str) -> dict[int, Entry]:
    """What a rule does to a measure; luck is that of a better player among weaker ones."""
    who = PAIRS[0].name if measure == "luck" else policy
    return results.across("variants", measure, variant=variant.name, policy=who)


def variant_sentence(results: Results, variant: Variant, policy: str = POLICIES[0]) -> str:
    """What a rule does to a game's length, to luck and to who begins."""
    parts = []
    for measure in ("minutes", "luck", "first_wins", "winner_changes"):
        words, spec, margin = CHANGED[measure]
        parts.append(f"{words} {sized(variant_entries(results, variant, measure, policy), spec, margin)}")
    found = results.where("variants", "minutes", variant=variant.name)
    others = whoever(found, f"all {len(VARIANT_POLICIES)} policies", "minutes", "+", 1.0)
    return f"{capital(variant.text)}: {'; '.join(parts)}; {policy} players; {others}."


def variants(results: Results) -> Section:
    """Other rules, on the same deals."""
    tables = []
    for variant in VARIANTS:
        rows: list[Row] = []
        for measure, (words, spec, margin) in CHANGED.items():
            labels = (
                {POLICIES[0]: words} if measure == "luck" else {p: f"{words}: {p}" for p in VARIANT_POLICIES}
            )
            for policy, label in labels.items():
                found = variant_entries(results, variant, measure, policy)
                rows.append((f"{label} (margin {margin})", found, spec))
        tables.append(table_of(results, f"{capital(variant.text)}: change.", "change of", rows))
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


def variant_lines(results: Results) -> Iterator[str]:
    """For a terminal: what the rules do to length and luck."""
    for title, measure in (
        (f"other rules: change of minutes (margin {MINUTES_MARGIN:g}), {POLICIES[0]}", "minutes"),
        (f"other rules: change of the luck index (margin {LUCK_MARGIN:g}), {FIRST}", "luck"),
    ):
        rows = [
            (v.label, variant_entries(results, v, measure, POLICIES[0]), CHANGED[measure][1])
            for v in VARIANTS
        ]
        yield from lines_of(results, title, rows)
