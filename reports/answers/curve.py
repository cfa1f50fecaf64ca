"""The curve of an answer: what each measure does along an axis of values, and where it reaches a target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED
from analyses.measures.measure import Measure
from analyses.measures.number import CERTAINTIES, OPEN, SURE, Number
from analyses.questions.curve import Axis, Line, Point
from analyses.studies.outcome import Outcome
from analyses.studies.study import Setting
from reports.answers.strength import StrengthFinding, of_changes, value_of
from reports.answers.view import MOST, certain
from reports.pages.chart import Chart, lines_chart
from reports.words.changes import both_in_words, statement, stays
from reports.words.findings import SHAPES, Finding
from reports.words.phrases import plain
from reports.words.reach import Reached
from reports.words.wording import MARKS, capital, count, listed, narrow, part_of, title
from rules.words import seated
from simulate.io.files import Rows
from simulate.io.layout import prose

SHOWN = 3
"""Measures that a terminal shows of one line; the page has them all."""


@dataclass(frozen=True)
class Curve:
    """The lines along an axis, and their words."""

    outcome: Outcome

    # --- its parts

    @property
    def axis(self) -> Axis:
        """The axis along which the lines run."""
        assert self.outcome.study.axis is not None
        return self.outcome.study.axis

    @cached_property
    def lines_of(self) -> dict[Setting, Line]:
        """The lines by their settings, those of the standard game first."""
        return self.outcome.lines

    @property
    def all_lines(self) -> list[Line]:
        """All lines."""
        return list(self.lines_of.values())

    @cached_property
    def answer_lines(self) -> list[Line]:
        """The lines that give the answer; others test it."""
        return [
            line for at, line in self.lines_of.items() if at.policy in self.outcome.study.answering_policies
        ]

    @property
    def has_standard(self) -> bool:
        """Whether what all is compared with is a value of the lines."""
        return any(point.standard for line in self.all_lines for point in line.points)

    @property
    def plan(self) -> Any:
        """The game that every value of the first line is compared with."""
        return self.answer_lines[0].points[0].comparison.base

    @property
    def baseline(self) -> str:
        """What every value is compared with, in a word."""
        return "baseline" if self.plan.differs or self.outcome.study.second_axis else "standard"

    @property
    def compared_with(self) -> str:
        """The same where pictures tell of it."""
        return "the baseline" if self.baseline == "baseline" else "the standard game"

    @property
    def span(self) -> str:
        """What is asked: ``points_to_win from 8 to 12``."""
        axis, beside = self.axis, self.outcome.study.second_axis
        values = axis.values
        span = f"{axis.name} from {values[0]} to {values[-1]}" if axis.numbers else listed(axis.words)
        return f"{span}, with {listed(beside.words)}" if beside else span

    @property
    def head(self) -> str:
        """What a terminal says was asked."""
        return f"{title(self.plan)}: {self.span}"

    def name(self, line: Line, with_players: bool = True) -> str:
        """What tells a line from the others."""
        parts = [line.second_rule] if line.second_rule else []
        if with_players and len({other.players for other in self.all_lines}) > 1:
            parts.append(seated(line.players))
        if len({other.policy for other in self.all_lines}) > 1:
            parts.append(line.policy)
        return ", ".join(parts)

    @property
    def keys(self) -> list[str]:
        """The measures that every line has, the target first."""
        keys = [key for key in self.all_lines[0].keys if all(key in line.keys for line in self.all_lines)]
        wanted = [self.reach.key] if self.reach else []
        return wanted + [key for key in keys if key not in wanted]

    def measure(self, key: str) -> Measure:
        """The measure of this key."""
        return self.all_lines[0].points[0].number(key).measure

    @cached_property
    def reach(self) -> Reached | None:
        """Where the target is reached, if there is one."""
        target = self.outcome.target
        if target is None:
            return None
        lines = {self.name(line): line for line in self.all_lines}
        return Reached(target, self.axis, lines, [self.name(line) for line in self.answer_lines])

    @cached_property
    def strength(self) -> dict[str, StrengthFinding]:
        """The change at each value by who plays, for each measure; of a target the measure itself."""
        rungs = self.outcome.study.strength
        if not rungs:
            return {}
        places = [
            (", ".join([*self._line_words(line), f"{self.axis.name}={point.value}"]), line.policy, point)
            for line in self.all_lines
            for point in line.points
        ]
        changes = ((at, rung, p.comparison.changes) for at, rung, p in places if not p.standard)
        found = of_changes(changes, rungs)
        if self.reach is None:
            return found
        key = self.reach.key
        values = ((at, rung, [point.number(key)]) for at, rung, point in places)
        return found | of_changes(values, rungs, value_of, changes_of=False)

    def _line_words(self, line: Line) -> list[str]:
        """What tells a line from others of the same policy."""
        words = [seated(line.players)] if len({other.players for other in self.all_lines}) > 1 else []
        return [*words, line.second_rule] if line.second_rule else words

    # --- sentences

    @property
    def finding(self) -> Finding:
        """The answer, how sure it is, and the measure it is about, from value to value."""
        if self.reach is not None:
            found = self.reach.finding
            numbers = self._numbers(self.lead, self.answer_lines[0])
            found = replace(found, numbers=numbers, spec=self.measure(self.lead).spec)
        else:
            found = self._finding_on(self.lead, self._telling)
        against = self.strength.get(self.lead)
        if against is None:
            return found
        told = self.reach is not None or self.rises(self._telling, self.lead)
        text = against.sentence if told else against.standalone
        return replace(found, text=f"{found.text} {text}".strip())

    @cached_property
    def _telling(self) -> Line:
        """The line that the answer is about: the first on which anything surely changes."""
        if self.reach is not None:
            return self.answer_lines[0]

        def certainty(line: Line) -> int:
            surest = self._surest([line], self.keys)
            return CERTAINTIES.index(surest[1].number(surest[2]).sure if surest else OPEN)

        return min(self.answer_lines, key=certainty)

    @cached_property
    def lead(self) -> str:
        """The measure of the answer."""
        if self.reach is not None:
            return self.reach.key
        line, keys = self._telling, [key for key in self.keys if not self._is_said_by_rule(key)] or self.keys
        if rising := next((key for key in keys if self.rises(line, key)), None):
            return rising
        surest = self._surest([line], keys)
        return surest[2] if surest else keys[0]

    def _is_said_by_rule(self, key: str) -> bool:
        """Whether the axis moves a measure by definition, and nobody asked for it."""
        return self.outcome.study.measures is None and self.axis.name in self.measure(key).set_by

    def _surest(self, lines: Sequence[Line], keys: Sequence[str]) -> tuple[Line, Point, str] | None:
        """Where what changes surest does: first what each half shows, then what is most margins off."""
        changed = [
            (line, point, key)
            for key in keys
            for line in lines
            for point in line.points
            if not point.standard and point.number(key).claim == DIFFERENT
        ]
        if not changed:
            return None
        return max(changed, key=lambda at: (at[1].number(at[2]).sure == SURE, certain(at[1].number(at[2]))))

    def _finding_on(self, key: str, line: Line) -> Finding:
        """What a measure does on a line: from end to end, at one value, or that it stays or is open."""
        measure, numbers = self.measure(key), self._numbers(key, line)
        at = self._for(line)
        if self.rises(line, key):
            ends = [line.points[0], line.points[-1]]
            sure = max((p.number(key).sure for p in ends if not p.standard), key=CERTAINTIES.index)
            return Finding(f"{capital(self._movement(key, line))}{at}.", sure, numbers, measure.spec)
        if surest := self._surest([line], [key]):
            _, point, _ = surest
            number = point.number(key)
            text = f"with {self.axis.name}={point.value} {statement(number)}{at}"
            return Finding(f"{capital(text)}.", number.sure, numbers, measure.spec)
        changes = [point.number(key) for point in line.points if not point.standard]
        if not any(point.comparison.differ.value for point in line.points if not point.standard):
            n = count(line.points[0].comparison.n)
            return Finding(f"Along {self.axis.name} not one of {n} differs.", SURE, {}, "")
        if all(number.claim == EQUIVALENT for number in changes):
            sure = max((number.sure for number in changes), key=CERTAINTIES.index)
            return Finding(f"{capital(stays(measure))}{at}.", sure, numbers, measure.spec)
        text = f"it is not settled how {measure.label} {measure.does('change')} with {self.axis.name}{at}"
        return Finding(f"{capital(text)}.", OPEN, numbers, measure.spec)

    @property
    def findings(self) -> list[Finding]:
        """What each measure does along the axis, but for that of the answer: those that surely move first."""
        found = [self.finding_of(key) for key in self.ordered_keys[1:] if not self._is_said_by_rule(key)]
        return sorted(found, key=lambda finding: CERTAINTIES.index(finding.sure))[:MOST]

    def finding_of(self, key: str) -> Finding:
        """What a measure does from one end of the axis to the other, on the line where it surely does."""
        moves = [line for line in self.answer_lines if self.rises(line, key)]
        found = self._finding_on(key, (moves or self.answer_lines)[0])
        against = self.strength[key].settled if key in self.strength else ""
        return replace(found, text=f"{found.text} {against}".strip())

    @property
    def line_findings(self) -> list[Finding]:
        """What a terminal says beside the answer: where each of several lines reaches the target."""
        if self.reach is None or len(self.all_lines) < 2:
            return []
        return [self.reach.finding_of(name) for name in self.reach.lines]

    @property
    def paces(self) -> list[str]:
        """At which paces a target of minutes is reached at the same place."""
        return self.reach.paces if self.reach else []

    @property
    def ordered_keys(self) -> list[str]:
        """The measures, that of the answer first."""
        return [self.lead, *(key for key in self.keys if key != self.lead)]

    def _for(self, line: Line) -> str:
        """Of which line something is said, if there are several."""
        return f" ({self.name(line)})" if len(self.answer_lines) > 1 else ""

    def _movement(self, key: str, line: Line) -> str:
        """How a measure goes along the axis: ``with dice_cap=1 a game takes 52 turns, and 74 with 4``."""
        measure, first, last = self.measure(key), line.points[0], line.points[-1]
        one, other = both_in_words(first.estimate(key), last.estimate(key), measure.scale)
        unit = " %" if measure.scale == 100 else ""
        end = last.value if self.axis.numbers else f"{self.axis.name}={last.value}"
        name = self.axis.name
        return f"with {name}={first.value} {measure.sentence(one)}, and {other}{unit} with {end}"

    def _numbers(self, key: str, line: Line) -> dict[str, Number]:
        """The changes from the standard at each value of a line, with its name if there are several."""
        name = f", {self.name(line)}" if len(self.answer_lines) > 1 else ""
        return {f"{plain(p.value)}{name}": p.number(key) for p in line.points if not p.standard}

    def rises(self, line: Line, key: str) -> bool:
        """Whether a measure surely rises or falls from one end of the axis to the other.

        Then each end is the standard, or differs from it by more than the margin, and not both the same way.
        """
        ways = []
        for point in (line.points[0], line.points[-1]):
            number = point.number(key)
            if not point.standard and number.claim != DIFFERENT:
                return False
            ways.append(0 if point.standard else 1 if number.rises else -1)
        return ways[0] != ways[1]

    @property
    def chart(self) -> Chart:
        """The curve of the answer as numbers."""
        scale = self.measure(self.lead).scale
        wanted = self.reach.target.value * scale if self.reach and self.reach.key == self.lead else None
        standard = [point.standard for point in self.answer_lines[0].points]
        return lines_chart(
            self.measure(self.lead).short, self.axis.name, self.axis.values, self.axis.numbers,
            {
                self.name(line): [point.estimate(self.lead).times(scale) for point in line.points]
                for line in self.answer_lines
            },
            standard.index(True) if any(standard) else None, wanted,
        )  # fmt: skip

    # --- the terminal

    def lines(self) -> list[str]:
        """The values along the axis, in lines of 80 letters."""
        lines = []
        shown = self.ordered_keys[: SHOWN if len(self.all_lines) <= 2 else 1]
        for key in shown:
            measure = self.measure(key)
            rows = [[measure.short, "value", f"against the {self.baseline}", "", ""]]
            for line in self.all_lines:
                if len(self.all_lines) > 1:
                    rows.append([f"  {self.name(line)}", "", "", "", ""])
                rows += [[f"  {row[0]}", *row[1:]] for row in self.rows(line, key)]
            lines += ["", *narrow(rows)]
        lines.append("")
        if (rest := len(self.keys) - len(shown)) > 0:
            lines += prose(f"{count(rest, 'more measure')} on the page.")
        if still := self._open():
            lines += prose(still)
        return lines

    def _open(self) -> str:
        """How many changes are not settled, if any."""
        changes = [
            p.number(key)
            for key in self.keys
            for line in self.answer_lines
            for p in line.points
            if not p.standard
        ]
        still = sum(number.claim == UNDECIDED for number in changes)
        return f"{capital(part_of(still, len(changes), 'change'))} not settled." if still else ""

    def rows(self, line: Line, key: str) -> Iterator[list[str]]:
        """A row a value of the axis."""
        scale = self.measure(key).scale
        for point in line.points:
            label = f"{self.axis.name}={point.value}"
            value = f"{point.estimate(key).times(scale):.1f}"
            if point.standard:
                yield [f"{label} ({self.baseline})", value, "", "", ""]
            else:
                number = point.number(key)
                change = f"{number.estimate.times(scale):+.1f}"
                yield [label, value, change, MARKS[number.verdict], SHAPES[number.sure]]

    # --- files

    def tables(self) -> dict[str, Rows]:
        """The tables: the curves, and where they cross the target."""
        study = self.outcome.study
        curves, crossed = [], []
        for setting, line in self.lines_of.items():
            where: dict[str, Any] = {"players": line.players, "policy": line.policy}
            if study.second_axis:
                where[study.second_axis.name] = setting.second_rules[0].partition("=")[2]
            for point in line.points:
                keys = where | {self.axis.name: point.value, "standard": point.standard}
                curves += [keys | _measured(point, key) for key in line.keys]
            if self.reach is not None:
                crossed += [where | row for row in self.reach.rows(self.name(line))]
        found = {"curves": curves, "crossings": crossed}
        return {name: rows for name, rows in found.items() if rows}


def _measured(point: Point, key: str) -> dict[str, Any]:
    """A measure at a value, with the band that holds at all points at once, and its change."""
    value = point.estimate(key)
    numbers = value.as_dict()
    band = {"band_low": numbers["low"], "band_high": numbers["high"], "band_level": value.level}
    return {"value": numbers["value"], **band, **point.number(key).as_dict()}


def never_reached(curve: Curve) -> str:
    """What is said if no line reaches the target, nor may; else nothing."""
    return curve.reach.finding.text if curve.reach and curve.reach.is_out_of_reach else ""
