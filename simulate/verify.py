"""Checks a run directory and sums it up in one content hash."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules import games
from simulate.runs import SCHEMA_VERSION, Run, load


@dataclass(frozen=True)
class Verified:
    """What was found: faults in words, rows by table, and the hash of everything the tables say.

    The content hash covers names, types and values of all columns in order of games and nothing of how
    they were stored. It is empty if there are faults.
    """

    faults: tuple[str, ...]
    rows: dict[str, int]
    content_hash: str

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {"faults": list(self.faults), "rows": self.rows, "content_hash": self.content_hash}


def verify(run: Run) -> Verified:
    """Check every file of a run against its receipt, its schema and its plan."""
    tables = games.load(run.plan.game).playing.tables
    schemas = {name: table.columns for name, table in tables.items()}
    faults: list[str] = []
    rows = dict.fromkeys(run.plan.tables, 0)
    digests = {
        table: {column: hashlib.sha256() for column in schemas[table].names} for table in run.plan.tables
    }
    faults += _strays(run)
    for first, n in run.done_blocks():
        for table, promised in run.receipt(first)["files"].items():
            try:
                read = _read_file(run, table, first, n, promised, schemas[table])
            except ValueError as fault:
                faults.append(f"{run.table_path(table, first)}: {fault}")
                continue
            of_plan = read["game"].to_numpy() < run.end
            rows[table] += int(of_plan.sum())
            for column, digest in digests[table].items():
                values = read[column].to_numpy()[of_plan]
                digest.update(values.astype(schemas[table][column].newbyteorder("<")).tobytes())
    whole = hashlib.sha256()
    for table, columns in digests.items():
        for column, digest in columns.items():
            whole.update(f"{table}.{column}:{schemas[table][column].str}:{digest.hexdigest()}\n".encode())
    return Verified(tuple(faults), rows, "" if faults else whole.hexdigest())


def _strays(run: Run) -> Iterator[str]:
    """What lies in the run's folders and is no block, whatever number of games the run was asked for last."""
    whole = load(run.path)
    known = {f"{first:010d}" for first, _ in whole.done_blocks()}
    gaps = [range(first, first + n) for first, n in whole.missing_blocks()]
    for folder in ("receipts", *run.plan.tables):
        for file in sorted((run.path / folder).glob("[!.]*")):
            first = int(file.stem) if file.stem.isdecimal() else -1
            unfinished = folder != "receipts" and any(first in gap for gap in gaps)
            if file.stem in known or unfinished:
                continue
            if folder == "receipts" and 0 <= first < whole.end:
                try:
                    run.receipt(first)
                except ValueError as error:
                    yield f"{file}: damaged receipt: {error}"
                    continue
            yield f"{file}: belongs to no block of this run"


def _read_file(run: Run, table: str, first: int, n: int, promised: dict[str, Any], schema: Any) -> Any:
    """The table of a block.

    Raises
    ------
    ValueError
        With what is wrong with its file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        data = run.table_path(table, first).read_bytes()
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    if hashlib.sha256(data).hexdigest() != promised["sha256"]:
        raise ValueError("damaged: its bytes are not those that were written")
    try:
        read = pq.read_table(io.BytesIO(data))
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"not a Parquet file: {error}") from None
    metadata = read.schema.metadata or {}
    if metadata.get(b"houserules.plan") != run.plan.hash.encode():
        raise ValueError("belongs to another plan")
    if metadata.get(b"houserules.schema") != SCHEMA_VERSION.encode():
        raise ValueError("has another schema version")
    if read.column_names != list(schema.names):
        raise ValueError(f"has the columns {', '.join(read.column_names)}")
    if read.num_rows != promised["rows"]:
        raise ValueError(f"holds {read.num_rows} rows, its receipt says {promised['rows']}")
    games = read["game"].to_numpy()
    if len(games) and (games.min() < first or games.max() >= first + n or (games[1:] < games[:-1]).any()):
        raise ValueError(f"holds games outside {first} to {first + n - 1}, or out of order")
    return read
