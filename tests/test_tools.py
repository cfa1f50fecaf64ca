"""What developers run beside the tests: an audit that hides nothing, the gallery, faults with a place."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from audit import main, told
from mutants import FAULTS, ROOT, find
from PIL import Image

from analyses.estimates.estimate import Estimate
from analyses.measures.number import LIKELY
from analyses.studies.shipped import shipped
from reports.answers import gallery
from reports.pages.chart import rows_chart
from reports.words.findings import Finding
from rules.games import OWN

# --- the audit: a package that could not be asked about is not taken for a sound one

SOUND = {"name": "a", "version": "1", "vulns": []}
WEAK = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1", "3"]}]}
UNKNOWN = {"name": "c", "version": "3", "skip_reason": "Dependency not found"}
NOT_ASKED = "could not be asked about: Dependency not found"


@pytest.mark.parametrize(
    ("packages", "lines", "code"),
    [
        ([SOUND], ["0 known weaknesses in 1 of 1 pinned packages"], 0),
        ([SOUND, WEAK], ["b 2: CVE-1, mended in 2.1, 3", "1 known weaknesses in 2 of 2 pinned packages"], 1),
        ([SOUND, UNKNOWN], ["0 known weaknesses in 1 of 2 pinned packages", f"1 {NOT_ASKED}"], 2),
        (
            [UNKNOWN],
            ["the audit cannot run here: of 1 packages none could be asked about: Dependency not found"],
            2,
        ),
        ([], ["the audit cannot run here: of 0 packages none could be asked about: none was named"], 2),
    ],
)
def test_what_is_said_and_the_exit_code(packages: list[dict[str, Any]], lines: list[str], code: int) -> None:
    assert told(packages) == (lines, code)


def test_without_a_network_one_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "pip-audit"
    fails = "import sys; sys.exit('Traceback\\nConnectionError: nobody there')"
    program.write_text(f"#!{sys.executable}\n{fails}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert main(str(program)) == 2
    said = capsys.readouterr().out
    assert said == "the audit cannot run here; it needs a network: ConnectionError: nobody there\n"


# --- the gallery


def test_every_study_is_shown() -> None:
    assert {words.split()[1] for words in gallery.STUDIES.values()} == set(shipped())


CHART = rows_chart(
    {"turns": [("", {"A": Estimate(5, 4, 6, 0.95, 9, "t"), "B": Estimate(7, 6, 8, 0.95, 9, "t")})]}
)


def test_the_index_tells_each_answer_and_leads_to_each_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, ...]] = []

    def made(*words: str) -> None:
        """Stands for the program: it leaves the findings that a question would."""
        said.append(words)
        if words[0] == "replay":
            Image.new("RGB", (960, 600), "green").save(tmp_path / words[words.index("--out") + 1])
        if words[0] in ("study", "compare", "sweep"):
            folder = tmp_path / words[words.index("--out") + 1]
            folder.mkdir()
            found: dict[str, Any] = {
                "question": f"{words[1]}?",
                "answer": f"Yes, {folder.name} (sure).",
                "sure": "sure",
            }
            found |= {"game": "castle" if folder.name == "castle" else "catan", "chart": CHART}
            (folder / "findings.json").write_text(json.dumps(found))

    monkeypatch.setattr(gallery, "OUT", tmp_path)
    monkeypatch.setattr(gallery, "simulate", made)
    monkeypatch.setattr(
        gallery, "answer_of", lambda run: (Finding(f"Red wins in {run.name}.", LIKELY, {}, ""), "<svg/>")
    )
    monkeypatch.setattr("sys.argv", ["gallery.py", "25"])
    gallery.main()
    page = (tmp_path / "index.html").read_text()
    for folder in (*gallery.QUESTIONS, *gallery.STUDIES):
        assert f'href="{folder}/report.html"' in page
        assert f"Yes, {folder}. <span" in page
    for game in OWN:
        assert f'href="watch-{game}.html"' in page
        assert f"Red wins in {game}." in page.replace("\N{NO-BREAK SPACE}", " ")
    assert page.count('<img class="small"') == len(OWN)
    assert page.count('<svg class="small"') == len({**gallery.QUESTIONS, **gallery.STUDIES})
    assert len(page) < 300_000
    assert "● sure" in page
    assert "◐ likely" in page
    assert all("25" in words for words in said if words[0] in ("study", "compare", "sweep", "--game"))


# --- planted faults


def test_every_fault_has_its_place() -> None:
    assert len(FAULTS) > 60
    assert [fault.name for fault in FAULTS if not find(ROOT, fault)[0].is_file()] == []
