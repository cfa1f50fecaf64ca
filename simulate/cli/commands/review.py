"""`simulate review RUN --game-index 17`: who was to win when, what decided it, and which moves cost most."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules import games
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
    "to watch a game of a run, .html, with the chances below, or its decisive turns as a GIF, .gif.",
)
@FORCE
def command(n: int, seat: int | None, out: Path | None, force: bool, **options: Any) -> None:
    """Look back on a game: the chance to win turn by turn, the turns that decided it, the costliest moves.

    \b
    simulate review RUN --game-index 17 --out game-17.png
    simulate review game.json --seat 2

    Every turn is played on many times, with hidden cards dealt anew. A turn decided something only if the
    interval says so, and only moves that surely cost something are listed.
    """  # fmt: skip
    from analyses.runs.review import review
    from reports.pictures.plots import check_picture
    from reports.watching.review import as_dict, draw, review_lines
    from simulate.io.files import check_output, name_of, picture_of
    from simulate.store.failures import shown_again

    check_asked("n", n, low=8, high=MOST_PLAYOUTS)
    to_watch = out is not None and out.suffix.lower() in (".html", ".gif")
    if out is not None and to_watch:
        _check_page(out, force, options)
    elif out is not None:
        check_picture(out, numbers=True)
        check_output(out, picture_of(out), force)

    course = course_of(options)
    if to_watch:
        assert games.load(course.plan.game).picture is not None  # or refused before anything is played
    if len(course.decisions) < 2:
        other_command = course.command("from")
        raise UserError(
            f"{name_of(course.origin[0])}: there is no turn to look back on; try: {other_command}"
        )
    if seat is not None and not 1 <= seat <= course.plan.players:
        raise UserError(f"--seat {seat}: there are seats 1 to {course.plan.players}")
    playouts = playouts_of(course, options["jobs"])
    with shown_again(course.command("review", n=n, seat=seat)):
        look_back = review(playouts, course, n, None if seat is None else seat - 1)
    if out is not None:
        if to_watch:
            _write_page(look_back, out, n, seat)
        else:
            draw(look_back, out)
    if options["as_json"]:
        say_json(as_dict(look_back))
        return
    for line in review_lines(look_back):
        say(line)
    decision = look_back.costly[0].decision if look_back.costly else look_back.swings[0].decision
    closer = course.command("from", decision=decision)
    files = [out] if out else []
    next_step(closer if course.kept else f"simulate rules {course.plan.game}", *files)


def _check_page(out: Path, force: bool, options: Mapping[str, Any]) -> None:
    """Refuse a page to watch where there is no game of a run, or one with other points than were played."""
    from simulate.io.files import ANIMATION, PAGE, check_output, name_of

    source, points = options["source"], options["points"]
    if source is not None and not Path(source).is_dir():
        raise UserError(f"--out {out}: {name_of(source)} is a record; a page to watch is of a game of a run")
    if points is not None:
        raise UserError(
            f"--points {points}: a page to watch shows the game as it was played; draw the chances alone: "
            f"--out {out.with_suffix('.png')}"
        )
    check_output(out, ANIMATION if out.suffix.lower() == ".gif" else PAGE, force)


def _write_page(look_back: Review, out: Path, n: int, seat: int | None) -> None:
    """The page to watch the game, with the chances in it, or its decisive turns as a GIF."""
    from simulate.io.files import write_whole

    command_again = look_back.course.command("review", n=n, seat=seat, out=out.name)
    write_whole(out, to_watch_of(look_back, out, command_again))


def to_watch_of(look_back: Review, out: Path, command_again: str) -> bytes:
    """What shows a game that somebody looked back on: a page or, by the file's suffix, a GIF."""
    from reports.watching.recorded import recorded
    from reports.watching.watch import watch_gif, watch_page
    from simulate.replays.replay import replay
    from simulate.store.runs import load_or_newest

    course = look_back.course
    plan, played, name = course.plan, recorded(course), course.said
    if course.played is not None:
        path, _, index = course.origin
        run = load_or_newest(path)
        plan, played, name = run.plan, replay(run, int(index)), f"game {index}"
    if out.suffix.lower() == ".gif":
        return watch_gif(plan, played, look_back)
    return watch_page(plan, played, name, command_again, look_back).encode()
