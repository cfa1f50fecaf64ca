"""`simulate games`: what can be played."""

from __future__ import annotations

import click

SENTENCES = 100
"""Letters of the longest line."""


@click.command(short_help="The games there are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List the games, how many play them and how many do by default."""
    from rules import games
    from simulate.io.console import next_step, say, say_json
    from simulate.io.layout import prose

    loaded = {name: games.load(name) for name in games.names()}
    if as_json:
        keys = ("title", "players", "default_players", "summary")
        say_json({name: {key: getattr(game, key) for key in keys} for name, game in loaded.items()})
        return
    width = max(len(name) for name in loaded)
    for name, game in loaded.items():
        say(f" {name:<{width}}  {game.title}", style="bold")
        indent = " " * (width + 3)
        text = f"{game.summary}; {game.default_players} by default: {game.default_reason}"
        say("\n".join(prose(text, indent, most=SENTENCES)))
    next_step(f"simulate rules {games.names()[0]}")
