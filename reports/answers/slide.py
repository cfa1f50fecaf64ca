"""The slide of an answer, from its folder: the same sentence, chip, chart and source as its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reports.pictures.plots import check_picture
from reports.pictures.slide import Slide, write_slide
from reports.words.wording import all_seated, listed, seeds_words
from rules import games
from simulate.io.files import PICTURE, check_no_link, check_output
from simulate.store.answers import FINDINGS, read_answer

NAME = "answer.png"
"""What the picture is called in the folder of the answer."""


def plot_answer(folder: Path, out: Path | None = None, force: bool = False) -> Path:
    """Draw the slide of an answer to `out`, or into its folder; with `force` whatever lies there.

    Raises
    ------
    UserError
        If there is no answer yet, or it cannot be written there.
    DamagedAnswerError
        If the findings are not those that were written.
    """
    path = out or folder / NAME
    check_picture(path)
    if out is None:
        check_no_link(path)
    else:
        check_output(path, PICTURE, force)
    answer = read_answer(folder)
    answer.check_written()
    write_slide(slide_of(json.loads(answer.read(FINDINGS))), path)
    return path


def slide_of(findings: dict[str, Any]) -> Slide:
    """What the slide says of these findings."""
    if findings["game"] in games.OWN:
        games.load(findings["game"])  # then its rules are said in words
    programs = dict.fromkeys(str(run["program"]) for run in findings["runs"])
    return Slide(
        title=findings["answer"],
        sure=findings["sure"],
        about=about_of(findings),
        source=[findings["command"], source_of(findings, listed(programs) if programs else "houserules")],
        chart=findings.get("chart", {}),
    )


def about_of(findings: dict[str, Any]) -> str:
    """What was asked, and what was played."""
    question = findings["question"]
    end = "" if question.endswith(("?", ".")) else "."
    about = [f"{findings['n']:,} games each", all_seated(findings["players"])]
    return f"{question}{end} {', '.join(about)}.{_sides(findings)}"


def _sides(findings: dict[str, Any]) -> str:
    """What A and B are, where the chart has them."""
    if findings.get("chart", {}).get("form") != "rows" and len(findings["players"]) == 1:
        return ""
    sides = dict.fromkeys((row["rule_a"], row["rule_b"]) for row in findings["numbers"] if "rule_a" in row)
    if not sides:
        return ""
    (before, after), *more = sides
    return f" A: {before}; B: {'each rule in turn' if more else after}."


def source_of(findings: dict[str, Any], program: str) -> str:
    """By which program, and on which seeds."""
    return f"{program}, {seeds_words(findings['seeds'])}. Lines: 95 % intervals."
