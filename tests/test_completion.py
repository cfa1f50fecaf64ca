"""Tab completes what can be known, in bash, zsh and fish, as quickly as a shell wants it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from builders import PROGRAM, imported_by, output_of, run_cli, run_words

from analyses.studies.shipped import shipped
from rules import games

SHELLS = ("bash", "zsh", "fish")


def completed(shell: str, line: str, cwd: Path) -> list[str]:
    """What the last word of a line may become, asked as the shell asks."""
    words = line.split(" ")
    current = words[-1] if shell == "fish" else str(len(words) - 1)
    asked = {"COMP_WORDS": line, "COMP_CWORD": current, "_SIMULATE_COMPLETE": f"{shell}_complete"}
    lines = output_of(cwd=cwd, **asked).splitlines()
    if shell == "zsh":
        return lines[1::3]
    return [item.partition(",")[2].partition("\t")[0] for item in lines]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where there is something that looks like a run."""
    place = tmp_path_factory.mktemp("place")
    (place / "runs" / "catan-1a2b3c").mkdir(parents=True)
    plan = {"game": "catan", "n": 1000, "players": 4}
    (place / "runs" / "catan-1a2b3c" / "manifest.json").write_text(json.dumps({"plan": plan}))
    (place / "runs" / "letters").mkdir()
    return place


LINES = {
    "simulate --game ca": ["carcassonne", "catan", "castle"],
    "simulate -g starwars --rule dice_c": ["dice_cap="],
    "simulate -g starwars --rule dice_cap=": [f"dice_cap={n}" for n in range(1, 7)],
    "simulate compare -g catan --rule robber=": ["robber=true", "robber=false"],
    "simulate -g carcassonne --rule farm_method=per_field_": ["farm_method=per_field_once"],
    "simulate -g catan --policy greedy,ra": ["greedy,random"],
    "simulate compare -g catan --strength gr": ["greedy.."],
    "simulate study seats --strength heuristic..search:1": ["heuristic..search:1", "heuristic..search:16"],
    "simulate -g starwars --preset te": ["team"],
    "simulate study far": ["farmers"],
    "simulate report runs/": ["runs/catan-1a2b3c"],
    "simulate replay runs/": ["runs/catan-1a2b3c"],
    "simulate rules st": ["starwars"],
    "simulate rep": ["repair", "replay", "report"],
}


@pytest.mark.parametrize("shell", SHELLS)
def test_words_are_completed(shell: str, place: Path) -> None:
    for line, found in LINES.items():
        assert completed(shell, line, place) == found, line


def test_games_studies_and_verbs_are_those_there_are(place: Path) -> None:
    assert completed("bash", "simulate --game ", place) == list(games.names())
    assert completed("bash", "simulate study ", place) == [*shipped(), "new"]
    assert set(completed("bash", "simulate ", place)) >= {"report", "compare", "export"}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("simulate -g starwars --rule dice_cap =", ["1", "2", "3", "4", "5", "6"]),
        ("simulate -g starwars --rule dice_cap = ", ["1", "2", "3", "4", "5", "6"]),
        ("simulate -g catan --rule = robber = f", ["false"]),
    ],
)
def test_bash_which_parts_words_at_an_equals_sign_gets_what_comes_behind_it(
    line: str, found: list[str], place: Path
) -> None:
    assert completed("bash", line, place) == found


@pytest.mark.parametrize("words", ["--game", "--rule", "--policy", "--preset"])
def test_completion_imports_nothing_heavy(tmp_path: Path, words: str) -> None:
    """A shell waits for it."""
    asked = {"COMP_WORDS": f"simulate {words} ", "COMP_CWORD": "2", "_SIMULATE_COMPLETE": "bash_complete"}
    assert imported_by(cwd=tmp_path, **asked) == set()


def test_what_is_unknown_is_completed_as_a_file(place: Path) -> None:
    words = "simulate -g no --rule x"
    done = run_cli(cwd=place, COMP_WORDS=words, COMP_CWORD="4", _SIMULATE_COMPLETE="bash_complete")
    assert done.stdout.strip() == "file,x"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_the_program(shell: str, folder: Path) -> None:
    script = output_of("completion", shell, cwd=folder)
    assert f"_SIMULATE_COMPLETE={shell}_complete" in script
    assert "open" in script  # a rule's name goes on without a blank


def test_bash_completes_a_rule_and_its_value(place: Path) -> None:
    """With the very script, as bash calls it."""
    (place / "script").write_text(output_of("completion", "bash", cwd=place))
    code = (
        "source ./script; compopt() { :; }; "
        'asked() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _simulate_completion simulate; '
        'echo "${COMPREPLY[*]}"; }; '
        "asked simulate -g starwars --rule dice_c; asked simulate -g starwars --rule dice_cap ="
    )
    path = f"{PROGRAM.parent}:{os.environ['PATH']}"
    done = run_words("bash", "--norc", "-ic", code, cwd=place, PATH=path)
    assert done.stdout.splitlines() == ["dice_cap=", "1 2 3 4 5 6"]
