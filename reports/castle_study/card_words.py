"""What the study of Castle finds about cards and other rules, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from analyses.castle_study.cards import CARD_MARGIN, NAMES
from analyses.castle_study.games import N_KINDS
from analyses.castle_study.skill import LUCK_MARGIN, PAIRS
from analyses.castle_study.study import POLICIES
from analyses.castle_study.variants import (
    FIRST_MARGIN,
    MINUTES_MARGIN,
    ROUNDS_MARGIN,
    UNFINISHED_MARGIN,
    WINNER_MARGIN,
    Variant,
)
from analyses.estimate import DIFFERENT, Estimate
from analyses.studies import Entry, Results
from reports.castle_study.words import PACE
from reports.study_words import (
    COUNTS,
    at_tables,
    by_players,
    judged,
    listed,
    percent,
    percentage_points,
    signed,
    signed_2,
)

VARIANT_WORDS: Mapping[str, tuple[str, Callable[[Estimate], str], str]] = {
    "winner_changes": ("games with another winner", percent, f"{100 * WINNER_MARGIN:g} % of games"),
    "rounds": ("rounds", signed, f"{ROUNDS_MARGIN:g} round"),
    "minutes": (f"minutes at {PACE}", signed, f"{MINUTES_MARGIN:g} minutes"),
    "first_wins": (
        "share of wins of who begins, percentage points",
        percentage_points,
        f"{100 * FIRST_MARGIN:g} percentage points",
    ),
    "unfinished": (
        "games stopped unfinished, percentage points",
        percentage_points,
        f"{100 * UNFINISHED_MARGIN:g} percentage point",
    ),
    "luck": (f"luck index, {PAIRS[0].name}", signed_2, f"{LUCK_MARGIN:g}"),
}
"""What is measured of another rule: in words, how it is written, and its margin."""


# --- cards


def cards_by(results: Results, players: int, measure: str = "given") -> list[tuple[str, Entry]]:
    """The cards at a table, the best first."""
    found = [
        (str(e.keys["card"]), e)
        for e in results.entries
        if e.table == "power"
        and e.measure == measure
        and e.keys["players"] == players
        and e.keys["policy"] == POLICIES[0]
    ]
    return sorted(found, key=lambda pair: -pair[1].estimate.value)


def card_sentence(results: Results) -> str:
    """The best and the worst card to begin with, and how many matter."""
    best: list[str] = []
    worst: list[str] = []
    matter: list[str] = []
    for players in results.setting.players:
        cards = cards_by(results, players)
        for said, (card, entry) in ((best, cards[0]), (worst, cards[-1])):
            said.append(
                f"the {NAMES[card]} with {COUNTS[players]} ({percentage_points(entry.estimate)} percentage "
                f"points, {entry.verdict})"
            )
        beyond = sum(entry.verdict == DIFFERENT for _, entry in cards)
        matter.append(f"{beyond} of {len(cards)} with {COUNTS[players]}")
    return (
        f"In place of another card of the first hand, the card that helps most is {listed(best)}; the one "
        f"that hurts most is {listed(worst)}. With margin {100 * CARD_MARGIN:g} percentage points and "
        f"intervals that hold together for {N_KINDS} cards, {listed(matter)} players differ by more than "
        "the margin."
    )


def return_sentence(results: Results) -> str:
    """The cards that come back most."""
    said = []
    for players in results.setting.players:
        found = sorted(
            (
                e
                for e in results.entries
                if e.table == "returns"
                and e.measure == "back"
                and e.keys["players"] == players
                and e.keys["policy"] == POLICIES[0]
            ),
            key=lambda e: -e.estimate.value,
        )
        cards = [f"{NAMES[str(e.keys['card'])]} {e.estimate:.2f}" for e in found[:3]]
        said.append(f"{listed(cards)} with {COUNTS[players]}")
    return f"The cards that are sent back most often, times a game: {'; '.join(said)} players."


# --- other rules


def variant_sentence(results: Results, variant: Variant, policy: str = POLICIES[0]) -> str:
    """What a rule does to a game's length, to luck and to who begins."""
    parts = []
    for measure in ("minutes", "luck", "first_wins", "winner_changes"):
        words, show, margin = VARIANT_WORDS[measure]
        who = PAIRS[0].name if measure == "luck" else policy
        found = at_tables(results, "variants", measure, variant=variant.name, policy=who)
        parts.append(f"{words} {by_players(found, show)} ({judged(found, margin)})")
    return f"{variant.text[0].upper()}{variant.text[1:]}: {'; '.join(parts)}; {policy} players."
