"""What `simulate verify` says of files that are whole, with a receipt that fits, and yet not of this run."""

from __future__ import annotations

import io
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from builders import replace_file

from simulate.runs import Run
from simulate.verify import verify


def rewrite(run: Run, table: str, first: int, change: Callable[[pa.Table], pa.Table]) -> None:
    """Write a changed table in the place of a file."""
    room = io.BytesIO()
    pq.write_table(change(pq.read_table(run.table_path(table, first))), room)
    replace_file(run, table, first, room.getvalue())


def the_fault(run: Run) -> str:
    """The only fault of a run, of which nothing else is said."""
    found = verify(run)
    (fault,) = found.faults
    assert found.content_hash == ""
    return str(fault)


@pytest.mark.parametrize("data", [b"", b"PAR1 and nothing that belongs to it", b"game,turns\n0,74\n"])
def test_a_file_of_another_format_is_named(run: Run, data: bytes) -> None:
    replace_file(run, "seats", 50, data)
    assert the_fault(run).startswith(f"{run.table_path('seats', 50)}: not a Parquet file: ")


def test_a_table_of_another_schema_is_named(run: Run) -> None:
    def older(table: pa.Table) -> pa.Table:
        return table.replace_schema_metadata({**table.schema.metadata, b"houserules.schema": b"0"})

    rewrite(run, "games", 0, older)
    assert the_fault(run) == f"{run.table_path('games', 0)}: has another schema version"


def test_a_table_without_the_plan_is_named(run: Run) -> None:
    rewrite(run, "games", 0, lambda table: table.replace_schema_metadata({}))
    assert the_fault(run) == f"{run.table_path('games', 0)}: belongs to another plan"


@pytest.mark.parametrize("missing", ["ties", "game"])
def test_a_table_that_lacks_a_column_is_named_with_those_it_has(run: Run, missing: str) -> None:
    rewrite(run, "battles", 100, lambda table: table.drop_columns([missing]))
    names = pq.read_table(run.table_path("battles", 100)).column_names
    assert the_fault(run) == f"{run.table_path('battles', 100)}: has the columns {', '.join(names)}"
    assert missing not in names


def test_columns_in_another_order_are_named(run: Run) -> None:
    rewrite(run, "games", 50, lambda table: table.select(table.column_names[::-1]))
    assert f"{run.table_path('games', 50)}: has the columns ties, battles, " in the_fault(run)


def test_games_out_of_order_are_named(run: Run) -> None:
    """All games of the block are there, but two have changed places."""
    rewrite(run, "games", 50, lambda table: table.take([1, 0, *range(2, 50)]))
    assert the_fault(run) == f"{run.table_path('games', 50)}: holds games outside 50 to 99, or out of order"


def test_a_changed_number_changes_the_content_hash(run: Run) -> None:
    """A file with a receipt that fits is believed, but the content is another one."""

    def longer(table: pa.Table) -> pa.Table:
        column = table.column_names.index("turns")
        turns = pa.array([n + 1 for n in table["turns"].to_pylist()], table.schema.field("turns").type)
        return table.set_column(column, table.schema.field("turns"), turns)

    before = verify(run)
    rewrite(run, "games", 50, longer)
    after = verify(run)
    assert after.faults == before.faults == ()
    assert after.rows == before.rows
    assert after.content_hash != before.content_hash
