"""Whatever a file or an option holds is accepted, or refused in one line; no traceback, hang or flood.

A fixed budget of examples for each reader, small by default and large in `make verify`. What was found so
lies below as ordinary tests.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from builders import ROOT, Tried, change_manifest, change_receipt, replace_file, run_cli, succeed
from hostile import WORDS, as_toml, check, garbled, wrong
from hypothesis import given, settings
from hypothesis import strategies as st

import simulate
import simulate.working.tune as tune
from rules.games import OWN
from rules.kernel import INTERPRETED
from simulate.cli import program
from simulate.store.runs import Run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="what is accepted is played")

seeds = st.integers(0, 2**32 - 1)
"""Of what spoils a file: the example that fails prints the one with which it fails again."""


def budget(few: int, many: int) -> pytest.MarkDecorator:
    """Run with few examples by default, with many in `make verify`."""
    return pytest.mark.parametrize(
        "examples", [few, pytest.param(many, marks=pytest.mark.verify)], ids=["few", "many"]
    )


# --- files of users

STUDY = """
question = "What if?"
game = "starwars"
players = [2]
policies = ["random"]
games = 20
rules = { tied_roll_points = 2 }
laws = ["luck"]
page = "{{ answer('four') }}"
[[measures]]
name = "turns"
margin = 2
because = "two turns are the least that a table feels"
[[arms]]
name = "four"
rules = { dice_cap = 4 }
"""


@dataclass(frozen=True)
class Kind:
    """A kind of file that users give: a whole one, how a wrong value is written, and what reads it."""

    suffix: str
    whole: bytes
    words: tuple[str, ...]

    def value(self) -> dict[str, Any]:
        """What the whole file says."""
        text = self.whole.decode()
        found: dict[str, Any] = tomllib.loads(text) if self.suffix == ".toml" else json.loads(text)
        return found

    def written(self, value: dict[str, Any]) -> bytes:
        """A file that says this."""
        return as_toml(value) if self.suffix == ".toml" else json.dumps(value).encode()


PLAY = ("--n", "1", "--policy", "random", "--tables", "games", "--jobs", "1", "--out", "run", "--game")


def kind(name: str, folder: Path) -> Kind:
    """A kind of file that a user gives, by its name; FILE is where it lies."""
    what, _, game = name.partition(" of ")
    if what == "tiles":
        path = ROOT / "rules" / game / "tiles.toml"
        return Kind(".toml", path.read_bytes(), (*PLAY, game, "--tiles", "FILE"))
    if what == "record":
        simulate.run(game, n=1, policy="random", seed=5, jobs=1, out=folder / game, tables="games")
        record = run_cli("replay", game, "--game-index", 0, "--as", "json", cwd=folder).stdout
        return Kind(".json", record.encode(), ("referee", "FILE"))
    if what == "weights":
        weights = (ROOT / "simulate" / "games" / game / "weights.toml").read_text(encoding="utf-8")
        style = dict([next(iter(tomllib.loads(weights).items()))])
        return Kind(".toml", as_toml(style), (*PLAY, game, "--policy", "FILE"))
    if what == "board":
        board = tomllib.loads((ROOT / "rules" / game / "board.toml").read_text(encoding="utf-8"))
        return Kind(
            ".toml", as_toml(board["beginner"]), (*PLAY, game, "--rule", "board=explicit", "--board", "FILE")
        )
    return Kind(".toml", STUDY.encode(), ("study", "FILE", "--jobs", "1", "--out", "answer"))


QUICK = ["tiles of starwars", "record of starwars", "weights of starwars", "study"]
KINDS = [
    *QUICK,
    "tiles of carcassonne",
    *(f"{what} of {game}" for game in OWN if game != "starwars" for what in ("record", "weights")),
    "board of catan",
]


@pytest.mark.parametrize(
    ("name", "examples"),
    [(name, 2) for name in QUICK] + [pytest.param(name, 300, marks=pytest.mark.verify) for name in KINDS],
)
def test_files_of_users(
    name: str, examples: int, tmp_path_factory: pytest.TempPathFactory, tried: Tried
) -> None:
    tried(examples)
    place = tmp_path_factory.mktemp("kind")
    whole = kind(name, place)
    (place / f"whole{whole.suffix}").write_bytes(whole.whole)
    words = (f"whole{whole.suffix}" if word == "FILE" else word for word in whole.words)
    succeed(*words, cwd=place)  # which compiles, too: that takes time and memory

    @settings(max_examples=examples)
    @given(seeds, st.booleans())
    def hold(seed: int, as_bytes: bool) -> None:
        rng = Random(seed)
        folder = tmp_path_factory.mktemp("fuzz")
        file = folder / f"file{whole.suffix}"
        file.write_bytes(garbled(whole.whole, rng) if as_bytes else whole.written(wrong(whole.value(), rng)))
        check(*(file.name if word == "FILE" else word for word in whole.words), cwd=folder)
        shutil.rmtree(folder)

    hold()


# --- files of a run


def change_table(run: Run, rng: Random) -> None:
    """Bytes of a table's file, its checksum made to fit."""
    replace_file(run, "seats", 50, garbled(run.table_path("seats", 50).read_bytes(), rng))


def edit(data: dict[str, Any], rng: Random) -> None:
    """Spoil a JSON object in its place."""
    made = wrong(data, rng)
    data.clear()
    data.update(made)


IN_RUNS: dict[str, Callable[[Run, Random], None]] = {
    "manifest": lambda run, rng: change_manifest(run, lambda data: edit(data, rng)),
    "receipt": lambda run, rng: change_receipt(run, 50, lambda data: edit(data, rng)),
    "table": change_table,
}
"""What is spoilt in a run by somebody who makes seals and checksums fit."""


@budget(3, 200)
@pytest.mark.parametrize("name", IN_RUNS)
def test_files_of_a_run(
    name: str, examples: int, whole: Run, tmp_path_factory: pytest.TempPathFactory, tried: Tried
) -> None:
    tried(examples)

    @settings(max_examples=examples)
    @given(seeds)
    def hold(seed: int) -> None:
        folder = tmp_path_factory.mktemp("fuzz")
        shutil.copytree(whole.path, folder / "run")
        IN_RUNS[name](Run(folder / "run", whole.plan, whole.manifest), Random(seed))
        for words in (["verify", "run"], ["runs", "--in", "."], ["replay", "run", "--game-index", "60"]):
            check(*words, cwd=folder)
        shutil.rmtree(folder)

    hold()


# --- options

BASE = {
    "": " ".join((*PLAY, "starwars")),
    "cache": "",
    "combine": "run run",
    "compare": "--game starwars --rule dice_cap=4 --n 8 --policy random --jobs 1",
    "export": "run",
    "from": "run --game-index 0 --turn 30 --n 4 --moves 1 --jobs 1",
    "games": "",
    "odds": "6,6 3",
    "plot": "run",
    "referee": "game.json",
    "repair": "run",
    "replay": "run --game-index 0",
    "report": "run",
    "review": "run --game-index 0 --n 8 --jobs 1",
    "rules": "starwars",
    "runs": "",
    "study": "seats --game starwars --n 20 --players 2 --jobs 1",
    "sweep": "--game starwars --rule dice_cap=3,4 --n 8 --policy random --jobs 1",
    "tune": "--game starwars --games 10 --generations 1",
    "verify": "run",
    "watch": "run --game-index 0 --n 8 --jobs 1 --no-browser",
}
"""A small command of each verb; what is put to an option stands behind it."""
LEFT_OUT = {"--scheduler", "--debug", "--until", "--trust"}
"""What asks the network, asks for a traceback, or asks for as many games as it takes."""


def options_of(verb: str) -> list[str]:
    """The options of a verb that take a value."""
    with click.Context(program) as context:
        command = program.get_command(context, verb) if verb else program
    assert command is not None
    options = [option for option in command.params if isinstance(option, click.Option) and not option.is_flag]
    return sorted({name for option in options for name in option.opts if name.startswith("--")} - LEFT_OUT)


OPTIONS = [(verb, option) for verb in BASE for option in options_of(verb)]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a run and a record."""
    folder = tmp_path_factory.mktemp("asked")
    simulate.run("starwars", n=8, policy="random", jobs=1, out=folder / "run")
    run_cli("replay", "run", "--game-index", 0, "--out", "game.json", cwd=folder)
    return folder


@budget(12, 600)
def test_option_values(
    examples: int,
    asked: Path,
    tmp_path_factory: pytest.TempPathFactory,
    tried: Tried,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried(examples)
    monkeypatch.setattr(tune, "CHECK_GAMES", 100)

    @settings(max_examples=examples)
    @given(st.sampled_from(OPTIONS), st.sampled_from(WORDS) | st.text(max_size=12))
    def hold(option: tuple[str, str], value: str) -> None:
        verb, flag = option
        folder = tmp_path_factory.mktemp("fuzz")
        shutil.copytree(asked, folder, dirs_exist_ok=True)
        check(*([verb] if verb else []), *BASE[verb].split(), flag, value, cwd=folder)
        shutil.rmtree(folder)

    hold()


# --- what was found


@pytest.mark.parametrize("option", ["--n", "--block-size", "--first-game", "--seed"])
def test_a_number_with_thousands_of_digits(tmp_path: Path, option: str) -> None:
    """Python refuses to print it."""
    said = check(*PLAY, "starwars", option, "9" * 5_000, cwd=tmp_path)
    assert said.returncode == 2
    assert "a number of 5000 digits is too large" in said.stderr


@pytest.mark.parametrize("first", [None, "50", 50.0, True, -50, 10**30])
def test_a_receipt_whose_first_game_is_no_such_number(run: Run, first: object) -> None:
    change_receipt(run, 50, lambda receipt: receipt.update(first=first))
    assert "damaged receipt: " in check("verify", run.path, cwd=run.path.parent).stdout


def test_a_parquet_file_whose_pages_are_not_what_its_footer_says(run: Run) -> None:
    """A checksum that fits helps nobody to read it."""
    data = bytearray(run.table_path("seats", 50).read_bytes())
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")  # where the footer begins
    data[4:end] = bytes(end - 4)
    replace_file(run, "seats", 50, bytes(data))
    assert "not a Parquet file" in check("verify", run.path, cwd=run.path.parent).stdout
    assert check("report", run.path, cwd=run.path.parent).returncode == 1


@pytest.mark.parametrize(
    "text", [b"a = " + b"9" * 5_000, b"a = " + b"[" * 50_000, b"\xff", b"a = 1\na = 2"], ids=range(4)
)
def test_toml_that_cannot_be_read(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "my.toml").write_bytes(text)
    said = check("study", "my.toml", cwd=tmp_path)
    assert (said.returncode, said.stderr.startswith("simulate: my.toml: not valid TOML: ")) == (2, True)
