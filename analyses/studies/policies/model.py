"""A round robin of policies: each alone among each other, in every seat, and how strong that makes them.

All tables of one number of players are read together by a model of who wins (Luce 1959; Plackett 1975): a
seat wins with a chance in proportion to the strength of its policy and the worth of its place. Where the
model is right a strength of 400 points more means ten times the chance, as in chess (Elo 1978).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from analyses.estimates.arrays import Floats, Whole
from analyses.estimates.choice_model import Choices, fit_choices
from analyses.estimates.estimate import DIFFERENT, Estimate, paired_share, scarcity, widened
from analyses.estimates.samples import of_strays, share_of
from analyses.measures.number import Number
from analyses.measures.paired_games import arrays_of
from analyses.measures.summary import analysis_of
from analyses.questions.handicap import evening, games_of_match
from analyses.questions.results import Results, Runs, Setting
from analyses.studies.declared import Declared
from rules import games
from rules.errors import UserError
from simulate.plans.policies import quick
from simulate.plans.request import USUAL_POLICY
from simulate.store.runs import Run
from simulate.store.sums import parts_of_win

ELO = 400 / math.log(10)
"""Points of strength for each unit of the logarithm of a chance."""

UPSETS = 10
"""Games that weaker policies must win against stronger ones, or nothing says how far apart they are.

In fewer the interval misses more often than it says: of one that wins 98 %, in 8 of 100 studies if 5 will do.
"""

ALIKE = 0.05
"""Of the most by which a block could stray: one that strays less does not tell two policies apart."""


def lead_of(game: str) -> str:
    """The policy that the strengths of others are held against: who plays a game usually."""
    return games.load(game).usual_policy


def lists(study: Declared) -> dict[str, list[Any]]:
    """Who meets whom: the usual player and the panel, or else all but the slow and those of other rules.

    Of two players either is the odd one, so there each pair meets once.
    """
    lead = lead_of(study.game)
    if not games.load(study.game).decides:
        raise UserError(f"study policies: nobody decides anything in {games.load(study.game).title}")
    names = list(dict.fromkeys([lead, *(study.panel or quick(study.game))]))
    if len(names) < 2:
        raise UserError(f"--panel {lead}: name somebody whom {lead} is to meet")
    pairs = [{"name": f"{a}-among-{b}", "odd": a, "others": b} for a, b in permutations(names, 2)]
    return {"policy": names, "pair": pairs, "pair_of_two": [p for p in pairs if p["odd"] <= p["others"]]}


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    at_end = getattr(analysis_of(study.game), "SCORES_ONLY_AT_END", False)  # else points change the play
    for players in setting.players:
        matches = [
            Match(
                pair.odd,
                pair.others,
                [parts_of(run, seat) for seat, run in enumerate(runs[cell])],
                [points_of(run, seat) for seat, run in enumerate(runs[cell])] if at_end else [],
            )
            for pair in study.lists["pair"]
            if (cell := f"{players}p-{pair}") in runs
        ]
        yield from numbers_of_matches(study, players, matches)


def following(study: Declared, results: Results) -> Iterator[Number]:
    """How long a match must be, by the share of wins of both seeds together, where it is known."""
    for entry in results.matching("pairs", "win_share"):
        games = partial(games_of_match, players=int(entry.place["players"]))
        if math.isfinite(games(entry.estimate.low)):
            yield study.row("pairs", **entry.place)("match", entry.estimate.through(games))


@dataclass(frozen=True)
class Match:
    """One policy among others: for each seat it takes, the parts of the win by [game, place]."""

    odd: str
    others: str
    turns: Sequence[tuple[Floats, Floats]]
    """Parts of the win, and at which place the odd one sits: [game, place] both."""
    points: Sequence[Floats] = ()
    """What the best of the others has, and what the odd one: [game, 2]."""


def parts_of(run: Run, seat: int) -> tuple[Floats, Floats]:
    """The parts of the win of each place, and 1 where the odd one sits, whose seat this is."""
    wins, sits = [], []
    for arrays in arrays_of(run):
        wins.append(arrays.by_place(arrays.wins))
        sits.append(arrays.by_place(np.tile(np.eye(run.plan.players)[seat], (arrays.n, 1))))
    return np.concatenate(wins), np.concatenate(sits)


def points_of(run: Run, seat: int) -> Floats:
    """What the best of the others has in each game, and what the odd one, whose seat this is."""
    scores = np.concatenate([arrays.scores for arrays in arrays_of(run)])
    return np.stack([np.delete(scores, seat, axis=1).max(axis=1), scores[:, seat]], axis=1)


def numbers_of_matches(study: Declared, players: int, matches: Sequence[Match]) -> Iterator[Number]:
    """What each wins among each other, how strong that makes it, and how far the model strays.

    The games of one index see the same tiles, cards and dice whoever plays, so they are one block.
    """
    lead = lead_of(study.game)
    fitted = strengths(
        players,
        list(dict.fromkeys(t.odd for t in matches) | dict.fromkeys(t.others for t in matches)),
        matches,
        lead,
    )
    for match in matches:
        points = evening(np.stack(match.points), 1 / players)[0] if match.points else None
        for odd, others, share in both_ways(players, match):
            here = study.row("pairs", players=players, odd=odd, others=others)
            yield here("win_share", share)
            yield here("above_even", share.minus(1 / players))
            if points is not None and math.isfinite(points.half_width):
                yield here("handicap", points if odd == match.odd else points.times(-1))
            if {odd, others} <= set(fitted.names):
                expected = fitted.expected(odd, others)
                yield here("expected", expected)
                yield here("misfit", share.minus(expected.value))
    for name in fitted.names:
        here = study.row("strength", players=players, policy=name)
        yield here("elo", fitted.elo(name))
        if name != lead and lead in fitted.names:
            yield here("below_lead", fitted.elo(name, lead))


def both_ways(players: int, match: Match) -> Iterator[tuple[str, str, Estimate]]:
    """What the odd one wins; of two players also what the other wins, as both are alone."""
    win = parts_of_win(players)
    parts = sum(np.rint((wins * sits).sum(axis=1) * win) for wins, sits in match.turns)
    assert isinstance(parts, np.ndarray)
    whole = players * win
    yield match.odd, match.others, share_of(parts, whole)
    if players == 2:
        yield match.others, match.odd, share_of(whole - parts, whole)


@dataclass(frozen=True)
class Strengths:
    """The fitted model: a coefficient a policy but the first, then one a place but the first."""

    players: int
    names: Sequence[str]
    model: Choices
    block: Whole
    """The index of each game."""

    def elo(self, name: str, against: str | None = None) -> Estimate:
        """How many points stronger a policy is than another, or than the mean of all."""
        mean = np.full(len(self.names), 1 / len(self.names))
        return self._weighted_sum(self._is(name) - (mean if against is None else self._is(against)), ELO)

    def _is(self, name: str) -> Floats:
        """1 for this policy, 0 for all others."""
        return np.eye(len(self.names))[self.names.index(name)]

    def _weighted_sum(self, policies: Floats, scale: float) -> Estimate:
        """A weighted sum of the strengths of policies, with the block as the unit.

        Of two that play nearly alike few blocks tell them apart. Then each counts as a part of the most by
        which a block could, if all its games went the same way, as in `estimate.paired_change`.
        """
        weights = np.append(policies[1:], np.zeros(self.players - 1))
        value = float(weights @ self.model.beta)
        each = self.model.influence @ weights / self.model.games
        strays, most = (np.bincount(self.block, one) for one in (each, np.abs(each)))
        blocks, reach = len(strays), float(most.max())
        found = of_strays(value, blocks * (strays - strays.mean()), "Plackett-Luce, robust")
        up, down = (float((sign * strays).clip(0).sum()) / reach for sign in (1, -1))
        bound = paired_share(up, down, blocks).half_width * blocks * reach
        differ = int((np.abs(strays) > ALIKE * reach).sum())
        scarce = scarcity(differ, blocks)
        below, above = (widened(half, bound, scarce) for half in (value - found.low, found.high - value))
        return replace(found, low=value - below, high=value + above).times(scale)

    def expected(self, odd: str, others: str) -> Estimate:
        """What the model expects of one among others, the mean over its places; the interval by the model."""
        found = self._weighted_sum(self._is(odd) - self._is(others), 1.0)
        places = np.append(0.0, self.model.beta[len(self.names) - 1 :])

        def share(theta: float) -> float:
            worth = np.tile(places, (self.players, 1)) + theta * np.eye(self.players)
            odds = np.exp(worth - worth.max(axis=1, keepdims=True))
            return float((np.diag(odds) / odds.sum(axis=1)).mean())

        return found.through(share)


def strengths(
    players: int, names: Sequence[str], matches: Sequence[Match], lead: str = USUAL_POLICY
) -> Strengths:
    """Fit the model to all games at once, but for those of policies that hardly ever win or lose."""
    known = told_apart(names, matches, lead)
    met = [match for match in matches if {match.odd, match.others} <= set(known)]
    if not met:
        nothing = Choices(np.zeros((0, players, 0)), np.zeros((0, players)), np.zeros(0))
        return Strengths(players, (), nothing, np.zeros(0, np.int64))
    return _fitted(players, known, met)


def told_apart(names: Sequence[str], matches: Sequence[Match], lead: str) -> Sequence[str]:
    """Those whose strength these games tell, beside that of who leads.

    Wherever the row of policies is cut, from the weakest to the strongest, either part must have won `UPSETS`
    games against the other. Else they may be any distance apart, and those on its side are left.
    """
    won = np.zeros((len(names), len(names)))
    for match in matches:
        if {match.odd, match.others} <= set(names):
            odd, others = names.index(match.odd), names.index(match.others)
            mine = sum(float((wins * sits).sum()) for wins, sits in match.turns)
            won[odd, others] += mine
            won[others, odd] += sum(float(wins.sum()) for wins, _ in match.turns) - mine
    row = won.sum(axis=1).argsort(kind="stable")
    for cut in range(1, len(names)):
        weak, strong = row[:cut], row[cut:]
        if min(won[np.ix_(weak, strong)].sum(), won[np.ix_(strong, weak)].sum()) < UPSETS:
            side = {names[i] for i in weak}
            kept = [name for name in names if (name in side) == (lead in side)]
            return told_apart(kept, matches, lead)
    return names


def _fitted(players: int, names: Sequence[str], matches: Sequence[Match]) -> Strengths:
    features, won, blocks = [], [], []
    for match in matches:
        for wins, sits in match.turns:
            n = len(wins)
            found = np.zeros((n, players, len(names) + players))
            found[..., names.index(match.odd)] = sits
            found[..., names.index(match.others)] = 1 - sits
            found[..., len(names) :] = np.eye(players)
            features.append(np.delete(found, [0, len(names)], axis=2))
            won.append(wins)
            blocks.append(np.arange(n))
    y = np.concatenate(won)
    decided = y.sum(axis=1) > 0
    return Strengths(
        players, names, fit_choices(np.concatenate(features), y), np.concatenate(blocks)[decided]
    )


def cycles(results: Results, players: int) -> list[tuple[str, str, str]]:
    """Three policies of which each beats the next and the last the first, surely and on every seed."""
    names = list(
        dict.fromkeys(str(e.place["odd"]) for e in results.matching("pairs", "above_even", players=players))
    )

    def beats(one: str, other: str) -> bool:
        pair = results.entry("pairs", "above_even", players=players, odd=one, others=other)
        turned = results.entry("pairs", "above_even", players=players, odd=other, others=one)
        more = pair.verdict == DIFFERENT and pair.estimate.value > 0
        return more and turned.verdict == DIFFERENT and turned.estimate.value < 0

    return [
        (a, b, c)
        for a, b, c in permutations(names, 3)
        if a == min(a, b, c) and beats(a, b) and beats(b, c) and beats(c, a)
    ]
