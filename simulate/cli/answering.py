"""The answer of a verb that asks what a rule does: its directory, the page, the tables and the findings."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rules.errors import UserError
from simulate.console import next_step, say, say_json, working
from simulate.files import ANSWERS, Rows, check_folder, csv_of, write_whole, writing

if TYPE_CHECKING:
    from simulate.plan import Plan
    from simulate.runs import Run


def open_answer(
    out: Path | None,
    kind: str,
    name: str,
    plans: Iterable[Plan],
    again: str,
    tunings: int = 0,
    rungs: Sequence[str] = (),
    **more: Any,
) -> Path:
    """The directory of an answer, made or found to hold this one: it is named by a hash of its `plans`.

    `kind` is what is answered: a key of `ANSWERS`. The file ``KIND.json`` tells it from anything else, and
    holds `more` beside hash and command. `tunings` and `rungs` of the ladder ask more of the same games.
    """
    from simulate.plan import hash_of

    if out is not None:
        check_folder(out)
    key = hash_of(plans)
    besides = ({"adapt": tunings} if tunings else {}) | ({"strength": list(rungs)} if rungs else {})
    for asked, value in besides.items():  # the same games, but another answer
        key = hashlib.sha256(f"{key} {asked} {value}".encode()).hexdigest()
    folder = out or Path(ANSWERS[kind]) / f"{name}-{key[:6]}"
    manifest = {**more, **besides, "hash": key, "command": again}
    file = folder / f"{kind}.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        found = None
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: cannot be read: {error}; choose another --out") from None
    if found is not None:
        known = found if isinstance(found, dict) else {}
        if known.get("hash") != key:
            held = known.get("command", "unknown")
            why = "made with other rules, policies or files than there are now" if held == again else held
            raise UserError(f"{folder} holds another {kind} ({why}); choose another --out")
        return folder
    with writing(folder, f"--out {folder}"):
        if folder.exists() and any(folder.iterdir()):
            raise UserError(f"{folder} is not empty and is not a {kind}; choose another --out")
        folder.mkdir(parents=True, exist_ok=True)
    write_whole(file, (json.dumps(manifest, indent=2) + "\n").encode())
    return folder


def close_unanswered(folder: Path) -> None:
    """Leave no directory of an answer that cannot be given; one given before stays."""
    if not (folder / "report.html").exists():
        for file in folder.glob("*.json"):
            file.unlink()
        folder.rmdir()
        with contextlib.suppress(OSError):  # others lie there
            folder.parent.rmdir()


class Findings(Protocol):
    """What an answer is written from."""

    def tables(self) -> Mapping[str, Rows]:
        """Its tables by name."""

    def as_dict(self) -> dict[str, Any]:
        """The findings for a script."""

    def summary(self) -> str:
        """The findings for a terminal."""


def answer(
    folder: Path,
    found: Findings,
    runs: Iterable[Run],
    write: Callable[[str], str],
    as_json: bool,
    after: str,
    summary: Callable[[], str] | None = None,
) -> None:
    """Write the page, the tables and the findings; say the findings, or their summary and what is next.

    `runs` hold the games. `write` makes the text of the page, and is told what to say of where all numbers
    are; another `summary` may take the place of the one that was `found`.
    """
    page, tables = folder / "report.html", folder / "tables"
    games = _rows_of(runs)
    rows = {**found.tables(), "runs": games}
    findings = found.as_dict() | {"runs": games, "directory": str(folder)}
    with working(f"writing {page}"):
        text = write(
            "Every number stands with its interval in tables/*.csv and findings.json beside this page. "
            "tables/runs.csv lists the runs that hold the games. They were played by "
            f"{' and '.join(dict.fromkeys(str(row['program']) for row in games))}."
        )
    with writing(tables):
        tables.mkdir(exist_ok=True)
    for table, of_table in rows.items():
        write_whole(tables / f"{table}.csv", csv_of(of_table).encode())
    data = json.dumps(findings, indent=1, allow_nan=False)
    write_whole(folder / "findings.json", data.encode())
    write_whole(page, text.encode(errors="backslashreplace"))
    if as_json:
        say_json(findings)
        return
    say((summary or found.summary)())
    next_step(after, page, tables)


def _rows_of(runs: Iterable[Run]) -> Rows:
    """A row a run: where it is, what was played, and by which program."""
    from simulate.plan import worded

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
