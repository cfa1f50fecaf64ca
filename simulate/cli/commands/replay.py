"""`simulate replay RUN --game-index I`: one game of a run, as a transcript, a record or a picture."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules import games
from rules.errors import UserError, nearest
from rules.words import listed_or
from simulate.cli.options import FORCE, SHOW, path_option
from simulate.io.console import next_step, note, say, say_whole, tell, working
from simulate.io.files import (
    ANIMATION,
    PAGE,
    PICTURE,
    RECORDS,
    TRANSCRIPT,
    check_output,
    whole_file,
    write_whole,
)
from simulate.plans.request import command_line
from simulate.replays.picking import WORDS, pick, picked_words

if TYPE_CHECKING:
    from simulate.store.runs import Run

PICTURES = ("svg", "png")
KINDS = {"json": RECORDS, "text": TRANSCRIPT, "html": PAGE, "gif": ANIMATION}

SUFFIXES = {"text": TRANSCRIPT.endings, "json": RECORDS.endings} | {
    form: (f".{form}",) for form in (*PICTURES, "html", "gif")
}
"""How files of each form are named."""


@click.command(short_help="One game of a run: in words, as a record, drawn, or to watch.")
@click.argument("run", required=False)
@click.option(
    "--game-index",
    "index",
    required=True,
    metavar="I|A-B|WORD",
    help="Which game; A-B for several, with --as json as JSON Lines; or a word: "
    + "; ".join(f"{word}, {text}" for word, text in WORDS.items())
    + ".",
)
@click.option(
    "--as",
    "form",
    type=click.Choice([*SUFFIXES]),
    help="A transcript, a game record for `simulate referee`, a picture of the board, a page to watch the "
    "whole game, or the turns that changed most as a moving picture.  "
    "[default: by the suffix of --out, else text]",
)
@path_option("--out", "FILE", "Write to this file, not to stdout.")
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="T",
    help="Stop after turn T; turns count from 0, in Catan from 1 after the set-up, turn 0.",
)
@click.option(
    "--against",
    metavar="RUN",
    help="Also say in which turn the same game of another run, under other rules, parts from it.",
)
@SHOW
@FORCE
def command(
    run: str | None,
    index: str,
    form: str | None,
    out: Path | None,
    turn: int | None,
    against: str | None,
    show: str | None,
    force: bool,
) -> None:
    """Play a game of RUN (default: the newest finished run) again and show it.

    Any game is there at once: it depends only on the run's rules, policies and seed, and on its index. It
    is checked against the rows that the run has stored: exit code 1 if they differ.
    """
    from simulate.store.runs import load_with_games

    opened = load_with_games(run)
    first, last = read_index(opened, index)
    tell(run=str(opened.path), game_index=first)
    if against is not None:
        _tell_parting(opened, against, first)
    form = form_of(form, out)
    if first != last and form in (*PICTURES, "html", "gif"):
        raise click.UsageError(f"--as {form} shows one game, not {index}; name one with --game-index")
    if out is not None:
        check_output(out, KINDS.get(form, PICTURE), force)
    if form in (*PICTURES, "html", "gif"):
        assert games.load(opened.plan.game).picture is not None  # or refused before anything is played
    if form in PICTURES:
        with working(f"drawing game {first} of {opened.path}"):
            _draw(opened, first, form, out, turn, show)
        return
    if form == "gif":
        _write_gif(opened, first, out, turn)
        return
    if show:
        raise click.UsageError(f"--show {show} is for pictures; add --as svg or --as png")
    lines_of = {"json": _records, "html": _page, "text": _transcripts}[form]
    _write(opened, lines_of(opened, first, last, turn), out, form, first)


def form_of(form: str | None, out: Path | None) -> str:
    """The form that is asked for, or else that of the file's suffix; they have to agree."""
    if out is None:
        return form or "text"
    suffix = out.suffix.lower()
    form_of_suffix = next((name for name, suffixes in SUFFIXES.items() if suffix in suffixes), None)
    if form_of_suffix is None:
        endings = listed_or([s for suffixes in SUFFIXES.values() for s in suffixes if s])
        raise UserError(f"--out {out}: a game is written as {endings}, not {suffix}")

    if form is not None and form != form_of_suffix:
        raise UserError(f"--out {out}: --as {form} goes into a file named *{SUFFIXES[form][0]}")
    return form_of_suffix


def read_index(run: Run, index: str) -> tuple[int, int]:
    """The first and the last game of ``17`` or ``17-20``, or of a word; refused outside the run."""
    if index in WORDS:
        if index != "random":
            run.whole_receipts()  # or one that is damaged is named
            if run.failed or not run.is_complete:
                finish = "" if run.is_complete else f", or finish the run: {run.command}"
                raise UserError(
                    f"--game-index {index}: {run.path} lacks games; name one by its number{finish}"
                )
        game = pick(run, index)
        note(f"game {game}: {picked_words(run, index)}", style=None)
        return game, game
    match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", index.strip(), re.ASCII)
    if not match:
        forms = f"write a game as 17, several as 17-20, or {listed_or([*WORDS])}"
        raise UserError(f"--game-index {index}: {forms}.{nearest(index, WORDS)}")

    first, last = int(match[1]), int(match[2] or match[1])
    low, high = run.plan.first_game, run.end - 1
    if first > last:
        raise UserError(f"--game-index {index}: {first}-{last} is empty; the lower end comes first")
    if first < low or last > high:
        raise UserError(f"--game-index {index}: {run.path} holds games {low} to {high}")
    return first, last


def _tell_parting(run: Run, against: str, game: int) -> None:
    """Say in which turn a game parts from the same game of another run."""
    from analyses.questions.compare import first_difference
    from analyses.questions.pairing import check_pair
    from simulate.store.runs import load_with_games

    other = load_with_games(against)
    check_pair(run, other)
    one, another = (games.load(each.plan.game).simulator(each.plan) for each in (run, other))
    turn = first_difference(one, another, game)
    tell(parts=turn)
    same = f"game {game} is decided alike in {other.path}"
    parts = f"game {game} parts from that of {other.path} in turn {turn}"
    note(same if turn is None else parts, style=None)


def _played(run: Run, first: int, last: int, turn: int | None) -> Iterator[tuple[int, Any]]:
    """Games played again to the end of a turn, each with its number; refused if there is no such turn."""
    from simulate.replays.replay import Replayer  # compilers are imported only now, for help needs none

    replayer = Replayer(run)
    for game in range(first, last + 1):
        played = replayer.play(game, turn)
        if turn is not None and played.ended and played.last_turn < turn:
            raise UserError(f"--turn {turn}: game {game} has turns up to {played.last_turn}")
        yield game, played


def _records(run: Run, first: int, last: int, turn: int | None) -> Iterator[str]:
    """Game records, one a line."""
    for _, played in _played(run, first, last, turn):
        yield json.dumps(played.record)


def _transcripts(run: Run, first: int, last: int, turn: int | None) -> Iterator[str]:
    """Transcripts, each under a heading."""
    transcript = games.load(run.plan.game).transcript.transcript
    for game, played in _played(run, first, last, turn):
        if game > first:
            yield ""
        yield _title(run, game, played, turn)
        yield ""
        yield from transcript(played)


def _page(run: Run, game: int, last: int, turn: int | None) -> Iterator[str]:
    """The page to watch one game."""
    from reports.watching.watch import watch_page

    command_again = command_line("replay", run.path, game_index=game, turn=turn, out=f"game-{game}.html")
    for _, played in _played(run, game, last, turn):
        yield watch_page(run.plan, played, game, command_again)


def _write_gif(run: Run, game: int, out: Path | None, turn: int | None) -> None:
    """The turns that changed most, as a GIF, to a file or as bytes to stdout."""
    from reports.watching.watch import watch_gif

    if out is None and sys.stdout.isatty():
        raise UserError(f"--as gif writes a picture; name a file: --out game-{game}.gif")
    with working(f"drawing game {game} of {run.path}"):
        _, played = next(_played(run, game, game, turn))
        data = watch_gif(run.plan, played)
    if out is None:
        sys.stdout.buffer.write(data)
        return
    write_whole(out, data)
    next_step(f"simulate watch {run.typed} --game-index {game}", out)


def _title(run: Run, game: int, played: Any, turn: int | None) -> str:
    """A line that names the game, its players and its rules."""
    from reports.words.wording import count, who_decides, who_plays

    plan = run.plan
    players = count(plan.players, "player")
    policies = [who_plays(plan)] if who_decides(plan) else []
    until = "" if played.ended or turn is None else f", up to turn {turn}"
    return (
        f"{games.load(plan.game).title}, game {game} of seed {plan.seed}, "
        f"{', '.join([players, *plan.rule_words, *policies])}{until}"
    )


def _write(run: Run, lines: Iterator[str], out: Path | None, form: str, first: int) -> None:
    """Lines to a file or to stdout, and for people what to do next."""
    work = f"playing games of {run.path} again"
    if out is None:
        with working(work):
            begin = list(islice(lines, 1))
        for line in chain(begin, lines):
            (say if form == "text" else say_whole)(line)
        if form == "text":
            kind = "svg" if _has_picture(run.plan.game) else "json"
            next_step(f"simulate replay {run.typed} --game-index {first} --out game-{first}.{kind}")
        return
    with working(work), whole_file(out) as file:
        for line in lines:
            file.write(f"{line}\n".encode())
    shows = command_line("replay", run.path, game_index=first)
    next_step(command_line("referee", out) if form == "json" else shows, out)


def _has_picture(game: str) -> bool:
    """Whether a game can be drawn, as those of this project can."""
    try:
        return game in games.OWN or bool(games.load(game).picture)
    except UserError:
        return False


def _draw(run: Run, game: int, form: str, out: Path | None, turn: int | None, show: str | None) -> None:
    """The board as a picture, to a file or as bytes to stdout."""
    import tempfile

    from reports.boards.page import save_picture
    from reports.words.wording import count

    if out is None and sys.stdout.isatty():
        raise UserError(f"--as {form} writes a picture; name a file: --out game-{game}.{form}")
    _, played = next(_played(run, game, game, turn))
    title = f"game {game}, " + ("the end" if played.ended else f"after turn {turn}")
    caption = _title(run, game, played, turn)
    if played.ended:  # before that the title says which turn it was, and games count turns from 0 or 1
        caption += f"; {count(played.n_turns, 'turn')}"
    if run.plan.box_caveat:
        caption += f"\n{run.plan.box_caveat}"
    loaded = games.load(run.plan.game)

    def save(path: Path) -> None:
        if loaded.is_plain:
            positions = loaded.positions(run.plan, played.record)
            loaded.picture.save(run.plan, positions, len(positions) - 1, path, title, caption, show)
        else:
            save_picture(played.position, path, title, caption, show)

    if out is None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"board.{form}"
            save(path)
            sys.stdout.buffer.write(path.read_bytes())
        return
    save(out)
    next_step(f"simulate replay {run.typed} --game-index {game} --as json --out game-{game}.json", out)
