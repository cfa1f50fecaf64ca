"""The run directory: a manifest, Parquet tables in blocks of games, and a receipt for each block.

    runs/starwars-5f1c2a/
        manifest.json             what was asked for, versions, the program that plays it
        sources/                  copies of the user's policy and tile files
        games/0000000000.parquet  one file a block, named by its first game
        seats/ battles/ ...
        receipts/0000000000.json  written last: the block is whole; without tables, it holds its sums

This module reads: every block is checked as it is read (`simulate.store.blocks`), and what is not as it was
written is refused by name. `simulate.store.opening` makes runs and grows them, `simulate.working.repair`
mends them. Blocks may have any size; a run that was asked for fewer games shows the first of them.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rules import games
from rules.errors import FailedError, UserError, nearest
from rules.kernel_cache import program_of
from simulate.io.files import RECORDS
from simulate.io.folders import MOST_MANIFEST, Folder
from simulate.io.shell import quoted
from simulate.plans.plan import Plan
from simulate.plans.request import as_typed, command_line
from simulate.store.answers import answer_in
from simulate.store.blocks import (
    RECEIPTS,
    between,
    column_of,
    cut,
    open_table,
    read_receipt,
    read_sums,
    receipt_files,
    receipt_path,
)
from simulate.store.failures import Failure, warn, warn_of_failed
from simulate.store.manifest import EARLIER, MANIFEST, DamagedManifestError, read_manifest, write_manifest
from simulate.store.sums import Sums, no_sums
from simulate.store.views import Views, labelled

if TYPE_CHECKING:
    import pandas as pd

    from simulate.store.blocks import Receipt

MAX_BLOCK = 2_500
LARGEST_BLOCK = 25_000
"""In runs of many millions of games."""
ROWS_KEPT = 10_000
"""Rows of a run that stay in memory once read: to open a file takes longer than to read a small one, and a
comparison reads the same games several times.
"""
MOST_LISTED = 1_000
"""Failed games that a manifest lists; receipts list them all."""
DECIDED = "decided"
"""What looks wait for: until every verdict is there, or what has none is known to lie at its margin."""
HOLDS_AT_EVERY_LOOK = "holds_at_every_look"
"""Says of a look whether its intervals hold at all looks together, or for a number of games that is fixed."""


def default_block_size(n: int) -> int:
    """Games a block: 2,500, fewer in small runs so that several workers have something to do.

    In runs of millions a thousandth of the run, up to 25,000: few files, and little lost by a kill.
    """
    return max(1, min(max(MAX_BLOCK, n // 1_000), LARGEST_BLOCK, -(-n // 8)))


class VanishedError(UserError):
    """A run whose directory was moved while it was read; the same command plays or reads it again."""

    goes_on = True


class DamagedError(FailedError):
    """Something in a run is not what was written there; the line names the file and what helps."""


@dataclass(frozen=True)
class Receipts:
    """The receipts of a run as they lay in its directory at one moment."""

    whole: Mapping[int, Receipt]
    """Those that can be believed, by first game, in order."""
    damaged: Mapping[Path, str]
    """What is wrong with each of the others."""


class Run(Views):
    """A run directory: the plan it follows, what is there, and its tables as pandas DataFrames.

    Its list of receipts is taken once: all that is read of it are the games of one moment, though another
    command plays into it meanwhile. `receipts` are those of another `Run` of the same moment.
    """

    def __init__(
        self, path: Path, plan: Plan, manifest: dict[str, Any], receipts: Receipts | None = None
    ) -> None:
        self.path = path
        self.plan = plan
        self.manifest = manifest
        if receipts is not None:
            self.receipts = receipts
        self._read: dict[str, pd.DataFrame] = {}
        self._kept: dict[str, Any] = {}
        """Whole tables of small blocks, by checksum."""
        self._room = ROWS_KEPT

    def __repr__(self) -> str:
        done = "complete" if self.is_complete else f"{self.games_done:,} done"
        failed = f", {len(self.failed):,} failed" if self.failed else ""
        what = "game" if self.plan.n == 1 else "games"
        return f"<Run {self.path}: {self.plan.n:,} {what} of {self.plan.game}, {done}{failed}>"

    def first(self, n: int) -> Run:
        """The run of its first `n` games, as they lie there now."""
        return Run(self.path, replace(self.plan, n=n), self.manifest, self.receipts)

    # --- blocks

    @property
    def end(self) -> int:
        """The index after the last game of the plan."""
        return self.plan.first_game + self.plan.n

    def receipt_path(self, first: int) -> Path:
        """Where the receipt of the block that starts with this game lies."""
        return receipt_path(self.path, first)

    def table_path(self, table: str, first: int) -> Path:
        """Where a table's file of the block that starts with this game lies."""
        return self.path / table / f"{first:010d}.parquet"

    @property
    def hash(self) -> str:
        """The hash of its plan, as it was when the run was made: options may have been added since."""
        return str(self.manifest["hash"])

    @property
    def program(self) -> str | None:
        """What plays its games, see `rules.kernel_cache.program_of`; None in a run of format 2."""
        return self.manifest.get("program")

    @property
    def is_of_this_program(self) -> bool:
        """Whether what played its games is what would play them now."""
        return self.program == program_of(self.plan.game)

    @property
    def played_by(self) -> str:
        """Which version of the program played it, in words: ``houserules 0.1.0 (753a821cc4aaa593)``."""
        return (
            f"houserules {self.manifest['versions']['houserules']} ({self.program or 'of an earlier format'})"
        )

    @property
    def other_program(self) -> str:
        """Which other program played it, in words."""
        return f"another program: {self.played_by}"

    @cached_property
    def receipts(self) -> Receipts:
        """Its receipts at the moment when they are first asked for, as `load` does."""
        whole, damaged = {}, {}
        for file in receipt_files(self.path):
            try:
                whole[int(file.stem)] = self._receipt(file)
            except ValueError as error:
                damaged[file] = f"damaged receipt: {error}"
        return Receipts(whole, damaged)

    def look_again(self) -> None:
        """Forget what lay there: for whatever plays into the run, or removes some of it."""
        self.__dict__.pop("receipts", None)
        self._read.clear()

    def _receipt(self, file: Path) -> Receipt:
        """The receipt in a file, if it is of this run."""
        receipt = read_receipt(file, must_be_sealed=self.manifest["format"] != EARLIER)
        if receipt.plan not in (None, self.hash):
            raise ValueError("it is of another run")
        if receipt.program != self.program:
            raise ValueError("another program wrote it")
        if missing := [table for table in self.plan.tables if table not in receipt.files]:
            raise ValueError(f"it does not name {missing[0]}")
        return receipt

    def done_receipts(self) -> list[Receipt]:
        """The receipts of the whole blocks that hold games of the plan, in order."""
        found, end = [], self.plan.first_game
        for first, receipt in self.receipts.whole.items():
            if end <= first < self.end:
                found.append(receipt)
                end = first + receipt.n
        return found

    def done_blocks(self) -> list[tuple[int, int]]:
        """(first game, number of games) of the whole blocks that hold games of the plan.

        The last of them may go on beyond the plan's end. A block with a damaged receipt is not whole.
        """
        return [(receipt.first, receipt.n) for receipt in self.done_receipts()]

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
    def failed(self) -> list[Failure]:
        """The games of the plan that a user's policy failed in, in order; no table has rows of them."""
        return [failure for r in self.done_receipts() for failure in r.failed if failure.game < self.end]

    def check_any(self) -> None:
        """Refuse a run without a game to read.

        Raises
        ------
        UserError
            If none is finished yet, with the command that plays them.
        FailedError
            If every game failed, with the first of them.
        """
        if not self.games_done:
            self._check_there()
            self.whole_receipts()  # refuses damaged ones
            raise UserError(f"{self.path} holds no finished games yet; play them: {self.command}")
        if len(failed := self.failed) == self.games_done:
            raise FailedError(f"all {len(failed):,} games failed; {failed[0].line_of_run(self)}")

    def _check_there(self) -> None:
        """Refuse a run whose directory was moved, or is another one from where the program is now."""
        if not self.path.exists():
            raise VanishedError(f"{self.path} is not there any more, as seen from {Path.cwd()}; load it anew")

    @property
    def is_complete(self) -> bool:
        """Whether every game of the plan is there, or failed."""
        return self.games_done == self.plan.n

    def save_manifest(self) -> None:
        """Write the manifest anew."""
        write_manifest(self.path, self.manifest)

    def note_played(self, seconds: float, jobs: int) -> None:
        """Keep in the manifest that so many workers played so long, and which games failed by now."""
        self.manifest["seconds"] = round(self.manifest["seconds"] + seconds, 3)
        self.manifest["jobs"] = jobs
        self.manifest.pop("failed", None)
        if failed := self.failed:
            listed = [asdict(failure) for failure in failed[:MOST_LISTED]]
            self.manifest["failed"] = {"games": len(failed), "first": listed}
        self.save_manifest()

    @property
    def looks(self) -> list[dict[str, Any]]:
        """When its games were looked at to say whether they are enough, and what was seen."""
        return self.manifest.get("looks", [])

    @property
    def was_looked_at(self) -> bool:
        """Whether its number of games was chosen by looking at results.

        Only intervals that allow for it hold then: `analyses.estimates.critical.at_every_look`. Who waits for
        a width alone looks at how games spread and not at what they show. Looks of earlier versions do not
        say so, and have intervals that hold at every look.
        """
        return any(look.get(HOLDS_AT_EVERY_LOOK, True) for look in self._looks_that_chose)

    @property
    def last_look(self) -> dict[str, Any] | None:
        """The look that chose its number of games, or after which it was played on, if one did."""
        return max(reversed(self._looks_that_chose), key=lambda look: look["n"], default=None)

    @property
    def _looks_that_chose(self) -> list[dict[str, Any]]:
        """The looks that have a part in its number of games.

        Whoever plays until verdicts are there and then plays on has looked at the games for their results: no
        larger number of them undoes that. Where a width alone was waited for, it says nothing of the results.
        """
        return [
            look
            for look in self.looks
            if look["n"] == self.plan.n or (look["n"] < self.plan.n and DECIDED in look["until"])
        ]

    def note_look(self, look: dict[str, Any]) -> None:
        """Keep in the manifest what was seen at a look: `n`, the `command` that looks, and more."""
        same = [look["n"], look["command"]]
        kept = [one for one in self.looks if [one["n"], one["command"]] != same]
        self.manifest["looks"] = [*kept, look]
        self.save_manifest()

    # --- tables

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """A table block by block, an array a column, in order of games; memory does not grow with the run.

        Whole numbers are int64: sums of narrow ones would overflow. `since` leaves out the games with a
        lower index.
        """
        if columns is not None:
            columns = [columns] if isinstance(columns, str) else list(dict.fromkeys(columns))
        self.check_table(table, columns)
        for receipt in self.whole_receipts():
            if receipt.first + receipt.n > since and receipt.with_rows:
                yield _wide(self._rows(table, receipt, columns, since, self.end))

    def blocks(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[pd.DataFrame]:
        """The `arrays` as pandas frames."""
        import pandas as pd

        return map(pd.DataFrame, self.arrays(table, columns, since))

    def whole_receipts(self) -> list[Receipt]:
        """The receipts to read by.

        Raises
        ------
        DamagedError
            If there is one that cannot be believed.
        """
        for file, why in self.receipts.damaged.items():
            raise self._damaged(file, why)
        return self.done_receipts()

    def read(self, table: str, receipt: Receipt) -> Any:
        """A table of one block as an Arrow table, checked.

        Raises
        ------
        DamagedError
            If its file is not what was written there.
        """
        return self._rows(table, receipt, None, receipt.first, receipt.first + receipt.n)

    def _rows(self, table: str, receipt: Receipt, columns: Sequence[str] | None, low: int, high: int) -> Any:
        """The rows of a block's games from `low` to before `high`, checked."""
        path, file = self.table_path(table, receipt.first), receipt.files[table]
        try:
            if file.sha256 not in self._kept:
                opened = open_table(path, receipt, table, self.plan, self.hash)
                if file.rows > self._room:
                    return cut(opened, columns, low, high)
                self._kept[file.sha256] = cut(opened, None, receipt.first, receipt.first + receipt.n)
                self._room -= file.rows
        except ValueError as why:
            self._check_there()
            raise self._damaged(path, why) from None
        rows = between(self._kept[file.sha256], low, high)
        return rows if columns is None else rows.select(columns)

    def _damaged(self, path: Path, why: object) -> DamagedError:
        return DamagedError(f"{path}: {why}; play its games anew: {self.repair}")

    def sums(self) -> Sums:
        """The sums of all its games: of a run without tables, which keeps them block by block.

        Raises
        ------
        DamagedError
            If a block cannot be believed.
        UserError
            If it keeps tables, the last block goes beyond the games asked for, or another version summed up
            other columns.
        """
        if self.tables:
            raise UserError(f"{self.path} keeps tables and no sums; Run.summary() adds them up")
        total = no_sums(self.plan)
        for receipt in self.whole_receipts():
            if receipt.first + receipt.n > self.end:
                raise UserError(
                    f"{self.path} keeps sums of whole blocks, and {self.plan.n:,} games end within one: ask "
                    f"for all {self.manifest['plan']['n']:,}, or play these into another --out"
                )
            file = self.receipt_path(receipt.first)
            try:
                sums = read_sums(file)
            except ValueError as why:
                raise self._damaged(file, why) from None
            if sums.n != receipt.with_rows:
                raise self._damaged(file, "another block took its place while it was read")
            if sums.columns != total.columns:
                raise UserError(f"{self.path}: another version added up other columns; choose another --out")
            total += sums
        return total

    def frame(
        self, table: str, columns: Sequence[str] | None = None, *, labels: bool = False
    ) -> pd.DataFrame:
        """A whole table; with `labels`, words in place of codes: ``seat 1 (red)`` for seat 0.

        `columns` may be one name. Games that failed have no rows.

        Raises
        ------
        UserError
            If no game is finished yet, or there is no such table or column.
        FailedError
            If every game failed; a `DamagedError` if a file is not what was written there.
        """
        import pandas as pd

        self.check_any()
        found = pd.concat(list(self.blocks(table, columns)), ignore_index=True)
        return labelled(found, self.plan) if labels else found

    def check_table(self, table: str, columns: Sequence[str] | None = None) -> None:
        """Refuse a table that the run does not have, or a column that the table does not have.

        Raises
        ------
        UserError
            Naming those that there are.
        """
        every = games.load(self.plan.game).playing.tables
        if table not in self.plan.tables:
            hint = "" if table in every else nearest(table, self.plan.tables)
            raise UserError(
                f"{self.path} has no table '{table}'.{hint} It was played with "
                f"--tables {self.plan.table_words}"
            )
        known = every[table].columns.names or ()
        for column in columns or ():
            if column not in known:
                raise UserError(f"table '{table}' has no column '{column}'.{nearest(column, known)}")

    @property
    def tables(self) -> tuple[str, ...]:
        """Its tables: `games`, `seats` and the event tables that it was played with, or none."""
        return self.plan.tables

    def __getitem__(self, table: str) -> pd.DataFrame:
        """A whole table, read once: ``run["rolls"]``.

        Raises
        ------
        UserError
            As of `frame`, such as for a table that the run does not have; it names those that there are.
        FailedError
            As of `frame`.
        """
        if table not in self._read:
            self._read[table] = self.frame(table)
        return self._read[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def _ipython_key_completions_(self) -> Iterable[str]:
        return self.tables

    @property
    def games(self) -> pd.DataFrame:
        """One row a game."""
        return self["games"]

    @property
    def seats(self) -> pd.DataFrame:
        """One row a game and seat."""
        return self["seats"]

    def rows(self, table: str, game: int) -> dict[str, np.ndarray]:
        """The rows of one game, an array a column.

        Raises
        ------
        UserError
            If the run has no such table, does not hold the game, or has not played it yet.
        FailedError
            If the game failed; a `DamagedError` if a file is not what was written there.
        """
        self.check_table(table)
        self.check_holds(game)
        found = next((r for r in self.whole_receipts() if r.first <= game < r.first + r.n), None)
        if found is None:
            raise UserError(
                f"{self.path}: game {game} has not been played yet; continue with: {self.command}"
            )
        for failure in found.failed:
            if failure.game == game:
                raise FailedError(failure.line_of_run(self))
        return _wide(self._rows(table, found, None, game, game + 1))

    def check_holds(self, game: int) -> None:
        """Refuse the index of a game that is not one of the plan's.

        Raises
        ------
        UserError
            With those that are.
        """
        low, high = self.plan.first_game, self.end - 1
        if not isinstance(game, int | np.integer) or not low <= game <= high:
            raise UserError(f"{self.path} holds games {low} to {high}, not {game}")

    @property
    def typed(self) -> str:
        """Its directory as it is typed in a command."""
        return quoted(as_typed(self.path))

    @property
    def command(self) -> str:
        """The command that makes, or continues, this run."""
        return self.plan.command(self.path)

    @property
    def repair(self) -> str:
        """The command that plays what is damaged anew."""
        return command_line("repair", self.path)


def is_run(path: str | Path) -> bool:
    """Whether a directory holds a run: its manifest, of whatever version, or a block as it was written."""
    with contextlib.suppress(FailedError):  # its receipts lie elsewhere
        if any(map(_is_whole, receipt_files(Path(path)))):
            return True
    try:
        manifest = json.loads(Folder(Path(path)).read(MANIFEST, MOST_MANIFEST))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and str(manifest.get("format")).startswith("houserules-run/")


def check_run(run: object) -> None:
    """Refuse what is no run, such as the name of its directory.

    Raises
    ------
    UserError
        Saying how it is opened.
    """
    if not isinstance(run, Run):
        raise UserError(f"{run!r:.60} is no run; simulate.load(DIRECTORY) opens one")


def load(path: str | Path) -> Run:
    """Open the run in a directory. A `Notice` says so if another program played it, or if games failed.

    Raises
    ------
    UserError
        If there is no run, or its manifest is broken or of other rules.
    """
    run = read_run(path)
    warn_of_program(run)
    warn_of_failed(run)
    return run


def warn_of_program(run: Run) -> None:
    """Give a `Notice` if another program played a run."""
    if not run.is_of_this_program:
        words = f"was played by {run.other_program}; play it anew: {run.repair} --play-again"
        warn(f"{run.path} {words}")


def read_run(path: str | Path) -> Run:
    """The run in a directory, as `load` opens it, without a word about the program that played it."""
    if not isinstance(path, str | os.PathLike):
        raise UserError(f"{path!r:.60} is not the name of a run's directory")
    if str(path) == "":
        raise UserError("the name of the run is empty; name its directory")
    path = Path(path)
    if not Folder(path).holds(MANIFEST):
        if _has_lost_manifest(path):
            raise DamagedManifestError(path, "it is missing")
        if game := games.named_by(str(path)):
            raise UserError(f"{path} is a game and not a run; one is played with simulate --game {game}")
        if kind := answer_in(path):
            runs = path / "tables" / "runs.csv"
            where = (
                f"{runs} lists its runs"
                if runs.is_file()
                else f"the command in {path / kind}.json plays its runs"
            )
            raise UserError(f"{path} is a {kind} and not a run; {where}")
        if path.is_file() and path.suffix.lower() in RECORDS.endings:
            raise UserError(
                f"{path} is a file, and a run is a folder; a game record is for simulate referee, "
                f"simulate review or {command_line('from', path, out='board.png')}, which draws it"
            )
        known = newest()
        hint = f" The newest run is {known}." if known else ""
        raise UserError(f"{path} is not a run: it has no manifest.json.{hint}")
    return Run(path, *read_manifest(path))


def newest(folder: Path = Path("runs")) -> Path | None:
    """The run in `folder` that was made, continued or opened by the main job last."""
    return next(iter(newest_first(folder)), None)


def newest_first(folder: Path) -> list[Path]:
    """The runs in `folder`; one whose manifest is lost is as old as the last block that was written."""
    ages = {}
    for run in folder.glob("*/"):
        with contextlib.suppress(OSError):  # neither is there, or not any more
            ages[run] = (run / (RECEIPTS if _has_lost_manifest(run) else MANIFEST)).lstat().st_mtime
    return sorted(ages, key=lambda run: -ages[run])


def _has_lost_manifest(path: Path) -> bool:
    with contextlib.suppress(FailedError):  # its receipts lie elsewhere
        return not Folder(path).holds(MANIFEST) and bool(receipt_files(path))
    return False


def _is_whole(receipt: Path) -> bool:
    """Whether a receipt is as it was written."""
    try:
        return bool(read_receipt(receipt))
    except ValueError:
        return False


def named_or_newest(path: str | Path | None) -> str | Path:
    """The directory that a verb is about: the one named, or that of the newest run under ``runs/``.

    Raises
    ------
    UserError
        If there is none.
    """
    found = newest() if path is None else path
    if found is None:
        raise UserError("there is no run under runs/ yet; play one: simulate --game starwars --n 100000")
    return found


def load_or_newest(path: str | Path | None) -> Run:
    """The run in `named_or_newest`, as `load` opens it."""
    return load(named_or_newest(path))


def load_with_games(path: str | Path | None) -> Run:
    """The run named, as `load` opens it, or the newest under ``runs/`` whose games are all there.

    A `Notice` says so if a newer one is not finished. If none is finished it is the newest with games, and if
    none has any the newest. A damaged one is not passed over: whoever reads it is told.
    """
    if path is not None:
        return load(path)
    newest_run, with_games = None, None
    for place in newest_first(Path("runs")):
        try:
            run = read_run(place)
        except UserError:
            if newest_run is None:
                raise
            continue  # the newest can be read, if all else fails
        if run.is_complete or run.receipts.damaged:
            if newest_run is not None:
                warn(f"{newest_run.path} {held_words(newest_run)}; this is about {place}, which is finished")
            return load(place)
        newest_run = newest_run or run
        with_games = with_games or (run if run.games_done else None)
    return load_or_newest(None if with_games is None else with_games.path)


def held_words(run: Run) -> str:
    """How many games an unfinished run holds: ``holds 4,000 of 20,000 games``."""
    return f"holds {run.games_done:,} of {run.plan.n:,} games"


def warn_of_missing(run: Run) -> None:
    """Give a `Notice` if some games of a run are still to be played; a `DamagedError` if it lacks others."""
    run.whole_receipts()
    if not run.is_complete:
        warn(f"{run.path} {held_words(run)}; play the rest: {run.command}")


def _wide(table: Any) -> dict[str, np.ndarray]:
    """The columns of a table of a file, whole numbers as int64."""
    columns = {name: column_of(table, name) for name in table.column_names}
    return {
        name: values.astype(np.int64, copy=False) if values.dtype.kind in "iu" else values
        for name, values in columns.items()
    }
