"""`simulate verify`: is every file of a run, or of an answer, whole, and what is its content hash?"""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(short_help="Check every file of a run or an answer; its content hash.")
@click.argument("run", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(run: str | None, as_json: bool) -> None:
    """Check every file of RUN (default: the newest run) and print one content hash.

    The hash is equal for any number of workers, backend, block size or interruption. Two people with equal
    hashes hold the same games. Exit code 1 if a file is missing, damaged or of something else. It is 2
    if that is the manifest, or a copy of your own file.

    RUN may be the folder of a comparison, sweep or study: then its findings, tables and page are checked. The
    hash is the one that its page shows. tables/runs.csv lists its runs, to be checked by themselves.
    """
    from simulate.io.console import next_step, say, say_json, working
    from simulate.store.answers import answer_in
    from simulate.store.runs import load_or_newest
    from simulate.working.verify import verify

    if run and answer_in(Path(run)):
        _verify_answer(Path(run), as_json)
        return
    opened = load_or_newest(run)
    with working(f"checking every file of {opened.path}"):
        check = verify(opened)
    if as_json:
        say_json(check.as_dict())
        sys.exit(1 if check.faults else 0)
    for fault in check.faults:
        say(str(fault), style="red")
    plan = opened.plan
    if check.faults:
        say(f"{opened.path}: {_faults(len(check.faults))}")
        mends = any(not fault.is_foreign for fault in check.faults)
        next_step(opened.repair if mends else f"simulate verify {opened.typed}")
        sys.exit(1)
    unfinished = f"unfinished, continue with: {opened.command}"
    state = "complete" if check.games == plan.n else unfinished
    rows = ", ".join(f"{n:,} {table}" for table, n in check.rows.items())
    contents = f"rows: {rows}" if rows else f"sums of {check.games:,} games"
    say(f"{opened.path}: {check.games:,} of {plan.n:,} games, {state}")
    say(contents)
    say(f"content {check.content_hash}")
    next_step(f"simulate report {opened.typed}")


def _faults(n: int) -> str:
    return "1 fault" if n == 1 else f"{n} faults"


def _verify_answer(folder: Path, as_json: bool) -> None:
    """Check the files of an answer, and say what is wrong or their content hash."""
    from simulate.io.console import next_step, say, say_json
    from simulate.plans.request import command_line
    from simulate.store.answers import read_answer
    from simulate.working.verify import verify_answer

    answer = read_answer(folder)
    check = verify_answer(answer)
    if as_json:
        say_json(check.as_dict())
        sys.exit(1 if check.faults else 0)
    for fault in check.faults:
        say(str(fault), style="red")
    if check.faults:
        say(f"{folder}: {_faults(len(check.faults))}")
        if any(not fault.is_foreign for fault in check.faults):
            say(f"make the answer anew: {answer.command}")
        sys.exit(1)
    say(f"{folder}: all {check.files} files of the {answer.kind} are as they were written")
    say(f"content {check.content_hash}")
    next_step(command_line("export", folder, to="xlsx"))
