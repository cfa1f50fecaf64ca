"""What a study from a file says: a sentence an arm, tables for a terminal, and a page from its template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.games.laws import Law
from analyses.questions.change import Change
from analyses.questions.compare import Comparison
from analyses.studies.arms import Shown
from analyses.studies.file import StudyFile
from reports.answers.comparison import WHENEVER, Answer, certain, common_of, row_of, terminal_rows, the
from reports.answers.strength import of_comparisons
from reports.answers.studies.elsewhere import Elsewhere
from reports.words.changes import entry_of, leaning
from reports.words.findings import SURE, Finding, unmarked
from reports.words.wording import MARKS_SAY, capital, count, listed, noted, seeds_words, title, two_seeds
from simulate.io.files import Rows
from simulate.io.layout import prose

MOST_LINES = 12
"""Changes that a terminal shows, of one measure or of several."""

MOST_FINDINGS = 7
"""Sentences that a terminal shows beside the first."""


@dataclass(frozen=True)
class StudyAnswer:
    """What the games of a study show, in words."""

    study: StudyFile
    found: Sequence[Shown]
    command: str
    laws: Mapping[str, Law]

    @cached_property
    def answers(self) -> dict[str, Answer]:
        """What is said of each arm, as far as all seeds agree."""
        return {each.arm.name: self._answer(each.agreed) for each in self.found}

    def _answer(self, found: Sequence[Comparison]) -> Answer:
        """What those say whom the study names, and against it what the rungs of the ladder do."""
        rungs = self.study.strength
        own = [c for c in found if not rungs or c.base.policy_words in self.study.policies]
        strength = of_comparisons((c for c in found if c.base.policy_words in rungs), rungs, entry_of)
        return Answer(own, self.command, strength=strength, rungs=rungs)

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """What variations say."""
        leads = {arm: _surest(answer)[-1] for arm, answer in self.answers.items()}
        return Elsewhere(self.study, self.found, leads, self.change)

    @property
    def besides(self) -> list[str]:
        """What variations and laws say, in a sentence each."""
        return [*self.elsewhere.said, *(text for law in self.laws.values() for text in law.said)]

    # --- sentences

    @cached_property
    def ranked(self) -> list[str]:
        """The arms, the one that surest changes something first."""
        return sorted(self.answers, key=lambda arm: _surest(self.answers[arm])[:-1], reverse=True)

    def finding(self, arm: str) -> Finding:
        """What an arm changes, and how sure that is."""
        return replace(self.answers[arm].finding, text=unmarked(self.said(arm)))

    @property
    def sentence(self) -> str:
        """The surest of the answers."""
        return self.findings[0]

    @cached_property
    def findings(self) -> list[str]:
        """A sentence an arm, the surest first."""
        return [self.said(arm) for arm in self.ranked]

    def said(self, arm: str) -> str:
        """What an arm changes: with its rules, or by a name that is not its rules."""
        answer, with_it = self.answers[arm], f"With {the(arm)} "
        rules = next(", ".join(each.arm.rules) for each in self.found if each.arm.name == arm)
        named = f"{with_it}{answer.effect}" if rules.endswith(arm) else f"{capital(arm)}: {answer.effect}"
        said = answer.sentence if with_it in answer.sentence else named
        return f"{said} {answer.climbed.sentence}".strip() if answer.climbed else said

    @property
    def notes(self) -> list[str]:
        """What a reader must know beside the rules; if not of all arms, with their names before it."""
        of: dict[str, list[str]] = {}
        for arm, answer in self.answers.items():
            for note in dict.fromkeys(answer.notes):
                of.setdefault(note, []).append(arm)
        every = len(self.answers)
        said = [note if len(arms) == every else f"{listed(arms)}: {note}" for note, arms in of.items()]
        return [
            *said,
            *(f"{arm} is the baseline itself with {at} players" for arm, at in self._alike.items()),
        ]

    @property
    def _alike(self) -> dict[str, str]:
        """At which tables an arm plays the rules of the baseline, as a hand of 7 is usual with three."""
        found = {}
        for arm, answer in self.answers.items():
            told = {c.base.players for c in answer.comparisons}
            if alike := [f"{players}" for players in self.study.players if players not in told]:
                found[arm] = listed(alike)
        return found

    @property
    def played(self) -> list[str]:
        """How much was played, in a few words each."""
        seeds = self.study.seeds
        return [
            title(self._first.first.base),
            f"{count(self.study.n)} of each setting{' on each of two seeds' if len(seeds) > 1 else ''}",
            *self.common,
            self._first.who + ", tuned for each rule" * bool(self.study.adapt),
            seeds_words(seeds),
        ]

    @property
    def comparisons(self) -> list[Comparison]:
        """Those of all arms, but for variations."""
        return [c for answer in self.answers.values() for c in answer.comparisons]

    @property
    def common(self) -> list[str]:
        """What is not as in the standard game in the baseline and in every arm."""
        return common_of(self.comparisons)

    @property
    def replicated(self) -> str:
        """What it means that all was played twice, and how often the second seed said another thing."""
        if len(self.study.seeds) == 1:
            return "Everything was played on one seed only, so no finding was repeated."
        parted = self.parted()
        every = sum(len(c.changes) for each in self.found for c in each.by_seed[0])
        return (
            f"{two_seeds(self.study.seeds)} Of {count(every, 'change')} the seeds contradict each other on "
            f"{parted or 'none'}."
        )

    def parted(self) -> int:
        """How many changes the seeds contradict each other on."""
        found = 0
        for each in self.found:
            for comparisons in zip(*each.by_seed, strict=True):
                for changes in zip(*(c.changes for c in comparisons), strict=True):
                    ways = {c.change.value > 0 for c in changes if c.verdict == DIFFERENT}
                    found += len(ways) == 2 or (len(ways) == 1 and EQUIVALENT in {c.verdict for c in changes})
        return found

    @property
    def _first(self) -> Answer:
        return next(iter(self.answers.values()))

    # --- what a template may ask for

    def change(
        self, arm: str, measure: str, players: int | None = None, policy: str | None = None
    ) -> Change | None:
        """The change of a measure at one table, see `change_of`: the first, unless another is named."""
        for c in self.answers[arm].comparisons:
            if players in (None, c.base.players) and policy in (None, c.base.policy_words):
                return change_of(c, measure)
        return None

    # --- the terminal

    def summary(self) -> str:
        """The answer, the findings, then the changes of the first measures, in lines of 80 letters."""
        lines = [*prose(self.sentence), ""]
        title = self.study.title
        lines += prose(f"{title}{' ' if title.endswith('?') else '. '}{', '.join(self.played)}.")
        others = self.findings[1:]
        lines += [""] if others else []
        for text in others[:MOST_FINDINGS]:
            lines += prose(f"- {text}", hang="  ")
        if len(others) > MOST_FINDINGS:
            lines.append(f"- {len(others) - MOST_FINDINGS} more findings on the page")
        for text in self.besides:
            lines += prose(f"- {text}", hang="  ")
        if lead := self.answers[self.ranked[0]].climbed:
            lines += ["", *lead.lines("change")]
        shown = self.keys[: max(1, MOST_LINES // (len(self.answers) * len(self.study.players)))]
        for key in shown:
            lines += self._table(key)
        rest = len(self.keys) - len(shown)
        lines += ["", *([f"{count(rest, 'more measure')} on the page."] if rest else [])]
        whenever = WHENEVER * any(c.looked for c in self.comparisons)
        lines += prose(f"{MARKS_SAY}; 95 % intervals that hold for all at once{whenever}.")
        lines += noted(self.notes)
        return "\n".join(lines)

    @property
    def keys(self) -> list[str]:
        """The measures: that of the leading sentence, then the others, headline measures first."""
        found = {c.measure.key: c.measure for compared in self.comparisons for c in compared.changes}
        lead = max(map(_surest, self.answers.values()))[-1]
        return sorted(found, key=lambda key: (key != lead, not found[key].headline))

    def _table(self, key: str) -> list[str]:
        """The changes of a measure, first policy: a line an arm and table, as far as there is room."""
        rows, measure = [], None
        for arm, answer in self.answers.items():
            for comparison in answer.comparisons:
                change = comparison.by_key.get(key)
                if change is not None and comparison.base.policy_words == self._first.first.base.policy_words:
                    measure = change.measure
                    several = len(self.study.players) > 1
                    label = f"{arm}, {comparison.base.players} players" if several else arm
                    rows.append(row_of(f"  {label}", change))
        if measure is None:
            return []
        head = [measure.short, "baseline", "arm", "change", ""]
        return ["", *terminal_rows([head, *rows[:MOST_LINES]], len(rows) - MOST_LINES)]

    # --- files

    def tables(self) -> dict[str, Rows]:
        """The tables: changes as far as all seeds agree, the same seed by seed, and who wins instead."""
        found: dict[str, Rows] = {}
        for each in self.found:
            arm = each.arm.name
            for name, rows in self.answers[arm].tables().items():
                found.setdefault(name, []).extend(row | {"arm": arm} for row in rows)
            for seed, comparisons in zip(self.study.seeds, each.by_seed, strict=True):
                rows = Answer(comparisons, self.command).tables()["changes"]
                found.setdefault("by_seed", []).extend(row | {"seed": seed, "arm": arm} for row in rows)
        if self.study.variations:
            found["elsewhere"] = self.elsewhere.rows()
        return found | {
            name: [_plain(row) for row in law.frame.to_dict("records")] for name, law in self.laws.items()
        }

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script."""
        return {
            "study": self.study.name,
            "question": self.study.question,
            "common": self.common,
            "answer": self.sentence,
            "sure": self.finding(self.ranked[0]).sure,
            "findings": self.findings,
            "replication": self.replicated,
            "notes": self.notes,
            "command": self.command,
            "seeds": list(self.study.seeds),
            "elsewhere": self.elsewhere.said,
            "laws": {name: list(law.said) for name, law in self.laws.items()},
            "n": self.study.n,
            "arms": [
                {
                    "name": arm,
                    "answer": answer.sentence,
                    "disagreements": answer.disagreements(),
                    "strength": answer.as_dict()["strength"],
                    "comparisons": [c.as_dict() for c in answer.comparisons],
                }
                for arm, answer in self.answers.items()
            ],
        }


def change_of(compared: Comparison, measure: str) -> Change | None:
    """The change of a measure; None if nothing is told of it, as of seats if who begins is drawn by lot.

    Where seat 1 always begins a place is a seat.
    """
    found = compared.by_key
    return found.get(measure) or found.get(measure.replace(":place", ":seat"))


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row with an estimate as three columns: value, low and high."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, Estimate):
            found |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
        else:
            found[name] = value
    return found


def _surest(answer: Answer) -> tuple[int, bool, float, str]:
    """How sure an arm changes something, by how many margins at least, and what: headline measures first."""
    every = [(c, leaning(c)) for changes in answer.by_measure.values() for c in changes.values()]
    different = [
        (1 + (how == SURE), c.measure.headline, certain(c), c.measure.key)
        for c, (verdict, how) in every
        if verdict == DIFFERENT
    ]
    undecided = any(c.verdict == UNDECIDED for c, _ in every)
    return max(different, default=(0, False, -1.0 if undecided else 0.0, every[0][0].measure.key))
