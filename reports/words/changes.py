"""What a comparison finds, as sentences: each measure that changes, that may, and that stays."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, TUNINGS, UNDECIDED
from analyses.measures.measure import SHARE, sized
from analyses.measures.vocabulary import MINUTES, WINNER_CHANGED
from analyses.questions.change import Change
from analyses.questions.study import Entry
from reports.words.findings import LIKELY, OPEN, SURE, Finding, sureness
from reports.words.where import where
from reports.words.wording import capital, roughly

MOST = 7
"""Findings of a page."""


def findings(by_measure: Mapping[str, Mapping[str, Change]], drawn: Collection[str]) -> list[Finding]:
    """The changes of each measure by setting, the surest first, headline measures before others.

    Of a measure that is asked of every seat, the surest stands for all.
    """
    ranked = sorted(by_measure.values(), key=_rank, reverse=True)
    names: dict[str, Mapping[str, Change]] = {}
    for changes in ranked:
        names.setdefault(next(iter(changes.values())).measure.name, changes)
    return [finding_of(changes, drawn) for changes in list(names.values())[:MOST]]


def _rank(changes: Mapping[str, Change]) -> tuple[int, int, float]:
    every = changes.values()
    said = [leaning(c) for c in every]
    return (
        3 if (DIFFERENT, SURE) in said else 2 if (DIFFERENT, LIKELY) in said else (UNDECIDED, OPEN) in said,
        told_first(next(iter(every))),
        max(abs(c.change.value) / c.measure.margin for c in every),
    )


def told_first(change: Change) -> int:
    """Headline measures before others; before all minutes, if asked for, and what players do who adapted."""
    deed = change.measure.deed and TUNINGS in change.change.method
    return 2 if deed or change.measure.name == MINUTES else int(change.measure.headline)


def turning_pace(changes: Iterable[Change]) -> list[str]:
    """What minutes rest on: the pace at which the largest of these changes would be its margin."""
    paced = [change for change in changes if change.measure.pace and change.change.value]
    if not paced:
        return []
    largest = max(paced, key=lambda change: abs(change.change.value))
    measure = largest.measure
    pace = measure.pace * measure.margin / abs(largest.change.value)
    return [
        f"minutes grow with the pace: at {pace:.2g} seconds a turn in place of {measure.pace:g} the largest "
        f"change would be {measure.margin_words}, its margin"
    ]


def finding_of(changes: Mapping[str, Change], drawn: Collection[str]) -> Finding:
    """A measure in all settings: what is sure first, then what is likely, and the rest in a few words.

    The small picture shows the settings that are `drawn`, by name unless there is only one.
    """
    groups = _groups(changes)
    (said, surest, _), at_first = groups[0]
    text = _text(said, [changes[setting] for setting in at_first])
    if len(groups) > 1:
        text += f" {where(at_first, changes)}{at_others(changes, at_first)}"
    numbers = {
        "" if len(changes) == len(drawn) == 1 else setting: entry_of(c)
        for setting, c in changes.items()
        if setting in drawn and math.isfinite(c.together.low)
    }
    return Finding(f"{capital(text)}.", surest, numbers, next(iter(changes.values())).measure.change_spec)


def _groups(changes: Mapping[str, Change]) -> list[tuple[tuple[str, str, bool], list[str]]]:
    """The settings by what is said there, how surely, and whether it is more: sure changes first."""
    groups: dict[tuple[str, str, bool], list[str]] = {}
    for setting, change in changes.items():
        said, sure = leaning(change)
        groups.setdefault((said, sure, said == DIFFERENT and change.change.value > 0), []).append(setting)
    order = (DIFFERENT, EQUIVALENT, UNDECIDED)
    return sorted(groups.items(), key=lambda g: (order.index(g[0][0]), g[0][1] != SURE, -len(g[1])))


def at_others(changes: Mapping[str, Change], told_of: Collection[str]) -> str:
    """What a measure does in all settings but those that a sentence tells of, in a few words each."""
    first = changes[next(iter(told_of))]
    way = leaning(first)[0], first.change.value > 0
    rest: dict[str, list[str]] = {}
    for (said, sure, up), at in _groups({s: c for s, c in changes.items() if s not in told_of}):
        same = said == way[0] and (said != DIFFERENT or up == way[1])
        words = "" if same else SHORT[said]
        rest.setdefault(f"{LIKELY} {words}".strip() if sure == LIKELY else words, []).extend(at)
    return "".join(f"; {words} {where(at, changes)}" for words, at in rest.items())


SHORT = {DIFFERENT: "the other way", EQUIVALENT: "as before", UNDECIDED: "not settled"}


def entry_of(change: Change) -> Entry:
    """A change as a number of a study: as far as both halves of the games agree."""
    measure, halves = change.measure, tuple(half.together for half in change.halves)
    unit = measure.unit or "share"
    return Entry("changes", {}, measure.key, unit, change.agreed.together, measure.margin, halves)


def leaning(change: Change) -> tuple[str, str]:
    """What is said of a change, and how surely: what both halves of the games say, else all together."""
    entry = entry_of(change)
    return entry.leaning, sureness([entry])


def _text(said: str, changes: Sequence[Change]) -> str:
    measure = changes[0].measure
    if said == DIFFERENT:
        return told(changes)
    if measure.name == WINNER_CHANGED.name:
        alike = said == EQUIVALENT
        return "few games have another winner" if alike else "it is not settled whether others win"
    if said == EQUIVALENT:
        return f"{measure.label} {measure.does('stay')} the same, within {measure.margin_words}"
    change = f"{measure.label} {measure.does('change')} by more than {measure.margin_words}"
    return f"it is not settled whether {change}"


def by_luck(changes: Sequence[Change]) -> str:
    """Beside what a number of other winners must be seen: it is large wherever games soon part."""
    shares = sorted({f"{100 * c.by_luck:.0f}" for c in changes if c.by_luck is not None}, key=int)
    return (
        f", where luck alone gives {' to '.join(dict.fromkeys([shares[0], shares[-1]]))} %" if shares else ""
    )


def told(changes: Sequence[Change]) -> str:
    """The size of changes of a measure, all the same way: ``there are about 8 fewer turns a game``.

    Of a seat or place what it has: ``seat 3 has about 5 more points``.
    """
    measure = changes[0].measure
    found = sorted((c.agreed.together for c in changes), key=lambda estimate: abs(estimate.value))
    sizes = dict.fromkeys(roughly(estimate, measure.scale) for estimate in found)
    size = " to ".join([next(iter(sizes)), *([list(sizes)[-1]] if len(sizes) > 1 else [])])
    more = changes[0].change.value > 0
    if measure.name == WINNER_CHANGED.name:
        return f"about {size} % of games have another winner{by_luck(changes)}"
    if measure.kind == SHARE:
        return f"{measure.label} {'rises' if more else 'falls'} by about {sized(size, 'percentage points')}"
    way = "more" if more else "fewer"
    if measure.at:
        what = measure.of_one.partition(" of {}")[0]
        return f"{measure.whose} has about {sized(size, f'{way} {what}')}"
    return f"there {'is' if size == '1' else 'are'} about {sized(size, f'{way} {measure.label}')}"
