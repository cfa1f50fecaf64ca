"""What the study of numbers says about dots, openings and resources, as sentences."""

from __future__ import annotations

from analyses.number_study.cells import LOT, STANDARD
from analyses.number_study.dots import LENGTH_MARGIN, PAID_MARGIN
from analyses.number_study.openings import EFFECT_MARGIN, HARBOURS, PIPS
from analyses.studies import Results
from reports.number_study.words import TOKEN_PAIRS, less, opening_of, part, pips_words, points
from reports.study_parts import plain_2
from reports.study_words import (
    COUNTS,
    at_tables,
    by_players,
    judged,
    listed,
    percent,
    percentage_points,
    signed_2,
)

# --- the dots


def toll_sentence(results: Results) -> str:
    """What the robber takes from 6 and 8, against 5 and 9."""
    change = at_tables(results, "dots_changes", "paid_change", way=STANDARD.name)
    return (
        "For each dot, a settlement at a 6 or 8 is paid "
        f"{by_players(less(change), percent, 'less')} than one at a 5 or 9, since the robber sits there "
        f"({judged(change, part(PAID_MARGIN))})."
    )


def promise_sentence(results: Results) -> str:
    """What is paid of the cards that dots promise."""
    red, near = (at_tables(results, "dots", "paid", way=STANDARD.name, token=t) for t in TOKEN_PAIRS)
    return (
        f"Of the cards that their dots promise, hexes with a 6 or 8 pay {by_players(red, percent)}; those "
        f"with a 5 or 9 pay {by_players(near, percent)}."
    )


def dots_sentence(results: Results) -> str:
    """What a red number is worth after the robber, in dots."""
    red, near = (at_tables(results, "dots_changes", m, way=STANDARD.name) for m in ("red_dots", "next_dots"))
    return (
        f"After the robber a 6 or 8 is worth {by_players(red, plain_2, 'dots')}, not 5; a 5 or 9 is worth "
        f"{by_players(near, plain_2)}, not 4."
    )


def favourites_sentence(results: Results) -> str:
    """How much of their yield is blocked, and how long the robber stays."""
    red, near = (at_tables(results, "dots", "blocked", way=STANDARD.name, token=t) for t in TOKEN_PAIRS)
    change = at_tables(results, "dots_changes", "robber_there", way=STANDARD.name)
    shown = all(entry.estimate.low > 0 for entry in change.values())
    return (
        f"6 and 8 are {'' if shown else 'not shown to be '}the robber’s favourites: it blocks "
        f"{by_players(red, percent)} of their cards, and {by_players(near, percent)} of those of 5 and 9. It "
        f"stands on a given 6 or 8 in {by_players(change, percentage_points, 'percentage points')} more of "
        "the turns than on a given 5 or 9."
    )


def per_dot_sentence(results: Results) -> str:
    """Cards of a whole hex, dot for dot: whatever is built there."""
    change = at_tables(results, "dots_changes", "hex_change", way=STANDARD.name)
    return (
        f"Dot for dot, a whole hex with a 6 or 8, whatever is built at it, pays "
        f"{by_players(less(change), percent, 'less')} than a hex with a 5 or 9 "
        f"({judged(change, part(PAID_MARGIN))})."
    )


# --- openings


def pip_sentence(results: Results) -> str:
    """What a pip is worth where policies chose, and where chance did."""
    chosen, lot = (
        at_tables(results, "effects", "effect", way=way, more="pips") for way in (STANDARD.name, LOT)
    )
    return (
        f"One more pip in the opening goes with {by_players(chosen, percentage_points, 'percentage points')} "
        f"of the wins ({judged(chosen, points(EFFECT_MARGIN))}); where openings are dealt by lot, so that "
        f"the pip is the cause, it brings {by_players(lot, percentage_points)} "
        f"({judged(lot, points(EFFECT_MARGIN))})."
    )


def bins_sentence(results: Results) -> str:
    """From few pips to many, of the bins that hold at least one opening in fifty."""
    said = []
    for players in results.setting.players:
        found = [
            (low, high, entry)
            for low, high in PIPS
            if (entry := opening_of(results, players, STANDARD.name, "pips", low, high)) is not None
            and (often := opening_of(results, players, STANDARD.name, "pips", low, high, "how_many"))
            and often.estimate.value >= COMMON
        ]
        (low, high, few), (first, last, many) = found[0], found[-1]
        said.append(
            f"with {COUNTS[players]} players from {few.estimate:.1%} ({pips_words(low, high)}) to "
            f"{many.estimate:.1%} ({pips_words(first, last)})"
        )
    return f"The share of wins goes, by the pips of both settlements, {listed(said)}."


COMMON = 0.02
"""Of openings: bins with fewer are not spoken of."""


def most_pips_sentence(results: Results) -> str:
    """How often most pips win."""
    found = at_tables(results, "most_pips", "win_share", way=STANDARD.name)
    even = listed([f"{100 / players:.0f} %" for players in found])
    return (
        f"Who alone has most pips wins {by_players(found, percent)} of such games, an even share being "
        f"{even}."
    )


def mix_sentence(results: Results) -> str:
    """What variety and a harbour are worth beside pips."""
    said = []
    for more, words in (
        ("resources", "one more kind of resource"),
        ("harbours", "a settlement at a harbour"),
    ):
        chosen, lot = (
            at_tables(results, "effects", "effect", way=way, more=more) for way in (STANDARD.name, LOT)
        )
        said.append(
            f"{words} goes with {by_players(chosen, percentage_points, 'percentage points of wins')} "
            f"({judged(chosen, points(EFFECT_MARGIN))}), by lot {by_players(lot, percentage_points)} "
            f"({judged(lot, points(EFFECT_MARGIN))})"
        )
    return f"With as many pips, {said[0]}; {said[1]}."


def harbour_sentence(results: Results) -> str:
    """Openings with and without a harbour, as they come."""
    said = []
    for players in results.setting.players:
        found = [
            entry
            for low, high in reversed(HARBOURS)
            if (entry := opening_of(results, players, STANDARD.name, "harbours", low, high)) is not None
        ]
        said.append(
            f"{' against '.join(f'{entry.estimate:.1%}' for entry in found)} with {COUNTS[players]} players"
        )
    return (
        f"Taken as they come, openings with a harbour win, against those without, {listed(said)}: a harbour "
        "lies at the coast and costs pips."
    )


# --- what is scarce


def scarce_sentence(results: Results) -> str:
    """What lies on the boards, and whether a pip of what is scarce is worth more."""
    first = results.setting.players[0]
    few, many = (
        results.get("scarcity", "dots_exact", players=first, resource=r).value for r in ("brick", "wool")
    )
    chosen, lot = (
        at_tables(results, "effects", "effect", way=way, more="scarce over others")
        for way in (STANDARD.name, LOT)
    )
    return (
        f"Brick and ore have {few:.2f} dots on a mean board, the others {many:.2f} (exact). In place of a "
        "pip of one of the others, a pip of brick or ore in the opening goes with "
        f"{by_players(chosen, percentage_points, 'percentage points of wins')} "
        f"({judged(chosen, points(EFFECT_MARGIN))}), by lot with {by_players(lot, percentage_points)} "
        f"({judged(lot, points(EFFECT_MARGIN))})."
    )


def length_sentence(results: Results) -> str:
    """How the dots of a resource on the board move the length of the game."""
    said = []
    for resource in ("brick", "ore"):
        found = at_tables(results, "scarcity", "length", resource=resource)
        said.append(
            f"a dot more of {resource} changes the length of a game by "
            f"{by_players(found, signed_2, 'turns')} ({judged(found, f'{LENGTH_MARGIN:g} turns')})"
        )
    return f"On the board, in place of a dot of something else, {listed(said)}."
