"""`simulate check FILE.py`: try a game of one's own from all sides."""

from __future__ import annotations

import sys

import click

from rules.errors import UserError

MARKS = {"holds": "●", "fails": "✗", "asked": "?"}


@click.command(short_help="Try a game of your own from all sides.")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, as_json: bool) -> None:
    """Try the game in a file of plain Python: does it end, does somebody win, does anybody see too much?

    \b
    simulate check mygame.py
    """
    from rules import games
    from simulate.io.console import next_step, say, say_json
    from simulate.io.layout import prose
    from simulate.plain.check import FAILS, check
    from simulate.plain.known import PlainGame

    known = games.load(game)
    if not isinstance(known, PlainGame):
        raise UserError(f"{game} is no game in a file; write: simulate check mygame.py")

    findings = []
    for finding in check(known):
        findings.append(finding)
        if not as_json:
            mark = MARKS[finding.verdict]
            say("\n".join(prose(finding.text, f" {mark} ", "   ", most=100)))
    if as_json:
        say_json({"game": known.typed, "findings": [finding.as_dict() for finding in findings]})
    elif not any(finding.verdict == FAILS for finding in findings):
        next_step(f"simulate --game {game} --n 10000")
    if any(finding.verdict == FAILS for finding in findings):
        sys.exit(1)
