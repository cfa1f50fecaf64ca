"""The folder of an answer: what a comparison, a sweep or a study found, sealed as the blocks of a run are.

    comparisons/starwars-5f1c2a/
        comparison.json     what was asked; and when all is written the checksum of each file, under a seal
        findings.json
        report.html
        tables/changes.csv ...
        study.toml          of a study of one's own, its file

Until all is written, its own file names no others: there is no answer yet, and the command in it gives one.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules.errors import FailedError, UserError
from simulate.io.files import ANSWERS, writing
from simulate.io.folders import FILE, MOST_ANSWER, MOST_MANIFEST, Folder
from simulate.store.blocks import is_sealed, sealed, unsealed

FINDINGS = "findings.json"
PAGE = "report.html"
TABLES = "tables"
STUDY = "study.toml"
NAMED = re.compile(rf"{re.escape(FINDINGS)}|{re.escape(PAGE)}|{re.escape(STUDY)}|{TABLES}/[\w-]+\.csv")
"""What files of an answer are called: nothing outside its folder."""


class DamagedAnswerError(FailedError):
    """Something of an answer is not what was written there; the line names the file and what helps."""


@dataclass(frozen=True)
class AnswerFolder:
    """An answer, by its own file: what was asked, and the checksum of each file if it was given."""

    folder: Path
    kind: str
    """A key of `ANSWERS`."""
    asked: Mapping[str, Any]
    """`hash` and `command` of the question, and more of it."""
    files: Mapping[str, str]
    """SHA-256 by name, as ``tables/changes.csv``; none before all is written."""

    @property
    def own_file(self) -> Path:
        """What tells the folder from anything else."""
        return self.folder / own_name(self.kind)

    @property
    def command(self) -> str:
        """What makes it."""
        return str(self.asked["command"])

    @property
    def tables(self) -> dict[str, str]:
        """The names of its tables' files, by table."""
        return {Path(name).stem: name for name in self.files if name.startswith(f"{TABLES}/")}

    @property
    def content_hash(self) -> str:
        """One hash of findings and tables; the page shows it."""
        return content_hash(self.files)

    def check_written(self) -> None:
        """Refuse an answer that was not given yet.

        Raises
        ------
        UserError
            With the command that gives it.
        """
        if not self.files:
            raise UserError(
                f"{self.folder} is not finished, or an earlier version wrote it, without checksums; this "
                f"makes it whole: {self.command}"
            )

    def checked(self, name: str) -> bytes:
        """One of its `files`, if it is what was written there; a ValueError says why it is not."""
        try:
            data = Folder(self.folder).read(name, MOST_ANSWER)
        except OSError as error:
            raise ValueError(f"cannot be read: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != self.files[name]:
            raise ValueError("damaged: its bytes are not those that were written")
        return data

    def read(self, name: str) -> bytes:
        """The same for whoever reads an answer.

        Raises
        ------
        DamagedAnswerError
            If it is not what was written there.
        """
        file = self.folder / name
        try:
            return self.checked(name)
        except ValueError as why:
            raise DamagedAnswerError(f"{file}: {why}; make the answer anew: {self.command}") from None


def own_name(kind: str) -> str:
    """What the own file of an answer is called, which says what was asked."""
    return f"{kind}.json"


def answer_in(folder: Path) -> str:
    """What a folder answers, a key of `ANSWERS`; empty if it holds no answer."""
    return next((kind for kind in ANSWERS if Folder(folder).kind_of(own_name(kind)) == FILE), "")


def read_answer(folder: Path) -> AnswerFolder:
    """The answer in a folder that holds one, see `answer_in`.

    Raises
    ------
    DamagedAnswerError
        If its own file is not what was written there.
    """
    kind = answer_in(folder)
    file = folder / own_name(kind)
    try:
        return _read(folder, kind)
    except ValueError as why:
        helps = f"the command that made it, with --out {folder}, makes it anew"
        raise DamagedAnswerError(f"{file}: damaged: {why}; {helps}") from None


def _read(folder: Path, kind: str) -> AnswerFolder:
    """The answer by its own file; a ValueError says what is wrong with that."""
    try:
        raw = Folder(folder).read(own_name(kind), MOST_MANIFEST)
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    asked = unsealed(raw)
    files = asked.pop("files", {})
    if files and not is_sealed(raw):
        raise ValueError("it has no seal")
    if not (isinstance(asked.get("hash"), str) and isinstance(asked.get("command"), str)):
        raise ValueError("it does not say what was asked")
    if not isinstance(files, dict):
        raise ValueError("it names no files")
    for name, checksum in files.items():
        if not NAMED.fullmatch(name) or not isinstance(checksum, str):
            raise ValueError(f"it names {name!r}, which is no file of an answer")
    return AnswerFolder(folder, kind, asked, files)


def begin_answer(
    folder: Path, kind: str, asked: Mapping[str, Any], announce: Callable[[str], None]
) -> AnswerFolder:
    """The answer in a folder, made or found to hold this one: what is `asked` is written, and no files yet.

    One that was given before stays until this one is written; it may have counted other games or measures.

    Raises
    ------
    UserError
        If the folder holds something else, or cannot be written.
    """
    begun, here = AnswerFolder(folder, kind, asked, {}), Folder(folder)
    with writing(folder, f"--out {folder}"):
        _remove_torn(here, kind)
    if here.holds(own_name(kind)):
        try:
            found = _read(folder, kind)
        except ValueError:
            says = _sayings(folder, kind)
            if says.get("command") != asked["command"]:
                _check_same(begun, says)
            announce(f"{begun.own_file} was damaged and is written anew")
        else:
            _check_same(begun, found.asked)
            return replace(begun, files=found.files)
    else:
        with writing(folder, f"--out {folder}"):
            if here.names():
                raise UserError(f"{folder} is not empty and is not a {kind}; choose another --out")
            here.make()
    _write_own(begun)
    return begun


def _remove_torn(here: Folder, kind: str) -> None:
    """Remove what killed commands left of files of an answer."""
    here.remove_torn("", lambda name: name == own_name(kind) or bool(NAMED.fullmatch(name)))
    here.remove_torn(TABLES, lambda name: bool(NAMED.fullmatch(f"{TABLES}/{name}")))


def _sayings(folder: Path, kind: str) -> dict[str, Any]:
    """What the damaged own file of an answer still says; nothing if that cannot be told."""
    try:
        says = json.loads(Folder(folder).read(own_name(kind), MOST_MANIFEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return says if isinstance(says, dict) and isinstance(says.get("command"), str) else {}


def _check_same(answer: AnswerFolder, says: Mapping[str, Any]) -> None:
    """Refuse a folder whose own file says that something else was asked."""
    if not says or says.get("hash") == answer.asked["hash"]:
        return
    why = says["command"]
    if why == answer.asked["command"]:
        why = "made with other rules, policies or files than there are now"
    raise UserError(f"{answer.folder} holds another {answer.kind} ({why}); choose another --out")


def write_answer(begun: AnswerFolder, files: Mapping[str, bytes]) -> AnswerFolder:
    """Write the files of an answer: all of them or none, for the seal is set when the last is in its place.

    Tables that it had before and has no more are removed.

    Raises
    ------
    UnwritableError
        If one cannot be written; one that was given before stays, unless files were being moved in.
    """
    here = Folder(begun.folder)
    here.make(TABLES)
    with here.moving_in(files, MOST_ANSWER):
        _write_own(replace(begun, files={}))  # from here on there is no answer
    for name in begun.files.keys() - files.keys():
        here.remove(name)
    written = replace(begun, files=checksums(files))
    _write_own(written)  # until now
    return written


def leave_unanswered(begun: AnswerFolder) -> None:
    """Leave no folder of an answer that cannot be given; one given before stays."""
    if begun.files:
        return
    Folder(begun.folder).remove(own_name(begun.kind))
    for folder in (begun.folder, begun.folder.parent):
        with suppress(OSError):  # others lie there
            folder.rmdir()


def _write_own(answer: AnswerFolder) -> None:
    """Write the own file of an answer, under its seal."""
    files = {"files": dict(answer.files)} if answer.files else {}
    text = sealed({**answer.asked, **files}, indent=2) + b"\n"
    Folder(answer.folder).write(own_name(answer.kind), text, MOST_MANIFEST)


def checksums(files: Mapping[str, bytes]) -> dict[str, str]:
    """SHA-256 of each file."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}


def content_hash(files: Mapping[str, str]) -> str:
    """One hash of the findings and tables of an answer, from the checksums of its files.

    The page, which shows the hash, has no part in it.
    """
    content = hashlib.sha256()
    for name in sorted(files.keys() - {PAGE, STUDY}):
        content.update(f"{name} {files[name]}\n".encode())
    return content.hexdigest()
