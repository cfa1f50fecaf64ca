"""Where an answer goes: its folder with the page, the tables and the findings, and the terminal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from simulate.io.console import next_step, note, on_terminal, say, say_json, working
from simulate.io.files import ANSWERS, check_folder, csv_of
from simulate.io.shell import to_open
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from reports.pages.answer import Answer
    from simulate.plans.plan import Plan
    from simulate.store.answers import AnswerFolder
    from simulate.store.runs import Run


def open_answer(
    out: Path | None,
    kind: str,
    name: str,
    plans: Iterable[Plan],
    again: str,
    tunings: int = 0,
    rungs: Sequence[str] = (),
    of_baseline: int = 0,
    **more: Any,
) -> AnswerFolder:
    """An answer begun in its folder, made or found to hold this one: it is named by a hash of its `plans`.

    `kind` is what is answered: a key of `ANSWERS`. The file ``KIND.json`` tells it from anything else, and
    holds `more` beside hash and command. `tunings` and `rungs` of the ladder ask more of the same games, and
    so many games `of_baseline` are another question.
    """
    from simulate.plans.plan import hash_of
    from simulate.store.answers import begin_answer

    if out is not None:
        check_folder(out)
    key = hash_of(plans)
    every = {"adapt": tunings, "strength": list(rungs), "baseline": of_baseline}
    besides = {asked: value for asked, value in every.items() if value}
    for asked, value in besides.items():  # the same games, but another answer
        key = hashlib.sha256(f"{key} {asked} {value}".encode()).hexdigest()
    folder = out or Path(ANSWERS[kind]) / f"{name}-{key[:6]}"
    return begin_answer(folder, kind, {**more, **besides, "hash": key, "command": again}, note)


def write_and_say(
    begun: AnswerFolder,
    answer: Answer,
    runs: Iterable[Run],
    as_json: bool,
    full: bool = False,
    copies: Mapping[str, bytes] = MappingProxyType({}),
    names: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write the page, the tables and the findings; say the findings, or their summary and how to open it.

    `runs` hold the games; a study may have `names` for them, by hash. `copies` of the user's files are kept
    beside. If `full` all of the page is said.
    """
    from reports.pages.answer import findings_of, rows_of_runs
    from simulate.store.answers import FINDINGS, PAGE, checksums, content_hash, write_answer

    folder = begun.folder
    page, games = folder / PAGE, rows_of_runs(runs, names)
    findings = findings_of(answer, begun.command, games, folder)
    files = {
        f"tables/{table}.csv": csv_of(rows).encode()
        for table, rows in {**answer.tables, "runs": games}.items()
    }
    files[FINDINGS] = json.dumps(findings, indent=1, allow_nan=False).encode()
    with working(f"writing {page}"):
        text = answer.html(
            begun.command,
            f"Every number stands with its interval in tables/*.csv and {FINDINGS} beside this page: content "
            f"hash {content_hash(checksums(files))}. {command_line('verify', folder)} checks them. "
            "tables/runs.csv lists the runs that hold the games. They were played by "
            f"{' and '.join(dict.fromkeys(str(row['program']) for row in games))}.",
        )
    files[PAGE] = text.encode(errors="backslashreplace")
    write_answer(begun, {**files, **copies})
    if as_json:
        say_json(findings)
        return
    say(answer.summary(full))
    if not on_terminal():
        note(f"page: {page}", style=None)
    next_step(to_open(page), page, folder / "tables")
