"""The same question asked elsewhere: with another box, in another edition, or with other players.

What a study finds may hang on what is not sure, as on a tile set that is a reconstruction. A variation plays
the baseline and all arms once more; it pairs with nothing outside of itself.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules import games
from rules.errors import UserError, nearest
from simulate.plan import Plan, make_plan

TILE = "[[tile]]"
ID = re.compile(r'^id = "(?P<id>[^"]*)"$', re.MULTILINE)
COUNT = re.compile(r"^count = \d+$", re.MULTILINE)


@dataclass(frozen=True)
class Variation:
    """What is other than in the rest of a study; None for what is not."""

    name: str
    players: tuple[int, ...]
    policies: tuple[str, ...]
    preset: str | None = None
    tiles: str | None = None
    """The file of another tile set, as it was found."""
    board: str | None = None
    counts: tuple[tuple[str, int], ...] = ()
    """How many copies of some designs lie in the box, where that is another number."""

    @property
    def is_box(self) -> bool:
        """Whether it is another box."""
        return bool(self.tiles or self.board or self.counts)

    def plan(self, game: str, n: int, **asked: Any) -> Plan:
        """The plan of what is asked, with what is other here."""
        if not self.counts:
            return make_plan(game, n, **asked, tiles=self.tiles, board=self.board)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tiles.toml"
            path.write_text(with_counts(_standard_tiles(game), dict(self.counts)), encoding="utf-8")
            return replace(make_plan(game, n, **asked, tiles=str(path)), box_file=self.name)


def _standard_tiles(game: str) -> str:
    """The text of a game's tile set."""
    if games.load(game).box != "tiles":
        raise UserError(f"counts: {game} has no tiles")
    return (Path(__file__).parents[2] / "rules" / game / "tiles.toml").read_text(encoding="utf-8")


def with_counts(text: str, counts: Mapping[str, int]) -> str:
    """A tile set with so many copies of some designs; of which there are none, these are left out.

    >>> with_counts('''[[tile]]
    ... id = "A"
    ... count = 2
    ... [[tile]]
    ... id = "B"
    ... count = 1''', {"A": 3, "B": 0})
    '[[tile]]\\nid = "A"\\ncount = 3\\n'
    """
    head, *tiles = text.split(TILE)
    found, names = [head], []
    for tile in tiles:
        match = ID.search(tile)
        name = match["id"] if match else ""
        names.append(name)
        if counts.get(name) != 0:
            found.append(COUNT.sub(f"count = {counts[name]}", tile) if name in counts else tile)
    for name in counts:
        if name not in names:
            raise UserError(f"counts: no tile '{name}'.{nearest(name, names)} Tiles: {', '.join(names)}")
    return TILE.join(found)
