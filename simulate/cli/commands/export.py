"""`simulate export RUN`: the tables of a run for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from rules.errors import UserError
from simulate.cli.options import FORCE, path_option
from simulate.io.files import TABLES


@click.command("export", short_help="The tables of a run as CSV, Excel or Parquet.")
@click.argument("run", required=False)
@click.option(
    "--to",
    "form",
    type=click.Choice(list(TABLES)),
    help="A file a table as CSV or Parquet, or a workbook.  [default: by the name of --out, else csv]",
)
@click.option(
    "--tables",
    metavar="A,B",
    default="",
    show_default=False,
    help="These tables only.  [default: all of the run]",
)
@click.option("--labels", is_flag=True, help="Words in place of codes: seat 1 (red), city, wool, King.")
@path_option(
    "--out", "PATH", "A folder, or a file for one table or a workbook.  [default: named like the run, here]"
)
@FORCE
def command(
    run: str | None, form: str | None, tables: str, labels: bool, out: Path | None, force: bool
) -> None:
    """Write the tables of RUN (default: the newest finished run) for other programs.

    \b
    simulate export --to xlsx --labels
    simulate export RUN --tables seats --out seats.csv
    simulate export comparisons/catan-1a2b3c --to xlsx

    The documentation, page tables, says what the columns mean. Blocks of Parquet are in the run already: any
    reader of Parquet takes the folder RUN/seats as it is. The folder of a comparison, sweep or study has its
    tables as CSV already; --to xlsx makes a workbook of them.
    """  # fmt: skip
    from analyses.runs.export import export, export_answer
    from simulate.io.console import next_step, working
    from simulate.plans.request import command_line
    from simulate.store.answers import answer_in
    from simulate.store.runs import load_with_games

    ending = "" if out is None else out.suffix.lower().removeprefix(".")
    if form is None:
        form = ending if ending in TABLES else "csv"
    elif ending in TABLES and ending != form:
        raise UserError(f"--out {out}: --to {form} writes no .{ending}")
    names = [name.strip() for name in tables.split(",") if name.strip()]
    if run and (kind := answer_in(Path(run))):
        if form != "xlsx" or labels:
            reason = (
                "hold words already; leave out --labels" if labels else "are CSV; --to xlsx makes a workbook"
            )
            raise UserError(f"{run} is a {kind}, and its tables, {run}/tables, {reason}")
        with working(f"writing tables of {run}"):
            book = export_answer(Path(run), out, names, force)
        next_step("simulate runs", book)
        return
    opened = load_with_games(run)
    with working(f"writing tables of {opened.path}, {opened.games_done:,} games"):
        files = export(opened, form, out, names, labels, force)
    next_step(command_line("runs", "show", opened.path), *files)
