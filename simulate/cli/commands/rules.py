"""`simulate rules GAME`: every option, preset and policy of a game."""

from __future__ import annotations

from pathlib import Path

import click

from rules.errors import UserError
from simulate.cli.options import FORCE, first_given, path_option, run_option
from simulate.io.console import next_step, say, say_json
from simulate.io.layout import aligned, prose, room
from simulate.plans.request import command_line, told_as

LONGEST = 100
"""Letters of the longest line of words."""

NARROW = 80
"""Where there is less room the names of options have no column of their own."""

OF_PICTURES = ("game", "picture", "tiles", "force")
"""What goes with a picture of the tiles."""


@click.command(short_help="What can be changed in a game; its presets and policies.")
@click.argument("game")
@click.option("--policies", is_flag=True, help="Show the policies and their move features instead.")
@run_option("players", type=int, help="With --policies: at what table.  [default: the game's own]")
@path_option(
    "--picture",
    "FILE",
    "Draw the tiles of a tile-laying game instead, with their ids as records have them; .png or .svg.",
)
@run_option("tiles", help="With --picture: a tile set of your own (TOML).")
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    policies: bool,
    players: int | None,
    picture: Path | None,
    tiles: str | None,
    force: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Show what a house rule can change in GAME: options, bounds, defaults, rule numbers, presets."""
    import dataclasses

    from rules import games
    from rules.options import describe

    known = games.load(game)
    if tiles is not None and picture is None:
        raise UserError(f"--tiles {tiles}: rules are the same with every box; say --picture too")
    if picture is not None:
        if flag := first_given(OF_PICTURES):
            raise UserError(f"{flag}: --picture draws the tiles and tells no rules; leave out one of them")
        _draw_tiles(game, picture, tiles, force)
        return
    module = known.options
    described = describe(module.Options)
    if players is not None and not policies:
        raise UserError(f"--players {players}: rules are the same at every table; say --policies too")
    if as_json:
        from simulate.plans.policies import UNWEIGHED, built_in, move_features

        say_json(
            {
                "game": game,
                "options": [dataclasses.asdict(option) for option in described],
                "presets": module.PRESETS,
                "policies": UNWEIGHED | {name: table["text"] for name, table in built_in(game).items()},
                "features": move_features(game),
            }
        )
        return
    say(f"{known.title}: {known.summary}", style="bold")
    say()
    if policies:
        _show_policies(game, known.check_players(players, None))
    else:
        wide = max(len(option.name) for option in described) if room(LONGEST) >= NARROW else 0
        for option in described:
            say(f" {option.name:<{wide}}  {option.default}   ({option.allowed}; {option.rule})")
            say("\n".join(prose(option.text, " " * max(5, wide + 3), most=LONGEST)), style="dim")
        say()
        for name, text in module.PRESET_TEXTS.items():
            say("\n".join(prose(f"--preset {name}: {text}", " ", "     ", most=LONGEST)))
        for line in known.notes:
            say()
            say("\n".join(prose(line, " ", most=LONGEST)))
    next_step(f"simulate --game {game} --policy greedy" if policies else f"simulate rules {game} --policies")


def _draw_tiles(game: str, picture: Path, tiles: str | None, force: bool) -> None:
    """A picture of every tile, of the box or of a file of the user's."""
    from reports.boards.page import save
    from reports.pictures.plots import check_picture
    from rules import games
    from simulate.io.files import PICTURE, check_output

    known = games.load(game)
    if known.box != "tiles":
        raise UserError(f"--picture {picture}: {game} has no tiles to draw")
    check_picture(picture)
    box = known.load_box(None if tiles is None else Path(tiles))
    with told_as({"--out": "--picture"}):
        check_output(picture, PICTURE, force)
    title = f"{known.title}: the tiles{f' of {tiles}' if tiles else ''}"
    save(known.picture.sheet(box), picture, title, "" if tiles else known.caveat)
    next_step(command_line(game=game, tiles=tiles), picture)


def _show_policies(game: str, players: int) -> None:
    from rules.games import OWN
    from simulate.plans.policies import UNWEIGHED, built_in, move_features, read_policy

    styles = built_in(game)
    columns = {name: dict(read_policy(game, name, players).weights or ()) for name in styles}
    texts = [*UNWEIGHED.items(), *((name, table["text"]) for name, table in styles.items())]
    say("\n".join(aligned(texts, 2, "  ", most=LONGEST)))
    say()
    say(f"Move features and their weights, with {players} players; FILE.toml may give weights of your own:")
    heading = ["", *styles, ""]
    rows = [
        [name, *(f"{column[name]:.2f}" for column in columns.values()), text]
        for name, text in move_features(game).items()
    ]
    say("\n".join(aligned([heading, *rows], 1, "  ", also=[len(heading) - 1])))
    if game in OWN:
        say()
        say(" What the words of the features mean is told in the documentation, page players.")
