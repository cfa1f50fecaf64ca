"""The studies that come with the program, by name; nothing heavy is imported, so that completion is quick."""

from __future__ import annotations

from pathlib import Path

from rules import games
from rules.toml import read_toml

FOLDER = Path(__file__).parent
"""Where their files lie."""

ANY_GAME = "any game"


def shipped() -> dict[str, str]:
    """The studies that come with the program: of which game, and what each asks."""
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data = read_toml(path)
        game = games.load(data["game"]).title if "game" in data else ANY_GAME
        found[path.stem] = f"{game}: {data['title'].removeprefix(f'{game}: ')}"
    return found
