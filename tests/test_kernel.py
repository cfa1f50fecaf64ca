"""The cache of compiled kernels never lies, and compiled and interpreted games are the same."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from builders import ROOT, run_python
from numba import types

import rules.kernel_cache
from rules.fields import Fields, blank, field
from rules.games import OWN
from rules.kernel import INTERPRETED, Array, game_of, kernel
from rules.kernel_cache import ANY, ROOMS, SHARED, cache_folder, engine_files, program_in_files
from rules.kernel_types import type_of
from rules.kernel_way import SWITCH

ENGINE = (
    "kernel.py",
    "kernel_cache.py",
    "kernel_files.py",
    "kernel_parts.py",
    "kernel_plain.py",
    "kernel_target.py",
    "kernel_types.py",
    "kernel_way.py",
    "games.py",
    "errors.py",
    "extending.py",
    "words.py",
)
"""What a package of kernels needs."""


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the engine's sources whose cache folders `cache_folder` names."""
    for package in ("rules", "simulate"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(rules.kernel_cache, "TOP", tmp_path)
    monkeypatch.setattr(rules.kernel_cache, "program_of", program_in_files)
    return tmp_path


def folders() -> dict[str, str]:
    """The name of every cache folder."""
    return {game: cache_folder(game).name for game in (*OWN, SHARED, ANY)}


def programs() -> dict[str, str]:
    """The program of every game, as runs name it."""
    return {game: program_in_files(game) for game in (*OWN, SHARED, ANY)}


# --- the names of the cache folders


@pytest.mark.parametrize(
    ("name", "renewed"),
    [
        ("rules/kernel.py", {*OWN, SHARED, ANY}),
        ("rules/chance.py", {*OWN, SHARED, ANY}),
        ("rules/tiles/features.py", {*OWN, SHARED, ANY}),
        ("simulate/play/choosing.py", {*OWN, SHARED, ANY}),
        ("rules/castle/cards.toml", {"castle", ANY}),
        ("rules/castle/effects/program.py", {"castle", ANY}),
        ("simulate/games/castle/move_features.py", {"castle", ANY}),
        ("rules/starwars/tiles.toml", {"starwars", ANY}),
        ("simulate/games/starwars/weights.toml", {"starwars", ANY}),
        ("simulate/cli/__init__.py", set()),
        ("simulate/store/blocks.py", set()),
    ],
)
def test_another_byte_renews_the_folders_of_the_games_that_it_can_reach(
    engine: Path, name: str, renewed: set[str]
) -> None:
    """A change in a shared file renews all, one in Castle only Castle: by the same hash their programs."""
    before, played_by = folders(), programs()
    file = engine / name
    file.write_bytes(file.read_bytes() + b"\n")
    assert dict(folders().items() - before.items()).keys() == renewed
    assert dict(programs().items() - played_by.items()).keys() == renewed
    file.write_bytes(file.read_bytes()[:-1])
    assert (folders(), programs()) == (before, played_by)


def test_a_game_reaches_no_other_game_and_what_is_shared_reaches_none() -> None:
    """Else its kernels could change while the name of their folder does not."""
    for room in ROOMS:
        for file in (ROOT / room).glob("**/*.py"):
            own = file.relative_to(ROOT / room).parts[0]
            reached = re.findall(r"from (?:rules|simulate\.games)\.(\w+)", file.read_text(encoding="utf-8"))
            assert not {*OWN} & {*reached} - {own}, file


def test_a_new_or_a_renamed_file_is_another_folder(engine: Path) -> None:
    before = cache_folder("starwars")
    file = engine / "rules" / "starwars" / "extra.py"
    file.write_text("", encoding="utf-8")
    with_extra = cache_folder("starwars")
    file.rename(file.with_name("other.py"))
    assert len({before, with_extra, cache_folder("starwars")}) == 3


@pytest.mark.parametrize(("where", "name"), [(numba, "__version__"), (numba.config, "BOUNDSCHECK")])
def test_another_numba_or_other_checks_of_bounds_are_another_folder(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str
) -> None:
    """Numba's cache does not tell checked kernels from others: a checked run would load unchecked ones."""
    before = folders()
    monkeypatch.setattr(where, name, "another")
    assert not set(before.values()) & set(folders().values())


def test_every_kernel_lives_in_a_file_that_names_its_folder() -> None:
    """A kernel elsewhere could change unseen."""
    users = [
        path
        for package in ("rules", "simulate", "analyses", "reports")
        for path in (ROOT / package).rglob("*.py")
        if "@kernel" in path.read_text(encoding="utf-8")
    ]
    assert len(users) > 5
    for path in users:
        own = [folder for folder in path.relative_to(ROOT).parts if folder in OWN]
        assert path in engine_files(own[0] if own else SHARED)


def test_a_kernel_of_a_script_may_call_those_of_any_game() -> None:
    """Its folder is named by all games."""
    assert game_of(folders) == ANY


def test_the_base_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    assert cache_folder("castle").parent == tmp_path


# --- a changed callee in another file

ASK = """
import json, os, pathlib
import numba  # once for all, each of which is a process of its own
one = pathlib.Path("rules/one.py")
for old, new in changes:
    one.write_text(one.read_text().replace(old, new))
    if os.fork():
        assert os.wait()[1] == 0
        continue
    from rules.two import answer
    print(json.dumps([answer(90), sum(answer.compiled.stats.cache_hits.values())]), flush=True)
    os._exit(0)
"""


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    """A package `rules` of two kernels in two files, with the real decorator."""
    package = tmp_path / "engine" / "rules"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    for name in ENGINE:
        shutil.copy(ROOT / "rules" / name, package)
    (package / "one.py").write_text(
        "from rules.kernel import kernel\nHALVES = 3\n\n@kernel\ndef part(x):\n    return x * HALVES // 2\n",
        encoding="utf-8",
    )
    (package / "two.py").write_text(
        "from rules.kernel import kernel\nfrom rules.one import part\n\n@kernel\ndef answer(x):\n"
        "    return part(x)\n",
        encoding="utf-8",
    )
    return package


def run_with(package: Path, code: str, **env: str | None) -> list[Any]:
    """What a piece of Python beside the package prints, each line as JSON."""
    top = package.parent
    paths = os.pathsep.join([str(top), os.environ.get("PYTHONPATH", "")])
    usual = {"NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": None, "PYTHONDONTWRITEBYTECODE": "1"}
    env = usual | {"PYTHONPATH": paths, "HOUSERULES_CACHE": str(top / "kept")} | env
    return [json.loads(line) for line in run_python(code, top, **env).splitlines()]


def ask(package: Path, cache: Path, *changes: tuple[str, str], **env: str) -> list[list[int]]:
    """What the package answers to 90 after each change of a text, and how often it came from the cache."""
    return run_with(package, f"changes = {changes}\n{ASK}", HOUSERULES_CACHE=str(cache), **env)


ways = pytest.mark.parametrize("switch", ["0", "1"], ids=["by parts", "plain"])
"""How Numba compiles kernels."""


NONE = ("", "")
"""No change."""


@ways
def test_a_changed_constant_or_callee_in_another_file_gives_new_results(
    mini: Path, tmp_path: Path, switch: str
) -> None:
    """Numba alone would answer 135 for ever: it looks at the file of `answer` only."""
    constant, callee = ("HALVES = 3", "HALVES = 4"), ("// 2", "// 3")
    found = ask(mini, tmp_path / "cache", NONE, NONE, constant, callee, NONE, **{SWITCH: switch})
    assert found == [[135, 0], [135, 1], [180, 0], [120, 0], [120, 1]]


@ways
def test_a_cache_folder_that_cannot_be_made_is_done_without(mini: Path, tmp_path: Path, switch: str) -> None:
    """Below a file no folder can be made: the kernels live in memory, which one line says."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    found = ask(mini, tmp_path / "file" / "cache", NONE, NONE, **{SWITCH: switch})
    assert found == [[135, 0], [135, 0]]
    assert not [*mini.rglob("*.nb?")], "beside the sources nothing would be renewed"


def test_sources_that_change_before_the_first_call_do_not_name_its_folder(mini: Path) -> None:
    """In a notebook that was open while they changed, or a long run of tests: it knows the old ones."""
    change = "one.write_text(one.read_text().replace('HALVES = 3', 'HALVES = 4'))"
    late = f"import pathlib\nfrom rules.two import answer\none = pathlib.Path('rules/one.py')\n{change}"
    assert run_with(mini, f"{late}\nprint(answer(90))") == [135]
    assert run_with(mini, "from rules.two import answer\nprint(answer(90))") == [180]


def script_of(line: str, *calls: str) -> str:
    """A script with a kernel for each call, that prints their answers to 90 and how often each was kept."""
    kernels = [f"@kernel\ndef answer_{n}(x):\n    return {call}\n" for n, call in enumerate(calls)]
    tell = "[one(90) for one in all], [sum(one.compiled.stats.cache_hits.values()) for one in all]"
    every = f"all = [{', '.join(f'answer_{n}' for n in range(len(calls)))}]\nprint({tell}, sep='\\n')\n"
    return "\n".join([line, "from rules.kernel import kernel", *kernels, every])


HELPER = """
import enum
import numpy as np
from rules.kernel import kernel
HALVES = 3
TABLE = np.full(2, HALVES)
PAIR = (2, HALVES)
NUMBER = np.int64(HALVES)
class Kind(enum.IntEnum):
    MANY = HALVES
@kernel
def part(x):
    return x * HALVES
"""


@ways
@pytest.mark.parametrize("package", ["", "toy"])
def test_a_kernel_of_a_user_is_renewed_with_all_that_it_leads_to(
    mini: Path, package: str, switch: str
) -> None:
    """One of a script, or of a game in a package of its own: no folder is named by files beside it."""
    helper, script = mini.parent / "helper.py", mini.parent / package / "script.py"
    script.parent.mkdir(exist_ok=True)
    (script.parent / "__init__.py").write_text("", encoding="utf-8")
    calls = ["part(x)", "helper.part(x)"]
    calls += [f"x * {one}" for one in ("HALVES", "Kind.MANY", "TABLE[0]", "PAIR[1]", "NUMBER")]
    lines = "import helper\nfrom helper import HALVES, Kind, NUMBER, PAIR, TABLE, part"
    script.write_text(script_of(lines, *calls), encoding="utf-8")
    found = []
    for changed in (HELPER, HELPER, HELPER.replace("3", "4")):
        helper.write_text(changed, encoding="utf-8")
        run = f"import {package}.script" if package else "import script"
        found.append(run_with(mini, run, **{SWITCH: switch}))
    every = len(calls)
    assert found == [[[270] * every, [0] * every], [[270] * every, [1] * every], [[360] * every, [0] * every]]


def test_a_kernel_of_a_user_is_kept_whatever_its_file_computes_beside_it(mini: Path) -> None:
    """A number that no kernel names: when the script began, or how many games it was told to play."""
    script = script_of("import time\nBEGUN = time.time()", "x")
    (mini.parent / "script.py").write_text(script, encoding="utf-8")
    assert [run_with(mini, "import script") for _ in range(2)] == [[[90], [0]], [[90], [1]]]


def test_a_package_without_an_init_names_its_folder_by_its_own_files(mini: Path) -> None:
    """Not by those that lie where the program runs."""
    lab, elsewhere = mini.parent / "lab", mini.parent / "elsewhere"
    lab.mkdir()
    elsewhere.mkdir()
    (lab / "one.py").write_text(
        "from rules.kernel import kernel\nimport lab.two\n@kernel\ndef f(x):\n    return x * lab.two.N\n"
    )
    code = f"import os\nos.chdir({str(elsewhere)!r})\nfrom lab.one import f\nprint(f(3))"
    for number in (2, 5):
        (lab / "two.py").write_text(f"N = {number}\n", encoding="utf-8")
        assert run_with(mini, code) == [3 * number]


@ways
def test_a_kernel_that_is_in_no_file_is_compiled(mini: Path, switch: str) -> None:
    """As one of a notebook: its folder could not be renewed with it."""
    code = "from rules.kernel import kernel\nprint(kernel(lambda x: x + 1)(41))"
    assert run_with(mini, code, **{SWITCH: switch}) == [42]


INTERRUPTED = """
from rules.extending import for_numba
from rules.kernel import kernel
stops = [KeyboardInterrupt]
@for_numba
def lesson():
    if stops:
        raise stops.pop()
from rules.bits import count_bits
bits = kernel(lambda x: count_bits(x))
try:
    bits(7)
except KeyboardInterrupt:
    print(bits(7))
"""


def test_what_numba_is_taught_outlives_ctrl_c(mini: Path) -> None:
    shutil.copy(ROOT / "rules" / "bits.py", mini)
    assert run_with(mini, INTERRUPTED) == [3]


@pytest.mark.parametrize(("asked", "interpreted"), [("1", 1), ("0", 0), ("00", 0), ("", 0), ("false", 0)])
def test_kernels_are_interpreted_when_numba_says_so(mini: Path, asked: str, interpreted: int) -> None:
    """It takes what is no number for 0."""
    code = "from rules.kernel import INTERPRETED\nprint(int(INTERPRETED))"
    assert run_with(mini, code, NUMBA_DISABLE_JIT=asked) == [interpreted]


# --- arrays in records


class Shelf(Fields):
    """Two arrays, one behind the other."""

    first: Array = field(np.int64, "one", shape=3)
    second: Array = field(np.int64, "behind it", shape=(3, 2))


@kernel
def read_shelf(shelf: Shelf, i: int, j: int) -> int:
    """An item of each array, and of a part of one."""
    return shelf.first[i] + shelf.second[i, j] + shelf.second[i][j] + shelf.first[i:][0]


@kernel
def fill_shelf(shelf: Shelf, i: int, j: int) -> None:
    """Change an item of each array."""
    shelf.first[i] += 100
    shelf.second[i, j] = shelf.first[i]


@kernel
def behind(shelf: Shelf, i: int, j: int) -> int:
    """An item of the second array."""
    return shelf.second[i, j]


def shelf() -> np.recarray[Any, Any]:
    """The arrays with all numbers different."""
    made = blank(Shelf)
    made.first[0] = [1, 2, 3]
    made.second[0] = [[10, 20], [30, 40], [50, 60]]
    return made


def test_arrays_in_records_are_read_and_written_by_index() -> None:
    made = shelf()
    assert [read_shelf(made[0], i, j) for i in range(3) for j in range(2)] == [22, 42, 64, 84, 106, 126]
    fill_shelf(made[0], 1, 0)
    assert made.first[0].tolist() == [1, 102, 3]
    assert made.second[0].tolist() == [[10, 20], [102, 40], [50, 60]]


@pytest.mark.skipif(INTERPRETED or bool(numba.config.BOUNDSCHECK), reason="NumPy counts from the end")
def test_no_index_is_asked_whether_it_counts_from_the_end() -> None:
    """Each asked would cost a fifth of random play: one below 0 is what lies before, as in C."""
    assert behind(shelf()[0], 0, -1) == 3


class Pair(NamedTuple):
    """As a desk: records and more, in a tuple with names."""

    left: Any
    right: Any


@pytest.mark.skipif(INTERPRETED, reason="asks what Numba is told of arguments")
def test_the_type_of_records_in_a_tuple_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = shelf()[0]
    made = type_of(Pair(sheet, (1, 2.0)))
    parts = [numba.from_dtype(sheet.dtype), numba.typeof((1, 2.0))]
    assert made == types.BaseTuple.from_types(parts, Pair)
    monkeypatch.setattr("numba.np.numpy_support.from_struct_dtype", pytest.fail)
    assert type_of(Pair(shelf()[0], (3, 4.0))) == made
    assert type_of(Pair(shelf()[0], (3, 4))) != made
