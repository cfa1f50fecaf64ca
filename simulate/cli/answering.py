"""The answer of a verb that asks what a rule does: its directory, the page, the tables and the findings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from simulate.io.console import next_step, note, say, say_json, working
from simulate.io.files import ANSWERS, Rows, check_folder, csv_of
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from simulate.plans.plan import Plan
    from simulate.store.answers import Answer
    from simulate.store.runs import Run


def open_answer(
    out: Path | None,
    kind: str,
    name: str,
    plans: Iterable[Plan],
    again: str,
    tunings: int = 0,
    rungs: Sequence[str] = (),
    **more: Any,
) -> Answer:
    """An answer begun in its folder, made or found to hold this one: it is named by a hash of its `plans`.

    `kind` is what is answered: a key of `ANSWERS`. The file ``KIND.json`` tells it from anything else, and
    holds `more` beside hash and command. `tunings` and `rungs` of the ladder ask more of the same games.
    """
    from simulate.plans.plan import hash_of
    from simulate.store.answers import begin_answer

    if out is not None:
        check_folder(out)
    key = hash_of(plans)
    besides = ({"adapt": tunings} if tunings else {}) | ({"strength": list(rungs)} if rungs else {})
    for asked, value in besides.items():  # the same games, but another answer
        key = hashlib.sha256(f"{key} {asked} {value}".encode()).hexdigest()
    folder = out or Path(ANSWERS[kind]) / f"{name}-{key[:6]}"
    return begin_answer(folder, kind, {**more, **besides, "hash": key, "command": again}, note)


class Findings(Protocol):
    """What an answer is written from."""

    def tables(self) -> Mapping[str, Rows]:
        """Its tables by name."""

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script."""

    def summary(self) -> str:
        """The findings for a terminal."""


def answer(
    begun: Answer,
    found: Findings,
    runs: Iterable[Run],
    write: Callable[[str], str],
    as_json: bool,
    after: str,
    summary: Callable[[], str] | None = None,
    copies: Mapping[str, bytes] = MappingProxyType({}),
) -> None:
    """Write the page, the tables and the findings; say the findings, or their summary and what is next.

    `runs` hold the games. `write` makes the text of the page, and is told what to say of where all numbers
    are; another `summary` may take the place of the one that was `found`. `copies` of the user's files are
    kept beside.
    """
    from simulate.store.answers import FINDINGS, PAGE, checksums, content_hash, write_answer

    folder = begun.folder
    page, games = folder / PAGE, _rows_of(runs)
    findings = found.as_dict() | {"runs": games, "directory": str(folder)}
    files = {
        f"tables/{table}.csv": csv_of(rows).encode()
        for table, rows in {**found.tables(), "runs": games}.items()
    }
    files[FINDINGS] = json.dumps(findings, indent=1, allow_nan=False).encode()
    with working(f"writing {page}"):
        text = write(
            f"Every number stands with its interval in tables/*.csv and {FINDINGS} beside this page: content "
            f"hash {content_hash(checksums(files))}. {command_line('verify', folder)} checks them. "
            "tables/runs.csv lists the runs that hold the games. They were played by "
            f"{' and '.join(dict.fromkeys(str(row['program']) for row in games))}."
        )
    files[PAGE] = text.encode(errors="backslashreplace")
    write_answer(begun, {**files, **copies})
    if as_json:
        say_json(findings)
        return
    say((summary or found.summary)())
    next_step(after, page, folder / "tables")


def _rows_of(runs: Iterable[Run]) -> Rows:
    """A row a run: where it is, what was played, and by which program."""
    from simulate.plans.plan import worded

    return [
        {
            "run": str(run.path),
            "game": run.plan.game,
            "rules": ", ".join(worded(run.plan.game, run.plan.differs)) or "standard game",
            "players": run.plan.players,
            "policy": run.plan.policy_words,
            "seed": run.plan.seed,
            "games": run.plan.n,
            "program": run.played_by,
        }
        for run in {run.path: run for run in runs}.values()
    ]
