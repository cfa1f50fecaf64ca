"""`simulate combine A B --out DIR`: slices of a run, played apart, joined into one."""

from __future__ import annotations

from pathlib import Path

import click

from simulate.cli.options import path_option


@click.command()
@click.argument("runs", metavar="RUN RUN ...", nargs=-1)
@path_option("--out", "DIR", "The joined run. Required.")
def command(runs: tuple[str, ...], out: Path | None) -> None:
    """Join runs that were played apart with --first-game into one.

    \b
    simulate --game catan --n 50k --out a                         on one machine
    simulate --game catan --n 50k --first-game 50000 --out b      on another one
    simulate combine a b --out whole

    The joined run has the content hash of the run that was played whole. Slices must not overlap, leave a
    gap, or differ in rules, policies, seed or tables. Each must be finished, and all played by one
    program. The slices stay as they are.
    """
    from rules.errors import UserError
    from simulate.cli.main_job import progress
    from simulate.io.console import next_step, note, say
    from simulate.store.failures import tell_failed
    from simulate.working.combine import combine

    if out is None:
        raise UserError("say where the joined run goes: --out DIR")
    run = combine(runs, out, announce=note, progress=progress)
    say(f"{run.path}: {run.games_done:,} games of {len(runs)} runs")
    next_step(f"simulate report {run.typed}")
    tell_failed(run)
