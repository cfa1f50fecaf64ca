"""What a study of rules says, over all its arms and settings: which number leads, and every sentence.

It holds the words, and what goes into a terminal, tables and `findings.json`; `reports.answers.page` makes
the page and the answer of it. A curve, the ladder of players, rescored games, players who adapted, laws and
variations are sections.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, Estimate
from analyses.measures.measure import CLOSENESS, FAIRNESS, LENGTH, LUCK
from analyses.measures.number import CERTAINTIES, OPEN, Number
from analyses.measures.placements import pieces_of
from analyses.measures.vocabulary import WINNER_CHANGED
from analyses.questions.adapt import bound_words
from analyses.questions.compare import Comparison
from analyses.studies.outcome import At, Cells, Outcome
from analyses.studies.study import BASELINE, Arm, Setting, Study
from reports.answers.curve import Curve
from reports.answers.elsewhere import Elsewhere
from reports.answers.strength import StrengthFinding, as_dict, of_changes, rows_of, who_of
from reports.answers.view import MOST, View, all_keys, certain, the
from reports.words.changes import pairs_in_words, turning_pace
from reports.words.findings import SHAPES, Finding, as_said
from reports.words.wording import (
    MARKS,
    MARKS_SAY,
    all_seated,
    capital,
    count,
    listed,
    lowered,
    narrow,
    noted,
    players_words,
    seeds_words,
    title,
    written,
)
from rules import games
from rules.words import seated
from simulate.io.files import Rows
from simulate.io.layout import prose
from simulate.plans.plan import in_common

WHENEVER = ", and whenever one stops"
"""What is said of intervals if the number of games was chosen by looking."""

MOST_ROWS = 14
"""Of numbers that a terminal shows; the page has them all."""

MOST_COLUMNS = 6
"""Measures that a page shows of several arms side by side."""

MOST_PIECES = 6
"""Kinds of piece that a terminal shows."""


@dataclass(frozen=True)
class Overview:
    """What a study found, in words."""

    outcome: Outcome

    @property
    def study(self) -> Study:
        """What was asked."""
        return self.outcome.study

    # --- its parts

    @cached_property
    def views(self) -> list[View]:
        """What each arm changes in each setting of those who give the answer."""
        asked = self.study.measures is not None
        return [
            View(arm, setting, comparison, asked, self._baseline)
            for (arm, setting), comparison in self.outcome.cells.items()
            if setting.policy in self.study.answering_policies
        ]

    @property
    def _baseline(self) -> str:
        """The name of the baseline, if it has one."""
        name = self.study.baseline.name
        return "" if name == BASELINE else name

    @cached_property
    def settings(self) -> dict[Setting, str]:
        """The settings of those who give the answer, each with what tells it from the others."""
        found = list(dict.fromkeys(view.setting for view in self.views))
        players = len({setting.players for setting in found}) > 1
        policies = len({setting.policy for setting in found}) > 1
        names = {}
        for setting in found:
            words = list(setting.second_rules)
            if players or not (policies or setting.second_rules):
                words.append(seated(setting.players))
            if policies:
                words.append(self._policy(setting))
            names[setting] = ", ".join(words)
        return names

    def _policy(self, setting: Setting) -> str:
        """Who plays in a setting, in words."""
        return next(view for view in self.views if view.setting == setting).comparison.base.policy_words

    @cached_property
    def main_setting(self) -> Setting:
        """The setting that the answer is about: the usual number of players, if it was asked for."""
        usual = games.load(self.study.game).usual_players(self.study.preset)
        return min(
            self.settings, key=lambda s: (s.policy != self.study.answering_policies[0], s.players != usual)
        )

    @cached_property
    def arms(self) -> list[Arm]:
        """The arms, the one that surest changes something first."""
        arms = list(dict.fromkeys(view.arm for view in self.views))
        order = {arm: n for n, arm in enumerate(arms)}
        return sorted(arms, key=lambda arm: (*_surest(self.view(arm)), order[arm]))

    def view(self, arm: Arm) -> View:
        """What an arm changes: in the main setting, or in the first one in which it differs."""
        mine = [view for view in self.views if view.arm == arm]
        return next((view for view in mine if view.setting == self.main_setting), mine[0])

    def views_of(self, arm: Arm) -> list[View]:
        """What an arm changes in each setting."""
        return [view for view in self.views if view.arm == arm]

    @cached_property
    def main(self) -> View:
        """What the answer is about, where no curve gives it."""
        return self.view(self.arms[0])

    @property
    def comparisons(self) -> list[Comparison]:
        """Those of all who give the answer."""
        return [view.comparison for view in self.views]

    @property
    def first(self) -> Comparison:
        """The main one of them."""
        return self.main.comparison

    @property
    def several(self) -> bool:
        """Whether several arms are compared with the baseline."""
        return len(self.arms) > 1

    @cached_property
    def curve(self) -> Curve | None:
        """The curve, if the arms lie along an axis."""
        return Curve(self.outcome) if self.study.axis else None

    @cached_property
    def strength(self) -> dict[str, StrengthFinding]:
        """What rungs of the ladder find, by the key of the measure; of a curve `Curve` says it."""
        if not self.study.strength or self.study.axis:
            return {}
        return of_changes(
            (
                (self._place(at), at[1].policy, comparison.changes)
                for at, comparison in self.outcome.cells.items()
                if at[1].policy in self.study.strength
            ),
            self.study.strength,
        )

    def _place(self, at: At) -> str:
        """Where a number was found, but for who plays."""
        return ", ".join([at[0].name] * self.several + [_table(at[1])])

    @cached_property
    def climbed(self) -> StrengthFinding | None:
        """The leading number of the arm that the answer is about, against strength."""
        if not self.strength:
            return None
        lead = self.main.lead
        keys = [lead.measure.key] if lead else [number.measure.key for number in self.main.main_numbers]
        found = next((self.strength[key] for key in keys if key in self.strength), None)
        if found is None:
            return None
        tables = {self._place(at): _table(at[1]) for at in self.outcome.cells if at[0] == self.main.arm}
        climbs = {tables[place]: climb for place, climb in found.climbs.items() if place in tables}
        return replace(found, climbs=climbs) if climbs else None

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """What variations say."""
        return Elsewhere(self.outcome, {arm: self.view(arm) for arm in self.arms})

    @property
    def rescored(self) -> list[View]:
        """The games of the baseline as an arm scores them."""
        return [View(arm, setting, c, True) for (arm, setting), c in self.outcome.rescored.items()]

    @property
    def adapted(self) -> list[View]:
        """What changes between players who were tuned for each rule; of a curve that is the curve itself."""
        return [View(arm, setting, c) for (arm, setting), c in self.outcome.adapted.items()]

    @cached_property
    def asked_first(self) -> list[Number]:
        """What is shown of several arms, by a number of each measure: the first of what designers ask.

        Another winner is the last, as far as both games are the same. If measures were named, it is these.
        """
        ranked = self.main.ranked
        if self.main.is_asked:
            return ranked[:MOST_COLUMNS]
        found = []
        for question in (LENGTH, CLOSENESS, FAIRNESS, LUCK):
            of_question = [number for number in ranked if number.measure.question == question]
            found += ([n for n in of_question if n.measure.headline] or of_question)[:1]
        winners = [c.by_key[WINNER_CHANGED.name] for c in self.comparisons if WINNER_CHANGED.name in c.by_key]
        return [*found, *winners[:1]]

    # --- what was asked

    @property
    def base(self) -> str:
        """What the baseline is called."""
        return self.main.base

    @property
    def names(self) -> list[str]:
        """What the baseline is called, then the arms."""
        return [self.base, *(arm.name for arm in self.study.arms if arm in self.arms)]

    @property
    def question(self) -> str:
        """What is asked: ``Catan: robber=false against the standard game``."""
        if self.study.question:
            return self.study.question
        game = title(self.first.base)
        if self.curve:
            return f"{game}: {self.curve.span}"
        base, *arms = self.names
        called = listed(arms) if self.several else the(arms[0])
        return f"{game}: {called} against {the(base)}"

    @property
    def about(self) -> list[str]:
        """What was played, and by whom, in a few words each."""
        policies = dict.fromkeys(c.base.policy_words for c in self.comparisons)
        decided = games.load(self.study.game).decides
        who = f", {listed(policies)}" if decided and not self._others_play else ""
        return [
            f"{count(self.first.n)} each{self._of_baseline}",
            *self.common,
            f"{all_seated(sorted({c.base.players for c in self.comparisons}))}{who}",
            seeds_words(self.first.seeds),
        ]

    @property
    def _of_baseline(self) -> str:
        """How many games tell of the baseline, if these are more."""
        n = self.first.of_baseline
        return f" ({n:,} of {the(self.base)})" if n > self.first.n else ""

    @property
    def _others_play(self) -> bool:
        """Whether others play on the second side: then the names of the sides say who plays."""
        return any(c.base.policies != c.house.policies for c in self.comparisons)

    @property
    def common(self) -> list[str]:
        """What is not as in the standard game on all sides."""
        return in_common(plan for c in self.comparisons for plan in (c.base, c.house))

    # --- sentences

    @property
    def finding(self) -> Finding:
        """The answer: one sentence, and how sure it is."""
        if self.curve:
            return self.curve.finding
        found = self.main.finding
        if len(self.settings) > 1 and self.main.lead:
            found = self._with_other_players(found)
        return self.climbed.marked(found, leads=True) if self.climbed else found

    def _with_other_players(self, found: Finding) -> Finding:
        """The answer with each number of players if it surely changes at all of them, else where it is."""
        lead = self.main.lead
        assert lead is not None
        at = self.by_setting(lead.measure.key)
        mine = {s: n for s, n in at.items() if s.policy == self.main_setting.policy and not s.second_rules}
        numbers = {self.settings[setting]: number for setting, number in mine.items()}
        players = [setting.players for setting in mine]
        together = len(mine) > 1 and not self.main_setting.second_rules
        if together and all(n.changes and n.sure != OPEN and n.rises == lead.rises for n in mine.values()):
            text = f"{self.main.with_rule} {_at_each(list(mine.values()), players)}"
            least = max((number.sure for number in mine.values()), key=CERTAINTIES.index)
            return replace(found, text=capital(f"{text}."), sure=least, numbers=numbers)
        text = f"{found.text.removesuffix('.')} ({self.settings[self.main_setting]})."
        return replace(found, text=text, numbers=numbers or found.numbers)

    @property
    def sentence(self) -> str:
        """The answer without its certainty."""
        return self.finding.text

    @property
    def findings(self) -> list[Finding]:
        """What is said beside the answer: other arms, a curve's other measures, or what else changes."""
        if self.curve:
            found = self.curve.findings
        elif self.several:
            found = [self.view(arm).finding for arm in self.arms[1:]]
        elif len(self.views) > 1:
            found = []  # each setting has its own
        else:
            found = [self._climbed(finding) for finding in self.main.findings]
        return [*found[: MOST if not self.several else len(found)], *self.other_findings]

    def _climbed(self, finding: Finding) -> Finding:
        """A finding with what strength does to it, where that is settled."""
        number = next(iter(finding.numbers.values()), None)
        found = self.strength.get(number.measure.key) if number else None
        return found.marked(finding) if found else finding

    @property
    def other_findings(self) -> list[Finding]:
        """What rescored games, players who adapted, variations and laws say, in a sentence each."""
        found = []
        if self.rescored and not self.several:
            found.append(_prefixed("The same games, scored anew: ", self.rescored[0]))
        if self.adapted and not self.curve:
            found += [
                _prefixed(f"Players who adapted{f' to {arm.name}' * self.several}: ", view)
                for arm in self.arms
                for view in [next(v for v in self.adapted if v.arm == arm)]
            ]
            found.append(as_said(f"{capital(self._bound)}."))
        if self.study.variations:
            found += [as_said(text) for text in self.elsewhere.sentences]
        return found + [as_said(text) for law in self.outcome.laws.values() for text in law.said]

    @property
    def _bound(self) -> str:
        """What is left to gain at most, whichever the rule: each bound holds, so the largest does."""
        return bound_words(max(gain.high for gains in self.outcome.gains.values() for gain in gains.values()))

    def by_setting(self, key: str, arm: Arm | None = None) -> dict[Setting, Number]:
        """A number of an arm, that of the answer if none is named, in each setting that has it."""
        arm = arm or self.main.arm
        return {
            view.setting: number
            for view in self.views_of(arm)
            if (number := view.comparison.by_key.get(key)) is not None
        }

    def disagreements(self) -> list[str]:
        """Where the settings do not say the same: intervals that hold at once have nothing in common."""
        found: list[str] = []
        for arm in self.arms if not self.curve else ():
            for key in all_keys([view.comparison for view in self.views_of(arm)]):
                at = self.by_setting(key, arm)
                low = min(at, key=lambda setting: at[setting].estimate.high)
                high = max(at, key=lambda setting: at[setting].estimate.low)
                if at[high].estimate.low <= at[low].estimate.high:
                    continue
                if {number.verdict for number in at.values()} == {EQUIVALENT}:
                    continue
                measure = at[low].measure
                ends = (
                    f"{written(at[s].estimate, measure.spec)} with {self.settings[s]}" for s in (low, high)
                )
                name = f"{arm.name}: " * self.several
                found.append(f"{capital(f'{name}{measure.short}')}: {listed(ends)}.")
        return found

    # --- the terminal

    def lines(self) -> str:
        """The answer, then the numbers that say most, in lines of 80 letters."""
        lines = prose(f"{self.finding.text} {self.finding.chip}")
        for finding in self._said_first:
            lines += prose(f"{finding.text} {finding.chip}")
        lines += ["", *prose(f"{', '.join([self._head, *self.about])}.{self._sides}")]
        if self.study.strength:
            lines += prose(who_of(self.study.strength))
        if self.climbed:
            lines += ["", *self.climbed.lines("B - A")]
        lines += self.curve.lines() if self.curve else ["", *self._table(), *self._pieces(), ""]
        lines += prose(f"{MARKS_SAY}; {_certainties()}.")
        lines += prose(f"95 % intervals that hold for all at once{WHENEVER * self.first.looked}.")
        lines += noted(self.notes)
        return "\n".join(lines)

    @property
    def _said_first(self) -> list[Finding]:
        """The findings that a terminal shows: of other arms and other ways of asking."""
        if self.curve:
            return self.curve.line_findings
        arms = [self.view(arm).finding for arm in self.arms[1:]]
        return [*arms[:MOST], *self.other_findings]

    @property
    def _head(self) -> str:
        """What was asked where the sentence does not say it: the title of a study, or the game."""
        if self.curve:
            return self.curve.head
        return self.study.title or title(self.first.base)

    @property
    def _sides(self) -> str:
        if self.curve:
            return ""
        arms = [arm.name for arm in self.arms]
        return f" A: {self.base}; B: {arms[0] if len(arms) == 1 else 'each arm in turn'}."

    @property
    def notes(self) -> list[str]:
        """What a reader must know beside the rules; if not of all arms or settings, with names before it."""
        places_of_note: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
        for (arm, setting), comparison in self.outcome.cells.items():
            for note in comparison.notes:
                arms, settings = places_of_note.setdefault(note, ({}, {}))
                arms[arm.name] = None
                settings |= {self.settings[setting]: None} if setting in self.settings else {}
        found = []
        for note, (arms, settings) in places_of_note.items():
            names = [*(arms if len(arms) < len(self.arms) else ())]
            names += settings if 0 < len(settings) < len(self.settings) else ()
            found.append(f"{listed(names)}: {note}" if names else note)
        found += [
            f"{arm} is the baseline itself with {players} players"
            for arm, players in self._arms_as_baseline()
        ]
        found += dict.fromkeys(note for c in self.outcome.adapted.values() for note in c.notes)
        found += turning_pace(number for c in self.comparisons for number in c.changes)
        if self.curve and self.outcome.gains:
            found.append(self._bound)
        return [*found, *(self.curve.paces if self.curve else [])]

    def _arms_as_baseline(self) -> Iterator[tuple[str, str]]:
        """With how many players an arm plays the baseline itself, as a hand of 7 is usual with three."""
        for arm in self.arms if not self.curve else ():
            differ = {view.setting.players for view in self.views_of(arm)}
            if alike := [f"{players}" for players in self.study.players if players not in differ]:
                yield arm.name, listed(alike)

    def _table(self) -> list[str]:
        """The numbers in the order in which they are told, as far as there is room."""
        cells = len(self.views)
        most = MOST_ROWS if cells == 1 else max(2, MOST_ROWS // cells)
        first = [n.measure for n in self.asked_first if n.measure.name != WINNER_CHANGED.name]
        rest = [number.measure for number in self.main.rows]
        shown = list({m.key: m for m in [*(first if self.several else ()), *rest]}.values())
        rows: list[Sequence[str]] = [["", "A", "B", "B - A", "", ""]]
        for measure in shown[:most]:
            if cells == 1:
                rows.append(row_of(measure.short, self.first.by_key[measure.key]))
                continue
            rows.append([measure.short, "", "", "", "", ""])
            for view in self.views:
                if number := view.comparison.by_key.get(measure.key):
                    rows.append(row_of(f"  {self.label(view)}", number))
        return terminal_rows(rows, len(shown) - most)

    def label(self, view: View) -> str:
        """What tells a view from the others: its arm, its setting, or both."""
        words = [view.arm.name] * self.several
        if len(self.settings) > 1 or not self.several:
            words.append(self.settings[view.setting])
        return ", ".join(words)

    def _pieces(self) -> list[str]:
        """What each kind of piece brings, if the runs tell: the kinds that change most."""
        placed = sorted(self.first.placed, key=certain, reverse=True)
        if not placed:
            return []
        kinds = pieces_of(self.first.base.game)
        head = [f"{kinds.unit} brought by one {kinds.noun}", "A", "B", "B - A", "", ""]
        rows = [row_of(f"  {number.measure.name}", number) for number in placed[:MOST_PIECES]]
        return ["", *terminal_rows([head, *rows], len(placed) - MOST_PIECES)]

    # --- files

    @cached_property
    def tables(self) -> dict[str, Rows]:
        """The tables: every number, what each piece brings, who wins instead, and those of all sections."""
        found = {"changes": self._rows(self._cells)}
        found |= self._besides_changes(self._cells)
        for way, cells in (("rescored", self.outcome.rescored), ("adapted", self.outcome.adapted)):
            if cells:
                found[f"{way}_changes"] = self._rows(cells)
                found |= {f"{way}_{name}": rows for name, rows in self._besides_changes(cells).items()}
        if self.outcome.gains:
            found["best_response"] = self.responses
        if self.curve:
            found |= self.curve.tables()
        if strength := self.curve.strength if self.curve else self.strength:
            found["strength"] = rows_of(strength.values())
        if self.study.variations:
            found["elsewhere"] = self.elsewhere.rows()
        return found | {name: law_rows(law.frame) for name, law in self.outcome.laws.items()}

    @property
    def _cells(self) -> Cells:
        """The comparisons that give the answer, but for those that only test it."""
        return {(view.arm, view.setting): view.comparison for view in self.views}

    def _rows(self, cells: Cells) -> Rows:
        return [
            self._keys(at, comparison) | number.as_dict()
            for at, comparison in cells.items()
            for number in comparison.changes
        ]

    def _keys(self, at: At, comparison: Comparison) -> dict[str, Any]:
        """The columns that say where numbers were measured."""
        arm, setting = at
        keys: dict[str, Any] = {"arm": arm.name}
        if self.study.axis:
            keys[self.study.axis.name] = arm.value
        if self.study.second_axis and setting.second_rules:
            keys[self.study.second_axis.name] = setting.second_rules[0].partition("=")[2]
        base, names = comparison.base, comparison.names
        return keys | {
            "players": base.players,
            "policy": base.policy_words,
            "rule_a": self._baseline or names[0],
            "rule_b": arm.name if self._baseline else names[1],
        }

    def _besides_changes(self, cells: Cells) -> dict[str, Rows]:
        """Who wins instead, and what each piece brings, if there are such rows."""
        winners, placed = [], []
        for at, comparison in cells.items():
            keys = self._keys(at, comparison)
            winners += [keys | row for moves in comparison.moves for row in moves.rows()]
            for number in comparison.placed:
                row = {
                    name: value for name, value in number.as_dict().items() if name not in ("measure", "at")
                }
                placed.append(keys | {"piece": number.measure.name} | row)
        found = {"winners": winners, "placements": placed}
        return {name: rows for name, rows in found.items() if rows}

    @property
    def responses(self) -> list[dict[str, Any]]:
        """A row a setting and rule: what one player gains who is tuned against those who adapted."""
        rows = []
        for (arm, setting), gains in self.outcome.gains.items():
            for rule, gain in gains.items():
                keys = {"arm": arm.name, "players": setting.players, "policy": setting.policy, "rule": rule}
                numbers = gain.as_dict()
                rows.append(keys | {"gain": numbers["value"], "at_most": numbers["high"], "n": numbers["n"]})
        return rows

    @property
    def numbers(self) -> Rows:
        """A row a number of those that give the answer."""
        return [{"table": "changes", **row} for row in self._rows(self._cells)]

    @property
    def sections(self) -> dict[str, Any]:
        """What there is beside the numbers, by name."""
        found: dict[str, Any] = {
            name: rows for name, rows in self.tables.items() if name not in ("changes", "strength")
        }
        found["games"] = [
            self._keys(at, comparison)
            | {"differ": comparison.differ.as_dict()}
            | ({"of_baseline": comparison.of_baseline} if comparison.of_baseline > comparison.n else {})
            | {"parting": comparison.parting.as_dict() if comparison.parting else None}
            for at, comparison in self._cells.items()
        ]
        if strength := self.curve.strength if self.curve else self.strength:
            found["strength"] = as_dict(strength.values(), self.study.strength)
        if self.study.variations:
            found["elsewhere"] = {"said": self.elsewhere.sentences, "rows": self.tables["elsewhere"]}
        for name, law in self.outcome.laws.items():
            found[name] = {"said": list(law.said), "rows": self.tables[name]}
        return found


def _prefixed(words: str, view: View) -> Finding:
    """What another way of asking says, behind words that say which."""
    finding = view.finding
    text = f"{words}{lowered(capital(f'{view.effect}.'))}"
    return replace(finding, text=text)


def _table(setting: Setting) -> str:
    """Who sits there, with the second rule if there is one: ``4 players``."""
    return ", ".join([*setting.second_rules, seated(setting.players)])


def _at_each(numbers: Sequence[Number], players: Sequence[int]) -> str:
    """A measure at each number of players: ``a game takes 51 and 46 turns with 2 and 3 players``..."""
    measure = numbers[0].measure
    pairs = [(number.before, number.after) for number in numbers if number.before and number.after]
    before, after = (listed(texts) for texts in zip(*pairs_in_words(pairs, measure.scale), strict=True))
    unit = " %" if measure.scale == 100 else ""
    return f"{measure.sentence(after)} with {players_words(players)} players in place of {before}{unit}"


def _certainties() -> str:
    return ", ".join(f"{SHAPES[sure]} {sure}" for sure in CERTAINTIES)


def _surest(view: View) -> tuple[int, int, float]:
    """The order of arms: the surest first, then what matters, then by how many margins at least."""
    lead = view.lead
    if lead is None:
        return len(CERTAINTIES), 0, 0.0
    return CERTAINTIES.index(lead.sure), lead.verdict != DIFFERENT, -certain(lead)


def values_of(number: Number) -> tuple[str, str, str]:
    """Before, after and the change with its interval, all with as many decimals as the interval allows."""
    scale = number.measure.scale
    text = written(number.estimate, number.measure.spec)
    decimals = len(text.partition(" ")[0].partition(".")[2])
    both = [_value(value, scale, decimals) for value in (number.before, number.after)]
    return both[0], both[1], text


def _value(value: Estimate | None, scale: float, decimals: int) -> str:
    if value is None:
        return ""
    return "none" if math.isnan(value.value) else f"{scale * value.value:.{decimals}f}"


def row_of(label: str, number: Number) -> list[str]:
    """A change with both values, its mark and how sure it is, for a terminal."""
    return [label, *values_of(number), MARKS[number.verdict], SHAPES[number.sure]]


def terminal_rows(rows: Sequence[Sequence[str]], rest: int) -> list[str]:
    """Rows as short lines, and how many more the page has."""
    return [*narrow(rows), *([f" and {rest} more on the page"] if rest > 0 else [])]


def law_rows(frame: Any) -> Rows:
    """The rows of a law, an estimate as three columns: value, low and high."""
    found: Rows = []
    for row in frame.to_dict("records"):
        plain: dict[str, Any] = {}
        for name, value in row.items():
            if isinstance(value, Estimate):
                plain |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
            else:
                plain[name] = value
        found.append(plain)
    return found
