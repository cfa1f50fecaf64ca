"""What a number says as a sentence: before and after in the game's own units, or that it stays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from analyses.estimates.estimate import EQUIVALENT, Estimate
from analyses.measures.measure import SHARE, Measure
from analyses.measures.number import Number
from reports.words.findings import Finding
from reports.words.wording import MOST_DECIMALS, capital, in_decimals, is_within, values_in_words


def value_in_words(value: Estimate, scale: float = 1.0) -> str:
    """A number in as few digits as still lie within its interval.

    >>> value_in_words(Estimate(57.4, 55.0, 59.7, 0.95, 100, "t"))
    '57'
    """
    (text,) = values_in_words([value], scale)
    return text if is_within(text, value, scale) else f"{scale * value.value:g}"


def both_in_words(before: Estimate, after: Estimate, scale: float = 1.0) -> tuple[str, str]:
    """Two numbers in as few digits as still lie within their intervals and are two.

    >>> both_in_words(*(Estimate(x, x - 0.3, x + 0.3, 0.95, 100, "t") for x in (65.1, 58.0)))
    ('65', '58')
    >>> both_in_words(*(Estimate(x, x - 0.003, x + 0.003, 0.95, 100, "t") for x in (0.2512, 0.2539)), 100)
    ('25.1', '25.4')
    """
    return pairs_in_words([(before, after)], scale)[0]


def pairs_in_words(pairs: Sequence[tuple[Estimate, Estimate]], scale: float = 1.0) -> list[tuple[str, str]]:
    """Pairs of numbers, all with the same few decimals: each within its interval, no two of a pair alike."""
    texts: list[tuple[str, str]] = []
    for decimals in range(MOST_DECIMALS + 1):
        texts = [
            (in_decimals(one, scale, decimals), in_decimals(other, scale, decimals)) for one, other in pairs
        ]
        within = all(
            is_within(text, value, scale)
            for values, both in zip(pairs, texts, strict=True)
            for value, text in zip(values, both, strict=True)
        )
        apart = all(one != other for one, other in texts)
        if within and apart:
            break
    return texts


def before_and_after(number: Number) -> str:
    """A change as a sentence: ``a game takes 58 turns in place of 65``."""
    measure, before, after = number.measure, number.before, number.after
    assert before is not None
    assert after is not None
    if math.isnan(before.value) or math.isnan(after.value):
        text = "none" if math.isnan(after.value) else value_in_words(after, measure.scale)
        return measure.sentence(text)

    before_text, after_text = both_in_words(before, after, measure.scale)
    if measure.between is not None:
        return f"{measure.sentence(after_text)}; luck alone gives {before_text} %"
    unit = " %" if measure.kind == SHARE else ""
    return f"{measure.sentence(after_text)} in place of {before_text}{unit}"


def statement(number: Number) -> str:
    """What may be said of a number: before and after if it surely changes, or that it stays, or is open."""
    measure = number.measure
    if number.claim and number.changes and number.claim == number.verdict:
        return before_and_after(number)
    if number.claim == EQUIVALENT:
        if measure.between is not None:
            return "another winner is as likely as luck alone makes it"
        return stays(measure)
    return f"it is not settled whether {measure.label} {measure.does('change')}"


def stays(measure: Measure) -> str:
    """That a measure changes by less than its margin."""
    return f"{measure.label} {measure.does('stay')} the same, within {measure.margin_words}"


def finding_of(number: Number, name: str = "") -> Finding:
    """A number as a finding, with its own certainty; `name` tells it from others of a small picture."""
    return Finding(f"{capital(statement(number))}.", number.sure, {name: number}, number.measure.spec)


def turning_pace(numbers: Iterable[Number]) -> list[str]:
    """What minutes rest on: the pace at which the largest of these changes would be its margin."""
    paced = [number for number in numbers if number.measure.pace and number.estimate.value]
    if not paced:
        return []
    largest = max(paced, key=lambda number: abs(number.estimate.value))
    measure = largest.measure
    pace = measure.pace * measure.margin / abs(largest.estimate.value)
    return [
        f"minutes grow with the pace: at {pace:.2g} seconds a turn in place of {measure.pace:g} the largest "
        f"change would be {measure.margin_words}, its margin"
    ]
