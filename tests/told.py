"""What is said on a page and in a terminal, as paragraphs whose sentences can be counted.

A number with its interval is one word, a semicolon ends a sentence, and what stands in cells, captions and
lists may be a fragment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from prose import faults

KEPT = {"p": False, "h1": False, "h2": False, "h3": False, "li": False, "dd": False}
CELLS = {"figcaption": True, "td": True, "th": True}
INTERVAL = re.compile(r"\s*\[[^\]]*\]")

TABLE = re.compile(r"\S {2,}\S")
"""Lines of a terminal with a wide gap are rows of a table."""


class Paragraphs(HTMLParser):
    """The paragraphs of a page, each with whether it may be a fragment; pictures have none."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, list[str]]] = []
        self.found: list[tuple[str, bool]] = []
        self.drawn = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph or a picture."""
        self.drawn += tag == "svg"
        if tag in KEPT | CELLS:
            self.open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        """End what is open."""
        self.drawn -= tag == "svg"
        if self.open and self.open[-1][0] == tag:
            _, parts = self.open.pop()
            self.found.append((" ".join("".join(parts).split()), (KEPT | CELLS)[tag]))

    def handle_data(self, data: str) -> None:
        """Words outside of pictures."""
        if self.open and not self.drawn:
            self.open[-1][1].append(data)


def in_terminal(text: str) -> Iterator[str]:
    """The paragraphs that a command prints, without tables."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        whole = line.strip()
        if lines and (not whole or TABLE.search(whole) or whole[0] in "●◐○-"):
            yield " ".join(lines)
            lines = []
        if whole and not TABLE.search(whole):
            lines.append(whole.lstrip("●◐○- "))


def long_in(text: str, *, cell: bool = False) -> list[str]:
    """Faults of a paragraph that a program wrote."""
    plain = INTERVAL.sub("", text).replace(" %", "%")
    return [fault for part in plain.split("; ") for fault in faults(part, cell=cell)]
