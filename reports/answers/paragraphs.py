"""What a filled page is made of: paragraphs, headings, and what stands in a line of its own.

Pages of study files and pages of the studies that come with the program are both templates in one small
language, `reports.answers.language`. A function of a template that makes what is no text, such as a table,
keeps it here and puts a token in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from reports.pages.parts import Picture, Section, Table

TOKEN = re.compile(r"\x02(\d{1,6})\x03")
"""Stands in a filled template for what is no text."""


def kept(items: list[Any], item: Any) -> str:
    """The token that stands for an item, which is put with the others."""
    items.append(item)
    return f"\x02{len(items) - 1}\x03"


def item_of(text: str, items: Sequence[Any]) -> Any:
    """What a token stands for; any other text, also one that only looks like a token, as it is."""
    match = TOKEN.fullmatch(text)
    return items[int(match[1])] if match and int(match[1]) < len(items) else text


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a filled template, its headings, list items and tokens, each on one line."""
    for block in re.split(r"\n\s*\n", text):
        found: list[str] = []
        for line in filter(None, map(str.strip, block.splitlines())):
            ended = not found or found[-1].startswith(("# ", "## ")) or TOKEN.fullmatch(found[-1])
            if ended or line.startswith(("# ", "## ", "- ", "\x02")):
                found.append(line)
            else:
                found[-1] += f" {line}"
        yield from found


def sections_of(pieces: Iterable[str | Table | Picture], first: str = "") -> list[Section]:
    """Paragraphs, tables and pictures by the headings before them; `first` is the title of what has none."""
    found: list[tuple[str, list[str], list[Table | Picture]]] = [(first, [], [])]
    for piece in pieces:
        if not isinstance(piece, str):
            found[-1][2].append(piece)
        elif piece.startswith("## "):
            found.append((piece[3:], [], []))
        else:
            found[-1][1].append(piece)
    return [Section(*part) for part in found if any(part[1:])]
