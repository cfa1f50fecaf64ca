"""The findings of the study of Castle as sentences: the size first, then the margin and the verdict."""

from __future__ import annotations

from analyses.castle_study.claims import FAILS, HOLDS, TWO_IN_THREE, Claim, asked, disputes, tells_apart
from analyses.castle_study.games import SECONDS
from analyses.castle_study.length import HALF_HOUR, HOUR
from analyses.castle_study.robustness import contradictions
from analyses.castle_study.skill import PAIRS
from analyses.castle_study.study import EVERYBODY, POLICIES
from analyses.estimate import Estimate
from analyses.studies import Entry, Results
from analyses.summary import FAIR
from reports.study_words import (
    COUNTS,
    at_tables,
    by_players,
    judged,
    listed,
    percent,
    percentage_points,
)

PACE = f"{SECONDS} seconds an action"

CLAIM_FORMATS = {"luck": "+.2f", "shorter": "+.1f", "blocked": ".3%"}
"""How the numbers of claims are written; the others are percentages."""

PLACES = ("begins", "comes second", "comes third", "comes fourth", "comes fifth")


def plain_2(estimate: Estimate) -> str:
    """An index."""
    return f"{estimate:.2f}"


def plain_1(estimate: Estimate) -> str:
    """Rounds, turns or minutes."""
    return f"{estimate:.1f}"


# --- the rulebook


def claim_number(claim: Claim, estimate: Estimate) -> str:
    """The number of a claim as people say it."""
    shown = estimate.minus(-TWO_IN_THREE) if claim.name == "tactical" else estimate
    return format(shown, CLAIM_FORMATS.get(claim.name, ".1%"))


def claim_measure(results: Results, claim: Claim) -> str:
    """What is measured, with the numbers of players that were played."""
    players = results.setting.players
    return claim.measure.format(fewest=COUNTS[players[0]], most=COUNTS[players[-1]])


def claim_sentence(results: Results, claim: Claim, entries: list[tuple[str, Entry]]) -> str:
    """A claim, its number for each who plays, and whether it holds."""
    (who, entry), *others = entries
    said = f"{claim_number(claim, entry.estimate)} for {who}"
    if others:
        estimates = sorted((entry.estimate for _, entry in others), key=lambda estimate: estimate.value)
        ends = [
            claim_number(claim, estimate).partition(" [")[0] for estimate in (estimates[0], estimates[-1])
        ]
        said += f" ({' to '.join(dict.fromkeys(ends))} for the others)"
    return (
        f"“{claim.quote}”: {claim_measure(results, claim)}: {said} (margin: {claim.test}): "
        f"{_claim_verdicts(claim, entries)}."
    )


def _claim_verdicts(claim: Claim, entries: list[tuple[str, Entry]]) -> str:
    groups: dict[str, list[str]] = {}
    for who, entry in entries:
        groups.setdefault(claim.judge(entry), []).append(who)
    if len(groups) == 1:
        return f"{next(iter(groups))}, whoever plays"
    return "; ".join(f"{verdict} for {listed(who)}" for verdict, who in groups.items())


def claim_sentences(results: Results) -> list[str]:
    """All claims that these tables can answer."""
    return [claim_sentence(results, claim, entries) for claim, entries in asked(results)]


# --- who plays


def dispute_sentences(results: Results) -> list[str]:
    """Where those who play contradict each other; first, about the rulebook."""
    found, claims = disputes(results), asked(results)
    said = [
        f"“{d.claim.quote}” holds for {listed(d.who(HOLDS))}, not for {listed(d.who(FAILS))}" for d in found
    ]
    first = (
        f"On the rulebook’s claims, those who play contradict each other in {len(found)} of {len(claims)}: "
        f"{'; '.join(said)}."
        if found
        else f"On the rulebook’s {len(claims)} claims, no two who play contradict each other."
    )
    about = {"seats": "the order of play", "power": "cards dealt", "variants": "other rules"}
    counts = []
    for table, words in about.items():
        contrary, comparisons = contradictions(results, table)
        counts.append(f"in {len(contrary)} of {comparisons} comparisons about {words}")
    return [
        first,
        f"The policies {listed(list(EVERYBODY))} contradict each other {listed(counts)}; "
        "where all but one are undecided there is nothing to contradict.",
    ]


# --- length, skill, order of play


def length_sentence(results: Results, policy: str = POLICIES[0]) -> str:
    """Rounds, turns and minutes."""
    rounds, turns, minutes, middle = (
        at_tables(results, "length", measure, policy=policy)
        for measure in ("rounds", "turns", "minutes", "minutes_50")
    )
    return (
        f"At {PACE} a game of {policy} players takes {by_players(minutes, plain_1, 'minutes')} on average "
        f"(half of the games at most {listed([f'{e.estimate.value:.0f}' for e in middle.values()])}); "
        f"that is {by_players(rounds, plain_1, 'rounds')}, or {by_players(turns, plain_1, 'turns')}, all "
        "players taken together."
    )


def pace_sentences(results: Results) -> list[str]:
    """At which pace the rulebook's limits are kept."""
    found = []
    for players, limit, words in ((2, HOUR, "an hour"), (5, HALF_HOUR, "half an hour")):
        if players in results.setting.players:
            paces = [
                (policy, results.get("length", f"pace_{limit}", players=players, policy=policy))
                for policy in POLICIES
            ]
            said = [f"{pace:.1f} seconds an action for {policy}" for policy, pace in paces]
            found.append(
                f"The verdict on {words} with {COUNTS[players]} players flips at {listed(said)} "
                "players: at a quicker pace no more than one game in ten takes longer."
            )
    return found


def luck_sentence(results: Results) -> str:
    """The luck index at each table, for one better player and for one weaker one."""
    said, silent = [], []
    for pair in PAIRS:
        told = [
            (who, measure)
            for who, measure in ((pair.name, "luck"), (pair.turned, "luck_of_weak"))
            if tells_apart(results, pair, measure)
        ]
        if not told:
            silent.append(pair.name)
        for who, measure in told:
            found = at_tables(results, "skill", measure, pair=pair.name)
            said.append(f"for one {who}: {by_players(found, plain_2)}")
    text = f"The luck index is, {'; '.join(said)}." if said else ""
    if silent:
        text += (
            f" Of {listed(silent)} the better player wins next to all games at every table, so these pairs "
            "cannot say whether more players mean more luck."
        )
    return text.strip()


def won_sentence(results: Results) -> str:
    """What the better player wins."""
    pair = PAIRS[0]
    won = at_tables(results, "skill", "strong_wins", pair=pair.name)
    above = at_tables(results, "skill", "strong_above_fair", pair=pair.name)
    said = [f"{e.estimate:.1%} of {COUNTS[p]}-player" for p, e in won.items()]
    return (
        f"One {pair.strong} player among {pair.weak} ones wins {listed(said)} games, "
        f"{by_players(above, percentage_points, 'percentage points')} above an even share "
        f"({judged(above, f'{100 * FAIR:g} percentage points')})."
    )


def deal_sentence(results: Results) -> str:
    """How much of who wins lies in the cards dealt."""
    pair = PAIRS[0].name
    deal = at_tables(results, "skill", "deal_part", pair=pair)
    skill = at_tables(results, "skill", "skill_part", pair=pair)
    return (
        f"Of the variance of who wins, the same deal explains {by_players(deal, percent)} and who is better "
        f"{by_players(skill, percent)} ({pair}); the rest is how play goes on."
    )


def seat_sentence(results: Results, policy: str = POLICIES[0]) -> str:
    """What beginning is worth, and what playing last."""
    first = at_tables(results, "seats", "above_fair", policy=policy, position=1)
    last = {
        p: results.entry("seats", "above_fair", players=p, policy=policy, position=p)
        for p in results.setting.players
    }
    margin = f"{100 * FAIR:g} percentage points"
    return (
        f"Who begins wins {by_players(first, percentage_points, 'percentage points')} against an even share "
        f"({judged(first, margin)}); who comes last {by_players(last, percentage_points)} "
        f"({judged(last, margin)}); {policy} players."
    )


def headline(results: Results) -> str:
    """The finding that leads: luck, then length."""
    luck = at_tables(results, "skill", "luck", pair=PAIRS[0].name)
    minutes = at_tables(results, "length", "minutes", policy=POLICIES[0])
    return (
        f"For each win of a better player a weaker one at the table has {by_players(luck, plain_2, 'wins')} "
        f"(luck index, one {PAIRS[0].name}); a game takes "
        f"{by_players(minutes, '{:.0f}'.format, 'minutes')} at {PACE}.{_doubt(results)}"
    )


def _doubt(results: Results) -> str:
    """A sentence's worth of care where it depends on who plays whether luck grows."""
    if "luck" not in [dispute.claim.name for dispute in disputes(results)]:
        return ""
    return " Whether more players mean more luck depends on who plays."
