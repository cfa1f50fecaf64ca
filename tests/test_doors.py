"""The same question by another door is the same answer: flags or a file, byte by byte but for the command."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from builders import succeed, tiles_text

from analyses.studies.reading import study_of
from analyses.studies.study import Study

DOORS: dict[str, tuple[str, str]] = {
    "a rule": (
        "compare --game starwars --policy random --rule dice_cap=4 -n 60",
        'policies = "random"\ngames = 60\n[[arms]]\nrules = { dice_cap = 4 }',
    ),
    "two rules": (
        "compare --game castle --policy greedy --players 2 --rule actions=3 --rule stock=4 -n 40",
        'policies = "greedy"\nplayers = 2\ngames = 40\n[[arms]]\nrules = { actions = 3, stock = 4 }',
    ),
    "players": (
        "compare --game castle --policy random --players 2-4 --rule actions=3 --measure turns -n 40",
        'policies = "random"\nplayers = "2-4"\ngames = 40\n[[arms]]\nrules = { actions = 3 }\n'
        '[[measures]]\nname = "turns"',
    ),
    "a panel": (
        "compare --game starwars --panel random,greedy --rule dice_cap=1 --measure battles -n 40",
        'policies = ["random", "greedy"]\ngames = 40\n[[arms]]\nrules = { dice_cap = 1 }\n'
        '[[measures]]\nname = "battles"',
    ),
    "sides": (
        "compare --game carcassonne --policy random --players 2 --rule river=true --a farm_points=3 "
        "--b farm_points=4 -n 40",
        'policies = "random"\nplayers = 2\ngames = 40\nrules = { river = true }\n'
        "baseline = { farm_points = 3 }\n[[arms]]\nrules = { farm_points = 4 }",
    ),
    "an edition": (
        "compare --game carcassonne --policy random --players 2 --preset no_farmers -n 40",
        'policies = "random"\nplayers = 2\ngames = 40\n[[arms]]\npreset = "no_farmers"',
    ),
    "a box": (
        "compare --game starwars --policy random --tiles mine.toml --measure turns -n 40",
        'policies = "random"\ngames = 40\n[[arms]]\ntiles = "mine.toml"\n[[measures]]\nname = "turns"',
    ),
    "minutes": (
        "compare --game castle --policy random --players 2 --rule actions=1 --pace 20 --seed 5 -n 40",
        'policies = "random"\nplayers = 2\ngames = 40\nseed = 5\npace = 20\n'
        "[[arms]]\nrules = { actions = 1 }",
    ),
    "tables": (
        "compare --game starwars --policy random --rule dice_cap=1 --tables all,progress,placements -n 30",
        'policies = "random"\ngames = 30\ntables = ["all", "progress", "placements"]\n'
        "[[arms]]\nrules = { dice_cap = 1 }",
    ),
    "strength": (
        "compare --game castle --players 2 --strength random,greedy --rule actions=3 --measure turns -n 40",
        'players = 2\ngames = 40\nstrength = "random,greedy"\n[[arms]]\nrules = { actions = 3 }\n'
        '[[measures]]\nname = "turns"',
    ),
    "a curve": (
        "sweep --game starwars --policy random --rule dice_cap=1..2 -n 40",
        'policies = "random"\ngames = 40\naxes = { dice_cap = "1..2" }',
    ),
    "a target": (
        "sweep --game castle --policy random --players 2 --rule actions=1,5 --target rounds=25 "
        "--measure rounds -n 60",
        'policies = "random"\nplayers = 2\ngames = 60\naxes = { actions = [1, 5] }\ntarget = "rounds=25"\n'
        '[[measures]]\nname = "rounds"',
    ),
    "two axes": (
        "sweep --game castle --policy random --players 2 --rule actions=2..3 --rule stock=2,4 "
        "--measure turns -n 40",
        'policies = "random"\nplayers = 2\ngames = 40\naxes = { actions = "2..3" }\n'
        'beside = { stock = [2, 4] }\n[[measures]]\nname = "turns"',
    ),
}
"""Questions as flags, and as files without their first line."""


def answered(folder: Path, out: str, words: list[str]) -> dict[str, bytes]:
    """The files of an answer, without what tells the command and the folder."""
    succeed(*words, "--jobs", 1, "--out", out, cwd=folder)
    files = {}
    for path in sorted((folder / out).rglob("*")):
        name = str(path.relative_to(folder / out))
        if path.suffix == ".csv":
            files[name] = path.read_bytes()
        elif name == "findings.json":
            findings: dict[str, Any] = json.loads(path.read_text())
            files[name] = json.dumps({**findings, "command": "", "directory": ""}).encode()
        elif name == "report.html":
            text = path.read_text().partition("<footer>")[0]
            files[name] = re.sub(r"content hash \w+", "", text).encode()
    return files


@pytest.mark.parametrize("name", DOORS)
def test_a_question_has_the_same_answer_by_any_door(folder: Path, name: str) -> None:
    flags, file = DOORS[name]
    (folder / "mine.toml").write_text(tiles_text().replace("count = 2", "count = 3", 1), encoding="utf-8")
    game = shlex.split(flags)[2]
    (folder / "asked.toml").write_text(f'game = "{game}"\n{file}\n', encoding="utf-8")
    one = answered(folder, "flags", shlex.split(flags))
    other = answered(folder, "file", ["study", "asked.toml"])
    assert one.keys() == other.keys()
    for part in one:
        assert one[part] == other[part], part


def test_a_study_needs_no_question_in_words() -> None:
    """The rules say it."""
    study = study_of({"game": "catan", "arms": [{"rules": {"robber": False}}]}, "x", "x")
    assert isinstance(study, Study)
    assert study.question == ""
