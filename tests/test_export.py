"""`simulate export`: tables for other programs, whole, under names that say what they are."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import pandas as pd
import pytest
from builders import one_line, refusal, replace_table, run_cli, succeed

import analyses.runs.export
from analyses.measures.labels import labelled
from analyses.runs.export import export
from rules.errors import UserError
from simulate import run as play
from simulate.io.files import csv_of, from_cell
from simulate.plans.plan import make_plan
from simulate.store.answers import begin_answer
from simulate.store.opening import open_to_play
from simulate.store.runs import Run


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_every_table_is_written_whole(run: Run, form: str) -> None:
    cwd = run.path.parent
    done = succeed("export", run.path, "--to", form, cwd=cwd, terminal=True)
    for table in run.tables:
        file = cwd / f"run-{form}" / f"{table}.{form}"
        assert f"run-{form}/{table}.{form}" in done.stderr
        found = pd.read_csv(file) if form == "csv" else pd.read_parquet(file)
        pd.testing.assert_frame_equal(found, run[table], check_dtype=False)
    succeed("export", run.path, "--to", form, cwd=cwd)  # over its own files


def test_labels_and_one_table_to_a_file(run: Run) -> None:
    cwd = run.path.parent
    words = ["export", run.path, "--tables", "seats", "--labels", "--out", "seats.csv"]
    succeed(*words, cwd=cwd)
    labels = pd.read_csv(cwd / "seats.csv")["seat"][:3].tolist()
    assert labels == ["seat 1 (red)", "seat 2 (black)", "seat 3 (orange)"]


def test_a_battle_of_teams_is_labelled_as_won_by_both_partners(tmp_path: Path) -> None:
    """The table names a team by its lowest seat, who may not even have fought."""
    teams = play("starwars", 2, preset="team", out=tmp_path / "teams", jobs=1)
    assert set(labelled(teams["battles"], teams.plan)["winner"]) == {
        "seat 1 (red) + seat 3 (green)",
        "seat 2 (black) + seat 4 (white)",
    }


def widths_of(file: Path) -> dict[str, dict[str, float]]:
    """How wide each column of each sheet is drawn, by its heading."""
    import openpyxl

    return {
        sheet.title: {str(cell.value): sheet.column_dimensions[cell.column_letter].width for cell in sheet[1]}
        for sheet in openpyxl.load_workbook(file)
    }


def test_a_workbook_has_a_sheet_a_table(run: Run) -> None:
    pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    cwd = run.path.parent
    succeed("export", run.path, "--tables", "games,seats", "--out", "book.xlsx", cwd=cwd)
    book = pd.read_excel(cwd / "book.xlsx", sheet_name=None)
    assert list(book) == ["games", "seats"]
    widths = widths_of(cwd / "book.xlsx")["games"]
    assert all(width >= len(heading) for heading, width in widths.items())
    pd.testing.assert_frame_equal(book["seats"], run.seats, check_dtype=False)


def test_a_workbook_of_a_comparison_has_its_tables(folder: Path) -> None:
    """With decimals as a spreadsheet of any country reads them, which CSV has not."""
    pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    words = ["--game", "starwars", "--n", 40, "--policy", "random", "--rule", "dice_cap=4", "--out", "cap"]
    succeed("compare", *words, cwd=folder)
    replace_table(folder / "cap", "crossings", csv_of([]).encode())
    succeed("export", "cap", "--to", "xlsx", cwd=folder)
    (folder / "cap" / "tables" / "crossings.csv").unlink()
    book = pd.read_excel(folder / "cap.xlsx", sheet_name=None)
    tables = {file.stem: pd.read_csv(file) for file in sorted((folder / "cap" / "tables").iterdir())}
    assert list(book) == list(tables)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(book[name], table, check_dtype=False)
    succeed("export", "cap", "--tables", "changes", "--out", "cap.xlsx", cwd=folder)
    assert list(pd.read_excel(folder / "cap.xlsx", sheet_name=None)) == ["changes"]
    rows = csv_of([{"arm": "None", "low": None}, {"arm": "NA", "low": 1.5}])
    replace_table(folder / "cap", "arms", rows.encode())
    succeed("export", "cap", "--tables", "arms", "--out", "cap.xlsx", cwd=folder)
    sheet = pd.read_excel(folder / "cap.xlsx", keep_default_na=False)
    assert sheet.values.tolist() == [["None", ""], ["NA", 1.5]], "an arm may have any name"
    for more, says in (
        ([], "cap is a comparison, and its tables, cap/tables, are CSV; --to xlsx makes a workbook"),
        (["--to", "xlsx", "--labels"], "hold words already; leave out --labels"),
        (["--to", "xlsx", "--tables", "change"], "cap has no table 'change'. Did you mean 'changes'?"),
    ):
        assert says in one_line(run_cli("export", "cap", *more, cwd=folder))
    assert one_line(run_cli("report", "cap", cwd=folder)) == (
        "cap is a comparison and not a run; cap/tables/runs.csv lists its runs"
    )


def test_an_answer_that_was_stopped_has_no_tables_yet(tmp_path: Path) -> None:
    """Its folder is there before the games are."""
    pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    begin_answer(tmp_path / "cap", "comparison", {"hash": "1a2b", "command": "simulate compare ..."}, print)
    for words in (["export", "cap", "--to", "xlsx"], ["verify", "cap"]):
        assert one_line(run_cli(*words, cwd=tmp_path)) == (
            "cap is not finished, or an earlier version wrote it, without checksums; this makes it whole: "
            "simulate compare ..."
        )
    said = one_line(run_cli("report", "cap", cwd=tmp_path))
    assert said == "cap is a comparison and not a run; the command in cap/comparison.json plays its runs"


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_run_without_games_or_without_tables_is_refused(tmp_path: Path, form: str) -> None:
    bare = open_to_play(make_plan("starwars", 4, policy="random"), tmp_path / "bare", print)
    sums = play("starwars", 4, policy="random", tables="none", out=str(tmp_path / "sums"))
    for one, said in ((bare, "bare holds no finished games yet"), (sums, "sums keeps sums only")):
        with pytest.raises(UserError, match=said):
            export(one, form, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_from_python_one_table_may_be_a_word_and_what_is_no_format_is_refused(run: Run) -> None:
    out = run.path.parent / "seats.csv"
    assert export(run, "csv", out, tables="seats") == [out]
    assert refusal(export, run, "xls") == (
        "tables are not written as 'xls'. Did you mean 'xlsx'? Known: csv, xlsx, parquet"
    )


def test_a_word_for_a_game_needs_all_games(tmp_path: Path) -> None:
    open_to_play(make_plan("starwars", 4, policy="random"), tmp_path / "bare", print)
    said = one_line(run_cli("replay", "bare", "--game-index", "closest", cwd=tmp_path))
    assert said.startswith(
        "--game-index closest: bare lacks games; name one by its number, or finish the run"
    )


def test_a_table_too_long_for_a_sheet_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", pd)
    monkeypatch.setattr(analyses.runs.export, "SHEET", 200)
    with pytest.raises(UserError, match=r"table 'seats' has 360 rows and a sheet holds 200"):
        export(run, "xlsx", run.path.parent / "book.xlsx")
    assert not (run.path.parent / "book.xlsx").exists()


def test_without_the_extra_one_line_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    said = one_line(run_cli("export", run.path, "--to", "xlsx", cwd=run.path.parent))
    assert said == "--to xlsx needs the extra: pip install 'houserules-lab[excel]'"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--out", "x.parquet"], "a file holds one table, not 4; name a folder, or one table"),
        (["--to", "csv", "--out", "x.parquet"], "--to csv writes no .parquet"),
        (["--out", "x.html"], "is the name of a folder here; leave out .html"),
        (["--tables", "seats", "--out", "seats.csv.gz"], "is the name of a folder here; leave out .gz"),
        (["--tables", "seats", "--out", "-"], "name a folder; nothing is written to stdout here"),
        (["--to", "xlsx", "--out", "x.pdf"], "a workbook is written; the name must end in .xlsx"),
        (
            ["--tables", "seat"],
            "has no table 'seat'. Did you mean 'seats'? It was played with --tables games,seats",
        ),
        (["--tables", "games", "--out", "run/games/0000000000.csv"], "that is a file of the run"),
    ],
)
def test_bad_input_gets_one_line_and_nothing_is_written(run: Run, words: list[str], says: str) -> None:
    cwd = run.path.parent
    before = sorted(path.name for path in cwd.rglob("*"))
    assert says in one_line(run_cli("export", "run", *words, cwd=cwd))
    assert sorted(path.name for path in cwd.rglob("*")) == before


FORMULAS = [
    "=HYPERLINK(\"http://x\",\"y\")", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "\n=1", "'=1",
    "''-x",
]  # fmt: skip
"""Names that a spreadsheet would compute with."""


@pytest.mark.parametrize("name", FORMULAS)
def test_text_that_a_spreadsheet_would_compute_with_has_an_apostrophe_in_csv(name: str) -> None:
    text = csv_of([{"arm": name, name: -1.5, "typed": "-1.5"}])
    heading, row = csv.reader(io.StringIO(text, newline=""))
    assert heading == ["arm", f"'{name}", "typed"]
    assert row == [f"'{name}", "-1.5", "-1.5"], "numbers stay"
    assert from_cell(row[0]) == name
    assert csv_of([{"a": "x\r=1"}]) == "a\nx\\r=1\n", "nor does a row end within a cell"


def test_a_table_of_a_run_has_no_formula(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def named(frame: pd.DataFrame, plan: object) -> pd.DataFrame:
        return frame.assign(seat=pd.Categorical(["=1+1"] * len(frame)))

    monkeypatch.setattr(analyses.runs.export, "labelled", named)
    [file] = export(run, "csv", run.path.parent / "seats.csv", tables="seats", labels=True)
    assert set(pd.read_csv(file)["seat"]) == {"'=1+1"}


def test_a_workbook_holds_text_and_no_formula(folder: Path) -> None:
    """Of a run, of an answer, and in headings; control characters stand as their codes."""
    openpyxl = pytest.importorskip("openpyxl", reason="the extra `excel` is not installed")
    words = ["--game", "starwars", "--n", 40, "--policy", "random", "--rule", "dice_cap=4", "--out", "evil"]
    succeed("compare", *words, cwd=folder)
    names = [*FORMULAS, "#REF!", "\x1b[31m", "\u202e"]
    rows = csv_of([{"arm": name, "=2+2": 1.5} for name in names])
    replace_table(folder / "evil", "arms", rows.encode())
    succeed("export", "evil", "--tables", "arms", "--to", "xlsx", cwd=folder)
    sheet = openpyxl.load_workbook(folder / "evil.xlsx")["arms"]
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    assert [cell.value for cell in sheet[1]] == ["arm", "=2+2"]
    assert {*FORMULAS, "#REF!", "\\x1b[31m", "\\u202e"} <= {cell.value for cell in cells}
