"""The report about numbers on the dice, and on cards in place of dice."""

from __future__ import annotations

import math
from dataclasses import replace

from analyses.dice import LAW, SUMS
from analyses.studies.numbers.cells import CARDS, DECK, DICE_WAYS, STANDARD, TURNS, TWO_DICE, Way
from analyses.studies.numbers.dice import (
    ALL,
    BEST,
    DROUGHT_MARGIN,
    LAST,
    LONG,
    SHARE_MARGIN,
    SILENCES,
    groups_of,
)
from analyses.studies.numbers.seats import SEAT_MARGIN, TURNS_MARGIN
from analyses.studies.study import Entry, Results
from reports.parts import Cell, Section, Table, marked, picture, shown
from reports.studies.numbers import plots
from reports.studies.numbers.words import p_words
from reports.words import COUNTS, MARKS, by_players, headed, listed, points, sized, told, values

SILENT = 20
"""Turns without the best number that the sentence about cards speaks of."""

HEADS = f"{'; '.join(f'“{way.short}”: {way.text}' for way in DICE_WAYS[1:])}."
"""What the short names of ways to make numbers mean."""

# --- sentences


def worst_sums(results: Results, way: Way) -> dict[int, Entry]:
    """The sum that may stray most from its law, at each table: if it lies within a margin, all do."""
    return results.across("fits", "worst", way=way.name, group=ALL)


def law_sentence(results: Results) -> str:
    """How far the rolls lie from their law, size first."""
    tests, counted = (
        values(results.across("fits", name, way=STANDARD.name, group=ALL)) for name in ("law_p", "rolls")
    )
    worst = sized(worst_sums(results, STANDARD), "+.2pp", points(SHARE_MARGIN), "percentage points")
    return (
        f"Over {sum(counted):,.0f} rolls of two dice, the sum that may lie farthest from its chance is off "
        f"by {worst}. All eleven sums in one test: p = {listed(map(p_words, tests))}."
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
        for entry in results.where("fits", "law_p", way=way.name)
        if entry.keys["group"] not in (ALL, LAST) and not math.isnan(entry.estimate.value)
    ]
    least, group, players = min(looks)
    corrected = min(1.0, least * len(looks))
    return (
        f"{len(looks)} times; the worst fit is that of {group} with {COUNTS[players]} players, "
        f"p = {p_words(least)}, and {p_words(corrected)} corrected for so many looks (Bonferroni)"
    )


def last_roll_sentence(results: Results) -> str:
    """What the last roll shows, to warn of counting turns from the end."""
    seven = results.across("sums", "share", way=STANDARD.name, group=LAST, number=7)
    return (
        f"The last roll of a game is another matter: {by_players(seven, '.1%')} are sevens, where the dice "
        "have 16.7 %, since the roll that wins is mostly one that brought cards. So phases of a game are "
        "counted from its start."
    )


def deck_fit_sentence(results: Results) -> str:
    """How much smoother than dice the cards are, and what a win does to games with cards."""
    naive = results.value("fits", "as_if_two_dice_chi_square", players=0, way=CARDS.name, group=ALL)
    fits = listed(map(p_words, values(results.across("fits", "law_p", way=DECK.name, group=ALL))))
    return (
        "Cards are smoother than chance: measured as if they were two dice, those of games of a fixed "
        f"length have a chi-square of {naive:.1f}, where 10 is usual. Against their own law, which knows the "
        f"cards already drawn, the cards of games that are won have p = {fits}; by turn, seat and phase they "
        f"were looked at {worst_look(results, DECK)}."
    )


def deck_seven_sentence(results: Results) -> str:
    """What stopping at a win does to cards and not to dice."""
    seven = results.across("sums", "share", way=DECK.name, group=ALL, number=7)
    above = {p: replace(e, estimate=e.estimate.minus(LAW[SUMS.index(7)])) for p, e in seven.items()}
    begin = (
        "In won games with cards the share of sevens is "
        f"{by_players(above, '+.2pp', 'percentage points')} off 16.67 %"
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
    (mean, long, silent), (cards_mean, cards_long, cards_silent) = (
        (
            results.value("droughts", "mean_exact", way=way.name, number=BEST),
            100 * results.value("droughts", "long_exact", way=way.name, number=BEST),
            100 * results.value("silence", "exact", way=way.name, number=BEST, turns=SILENT),
        )
        for way in (TWO_DICE, CARDS)
    )
    return (
        f"In {TURNS} turns the longest wait for a 6 is {mean:.1f} turns on average with dice and "
        f"{cards_mean:.1f} with 36 cards; {LONG} turns or more happen in {long:.0f} % and {cards_long:.0f} % "
        f"of games. That no 6 comes in the first {SILENT} turns has a chance of {silent:.1f} % with dice and "
        f"{cards_silent:.1f} % with cards (all exact; an 8 is the same)."
    )


def deck_game_sentence(results: Results) -> str:
    """What cards do to the game as a whole."""
    length, first = (results.across("changes", name, way=DECK.name) for name in ("turns", "first_wins"))
    return (
        "Played with 36 cards the length of a game changes by "
        f"{sized(length, '+.1f', f'{TURNS_MARGIN:g} turns', 'turns')} and seat 1’s share of wins by "
        f"{sized(first, '+.1pp', points(SEAT_MARGIN), 'percentage points')}."
    )


def dice_headline(results: Results) -> str:
    """The dice in one short sentence."""
    found = worst_sums(results, STANDARD)
    margin = points(SHARE_MARGIN)
    said = headed(
        found,
        "A sum of the dice lies {} percentage points off its chance",
        f"the dice keep their promise: every sum is as likely as it should be, within {margin}",
        f"whether every sum of the dice is as likely as it should be, within {margin},",
        sign="+",
    )
    return f"{said}."


ON_DICE = law_sentence, groups_sentence, last_roll_sentence

# --- sections


def dice(results: Results) -> Section:
    """The sums of the dice against their law."""
    dots = picture(
        plots.sums,
        dice_headline(results).removesuffix("."),
        "Dots with intervals: the share of each sum of the dice less its chance, for two dice and for 36 "
        "cards, a panel for each number of players.",
        "All eleven intervals of a colour hold at once (95 %, Bonferroni). Shaded: within the margin of "
        f"{points(SHARE_MARGIN)}. Cards are held against the chances that the cards left gave.",
        results,
    )
    return Section(
        "Do the dice keep their promise?",
        [
            "A game ends when somebody wins, and who wins hangs on the dice. Even so the counts of the "
            "rolls, less what each roll had a right to, average out to 0, and a chi-square over all rolls "
            "has its usual size; the section on method says why.",
            *told(results, ON_DICE),
        ],
        [
            dots,
            *(_sums_table(results, players) for players in results.players),
            *(_groups_table(results, players) for players in results.players),
        ],
    )


def _sums_table(results: Results, players: int) -> Table:
    rows = []
    for number in SUMS:
        dice, cards = (
            {
                m: results.entry("sums", m, players=players, way=way.name, group=ALL, number=number)
                for m in ("expected", "share", "difference")
            }
            for way in (STANDARD, DECK)
        )
        rows.append(
            [
                Cell(str(number)),
                Cell(f"{dice['expected'].estimate.value:.2%}".replace("%", " %")),
                shown(dice["share"].estimate, ".2%"),
                marked(dice["difference"], "+.2pp"),
                marked(cards["difference"], "+.2pp"),
            ]
        )
    return Table(
        f"Sums with {players} players: their chance, their share of all rolls, and the difference in "
        f"percentage points with two dice and with 36 cards; simultaneous 95 % intervals, margin "
        f"{100 * SHARE_MARGIN:g}.",
        ["sum", "chance", "two dice", "off by", "36 cards"],
        rows,
    )


def _groups_table(results: Results, players: int) -> Table:
    rows = []
    for group in (*groups_of(players), LAST):  # the last roll last
        cells = [Cell({ALL: "all turns", LAST: "the last roll (not by lot)"}.get(group, group))]
        for way in (STANDARD, DECK):
            if group == LAST and way is DECK:
                cells += [Cell("")] * 2
                continue
            rolls, p = (
                results.value("fits", measure, players=players, way=way.name, group=group)
                for measure in ("rolls", "law_p")
            )
            cells += [Cell(f"{rolls:,.0f}"), Cell(p_words(p))]
        rows.append(cells)
    return Table(
        f"Every look at the rolls with {players} players: how many rolls, and the p-value of all eleven sums "
        "in one test. Among twenty looks one p below 0.05 is usual. Turns and rounds are counted from the "
        "start of the game.",
        ["rolls of", "two dice", "p", "36 cards", "p"],
        rows,
    )


def cards(results: Results) -> Section:
    """What 36 cards do to droughts, to silence, and to the game."""
    dice_mean, cards_mean = (
        results.value("droughts", "mean_exact", way=way.name, number=BEST) for way in (TWO_DICE, CARDS)
    )
    steps = picture(
        plots.droughts,
        f"With 36 cards the longest wait for a 6 is {cards_mean:.1f} turns instead of {dice_mean:.1f}",
        "Steps: the exact law of the longest row of turns without a 6 among sixty, for two dice and for 36 "
        "cards; dots with intervals: how often it came in games of dice alone.",
        f"Games that nobody can win, so that each has {TURNS} turns and none is left out for being short. "
        "Bars: 95 % intervals.",
        results,
    )
    heads = [way.short for way in DICE_WAYS]
    droughts = Table(
        f"The longest row of turns without a number, mean of games of {TURNS} turns: exact, and played below "
        f"it with its interval; ≠ = ? hold the difference of both against a margin of {DROUGHT_MARGIN:g} "
        f"turn. {HEADS}",
        ["number", *heads],
        [[Cell(str(number)), *(_drought(results, way.name, number) for way in DICE_WAYS)] for number in SUMS],
    )
    silence = Table(
        "The chance that no 6 comes in the first turns: exact, and played below it with its interval. "
        f"{HEADS}",
        ["turns", *heads],
        [
            [Cell(str(turns)), *(_silence(results, way.name, turns) for way in DICE_WAYS)]
            for turns in SILENCES
        ],
    )
    return Section(
        "Cards in place of dice",
        [
            "Thirty-six cards hold every result of two dice once; they are drawn without putting back and "
            "shuffled anew when five are left. Over a fixed number of turns each sum comes as often "
            "as with dice on average; what changes is how evenly.",
            *told(results, (drought_sentence, deck_fit_sentence, deck_seven_sentence, deck_game_sentence)),
        ],
        [steps, droughts, silence],
    )


def _drought(results: Results, way: str, number: int) -> Cell:
    exact, played, off = (
        results.entry("droughts", measure, way=way, number=number)
        for measure in ("mean_exact", "mean", "difference")
    )
    return Cell(f"{exact.estimate.value:.1f}  {MARKS[off.verdict]}".rstrip(), f"{played.estimate:.1f}")


def _silence(results: Results, way: str, turns: int) -> Cell:
    exact, played = (results.get("silence", m, way=way, number=BEST, turns=turns) for m in ("exact", "seen"))
    return Cell(f"{100 * exact.value:.2f} %", f"{played:.1%}")
