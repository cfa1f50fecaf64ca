"""The findings of the study of farmers as sentences: the size first, then the margin and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from analyses.estimate import Estimate
from analyses.farmer_study.robustness import Dispute, comparisons, disputes
from analyses.farmer_study.rules import CHANGES, MEASURES, Change
from analyses.farmer_study.study import RULES, Studied, doubtful
from analyses.farmer_study.sweep import POINT_MARGIN, WIN_MARGIN
from analyses.studies import Results
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

LEADING = ("field_3_to_4", "field_to_once", "field_to_city", "field_3_to_city_4", "to_old")
"""The changes that get a sentence; the tables have them all."""

MEASURE_WORDS: Mapping[str, str] = {
    "winner_changes": "how often the winner changes",
    "winner_loses": "how often nobody who won still wins",
    "score": "points a player",
    "farm_share": "the share of points from farms",
    "first_wins": "how often seat 1 wins",
    "lead": "the winner’s lead",
    "farmers": "farmers a player",
    "turns_to_come": "turns still to come when a farmer is placed",
}


SHOW: Mapping[str, Callable[[Estimate], str]] = {
    "winner_changes": percent,
    "winner_loses": percent,
    "score": signed,
    "farm_share": percentage_points,
    "first_wins": percentage_points,
    "lead": signed,
    "farmers": signed_2,
    "turns_to_come": signed,
}
"""How changes are written; shares that change are in percentage points."""


def margin_words(measure: str) -> str:
    """The margin of a measure in its unit."""
    margin = MEASURES[measure].margin
    if margin is None:
        raise ValueError(f"{measure} has no margin")
    if measure == "winner_changes":
        return f"{margin:.0%} of games".replace("%", " %")
    if measure in ("farm_share", "first_wins"):
        return f"{100 * margin:g} percentage points"
    unit = {"farmers": "farmers", "turns_to_come": "turns"}.get(measure, "points")
    return f"{margin:g} {unit}"


def winner_sentence(results: Results, change: Change, policy: str = "heuristic") -> str:
    """How often a change of the rule makes somebody else win the same game."""
    found = at_tables(results, "rescored_changes", "winner_changes", policy=policy, change=change.name)
    said = [f"{entry.estimate:.1%} of {COUNTS[players]}-player" for players, entry in found.items()]
    return (
        f"{change.text} changes the winner of {listed(said)} games "
        f"({judged(found, margin_words('winner_changes'))})."
    )


def effect_sentence(results: Results) -> str:
    """What a fourth point does to scores, farms and the first seat."""
    keys = {"policy": "heuristic", "change": CHANGES[0].name}
    score = at_tables(results, "rescored_changes", "score", **keys)
    share = at_tables(results, "rescored_changes", "farm_share", **keys)
    first = at_tables(results, "rescored_changes", "first_wins", **keys)
    return (
        f"In the same games the fourth point adds {by_players(score, signed)} to a player’s score "
        f"({judged(score, margin_words('score'))}); the share of points from farms moves by "
        f"{by_players(share, percentage_points)} ({judged(share, margin_words('farm_share'))}), "
        f"seat 1’s share of wins by {by_players(first, percentage_points)} "
        f"({judged(first, margin_words('first_wins'))}), both in percentage points."
    )


def adapted_sentence(results: Results, studied: Studied) -> str:
    """How players tuned for a rule farm, against those tuned for the rule in force."""
    farmers, turns = (
        at_tables(results, "adapted_changes", measure, rule=studied.name)
        for measure in ("farmers", "turns_to_come")
    )
    return (
        f"When everybody is tuned for “{studied.text}” instead of “{RULES[0].text}”, the farmers that a "
        f"player places change by {by_players(farmers, signed_2)} "
        f"({judged(farmers, margin_words('farmers'))}), and the turns still to come when one is placed by "
        f"{by_players(turns, signed)} ({judged(turns, margin_words('turns_to_come'))})."
        f"{doubt_words(results, RULES[0], studied)}"
    )


def first_seat_sentence(results: Results, studied: Studied) -> str:
    """What a rule does to the first seat once all players know it."""
    first = at_tables(results, "adapted_changes", "first_wins", rule=studied.name)
    return (
        f"Played anew under “{studied.text}”, seat 1’s share of wins moves by "
        f"{by_players(first, percentage_points, 'percentage points')} "
        f"({judged(first, margin_words('first_wins'))}).{doubt_words(results, RULES[0], studied)}"
    )


def best_sentence(results: Results, studied: Studied) -> str:
    """The best farming, and the range that these games do not tell apart from it."""
    said = []
    for players in results.setting.players:
        best, low, high = (
            results.get("price", measure, players=players, rule=studied.name)
            for measure in ("best_farmers", "as_good_from", "as_good_to")
        )
        said.append(
            f"{best:.1f} farmers a game with {COUNTS[players]} players (not told apart from it: "
            f"{low.value:.1f} to {high.value:.1f})"
        )
    return (
        f"Under “{studied.text}” the farming that wins most, of those measured, is {listed(said)}."
        f"{doubt_words(results, studied)}"
    )


def forbidden_sentence(results: Results, studied: Studied) -> str:
    """What never placing a farmer costs one player."""
    win = at_tables(results, "price", "forbidden_win", rule=studied.name)
    score = at_tables(results, "price", "forbidden_score", rule=studied.name)
    return (
        f"Under “{studied.text}”, forbidding farmers to one player changes that player’s share of wins by "
        f"{by_players(win, percentage_points, 'percentage points')} "
        f"({judged(win, f'{100 * WIN_MARGIN:g} percentage points')}), and the score by "
        f"{by_players(score, signed, 'points')} ({judged(score, f'{POINT_MARGIN:g} points')})."
        f"{doubt_words(results, studied)}"
    )


def meeple_sentence(results: Results) -> str:
    """What a farmer earns against a meeple elsewhere, under the rule in force."""
    rule = RULES[0]
    said = []
    for players in results.setting.players:
        farmer, other = (
            results.get("meeples", role, players=players, rule=rule.name) for role in ("farmer", "elsewhere")
        )
        said.append(f"{farmer:.1f} against {other:.1f} with {COUNTS[players]}")
    difference = at_tables(results, "meeples", "farmer_over_elsewhere", rule=rule.name)
    net = at_tables(results, "price", "points_a_farmer", rule=rule.name)
    sentence = (
        f"Under “{rule.text}” a farmer earns more points than a meeple placed elsewhere, but it never comes "
        f"home: {listed(said)} players ({judged(difference, '1 point')}). Against a player who never farms, "
        f"each farmer adds {by_players(net, signed)} to the final score, all told."
        if all(entry.estimate.value > 0 for entry in difference.values())
        else f"Under “{rule.text}” a farmer earns, against a meeple placed elsewhere, {listed(said)} players "
        f"({judged(difference, '1 point')}). Against a player who never farms, each farmer adds "
        f"{by_players(net, signed)} to the final score, all told."
    )
    return sentence + doubt_words(results, rule)


def dispute_sentences(results: Results) -> list[str]:
    """Where the policies contradict each other about the rescored games; first, who wins."""
    found = list(disputes(results))
    about = [d for d in found if d.measure == "winner_changes"]
    said = [_dispute(list(group)) for _, group in groupby(about, key=lambda d: d.change)]
    asked = comparisons(results)
    others = len(found) - len(about)
    first = (
        f"On how often the winner changes, the policies contradict each other in {len(about)} of {asked} "
        f"comparisons: {'; '.join(said)} (which says what: last section)."
        if about
        else f"On how often the winner changes, no two policies contradict each other in {asked} comparisons."
    )
    rest = f"On points, farms, the first seat and the lead they do in {others} of {4 * asked}."
    return [first, rest]


def _dispute(found: Sequence[Dispute]) -> str:
    """One change of the rule, and the tables at which policies contradict each other."""
    return f"{found[0].change.label} with {listed([COUNTS[d.players] for d in found])} players"


def doubt_words(results: Results, *rules: Studied) -> str:
    """A sentence's end where the weights tuned for a rule that it speaks of are in doubt."""
    doubted = {players for studied in rules for players in doubtful(results, studied.name)}
    tables = [COUNTS[players] for players in sorted(doubted)]
    return f" The weights are in doubt with {listed(tables)} players." if tables else ""


def headline(results: Results) -> str:
    """The finding that leads."""
    return winner_sentence(results, CHANGES[0])


def in_short(results: Results) -> list[str]:
    """What a designer wants to know first."""
    named = {change.name: change for change in CHANGES}
    in_force, fourth, _, old = RULES
    return [
        *(winner_sentence(results, named[name]) for name in LEADING[1:]),
        adapted_sentence(results, fourth),
        adapted_sentence(results, old),
        meeple_sentence(results),
        best_sentence(results, in_force),
        forbidden_sentence(results, in_force),
    ]


def sentences(results: Results) -> list[str]:
    """All findings that a designer may quote, the doubts first."""
    named = {change.name: change for change in CHANGES}
    return [
        *dispute_sentences(results),
        *(winner_sentence(results, named[name]) for name in LEADING),
        effect_sentence(results),
        *(adapted_sentence(results, studied) for studied in RULES[1:]),
        *(first_seat_sentence(results, studied) for studied in RULES[1:]),
        meeple_sentence(results),
        *(best_sentence(results, studied) for studied in RULES),
        *(forbidden_sentence(results, studied) for studied in RULES),
    ]
