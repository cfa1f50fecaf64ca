"""`simulate rules GAME`: every option, preset and policy of a game."""

from __future__ import annotations

import json
import textwrap

import click


@click.command()
@click.argument("game")
@click.option("--policies", is_flag=True, help="Show the policies and their move features instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, policies: bool, as_json: bool) -> None:
    """Show what a house rule can change in GAME: options, bounds, defaults, rule numbers, presets."""
    import dataclasses

    from rules import games
    from rules.options import describe
    from simulate.console import next_step, say

    known = games.load(game)
    module = known.options
    described = describe(module.Options)
    if as_json:
        from simulate.policies import built_in, move_features

        say(
            json.dumps(
                {
                    "game": game,
                    "options": [dataclasses.asdict(option) for option in described],
                    "presets": module.PRESETS,
                    "policies": {"random": "any legal move with equal chance"}
                    | {name: table["text"] for name, table in built_in(game).items()},
                    "features": move_features(game),
                }
            )
        )
        return
    say(f"{known.title}: {known.summary}", style="bold")
    say()
    if policies:
        _show_policies(game)
    else:
        width = max(len(option.name) for option in described)
        indent = " " * (width + 3)
        for option in described:
            say(f" {option.name:<{width}}  {option.default}   ({option.allowed}; {option.rule})")
            say(textwrap.fill(option.text, 100, initial_indent=indent, subsequent_indent=indent), style="dim")
        say()
        for name, text in module.PRESET_TEXTS.items():
            say(f" --preset {name}: {text}")
        say()
        for line in known.notes:
            say(textwrap.fill(line, 100, initial_indent=" ", subsequent_indent=" "))
        say()
    next_step(f"simulate --game {game} --policy greedy" if policies else f"simulate rules {game} --policies")


def _show_policies(game: str) -> None:
    from rules import games
    from simulate.console import say
    from simulate.policies import built_in, move_features, read_policy

    styles = built_in(game)
    columns = {
        name: dict(read_policy(game, name, games.load(game).default_players).weights or ()) for name in styles
    }
    width = max(map(len, styles))
    say(f" {'random':<{width}}  any legal move with equal chance")
    for name, table in styles.items():
        say(f" {name:<{width}}  {table['text']}")
    say()
    say("Move features, weighed in points; FILE.toml may give weights of your own:")
    meanings = move_features(game)
    width = max(map(len, meanings))
    say(f" {'':<{width}}  " + " ".join(f"{name[:9]:>9}" for name in styles), style="dim")
    for name, text in meanings.items():
        weights = " ".join(f"{column[name]:9.2f}" for column in columns.values())
        say(f" {name:<{width}}  {weights}  {text}")
    say()
