"""Pages of the documentation of which programs write a part, between two marks."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def write_part(page: Path, name: str, text: str) -> None:
    """Put lines of text between the marks of this name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = page.read_text(encoding="utf-8")
    head, tail = whole.split(begin)[0], whole.split(end)[1]
    page.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")
