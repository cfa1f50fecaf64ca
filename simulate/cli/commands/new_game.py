"""`simulate new-game NAME`: a file with a game that plays, to be changed into one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rules.errors import UserError
from simulate.cli.options import FORCE

LIKES = ("dice", "cards", "race")


@click.command("new-game", short_help="Write a file with a game that plays, to make your own of it.")
@click.argument("name")
@click.option(
    "--like", type=click.Choice(LIKES), default="dice", show_default=True, help="What it begins as."
)
@FORCE
def command(name: str, like: str, force: bool) -> None:
    """Write NAME.py: a whole game in plain Python with comments, which you change into yours.

    \b
    simulate new-game mygame --like cards
    simulate --game mygame.py --n 10000
    """
    from simulate.io.console import next_step, say
    from simulate.io.files import write_whole

    stem = name.removesuffix(".py")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", Path(stem).name):
        raise UserError(f"{name}: a name is made of letters, digits, - and _, and begins with a letter")
    path = Path(f"{stem}.py")
    if path.exists() and not force:
        raise UserError(f"{path} is there already; take another name, or write over it with --force")
    words = re.split(r"[_-]+", Path(stem).name)
    text = (Path(__file__).parents[2] / "plain" / "likes" / f"{like}.py").read_text(encoding="utf-8")
    title, kind = " ".join(words).capitalize(), "".join(word[:1].upper() + word[1:] for word in words)
    own, theirs = f"class {kind}(Game)", f"class {like.capitalize()}(Game)"
    text = text.replace(theirs, own).replace(f'"""{like.capitalize()}:', f'"""{title}:')
    write_whole(path, text.encode())
    say(f"{path}: a game that plays; change it into yours")
    next_step(f"simulate --game {path} --n 10000")
