"""What a question shows while its games are played: the answer so far, and a few numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyses.measures.number import Number
from analyses.questions.until import Look
from analyses.studies.outcome import outcome_of, wishes_of
from analyses.studies.study import Study
from reports.answers.overview import Overview, values_of
from reports.words.phrases import in_words
from reports.words.wording import MARKS
from simulate.store.runs import Run

MOST = 5
"""Numbers that it shows."""


def first_screen(study: Study, runs: Mapping[str, Run], look: Look, until: tuple[str, ...]) -> dict[str, Any]:
    """The answer of so many games, as JSON: a sentence, a few numbers or a curve, and what it would take.

    Whoever stops here may believe it: all intervals hold at every look.
    """
    overview = Overview(outcome_of(study, runs, wishes_of(study, until), parted=False))
    several = overview.several and not overview.curve
    return {
        "games": look.n,
        "settled": look.reached,
        "games_needed": look.games_needed,
        "sentence": in_words(overview.sentence),
        "sure": overview.finding.sure,
        "question": in_words(overview.question),
        "names": [in_words(name) for name in overview.names[:2]],
        "numbers": [] if several or overview.curve else [_shown(n) for n in overview.asked_first[:MOST]],
        "arms": [_said(overview, arm) for arm in overview.arms] if several else [],
        "curve": _curve(overview) if overview.curve else None,
    }


def _shown(number: Number) -> dict[str, Any]:
    """A change in words, and its ends in the unit that people read."""
    scale, estimate = number.measure.scale, number.estimate
    before, after, change = values_of(number)
    return {
        "label": number.measure.short,
        "before": before,
        "after": after,
        "change": change,
        "value": estimate.value * scale,
        "low": estimate.low * scale,
        "high": estimate.high * scale,
        "margin": number.measure.margin * scale if number.measure.is_judged else None,
        "mark": MARKS[number.verdict],
        "verdict": number.verdict,
        "sure": number.sure,
    }


def _said(overview: Overview, arm: Any) -> dict[str, str]:
    finding = overview.view(arm).finding
    return {"name": in_words(arm.name), "text": in_words(finding.text), "sure": finding.sure}


def _curve(overview: Overview) -> dict[str, Any]:
    """The measure that the curve is about, at each value, on the first of its lines."""
    curve = overview.curve
    assert curve is not None
    told = next(iter(overview.finding.numbers.values()), None)
    key = told.measure.key if told and told.measure.key in curve.keys else curve.keys[0]
    measure = curve.measure(key)
    points = []
    for point in curve.answer_lines[0].points:
        estimate = point.estimate(key).times(measure.scale)
        points.append(
            {
                "value": point.value,
                "y": estimate.value,
                "low": estimate.low,
                "high": estimate.high,
                "standard": point.standard,
            }
        )
    return {"axis": in_words(curve.axis.name), "measure": measure.short, "points": points}
