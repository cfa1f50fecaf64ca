"""`simulate watch RUN`: the closest game in the browser, from the turn that decided it."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules import games
from rules.errors import UserError, nearest
from simulate.cli.commands.from_ import MOST_PLAYOUTS, GameIndex, course_of, playouts_of
from simulate.cli.commands.review import to_watch_of
from simulate.cli.options import FORCE, GAME_OF_RECORDS, path_option, run_option
from simulate.io.console import next_step, note, say, stop, tell
from simulate.plans.request import check_asked, request_of
from simulate.replays.picking import WORDS

if TYPE_CHECKING:
    from analyses.runs.review import Review

FOLDER = Path("watched")
"""Where pages go that nobody has named."""

GAMES = 100
"""Games of a small run, from which one is picked."""

PLAYOUTS = 64
"""A turn: a page with these is there in some seconds, and shows where a game turned."""


@click.command(short_help="A game in the browser, from the turn that decided it.")
@click.argument("source", metavar="RUN|GAME|FILE", required=False)
@click.option(
    "--game-index",
    "index",
    type=GameIndex(),
    metavar="I|WORD",
    help=f"Which game of a run, or record of a file; of a run also by a word: {', '.join(WORDS)}.  "
    "[default: closest]",
)
@run_option(
    "n", default=PLAYOUTS, help="Playouts a turn, for the chances; few, so that the page is soon there."
)
@path_option(
    "--out",
    "FILE",
    "The page, .html, or its decisive turns as a GIF, .gif.  [default: in the folder watched]",
)
@path_option("--tiles", "FILE", "The tile set (TOML) of a record, if it is not the standard one.")
@path_option("--cards", "FILE", "The cards of Castle (TOML) of a record, if not the standard ones.")
@GAME_OF_RECORDS
@click.option("--browser/--no-browser", default=True, help="Open the page; else its address is said only.")
@run_option("jobs", type=int)
@FORCE
def command(
    source: str | None,
    index: int | str | None,
    n: int,
    out: Path | None,
    tiles: Path | None,
    cards: Path | None,
    game_file: str | None,
    code: str | None,
    browser: bool,
    jobs: int | None,
    force: bool,
) -> None:
    """Watch the closest game of a run in the browser, from the turn that decided it.

    \b
    simulate watch                          the newest run
    simulate watch catan                    100 games are played first, under runs/
    simulate watch mygame.py --no-browser
    simulate watch game.json --out game.gif

    RUN is a run (default: the newest finished one), GAME a game or the file of one in plain Python, FILE a
    game record. The page shows the chance to win turn by turn, and the moves that cost most. Both come
    from few playouts: `simulate review` with a larger --n tells more.
    """  # fmt: skip
    from analyses.runs.review import review
    from reports.watching.review import headline
    from reports.words.wording import capital
    from simulate.io.files import write_whole
    from simulate.store.failures import shown_again

    check_asked("n", n, low=8, high=MOST_PLAYOUTS)
    if out is not None:
        check_to_watch(out, force)
    is_record = source is not None and Path(source).is_file() and not source.endswith(games.FILE)
    if source is not None and not Path(source).is_dir() and not is_record:
        source = played_small(source, jobs)
    if index is None and not is_record:
        index = "closest"
    unsaid = dict.fromkeys(("policy", "seed", "points"))
    files = {"game_file": game_file, "code": code, "tiles": tiles, "cards": cards}
    course = course_of({**unsaid, **files, "source": source, "index": index})
    assert games.load(course.plan.game).picture is not None  # or refused
    if len(course.decisions) < 2:
        raise UserError(f"{course.said}: there is no turn to watch")
    if out is None:
        origin = Path(course.origin[0])
        number = f"-game-{course.origin[-1]}" if len(course.origin) > 1 else ""
        out = FOLDER / f"{origin.stem if is_record else origin.name}{number}.html"
        check_to_watch(out, force)

    with shown_again(course.command("watch", n=n)):
        look_back = review(playouts_of(course, jobs), course, n)
    again = course.command("watch", n=None if n == PLAYOUTS else n)
    write_whole(out, to_watch_of(look_back, out, again))
    say(capital(f"{headline(look_back)}."))
    note(f"{n} playouts a turn: enough to see where it turned, not to settle it")
    show(out, look_back, browser)
    next_step(course.command("review", n=1000, out=None))


def check_to_watch(out: Path, force: bool) -> None:
    """Refuse what is neither a page nor a GIF, or would be written over something else."""
    from simulate.io.files import ANIMATION, PAGE, check_output

    kind = next((kind for kind in (PAGE, ANIMATION) if out.suffix.lower() in kind.endings), None)
    if kind is None:
        raise UserError(f"--out {out}: a game to watch is written as .html or .gif")
    check_output(out, kind, force)


def played_small(name: str, jobs: int | None) -> str:
    """The run of a few games of a game that is named, played if it is not there; any other name is a run's.

    Raises
    ------
    UserError
        If there is no such game.
    """
    from simulate.cli.main_job import progress
    from simulate.io.console import working
    from simulate.plans.plan import plan_of
    from simulate.store.runs import load
    from simulate.working.workers import InterruptedRunError, play

    game = games.named_by(name)
    if game is None:
        if Path(name).suffix or "/" in name:
            return str(load(name).path)
        hint = nearest(name, games.names())
        raise UserError(f"{name}: no run, game or file; games are {', '.join(games.names())}.{hint}")
    asked: dict[str, Any] = {"game": name if name.endswith(games.FILE) else game, "n": GAMES, "jobs": jobs}
    request = request_of(**asked)
    try:
        run = play(plan_of(request), request, announce=note, progress=progress, waiting=working)
    except InterruptedRunError as stopped:
        stop(str(stopped), stopped.run.command)
    return str(run.path)


def show(out: Path, look_back: Review, browser: bool) -> None:
    """Open the page at the turn that decided the game; where there is no browser its address is said."""
    turn = look_back.swings[0].turn if look_back.swings else None
    tell(turn=turn)
    address = f"{out.resolve().as_uri()}{f'#turn={turn}' if turn is not None else ''}"
    if out.suffix.lower() == ".gif":
        note(str(out), style=None)
    elif not browser or not webbrowser.open(address):
        note(address, style=None)
