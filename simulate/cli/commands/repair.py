"""`simulate repair RUN`: what is damaged or missing in a run is played anew."""

from __future__ import annotations

import click

from simulate.cli.options import run_option
from simulate.plans.request import bounds_of


@click.command(short_help="Play damaged or missing games of a run again.")
@click.argument("runs", metavar="[RUN ...]", nargs=-1)
@click.option(
    "--play-again", is_flag=True, help="Play a run of another version of the program anew, all its games."
)
@run_option("jobs", type=click.IntRange(*bounds_of("jobs")))
def command(runs: tuple[str, ...], play_again: bool, jobs: int | None) -> None:
    """Play what is damaged or missing in RUN (default: the newest run) anew; several may be named.

    A game depends on nothing but the plan and its index, so the run ends with the content hash that it would
    have had. Files that the program did not write are left alone.
    """
    from simulate.cli.main_job import progress
    from simulate.io.console import next_step, note, say, stop, working
    from simulate.store.failures import tell_failed
    from simulate.store.runs import named_or_newest
    from simulate.working.repair import repair
    from simulate.working.workers import InterruptedRunError

    for name in runs or (named_or_newest(None),):
        try:
            repaired = repair(name, jobs, play_again, announce=note, progress=progress, waiting=working)
        except InterruptedRunError as stopped:
            stop(str(stopped), stopped.run.repair)
        mended = len(repaired.faults)
        faults = "1 fault" if mended == 1 else f"{mended} faults"
        say(f"{name}: whole, {repaired.run.games_done:,} games; {faults} mended")
    next_step(f"simulate verify {repaired.run.typed}")
    tell_failed(repaired.run)
