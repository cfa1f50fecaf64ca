"""An answer: one class for whatever was asked, games of one kind, two rules, a curve, or a larger question.

A terminal shows its lines, a browser its page, a script its findings, a table its rows; all have the same
numbers. `reports.answers.page` answers studies of rules, `reports.answers.studies.template` those that come
with tables of their own, and `reports.runs.answer` tells what the games of a run show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from reports.pages.chart import Chart
from reports.pages.depths import Depths
from reports.words.findings import Finding
from simulate.io.files import Rows
from simulate.plans.plan import worded
from simulate.store.runs import Run


@dataclass(frozen=True, repr=False)
class Answer:
    """What was found, in words and numbers."""

    question: str
    game: str
    common: Sequence[str]
    """What is not as in the standard game, on all sides."""
    finding: Finding
    """The answer: one sentence, and how sure it is."""
    findings: Sequence[Finding]
    """What is said beside it."""
    notes: Sequence[str]
    """What a reader must know before any number."""
    players: Sequence[int]
    policies: Sequence[str]
    n: int
    """Games of each kind over all seeds."""
    seeds: Sequence[int]
    numbers: Rows
    """A row a number, with `table` and where it was measured."""
    depths: Callable[[], Depths]
    """Makes the page."""
    lines: Callable[[], str]
    """Makes the lines of a terminal."""
    tables: Mapping[str, Rows] = field(default_factory=dict)
    """What is written as CSV, by name."""
    chart: Chart = field(default_factory=dict)
    """What a slide or card shows of it, as numbers."""
    sections: Mapping[str, Any] = field(default_factory=dict)
    """What there is beside the numbers, by name."""
    disagreements: Sequence[str] = ()
    """Where settings do not say the same."""
    looked: bool = False
    """Whether the number of games was chosen by looking: then intervals hold at every look."""

    def __repr__(self) -> str:
        return f"{self.finding.text} {self.finding.chip}"

    @cached_property
    def page(self) -> Depths:
        """The answer with a picture, the findings and the evidence."""
        return self.depths()

    def html(self, command: str, kept: str) -> str:
        """One self-contained HTML file; `command` makes it again, `kept` says where all numbers are."""
        return self.page.html(command, kept)

    def summary(self, full: bool = False) -> str:
        """The answer and what says most beside it, in lines for a terminal; if `full` the whole page."""
        if full:
            return self.page.lines(f"{self.question} {', '.join(self.page.about)}.", True)
        return self.lines()

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script: one shape, whatever was asked."""
        return {
            "question": self.question,
            "game": self.game,
            "common": list(self.common),
            "answer": self.finding.text,
            "sure": self.finding.sure,
            "findings": [finding.as_dict() for finding in self.findings],
            "notes": list(self.notes),
            "disagreements": list(self.disagreements),
            "players": list(self.players),
            "policies": list(self.policies),
            "n": self.n,
            "seeds": list(self.seeds),
            "holds_at_every_look": self.looked,
            "chart": self.chart,
            "numbers": list(self.numbers),
            "sections": dict(self.sections),
        }

    def _repr_html_(self) -> str:
        return "\n".join(finding._repr_html_() for finding in (self.finding, *self.findings))


def findings_of(answer: Answer, command: str, runs: Rows, folder: Path) -> dict[str, Any]:
    """What `findings.json` holds and ``--json`` prints: the answer, its command, and where the games lie."""
    return answer.as_dict() | {"command": command, "runs": runs, "directory": str(folder)}


def rows_of_runs(runs: Iterable[Run], names: Mapping[str, str] = MappingProxyType({})) -> Rows:
    """A row a run: where it is, what was played, by which program, and what a study calls it, if it does."""
    return [
        {
            "run": str(run.path),
            "game": run.plan.game,
            "rules": ", ".join(worded(run.plan.game, run.plan.differs)) or "standard game",
            "players": run.plan.players,
            "policy": run.plan.policy_words,
            "seed": run.plan.seed,
            "games": run.plan.n,
            "program": run.played_by,
            **({"name": names[run.plan.hash]} if names else {}),
        }
        for run in {run.path: run for run in runs}.values()
    ]
