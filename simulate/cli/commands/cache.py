"""`simulate cache`: the compiled kernels that are kept, and away with them."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from simulate.cli.help import Group
from simulate.io.console import next_step, say, say_json
from simulate.io.layout import aligned


@click.group("cache", cls=Group, invoke_without_command=True, short_help="Compiled kernels: list, remove.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the folders of compiled kernels, the one used last first; `clear` removes them.

    They lie below HOUSERULES_CACHE if that is set, else in your cache folder. One that is damaged is thrown
    away by itself, and one that was not used for 60 days is, too.
    """
    if ctx.invoked_subcommand is not None:
        return
    from rules.kernel_cache import cache_base, kept_folders

    folders = kept_folders(cache_base())
    if as_json:
        facts = []
        for folder, used_at in folders.items():
            used = datetime.fromtimestamp(used_at, UTC).isoformat()
            facts.append({"folder": folder.name, "bytes": size_of(folder), "used": used})
        say_json({"below": str(cache_base()), "folders": facts})
        return
    if folders:
        rows = [(folder.name, megabytes(folder), _age(used_at)) for folder, used_at in folders.items()]
        heading, *lines = aligned([("folder", "size", "used"), *rows], 1)
        say(heading, style="dim")
        for line in lines:
            say(line)
        say(f"below {cache_base()}")
    else:
        say(f"no compiled kernels lie below {cache_base()}")
    next_step("simulate cache clear" if folders else "simulate --game starwars --n 1000")


@command.command("clear", short_help="Remove all compiled kernels.")
def clear() -> None:
    """Remove all compiled kernels; the next command compiles what it needs, half a minute a game."""
    from rules.kernel_cache import cache_base, kept_folders, remove_folders

    folders = kept_folders(cache_base())
    size = megabytes(*folders)
    remove_folders(folders)
    count = "1 folder" if len(folders) == 1 else f"{len(folders)} folders"
    say(f"removed {count} below {cache_base()}, {size}")
    next_step("simulate --game starwars --n 1000")


def megabytes(*folders: Path) -> str:
    """What folders hold, in words."""
    return f"{size_of(*folders) / 1e6:,.1f} MB"


def size_of(*folders: Path) -> int:
    """The bytes that folders hold."""
    return sum(file.stat().st_size for folder in folders for file in folder.rglob("*") if file.is_file())


def _age(used_at: float) -> str:
    """When a folder was used."""
    days = int((time.time() - used_at) / 86_400)
    return f"{days} d ago" if days > 0 else "today"
