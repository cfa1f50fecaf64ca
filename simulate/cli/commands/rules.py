"""`simulate rules GAME`: every option, preset and policy of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.errors import UserError
from simulate.cli.options import FORCE, first_given, path_option, run_option
from simulate.io.console import next_step, say, say_json
from simulate.io.layout import aligned, prose, room
from simulate.plans.request import command_line, told_as

if TYPE_CHECKING:
    from rules.games import Game

LONGEST = 100
"""Letters of the longest line of words."""

NARROW = 80
"""Where there is less room the names of options have no column of their own."""

OF_PICTURES = ("game", "picture", "tiles", "code", "force")
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
@run_option("code")
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    policies: bool,
    players: int | None,
    picture: Path | None,
    tiles: str | None,
    code: str | None,
    force: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Show what a house rule can change in GAME: options, bounds, defaults, rule numbers, presets."""
    from rules import games

    loaded = games.load(game) if code is None else games.load_changed(game, code)
    game = loaded.name
    if tiles is not None and picture is None:
        raise UserError(f"--tiles {tiles}: rules are the same with every box; say --picture too")
    if picture is not None:
        if flag := first_given(OF_PICTURES):
            raise UserError(f"{flag}: --picture draws the tiles and tells no rules; leave out one of them")
        _draw_tiles(loaded, picture, tiles, force)
        return
    if players is not None and not policies:
        raise UserError(f"--players {players}: rules are the same at every table; say --policies too")

    if as_json:
        from simulate.plans.rulebook import rulebook_of

        say_json(rulebook_of(game))
        return
    say(f"{loaded.title}: {loaded.summary}", style="bold")
    say()
    if policies:
        _show_policies(game, loaded.check_players(players, None))
        next_step(command_line(game=loaded.typed, code=code, policy="greedy"))
    else:
        _show_options(game)
        next_step(command_line("rules", loaded.typed, code=code, policies=True))


def _show_options(game: str) -> None:
    """Say what can be changed: every option, every preset, and what the game notes beside them."""
    from rules import games
    from rules.options import by_group

    loaded = games.load(game)
    groups = by_group(loaded.options.Options)
    longest = max(len(option.name) for options in groups.values() for option in options)
    wide = longest if room(LONGEST) >= NARROW else 0
    for group, options in groups.items():
        if group:
            say(f"{group[0].upper()}{group[1:]}", style="bold")
        for option in options:
            rule = "" if option.rule == option.name else f"; {option.rule}"  # a plain game has no numbers
            say(f" {option.name:<{wide}}  {option.default}   ({option.allowed}{rule})")
            say("\n".join(prose(option.text, " " * max(5, wide + 3), most=LONGEST)), style="dim")
        say()
    for name, text in loaded.options.PRESET_TEXTS.items():
        say("\n".join(prose(f"--preset {name}: {text}", " ", "     ", most=LONGEST)))
    for line in loaded.notes:
        say()
        say("\n".join(prose(line, " ", most=LONGEST)))


def _draw_tiles(loaded: Game, picture: Path, tiles: str | None, force: bool) -> None:
    """A picture of every tile, of the box or of a file of the user's."""
    from reports.boards.page import save
    from reports.pictures.plots import check_picture
    from simulate.io.files import PICTURE, check_output

    if loaded.box != "tiles":
        raise UserError(f"--picture {picture}: {loaded.typed} has no tiles to draw")
    check_picture(picture)
    box = loaded.load_box(None if tiles is None else Path(tiles))
    with told_as({"--out": "--picture"}):
        check_output(picture, PICTURE, force)
    title = f"{loaded.title}: the tiles{f' of {tiles}' if tiles else ''}"
    save(loaded.picture.sheet(box), picture, title, "" if tiles else loaded.caveat)
    next_step(command_line(game=loaded.typed, tiles=tiles, code=loaded.file), picture)


def _show_policies(game: str, players: int) -> None:
    from rules import games
    from rules.games import OWN, origin_of
    from simulate.plans.policies import built_in, move_features, read_policy, unweighed

    known = games.load(game)
    styles = built_in(game)
    columns = {name: dict(read_policy(game, name, players).weights or ()) for name in styles}
    if known.is_plain:
        texts = [(name, known.text_of_policy(name) or "") for name in known.policy_names]
    else:
        texts = [*unweighed(game).items(), *((name, table["text"]) for name, table in styles.items())]
    say("\n".join(aligned(texts, 2, "  ", most=LONGEST)))
    if not move_features(game):
        return
    say()
    say(f"Move features and their weights, with {players} players; FILE.toml may give weights of your own:")
    heading = ["", *styles, ""]
    rows = [
        [name, *(f"{column[name]:.2f}" for column in columns.values()), text]
        for name, text in move_features(game).items()
    ]
    say("\n".join(aligned([heading, *rows], 1, "  ", also=[len(heading) - 1])))
    if origin_of(game) in OWN:
        say()
        say(" What the words of the features mean is told in the documentation, page players.")
