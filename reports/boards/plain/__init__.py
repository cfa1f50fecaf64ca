"""Tables of games in plain Python: zones by what their authors declare, and by the values themselves.

`reading` says which attribute is what, `words` what things are called, `laying` what lies in a zone at each
moment, `blocks` how that is drawn, of the pieces in `pieces`, and `scene` lays all zones on a table.
"""

from __future__ import annotations

from typing import Any

from reports.boards.plain.scene import Picture


def of_game(game: Any) -> Picture:
    """What draws the games of a kind."""
    return Picture(game)
