"""What changes with the number of players: length, turns of each, scores, and what a weaker player wins.

Games with unlike numbers of players have nothing in common, so nothing pairs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import difference, share_of
from analyses.measures.circles import circling
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.measures.paired_games import sums_of
from analyses.measures.vocabulary import chosen, competes, left_unfinished
from analyses.questions.results import Results, Runs, Setting
from analyses.studies.castle.games import read_rotated
from analyses.studies.castle.skill import inverse, odd_wins, wins_of_others
from analyses.studies.declared import Declared
from rules import games
from rules.errors import UserError
from simulate.plans.plan import make_plan
from simulate.plans.policies import names
from simulate.store.runs import Run
from simulate.store.sums import parts_of_win

STOPPED = "stopped"
"""The share of games that the limit of turns stopped, where a game can be."""


def lists(study: Declared) -> dict[str, list[str]]:
    """Who is weaker than `heuristic`, as people are who still learn, if the game has such a player."""
    return {"weaker": [name for name in ("novice",) if name in names(study.game)]}


def check(study: Declared, players: Sequence[int]) -> None:
    """Refuse one number of players alone: there is nothing that it could be held against."""
    if len(players) < 2:
        raise UserError("study players: name two numbers of players or more, such as --players 3,4")


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show with each number of players, and how that differs from the fewest."""
    limit = left_unfinished(study.game)
    for policy in study.lists["policy"]:
        found = {p: numbers(runs[f"{p}p-{policy}"][0], limit) for p in setting.players}
        for name in ("turns", "each", "won", "score", "lead", "tied"):
            if there := {p: of[name] for p, of in found.items() if name in of}:
                yield from _by_players(study, "games", name, there, policy=f"{policy}")
        for p, of in found.items() if limit is not None else ():
            yield study.row("games", players=p, policy=f"{policy}")(STOPPED, of[STOPPED])
    for weaker in study.lists["weaker"]:
        shares = {p: luck(runs[f"{p}p-{weaker}-among-heuristic"], p) for p in setting.players}
        yield from _by_players(study, "luck", "weaker", shares)


def numbers(run: Run, limit: Measure | None) -> dict[str, Estimate]:
    """The numbers of a run's games, which are read once."""
    there = {measure.name for measure in chosen(run.plan, None)}
    game, competing = games.load(run.plan.game), competes(run.plan)
    wanted = {"turns": "turns", "score": "score", "lead": "lead"}
    wanted |= {"tied": "ties"} if competing and not game.has_score else {}
    wanted |= {} if competing else {"won": "win_share"}
    named = {name: chosen(run.plan, [key])[0] for name, key in wanted.items() if key in there}
    if limit is not None:
        named[STOPPED] = limit
    sums = zip(named, sums_of(run, list(named.values())), strict=True)
    found = {name: one for name, each in sums if (one := each.estimate(0, LEVEL)) is not None}
    return found | ({"each": found["turns"].times(1 / run.plan.players)} if "turns" in found else {})


def luck(turns: Sequence[Run], players: int) -> Estimate:
    """How many games a novice wins for 100 that each of the others wins; `turns` have it in every seat."""
    won = share_of(odd_wins(read_rotated(turns)), players * parts_of_win(players))
    return inverse(wins_of_others(won, players)).times(100)


def _by_players(
    study: Declared, table: str, measure: str, found: Mapping[int, Estimate], **keys: str
) -> Iterator[Number]:
    """A number with each number of players; in a table of its own, how it differs from the fewest."""
    fewest = next(iter(found.values()))
    for players, estimate in found.items():
        yield study.row(table, players=players, **keys)(measure, estimate)
        if estimate is not fewest:
            yield study.row(f"more_{table}", players=players, **keys)(measure, difference(estimate, fewest))


def notes(study: Declared, results: Results) -> Iterator[str]:
    """What a reader must know before any number: where games that were stopped make the mean length."""
    policy = f"{study.lists['policy'][0]}"
    for entry in results.matching("games", STOPPED, policy=policy):
        players, stopped = int(entry.place["players"]), entry.estimate
        plan = make_plan(study.game, stopped.n, players=players, policy=policy)
        if note := circling(plan, stopped.value, stopped.n, f"with {players} players"):
            yield note
