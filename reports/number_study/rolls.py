"""Sections of the report about numbers: the dice, and cards in place of dice."""

from __future__ import annotations

from analyses.dice import SUMS
from analyses.number_study.cells import CARDS, DECK, DICE_WAYS, STANDARD, TURNS, TWO_DICE
from analyses.number_study.dice import ALL, BEST, DROUGHT_MARGIN, LAST, SHARE_MARGIN, SILENCES
from analyses.studies import Results
from reports.number_study import plots
from reports.number_study.dice_words import (
    deck_fit_sentence,
    deck_game_sentence,
    deck_seven_sentence,
    drought_sentence,
    groups_sentence,
    last_roll_sentence,
    law_sentence,
)
from reports.number_study.words import group_words, groups_at, p_words, points, two_points
from reports.parts import Cell, Section, Table, shown
from reports.study_parts import cell_of, picture_of

HEADS = f"{'; '.join(f'“{way.short}”: {way.text}' for way in DICE_WAYS[1:])}."
"""What the short names of ways to make numbers mean."""


def dice(results: Results) -> Section:
    """The sums of the dice against their law."""
    worst = max(
        abs(e.estimate.value)
        for e in results.entries
        if (e.table, e.measure) == ("fits", "worst")
        and e.keys["group"] == ALL
        and e.keys["way"] in (STANDARD.name, DECK.name)
        and e.keys["players"] in results.setting.players
    )
    picture = picture_of(
        plots.sums(
            results,
            f"No sum lies farther than {100 * worst:.2f} percentage points from what was to be expected",
        ),
        "Dots with intervals: the share of each sum of the dice less its chance, for two dice and for 36 "
        "cards, a panel for each number of players.",
        "All eleven intervals of a colour hold at once (95 %, Bonferroni). Shaded: within the margin of "
        f"{points(SHARE_MARGIN)}. Cards are held against the chances that the cards left gave.",
    )
    return Section(
        "Do the dice keep their promise?",
        [
            "A game ends when somebody wins, and who wins hangs on the dice. Even so the counts of the "
            "rolls, less what each roll had a right to, average out to 0, and a chi-square over all rolls "
            "has its usual size; the section on method says why.",
            law_sentence(results),
            groups_sentence(results),
            last_roll_sentence(results),
        ],
        [
            picture,
            *(_sums_table(results, players) for players in results.setting.players),
            *(_groups_table(results, players) for players in results.setting.players),
        ],
    )


def _sums_table(results: Results, players: int) -> Table:
    rows = []
    for number in SUMS:
        keys: dict[str, int | str] = {"players": players, "group": ALL, "number": number}
        rows.append(
            [
                Cell(str(number)),
                Cell(
                    f"{results.get('sums', 'expected', way=STANDARD.name, **keys).value:.2%}".replace(
                        "%", " %"
                    )
                ),
                shown(results.get("sums", "share", way=STANDARD.name, **keys), ".2%"),
                cell_of(results.entry("sums", "difference", way=STANDARD.name, **keys), two_points),
                cell_of(results.entry("sums", "difference", way=DECK.name, **keys), two_points),
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
    for group in groups_at(players):
        cells = [Cell(group_words(group))]
        for way in (STANDARD, DECK):
            if group == LAST and way is DECK:
                cells += [Cell("")] * 2
                continue
            keys: dict[str, int | str] = {"players": players, "way": way.name, "group": group}
            cells.append(Cell(f"{results.get('fits', 'rolls', **keys).value:,.0f}"))
            cells.append(Cell(p_words(results.get("fits", "law_p", **keys).value)))
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
        results.get("droughts", "mean_exact", way=way.name, number=BEST).value for way in (TWO_DICE, CARDS)
    )
    picture = picture_of(
        plots.droughts(
            results,
            f"With 36 cards the longest wait for a 6 is {cards_mean:.1f} turns instead of {dice_mean:.1f}",
        ),
        "Steps: the exact law of the longest row of turns without a 6 among sixty, for two dice and for 36 "
        "cards; dots with intervals: how often it came in games of dice alone.",
        f"Games that nobody can win, so that each has {TURNS} turns and none is left out for being short. "
        "Bars: 95 % intervals.",
    )
    droughts = Table(
        f"The longest row of turns without a number, mean of games of {TURNS} turns: exact, and played below "
        f"it with its interval; ≠ = ? hold the difference of both against a margin of {DROUGHT_MARGIN:g} "
        f"turn. {HEADS}",
        ["number", *(way.short for way in DICE_WAYS)],
        [[Cell(str(number)), *(_drought(results, way.name, number) for way in DICE_WAYS)] for number in SUMS],
    )
    silence = Table(
        "The chance that no 6 comes in the first turns: exact, and played below it with its interval. "
        f"{HEADS}",
        ["turns", *(way.short for way in DICE_WAYS)],
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
            drought_sentence(results),
            deck_fit_sentence(results),
            deck_seven_sentence(results),
            deck_game_sentence(results),
        ],
        [picture, droughts, silence],
    )


def _drought(results: Results, way: str, number: int) -> Cell:
    exact = results.get("droughts", "mean_exact", way=way, number=number)
    entry = results.entry("droughts", "difference", way=way, number=number)
    played = cell_of(entry, lambda _: "").text
    seen = results.get("droughts", "mean", way=way, number=number)
    return Cell(f"{exact.value:.1f} {played}".rstrip(), f"{seen:.1f}")


def _silence(results: Results, way: str, turns: int) -> Cell:
    keys: dict[str, int | str] = {"way": way, "number": BEST, "turns": turns}
    exact = results.get("silence", "exact", **keys).value
    return Cell(f"{100 * exact:.2f} %", f"{results.get('silence', 'seen', **keys):.1%}")
