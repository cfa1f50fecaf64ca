"""What a sweep says: its answer, what each measure does along the axis, and its values for files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED
from analyses.measures.measure import Measure
from analyses.questions.change import Change
from analyses.questions.strength import main_of
from analyses.questions.study import Entry
from analyses.questions.sweep import Axis, Line, Point, Target
from reports.answers.comparison import WHENEVER, certain, common_of
from reports.answers.strength import Found, as_dict, of_changes, rows_of, value_of, who_of
from reports.words.changes import MOST, entry_of, leaning, told, turning_pace
from reports.words.findings import CERTAINTIES, LIKELY, OPEN, SURE, Finding, as_said
from reports.words.phrases import plain
from reports.words.reach import Reach
from reports.words.where import where
from reports.words.wording import (
    MARKS,
    MARKS_SAY,
    both_in_short,
    capital,
    count,
    listed,
    narrow,
    noted,
    part_of,
    players_words,
    seeds_words,
    title,
)
from simulate.io.files import Rows
from simulate.io.layout import prose

SHOWN = 3
"""Measures that a terminal shows of one line; the page has them all."""

NONE = "no change that matters"


@dataclass(frozen=True)
class Sweep:
    """The curves along an axis and their words."""

    axes: Sequence[Axis]
    lines: Sequence[Line]
    target: Target | None
    command: str
    rungs: Sequence[str] = ()
    """Of the ladder: the lines of one of them give the answer, which all test."""

    @property
    def told(self) -> Sequence[Line]:
        """The lines that give the answer."""
        if not self.rungs:
            return self.lines
        return [line for line in self.lines if line.policy == main_of(self.rungs)]

    @property
    def has_standard(self) -> bool:
        """Whether what all is compared with is a value of the curves."""
        return any(point.standard for line in self.lines for point in line.points)

    @cached_property
    def strength(self) -> dict[str, Found]:
        """The change at each value by who plays, for each measure; of a target the measure itself."""
        changes = [
            (", ".join([*self._at(line), f"{self.axis.name}={p.values[0]}"]), line.policy, p)
            for line in self.lines
            for p in line.points
        ]
        found = of_changes(
            ((at, rung, p.comparison.changes) for at, rung, p in changes if not p.standard), self.rungs
        )
        if self.target is None:
            return found
        key = self.target.measure.key
        values = ((at, rung, [p.change(key)]) for at, rung, p in changes)
        return found | of_changes(values, self.rungs, value_of, changes_of=False)

    def _at(self, line: Line) -> list[str]:
        """What tells a line from others of the same policy."""
        several = len({x.players for x in self.lines}) > 1
        return [f"{line.players} players"] * several + [line.beside] * bool(line.beside)

    @property
    def axis(self) -> Axis:
        """The axis along which the curves run."""
        return self.axes[0]

    @property
    def plan(self) -> Any:
        """The game that every value of the first line is compared with."""
        return self.told[0].points[0].comparison.base

    @property
    def question(self) -> str:
        """What is swept: ``Catan: points_to_win from 8 to 12``."""
        axis, values = self.axis, self.axis.values
        span = f"{axis.name} from {values[0]} to {values[-1]}" if axis.numbers else listed(axis.words)
        beside = f", with {listed(self.axes[1].words)}" if len(self.axes) > 1 else ""
        return f"{title(self.plan)}: {span}{beside}"

    @property
    def about(self) -> list[str]:
        """What was played, and by whom, in a few words each."""
        first = self.told[0].points[0].comparison
        return [
            f"{count(first.n)} each",
            *self.common,
            f"{players_words(x.players for x in self.lines)} players",
            listed(dict.fromkeys(x.policy for x in self.lines)),
            seeds_words(first.seeds),
        ]

    @property
    def common(self) -> list[str]:
        """What is not as in the standard game at any value."""
        return common_of(p.comparison for line in self.lines for p in line.points)

    @property
    def baseline(self) -> str:
        """What every value is compared with, in a word."""
        return "baseline" if self.plan.differs or len(self.axes) > 1 else "standard"

    @property
    def compared_with(self) -> str:
        """The same where pictures tell of it."""
        return "the baseline" if self.baseline == "baseline" else "the standard game"

    def name(self, line: Line, with_players: bool = True) -> str:
        """What tells a line from the others."""
        parts = [line.beside] if line.beside else []
        if with_players and len({x.players for x in self.lines}) > 1:
            parts.append(f"{line.players} players")
        if len({x.policy for x in self.lines}) > 1:
            parts.append(line.policy)
        return ", ".join(parts)

    @property
    def keys(self) -> list[str]:
        """The measures that every line has, the target first."""
        keys = [k for k in self.lines[0].keys if all(k in line.keys for line in self.lines)]
        wanted = [self.target.measure.key] if self.target else []
        return wanted + [key for key in keys if key not in wanted]

    def measure(self, key: str) -> Measure:
        """The measure of this key."""
        return self.lines[0].points[0].change(key).measure

    @cached_property
    def reach(self) -> Reach | None:
        """Where the target is reached, if there is one."""
        if self.target is None:
            return None
        lines = {self.name(line): line for line in self.lines}
        return Reach(self.target, self.axis, lines, [self.name(line) for line in self.told])

    # --- sentences

    @property
    def sentence(self) -> str:
        """The answer: where the target is reached, or how far a measure goes."""
        if self.reach is not None:
            return self.reach.sentence
        line, at = self._telling, self._for(self._telling)
        if self.rises(line, self.lead):
            last = self.axis.values if self.axis.numbers else self.axis.words
            ends = f"{self.axis.words[0]} to {last[-1]}"
            return f"From {ends}, {self._goes(self.lead, line)}{at} ({SURE}){self._others(self.lead, line)}."
        if surest := self._surest([line], self.keys):
            how, _, point, change = surest
            return f"{capital(self._against(point, change))}{at} ({how})."
        return f"Along {self.axis.name} {self._nothing()}."

    def _nothing(self) -> str:
        """What is said where nothing is sure or likely to change, as `Answer` says it of two rules."""
        points = [p for line in self.told for p in line.points if not p.standard]
        said = [leaning(p.change(k)) for k in self.keys for p in points]
        still = sum(verdict == UNDECIDED for verdict, _ in said)
        how = SURE if all(how == SURE for _, how in said) else LIKELY
        if not any(p.comparison.differ.value for p in points):
            return f"not one of {count(points[0].comparison.n)} differs"
        if still:
            rest = f"{part_of(still, len(said), 'change')} not settled"
            return f"nothing is sure to change enough to matter; {rest}"
        return f"nothing changes enough to matter ({how})"

    @cached_property
    def _telling(self) -> Line:
        """The line that the answer is about: the first on which anything is sure to change, else likely."""
        if self.target:
            return self.told[0]

        def certainty(line: Line) -> int:
            surest = self._surest([line], self.keys)
            return CERTAINTIES.index(surest[0] if surest else OPEN)

        return min(self.told, key=certainty)

    def _surest(self, lines: Sequence[Line], keys: Sequence[str]) -> tuple[str, Line, Point, Change] | None:
        """The change that is surest to be larger than its margin, how sure it is, and where."""
        for how in (SURE, LIKELY):
            found = [
                (how, line, p, p.change(key))
                for key in keys
                for line in lines
                for p in self._sure(line, key, how)
            ]
            if found:
                return max(found, key=lambda at: certain(at[-1]))
        return None

    def _against(self, point: Point, change: Change) -> str:
        """A change from the standard: ``with farm_points=6 there are about 6 more points ...``."""
        return f"with {self.axis.name}={point.values[0]} {told([change])} against the {self.baseline}"

    @property
    def finding(self) -> Finding:
        """The answer, how sure it is, and the measure it is about, from value to value."""
        found = as_said(
            self.sentence, self._numbers(self.lead, self._telling), self.measure(self.lead).change_spec
        )
        sure = SURE if f"({SURE})" in self.sentence else found.sure  # another line may be not settled
        return replace(found, text=f"{found.text} {self.against}".strip(), sure=sure)

    @cached_property
    def lead(self) -> str:
        """The measure of the answer."""
        line, keys = self._telling, self.keys
        if self.target is not None:
            return keys[0]
        if rising := next((key for key in keys if self.rises(line, key)), None):
            return rising
        surest = self._surest([line], keys)
        return surest[-1].measure.key if surest else keys[0]

    @property
    def ordered(self) -> list[str]:
        """The measures, that of the answer first."""
        return [self.lead, *(key for key in self.keys if key != self.lead)]

    @property
    def against(self) -> str:
        """What strength does to the answer, if that was asked."""
        found = self.strength.get(self.lead)
        if found is None:
            return ""
        told = self.target is not None or self.rises(self._telling, self.lead)
        return found.sentence if told else found.named

    @property
    def findings(self) -> list[Finding]:
        """What each measure does along the axis, but for that of the answer: those that surely move first."""
        found = map(self.finding_of, self.ordered[1:])
        return sorted(found, key=lambda f: CERTAINTIES.index(f.sure))[:MOST]

    def finding_of(self, key: str) -> Finding:
        """What a measure does from one end of the axis to the other, and on which lines it does.

        If on none, whether it stays as it is, or at which value it is another, surely or likely.
        """
        measure = self.measure(key)
        moves = [x for x in self.told if self.rises(x, key)]
        line = (moves or self.told)[0]
        stays = [x for x in self.told if self._stays(x, key)]
        text = f"it is not settled how {measure.label} {measure.does('change')} with {self.axis.name}"
        sure = SURE
        if moves:
            text = f"{self._goes(key, line)}{self._for(line)}{self._others(key, line)}"
        elif len(stays) == len(self.told):
            text = f"{measure.label} {measure.does('stay')} the same, within {measure.margin_words}"
        else:
            sure = OPEN
            if surest := self._surest(self.told, [key]):
                sure, line, point, change = surest
                text = f"{self._against(point, change)}{self._for(line)}"
        against = self.strength[key].settled if key in self.strength else ""
        said = f"{capital(text)}. {against}".strip()
        return Finding(said, sure, self._numbers(key, line), measure.change_spec)

    def _sure(self, line: Line, key: str, how: str = SURE) -> list[Point]:
        """Where along a line a measure is so sure to differ from the standard by more than its margin."""
        return [p for p in line.points if not p.standard and leaning(p.change(key)) == (DIFFERENT, how)]

    def _stays(self, line: Line, key: str) -> bool:
        """Whether a measure is sure to differ by less, all along a line."""
        return all(p.standard or p.change(key).agreed.verdict == EQUIVALENT for p in line.points)

    def _for(self, line: Line) -> str:
        """Of which line something is said, if there are several."""
        names = [*map(self.name, self.told)]
        return f" {where([self.name(line)], names)}" if len(names) > 1 else ""

    def _goes(self, key: str, line: Line) -> str:
        """How a measure goes along the axis: ``turns a game go from about 52 to 74``."""
        measure, ends = self.measure(key), (line.points[0], line.points[-1])
        one, other = both_in_short(*(point.value(key).value * measure.scale for point in ends))
        unit = " percent" if measure.scale == 100 else ""
        return f"{measure.label} {measure.does('go')} from about {one} to {other}{unit}"

    def _numbers(self, key: str, line: Line) -> dict[str, Entry]:
        """The changes from the standard at each value of a line, with its name if there are several."""
        name = f", {self.name(line)}" if len(self.told) > 1 else ""
        return {f"{plain(p.values[0])}{name}": entry_of(p.change(key)) for p in line.points if not p.standard}

    def rises(self, line: Line, key: str) -> bool:
        """Whether a measure is sure to rise or to fall from one end of the axis to the other.

        Then each end is the standard, or differs from it by more than the margin, and not both the same way.
        """
        ways = []
        for point in (line.points[0], line.points[-1]):
            change = point.change(key)
            if not point.standard and leaning(change) != (DIFFERENT, SURE):
                return False
            ways.append(0 if point.standard else 1 if change.change.value > 0 else -1)
        return ways[0] != ways[1]

    def _others(self, key: str, line: Line) -> str:
        """What a measure does on all lines but that where it surely rises or falls."""
        names, rest = [*map(self.name, self.told)], dict[str, list[str]]()
        for other in self.told:
            if other is not line:
                rest.setdefault(self._beside(other, line, key), []).append(self.name(other))
        return "".join(f"; {words} {where(at, names)}" for words, at in rest.items())

    def _beside(self, other: Line, line: Line, key: str) -> str:
        """What a measure does on another line than that where it surely rises or falls, in a few words."""
        if self.rises(other, key):
            up = [x.points[-1].value(key).value > x.points[0].value(key).value for x in (other, line)]
            return "the same way" if up[0] == up[1] else "the other way"
        if self._stays(other, key):
            return NONE
        return "at some values" if self._sure(other, key) else OPEN

    # --- the terminal

    def summary(self) -> str:
        """The answer, then the values along the axis, in lines of 80 letters."""
        lines = [*prose(self.sentence), *(prose(self.against) if self.against else [])]
        if self.reach is not None and len(self.lines) > 1:
            for name in self.reach.lines:
                lines += prose(f"{name}: {self.reach.where(name)}")
        first = self.told[0].points[0].comparison
        lines += [
            "",
            *prose(f"{self.question}. {', '.join(self.about)}."),
            *(prose(who_of(self.rungs)) if self.rungs else []),
        ]
        shown = self.ordered[: SHOWN if len(self.lines) <= 2 else 1]
        for key in shown:
            measure = self.measure(key)
            rows = [[measure.short, "value", f"against the {self.baseline}", ""]]
            for line in self.lines:
                if len(self.lines) > 1:
                    rows.append([f"  {self.name(line)}", "", "", ""])
                rows += [[f"  {row[0]}", *row[1:]] for row in self.rows(line, key)]
            lines += ["", *narrow(rows)]
        rest = len(self.keys) - len(shown)
        lines += ["", *([f"{count(rest, 'more measure')} on the page."] if rest else [])]
        lines += prose(
            f"{MARKS_SAY}; 95 % intervals that hold for all values at once{WHENEVER * first.looked}."
        )
        lines += noted(self.notes)
        return "\n".join(lines)

    def rows(self, line: Line, key: str) -> Iterator[list[str]]:
        """A row a value of the axis."""
        scale = self.measure(key).scale
        for point in line.points:
            label = f"{self.axis.name}={point.values[0]}"
            value = f"{point.value(key).times(scale):.1f}"
            if point.standard:
                yield [f"{label} ({self.baseline})", value, "", ""]
            else:
                change = point.change(key)
                yield [label, value, f"{change.together.times(scale):+.1f}", MARKS[change.verdict]]

    @property
    def notes(self) -> list[str]:
        """What a reader must know beside the rules; the standard is held against itself."""
        others = [p.comparison for line in self.lines for p in line.points if not p.standard]
        every = [note for comparison in others for note in comparison.notes]
        every += turning_pace(change for comparison in others for change in comparison.changes)
        return list(dict.fromkeys([*every, *(self.reach.paces if self.reach else [])]))

    # --- files

    def tables(self) -> dict[str, Rows]:
        """The tables: the curves, and where they cross the target."""
        rows, crossed, names = [], [], [axis.name for axis in self.axes]
        for line in self.lines:
            where = {"players": line.players, "policy": line.policy}
            for point in line.points:
                rules = dict(zip(names, point.values, strict=True))
                at = where | rules | {"standard": point.standard}
                rows += [at | measured for measured in _measures(point)]
            if self.reach is not None:
                beside = {name: rules[name] for name in names[1:]}  # the same all along a line
                crossed += [where | beside | row for row in self.reach.rows(self.name(line))]
        found = {"curves": rows} | ({"strength": rows_of(self.strength.values())} if self.rungs else {})
        return found | ({"crossings": crossed} if self.target else {})

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script."""
        return {
            "question": self.question,
            "common": self.common,
            "answer": self.sentence,
            "sure": self.finding.sure,
            "axes": {axis.name: list(axis.values) for axis in self.axes},
            "strength": as_dict(self.strength.values(), self.rungs) if self.rungs else None,
            "notes": self.notes,
            "command": self.command,
            "lines": [
                {
                    "players": line.players,
                    "policy": line.policy,
                    "beside": line.beside,
                    "reached": self.reach.rows(self.name(line)) if self.reach else None,
                    "points": [
                        {"values": list(p.values), "standard": p.standard, "measures": _measures(p)}
                        for p in line.points
                    ],
                }
                for line in self.lines
            ],
        }


def _measures(point: Point) -> list[dict[str, Any]]:
    """The measures at a value, each with the band that holds at all points at once, and its change."""
    found = []
    for change in point.comparison.changes:
        value = point.value(change.measure.key)
        said = value.as_dict()
        band = {"band_low": said["low"], "band_high": said["high"], "band_level": value.level}
        found.append({"value": said["value"], **band, **change.as_dict()})
    return found
