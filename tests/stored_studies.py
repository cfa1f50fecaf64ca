"""Games of the three studies, played once and kept: what their analyses read, in `stored_studies/`.

    python tests/stored_studies.py

plays them anew; `make verify` compares what is kept with what is played now.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from made_up import columns_of
from prose import faults
from words_inside import values_outside

from analyses.estimates.estimate import VERDICTS
from analyses.questions.results import Results, Setting
from analyses.studies.declared import declared
from reports.answers.studies.template import Report
from rules.errors import UserError
from simulate.plans.plan import Plan
from simulate.store.blocks import Receipt
from simulate.store.runs import Run
from simulate.working.cells import play_cells

FOLDER = Path(__file__).with_suffix("")

SETTINGS = {
    "farmers": Setting((2,), 24, 1),
    "numbers": Setting((3,), 24, 1),
    "castle": Setting((2, 5), 20, 1),
}
"""What is kept of each study."""

ALSO = ("win_share", "score", "farm", "farmers", "farmer_turns", "pips_1", "pips_2", "card", "back")
"""Columns that tests read beside the analyses, to count by hand."""


@dataclass(repr=False)
class StoredRun(Run):
    """The tables of a run without its directory."""

    plan: Plan
    stored: dict[str, pd.DataFrame]
    path: Path = Path("stored")
    asked: dict[str, set[str]] = field(default_factory=dict)
    manifest: dict[str, Any] = field(default_factory=dict)
    _read: dict[str, pd.DataFrame] = field(default_factory=dict)

    @property
    def games_done(self) -> int:
        """All of them are there."""
        return self.plan.n

    def whole_receipts(self) -> list[Receipt]:
        """It has no files that could be damaged."""
        return []

    def frame(
        self, table: str, columns: Sequence[str] | None = None, *, labels: bool = False
    ) -> pd.DataFrame:
        """A whole table, or some of its columns."""
        if table not in self.plan.tables:
            raise UserError(f"no table '{table}'")
        self.asked.setdefault(table, set()).update(columns or self.stored[table].columns)
        return self.stored[table] if columns is None else self.stored[table][list(columns)]

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """The table as one block; all of it is asked for."""
        assert not since
        yield columns_of(self.frame(table, columns), None)


StoredRuns = dict[str, list[StoredRun]]


def stored_runs(name: str) -> StoredRuns:
    """The runs of each cell of a study as they are kept."""
    tables = {
        path.stem: dict(tuple(pd.read_parquet(path).groupby("run", sort=False, observed=True)))
        for path in sorted((FOLDER / name).glob("*.parquet"))
    }

    def run_of(key: str, plan: Plan) -> StoredRun:
        kept = {table: tables[table][key] for table in plan.tables if key in tables.get(table, ())}
        return StoredRun(
            plan, {name: part.drop(columns="run").reset_index(drop=True) for name, part in kept.items()}
        )

    cells = declared(name).cells(SETTINGS[name])
    return {cell.name: [*map(run_of, cell.names, cell.plans)] for cell in cells}


@cache
def stored_results(name: str) -> Results:
    """What a study measures in the runs that are kept."""
    return declared(name).results(SETTINGS[name], stored_runs(name))


def fixtures_of(name: str) -> tuple[Any, Any, Any]:
    """Fixtures of a study: the runs of each cell, what it measured, what is said of it."""
    runs, results, report = (
        pytest.fixture(scope="module")(made)
        for made in (
            lambda: stored_runs(name),
            lambda: stored_results(name),
            lambda: Report(declared(name), stored_results(name)),
        )
    )
    return runs, results, report


def played_runs(name: str, folder: Path | str) -> dict[str, list[Run]]:
    """The same played now."""
    return play_cells(declared(name).cells(SETTINGS[name]), Path(folder), 1, "")


def as_stored(run: Run) -> StoredRun:
    """A run as it could be kept: with all of its tables."""
    return StoredRun(run.plan, {table: run.frame(table) for table in run.plan.tables})


def keep(name: str, runs: StoredRuns) -> None:
    """Keep of these runs the columns that the study's analysis asks for."""
    keys = {cell.name: cell.names for cell in declared(name).cells(SETTINGS[name])}
    declared(name).results(SETTINGS[name], runs)
    wanted: dict[str, set[str]] = {}
    for run in (run for cell in runs.values() for run in cell):
        for table, columns in run.asked.items():
            wanted.setdefault(table, {"game", "seat", *ALSO}).update(columns)
    (FOLDER / name).mkdir(parents=True, exist_ok=True)
    for table, columns in wanted.items():
        parts = [
            run.stored[table][[c for c in run.stored[table] if c in columns]].assign(run=key)
            for cell, made in runs.items()
            for key, run in zip(keys[cell], made, strict=True)
            if table in run.stored
        ]
        whole, path = pd.concat(parts, ignore_index=True), FOLDER / name / f"{table}.parquet"
        whole = whole.astype({"run": "category"})
        whole.to_parquet(path, compression="zstd", compression_level=19, index=False)


# --- what holds for every study


def check_tables(results: Results, names: set[str]) -> dict[str, pd.DataFrame]:
    """Every number has its interval or is not known, exact ones and tests say so, and columns are typed."""
    frames = {name: pd.DataFrame(rows) for name, rows in results.tables().items()}
    assert set(frames) == names
    for name, table in frames.items():
        assert {"measure", "unit", "value", "low", "high", "level", "n", "method"} <= set(table), name
        assert len(table) > 2
        tests = table["method"].str.startswith("chi-square")
        known = table[~tests & table["value"].notna()]
        bounded = known.dropna(subset=["low"])
        assert (bounded["low"] <= bounded["value"] + 1e-12).all(), name
        assert (bounded["value"] <= bounded["high"] + 1e-12).all(), name
        exact = known["method"] == "exact law"
        assert (known[exact]["low"] == known[exact]["high"]).all()
        points = bounded[(bounded["low"] == bounded["high"]) & (bounded["method"] != "exact law")]
        assert points.empty, f"{name}: {points.to_dict('records')[:3]}"
        shares = bounded[bounded["unit"].str.fullmatch(r"share of \w+")]
        assert (shares["high"] <= 1).all(), name
        assert (shares["low"] >= -1).all(), name
        if "margin" in table:
            judged = table.dropna(subset=["margin"])
            assert len(judged)
            assert set(judged["verdict"]) <= set(VERDICTS)
        floats = set(table.select_dtypes("float").columns)
        assert floats <= {"value", "low", "high", "level", "margin"}, name
    return frames


def check_report(report: Report, pictures: int) -> str:
    """Three depths in one file, the same bytes each time, and short enough to be read; the page's text."""
    command = f"simulate study {report.study.name} --players 2"
    text = report.answer.html(command, "")
    for tag in ("<script ", "<link", "<img", "<iframe", "@import", "http:", "https:"):
        assert tag not in re.sub(r"http://www.w3.org/\w+/(svg|xlink)", "", text)
    plain = text.replace("\N{NO-BREAK SPACE}", " ").replace("<wbr>", "")
    depths = ('class="finding"', "<h2>Findings", "<h2>Evidence", "Make it again")
    assert sorted(depths, key=plain.index) == list(depths)
    assert f"{command}\n" in re.sub("<[^>]*>", "", plain)
    figures = re.findall(r'<div role="img" aria-label="([^"]{40,})">\s*<svg', text)
    assert len(figures) == pictures
    assert text == Report(report.study, report.results).answer.html(command, "")
    page = report.page
    assert ". " not in page.answer.text
    assert len(page.answer.text.split()) <= 25
    assert 3 <= len(page.findings) <= 7
    for finding in (page.answer, *page.findings):
        assert finding.chip in plain
        assert finding.numbers
        assert values_outside(finding, report.study) == []
        assert finding.link
        assert f'id="{finding.link}"' in text
        assert not re.search(r"nan|inf|\[|\{", finding.text), finding.text
    said = [page.question, page.answer.text, *page.care, *(finding.text for finding in page.findings)]
    said += [text for section in (page.glance, *page.evidence) for text in section.prose]
    assert [fault for text in said for part in text.split("; ") for fault in faults(part)] == []
    for section in page.evidence:
        assert section.prose or section.items, section.title
    summary = report.answer.summary()
    assert max(map(len, summary.splitlines())) <= 80
    assert len(report.answer.summary(full=True)) > 2 * len(summary)
    return plain


if __name__ == "__main__":
    for study in sys.argv[1:] or SETTINGS:
        with tempfile.TemporaryDirectory() as place:
            made = {cell: [as_stored(r) for r in runs] for cell, runs in played_runs(study, place).items()}
        keep(study, made)
