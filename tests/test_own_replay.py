"""Games in plain Python played again: told in words, written as records, judged by their own rules."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from builders import as_json, one_line, output_of, run_cli, succeed

from rules import games
from simulate.plain.records import move_as_json
from simulate.replays.replay import replay
from simulate.store.runs import load

GAMES = Path(__file__).parent / "own"
"""Games in one file each."""

EVERY = ("pig", "no_thanks", "duel", "escape", "race", "partners")
"""With a score and without; with teams, all together, and without a decision."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games, a run of each by its name, and game 5 of each as a record."""
    path = tmp_path_factory.mktemp("own")
    shutil.copytree(GAMES, path, dirs_exist_ok=True)
    for name in EVERY:
        succeed("--game", f"{name}.py", "--n", 8, "--jobs", 1, "--out", f"{name}-run", cwd=path)
        asked = ("replay", f"{name}-run", "--game-index", 5, "--out", f"{name}.json")
        succeed(*asked, cwd=path)
    return path


def record(folder: Path, name: str) -> Any:
    """The record of game 5."""
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def judged(folder: Path, tmp_path: Path) -> Callable[..., Any]:
    """Judges game 5 of a game with other parts."""

    def judge(name: str, **parts: Any) -> Any:
        path = tmp_path / "other.json"
        path.write_text(json.dumps({**record(folder, name), **parts}), encoding="utf-8")
        return json.loads(run_cli("referee", path, "--game", f"{name}.py", "--json", cwd=folder).stdout)

    return judge


# --- in words


def test_a_game_is_told_turn_by_turn_with_the_authors_words_and_the_scores(folder: Path) -> None:
    lines = output_of("replay", "pig-run", "--game-index", 5, cwd=folder).splitlines()
    assert lines[0] == "Pig, game 5 of seed 1, 2 players, policy random"
    assert lines[2] == " turn  seat     1     2   (points)"
    banked = [line.partition("banks ") for line in lines if "banks" in line]
    assert sum(int(points) for *_, points in banked) == sum(record(folder, "pig")["result"]["scores"])
    best = max(record(folder, "pig")["result"]["scores"])
    assert lines[-1].endswith(f" wins with {best} points")


def test_of_a_game_without_a_score_no_score_is_told(folder: Path) -> None:
    lines = output_of("replay", "duel-run", "--game-index", 5, cwd=folder).splitlines()
    assert lines[2] == " turn  seat"
    assert lines[-1] in (" seat 1 wins", " seat 2 wins")


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("escape", (" the players win", " the players lose")),
        ("partners", (" team 1+3 wins with", " team 2+4 wins with")),
        ("race", (" seat 1 wins", " seat 2 wins", " seat 1 and seat 2 share the win")),
    ],
)
def test_who_wins_together_is_told_together(folder: Path, name: str, ends: tuple[str, ...]) -> None:
    assert output_of("replay", f"{name}-run", "--game-index", 5, cwd=folder).splitlines()[-1].startswith(ends)


def test_a_game_that_is_stopped_goes_on(folder: Path) -> None:
    told = output_of("replay", "pig-run", "--game-index", 5, "--turn", 3, cwd=folder)
    assert "policy random, up to turn 3" in told
    assert told.endswith(" the game goes on\n")


def test_a_game_played_again_shows_itself_in_a_notebook(folder: Path) -> None:
    played = replay(load(folder / "pig-run"), 5)
    assert repr(played).startswith("<Played pig-")
    assert played.n_turns == played.last_turn + 1


# --- as records


@pytest.mark.parametrize("name", EVERY)
def test_the_referee_finds_every_game_legal_with_the_result_of_its_run(folder: Path, name: str) -> None:
    verdict = as_json("referee", f"{name}.json", "--game", f"{name}.py", cwd=folder)
    rows = load(folder / f"{name}-run").rows("seats", 5)
    assert verdict["legal"]
    assert verdict["winners"] == rows["seat"][rows["win_share"] > 0].tolist()
    assert verdict.get("scores") == (rows["score"].tolist() if "score" in rows else None)


def test_a_record_says_seed_index_and_options_and_then_the_moves_alone(folder: Path) -> None:
    pig = record(folder, "pig")
    assert {"seed": 1, "game_index": 5, "players": 2}.items() <= pig.items()
    assert pig["options"] == {"target": 50, "spoiler": 1}
    assert set(pig["turns"]) == {"roll", "bank"}


def test_a_game_is_judged_by_seed_and_index_of_its_record(judged: Callable[..., Any], folder: Path) -> None:
    """Another game has other dice, so the same moves bring another result, if they are legal there."""
    verdict = judged("pig", game_index=6)
    assert not verdict["legal"]


def test_games_of_a_run_are_judged_together(folder: Path) -> None:
    succeed("replay", "no_thanks-run", "--game-index", "0-7", "--out", "all.jsonl", cwd=folder)
    assert "8 games, 0 not legal" in output_of("referee", "all.jsonl", "--game", "no_thanks.py", cwd=folder)


def test_a_game_that_was_stopped_is_legal_and_nobody_has_won(folder: Path) -> None:
    succeed("replay", "pig-run", "--game-index", 5, "--turn", 3, "--out", "part.json", cwd=folder)
    verdict = as_json("referee", "part.json", "--game", "pig.py", cwd=folder)
    assert (verdict["legal"], verdict["winners"]) == (True, [])


def test_a_move_that_is_not_legal_is_named_with_its_turn_and_those_that_are(
    judged: Callable[..., Any],
) -> None:
    verdict = judged("pig", turns=["bank"])
    assert (verdict["legal"], verdict["turn"], verdict["rule"]) == (False, 0, "moves")
    assert verdict["message"] == 'seat 1 may not play "bank"; legal: "roll"'


def test_a_move_after_the_end_is_not_legal(judged: Callable[..., Any], folder: Path) -> None:
    turns = record(folder, "pig")["turns"]
    verdict = judged("pig", turns=[*turns, "roll"])
    assert (verdict["turn"], verdict["message"]) == (len(turns), '"roll" comes after the end')


def test_a_result_that_is_not_that_of_the_game_is_named(judged: Callable[..., Any]) -> None:
    verdict = judged("pig", result={"scores": [0, 0]})
    assert (verdict["rule"], verdict["turn"]) == ("RESULT", None)
    assert verdict["message"].startswith("scores[0] is ")


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"seed": -1}, "seed must be a whole number"),
        ({"game_index": "5"}, "game_index must be a whole number"),
        ({"turns": "roll"}, "turns must be a list"),
        ({"goal": 1}, 'no key "goal"'),
        ({"players": 9}, "2 to 8 players"),
        ({"options": {"targt": 20}}, "Did you mean 'target'"),
    ],
)
def test_what_makes_no_game_is_refused(judged: Callable[..., Any], parts: Any, said: str) -> None:
    assert said in judged("pig", **parts)["error"]


def test_scores_have_no_place_in_a_record_of_a_game_without_a_score(
    judged: Callable[..., Any], folder: Path
) -> None:
    assert set(record(folder, "duel")["result"]) == {"winners"}
    assert 'no key "scores"' in judged("duel", result={"scores": [1, 0]})["error"]


def test_a_record_of_another_text_of_the_file_is_said_to_be_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_plain", {})  # as in a process of its own
    text = (folder / "pig.py").read_text(encoding="utf-8")
    (tmp_path / "pig.py").write_text(text.replace("option(50", "option(60"), encoding="utf-8")
    said = one_line(run_cli("referee", folder / "pig.json", "--game", "pig.py", cwd=tmp_path))
    old = record(folder, "pig")["game"]
    assert f"a record of {old}, another text of pig.py than the file has now" in said


def test_a_record_of_another_game_is_said_to_be_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_plain", {})
    said = one_line(run_cli("referee", "pig.json", "--game", "duel.py", cwd=folder))
    assert f"a record of {record(folder, 'pig')['game']}, not of duel.py" in said


def test_a_record_names_no_file_so_the_user_has_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_plain", {})
    said = one_line(run_cli("referee", "pig.json", cwd=folder))
    assert said.endswith("a game in plain Python; say its file: --game FILE.py")


# --- moves as JSON


class Colour(Enum):
    """A word of an author's."""

    RED = 1


@dataclass(frozen=True)
class Trade:
    """A move of an author's."""

    give: Colour
    cards: tuple[int, ...]


@pytest.mark.parametrize(
    ("move", "written"),
    [
        ("roll", "roll"),
        (3, 3),
        (None, None),
        (("take", 5, (1, 2)), ["take", 5, [1, 2]]),
        (Colour.RED, "RED"),
        (Trade(Colour.RED, (1, 2)), {"give": "RED", "cards": [1, 2]}),
        (frozenset({2, 1}), [1, 2]),
        ({"to": (0, 1)}, {"to": [0, 1]}),
    ],
)
def test_moves_of_all_kinds_stand_in_records_as_people_read_them(move: Any, written: Any) -> None:
    assert move_as_json(move) == written
    assert json.loads(json.dumps(written)) == written


# --- faults of the author's code


def test_a_fault_in_words_of_a_move_is_named_with_all_about_it(folder: Path, tmp_path: Path) -> None:
    text = (folder / "pig.py").read_text(encoding="utf-8")
    (tmp_path / "silent.py").write_text(text.replace('f"banks {self.rolled}"', "self.words"), "utf-8")
    succeed("--game", "silent.py", "--n", 2, "--jobs", 1, "--out", "run", cwd=tmp_path)
    said = one_line(run_cli("replay", "run", "--game-index", 1, cwd=tmp_path), code=1)
    assert "silent.py failed in game 1, turn " in said
    assert "silent.py, line 39: AttributeError: 'Pig' object has no attribute 'words'" in said
    assert said.endswith(", move 'roll'; again: simulate replay run --game-index 1")
