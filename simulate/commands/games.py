"""`simulate games`: what can be played."""

from __future__ import annotations

import json
import textwrap

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List the games, how many play them and how many do by default."""
    from rules import games
    from simulate.console import next_step, say

    found = {name: games.load(name) for name in games.NAMES}
    if as_json:
        say(
            json.dumps(
                {
                    name: {
                        "title": game.TITLE,
                        "players": list(game.PLAYERS),
                        "default_players": game.DEFAULT_PLAYERS,
                        "summary": game.SUMMARY,
                    }
                    for name, game in found.items()
                }
            )
        )
        return
    width = max(len(name) for name in found)
    for name, game in found.items():
        say(f" {name:<{width}}  {game.TITLE}", style="bold")
        indent = " " * (width + 3)
        text = f"{game.SUMMARY}; {game.DEFAULT_PLAYERS} by default: {game.DEFAULT_REASON}"
        say(textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent))
    say()
    next_step(f"simulate rules {games.NAMES[0]}")
