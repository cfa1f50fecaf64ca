"""`simulate replay RUN --game-index I`: one game of a run, as a transcript, a record or a picture."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simulate.cli import FORCE
from simulate.files import PICTURE, RECORDS, TRANSCRIPT, check_output, whole_file

if TYPE_CHECKING:
    from simulate.runs import Run

PICTURES = ("svg", "png")
KINDS = {"json": RECORDS, "text": TRANSCRIPT}


@click.command()
@click.argument("run", required=False)
@click.option(
    "--game-index",
    "index",
    required=True,
    metavar="I|A-B",
    help="Which game; A-B for several, with --as json as JSON Lines.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["text", "json", *PICTURES]),
    help="A transcript, a game record for `simulate referee`, or a picture of the board.  "
    "[default: by the suffix of --out, else text]",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file, not to stdout."
)
@click.option(
    "--turn",
    type=click.IntRange(min=0),
    metavar="T",
    help="Stop after turn T; turns count from 0, in Catan from 1 after the set-up, turn 0.",
)
@click.option(
    "--show",
    type=click.Choice(["farms", "ids"]),
    help="In a picture: farms of Carcassonne, shaded by who holds them; ids of Catan, as in records.",
)
@FORCE
def command(
    run: str | None,
    index: str,
    form: str | None,
    out: Path | None,
    turn: int | None,
    show: str | None,
    force: bool,
) -> None:
    """Play a game of RUN (default: the newest run) again and show it.

    Any game takes the same moment, for it depends on nothing but the run's rules, policies and seed and
    on its index. It is checked against the rows that the run has stored: exit code 1 if they differ.
    """
    from simulate.runs import load_or_newest

    opened = load_or_newest(run)
    first, last = read_index(opened, index)
    form = form or {".json": "json", ".jsonl": "json", ".svg": "svg", ".png": "png"}.get(
        out.suffix.lower() if out else "", "text"
    )
    if out is not None:
        check_output(out, KINDS.get(form, PICTURE), force)
    if form in PICTURES:
        if first != last:
            raise click.UsageError(f"--as {form} shows one game, not {index}; name one with --game-index")
        _draw(opened, first, form, out, turn, show)
        return
    if show:
        raise click.UsageError(f"--show {show} is for pictures; add --as svg or --as png")
    lines = _records(opened, first, last, turn) if form == "json" else _transcripts(opened, first, last, turn)
    _write(opened, lines, out, form, first)


def read_index(run: Run, index: str) -> tuple[int, int]:
    """The first and the last game of ``17`` or ``17-20``, refused outside the run."""
    from rules.errors import UserError

    match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", index.strip(), re.ASCII)
    if not match:
        raise UserError(f"--game-index {index}: write a game as 17, or several as 17-20")
    first, last = int(match[1]), int(match[2] or match[1])
    low, high = run.plan.first_game, run.plan.first_game + run.plan.n - 1
    if first > last or first < low or last > high:
        raise UserError(f"--game-index {index}: {run.path} holds games {low} to {high}")
    return first, last


def _records(run: Run, first: int, last: int, turn: int | None) -> Iterator[str]:
    """Game records, one a line."""
    from simulate.replay import Replayer

    replayer = Replayer(run)
    for game in range(first, last + 1):
        yield json.dumps(replayer.play(game, turn).record)


def _transcripts(run: Run, first: int, last: int, turn: int | None) -> Iterator[str]:
    """Transcripts, each under a heading."""
    from rules import games
    from simulate.replay import Replayer

    replayer = Replayer(run)
    transcript = games.load(run.plan.game).transcript.transcript
    for game in range(first, last + 1):
        if game > first:
            yield ""
        played = replayer.play(game, turn)
        yield _title(run, game, played, turn)
        yield ""
        yield from transcript(played)


def _title(run: Run, game: int, played: Any, turn: int | None) -> str:
    """What is shown, in a line."""
    from rules import games

    plan = run.plan
    policies = sorted({policy.name for policy in plan.policies})
    until = "" if played.ended or turn is None else f", up to turn {turn}"
    return (
        f"{games.load(plan.game).title}, game {game} of seed {plan.seed}, {plan.players} players, "
        f"{'policy' if len(policies) == 1 else 'policies'} {', '.join(policies)}{until}"
    )


def _write(run: Run, lines: Iterator[str], out: Path | None, form: str, first: int) -> None:
    """Lines to a file or to stdout, and for people what to do next."""
    from rules.errors import UserError
    from simulate.console import next_step, note, say

    if out is None:
        for line in lines:
            say(line)
        if form == "text":
            say()
            next_step(f"simulate replay {run.path} --game-index {first} --out game-{first}.svg")
        return
    try:
        with whole_file(out) as file:
            for line in lines:
                file.write(f"{line}\n".encode())
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written: {error.strerror}") from None
    note(f"wrote {out}", style=None)
    next_step(
        f"simulate referee {out}" if form == "json" else f"simulate replay {run.path} --game-index {first}"
    )


def _draw(run: Run, game: int, form: str, out: Path | None, turn: int | None, show: str | None) -> None:
    """The board as a picture, to a file or as bytes to stdout."""
    import tempfile

    from reports.pictures import save_picture
    from rules import games
    from rules.errors import UserError
    from simulate.console import next_step, note
    from simulate.replay import Replayer

    if show and show not in games.load(run.plan.game).picture.SHOW:
        raise UserError(f"--show {show}: there are no {show} in {run.plan.game}")
    if out is not None and out.suffix.lower() != f".{form}":
        raise UserError(f"--out {out}: a picture --as {form} goes into a file named *.{form}")
    if out is None and sys.stdout.isatty():
        raise UserError(f"--as {form} writes a picture; name a file: --out game-{game}.{form}")
    played = Replayer(run).play(game, turn)
    title = f"game {game}, " + ("the end" if played.ended else f"after turn {turn}")
    caption = f"{_title(run, game, played, turn)}; {played.n_turns} turns"
    caveat = games.load(run.plan.game).caveat
    if run.plan.box is None and caveat:
        caption += f"\n{caveat}"
    if out is None:
        with tempfile.TemporaryDirectory() as folder:
            path = save_picture(played, Path(folder) / f"board.{form}", title, caption, show)
            sys.stdout.buffer.write(path.read_bytes())
        return
    try:
        save_picture(played, out, title, caption, show)
    except OSError as error:
        raise UserError(f"--out {out}: cannot be written: {error.strerror}") from None
    note(f"wrote {out}", style=None)
    next_step(f"simulate replay {run.path} --game-index {game} --as json --out game-{game}.json")
