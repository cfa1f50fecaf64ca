"""Checks a run directory and sums it up in one content hash."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass
from typing import Any

from rules import games
from simulate.runs import SCHEMA_VERSION, Run


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
    known = {run.receipt_path(first).stem for first, _ in run.all_blocks()}
    for folder in ("receipts", *run.plan.tables):
        for stray in sorted((run.path / folder).glob("[!.]*")):
            if stray.stem not in known:
                faults.append(f"{stray}: belongs to no block of this run")
    for first, n in run.done_blocks():
        try:
            receipt = json.loads(run.receipt_path(first).read_text())
            files = {table: receipt["files"][table] for table in run.plan.tables}
        except (ValueError, KeyError, TypeError) as error:
            faults.append(f"{run.receipt_path(first)}: damaged receipt: {error}")
            continue
        for table, promised in files.items():
            fault = _check_file(run, table, first, n, promised, schemas[table], digests[table])
            if fault:
                faults.append(f"{run.table_path(table, first)}: {fault}")
            rows[table] += promised["rows"]
    whole = hashlib.sha256()
    for table, columns in digests.items():
        for column, digest in columns.items():
            whole.update(f"{table}.{column}:{schemas[table][column].str}:{digest.hexdigest()}\n".encode())
    return Verified(tuple(faults), rows, "" if faults else whole.hexdigest())


def _check_file(
    run: Run, table: str, first: int, n: int, promised: dict[str, Any], schema: Any, digests: dict[str, Any]
) -> str | None:
    """What is wrong with one file, or None; adds its columns to the digests."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        data = run.table_path(table, first).read_bytes()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if hashlib.sha256(data).hexdigest() != promised["sha256"]:
        return "damaged: its bytes are not those that were written"
    try:
        read = pq.read_table(io.BytesIO(data))
    except (pa.ArrowInvalid, OSError) as error:
        return f"not a Parquet file: {error}"
    metadata = read.schema.metadata or {}
    if metadata.get(b"houserules.plan") != run.plan.hash.encode():
        return "belongs to another plan"
    if metadata.get(b"houserules.schema") != SCHEMA_VERSION.encode():
        return "has another schema version"
    if read.column_names != list(schema.names):
        return f"has the columns {', '.join(read.column_names)}"
    if read.num_rows != promised["rows"]:
        return f"holds {read.num_rows} rows, its receipt says {promised['rows']}"
    games = read["game"].to_numpy()
    if len(games) and (games.min() < first or games.max() >= first + n or (games[1:] < games[:-1]).any()):
        return f"holds games outside {first} to {first + n - 1}, or out of order"
    for column, digest in digests.items():
        digest.update(read[column].to_numpy().astype(schema[column].newbyteorder("<")).tobytes())
    return None
