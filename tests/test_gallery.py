"""The gallery shows every study that ships and every game, and its index leads to each page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyses.studies.shipped import shipped
from reports import gallery
from reports.findings import Finding
from rules.games import OWN


def test_every_study_is_shown() -> None:
    assert {words.split()[1] for words in gallery.STUDIES.values()} == set(shipped())


def test_the_index_tells_each_answer_and_leads_to_each_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, ...]] = []

    def made(*words: str) -> None:
        """Stands for the program: it leaves the findings that a question would."""
        said.append(words)
        if words[0] in ("study", "compare", "sweep"):
            folder = tmp_path / words[words.index("--out") + 1]
            folder.mkdir()
            found = {"question": f"{words[1]}?", "answer": f"Yes, {folder.name} (sure).", "sure": "sure"}
            (folder / "findings.json").write_text(json.dumps(found))

    monkeypatch.setattr(gallery, "OUT", tmp_path)
    monkeypatch.setattr(gallery, "simulate", made)
    monkeypatch.setattr(
        gallery, "answer_of", lambda run: Finding(f"Red wins in {run.name}.", "likely", {}, "")
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
    assert "● sure" in page
    assert "◐ likely" in page
    assert all("25" in words for words in said if words[0] in ("study", "compare", "sweep", "--game"))
