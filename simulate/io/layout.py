"""Tables, phrases and prose as lines that fit the width they have.

A table that is too wide first folds its words, each cell on as many lines as it takes; if that is not enough
it goes on below, with some of its columns at a time and its labels repeated. No cell of numbers is ever cut.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from textwrap import wrap
from types import MappingProxyType

GAP = "   "
"""Between the columns of a table."""

LINE = 130
"""Letters of the longest line of phrases."""

PROSE = 80
"""Letters of the longest line of sentences."""

TOGETHER = re.compile(r"\S+( %)? \[[-+\d][^\[\]]{0,30}\]|\S+ %")
"""A number with its interval or its unit: never parted."""

HARD = "\N{NO-BREAK SPACE}"

LEAST = 20
"""No terminal counts as narrower."""


def width() -> int | None:
    """Letters of a line: as ``COLUMNS`` says, else those of the terminal; None where there is none."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said) > 0:
        return max(LEAST, int(said))
    try:
        return max(LEAST, os.get_terminal_size(sys.stdout.fileno()).columns or LEAST)
    except (AttributeError, OSError, ValueError):  # a pipe, a file, a notebook
        return None


def room(most: int) -> int:
    """Letters of a line that is not longer than `most`."""
    return min(width() or most, most)


# --- prose


def prose(text: str, indent: str = "", hang: str | None = None, most: int = PROSE) -> list[str]:
    """Sentences as lines with this indent; all but the first may have another one (`hang`)."""
    kept = TOGETHER.sub(lambda found: found[0].replace(" ", HARD), text)
    lines = wrap(
        kept, room(most), initial_indent=indent, subsequent_indent=indent if hang is None else hang,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace(HARD, " ") for line in lines]


def phrases(said: Iterable[str], indent: str = " ") -> list[str]:
    """Phrases with semicolons between them, on as few lines as they need; parted only if it fits no line."""
    lines: list[str] = []
    for phrase in said:
        if lines and len(lines[-1]) + len(phrase) + 2 <= room(LINE):
            lines[-1] += f"; {phrase}"
        else:
            lines += prose(phrase, indent, f"{indent}  ", most=LINE)
    return lines


def fold(line: str) -> str:
    """A line of words that is too long for the terminal, on several lines that begin where it does."""
    most = width()
    if most is None or len(line) <= most:
        return line
    indent = _indent(line)
    return "\n".join(prose(line.lstrip(), indent if len(indent) < most // 2 else "    ", most=most))


# --- tables

Row = Sequence[str]


def aligned(
    rows: Sequence[Row],
    words: int,
    gap: str = GAP,
    *,
    also: Collection[int] = (),
    labels: int | None = None,
    above: Mapping[int, str] | None = None,
    most: int | None = None,
) -> list[str]:
    """Rows of cells as lines: words flush left and numbers flush right.

    The first columns are words, and `also` these. In a table that goes on below, the first `labels` columns
    (else those of words) are repeated, and it parts at columns that begin a group, where `above` says what
    the group is. Lines have `most` letters even where there is no terminal.
    """
    left = {*range(words), *also}
    above = above or {}
    space = width() if most is None else room(most)
    if space is None or _length(rows, gap) <= space:
        return unfolded(rows, left, gap, above)
    folded = _folded(rows, left, gap, space)
    if _length(folded, gap) <= space:
        return unfolded(folded, left, gap, above)
    kept = range(max(1, words if labels is None else labels))
    lines: list[str] = []
    for columns in _parts(rows, gap, space, kept, above):
        heads = {i: above[group] for i, group in _begin(columns, kept, above).items()}
        part = [[row[i] for i in columns] for row in rows]
        there = {place for place, i in enumerate(columns) if i in left}
        if lines:
            lines.append("")
        lines += unfolded(_folded(part, there, gap, space), there, gap, heads)
    return lines


def lay_turns(
    colours: Sequence[str],
    told: Iterable[tuple[int | None, int | None, Sequence[str]]],
    has: Iterable[Sequence[object]] | None = None,
    least: int = 4,
) -> Iterator[str]:
    """Turns as `ToldTurn` has them, under a heading: number, seat, what each seat `has` then, what happened.

    A turn that is told in parts has its number and seat once. The columns of seats have `least` letters;
    there are none where nobody has anything.
    """
    width, last = max(map(len, colours)), -1
    columns = "  ".join(f"{{:>{max(least, len(colour))}}}" for colour in colours) if has is not None else ""
    yield f" turn  {'seat':<{width}}  {columns.format(*colours)}".rstrip()
    for (turn, seat, (first, *others)), cells in zip(told, repeat(()) if has is None else has, strict=False):
        if turn is None:
            number, whose = "end", ""
        elif turn == last:
            number = whose = ""
        else:
            number, whose, last = str(turn), "all" if seat is None else colours[seat], turn
        head = f" {number:>4}  {whose:<{width}}  {columns.format(*cells)}   "
        yield head + first
        yield from (" " * len(head) + line for line in others)


def _widths(rows: Sequence[Row]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _length(rows: Sequence[Row], gap: str) -> int:
    """Letters of the longest line, which begins with a blank."""
    widths = _widths(rows)
    return 1 + sum(widths) + len(gap) * (len(widths) - 1)


def unfolded(
    rows: Sequence[Row], left: Collection[int], gap: str, above: Mapping[int, str] = MappingProxyType({})
) -> list[str]:
    """Rows of cells as lines, however long: the columns in `left` flush left, the others flush right."""
    widths = _widths(rows)
    lines = [
        gap.join(
            cell.ljust(wide) if i in left else cell.rjust(wide)
            for i, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    if any(above.values()):
        heads = (above.get(i, "").ljust(wide + len(gap)) for i, wide in enumerate(widths))
        lines.insert(0, "".join(heads))
    return [f" {line}".rstrip() for line in lines]


def _folded(rows: Sequence[Row], left: Collection[int], gap: str, space: int) -> list[list[str]]:
    """The rows with cells of words on several lines, so that all fits if it can without parting a word.

    Words begin at the top of their row, numbers stand in its last line.
    """
    widths = _widths(rows)
    least = [
        max((len(_indent(row[i])) + len(word) for row in rows for word in row[i].split()), default=0)
        for i in range(len(widths))
    ]
    for _ in range(_length(rows, gap) - space):
        wide = [i for i in left if widths[i] > least[i]]
        if not wide:
            break
        widths[max(wide, key=lambda i: widths[i])] -= 1
    return [line for row in rows for line in _fold_row(row, left, widths)]


def _fold_row(row: Row, left: Collection[int], widths: Sequence[int]) -> Iterator[list[str]]:
    cells = []
    for i, cell in enumerate(row):
        indent = _indent(cell)
        if i in left and len(cell) > widths[i]:
            cells.append(wrap(cell, widths[i], subsequent_indent=indent, break_long_words=False))
        else:
            cells.append([cell])
    height = max(map(len, cells))
    for i, lines in enumerate(cells):
        blank = [""] * (height - len(lines))
        cells[i] = lines + blank if i in left else blank + lines
    for line in zip(*cells, strict=True):
        yield list(line)


def _indent(cell: str) -> str:
    return cell[: len(cell) - len(cell.lstrip())]


def _parts(
    rows: Sequence[Row], gap: str, space: int, kept: Iterable[int], above: Mapping[int, str]
) -> Iterator[list[int]]:
    """The columns of each part of a table that goes on below: its labels, and as many others as fit."""
    widths = _widths(rows)
    labels = list(kept)
    taken = 1 + sum(widths[i] for i in labels) + len(gap) * (len(labels) - 1)
    part, used, broken = list(labels), taken, False
    others = range(len(labels), len(widths))
    groups = [[*group] for _, group in groupby(others, lambda i: _start(i, above) if above else i)]
    for group in groups:
        needed = sum(widths[i] + len(gap) for i in group)
        if len(part) > len(labels) and (broken or used + needed > space):
            yield part
            part, used = list(labels), taken
        broken = False
        for i in group:
            if len(part) > len(labels) and used + widths[i] + len(gap) > space:
                yield part
                part, used, broken = list(labels), taken, bool(above)
            part.append(i)
            used += widths[i] + len(gap)
    yield part


def _begin(columns: Sequence[int], kept: Collection[int], above: Collection[int]) -> dict[int, int]:
    """Where in a part each of its groups begins, or goes on, and the group."""
    found: dict[int, int] = {}
    for place, i in enumerate(columns):
        group = _start(i, above)
        if i not in kept and group is not None and group not in found.values():
            found[place] = group
    return found


def _start(column: int, above: Collection[int]) -> int | None:
    """Where the group of a column begins, if it is in one."""
    return max((start for start in above if start <= column), default=None)
