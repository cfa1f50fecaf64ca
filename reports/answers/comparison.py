"""What a comparison of two rules says: a sentence, a table for a terminal, and a page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, TUNINGS, UNDECIDED, Estimate
from analyses.measures.placements import pieces_of
from analyses.measures.vocabulary import WINNER_CHANGED
from analyses.questions.adapt import bound_words
from analyses.questions.change import Change
from analyses.questions.compare import Comparison
from reports.answers.strength import Found, as_dict, rows_of, who_of
from reports.words.changes import at_others, finding_of, findings, leaning, told, told_first, turning_pace
from reports.words.findings import LIKELY, SURE, Finding, as_said, least_sure, unmarked
from reports.words.where import beside, where
from reports.words.wording import (
    MARKS,
    MARKS_SAY,
    capital,
    count,
    listed,
    lowered,
    narrow,
    noted,
    part_of,
    players_words,
    seeds_words,
    title,
    written,
)
from simulate.io.files import Rows
from simulate.io.layout import prose
from simulate.plans.plan import in_common

WHENEVER = ", and whenever one stops"
"""What is said of intervals if the number of games was chosen by looking."""

MOST_PIECES = 6
"""Kinds of piece that a terminal shows."""

MOST_ROWS = 14
"""Of changes that a terminal shows; the page has them all."""


@dataclass(frozen=True)
class Answer:
    """One question, the comparisons that answer it (a table size and a policy each), and their words.

    Or each of several runs compared with the same first one; `called` then says what they are called.
    """

    comparisons: Sequence[Comparison]
    command: str
    called: Sequence[str] = ()
    rescored: Sequence[Comparison] = ()
    """Of rules that change nothing but scores: the games of the first run, as the other rule scores them."""
    adapted: Sequence[Comparison] = ()
    """If that was asked: what changes between players who were tuned for each rule."""
    gains: Sequence[Mapping[str, Estimate]] = ()
    """For each of these, by rule, what one player wins over an even share who is tuned against the others."""
    strength: Mapping[str, Found] = field(default_factory=dict)
    """The changes by the strength of those who play, by the key of their measure, if that was asked."""
    rungs: Sequence[str] = ()
    """Of the ladder: one of them gives the answer, which all test."""

    @property
    def first(self) -> Comparison:
        """The first of them."""
        return self.comparisons[0]

    @property
    def names(self) -> Sequence[str]:
        """What the first run is called, then the other, or the others."""
        return self.called or self.first.names

    @property
    def several(self) -> bool:
        """Whether several runs are compared with the first."""
        return len(self.names) > 2

    @property
    def question(self) -> str:
        """What is compared: ``Catan: robber=false against the standard game``."""
        base, *houses = self.names
        called = listed(houses) if self.several else the(houses[0])
        return f"{title(self.first.base)}: {called} against {the(base)}"

    @cached_property
    def settings(self) -> list[str]:
        """What tells the comparisons apart, in the same order: players, policy, or both; or the rules."""
        if self.several:
            return list(self.names[1:])
        players = len({c.base.players for c in self.comparisons}) > 1
        panel = len({c.base.policy_words for c in self.comparisons}) > 1
        return [
            ", ".join(
                [f"{c.base.players} players"] * (players or not panel)
                + [c.base.policy_words] * ((panel or not players) and not self.apart)
            )
            for c in self.comparisons
        ]

    @property
    def by_setting(self) -> list[tuple[str, Comparison]]:
        """The comparisons, each with what tells it from the others."""
        return list(zip(self.settings, self.comparisons, strict=True))

    @property
    def who(self) -> str:
        """All settings in a few words: ``2-5 players, heuristic and random``."""
        sizes = players_words(c.base.players for c in self.comparisons)
        policies = dict.fromkeys(c.base.policy_words for c in self.comparisons)
        return f"{sizes} players{'' if self.apart else f', {listed(policies)}'}"

    @property
    def apart(self) -> bool:
        """Whether others play on the second side: then the names of the sides say who plays."""
        return any(c.base.policies != c.house.policies for c in self.comparisons)

    @property
    def about(self) -> list[str]:
        """What was played, and by whom, in a few words each."""
        return [f"{count(self.first.n)} each", *self.common, self.who, seeds_words(self.first.seeds)]

    @property
    def common(self) -> list[str]:
        """What is not as in the standard game on both sides; the names of several runs say all of it."""
        return [] if self.called else common_of(self.comparisons)

    @cached_property
    def by_measure(self) -> dict[str, dict[str, Change]]:
        """The changes of each measure by setting, in the order in which they are declared."""
        each = [(setting, c.by_key) for setting, c in self.by_setting]
        return {
            key: {setting: by_key[key] for setting, by_key in each if key in by_key}
            for key in ordered(self.comparisons)
        }

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What both sides of each comparison are called."""
        if self.called:
            return [(self.called[0], house) for house in self.called[1:]]
        return [c.names for c in self.comparisons]

    @property
    def each(self) -> list[Answer]:
        """Of several runs, each on its own against the first."""
        return [Answer([c], self.command, pair) for c, pair in zip(self.comparisons, self.pairs, strict=True)]

    # --- sentences

    @property
    def sentence(self) -> str:
        """The answer: one number, and how sure."""
        if self.several:
            return " ".join(one.sentence for one in self.each)
        base, house = self.names
        rule = f"With {the(house)}" + ("" if base == "standard game" else f" instead of {the(base)}")
        return f"{rule} {self.effect}"

    @property
    def effect(self) -> str:
        """What the other rule does, without its name."""
        lead = self._lead
        if lead is None:
            return self._nothing()
        said = {setting: leaning(change) for setting, change in lead.items()}
        differ = [setting for setting in lead if said[setting][0] == DIFFERENT]
        mine = [setting for setting in self.drawn if setting in differ] or differ
        how = SURE if (DIFFERENT, SURE) in [said[setting] for setting in mine] else LIKELY
        alike = [setting for setting in lead if said[setting] == (DIFFERENT, how)]
        different = alike if alike == self.settings else [setting for setting in mine if setting in alike]
        what = told([lead[setting] for setting in different])
        if len(self.comparisons) == 1:
            return f"{what} ({how})."
        who = {setting: c.base.policy_words for setting, c in self.by_setting}
        every = self.by_measure[lead[mine[0]].measure.key]
        told_of = [s for s in every if who[s] in {who[setting] for setting in mine}]
        rest = at_others({s: every[s] for s in told_of}, different)
        contrary = {s: leaning(every[s])[1] for s in every if s not in lead}
        tail = beside(differ, self.settings, told_of, contrary)
        return f"{what}, {where(different, self.settings)} ({how}){rest}.{tail}"

    @property
    def finding(self) -> Finding:
        """The answer with how sure it is, and the numbers that it rests on."""
        if self.several:
            return replace(as_said(self.sentence), sure=least_sure(one.finding for one in self.each))
        lead = self._lead
        if lead is None:
            return as_said(self.sentence)
        how = LIKELY if f"({LIKELY})" in self.effect else SURE
        found = replace(finding_of(lead, self.drawn), text=unmarked(self.sentence), sure=how)
        return self.climbed.marked(found, leads=True) if self.climbed else found

    @property
    def findings(self) -> list[Finding]:
        """What changes, what may, and what stays, the surest first; what the answer says is left out."""
        told = {k: found for k, found in self.by_measure.items() if k != self.leading}
        found = findings(told, self.drawn)
        keys = [next((e.measure for e in f.numbers.values()), "") for f in found]
        climbs = (self.strength.get(key) for key in keys)
        return [against.marked(f) if against else f for f, against in zip(found, climbs, strict=True)]

    @property
    def leading(self) -> str:
        """The measure that the answer is about; nothing if it is about none, or about several rules."""
        lead = None if self.several else self._lead
        return next(iter(lead.values())).measure.key if lead else ""

    @cached_property
    def climbed(self) -> Found | None:
        """The leading finding against strength: that of the answer, or if none is sure the largest."""
        lead = self._lead
        if lead is None and self.strength:
            mine = {key: changes for key, changes in self.by_measure.items() if key in self.strength}
            lead = max(mine.values(), key=lambda changes: max(map(weight, changes.values())), default=None)
        return self.strength.get(next(iter(lead.values())).measure.key) if lead else None

    @property
    def drawn(self) -> list[str]:
        """The settings of the first policy: small pictures show these."""
        first = self.first.base.policy_words
        return [setting for setting, c in self.by_setting if c.base.policy_words == first]

    @cached_property
    def _lead(self) -> dict[str, Change] | None:
        """What is said first: what both halves of the games say before what only all together do.

        Of that first what `told_first` ranks highest, then what changes in most settings the same way, then
        by most margins.
        """
        leads = list(self._leads())
        return max(leads, key=lambda lead: lead[0])[1] if leads else None

    def _leads(self) -> Iterator[tuple[tuple[bool, int, int, float], dict[str, Change]]]:
        """What may be said first, each with its rank: a measure that changes one way, and so surely."""
        for changes in self.by_measure.values():
            said = {s: leaning(c) for s, c in changes.items()}
            for way, how in product((1, -1), (SURE, LIKELY)):
                same = {s: c for s, c in changes.items() if c.change.value * way > 0}
                found = [c for s, c in same.items() if said[s] == (DIFFERENT, how)]
                if found and found[0].measure.name != WINNER_CHANGED.name:
                    rank = how == SURE, told_first(found[0]), len(found), min(map(certain, found))
                    yield rank, {s: c for s, c in changes.items() if said[s][0] != DIFFERENT or s in same}

    def _nothing(self) -> str:
        """What is said where no measure is sure to change by more than its margin."""
        every = [each for changes in self.by_measure.values() for each in changes.items()]
        said = [leaning(c) for _, c in every]
        undecided = sum(verdict == UNDECIDED for verdict, _ in said)
        how = SURE if all(how == SURE for verdict, how in said if verdict != UNDECIDED) else LIKELY
        if not any(c.differ.value for c in self.comparisons):
            return f"not one of {count(self.first.n)} differs."
        methods = (c.together.method.partition(", ")[0] for _, c in every)  # without what is said of seeds
        tuned = next((f" and {method}" for method in methods if method.endswith(TUNINGS)), "")
        rest = f"{part_of(undecided, len(every), 'change')} {{}} after {count(self.first.n)}{tuned}."
        changed = {s: c for (s, c), (verdict, _) in zip(every, said, strict=True) if verdict == DIFFERENT}
        if changed:  # only who wins, which is no answer of its own
            at = "" if [*changed] == self.settings else f" {where([*changed], self.settings)}"
            what = f"{told([*changed.values()])}{at}"
            if not undecided:
                return f"{what}, but nothing else changes enough to matter ({how})."
            mine = SURE if all(leaning(c)[1] == SURE for c in changed.values()) else LIKELY
            return f"{what} ({mine}); {rest.format('still open')}"
        if undecided:
            return f"nothing is sure to change enough to matter; {rest.format('not settled')}"
        return f"nothing changes enough to matter ({how}): {count(len(self.by_measure), 'number')} compared."

    def disagreements(self) -> list[str]:
        """Where the settings do not say the same: verdicts that cannot all be true, or intervals that part.

        The intervals hold for all settings at once, so those that have nothing in common prove a difference.
        """
        found: list[str] = []
        if self.several:  # of several rules each may say something else
            return found
        for changes in self.by_measure.values():
            lowest = min(changes.items(), key=lambda at: at[1].together.high)
            highest = max(changes.items(), key=lambda at: at[1].together.low)
            if highest[1].together.low <= lowest[1].together.high:
                continue
            said = {(c.verdict, c.verdict == DIFFERENT and c.change.value > 0) for c in changes.values()}
            if said == {(EQUIVALENT, False)}:
                continue  # they differ by less than anybody notices
            what = "verdict" if len(said) > 1 else "size of the change"
            measure = lowest[1].measure
            ends = (f"{written(c.together, measure.change_spec)} with {at}" for at, c in (lowest, highest))
            found.append(
                f"{capital(measure.short)}: the {what} is not the same everywhere, from {' to '.join(ends)}."
            )
        return found

    @property
    def beside(self) -> dict[str, Answer]:
        """What the other rule changes in the very same games scored anew, and with players tuned for it."""
        ways = {"rescored": self.rescored, "adapted": self.adapted}
        return {way: Answer(found, self.command, self.called) for way, found in ways.items() if found}

    @property
    def more_sentences(self) -> list[str]:
        """The same in a sentence each."""
        how = {
            "rescored": "In the very same games, only scored anew,",
            "adapted": "Between players who adapted to each rule",
        }
        said = [
            f"{how[way]} {lowered(answer.sentence) if self.several else answer.effect}"
            for way, answer in self.beside.items()
        ]
        return said + ([self.best_response] if self.gains else [])

    @property
    def best_response(self) -> str:
        """How much is left to gain for one player at most, whichever the setting and the rule."""
        most = max(gain.high for gains in self.gains for gain in gains.values())
        return f"{capital(bound_words(most))}."

    @property
    def responses(self) -> list[dict[str, Any]]:
        """A row a setting and rule: what one player gains who is tuned against those who adapted."""
        rows = []
        for c, gains in zip(self.adapted, self.gains, strict=True):
            for rule, gain in gains.items():
                told = gain.as_dict()
                row = {"players": c.base.players, "policy": c.base.policy_words, "rule": rule}
                rows.append(row | {"gain": told["value"], "at_most": told["high"], "n": told["n"]})
        return rows

    # --- the terminal

    def summary(self) -> str:
        """The answer, then the changes that matter most, in lines of 80 letters."""
        first = self.first
        base, *houses = self.names
        against = [self.climbed.sentence if self._lead else self.climbed.named] if self.climbed else []
        lines = [line for text in (self.sentence, *against, *self.more_sentences) for line in prose(text)]
        lines.append("")
        lines += prose(f"{', '.join([title(first.base), *self.about])}. A: {base}; B: {listed(houses)}.")
        if self.climbed:
            lines += [*prose(who_of(self.rungs)), "", *self.climbed.lines("B - A")]
        doubts = self.disagreements()
        if doubts:
            lines.append("")
            lines += [line for text in doubts[:3] for line in prose(text)]
            if (more := len(doubts) - 3) > 0:
                said = "measure is" if more == 1 else "measures are"
                lines.append(f"{more} more {said} not the same everywhere: see the page.")
        lines += ["", *self._table(), *self._pieces(), ""]
        lines += prose(f"{MARKS_SAY}; 95 % intervals that hold for all at once{WHENEVER * first.looked}.")
        lines += noted(self.notes)
        return "\n".join(lines)

    @property
    def notes(self) -> list[str]:
        """What a reader must know beside the rules."""
        paced = turning_pace(change for c in self.comparisons for change in c.changes)
        return list(dict.fromkeys([*(note for c in self.comparisons for note in c.notes), *paced]))

    def _table(self) -> list[str]:
        """The changes that are settled and large first, then the others, as far as there is room."""
        several = len(self.comparisons) > 1
        most = max(3, MOST_ROWS // len(self.comparisons)) if several else MOST_ROWS
        ranked = sorted(self.by_measure, key=lambda key: -max(map(weight, self.by_measure[key].values())))
        rows: list[Sequence[str]] = [["", "A", "B", "B - A", ""]]
        for key, changes in self.by_measure.items():
            if key not in ranked[:most]:
                continue
            short = next(iter(changes.values())).measure.short
            rows += [[short, "", "", "", ""]] if several else []
            rows += [row_of(f"  {setting}" if several else short, c) for setting, c in changes.items()]
        return terminal_rows(rows, len(ranked) - most)

    def _pieces(self) -> list[str]:
        """What each kind of piece brings, if the runs tell: the kinds that change most, first setting."""
        placed = sorted(self.first.placed, key=weight, reverse=True)
        if not placed:
            return []
        of = pieces_of(self.first.base.game)
        head = [f"{of.unit} brought by one {of.noun}", "A", "B", "B - A", ""]
        rows = [row_of(f"  {c.measure.name}", c) for c in placed[:MOST_PIECES]]
        return ["", *terminal_rows([head, *rows], len(placed) - MOST_PIECES)]

    # --- files

    def tables(self) -> dict[str, Rows]:
        """The tables: changes, and who wins instead."""
        changes, winners, placed = [], [], []
        for c, (a, b) in zip(self.comparisons, self.pairs, strict=True):
            key = {"players": c.base.players, "policy": c.base.policy_words, "rule_a": a, "rule_b": b}
            for x in c.placed:
                row = {name: value for name, value in x.as_dict().items() if name not in ("measure", "at")}
                placed.append(key | {"piece": x.measure.name} | row)
            changes += [key | x.as_dict() for x in c.changes]
            winners += [key | row for moves in c.moves for row in moves.rows()]
        found = {"changes": changes}
        found |= {name: rows for name, rows in (("winners", winners), ("placements", placed)) if rows}
        for way, answer in self.beside.items():
            found |= {f"{way}_{name}": rows for name, rows in answer.tables().items()}
        found |= {"strength": rows_of(self.strength.values())} if self.strength else {}
        return found | ({"best_response": self.responses} if self.gains else {})

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script."""
        return {
            "question": self.question,
            "common": self.common,
            "answer": self.sentence,
            "sure": self.finding.sure,
            "rescored": [c.as_dict() for c in self.rescored],
            "adapted": [c.as_dict() for c in self.adapted],
            "best_response": self.responses,
            "strength": as_dict(self.strength.values(), self.rungs) if self.strength else None,
            "disagreements": self.disagreements(),
            "notes": self.notes,
            "command": self.command,
            "comparisons": [
                c.as_dict() | {"a": a, "b": b} for c, (a, b) in zip(self.comparisons, self.pairs, strict=True)
            ],
        }


def common_of(comparisons: Iterable[Comparison]) -> list[str]:
    """What is not as in the standard game in any of the games that are compared, in words."""
    return in_common(plan for c in comparisons for plan in (c.base, c.house))


def the(name: str) -> str:
    """What a rule is called in a sentence.

    >>> the("standard box"), the("points_to_win=11, robber=false")
    ('the standard box', 'points_to_win=11 and robber=false')
    """
    words = listed(name.split(", "))
    return f"the {words}" if name.startswith(("standard game", "standard box")) else words


def weight(change: Change) -> float:
    """What is shown first: how many margins a change is, if anything may be there at all."""
    size = abs(change.change.value) / change.measure.margin
    return size + {DIFFERENT: 1e6, UNDECIDED: 1e3}.get(change.verdict, 0.0) + 1e3 * told_first(change)


def certain(change: Change) -> float:
    """By how many margins a measure changes at least."""
    agreed = change.agreed.together
    return min(abs(agreed.low), abs(agreed.high)) / change.measure.margin


def values_of(change: Change) -> tuple[str, str, str]:
    """Both values and the change with its interval, as exact as the interval is."""
    scale = change.measure.scale
    text = written(change.together, change.measure.change_spec)
    decimals = len(text.partition(" ")[0].partition(".")[2])
    both = [
        ("none" if math.isnan(e.value) else f"{scale * e.value:.{decimals}f}") if e else ""
        for e in (change.base, change.house)
    ]
    return both[0], both[1], text


def row_of(label: str, change: Change) -> list[str]:
    """A change with both values and its mark, for a terminal."""
    return [label, *values_of(change), MARKS[change.verdict]]


def terminal_rows(rows: Sequence[Sequence[str]], rest: int) -> list[str]:
    """Rows as short lines, and how many more the page has."""
    return [*narrow(rows), *([f" and {rest} more on the page"] if rest > 0 else [])]


def ordered(comparisons: Sequence[Comparison]) -> list[str]:
    """The keys of all measures as they are declared, those of all seats of one measure together."""
    measures = {x.measure.key: x.measure for c in comparisons for x in c.changes}
    names = list(dict.fromkeys(measure.name for measure in measures.values()))
    return sorted(measures, key=lambda key: (names.index(measures[key].name), measures[key].at))
