"""What the study of numbers says about seats and other ways to play, and which sentences lead."""

from __future__ import annotations

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.number_study.cells import DECK, NO_TRADE, STANDARD, WAYS_TO_PLAY, Way
from analyses.number_study.seats import DISPUTED, SEAT_MARGIN, TURNS_MARGIN, Dispute, disputes
from analyses.studies import Results
from reports.number_study.dice_words import (
    deck_fit_sentence,
    deck_game_sentence,
    deck_seven_sentence,
    dice_headline,
    drought_sentence,
    groups_sentence,
    last_roll_sentence,
    law_sentence,
)
from reports.number_study.hex_words import (
    bins_sentence,
    dots_sentence,
    favourites_sentence,
    harbour_sentence,
    length_sentence,
    mix_sentence,
    most_pips_sentence,
    per_dot_sentence,
    pip_sentence,
    promise_sentence,
    scarce_sentence,
    toll_sentence,
)
from reports.number_study.words import ELSEWHERE, MEASURE_WORDS, OTHER_RULES, TEXT_OF, points
from reports.study_words import COUNTS, at_tables, by_players, judged, listed, percentage_points, signed


def seat_sentence(results: Results) -> str:
    """What beginning is worth."""
    first, last = (
        at_tables(results, "ways", measure, way=STANDARD.name)
        for measure in ("first_over_even", "last_over_even")
    )
    return (
        f"Seat 1 wins {by_players(first, percentage_points, 'percentage points')} against an even share "
        f"({judged(first, points(SEAT_MARGIN))}), the last seat {by_players(last, percentage_points)} "
        f"({judged(last, points(SEAT_MARGIN))})."
    )


def way_sentence(results: Results, way: Way) -> str:
    """What another way to play does to length and seats, game by game."""
    length, first, last = (
        at_tables(results, "changes", measure, way=way.name)
        for measure in ("turns", "first_wins", "last_wins")
    )
    return (
        f"Under {TEXT_OF[way.name]} the length of a game changes by "
        f"{by_players(length, signed, 'turns')} ({judged(length, f'{TURNS_MARGIN:g} turns')}), seat 1’s "
        f"share of wins by {by_players(first, percentage_points, 'percentage points')} "
        f"({judged(first, points(SEAT_MARGIN))}), the last seat’s by {by_players(last, percentage_points)} "
        f"({judged(last, points(SEAT_MARGIN))})."
    )


def dispute_sentences(results: Results) -> list[str]:
    """Where policies and boards contradict each other, then where other rules do: each finding once."""
    said = []
    asked = len(DISPUTED) * len(results.setting.players)
    for respects, who in ((ELSEWHERE, "Policies and boards"), (OTHER_RULES, "Other rules")):
        found = list(disputes(results, respects))
        if not found:
            said.append(f"{who} contradict neither the standard game nor each other in {asked} findings.")
            continue
        said.append(f"{who} contradict the standard game or each other in {len(found)} of {asked} findings.")
        tables: dict[tuple[str, str], list[str]] = {}
        for dispute in found:
            about = dispute.measure, _sides(dispute, results)
            tables.setdefault(about, []).append(COUNTS[dispute.players])
        for (measure, sides), players in tables.items():
            words = MEASURE_WORDS[measure]
            said.append(f"{words[0].upper()}{words[1:]}, with {listed(players)} players: {sides}.")
    return said


def _sides(dispute: Dispute, results: Results) -> str:
    """Who says what."""
    above: list[str] = []
    below: list[str] = []
    for way in dispute.who(DIFFERENT):
        value = results.get("ways", dispute.measure, players=dispute.players, way=way).value
        (above if value > 0 else below).append(way)
    return "; ".join(
        f"{words} under {listed([TEXT_OF[way] for way in ways])}"
        for words, ways in (
            ("above 0 by more than the margin", above),
            ("below 0 by more than the margin", below),
            ("within the margin", dispute.who(EQUIVALENT)),
        )
        if ways
    )


# --- which of them lead


def headline(results: Results) -> str:
    """What a designer can use, in three sentences."""
    return f"{dice_headline(results)} {toll_sentence(results)} {dots_sentence(results)}"


def in_short(results: Results) -> list[str]:
    """What a designer wants to know first."""
    return [
        law_sentence(results),
        drought_sentence(results),
        deck_game_sentence(results),
        favourites_sentence(results),
        pip_sentence(results),
        bins_sentence(results),
        scarce_sentence(results),
        seat_sentence(results),
        way_sentence(results, NO_TRADE),
    ]


def sentences(results: Results) -> list[str]:
    """All findings that a designer may quote, the doubts first."""
    return [
        *dispute_sentences(results),
        law_sentence(results),
        groups_sentence(results),
        last_roll_sentence(results),
        deck_fit_sentence(results),
        deck_seven_sentence(results),
        drought_sentence(results),
        deck_game_sentence(results),
        toll_sentence(results),
        promise_sentence(results),
        dots_sentence(results),
        favourites_sentence(results),
        per_dot_sentence(results),
        pip_sentence(results),
        bins_sentence(results),
        most_pips_sentence(results),
        mix_sentence(results),
        harbour_sentence(results),
        scarce_sentence(results),
        length_sentence(results),
        seat_sentence(results),
        *(way_sentence(results, way) for way in WAYS_TO_PLAY if way not in (STANDARD, DECK)),
    ]
