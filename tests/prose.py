"""Plain English: how long sentences are, and phrases that are said otherwise here.

A sentence ends with a full stop, a question mark or an exclamation mark. In a cell of a table and in the help
of an option, where fragments stand in a row, a semicolon or a colon ends one as well. A piece of code is one
word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_WORDS = 25
MOST_OF_A_FRAGMENT = 30
"""A cell may list choices, one after the other."""

AVOIDED = {
    r"next to all": "nearly all",
    r"(?:not|cannot be) told apart": "not distinguishable",
    r"told apart": "distinguished, or separated",
    r"spread by": "with a standard deviation of",
    r"\bless (?:the|its|what|each)\b": "minus",
    r"the own turn": "their own turn",
    r"hang(?:s)? (?:up)?on": "depends on",
    r"\b(?:whilst|thereof|thereby|hereby|nought|upon|wherein|whence)\b": "a modern word",
    r"in order to": "to",
    r"for the most part": "mostly",
    r"\bmakes? use of\b": "uses",
    r"\bas well as\b": "and",
    r"\bprior to\b": "before",
    r"\bdue to the fact\b": "because",
    r"\butili[sz]e": "use",
}
"""Old-fashioned or roundabout phrases, with what to say instead."""

LIST = re.compile(r"^\s*(?:[*-]|\d+\.)\s")
RULE_NUMBERS = re.compile(r"\((?:OQ-)?(?:CC|SW|CT|CA)-[^)]*\)")


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph."""
    return re.split(r"(?<=[.!?])[\"”’)*]*\s+(?!\.)", text.strip())


def words(sentence: str) -> int:
    """How many words a sentence has; what has no letter or digit is none."""
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


def faults(text: str, *, cell: bool = False) -> list[str]:
    """What is not plain in a paragraph or in a cell of a table: sentences that are too long, and phrases."""
    parts = re.split(r"(?<=[.!?;:])\s+", text) if cell else sentences(text)
    most = MOST_OF_A_FRAGMENT if cell else MOST_WORDS
    found = [f"{words(part)} words: {part}" for part in parts if words(part) > most]
    for pattern, better in AVOIDED.items():
        found += [f"'{hit[0]}', say {better}: {text}" for hit in re.finditer(pattern, text, re.I)]
    return found


def without_markup(text: str) -> str:
    """A paragraph of Markdown as it is read: links as their words, code as one word."""
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "code", text)
    return RULE_NUMBERS.sub("", text).replace("*", "")


def paragraphs(page: str) -> Iterator[tuple[str, bool]]:
    """The paragraphs, list items and headings of a page of Markdown, and the cells of its tables, marked.

    In raw HTML every element is a paragraph, and a script is none.
    """
    page = re.sub(r"<!--.*?-->|^```.*?^```$|<script.*?</script>", "\n", page, flags=re.S | re.M)
    page = re.sub(
        r"</?(?:div|h3|iframe|input|label|li|noscript|p|small|summary|t[dhr]|ul)\b[^>]*>", "\n\n", page
    )
    lines: list[str] = []
    for line in [*page.splitlines(), ""]:
        if lines and (not line.strip() or line.startswith(("#", "|")) or LIST.match(line)):
            yield without_markup(" ".join(lines)), False
            lines = []
        if line.startswith("|"):
            yield from ((without_markup(cell.strip()), True) for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        elif line.strip():
            lines.append(LIST.sub("", line.lstrip("# "), count=1).strip())
