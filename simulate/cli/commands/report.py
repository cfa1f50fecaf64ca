"""`simulate report RUN`: one HTML file about a run."""

from __future__ import annotations

from pathlib import Path

import click

from simulate.cli.options import FORCE, path_option


@click.command("report", short_help="A page about a run, in one file.")
@click.argument("run", required=False)
@path_option("--out", "FILE", "The page.  [default: RUN/report.html]")
@FORCE
def command(run: str | None, out: Path | None, force: bool) -> None:
    """Write a page about RUN (default: the newest finished run): who wins, by what points, under which rules.

    The page is one file with its pictures inside: it can be sent, printed or put on a web site as it is.
    """
    from reports.runs.showing import report
    from reports.words.wording import count
    from simulate.io.console import next_step, say, working
    from simulate.store.runs import load_with_games

    opened = load_with_games(run)
    with working(f"writing the page about {opened.path}, {count(opened.games_done)}"):
        page = report(opened, out, force)
    say(page.headline)
    next_step(f"simulate replay {opened.typed} --game-index {opened.plan.first_game}", page.path)
