"""A page of three depths: the answer with one picture, the findings, and the evidence folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.pages.page import fill
from reports.pages.parts import Picture, Section, Table
from reports.words.findings import SHAPES, Finding
from reports.words.wording import capital
from simulate import __version__
from simulate.io.layout import GAP, aligned, prose

if TYPE_CHECKING:
    from reports.answers.explore import Explorer


MOST_BUTTONS = 12
"""Settings that have a button each; of more there is a list."""


@dataclass(frozen=True)
class Block:
    """What is said of one of several settings: a page shows one at a time."""

    name: str
    findings: Sequence[Finding]
    items: Sequence[Table | Picture]
    is_first: bool = False
    """Whether it is shown first."""


@dataclass(frozen=True)
class Depths:
    """What is said of a question, from what everybody reads to what only doubters do."""

    question: str
    about: Sequence[str]
    """What was played, in a few words each."""
    answer: Finding
    glance: Section
    """What stands with the answer: a picture and a line, and of several rules a table."""
    findings: Sequence[Finding]
    care: Sequence[str]
    """What a reader must know before any number."""
    evidence: Sequence[Section]
    meanings: Mapping[str, str]
    """What the words of certainty mean."""
    note: str
    """What marks and brackets mean."""
    explorer: Explorer | None = None
    """What a slider leads to."""
    blocks: Sequence[Block] = ()
    """Before and after in each setting; a switch leads from one to the next."""

    def html(self, command: str, kept: str) -> str:
        """One self-contained HTML file; `command` makes it again, `kept` says where all numbers are."""
        program = f"houserules {__version__}"
        told = {"command": command, "kept": kept, "shapes": SHAPES, "program": program}
        return fill("answer.html", page=self, most_buttons=MOST_BUTTONS, **told)

    def lines(self, title: str, full: bool) -> str:
        """The answer and the findings in lines for a terminal; if `full` the evidence too."""
        lines = [*prose(title), ""]
        lines += prose(self.answer.line, hang="  ")
        lines.append("")
        for block in self.blocks if full else ():
            for item in block.items:
                if isinstance(item, Table):
                    lines += [block.name, *lines_of(item), ""]
        for finding in self.findings:
            lines += prose(finding.line, hang="  ")
        for text in self.care:
            lines += ["", *prose(capital(f"{text}."))]
        lines += ["", f"{' '.join(f'{SHAPES[s]} {s}' for s in SHAPES)}; all numbers: --full, or the page"]
        for section in self.evidence if full else ():
            lines += ["", section.title.upper()]
            for text in section.prose:
                lines += ["", *prose(text)]
            for item in section.items:
                if isinstance(item, Table):
                    lines += ["", *lines_of(item)]
        return "\n".join([*lines, *(["", *prose(self.note)] if full else [])])


def lines_of(table: Table) -> list[str]:
    """A table for a terminal."""
    rows = [list(table.heading), *([f"{c.text} {c.interval}".strip() for c in row] for row in table.rows)]
    return [*prose(table.caption), *aligned(rows, table.words, GAP[:2])]
