"""A Python file of the user's, with the files beside it that it uses: what a run keeps, and executes again.

The file is executed once. What it imports from its own folder, and what it reads there while it is executed,
belongs to it: a change in any of them makes it another.
"""

from __future__ import annotations

import hashlib
import linecache
import sys
import tempfile
import traceback
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

from rules.errors import UserError
from simulate.io.files import reading
from simulate.plans.trust import check_trusted, trust

KEPT = "code-"
"""What the names begin with under which a run keeps such files."""

TOP = Path(__file__).resolve().parents[2]
"""Where the packages of this program lie."""

LIBRARIES = ("site-packages", "dist-packages", "__pycache__")


@dataclass(frozen=True)
class Code:
    """A file and those that it uses: their texts by their paths in its folder."""

    file: str
    texts: Mapping[str, str] = field(repr=False)

    @cached_property
    def hash(self) -> str:
        """The hash of all that decides what the file does."""
        return hashlib.sha256(self.whole.encode()).hexdigest()

    @property
    def whole(self) -> str:
        """All the texts, one behind the other."""
        return "".join(f"# {name}\n{text}\n" for name, text in sorted(self.texts.items()))

    def as_dict(self) -> dict[str, Any]:
        """JSON form, for manifests: each text by its hash."""
        hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in self.texts.items()}
        return {"file": self.file, "texts": hashes}

    def sources(self) -> dict[str, str]:
        """The texts by the names under which a run keeps them."""
        return {kept_as(name): text for name, text in self.texts.items()}

    @staticmethod
    def from_dict(data: Mapping[str, Any], sources: Mapping[str, str]) -> Code:
        """The code of which a manifest says this; `sources` are the texts as the run keeps them."""
        return Code(data["file"], {name: sources[kept_as(name)] for name in data["texts"]})


def kept_as(name: str) -> str:
    """The name under which a run keeps a file: ``code-nothanks.py``, ``code-data%2Fcards.csv``."""
    return KEPT + quote(name, safe=" ")


def read_code(path: Path, typed: str) -> tuple[Code, ModuleType]:
    """Execute the file at `path`, which the user `typed`: its code, and the module that it makes.

    Raises
    ------
    UserError
        If it cannot be read or does not run.
    """
    with reading(typed):
        path.read_text(encoding="utf-8")
    folder = path.resolve().parent
    module, used = _executed(folder, path.name, typed)
    texts = {}
    for file in (folder / path.name, *sorted(used - {folder / path.name})):
        name = file.relative_to(folder).as_posix()
        with reading(f"{typed}: {name}"):
            texts[name] = file.read_text(encoding="utf-8")
    code = Code(path.name, texts)
    trust(code.whole)  # the user has named it
    return code, module


_kept: list[tempfile.TemporaryDirectory[str]] = []
"""Folders with code that came with runs, for as long as the process lives."""


def execute(code: Code) -> ModuleType:
    """The module that code makes which came with a run.

    Raises
    ------
    UserError
        If nobody here has vouched for it, or it does not run.
    """
    return _executed(unpacked(code), code.file, code.file)[0]


def unpacked(code: Code) -> Path:
    """A folder with the files of code that came with a run, to be executed.

    Raises
    ------
    UserError
        If nobody here has vouched for it.
    """
    check_trusted(
        code.whole,
        f"{code.file} is code that came with the run and was never played here; to play it is to execute it "
        f"with all your rights. Read sources/{KEPT}* in the run, then add --trust",
    )
    _kept.append(tempfile.TemporaryDirectory(prefix="houserules-"))
    folder = Path(_kept[-1].name).resolve()
    for name, text in code.texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _executed(folder: Path, name: str, typed: str) -> tuple[ModuleType, set[Path]]:
    """The module that a file makes, and the files of its folder that it imported or read."""
    file = folder / name
    module = ModuleType(f"houserules_{file.stem}")
    module.__file__ = str(file)
    linecache.checkcache(str(file))
    sys.modules[module.__name__] = module  # where decorators of classes look for it
    before = set(sys.modules)
    with _files_read() as opened, _importing_from(folder):
        try:
            text = file.read_text(encoding="utf-8")
            exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
        except (KeyboardInterrupt, MemoryError, UserError):
            raise
        except BaseException as error:  # SystemExit, too
            raise does_not_run(typed, error, folder) from error
        finally:
            sys.modules.pop(module.__name__, None)
    imported = {name: module for name, module in sys.modules.items() if name not in before}
    used = {}
    for each, made in imported.items():
        if made_of := _own_file(getattr(made, "__file__", None), folder):
            used[each] = made_of
    for each in used:  # another file may have a module of the same name beside it
        del sys.modules[each]
    data = {own for path in opened if (own := _own_file(path, folder)) and own.suffix not in (".py", ".pyc")}
    return module, {*used.values(), *data}


def _own_file(path: str | None, folder: Path) -> Path | None:
    """The file, if it lies in the folder and is no part of a library that was installed there."""
    if path is None or not (file := Path(path).resolve()).is_relative_to(folder) or not file.is_file():
        return None
    parts = file.relative_to(folder).parts
    installed = any(part.startswith(".") or part in LIBRARIES for part in parts)
    return None if installed or (folder == TOP and len(parts) > 1) else file


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let a file import what lies beside it, and leave no compiled copies there."""
    wrote = sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = wrote
        sys.path.remove(str(folder))


_opened: list[set[str]] = []
"""Where files that are opened are noted, while somebody wants to know."""
_hooked = False


@contextmanager
def _files_read() -> Iterator[set[str]]:
    """The files that are opened meanwhile."""
    global _hooked
    if not _hooked:
        sys.addaudithook(_note_opened)  # which nothing can take away again
        _hooked = True
    _opened.append(set())
    try:
        yield _opened[-1]
    finally:
        _opened.pop()


def _note_opened(event: str, about: tuple[object, ...]) -> None:
    if event == "open" and _opened and isinstance(about[0], str):
        _opened[-1].add(str(Path(about[0]).absolute()))


# --- faults of the user's code


def one_line(error: BaseException) -> str:
    """An error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def does_not_run(typed: str, error: BaseException, folder: Path) -> UserError:
    """What is said of a file that raises while it is executed."""
    return UserError(f"{typed} does not run: {where(error, folder)}{one_line(error)}")


def where(error: BaseException, folder: Path, files: Container[str] = ()) -> str:
    """The last line of the user's code that an error passed, as ``nothanks.py, line 12: ``; "" for none.

    That is what lies in a folder, or has one of the names of `files`.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}: "
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        file = frame.f_code.co_filename
        if file in files or _own_file(file, folder):
            return f"{Path(file).name}, line {line}: "
    return ""
