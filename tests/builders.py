"""Small builders that the tests share: tables to lay tiles on, simulators, the program as a subprocess."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simulate.io.console
from rules.errors import UserError
from rules.fields import blank
from rules.kernel import INTERPRETED, Struct
from rules.options import as_struct, rule_words
from rules.starwars.engine import clear_game
from rules.starwars.options import Options, complete
from rules.starwars.state import State
from rules.starwars.tiles import STANDARD, load_tiles
from rules.tiles.board import clear_board, place_tile
from rules.tiles.grid import cell_of
from rules.tiles.moves import NOTHING, pack_move
from rules.tiles.preview import look_at, preview
from rules.tiles.tileset import Tile, TileSet
from simulate.cli import main
from simulate.plans.plan import make_plan
from simulate.plans.policies import move_features
from simulate.play.simulator import Simulator
from simulate.store.blocks import sealed, unsealed
from simulate.store.runs import Run
from simulate.working.verify import verify

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(sys.executable).with_name("simulate")

BOX = load_tiles()
"""The standard tile set."""

GREEDY = {"points": 1.0, "standing": 1.0}
RAIDER = {"points": 1.0, "standing": 0.6, "rival_standing": -1.0, "battles": 4.0, "attacks": 6.0}
"""Weights that stay as they are when the built-in styles are tuned; the raider seeks battles."""


def volume(compiled: int, interpreted: int) -> int:
    """How many games, or draws, a test can afford in this mode."""
    return interpreted if INTERPRETED else compiled


# --- tables of tiles


Laid = tuple[int, int, Tile, int]
"""A tile that was laid: x, y, tile, rotation."""


class Board:
    """A bare board of any tile set: what was laid is kept in `laid` as (x, y, tile, rotation)."""

    def __init__(self, tileset: TileSet | None = None) -> None:
        self.tileset = tileset or BOX
        self.array = blank(State)
        self.laid: list[Laid] = []

    @property
    def state(self) -> Struct:
        """The record that kernels take."""
        return self.array[0]

    @property
    def tiles(self) -> Struct:
        """The look-up tables that kernels take."""
        return self.tileset.tables[0]

    def clear(self) -> None:
        """Take every tile off."""
        clear_board(self.state)
        self.laid = []

    def lay(self, tile: int | str, x: int, y: int, rotation: int = 0) -> int:
        """Lay a tile by id or design number and return its index."""
        design = tile if isinstance(tile, int) else self.tileset.number(tile)
        assert design >= 0, tile
        self.laid.append((x, y, self.tileset.tiles[design], rotation))
        return place_tile(self.tiles, self.state, cell_of(x, y), design, rotation)

    def preview(self, design: int, x: int, y: int, rotation: int) -> None:
        """What the features of a tile would be where it fits; the answer lies in the state."""
        self.state.placements[0] = pack_move(cell_of(x, y), rotation, NOTHING, 0)
        preview(self.tiles, self.state, design, look_at(self.state, 0))

    def node(self, tile: int, segment: int = 0) -> int:
        """The node of a segment of the tile with this index."""
        return int(self.state.first_node[tile]) + segment

    def root(self, tile: int, segment: int = 0) -> int:
        """The node that speaks for the feature of a segment."""
        return int(self.state.feature[self.node(tile, segment)])


class Position(Board):
    """An empty Star Wars table: seats are taken, tiles and meeples are put down by hand."""

    def __init__(self, players: int = 2, tileset: TileSet | None = None, **options: Any) -> None:
        super().__init__(tileset)
        self.options = complete(Options(**options), players)
        self.rules = as_struct(self.options)
        clear_game(self.rules[0], self.state, players)


# --- games


def simulator(
    policy: str = "random",
    players: int = 3,
    tiles: Path | str | None = None,
    preset: str | None = None,
    weights: dict[str, float] | None = None,
    game: str = "starwars",
    seed: int = 1,
    **options: Any,
) -> Simulator:
    """A simulator of a game; `weights` (name: weight) replace the policies of all seats."""
    asked = {"players": players, "policy": policy, "preset": preset, "tiles": tiles, "seed": seed}
    plan = make_plan(game, 1, rules=rule_words(options), **asked)
    made = Simulator(plan)
    if weights is not None:
        made.set_weights([np.array([weights.get(name, 0.0) for name in move_features(game)])] * players)
    return made


def tiles_text() -> str:
    """The text of the standard tile file."""
    return STANDARD.read_text(encoding="utf-8")


def tile_table(**given: str | None) -> str:
    """One [[tile]] table as TOML text, without the keys that are None."""
    return "[[tile]]\n" + "".join(f"{key} = {value}\n" for key, value in given.items() if value is not None)


def refused_tiles(load: Callable[[Path], object], path: Path, text: str) -> str:
    """The one line with which a tile file is refused, without the file's name before it."""
    path.write_text(text, encoding="utf-8")
    message = refusal(load, path)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def box(path: Path, game: str, **counts: int) -> Path:
    """A tile file of this game with so many tiles of some designs."""
    blocks = (ROOT / "rules" / game / "tiles.toml").read_text(encoding="utf-8").split("[[tile]]")[1:]
    kept = []
    for block in blocks:
        name = str(re.search(r'id = "(.+)"', block)[1]).replace("-", "_")  # type: ignore[index]
        if name in counts:
            kept.append(re.sub(r"count = \d+", f"count = {counts[name]}", block))
    path.write_text("".join(f"[[tile]]{block}" for block in kept), encoding="utf-8")
    return path


# --- pictures


def composed(draw: Any, title: str, caption: str, suffix: str) -> tuple[bytes, Any]:
    """In place of `reports.pictures.plots.drawn`: a picture with its numbers and words, not painted."""
    from reports.pictures.plots import finished

    with finished(draw, title, caption) as (_, rows):
        return b'<svg viewBox="0 0 9 9"></svg>', rows


# --- runs

PLAN: dict[str, Any] = {"n": 120, "policy": "random", "seed": 3}
"""The plan of the fixtures `whole` and `run`."""


def content(run: Run) -> str:
    """The content hash of a run without faults."""
    found = verify(run)
    assert found.faults == ()
    assert len(found.content_hash) == 64
    return found.content_hash


def change_sealed(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what a sealed file says, and seal it again."""
    says = unsealed(path.read_bytes())
    change(says)
    path.write_bytes(sealed(says))


def spoil(path: Path) -> None:
    """Change one byte in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def replace_table(answer: Path, table: str, data: bytes) -> None:
    """Put these bytes in the place of a table of a comparison, and seal a checksum that fits."""
    (answer / "tables" / f"{table}.csv").write_bytes(data)
    checksum = hashlib.sha256(data).hexdigest()
    change_sealed(
        answer / "comparison.json", lambda says: says["files"].update({f"tables/{table}.csv": checksum})
    )


def change_receipt(run: Run, first: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what a receipt says, and seal it again."""
    change_sealed(run.receipt_path(first), change)


def replace_file(run: Run, table: str, first: int, data: bytes) -> None:
    """Put these bytes in the place of a table's file, and seal a receipt that fits."""
    run.table_path(table, first).write_bytes(data)
    checksum = hashlib.sha256(data).hexdigest()
    change_receipt(run, first, lambda receipt: receipt["files"][table].update(sha256=checksum))


def change_manifest(run: Run, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what a manifest says, and seal it again."""
    change_sealed(run.path / "manifest.json", change)


def refusal(call: Callable[..., Any], *args: Any, **given: Any) -> str:
    """The one line with which something is refused."""
    with pytest.raises(UserError) as caught:
        call(*args, **given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- the program


def environment(**changes: str | None) -> dict[str, str]:
    """The environment for a subprocess: ours, with changes; None takes a variable away."""
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200", **changes}
    return {name: value for name, value in env.items() if value is not None}


PATIENCE = 3600
"""Seconds after which a program is taken to hang; no machine is so slow or so busy that one takes them."""


Tried = Callable[[int], None]
"""Says how many things a test tries, for `make torture`: the fixture `tried`."""

Done = subprocess.CompletedProcess[str]
"""What came of a command."""


def run_cli(*words: object, cwd: Path, columns: int = 200, terminal: bool = False, **more: str) -> Done:
    """What ``simulate WORDS`` says and returns: run in this process, where everything is loaded already.

    It sees a `terminal` if one is asked for, which shows no moving lines, and `more` in its environment.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2))
    code = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(cwd)
        patch.setattr(sys, "argv", ["simulate", *map(str, words)])
        env = {"NO_COLOR": "1", "COLUMNS": str(columns)}
        env |= {"TTY_COMPATIBLE": "1", "TERM": "dumb"} if terminal else {}
        for name, value in (env | more).items():
            patch.setenv(name, value)
        for console in (simulate.io.console.out, simulate.io.console.err):
            console.cache_clear()
        kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:  # what the interpreter would show
            traceback.print_exc()
            code = 1
        finally:
            for number, handler in kept.items():  # which a program that ends gives back
                signal.signal(number, handler)
    for console in (simulate.io.console.out, simulate.io.console.err):
        console.cache_clear()
    said, told = (stream.buffer.getvalue().decode() for stream in (out, err))
    return Done(list(map(str, words)), code, said, told)


def succeed(*words: object, cwd: Path, **how: Any) -> Done:
    """The same for a command that must succeed."""
    done = run_cli(*words, cwd=cwd, **how)
    assert done.returncode == 0, done.stderr
    return done


def output_of(*words: object, cwd: Path, **how: Any) -> str:
    """What such a command prints."""
    return succeed(*words, cwd=cwd, **how).stdout


def as_json(*words: object, cwd: Path) -> Any:
    """What a command that must succeed tells a script."""
    return json.loads(succeed(*words, "--json", cwd=cwd).stdout)


def numbers_of(found: Mapping[str, Any], table: str, measure: str) -> list[Any]:
    """The numbers of a measure in the findings of a run: of each side, or of all games."""
    return [row for row in found["numbers"] if (row["table"], row["measure"]) == (table, measure)]


def runs_of(answer: Path) -> dict[str, Path]:
    """The runs of a study by what it calls them."""
    rows = pd.read_csv(answer / "tables" / "runs.csv")
    cwd = next(folder for folder in answer.parents if (folder / "runs").is_dir())
    return {name: cwd / run for name, run in zip(rows["name"], rows["run"], strict=True)}


def page_of_run(run: Run) -> str:
    """The page of a run, as text of one file."""
    return run.answer().html(run.command, "")


def run_words(*words: object, cwd: Path, **env: str | None) -> Done:
    """What comes of any command, in a process of its own."""
    return subprocess.run(
        [*map(str, words)],
        cwd=cwd,
        env=environment(**env),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def run_program(*words: object, cwd: Path, **env: str | None) -> Done:
    """What the program says as a process, which takes a second and more: for what only that can show."""
    return run_words(PROGRAM, *words, cwd=cwd, **env)


def run_python(code: str, cwd: Path, **env: str | None) -> str:
    """Run a piece of Python in a fresh interpreter; it must succeed. Returns its stdout."""
    done = run_words(sys.executable, "-c", code, cwd=cwd, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


IMPORTING = """
import sys
from simulate.cli import main
sys.argv = ["simulate", *{words}]
try:
    main()
finally:
    print("\\nimported", *sys.modules)
"""
"""The program in a process that tells what it has imported."""

SPARED = {"numpy.f2py.f2py2e", "numpy.testing._private"}
HEAVY = {"numba", "numpy", "pandas", "pyarrow", "matplotlib", "scipy", "joblib", "rich", *SPARED}


def imported_by(*words: str, cwd: Path, **env: str | None) -> set[str]:
    """What ``simulate WORDS`` imports of packages that take long to import; it must succeed."""
    said = run_python(IMPORTING.format(words=list(words)), cwd, **env)
    return HEAVY & set(said.rpartition("\nimported ")[2].split())


EACH = """
from simulate.cli import main
for words in commands:
    sys.argv = ["simulate", *words]
    print("$", *words, flush=True)
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
"""
"""One command after the other, in a process that has imported everything once."""


def run_each(commands: Sequence[Sequence[str]], cwd: Path, **env: str | None) -> list[str]:
    """What each of these commands says, in a fresh interpreter; all must succeed."""
    said = run_python(f"import sys\ncommands = {list(map(list, commands))}\n{EACH}", cwd, **env)
    return re.split(r"^\$ .*\n", said, flags=re.M)[1:]


def one_line(done: Done, code: int = 2) -> str:
    """The only line on stderr; nothing on stdout, no traceback."""
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("simulate: ")
    assert "Traceback" not in line
    return line.removeprefix("simulate: ")
