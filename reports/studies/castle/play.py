"""The report about Castle on how games go: their length, luck and skill, the order of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyses.studies.castle.games import SECONDS
from analyses.studies.castle.length import HALF_HOUR, HOUR
from analyses.studies.castle.skill import LUCK_MARGIN, PAIRS, WEIGHTS_OF
from analyses.studies.castle.study import EVERYBODY, POLICIES
from analyses.studies.study import Entry, Results
from analyses.summary import FAIR
from reports.parts import LEVEL, Section, lines_of, picture, table_of
from reports.studies.castle import plots
from reports.words import (
    COUNTS,
    by_players,
    headed,
    listed,
    points,
    roughly,
    sized,
    told,
    values,
    verdicts,
    whoever,
)

PACE = f"{SECONDS} seconds an action"

LENGTHS = {
    "rounds": ("rounds", ".1f"),
    "turns": ("turns, all players together", ".1f"),
    "actions": ("actions", ".1f"),
    "minutes": (f"minutes at {PACE}", ".1f"),
    "minutes_50": ("minutes: half of the games take at most", ".1f"),
    "minutes_90": ("minutes: nine games in ten take at most", ".1f"),
    f"over_{HALF_HOUR}": ("games over half an hour", ".1%"),
    f"over_{HOUR}": ("games over an hour", ".1%"),
    f"pace_{HALF_HOUR}": ("seconds an action: nine games in ten within half an hour", ".1f"),
    f"pace_{HOUR}": ("seconds an action: nine games in ten within an hour", ".1f"),
    "unfinished": ("stopped after 1000 turns", ".1%"),
}
"""What is measured of the length of games: in words, and how it is written."""

SKILLS = {
    "strong_wins": ("one better player wins", ".1%"),
    "strong_above_fair": ("that is above an even share, pp", "+.1pp"),
    "weak_wins": ("one weaker player wins", ".1%"),
    "luck": ("luck index, one better player", ".2f"),
    "luck_of_weak": ("luck index, one weaker player", ".2f"),
    "lottery": ("share of games as if by lot", ".1%"),
    "skill_part": ("variance: who is better", ".1%"),
    "deal_part": ("variance: the deal", ".1%"),
}
"""The same of skill."""

PLACES = ("begins", "comes second", "comes third", "comes fourth", "comes fifth")

FIRST = PAIRS[0].name

# --- sentences


def length_sentence(results: Results, policy: str = POLICIES[0]) -> str:
    """Rounds, turns and minutes."""
    rounds, turns, minutes, middle = (
        results.across("length", measure, policy=policy)
        for measure in ("rounds", "turns", "minutes", "minutes_50")
    )
    everybody = results.where("length", "minutes") if policy == POLICIES[0] else []
    over_all = _over_all(everybody, "minutes", "", 1.0)
    return (
        f"At {PACE} a game of {policy} players takes {by_players(minutes, '.1f', 'minutes')} on average "
        f"(half of the games at most {listed(f'{value:.0f}' for value in values(middle))}); "
        f"that is {by_players(rounds, '.1f', 'rounds')}, or {by_players(turns, '.1f', 'turns')}, all "
        f"players taken together{over_all}."
    )


def pace_sentences(results: Results) -> list[str]:
    """At which pace the rulebook's limits are kept."""
    found = []
    for players, limit, words in ((2, HOUR, "an hour"), (5, HALF_HOUR, "half an hour")):
        if players in results.players:
            paces = [results.get("length", f"pace_{limit}", players=players, policy=p) for p in POLICIES]
            said = [f"{pace:.1f} seconds an action for {p}" for p, pace in zip(POLICIES, paces, strict=True)]
            found.append(
                f"The verdict on {words} with {COUNTS[players]} players flips at {listed(said)} "
                "players: at a quicker pace no more than one game in ten takes longer."
            )
    return found


def luck_sentence(results: Results) -> str:
    """The luck index at each table, for one better player and for one weaker one: every pair."""
    said = [
        f"for one {who}: {by_players(results.across('skill', measure, pair=pair.name), '.2f')}"
        for pair in PAIRS
        for who, measure in ((pair.name, "luck"), (pair.turned, "luck_of_weak"))
    ]
    return f"The luck index is, {'; '.join(said)}."


def won_sentence(results: Results) -> str:
    """What the better player wins."""
    won, above = (results.across("skill", name, pair=FIRST) for name in ("strong_wins", "strong_above_fair"))
    said = [f"{e.estimate:.1%} of {COUNTS[p]}-player" for p, e in won.items()]
    return (
        f"One {PAIRS[0].strong} player among {PAIRS[0].weak} ones wins {listed(said)} games, "
        f"{by_players(above, '+.1pp', 'percentage points')} above an even share "
        f"({verdicts(above, points(FAIR))})."
    )


def deal_sentence(results: Results) -> str:
    """How much of who wins lies in the cards dealt."""
    deal, skill = (
        by_players(results.across("skill", name, pair=FIRST), ".1%") for name in ("deal_part", "skill_part")
    )
    return (
        f"Of the variance of who wins, the same deal explains {deal}; who is better explains {skill} "
        f"({FIRST}); the rest is how play goes on."
    )


def seat_sentence(results: Results, policy: str = POLICIES[0]) -> str:
    """What beginning is worth, and what playing last."""
    first = results.across("seats", "above_fair", policy=policy, position=1)
    everybody = results.where("seats", "above_fair", position=1) if policy == POLICIES[0] else []
    last = {
        p: results.entry("seats", "above_fair", players=p, policy=policy, position=p) for p in results.players
    }
    over_all = _over_all(everybody, "percentage points", "+", 100.0)
    return (
        f"Who begins wins {by_players(first, '+.1pp', 'percentage points')} against an even share "
        f"({verdicts(first, points(FAIR))}); who comes last {sized(last, '+.1pp', points(FAIR))}; "
        f"{policy} players{over_all}."
    )


def _over_all(found: Sequence[Entry], unit: str, sign: str, scale: float) -> str:
    """The range over all who play, beside the finding of those who give it."""
    return f"; {whoever(found, f'all {len(EVERYBODY)} policies', unit, sign, scale)}" if found else ""


# --- sections


def length(results: Results) -> Section:
    """Rounds, turns, minutes."""
    tables = [
        table_of(
            results,
            f"How long a game is, {policy} players.",
            "a game",
            [
                (words, results.across("length", measure, policy=policy), spec)
                for measure, (words, spec) in LENGTHS.items()
            ],
        )
        for policy in POLICIES
    ]
    middles = [
        roughly(e.estimate) for e in results.across("length", "minutes_50", policy=POLICIES[0]).values()
    ]
    title = f"Half of all games take at most about {middles[0]} minutes"
    if len(middles) > 1:
        fewest, most = COUNTS[results.players[0]], COUNTS[results.players[-1]]
        title += f" with {fewest} players and {middles[-1]} with {most}"
    bars = picture(
        plots.length,
        title,
        "Bars of the minutes that games take for each number of players and each policy, from the tenth to "
        "the ninetieth of a hundred games, with a dot at the middle; dashed lines at 30 and 60 minutes.",
        f"Eight games in ten lie within a bar, which may go on beyond the picture; the dot is the middle "
        f"game. At {PACE}.",
        results,
        f"minutes at {PACE}, half as many more for a card placed",
    )
    return Section(
        "How long is a game?",
        [
            f"Minutes are an assumption: {PACE}, and half as much again, {3 * SECONDS // 2} seconds, for one "
            "that places a card. At another pace they grow in proportion.",
            length_sentence(results),
            *pace_sentences(results),
        ],
        [bars, *tables],
    )


def luck_title(results: Results) -> str:
    """Whether more players mean more luck, by the claim of the first pair."""
    found = results.where("claims", "number", claim="luck", who=FIRST)
    if not found:
        return "The luck index of four pairs of players"
    fewest, most = COUNTS[results.players[0]], COUNTS[results.players[-1]]
    said = headed(
        {results.players[-1]: found[0]},
        f"From {fewest} to {most} players the luck index changes by {{}}",
        f"{most} players mean no more luck than {fewest}, within {LUCK_MARGIN:g}",
        "whether more players mean more luck",
        1.0,
        "+",
    )
    return f"{said} ({FIRST})"


def skill(results: Results) -> Section:
    """The luck index and what lies in the deal."""
    tables = [
        table_of(
            results,
            f"One {pair.strong} player among {pair.weak} ones (weaker: one {pair.weak} among {pair.strong}).",
            "measure",
            [
                (words, results.across("skill", measure, pair=pair.name), spec)
                for measure, (words, spec) in SKILLS.items()
            ],
        )
        for pair in PAIRS
    ]
    dots = picture(
        plots.luck,
        luck_title(results),
        "Left: the luck index against the games that the better one wins at the smallest table, with "
        "intervals, a dot for each pair of policies and number of players. "
        "Right: bars of what the variance of who wins is made of: who is better, the deal, the play.",
        "Left: the farther to the right, the wider the gap between the two. Dashed: where the index would "
        f"lie if it hung on the gap alone; above it, more players mean more luck. {LEVEL} intervals. Right: "
        "the parts of skill and deal; the rest arises in play.",
        results,
    )
    return Section(
        "How much does skill count?",
        [
            "One player who is better than all others takes every seat in turn, the same cards being dealt. "
            "The luck index is how many games each weaker player wins for each that the better one wins: 0 "
            "where luck never helps, 1 where it makes no difference who is better. If all win in proportion "
            "to a strength of their own, it is the ratio of these strengths, however many play: that is why "
            "it can be compared between numbers of players. The same index follows from one player who is "
            "weaker than all others; how far the two differ shows how far the picture can be trusted.",
            f"Both of a pair play with the same weights at every table, those tuned for {COUNTS[WEIGHTS_OF]} "
            "players, so that the gap between them is the same pair’s and not the work of the tuning.",
            "The share of games as if by lot is another index: (1 − won) ÷ (1 − even share). It grows with "
            "the number of players even if nothing else changes, as more can be lucky. All of this depends "
            "on how far apart the two are: the same game is luckier among equals.",
            *told(results, (luck_sentence, won_sentence, deal_sentence)),
        ],
        [dots, *tables],
    )


def seats(results: Results) -> Section:
    """What a place in the order of play is worth."""
    tables = [
        table_of(
            results,
            f"Share of wins over an even share, pp, {policy} players; margin {100 * FAIR:g}.",
            "place",
            [
                (f"who {place}", results.some("seats", "above_fair", policy=policy, position=number), "+.1pp")
                for number, place in enumerate(PLACES[: max(results.players)], 1)
            ],
            absent="–",
        )
        for policy in POLICIES
    ]
    title = headed(
        results.across("seats", "above_fair", policy=POLICIES[0], position=1),
        "Beginning changes the share of wins by {} percentage points",
        f"who begins wins an even share, within {points(FAIR)}",
        "whether it helps to begin",
        sign="+",
    )
    dots = picture(
        plots.seats,
        f"{title} ({POLICIES[0]})",
        "Dots with intervals: the share of wins of each place in the order of play over an even share, a "
        "panel for each number of players, a colour for each policy.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin.",
        results,
        [place.removeprefix("comes ") for place in PLACES],
    )
    return Section(
        "Does it help to begin?",
        ["The dealer is drawn by lot; the player on the left begins (CA-17).", seat_sentence(results)],
        [dots, *tables],
    )


def play_lines(results: Results) -> Iterator[str]:
    """For a terminal: length, luck and who begins."""
    for measure in ("rounds", "turns", "minutes", f"over_{HALF_HOUR}", f"over_{HOUR}"):
        words, spec = LENGTHS[measure]
        rows = [(who, results.across("length", measure, policy=who), spec) for who in EVERYBODY]
        yield from lines_of(results, words.partition(",")[0], rows)
    luck = f"luck index (margin of a difference {LUCK_MARGIN:g})"
    for measure, words in (("strong_wins", SKILLS["strong_wins"][0]), ("luck", luck)):
        rows = [(p.name, results.across("skill", measure, pair=p.name), SKILLS[measure][1]) for p in PAIRS]
        yield from lines_of(results, words, rows)
    first = f"who begins: share of wins over an even share, pp (margin {100 * FAIR:g})"
    rows = [(p, results.across("seats", "above_fair", policy=p, position=1), "+.1pp") for p in POLICIES]
    yield from lines_of(results, first, rows)
