"""How the numbers of the Castle study come about, in words."""

from __future__ import annotations

from analyses.castle_study.games import SECONDS
from analyses.castle_study.study import EVERYBODY, MORE, MORE_GIVEN
from reports.study_words import MARKS_SAY


def note() -> str:
    """What brackets, marks and minutes are."""
    return (
        f"Brackets hold 95 % intervals. In the tables: {MARKS_SAY}. Unless it says otherwise, all players "
        f"are of policy {EVERYBODY[0]}. Minutes are an assumption: {SECONDS} seconds an action, half as many "
        "more for a card placed."
    )


def method(n: int) -> list[str]:
    """How the numbers came about, with so many games a cell."""
    more, given = n * MORE, n * MORE_GIVEN
    return [
        "A cell is one setting: a number of players, a rule, and who plays. A cell in which all seats "
        f"play alike holds {n:,} games, that of policy {EVERYBODY[0]} {more:,}, and one in which seat 1 is "
        f"given a card {given:,}. Where one player is better or worse than all others, that player takes "
        "every seat in turn with the same cards dealt; the games of one deal are a block and count as one "
        f"observation. Of {n:,} such blocks each cell is made.",
        "Game number i has the same deal in every cell of a table. What another rule or another card "
        "changes is the difference of the same games, so that luck which both share cancels. Numbers of "
        "players are compared between games that have nothing in common. Brackets hold 95 % intervals: "
        "Wilson’s for how often something happens, Student’s t for means and paired differences, the "
        "delta method for ratios, order statistics for the length that so many games do not exceed. The "
        "seats of one game are not independent, so the game or the block is the unit.",
        "The luck index is (1 − won) ÷ won ÷ (players − 1), won being the share of wins of one player "
        "better than all others; of one player weaker than all others, it is that over one. If everybody "
        "wins in proportion to a strength of their own (Luce 1959), both are the ratio of the strengths. "
        "The part of skill in the variance of a seat’s result is the square of 1 − the share of games as "
        "if by lot, which is the correlation between being better and winning. The part of the deal is "
        "the covariance of a seat’s results in games with the same cards in which the better player sat "
        "elsewhere, over the variance, after the mean of each seat for each place of the better player is "
        "taken out. What is left arises in play: cards drawn blindly, and what the others do.",
        "Effects of cards are judged together: each interval has the level that makes those of all 37 "
        "kinds hold at 95 % (Šidák). All other intervals and verdicts hold one by one; among a hundred, a "
        "few will be wrong. The margins below are fixed in the program; they are not chosen to suit these "
        "games.",
    ]


WHO = (
    "Policies, not people: a finding holds for players like these. They do not tire, talk, or grow "
    "better. The heuristic’s weights are good play, not perfect play, and under another rule they are not "
    "tuned for it. Among people who are closer to each other than these policies are, luck decides more."
)
"""For whom the findings hold."""
