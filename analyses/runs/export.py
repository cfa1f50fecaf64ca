"""Tables of a run for other programs: CSV, Parquet, or a workbook with a sheet a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from analyses.estimates.lazy import pd
from analyses.measures.labels import labelled
from rules.errors import UserError, nearest
from simulate.io.files import (
    TABLES,
    as_cell,
    check_folder,
    check_output,
    check_suffix,
    from_cell,
    whole_file,
    writing,
)
from simulate.io.shell import visible
from simulate.store.answers import read_answer
from simulate.store.runs import Run, check_run, warn_of_missing

SHEET = 1_048_575
"""Rows of a sheet below its heading; Excel has no more."""


LOOKED_AT = 100
"""Rows of a sheet by which the widths of its columns are chosen."""

WIDEST = 48
"""Letters of a column that are seen at most, unless somebody draws it wider."""


def export(
    run: Run,
    to: str,
    out: str | Path | None = None,
    tables: Sequence[str] = (),
    labels: bool = False,
    force: bool = False,
) -> list[Path]:
    """Write tables of a run, all unless one or more are named, as `to` (csv, xlsx, parquet); the files.

    A workbook is one file. Else `out` is a file for one table, or a folder. With `labels` there are words in
    place of codes. Tables are read block by block, but for a workbook. A `Notice` says if games are missing.

    Raises
    ------
    UserError
        For what is no run or has no game to read, an unknown table, an `out` that does not fit or, without
        `force`, holds something else, a table too long for a sheet, or a missing package.
    FailedError
        If every game failed; a `DamagedError` if a file is not what was written there.
    """
    if to not in TABLES:
        raise UserError(f"tables are not written as '{to}'.{nearest(to, TABLES)} Known: {', '.join(TABLES)}")
    check_run(run)
    run.check_any()
    if not run.tables:
        raise UserError(f"{run.path} keeps sums only (--tables none), so there is no table to write")

    given = [tables] if isinstance(tables, str) else tables
    names = list(dict.fromkeys(given)) or list(run.tables)
    for name in names:
        run.check_table(name)
    files = places(run, to, names, None if out is None else Path(out))
    for file in dict.fromkeys(files.values()):
        check_output(file, TABLES[to], force)
    if to == "xlsx":
        _check_workbook(run, names)
    warn_of_missing(run)

    for file in files.values():
        with writing(file.parent, f"--out {file.parent}"):
            file.parent.mkdir(parents=True, exist_ok=True)
    if to == "xlsx":
        _workbook(run, names, files[names[0]], labels)
    else:
        write = _csv if to == "csv" else _parquet
        for name, file in files.items():
            write(run, name, file, labels)
    return list(dict.fromkeys(files.values()))


def export_answer(
    folder: Path, out: Path | None = None, tables: Sequence[str] = (), force: bool = False
) -> Path:
    """Write tables of a comparison, a sweep or a study, all unless some are named, into a workbook; its file.

    Raises
    ------
    UserError
        For an answer that was not given yet, an unknown table, an `out` that is no workbook or, without
        `force`, holds something else, or a missing package.
    FailedError
        A `DamagedAnswerError`, if a table is not what was written there.
    """
    answer = read_answer(folder)
    answer.check_written()
    answer_tables = dict(sorted(answer.tables.items()))
    for name in tables:
        if name not in answer_tables:
            similar = nearest(name, answer_tables)
            raise UserError(f"{folder} has no table '{name}'.{similar} Tables: {', '.join(answer_tables)}")
    data = {name: answer.read(answer_tables[name]) for name in tables or answer_tables}
    filled = {name: text for name, text in data.items() if text.strip()}  # of no rows there is no heading
    if not filled:
        raise UserError(f"{folder}: there are no rows in {' and '.join(data)}")

    file = out or Path(f"{folder.resolve().name}.xlsx")
    check_suffix(file, TABLES["xlsx"])
    check_output(file, TABLES["xlsx"], force)
    _check_excel()

    with whole_file(file) as sink, pd.ExcelWriter(sink, engine="openpyxl") as book:
        for name, text in filled.items():
            rows = pd.read_csv(BytesIO(text), keep_default_na=False, na_values=[""])  # an arm may be `None`
            _sheet(book, name, _map_text(rows.rename(columns=from_cell), from_cell))
    return file


def places(run: Run, to: str, names: Sequence[str], out: Path | None) -> dict[str, Path]:
    """The file of each table.

    Raises
    ------
    UserError
        If the name of `out` does not fit.
    """
    kind = TABLES[to]
    if to == "xlsx":
        file = out or Path(f"{run.path.name}.xlsx")
        check_suffix(file, kind)
        return dict.fromkeys(names, file)

    if out is not None and out.suffix.lower() in kind.endings and not out.is_dir():
        if len(names) > 1:
            raise UserError(
                f"--out {out}: a file holds one table, not {len(names)}; name a folder, or one table: "
                f"--tables {names[0]}"
            )
        return {names[0]: out}

    if out is not None:
        check_folder(out)
    folder = out or Path(f"{run.path.name}-{to}")
    return {name: folder / f"{name}.{to}" for name in names}


def _blocks(run: Run, name: str, labels: bool) -> Iterator[pd.DataFrame]:
    for block in run.blocks(name):
        yield labelled(block, run.plan) if labels else block


def _map_text(rows: pd.DataFrame, change: Callable[[Any], Any]) -> pd.DataFrame:
    """Rows whose text is changed; numbers stay."""
    types = pd.api.types
    mapped = rows.copy(deep=False)
    for name, column in rows.items():
        if not types.is_numeric_dtype(column) and not types.is_bool_dtype(column):
            mapped[name] = column.astype(object).map(change)
    return mapped


def _csv(run: Run, name: str, file: Path, labels: bool) -> None:
    with whole_file(file) as sink:
        for number, block in enumerate(_blocks(run, name, labels)):
            cells = _map_text(block.rename(columns=as_cell), as_cell)
            sink.write(cells.to_csv(index=False, header=number == 0, lineterminator="\n").encode())


def _parquet(run: Run, name: str, file: Path, labels: bool) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with whole_file(file) as sink:
        writer = None
        for block in _blocks(run, name, labels):
            table = pa.Table.from_pandas(block, preserve_index=False)
            writer = writer or pq.ParquetWriter(sink, table.schema, compression="zstd")
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _check_excel() -> None:
    """Refuse a workbook where the package that writes one is missing."""
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise UserError("--to xlsx needs the extra: pip install 'houserules-lab[excel]'") from None


def _check_workbook(run: Run, names: Sequence[str]) -> None:
    """Refuse what no workbook holds, before anything is written."""
    _check_excel()
    for name in names:
        rows = sum(receipt.files[name].rows for receipt in run.done_receipts())
        if rows > SHEET:
            raise UserError(
                f"table '{name}' has {rows:,} rows and a sheet holds {SHEET:,}; choose others with "
                "--tables, or write --to csv or parquet"
            )


def _workbook(run: Run, names: Sequence[str], file: Path, labels: bool) -> None:
    with whole_file(file) as sink, pd.ExcelWriter(sink, engine="openpyxl") as book:
        for name in names:
            _sheet(book, name, run.frame(name, labels=labels))


def _sheet(book: pd.ExcelWriter, name: str, rows: pd.DataFrame) -> None:
    """Write rows below their headings; text stays text, whatever it begins with."""
    as_text = partial(visible, kept="\n\t")  # a workbook holds no control characters
    renamed = rows.rename(columns=as_text)
    text = _map_text(renamed, lambda cell: as_text(cell) if isinstance(cell, str) else cell)
    text.to_excel(book, sheet_name=name, index=False, freeze_panes=(1, 0))
    sheet = book.sheets[name]
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, str):
                cell.data_type = "s"  # not a formula, an error or a date
    for column in sheet.iter_cols(max_row=LOOKED_AT):
        words = [len(cell.value) for cell in column if isinstance(cell.value, str)]
        sheet.column_dimensions[column[0].column_letter].width = min(max(words, default=0), WIDEST) + 2
