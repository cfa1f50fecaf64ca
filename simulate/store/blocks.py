"""A block of a run on disk: a Parquet file a table, and a receipt. It is read as it was written, or refused.

A receipt says which games of which plan a block holds, which program played them, and the checksum of each
table's file. Receipt and manifest carry a seal, the checksum of what they say.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rules import games
from rules.errors import FailedError
from rules.kernel_cache import program_of
from simulate import __version__
from simulate.io.folders import MB, MOST_RECEIPT, Folder
from simulate.plans.request import bounds_of
from simulate.store.failures import Failure
from simulate.store.sums import FORMAT, Sums

if TYPE_CHECKING:
    from simulate.plans.plan import Plan

SCHEMA_VERSION = "1"
MOST_GAMES = bounds_of("block_size")[1]
"""Games of a block, whoever wrote it."""
MOST_COLUMNS = 250
"""Of a table that is looked at before its game is known."""
VERSIONED = ("numpy", "numba", "pandas", "pyarrow")


@cache
def versions() -> dict[str, str]:
    """What plays and writes here, by name."""
    found = {"houserules": __version__} | {name: version(name) for name in VERSIONED}
    return found | {"python": platform.python_version()}


# --- sealed JSON


def sealed(data: dict[str, Any], indent: int | None = None) -> bytes:
    """A JSON object as text that carries the checksum of what it says."""
    return json.dumps(data | {"seal": _seal(data)}, indent=indent).encode()


def unsealed(raw: bytes) -> dict[str, Any]:
    """What a sealed text says. Of one without a seal, as earlier versions wrote, the same.

    Raises
    ------
    ValueError
        If it is no JSON object, or not what was written; the text says why.
    """
    try:
        data = json.loads(raw)
    except UnicodeDecodeError:
        raise ValueError("not a text file") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not valid JSON: {error}") from None
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")
    if "seal" in data and data.pop("seal") != _seal(data):
        raise ValueError("its bytes are not those that were written")
    return data


def is_sealed(raw: bytes) -> bool:
    """Whether a text carries a seal."""
    return b'"seal": "' in raw


def _seal(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _bytes_of(path: Path, most: int) -> bytes:
    """What a file in a folder of a run holds; a ValueError says why it cannot be read."""
    run, name = path.parent.parent, f"{path.parent.name}/{path.name}"
    try:
        return Folder(run).read(name, most)
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None


# --- receipts


@dataclass(frozen=True)
class TableFile:
    """What a receipt says of a table's file."""

    rows: int
    sha256: str


@dataclass(frozen=True)
class Receipt:
    """What says that a block is whole: its first game, how many, of which plan, and each table's file.

    `program` is what played it: `rules.kernel_cache.program_of`. In runs of format 2 it and `plan` are None.
    """

    first: int
    n: int
    plan: str | None
    program: str | None
    files: dict[str, TableFile]
    failed: tuple[Failure, ...] = ()
    """Its games that a user's policy failed in, in order: they have no rows."""

    @property
    def with_rows(self) -> int:
        """How many games have rows."""
        return self.n - len(self.failed)


def read_receipt(path: Path, must_be_sealed: bool = True) -> Receipt:
    """The receipt in a file.

    Raises
    ------
    ValueError
        If it is damaged; the text says how.
    """
    raw = _bytes_of(path, MOST_RECEIPT)
    data = unsealed(raw)
    if must_be_sealed and not is_sealed(raw):
        raise ValueError("it has no seal")
    try:
        files = {table: TableFile(**of_table) for table, of_table in data["files"].items()}
        failed = tuple(Failure(**of_game) for of_game in data.get("failed", ()))
        receipt = Receipt(data["first"], data["n"], data.get("plan"), data.get("program"), files, failed)
        if "sums" in data and data["sums"].get("format", 1) != FORMAT:  # the first did not say
            raise ValueError("another version added up its sums")
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{error!r}") from None
    if type(receipt.n) is not int or not 1 <= receipt.n <= MOST_GAMES:
        raise ValueError(f"{receipt.n!r} games, and a block has 1 to {MOST_GAMES:,}")
    for table, file in files.items():
        if type(file.rows) is not int or file.rows < 0:
            raise ValueError(f"{file.rows!r} rows of {table}")
    if type(receipt.first) is not int or f"{receipt.first:010d}" != path.stem:
        raise ValueError(f"it is that of the block of game {receipt.first}")
    return receipt


@dataclass(frozen=True)
class Block:
    """A block that is not written yet: its receipt, the bytes of its tables' files, and of the receipt's."""

    receipt: Receipt
    files: dict[str, bytes]
    text: bytes

    def write(self, path: Path) -> None:
        """Write the block into the run at `path`, its receipt last."""
        run, name = Folder(path), f"{self.receipt.first:010d}"
        for table, data in self.files.items():
            most = most_bytes(self.receipt.files[table].rows, MOST_COLUMNS)
            run.write(f"{table}/{name}.parquet", data, most)
        run.write(f"{RECEIPTS}/{name}.json", self.text, MOST_RECEIPT)


def as_arrow(rows: np.ndarray) -> Any:
    """The rows of a table as an Arrow table."""
    import pyarrow as pa

    def column(values: np.ndarray) -> Any:  # pa.array would import pandas
        data = pa.py_buffer(np.ascontiguousarray(values))
        return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, data])

    return pa.table({name: column(rows[name]) for name in rows.dtype.names or ()})


def column_of(table: Any, name: str) -> np.ndarray:
    """A column of an Arrow table, not to be written into; its `to_numpy` would import pandas."""
    return np.from_dlpack(table[name].combine_chunks())


def pack(
    plan: Plan,
    first: int,
    n: int,
    tables: Mapping[str, Any],
    seconds: float,
    failed: Sequence[Failure] = (),
    sums: Sums | None = None,
) -> Block:
    """The block of games `first` to `first + n - 1` of a plan: Arrow tables by name, or sums in their place.

    The file of `games`, or without one the receipt, says how the run was made, so that a manifest that is
    lost can be written anew.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    made_by = {"plan": plan.described(), "versions": versions()}
    data: dict[str, bytes] = {}
    files: dict[str, TableFile] = {}
    for name, table in tables.items():
        metadata = {
            "houserules.schema": SCHEMA_VERSION,
            "houserules.plan": plan.hash,
            "houserules.table": name,
            **({"houserules.made_by": json.dumps(made_by)} if name == "games" else {}),
        }
        sink = pa.BufferOutputStream()
        marked = table.replace_schema_metadata(metadata)
        pq.write_table(marked, sink, compression="zstd", compression_level=1)
        data[name] = sink.getvalue().to_pybytes()
        files[name] = TableFile(len(table), hashlib.sha256(data[name]).hexdigest())
    receipt = Receipt(first, n, plan.hash, program_of(plan.game), files, tuple(failed))
    said = asdict(receipt) | {"seconds": round(seconds, 3)}
    if not failed:
        del said["failed"]
    if "games" not in tables:
        said["made_by"] = made_by
    if sums is not None:
        said["sums"] = {"format": FORMAT} | sums.as_dict()
    return Block(receipt, data, sealed(said))


def read_sums(path: Path) -> Sums:
    """The sums in the file of a receipt, checked as `read_receipt` does.

    Raises
    ------
    ValueError
        If it is damaged, or has none.
    """
    try:
        return Sums.from_dict(unsealed(_bytes_of(path, MOST_RECEIPT))["sums"])
    except (KeyError, TypeError) as error:
        raise ValueError(f"it has no sums: {error!r}") from None


RECEIPTS = "receipts"
"""The folder of a run's receipts."""


def is_block(file: Path, suffix: str) -> bool:
    """Whether a file is named like one of a block."""
    return file.suffix == suffix and len(file.stem) == 10 and file.stem.isdecimal() and file.stem.isascii()


def receipt_files(path: Path) -> list[Path]:
    """The files of receipts in the directory of a run, by first game.

    Raises
    ------
    FailedError
        If they lie in no folder of the run.
    """
    try:
        files = [path / RECEIPTS / name for name in Folder(path).names(RECEIPTS)]
    except OSError as error:
        raise FailedError(f"{path / RECEIPTS}: {error.strerror}") from None
    return [file for file in files if is_block(file, ".json")]


def receipt_path(path: Path, first: int) -> Path:
    """Where a run keeps the receipt of the block that starts with this game."""
    return path / RECEIPTS / f"{first:010d}.json"


# --- tables


def cut(file: Any, columns: Sequence[str] | None, low: int, high: int) -> Any:
    """Of a file that is open the rows of the games from `low` to before `high`, as an Arrow table.

    They stand in order of games. None: all columns.

    Raises
    ------
    ValueError
        If they cannot be read: somebody wrote them, and a checksum that fits.
    """
    first, last = _games(file)
    whole = low <= first and last < high
    wanted = columns if whole or columns is None else {*columns, "game"}
    try:
        read = file.read(columns=wanted, use_threads=False)
    except OSError as error:
        raise ValueError(f"not a Parquet file: {error}") from None
    if not whole:
        read = between(read, low, high)
    return read if columns is None else read.select(columns)


def between(table: Any, low: int, high: int) -> Any:
    """The rows of the games from `low` to before `high`, of an Arrow table in order of games."""
    begin, end = column_of(table, "game").searchsorted([low, high])
    return table.slice(begin, end - begin)


def open_table(path: Path, receipt: Receipt, table: str, plan: Plan, plan_hash: str) -> Any:
    """The Parquet file of a block's table, if it is the one that was written for this block of this plan.

    Looks at every byte (checksum), and at plan, schema, columns, number of rows and range of games.

    Raises
    ------
    ValueError
        If it is not; the text says how.
    """
    promised, known = receipt.files[table], games.load(plan.game).playing.tables[table]
    names = list(known.columns.names)
    if promised.rows > (most := receipt.n * known.most):
        raise ValueError(f"its receipt says {promised.rows:,} rows, and its games have {most:,} at most")
    file = _opened(path, promised, len(names))
    metadata = file.schema_arrow.metadata or {}
    if metadata.get(b"houserules.plan") != plan_hash.encode():
        raise ValueError("belongs to another plan")
    if metadata.get(b"houserules.schema") != SCHEMA_VERSION.encode():
        raise ValueError("has another schema version")
    if file.schema_arrow.names != names:
        raise ValueError(f"has the columns {', '.join(file.schema_arrow.names)}")
    rows = file.metadata.num_rows
    if rows != promised.rows:
        raise ValueError(f"holds {rows} rows, its receipt says {promised.rows}")
    low, high = receipt.first, receipt.first + receipt.n - 1
    least, most = _games(file)
    every = {"games": receipt.with_rows, "seats": receipt.with_rows * plan.players}.get(table)
    if rows and not low <= least <= most <= high:
        raise ValueError(f"holds games outside {low} to {high}, or out of order")
    if every is not None and rows != every:
        raise ValueError(f"does not hold all games from {low} to {high}")
    if every and not receipt.failed and (least, most) != (low, high):
        raise ValueError(f"does not hold all games from {low} to {high}")
    return file


def _opened(path: Path, promised: TableFile, columns: int) -> Any:
    """The Parquet file of which a receipt holds the checksum, with so many columns at most.

    Nothing of it is unpacked yet; what it says of its size fits its rows. A ValueError says why it is not.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    most = most_bytes(promised.rows, columns)
    data = _bytes_of(path, most)
    if hashlib.sha256(data).hexdigest() != promised.sha256:
        raise ValueError("damaged: its bytes are not those that were written")
    try:
        file = pq.ParquetFile(pa.py_buffer(data))
    except MemoryError:
        raise
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"not a Parquet file: {error}") from None
    if not all(map(_is_number, file.schema_arrow.types)):
        raise ValueError("has columns that hold no numbers")
    if (size := _unpacked(file)) > most:
        raise ValueError(f"unpacks to {size:,} bytes, and {promised.rows:,} rows have {most:,} at most")
    return file


def most_bytes(rows: int, columns: int) -> int:
    """Bytes that a table's file has at most, packed or not: numbers, their dictionaries, what it says."""
    return 4 * MB + 16 * rows * columns


def _is_number(kind: Any) -> bool:
    import pyarrow as pa

    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)


def _unpacked(file: Any) -> int:
    """The bytes of all columns of a Parquet file, as it says itself."""
    groups = [file.metadata.row_group(i) for i in range(file.num_row_groups)]
    return sum(group.column(i).total_uncompressed_size for group in groups for i in range(group.num_columns))


def made_by(path: Path, receipt: Receipt) -> dict[str, Any] | None:
    """How a run was made, if the block says so: `plan` as `Plan.described` gives it, and `versions`.

    Raises
    ------
    ValueError
        If its file of `games` is damaged.
    """
    if "games" not in receipt.files:
        return unsealed(_bytes_of(receipt_path(path, receipt.first), MOST_RECEIPT)).get("made_by")
    promised = receipt.files["games"]
    if promised.rows > receipt.n:
        raise ValueError(f"its receipt says {promised.rows:,} rows of {receipt.n:,} games")
    file = _opened(path / "games" / f"{receipt.first:010d}.parquet", promised, MOST_COLUMNS)
    said = (file.schema_arrow.metadata or {}).get(b"houserules.made_by")
    return None if said is None else json.loads(said)


def _games(file: Any) -> tuple[int, int]:
    """The least and the greatest index of a game in a Parquet file, by its statistics; 0 and -1 if none."""
    column = file.schema_arrow.names.index("game")
    groups = [file.metadata.row_group(i).column(column).statistics for i in range(file.num_row_groups)]
    groups = [group for group in groups if group is not None and group.has_min_max]
    return min((group.min for group in groups), default=0), max((group.max for group in groups), default=-1)
