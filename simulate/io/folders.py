"""The folders that this program keeps, a run or an answer: nothing leads out of them, and only its own goes.

What lies below such a folder may come from a stranger. Regular files are read, up to a size that is said
before; no link is followed, no pipe or device is opened. Whatever is written goes beside its place and takes
it when it is on the disk; only names of our own pattern are ever removed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from simulate.io.files import remove_torn, replacing, sync, writing

MB = 1 << 20
MOST_MANIFEST = 16 * MB
"""Bytes of the manifest of a run."""
MOST_RECEIPT = 64 * MB
"""Of a receipt: it names all games of a block that failed."""
MOST_SOURCE = 16 * MB
"""Of a user's policy, tile set or board."""

MOST_ANSWER = 512 * MB
"""Of a table, the findings or the page of an answer."""

FILE, DIRECTORY, LINK, OTHER = "a file", "a directory", "a symbolic link", "a pipe or device"

REFUSED = {
    DIRECTORY: os.strerror(errno.EISDIR),
    LINK: f"it is {LINK}, and none is followed here; move it away",
    OTHER: f"it is {OTHER}, and none is opened here; move it away",
}
"""Why what lies in the place of a file is not touched."""

IN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
AS_IT_IS = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Opens no link, and waits for nobody at a pipe that was put there meanwhile."""


@dataclass(frozen=True)
class Folder:
    """A folder of this program. Names are relative to it: ``games/0000000000.parquet``.

    The folder itself is where the user says, through whatever links. All methods raise an OSError of which
    `strerror` says in words what is wrong, and `filename` where; those that write an `UnwritableError`.
    """

    path: Path

    # --- reading

    def read(self, name: str, most: int) -> bytes:
        """What a file holds, if it has no more than `most` bytes."""
        with self._holder(name) as (inside, last):
            self._check_regular(inside, last, name)
            with os.fdopen(os.open(last, os.O_RDONLY | AS_IT_IS, dir_fd=inside), "rb") as file:
                found = os.fstat(file.fileno())
                data = b"" if found.st_size > most else file.read(most + 1)
                size = max(found.st_size, len(data))
                if size > most:
                    raise self._too_large(size, most, name)
                return data

    def names(self, folder: str = "") -> list[str]:
        """The names that lie in a folder, sorted; none if it is not there."""
        try:
            with self._opened(folder) as inside, os.scandir(inside) as entries:
                return sorted(entry.name for entry in entries)
        except FileNotFoundError:
            return []

    def kind_of(self, name: str) -> str:
        """What lies there, a link as what it is: `FILE`, `DIRECTORY`, `LINK`, `OTHER`; nothing if nothing."""
        with contextlib.suppress(OSError), self._holder(name) as (inside, last):
            return _kind(os.stat(last, dir_fd=inside, follow_symlinks=False).st_mode)
        return ""

    def holds(self, name: str) -> bool:
        """Whether something lies there, be it a link to nowhere."""
        return self.kind_of(name) != ""

    def files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Every entry below the folder that is no folder, links as what they are."""
        for place, folders, names, inside in os.fwalk(self.path):
            for name in (*folders, *names):
                with contextlib.suppress(FileNotFoundError):  # written whole meanwhile, or removed
                    found = os.stat(name, dir_fd=inside, follow_symlinks=False)
                    if not stat.S_ISDIR(found.st_mode):
                        yield (Path(place) / name).relative_to(self.path).as_posix(), found

    @property
    def size(self) -> int:
        """The bytes of all regular files in it."""
        return sum(found.st_size for _, found in self.files() if stat.S_ISREG(found.st_mode))

    # --- writing

    def make(self, folder: str = "") -> None:
        """Make a folder in it, or the folder itself, unless it is there.

        Of the folder itself the OSError is the system's: who asked for it knows which option named it.
        """
        if not folder:
            self.path.mkdir(parents=True, exist_ok=True)
            return
        with writing(self.path / folder):
            with self._holder(folder) as (inside, last), contextlib.suppress(FileExistsError):
                os.mkdir(last, dir_fd=inside)
                sync(inside)
            with self._opened(folder):
                pass

    def write(self, name: str, data: bytes, most: int) -> None:
        """Write a file that can be read again, whole or not at all; over nothing but a regular file."""
        with self._replaced(name, data, most):
            pass

    @contextlib.contextmanager
    def moving_in(self, files: Mapping[str, bytes], most: int) -> Iterator[None]:
        """Several files as `write` writes one: on the disk when the context opens, in place when it ends.

        Whatever fails before, also inside the context, leaves all that was there.
        """
        with contextlib.ExitStack() as beside:
            for name, data in files.items():
                beside.enter_context(self._replaced(name, data, most))
            yield

    @contextlib.contextmanager
    def _replaced(self, name: str, data: bytes, most: int) -> Iterator[None]:
        """A file that is on the disk when the context opens, and takes its place at the end."""
        with writing(self.path / name), self._holder(name) as (inside, last):
            if len(data) > most:
                raise self._too_large(len(data), most, name)
            with contextlib.suppress(FileNotFoundError):
                self._check_regular(inside, last, name)
            with replacing(inside, last) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                yield

    def open_to_lock(self, name: str) -> int:
        """A descriptor of a file that is there to be locked, made unless it is there."""
        with self._holder(name) as (inside, last):
            with contextlib.suppress(FileNotFoundError):
                self._check_regular(inside, last, name)
            return os.open(last, os.O_RDWR | os.O_CREAT | AS_IT_IS, 0o666, dir_fd=inside)

    def remove(self, name: str) -> None:
        """Remove a regular file, if it is there."""
        gone = contextlib.suppress(FileNotFoundError)
        with writing(self.path / name), gone, self._holder(name) as (inside, last):
            self._check_regular(inside, last, name)
            os.unlink(last, dir_fd=inside)

    def remove_torn(self, folder: str, is_ours: Callable[[str], bool]) -> None:
        """Remove what killed commands left in a folder of files with such names."""
        with contextlib.suppress(FileNotFoundError), self._opened(folder) as inside:
            remove_torn(inside, is_ours)

    # --- how it is opened

    @contextlib.contextmanager
    def _opened(self, folder: str) -> Iterator[int]:
        """A descriptor of a folder in it, or of itself."""
        here = os.open(self.path, IN_FOLDER)
        try:
            for part in PurePosixPath(folder).parts:
                try:
                    inner = os.open(part, IN_FOLDER | os.O_NOFOLLOW, dir_fd=here)
                except OSError as error:
                    raise self._error(
                        error.errno, _why_closed(part, here) or error.strerror, folder
                    ) from None
                os.close(here)
                here = inner
            yield here
        finally:
            os.close(here)

    @contextlib.contextmanager
    def _holder(self, name: str) -> Iterator[tuple[int, str]]:
        """A descriptor of the folder that a file lies in, and the file's last name."""
        place = PurePosixPath(name)
        with self._opened(str(place.parent)) as inside:
            yield inside, place.name

    def _check_regular(self, inside: int, last: str, name: str) -> None:
        """Refuse what is no regular file, before anything is done to it."""
        try:
            mode = os.stat(last, dir_fd=inside, follow_symlinks=False).st_mode
        except OSError as error:
            raise self._error(error.errno, error.strerror, name) from None
        if (kind := _kind(mode)) in REFUSED:
            raise self._error(errno.EISDIR if kind == DIRECTORY else errno.EINVAL, REFUSED[kind], name)

    def _too_large(self, size: int, most: int, name: str) -> OSError:
        why = f"it has {size:,} bytes, and such a file has {most:,} at most"
        return self._error(errno.EFBIG, why, name)

    def _error(self, number: int | None, why: str | None, name: str) -> OSError:
        return OSError(number or errno.EIO, why or "it cannot be opened", str(self.path / name))


def _kind(mode: int) -> str:
    """What an entry of a folder is, by its mode."""
    kinds = {stat.S_IFREG: FILE, stat.S_IFDIR: DIRECTORY, stat.S_IFLNK: LINK}
    return kinds.get(stat.S_IFMT(mode), OTHER)


def _why_closed(name: str, inside: int) -> str:
    """Why an entry is not opened as a folder; nothing if it is one."""
    with contextlib.suppress(OSError):
        kind = _kind(os.stat(name, dir_fd=inside, follow_symlinks=False).st_mode)
        return "" if kind == DIRECTORY else f"{kind} lies in the place of the folder {name}; move it away"
    return ""
