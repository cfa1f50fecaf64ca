"""What an arm changes in one setting: which number is told first, and what is said of the others."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, TUNINGS, UNDECIDED
from analyses.measures.measure import LENGTH, REST
from analyses.measures.number import LIKELY, OPEN, SURE, Number
from analyses.measures.vocabulary import MINUTES, WINNER_CHANGED
from analyses.questions.compare import Comparison
from analyses.studies.study import Arm, Setting
from reports.words.changes import finding_of, statement
from reports.words.findings import Finding
from reports.words.wording import capital, count, listed, part_of

MOST = 7
"""Findings of a page."""


@dataclass(frozen=True)
class View:
    """What an arm changes in one setting."""

    arm: Arm
    setting: Setting
    comparison: Comparison
    is_asked: bool = False
    """Whether the user named the measures: then none of them goes without saying."""
    baseline: str = ""
    """What the baseline is called, if not by what tells it from the arm."""

    @property
    def base(self) -> str:
        """What the baseline is called."""
        return self.baseline or self.comparison.names[0]

    @property
    def name(self) -> str:
        """What the arm is called."""
        return self.arm.name

    # --- which numbers are told

    @cached_property
    def ranked(self) -> list[Number]:
        """All numbers in the order in which they are told: by the question that they answer, then by size."""
        return sorted(self.comparison.changes, key=_rank)

    @cached_property
    def main_numbers(self) -> list[Number]:
        """Those of which findings tell, one a measure."""
        found: dict[str, Number] = {}
        for number in self.ranked:
            name = number.measure.name
            if number.measure.key not in self.left_out and name not in found:
                found[name] = number
        if len(found) > 1 and not self.is_asked:
            found.pop(WINNER_CHANGED.name, None)
        return list(found.values())

    @cached_property
    def left_out(self) -> set[str]:
        """The measures that no sentence tells, by their keys.

        They say the rule again, or follow from the length of the game, or tell of one seat what is so of all.
        """
        if self.is_asked:
            return set()
        every = [number for number in self.comparison.changes if not _first_asked(number)]
        found = {number.measure.key for number in every if self._is_said_by_rule(number)}
        if any(number.measure.question == LENGTH and number.changes for number in every):
            found |= {number.measure.key for number in every if number.measure.grows}
        return found | self._seats_alike

    @cached_property
    def _seats_alike(self) -> set[str]:
        """The seats and places that tell no more than all of them, or than the one that changes most."""
        found: set[str] = set()
        for numbers in self._by_seat().values():
            farthest = max(numbers, key=lambda number: abs(number.estimate.value))
            alike = len(numbers) > 1 and _move_alike(numbers)
            found |= {number.measure.key for number in numbers if alike or number is not farthest}
        return found

    def _is_said_by_rule(self, number: Number) -> bool:
        """Whether an option that differs moves a measure by definition."""
        base, house = self.comparison.base.options, self.comparison.house.options
        return any(
            getattr(base, option, None) != getattr(house, option, None) for option in number.measure.set_by
        )

    def _by_seat(self) -> dict[str, list[Number]]:
        """The numbers of measures that are asked of each seat or place, by the name of the measure."""
        found: dict[str, list[Number]] = {}
        for number in self.comparison.changes:
            if number.measure.at:
                found.setdefault(number.measure.name, []).append(number)
        return found

    @cached_property
    def lead(self) -> Number | None:
        """The first of the ordered questions that surely changes; None if nothing does."""
        changed = [
            number
            for number in self.main_numbers
            if number.changes and number.sure != OPEN and number.measure.name != WINNER_CHANGED.name
        ]
        return min(changed, key=_lead_rank, default=None)

    # --- sentences

    @property
    def with_rule(self) -> str:
        """What a sentence about the arm begins with: ``with robber=false``, or its title."""
        if self.arm.is_titled:
            return f"{self.name}:"
        instead = "" if self.base.startswith("standard") else f" instead of {the(self.base)}"
        return f"with {the(self.name)}{instead}"

    @property
    def effect(self) -> str:
        """What the arm does, as a clause."""
        return statement(self.lead) if self.lead else self._no_change

    @property
    def finding(self) -> Finding:
        """The answer here: one number before and after, and how sure it is."""
        text = capital(f"{self.with_rule} {self.effect}.")
        if self.lead is None:
            return Finding(text, self._sure_of_nothing, {}, "")
        return replace(finding_of(self.lead), text=text)

    @property
    def findings(self) -> list[Finding]:
        """What else changes, what stays and what is open, in the order in which it is told."""
        others = [number for number in self.main_numbers if number is not self.lead]
        changed = [number for number in others if number.changes and number.claim == number.verdict]
        length = [number for number in others if number.measure.question == LENGTH][:1]
        stays = [number for number in others if number.claim == EQUIVALENT and number.measure.headline]
        opens = [number for number in others if number.claim == UNDECIDED and number.measure.headline]
        told = dict.fromkeys(id(number) for number in [*length, *changed, *stays, *opens])
        by_id = {id(number): number for number in others}
        return [finding_of(by_id[key]) for key in told][:MOST]

    @cached_property
    def _comparable(self) -> list[Number]:
        """All numbers but how often another wins: of that luck alone makes much."""
        return [n for n in self.ranked if n.measure.name != WINNER_CHANGED.name] or self.ranked

    @property
    def _undecided(self) -> int:
        return sum(number.claim == UNDECIDED for number in self._comparable)

    @property
    def _no_change(self) -> str:
        """What is said where nothing surely changes."""
        comparison = self.comparison
        if not comparison.differ.value:
            return f"not one of {count(comparison.n)} differs"
        every = len(self._comparable)
        ruled = any(
            number.changes and number.sure != OPEN and number.measure.name != WINNER_CHANGED.name
            for number in comparison.changes
        )
        but = " but what the rule itself sets" if ruled else ""
        if self._undecided:
            return f"nothing{but} is sure to matter; {part_of(self._undecided, every, 'measure')} not settled"
        return f"nothing{but} changes enough to matter; {count(every, 'measure')} compared"

    @property
    def _sure_of_nothing(self) -> str:
        if self._undecided:
            return OPEN
        return SURE if all(number.sure == SURE for number in self.comparison.changes) else LIKELY

    @property
    def rows(self) -> list[Number]:
        """The numbers of a short table: length first, what changes, what stays, and what is open.

        Another winner is none of them: how often luck makes one says little of the rule. Nor are seats
        that move as all of them do, but where the answer is how many numbers are open: these come first.
        """
        few = set() if self.is_asked else self._seats_alike
        is_open = {
            number.measure.key
            for number in self._comparable
            if self.lead is None and number.claim == UNDECIDED
        }
        shown = [n for n in self._comparable if n.measure.key not in few or n.measure.key in is_open]
        return sorted(
            shown or self.ranked,
            key=lambda number: (
                number.measure.question != LENGTH,
                not (number.changes and number.sure != OPEN),
                number.measure.key not in is_open,
                number.measure.key in self.left_out,
            ),
        )


def size(number: Number) -> float:
    """How many margins a number is."""
    return abs(number.estimate.value) / number.measure.margin


def certain(number: Number) -> float:
    """By how many margins a number is off nothing at least; 0 if it may be nothing."""
    low, high = number.estimate.low, number.estimate.high
    return min(abs(low), abs(high)) / number.measure.margin if low * high > 0 else 0.0


def _first_asked(number: Number) -> bool:
    """Whether it is told before all questions: minutes if asked for, and what those do who adapted."""
    measure = number.measure
    return measure.name == MINUTES or (measure.deed and TUNINGS in number.estimate.method)


def _rank(number: Number) -> tuple[bool, int, float, float]:
    """The order of telling: by question, and of the rest what changes most first."""
    measure = number.measure
    question = REST + 1 if measure.name == WINNER_CHANGED.name else measure.question
    if measure.question != REST:
        return not _first_asked(number), question, 0.0, 0.0
    far = size(number) if math.isfinite(size(number)) else 0.0
    return not _first_asked(number), question, -certain(number), -far


def _lead_rank(number: Number) -> tuple[bool, int, bool, float]:
    """Of what surely changes, what leads: by question, then what matters, then what is largest."""
    return (
        not _first_asked(number),
        number.measure.question,
        number.verdict != DIFFERENT,
        -certain(number),
    )


def _move_alike(numbers: Sequence[Number]) -> bool:
    """Whether all seats move the same way, by as much as the intervals can tell."""
    ways = {number.rises for number in numbers}
    low = max(number.estimate.low for number in numbers)
    high = min(number.estimate.high for number in numbers)
    return len(ways) == 1 and low <= high


def the(name: str) -> str:
    """What a rule is called in a sentence.

    >>> the("standard box"), the("points_to_win=11, robber=false")
    ('the standard box', 'points_to_win=11 and robber=false')
    """
    words = listed(name.split(", "))
    return f"the {words}" if name.startswith(("standard game", "standard box")) else words


def all_keys(comparisons: Iterable[Comparison]) -> list[str]:
    """The keys of all measures as they are declared, those of all seats of one measure together."""
    measures = {number.measure.key: number.measure for c in comparisons for number in c.changes}
    names = list(dict.fromkeys(measure.name for measure in measures.values()))
    return sorted(measures, key=lambda key: (names.index(measures[key].name), measures[key].at))
