"""`simulate referee FILE`: are the games in a file legal, and what are their scores?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from simulate.cli.options import GAME_OF_RECORDS, path_option
from simulate.io.files import STDIN, lines_of, name_of
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from rules.records import Verdict


@click.command(short_help="Are games legal, and what are their scores?")
@click.argument("file", metavar="FILE|-", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each record.")
@path_option(
    "--tiles", "FILE", "The tile set (TOML) that the games were played with, if it is not the standard one."
)
@path_option("--cards", "FILE", "The cards of Castle (TOML) that they were played with, likewise.")
@GAME_OF_RECORDS
def command(
    file: Path, as_json: bool, tiles: Path | None, cards: Path | None, game_file: str | None, code: str | None
) -> None:
    """Play the game records of FILE, or of stdin for -, through the rules.

    FILE holds one record (documentation, page game-records) or one a line. The first thing that breaks a
    rule is named by the rule's number; a legal game gives its scores by source. Exit code 0 if all are legal,
    1 if one is not, 2 if one cannot be read as a game record. The others are judged all the same.
    """
    from rules import games
    from rules.records import read_records
    from simulate.io.console import next_step, note, say, say_json
    from simulate.store.failures import shown_again

    games.load_for_records(game_file, code)
    name = name_of(file)
    referees: dict[str, Any] = {}
    judged_count = illegal_count = 0
    unreadable = None
    for place, record in read_records(lines_of(file), name):
        heading = place.rpartition(", ")[2] + ": " if place != name else ""
        try:
            with shown_again(command_line("referee", file, game=game_file, code=code)):
                verdict = _judge(record, place, {"tiles": tiles, "cards": cards}, referees)
        except UserError as error:
            if unreadable:
                note(str(unreadable))
            unreadable = error
            if as_json:
                say_json({"error": str(error)})
            continue
        judged_count += 1
        illegal_count += not verdict.legal
        if as_json:
            say_json(verdict.as_dict())
            continue
        for line in _words(verdict):
            say(heading + line)
            heading = ""
    if not as_json and judged_count > 1:
        say(f"{judged_count} games, {illegal_count} not legal")
    if unreadable:
        raise unreadable
    if not as_json:
        is_end = illegal_count or str(file) == STDIN
        again = command_line("referee", file, game=game_file, code=code, json=True)
        next_step(command_line("rules", min(referees)) if is_end else again)
    sys.exit(1 if illegal_count else 0)


def _judge(
    record: dict[str, Any] | UserError, place: str, files: Mapping[str, Path | None], referees: dict[str, Any]
) -> Verdict:
    """The verdict on a record; each game has one of the `referees`.

    Raises
    ------
    UserError
        If it is none, or no game can be made of it.
    """
    if isinstance(record, UserError):
        raise record
    game = record["game"]
    if game not in referees:
        referees[game] = _referee(game, files)
    try:
        verdict: Verdict = referees[game].judge(record)
    except UserError as error:
        raise UserError(f"{place}: {error}") from None
    return verdict


def _referee(game: str, files: Mapping[str, Path | None]) -> Any:
    """The referee of a game, with what lies in the user's box if there is one."""
    from rules import games
    from simulate.plans.plan import box_path

    path = box_path(game, files)
    referee = games.load(game).referee
    return referee() if path is None else referee(games.load(game).load_box(path))


def _words(verdict: Verdict) -> Iterator[str]:
    """A verdict for people: what is wrong, or the scores by source."""
    if not verdict.legal:
        turn = "" if verdict.turn is None else f"turn {verdict.turn}: "
        yield f"not legal: {turn}{verdict.rule}: {verdict.message}"
        return
    yield "legal"
    if not verdict.scores:
        winners = " and ".join(str(seat + 1) for seat in verdict.winners)
        yield f" seat {winners} wins" if len(verdict.winners) == 1 else f" won by: {winners or 'nobody'}"
        return
    sources = list(verdict.by_source[0])
    yield "  ".join([" seat", "score", *sources])
    for seat, (score, points) in enumerate(zip(verdict.scores, verdict.by_source, strict=True)):
        cells = [str(points[source]).rjust(len(source)) for source in sources]
        row = [f" {seat + 1:4}", f"{score:5}", *cells]
        if seat in verdict.winners:
            row.append("wins")
        yield "  ".join(row)
