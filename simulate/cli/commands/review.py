"""`simulate review RUN --game-index 17`: who was to win when, what decided it, and which moves cost most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.commands.from_ import MOST_PLAYOUTS, ask_for_game, course_of, playouts_of
from simulate.cli.options import FORCE, path_option, run_option
from simulate.io.console import next_step, say, say_json
from simulate.plans.request import check_asked

if TYPE_CHECKING:
    from analyses.runs.review import Review


@click.command("review", short_help="When a game was decided, and which moves cost most.")
@ask_for_game
@run_option("n", default=500, help="Playouts a turn.")
@click.option(
    "--seat",
    type=int,
    metavar="S",
    help="Look for costly moves of this seat alone, counted from 1: all that is examined is then its own.",
)
@path_option(
    "--out",
    "FILE",
    "Also show the chances turn by turn: a picture, .png or .svg; its numbers, .csv; or the page "
    "to watch a game of a run, .html, with the chances below.",
)
@FORCE
def command(n: int, seat: int | None, out: Path | None, force: bool, **given: Any) -> None:
    """Look back on a game: the chance to win turn by turn, the turns that decided it, the costliest moves.

    \b
    simulate review RUN --game-index 17 --out game-17.png
    simulate review game.json --seat 2

    Every turn is played on many times, with hidden cards dealt anew. A turn decided something only if the
    interval says so, and only moves that surely cost something are listed.
    """  # fmt: skip
    from analyses.runs.review import review
    from reports.pictures.plots import check_picture
    from reports.watching.review import as_dict, draw, told
    from simulate.io.files import PAGE, check_output, name_of, picture_of

    check_asked("n", n, low=8, high=MOST_PLAYOUTS)
    to_watch = out is not None and out.suffix.lower() == ".html"
    if to_watch and given["source"] is not None and not Path(given["source"]).is_dir():
        raise UserError(
            f"--out {out}: {name_of(given['source'])} is a record; a page to watch is of a game of a run"
        )
    if out is not None:
        if to_watch and given["points"] is not None:
            raise UserError(
                f"--points {given['points']}: a page to watch shows the game as it was played; draw the "
                f"chances alone: --out {out.with_suffix('.png')}"
            )
        if not to_watch:
            check_picture(out, numbers=True)
        check_output(out, PAGE if to_watch else picture_of(out), force)
    course = course_of(given)
    if len(course.decisions) < 2:
        again = course.command("from")
        raise UserError(f"{name_of(course.origin[0])}: there is no turn to look back on; try: {again}")
    if seat is not None and not 1 <= seat <= course.plan.players:
        raise UserError(f"--seat {seat}: there are seats 1 to {course.plan.players}")
    found = review(playouts_of(course, given["jobs"]), course, n, None if seat is None else seat - 1)
    if out is not None:
        if to_watch:
            _write_page(found, out, n, seat)
        else:
            draw(found, out)
    if given["as_json"]:
        say_json(as_dict(found))
        return
    for line in told(found):
        say(line)
    most = found.costly[0].decision if found.costly else found.swings[0].decision
    closer = course.command("from", decision=most)
    next_step(closer if course.kept else f"simulate rules {course.plan.game}", *([out] if out else []))


def _write_page(found: Review, out: Path, n: int, seat: int | None) -> None:
    """The page to watch the game, with the chances in it."""
    from reports.watching.watch import watched
    from simulate.io.files import write_whole
    from simulate.replays.replay import replay
    from simulate.store.runs import load_or_newest

    path, _, index = found.course.origin
    run = load_or_newest(path)
    again = found.course.command("review", n=n, seat=seat, out=out.name)
    write_whole(out, watched(run.plan, replay(run, int(index)), int(index), again, found).encode())
