"""The study of numbers as one HTML report and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.number_study.cells import DECK, LOT, MORE_DICE, STANDARD, TURNS, WAYS_TO_PLAY
from analyses.number_study.dice import ALL, DROUGHT_MARGIN, SHARE_MARGIN
from analyses.number_study.dots import LENGTH_MARGIN, PAID_MARGIN
from analyses.number_study.openings import EFFECT_MARGIN
from analyses.number_study.seats import SEAT_MARGIN, TURNS_MARGIN
from analyses.studies import Results
from reports.number_study.rolls import cards, dice
from reports.number_study.sentences import dispute_sentences, headline, in_short, sentences
from reports.number_study.winning import elsewhere, openings, seats
from reports.number_study.words import TOKEN_PAIRS, part, percent_change, points, two_points
from reports.number_study.yields import dots, scarcity
from reports.page import fill
from reports.study_parts import Row, lines_of, plain, plain_2
from reports.study_words import MARKS_SAY, about, at_tables, care, percent, percentage_points, signed
from reports.words import policy_words

TITLE = "Do the numbers of Catan keep their promise?"

# --- the report


def page(results: Results, command: str) -> str:
    """One self-contained HTML file."""
    texts = policy_words("catan")
    return fill(
        "study.html",
        title=TITLE,
        about=["Catan", *about(results)],
        finding=headline(results),
        careful="who plays, and on which board",
        care=care(results, dispute_sentences(results)),
        said=in_short(results),
        note=f"Brackets hold 95 % intervals. In the tables: {MARKS_SAY}. A pip, or dot, is one way of 36 "
        "to roll a number. Where nothing else is said, policy heuristic plays the standard game on boards "
        "laid by lot.",
        sections=[
            dice(results),
            cards(results),
            dots(results),
            openings(results),
            scarcity(results),
            seats(results),
            elsewhere(results),
        ],
        policies=[(name, texts.get(name, "")) for name in dict.fromkeys(w.policy for w in WAYS_TO_PLAY)],
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
        method=method(results.setting.n),
        command=command,
    )


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
        "harbours and seat. Told is the mean change of the chance over all seats, with an interval that is "
        "robust against a model that is not quite right and takes the game as the unit. How the length of "
        "games hangs on the board is a straight line by least squares, with a spread that need not be even.",
        "The margins below are fixed in the program; they are not chosen to suit these games. A verdict says "
        "that a change is different by more than the margin, equivalent within it, or undecided at this "
        "number of games. Each holds for itself at 95 %; among a hundred, a few will be wrong.",
    ]


# --- the terminal


def summary(results: Results) -> str:
    """The findings in lines for a terminal."""
    lines = [f"{TITLE} Catan, {', '.join(about(results))}", ""]
    lines += [f" {text}" for text in care(results, dispute_sentences(results))]
    for title, rows in _blocks(results):
        lines += lines_of(results, title, rows)
    return "\n".join([*lines, "", f" {MARKS_SAY}", "", headline(results)])


def _blocks(results: Results) -> Iterator[tuple[str, list[Row]]]:
    """The tables that a terminal shows."""
    yield (
        f"the sum that strays most from its law, pp (margin {100 * SHARE_MARGIN:g})",
        [
            (way.text, at_tables(results, "fits", "worst", way=way.name, group=ALL), two_points)
            for way in (STANDARD, DECK)
        ],
    )
    yield (
        "cards that their dots promise",
        [
            *(
                (
                    f"{words} on {token}",
                    at_tables(results, "dots", m, way=STANDARD.name, token=token),
                    percent,
                )
                for m, words in (("paid", "paid"), ("blocked", "blocked"))
                for token in TOKEN_PAIRS
            ),
            (
                f"paid for a dot, 6 and 8 against 5 and 9 (margin {part(PAID_MARGIN)})",
                at_tables(results, "dots_changes", "paid_change", way=STANDARD.name),
                percent_change,
            ),
            (
                "dots that a 6 or 8 is worth",
                at_tables(results, "dots_changes", "red_dots", way=STANDARD.name),
                plain_2,
            ),
        ],
    )
    yield (
        f"wins for one more in the opening, pp (margin {100 * EFFECT_MARGIN:g})",
        [
            (
                f"{words}, {'chosen' if way == STANDARD.name else 'by lot'}",
                at_tables(results, "effects", "effect", way=way, more=more),
                percentage_points,
            )
            for more, words in (
                ("pips", "pip"),
                ("resources", "kind of resource"),
                ("harbours", "harbour"),
                ("scarce over others", "pip of brick or ore over others"),
            )
            for way in (STANDARD.name, LOT)
        ],
    )
    yield (
        f"wins over an even share, pp (margin {100 * SEAT_MARGIN:g})",
        [
            (words, at_tables(results, "ways", measure, way=STANDARD.name), percentage_points)
            for measure, words in (("first_over_even", "seat 1"), ("last_over_even", "last seat"))
        ],
    )
    yield (
        f"turns of a game; change from it (margin {TURNS_MARGIN:g})",
        [
            (STANDARD.text, at_tables(results, "ways", "turns", way=STANDARD.name), plain),
            *(
                (way.text, at_tables(results, "changes", "turns", way=way.name), signed)
                for way in WAYS_TO_PLAY[1:]
            ),
        ],
    )


__all__ = ["page", "sentences", "summary"]
