"""The studies that come with the program, by name; nothing heavy is imported, so that completion is quick."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Question:
    """A study that comes with the program, as it can be asked of one game."""

    text: str
    words: tuple[str, ...]
    """The command that asks it."""
    games: int
    """How many it plays of each kind, unless told otherwise."""


def questions(game: str) -> dict[str, Question]:
    """The studies that can be asked of a game, by their names."""
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data = read_toml(path)
        if data.get("game", game) != game or ("of" in data and game not in games.OWN):
            continue
        text = data["question"].removeprefix("{game}: ")
        of_game = () if "game" in data else ("--game", game)
        found[path.stem] = Question(
            text[:1].upper() + text[1:], ("study", path.stem, *of_game), data["games"]
        )
    return found
