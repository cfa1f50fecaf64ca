"""Runs of made-up games, whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimates.arrays import Numbers
from analyses.estimates.estimate import Estimate
from analyses.measures.measure import NO_MARGIN, NUMBER, SHARE, Measure
from analyses.measures.number import Number, Place
from analyses.measures.vocabulary import chosen
from analyses.questions.compare import Comparison, compare
from analyses.questions.curve import Axis
from analyses.studies.outcome import Outcome
from analyses.studies.study import BASELINE, Arm, Setting, Study
from reports.answers.overview import Overview
from reports.answers.page import answer_of
from simulate.plans.plan import Plan, make_plan
from simulate.store.runs import Run


def columns_of(frame: pd.DataFrame, columns: Sequence[str] | None) -> dict[str, np.ndarray]:
    """A frame as a run gives a block; all its columns if none are named."""
    return {name: frame[name].to_numpy() for name in columns or frame.columns}


class Bare(Run):
    """A finished run of a plan, without a game."""

    is_complete = True

    def __init__(self, plan: Plan) -> None:
        super().__init__(Path("a run"), plan, {})


class Held(Bare):
    """A run whose tables lie in memory: made-up games of Star Wars with three players."""

    def __init__(
        self, rng: np.random.Generator, n: int, luck: Numbers, shift: float = 0.0, noise: float = 6.0
    ) -> None:
        super().__init__(make_plan("starwars", n, players=3, tables=("games", "seats")))
        score = np.rint(luck + rng.normal(0, noise, (n, 3))).astype(int)
        score[:, 0] += (rng.random(n) < shift).astype(int) * 10
        best = score == score.max(axis=1, keepdims=True)
        route = score // 3
        columns = {
            "game": np.repeat(np.arange(n), 3), "seat": np.tile(np.arange(3), n), "score": score.ravel(),
            "win_share": (best / best.sum(axis=1, keepdims=True)).ravel().astype(np.float32),
            "route": route.ravel(), "asteroid": route.ravel(), "planet": (score - 2 * route).ravel(),
            "battle_loss": 0, "battle_tie": 0, "attacks": rng.poisson(3, 3 * n),
        }  # fmt: skip
        two = np.sort(score, axis=1)
        battles = rng.poisson(9, n) + 1
        self.held = {
            "seats": pd.DataFrame(columns),
            "games": pd.DataFrame({
                "game": np.arange(n), "first": 0,
                "turns": 75 - (rng.random(n) < 0.05), "margin": two[:, 2] - two[:, 1],
                "battles": battles, "ties": rng.binomial(battles, 0.2), "discarded": rng.poisson(0.1, n),
            }),
        }  # fmt: skip

    @property
    def games_done(self) -> int:
        """All of them."""
        return self.plan.n

    def first(self, n: int) -> Held:
        """The run of the first `n` games."""
        found = copy(self)
        found.plan = replace(self.plan, n=n)
        return found

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """All in one block."""
        frame = self.held[table]
        return iter([columns_of(frame[(frame["game"] >= since) & (frame["game"] < self.end)], columns)])


class Cut(Bare):
    """Games of a run as a run of its own, numbered from 0."""

    def __init__(self, run: Run, first: int, n: int) -> None:
        super().__init__(replace(run.plan, n=n, seed=0))
        self.run, self.begin = run, first

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """All in one block; the tables of the run are read once."""
        whole = self.run[table]
        rows = slice(*np.searchsorted(whole["game"], [self.begin + since, self.begin + self.plan.n]))
        frame = whole.iloc[rows]
        return iter([columns_of(frame.assign(game=frame["game"] - self.begin), columns)])


@cache
def made_up(seed: int, n: int, shift: float = 0.0) -> Comparison:
    """Two runs with the same luck."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(100, 20, (n, 3))
    return compare(Held(rng, n, luck), Held(rng, n, luck, shift))


def entry_of(
    table: str, place: Place, key: str, unit: str, estimate: Estimate, margin: float | None = None
) -> Number:
    """A number of a study, of a measure with this key, unit and margin."""
    kind, spec = (SHARE, "+.1pp") if unit.startswith("share") else (NUMBER, "+.1f")
    wanted = NO_MARGIN if margin is None else margin
    measure = Measure(key, key.replace("_", " "), wanted, kind=kind, unit=unit, spec=spec)
    return Number(measure, estimate, table=table, place=place)


def over_halves(number: Number, *halves: Estimate) -> Number:
    """The number with what each half of the games tells."""
    return replace(number, halves=tuple(replace(number, estimate=half, halves=()) for half in halves))


def number(
    key: str = "turns", low: float = -9.0, high: float = -7.0, *wider: float, before: float = 65.0
) -> Number:
    """A change with this interval, and in each half of the games one so much wider on both sides."""
    one = made_up(0, 50)
    (measure,) = chosen(one.base, [key])
    estimate = Estimate((low + high) / 2, low, high, 0.95, 50, "t")
    first, after = (Estimate(x, x - 0.3, x + 0.3, 0.95, 50, "t") for x in (before, before + estimate.value))
    found = Number(measure, estimate, first, after)
    halves = [
        replace(found, estimate=replace(estimate, low=low - more, high=high + more, n=25))
        for more in wider
        for _ in range(2)
    ]
    return replace(found, halves=halves)


def comparison_of(*numbers: Number, players: int = 3, policy: str = "heuristic", **rules: int) -> Comparison:
    """A comparison that found these numbers, of these rules against the standard game."""
    one = made_up(0, 50)
    plan = make_plan("starwars", 50, players=players, policy="heuristic")
    plan = replace(plan, policies=tuple(replace(p, name=policy) for p in plan.policies))
    house = replace(plan, options=replace(plan.options, **(rules or {"dice_cap": 4})))
    return replace(one, base=plan, house=house, changes=numbers, moves=(), placed=(), looked=False)


def overview_of(*comparisons: Comparison, **asked: Any) -> Overview:
    """The answer of one arm by number of players and who plays."""
    arm = Arm(asked.pop("name", comparisons[0].names[1]), is_titled=asked.pop("is_titled", False))
    cells = {(arm, Setting(c.base.players, c.base.policies[0].name)): c for c in comparisons}
    players = dict.fromkeys(setting.players for _, setting in cells)
    policies = dict.fromkeys(setting.policy for _, setting in cells)
    study = Study("starwars", "starwars", tuple(players), tuple(policies), Arm(BASELINE), (arm,), **asked)
    return Overview(Outcome(study, cells))


RULES_AT = Setting(3, "heuristic")
"""Where `two_rules` were compared."""


def two_rules() -> Overview:
    """One rule that shortens the game, and one that draws the scores together."""
    arms = Arm("short", is_titled=True), Arm("close", is_titled=True)
    cells = {
        (arms[0], RULES_AT): comparison_of(number("turns", -9, -7), number("lead", -0.3, 0.3, before=8.0)),
        (arms[1], RULES_AT): comparison_of(number("turns", -0.5, 0.5), number("lead", -3, -2, before=8.0)),
    }
    study = Study("toy", "starwars", (3,), ("heuristic",), Arm(BASELINE), arms)
    return Overview(Outcome(study, cells))


def page_text(overview: Overview) -> str:
    """The page of the answer, as text of one file."""
    return answer_of(overview).html("simulate compare", "")


def curve_of(
    by_setting: Mapping[Setting, Sequence[Comparison]], standard: int, target: str = "", **asked: Any
) -> Overview:
    """The answer of a curve: comparisons of each value of a rule with the standard one, by setting."""
    n = len(next(iter(by_setting.values())))
    axis = asked.pop("axis", Axis("dice_cap", tuple(map(str, range(n)))))
    arms = tuple(
        Arm(words, (words,), value=value) for value, words in zip(axis.values, axis.words, strict=True)
    )
    study = Study(
        "starwars", "starwars", tuple(dict.fromkeys(s.players for s in by_setting)),
        tuple(dict.fromkeys(s.policy for s in by_setting)), Arm(BASELINE), arms, axis=axis, target=target,
        **asked,
    )  # fmt: skip
    cells, usual = {}, {}
    for setting, comparisons in by_setting.items():
        for i, (arm, comparison) in enumerate(zip(arms, comparisons, strict=True)):
            if i == standard:
                usual[setting] = comparison
            else:
                cells[arm, setting] = comparison
    return Overview(Outcome(study, cells, standard=usual))


def changed(low: float, high: float) -> Comparison:
    """A comparison whose changes all have this interval, against a margin of 2."""
    one = made_up(0, 50)
    estimate = Estimate((low + high) / 2, low, high, 0.95, 50, "t")
    changes = tuple(
        replace(number, estimate=estimate, halves=(), measure=replace(number.measure, margin=2.0))
        for number in one.changes
    )
    return replace(one, changes=changes)
