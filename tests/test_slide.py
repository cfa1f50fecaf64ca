"""`simulate plot ANSWER`: an answer as one landscape picture, and the chart of its findings as numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from builders import run_cli, succeed
from PIL import Image

from analyses.estimates.estimate import Estimate
from reports.answers.slide import about_of, slide_of
from reports.pages.chart import lines_chart, rows_chart
from reports.pictures.slide import Slide, write_slide

PIG = Path(__file__).parent / "own" / "pig.py"


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A comparison and a sweep of Pig."""
    folder = tmp_path_factory.mktemp("answers")
    game = "--game", f"{PIG}", "--n", "60"
    succeed("compare", *game, "--rule", "target=20", "--out", "two", cwd=folder)
    succeed("sweep", *game, "--rule", "target=10,20,50", "--out", "curve", cwd=folder)
    return folder


def findings_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "findings.json").read_text())
    return found


def number(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 0.95, 100, "t")


def test_the_picture_of_an_answer_is_landscape_and_lies_in_its_folder(answers: Path) -> None:
    succeed("plot", "two", cwd=answers)
    with Image.open(answers / "two" / "answer.png") as picture:
        assert picture.size == (1920, 1080)
    assert succeed("verify", "two", cwd=answers)


def test_its_title_is_the_answer_and_its_source_the_command(answers: Path) -> None:
    succeed("plot", "two", "--out", "slide.svg", cwd=answers)
    found = findings_of(answers / "two")
    words = re.sub(
        r"\s+", " ", " ".join(re.findall(r">([^<>]+)</text>", (answers / "slide.svg").read_text()))
    )
    assert found["answer"] in words
    assert found["command"] in words
    assert "seeds 1 and 2" in words


def test_before_and_after_are_in_the_findings_as_numbers(answers: Path) -> None:
    """The first panel has the measure of the answer, with the numbers of its row."""
    found = findings_of(answers / "two")
    first = found["chart"]["panels"][0]
    row = next(row for row in found["numbers"] if row["words"] == first["title"])
    (both,) = first["rows"]
    assert both["A"] == pytest.approx([row["a"], row["a_low"], row["a_high"]], rel=1e-5)
    assert both["B"] == pytest.approx([row["b"], row["b_low"], row["b_high"]], rel=1e-5)


def test_a_curve_is_in_the_findings_with_its_standard_value(answers: Path) -> None:
    chart = findings_of(answers / "curve")["chart"]
    assert (chart["axis"], chart["values"], chart["at"]) == ("target", ["10", "20", "50"], [10, 20, 50])
    assert chart["standard"] == 2
    assert [len(line["points"]) for line in chart["lines"]] == [3]
    succeed("plot", "curve", "--out", "curve.png", cwd=answers)


def test_what_is_drawn_is_what_was_written(answers: Path) -> None:
    """Of findings that somebody changed no slide is made."""
    file = answers / "two" / "findings.json"
    kept = file.read_text()
    file.write_text(kept.replace('"sure"', '"likely"', 1))
    done = run_cli("plot", "two", "--out", "x.png", cwd=answers)
    file.write_text(kept)
    assert done.returncode == 1
    assert "damaged" in done.stderr


def test_a_number_without_an_interval_is_drawn_as_a_dot() -> None:
    exact = Estimate(3.0, 3.0, 3.0, 1.0, 1, "exact law")
    chart = rows_chart({"points": [("law", {"value": exact}), ("games", {"value": number(3.1, 0.2)})]})
    assert [row["value"] for row in chart["panels"][0]["rows"]] == [[3.0], [3.1, 2.9, 3.3]]


def test_where_nothing_gives_the_answer_there_is_no_chart() -> None:
    assert rows_chart({"": []}) == {}


@pytest.mark.parametrize("kind", ["rows", "words", "lines"])
def test_every_word_of_a_slide_lies_on_it(tmp_path: Path, kind: str) -> None:
    """Long answers, long names, many rows."""
    rows = [
        (f"a house rule with quite a long name {n}", {"A": number(5, 1), "B": number(n, 1)})
        for n in range(12)
    ]
    points = [number(n, 1) for n in range(3 if kind == "lines" else 4)]
    chart = {
        "rows": rows_chart({"turns a game": rows}),
        "words": lines_chart("turns", "board", ["one", "two", "three", "four"], None, {"": points}, 1),
        "lines": lines_chart("turns", "hand", ["1", "2", "9"], [1, 2, 9], {"two": points, "three": points}),
    }[kind]  # fmt: skip
    title = "When everybody is tuned for it a game takes 12 turns in place of 13. " * 3
    write_slide(
        Slide(title, "not settled", "What is asked?", ["simulate " * 20, "seed 1"], chart), tmp_path / "x.svg"
    )
    text = (tmp_path / "x.svg").read_text()
    places = re.findall(r'<text[^>]*transform="translate\(([-\d.]+) ([-\d.]+)\)', text)
    places += re.findall(r'<text[^>]*? x="([-\d.]+)" y="([-\d.]+)"', text)
    assert len(places) > 8
    assert all(0 <= float(x) <= 921.6 and 0 <= float(y) <= 518.4 for x, y in places)


def test_a_slide_says_how_many_games_and_what_the_letters_are() -> None:
    found = {
        "question": "Pig: target=20 against the standard game", "n": 1000, "players": [2],
        "chart": {"form": "rows"}, "numbers": [{"rule_a": "standard game", "rule_b": "target=20"}],
    }  # fmt: skip
    end = "1,000 games each, 2 players. A: standard game; B: target=20."
    assert about_of(found) == f"Pig: target=20 against the standard game. {end}"


def test_an_answer_of_an_earlier_version_has_a_slide_without_a_chart(answers: Path) -> None:
    found = findings_of(answers / "two")
    del found["chart"]
    assert slide_of(found).chart == {}
