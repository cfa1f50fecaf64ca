"""`simulate plot RUN`: the distribution of scores as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from simulate.cli.options import FORCE, path_option


@click.command("plot", short_help="A picture of the scores.")
@click.argument("run", required=False)
@path_option("--out", "FILE", "The picture, .png or .svg, or its numbers, .csv.  [default: RUN/scores.png]")
@FORCE
def command(run: str | None, out: Path | None, force: bool) -> None:
    """Draw the scores of RUN (default: the newest finished run): one bar for each whole number of points.

    Nothing is smoothed, so that a step or a gap that a rule makes can be seen. Seats that score alike are
    drawn as one. Of a game without scores it is who wins, and how long a game takes (RUN/wins.png).
    """
    from reports.runs.showing import plot
    from reports.words.wording import count
    from rules import games
    from simulate.io.console import next_step, working
    from simulate.store.runs import load_with_games

    opened = load_with_games(run)
    what = "scores" if games.load(opened.plan.game).has_score else "wins"
    with working(f"drawing the {what} of {opened.path}, {count(opened.games_done)}"):
        picture = plot(opened, out, force)
    next_step(f"simulate report {opened.typed}", picture.path)
