"""The report of a study: one HTML file, lines for a terminal, and sentences to quote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from analyses.studies.study import Results
from reports.page import fill
from reports.parts import Section
from reports.words import MARKS_TWICE, about, care, policy_words, replication
from rules import games


@dataclass(frozen=True)
class StudyReport:
    """What a study says, and in which order."""

    game: str
    title: str
    careful: str
    """What a reader must look at before any number."""
    note: str
    """What brackets, marks and terms mean."""
    policies: Sequence[str]
    who: str
    """For whom the findings hold."""
    margins: Sequence[tuple[str, str]]
    """What is verdicts, and the margin it is held against."""
    method: Callable[[int], list[str]]
    """How the numbers came about, with so many games a cell."""
    headline: Callable[[Results], str]
    disputes: Callable[[Results], list[str]]
    """Where those who play contradict each other: said before every finding."""
    in_short: Callable[[Results], list[str]]
    """What a designer wants to know first."""
    findings: Callable[[Results], list[str]]
    """All findings that a designer may quote."""
    sections: Sequence[Callable[[Results], Section]]
    lines: Callable[[Results], Iterator[str]]
    """The tables that a terminal shows."""

    def page(self, results: Results, command: str) -> str:
        """One self-contained HTML file; `command` makes it again."""
        texts = policy_words(self.game)
        return fill(
            "long.html",
            name=self.title,
            title=self.title,
            captions_over=True,
            caveat=None,
            about=[games.load(self.game).title, *about(results)],
            finding=self.headline(results),
            care=care(results, self.disputes(results)),
            careful=self.careful,
            said=self.in_short(results),
            note=self.note,
            sections=[section(results) for section in self.sections],
            policies=[(name, texts.get(name, "")) for name in self.policies],
            margins=self.margins,
            method=[*self.method(results.setting.n), *replication(results)],
            who=self.who,
            command=command,
        )

    def summary(self, results: Results) -> str:
        """The findings in lines for a terminal."""
        game = games.load(self.game).title
        name = self.title if self.title.startswith(game) else f"{self.title} {game},"
        lines = [f"{name} {', '.join(about(results))}", ""]
        lines += [f" {text}" for text in (*care(results, self.disputes(results)), *replication(results))]
        return "\n".join([*lines, *self.lines(results), "", f" {MARKS_TWICE}", "", self.headline(results)])

    def sentences(self, results: Results) -> list[str]:
        """The findings as sentences, the doubts first."""
        return [*self.disputes(results), *self.findings(results)]
