"""Files are written whole or not at all, and over nothing but what such a command wrote before."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import math
import os
import re
import stat
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from rules.errors import UserError

Rows: TypeAlias = "list[dict[str, Any]]"
"""A table: what stands in each row, by the headings of their columns."""


class UnwritableError(UserError):
    """What could not be written: the disk is full, the directory has vanished or can only be read.

    The same command goes on from what is there; the command line says so.
    """

    goes_on = True


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place when all is written; whatever fails leaves what was there.

    A link is followed; what is no ordinary file, such as ``/dev/null``, is written as it is. What a killed
    command left of the same file is removed.

    Raises
    ------
    UnwritableError
        If it cannot be written.
    """
    with writing(path):
        place = path.resolve()
        if place.exists() and not place.is_file():
            with place.open("wb") as file:
                yield file
            return
        remove_leftovers(place)
        folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with replacing(folder, place.name) as file:
                yield file
        finally:
            os.close(folder)


@contextlib.contextmanager
def replacing(folder: int, name: str) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of a name in an open folder once it is on the disk.

    Until then it lies beside, ``.NAME.RANDOM.part``, and is locked: what a killed command leaves is not.
    """
    part, file = _part_of(folder, name)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        sync(folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(part, dir_fd=folder)
        raise


def _part_of(folder: int, name: str) -> tuple[str, BinaryIO]:
    """A new file beside the place of a name, locked; and what it is called."""
    fresh = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    while True:
        part = f".{name}.{os.urandom(4).hex()}.part"
        file = os.fdopen(os.open(part, fresh, 0o666, dir_fd=folder), "wb")
        _lock(file.fileno())
        if os.fstat(file.fileno()).st_nlink:  # else another command took it for a leftover just before
            return part, file
        file.close()


def sync(folder: int) -> None:
    """See to it that the names in an open folder outlive a loss of power, where the disk can do that."""
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def remove_leftovers(place: Path) -> None:
    """Remove what killed commands left of a file; an OSError says why it cannot be looked for."""
    folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        remove_torn(folder, place.name.__eq__)
    finally:
        os.close(folder)


PART = re.compile(r"\.(?P<name>.+)\.[0-9a-f]+\.part", re.DOTALL)
"""How a file is called that is not written to its end."""


def remove_torn(folder: int, is_ours: Callable[[str], bool]) -> None:
    """Remove from an open folder what killed commands left of files with such names.

    What a command still writes is locked, and stays; so does all where nothing can be locked.
    """
    for part in os.listdir(folder):
        named = PART.fullmatch(part)
        if named is None or not is_ours(named["name"]):
            continue
        with contextlib.suppress(OSError):  # another command was first, or it may only be read
            if stat.S_ISREG(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
                _remove_unlocked(folder, part)


def _remove_unlocked(folder: int, name: str) -> None:
    """Remove a file unless somebody holds its lock."""
    file = os.open(name, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    try:
        if _lock(file):
            os.unlink(name, dir_fd=folder)
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Whether the lock of an open file is ours now; it is not where there are no locks."""
    import fcntl  # which Windows lacks: there the command line says so

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def writing(path: Path, named: str = "") -> Iterator[None]:
    """Turn what the system says while something is written to a path, called `named`, into one line of ours.

    Raises
    ------
    UnwritableError
        In place of any OSError.
    """
    try:
        yield
    except OSError as error:
        raise UnwritableError(f"{named or path}: cannot be written: {error.strerror or error}") from None


@contextlib.contextmanager
def reading(named: object) -> Iterator[None]:
    """Turn what goes wrong while a text file, called `named`, is read into one line of ours.

    Raises
    ------
    UserError
        If it cannot be read, or is no text.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{named}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{named}: not a text file") from None


STDIN = "-"
"""Typed in place of a file to be read."""


def name_of(path: str | Path) -> str:
    """What a file to be read is called in messages."""
    return "stdin" if str(path) == STDIN else str(path)


def lines_of(path: str | Path) -> Iterator[str]:
    """The lines of a text file, or of stdin for ``-``, as they come; errors as of `reading`."""
    with reading(name_of(path)):
        if str(path) == STDIN:
            yield from sys.stdin
        else:
            with Path(path).open(encoding="utf-8-sig") as text:
                yield from text


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    with whole_file(path) as file:
        file.write(data)


# --- what may be written over


ANSWERS = {"study": "studies", "comparison": "comparisons", "sweep": "sweeps"}
"""What is answered, and the folder of such answers unless the user says."""


def _is_regular(file: Path) -> bool:
    """Whether a regular file lies there, and no link to one."""
    try:
        return stat.S_ISREG(file.lstat().st_mode)
    except OSError:
        return False


@dataclass(frozen=True)
class FileKind:
    """What a command writes, in words, and how it is told from anything else."""

    text: str
    is_one: Callable[[bytes], bool]
    endings: tuple[str, ...]
    """How the names of such files end; the first is the usual one."""


def _is_record(data: bytes) -> bool:
    try:
        first = json.loads(data.partition(b"\n")[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and {"game", "turns"} <= first.keys()


def _is_style(data: bytes) -> bool:
    try:
        styles = tomllib.loads(data.decode())
    except ValueError:
        return False
    styles.pop("position", None)  # what a position is worth to those who search
    return bool(styles) and all(isinstance(style, dict) and "text" in style for style in styles.values())


PAGE = FileKind(
    "a page of this program",
    lambda data: b'name="generator" content="houserules"' in data[:2000],
    (".html", ".htm"),
)
PICTURE = FileKind(
    "a picture", lambda data: data.startswith(b"\x89PNG") or b"<svg" in data[:2000], (".png", ".svg")
)
ANIMATION = FileKind("an animated GIF", lambda data: data.startswith(b"GIF8"), (".gif",))
NUMBERS = FileKind(
    "the numbers of a picture",
    lambda data: bool(re.match(rb"[a-z]+,[a-z]+,percent\n|turn,to_turn,side,value,low,high\n", data)),
    (".csv",),
)
RECORDS = FileKind("a file of game records", _is_record, (".json", ".jsonl"))
TRANSCRIPT = FileKind(
    "a transcript of a game",
    lambda data: bool(re.match(rb"[^\n]*, game \d+ of seed \d+, ", data)),
    (".txt", ""),
)
STYLE = FileKind("a style of play", _is_style, (".toml",))
TABLES = {
    "csv": FileKind("a table of a run", lambda data: data.startswith(b"game,"), (".csv",)),
    "xlsx": FileKind("a workbook", lambda data: data.startswith(b"PK"), (".xlsx",)),
    "parquet": FileKind("a table of a run", lambda data: data.startswith(b"PAR1"), (".parquet",)),
}

KINDS = (PAGE, PICTURE, ANIMATION, NUMBERS, RECORDS, TRANSCRIPT, STYLE, *TABLES.values())


def picture_of(path: Path) -> FileKind:
    """What is written of a picture under this name: the picture, or its numbers."""
    return NUMBERS if path.suffix.lower() in NUMBERS.endings else PICTURE


OF_OTHERS = {".pdf", ".gz", ".zip", ".tsv", ".xls", ".ods", ".feather", ".rds"}
"""Endings of files that people may ask for, and that nothing here writes."""


def check_suffix(path: Path, kind: FileKind) -> None:
    """Refuse a name that ends like something else; a device may be called as it is.

    Raises
    ------
    UserError
        Saying how it should end.
    """
    if path.suffix.lower() not in kind.endings and (path.is_file() or not path.exists()):
        raise UserError(f"--out {path}: {kind.text} is written; the name must end in {kind.endings[0]}")


def check_folder(path: Path) -> None:
    """Refuse the name of a file for a folder.

    Raises
    ------
    UserError
        Saying that it is one.
    """
    known = {ending for kind in KINDS for ending in kind.endings if ending} | OF_OTHERS
    if str(path) == STDIN:
        raise UserError(f"--out {path}: name a folder; nothing is written to stdout here")
    if path.suffix.lower() in known and not path.is_dir():
        raise UserError(f"--out {path}: is the name of a folder here; leave out {path.suffix}")


def check_output(path: Path, kind: FileKind, force: bool) -> None:
    """Refuse to write over a file of a run, or without `force` over anything that is not of the kind.

    Its folder is made: who has waited for an answer should not learn only then that there is none.

    Raises
    ------
    UserError
        Naming what lies there.
    UnwritableError
        If there can be no such folder.
    """
    if str(path) in ("", "."):
        raise UserError("--out is empty; name a file")
    place = path.resolve()
    for folder in place.parents:
        if (folder / "receipts").is_dir() and (folder / "manifest.json").exists():
            inside = place.relative_to(folder).parts
            if len(inside) > 1 or inside[0] in ("manifest.json", ".lock", ".stop"):
                raise UserError(f"--out {path}: that is a file of the run {folder}; choose another name")
    check_no_link(path)
    with writing(path):
        place.parent.mkdir(parents=True, exist_ok=True)
    if force or not place.is_file():
        return
    data = place.read_bytes()
    if data and not kind.is_one(data):
        raise UserError(f"--out {path}: lies there and is not {kind.text}; --force writes over it")


def check_no_link(path: Path) -> None:
    """Refuse to write through what lies in the folder of a run and is no file, such as a link out of it.

    Raises
    ------
    UserError
        Saying so.
    """
    folder = path.parent
    in_run = (folder / "receipts").is_dir() and (folder / "manifest.json").exists()
    if in_run and os.path.lexists(path) and not _is_regular(path):
        raise UserError(f"--out {path}: lies in a run and is no file; move it away, or choose another name")


# --- tables


FORMULA = ("=", "+", "-", "@", "\t", "\n")
"""How the text of a cell begins that a spreadsheet may take for a formula."""


def as_cell(value: Any) -> Any:
    """What stands in a table as text: with an apostrophe in front where a spreadsheet would compute with it.

    A number stays, also as text. `from_cell` takes the apostrophe away again.

    >>> as_cell("=1+1"), as_cell("-1.5"), as_cell(-1.5), as_cell("one die")
    ("'=1+1", '-1.5', -1.5, 'one die')
    """
    if not isinstance(value, str):
        return value
    value = value.replace("\r", "\\r")  # or it would end a row
    if not value.lstrip("'").startswith(FORMULA):
        return value
    try:
        float(value)
    except ValueError:
        return f"'{value}"
    return value


def from_cell(value: Any) -> Any:
    """What `as_cell` was given.

    >>> from_cell("'=1+1"), from_cell("it's")
    ('=1+1', "it's")
    """
    if isinstance(value, str) and value.startswith("'") and value.lstrip("'").startswith(FORMULA):
        return value[1:]
    return value


def csv_of(rows: Rows, spec: str = "") -> str:
    """Rows as comma-separated values below all their headings, a number with a point as `spec` says.

    What a row lacks, None, and what is no number stay empty. Text is written by `as_cell`.
    """
    sink = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    file = csv.writer(sink, lineterminator="\n")
    file.writerow(map(as_cell, names))
    file.writerows([_plain(row.get(name), spec) for name in names] for row in rows)
    return sink.getvalue()


def _plain(value: object, spec: str) -> object:
    if not isinstance(value, float):
        return as_cell(value)
    return "" if math.isnan(value) else format(float(value), spec) if spec else float(value)
