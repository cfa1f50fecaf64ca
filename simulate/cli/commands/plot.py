"""`simulate plot RUN`: the distribution of scores as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from simulate.cli import FORCE


@click.command("plot", short_help="A picture of the scores.")
@click.argument("run", required=False)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The picture; its suffix, .png or .svg, is the format.  [default: RUN/scores.png]",
)
@FORCE
def command(run: str | None, out: Path | None, force: bool) -> None:
    """Draw the scores of RUN (default: the newest run): one bar for each whole number of points.

    Bars count games and are not smoothed, so that a step or a gap that a rule makes can be seen.
    """
    from analyses.critical import at_every_look
    from analyses.summary import summarise
    from reports.charts import draw_scores
    from reports.odds import check_picture
    from simulate.console import next_step, working
    from simulate.files import PICTURE, check_output
    from simulate.runs import load_or_newest

    opened = load_or_newest(run)
    path = out or opened.path / "scores.png"
    check_picture(path)
    if out is not None:
        check_output(out, PICTURE, force)
    seen = working(f"drawing the scores of {opened.path}, {opened.games_done:,} games")
    with seen, at_every_look(opened.was_looked_at):
        draw_scores(summarise(opened), path)
    next_step(f"simulate report {opened.path}", path)
