"""Sections of the report about Castle: the rulebook, length, luck, order of play."""

from __future__ import annotations

from collections.abc import Callable

from analyses.castle_study.claims import asked
from analyses.castle_study.games import SECONDS
from analyses.castle_study.length import HALF_HOUR, HOUR
from analyses.castle_study.skill import PAIRS
from analyses.castle_study.study import POLICIES
from analyses.estimate import Estimate
from analyses.studies import Results
from analyses.summary import FAIR
from reports.castle_study import plots
from reports.castle_study.words import (
    PACE,
    PLACES,
    claim_measure,
    claim_number,
    deal_sentence,
    length_sentence,
    luck_sentence,
    pace_sentences,
    plain_1,
    plain_2,
    seat_sentence,
    won_sentence,
)
from reports.parts import LEVEL, Cell, Section, Table
from reports.study_parts import Row, picture_of, table_of
from reports.study_words import COUNTS, at_tables, percent, percentage_points


def rulebook(results: Results) -> Section:
    """The claims one by one."""
    rows = []
    for claim, entries in asked(results):
        for number, (who, entry) in enumerate(entries):
            value, _, interval = claim_number(claim, entry.estimate).partition(" [")
            rows.append(
                [
                    Cell(f"“{claim.quote}”" if number == 0 else ""),
                    Cell(who),
                    Cell(value, f"[{interval}"),
                    Cell(claim.judge(entry)),
                ]
            )
    tests = [
        f"“{claim.quote}” is read as: {claim_measure(results, claim)}; it holds if {claim.test}."
        for claim, _ in asked(results)
    ]
    table = Table(
        "The rulebook’s claims. It “holds” or “does not hold” only where the whole interval says so.",
        ["the rulebook says", "who plays", "number", "verdict"],
        rows,
        2,
    )
    return Section("What the rulebook says of itself", tests, [table])


def length(results: Results) -> Section:
    """Rounds, turns, minutes."""
    measures: tuple[tuple[str, str, Callable[[Estimate], str]], ...] = (
        ("rounds", "rounds", plain_1),
        ("turns", "turns, all players together", plain_1),
        ("actions", "actions", plain_1),
        ("minutes", f"minutes at {PACE}", plain_1),
        ("minutes_50", "minutes: half of the games take at most", plain_1),
        ("minutes_90", "minutes: nine games in ten take at most", plain_1),
        (f"over_{HALF_HOUR}", "games over half an hour", percent),
        (f"over_{HOUR}", "games over an hour", percent),
        (f"pace_{HALF_HOUR}", "seconds an action: nine games in ten within half an hour", plain_1),
        (f"pace_{HOUR}", "seconds an action: nine games in ten within an hour", plain_1),
        ("unfinished", "stopped after 1000 turns", percent),
    )
    tables = []
    for policy in POLICIES:
        rows: list[Row] = [
            (words, at_tables(results, "length", measure, policy=policy), show)
            for measure, words, show in measures
        ]
        tables.append(table_of(results, f"How long a game is, {policy} players.", "a game", rows))
    middles = [
        results.get("length", "minutes_50", players=p, policy=POLICIES[0]).value
        for p in results.setting.players
    ]
    title = (
        f"Half of all games take at most {middles[0]:.0f} minutes with {COUNTS[results.setting.players[0]]} "
        f"players and {middles[-1]:.0f} with {COUNTS[results.setting.players[-1]]}"
        if len(middles) > 1
        else f"Half of all games take at most {middles[0]:.0f} minutes"
    )
    picture = picture_of(
        plots.length(results, title),
        "Bars of the minutes that games take for each number of players and each policy, from the tenth to "
        "the ninetieth of a hundred games, with a dot at the middle; dashed lines at 30 and 60 minutes.",
        f"Eight games in ten lie within a bar, which may go on beyond the picture; the dot is the middle "
        f"game. At {PACE}.",
    )
    return Section(
        "How long is a game?",
        [
            f"Minutes are an assumption: {PACE}, and half as much again, {3 * SECONDS // 2} seconds, for one "
            "that places a card. At another pace they grow in proportion.",
            length_sentence(results),
            *pace_sentences(results),
        ],
        [picture, *tables],
    )


def skill(results: Results) -> Section:
    """The luck index and what lies in the deal."""
    measures: tuple[tuple[str, str, Callable[[Estimate], str]], ...] = (
        ("strong_wins", "one better player wins", percent),
        ("strong_above_fair", "that is above an even share, pp", percentage_points),
        ("weak_wins", "one weaker player wins", percent),
        ("luck", "luck index, one better player", plain_2),
        ("luck_of_weak", "luck index, one weaker player", plain_2),
        ("lottery", "share of games as if by lot", percent),
        ("skill_part", "variance: who is better", percent),
        ("deal_part", "variance: the deal", percent),
    )
    tables = []
    for pair in PAIRS:
        rows: list[Row] = [
            (words, at_tables(results, "skill", measure, pair=pair.name), show)
            for measure, words, show in measures
        ]
        caption = (
            f"One {pair.strong} player among {pair.weak} ones (weaker: one {pair.weak} among {pair.strong})."
        )
        tables.append(table_of(results, caption, "measure", rows))
    index = [
        results.get("skill", "luck", players=p, pair=PAIRS[0].name).value for p in results.setting.players
    ]
    players = results.setting.players
    title = (
        f"Luck index {index[0]:.2f} with {COUNTS[players[0]]} players, {index[-1]:.2f} with "
        f"{COUNTS[players[-1]]} ({PAIRS[0].name})"
        if len(index) > 1
        else f"Luck index {index[0]:.2f} ({PAIRS[0].name})"
    )
    picture = picture_of(
        plots.luck(results, title),
        "Left: the luck index against the number of players for pairs of policies, with intervals. "
        "Right: bars of what the variance of who wins is made of: who is better, the deal, the play.",
        f"Left: dots for one better player, rings for one weaker; {LEVEL} intervals. Right: the parts of "
        "skill and deal; the rest arises in play.",
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
            "The share of games as if by lot is another index: (1 − won) ÷ (1 − even share). It grows with "
            "the number of players even if nothing else changes, as more can be lucky. All of this depends "
            "on how far apart the two are: the same game is luckier among equals.",
            luck_sentence(results),
            won_sentence(results),
            deal_sentence(results),
        ],
        [picture, *tables],
    )


def seats(results: Results) -> Section:
    """What a place in the order of play is worth."""
    tables = []
    for policy in POLICIES:
        rows: list[Row] = []
        for position in range(1, max(results.setting.players) + 1):
            found = {
                p: results.entry("seats", "above_fair", players=p, policy=policy, position=position)
                for p in results.setting.players
                if p >= position
            }
            rows.append((f"who {PLACES[position - 1]}", found, percentage_points))
        tables.append(
            table_of(
                results,
                f"Share of wins over an even share, pp, {policy} players; margin {100 * FAIR:g}.",
                "place",
                rows,
                absent="–",
            )
        )
    first = at_tables(results, "seats", "above_fair", policy=POLICIES[0], position=1)
    values = [100 * entry.estimate.value for entry in first.values()]
    title = (
        f"Beginning changes the share of wins by {min(values):+.1f} to {max(values):+.1f} percentage points "
        f"({POLICIES[0]})"
    )
    picture = picture_of(
        plots.seats(results, title),
        "Dots with intervals: the share of wins of each place in the order of play over an even share, a "
        "panel for each number of players, a colour for each policy.",
        f"Bars: {LEVEL} intervals. Shaded: within the margin.",
    )
    return Section(
        "Does it help to begin?",
        [
            "The dealer is drawn by lot; the player on the left begins (CA-17).",
            seat_sentence(results),
        ],
        [picture, *tables],
    )
