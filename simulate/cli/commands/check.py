"""`simulate check GAME`: try a game, or rules of one's own, from all sides."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.errors import UserError
from simulate.cli.options import path_option, run_option
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from rules.games import Game
    from simulate.checking.finding import Finding

MARKS = {"holds": "●", "fails": "✗", "asked": "?"}


@click.command(short_help="Try a game of your own from all sides.")
@click.argument("name", metavar="[GAME]", required=False)
@run_option("game")
@run_option("code")
@path_option("--twin", "FILE", "The same game in plain Python, to be played beside it, move by move.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    name: str | None, game: str | None, code: str | None, twin: Path | None, as_json: bool
) -> None:  # fmt: skip
    """Try a game: does it end, does somebody win, does anybody see too much, does each option do something?

    \b
    simulate check mygame.py                          a game in plain Python
    simulate check --game pig                         one in a package, compiled
    simulate check --game pig --twin pig.py           is it the same game as in plain Python?
    simulate check --game carcassonne --code inns.py  rules of your own
    """
    from rules import games
    from simulate.io.console import next_step, say, say_json
    from simulate.io.layout import prose

    if name is not None and game is not None and name != game:
        raise UserError(f"--game {game}: {name} was named as well; check one after the other")
    given = game or name
    if given is None:
        raise UserError("say which game: simulate check mygame.py, or --game NAME")
    known = games.load(given) if code is None else games.load_changed(given, code)

    findings = []
    for finding in findings_of(known, twin):
        findings.append(finding)
        if not as_json:
            mark = MARKS[finding.verdict]
            say("\n".join(prose(finding.text, f" {mark} ", "   ", most=100)))
    fails = any(finding.verdict == "fails" for finding in findings)
    if as_json:
        about = {"game": known.typed} | ({} if code is None else {"code": code})
        say_json(about | {"findings": [finding.as_dict() for finding in findings]})
    elif not fails and twin is not None:
        next_step(command_line("check", game=known.typed, code=code))
    elif not fails:
        next_step(command_line(game=known.typed, code=code, n=10000))
    if fails:
        sys.exit(1)


def findings_of(known: Game, twin: Path | None) -> Iterable[Finding]:
    """What comes of all that can be tried of a game, or of it and its twin."""
    from rules import games
    from simulate.checking import compiled, plain
    from simulate.checking.twins import check_twin, check_twins
    from simulate.plain.known import PlainGame

    if twin is not None:
        other = check_twins(known, games.load(str(twin)))
        return compiled.tried(lambda game: check_twin(game, other), known)
    if isinstance(known, PlainGame):
        return plain.check(known)
    return compiled.check(known, ("analysis", "report"), lambda: known.analysis)
