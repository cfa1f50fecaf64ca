"""Damaged caches of compiled kernels are thrown away, and folders that nobody uses go."""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import json
import os
import pickle
import shutil
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Event, Thread, current_thread
from typing import Any

import numba
import pytest
from builders import run_cli, succeed
from numba.core.caching import IndexDataCacheFile

from rules.errors import Notice
from rules.kernel import INTERPRETED
from rules.kernel_cache import UNUSED_DAYS, cache_folder, kept_folders, made_folder
from rules.kernel_files import KernelCache, keep

compiled = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.fixture
def function(tmp_path: Path) -> Any:
    """A function in a file of its own."""
    return function_in(tmp_path)


def function_in(place: Path, found: str = "x + 1") -> Any:
    """The same function in a file there, or one that finds something else."""
    file = place / "answering.py"
    file.write_text(f"def answer(x):\n    return {found}\n", encoding="utf-8")
    Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)  # perhaps of the same second
    importlib.invalidate_caches()
    spec = importlib.util.spec_from_file_location("answering", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.answer


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder."""
    monkeypatch.setattr("rules.errors._told", set())
    folder = tmp_path / "cache" / "toy-0123456789abcdef"
    folder.mkdir(parents=True)
    return folder


def answer(function: Any, folder: Path) -> tuple[int, list[str]]:
    """How often a new kernel of the function came from the cache, and what was said; it must answer right."""
    with warnings.catch_warnings(record=True) as said, pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("always")
        patch.setattr(numba.config, "CACHE_DIR", "")
        made = numba.njit(function)
        keep(made, folder)
        assert made(41) == 42
        assert not numba.config.CACHE_DIR, "what others let Numba keep lies where they say"
    assert all(one.category is Notice for one in said)
    return sum(made.stats.cache_hits.values()), [str(one.message) for one in said]


def keep_and_call(function: Any, folder: Path, x: float = 41) -> Any:
    """What a new kernel of the function answers, which is kept."""
    made = numba.njit(function)
    keep(made, folder)
    return made(x)


def file_in(folder: Path) -> Path:
    """The only file of a kernel there."""
    (found,) = folder.glob("*/*")
    return found


def truncate(path: Path) -> None:
    """Leave half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    """Leave nothing of a file."""
    path.write_bytes(b"")


def garble(path: Path) -> None:
    """Change a bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def pickle_another(path: Path) -> None:
    """Put a pickle of something else in its place."""
    path.write_bytes(pickle.dumps({"something": "else"}))


def make_folder(path: Path) -> None:
    """Put a directory in its place."""
    path.unlink()
    (path / "inside").mkdir(parents=True)


@compiled
@pytest.mark.parametrize("damage", [truncate, empty, garble, pickle_another, make_folder])
def test_a_damaged_kernel_is_thrown_away_and_compiled_anew(
    function: Any, folder: Path, damage: Callable[[Path], None]
) -> None:
    assert answer(function, folder) == (0, [])
    assert answer(function, folder) == (1, [])
    damage(file_in(folder))
    told = f"damaged kernels in {folder} are thrown away and compiled anew"
    assert answer(function, folder) == (0, [told])
    assert answer(function, folder) == (1, [])


@compiled
def test_the_same_sources_installed_twice_share_their_kernels(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two clones, or an environment and a clone: their folder is named by the same sources."""
    for place, known in (("one", 0), ("two", 1)):
        (tmp_path / place / "rules" / "toy").mkdir(parents=True)
        monkeypatch.setattr("rules.kernel_files.TOP", tmp_path / place)
        assert answer(function_in(tmp_path / place / "rules" / "toy"), folder) == (known, [])
    elsewhere = tmp_path / "three"
    elsewhere.mkdir()
    assert answer(function_in(elsewhere), folder) == (0, []), "what no folder is named by stands apart"


@compiled
def test_a_kernel_in_the_place_of_another_is_not_believed(function: Any, folder: Path) -> None:
    """Whole files of another folder, which was made by other sources."""
    other = folder.with_name("toy-fedcba9876543210")
    answer(function, folder)
    shutil.copytree(folder, other)
    hits, said = answer(function, other)
    assert (hits, len(said)) == (0, 1)


@compiled
def test_a_cache_that_cannot_be_written_is_done_without(function: Any, folder: Path) -> None:
    """A file in the place of its folder: nothing is written anywhere else either, and one line says so."""
    answer(function, folder)
    inside = file_in(folder).parent
    shutil.rmtree(inside)
    inside.write_text("in the way", encoding="utf-8")
    told = f"compiled kernels cannot be kept in {folder}: File exists; every command compiles them anew"
    assert answer(function, folder) == (0, [told])
    assert not list(Path(function.__code__.co_filename).parent.glob("__pycache__/*.nb?"))


@compiled
def test_a_cache_base_that_cannot_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path / "file"))
    with pytest.warns(Notice, match="compiled kernels cannot be kept in .*: Not a directory"):
        assert made_folder("castle") is None


@compiled
def test_a_full_disk_leaves_no_code_of_another_source(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a changed file an index was still written, and the code of before lay in its place."""
    write = IndexDataCacheFile._open_for_write

    def full(files: Any, path: Any) -> Any:
        if "nbc" in f"{path}":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(files, path)

    keep_and_call(function_in(tmp_path, "x + 40"), folder)
    monkeypatch.setattr(IndexDataCacheFile, "_open_for_write", full)
    with pytest.warns(Notice, match="No space left on device"):
        keep_and_call(function_in(tmp_path), folder)
    monkeypatch.undo()
    assert answer(function_in(tmp_path), folder) == (0, [])


@compiled
def test_two_processes_that_keep_a_version_each_do_not_mix_them(
    function: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One wrote an index, the other its own and its code; then the code of the one took that place."""
    made = numba.njit(function)
    assert [made(41), made(41.5)] == [42, 42.5]
    versions = made.overloads.values()
    both, wrote, done = Barrier(2), Event(), Event()
    write, begun = IndexDataCacheFile._open_for_write, set[str]()

    @contextlib.contextmanager
    def in_turn(files: Any, path: Any) -> Iterator[Any]:
        name = current_thread().name
        if name not in begun:
            begun.add(name)
            both.wait(10)
        elif name == "one":
            done.wait(10)
        if name == "other":
            wrote.wait(10)
        with write(files, path) as file:
            yield file
        wrote.set()

    def save(version: Any) -> None:
        KernelCache(function, folder, "").save_overload(version.signature.args, version)
        if current_thread().name == "other":
            done.set()

    monkeypatch.setattr(IndexDataCacheFile, "_open_for_write", in_turn)
    threads = [
        Thread(target=save, args=(version,), name=name)
        for name, version in zip(("one", "other"), versions, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    monkeypatch.undo()
    assert keep_and_call(function, folder, 41.5) == 42.5
    assert keep_and_call(function, folder, 41) == 42


def age(folder: Path, days: float) -> Path:
    """A folder that was used so many days ago."""
    folder.mkdir(parents=True)
    os.utime(folder, times=(time.time() - days * 86_400,) * 2)
    return folder


def test_a_new_folder_drives_out_those_that_were_not_used_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folders of the cache only: whatever else lies there stays."""
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    old = age(tmp_path / "castle-0123456789abcdef", UNUSED_DAYS + 1)
    young = age(tmp_path / "castle-fedcba9876543210", UNUSED_DAYS - 1)
    letters = age(tmp_path / "letters", 1000)
    made = made_folder("castle")
    assert made == cache_folder("castle")
    assert not old.exists()
    assert letters.exists()
    assert list(kept_folders(tmp_path)) == [made, young]


def test_a_folder_that_is_used_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    used = age(cache_folder("castle"), UNUSED_DAYS + 1)
    made_folder("castle")
    made_folder("catan")
    assert used.exists()


def test_the_cache_is_listed_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path))
    old = age(tmp_path / "castle-0123456789abcdef", 3)
    letters = age(tmp_path / "letters", 3)
    (old / "kernels").write_bytes(bytes(2_000_000))
    os.utime(old, times=(time.time() - 3.5 * 86_400,) * 2)
    heading, line, *_ = run_cli("cache", cwd=tmp_path).stdout.splitlines()
    assert heading.split() == ["folder", "size", "used"]
    assert line.split() == [old.name, "2.0", "MB", "3", "d", "ago"]
    (kept,) = json.loads(run_cli("cache", "--json", cwd=tmp_path).stdout)["folders"]
    assert kept["folder"] == line.split()[0]
    assert f"{kept['bytes'] / 1e6:,.1f} MB" in line
    cleared = succeed("cache", "clear", cwd=tmp_path)
    assert cleared.stdout.splitlines()[0] == f"removed 1 folder below {tmp_path}, 2.0 MB"
    assert letters.exists()
    assert not old.exists()
    assert run_cli("cache", cwd=tmp_path).stdout.startswith(f"no compiled kernels lie below {tmp_path}")
