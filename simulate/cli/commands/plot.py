"""`simulate plot RUN|ANSWER`: the distribution of scores as a picture, or an answer as a slide."""

from __future__ import annotations

from pathlib import Path

import click

from simulate.cli.options import FORCE, path_option


@click.command("plot", short_help="A picture of the scores, or of an answer for a slide.")
@click.argument("run", required=False, metavar="[RUN|ANSWER]")
@path_option("--out", "FILE", "The picture, .png or .svg; of a run its numbers, too, .csv.")
@FORCE
def command(run: str | None, out: Path | None, force: bool) -> None:
    """Draw the scores of RUN (default: the newest finished run): one bar for each whole number of points.

    Nothing is smoothed, so that a step or a gap that a rule makes can be seen. Seats that score alike are
    drawn as one. Of a game without scores it is who wins, and how long a game takes.

    Of ANSWER, the folder of a comparison, sweep or study, it is one picture for a slide, 16:9. The answer is
    its title. It shows before and after, or the curve, and the command that makes it again.

    Without --out it lies in the folder: scores.png, wins.png or answer.png.
    """
    from simulate.store.answers import answer_in

    if run and answer_in(Path(run)):
        _plot_answer(Path(run), out, force)
        return
    _plot_run(run, out, force)


def _plot_run(run: str | None, out: Path | None, force: bool) -> None:
    """Draw the scores of a run, or who wins."""
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


def _plot_answer(folder: Path, out: Path | None, force: bool) -> None:
    """Draw an answer as a slide."""
    from reports.answers.slide import plot_answer
    from simulate.io.console import next_step, working
    from simulate.io.shell import to_open
    from simulate.store.answers import PAGE

    with working(f"drawing {folder}"):
        picture = plot_answer(folder, out, force)
    next_step(to_open(folder / PAGE), picture)
