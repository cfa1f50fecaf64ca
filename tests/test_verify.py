"""What is found in damaged run directories, and what is refused as one."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from builders import (
    PLAN,
    change_manifest,
    change_receipt,
    content,
    refusal,
    replace_file,
    run_cli,
    spoil,
    succeed,
)

import simulate
from simulate.plans.plan import hash_of_dict
from simulate.store.blocks import unsealed
from simulate.store.runs import Run
from simulate.working.verify import verify

# --- what verify finds


def faults(run: Run) -> str:
    """What the program says about a run that is not whole, in lines; exit code 1."""
    done = run_cli("verify", run.path, cwd=run.path.parent)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    as_json = json.loads(run_cli("verify", run.path, "--json", cwd=run.path.parent).stdout)
    assert as_json["content_hash"] == ""
    assert as_json["faults"]
    return done.stdout


def test_a_whole_run_verifies(run: Run) -> None:
    done = succeed("verify", run.path, cwd=run.path.parent)
    assert "120 of 120 games, complete" in done.stdout
    assert f"content {content(run)}" in done.stdout


def test_an_unfinished_run_verifies_and_says_how_to_go_on(run: Run) -> None:
    run.receipt_path(0).unlink()
    done = succeed("verify", run.path, cwd=run.path.parent)
    assert "70 of 120 games, unfinished, continue with: simulate --game starwars" in done.stdout


def test_a_damaged_file_is_named(run: Run) -> None:
    spoil(run.table_path("seats", 50))
    assert f"{run.table_path('seats', 50)}: damaged" in faults(run)


def test_a_missing_file_is_named(run: Run) -> None:
    run.table_path("battles", 0).unlink()
    assert f"{run.table_path('battles', 0)}: cannot be read: No such file" in faults(run)


def test_a_file_of_another_run_is_named(run: Run, tmp_path: Path) -> None:
    other = simulate.run("starwars", **(PLAN | {"seed": 9}), block_size=50, out=tmp_path / "other")
    shutil.copy(other.table_path("games", 0), run.table_path("games", 0))
    of_other = unsealed(other.receipt_path(0).read_bytes())["files"]["games"]
    change_receipt(run, 0, lambda receipt: receipt["files"].update(games=of_other))
    assert f"{run.table_path('games', 0)}: belongs to another plan" in faults(run)


def test_a_block_in_the_place_of_another_is_named(run: Run) -> None:
    shutil.copy(run.table_path("games", 0), run.table_path("games", 50))
    of_other = unsealed(run.receipt_path(0).read_bytes())["files"]["games"]
    change_receipt(run, 50, lambda receipt: receipt["files"].update(games=of_other))
    assert f"{run.table_path('games', 50)}: holds games outside 50 to 99" in faults(run)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": {}}', "null"])
def test_a_damaged_receipt_is_named(run: Run, text: str) -> None:
    run.receipt_path(100).write_text(text)
    assert f"{run.receipt_path(100)}: damaged receipt" in " ".join(map(str, verify(run).faults))


def test_files_of_no_block_are_named(run: Run) -> None:
    """A stray receipt, and a table's file beside the others; half-written files are no fault."""
    shutil.copy(run.receipt_path(100), run.receipt_path(700))
    shutil.copy(run.table_path("seats", 100), run.table_path("seats", 700))
    shutil.copy(run.table_path("seats", 100), run.table_path("seats", 110))
    change_receipt(run, 700, lambda receipt: receipt.update(first=700))
    (run.path / "seats" / ".0000000050.parquet.1234.part").write_bytes(b"half")
    said = faults(run)
    assert f"{run.receipt_path(700)}: belongs to no block of this run" in said
    assert f"{run.table_path('seats', 700)}: belongs to no block of this run" in said
    assert f"{run.table_path('seats', 110)}: belongs to no block of this run" in said
    assert "3 faults" in said


def test_a_wrong_number_of_rows_is_named(run: Run) -> None:
    change_receipt(run, 0, lambda receipt: receipt["files"]["seats"].update(rows=151))
    assert "holds 150 rows, its receipt says 151" in faults(run)


# --- directories that are no runs

MANIFESTS = {
    "{": "not valid JSON",
    "[]": "not a JSON object",
    '{"format": "houserules-run/9"}': "not a manifest of format houserules-run/3",
    '{"format": "houserules-run/3"}': "it has no seal",
    '{"format": "houserules-run/2"}': "the manifest is damaged",
    '{"format": "houserules-run/2", "plan": {}}': "the manifest is damaged",
    '{"format": "houserules-run/2", "plan": [1]}': "the manifest is damaged",
}


@pytest.mark.parametrize("text", MANIFESTS)
def test_a_damaged_manifest_is_refused(run: Run, text: str) -> None:
    (run.path / "manifest.json").write_text(text)
    assert MANIFESTS[text] in refusal(simulate.load, run.path)
    assert run_cli("verify", run.path, cwd=run.path.parent).returncode == 2


@pytest.mark.parametrize("key", ["seed", "players"])
def test_a_manifest_whose_plan_was_edited_is_refused(run: Run, key: str) -> None:
    """Sealed again by somebody who knows how: its plan is not the one that its hash is of."""
    change_manifest(run, lambda manifest: manifest["plan"].update({key: 4}))
    assert "the manifest is damaged: its plan is not the one" in refusal(simulate.load, run.path)


@pytest.mark.parametrize("key", ["rules_version", "policies_version"])
def test_a_run_of_other_rules_is_refused_with_the_difference(run: Run, key: str) -> None:
    """It says what differs and how to play it again."""

    def age(manifest: dict[str, Any]) -> None:
        manifest["plan"][key] = 0
        described = {name: value for name, value in manifest["plan"].items() if name != "n"}
        manifest["hash"] = hash_of_dict(described)

    now = run.plan.as_dict()[key]
    change_manifest(run, age)
    said = refusal(simulate.load, run.path)
    assert f"made by other rules or policies than this version's ({key} 0 -> {now}); play it again: " in said


@pytest.mark.parametrize("value", [0, -5, "x", None, 2.5])
def test_a_manifest_with_a_senseless_number_of_games_is_refused(run: Run, value: object) -> None:
    change_manifest(run, lambda manifest: manifest["plan"].update(n=value))
    assert "the manifest is damaged" in refusal(simulate.load, run.path)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("created", "red", "Invalid isoformat string: 'red'"),
        ("created", "2026-11-26", "created is '2026-11-26', in no time zone"),
        ("versions", {"numpy": "2"}, "versions name no houserules"),
        ("seconds", "long", "seconds is 'long'"),
    ],
)
def test_a_manifest_that_does_not_say_when_and_by_what_is_refused(
    run: Run, key: str, value: object, why: str
) -> None:
    """The list of runs tells both."""
    change_manifest(run, lambda manifest: manifest.update({key: value}))
    assert f"the manifest is damaged: {why}; " in refusal(simulate.load, run.path)
    assert "fault of houserules" not in run_cli("runs", "--in", run.path.parent, cwd=run.path.parent).stderr


def test_a_directory_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert "is not empty and is not a run" in refusal(simulate.run, "starwars", **PLAN, out=tmp_path)
    assert "is not a run: it has no manifest.json" in refusal(simulate.load, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_an_empty_directory_is_taken(tmp_path: Path) -> None:
    assert simulate.run("starwars", n=2, policy="random", out=tmp_path).is_complete


def test_a_directory_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for out in (tmp_path / "file", tmp_path / "file" / "run"):
        assert "cannot be" in refusal(simulate.run, "starwars", **PLAN, out=out)
    assert (tmp_path / "file").read_text() == "in the way"


# --- what is said


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
    assert (
        f"{run.table_path('games', 50)}: has the columns most_symbols, largest_pool, ties, battles, "
        in the_fault(run)
    )


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
