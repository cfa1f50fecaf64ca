"""Checks a run directory, or the folder of an answer, and sums it up in one content hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rules import games
from simulate.io.folders import DIRECTORY, Folder
from simulate.store.answers import TABLES, AnswerFolder
from simulate.store.blocks import RECEIPTS, Receipt, column_of, cut, is_block, open_table
from simulate.store.runs import Run, check_run, read_run


@dataclass(frozen=True)
class Fault:
    """What is wrong with a file."""

    file: Path
    why: str
    is_foreign: bool = False
    """Whether the program did not write it, so that it does not remove it either."""

    def __str__(self) -> str:
        return f"{self.file}: {self.why}"


@dataclass(frozen=True)
class Verified:
    """What was found: faults, rows by table, and the hash of everything the tables say.

    The content hash covers names, types and values of all columns in order of games and nothing of how
    they were stored; of a run without tables, its sums. It is empty if there are faults.
    """

    faults: tuple[Fault, ...]
    rows: dict[str, int]
    content_hash: str
    games: int
    """Games of the plan that were there."""
    asked: int
    """Games of the plan."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return vars(self) | {"faults": list(map(str, self.faults))}


def verify(run: Run) -> Verified:
    """Check every file of a run against its receipt, its schema and its plan.

    Raises
    ------
    UserError
        If it is no run, or its manifest cannot be read any more.
    """
    check_run(run)
    tables = games.load(run.plan.game).playing.tables
    schemas = {name: table.columns for name, table in tables.items()}
    rows = dict.fromkeys(run.plan.tables, 0)
    digests = {
        table: {column: hashlib.sha256() for column in schemas[table].names} for table in run.plan.tables
    }
    whole = read_run(run.path)  # all that it was ever asked for, as it lies there now
    run = Run(run.path, run.plan, run.manifest, whole.receipts)
    faults = list(_strays(whole))
    for receipt in whole.done_receipts():
        for table in run.plan.tables:
            try:
                read = _read(whole, table, receipt)
            except ValueError as fault:
                faults.append(Fault(run.table_path(table, receipt.first), str(fault)))
                continue
            of_plan = column_of(read, "game") < run.end
            rows[table] += int(of_plan.sum())
            for column, digest in digests[table].items():
                values = column_of(read, column)[of_plan]
                digest.update(values.astype(schemas[table][column].newbyteorder("<")).tobytes())
    content = hashlib.sha256()
    for failure in run.failed:
        content.update(f"failed {asdict(failure)}\n".encode())
    if not run.tables and not faults:
        content.update(json.dumps(run.sums().as_dict()).encode())
    for table, columns in digests.items():
        for column, digest in columns.items():
            content.update(f"{table}.{column}:{schemas[table][column].str}:{digest.hexdigest()}\n".encode())
    content_hash = "" if faults else content.hexdigest()
    return Verified(tuple(faults), rows, content_hash, run.games_done, run.plan.n)


def _strays(run: Run) -> Iterator[Fault]:
    """What lies in the run's folders and is no file of a whole block."""
    here, damaged = Folder(run.path), run.receipts.damaged
    for file, why in damaged.items():
        yield Fault(file, why)
    known = {first for first, _ in run.done_blocks()}
    gaps = [range(first, first + n) for first, n in run.missing_blocks()]
    for folder in (RECEIPTS, *run.plan.tables):
        suffix = ".json" if folder == RECEIPTS else ".parquet"
        place = run.path / folder
        if (kind := here.kind_of(folder)) != DIRECTORY:
            why = f"{kind} lies in the place of this folder; move it away" if kind else "missing"
            yield Fault(place, why, is_foreign=bool(kind))
            continue
        for file in (place / name for name in here.names(folder) if not name.startswith(".")):
            if not is_block(file, suffix):
                yield Fault(file, "no file of this program; move it away", is_foreign=True)
                continue
            unfinished = any(int(file.stem) in gap for gap in gaps)  # or played since the receipts were read
            if int(file.stem) not in known and not unfinished and file not in damaged:
                yield Fault(file, "belongs to no block of this run")


def _read(run: Run, table: str, receipt: Receipt) -> Any:
    """The table of a block, with its games in order; a ValueError says what is wrong with its file."""
    opened = open_table(run.table_path(table, receipt.first), receipt, table, run.plan, run.hash)
    read = cut(opened, None, receipt.first, receipt.first + receipt.n)
    games = column_of(read, "game")
    if (games[1:] < games[:-1]).any():
        raise ValueError(
            f"holds games outside {receipt.first} to {receipt.first + receipt.n - 1}, or out of order"
        )
    return read


# --- answers


@dataclass(frozen=True)
class VerifiedAnswer:
    """What was found in the folder of an answer: faults, or else the hash of findings and tables."""

    faults: tuple[Fault, ...]
    files: int
    content_hash: str

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return vars(self) | {"faults": list(map(str, self.faults))}


def verify_answer(answer: AnswerFolder) -> VerifiedAnswer:
    """Check every file of an answer against its checksum; its runs are verified by themselves.

    Raises
    ------
    UserError
        If it was not given yet.
    """
    answer.check_written()
    faults = tuple(_faults(answer))
    return VerifiedAnswer(faults, len(answer.files), "" if faults else answer.content_hash)


def _faults(answer: AnswerFolder) -> Iterator[Fault]:
    for name in answer.files:
        try:
            answer.checked(name)
        except ValueError as why:
            yield Fault(answer.folder / name, str(why))
    here = Folder(answer.folder)
    if here.kind_of(TABLES) != DIRECTORY:
        return  # then its tables are named
    for name in here.names(TABLES):
        if not name.startswith(".") and f"{TABLES}/{name}" not in answer.files:
            yield Fault(
                answer.folder / TABLES / name, "no file of this answer; move it away", is_foreign=True
            )
