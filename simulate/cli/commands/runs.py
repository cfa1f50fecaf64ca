"""`simulate runs`: what lies here, what one of them is, and away with those no longer wanted."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import FailedError, UserError
from simulate.cli.help import Group
from simulate.io.console import next_step, note, say, say_json
from simulate.io.files import UnwritableError
from simulate.io.folders import Folder
from simulate.io.layout import aligned
from simulate.plans.request import Request, command_line

if TYPE_CHECKING:
    from simulate.store.runs import Run

HEADINGS = ("run", "games", "players", "policy", "differs from the standard game", "size", "age")


@click.group("runs", cls=Group, invoke_without_command=True, short_help="The runs here: list, show, remove.")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default="runs",
    help="Where to look.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """List the runs that lie here, the newest first; `show` one of them, or remove some with `rm`."""
    if ctx.invoked_subcommand is not None:
        return
    from simulate.store.runs import newest_first, read_run

    folders = newest_first(folder)
    rows, damaged = [], {}
    for path in folders:
        try:
            rows.append(described(read_run(path)))
        except (UserError, FailedError) as error:
            damaged[str(path)] = str(error)
    if as_json:
        say_json({"runs": rows, "damaged": damaged})
        return
    if rows:
        heading, *lines = aligned([HEADINGS, *map(_line, rows)], 1, "  ", also=(3, 4))
        say(heading, style="dim")
        for line in lines:
            say(line)
    for fault in damaged.values():
        say(f" {fault}", style="red")
    if not folders:
        say(f"there is no run under {folder}/ yet")
    next_step(command_line("runs", "show", rows[0]["run"]) if rows else "simulate --game starwars --n 100k")


@command.command("show")
@click.argument("run", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(run: str | None, as_json: bool) -> None:
    """Say what RUN (default: the newest run) is and how to make it again."""
    from simulate.store.runs import load_or_newest

    opened = load_or_newest(run)
    facts = described(opened)
    if as_json:
        say_json(facts)
        return
    from simulate.plans.plan import worded

    words = facts | {"differs": worded(facts["game"], facts["differs"]) or "nothing"}
    if look := opened.last_look:
        from reports.words.wording import chosen_by_looking

        words |= {"looks": chosen_by_looking(opened), "command": look["command"]}
    else:
        del words["looks"]
    rows = []
    for key, value in words.items():
        rows.append((key, ", ".join(value) or "none" if isinstance(value, list) else str(value)))
    for line in aligned(rows, 2, "  "):
        say(line)
    next_step(f"simulate report {opened.typed}" if opened.is_complete else opened.command)


@command.command("rm")
@click.argument("runs", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(runs: tuple[str, ...], yes: bool) -> None:
    """Remove run directories, after asking.

    What is no run, is being played, or holds files of others is left alone, and then nothing is removed.
    """
    from simulate.store.removal import check_removable, remove_runs

    paths = list({Path(run).resolve(): Path(run) for run in runs}.values())
    if "" in runs:
        raise UserError("an empty name is not a run; nothing was removed")
    with _all_or_none():
        for path in paths:
            check_removable(path)
    if not yes:
        if not sys.stdin.isatty():
            raise UserError("say --yes to remove runs without being asked")
        noun = "runs" if len(runs) > 1 else "run"
        if not click.confirm(f"remove {len(runs)} {noun}: {', '.join(runs)}?", err=True):
            note("nothing was removed")
            return
    with _all_or_none():
        remove_runs(paths)
    for path in paths:
        say(f"removed {path}")


@contextlib.contextmanager
def _all_or_none() -> Iterator[None]:
    """Say that nothing was removed, if one run cannot be."""
    try:
        yield
    except UnwritableError:
        raise
    except UserError as error:
        raise UserError(f"{error}; nothing was removed") from None


def described(run: Run) -> dict[str, Any]:
    """What a run is, in words and numbers.

    Raises
    ------
    DamagedError
        If a receipt cannot be believed: nobody knows how many games there are.
    """
    plan = run.plan
    run.whole_receipts()
    return {
        "run": str(run.path),
        "game": plan.game,
        "differs": plan.differs,
        "players": plan.players,
        "policy": plan.policy_words,
        "seed": plan.seed,
        "first_game": plan.first_game,
        "games": run.games_done,
        "asked": plan.n,
        "failed": len(run.failed),
        "looks": run.looks if run.last_look else [],
        "tables": list(run.tables),
        "bytes": Folder(run.path).size,
        "created": run.manifest["created"],
        "program": f"this one: {run.played_by}" if run.is_of_this_program else run.other_program,
        "seconds": run.manifest["seconds"],
        "command": run.command,
    }


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    """The cells of a run's line."""
    from simulate.plans.plan import worded

    games = f"{row['games']:,}"
    if row["games"] != row["asked"]:
        games += f" of {row['asked']:,}"
    if row["failed"]:
        games += f", {row['failed']:,} failed"

    words = [*worded(row["game"], row["differs"])]
    if row["seed"] != Request.seed:
        words.append(f"seed {row['seed']}")
    differences = ", ".join(words)
    if not row["program"].startswith("this one"):
        differences += "; another program" if differences else "another program"
    return (
        row["run"],
        games,
        str(row["players"]),
        row["policy"],
        differences or "-",
        f"{row['bytes'] / 1e6:,.1f} MB",
        age_words(datetime.now(UTC) - datetime.fromisoformat(row["created"])),
    )


def age_words(age: timedelta) -> str:
    """How long ago something was made: in days or hours; the clock may have been set back since.

    >>> age_words(timedelta(days=3)), age_words(timedelta(minutes=90)), age_words(timedelta(days=-732))
    ('3 d', '1 h', 'in future')
    """
    if age < timedelta(0):
        return "in future"
    if age.days:
        return f"{age.days} d"
    return f"{age.seconds // 3600} h" if age.seconds >= 3600 else "< 1 h"
