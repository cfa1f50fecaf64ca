"""Where compiled kernels are kept: folders that never lie.

Numba's own cache looks only at the file of the function it stores: a change in a callee in another
file goes unseen. So each game has a cache folder of its own, named by a hash of every source and data
file that can reach its kernels, of the Python and Numba versions, and of the way in which Numba compiles
them: a change in Castle starts a new, empty folder for Castle, a change in a shared file one for every game.

Folders that were not used for `UNUSED_DAYS` go when a new one is made. `rules.kernel_files` is about what
lies in them.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import platformdirs

from rules.errors import UserError, tell
from rules.games import OWN, is_plain_game, origin_of
from rules.kernel_way import is_plain

SHARED = "shared"
"""The folder of kernels that no game owns: what several games call."""
ANY = "any"
"""The folder of kernels that may call those of any game: a script's, a test's."""

TELLING = ("analysis", "report", "scene")
"""Parts of a game that say what came out."""
PLAYED = ("options", "engine", "playing", "referee", "replay", "transcript")
"""Parts that play it."""

TOP = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "simulate/play", "simulate/games")
"""The folders that hold kernels, and nothing else does: a game's lie in its own folder of each."""

PLAIN = TOP / "simulate" / "plain"
"""What plays games in plain Python, whose own files are part of what such a game is."""

UNUSED_DAYS = 60
"""After so many days without use a folder is thrown away."""
FOLDER = re.compile(r"[a-z][a-z0-9_]*-[0-9a-f]{16}")
"""The names of cache folders; nothing else below the base is ever touched."""


# --- what names a folder


def _sources(folder: Path) -> list[Path]:
    """The source and data files below a folder."""
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".toml")]


def engine_files(game: str) -> list[Path]:
    """Every source and data file that can reach a kernel of this game, or of no game or ANY.

    They are the game's own and those of no game: a game reaches no other, and what games share reaches none.
    """
    files = [file for room in ROOMS for file in (TOP / room).glob("*.py")]
    for room in ROOMS:
        for folder in (TOP / room).glob("[a-z]*/"):
            if game in (folder.name, ANY) or folder.name not in OWN:
                files += _sources(folder)
    if game not in (*OWN, SHARED, ANY):
        files += _of_package(game)
    return sorted(files)


def _of_package(game: str) -> list[Path]:
    """The files of a game in a package of its own, without modules that only tell of games.

    Such a module counts all the same if another file imports it: then it may reach a kernel.
    """
    package = sys.modules[game]
    modules = getattr(getattr(package, "GAME", None), "modules", {})
    telling, others = ({modules.get(part, part) for part in parts} for parts in (TELLING, PLAYED))
    files = [file for folder in package.__path__ for file in _sources(Path(folder))]
    telling -= others.union(*(_imported(file) for file in files if file.stem not in telling))
    return [file for file in files if file.stem not in telling]


def _imported(file: Path) -> set[str]:
    """The words in the imports of a Python file."""
    if file.suffix != ".py":
        return set()
    every = ast.walk(ast.parse(file.read_bytes()))
    imports = (ast.unparse(node) for node in every if isinstance(node, ast.Import | ast.ImportFrom))
    return set(re.findall(r"\w+", " ".join(imports)))


def hash_of_sources(files: Iterable[Path]) -> str:
    """A short hash of the names and bytes of these files."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"|{path.parent.name}/{path.name}|".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_programs: dict[str, str] = {}
"""What `program_of` answered."""


def program_of(game: str) -> str:
    """The program that plays a game: the hash of all sources that can reach its kernels, once a process."""
    if game not in _programs:
        _programs[game] = program_in_files(game)
    return _programs[game]


def program_in_files(game: str) -> str:
    """The same of the files as they are now; those of the user's that change a game are not among them."""
    files = sorted(PLAIN.glob("*.py")) if is_plain_game(game) else engine_files(origin_of(game))
    return hash_of_sources(files)


def forget_program(game: str) -> None:
    """The files of a game are read again: the program is what they say now."""
    _programs.pop(game, None)


def cache_base() -> Path:
    """Where all cache folders lie: ``HOUSERULES_CACHE`` if set, else the user's cache folder.

    Raises
    ------
    UserError
        If neither is known: the user has no home.
    """
    try:
        return Path(os.environ.get("HOUSERULES_CACHE") or platformdirs.user_cache_dir("houserules"))
    except RuntimeError:
        raise UserError(
            "no home directory is known for compiled kernels: set HOUSERULES_CACHE to a folder of yours"
        ) from None


def cache_folder(game: str) -> Path:
    """Where compiled kernels of exactly these sources of a game are kept."""
    import numba

    checked = numba.config.BOUNDSCHECK  # Numba's cache does not tell checked kernels from others
    way = "plain" if is_plain() else "parts"
    words = sys.version, numba.__version__, platform.machine(), way, checked, program_of(game)
    return cache_base() / f"{game}-{hashlib.sha256('|'.join(map(str, words)).encode()).hexdigest()[:16]}"


# --- folders


def made_folder(game: str) -> Path | None:
    """The cache folder of a game, made and noted as used; None if it cannot be made, which a `Notice` says.

    With a new folder those not used for long go.
    """
    return _made(cache_folder(game))


@cache
def _made(folder: Path) -> Path | None:
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)  # another process may have made it by now
            remove_folders(unused(folder.parent))
    except OSError as error:
        tell_not_kept(folder, error)
        return None
    with contextlib.suppress(OSError):  # one that can only be read is used as it is
        os.utime(folder)
    return folder


def kept_folders(base: Path) -> dict[Path, float]:
    """The cache folders that there are and when each was used, as `time.time` counts; the last used first."""
    found = {}
    for folder in base.iterdir() if base.is_dir() else ():
        if FOLDER.fullmatch(folder.name) and folder.is_dir():
            with contextlib.suppress(FileNotFoundError):  # another command removes it
                found[folder] = folder.stat().st_mtime
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def unused(base: Path) -> list[Path]:
    """The cache folders that were not used for `UNUSED_DAYS`."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    return [folder for folder, used in kept_folders(base).items() if used < oldest]


def remove_folders(folders: Iterable[Path]) -> None:
    """Remove cache folders; another command may be doing the same."""
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


# --- what is said


def tell_not_kept(folder: Path, error: OSError) -> None:
    """Say that a folder can keep no kernels, and why."""
    tell(f"compiled kernels cannot be kept in {folder}: {error.strerror}; every command compiles them anew")
