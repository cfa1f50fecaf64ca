"""Pages of the documentation of which programs write a part, between two marks.

``python tests/pages.py`` writes the tables of docs/runs.md anew from the declarations of their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.fields import Field, fields_of
from rules.games import OWN, load

DOCS = Path(__file__).parent.parent / "docs"


def part(page: Path, name: str) -> str:
    """What stands between the marks of this name."""
    begin, end = f"<!-- {name}: begin -->\n", f"\n<!-- {name}: end -->"
    return page.read_text(encoding="utf-8").split(begin)[1].split(end)[0]


def write_part(page: Path, name: str, text: str) -> None:
    """Put lines of text between the marks of this name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = page.read_text(encoding="utf-8")
    head, tail = whole.split(begin)[0], whole.split(end)[1]
    page.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")


def tables_of(game: str) -> str:
    """The tables of a run of this game: what a row is, and what each column means."""
    return "\n".join(_lines_of(game)).strip()


def _lines_of(game: str) -> Iterator[str]:
    for name, table in load(game).playing.tables.items():
        asked = ", on request only" if table.on_request else ""
        text = " ".join((table.row.__doc__ or "").split())
        yield from (f"**`{name}`**{asked}: {text[0].lower()}{text[1:]}", "", "| column | |", "|---|---|")
        for field_name, field in fields_of(table.row).items():
            yield f"| {_names(table.renamed.get(field_name, field_name), field)} | {field.text} |"
        yield ""


def _names(name: str, field: Field) -> str:
    """The columns of a field; of many the first and the last."""
    names = [f"`{column}`" for column in field.columns or (name,)]
    return ", ".join(names) if len(names) <= 6 else f"{names[0]} … {names[-1]}"


if __name__ == "__main__":
    for own in OWN:
        write_part(DOCS / "runs.md", f"tables of {own}", tables_of(own))
