"""The run directory: a manifest, Parquet tables in blocks of games, and a receipt for each block.

    runs/starwars-5f1c2a/
        manifest.json             what was asked for, versions
        sources/                  copies of the user's policy and tile files
        games/0000000000.parquet  one file a block, named by its first game
        seats/ battles/ ...
        receipts/0000000000.json  written last: the block is whole

Every file is written beside its place, flushed to disk and moved in, so a run that was interrupted
holds whole blocks only and can be continued. A run grows: asked for more games it plays those that
are missing, asked for fewer it reads the first of them. Blocks may have any size.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules import games
from rules.errors import UserError
from rules.options import rule_words, split_words
from simulate.plan import Plan

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

FORMAT = "houserules-run/2"
SCHEMA_VERSION = "1"
MAX_BLOCK = 2_500
VERSIONED = ("houserules", "numpy", "numba", "pandas", "pyarrow")


def default_block_size(n: int) -> int:
    """Games a block: 2,500, fewer in small runs so that several workers have something to do."""
    return max(1, min(MAX_BLOCK, -(-n // 8)))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


class Run:
    """A run directory: the plan it follows, what is there, and its tables as pandas DataFrames."""

    def __init__(self, path: Path, plan: Plan, manifest: dict[str, Any]) -> None:
        self.path = path
        self.plan = plan
        self.manifest = manifest
        self._read: dict[str, pd.DataFrame] = {}
        self._games: dict[int, int] = {}

    def __repr__(self) -> str:
        done = "complete" if self.is_complete else f"{self.games_done:,} done"
        return f"<Run {self.path}: {self.plan.n:,} games of {self.plan.game}, {done}>"

    # --- blocks

    @property
    def end(self) -> int:
        """The index after the last game of the plan."""
        return self.plan.first_game + self.plan.n

    def receipt_path(self, first: int) -> Path:
        """Where the receipt of the block that starts with this game lies."""
        return self.path / "receipts" / f"{first:010d}.json"

    def table_path(self, table: str, first: int) -> Path:
        """Where a table's file of the block that starts with this game lies."""
        return self.path / table / f"{first:010d}.parquet"

    def done_blocks(self) -> list[tuple[int, int]]:
        """(first game, number of games) of the whole blocks that hold games of the plan.

        The last of them may go on beyond the plan's end. A block with a damaged receipt is not whole.
        """
        blocks, end = [], self.plan.first_game
        for file in sorted((self.path / "receipts").glob("[0-9]*.json")):
            first = int(file.stem)
            if end <= first < self.end:
                if first not in self._games:
                    try:
                        self._games[first] = self.receipt(first)["n"]
                    except ValueError:
                        continue
                blocks.append((first, self._games[first]))
                end = first + self._games[first]
        return blocks

    def receipt(self, first: int) -> dict[str, Any]:
        """What the receipt of a block says: games, and rows and checksum of each table's file.

        Raises
        ------
        ValueError
            If it is damaged.
        """
        try:
            found = json.loads(self.receipt_path(first).read_text(encoding="utf-8"))
            if type(found["n"]) is not int or found["n"] < 1:
                raise ValueError(f"{found['n']!r} games")
            files = {table: found["files"][table] for table in self.plan.tables}
            return {"n": found["n"], "files": files}
        except (OSError, KeyError, TypeError) as error:
            raise ValueError(repr(error)) from None

    def missing_blocks(self, size: int | None = None) -> list[tuple[int, int]]:
        """(first game, number of games) of what is still to be played, `size` games a block at most."""
        gaps, begun = [], self.plan.first_game
        for first, n in [*self.done_blocks(), (self.end, 0)]:
            if begun < first:
                gaps.append((begun, first))
            begun = first + n
        size = size or default_block_size(sum(end - first for first, end in gaps))
        return [(at, min(size, end - at)) for first, end in gaps for at in range(first, end, size)]

    @property
    def games_done(self) -> int:
        """Games of the plan in whole blocks."""
        return sum(min(n, self.end - first) for first, n in self.done_blocks())

    @property
    def is_complete(self) -> bool:
        """Whether every game of the plan is there."""
        return self.games_done == self.plan.n

    def write_block(self, first: int, tables: dict[str, np.ndarray], seconds: float) -> None:
        """Write a block's tables, then its receipt."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        files = {}
        for name, rows in tables.items():
            columns = {column: pa.array(rows[column].copy()) for column in rows.dtype.names or ()}
            table = pa.table(columns).replace_schema_metadata(
                {
                    "houserules.schema": SCHEMA_VERSION,
                    "houserules.plan": self.plan.hash,
                    "houserules.table": name,
                }
            )
            sink = pa.BufferOutputStream()
            pq.write_table(table, sink, compression="zstd", compression_level=1)
            data = sink.getvalue().to_pybytes()
            write_whole(self.table_path(name, first), data)
            files[name] = {"rows": len(rows), "sha256": hashlib.sha256(data).hexdigest()}
        receipt = {"first": first, "n": len(tables["games"]), "seconds": round(seconds, 3), "files": files}
        write_whole(self.receipt_path(first), json.dumps(receipt).encode())

    def save_manifest(self) -> None:
        """Write the manifest anew."""
        write_whole(self.path / "manifest.json", (json.dumps(self.manifest, indent=2) + "\n").encode())

    @property
    def looks(self) -> list[dict[str, Any]]:
        """When its games were looked at to say whether they are enough, and what was seen."""
        found: list[dict[str, Any]] = self.manifest.get("looks", [])
        return found

    @property
    def was_looked_at(self) -> bool:
        """Whether its number of games was chosen by looking.

        Only intervals that allow for it hold then: `analyses.estimate.at_every_look`.
        """
        return any(look["n"] == self.plan.n for look in self.looks)

    def note_look(self, look: dict[str, Any]) -> None:
        """Keep in the manifest what was seen at a look: `n`, the `command` that looks, and more."""
        same = [look["n"], look["command"]]
        kept = [one for one in self.looks if [one["n"], one["command"]] != same]
        self.manifest["looks"] = [*kept, look]
        self.save_manifest()

    # --- tables

    def blocks(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[pd.DataFrame]:
        """A table block by block, in order of games; memory does not grow with the run.

        `since` leaves out the games with a lower index.
        """
        import pyarrow.parquet as pq

        self._want(table)
        for first, n in self.done_blocks():
            if first + n <= since:
                continue
            wanted = [("game", "<", self.end)] if first + n > self.end else []
            wanted += [("game", ">=", since)] if first < since else []
            yield _wide(
                pq.read_table(
                    self.table_path(table, first), columns=columns, filters=wanted or None, use_threads=False
                )
            )

    def frame(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """A whole table."""
        import pandas as pd

        return pd.concat(list(self.blocks(table, columns)), ignore_index=True)

    def _want(self, table: str) -> None:
        if table not in self.plan.tables:
            written = ",".join(self.plan.tables)
            raise UserError(f"{self.path} has no table '{table}'; it was played with --tables {written}")

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of its tables: `games`, `seats` and the event tables that it was played with."""
        return self.plan.tables

    def __getitem__(self, table: str) -> pd.DataFrame:
        """A whole table, read once: ``run["rolls"]``.

        Raises
        ------
        UserError
            If the run has no such table; it names those that there are.
        """
        if table not in self._read:
            self._read[table] = self.frame(table)
        return self._read[table]

    @property
    def games(self) -> pd.DataFrame:
        """One row a game."""
        return self["games"]

    @property
    def seats(self) -> pd.DataFrame:
        """One row a game and seat."""
        return self["seats"]

    def rows(self, table: str, game: int) -> pd.DataFrame:
        """The rows of one game.

        Raises
        ------
        UserError
            If the run does not hold the game.
        """
        import pyarrow.parquet as pq

        self._want(table)
        low, high = self.plan.first_game, self.end - 1
        if not low <= game <= high:
            raise UserError(f"{self.path} holds games {low} to {high}, not {game}")
        first = next((first for first, n in self.done_blocks() if first <= game < first + n), None)
        if first is None:
            raise UserError(
                f"{self.path}: game {game} has not been played yet; continue with: {self.command}"
            )
        return _wide(
            pq.read_table(self.table_path(table, first), filters=[("game", "=", game)], use_threads=False)
        )

    def vary(self, rules: Mapping[str, Any] | Iterable[str] = (), **asked: Any) -> Run:
        """The same games under other rules, played or opened: ``run.vary(rules={"dice_cap": 4})``.

        `rules` change those of this run, whose other rules stay. Any other keyword is one of
        `simulate.request.Request`: `n`, `policy`, `players`, `jobs`, `out` and so on; what is not named is as
        in this run. Both runs pair game by game if players and seed are the same: `analyses.compare.compare`.

        Raises
        ------
        UserError
            For anything unknown or out of bounds, in one line.
        """
        from simulate.plan import plan_of
        from simulate.workers import play

        plan, box = self.plan, self.path / "sources" / "box.toml"
        given = {**plan.changed_options(), **split_words(rule_words(rules))}
        words = {"rules": rule_words(given), **asked}
        kept = plan.players == words.get("players", plan.players) and "policy" not in asked
        if kept:
            words["policy"] = None  # these very policies, from wherever they came
        if plan.box is not None and not {"tiles", "board"} & asked.keys():
            words[games.load(plan.game).box] = box
        request = replace(plan.request(), **words)
        varied = plan_of(request)
        if kept:
            varied = replace(varied, policies=plan.policies)
        if plan.box is not None and varied.box == plan.box:
            varied = replace(varied, box_file=plan.box_file)
        return play(varied, request)

    @property
    def command(self) -> str:
        """The command that makes, or continues, this run."""
        return self.plan.command(self.path)


def is_run(path: str | Path) -> bool:
    """Whether a directory holds a run, of whatever version and however damaged."""
    try:
        manifest = json.loads((Path(path) / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and str(manifest.get("format")).startswith("houserules-run/")


def load(path: str | Path) -> Run:
    """Open the run in a directory.

    Raises
    ------
    UserError
        If there is no run, or its manifest is broken or of another version.
    """
    path = Path(path)
    file = path / "manifest.json"
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = newest()
        hint = f" The newest run is {known}." if known else ""
        raise UserError(f"{path} is not a run: it has no manifest.json.{hint}") from None
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"{file}: not valid JSON: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UserError(f"{file}: not a manifest of format {FORMAT}; play the run again into another --out")
    try:
        sources = {
            f.name: f.read_text(encoding="utf-8") for f in sorted((path / "sources").glob("*")) if f.is_file()
        }
        plan = Plan.from_dict(manifest["plan"], sources)
        if type(plan.n) is not int or plan.n < 1:
            raise ValueError(f"{plan.n!r} games")
        run = Run(path, plan, manifest)
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        raise UserError(f"{file}: the manifest is damaged: {error}") from None
    if plan.hash != manifest.get("hash"):
        raise UserError(
            f"{path}: made by other rules or policies than this version's (plan "
            f"{str(manifest.get('hash'))[:6]}, now {plan.hash[:6]}); play it again: {plan.command()}"
        )
    return run


def newest(folder: Path = Path("runs")) -> Path | None:
    """The run in `folder` that was made, continued or opened by the main job last."""
    found = sorted(folder.glob("*/manifest.json"), key=lambda file: file.stat().st_mtime)
    return found[-1].parent if found else None


def load_or_newest(path: str | Path | None) -> Run:
    """The run that a verb is about: the directory named, or the newest under ``runs/``.

    Raises
    ------
    UserError
        If there is none.
    """
    found = Path(path) if path else newest()
    if found is None:
        raise UserError("there is no run under runs/ yet; play one: simulate --game starwars --n 100000")
    return load(found)


def open_or_create(plan: Plan, out: str | Path | None) -> Run:
    """The run of this plan: the one that is there, or a new directory with its manifest.

    A run that was asked for fewer games is asked for more; of one that was asked for more, only the
    first games are seen.

    Raises
    ------
    UserError
        If the directory holds something else or cannot be written.
    """
    path = Path(out) if out is not None else Path("runs") / plan.name
    try:
        if (path / "manifest.json").exists():
            return _open_again(path, plan)
        if path.exists() and any(path.iterdir()):
            raise UserError(f"{path} is not empty and is not a run; choose another --out")
        for folder in (*plan.tables, "receipts", "sources"):
            (path / folder).mkdir(parents=True, exist_ok=True)
        for name, text in plan.sources().items():
            write_whole(path / "sources" / name, text.encode())
        manifest = {
            "format": FORMAT,
            "hash": plan.hash,
            "plan": _described(plan),
            "command": plan.command(path),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "versions": {name: version(name) for name in VERSIONED} | {"python": platform.python_version()},
            "seconds": 0.0,
            "jobs": 0,
        }
        run = Run(path, plan, manifest)
        run.save_manifest()
    except OSError as error:
        raise UserError(f"--out {path}: cannot be written: {error.strerror}") from None
    return run


def _wide(table: Any) -> pd.DataFrame:
    """A table of a file in pandas, whole numbers as int64: sums of narrow ones would overflow."""
    import pyarrow as pa

    wide = [
        field.with_type(pa.int64()) if pa.types.is_integer(field.type) else field for field in table.schema
    ]
    frame: pd.DataFrame = table.cast(pa.schema(wide, table.schema.metadata)).to_pandas()
    return frame


def _open_again(path: Path, plan: Plan) -> Run:
    """The run that is there, if it is of this plan."""
    held = load(path)
    if held.plan.hash != plan.hash:
        raise UserError(
            f"{path} holds another run; it differs in: {', '.join(plan.differences(held.plan))}; "
            "choose another --out"
        )
    whole = {file.stem for file in (path / "receipts").glob("[0-9]*.json")}
    for folder in (*plan.tables, "receipts"):  # what was not finished; the next block may be of another size
        for file in (path / folder).glob("*"):
            if file.suffix == ".part" or (file.suffix == ".parquet" and file.stem not in whole):
                file.unlink(missing_ok=True)
    if plan.n > held.plan.n:
        held.manifest |= {"plan": _described(plan), "command": plan.command(path)}
        held.save_manifest()
    return Run(path, plan, held.manifest)


def _described(plan: Plan) -> dict[str, Any]:
    """What the manifest says of a plan."""
    return plan.as_dict() | {"n": plan.n} | ({"box_file": plan.box_file} if plan.box_file else {})
