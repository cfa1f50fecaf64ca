"""What the study of numbers says about dice and about cards in their place, as sentences."""

from __future__ import annotations

import math
from dataclasses import replace

from analyses.dice import LAW, SUMS
from analyses.estimate import EQUIVALENT
from analyses.number_study.cells import CARDS, DECK, STANDARD, TURNS, TWO_DICE, Way
from analyses.number_study.dice import ALL, BEST, LAST, LONG, SHARE_MARGIN
from analyses.number_study.seats import SEAT_MARGIN, TURNS_MARGIN
from analyses.studies import Results
from reports.number_study.words import p_words, points, two_points
from reports.study_words import (
    COUNTS,
    at_tables,
    by_players,
    judged,
    listed,
    percent,
    percentage_points,
    signed,
)

SILENT = 20
"""Turns without the best number that the sentence about cards speaks of."""


def law_sentence(results: Results) -> str:
    """How far the rolls lie from their law, size first."""
    worst, tests, counted = (
        at_tables(results, "fits", measure, way=STANDARD.name, group=ALL)
        for measure in ("worst", "law_p", "rolls")
    )
    rolls = sum(entry.estimate.value for entry in counted.values())
    said = listed([p_words(entry.estimate.value) for entry in tests.values()])
    return (
        f"Over {rolls:,.0f} rolls of two dice, the sum that lies farthest from its chance is off by "
        f"{by_players(worst, two_points, 'percentage points')} "
        f"({judged(worst, points(SHARE_MARGIN))}). All eleven sums in one test: p = {said}."
    )


def groups_sentence(results: Results) -> str:
    """What the looks by turn, seat and phase show."""
    return (
        f"By turn, by seat and by phase the rolls of two dice were looked at {worst_look(results, STANDARD)}."
    )


def worst_look(results: Results, way: Way) -> str:
    """How many looks there were, and the smallest p of them, as it is and corrected for their number."""
    looks = [
        (entry.estimate.value, str(entry.keys["group"]), int(entry.keys["players"]))
        for entry in results.entries
        if (entry.table, entry.measure) == ("fits", "law_p")
        and entry.keys["way"] == way.name
        and entry.keys["group"] not in (ALL, LAST)
        and not math.isnan(entry.estimate.value)
    ]
    least, group, players = min(looks)
    corrected = min(1.0, least * len(looks))
    return (
        f"{len(looks)} times; the worst fit is that of {group} with {COUNTS[players]} players, "
        f"p = {p_words(least)}, and {p_words(corrected)} corrected for so many looks (Bonferroni)"
    )


def last_roll_sentence(results: Results) -> str:
    """What the last roll shows, to warn of counting turns from the end."""
    seven = at_tables(results, "sums", "share", way=STANDARD.name, group=LAST, number=7)
    return (
        f"The last roll of a game is another matter: {by_players(seven, percent)} are sevens, where the dice "
        "have 16.7 %, since the roll that wins is mostly one that brought cards. So phases of a game are "
        "counted from its start."
    )


def deck_fit_sentence(results: Results) -> str:
    """How much smoother than dice the cards are, and what a win does to games with cards."""
    naive = results.get("fits", "as_if_two_dice_chi_square", players=0, way=CARDS.name, group=ALL).value
    own = at_tables(results, "fits", "law_p", way=DECK.name, group=ALL)
    fits = listed([p_words(entry.estimate.value) for entry in own.values()])
    return (
        "Cards are smoother than chance: measured as if they were two dice, those of games of a fixed "
        f"length have a chi-square of {naive:.1f}, where 10 is usual. Against their own law, which knows the "
        f"cards already drawn, the cards of games that are won have p = {fits}; by turn, seat and phase they "
        f"were looked at {worst_look(results, DECK)}."
    )


def deck_seven_sentence(results: Results) -> str:
    """What stopping at a win does to cards and not to dice."""
    seven = at_tables(results, "sums", "share", way=DECK.name, group=ALL, number=7)
    above = {p: replace(e, estimate=e.estimate.minus(LAW[SUMS.index(7)])) for p, e in seven.items()}
    begin = (
        "In won games with cards the share of sevens is "
        f"{by_players(above, two_points, 'percentage points')} off 16.67 %"
    )
    if not all(entry.estimate.high < 0 for entry in above.values()):
        return f"{begin}."
    return (
        f"{begin}: such games stop at the roll that wins, which is seldom a seven, and the sevens that the "
        "deck still holds are never drawn. Dice owe nothing, so with them the stop leaves no trace in the "
        "shares."
    )


def drought_sentence(results: Results) -> str:
    """What cards do to droughts and silence: exact numbers."""
    mean, long = (
        [results.get("droughts", measure, way=way.name, number=BEST).value for way in (TWO_DICE, CARDS)]
        for measure in ("mean_exact", "long_exact")
    )
    silent = [
        results.get("silence", "exact", way=way.name, number=BEST, turns=SILENT).value
        for way in (TWO_DICE, CARDS)
    ]
    return (
        f"In {TURNS} turns the longest wait for a 6 is {mean[0]:.1f} turns on average with dice and "
        f"{mean[1]:.1f} with 36 cards; {LONG} turns or more happen in {100 * long[0]:.0f} % and "
        f"{100 * long[1]:.0f} % of games. That no 6 comes in the first {SILENT} turns has a chance of "
        f"{100 * silent[0]:.1f} % with dice and {100 * silent[1]:.1f} % with cards (all exact; an 8 is the "
        "same)."
    )


def deck_game_sentence(results: Results) -> str:
    """What cards do to the game as a whole."""
    length, first = (
        at_tables(results, "changes", measure, way=DECK.name) for measure in ("turns", "first_wins")
    )
    return (
        f"Played with 36 cards the length of a game changes by {by_players(length, signed, 'turns')} "
        f"({judged(length, f'{TURNS_MARGIN:g} turns')}) and seat 1’s share of wins by "
        f"{by_players(first, percentage_points, 'percentage points')} "
        f"({judged(first, points(SEAT_MARGIN))})."
    )


def dice_headline(results: Results) -> str:
    """The dice in one short sentence."""
    found = at_tables(results, "fits", "worst", way=STANDARD.name, group=ALL).values()
    worst = 100 * max(abs(entry.estimate.value) for entry in found)
    if all(entry.verdict == EQUIVALENT for entry in found):
        return (
            f"The dice keep their promise: no sum strays more than {worst:.2f} percentage points from its "
            "chance."
        )
    return (
        f"The sum that strays most lies {worst:.2f} percentage points from its chance; these games are too "
        "few to say more."
    )
