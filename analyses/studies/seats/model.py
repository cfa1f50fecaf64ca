"""What a place in the order of play is worth: cells, shares of wins by place, and the bonus that repairs it.

Where seats are told apart by more than who begins, as by the colours and factions of Star Wars, these go once
round the table with the same games, so that every place is played with every colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.estimates.arrays import Floats
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import difference_of, share_of
from analyses.measures.circles import FEW_STOPPED
from analyses.measures.number import Number
from analyses.measures.paired_games import arrays_of
from analyses.measures.summary import analysis_of
from analyses.questions.handicap import evening
from analyses.questions.results import Results, Runs, Setting
from analyses.studies.declared import Declared
from rules import games
from simulate.plans.plan import Plan
from simulate.store.runs import Run
from simulate.store.sums import parts_of_win


def turned(plan: Plan) -> tuple[Plan, ...]:
    """The games with the colours of the seats once round the table, or as they are if they do not matter."""
    name = getattr(analysis_of(plan.game), "TOLD_APART_BY", "")
    if not name:
        return (plan,)
    colours = getattr(plan.options, name)[: plan.players]
    turns = (colours[i:] + colours[:i] for i in range(len(colours)))
    return tuple(replace(plan, options=replace(plan.options, **{name: colours})) for colours in turns)


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    for players in setting.players:
        for policy in study.lists["policy"]:
            turns = [outcome(run) for run in runs[f"{players}p-{policy}"]]
            yield from numbers_by_place(study, players, policy, turns)


def notes(study: Declared, results: Results) -> Iterator[str]:
    """What a reader must know before any number: where games that nobody won take from the wins of all."""
    for policy in study.lists["policy"]:
        for players in results.players:
            places = results.matching("places", "win_share", policy=f"{policy}", players=players)
            nobody = 1 - sum(entry.estimate.value for entry in places)
            if nobody > FEW_STOPPED:
                yield (
                    f"nobody won {100 * nobody:.1f} % of games ({players} players, {policy}): the limit of "
                    "turns stopped them, so all places together win less than their even shares"
                )


@dataclass(frozen=True)
class Outcome:
    """The games of a run by place in the order of play: [game, place]."""

    wins: Floats
    """The part of the win, in those of `parts_of_win`."""
    scores: Floats | None
    """None where there are none."""
    groups: tuple[str, ...]
    """What each seat is told apart by, such as its faction."""
    by_seat: Floats
    """The part of the win, [game, seat]."""


def outcome(run: Run) -> Outcome:
    """What the games of a run came to."""
    plan = run.plan
    every, win = list(arrays_of(run)), parts_of_win(plan.players)
    wins = np.concatenate([arrays.by_place(arrays.wins) * win for arrays in every])
    by_seat = np.concatenate([arrays.wins * win for arrays in every])
    scores = None
    if games.load(plan.game).has_score:
        scores = np.concatenate([arrays.by_place(arrays.scores) for arrays in every])
    groups = tuple(" ".join(side.words.values()) for side in analysis_of(plan.game).sides(plan))
    return Outcome(np.rint(wins), scores, groups, np.rint(by_seat))


def numbers_by_place(
    study: Declared, players: int, policy: str, turns: Sequence[Outcome]
) -> Iterator[Number]:
    """Share of wins, score and bonus by place, and wins by what seats are told apart by.

    The games of one index, one for each turn of the colours, are a block, and the block is the unit.
    """
    wins = np.sum([turn.wins for turn in turns], axis=0)
    whole = len(turns) * parts_of_win(players)
    of_turns = [turn.scores for turn in turns if turn.scores is not None]
    scores = np.sum(of_turns, axis=0) if of_turns else None
    level = shared_level(players)
    at_end = getattr(analysis_of(study.game), "SCORES_ONLY_AT_END", False)  # else a bonus changes the play
    bonus = repairing(turns) if at_end else None
    for place in range(players):
        here = study.row("places", players=players, policy=policy, place=place + 1)
        share = share_of(wins[:, place], whole, level)
        yield here("win_share", share)
        yield here("above_even", share.minus(1 / players))
        if place == players - 1:
            yield study.row("last", players=players, policy=policy)("above_even", share.minus(1 / players))
        if scores is not None:
            each, mine = scores.sum(axis=1), players * scores[:, place]
            yield here("score", difference_of(mine, each, players * len(turns), reach=1.0, level=level))
        if bonus is not None and place:
            yield here("bonus", bonus[place - 1])
    for group, parts in _by_group(turns).items():
        seats = sum(name == group for name in turns[0].groups)
        level = shared_level(len(set(turns[0].groups)))
        share = share_of(parts, whole, level)
        here = study.row("colours", players=players, policy=policy, colour=group)
        yield here("above_even", share.minus(seats / players))


def _by_group(turns: Sequence[Outcome]) -> Mapping[str, Floats]:
    """Parts of the win by what seats are told apart by; nothing if they were not turned."""
    if len(turns) == 1:
        return {}
    found: dict[str, Floats] = {}
    for turn in turns:
        for seat, group in enumerate(turn.groups):
            found[group] = found.get(group, 0) + turn.by_seat[:, seat]
    return found


def repairing(turns: Sequence[Outcome]) -> list[Estimate]:
    """The points that each place but the first must get beforehand for all to win alike."""
    scores = np.stack([turn.scores for turn in turns if turn.scores is not None])
    return evening(scores, 1 / scores.shape[2])
