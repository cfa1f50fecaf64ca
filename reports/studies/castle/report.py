"""The report of the study of Castle: what leads, what it is made of, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.studies.castle.cards import CARD_MARGIN
from analyses.studies.castle.claims import CLAIMS, disputed
from analyses.studies.castle.study import EVERYBODY, GAME, MORE, MORE_GIVEN, POLICIES
from analyses.studies.castle.variants import VARIANTS
from analyses.studies.study import Results
from analyses.summary import FAIR
from reports.studies.castle import cards, play, rulebook
from reports.studies.castle.play import FIRST, PACE
from reports.studies.page import StudyReport
from reports.words import MARKS_TWICE, by_players, points, told


def headline(results: Results) -> str:
    """The finding that leads: luck, then length."""
    luck = results.across("skill", "luck", pair=FIRST)
    minutes = results.across("length", "minutes", policy=POLICIES[0])
    both = ", replicated" if all(e.replicated for e in (*luck.values(), *minutes.values())) else ""
    doubt = " Whether more players mean more luck depends on who plays."
    return (
        f"For each win of a better player a weaker one at the table has {by_players(luck, '.2f', 'wins')} "
        f"(luck index, one {FIRST}); at {PACE} a game takes {by_players(minutes, '.0f', 'minutes')}{both}."
        f"{doubt if 'luck' in [claim.name for claim, _ in disputed(results)] else ''}"
    )


def in_short(results: Results) -> list[str]:
    """What a player wants to know first."""
    return [
        *rulebook.claim_sentences(results),
        *told(results, (play.won_sentence, play.luck_sentence, play.length_sentence)),
        *play.pace_sentences(results),
        *told(results, (play.seat_sentence, cards.card_sentence, cards.return_sentence)),
    ]


def findings(results: Results) -> list[str]:
    """All findings that may be quoted."""
    return [
        *in_short(results),
        play.deal_sentence(results),
        *(play.length_sentence(results, policy) for policy in POLICIES[1:]),
        *(play.seat_sentence(results, policy) for policy in POLICIES[1:]),
        *(cards.variant_sentence(results, variant) for variant in VARIANTS),
    ]


def lines(results: Results) -> Iterator[str]:
    """The tables that a terminal shows."""
    for block in (rulebook.rulebook_lines, play.play_lines, cards.variant_lines, cards.card_lines):
        yield from block(results)


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
        "players are compared as if their games had nothing in common; they share random numbers, which ties "
        "them a little. Brackets hold 95 % intervals: "
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


REPORT = StudyReport(
    GAME,
    "Castle: how long, how much luck, which cards?",
    careful="who plays",
    note=f"Brackets hold 95 % intervals. In the tables: {MARKS_TWICE}. Unless it says otherwise, all players "
    f"are of policy {EVERYBODY[0]}. Minutes are an assumption: {PACE}, half as many more for a card placed.",
    policies=EVERYBODY,
    who="Policies, not people: a finding holds for players like these. They do not tire, talk, or grow "
    "better. The heuristic’s weights are good play, not perfect play, and under another rule they are not "
    "tuned for it. Among people who are closer to each other than these policies are, luck decides more.",
    margins=[
        *((f"“{claim.quote}”", f"holds if {claim.test}") for claim in CLAIMS),
        ("share of wins of a place at the table, or of one player", points(FAIR)),
        ("share of wins of a card", points(CARD_MARGIN)),
        *((f"another rule: {words}", margin) for words, _, margin in cards.CHANGED.values()),
    ],
    method=method,
    headline=headline,
    disputes=rulebook.dispute_sentences,
    in_short=in_short,
    findings=findings,
    sections=(
        rulebook.rulebook,
        play.length,
        play.skill,
        play.seats,
        cards.power,
        cards.returns,
        cards.variants,
        rulebook.who_plays,
    ),
    lines=lines,
)
