"""Pig, installed as a package of its own, is played, verified, replayed and tuned like the other games."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from builders import ROOT, one_line, refusal, run_cli, run_each, run_words, succeed
from warm import PIG

from rules import games
from rules.errors import UserError
from simulate.plans.policies import built_in, position_weights, read_policy

PAGE = ROOT / "docs" / "adding-a-game.md"
COMMANDS = re.findall(r"^(?:simulate|pip) .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

CLI = "import sys; from simulate.cli import script; sys.exit(script())"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as pip installs it, to the byte the one that stands in the tests."""
    folder = tmp_path_factory.mktemp("pig")
    shutil.copytree(PIG, folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*pip, "--disable-pip-version-check", "--target", folder / "site", folder / "src"], check=True
    )
    for file in (PIG / "pig").iterdir():
        if file.is_file():
            assert (folder / "site" / "pig" / file.name).read_bytes() == file.read_bytes()
    return folder


def test_the_page_builds_the_game_that_stands_in_the_tests() -> None:
    """At most eight files, each named on the page."""
    files = [file for file in PIG.rglob("*") if file.suffix in (".py", ".toml")]
    assert len(files) <= 8
    for file in files:
        assert f"`{file.relative_to(PIG).as_posix()}`" in PAGE.read_text(encoding="utf-8")


def test_a_game_without_a_board_to_draw_says_so(pig: None, folder: Path) -> None:
    succeed("--game", "pig", "--n", 4, "--out", "few", cwd=folder)
    for form in ("svg", "png", "html"):
        words = ("replay", "few", "--game-index", 3, "--as", form, "--out", f"x.{form}")
        said = "there are no pictures of pig; `simulate replay` tells its games in words"
        assert one_line(run_cli(*words, cwd=folder)) == said
        assert not (folder / f"x.{form}").exists()
    told = succeed("replay", "few", "--game-index", 3, cwd=folder, terminal=True).stderr.splitlines()[-1]
    assert told == "next: simulate replay few --game-index 3 --out game-3.json"


def test_what_only_games_of_this_project_have_is_not_told_of_another(pig: None, folder: Path) -> None:
    """Features that a page of theirs explains, and claims; what to do instead is named."""
    assert "page players" not in succeed("rules", "pig", "--policies", cwd=folder).stdout
    assert one_line(run_cli("study", "claims", "--game", "pig", cwd=folder)) == (
        "study claims: claims are declared about starwars, carcassonne, catan or castle, not about pig; ask "
        "what is said of it in a study of yours: simulate study new NAME --game pig"
    )


@pytest.mark.parametrize(
    ("init", "says"),
    [
        (None, "(hog:GAME) does not load: ModuleNotFoundError: No module named 'hog'"),
        ("GAME = 1 +", "(hog:GAME) does not load: SyntaxError: invalid syntax"),
        ("GAME = 1", "(hog:GAME) is no rules.games.Game"),
        ("from rules.castle import GAME", "entry point, name and package must be the same word"),
        (  # its first run of six ended in an IndexError
            "from rules.games import Game\n"
            "GAME = Game('hog', 'Hog', '', (2, 6), 2, '', 'points', package='hog')",
            "is for up to 6 players, but 5 can sit at a table at most: change `players` of its GAME",
        ),
    ],
)
def test_a_package_that_does_not_load_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, init: str | None, says: str
) -> None:
    """And it is a mistake in the package, not of this program."""
    if init is not None:
        (tmp_path / "hog").mkdir()
        (tmp_path / "hog" / "__init__.py").write_text(init, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "hog", raising=False)
    monkeypatch.setattr(games, "entry_points", lambda **given: [EntryPoint("hog", "hog:GAME", games.GROUP)])
    monkeypatch.setattr(games, "names", lambda: (*games.OWN, "hog"))
    games.forget()
    assert says in refusal(games.load, "hog")


@pytest.mark.parametrize("game", [*games.OWN, "pig"])
def test_what_a_policy_does_is_told_without_the_others(pig: None, game: str) -> None:
    """A page names those who play, and no others that their texts could lean on."""
    for style in built_in(game).values():
        assert not style["text"].startswith("the same")


def test_a_game_may_have_the_move_features_of_another(
    pig: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a variant of it in a package of its own does: a policy reads them where they are."""
    file = tmp_path / "my.py"
    file.write_text(
        "from simulate.games.castle.move_features import MoveFeature\n\n"
        "def f(state, moves, features):\n    return features[:, MoveFeature.RID]\n"
    )
    inner = tmp_path / "inner.py"
    inner.write_text(
        "from simulate.games.castle.move_features import MoveFeature\n\n"
        "def f(state, moves, features):\n    return (lambda: features[:, MoveFeature.RID])()\n"
    )
    for one in (file, inner):
        with pytest.raises(UserError, match="reads the move features of castle, and pig is played"):
            read_policy("pig", f"{one}:f", 2)
    theirs = replace(games.load("pig").playing, move_features=games.load("castle").playing.move_features)
    monkeypatch.setitem(vars(games.load("pig")), "playing", theirs)
    assert read_policy("pig", f"{file}:f", 2).function == "f"


def test_a_file_that_looks_for_features_where_they_were_is_told_where_they_are(tmp_path: Path) -> None:
    file = tmp_path / "old.py"
    file.write_text(
        "from simulate.castle.move_features import MoveFeature\n\ndef f(state, moves, features): ...\n"
    )
    assert refusal(read_policy, "castle", f"{file}:f", 2).endswith("; it is simulate.games.castle now")


def test_what_a_file_of_weights_lacks_is_named(pig: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulate.plans.policies._tables", lambda game: {"greedy": {"gain": 1.0}})
    assert refusal(built_in.__wrapped__, "pig").endswith("weights.toml: the style 'greedy' has no text")
    assert refusal(position_weights, "pig", "search:1", 2).endswith(
        "weights.toml has no table [position.2], by which a search judges positions"
    )


OURS_OR_ITS_OWN = " (a fault of houserules or the package pig; --debug shows where)"


@pytest.mark.parametrize(
    ("file", "before", "after", "says"),
    [
        (
            "page.py", '("rolls",)', '("rols",)',
            "ValueError: 'rols_0' is not added up (Summed). Did you mean 'rolls_0'?",
        ),
        (
            "engine.py", "legal_moves(box: Struct, ", "legal_moves(",
            "ValueError: pig: legal_moves(options, state, moves) must be "
            "legal_moves(box, options, state, moves)",
        ),
        (
            "engine.py", ", is_over, moves=Move)", ", moves=Move)",
            "ValueError: pig.engine.is_over has the name of a verb and is not registered",
        ),
        (
            "engine.py", "die: int = number", "round: int = number",
            "TypeError: State.round: NumPy's records have a 'round' of their own; name the field otherwise",
        ),
        (
            "engine.py", "    return state.over == 1", "    return state.over == 2",
            "RuntimeError: game 0, turn 1: the game does not end: more decisions than there is room to note",
        ),
        (
            "engine.py", ", moves=Move)", ")",
            "ValueError: pig says not what its moves are made of: register(..., moves=Move)",
        ),
        (
            "__init__.py", 'unit="points"', 'unit=""',
            "ValueError: pig has no score, and no kernel `has_won` says who wins",
        ),
        (
            "engine.py", "    score: Array", "    safe: Array",
            "ValueError: pig counts points, and its state has no field 'score' of each seat",
        ),
        (
            "playing.py", "State, note_features, ", "State, ",
            "ValueError: pig.playing.note_features has the name of a verb and is not registered",
        ),
        (
            "options.py", '    """Points that win."""\n', "",
            "ValueError: the option 'target' has no text: a line in quotes under it",
        ),
    ],
)  # fmt: skip
def test_a_fault_in_a_package_may_be_its_own(
    installed: Path, tmp_path: Path, file: str, before: str, after: str, says: str
) -> None:
    """It is named, in the interpreter, in which a new game is to be played first."""
    spoil(installed, tmp_path, file, before, after)
    words = ["rules", "pig"] if file == "options.py" else ["--game", "pig", "--n", "4"]
    line = told(tmp_path, f"{FEWER_MOVES}; {CLI}", *words, NUMBA_DISABLE_JIT="1")
    assert re.sub(r"turn \d+", "turn 1", line) == f"simulate: {says}{OURS_OR_ITS_OWN}"


def test_what_a_package_leaves_out_of_its_page_is_as_usual(installed: Path, tmp_path: Path) -> None:
    """Without features it has no styles of play either, and its players are called what they are."""
    copy_site(installed, tmp_path)
    for file in ("page.py", "playing.py", "weights.toml"):
        (tmp_path / "site" / "pig" / file).unlink()
    text = (tmp_path / "site" / "pig" / "__init__.py").read_text(encoding="utf-8")
    modules = '    modules={"analysis": "page", "report": "page"},\n'
    assert modules in text
    (tmp_path / "site" / "pig" / "__init__.py").write_text(text.replace(modules, ""), encoding="utf-8")
    words = ("--game", "pig", "--n", "20", "--jobs", "1", "--rule", "target=20", "--out", "few")
    said = output_of_package(tmp_path, *words)
    assert "20 games, 2 players, target=20, policy random, seed 1" in said
    assert "rolls" in said
    assert "busts" in said
    report = output_of_package(tmp_path, "replay", "few", "--game-index", "3")
    assert re.search(r"^ +0  1 .* rolls \d", report, re.MULTILINE)
    known = output_of_package(tmp_path, "rules", "pig", "--policies")
    assert "heuristic" not in known
    assert "greedy that plays its best moves on to the end of the game" in known


def output_of_package(folder: Path, *words: str) -> str:
    """What a command prints, in the interpreter, with the package in a folder."""
    paths = os.pathsep.join(map(str, (folder / "site", ROOT)))
    done = run_words(sys.executable, "-c", CLI, *words, cwd=folder, PYTHONPATH=paths, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_field_that_a_compiled_game_lacks_is_named(installed: Path, tmp_path: Path) -> None:
    spoil(installed, tmp_path, "engine.py", "state.busts[seat] +=", "state.ones[seat] +=")
    assert told(tmp_path, CLI, "--game", "pig") == (
        "simulate: RuntimeError: cannot be compiled: a record has no field 'ones'; NUMBA_DISABLE_JIT=1 finds "
        f"where{OURS_OR_ITS_OWN}"
    )


def test_a_file_of_weights_that_cannot_be_read_is_named(installed: Path, tmp_path: Path) -> None:
    file = spoil(installed, tmp_path, "weights.toml", "points = 0.0", "points = ")
    assert told(tmp_path, CLI, "--game", "pig").startswith(f"simulate: {file}: not valid TOML: Invalid value")
    file.unlink()
    said = told(tmp_path, CLI, "--game", "pig")
    assert said == f"simulate: {file}: cannot be read: No such file or directory"


FEWER_MOVES = "import simulate.play.playing as playing; playing.MOST_MOVES = 2_000"


def copy_site(installed: Path, folder: Path) -> None:
    """Without what was compiled, which Python would take for what changes within the same second."""
    shutil.copytree(installed / "site", folder / "site", ignore=shutil.ignore_patterns("__pycache__"))


def spoil(installed: Path, folder: Path, file: str, before: str, after: str) -> Path:
    """The file of a copy of the package that says something else there."""
    copy_site(installed, folder)
    place = folder / "site" / "pig" / file
    text = place.read_text(encoding="utf-8")
    assert before in text
    place.write_text(text.replace(before, after), encoding="utf-8")
    return place


def told(folder: Path, program: str, *words: str, **env: str) -> str:
    """The last line of what the program says when it fails with the package in a folder."""
    paths = os.pathsep.join(map(str, (folder / "site", ROOT)))
    done = run_words(sys.executable, "-c", program, *words, cwd=folder, PYTHONPATH=paths, **env)
    assert done.returncode > 0
    return done.stderr.splitlines()[-1]


def test_the_commands_of_the_page_work(installed: Path) -> None:
    """As a user types them, one after the other: found by its entry point, with the kernels of `warm`."""
    assert len(COMMANDS) > 5
    paths = os.pathsep.join(map(str, (PIG, installed / "site", ROOT)))
    typed = [shlex.split(command)[1:] for command in COMMANDS if command.startswith("simulate ")]
    said = run_each(typed, installed, PYTHONPATH=paths)
    assert len(said) == len(typed)
    assert all(said[i] for i, words in enumerate(typed) if words[:2] != ["study", "new"])
    assert (installed / "dared.toml").exists()
    assert "pig" in (installed / "runs").iterdir().__next__().name
