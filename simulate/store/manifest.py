"""The manifest of a run: its plan, its program and what made it; written with a seal, checked when read."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rules.errors import UserError
from rules.kernel_cache import program_of
from rules.seeds import MAX_GAME
from simulate.io.files import reading
from simulate.io.folders import MOST_MANIFEST, MOST_SOURCE, Folder
from simulate.plans.code import KEPT, kept_as
from simulate.plans.plan import Plan, deciding, hash_of_dict
from simulate.plans.request import command_line
from simulate.plans.trust import UntrustedError
from simulate.store.blocks import is_sealed, sealed, unsealed, versions

MANIFEST = "manifest.json"
FORMAT = "houserules-run/3"
EARLIER = "houserules-run/2"
"""Without seals and programs: runs of this format are read, and not continued."""
KINDS: dict[str, type | tuple[type, ...]] = {
    "versions": dict, "created": str, "seconds": (int, float), "jobs": int
}  # fmt: skip
"""What must stand in a manifest besides its plan."""


class DamagedManifestError(UserError):
    """The manifest of a run is not what was written there, or it is gone and the blocks are not."""

    def __init__(self, path: Path, why: object, helps: str = "") -> None:
        self.why = why
        helps = helps or f"from its blocks it is written anew: {command_line('repair', path)}"
        super().__init__(f"{path / 'manifest.json'}: the manifest is damaged: {why}; {helps}")


def new_manifest(plan: Plan, path: Path) -> dict[str, Any]:
    """What the manifest of a new run in a directory says."""
    return {
        "format": FORMAT,
        "hash": plan.hash,
        "plan": plan.described(),
        "command": plan.command(path),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "program": program_of(plan.game),
        "versions": versions(),
        "seconds": 0.0,
        "jobs": 0,
    }


def write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest of the run in a directory."""
    Folder(path).write(MANIFEST, sealed(manifest, indent=2) + b"\n", MOST_MANIFEST)


def read_manifest(path: Path) -> tuple[Plan, dict[str, Any]]:
    """The plan of the run in a directory, and all that its manifest says.

    Raises
    ------
    UserError
        If it cannot be read, is of another format or of other rules; a `DamagedManifestError` if damaged.
    """
    manifest = _read_sealed(path)
    try:
        before = deciding(manifest["plan"])
        if hash_of_dict(before) != manifest["hash"]:
            raise ValueError("its plan is not the one that its hash is of")
        if not _is_whole(manifest["plan"]["n"], 1):
            raise ValueError(f"{manifest['plan']['n']!r} games")
        if not _is_whole(manifest["plan"]["first_game"], 0):
            raise ValueError(f"{manifest['plan']['first_game']!r} is the first game")
        for key, kind in KINDS.items():
            if not isinstance(manifest[key], kind):
                raise ValueError(f"{key} is {manifest[key]!r}")
        if datetime.fromisoformat(manifest["created"]).tzinfo is None:
            raise ValueError(f"created is {manifest['created']!r}, in no time zone")
        if not isinstance(manifest["versions"].get("houserules"), str):
            raise ValueError("versions name no houserules")
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DamagedManifestError(path, error) from None
    try:
        plan = Plan.from_dict(manifest["plan"], read_sources(path, manifest["plan"]))
        changed = plan.changed_since(before)
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        if isinstance(error, DamagedSourceError | UntrustedError):
            raise
        raise UserError(
            f"{path / 'manifest.json'}: made by other rules than this version's: {error}"
        ) from None
    if changed:
        raise UserError(
            f"{path}: made by other rules or policies than this version's ({', '.join(changed)}); play it "
            f"again: {plan.command()}"
        )
    return plan, manifest


def _is_whole(value: object, least: int) -> bool:
    """Whether a value is a whole number that counts games."""
    return type(value) is int and least <= value <= MAX_GAME


def _read_sealed(path: Path) -> dict[str, Any]:
    """What the file says, if it is of a known format and as it was written."""
    file = path / "manifest.json"
    with reading(file):
        raw = Folder(path).read(MANIFEST, MOST_MANIFEST)
    try:
        manifest = unsealed(raw)
    except ValueError as error:
        raise DamagedManifestError(path, error) from None
    if manifest.get("format") not in (FORMAT, EARLIER):
        raise UserError(f"{file}: not a manifest of format {FORMAT}; play the run again into another --out")
    if manifest["format"] == FORMAT and not is_sealed(raw):
        raise DamagedManifestError(path, "it has no seal")
    return manifest


class DamagedSourceError(UserError):
    """A user's file that a run keeps is not the one that it was played with, which no block holds."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file}: {why}; put back the file that the run was played with")


SOURCE = re.compile(rf"policy-\d+\.py|{KEPT}[^/]+")


def is_source(name: str) -> bool:
    """Whether a run keeps a file of the user's under this name."""
    return name == "box.toml" or bool(SOURCE.fullmatch(name))


def read_sources(path: Path, plan: dict[str, Any]) -> dict[str, str]:
    """The texts of the user's files that a plan names, each checked.

    Raises
    ------
    DamagedSourceError
        For one that is missing or is not the one that was played with.
    """
    wanted = {f"policy-{seat}.py": policy.get("sha256") for seat, policy in enumerate(plan["policies"])}
    wanted["box.toml"] = None if plan["box"] == "standard" else plan["box"]
    wanted |= {kept_as(name): promised for name, promised in plan.get("code", {}).get("texts", {}).items()}
    found = {}
    for name, promised in wanted.items():
        if promised is None:
            continue
        file = path / "sources" / name
        try:
            data = Folder(path).read(f"sources/{name}", MOST_SOURCE)
        except OSError as error:
            raise DamagedSourceError(file, f"cannot be read: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != promised:
            raise DamagedSourceError(file, "damaged: its bytes are not those that were played with")
        found[name] = data.decode()
    return found
