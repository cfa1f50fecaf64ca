"""`simulate from RECORD`: who wins from this position, and which move is best?"""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from rules.errors import UserError, nearest
from rules.words import listed_or
from simulate.cli.asking import read_jobs
from simulate.cli.options import FORCE, GAME_OF_RECORDS, SHOW, all_of, path_option, run_option
from simulate.io.console import LINE_EVERY, next_step, note, say, say_json, working
from simulate.io.console import tell as tell_listeners
from simulate.io.files import PICTURE, check_output
from simulate.plans.request import USUAL_POLICY, Request, check_asked
from simulate.replays.picking import WORDS, pick, picked_words

MOST_PLAYOUTS = 1_000_000


class GameIndex(click.ParamType[int | str]):
    """The number of a game, or a word that picks one of a run."""

    name = "game"

    def convert(self, value: Any, param: Any, ctx: Any) -> int | str:
        """The number, or the word."""
        if value not in WORDS and not re.fullmatch(r"\d{1,18}", value, re.ASCII):
            words = listed_or(["its number", *WORDS])
            raise UserError(f"--game-index {value}: name one game, by {words}.{nearest(value, WORDS)}")
        return value if value in WORDS else int(value)


ask_for_game = all_of(
    click.argument("source", metavar="RECORD|RUN", required=False),
    click.option(
        "--game-index", "index", type=GameIndex(), metavar="I|WORD",
        help="Which game of a run, or record of a file; of a run also by a word of `simulate replay`: "
        f"{', '.join(WORDS)}.",
    ),
    run_option(
        "policy", help=f"Who plays on.  [default: who played the run; for a record {USUAL_POLICY}]"
    ),
    run_option(
        "seed", type=int, default=None, help=f"Of the playouts.  [default: the run's, or {Request.seed}]"
    ),
    path_option("--tiles", "FILE", "The tile set (TOML) of the record, if it is not the standard one."),
    path_option("--cards", "FILE", "The cards of Castle (TOML) of the record, if not the standard ones."),
    click.option(
        "--points", metavar="A,B",
        help="Points that each seat has beside those of the game, in the tile-laying games: what a setup "
        "leaves out, or a handicap.",
    ),
    GAME_OF_RECORDS,
    run_option("jobs", type=int),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
)  # fmt: skip
"""Gives a command the options that say which game is played on, and by whom."""


def course_of(options: dict[str, Any]) -> Any:
    """The course of the game that was asked for."""
    from simulate.replays.course import open_course
    from simulate.store.runs import load_with_games

    if options["seed"] is not None:
        check_asked("seed", options["seed"])
    source, index = options["source"], options["index"]
    if index in WORDS:
        if source is not None and not Path(source).is_dir():
            raise UserError(f"--game-index {index}: {source} is a file of records; give the number of one")
        run, word = load_with_games(source), index
        index = pick(run, word)
        note(f"game {index}: {picked_words(run, word)}", style=None)
    if index is not None:
        tell_listeners(game_index=int(index) if str(index).isdecimal() else index)
    files = {word: options[word] for word in ("tiles", "cards")}
    given = options["policy"], options["seed"], options["points"], options["game_file"], options["code"]
    course = open_course(source, index, *given, **files)
    if course.played is not None:
        tell_listeners(run=course.origin[0])
    return course


def playouts_of(course: Any, jobs: int | None) -> Any:
    """What plays on; it says what takes long, and every few seconds how far it is."""
    from rules import games
    from simulate.play.playouts import Playouts
    from simulate.working.compiling import compiling
    from simulate.working.spreading import SpreadPlayouts

    workers = read_jobs(jobs)
    first = ExitStack()
    first.enter_context(compiling(course.plan.game, "play_outs", working))
    click.get_current_context().call_on_close(first.close)
    played, last_note = 0, time.monotonic()

    def tell(games: int) -> None:
        nonlocal played, last_note
        first.close()
        played += games
        tell_listeners(playouts=played)
        if time.monotonic() - last_note > LINE_EVERY:
            last_note = time.monotonic()
            note(f"{played:,} playouts")

    if games.load(course.plan.game).is_plain:
        return SpreadPlayouts(course, workers, tell)
    return Playouts(course.plan, workers, tell)


@click.command("from", short_help="Play on from a position: who wins, and the best move.")
@ask_for_game
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="T",
    help="As turn T begins; turns count from 0, which is the set-up in Catan.  [default: after all turns]",
)
@click.option(
    "--decision",
    type=click.IntRange(min=0),
    metavar="D",
    help="In place of --turn: before decision D of the game, as `simulate review` counts them.",
)
@run_option("n", default=2000, help="Playouts of the position, and of each move examined.")
@click.option(
    "--moves",
    default="8",
    metavar="K|all",
    help="How many moves to examine; of more a first round chooses. all: every legal one; 0: none.",
)
@path_option("--out", "FILE", "Also draw the position: a picture of the board, .png or .svg.")
@SHOW
@FORCE
def command(
    turn: int | None,
    decision: int | None,
    n: int,
    moves: str,
    out: Path | None,
    show: str | None,
    force: bool,
    **options: Any,
) -> None:
    """Play on from a position many times: who wins, with which score, and which move is best now?

    \b
    simulate from game.json --turn 12 --n 10000
    simulate from RUN --game-index 17 --turn 0 --moves all
    simulate from game.json --out board.svg --show ids

    RECORD is a game record (documentation, page game-records), which may stop anywhere, or - for stdin;
    `simulate replay --as json` writes them. Each playout deals anew what the player to move does not know,
    and rolls new dice. All moves meet the same deals and dice.
    """  # fmt: skip
    from analyses.runs.positions import position
    from reports.pictures.plots import check_picture
    from reports.watching.positions import as_dict, draw, position_lines
    from simulate.store.failures import shown_again

    if turn is not None and decision is not None:
        raise UserError("--turn and --decision both name a moment; leave one out")
    check_asked("n", n, low=2, high=MOST_PLAYOUTS)
    if moves != "all" and not (moves.isdecimal() and int(moves) <= MOST_PLAYOUTS):
        raise UserError(f"--moves {moves}: write a whole number, or all")
    if out is not None:
        check_picture(out)
        check_output(out, PICTURE, force)
    elif show:
        raise UserError(f"--show {show} is for pictures; add --out board.png")

    course = course_of(options)
    moment = course.at(turn, decision)
    if out is not None:
        draw(course, moment, out, show)
    playouts = playouts_of(course, options["jobs"])
    keep = None if moves == "all" else int(moves)
    with shown_again(course.command("from", decision=moment, n=n, moves=moves)):
        judged = position(playouts, course, moment, n, keep)
    if options["as_json"]:
        say_json(as_dict(judged))
        return
    for line in position_lines(judged):
        say(line)
    can_review = course.kept and len(course.decisions) > 1
    next_command = course.command("review") if can_review else f"simulate rules {course.plan.game}"
    files = [out] if out else []
    next_step(next_command, *files)
