"""What the pages of the documentation take from the code, and from programs that measure.

Options, presets, measures, styles and the columns of tables are declared in the code. A page has a place for
each, ``<!-- options of catan -->``, that is filled when the site is built, and the index of rules is a page
that is made then. ``python tests/pages.py catan.md`` prints a page as the site has it.

What was measured, such as how often a player wins, stands in the page between two marks; the program that
measures it writes it there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import shown

from rules.fields import Field, fields_of
from rules.games import OWN, load
from rules.options import Described, by_group, show

if TYPE_CHECKING:
    from analyses.measures.measure import Measure

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
SOURCES = ("rules", "simulate", "analyses", "reports")
INDEX = "rule-index.md"
"""The page that is made when the site is built."""

NUMBER = r"(?<![\w-])(?:CC|SW|CT|CA|HR)-V?\d+[a-z]?\b"
"""A rule's number; not the number of an example or of an open question, EX-CT-1 or OQ-CT-1."""

NO_CODE = " (no code)"
"""Behind a rule that no code keeps."""


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


def answer_columns() -> set[str]:
    """The names in the tables of an answer that docs/tables.md tells of."""
    text = (DOCS / "tables.md").read_text(encoding="utf-8").split("## The tables of an answer")[1]
    return set(re.findall(r"`(\w+)`", text))


def tables_of(game: str) -> str:
    """The tables of a run of this game: what a row is, and what each column means."""
    lines = []
    for name, table in load(game).playing.tables.items():
        asked = ", on request only" if table.on_request else ""
        asked += f", of {table.sample}" if table.sample else ""
        text = " ".join((table.row.__doc__ or "").split())
        lines += [f"**`{name}`**{asked}: {text[0].lower()}{text[1:]}", ""]
        lines += ["| column | type | |", "|---|---|---|"]
        for field_name, field in fields_of(table.row).items():
            kind = f"`{field.kind}`" + (f", {field.unit}" if field.unit else "")
            columns = _names(table.renamed.get(field_name, field_name), field)
            lines.append(f"| {columns} | {kind} | {field.text} |")
        lines.append("")
    return "\n".join(lines).strip()


def _names(name: str, field: Field) -> str:
    """The columns of a field; of many the first and the last."""
    names = [f"`{column}`" for column in field.columns or (name,)]
    return ", ".join(names) if len(names) <= 6 else f"{names[0]} … {names[-1]}"


# --- options

SHOWN = 8
"""Choices of an option that are listed; of more, such as the cards of Castle, the first few."""


def options_of(game: str) -> str:
    """The options of a game by group: name and what it means, default, what is allowed, its rule."""
    lines = []
    for group, options in by_group(load(game).options.Options).items():
        lines += [
            f"**{group.capitalize()}**",
            "",
            "| option | default | allowed | rule |",
            "|---|---|---|---|",
        ]
        for o in options:
            lines.append(f"| `{o.name}`<br>{o.text} | `{o.default}` | {_allowed(o)} | {o.rule} |")
        lines.append("")
    return "\n".join(lines).rstrip()


def _allowed(option: Described) -> str:
    """What an option may be, each value as it is typed."""
    words, joined, tail = option.allowed.partition(", joined")
    values = words.split(" | ") if " | " in words else words.split() if joined else [words]
    if len(values) > SHOWN:
        values = [*values[:3], "..."]
    listed = ", ".join(v if " to " in v or v == "..." else f"`{v}`" for v in values)
    return listed + (joined + tail).replace("+ or ,", "`+` or `,`")


def presets_of(game: str) -> str:
    """The presets of a game: name, what it is, the options that it sets."""
    options = load(game).options
    lines = ["| `--preset` | what it is | sets |", "|---|---|---|"]
    for name, values in options.PRESETS.items():
        sets = ", ".join(f"`{key}={show(value)}`" for key, value in values.items()) or "nothing: the default"
        lines.append(f"| `{name}` | {options.PRESET_TEXTS[name]} | {sets} |")
    return "\n".join(lines)


# --- styles


def styles() -> str:
    """The play styles of every game: name, and what each plays."""
    from simulate.plans.policies import built_in

    lines = ["| game | style | plays |", "|---|---|---|"]
    for game in OWN:
        for name, table in built_in(game).items():
            what, _, text = table["text"].partition(f"{table.get('like')} that ")
            if text and not what and not {"playouts", "errors"} & table.keys():
                lines.append(f"| {load(game).title} | `{name}` | {text} |")
    return "\n".join(lines)


# --- measures


def measures_of(game: str) -> str:
    """The measures of a game, without those of how a game goes, which are the same for all games."""
    from analyses.measures.vocabulary import declared

    return _table_of(m for m in declared(game) if "progress" not in m.needs)


def progress_say() -> str:
    """The measures of how a game goes."""
    from analyses.measures.vocabulary import of_progress

    return _table_of(of_progress("starwars"))


def _table_of(measures: Iterable[Measure]) -> str:
    """Measures: name, words, formula, unit, margin and its reason."""
    lines = ["| `--measure` | of each game | margin |", "|---|---|---|"]
    for m in measures:
        ways = [way for way in m.by if way != "all"]
        name = f"`{m.name}`<br>{m.words}" + (f", by {' and '.join(ways)}" if ways else "")
        formula = m.number.text + (f", over {m.per.text} (ratio of totals)" if m.per else "")
        source = f" [{m.source}]" if m.source else ""
        lines.append(f"| {name} | {formula}{source} | {m.margin_words}: {m.because} |")
    return "\n".join(lines)


# --- the index of rules


@cache
def docstrings(path: Path) -> list[tuple[str, str]]:
    """What a module documents, by name, with the text; the module itself has the name ``""``.

    Classes, functions, and the names under whose assignment a text stands: options, constants.
    """
    return list(_docstrings(ast.parse(path.read_text(encoding="utf-8")), ""))


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> Iterator[tuple[str, str]]:
    inside = f"{name}." if name else ""
    owner = name
    for statement in node.body:
        match statement:
            case ast.Expr(ast.Constant(str() as text)):
                yield owner, text
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                owner = inside + ast.unparse(target)
            case ast.FunctionDef() | ast.ClassDef():
                yield from _docstrings(statement, inside + statement.name)


def rules_of(game: str) -> dict[str, str]:
    """Every rule of a game by its number, in one line each."""
    lines = (TOP / "rules" / game / "numbers.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(maxsplit=1) for line in lines)


@cache
def keepers() -> dict[str, dict[str, list[str]]]:
    """For each rule the files and names whose docstrings cite it; what a module says of itself is no name.

    Only those of the first of `SOURCES` that does: the others make use of a rule that is kept there.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for room in SOURCES:
        known = set(found)
        for path in sorted((TOP / room).rglob("*.py")):
            for name, text in docstrings(path):
                for number in dict.fromkeys(re.findall(NUMBER, text)) if name else ():
                    if number not in known:
                        file = path.relative_to(TOP).as_posix()
                        found.setdefault(number, {}).setdefault(file, []).append(name)
    return found


def rule_index() -> str:
    """The page that leads from the number of a rule to the code that keeps it."""
    lines = [
        "# Index of the rules",
        "",
        "Every rule in a line, and the code that keeps it: functions, classes and constants whose docstrings",
        "cite its number.",
    ]
    for game in OWN:
        lines += ["", f"## {load(game).title} {{ #{game} }}", "", f"[The rules and options]({game}.md)", ""]
        lines += ["| rule | | kept by |", "|---|---|---|"]
        for number, text in rules_of(game).items():
            places = (
                f"[{file}](../{file}) {', '.join(f'`{name}`' for name in names)}"
                for file, names in keepers().get(number, {}).items()
            )
            lines.append(f"| {number} | {text.removesuffix(NO_CODE)} | {'<br>'.join(places) or 'no code'} |")
    return "\n".join([*lines, ""])


# --- pages as the site has them

PLACE = re.compile(r"^<!-- ([^:\n]+) -->$", re.M)
"""Where a page takes a part from the code."""


def parts() -> dict[str, Callable[[], str]]:
    """What says each part that pages take from the code."""
    found: dict[str, Callable[[], str]] = {"how a game goes": progress_say, "styles": styles}
    found["question"] = shown.question
    for game in OWN:
        found[f"house rules of {game}"] = partial(shown.cards, game)
        found[f"game to watch of {game}"] = partial(shown.watched, game)
        found[f"options of {game}"] = partial(options_of, game)
        found[f"presets of {game}"] = partial(presets_of, game)
        found[f"columns of {game}"] = partial(tables_of, game)
        found[f"measures of {game}"] = partial(measures_of, game)
    return found


def filled(text: str) -> str:
    """The text of a page with every part in its place."""
    known = parts()
    return PLACE.sub(lambda place: known[place[1]](), text)


def page_text(name: str) -> str:
    """The text of a page by its name, the index of rules too."""
    return rule_index() if name == INDEX else filled((DOCS / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    for page in sys.argv[1:]:
        sys.stdout.write(page_text(page))
