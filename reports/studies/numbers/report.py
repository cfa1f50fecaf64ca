"""The report of the study of numbers: what leads, what it is made of, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.studies.numbers.cells import (
    DECK,
    GAME,
    LOT,
    MORE_DICE,
    MOVED,
    NO_TRADE,
    STANDARD,
    TURNS,
    WAYS_TO_PLAY,
)
from analyses.studies.numbers.dice import DROUGHT_MARGIN, SHARE_MARGIN
from analyses.studies.numbers.dots import LENGTH_MARGIN, PAID_MARGIN
from analyses.studies.numbers.openings import EFFECT_MARGIN
from analyses.studies.numbers.seats import SEAT_MARGIN, TURNS_MARGIN
from analyses.studies.study import Results
from reports.parts import Row, lines_of
from reports.studies.numbers import dice, hexes, openings, seats
from reports.studies.numbers.words import TOKEN_PAIRS
from reports.studies.page import StudyReport
from reports.words import MARKS_TWICE, part, points, told


def headline(results: Results) -> str:
    """What a designer can use, in three sentences."""
    return " ".join(told(results, (dice.dice_headline, hexes.toll_sentence, hexes.dots_sentence)))


def in_short(results: Results) -> list[str]:
    """What a designer wants to know first."""
    of_dice = dice.law_sentence, dice.drought_sentence, dice.deck_game_sentence
    of_hexes = hexes.favourites_sentence, openings.pip_sentence, openings.bins_sentence, hexes.scarce_sentence
    said = told(results, (*of_dice, *of_hexes, seats.seat_sentence))
    return [*said, seats.way_sentence(results, NO_TRADE)]


def findings(results: Results) -> list[str]:
    """All findings that a designer may quote."""
    of_cards = (
        dice.deck_fit_sentence,
        dice.deck_seven_sentence,
        dice.drought_sentence,
        dice.deck_game_sentence,
    )
    of_hexes = *hexes.ON_DOTS, *openings.ON_OPENINGS, *hexes.ON_SCARCITY
    ways = (way for way in WAYS_TO_PLAY if way not in (STANDARD, DECK))
    return [
        *told(results, (*dice.ON_DICE, *of_cards, *of_hexes, seats.seat_sentence)),
        *(seats.way_sentence(results, way) for way in ways),
    ]


def method(n: int) -> list[str]:
    """How the numbers came about."""
    return [
        f"A cell is one setting: a number of players, rules, and who plays. Each holds {n:,} games; those of "
        f"dice alone {MORE_DICE * n:,}. Game number i has the same board, the same dice and the same deck of "
        "development cards in every cell, but where the rule is about these, so changes are differences of "
        "the same game and luck that both share cancels.",
        "Sums of the dice. A game ends when somebody wins, so how many rolls it has hangs on the rolls. But "
        "the count of a sum less its chance at every roll is a martingale: whatever decides when the game "
        "stops, its mean is 0 (optional stopping), and the covariance of the counts is that of one roll "
        "times the mean number of rolls (Wald’s second identity). So Pearson’s chi-square over all rolls of "
        "all games has its usual size, and so it has over any turns picked beforehand: a seat’s, the first "
        "ten. It has not over turns counted from the end. For cards each draw has the chances that the cards "
        "left give it; counts less the sum of these chances are a martingale too, and the test uses the sum "
        "of the covariances of the single draws, with ten degrees of freedom. The tables also hold the test "
        "that takes the spread from game to game instead (Hotelling), which with few games rejects too "
        "often. Intervals of eleven sums hold all at once (Bonferroni), with the game as the unit.",
        "Droughts and silence are exact, computed turn by turn. The games beside them are of dice alone: "
        f"{TURNS} turns each, which nobody can win, so that no game is missing because it ended early.",
        "Everywhere else the game is the unit, since its seats are not independent: Wilson’s interval for "
        "how often something happens, Student’s t for means and paired differences, the delta method for "
        "ratios. What one more pip adds comes from a conditional logit: among the seats of a game, the "
        "chance to win is in proportion to the exponential of a weighted sum of pips, kinds of resource, "
        "harbours and seat, and by lot of hexes touched. Told is the mean change of the chance over all "
        "seats, with an interval that is robust against a model that is not quite right and takes the game "
        "as the unit. The "
        "experiment plays the same games on the same terrain, settlements in the same places, with tokens "
        "laid by lot and not in the spiral: what a seat wins more is put against the pips that it gained "
        "over the mean of its table (least squares, the game as the unit). How the length of games hangs on "
        "the board is a straight line by least squares, with a spread that need not be even.",
        "The margins below are fixed in the program; they are not chosen to suit these games. A verdict says "
        "that a change is different by more than the margin, equivalent within it, or undecided at this "
        "number of games. Each holds for itself at 95 %; among a hundred, a few will be wrong.",
    ]


def lines(results: Results) -> Iterator[str]:
    """The tables that a terminal shows."""
    promised: list[Row] = [
        (f"{m} on {token}", results.across("dots", m, way=STANDARD.name, token=token), ".1%")
        for m in ("paid", "blocked")
        for token in TOKEN_PAIRS
    ]
    effects: list[Row] = [
        (f"{words}, {chosen}", results.across("effects", "effect", way=way, more=more), "+.1pp")
        for more, words in (
            ("pips", "pip"),
            ("resources", "kind of resource"),
            ("harbours", "harbour"),
            ("scarce over others", "pip of brick or ore over others"),
        )
        for way, chosen in ((STANDARD.name, "chosen"), (LOT, "by lot"), (MOVED, "experiment"))
        if way != MOVED or more == "pips"
    ]
    blocks: dict[str, list[Row]] = {
        f"the sum that may stray most from its law, pp (margin {100 * SHARE_MARGIN:g})": [
            (way.text, dice.worst_sums(results, way), "+.2pp") for way in (STANDARD, DECK)
        ],
        "cards that their dots promise": [
            *promised,
            (
                f"paid for a dot, 6 and 8 against 5 and 9 (margin {part(PAID_MARGIN)})",
                hexes.changed(results, "paid_change"),
                "+.1%",
            ),
            ("dots that a 6 or 8 is worth", hexes.changed(results, "red_dots"), ".2f"),
        ],
        f"wins for one more in the opening, pp (margin {100 * EFFECT_MARGIN:g})": effects,
        f"wins over an even share, pp (margin {100 * SEAT_MARGIN:g})": [
            (words, results.across("ways", measure, way=STANDARD.name), "+.1pp")
            for measure, words in (("first_over_even", "seat 1"), ("last_over_even", "last seat"))
        ],
        f"turns of a game; change from it (margin {TURNS_MARGIN:g})": [
            (STANDARD.text, results.across("ways", "turns", way=STANDARD.name), ".1f"),
            *((w.text, results.across("changes", "turns", way=w.name), "+.1f") for w in WAYS_TO_PLAY[1:]),
        ],
    }
    for title, rows in blocks.items():
        yield from lines_of(results, title, rows)


REPORT = StudyReport(
    GAME,
    "Do the numbers of Catan keep their promise?",
    careful="who plays, and on which board",
    note=f"Brackets hold 95 % intervals. In the tables: {MARKS_TWICE}. A pip, or dot, is one way of 36 "
    "to roll a number. Where nothing else is said, policy heuristic plays the standard game on boards "
    "laid by lot.",
    policies=list(dict.fromkeys(way.policy for way in WAYS_TO_PLAY)),
    who="Policies, not people: a finding holds for players like these. Where the robber goes, who trades "
    "and which places are thought good are choices of the policy; the last section shows what other "
    "policies make of it.",
    margins=[
        ("share of a sum", points(SHARE_MARGIN)),
        ("longest row without a number", f"{DROUGHT_MARGIN:g} turn"),
        ("cards for a dot", f"{part(PAID_MARGIN)}, a fifth of what the fifth dot adds to four"),
        ("wins for one more pip, kind or harbour", points(EFFECT_MARGIN)),
        ("wins of a seat", points(SEAT_MARGIN)),
        ("length of a game", f"{TURNS_MARGIN:g} turns, about a round"),
        ("length, for a dot on the board", f"{LENGTH_MARGIN:g} turns"),
    ],
    method=method,
    headline=headline,
    disputes=seats.dispute_sentences,
    in_short=in_short,
    findings=findings,
    sections=(
        dice.dice,
        dice.cards,
        hexes.dots,
        openings.openings,
        hexes.scarcity,
        seats.seats,
        seats.elsewhere,
    ),
    lines=lines,
)
